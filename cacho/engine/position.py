"""What dice that lie are worth: to a state of a match, or to a bare position.

Asks `choices` on behalf of a `State`: what the screen shows beside every box and die. Must not
change anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from .choices import Decision, Way, bare_decision, values_of
from .choices import wins as winning_reading
from .figures import DICE, Faces, Reading, readings
from .rules import Box, Ruleset
from .state import State


class PositionError(ValueError):
    """Dice cannot lie so; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a player with dice on the table can get for them now."""

    points: dict[Box, int]
    """The best points of every open box, in `Box` order."""
    wins: bool
    """A dormida that wins at once is there (R-13)."""
    may_cross: bool
    """Some open box may be crossed out now (R-14); never once the match is won."""
    must_note: tuple[Box, ...]
    """The boxes of which one must be noted now (R-22); () where the player is free."""
    read: dict[Box, Faces] = field(compare=False)
    """The dice as read for the best points of each box that is worth something."""


def worth(
    rules: Ruleset, dice: Faces, roll: int, rolled: int = DICE, open_boxes: Iterable[Box] = Box
) -> Worth:
    """Say what `dice` are worth as they lie after roll number `roll`.

    `rolled` is how many of them that roll rolled, 1 to 5; `open_boxes` are the boxes that still
    take a mark. Raises `PositionError` for dice that cannot lie so.
    """
    _check_position(rules, dice, roll, rolled)
    decision = bare_decision(rules, dice, roll, rolled, frozenset(open_boxes))
    won = winning_reading(rules, dice, roll, rolled) is not None
    may_cross = not won and any(decision.may_cross(box) for box in decision.open_boxes)
    return Worth(decision.points(), won, may_cross, decision.must_note(), decision.best_faces())


def decision_of(state: State) -> Decision | None:
    """What a note would depend on now; None while no dice lie before a player."""
    if not state.deciding:
        return None
    return Decision(state.rules, state.on_table, state.sheet.open_set)


def readings_of(state: State) -> tuple[Reading, ...]:
    """Every legal reading of the dice before the player; () while there are none."""
    if not state.deciding:
        return ()
    return readings(state.rules, state.dice, state.rolls, len(state.rolled))


def points_of(state: State) -> dict[Box, int]:
    """The best points of every open box for the dice that lie, in `Box` order.

    For a team that is the better of its results on the table. A box whose noting is not allowed
    now (a goal, a must-stop, a cross too early) has its points all the same. {} before the first
    roll of a series, during the lot and after the end.
    """
    decision = decision_of(state)
    return decision.points() if decision else {}


def points_by_hatch(state: State) -> dict[tuple[Box, int], int]:
    """The same for every open (box, hatch), hatch by hatch (R-30)."""
    best = points_of(state)
    return {(box, hatch): best[box] for box, hatch in state.sheet.open_places} if best else {}


def ways_of(state: State, box: Box) -> tuple[Way, ...]:
    """Every way in which an open box may be read, best first; () when it is filled.

    The first one is what `Note(box)` does; its `turned` are the dice that would turn over. Only
    results that may be noted in `box` are there: () too while a goal or a must-stop is elsewhere.
    """
    decision = decision_of(state)
    return decision.ways(box) if decision and box in decision.open_boxes else ()


def turn_limits(state: State) -> tuple[int, int]:
    """The least and the most dice to turn over now; (0, 0) where none may be (R-20).

    Any of the five may be, held and fresh alike. Under the least there is still what `ways_of`
    lists: a hand served again that is left as it fell.
    """
    return state.rules.limits(state.rolls) if state.deciding else (0, 0)


def points_as_turned(state: State, turned: frozenset[int]) -> dict[Box, int]:
    """What the dice before the player bring with exactly these places turned over.

    Only boxes for which that is a legal reading; {} where it is none.
    """
    decision = decision_of(state)
    if decision is None:
        return {}
    mine = values_of(state.rules, decision.results[-1], decision.open_boxes)
    found = (counted for reading, counted in mine if reading.turned == turned)
    counted = next(found, {})
    return {box: counted[box] for box in Box if box in counted}


def must_note(state: State) -> tuple[Box, ...]:
    """The boxes of which one must be noted now (R-22); () where the player is free.

    A team owes a note only when its last series is played and every result owes one.
    """
    decision = decision_of(state)
    return decision.must_note() if decision and not state.partner_next else ()


def _check_position(rules: Ruleset, dice: Faces, roll: int, rolled: int) -> None:
    if len(dice) != DICE or not all(face in range(1, 7) for face in dice):
        raise PositionError("the dice must be five faces from 1 to 6")
    if not 1 <= roll <= rules.rolls:
        raise PositionError(f"a turn has rolls 1 to {rules.rolls}, so there is no roll {roll}")
    if not 1 <= rolled <= DICE:
        raise PositionError(f"a roll rolls 1 to 5 dice, not {rolled}")
    if roll == 1 and rolled != DICE:
        raise PositionError("the first roll of a turn rolls all five dice")
