"""What can be done in a state of a match, each action with what is to be expected after it.

Owns the way from a state to the values of its turn, and the order of what is equally good: noting
and rolling come before declaring, that before holding, so that whoever always does the first thing
never goes in circles; and what is plain comes before bajo and dice turned over. Names only actions
that the engine allows. What the values are, points or chances, is up to the turn it is given.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

from cacho.engine import (
    DICE,
    PLACES,
    Action,
    Bajo,
    Box,
    Decision,
    Declare,
    Hold,
    Lot,
    Note,
    Phase,
    Roll,
    Stand,
    State,
    decision_of,
)

from .keeps import NOTHING, TURNED_HAND, TURNED_KEEP, hand_of, keep_of
from .tables import BOXES, Tables, bits_of
from .turn import NO_GOAL, Turn


class Weighed(NamedTuple):
    """An action, and what is to be expected after it."""

    action: Action
    value: float


NoteValue = Callable[[Box, int, int], float]
"""What a note is worth: of its box, points and hatch."""

_HOLDS: Final = tuple(
    frozenset(places) for count in range(DICE) for places in combinations(sorted(PLACES), count)
)
"""All holds that leave a die to roll."""
_NOTE, _STAND, _ROLL, _DECLARE, _HOLD, _HOLD_FOR_BAJO, _CHANGE, _BAJO = range(8)
"""Of equally good actions the lower comes first."""
SAME: Final = 1e-11
"""Values no farther apart are equal, only reckoned in another order. Where chances are weighed, a
hundredth of a point more makes as much."""
_Found = tuple[float, int, Action]
"""The value of an action, its kind, and the action."""


def weigh(
    state: State, tables: Tables, turn: Turn[float], note_value: NoteValue
) -> tuple[Weighed, ...]:
    """Weigh every action of a state, best first; () when the match is over.

    Left out is what changes nothing (to hold the same dice, to declare the same box), and to hold
    all five, after which nothing rolls.
    """
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.LOT:
            return (Weighed(Lot(), turn.value),)
        case Phase.TIE:
            return (Weighed(Roll(), 0.0),)
        case Phase.TURN:
            found = _Lying(state, tables, turn, note_value).found() if state.rolls else ()
            return _in_order(state, [*found, *_first_rolls(state, turn)])


def _first_rolls(state: State, turn: Turn[float]) -> Iterator[_Found]:
    """The first roll; bajo is the same, for every face is as likely as its underside."""
    if not state.rolls:
        yield turn.value, _ROLL, Roll()
        if state.rules.bajo == "call":
            yield turn.value, _ROLL, Roll(bajo=True)


def _in_order(state: State, found: list[_Found]) -> tuple[Weighed, ...]:
    def key(at: int) -> tuple[float, int, int, int]:
        value, kind, action = found[at]
        changed = len(action.places ^ state.held) if isinstance(action, Hold) else 0
        return -even[value], kind, changed, at

    even = _evened(value for value, _kind, _action in found)
    ranked = sorted(range(len(found)), key=key)
    return tuple(Weighed(found[at][2], even[found[at][0]]) for at in ranked)


def _evened(values: Iterable[float]) -> dict[float, float]:
    """For each value the highest of those that are the same as it."""
    even: dict[float, float] = {}
    highest = last = inf
    for value in sorted(set(values), reverse=True):
        highest = highest if last - value <= SAME else value
        even[value], last = highest, value
    return even


class _Lying:
    """Dice that lie before a player, and what can be done with them."""

    def __init__(
        self, state: State, tables: Tables, turn: Turn[float], note_value: NoteValue
    ) -> None:
        self._state = state
        self._tables = tables
        self._turn = turn
        self._note_value = note_value
        self._hand = hand_of(state.dice)
        self._roll = state.rolls
        self._fresh = len(state.rolled) == DICE
        self._goal = NO_GOAL if state.goal is None else BOXES.index(state.goal)
        self._bound = state.goal is not None and state.goal_at < state.rolls
        """Whether what is declared can no longer be changed (R-23)."""

    def found(self) -> Iterator[_Found]:
        """Everything."""
        yield from self._stand() if self._state.partner_next else self._notes()
        if self._state.rolls_left:
            yield from self._rolls()
            yield from self._holds()
            if self._turn.goals and not self._bound:
                yield from self._declarations()
        if self._state.rules.bajo == "look" and not self._state.must:
            over = TURNED_HAND[self._hand]
            values = self._turn.lying(self._roll, self._fresh, self._goal)
            yield values[over], _BAJO, Bajo()

    def _stand(self) -> Iterator[_Found]:
        leaves = self._turn.leaves(self._roll, self._fresh)
        bound = self._goal != NO_GOAL and not self._state.must
        values = leaves.goals[self._goal] if bound else leaves.notes
        yield values[self._hand], _STAND, Stand()

    def _notes(self) -> Iterator[_Found]:
        for box, points, hatch in self._legal_notes():
            yield self._note_value(box, points, hatch), _NOTE, Note(box, hatch=hatch)

    def _legal_notes(self) -> Iterator[tuple[Box, int, int]]:
        state = self._state
        if state.results and (decision := decision_of(state)):  # several results: ask the engine
            yield from allowed_notes(decision, state.sheet.open_places)
            return
        lying = self._tables.lying[self._roll, self._fresh_kind]
        bits = bits_of(state.sheet.open_boxes)
        for at, points in lying.notes(self._hand, bits, self._goal, self._tables.scale):
            for hatch in range(state.sheet.hatches):
                if state.sheet.is_open(BOXES[at], hatch):
                    yield BOXES[at], points, hatch

    @property
    def _fresh_kind(self) -> bool:
        return self._roll == 1 or (self._fresh and self._turn.course.fresh)

    def _rolls(self) -> Iterator[_Found]:
        """Roll with the dice that are held now."""
        if not self._state.may_roll:
            return
        held = self._turn.held(self._roll + 1, self._goal)
        keep = self._keep(self._state.held)
        yield held[keep], _ROLL, Roll()
        if self._state.rules.bajo == "call":
            yield held[TURNED_KEEP[keep]], _ROLL, Roll(bajo=True)

    def _keep(self, places: frozenset[int]) -> int:
        return keep_of([self._state.dice[place - 1] for place in places])

    def _holds(self) -> Iterator[_Found]:
        known: dict[int, tuple[float, int]] = {}
        for places in _HOLDS:
            if places == self._state.held:
                continue
            keep = self._keep(places)
            if keep not in known:
                known[keep] = self._kept(keep)
            value, kind = known[keep]
            yield value, kind, Hold(places)

    def _kept(self, keep: int) -> tuple[float, int]:
        """What some dice are worth if they are held, and whether it takes bajo."""
        goals, after = self._for(keep), self._roll + 1
        best = max(self._turn.rolled(after, goal)[keep] for goal in goals)
        plain = max(self._turn.held(after, goal)[keep] for goal in goals)
        return best, _HOLD_FOR_BAJO if best - plain > SAME else _HOLD

    def _for(self, keep: int) -> tuple[int, ...]:
        """What may be declared with some dice held: nothing only where all five roll."""
        if self._bound:
            return (self._goal,)
        if keep == NOTHING:
            return (NO_GOAL, *self._turn.goals)
        return self._turn.goals or (NO_GOAL,)

    def _declarations(self) -> Iterator[_Found]:
        """Declare a box, or another; withdraw what was declared before these dice roll on."""
        kind = _DECLARE if self._goal == NO_GOAL else _CHANGE
        for goal in self._turn.goals:
            if goal != self._goal:
                yield self._declared(goal), kind, Declare(BOXES[goal])
        if self._goal != NO_GOAL:
            free = self._turn.lying(self._roll, self._fresh, NO_GOAL)
            yield free[self._hand], _CHANGE, Declare(None)

    def _declared(self, goal: int) -> float:
        """The worth of a declaration that is kept: the box noted, or rolled for with dice held."""
        rolled = self._turn.rolled(self._roll + 1, goal)
        keeps = {self._keep(places) for places in _HOLDS}
        if self._turn.course.goal == "rethrow":
            keeps.discard(NOTHING)
        note = self._turn.leaves(self._roll, self._fresh).goals[goal][self._hand]
        return max(note, *(rolled[keep] for keep in keeps))


def allowed_notes(
    decision: Decision, places: Iterable[tuple[Box, int]]
) -> Iterator[tuple[Box, int, int]]:
    """Of some open (box, hatch) those in which the engine allows a note, with the points."""
    for box, hatch in places:
        note = Note(box, hatch=hatch)
        way = decision.way_of(note)
        if way is not None and decision.why_not(note) is None:
            yield box, way.points, hatch
