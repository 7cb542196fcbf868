"""Cycles pictures for the run-time die: a sphere of each material (matcaps) and the die's shadow
at rest.

python -m artbuild.die_render      writes var/art/die/*.png; then run artbuild.matcaps
"""

from __future__ import annotations

import math

import bpy
import numpy as np
from cachoart.geometry import FACES
from mathutils import Quaternion

from artbuild import WORK
from artbuild import scene as sc
from artbuild.die_mesh import face_surface

OUT = WORK / "die"
MATCAP_PX, MATCAP_SAMPLES = 256, 96
SHADOW_PX, SHADOW_UNITS, SHADOW_SAMPLES = 384, 4.95, 40
SHADOW_YAWS = tuple(8 + 22.5 * k for k in range(4))
"""Degrees; a die's shadow repeats every 90."""

MATERIALS = {
    "ivory": {
        "color": (0.83, 0.755, 0.60),
        "roughness": 0.32,
        "Subsurface_Weight": 0.22,
        "Subsurface_Radius": (1, 0.55, 0.28),
        "Subsurface_Scale": 0.12,
        "Coat_Weight": 0.4,
        "Coat_Roughness": 0.12,
    },
    "pip": {"color": (0.012, 0.010, 0.010), "roughness": 0.58},
    "ace": {"color": (0.34, 0.012, 0.010), "roughness": 0.58},
}


def render_matcaps() -> None:
    """The game's lights on a sphere of bone, of black paint, of red paint."""
    scene = sc.new_scene(MATCAP_SAMPLES)
    sc.add_camera(scene, 2.0, (MATCAP_PX, MATCAP_PX))
    sc.add_lights(scene)
    sc.add_plane(60, -1, sc.table_bounce()).visible_camera = False
    bpy.ops.mesh.primitive_uv_sphere_add(radius=1.0, segments=128, ring_count=64)
    sphere = bpy.context.object
    for polygon in sphere.data.polygons:
        polygon.use_smooth = True
    sphere.data.materials.append(None)
    for name, values in MATERIALS.items():
        sphere.data.materials[0] = sc.plain_material(name, **values)
        print(name, round(sc.render(scene, OUT / f"matcap_{name}.png"), 1), "s", flush=True)


def _add_die(scene: bpy.types.Scene, n: int = 60) -> bpy.types.Object:
    grids = [face_surface(face, n).reshape(-1, 3) for face in FACES]
    cell = np.arange(n * n).reshape(n, n)
    quads = np.stack([cell[:-1, :-1], cell[:-1, 1:], cell[1:, 1:], cell[1:, :-1]], -1).reshape(
        -1, 4
    )
    faces = np.concatenate([quads + k * n * n for k in range(len(grids))])
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(np.concatenate(grids).tolist(), [], faces.tolist())
    die = bpy.data.objects.new("die", mesh)
    scene.collection.objects.link(die)
    die.rotation_mode = "QUATERNION"
    return die


def render_shadows() -> None:
    """Shadow-catcher layers of a die at rest, one per yaw."""
    scene = sc.new_scene(SHADOW_SAMPLES)
    sc.add_camera(scene, SHADOW_UNITS, (SHADOW_PX, SHADOW_PX))
    sc.add_lights(scene)
    die = _add_die(scene)
    die.visible_camera = False
    sc.add_plane(60, -1, sc.table_bounce()).is_shadow_catcher = True
    for k, yaw in enumerate(SHADOW_YAWS):
        die.rotation_quaternion = Quaternion((0, 0, 1), math.radians(yaw))
        print("shadow", k, round(sc.render(scene, OUT / f"shadow_{k}.png"), 1), "s", flush=True)


def main() -> None:
    """Render everything."""
    OUT.mkdir(parents=True, exist_ok=True)
    render_matcaps()
    render_shadows()


if __name__ == "__main__":
    main()
