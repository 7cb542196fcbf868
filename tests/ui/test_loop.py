"""The clock of the game: equal steps at any frame rate, no burst after a hitch, a nap at rest."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from cacho.ui import loop as loops
from cacho.ui.loop import STEP, Loop


@dataclass
class Turned:
    """A clock that sleeping turns; drawing costs `frame` seconds."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)


@dataclass
class Ball:
    """Rolls for a second when pressed."""

    clock: Turned
    presses: list[float] = field(default_factory=list)
    cost: Callable[[], float] = lambda: 0.0
    place: int = 0
    left: int = 0
    drawn: list[float] = field(default_factory=list)
    naps: int = 0
    acts_until: float = 0.0
    running: bool = True
    visible: bool = True

    @property
    def moving(self) -> bool:
        return self.left > 0

    @property
    def pace(self) -> float:
        return loops.FRAME

    def listen(self) -> bool:
        due = [at for at in self.presses if at <= self.clock.now]
        self.presses = [at for at in self.presses if at > self.clock.now]
        for _ in due:
            self.left = 120
        return bool(due)

    def step(self, seconds: float) -> None:
        assert seconds == STEP
        self.left -= 1
        self.place += 1

    def rest(self) -> bool:
        self.naps += 1
        return self.clock.now < self.acts_until

    def draw(self, ahead: float, wait: Callable[[], None] = lambda: None) -> None:
        assert 0 <= ahead < STEP + loops.FRAME + 1e-6
        self.clock.now += self.cost()
        wait()
        self.drawn.append(self.clock.now)


def run(ball: Ball, seconds: float) -> None:
    loop = Loop(ball, ball.clock, ball.clock.sleep)
    while ball.clock.now < seconds:
        loop.turn()


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_a_second_of_motion_takes_a_second_at_any_rate(
    rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "FRAME", 1 / rate)
    ball = Ball(Turned(), presses=[0.5])
    run(ball, 1.4)
    assert ball.moving
    run(ball, 1.7)
    assert not ball.moving
    assert ball.place == 120


def test_a_hitch_is_not_made_up_for_in_a_burst() -> None:
    hitches = iter([0.0] * 20 + [0.8])
    ball = Ball(Turned(), presses=[0.0], cost=lambda: next(hitches, 0.0))
    before: list[int] = []
    loop = Loop(ball, ball.clock, ball.clock.sleep)
    while ball.clock.now < 1.5 and ball.moving | (not before):
        before.append(ball.place)
        loop.turn()
    jumps = [b - a for a, b in pairwise(before)]
    assert max(jumps) <= loops.CATCH_UP / STEP + 1


def test_frames_come_sixty_times_a_second_while_something_moves() -> None:
    ball = Ball(Turned(), presses=[0.0])
    run(ball, 0.9)
    gaps = [b - a for a, b in pairwise(ball.drawn[2:])]
    assert gaps
    assert all(abs(gap - 1 / 60) < 1e-6 for gap in gaps)


def test_it_naps_when_nothing_moves() -> None:
    ball = Ball(Turned())
    run(ball, 10.0)
    assert ball.naps < 10.0 / loops.NAP_STILL + loops.AWAKE_SECONDS / loops.NAP_AWAKE + 5


def test_it_does_not_doze_off_while_bots_play_by_themselves() -> None:
    ball = Ball(Turned(), acts_until=20.0)
    run(ball, 20.0)
    assert ball.naps >= 20.0 / loops.NAP_AWAKE - 5
    ball.naps = 0
    run(ball, 40.0)
    assert ball.naps < 20.0 / loops.NAP_STILL + loops.AWAKE_SECONDS / loops.NAP_AWAKE + 5


def test_hidden_it_draws_nothing_and_naps_deeper() -> None:
    ball = Ball(Turned(), visible=False)
    run(ball, 10.0)
    assert ball.drawn == []
    assert ball.naps <= 10.0 / loops.NAP_HIDDEN + 1


def test_pictures_come_at_the_same_pace_though_some_take_longer_to_paint() -> None:
    costs = iter([0.002, 0.012] * 100)
    ball = Ball(Turned(), presses=[0.0], cost=lambda: next(costs))
    run(ball, 0.9)
    gaps = [b - a for a, b in pairwise(ball.drawn[2:])]
    assert all(abs(gap - 1 / 60) < 1e-6 for gap in gaps)
