"""Baked throws: load, choose, relabel to the wanted faces, and sample at any time.

File format (var/art/throws.npz, zlib inside the npz):
  table   int32 (n, 6)   one row a throw: dice, frames, first motion value, first event, events,
                           seed
  motion  int16          per throw (dice, 7, frames) differences along the frames: x, y, z in
                           1/512 unit,
                         then the quaternion w, x, y, z in 1/32767
  events  float32 (m, 4) impacts: time in s, kind (0 wood, 1 die on die), change of speed in
                           units/s, x in units

Frames are 1/60 s apart. Units: half an edge of a die is 1; origin: middle of the throwing area, z
= 0 for a die
lying on the table. Time 0 is the last frame of the cup's pour; MOUTH is the middle of its mouth
then.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cachoart.geometry import cube_rotations, quaternion_matrix, top_face

Array = NDArray[np.float64]

DEFAULT_FILE = Path(__file__).resolve().parents[3] / "var" / "art" / "throws.npz"
FRAME_RATE = 60
POSITION_STEP = 1 / 512
QUATERNION_STEP = 1 / 32767
MOUTH = (-6.8, -1.6, 3.4)
AREA = (-5.4, 9.0, -5.0, 4.6)
"""Dice come to rest within x0, x1, y0, y1 (centres, units)."""
REST_GAP = 2.4
"""Smallest distance between the centres of two dice at rest, units."""
SPRITE_GAP = (2.42, 2.92)
"""Nor does a centre lie in the ellipse with these half axes (x, y) round another: pictures
hardly cover each other.
"""

_ROTATIONS = cube_rotations()


@dataclass(frozen=True)
class Impact:
    """One hit: when (s), on what, how hard (change of speed, units/s), where (x, units)."""

    time: float
    on_die: bool
    strength: float
    x: float


@dataclass(frozen=True)
class Throw:
    """Motion of some dice."""

    positions: Array
    """(frames, dice, 3), units"""
    quaternions: Array
    """(frames, dice, 4), w x y z, unit length, signs continuous in time"""
    impacts: tuple[Impact, ...]
    seed: int

    @property
    def dice(self) -> int:
        """Number of dice."""
        return self.positions.shape[1]

    @property
    def duration(self) -> float:
        """Seconds from the mouth of the cup to the last frame."""
        return (len(self.positions) - 1) / FRAME_RATE

    @cached_property
    def final_rotations(self) -> Array:
        """Die-to-world matrices at rest (dice, 3, 3)."""
        return quaternion_matrix(self.quaternions[-1])

    def labels(self, values: list[int], picks: list[int] | None = None) -> Array:
        """One cube rotation per die such that the final top faces are `values`; see relabel()."""
        picks = picks or [0] * self.dice
        return np.array(
            [relabel(r, v, p) for r, v, p in zip(self.final_rotations, values, picks, strict=True)]
        )

    def at(self, time: float) -> tuple[Array, Array]:
        """Positions (dice, 3) and die-to-world matrices (dice, 3, 3) at a time in seconds,
        before relabelling.
        """
        frame = min(max(time * FRAME_RATE, 0.0), len(self.positions) - 1.0)
        first = int(frame)
        second = min(first + 1, len(self.positions) - 1)
        t = frame - first
        q = self.quaternions[first] * (1 - t) + self.quaternions[second] * t
        q = q / np.linalg.norm(q, axis=-1, keepdims=True)
        return self.positions[first] * (1 - t) + self.positions[second] * t, quaternion_matrix(q)


def rest_gaps(places: Array) -> tuple[float, float]:
    """Of places at rest (dice, 2 or more): smallest distance in units, and in units of the
    SPRITE_GAP ellipse.
    """
    apart = [a[:2] - b[:2] for a, b in itertools.combinations(places, 2)]
    if not apart:
        return math.inf, math.inf
    return min(float(np.hypot(*d)) for d in apart), min(
        float(np.hypot(*(d / SPRITE_GAP))) for d in apart
    )


def relabel(final_rotation: Array, value: int, pick: int = 0) -> Array:
    """Cube rotation S such that final_rotation @ S has `value` on top.

    Use R(t) @ S at all times: the motion stays the same, only the labels turn. pick 0..3 chooses
    the side faces.
    """
    fitting = [s for s in _ROTATIONS if top_face(final_rotation @ s) == value]
    return fitting[pick % 4]


class ThrowLibrary:
    """All baked throws, unpacked one at a time."""

    def __init__(self, path: Path = DEFAULT_FILE) -> None:
        with np.load(path) as data:
            self._table = data["table"]
            self._motion = data["motion"]
            self._events = data["events"]
        self._rows = {
            int(n): np.flatnonzero(self._table[:, 0] == n) for n in np.unique(self._table[:, 0])
        }

    def count(self, dice: int) -> int:
        """How many throws there are with that many dice."""
        return len(self._rows.get(dice, ()))

    def get(self, dice: int, index: int) -> Throw:
        """Unpack throw number `index` of those with that many dice."""
        _, frames, start, first_event, events, seed = self._table[self._rows[dice][index]].tolist()
        values = self._motion[start : start + dice * 7 * frames].reshape(dice, 7, frames)
        values = np.cumsum(values, axis=2, dtype=np.int32).astype(float).transpose(2, 0, 1)
        quaternions = values[..., 3:] * QUATERNION_STEP
        quaternions /= np.linalg.norm(quaternions, axis=-1, keepdims=True)
        impacts = tuple(
            Impact(t, kind > 0.5, strength, x)
            for t, kind, strength, x in self._events[first_event : first_event + events].tolist()
        )
        return Throw(values[..., :3] * POSITION_STEP, quaternions, impacts, seed)


def pack(throws: list[Throw]) -> dict[str, NDArray]:
    """Arrays of the file format."""
    table, motion, events = [], [], []
    motion_at = event_at = 0
    for throw in throws:
        steps = np.concatenate(
            [throw.positions / POSITION_STEP, throw.quaternions / QUATERNION_STEP], -1
        )
        steps = np.diff(np.rint(steps).astype(np.int32), axis=0, prepend=0).transpose(1, 2, 0)
        if np.abs(steps).max() > 32767:
            raise ValueError(f"throw {throw.seed}: a step does not fit into 16 bits")
        table.append(
            (throw.dice, len(throw.positions), motion_at, event_at, len(throw.impacts), throw.seed)
        )
        motion.append(steps.astype(np.int16).ravel())
        events += [(i.time, float(i.on_die), i.strength, i.x) for i in throw.impacts]
        motion_at += steps.size
        event_at += len(throw.impacts)
    return {
        "table": np.array(table, np.int32),
        "motion": np.concatenate(motion),
        "events": np.array(events, np.float32).reshape(-1, 4),
    }
