"""The coach: what an exact player would do, what that is worth, and how likely every box is.

Owns `Advice` and `Odds`, which say it as values. How it is told, and when, is the screen's matter.
Must not keep anything from the player: every number is that of the solution.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from cacho.engine import DICE, NUMBER_BOXES, Box, Note, Phase, Roll, Ruleset, Stand, State

from .advice import Weighed
from .flow import End, ends_rolled, notes_of
from .keeps import NOTHING, TURNED_KEEP, hand_of, keep_of
from .numbers import Single
from .plans import Adviser, Plan, RollOn, Valued, Weighable, best_plan, faces_of, weighed_plans
from .solution import Solution
from .solving import turn_of
from .tables import BOXES, Worth, bits_of, one_hatch, tables_of
from .turn import NO_GOAL, Turn

MADE: Final = 3
"""A number box is made with so many dice of its face: that is what people play for."""
ROUND: Final = 0.05
"""Points, or hundredths of a chance, below which two plans are as good as each other."""
HOPE: Final = 1e-4
"""So much a chance to win grows at least where all five are rolled for a dormida."""

Unit = Literal["points", "chance"]
"""What an adviser counts: points of the sheet, or the chance to win (0 to 1)."""


class Aim(NamedTuple):
    """A box that a plan may end in, and how likely it is noted there with points."""

    box: Box
    chance: float


@dataclass(frozen=True)
class Advice:
    """What to do with the dice of `state`, and what it is worth."""

    state: State
    plan: Plan
    value: float
    """What is to be expected: points of the whole sheet, or the chance to win."""
    aims: tuple[Aim, ...] = ()
    """Where a roll leads, the likeliest first; () where a box is noted."""
    other: Plan | None = None
    """What it is compared with: what would be played as things stand, or the next best thing."""
    gain: float = 0.0
    """How much better it is than that, never negative."""
    unit: Unit = "points"
    last_hope: bool = False
    """Whether all five are rolled because only a dormida wins any more (R-26)."""

    @property
    def even(self) -> bool:
        """Whether the other plan is as good."""
        return self.other is not None and self.gain < (ROUND if self.unit == "points" else 0.0005)


@dataclass(frozen=True)
class ToWin:
    """Weighs by the chance to win."""

    solution: Solution

    def weigh(self, state: State) -> tuple[Weighed, ...]:
        """See `Solution.weigh_to_win`."""
        return self.solution.weigh_to_win(state)


def advise(state: State, solution: Solution, unit: Unit = "points") -> Advice | None:
    """Say what to do, for the points of the sheet or for the chance to win.

    None where nothing is to be decided: before the first roll there is nothing but to roll. Where a
    roll leads is told as for points in either case.
    """
    if state.phase is not Phase.TURN or not state.rolls:
        return None
    adviser = solution if unit == "points" else ToWin(solution)
    best = best_plan(state, adviser)
    other = _compared(state, best, adviser)
    gain = max(0.0, best.value - other.value) if other else 0.0
    rolls_all = isinstance(best.plan, RollOn) and not best.plan.hold
    return Advice(
        state,
        best.plan,
        best.value,
        aims_of(state, best.plan, solution),
        other.plan if other else None,
        gain,
        unit,
        unit == "chance" and rolls_all and gain > HOPE and _out_of_reach(state, solution),
    )


def _out_of_reach(state: State, solution: Solution) -> bool:
    """Whether some rival has more points already than the player's sheet can come to."""
    rules, sheet = state.rules, state.sheet
    if rules.hatches > 1 or rules.early_wins:
        return False
    to_come = sum(
        max(scale) * (rules.capacity(box) - len(sheet.marks(box)))
        for box, scale in zip(BOXES, solution.tables.scale, strict=True)
    )
    rivals = (other.total for team, other in enumerate(state.sheets) if team != state.team)
    return max(rivals, default=0) > sheet.total + to_come


def _compared(state: State, best: Valued, adviser: Adviser) -> Valued | None:
    """What the best is compared with.

    Rolling with the dice held now, where the player holds others; else noting, where it is better
    to roll on; else whatever comes next.
    """
    others = [plan for plan in weighed_plans(state, adviser) if not plan.leads_to(best.plan)]
    for wanted in (_rolls_as_held, _ends_the_turn):
        found = next((other for other in others if wanted(state, best.plan, other)), None)
        if found:
            return found.valued(adviser)
    return others[0].valued(adviser) if others else None


def _rolls_as_held(state: State, best: Plan, other: Weighable) -> bool:
    advised = faces_of(state, best.hold) if isinstance(best, RollOn) else ()
    return advised != faces_of(state, state.held) != () and isinstance(other.action, Roll)


def _ends_the_turn(_state: State, best: Plan, other: Weighable) -> bool:
    return isinstance(best, RollOn) and isinstance(other.action, Note | Stand)


# ------------------------------------------------------------------------------ where it leads to


def aims_of(state: State, plan: Plan, solution: Solution) -> tuple[Aim, ...]:
    """The boxes in which the turn ends, if it goes on by points, each with how likely that is.

    Crosses are left out. A partner's dice are not counted.
    """
    if not isinstance(plan, RollOn):
        return ()
    turn, worth = solution.alone(state.sheet)
    noted = notes_of(turn, solution.tables, worth, _ends(state, plan, turn))
    found = [Aim(box, sum(steps[1:])) for box, steps in zip(BOXES, noted, strict=True)]
    return tuple(sorted((aim for aim in found if aim.chance > 0), key=lambda aim: -aim.chance))


def _ends(state: State, plan: RollOn, turn: Turn[float]) -> list[End[float]]:
    """How the turn ends once the plan is carried out."""
    keep = keep_of(faces_of(state, plan.hold))
    if plan.over != plan.bajo:
        keep = TURNED_KEEP[keep]
    goal = NO_GOAL if plan.goal is None else BOXES.index(plan.goal)
    if keep == NOTHING and state.rules.goal == "rethrow":
        goal = NO_GOAL
    return ends_rolled(turn, state.rolls + 1, keep, goal)


# ----------------------------------------------------------------------------------------- odds


@dataclass(frozen=True)
class BoxOdds:
    """One open box of one hatch."""

    box: Box
    hatch: int
    chance: float | None
    """How likely it is made by the end of the turn, played for it alone from here on: 0 to 1. None
    once no roll is left: it is made or it is not, as everybody sees."""
    cost: float | None
    """What noting it now brings against the best there is, 0 or negative; None: not allowed now."""


def odds_of(state: State, solution: Solution) -> tuple[BoxOdds, ...]:
    """The odds of every open box, hatch by hatch; () where nobody is to play.

    A figure is made when it can be noted with points, a number with three dice of its face. With
    dice held it is the chance of rolling the others; with none held, that of the hold that is best
    for the box; with all held, it is certain or impossible, and once no roll is left there is none.
    Before the first roll there is no cost.
    """
    if state.phase is not Phase.TURN:
        return ()
    values = _note_values(state, solution)
    best = solution.weigh(state)[0].value
    return tuple(
        BoxOdds(
            box,
            hatch,
            chance_of(state, box) if state.rolls_left else None,
            min(0.0, values[box, hatch] - best) if (box, hatch) in values else None,
        )
        for box, hatch in state.sheet.open_places
    )


def _note_values(state: State, solution: Solution) -> dict[tuple[Box, int], float]:
    """What the sheet is to end with, for every note that may be made now."""
    return {
        (action.box, action.hatch): value
        for action, value in solution.weigh(state)
        if isinstance(action, Note)
    }


def chance_of(state: State, box: Box) -> float:
    """How likely a box is made by the end of the turn, as `odds_of` has it."""
    turn = _played_for(one_hatch(state.rules), bits_of(state.sheet.open_boxes), box)
    if not state.rolls:
        return turn.value
    goal = NO_GOAL if state.goal is None else BOXES.index(state.goal)
    hand, fresh = hand_of(state.dice), len(state.rolled) == DICE
    if not state.rolling:
        leaves = turn.leaves(state.rolls, fresh)
        free = goal == NO_GOAL or state.must
        return (leaves.notes if free else leaves.goals[goal])[hand]
    if not state.held:
        return turn.looked(state.rolls, fresh, goal)[hand]
    keep = keep_of(faces_of(state, state.held))
    goals = turn.goals if turn.goals and goal == NO_GOAL else (goal,)
    return max(turn.rolled(state.rolls + 1, goal)[keep] for goal in goals)


@lru_cache(maxsize=64)
def _played_for(rules: Ruleset, opens: int, box: Box) -> Turn[float]:
    """A turn in which only making one box is worth anything, and that is worth 1."""
    tables = tables_of(rules)
    need = MADE * (NUMBER_BOXES.index(box) + 1) if box in NUMBER_BOXES else 1
    worth: Worth[float] = [
        [1.0 if other is box and points >= need else 0.0 for points in scale]
        for other, scale in zip(BOXES, tables.scale, strict=True)
    ]
    turn = turn_of(tables, Single(opens), worth)
    if turn.goals:
        turn.goals = (BOXES.index(box),)  # to declare another is no way to make this one
    return turn
