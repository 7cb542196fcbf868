"""Whether dice fall as fair ones do: what may be expected, and whether what fell is unusual.

Pure arithmetic on counts of faces. Owns the words for it; must not accuse: a verdict says how often
fair dice fall so unevenly, and says nothing where too few were rolled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

FACES: Final = 6
ENOUGH: Final = 60
"""Dice from which on anything is said: ten a face, where the chi-square test is good."""
UNUSUAL: Final = 0.01
"""A p-value below is called unusual: fair dice come to it once in a hundred times."""
SHARE: Final = 0.95
"""How often a face of fair dice falls within the band. Of the six some face lies outside about one
time in four, so the band alone is no verdict."""


class Fairness(StrEnum):
    """What can be said of some dice."""

    TOO_FEW = "too-few"
    """Too few were rolled to tell."""
    FAIR = "fair"
    """They fell as fair dice fall."""
    UNUSUAL = "unusual"
    """Fair dice fall so unevenly once in `once_in` times: it happens."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of counts of faces."""

    counts: tuple[int, ...]
    band: tuple[int, int]
    """A face of fair dice falls so often, the least and the most, 95 times of 100."""
    p_value: float
    """How likely fair dice are to fall at least so unevenly, from 0 to 1."""
    fairness: Fairness

    @property
    def rolled(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def outside(self) -> int:
        """How many faces fell less or more often than the band."""
        least, most = self.band
        return sum(not least <= count <= most for count in self.counts)

    @property
    def once_in(self) -> int:
        """Fair dice fall so unevenly about once in so many times."""
        return round(1 / self.p_value) if self.p_value > 1e-9 else 1_000_000_000


def judge(counts: Sequence[int]) -> Judgement:
    """Judge how often 1 to 6 fell. Raises ValueError for anything but six counts."""
    if len(counts) != FACES or any(count < 0 for count in counts):
        raise ValueError("there are six faces, and none falls less than never")
    rolled = sum(counts)
    p_value = chance_of_more(chi_square(counts), FACES - 1) if rolled else 1.0
    if rolled < ENOUGH:
        fairness = Fairness.TOO_FEW
    else:
        fairness = Fairness.UNUSUAL if p_value < UNUSUAL else Fairness.FAIR
    return Judgement(tuple(counts), band(rolled), p_value, fairness)


def chi_square(counts: Sequence[int]) -> float:
    """How uneven counts are: squared distances from equal counts, by what was expected."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def chance_of_more(chi: float, degrees: int) -> float:
    """The chance of a chi-square above `chi`, with so many degrees of freedom.

    The upper incomplete gamma function Q(degrees / 2, chi / 2), which for whole and half numbers
    is a finite sum: Q(a + 1, x) = Q(a, x) + x**a * exp(-x) / gamma(a + 1).
    """
    x, a = chi / 2, 0.5 if degrees % 2 else 1.0
    chance = math.erfc(math.sqrt(x)) if degrees % 2 else math.exp(-x)
    while a < degrees / 2:
        if x > 0:
            chance += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(1.0, max(0.0, chance))


@lru_cache(maxsize=64)
def band(rolled: int) -> tuple[int, int]:
    """How often one face falls, the least and the most, 95 times of 100, among so many fair dice.

    By the binomial distribution itself: at most 2.5 of 100 fall less often, and as many more often.
    """
    tail = (1 - SHARE) / 2
    least = _first_beyond(rolled, tail)
    most = rolled - _first_beyond(rolled, tail, failing=True)
    return least, most


def _first_beyond(rolled: int, tail: float, *, failing: bool = False) -> int:
    """The least count whose cumulative chance is above `tail`: of the face, or of the others."""
    chance = 1 - 1 / FACES if failing else 1 / FACES
    far = 12 * math.sqrt(rolled * chance * (1 - chance))  # nothing that counts lies beyond
    total, count = 0.0, max(0, int(rolled * chance - far)) - 1
    while total <= tail and count < rolled:
        count += 1
        total += _binomial(rolled, count, chance)
    return count


def _binomial(rolled: int, count: int, chance: float) -> float:
    ways = math.lgamma(rolled + 1) - math.lgamma(count + 1) - math.lgamma(rolled - count + 1)
    rest = rolled - count
    return math.exp(ways + count * math.log(chance) + rest * math.log(1 - chance))
