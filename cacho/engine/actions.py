"""What a player can do: the closed union `Action`, and the closed list of refusals `Reason`.

Plain values. Must not decide whether an action is legal: that is `transition.why_not`.
"""

from dataclasses import dataclass
from enum import StrEnum

from .rules import Box


@dataclass(frozen=True, slots=True)
class Lot:
    """Every contender rolls one die, faces in seat order (R-02); None: still to be drawn."""

    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice that are not held, faces in place order (R-03); None: still to be drawn."""

    faces: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold exactly these places, 1 to 5, in place of those held before (R-04)."""

    places: frozenset[int]


@dataclass(frozen=True, slots=True)
class Note:
    """Fill a box with what the dice are worth there; worth nothing, it is crossed out (R-05)."""

    box: Box


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the last note, before the next roll (R-17)."""


Action = Lot | Roll | Hold | Note | TakeBack


class Reason(StrEnum):
    """Why an action is refused. The sentence for the player is the screen's matter."""

    LOT_FIRST = "lot-first"
    """The lot has not yet decided who starts (R-02)."""
    LOT_DONE = "lot-done"
    """Who starts is decided (R-02)."""
    GAME_OVER = "game-over"
    """The match has ended (R-16)."""
    ROLL_FIRST = "roll-first"
    """Nothing has been rolled in this turn (R-05)."""
    NO_ROLLS_LEFT = "no-rolls-left"
    """All rolls of the turn are made: a box must be noted (R-03)."""
    ALL_HELD = "all-held"
    """All five dice are held: none would roll (R-04)."""
    BOX_TAKEN = "box-taken"
    """The box is filled (R-05)."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    """No note, or a roll was made since (R-17)."""
    BAD_PLACE = "bad-place"
    """Places of dice are 1 to 5 (R-04)."""
    BAD_FACES = "bad-faces"
    """Not one face of 1 to 6 for each die that rolls (R-03)."""
    FACES_MISSING = "faces-missing"
    """The dice of the action have not been drawn; only `apply` refuses this."""


class IllegalAction(ValueError):  # noqa: N818 - named for what it is, as in every text on the rules
    """The rules do not allow the action now; `reason` says why."""

    def __init__(self, action: Action, reason: Reason) -> None:
        self.action = action
        self.reason = reason
        super().__init__(f"{reason}: {action}")
