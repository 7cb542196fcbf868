"""Yahtzee, played by the same code: its best expected score was published long ago, 254.5896.

The rules: 35 for 63 in the upper part, 100 for every further Yahtzee once 50 stand in its box, and
a further Yahtzee is a joker: worth 25, 30 and 40 in full house and straights. Two conventions are
about. By the published one (Verhoeff) it may go anywhere, and is a joker once its number is filled:
254.5896. By the maker's it must go to its number, else to the lower part, else be a nought:
254.5877. Here is all that Yahtzee is; rolls and holds are `cacho.strategy.turn`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import pytest

from cacho.strategy.keeps import HANDS
from cacho.strategy.numbers import POINT, Lanes, Single
from cacho.strategy.tables import Leaves
from cacho.strategy.turn import Course, Turn

UPPER = range(6)
THREE, FOUR, FULL, SMALL, LARGE, YAHTZEE, CHANCE = LOWER = range(6, 13)
COURSE = Course(rolls=3)
ABREAST = 512

Sheet = tuple[int, int, bool]
"""The open boxes as bits, the upper points up to 63, whether 50 stand for a Yahtzee."""


def points(box: int, hand: Sequence[int], joker: bool = False) -> int:  # noqa: PLR0911
    counts = sorted(map(hand.count, set(hand)))
    runs = "".join(str(face) if face in hand else " " for face in range(1, 7)).split()
    longest = max(map(len, runs))
    if box in UPPER:
        return (box + 1) * hand.count(box + 1)
    if box == THREE:
        return sum(hand) if counts[-1] >= 3 else 0
    if box == FOUR:
        return sum(hand) if counts[-1] >= 4 else 0
    if box == FULL:
        return 25 if joker or counts == [2, 3] else 0
    if box == SMALL:
        return 30 if joker or longest >= 4 else 0
    if box == LARGE:
        return 40 if joker or longest == 5 else 0
    if box == YAHTZEE:
        return 50 if counts == [5] else 0
    return sum(hand)


PLAIN = [[points(box, hand) for box in range(13)] for hand in HANDS]
JOKER = {
    at: [points(box, hand, joker=True) for box in range(13)]
    for at, hand in enumerate(HANDS)
    if len(set(hand)) == 1
}


def after(sheet: Sheet, box: int, made: int) -> tuple[int, Sheet]:
    """What a note brings at once, the upper bonus included, and the sheet after it."""
    left, upper, fifty = sheet
    reached = min(63, upper + made) if box in UPPER else upper
    bonus = 35 if reached == 63 > upper else 0
    return made + bonus, (left & ~(1 << box), reached, fifty or (box == YAHTZEE and made == 50))


def reached(left: int) -> set[int]:
    """The upper points that can stand on a sheet with these boxes open."""
    sums = {0}
    for box in UPPER:
        if not left >> box & 1:
            sums = {min(63, total + count * (box + 1)) for total in sums for count in range(6)}
    return sums


def sheets(count: int) -> Iterator[Sheet]:
    """All sheets with so many boxes open."""
    for left in range(1 << 13):
        if left.bit_count() == count:
            for upper in reached(left):
                yield left, upper, False
                if not left >> YAHTZEE & 1:
                    yield left, upper, True


def full_sheets() -> dict[Sheet, int]:
    return {(0, upper, fifty): 0 for upper, fifty in product(range(64), (False, True))}


def solve_abreast(batch: list[Sheet], values: dict[Sheet, int], is_forced: bool = False) -> None:
    lanes = Lanes([left for left, _, _ in batch])
    notes = Rows(lanes, batch, values, is_forced)
    leaves = Leaves([notes.best(hand) for hand in range(len(HANDS))], {}, ())
    turn = Turn(COURSE, lanes, lambda _roll, _fresh: leaves)
    values.update(zip(batch, lanes.values(turn.value), strict=True))


class Rows:
    """What notes are worth to some sheets, lane by lane."""

    def __init__(
        self, lanes: Lanes, batch: list[Sheet], values: dict[Sheet, int], is_forced: bool
    ) -> None:
        self.lanes = lanes
        self.is_forced = is_forced
        self.batch = batch
        self.values = values
        self.note = cache(self.note)
        self.bonus = lanes.row(100 * POINT if fifty else 0 for _, _, fifty in batch)

    def note(self, box: int, made: int) -> int:
        """A note of so many points, for the sheets that have the box open."""
        worth = []
        for sheet in self.batch:
            brings, later = after(sheet, box, made)
            is_open = sheet[0] >> box & 1
            worth.append(brings * POINT + self.values[later] if is_open else 0)
        return self.lanes.row(worth)

    def best(self, hand: int) -> int:
        plain = self.lanes.most(*(self.note(box, PLAIN[hand][box]) for box in range(13)))
        if hand not in JOKER:
            return plain
        return self.lanes.pick(self.lanes.meets(1 << YAHTZEE), plain, self.joker(hand))

    def joker(self, hand: int) -> int:
        """A further Yahtzee."""
        own = HANDS[hand][0] - 1
        worth = self.forced(hand, own) if self.is_forced else self.free(hand, own)
        return worth + self.bonus

    def free(self, hand: int, own: int) -> int:
        joker = self.lanes.most(*(self.note(box, JOKER[hand][box]) for box in range(13)))
        plain = self.lanes.most(*(self.note(box, PLAIN[hand][box]) for box in range(13)))
        return self.lanes.pick(self.lanes.meets(1 << own), plain, joker)

    def forced(self, hand: int, own: int) -> int:
        lanes = self.lanes
        noughts = lanes.most(*(self.note(box, 0) for box in UPPER))
        lower = lanes.most(*(self.note(box, JOKER[hand][box]) for box in LOWER if box != YAHTZEE))
        able = lanes.meets(sum(1 << box for box in LOWER if box != YAHTZEE))
        otherwise = lanes.pick(able, lower, noughts)
        return lanes.pick(lanes.meets(1 << own), self.note(own, PLAIN[hand][own]), otherwise)


@pytest.mark.soak
@pytest.mark.parametrize(("is_forced", "score"), [(False, 254.589609), (True, 254.587729)])
def test_the_published_figure(is_forced: bool, score: float) -> None:
    """536,448 sheets, one or two minutes."""
    values = full_sheets()
    for count in range(1, 14):
        layer = list(sheets(count))
        for at in range(0, len(layer), ABREAST):
            solve_abreast(layer[at : at + ABREAST], values, is_forced)
    assert values[(1 << 13) - 1, 0, False] / POINT == pytest.approx(score, abs=5e-7)


def alone(box: int) -> float:
    """The turn of a sheet with one box open, where nothing of before counts."""
    notes = [float(made[box]) for made in PLAIN]
    return Turn(COURSE, Single(1 << box), lambda _roll, _fresh: Leaves(notes, {}, ())).value


def test_what_single_boxes_are_worth() -> None:
    """A die rolled up to three times makes 14/3; the chance of a Yahtzee is widely known."""
    assert alone(CHANCE) == pytest.approx(5 * 14 / 3, abs=1e-9)
    assert alone(YAHTZEE) / 50 == pytest.approx(0.0460286, abs=5e-8)
    assert alone(5) == pytest.approx(30 * (1 - (5 / 6) ** 3), abs=1e-9)


def test_the_end_of_a_sheet_abreast_and_alone() -> None:
    """Lanes and floats are the same arithmetic."""
    values = full_sheets()
    solve_abreast([(1 << box, 0, False) for box in range(13)], values)
    for box in range(13):
        if box not in UPPER and box != YAHTZEE:
            continue  # a further Yahtzee is a joker there
        assert values[1 << box, 0, False] / POINT == pytest.approx(alone(box), abs=1e-9)
