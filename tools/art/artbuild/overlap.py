"""How far dice penetrate each other: distances between rounded cubes by alternating projections."""

from __future__ import annotations

import itertools

import numpy as np
from cachoart.geometry import CORNER_RADIUS, quaternion_matrix
from cachoart.throws import Throw
from numpy.typing import NDArray

Array = NDArray[np.float64]

_CORE = 1 - CORNER_RADIUS
_NEAR = 2 * (np.sqrt(3) * _CORE + CORNER_RADIUS)
_ROUNDS = 60


def _project(points: Array, centres: Array, rotations: Array) -> Array:
    """Nearest points of the inner cubes."""
    local = np.einsum("nji,nj->ni", rotations, points - centres)
    return centres + np.einsum("nij,nj->ni", rotations, np.clip(local, -_CORE, _CORE))


def deepest_overlap(throw: Throw) -> float:
    """Largest penetration of two dice in any frame, units; negative if they never touch."""
    rotations = quaternion_matrix(throw.quaternions)
    worst = -np.inf
    for i, j in itertools.combinations(range(throw.dice), 2):
        a, b = throw.positions[:, i], throw.positions[:, j]
        near = np.flatnonzero(np.linalg.norm(a - b, axis=1) < _NEAR)
        if not len(near):
            continue
        points = b[near]
        for _ in range(_ROUNDS):
            on_a = _project(points, a[near], rotations[near, i])
            points = _project(on_a, b[near], rotations[near, j])
        gap = np.linalg.norm(points - on_a, axis=1)
        worst = max(worst, float((2 * CORNER_RADIUS - gap).max()))
    return worst
