"""The wooden table: procedural planks, pores, worn varnish, scratches and glass rings, rendered
with Cycles.

python -m artbuild.table [--width 1920 --height 1080 --samples 22]      writes
    assets/table/table_<height>.jpg
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image, ImageDraw, ImageFilter

from artbuild import SPRITES, WORK
from artbuild import scene as sc

RENDERED = WORK / "table"
PIXELS_PER_UNIT_1080 = 52
TEXTURE_SIZE = (2048, 1366)
TEXTURE_UNITS = (40, 26.7)
PLANK_UNITS, PLANK_OFFSET = 6.9, 1.9
LAMP_GAIN = {"key": 0.40, "rim": 0.22, "fill": 0.42}
GLASS_RINGS = (
    (330, 1010, 120, 5, 0.8),
    (420, 1055, 118, 4, 0.5),
    (1690, 250, 104, 5, 0.75),
    (1180, 1180, 112, 4, 0.45),
    (760, 190, 100, 4, 0.4),
)
"""x, y, radius, width (texture pixels), strength."""


def scratches(seed: int = 11, count: int = 420) -> Image.Image:
    """Fine bent scratches, white on black."""
    rng = np.random.default_rng(seed)
    width, height = TEXTURE_SIZE
    image = Image.new("L", TEXTURE_SIZE, 0)
    draw = ImageDraw.Draw(image)
    for _ in range(count):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        length, angle, bend = rng.exponential(70) + 10, rng.normal(0.15, 0.9), rng.normal(0, 0.25)
        t = np.linspace(0, 1, 10)
        points = np.stack(
            [x + length * t * np.cos(angle + bend * t), y + length * t * np.sin(angle + bend * t)],
            1,
        )
        draw.line(
            [tuple(p) for p in points],
            fill=int(rng.uniform(40, 220)),
            width=1 if rng.random() < 0.8 else 2,
        )
    return image.filter(ImageFilter.GaussianBlur(0.7))


def glass_rings() -> Image.Image:
    """Stains of wet glasses, white on black."""
    width, height = TEXTURE_SIZE
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    total = np.zeros((height, width), np.float32)
    for cx, cy, radius, thickness, strength in GLASS_RINGS:
        theta = np.arctan2(y - cy, x - cx)
        beyond = (
            np.hypot(x - cx, y - cy)
            - radius
            - 2.5 * np.sin(3 * theta + cx)
            - 1.5 * np.sin(7 * theta + cy)
        )
        uneven = 0.55 + 0.45 * np.sin(theta + cx) * np.cos(theta * 2 + cy)
        stain = strength * uneven * np.exp(-((beyond / thickness) ** 2)) + 0.10 * strength * (
            beyond < 0
        )
        total = np.maximum(total, stain)
    image = Image.fromarray((np.clip(total, 0, 1) * 255).astype(np.uint8))
    return image.filter(ImageFilter.GaussianBlur(1.2))


class _Wood:
    """Shader graph of the planks."""

    def __init__(self) -> None:
        self.material = bpy.data.materials.new("wood")
        self.graph = sc.Graph(self.material)
        self.place = self.graph.node("TexCoord").outputs["Object"]

    def scaled(self, value: Any, factor: float, clamp: bool = False) -> Any:
        """value * factor"""
        return self.graph.math("MULTIPLY", value, factor, clamp=clamp)

    def above(self, value: Any, threshold: float, gain: float) -> Any:
        """clamp((value - threshold) * gain)"""
        return self.scaled(self.graph.math("SUBTRACT", value, threshold), gain, clamp=True)

    def texture(self, path: Path) -> Any:
        """A picture laid over the table."""
        scale = (1 / TEXTURE_UNITS[0], 1 / TEXTURE_UNITS[1], 1)
        uv = self.graph.mapped(self.place, scale, Location=(0.5, 0.5, 0))
        image = bpy.data.images.load(str(path), check_existing=True)
        image.colorspace_settings.name = "Non-Color"
        return self.graph.node("TexImage", {"Vector": uv}, image=image).outputs["Color"]

    def planks(self) -> tuple[Any, Any, Any]:
        """(position with a jump per plank, random value per plank, distance from the joint
        0..0.5).
        """
        g = self.graph
        y = g.node("SeparateXYZ", {0: self.place}).outputs[1]
        row = g.math("DIVIDE", g.math("ADD", y, PLANK_OFFSET), PLANK_UNITS)
        index, fraction = g.math("FLOOR", row), g.math("FRACT", row)
        random = g.node("TexWhiteNoise", {"W": index}, noise_dimensions="1D").outputs["Value"]
        jump = g.node(
            "CombineXYZ",
            {
                0: self.scaled(random, 190.0),
                1: self.scaled(index, 31.7),
                2: self.scaled(random, 53.0),
            },
        ).outputs[0]
        position = g.node("VectorMath", {0: self.place, 1: jump}, operation="ADD").outputs[0]
        return position, random, g.math("MINIMUM", fraction, g.math("SUBTRACT", 1.0, fraction))

    def build(self, scratch_file: Path, ring_file: Path) -> bpy.types.Material:
        """Connect everything."""
        g = self.graph
        position, random, joint = self.planks()
        flow = g.noise(
            g.mapped(position, (0.055, 0.50, 0.5)), Detail=3.5, Roughness=0.48, Distortion=0.55
        )
        rings = g.math("POWER", g.math("PINGPONG", self.scaled(flow, 13.0), 1.0), 1.6)
        fibre = g.noise(g.mapped(position, (0.22, 7.5, 7.5)), Detail=7.0, Roughness=0.66)
        pores = g.noise(g.mapped(position, (0.9, 22.0, 22.0)), Detail=2.0)
        pores = self.scaled(g.math("SUBTRACT", 0.42, pores), 6.0, clamp=True)
        worn = self.above(
            g.noise(g.mapped(self.place, (0.07, 0.11, 0.1)), Detail=6.0, Roughness=0.6), 0.50, 4.0
        )
        scratch, ring = self.texture(scratch_file), self.texture(ring_file)
        gap = g.math("SUBTRACT", 1.0, self.scaled(joint, 85.0, clamp=True), clamp=True)
        soft_gap = g.math("SUBTRACT", 1.0, self.scaled(joint, 26.0, clamp=True), clamp=True)

        tone = g.math("ADD", self.scaled(rings, 0.42), self.scaled(fibre, 0.62))
        color = g.ramp(
            tone,
            [
                (0.18, (0.045, 0.014, 0.006)),
                (0.42, (0.135, 0.046, 0.016)),
                (0.62, (0.225, 0.088, 0.032)),
                (0.86, (0.33, 0.150, 0.062)),
            ],
        )
        value = g.math("ADD", 0.78, self.scaled(random, 0.42))
        color = g.node(
            "HueSaturation", {"Color": color, "Value": value, "Saturation": 1.0}
        ).outputs[0]
        for factor, tint in (
            (self.scaled(pores, 0.55), (0.030, 0.010, 0.005)),
            (self.scaled(worn, 0.20), (0.36, 0.185, 0.090)),
            (self.scaled(scratch, 0.34), (0.42, 0.25, 0.14)),
            (self.scaled(ring, 0.55), (0.022, 0.009, 0.005)),
            (self.scaled(soft_gap, 0.45), (0.030, 0.011, 0.005)),
            (gap, (0.008, 0.004, 0.003)),
        ):
            color = g.mix(factor, color, tint)

        raised = g.math("ADD", self.scaled(fibre, 0.10), self.scaled(rings, 0.035))
        sunk = g.math("ADD", self.scaled(scratch, 0.10), self.scaled(soft_gap, 0.9))
        height = g.math("SUBTRACT", raised, g.math("ADD", self.scaled(pores, 0.08), sunk))
        bump = g.node("Bump", {"Height": height, "Distance": 0.16, "Strength": 0.55}).outputs[0]
        roughness = g.math(
            "ADD", 0.42, g.math("ADD", self.scaled(worn, 0.22), self.scaled(fibre, 0.16))
        )
        shader = g.node(
            "BsdfPrincipled",
            {
                "Base Color": color,
                "Roughness": roughness,
                "Normal": bump,
                "Specular IOR Level": 0.32,
            },
        )
        g.surface(shader.outputs[0])
        return self.material


def _add_pool_of_light(scene: bpy.types.Scene) -> None:
    """A lamp over the table; the edges fall into darkness."""
    for name, gain in LAMP_GAIN.items():
        bpy.data.objects[name].data.energy *= gain
    data = bpy.data.lights.new("pool", "SPOT")
    data.energy = 34000
    data.spot_size = math.radians(48)
    data.spot_blend = 1.0
    data.color = (1, 0.82, 0.58)
    data.shadow_soft_size = 3
    lamp = bpy.data.objects.new("pool", data)
    scene.collection.objects.link(lamp)
    lamp.location = (-6, 4, 34)
    lamp.rotation_euler = (-Vector(lamp.location)).to_track_quat("-Z", "Y").to_euler()


def main() -> None:
    """Render the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--width", type=int, default=1920)
    parser.add_argument("--height", type=int, default=1080)
    parser.add_argument("--samples", type=int, default=22)
    arguments = parser.parse_args()
    RENDERED.mkdir(parents=True, exist_ok=True)
    scratch_file, ring_file = RENDERED / "scratch.png", RENDERED / "rings.png"
    scratches().save(scratch_file)
    glass_rings().save(ring_file)
    scene = sc.new_scene(arguments.samples)
    scene.render.film_transparent = False
    scene.cycles.adaptive_threshold = 0.03
    sc.add_camera(scene, 1920 / PIXELS_PER_UNIT_1080, (arguments.width, arguments.height))
    sc.add_lights(scene)
    _add_pool_of_light(scene)
    sc.add_plane(120, -1, _Wood().build(scratch_file, ring_file))
    picture = RENDERED / f"table_{arguments.height}.png"
    print("table", round(sc.render(scene, picture), 1), "s")
    out = SPRITES / "table" / f"table_{arguments.height}.jpg"
    Image.open(picture).convert("RGB").save(out, quality=92)


if __name__ == "__main__":
    main()
