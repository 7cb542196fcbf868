"""Casual as a whole, solved a second time in another shape: sheet by sheet, keep by keep.

Points come from `oracle.py`. A keep is the mean over everything that its other dice can show, not
die after die; a hold is the best of all that a hand contains. Nothing is shared with the solver.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from operator import mul

import oracle
import pytest

from cacho.engine import CASUAL, FIELDS, Box, field_text
from cacho.strategy import solve

HANDS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = sorted({kept for hand in HANDS for n in range(5) for kept in combinations(hand, n)})
TEXTS = {name: field_text(CASUAL, name) for name in FIELDS}


def falls(keep: tuple) -> list[float]:
    """For each hand the probability that it comes of a keep."""
    ways = Counter(tuple(sorted(keep + f)) for f in product(range(1, 7), repeat=5 - len(keep)))
    return [ways[hand] / 6 ** (5 - len(keep)) for hand in HANDS]


def sparse(row: list[float]) -> tuple[list[int], list[float]]:
    at = [hand for hand, chance in enumerate(row) if chance]
    return at, [row[hand] for hand in at]


def points_after(roll: int) -> dict[str, list[int]]:
    """The points of every box for every hand; five alike first are no dormida here, but 50."""
    best = {name: [] for name in oracle.NAMES}
    for hand in HANDS:
        (reading,) = oracle.readings(TEXTS, hand, roll, 5)
        got = oracle.worth_of(TEXTS, reading, set(oracle.NAMES))
        for name in oracle.NAMES:
            best[name].append(got[name])
    return best


FIRST, LATER = points_after(1), points_after(2)
FALLS = [sparse(falls(keep)) for keep in KEEPS]
START = falls(())
INSIDE = [
    [KEEPS.index(kept) for kept in {k for n in range(5) for k in combinations(hand, n)}]
    for hand in HANDS
]


def turn(later: dict[str, float]) -> float:
    """The value of three rolls; `later` is what the sheet is worth after each open box."""

    def noted(points: dict[str, list[int]]) -> list[float]:
        return [max(points[box][at] + later[box] for box in later) for at in range(len(HANDS))]

    def rolled_on(values: list[float]) -> list[float]:
        held = [sum(map(mul, (values[at] for at in where), chances)) for where, chances in FALLS]
        return [max(held[keep] for keep in inside) for inside in INSIDE]

    third = second = noted(LATER)
    second = list(map(max, second, rolled_on(third)))
    first = list(map(max, noted(FIRST), rolled_on(second)))
    return sum(map(mul, START, first))


def test_the_whole_sheet() -> None:
    """Each of the 1,536 sheets is worth what the solver says, to 1e-9."""
    solution = solve(CASUAL)
    numbers = oracle.NUMBERS + oracle.FIGURES[:-1]
    values = {(frozenset(), 0): 0.0}
    subsets = (boxes for n in range(len(numbers) + 1) for boxes in combinations(numbers, n))
    for boxes, grandes in product(map(frozenset, subsets), range(3)):
        if not boxes and not grandes:
            continue
        later = {box: values[boxes - {box}, grandes] for box in boxes}
        if grandes:
            later["grande"] = values[boxes, grandes - 1]
        values[boxes, grandes] = turn(later)
        index = sum(1 << list(Box).index(Box(box)) for box in boxes) + (grandes << 9)
        assert solution.worth(index) == pytest.approx(values[boxes, grandes], abs=1e-9)
    assert len(values) == 1536
    assert solution.expected == pytest.approx(values[frozenset(numbers), 2], abs=1e-9)
