"""Every baked throw ends flat, apart and still, and shows any face on command."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from cacho.services.resources import asset
from cacho.ui.drawing import die
from cacho.ui.drawing.throws import AREA, FRAME_RATE, REST_GAP, Throw, ThrowLibrary
from cacho.ui.pose import STRIDES

MAX_SECONDS = 1.25
STILL_FRAMES = 9
MAX_SINK = 0.10  # units that the lowest point may be below the table, for a frame of a hard hit
FLAT = math.cos(math.radians(1.0))


@pytest.fixture(scope="module")
def library() -> ThrowLibrary:
    return ThrowLibrary(asset("throws", "throws.bin"))


@pytest.fixture(scope="module")
def throws(library: ThrowLibrary) -> list[Throw]:
    return [library.get(n, k) for n in range(1, 6) for k in range(library.count(n))]


def test_there_are_enough(library: ThrowLibrary) -> None:
    assert [library.count(dice) for dice in range(1, 6)] == [200, 150, 150, 150, 320]
    assert library.count(6) == 0


def test_none_comes_again_before_half_of_its_kind_was_seen(library: ThrowLibrary) -> None:
    """Throw after throw goes on by a stride that leads through the whole kind."""
    for dice, stride in STRIDES.items():
        count = library.count(dice)
        order = [number * stride % count for number in range(count)]
        assert len(set(order)) == count
        near = [abs(a - b) for a, b in itertools.pairwise(order)]
        assert min(near) > 20, "and neighbours in the file are not neighbours on the table"


def test_dice_end_flat_on_the_table(throws: list[Throw]) -> None:
    for throw in throws:
        for place, turn in zip(throw.positions, throw.orientations, strict=True):
            assert abs(place[-1][2]) < 0.05
            assert max(abs(c) for c in die.matrix(turn[-1])[2]) >= FLAT


def test_dice_end_apart_and_inside(throws: list[Throw]) -> None:
    x0, x1, y0, y1 = AREA
    for throw in throws:
        ends = [track[-1] for track in throw.positions]
        assert all(x0 - 0.01 <= x <= x1 + 0.01 and y0 - 0.01 <= y <= y1 + 0.01 for x, y, _ in ends)
        for a, b in itertools.combinations(ends, 2):
            assert math.dist(a[:2], b[:2]) >= REST_GAP - 0.01


def test_throws_are_short_and_end_still(throws: list[Throw]) -> None:
    for throw in throws:
        assert throw.duration <= MAX_SECONDS
        for track in throw.positions:
            assert max(math.dist(p, track[-1]) for p in track[-STILL_FRAMES:]) < 0.02


def test_impacts_are_in_time_order_and_within_the_throw(throws: list[Throw]) -> None:
    for throw in throws:
        times = [impact.time for impact in throw.impacts]
        assert times
        assert times == sorted(times)
        assert times[-1] <= throw.duration + 0.05


def test_dice_never_sink_into_the_table(throws: list[Throw]) -> None:
    for throw in throws[::9]:
        for track, turns in zip(throw.positions, throw.orientations, strict=True):
            for (_, _, z), q in zip(track, turns, strict=True):
                reach = die.CORE * sum(abs(c) for c in die.matrix(q)[2]) + die.ROUND
                assert z - reach >= -1 - MAX_SINK


def test_any_result_can_be_shown(throws: list[Throw]) -> None:
    """The faces are turned before the throw so that the wanted one ends on top."""
    for throw in throws[::7]:
        for turns, wanted in itertools.product(throw.orientations, range(1, 7)):
            label = die.symmetry(die.top_face(turns[-1]), wanted)
            assert die.top_face(die.compose(turns[-1], label)) == wanted


def test_between_frames_dice_move_evenly(library: ThrowLibrary) -> None:
    throw = library.get(3, 5)
    (a, _), (m, q), (b, _) = (throw.at(1, t / FRAME_RATE) for t in (10, 10.5, 11))
    assert m == pytest.approx([(u + v) / 2 for u, v in zip(a, b, strict=True)])
    assert sum(c * c for c in q) == pytest.approx(1)
    assert throw.at(0, 99.0)[0] == throw.positions[0][-1]
    assert throw.at(0, -1.0)[0] == throw.positions[0][0]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    raw = asset("throws", "throws.bin").read_bytes()
    (tmp_path / "cut").write_bytes(raw[: len(raw) // 2])
    with pytest.raises(Exception, match="incomplete"):
        ThrowLibrary(tmp_path / "cut")
