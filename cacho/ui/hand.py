"""The cup in the hand: it follows the pointer, rattles as it is shaken, pours or slams.

Owns what a hand does between taking up the cup and the throw, and between the slam and the lift.
Both are live: unlike a timeline they depend on what the player does meanwhile, but they advance in
the same fixed steps, so the same movement gives the same picture. Must not roll: the table does.

Lengths are units of the page, speeds units a second.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from cacho.engine import State
from cacho.ui import choreography as moves
from cacho.ui import timeline as tl
from cacho.ui.pose import Pose
from cacho.ui.timeline import Cue, Player

REACH: Final = 170.0
"""How far the cup goes from its place."""
STIFF: Final = 190.0
"""How eagerly it follows the pointer: the square of a spring's angular speed."""
DAMPED: Final = 20.0
LIVELY: Final = 1500.0
"""A cup moved this fast rattles at full strength."""
STEADY: Final = 0.62
"""Strength of a shake by a key or a short press, which has no movement of its own."""
FADES: Final = 3.2
"""The rattle dies away at this rate a second when the hand stops."""
FLICK: Final = 150.0
"""Pulled down this far within FLICK_SECONDS the cup is slammed."""
FLICK_SECONDS: Final = 0.14
LIFT_WAY: Final = 210.0
"""Moving up this far lifts the slammed cup all the way."""
LIFT_SECONDS: Final = 0.45
"""A cup that is let go of is lifted in this time."""
PAUSE: Final = 0.22
"""Before a cup that nobody holds is lifted it stands a moment."""


class Hand:
    """Shakes the cup until the table takes the dice from it."""

    def __init__(self, pose: Pose, state: State) -> None:
        gather = moves.gather(pose, state)
        if pose.grid < 1:  # the # is not finished: it goes on while the cup is taken up
            gather = tl.par(gather, moves.draw_grid(pose.grid))
        self._gather = Player(gather, pose)
        self._grab: tuple[float, float] | None = None
        self._goal = (0.0, 0.0)
        self._at = (0.0, 0.0)
        self._speed = (0.0, 0.0)
        self._phase = 0.0
        self._trail: list[tuple[float, float]] = []
        self.time = 0.0
        self.held = True
        self.steady = True
        """Whether it shakes by itself; False once the pointer moves it."""
        outside = any(die is not None for die in pose.dice)
        self._filled = moves.GATHER if outside else moves.TAKE
        """When all dice are in the cup, seconds from taking it up."""
        self._quiet = moves.GATHER - moves.INTO_CUP_AFTER if outside else 0.0
        """How long nothing can rattle: until there are two dice in the cup."""
        self.strength = 0.0 if outside else STEADY
        """How hard it is being shaken, 0..1."""

    def grab(self, x: float, y: float) -> None:
        """Take hold with the pointer at a place of the page."""
        self._grab = (x, y)

    def drag(self, x: float, y: float) -> bool:
        """Follow the pointer; True if it was pulled down like a slam."""
        if self._grab is None:
            return False
        dx, dy = x - self._grab[0], y - self._grab[1]
        if math.hypot(dx, dy) > 24:
            self.steady = False
        reach = max(1.0, math.hypot(dx, dy) / REACH)
        self._goal = (dx / reach, dy / reach)
        self._trail = [(t, v) for t, v in self._trail if self.time - t <= FLICK_SECONDS]
        self._trail.append((self.time, dy))
        return dy - min(v for _, v in self._trail) >= FLICK and dy > FLICK / 2

    @property
    def ready(self) -> bool:
        """Whether even a short press has shaken long enough."""
        return self.time >= self._filled + moves.SHAKE_LEAST

    def step(self, seconds: float) -> list[Cue]:
        """Advance by a fixed step; return the sounds of gathering that fell due."""
        self.time += seconds
        (x, y), (u, v), (gx, gy) = self._at, self._speed, self._goal
        u += (STIFF * (gx - x) - DAMPED * u) * seconds
        v += (STIFF * (gy - y) - DAMPED * v) * seconds
        self._at, self._speed = (x + u * seconds, y + v * seconds), (u, v)
        wanted = STEADY if self.steady else min(1.0, math.hypot(u, v) / LIVELY)
        if self.time < self._quiet:
            wanted = 0.0  # nothing rattles before it is in the cup
        fading = self.strength - FADES * seconds
        self.strength = max(wanted, fading, 0.0)
        if self.time > self._filled:
            self._phase += seconds / moves.SHAKE_FRAME * (0.25 + 1.1 * self.strength)
        return self._gather.step(seconds)

    def pose(self) -> Pose:
        """Return the table with the cup in the hand."""
        pose = self._gather.pose()
        x, y = self._at
        if self.time < self._filled:
            cup = replace(pose.cup, dx=pose.cup.dx + x, dy=pose.cup.dy + y)
        else:
            cup = moves.shaken(self._phase, self.time - self._filled, self._at)
        return replace(pose, cup=cup)


class Cover:
    """The slammed cup over the dice: lifted as slowly as one dares."""

    def __init__(self, standing: Pose, under: Pose, held: bool) -> None:
        self._standing, self._under = standing, under
        """The table while the cup hides the dice, and with them close together under it."""
        self._grab: float | None = None
        self.held = held
        self.lift = 0.0
        """0 down, 1 lifted."""
        self.time = 0.0

    def drag(self, y: float) -> None:
        """Lift as far as the pointer has moved up since the slam."""
        if self._grab is None:
            self._grab = y
        if self.held:
            self._grab = max(self._grab, y)
            self.lift = min(1.0, max(0.0, (self._grab - y) / LIFT_WAY))

    def step(self, seconds: float) -> None:
        """Lift by itself once nobody holds it."""
        self.time += seconds
        if not self.held and self.time >= PAUSE:
            self.lift = min(1.0, self.lift + seconds / LIFT_SECONDS)

    @property
    def done(self) -> bool:
        """Whether the dice can be seen."""
        return self.lift >= 1.0

    def pose(self) -> Pose:
        """Return the table with the cup over the dice, as far as it is lifted."""
        cup = moves.lifted(self.lift)
        return replace(self._standing if cup.group == "slam" else self._under, cup=cup)
