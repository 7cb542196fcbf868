"""Blender scene shared by all renders: camera, lamps, shader-graph writer.

One unit is half an edge of a die. The camera is orthographic and looks down, tilted by CAMERA_TILT,
so that screen x = x and screen y (up) = cos(tilt) * y + sin(tilt) * z.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import bpy
from cachoart.geometry import CAMERA_TILT
from mathutils import Vector

Color = tuple[float, float, float]
CAMERA_DISTANCE = 60.0
LAMP_POSITION = (-16.0, 12.0, 26.0)


def new_scene(samples: int, threads: int = 2) -> bpy.types.Scene:
    """An empty scene set up for Cycles on the CPU with OpenImageDenoise and a transparent film."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.max_bounces = 6
    cycles.diffuse_bounces = 4
    cycles.glossy_bounces = 3
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    render = scene.render
    render.threads_mode = "FIXED"
    render.threads = threads
    render.film_transparent = True
    render.image_settings.file_format = "PNG"
    render.image_settings.color_mode = "RGBA"
    render.use_persistent_data = True
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    return scene


def add_camera(
    scene: bpy.types.Scene, width_units: float, size_px: tuple[int, int], look: Color = (0, 0, 0)
) -> bpy.types.Object:
    """Orthographic camera whose frame is width_units wide and centred on the point `look`."""
    data = bpy.data.cameras.new("camera")
    data.type = "ORTHO"
    data.clip_end = 500
    camera = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(camera)
    camera.rotation_euler = (CAMERA_TILT, 0, 0)
    scene.camera = camera
    aim_camera(scene, width_units, size_px, look)
    return camera


def aim_camera(
    scene: bpy.types.Scene, width_units: float, size_px: tuple[int, int], look: Color
) -> None:
    """Move the scene's camera: frame width in units, picture size in pixels, centre of the
    frame.
    """
    direction = Vector((0, -math.sin(CAMERA_TILT), math.cos(CAMERA_TILT)))
    scene.camera.location = Vector(look) + direction * CAMERA_DISTANCE
    scene.camera.data.ortho_scale = width_units
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.resolution_percentage = 100


def _add_area_lamp(
    scene: bpy.types.Scene, name: str, location: Color, size: float, power: float, color: Color
) -> bpy.types.Object:
    data = bpy.data.lights.new(name, "AREA")
    data.shape = "DISK"
    data.size = size
    data.energy = power
    data.color = color
    lamp = bpy.data.objects.new(name, data)
    scene.collection.objects.link(lamp)
    lamp.location = location
    lamp.rotation_euler = (-Vector(location)).to_track_quat("-Z", "Y").to_euler()
    return lamp


def add_lights(scene: bpy.types.Scene, gain: float = 1.0) -> None:
    """Warm lamp from the upper left, cool window from the right, dim warm room."""
    _add_area_lamp(scene, "key", LAMP_POSITION, 9, 11500 * gain, (1.0, 0.86, 0.68))
    _add_area_lamp(scene, "rim", (18, 14, 16), 10, 2600 * gain, (0.72, 0.84, 1.0))
    _add_area_lamp(scene, "fill", (0, -26, 12), 14, 1500 * gain, (1.0, 0.80, 0.62))
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value = (0.50, 0.42, 0.36, 1)
    background.inputs[1].default_value = 0.42 * gain


def add_plane(
    size: float, z: float, material: bpy.types.Material | None = None
) -> bpy.types.Object:
    """Horizontal square plane, `size` units wide."""
    bpy.ops.mesh.primitive_plane_add(size=size, location=(0, 0, z))
    plane = bpy.context.object
    if material:
        plane.data.materials.append(material)
    return plane


def plain_material(name: str, color: Color, roughness: float, **inputs: Any) -> bpy.types.Material:
    """One principled shader; extra keyword arguments are its inputs, blanks written as
    underscores.
    """
    material = bpy.data.materials.new(name)
    graph = Graph(material)
    values = {"Base Color": (*color, 1), "Roughness": roughness}
    values |= {key.replace("_", " "): value for key, value in inputs.items()}
    graph.surface(graph.node("BsdfPrincipled", values).outputs[0])
    return material


def table_bounce() -> bpy.types.Material:
    """Brown stand-in for the table: gives objects a warm light from below."""
    return plain_material("bounce", (0.20, 0.10, 0.05), 0.5)


def render(scene: bpy.types.Scene, path: Path) -> float:
    """Render the picture to `path` (PNG); returns the wall time in seconds."""
    scene.render.filepath = str(path)
    start = time.perf_counter()
    bpy.ops.render.render(write_still=True)
    return time.perf_counter() - start


class Graph:
    """Terse writer of shader node graphs: inputs may be constants or sockets."""

    def __init__(self, material: bpy.types.Material) -> None:
        material.use_nodes = True
        self.tree = material.node_tree
        self.tree.nodes.clear()

    def _set(self, socket: Any, value: Any) -> None:
        if getattr(value, "is_output", False):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def node(self, kind: str, inputs: dict | None = None, **attributes: Any) -> Any:
        """Add the node ShaderNode<kind>."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in attributes.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self._set(node.inputs[key], value)
        return node

    def ramp(self, factor: Any, stops: list[tuple[float, Color]]) -> Any:
        """Colour ramp through (position, rgb) stops."""
        node = self.node("ValToRGB", {0: factor})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, color) in zip(elements, stops, strict=False):
            element.position = position
            element.color = (*color, 1)
        return node.outputs[0]

    def math(self, operation: str, a: Any, b: Any = 0.0, clamp: bool = False) -> Any:
        """Scalar arithmetic."""
        return self.node("Math", {0: a, 1: b}, operation=operation, use_clamp=clamp).outputs[0]

    def mix(self, factor: Any, a: Any, b: Any) -> Any:
        """Blend of two colours (rgb tuples or sockets)."""
        node = self.node("Mix", data_type="RGBA")
        self._set(node.inputs[0], factor)
        for index, value in ((6, a), (7, b)):
            is_rgb = isinstance(value, tuple) and len(value) == 3
            self._set(node.inputs[index], (*value, 1) if is_rgb else value)
        return node.outputs[2]

    def mapped(self, vector: Any, scale: Color, **inputs: Any) -> Any:
        """Scaled (moved, turned) coordinates."""
        return self.node("Mapping", {"Vector": vector, "Scale": scale, **inputs}).outputs[0]

    def noise(self, vector: Any, scale: float = 1.0, **inputs: float) -> Any:
        """Fractal noise, 0..1."""
        return self.node("TexNoise", {"Vector": vector, "Scale": scale, **inputs}).outputs["Fac"]

    def surface(self, shader: Any) -> None:
        """Connect the shader to the material's surface."""
        self.tree.links.new(shader, self.node("OutputMaterial").inputs[0])
