"""Whether dice are fair: against published tables, by simulation, and without accusing anybody."""

import math
import random
import time
from itertools import product

import pytest

from cacho.services.fairness import (
    ENOUGH,
    Fairness,
    band,
    chance_of_more,
    chi_square,
    judge,
)

# Upper critical values of chi-square as every table of it has them: (degrees, chance, value).
TABLE = [
    (5, 0.99, 0.554),
    (5, 0.95, 1.145),
    (5, 0.90, 1.610),
    (5, 0.50, 4.351),
    (5, 0.10, 9.236),
    (5, 0.05, 11.070),
    (5, 0.025, 12.833),
    (5, 0.01, 15.086),
    (5, 0.001, 20.515),
    (1, 0.05, 3.841),
    (2, 0.05, 5.991),
    (3, 0.01, 11.345),
    (4, 0.05, 9.488),
    (10, 0.05, 18.307),
]


@pytest.mark.parametrize(("degrees", "chance", "value"), TABLE)
def test_the_p_value_is_that_of_the_tables(degrees: int, chance: float, value: float) -> None:
    assert chance_of_more(value, degrees) == pytest.approx(chance, rel=2e-3)


def test_its_ends() -> None:
    assert chance_of_more(0, 5) == 1
    assert chance_of_more(1e9, 5) == 0
    assert chi_square([7] * 6) == 0
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4), "a textbook's example"
    assert chance_of_more(13.4, 5) == pytest.approx(0.0199, abs=1e-4)


@pytest.mark.parametrize("rolled", [1, 2, 5, 12, 60, 61, 500])
def test_the_band_holds_95_of_100(rolled: int) -> None:
    """Exactly: one face less on either side would leave more than 2.5 of 100 outside."""
    chances = [math.comb(rolled, n) * 5 ** (rolled - n) / 6**rolled for n in range(rolled + 1)]
    least, most = band(rolled)
    assert sum(chances[:least]) <= 0.025 < sum(chances[: least + 1])
    assert sum(chances[most + 1 :]) <= 0.025 < sum(chances[most:])
    assert least <= rolled / 6 <= most


def test_the_band_of_no_dice_and_of_very_many() -> None:
    assert band(0) == (0, 0)
    begin = time.thread_time()
    least, most = band(600_000)
    assert time.thread_time() - begin < 5
    spread = 1.96 * math.sqrt(600_000 * 5) / 6
    assert least == pytest.approx(100_000 - spread, abs=2)
    assert most == pytest.approx(100_000 + spread, abs=2)


def test_too_few_are_no_evidence_whatever_they_show() -> None:
    assert judge([0, 0, 0, 0, 0, ENOUGH - 1]).fairness is Fairness.TOO_FEW
    assert judge([0] * 6).fairness is Fairness.TOO_FEW
    assert judge([0] * 6).p_value == 1
    assert judge([0, 0, 0, 0, 0, ENOUGH]).fairness is Fairness.UNUSUAL


def test_what_is_said_of_some_dice() -> None:
    even = judge([100] * 6)
    assert (even.fairness, even.p_value, even.rolled) == (Fairness.FAIR, 1, 600)
    loaded = judge([80, 90, 95, 95, 90, 150])
    assert loaded.fairness is Fairness.UNUSUAL
    assert loaded.once_in == round(1 / loaded.p_value) > 1000
    assert judge([0, 0, 0, 0, 0, 10**6]).once_in == 10**9


def test_fair_dice_are_called_unusual_once_in_a_hundred_times() -> None:
    """Neither more often, which would accuse by chance, nor never, which would be no test."""
    chance = random.Random(7)
    evenings, unusual, outside = 3000, 0, 0
    for _ in range(evenings):
        rolled = chance.choices(range(6), k=300)
        judged = judge([rolled.count(face) for face in range(6)])
        unusual += judged.fairness is Fairness.UNUSUAL
        outside += judged.outside > 0
    assert 0.004 < unusual / evenings < 0.017
    assert 0.2 < outside / evenings < 0.28, "one time in four, as the page says"


def test_small_counts_by_hand() -> None:
    """The chi-square of every way in which six dice can fall, against its definition."""
    for counts in product(range(3), repeat=6):
        if sum(counts) == 6:
            assert chi_square(counts) == pytest.approx(sum((n - 1) ** 2 for n in counts))


@pytest.mark.parametrize("counts", [[], [1] * 5, [1] * 7, [1, 1, 1, 1, 1, -1]])
def test_what_are_no_counts(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="six faces"):
        judge(counts)
