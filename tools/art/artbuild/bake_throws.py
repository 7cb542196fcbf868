"""Bake throws with Bullet into var/art/throws.npz.

    python -m artbuild.bake_throws [--counts 200,150,150,150,320] [--seconds 900]

The n-th count is for n dice; with 0 that kind is not baked, and `artbuild.export_throws` keeps the
throws of it that the game has. Lengths in half edges of a die; Bullet itself works on bodies of 0.2
(SCALE). A throw is kept only if it is short, ends still and flat, apart, and inside the throwing
area, and if no two dice ever overlap.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pybullet as bullet
from cachoart.geometry import FACES, quaternion_matrix
from cachoart.throws import AREA, FRAME_RATE, MOUTH, REST_GAP, Impact, Throw, pack, rest_gaps
from numpy.typing import NDArray

from artbuild import WORK
from artbuild.die_mesh import face_surface
from artbuild.overlap import deepest_overlap

Array = NDArray[np.float64]

SCALE = 0.1
"""Bullet metres per unit."""
GRAVITY = 9.81 / 0.020
"""Units/s^2 of a die with 20 mm per unit: 1.6 times slower than a 16 mm die, which reads
better on a screen.
"""
SUBSTEPS = 12
MASS = 0.004
RESTITUTION, FRICTION = 0.55, 0.42
MAX_SECONDS = 1.2
STILL_FRAMES = 10
"""The last 0.15 s (and a little more) do not move."""
STILL_SPEED = 0.05
IMPACT_THRESHOLD = 2.5
IMPACT_GAP = 0.03
MAX_TILT = math.radians(1.0)
MAX_OVERLAP = 0.05
SPEED = (10, 22)
"""Units/s at the mouth of the cup."""
SPEED_SPREAD, SIDE_SPEED = 0.15, 6.0
REAR_BOOST = -0.10
"""Each row further back in the cup starts this much faster."""
FAN = 7.0
"""Sideways speed per unit of sideways place in the cup, 1/s."""
CUP_SPEED = 1.0
"""Speed inside the cup relative to the throw's speed."""
POUR_AXIS = np.array([0.9467, -0.1736, -0.2715])
"""Axis of the cup in the frame pour_7 (see cup.json)."""
PART_WITHIN, PART_STRENGTH = 3.0, 0.22
"""Units, and share of the weight."""
SETTLE_SPEED, SETTLE_SPIN = 3.0, 5.0
"""Below these (units/s, rad/s) a die that lies flat is braked hard: no gliding, no slow turning."""
SETTLE_FLATNESS = 0.97
SETTLE_BRAKE = 0.90
"""Speed kept per substep while braking."""


@dataclass
class _RejectedError(Exception):
    reason: str


def _connect() -> None:
    bullet.connect(bullet.DIRECT)


def _build_world() -> int:
    bullet.resetSimulation()
    bullet.setGravity(0, 0, -GRAVITY * SCALE)
    bullet.setPhysicsEngineParameter(
        fixedTimeStep=1 / (FRAME_RATE * SUBSTEPS),
        numSubSteps=0,
        numSolverIterations=60,
        contactBreakingThreshold=0.002,
    )
    shape = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=[9, 9, 0.5])
    floor = bullet.createMultiBody(0, shape, basePosition=[0, 0, -0.5 - SCALE])
    bullet.changeDynamics(
        floor, -1, restitution=RESTITUTION, lateralFriction=FRICTION, rollingFriction=0
    )
    return floor


def _hull_points() -> list[list[float]]:
    points = np.concatenate([face_surface(face, 9).reshape(-1, 3) for face in FACES])
    return (np.unique(np.round(points, 4), axis=0) * SCALE).tolist()


@dataclass
class _Die:
    """A body and how it leaves the cup (velocity in units/s, spin in rad/s)."""

    body: int
    cup_speed: float
    velocity: Array
    spin: Array
    released: bool = False

    def guide(self) -> None:
        """Inside the cup: straight along its axis, without turning. At the mouth: let go."""
        if self.released:
            return
        place = np.array(bullet.getBasePositionAndOrientation(self.body)[0]) / SCALE
        if (place - MOUTH) @ POUR_AXIS < 0:
            bullet.resetBaseVelocity(
                self.body, (POUR_AXIS * self.cup_speed * SCALE).tolist(), [0, 0, 0]
            )
        else:
            bullet.resetBaseVelocity(
                self.body, (self.velocity * SCALE).tolist(), self.spin.tolist()
            )
            self.released = True


def _add_dice(count: int, rng: np.random.Generator) -> list[_Die]:
    """Dice stacked two by two inside the cup."""
    shape = bullet.createCollisionShape(bullet.GEOM_MESH, vertices=_hull_points())
    aim = np.array([rng.uniform(-1.5, 4.5), rng.uniform(-1.6, 1.6), 0.0])
    ahead = aim - np.array(MOUTH)
    ahead[2] = 0
    ahead /= np.linalg.norm(ahead)
    across = np.array([-ahead[1], ahead[0], 0])
    side = np.cross([0, 0, 1], POUR_AXIS)
    side /= np.linalg.norm(side)
    frame = np.stack([POUR_AXIS, side, np.cross(POUR_AXIS, side)], 1)
    speed = rng.uniform(*SPEED)
    lonely = count % 2
    dice = []
    for i in range(count):
        row = (i + lonely) // 2
        lateral = 0.0 if lonely and i == 0 else (1.25 if (i + lonely) % 2 else -1.25)
        place = (
            np.array(MOUTH) - POUR_AXIS * (0.9 + 2.4 * row) + side * (lateral + rng.normal(0, 0.05))
        )
        body = _add_body(shape, place, frame @ _small_turn(rng, 0.12))
        velocity = (
            ahead * speed * (1 + REAR_BOOST * row + rng.normal(0, SPEED_SPREAD))
            + [0, 0, rng.uniform(-8, 4)]
            + across * (FAN * lateral + rng.normal(0, SIDE_SPEED))
        )
        spin = np.cross([0, 0, 1], ahead) * speed * rng.uniform(0.4, 0.9) + rng.normal(0, 8, 3)
        dice.append(_Die(body, speed * CUP_SPEED, velocity, spin))
    return dice


def _add_body(shape: int, place: Array, turn: Array) -> int:
    """A die at a place (units) with a die-to-world rotation."""
    body = bullet.createMultiBody(
        MASS, shape, basePosition=(place * SCALE).tolist(), baseOrientation=_bullet_quaternion(turn)
    )
    bullet.changeDynamics(
        body,
        -1,
        restitution=RESTITUTION,
        lateralFriction=FRICTION,
        rollingFriction=0.0004 * SCALE,
        spinningFriction=0.0010 * SCALE,
        linearDamping=0.02,
        angularDamping=0.06,
        localInertiaDiagonal=[2 / 3 * MASS * SCALE * SCALE] * 3,
        ccdSweptSphereRadius=0.5 * SCALE,
    )
    return body


def _small_turn(rng: np.random.Generator, spread: float) -> Array:
    q = np.array([1, *rng.normal(0, spread, 3)])
    return quaternion_matrix(q / np.linalg.norm(q))


def _bullet_quaternion(matrix: Array) -> list[float]:
    """Rotation matrix -> x, y, z, w."""
    w = math.sqrt(max(0.0, 1 + np.trace(matrix))) / 2
    if w < 1e-6:
        return [1.0, 0.0, 0.0, 0.0]
    m = matrix
    return [
        (m[2, 1] - m[1, 2]) / 4 / w,
        (m[0, 2] - m[2, 0]) / 4 / w,
        (m[1, 0] - m[0, 1]) / 4 / w,
        w,
    ]


def _lean(body: int) -> None:
    """A gentle dish: outside the middle of the area the table pulls a fast die inwards, too
    little to notice.
    """
    place = np.array(bullet.getBasePositionAndOrientation(body)[0])
    x, y = place[:2] / SCALE
    velocity = np.array(bullet.getBaseVelocity(body)[0]) / SCALE
    if x < MOUTH[0] or velocity[0] ** 2 + velocity[1] ** 2 < 9:
        return
    pull_x = -0.34 * np.clip((x - 4.5) / 4, 0, 1) + 0.42 * np.clip((-2.2 - x) / 3, 0, 1)
    pull_y = -0.40 * np.clip((abs(y) - 2.8) / 1.8, 0, 1) * np.sign(y)
    force = np.array([pull_x, pull_y, 0]) * MASS * GRAVITY * SCALE
    bullet.applyExternalForce(body, -1, force.tolist(), place.tolist(), bullet.WORLD_FRAME)


def _part(bodies: list[int]) -> None:
    """Push moving dice that come near each other on the table apart a little, so that they do
    not end touching.
    """
    poses = np.array([bullet.getBasePositionAndOrientation(body)[0] for body in bodies]) / SCALE
    speeds = np.array([bullet.getBaseVelocity(body)[0] for body in bodies]) / SCALE
    for i, j in itertools.combinations(range(len(bodies)), 2):
        apart = poses[i, :2] - poses[j, :2]
        distance = float(np.hypot(*apart))
        if (
            distance > PART_WITHIN
            or max(poses[i, 2], poses[j, 2]) > 1.5
            or min(poses[i, 0], poses[j, 0]) < AREA[0]
        ):
            continue
        push = np.array([*(apart / distance), 0]) * PART_STRENGTH * MASS * GRAVITY * SCALE
        for k, sign in ((i, 1), (j, -1)):
            if np.hypot(*speeds[k, :2]) > SETTLE_SPEED:
                bullet.applyExternalForce(
                    bodies[k],
                    -1,
                    (push * sign).tolist(),
                    (poses[k] * SCALE).tolist(),
                    bullet.WORLD_FRAME,
                )


def _settle(body: int) -> None:
    """Brake a slow, nearly flat die on the table; the fall onto the face itself stays free."""
    position, q = bullet.getBasePositionAndOrientation(body)
    velocity, spin = (np.array(v) for v in bullet.getBaseVelocity(body))
    slow = np.hypot(*velocity[:2]) < SETTLE_SPEED * SCALE and np.linalg.norm(spin) < SETTLE_SPIN
    if not slow or position[2] > 0.12 * SCALE:
        return
    matrix = np.array(bullet.getMatrixFromQuaternion(q)).reshape(3, 3)
    if np.abs(matrix[2]).max() < SETTLE_FLATNESS:
        return
    velocity[:2] *= SETTLE_BRAKE
    spin[2] *= SETTLE_BRAKE
    spin[:2] *= 0.985
    bullet.resetBaseVelocity(body, velocity.tolist(), spin.tolist())


class _ImpactLog:
    """Collects hits, at most one per pair of bodies within IMPACT_GAP."""

    def __init__(self, floor: int) -> None:
        self.floor = floor
        self.impacts: list[Impact] = []
        self._last: dict[tuple[int, int], float] = {}

    def record(self, now: float) -> None:
        """Look at the contacts of the last substep."""
        for contact in bullet.getContactPoints():
            pair = (contact[1], contact[2])
            strength = contact[9] / (MASS * SCALE * FRAME_RATE * SUBSTEPS)
            if strength > IMPACT_THRESHOLD and now - self._last.get(pair, -1) > IMPACT_GAP:
                self._last[pair] = now
                self.impacts.append(
                    Impact(
                        round(now, 4),
                        self.floor not in pair,
                        round(strength, 1),
                        round(contact[5][0] / SCALE, 2),
                    )
                )


def simulate(seed: int, count: int) -> Throw:
    """One throw; raises _RejectedError if it is not good enough."""
    rng = np.random.default_rng([seed, count])
    log = _ImpactLog(_build_world())
    dice = _add_dice(count, rng)
    bodies = [die.body for die in dice]
    frames: list[list[list[float]]] = []
    still = 0
    while still < STILL_FRAMES:
        if len(frames) > MAX_SECONDS * FRAME_RATE:
            raise _RejectedError("too long")
        frames.append([_pose(body) for body in bodies])
        for substep in range(SUBSTEPS):
            for die in dice:
                die.guide()
            _part(bodies)
            for body in bodies:
                _lean(body)
                _settle(body)
            bullet.stepSimulation()
            log.record((len(frames) - 1 + substep / SUBSTEPS) / FRAME_RATE)
        if len(frames) == 45 and not _could_be_kept(bodies):
            raise _RejectedError("outside")
        still = still + 1 if all(_speed(body) < STILL_SPEED for body in bodies) else 0
    return _checked(np.array(frames), log.impacts, seed)


def _pose(body: int) -> list[float]:
    position, (x, y, z, w) = bullet.getBasePositionAndOrientation(body)
    return [p / SCALE for p in position] + [w, x, y, z]


def _speed(body: int) -> float:
    velocity, spin = bullet.getBaseVelocity(body)
    return max(np.linalg.norm(velocity) / SCALE, np.linalg.norm(spin))


def _could_be_kept(bodies: list[int]) -> bool:
    """Early test: every die is near the throwing area."""
    x0, x1, y0, y1 = AREA
    places = np.array([_pose(body)[:2] for body in bodies])
    return bool(((places > (x0 - 1, y0 - 1)) & (places < (x1 + 1, y1 + 1))).all())


def _checked(frames: Array, impacts: list[Impact], seed: int) -> Throw:
    """Continuous quaternion signs and an exactly flat end; raises _RejectedError for a bad end."""
    positions, quaternions = frames[..., :3], frames[..., 3:]
    flips = np.where((quaternions[1:] * quaternions[:-1]).sum(-1) < 0, -1.0, 1.0)
    quaternions[1:] *= np.cumprod(flips, axis=0)[..., None]
    end = positions[-1]
    flatness = np.abs(quaternion_matrix(quaternions[-1])[:, 2]).max(-1)
    if flatness.min() < math.cos(MAX_TILT) or np.abs(end[:, 2]).max() > 0.05:
        raise _RejectedError("tilted or stacked")
    x0, x1, y0, y1 = AREA
    if not ((end[:, :2] >= (x0, y0)) & (end[:, :2] <= (x1, y1))).all():
        raise _RejectedError("outside")
    distance, sprite_gap = rest_gaps(end)
    if distance < REST_GAP or sprite_gap < 1:
        raise _RejectedError("touching")
    throw = Throw(positions, quaternions, tuple(impacts), seed)
    if deepest_overlap(throw) > MAX_OVERLAP:
        raise _RejectedError("overlapping")
    return throw


def bake(count: int, wanted: int, deadline: float) -> list[Throw]:
    """Throws of `count` dice until there are enough or the time is over."""
    kept: list[Throw] = []
    reasons: Counter[str] = Counter()
    seed = 0
    while len(kept) < wanted and time.perf_counter() < deadline:
        try:
            kept.append(simulate(seed, count))
        except _RejectedError as rejection:
            reasons[rejection.reason] += 1
        seed += 1
    lengths = [t.duration for t in kept] or [0]
    print(
        f"{count} dice: kept {len(kept)} of {seed} {dict(reasons)}, "
        f"{min(lengths):.2f}-{max(lengths):.2f} s",
        flush=True,
    )
    return kept


def main() -> None:
    """Bake all counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--counts", default="200,150,150,150,320")
    parser.add_argument("--seconds", type=float, default=900)
    arguments = parser.parse_args()
    _connect()
    throws = []
    counts = [int(c) for c in arguments.counts.split(",")]
    start = time.perf_counter()
    effort = np.cumsum([wanted * dice**2 for dice, wanted in enumerate(counts, 1)])
    for dice, wanted in enumerate(counts, 1):
        throws += bake(dice, wanted, start + arguments.seconds * effort[dice - 1] / effort[-1])
    folder = WORK
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "throws.npz", **pack(throws))


if __name__ == "__main__":
    main()
