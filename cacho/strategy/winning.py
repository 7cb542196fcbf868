"""A turn played for the win: what every note, and so every hold, does for the chance to win.

The others play for points, and so does the player in later turns; this turn is played for the win,
exactly so. A dormida that wins is worth the match, and so is a note that wins early. A team makes
what one player would. More is approximated in `contest`.
"""

from collections.abc import Sequence
from functools import reduce
from math import prod
from operator import or_

from cacho.engine import Box, Mark, Reading, Ruleset, State, points_by_box

from .advice import NoteValue
from .contest import first_asleep, lead, prospect, shares
from .numbers import Single
from .scores import Scores
from .series import series_turn
from .solving import turn_of
from .spread import Spread
from .tables import BOXES, Leaves, Tables, after_note, open_bits, sheet_index
from .turn import Turn

AND_POINTS = 1e-9
"""What a point counts beside a win: of what wins equally often the better is done."""


class Winning:
    """The table as the team sees it whose turn it is; good until that team has noted.

    `for_points` is what a note is worth for points.
    """

    def __init__(self, tables: Tables, scores: Scores, state: State, for_points: NoteValue) -> None:
        self._tables = tables
        self._scores = scores
        self._rules = state.rules
        self._sheet = state.sheet
        self._open = [sheet_index(state.sheet, hatch) for hatch in range(state.rules.hatches)]
        """The number of what is open in each hatch."""
        self._totals = state.sheet.hatch_totals
        self._for_points = for_points
        self._sleeps = state.rules.dormida == "wins"
        self._mine = prospect(scores, state.sheet, dormida_wins=self._sleeps)
        self._others = [
            prospect(scores, sheet, dormida_wins=self._sleeps)
            for team, sheet in enumerate(state.sheets)
            if team != state.team
        ]
        self._won = [
            shares([other.finals[hatch] for other in self._others], self._reach(hatch))
            for hatch in range(state.rules.hatches)
        ]
        self._awake = prod(other.awake for other in self._others)
        self._asleep = self._dormida_later(state)
        self._leads = [self._lead(hatch, final) for hatch, final in enumerate(self._mine.finals)]
        self._known: dict[tuple[Box, int, int], float] = {}

    def _reach(self, hatch: int) -> range:
        """Every total that the team may end a hatch with."""
        return range(self._totals[hatch], self._mine.finals[hatch].points.stop)

    def _dormida_later(self, state: State) -> float:
        """The chance to roll the first dormida of all in a turn after this one."""
        others = iter(self._others)
        prospects = [
            self._mine if team == state.team else next(others) for team in range(len(state.sheets))
        ]
        order = state.team_order
        at = order.index(state.team)
        turns = [one.turns - (one is self._mine) for one in prospects]
        rates = [one.rate for one in prospects]
        return first_asleep((*order[at + 1 :], *order[: at + 1]), turns, rates)[state.team]

    def _lead(self, hatch: int, final: Spread) -> float:
        """The chance to lead a hatch, if nobody rolls a dormida that wins."""
        others = prod(other.finals[hatch].mass for other in self._others)
        return lead(final, self._won[hatch], self._reach(hatch).start) / (final.mass * others)

    def note_value(self, box: Box, points: int, hatch: int) -> float:
        """The chance to win after a note."""
        key = (box, points, hatch)
        if key not in self._known:
            self._known[key] = self._value(box, points, hatch)
        return self._known[key]

    def _value(self, box: Box, points: int, hatch: int) -> float:
        beside = AND_POINTS * self._for_points(box, points, hatch)
        if self._wins_early(box, points, hatch):
            return 1 + beside
        later = after_note(self._open[hatch], BOXES.index(box))
        to_come = self._scores.awake(later) if self._sleeps else self._scores.all(later)
        final = to_come.plus(self._totals[hatch] + points)
        leads = [*self._leads[:hatch], self._lead(hatch, final), *self._leads[hatch + 1 :]]
        finals = self._mine.finals
        mine = prod(other.mass for at, other in enumerate(finals) if at != hatch) * final.mass
        return self._awake * mine * self._win(leads) + self._asleep + beside

    def _win(self, leads: Sequence[float]) -> float:
        """The chance to win from that to lead each hatch (R-30).

        With the lower hatch one other suffices; without, or with that alone, three points stand
        against three if one rival, or the player, leads both others.
        """
        if len(leads) == 1:
            return leads[0]
        upper, middle, lower = leads
        neither = (1 - upper) * (1 - middle) / max(1, len(self._others))
        return lower * (1 - neither / 2) + (1 - lower) * upper * middle / 2

    def _wins_early(self, box: Box, points: int, hatch: int) -> bool:
        if not self._rules.early_wins or not points:
            return False
        mark = Mark(points, de_mano=points == _served(self._rules).get(box))
        sheet = self._sheet.with_mark(box, mark, hatch)
        return any(getattr(sheet, win) for win in self._rules.early_wins)

    # ------------------------------------------------------------------------------- the turn

    def turn(self, state: State) -> Turn[float]:
        """The turn with the chances to win; a dormida that wins ends it."""
        opens = reduce(or_, map(open_bits, self._open))
        worth = [
            [self._best_hatch(box, points) for points in scale]
            for box, scale in zip(BOXES, self._tables.scale, strict=True)
        ]
        turn = turn_of(self._tables, Single(opens), worth)
        if state.rules.team_size > 1:
            turn = series_turn(state, self._tables, turn, worth, self.note_value)
        return self._with_dormidas(turn) if self._sleeps else turn

    def _best_hatch(self, box: Box, points: int) -> float:
        able = (hatch for hatch in range(self._sheet.hatches) if self._sheet.is_open(box, hatch))
        return max((self.note_value(box, points, hatch) for hatch in able), default=0.0)

    def _with_dormidas(self, turn: Turn[float]) -> Turn[float]:
        def leaves(roll: int, fresh: bool) -> Leaves[float]:
            notes, stops, goals = turn.leaves(roll, fresh)
            dormidas = self._tables.lying[roll, fresh].dormidas
            won = [1.0 if hand in dormidas else value for hand, value in enumerate(notes)]
            return Leaves(won, stops | dict.fromkeys(dormidas, turn.numbers.every), goals)

        return Turn(turn.course, turn.numbers, leaves)


def _served(rules: Ruleset) -> dict[Box, int]:
    """What the figures that can be de mano are worth so (R-12)."""
    hands = {Box.ESCALERA: (1, 2, 3, 4, 5), Box.FULL: (1, 1, 1, 2, 2), Box.POKER: (1, 1, 1, 1, 2)}
    return {
        box: points_by_box(rules, Reading(hand, frozenset(), de_mano=True))[box]
        for box, hand in hands.items()
    }
