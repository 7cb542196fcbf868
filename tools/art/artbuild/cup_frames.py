"""Render the cup's animation frames, each as a cup layer and a shadow layer, and describe them in
cup.json.

    python -m artbuild.cup_frames [--samples 32] [--only idle,pour_3] [--scale 1] [--skip-existing]
    python -m artbuild.cup_frames --twice --samples 8

With --twice the cups alone are rendered, twice as large, for windows larger than 1080p: shadows are
soft, and enlarged anyway. So large, 8 samples a pixel show no less than 32 at the usual size.

The camera follows the centre of the cup, so the centre of every cup picture is the centre of the
cup; where
the cup is relative to its place on the table is written to cup.json as an offset in pixels.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from cachoart.geometry import CAMERA_TILT
from mathutils import Matrix, Vector
from PIL import Image

from artbuild import SPRITES, WORK, cup_pattern
from artbuild import scene as sc
from artbuild.cup_model import HEIGHT, MOUTH_RADIUS, build_cup
from artbuild.shadow import clean_shadow

PIXELS_PER_UNIT = 46.0
FRAME_PX = 576
SHADOW_FRAME_UNITS = 24.0
SHADOW_PX = 320
SHADOW_SAMPLES = 12
CENTRE = HEIGHT / 2
RENDERED = WORK / "cup"
OUT = SPRITES / "cup"
TWICE_RENDERED, TWICE_OUT = WORK / "cup_2x", SPRITES / "cup_2x"
TWICE_QUALITY = 88


@dataclass(frozen=True)
class Pose:
    """Turns in degrees, applied spin (about the cup's axis), pitch (x), roll (y), yaw (z); place
    in units.

    `height` is the height of the cup's centre above the table; None rests the cup on the table.
    """

    name: str
    group: str
    duration_ms: int
    pitch: float = 0.0
    roll: float = 0.0
    spin: float = 0.0
    yaw: float = 0.0
    x: float = 0.0
    y: float = 0.0
    height: float | None = None

    def rotation(self) -> Matrix:
        """Cup-to-world rotation."""
        turns = ((self.yaw, "Z"), (self.roll, "Y"), (self.pitch, "X"), (self.spin, "Z"))
        matrix = Matrix.Identity(4)
        for angle, axis in turns:
            matrix = matrix @ Matrix.Rotation(math.radians(angle), 4, axis)
        return matrix


def shake_poses(count: int = 10) -> list[Pose]:
    """One loop of the shake: the cup swings from side to side on a flat figure of eight, mouth
    leaning away.
    """
    poses = []
    for k in range(count):
        phase = 2 * math.pi * k / count
        poses.append(
            Pose(
                f"shake_{k}",
                "shake",
                33,
                pitch=-36 + 5 * math.sin(2 * phase),
                roll=17 * math.cos(phase),
                spin=6 * math.sin(phase),
                x=1.15 * math.cos(phase),
                height=CENTRE + 2.6 + 0.75 * math.sin(2 * phase + 0.6),
            )
        )
    return poses


def pour_poses(count: int = 8) -> list[Pose]:
    """From the upright cup to the mouth pointing right and down, where the baked dice come out."""
    poses = []
    for k in range(count):
        t = k / (count - 1)
        ease = t * t * (3 - 2 * t)
        poses.append(
            Pose(
                f"pour_{k}",
                "pour",
                40,
                pitch=-30 + 40 * ease,
                roll=-8 + 114 * ease,
                spin=-20 * ease,
                x=-0.8 + 1.2 * ease,
                height=CENTRE + 2.8 - 1.6 * ease + 0.8 * math.sin(math.pi * t),
            )
        )
    return poses


POSES = [
    Pose("idle", "idle", 0, spin=14),
    Pose("lying", "lying", 0, roll=85.7, spin=205, yaw=-38),
    *shake_poses(),
    *pour_poses(),
    Pose("slam_0", "slam", 50, pitch=-16, roll=128, spin=-150, height=CENTRE + 5.0),
    Pose("slam_1", "slam", 50, pitch=-8, roll=168, spin=-150, height=CENTRE + 3.2),
    Pose("slam_2", "slam", 120, roll=180, spin=-150),
    Pose("lift_0", "lift", 60, pitch=8, roll=180, spin=-150, height=CENTRE + 1.2),
    Pose("lift_1", "lift", 60, pitch=20, roll=177, spin=-150, height=CENTRE + 3.0),
    Pose("lift_2", "lift", 60, pitch=34, roll=173, spin=-150, height=CENTRE + 5.2),
    Pose("lift_3", "lift", 80, pitch=48, roll=169, spin=-150, height=CENTRE + 7.4),
]


def project(point: Vector) -> tuple[float, float]:
    """World point in units -> pixels (right, down)."""
    up = math.cos(CAMERA_TILT) * point.y + math.sin(CAMERA_TILT) * point.z
    return point.x * PIXELS_PER_UNIT, -up * PIXELS_PER_UNIT


class CupStudio:
    """The scene with the cup and the table plane."""

    def __init__(self, samples: int, scale: float, threads: int) -> None:
        self.samples = samples
        self.scale = scale
        self.scene = sc.new_scene(samples, threads)
        sc.add_camera(self.scene, 1, (16, 16))
        sc.add_lights(self.scene)
        if not cup_pattern.EMBOSS_FILE.exists():
            cup_pattern.main()
        self.cup = build_cup(self.scene, cup_pattern.EMBOSS_FILE)
        self.parts = [o for o in bpy.data.objects if o.type == "MESH"]
        self.table = sc.add_plane(120, 0, sc.table_bounce())

    def place(self, pose: Pose) -> Vector:
        """Move the cup into the pose; returns its centre in world units."""
        to_centre = pose.rotation() @ Matrix.Translation((0, 0, -CENTRE))
        height = pose.height if pose.height is not None else 0.02 - self._lowest(to_centre)
        centre = Vector((pose.x, pose.y, height))
        self.cup.matrix_world = Matrix.Translation(centre) @ to_centre
        bpy.context.view_layer.update()
        if pose.height is not None and (gap := self._lowest(self.cup.matrix_world)) < 0:
            raise ValueError(f"{pose.name} dips {-gap:.2f} units below the table")
        return centre

    def _lowest(self, matrix: Matrix) -> float:
        """Lowest z of the cup's big parts under the matrix."""
        lowest = math.inf
        for part in self.parts:
            if part.name.startswith("stitch"):
                continue
            points = np.empty(len(part.data.vertices) * 3, np.float32)
            part.data.vertices.foreach_get("co", points)
            row = matrix[2]
            z = points.reshape(-1, 3) @ np.array(row[:3], np.float32) + row[3]
            lowest = min(lowest, float(z.min()))
        return lowest

    def _show(self, cup: bool) -> None:
        self.table.visible_camera = not cup
        self.table.is_shadow_catcher = not cup
        for part in self.parts:
            part.visible_camera = cup

    def render_cup(self, centre: Vector, path: Path) -> float:
        """Cup layer, centred on the cup."""
        self._show(cup=True)
        size = int(FRAME_PX * self.scale)
        self.scene.cycles.samples = self.samples
        sc.aim_camera(self.scene, FRAME_PX / PIXELS_PER_UNIT, (size, size), tuple(centre))
        return sc.render(self.scene, path)

    def render_shadow(self, centre: Vector, path: Path) -> float:
        """Shadow layer, centred on shadow_middle(centre)."""
        self._show(cup=False)
        size = int(SHADOW_PX * self.scale)
        self.scene.cycles.samples = SHADOW_SAMPLES
        sc.aim_camera(self.scene, SHADOW_FRAME_UNITS, (size, size), tuple(shadow_middle(centre)))
        return sc.render(self.scene, path)


def shadow_middle(centre: Vector) -> Vector:
    """Where the lamp throws the shadow of the cup's centre onto the table, world units."""
    lamp = Vector(sc.LAMP_POSITION)
    return Vector((centre.x - lamp.x / lamp.z * centre.z, centre.y - lamp.y / lamp.z * centre.z, 0))


def describe(pose: Pose, centre: Vector) -> dict:
    """The frame's entry of cup.json (pixels, x right, y down)."""
    rotation = pose.rotation()
    axis = rotation @ Vector((0, 0, 1))
    mouth = axis * CENTRE
    offset = project(centre)
    rest = project(Vector((0, 0, CENTRE)))
    shadow = project(shadow_middle(centre) - centre)
    scale = SHADOW_FRAME_UNITS * PIXELS_PER_UNIT / SHADOW_PX
    direction = project(axis)
    length = math.hypot(*direction) or 1.0
    radius = MOUTH_RADIUS * PIXELS_PER_UNIT

    def rounded(values: tuple[float, ...]) -> list[float]:
        return [round(v, 2) for v in values]

    return {
        "id": pose.name,
        "group": pose.group,
        "file": f"{pose.name}.webp",
        "anchor": [FRAME_PX / 2, FRAME_PX / 2],
        "offset": rounded((offset[0] - rest[0], offset[1] - rest[1])),
        "duration_ms": pose.duration_ms,
        "mouth": {
            "position": rounded(project(mouth)),
            "direction": rounded((direction[0] / length, direction[1] / length)),
            "axis": [round(v, 4) for v in axis],
            "half_width": round(radius, 1),
            "open_to_viewer": round(
                axis.y * -math.sin(CAMERA_TILT) + axis.z * math.cos(CAMERA_TILT), 3
            ),
        },
        "shadow": {
            "file": f"{pose.name}_shadow.webp",
            "scale": round(scale, 4),
            "offset": rounded(shadow),
            "size": [SHADOW_PX, SHADOW_PX],
        },
    }


def publish(cup_png: Path, shadow_png: Path, name: str) -> None:
    """Rendered PNGs -> WebP quality 90 under assets/sprites/cup."""
    layers = {name: Image.open(cup_png), f"{name}_shadow": clean_shadow(Image.open(shadow_png))}
    for stem, image in layers.items():
        image.save(OUT / f"{stem}.webp", quality=90, method=6, alpha_quality=100)


def render_twice(studio: CupStudio, chosen: set[str], skip_existing: bool) -> None:
    """Render the chosen cups for large windows -> WebP under assets/sprites/cup_2x."""
    TWICE_RENDERED.mkdir(parents=True, exist_ok=True)
    TWICE_OUT.mkdir(parents=True, exist_ok=True)
    for pose in POSES:
        if chosen and pose.name not in chosen:
            continue
        path = TWICE_RENDERED / f"{pose.name}.png"
        if not (skip_existing and path.exists()):
            print(f"{path.name}: {studio.render_cup(studio.place(pose), path):.1f} s", flush=True)
        out = TWICE_OUT / f"{pose.name}.webp"
        Image.open(path).save(out, quality=TWICE_QUALITY, method=6, alpha_quality=100)


def main() -> None:
    """Render the chosen poses and write cup.json for all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=32)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="0.5 = quick half-size preview (not for shipping)"
    )
    parser.add_argument("--only", default="", help="comma separated frame ids")
    parser.add_argument("--skip-existing", action="store_true")
    parser.add_argument("--twice", action="store_true", help="the cups alone, for large windows")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    chosen = set(filter(None, arguments.only.split(",")))
    if arguments.twice:
        studio = CupStudio(arguments.samples, 2.0, arguments.threads)
        render_twice(studio, chosen, arguments.skip_existing)
        return
    RENDERED.mkdir(parents=True, exist_ok=True)
    OUT.mkdir(parents=True, exist_ok=True)
    studio = CupStudio(arguments.samples, arguments.scale, arguments.threads)
    frames = []
    for pose in POSES:
        centre = studio.place(pose)
        frames.append(describe(pose, centre))
        cup_png, shadow_png = RENDERED / f"{pose.name}.png", RENDERED / f"{pose.name}_shadow.png"
        if chosen and pose.name not in chosen:
            continue
        for path, renderer in ((cup_png, studio.render_cup), (shadow_png, studio.render_shadow)):
            if not (arguments.skip_existing and path.exists()):
                print(f"{path.name}: {renderer(centre, path):.1f} s", flush=True)
        publish(cup_png, shadow_png, pose.name)
    document = {"pixels_per_unit": PIXELS_PER_UNIT, "frame_px": FRAME_PX, "frames": frames}
    (WORK / "cup.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
