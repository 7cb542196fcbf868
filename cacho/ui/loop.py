"""The clock of the game: fixed steps, late frames dropped, a nap when nothing moves.

Owns *when* things happen. The world is told to advance in equal steps however fast or slow frames
come, so the same presses give the same game at any frame rate; a machine that falls behind skips
pictures, never time. Clock and sleep come from outside: a test turns them by hand.

Must not know scenes, pixels or pygame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

STEP: Final = 1 / 120
"""Seconds of one step of the world."""
CATCH_UP: Final = 0.10
"""At most this many seconds of motion are made up for after a hitch."""
FRAME: Final = 1 / 60
AWAKE_SECONDS: Final = 2.0
"""After a press, or anything that happened by itself, the loop listens more often for this long."""
DROWSY_SECONDS: Final = 8.0
"""After this long nobody is about to press anything: who thinks may think."""
NAP_AWAKE, NAP_STILL, NAP_DEEP, NAP_HIDDEN = 0.008, 0.033, 0.08, 0.2


class World(Protocol):
    """What the loop drives."""

    @property
    def running(self) -> bool:
        """False ends the loop."""
        ...

    @property
    def moving(self) -> bool:
        """Whether something on screen moves by itself."""
        ...

    @property
    def visible(self) -> bool:
        """Whether anybody can see the window."""
        ...

    @property
    def pace(self) -> float:
        """Seconds from one picture to the next while something moves."""
        ...

    def listen(self) -> bool:
        """Take what the players did; True if they did anything."""
        ...

    def step(self, seconds: float) -> None:
        """Advance by one fixed step."""
        ...

    def rest(self) -> bool:
        """Called while nothing moves, for what falls due by the clock; True if that is seen."""
        ...

    def draw(self, ahead: float, wait: Callable[[], None] = lambda: None) -> None:
        """Paint the picture `ahead` seconds after the last step, if it changed; `wait`; show it."""
        ...


class Loop:
    """Runs a world until it ends."""

    def __init__(
        self,
        world: World,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self._world = world
        self._clock = clock
        self._sleep = sleep
        self._last = clock()
        self._owed = 0.0
        self._due = self._last
        self._stirred = self._last

    def run(self) -> None:
        """Go on until the world stops running."""
        while self._world.running:
            self.turn()

    def turn(self) -> None:
        """Do one round: listen, advance, draw, sleep."""
        world = self._world
        if world.listen():
            self._stirred = self._clock()
        self._advance()
        if not world.running:
            return
        if world.moving and world.visible:
            self._frame()
        else:
            if world.visible:
                world.draw(0.0)
            self._pause()

    def _advance(self) -> None:
        world, now = self._world, self._clock()
        if not world.moving:
            self._owed = 0.0
            if world.rest():
                self._stirred = now
        else:
            self._owed = min(self._owed + now - self._last, CATCH_UP)
            # the tolerance keeps 60 frames a second at two steps each in spite of rounding
            while self._owed >= STEP - 1e-9 and world.moving:
                world.step(STEP)
                self._owed = max(0.0, self._owed - STEP)
        self._last = now

    def _frame(self) -> None:
        """Paint the next picture at once, and show it when it is due.

        So pictures that are quick to paint and pictures that are slow come at the same pace.
        """
        now = self._clock()
        # a late frame is dropped, not made up for
        self._due = max(self._due + self._world.pace, now)
        self._world.draw(self._owed + self._due - now, self._until_due)
        self._until_due()

    def _until_due(self) -> None:
        left = self._due - self._clock()
        if left > 0:
            self._sleep(left)

    def _pause(self) -> None:
        world, now = self._world, self._clock()
        self._due = now
        if not world.visible:
            self._sleep(NAP_HIDDEN)
        else:
            self._sleep(_nap(now - self._stirred))
        if not world.moving:
            self._last = self._clock()  # time asleep is not time owed


def _nap(quiet: float) -> float:
    """Return how long to sleep when nothing has happened for `quiet` seconds."""
    if quiet < AWAKE_SECONDS:
        return NAP_AWAKE
    return NAP_STILL if quiet < DROWSY_SECONDS else NAP_DEEP
