"""The players that the program has: four levels, one decision at a time.

    >>> from cacho.engine import CASUAL, Level, Match, Roll, ScriptedDice, Seat, Setup
    >>> match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice([3, 3, 6, 1, 2]))
    >>> choose(match.state, Level.MAESTRO, Wits(CASUAL), "match")
    Roll(faces=None, bajo=False)
    >>> _ = match.submit(Roll())
    >>> choose(match.state, Level.MAESTRO, Wits(CASUAL), "match")
    Hold(places=frozenset({1, 2}))

Every level weighs what can be done with the same turn, and differs in what it takes an open box to
be worth, in what it overlooks and in how often it errs. It knows a state, what has fallen and not
what will fall. What looks like chance in it is a function of a seed and of the dice that lie: asked
again, also after a take-back or on another machine, it answers the same.

A decision is made as a whole (what to hold, for which box, then roll; or what to note) and handed
out action by action, so whoever sat down in the middle of a turn goes on with any dice held.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from cacho.engine import (
    Action,
    Bajo,
    Box,
    Declare,
    Hold,
    Level,
    Lot,
    Note,
    Phase,
    Roll,
    Ruleset,
    State,
    apply,
    points_of,
    why_not,
)

from .advice import Weighed
from .numbers import Single
from .plans import faces_of
from .solution import Solution
from .solving import turn_of
from .tables import BOXES, GRANDE, Tables, tables_of

Draw = Callable[[str], float]
"""A number of 0..1 that a decision draws for a purpose: the same again for the same purpose."""

GOOD: Final = 20
"""From so many points on a beginner notes at once."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level falls short of the best it knows."""

    slips: float = 0.0
    """How often it does something else, 0..1."""
    slip: float = 0.0
    """How many points that loses at most, by its own reckoning."""
    hasty: float = 0.0
    """How often it notes what already scores though it could roll again, 0..1."""
    forgets: float = 0.0
    """How often bajo does not come to its mind, 0..1."""


RUN: Final = 3
"""So many different dice are held for an escalera."""
MANNERS: Final = {
    Level.NOVATO: Manner(slips=0.45, slip=8.0, hasty=0.35, forgets=0.8),
    Level.PARROQUIANO: Manner(slips=0.25, slip=4.0, forgets=0.1),
    Level.MAESTRO: Manner(),
    Level.TIBURON: Manner(),
}


class _Plan(NamedTuple):
    """What a decision comes to: dice held, a box declared, and then the action that matters."""

    last: Action
    held: frozenset[int] = frozenset()
    goal: Box | None = None


class _Question(NamedTuple):
    """What a decision depends on."""

    level: Level
    seed: str
    exact: Solution | None
    state: State


class Wits:
    """What there is to know about a ruleset; `exact` may come later, or never.

    Without it maestro and tiburón go by what a box is worth on its own, as a parroquiano does, but
    without his mistakes; to play for the win its scores must be known too. Raises ValueError for
    the solution of other rules, when it is used.
    """

    def __init__(self, rules: Ruleset, exact: Solution | None = None) -> None:
        self.rules = rules
        self.exact = exact
        self._decided: tuple[_Question, _Plan] | None = None

    @cached_property
    def greedy(self) -> Solution:
        """Nothing is worth anything but the points that are noted now."""
        return Solution(self.rules, [0.0] * len(self._tables.sheets), self._tables)

    @property
    def _tables(self) -> Tables:
        return self.exact.tables if self.exact else tables_of(self.rules)

    @cached_property
    def rough(self) -> Solution:
        """An open box is worth what a turn brings that is played for it alone."""
        alone = [self._alone(at) for at in range(len(BOXES))]
        values = [
            sum(alone[at] for at in range(GRANDE) if index >> at & 1)
            + alone[GRANDE] * (index >> GRANDE)
            for index in self._tables.sheets
        ]
        return Solution(self.rules, values, self._tables)

    def _alone(self, box: int) -> float:
        """The points of a turn in which only one box is open."""
        tables = self._tables
        worth = [
            [float(points) if at == box else 0.0 for points in scale]
            for at, scale in enumerate(tables.scale)
        ]
        return turn_of(tables, Single(1 << box), worth).value

    def weigh(self, level: Level, state: State) -> tuple[Weighed, ...]:
        """Every action of a state as a level sees it, best first."""
        if level is Level.NOVATO:
            return self.greedy.weigh(state)
        if level is Level.PARROQUIANO or self.exact is None:
            return self.rough.weigh(state)
        if level is Level.TIBURON and self.exact.scored:
            return self.exact.weigh_to_win(state)
        return self.exact.weigh(state)

    def decided(self, question: _Question, decide: Callable[[], _Plan]) -> _Plan:
        """Answer a question; the last answer is remembered, for it is asked action by action."""
        if self._decided is None or self._decided[0] != question:
            self._decided = question, decide()
        return self._decided[1]


def choose(state: State, level: Level, wits: Wits, seed: str) -> Action:
    """Choose what a bot does now; rolls with their faces still to be drawn.

    The action is legal, changes the state, and never follows a hold with another one. Raises
    ValueError when the match is over.
    """
    match state.phase:
        case Phase.LOT:
            return Lot()
        case Phase.TIE:
            return Roll()
        case Phase.OVER:
            raise ValueError("the match is over")
        case Phase.TURN:
            return _next(state, _decide(state, level, wits, seed)) if state.rolls else Roll()


def _next(state: State, plan: _Plan) -> Action:
    """The first action of a plan that is not done yet."""
    rolls = isinstance(plan.last, Roll)
    if rolls and state.held != plan.held:
        return Hold(plan.held)
    if state.goal is not plan.goal and why_not(state, Declare(plan.goal)) is None:
        return Declare(plan.goal)
    return plan.last


# ----------------------------------------------------------------------------------- deciding


def _decide(state: State, level: Level, wits: Wits, seed: str) -> _Plan:
    """Decide about the dice that lie, whatever is held or has been declared for them so far."""
    mind = _Mind(level, MANNERS[level], wits, _draws(seed, state))
    bound = state.goal is not None and state.goal_at < state.rolls
    fresh = state if bound else replace(state, goal=None, goal_at=0)
    fresh = replace(fresh, held=frozenset())
    question = _Question(level, seed, wits.exact, fresh)
    return wits.decided(question, lambda: mind.decide(fresh))


def _draws(seed: str, state: State) -> Draw:
    """The chance of one decision: a function of the seed, whose turn it is, and what lies."""
    where = (seed, state.seat, state.round, len(state.results), state.rolls, state.dice)

    def draw(purpose: str) -> float:
        digest = hashlib.sha256(repr((*where, purpose)).encode("utf-8")).digest()
        return int.from_bytes(digest[:8], "big") / 2**64

    return draw


@dataclass(frozen=True, slots=True)
class _Mind:
    """One decision of one level."""

    level: Level
    manner: Manner
    wits: Wits
    draw: Draw

    def decide(self, state: State) -> _Plan:
        """Decide with nothing held, and nothing declared but what stands."""
        if hasty := self._hasty(state):
            return _Plan(hasty, goal=state.goal)
        chosen = self._pick(state, self._thought_of(state))
        match chosen:
            case Hold(places):
                return _Plan(self._roll_with(state, places), places, state.goal)
            case Declare(box) if box is not None:
                return self._go_for(state, box)
            case _:
                return _Plan(chosen, goal=state.goal)

    def _thought_of(self, state: State) -> list[Weighed]:
        """What comes to mind, best first: where dice are held for a box, that box comes first."""
        weighed = self.wits.weigh(self.level, state)
        declares = state.rules.goal != "free" and state.goal is None
        forgotten = self.draw("bajo") < self.manner.forgets
        return [
            one
            for one in weighed
            if not (declares and isinstance(one.action, Hold))
            and not (forgotten and _is_bajo(one.action))
        ]

    def _pick(self, state: State, weighed: Sequence[Weighed]) -> Action:
        """Take the best, or by a slip something that is nearly as good."""
        best, draw = weighed[0], self.draw
        if draw("slip") >= self.manner.slips:
            return best.action
        slips = (one for one in reversed(weighed) if self._may_slip(state, best, one))
        near = {one.value: one.action for one in slips}
        others = [near[value] for value in sorted(near)]
        return others[int(draw("which") * len(others))] if others else best.action

    def _may_slip(self, state: State, best: Weighed, other: Weighed) -> bool:
        """Whether something is nearly as good, and happens to people.

        Nobody crosses a box out by a slip, or holds one of two equal dice and leaves the other. All
        dice are turned over for a reason only: a slip that does it might undo another.
        """
        match other.action:
            case Bajo():
                return False
            case Note() if _crosses(state, other.action) and not _crosses(state, best.action):
                return False
            case Hold(places) if not _looks_like_something(state, places):
                return False
            case _:
                return best.value - self.manner.slip <= other.value < best.value

    def _hasty(self, state: State) -> Action | None:
        """Note what is good enough for somebody in a hurry."""
        if not self.manner.hasty or state.partner_next or not state.rolls_left:
            return None
        worth = points_of(state)
        best = max(worth, key=lambda box: worth[box])
        later = state.rolls > 1 and worth[best] and self.draw("hasty") < self.manner.hasty
        note = Note(best, hatch=_hatch_of(state, best))
        if (later or worth[best] >= GOOD) and why_not(state, note) is None:
            return note
        return None

    def _go_for(self, state: State, box: Box) -> _Plan:
        """Declare a box for the dice that are then held (R-23)."""
        declared, _ = apply(state, Declare(box))
        followed = [one.action for one in self._thought_of(declared)]
        last = next(action for action in followed if not isinstance(action, Declare | Bajo))
        if isinstance(last, Hold):
            return _Plan(self._roll_with(declared, last.places), last.places, box)
        return _Plan(last, goal=state.goal if why_not(state, last) is None else box)

    def _roll_with(self, state: State, places: frozenset[int]) -> Action:
        """The best roll with these dice held: as they fall, or with bajo called."""
        if state.rules.bajo != "call":
            return Roll()
        held, _ = apply(state, Hold(places))
        rolls = [one.action for one in self._thought_of(held) if isinstance(one.action, Roll)]
        return rolls[0]


def _is_bajo(action: Action) -> bool:
    match action:
        case Bajo() | Roll(bajo=True):
            return True
        case _:
            return False


def _crosses(state: State, action: Action) -> bool:
    return isinstance(action, Note) and not points_of(state)[action.box]


def _looks_like_something(state: State, places: frozenset[int]) -> bool:
    """Whether the dice on some places are all there are of their faces, or part of an escalera."""
    faces = faces_of(state, places)
    alone = len(set(faces)) == len(faces) >= RUN
    return alone or all(faces.count(face) == state.dice.count(face) for face in faces)


def _hatch_of(state: State, box: Box) -> int:
    """The lowest hatch in which a box is open: it is worth most (R-30)."""
    return max(hatch for open_box, hatch in state.sheet.open_places if open_box is box)
