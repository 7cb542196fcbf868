"""A match looked back on: what was chosen, what was best, what it cost, and what the dice gave.

For every sheet of a match: start + luck - given away = final score, where `luck` is what the dice
brought above expectation and `given` what choices fell short of the best play for points. Where a
match ends before a sheet is full there is a rest, what its open boxes were worth: `unplayed`. With
three hatches and in teams the solution is an approximation (`Solution.value`, `series`); by how
much it was off on the way is `correction`, 0 to rounding for one player on one hatch.

Owns the reckoning; what a state is worth is told by a `Solution`.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from cacho.engine import (
    DICE,
    FIGURE_BOXES,
    Box,
    Course,
    Leave,
    Note,
    Phase,
    Roll,
    Stand,
    State,
    TakeBack,
)

from .keeps import hand_of
from .plans import NoteIn, Plan, RollOn, Weighable, plan_before, weighed_plans
from .solution import Solution
from .tables import BOXES
from .turn import NO_GOAL

Chances = Callable[[State], Sequence[float]]
"""What tells the chance to win of each team, as a state stands."""

RIGHT: Final = 0.005
"""Points given away below which a choice was right."""


@dataclass(frozen=True)
class Decision:
    """One decision between two rolls, against the best."""

    at: int
    """After how many actions of the match it was to be made."""
    done: int
    """The number of the action that carried it out, from 1."""
    seat: int
    team: int
    round: int
    chosen: Plan
    best: Plan
    value: float
    """The points that the sheet was to end with by the best play."""
    given: float
    """The points given away, never negative."""
    obvious: float
    """The points that the obvious plan would have given away: to note a figure that lies, else to
    hold what there is most of, and in the end to note what brings most."""
    tempting: Plan | None = None
    """That plan; None where it is as good as the best."""

    @property
    def right(self) -> bool:
        """Whether nothing was given away."""
        return self.given < RIGHT


@dataclass(frozen=True)
class Fall:
    """One roll: what the dice brought above expectation."""

    done: int
    seat: int
    team: int
    round: int
    luck: float


@dataclass(frozen=True)
class TurnReview:
    """One turn of a team, up to its note."""

    team: int
    round: int
    begin: int
    """After how many actions it began."""
    end: int
    """The number of its last action."""
    decisions: tuple[Decision, ...]
    falls: tuple[Fall, ...]
    box: Box | None = None
    """What was noted; None for a turn that ended the match, or was not finished."""
    points: int = 0

    @property
    def seat(self) -> int:
        """Who noted, or rolled last."""
        return self.decisions[-1].seat if self.decisions else self.falls[-1].seat

    @property
    def luck(self) -> float:
        """Points from the dice above expectation."""
        return sum(fall.luck for fall in self.falls)

    @property
    def given(self) -> float:
        """Points given away."""
        return sum(decision.given for decision in self.decisions)


@dataclass(frozen=True)
class Account:
    """One sheet of the match: start + correction + luck - given - unplayed = score."""

    team: int
    start: float
    """What the best play of a whole sheet is expected to bring."""
    luck: float
    given: float
    unplayed: float
    """What open boxes were worth, dice that lay included, when the match ended or the players
    left."""
    correction: float
    """What the solution was off by, where it is an approximation; else 0."""
    score: int


class Point(NamedTuple):
    """The match at one moment between two turns."""

    at: int
    """After how many actions."""
    values: tuple[float, ...]
    """For each team its chance to win, or the points its sheet is to end with if the match goes on
    (`Review.by_chance`)."""


@dataclass(frozen=True)
class Review:
    """A match looked back on."""

    accounts: tuple[Account, ...]
    turns: tuple[TurnReview, ...]
    """As they were played; what was taken back is left out."""
    points: tuple[Point, ...]
    """From the first turn to the end."""
    by_chance: bool
    """Whether `points` are chances to win, from 0 to 1; else points of the sheets."""
    approximate: bool
    """Whether the solution was an approximation for these rules."""
    winners: tuple[int, ...] = ()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions, as they were made."""
        return tuple(decision for turn in self.turns for decision in turn.decisions)

    @cached_property
    def worst(self) -> Decision | None:
        """The decision that gave most away; None where all were right."""
        wrong = [decision for decision in self.decisions if not decision.right]
        return max(wrong, key=lambda decision: decision.given, default=None)

    @cached_property
    def finest(self) -> Decision | None:
        """The right decision for which the obvious one would have given most away."""
        right = [d for d in self.decisions if d.right and d.obvious > RIGHT]
        return max(right, key=lambda decision: decision.obvious, default=None)

    @cached_property
    def turning(self) -> TurnReview | None:
        """The turn that moved the match most: for who won, or alone by luck and choice."""
        if self.by_chance and self.winners:
            moved = {
                after.at: abs(sum(after.values[t] - before.values[t] for t in self.winners))
                for before, after in pairwise(self.points)
            }
            return max(self.turns, key=lambda turn: moved.get(turn.end, 0.0), default=None)
        return max(self.turns, key=lambda turn: abs(turn.luck - turn.given), default=None)


def review(course: Course, solution: Solution, chances: Chances | None = None) -> Review:
    """Look back on a match; takes some thousandths of a second a turn."""
    reviewing = reviewed(course, solution, chances)
    while True:
        try:
            next(reviewing)
        except StopIteration as done:
            result: Review = done.value
            return result


def reviewed(
    course: Course, solution: Solution, chances: Chances | None = None
) -> Generator[float, None, Review]:
    """The same step by step: yields how much is done, from 0 to 1, and returns the review.

    Without `chances`, or for one team, the points that the sheets are to end with are followed.
    Raises ValueError for a match of other rules than those solved.
    """
    rivals = chances if len(course.begin.sheets) > 1 else None
    walk = _Walk(course, solution, rivals)
    steps = _standing(course)
    for number, at in enumerate(steps, 1):
        walk.step(at)
        yield number / len(steps)
    return walk.finished()


def _standing(course: Course) -> tuple[int, ...]:
    """The numbers of the actions that stand, from 1: without what was taken back."""
    kept: list[int] = []
    for at, step in enumerate(course.steps, 1):
        if isinstance(step.action, TakeBack):
            last = max(i for i, n in enumerate(kept) if isinstance(_action(course, n), Note))
            later = [n for n in kept[last + 1 :] if isinstance(_action(course, n), Leave)]
            kept[last:] = later
        else:
            kept.append(at)
    return tuple(kept)


def _action(course: Course, number: int) -> object:
    return course.steps[number - 1].action


@dataclass
class _Open:
    """A turn under way."""

    team: int
    round: int
    begin: int
    decisions: list[Decision] = field(default_factory=list)
    falls: list[Fall] = field(default_factory=list)

    def closed(self, end: int, box: Box | None = None, points: int = 0) -> TurnReview:
        falls = tuple(self.falls)
        return TurnReview(
            self.team, self.round, self.begin, end, tuple(self.decisions), falls, box, points
        )


class _Walk:
    """Goes along a match, and keeps what the sheet of every team is to end with."""

    def __init__(self, course: Course, solution: Solution, chances: Chances | None) -> None:
        self._course = course
        self._solution = solution
        self._chances = chances
        begin = course.begin
        self._levels = [sheet.total + solution.value(sheet) for sheet in begin.sheets]
        self._starts = tuple(self._levels)
        teams = len(begin.sheets)
        self._corrections = [0.0] * teams
        self._unplayed = [0.0] * teams
        self._turns: list[TurnReview] = []
        self._open: _Open | None = None
        self._asked = 0
        """After how many actions the decision came up that is to be made."""
        self._points: list[Point] = []

    def step(self, number: int) -> None:
        """Take the next action that stands."""
        before, step = self._course.state(number - 1), self._course.steps[number - 1]
        if before.phase is not Phase.TURN:
            return
        match step.action:
            case Roll():
                self._roll(number, before)
            case Note(box=box):
                self._note(number, before, box)
            case Stand():
                self._decide(number, before)
            case Leave():
                state = step.state
                gone = [team for team in range(len(state.sheets)) if not state.members(team)]
                self._close(state, gone)
            case _:
                pass

    def finished(self) -> Review:
        """Close the accounts."""
        course = self._course
        state = course.state(len(course))
        if self._open is not None:
            self._turns.append(self._open.closed(len(course)))
        self._mark(len(course), state)  # as if it went on: whoever wins early loses no points by it
        self._close(state, range(len(state.sheets)))
        rules = state.rules
        return Review(
            tuple(self._account(team, state) for team in range(len(state.sheets))),
            tuple(self._turns),
            tuple(self._points),
            self._chances is not None,
            rules.hatches > 1 or rules.team_size > 1,
            state.outcome.winners if state.outcome else (),
        )

    def _account(self, team: int, state: State) -> Account:
        turns = [turn for turn in self._turns if turn.team == team]
        return Account(
            team,
            self._starts[team],
            sum(turn.luck for turn in turns),
            sum(turn.given for turn in turns),
            self._unplayed[team],
            self._corrections[team],
            state.sheets[team].total,
        )

    # ------------------------------------------------------------------------ one action

    def _roll(self, number: int, before: State) -> None:
        if not before.rolls:
            self._begin(number - 1, before)
        chosen = self._decide(number, before)
        after = self._course.steps[number - 1].state
        value = self._worth_lying(after)
        now = self._now(before)
        now.falls.append(Fall(number, before.seat, before.team, before.round, value - chosen))
        self._levels[before.team] = value
        self._asked = number

    def _begin(self, at: int, before: State) -> None:
        """A series begins: at the first of a turn, the turn too."""
        if self._open is None:
            self._mark(at, before)
            self._open = _Open(before.team, before.round, at)
        self._asked = at
        expected = self._solution.weigh(before)[0].value
        self._corrections[before.team] += expected - self._levels[before.team]
        self._levels[before.team] = expected

    def _decide(self, number: int, before: State) -> float:
        """Judge what an action decides; returns what is to be expected after it."""
        asked, action = self._course.state(self._asked), self._course.steps[number - 1].action
        plans = list(weighed_plans(asked, self._solution))
        best = plans[0]
        chosen = self._value_of(number, before)
        self._levels[before.team] = chosen
        plan = plan_before(before, action)
        if plan is None:
            raise ValueError("this action decides nothing")
        if asked.rolls:  # before the first roll there is no choice but to roll
            obvious = _obvious(asked, plans)
            lost = max(0.0, best.value - obvious.value)
            self._now(before).decisions.append(
                Decision(
                    self._asked,
                    number,
                    before.seat,
                    before.team,
                    before.round,
                    plan,
                    best.valued(self._solution).plan,
                    best.value,
                    max(0.0, best.value - chosen),
                    lost,
                    obvious.valued(self._solution).plan if lost > RIGHT else None,
                )
            )
        return chosen

    def _value_of(self, number: int, before: State) -> float:
        """What is to be expected after the action of this number."""
        step = self._course.steps[number - 1]
        match step.action:
            case Note():
                sheet = step.state.sheets[before.team]
                return sheet.total + self._solution.value(sheet)
            case Roll(_faces, bajo):
                wanted = Roll(bajo=bajo)
            case other:
                return _value_in(self._solution, before, other)
        return _value_in(self._solution, before, wanted)

    def _note(self, number: int, before: State, box: Box) -> None:
        self._decide(number, before)
        points = self._course.steps[number - 1].state.sheets[before.team].total
        points -= before.sheet.total
        self._turns.append(self._now(before).closed(number, box, points))
        self._open = None

    def _close(self, state: State, teams: Iterable[int]) -> None:
        """What nobody plays for any more is neither luck nor choice."""
        for team in teams:
            total = float(state.sheets[team].total)
            self._unplayed[team] += self._levels[team] - total
            self._levels[team] = total

    def _now(self, before: State) -> _Open:
        if self._open is None:
            self._open = _Open(before.team, before.round, self._asked)
        return self._open

    def _worth_lying(self, after: State) -> float:
        """What the sheet is to end with once dice lie; a dormida that won counts as its box."""
        if after.phase is not Phase.OVER:
            return self._solution.weigh(after)[0].value
        lying = replace(after, phase=Phase.TURN, outcome=None)
        goal = NO_GOAL if lying.goal is None else BOXES.index(lying.goal)
        turn = self._solution.turn(lying)
        values = turn.looked(lying.rolls, len(lying.rolled) == DICE, goal)
        return lying.sheet.total + values[hand_of(lying.dice)]

    def _mark(self, at: int, state: State) -> None:
        """Put down where the match stands between two turns."""
        if self._points and self._points[-1].at == at:
            return
        values = self._levels if self._chances is None else self._chances(state)
        self._points.append(Point(at, tuple(values)))


def _value_in(solution: Solution, state: State, wanted: object) -> float:
    return next(value for action, value in solution.weigh(state) if action == wanted)


def _obvious(asked: State, plans: Sequence[Weighable]) -> Weighable:
    """The plan of whoever looks at these dice only: a figure is noted, what is alike is held."""
    noting = [plan for plan in plans if isinstance(plan.action, Note)]
    most = max(noting, key=_points_now, default=None)
    if asked.rolls_left and not (most and _is_figure(most)):
        held = frozenset(_most_alike(asked))
        found = (plan for plan in plans if plan.leads_to(RollOn(held)))
        return next(found, most or plans[0])
    return most or plans[0]


def _most_alike(state: State) -> Iterator[int]:
    """The places of the face that lies most often, of several the highest."""
    face = max(state.dice, key=lambda face: (state.dice.count(face), face))
    return (place for place, shown in enumerate(state.dice, 1) if shown == face)


def _is_figure(plan: Weighable) -> bool:
    noted = plan_before(plan.state, plan.action)
    return isinstance(noted, NoteIn) and noted.box in FIGURE_BOXES and noted.points > 0


def _points_now(plan: Weighable) -> int:
    noted = plan_before(plan.state, plan.action)
    return noted.points if isinstance(noted, NoteIn) else 0
