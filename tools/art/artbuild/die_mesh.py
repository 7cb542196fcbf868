"""Surface of the die for the physics and for the offline renderer."""

from __future__ import annotations

import numpy as np
from cachoart.geometry import (
    ACE_DEPTH,
    ACE_RADIUS,
    CORNER_RADIUS,
    FACES,
    PIP_DEPTH,
    PIP_RADIUS,
    PIPS,
)
from numpy.typing import NDArray

Array = NDArray[np.float64]


def _smoothstep(edge0: float, edge1: float, x: Array) -> Array:
    t = np.clip((x - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)


def face_grid(n: int) -> tuple[Array, Array]:
    """Face coordinates u, v of an n x n grid, -1..1."""
    t = np.linspace(-1, 1, n)
    return tuple(np.meshgrid(t, t))


def face_surface(face: int, n: int) -> Array:
    """Points (n, n, 3) of one face of the rounded cube, without pips."""
    normal, u_axis, v_axis = (np.array(vector, float) for vector in FACES[face])
    u, v = face_grid(n)
    cube = normal + u[..., None] * u_axis + v[..., None] * v_axis
    core = np.clip(cube, -(1 - CORNER_RADIUS), 1 - CORNER_RADIUS)
    outward = cube - core
    return core + CORNER_RADIUS * outward / np.linalg.norm(outward, axis=-1, keepdims=True)


def pip_maps(face: int, n: int) -> tuple[Array, Array]:
    """(paint 0..1, depth in units) of the pips on the face's grid."""
    u, v = face_grid(n)
    radius, depth = (ACE_RADIUS, ACE_DEPTH) if face == 1 else (PIP_RADIUS, PIP_DEPTH)
    paint, dent = np.zeros_like(u), np.zeros_like(u)
    for cu, cv in PIPS[face]:
        distance = np.hypot(u - cu, v - cv)
        paint = np.maximum(paint, 1 - _smoothstep(radius - 0.035, radius + 0.002, distance))
        bowl = depth * np.clip(1 - (distance / radius) ** 2, 0, 1)
        dent = np.maximum(dent, bowl * _smoothstep(radius + 0.01, radius - 0.05, distance))
    return paint, dent
