"""How far points scatter: probabilities of whole numbers of points, and sums of such.

Plain arithmetic; must not know where the probabilities come from.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True)
class Spread:
    """The probability of `first` points, of one more, and so on.

    Together they may be less than 1: the rest is whatever the spread leaves out.
    """

    first: int
    chances: Sequence[float]

    @cached_property
    def mass(self) -> float:
        """The probability of any of these points."""
        return math.fsum(self.chances)

    @cached_property
    def mean(self) -> float:
        """The expected points, given that it is any of these."""
        return math.fsum(n * p for n, p in self.items()) / self.mass

    @cached_property
    def deviation(self) -> float:
        """The standard deviation, given the same."""
        squares = math.fsum((n - self.mean) ** 2 * p for n, p in self.items())
        return math.sqrt(squares / self.mass)

    @property
    def points(self) -> range:
        """All points of which there are probabilities."""
        return range(self.first, self.first + len(self.chances))

    def items(self) -> enumerate[float]:
        """Every (points, probability)."""
        return enumerate(self.chances, self.first)

    def chance(self, points: int) -> float:
        """The probability of exactly so many points."""
        at = points - self.first
        return self.chances[at] if 0 <= at < len(self.chances) else 0.0

    def quantile(self, share: float) -> int:
        """The least points that are not exceeded with probability `share`, above 0 and up to 1."""
        wanted = share * self.mass
        for points, together in enumerate(accumulate(self.chances), self.first):
            if together >= wanted - 1e-12:
                return points
        return self.first + len(self.chances) - 1

    def plus(self, points: int) -> "Spread":
        """The same with points that are certain."""
        return Spread(self.first + points, self.chances)

    def with_another(self, other: "Spread") -> "Spread":
        """The sum of two that do not depend on each other."""
        chances = [0.0] * (len(self.chances) + len(other.chances) - 1)
        for at, mine in enumerate(self.chances):
            if mine:
                for step, theirs in enumerate(other.chances, at):
                    chances[step] += mine * theirs
        return Spread(self.first + other.first, chances)


def mixed(parts: Sequence[tuple[float, Spread]]) -> Spread:
    """One of several, each with its probability."""
    found = [(chance, spread) for chance, spread in parts if chance]
    first = min(spread.first for _, spread in found)
    chances = [0.0] * (max(spread.points.stop for _, spread in found) - first)
    for chance, spread in found:
        for at, likely in enumerate(spread.chances, spread.first - first):
            chances[at] += chance * likely
    return Spread(first, chances)
