"""The solution of a ruleset: what every sheet is still worth under the best play for points.

Owns the way from the last box back to the empty sheet, and the solution as bytes. What to do with
dice that lie is told by `advice`.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final, Self

from cacho.engine import Action, Box, Phase, Ruleset, Sheet, State

from .advice import NoteValue, Weighed, weigh
from .numbers import Single
from .outlook import Moving, outlook
from .scores import Scores
from .series import series_turn
from .solving import Progress, turn_of, values_of_sheets
from .spread import Spread
from .stored import from_bytes, to_bytes
from .tables import (
    BOXES,
    Tables,
    Worth,
    after_note,
    one_hatch,
    open_bits,
    sheet_index,
    tables_of,
)
from .turn import Turn
from .winning import Winning

_KEPT_TURNS: Final = 64
"""Turns of which the values are remembered: several decisions are about one turn."""


class Solution:
    """What every sheet of a ruleset is still worth, and what follows from it for a turn."""

    def __init__(
        self,
        rules: Ruleset,
        values: Sequence[float],
        tables: Tables | None = None,
        scores: Scores | None = None,
    ) -> None:
        """`values` are those of all sheets by number; what else is not known yet follows."""
        self.tables = tables or tables_of(rules)
        self._values = values
        self._scores = scores or Scores(self.tables, values)
        self._turns: dict[tuple[int, ...], Turn[float]] = {}
        self._series: tuple[Hashable, Turn[float]] | None = None
        self._win: tuple[Hashable, tuple[Winning, Turn[float]]] | None = None

    def apart(self) -> "Solution":
        """The same with a memory of its own, for another thread to ask."""
        return Solution(self.rules, self._values, self.tables, self._scores)

    @property
    def rules(self) -> Ruleset:
        """The rules solved: those of one player on one hatch."""
        return self.tables.rules

    @property
    def expected(self) -> float:
        """The expected points of a whole sheet."""
        return self._values[-1]

    def value(self, sheet: Sheet) -> float:
        """The points that are still to be expected for what is open on a sheet.

        Exact for one hatch; for three the sum of what each would be worth alone, which is less
        than the truth: a turn that fits one hatch badly may fit another.
        """
        return sum(map(self.worth, hatches_of(sheet)))

    def worth(self, index: int) -> float:
        """The same for the number of what is open in one hatch (`sheet_index`)."""
        return self._values[index]

    def weigh(self, state: State) -> tuple[Weighed, ...]:
        """Every action of a state, best first, with the points its sheet is to end with.

        Exact for one player on one hatch, and to be compared by their differences. A roll is worth
        the dice held now, a hold the roll that follows it, a declaration what it is kept for; `()`
        when the match is over. Always doing the first action plays a match to its end. For three
        hatches and for teams it is an approximation: see `value` and `series`.

        Raises ValueError for a state of other rules.
        """
        self._check(state)
        total = state.sheet.total
        weighed = weigh(state, self.tables, self.turn(state), self._note_value(state))
        return tuple(Weighed(action, total + value) for action, value in weighed)

    def _check(self, state: State) -> None:
        if one_hatch(state.rules) != self.rules:
            raise ValueError("this is the solution of other rules")

    def weigh_to_win(self, state: State) -> tuple[Weighed, ...]:
        """Every action of a state, best first, with the chance to win the match after it.

        The others are taken to play for points, and so is the player from the next turn on; more
        is said in `winning` and `contest`. A billionth a point is added, so that of what wins
        equally often the better comes first. Raises ValueError for a state of other rules.
        """
        self._check(state)
        if state.phase is not Phase.TURN:
            return weigh(state, self.tables, self.turn(state), self._note_value(state))
        winning, turn = self._winning_of(state)
        return weigh(state, self.tables, turn, winning.note_value)

    def _winning_of(self, state: State) -> tuple[Winning, Turn[float]]:
        """The table as it stands, which is the same for several decisions."""
        key = (state.rules, state.sheets, state.team_order, state.team, state.results)
        if self._win is None or self._win[0] != key:
            winning = Winning(self.tables, self._scores, state, self._note_value(state))
            self._win = key, (winning, winning.turn(state))
        return self._win[1]

    def best(self, state: State) -> Action:
        """The first of `weigh`. Raises ValueError when the match is over."""
        weighed = self.weigh(state)
        if not weighed:
            raise ValueError("the match is over")
        return weighed[0].action

    def turn(self, state: State) -> Turn[float]:
        """The turn that is played in a state, with the points still to come after every hold."""
        hatches = hatches_of(state.sheet)
        alone = self._turn_alone(hatches)
        if state.rules.team_size == 1:
            return alone
        key = (hatches, state.rules.team_size, state.results)
        if self._series is None or self._series[0] != key:
            worth, note_value = self._worth(hatches), self._note_value(state)
            self._series = key, series_turn(state, self.tables, alone, worth, note_value)
        return self._series[1]

    def alone(self, sheet: Sheet) -> tuple[Turn[float], Worth[float]]:
        """A turn for a sheet as one player plays it, and what every note is worth then."""
        hatches = hatches_of(sheet)
        return self._turn_alone(hatches), self._worth(hatches)

    def _turn_alone(self, hatches: tuple[int, ...]) -> Turn[float]:
        if hatches not in self._turns:
            if len(self._turns) >= _KEPT_TURNS:
                self._turns.clear()
            opens = reduce(or_, map(open_bits, hatches))
            turn = turn_of(self.tables, Single(opens), self._worth(hatches))
            self._turns[hatches] = turn
        return self._turns[hatches]

    def _worth(self, hatches: tuple[int, ...]) -> list[list[float]]:
        """What every note is worth, in the hatch that gains most by it."""
        scales = self.tables.scale
        later = [
            [self._later(hatches, box, hatch) for hatch in _able(hatches, box)]
            for box in range(len(BOXES))
        ]
        return [
            [points + max(values) if values else 0.0 for points in scale]
            for scale, values in zip(scales, later, strict=True)
        ]

    def _later(self, hatches: tuple[int, ...], box: int, hatch: int) -> float:
        """What the hatches are still worth after a mark in one of them."""
        after = (*hatches[:hatch], after_note(hatches[hatch], box), *hatches[hatch + 1 :])
        return sum(map(self.worth, after))

    def _note_value(self, state: State) -> NoteValue:
        hatches = hatches_of(state.sheet)

        def value(box: Box, points: int, hatch: int) -> float:
            return points + self._later(hatches, BOXES.index(box), hatch)

        return value

    # ---------------------------------------------------------------------------------- scores

    def scores(self, sheet: Sheet) -> Spread:
        """The probability of every number of points that a sheet may still make.

        Exact for one hatch, as `value` is; its mean is that. Three hatches are taken as if none
        knew of the others.
        """
        return self._together(map(self._scores.all, hatches_of(sheet)))

    def awake_scores(self, sheet: Sheet) -> Spread:
        """The same without the games in which a dormida falls; its mass is the chance of none."""
        return self._together(map(self._scores.awake, hatches_of(sheet)))

    def win_chances(self, state: State) -> tuple[float, ...]:
        """For each team the chance to win, everybody playing for points from here on.

        Together 1: a shared win counts in parts. The dice that lie before a player alone are seen;
        those of a team only once they are noted. More is said in `contest`.
        """
        self._check(state)
        hatches = hatches_of(state.sheet)
        turn, worth = self._turn_alone(hatches), self._worth(hatches)

        def best_hatch(box: int) -> int:
            return max(_able(hatches, box), key=lambda hatch: self._later(hatches, box, hatch))

        return outlook(state, self.tables, self._scores, Moving(turn, worth, best_hatch))

    @staticmethod
    def _together(spreads: Iterable[Spread]) -> Spread:
        return reduce(Spread.with_another, spreads)

    @property
    def scored(self) -> bool:
        """Whether the scores of all sheets are known, so that none has to be reckoned when asked.

        To play for the win and to tell chances one needs those of the players' sheets.
        """
        return self._scores.complete

    def complete(self, progress: Progress | None = None) -> None:
        """Reckon the scores of all sheets now, which takes three times as long as to solve."""
        self._scores.reckon(self.tables.sheets, progress)

    # -------------------------------------------------------------------------------- as bytes

    def to_bytes(self, *, scored: bool = True) -> bytes:
        """The solution, with all its scores 4 MB, the same on every machine."""
        return to_bytes(self.tables, self._values, self._scores if scored else None)

    @classmethod
    def from_bytes(cls, rules: Ruleset, data: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises `SolutionError` for anything else."""
        tables, values, scores = from_bytes(rules, data)
        return cls(rules, values, tables, scores)


def hatches_of(sheet: Sheet) -> tuple[int, ...]:
    """What is open in each hatch."""
    return tuple(sheet_index(sheet, hatch) for hatch in range(sheet.hatches))


def _able(hatches: Sequence[int], box: int) -> list[int]:
    """The hatches in which a box is open."""
    return [at for at, index in enumerate(hatches) if open_bits(index) >> box & 1]


def solve(rules: Ruleset, progress: Progress | None = None) -> Solution:
    """Find the best play for points of one player on one hatch, under any rules.

    Exact to 1e-10: a dormida counts as its box or its 100, early wins are ignored, and the game
    goes on to the last box. Takes 0.2 s for most rules, 1 s where goals are declared.
    """
    return Solution(rules, values_of_sheets(tables_of(rules), progress))
