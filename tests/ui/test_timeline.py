"""Motion as data: any moment can be asked for, and the end is exact."""

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from cacho.ui import timeline as tl


@dataclass(frozen=True)
class Thing:
    x: float = 0.0
    y: float = 0.0


def to_x(goal: float, seconds: float) -> tl.Clip[Thing]:
    return tl.Tween(seconds, lambda p, s: replace(p, x=goal * s))


def to_y(goal: float, seconds: float) -> tl.Clip[Thing]:
    return tl.Tween(seconds, lambda p, s: replace(p, y=goal * s))


def test_one_after_another() -> None:
    clip = tl.seq(to_x(10, 1.0), tl.wait(0.5), to_y(4, 2.0))
    assert clip.duration == 3.5
    assert clip.at(0.5, Thing()) == Thing(5, 0)
    assert clip.at(1.25, Thing()) == Thing(10, 0)
    assert clip.at(2.5, Thing()) == Thing(10, 2)
    assert clip.at(99, Thing()) == Thing(10, 4)


def test_all_at_once_lasts_as_long_as_the_longest() -> None:
    clip = tl.par(to_x(10, 1.0), to_y(4, 2.0))
    assert clip.duration == 2.0
    assert clip.at(1.0, Thing()) == Thing(10, 2)


def test_before_it_begins_nothing_is_changed() -> None:
    clip = tl.seq(tl.wait(1.0), to_x(10, 1.0))
    assert clip.at(0.4, Thing(3, 3)) == Thing(3, 3)


def test_twice_as_fast() -> None:
    clip = tl.Faster(tl.seq(to_x(10, 1.0), tl.sound("tic")), 2.0)
    assert clip.duration == 0.5
    assert clip.at(0.25, Thing()) == Thing(5, 0)
    assert [cue.time for cue in clip.cues()] == [0.5]


def test_sounds_fall_due_once_and_in_order() -> None:
    clip = tl.seq(tl.sound("a"), tl.wait(0.5), tl.par(tl.sound("b"), to_x(1, 0.5)), tl.sound("c"))
    player = tl.Player(clip, Thing())
    heard = []
    while not player.done:
        heard += [cue.sound for cue in player.step(0.1)]
    assert heard == ["a", "b", "c"]


@given(st.lists(st.floats(0.001, 3.0), min_size=1, max_size=12))
def test_the_last_cut_is_never_lost_to_rounding(parts: list[float]) -> None:
    """Sums of seconds in floating point must not leave a clip a hair before its end."""
    clip = tl.seq(*(tl.wait(part) for part in parts), tl.cut(lambda _: Thing(7, 7)))
    assert clip.at(clip.duration, Thing()) == Thing(7, 7)
    player = tl.Player(tl.Faster(clip, 2.0), Thing())
    while not player.done:
        player.step(1 / 120)
    assert player.pose() == Thing(7, 7)


@given(st.floats(0, 1))
def test_eases_stay_between_start_and_end(share: float) -> None:
    for ease in (tl.smooth, tl.into):
        assert ease(0) == 0
        assert abs(ease(1) - 1) < 1e-9
        assert -1e-9 <= ease(share) <= 1 + 1e-9
