"""Plays as the solver says, but quickly: what to do on a sheet is decided for all hands at once.

`Solution.weigh` says of one state what everything is worth that can be done, which a game would ask
some sixty times. Here the values of a turn are read once for a sheet, and what follows from them is
remembered. Dice, holds and notes stay with the engine. That `Solution.best` would do nothing that
is worth more is checked by `test_monte_carlo.py`.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from cacho.engine import (
    DICE,
    Action,
    Bajo,
    Box,
    Declare,
    Faces,
    Hold,
    Match,
    Note,
    Roll,
    Sheet,
    State,
)
from cacho.strategy import Solution
from cacho.strategy.keeps import HANDS, KEEPS, NODE, NOTHING, TURNED_HAND, TURNED_KEEP, hand_of
from cacho.strategy.tables import BOXES, bits_of, sheet_index
from cacho.strategy.turn import NO_GOAL

KEPT = tuple(
    tuple({NODE[kept]: None for count in range(DICE) for kept in combinations(hand, count)})
    for hand in HANDS
)
"""For each hand everything that can be held of it so that a die is left to roll, least first."""


class Plan(NamedTuple):
    """What to do with dice that lie, whatever places they lie on."""

    last: Roll | Note
    kept: Faces = ()
    goal: Box | None = None
    over: bool = False
    """All five are turned over first (R-21)."""


Kind = tuple[int, bool, int]
"""How dice lie: after which roll, whether all five rolled, and the number of what is declared."""


class Plans:
    """What to do on one sheet."""

    def __init__(self, solution: Solution, sheet: Sheet) -> None:
        self._solution = solution
        self._sheet = sheet
        self._opens = bits_of(sheet.open_boxes)
        self._crossed = [steps[0] for steps in solution.alone(sheet)[1]]
        """For each box what the sheet is still worth after it."""
        self._known: dict[Kind, list[Plan | None]] = {}

    def plan(self, state: State) -> Plan:
        """What to do now: all dice lie as they fell, and what is declared was so before."""
        goal = NO_GOAL if state.goal is None else BOXES.index(state.goal)
        roll, all_five = state.rolls, len(state.rolled) == DICE
        kind = roll, roll == 1 or (all_five and state.rules.rethrow_mano), goal
        if kind not in self._known:
            self._known[kind] = self._plans(kind)
        plans, hand = self._known[kind], hand_of(state.dice)
        plan = plans[hand] = plans[hand] or self._noted(kind, hand)
        return plan

    def _plans(self, kind: Kind) -> list[Plan | None]:
        """For all hands how they are rolled on; None where one notes, which is found when asked."""
        reading = _Reading(self._solution, self._sheet, kind)
        plans = list(map(reading.plan, range(len(HANDS))))
        for hand, over in enumerate(TURNED_HAND):
            if reading.turns(hand):
                plan = reading.plan(over) or self._noted(kind, over)
                plans[hand] = plan._replace(over=True)
        return [plan and _once(plan) for plan in plans]

    def _noted(self, kind: Kind, hand: int) -> Plan:
        """The best note."""
        tables, (roll, fresh, goal) = self._solution.tables, kind
        notes = tables.lying[roll, fresh].notes(hand, self._opens, goal, tables.scale)
        box, _points = max(notes, key=lambda note: note[1] + self._crossed[note[0]])
        return _once(Plan(Note(BOXES[box])))


_plans: dict[Plan, Plan] = {}


def _once(plan: Plan) -> Plan:
    """The same plan, in memory once: there are hundreds, and a million hands on sheets."""
    return _plans.setdefault(plan, plan)


class _Reading:
    """Reads the values of one turn after one kind of roll."""

    def __init__(self, solution: Solution, sheet: Sheet, kind: Kind) -> None:
        self._turn, _worth = solution.alone(sheet)
        self._roll, fresh, self._goal = kind
        leaves = self._turn.leaves(self._roll, fresh)
        self._notes = leaves.notes if self._goal == NO_GOAL else leaves.goals[self._goal]
        self._stops = leaves.stops
        self._values = self._turn.lying(*kind)
        self._looked = self._turn.looked(*kind)
        goals = self._turn.goals if self._goal == NO_GOAL else ()
        self._goals = {goal: self._turn.lying(self._roll, fresh, goal) for goal in goals}
        """For each box that can be declared now what the hands are worth then."""

    def turns(self, hand: int) -> bool:
        """Whether a hand is better turned over."""
        return self._looked[hand] > self._values[hand]

    def plan(self, hand: int) -> Plan | None:
        """How to roll on with a hand; None if noting is as good, or owed."""
        if self._notes[hand] >= self._values[hand] or self._stops.get(hand):
            return None
        if self._goal != NO_GOAL or not self._goals:
            return self._rolled(self._goal, hand)
        if self._turn.rolled(self._roll + 1, NO_GOAL)[NOTHING] == self._values[hand]:
            return self._with(NO_GOAL, NOTHING)
        goal = max(self._goals, key=lambda goal: self._goals[goal][hand])
        return self._rolled(goal, hand)

    def _rolled(self, goal: int, hand: int) -> Plan:
        """The best to keep of a hand."""
        rolled = self._turn.rolled(self._roll + 1, goal)
        return self._with(goal, max(KEPT[hand], key=rolled.__getitem__))

    def _with(self, goal: int, keep: int) -> Plan:
        """Roll on with some dice kept, bajo where that is better."""
        held = self._turn.held(self._roll + 1, goal)
        bajo = self._turn.course.bajo == "call" and held[TURNED_KEEP[keep]] > held[keep]
        return Plan(Roll(bajo=bajo), KEEPS[keep], None if goal == NO_GOAL else BOXES[goal])


class Player:
    """Does what the solver says, and remembers it for every sheet."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._sheets: dict[int, Plans] = {}

    def play(self, match: Match) -> None:
        """One game of one player to its end."""
        while not match.over:
            for action in self.turn(match):
                match.submit(action)

    def turn(self, match: Match) -> Iterator[Action]:
        """The actions of one turn; each is asked for when the one before it is done."""
        plans = self._plans(match.state.sheet)
        yield Roll()
        while match.state.rolls and not match.over:
            plan = plans.plan(match.state)
            if plan.over:
                yield Bajo()
            if isinstance(plan.last, Roll):
                yield from _prepared(match.state, plan)
            yield plan.last

    def _plans(self, sheet: Sheet) -> Plans:
        index = sheet_index(sheet)
        if index not in self._sheets:
            self._sheets[index] = Plans(self._solution, sheet)
        return self._sheets[index]


def _prepared(state: State, plan: Plan) -> Iterator[Action]:
    """What comes before a further roll; no die that lies is changed by it."""
    if plan.goal != state.goal:
        yield Declare(plan.goal)
    held = places(state.dice, plan.kept)
    if held != state.held:
        yield Hold(held)


def places(dice: Faces, kept: Faces) -> frozenset[int]:
    """Places on which the faces lie that are kept."""
    left, found = list(kept), set()
    for place, face in enumerate(dice, 1):
        if face in left:
            left.remove(face)
            found.add(place)
    return frozenset(found)
