"""What a player decides between two rolls, as one thing: a plan.

The engine takes a hold, a declaration and a roll one by one; who plays, advises or looks back
thinks of them together. Owns plans, and the way from weighed actions to a plan. What actions are
worth, points or chances, is told by an `Adviser`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from cacho.engine import (
    Action,
    Bajo,
    Box,
    Declare,
    Hold,
    Note,
    Phase,
    Roll,
    Stand,
    State,
    apply,
    decision_of,
)

from .advice import SAME, Weighed


class Adviser(Protocol):
    """Who knows what every action is worth: a `Solution`, or one who plays to win."""

    def weigh(self, state: State, /) -> tuple[Weighed, ...]:
        """Every action of a state, best first, each with what is to be expected after it."""
        ...


@dataclass(frozen=True)
class RollOn:
    """Hold some dice and roll the others."""

    hold: frozenset[int]
    goal: Box | None = None
    """The box declared for it (R-23)."""
    bajo: bool = False
    """Called before the dice are seen (R-21)."""
    over: bool = False
    """All five are turned over first, where one may look (R-21)."""


@dataclass(frozen=True)
class NoteIn:
    """Note a box, or cross it out."""

    box: Box
    points: int
    hatch: int = 0
    over: bool = False


@dataclass(frozen=True)
class LeaveIt:
    """Leave the dice on the table, and let the partner roll (R-29)."""

    over: bool = False


Plan = RollOn | NoteIn | LeaveIt


class Valued(NamedTuple):
    """A plan, and what is to be expected of it."""

    plan: Plan
    value: float


@dataclass(frozen=True)
class Weighable:
    """The beginning of a plan: its first action, and what the plan is worth."""

    state: State
    action: Action
    value: float

    def valued(self, adviser: Adviser) -> Valued:
        """The whole plan: with the best that can be declared or called for it."""
        return Valued(_followed(self.state, self.action, adviser), self.value)

    def leads_to(self, plan: Plan) -> bool:
        """Whether it is the beginning of a plan, other dice of the same faces counting as equal."""
        match plan:
            case RollOn(hold=hold, over=False):
                return _what(self.state, self.action) == faces_of(self.state, hold)
            case NoteIn(box=box, hatch=hatch, over=False):
                return self.action == Note(box, hatch=hatch)
            case LeaveIt(over=False):
                return self.action == Stand()
            case _:
                return self.action == Bajo()


def weighed_plans(state: State, adviser: Adviser) -> Iterator[Weighable]:
    """The plans that can be made with dice that lie, or before the first roll; best first.

    Of holds that keep the same faces one stands for all, the hold that stands now before others.
    """
    seen: set[object] = set()
    for action, value in adviser.weigh(state):
        what = _what(state, action)
        if what is not None and what not in seen:
            seen.add(what)
            yield Weighable(state, action, value)


def best_plan(state: State, adviser: Adviser) -> Valued:
    """The best of `plans_of`. Raises ValueError where nothing is to be decided."""
    weighed = adviser.weigh(state)
    if not weighed or state.phase is not Phase.TURN:
        raise ValueError("nothing is to be decided")
    return Valued(_followed(state, weighed[0].action, adviser), weighed[0].value)


def plan_before(state: State, action: Action) -> Plan | None:
    """The plan that an action carries out in the state before it; None where it only prepares."""
    match action:
        case Roll(_faces, bajo) if state.phase is Phase.TURN:
            return RollOn(state.held, state.goal, bajo)
        case Note(box=box, hatch=hatch):
            return NoteIn(box, _points(state, action), hatch)
        case Stand():
            return LeaveIt()
        case _:
            return None


def value_of(state: State, action: Action, adviser: Adviser) -> float | None:
    """What is to be expected of an action, a note being read in its best way.

    None for an action that is not weighed: leaving, taking back.
    """
    match action:
        case Roll(bajo=bajo):
            wanted: Action = Roll(bajo=bajo)
        case Note(box=box, hatch=hatch):
            wanted = Note(box, hatch=hatch)
        case _:
            wanted = action
    return next((value for weighed, value in adviser.weigh(state) if weighed == wanted), None)


def misread(state: State, action: Action) -> int:
    """The points that a note makes less than the best reading of its dice; else 0."""
    if not isinstance(action, Note):
        return 0
    return _points(state, Note(action.box, hatch=action.hatch)) - _points(state, action)


def _followed(state: State, action: Action, adviser: Adviser) -> Plan:
    """What becomes of an action when the best that still belongs to it follows."""
    if plan := plan_before(state, action):
        return plan
    after, _events = apply(state, action)
    if isinstance(action, Hold):
        return _rolled(after, adviser)
    before = Bajo if isinstance(action, Bajo) else Declare
    then = next(a for a, _value in adviser.weigh(after) if not isinstance(a, before))
    plan = _followed(after, then, adviser)
    return replace(plan, over=True) if isinstance(action, Bajo) else plan


def _rolled(state: State, adviser: Adviser) -> RollOn:
    """The best way to roll with the dice that are held: what is declared, and whether bajo.

    Of equally good ones nothing is declared rather than something, and bajo is not called.
    """
    weighed = adviser.weigh(state)
    declared = (apply(state, a)[0] for a, _value in weighed if isinstance(a, Declare))
    rolls = [
        (round(value / SAME), not action.bajo, -at, RollOn(after.held, after.goal, action.bajo))
        for at, after in enumerate((state, *declared))
        for action, value in adviser.weigh(after)
        if isinstance(action, Roll)
    ]
    return max(rolls, key=lambda roll: roll[:-1])[-1]


def _points(state: State, note: Note) -> int:
    decision = decision_of(state)
    way = decision.way_of(note) if decision else None
    return way.points if way else 0


def _what(state: State, action: Action) -> object:
    """What makes an action stand for a plan: the faces held, not their places; None: for none."""
    match action:
        case Roll():
            return faces_of(state, state.held)
        case Hold(places):
            return faces_of(state, places)
        case Declare():
            return None
        case _:
            return action


def faces_of(state: State, places: frozenset[int]) -> tuple[int, ...]:
    """The faces that lie on some places, in ascending order; () before the first roll."""
    return tuple(sorted(state.dice[place - 1] for place in places)) if state.dice else ()
