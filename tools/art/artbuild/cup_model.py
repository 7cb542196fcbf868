"""The leather cup: embossed wall, padded bands, felt lining, saddle stitches. Axis z, base at
0, mouth at HEIGHT.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from artbuild.scene import Color, Graph, plain_material

BASE_RADIUS = 3.05
MOUTH_RADIUS = 3.65
HEIGHT = 8.6
WALL = 0.27
EMBOSS_RELIEF = 0.085
WALL_START, WALL_END = 0.25, HEIGHT - 0.35
SEAM_ANGLE = math.radians(-62)

ProfilePoint = tuple[float, float, float]
"""(radius, z, v texture coordinate)"""


def wall_radius(z: float) -> float:
    """Outer radius of the wall at height z: a cone, slightly waisted."""
    t = z / HEIGHT
    return BASE_RADIUS + (MOUTH_RADIUS - BASE_RADIUS) * t - 0.06 * math.sin(math.pi * t)


def leather_material(
    name: str,
    emboss: bpy.types.Image | None = None,
    base: Color = (0.40, 0.155, 0.055),
    dark: Color = (0.055, 0.018, 0.008),
) -> bpy.types.Material:
    """Pebbled, waxed leather; with an emboss map the recesses are dark and the raised parts
    polished.
    """
    material = bpy.data.materials.new(name)
    graph = Graph(material)
    coordinates = graph.node("TexCoord").outputs
    position = coordinates["Object"]
    patches = graph.noise(position, 0.55, Detail=5.0, Roughness=0.6)
    cracks = graph.node(
        "TexVoronoi", {"Vector": position, "Scale": 9.0}, feature="DISTANCE_TO_EDGE"
    )
    fine = graph.noise(position, 22.0, Detail=3.0)
    shades = [tuple(c * 0.55 for c in base), base, tuple(min(1.0, c * 1.45) for c in base)]
    color = graph.ramp(patches, list(zip((0.25, 0.5, 0.75), shades, strict=False)))
    pebble = graph.math(
        "MULTIPLY", graph.math("MINIMUM", cracks.outputs["Distance"], 0.06), 16.0, clamp=True
    )
    color = graph.mix(
        graph.math("MULTIPLY", graph.math("SUBTRACT", 1.0, pebble), 0.55), color, dark
    )
    height = graph.math(
        "ADD", graph.math("MULTIPLY", pebble, 0.05), graph.math("MULTIPLY", fine, 0.05)
    )
    roughness = graph.math("ADD", 0.34, graph.math("MULTIPLY", fine, 0.22))
    if emboss:
        relief = graph.node(
            "TexImage", {"Vector": coordinates["UV"]}, image=emboss, extension="EXTEND"
        )
        raised = relief.outputs["Color"]
        color = graph.mix(
            raised, graph.mix(0.62, color, dark), graph.mix(0.45, color, (0.62, 0.31, 0.12))
        )
        roughness = graph.math("SUBTRACT", roughness, graph.math("MULTIPLY", raised, 0.08))
    bump = graph.node("Bump", {"Height": height, "Distance": 0.14, "Strength": 0.9}).outputs[0]
    shader = graph.node(
        "BsdfPrincipled",
        {
            "Base Color": color,
            "Roughness": roughness,
            "Normal": bump,
            "Coat Weight": 0.22,
            "Coat Roughness": 0.28,
            "Specular IOR Level": 0.5,
        },
    )
    graph.surface(shader.outputs[0])
    return material


def felt_material(glow: float = 0.04) -> bpy.types.Material:
    """Red felt. `glow` is a faint emission: without it the shaded side of the lining renders
    black.
    """
    material = bpy.data.materials.new("felt")
    graph = Graph(material)
    fibre = graph.noise(graph.node("TexCoord").outputs["Object"], 14.0, Detail=6.0, Roughness=0.7)
    color = graph.ramp(fibre, [(0.3, (0.26, 0.024, 0.030)), (0.7, (0.52, 0.056, 0.064))])
    bump = graph.node("Bump", {"Height": fibre, "Distance": 0.1, "Strength": 0.7}).outputs[0]
    shader = graph.node(
        "BsdfPrincipled",
        {
            "Base Color": color,
            "Roughness": 0.95,
            "Sheen Weight": 0.6,
            "Sheen Roughness": 0.4,
            "Sheen Tint": (0.9, 0.35, 0.3, 1),
            "Normal": bump,
            "Specular IOR Level": 0.1,
            "Emission Color": color,
            "Emission Strength": glow,
        },
    )
    graph.surface(shader.outputs[0])
    return material


def _link(
    scene: bpy.types.Scene, name: str, mesh: bpy.types.Mesh, parent: bpy.types.Object
) -> bpy.types.Object:
    obj = bpy.data.objects.new(name, mesh)
    scene.collection.objects.link(obj)
    obj.parent = parent
    return obj


def _quad_mesh(
    name: str, vertices: NDArray, faces: NDArray, uvs: NDArray | None, material: bpy.types.Material
) -> bpy.types.Mesh:
    """Smooth mesh of quads: vertices (n, 3), faces (m, 4), uvs one row per face corner."""
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set("co", vertices.astype("f").ravel())
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set("vertex_index", faces.astype("i").ravel())
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces.size, 4, dtype="i"))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    mesh.update()
    if uvs is not None:
        mesh.uv_layers.new().data.foreach_set("uv", uvs.astype("f").ravel())
    mesh.materials.append(material)
    return mesh


def _ring_faces(rows: int, columns: int) -> NDArray:
    """Quads between neighbouring rings of vertices, closed round the axis."""
    here = np.arange(rows * columns).reshape(rows, columns)
    right = np.roll(here, -1, 1)
    return np.stack([here[:-1], right[:-1], right[1:], here[1:]], -1).reshape(-1, 4)


def _ring_uvs(v: NDArray, columns: int) -> NDArray:
    u0 = np.repeat((np.arange(columns) / columns)[None], len(v) - 1, 0)
    u1 = u0 + 1 / columns
    low, high = (np.repeat(part[:, None], columns, 1) for part in (v[:-1], v[1:]))
    corners = [(u0, low), (u1, low), (u1, high), (u0, high)]
    return np.stack([np.stack(c, -1) for c in corners], 2).reshape(-1, 2)


def _revolve(radii: NDArray, z: NDArray) -> NDArray:
    """Vertices of rings with radii (rows, columns) at heights z (rows)."""
    theta = np.arange(radii.shape[1]) / radii.shape[1] * 2 * np.pi
    heights = np.repeat(z[:, None], radii.shape[1], 1)
    return np.stack([radii * np.cos(theta), radii * np.sin(theta), heights], -1).reshape(-1, 3)


def _lathe(
    scene: bpy.types.Scene,
    name: str,
    profile: Iterable[ProfilePoint],
    material: bpy.types.Material,
    parent: bpy.types.Object,
    segments: int = 192,
) -> None:
    """Surface of revolution of a profile."""
    points = np.array(list(profile), float)
    vertices = _revolve(np.repeat(points[:, :1], segments, 1), points[:, 1])
    mesh = _quad_mesh(
        name,
        vertices,
        _ring_faces(len(points), segments),
        _ring_uvs(points[:, 2], segments),
        material,
    )
    _link(scene, name, mesh, parent)


def _add_wall(
    scene: bpy.types.Scene,
    emboss: bpy.types.Image,
    root: bpy.types.Object,
    columns: int = 1400,
    rows: int = 460,
) -> None:
    """Outer wall with the emboss map as real displacement, so that the relief casts shadows."""
    width, height = emboss.size
    pixels = np.empty(width * height * 4, np.float32)
    emboss.pixels.foreach_get(pixels)
    relief = pixels.reshape(height, width, 4)[..., 0]
    v = np.linspace(0, 1, rows)
    z = WALL_START + v * (WALL_END - WALL_START)
    columns_at = (np.arange(columns) / columns * width).astype(int)
    relief = relief[(v * (height - 1)).astype(int)][:, columns_at]
    radii = np.array([wall_radius(q) for q in z])[:, None] + EMBOSS_RELIEF * relief
    material = leather_material("wall", emboss)
    mesh = _quad_mesh(
        "wall", _revolve(radii, z), _ring_faces(rows, columns), _ring_uvs(v, columns), material
    )
    _link(scene, "wall", mesh, root)


def _padded_band(
    scene: bpy.types.Scene,
    name: str,
    z0: float,
    z1: float,
    padding: float,
    material: bpy.types.Material,
    root: bpy.types.Object,
) -> None:
    profile = []
    for t in np.linspace(-1, 1, 15):
        z = (z0 + z1) / 2 + t * (z1 - z0) / 2
        profile.append((wall_radius(min(max(z, 0), HEIGHT)) + padding * (1 - t**6) ** 0.5, z, 0.5))
    _lathe(scene, name, profile, material, root)


def _add_lip_and_lining(
    scene: bpy.types.Scene, leather: bpy.types.Material, root: bpy.types.Object
) -> None:
    rim = wall_radius(HEIGHT)
    arc = [
        (rim - WALL / 2 + (WALL / 2 + 0.05) * math.cos(a), HEIGHT - 0.05 + 0.17 * math.sin(a), 0.0)
        for a in np.linspace(0.1, math.pi - 0.1, 10)
    ]
    _lathe(
        scene,
        "lip",
        [(rim + 0.06, HEIGHT - 0.06, 0.0), *arc, (rim - WALL - 0.03, HEIGHT - 0.10, 0.0)],
        leather,
        root,
    )
    inside = [(wall_radius(z) - WALL, z, 0.0) for z in np.linspace(HEIGHT - 0.3, 0.7, 24)]
    floor = [(BASE_RADIUS - WALL - 0.25, 0.45, 0.0), (0.01, 0.42, 0.0)]
    _lathe(
        scene,
        "lining",
        [(rim - WALL - 0.02, HEIGHT - 0.09, 0.0), *inside, *floor],
        felt_material(),
        root,
    )


def _add_bottom(scene: bpy.types.Scene, root: bpy.types.Object) -> None:
    steps = [
        (0.12, 0.02),
        (-0.1, -0.05),
        (-0.5, -0.06),
        (-0.62, 0.02),
        (-0.75, 0.02),
        (-0.85, -0.05),
    ]
    profile = [(BASE_RADIUS + dr, z, 0.0) for dr, z in steps] + [(0.01, -0.05, 0.0)]
    _lathe(scene, "bottom", profile, leather_material("bottom"), root)


def _stitch_mesh(
    length: float = 0.30, radius: float = 0.060, sides: int = 10, rings: int = 9
) -> bpy.types.Mesh:
    z = np.linspace(-1, 1, rings)
    radii = radius * np.sqrt(np.clip(1 - np.abs(z) ** 4, 0, None))
    vertices = _revolve(np.repeat(radii[:, None], sides, 1), z * length / 2)
    thread = plain_material("thread", (0.62, 0.48, 0.28), 0.7)
    return _quad_mesh("stitch", vertices, _ring_faces(rings, sides), None, thread)


def _stitch_places() -> Iterable[tuple[Color, Color]]:
    """(position, direction) of every stitch: four rings, the base disc, both sides of the seam."""
    for z, padding, count in (
        (0.22, 0.16, 44),
        (0.73, 0.16, 44),
        (HEIGHT - 0.22, 0.14, 50),
        (HEIGHT - 0.73, 0.14, 50),
    ):
        radius = wall_radius(z) + padding - 0.02
        for t in np.arange(count) / count * 2 * math.pi:
            yield (radius * math.cos(t), radius * math.sin(t), z), (-math.sin(t), math.cos(t), 0.18)
    radius = BASE_RADIUS - 0.32
    for t in np.arange(36) / 36 * 2 * math.pi:
        yield (radius * math.cos(t), radius * math.sin(t), -0.055), (-math.sin(t), math.cos(t), 0.0)
    for side in (-0.20, 0.20):
        for z in np.arange(1.25, HEIGHT - 1.2, 0.42):
            t = SEAM_ANGLE + side / wall_radius(z)
            radius = wall_radius(z) + 0.035
            yield (
                (radius * math.cos(t), radius * math.sin(t), z),
                (-0.12 * math.sin(t), 0.12 * math.cos(t), 1.0),
            )


def _add_stitches(scene: bpy.types.Scene, root: bpy.types.Object) -> None:
    mesh = _stitch_mesh()
    for place, direction in _stitch_places():
        stitch = _link(scene, "stitch", mesh, root)
        stitch.location = place
        stitch.rotation_mode = "QUATERNION"
        stitch.rotation_quaternion = Vector(direction).to_track_quat("Z", "Y")


def _add_seam(scene: bpy.types.Scene, root: bpy.types.Object) -> None:
    """Dark groove between the two rows of saddle stitches."""
    heights = np.linspace(1.0, HEIGHT - 1.0, 30)
    vertices = []
    for z in heights:
        radius = wall_radius(z) + 0.012
        for side in (-0.05, 0.05):
            t = SEAM_ANGLE + side / wall_radius(z)
            vertices.append((radius * math.cos(t), radius * math.sin(t), z))
    row = np.arange(len(heights) - 1) * 2
    faces = np.stack([row, row + 1, row + 3, row + 2], -1)
    dark = plain_material("groove", (0.03, 0.010, 0.005), 0.8)
    _link(scene, "seam", _quad_mesh("seam", np.array(vertices), faces, None, dark), root)


def build_cup(scene: bpy.types.Scene, emboss_file: Path) -> bpy.types.Object:
    """Add the cup; returns its root, an empty whose matrix moves everything."""
    emboss = bpy.data.images.load(str(emboss_file), check_existing=True)
    emboss.colorspace_settings.name = "Non-Color"
    root = bpy.data.objects.new("cup", None)
    scene.collection.objects.link(root)
    rim = leather_material("rim", base=(0.24, 0.085, 0.030))
    _add_wall(scene, emboss, root)
    _padded_band(scene, "base band", -0.02, 0.95, 0.17, rim, root)
    _padded_band(scene, "mouth band", HEIGHT - 0.95, HEIGHT - 0.02, 0.15, rim, root)
    _add_lip_and_lining(scene, rim, root)
    _add_bottom(scene, root)
    _add_stitches(scene, root)
    _add_seam(scene, root)
    return root
