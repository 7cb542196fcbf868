"""The chance to win a match, from what every team may still make.

From all totals with their probabilities follows how likely each beats all others. Equal totals
share a win. Where a dormida wins, it wins for whoever rolls the first. Must not know how the totals
come about, nor what could be done about it.

Approximations: a team rolls a dormida equally often in each turn that is left to it; early wins
(R-27, R-28) to come are not seen; three hatches are won or lost independently, and who has as many
game points as another wins every other time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from operator import mul
from typing import Final

from cacho.engine import Sheet

from .scores import Scores
from .spread import Spread
from .tables import sheet_index

_NODES: Final = (0.5 - 0.15**0.5, 0.5, 0.5 + 0.15**0.5)
_WEIGHTS: Final = (5 / 18, 8 / 18, 5 / 18)
"""Gauss's rule on 0 to 1, exact to the fifth power: for as many rivals as there can be."""


# ------------------------------------------------------------------------------- beating the others


def shares(rivals: Sequence[Spread], totals: range) -> list[float]:
    """For each total the part of a win that is to be expected with it.

    1 with all others below it, a part for each with some equal to it, else 0. A part 1 / (1 + k)
    for k equals is the integral of s^k over 0 to 1; so the whole is the integral of the product,
    over the rivals, of (chance below + chance equal * s).
    """
    against = [_against(rival, totals) for rival in rivals]
    won = [0.0] * len(totals)
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        part = [weight] * len(totals)
        for below, equal in against:
            part = [p * (b + e * node) for p, b, e in zip(part, below, equal, strict=True)]
        won = [w + p for w, p in zip(won, part, strict=True)]
    return won


def _against(rival: Spread, totals: range) -> tuple[list[float], list[float]]:
    """For each total the chance that a rival is below it, and that they are equal."""
    before = max(0, totals.start - rival.first)
    gap = min(len(totals), max(0, rival.first - totals.start))
    reached = rival.chances[before : before + len(totals) - gap]
    equal = [*[0.0] * gap, *reached, *[0.0] * (len(totals) - gap - len(reached))]
    below = list(accumulate(equal[:-1], initial=sum(rival.chances[:before])))
    return below, equal


def lead(mine: Spread, won: Sequence[float], first: int) -> float:
    """The part of a win to be expected of a spread; `won` are the shares from `first` on."""
    at = mine.first - first
    return float(sum(map(mul, mine.chances, won[at : at + len(mine.chances)])))


def wins_by_hatches(leads: Sequence[Sequence[float]]) -> list[float]:
    """From the chance of each team to lead each hatch, the chance of each to win (R-30)."""
    if len(leads) == 1:
        return list(leads[0])
    teams = range(len(leads[0]))
    won = [0.0 for _ in teams]
    for leaders in product(teams, repeat=len(leads)):
        chance = prod(lead[leader] for lead, leader in zip(leads, leaders, strict=True))
        got = [sum(n for n, leader in enumerate(leaders, 1) if leader == team) for team in teams]
        best = [team for team in teams if got[team] == max(got)]
        for team in best:
            won[team] += chance / len(best)
    return won


def first_asleep(order: Sequence[int], turns: Sequence[int], rates: Sequence[float]) -> list[float]:
    """For each team the chance that the first dormida is its own, in the turns that are left."""
    won, left, awake = [0.0] * len(rates), list(turns), 1.0
    while any(left):
        for team in order:
            if left[team]:
                left[team] -= 1
                won[team] += awake * rates[team]
                awake *= 1 - rates[team]
    return won


# ---------------------------------------------------------------------------------- the whole table


@dataclass(frozen=True)
class Prospect:
    """What one team may end with."""

    finals: tuple[Spread, ...]
    """The totals of each hatch, if no dormida ends the match."""
    turns: int
    """The turns it still has, this one included."""

    @property
    def awake(self) -> float:
        """The chance that it rolls no dormida that wins."""
        return prod(final.mass for final in self.finals)

    @property
    def rate(self) -> float:
        """The chance of a dormida in one turn."""
        return 1 - self.awake ** (1 / self.turns) if self.turns else 0.0


def prospect(scores: Scores, sheet: Sheet, *, dormida_wins: bool) -> Prospect:
    """What a team may end with before its next turn."""
    finals = []
    for hatch, total in enumerate(sheet.hatch_totals):
        index = sheet_index(sheet, hatch)
        to_come = scores.awake(index) if dormida_wins else scores.all(index)
        finals.append(to_come.plus(total))
    return Prospect(tuple(finals), sum(1 for _ in sheet.crosses()))


def win_chances(prospects: Sequence[Prospect], order: Sequence[int]) -> tuple[float, ...]:
    """For each team the chance to win, wins that are shared counting in parts; together 1.

    `order` begins with the team whose turn it is.
    """
    teams = range(len(prospects))
    leads = [
        [_leads(prospects, team, hatch) for team in teams]
        for hatch in range(len(prospects[0].finals))
    ]
    awake = prod(one.awake for one in prospects)
    asleep = first_asleep(order, [one.turns for one in prospects], [one.rate for one in prospects])
    together = sum(asleep) + awake
    return tuple(
        (awake * chance + slept) / together
        for chance, slept in zip(wins_by_hatches(leads), asleep, strict=True)
    )


def _leads(prospects: Sequence[Prospect], team: int, hatch: int) -> float:
    """The chance that a team leads a hatch, given that nobody rolls a dormida that wins."""
    finals = [one.finals[hatch] for one in prospects]
    mine = finals.pop(team)
    won = shares(finals, mine.points)
    return lead(mine, won, mine.first) / (mine.mass * prod(final.mass for final in finals))
