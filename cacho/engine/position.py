"""What dice that lie are worth: to a state of a match, or to a bare position.

Joins `figures` (what dice show) with the open boxes of a sheet. Must not change anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .figures import DICE, Faces, Reading, best_points, readings
from .rules import Box, Ruleset, UnsupportedRulesError, unsupported_worth
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
    """The boxes of which one must be noted now; () where the player is free."""


def worth(
    rules: Ruleset, dice: Faces, roll: int, rolled: int = DICE, open_boxes: Iterable[Box] = Box
) -> Worth:
    """Say what `dice` are worth as they lie after roll number `roll`.

    `rolled` is how many of them that roll rolled, 1 to 5; `open_boxes` are the boxes that still
    take a mark. Raises `PositionError` for dice that cannot lie so, and `UnsupportedRulesError`.
    """
    if missing := unsupported_worth(rules):
        raise UnsupportedRulesError(rules, missing)
    _check_position(rules, dice, roll, rolled)
    choices = readings(rules, dice, roll, rolled)
    counted = _points(rules, choices, frozenset(open_boxes))
    wins = any(reading.dormida for reading in choices)
    may_cross = not wins and 0 in counted.values()
    return Worth(points=counted, wins=wins, may_cross=may_cross, must_note=())


def readings_of(state: State) -> tuple[Reading, ...]:
    """Every legal reading of the dice that lie; () while the player has none to decide about."""
    if not state.deciding:
        return ()
    return readings(state.rules, state.dice, state.rolls, len(state.rolled))


def points_of(state: State) -> dict[Box, int]:
    """The best points of every open box for the dice that lie, in `Box` order.

    {} before the first roll of a turn, during the lot and after the end.
    """
    choices = readings_of(state)
    return _points(state.rules, choices, frozenset(state.sheet.open_boxes)) if choices else {}


def _points(
    rules: Ruleset, choices: tuple[Reading, ...], open_boxes: frozenset[Box]
) -> dict[Box, int]:
    return {box: best_points(rules, box, choices) for box in Box if box in open_boxes}


def _check_position(rules: Ruleset, dice: Faces, roll: int, rolled: int) -> None:
    if len(dice) != DICE or not all(face in range(1, 7) for face in dice):
        raise PositionError("the dice must be five faces from 1 to 6")
    if not 1 <= roll <= rules.rolls:
        raise PositionError(f"a turn has rolls 1 to {rules.rolls}, so there is no roll {roll}")
    if not 1 <= rolled <= DICE:
        raise PositionError(f"a roll rolls 1 to 5 dice, not {rolled}")
    if roll == 1 and rolled != DICE:
        raise PositionError("the first roll of a turn rolls all five dice")
