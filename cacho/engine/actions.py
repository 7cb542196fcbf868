"""What a player, or the table, can do: the closed union `Action`, and the refusals, `Reason`.

Plain values. Must not decide whether an action is legal: that is `transition.why_not`.
"""

from dataclasses import dataclass
from enum import StrEnum

from .rules import Box
from .seats import Level


@dataclass(frozen=True)
class Lot:
    """Every contender rolls one die, faces in seat order (R-02); None: still to be drawn."""

    faces: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Roll:
    """Roll the dice that are not held, faces in place order (R-03); None: still to be drawn.

    With `bajo`, called before the dice are seen, all five are turned over where they fell (R-21);
    `faces` are those that fell, before they are turned.
    """

    faces: tuple[int, ...] | None = None
    bajo: bool = False


@dataclass(frozen=True)
class Hold:
    """Hold exactly these places, 1 to 5, in place of those held before (R-04)."""

    places: frozenset[int]


@dataclass(frozen=True)
class Bajo:
    """Turn all five dice over after looking at them, where the rules allow that (R-21)."""


@dataclass(frozen=True)
class Declare:
    """Declare the box for which some dice are held (R-23); None withdraws it before the roll."""

    box: Box | None


@dataclass(frozen=True)
class Stand:
    """Leave the dice on the table for the team, and let the partner play (R-29)."""


@dataclass(frozen=True)
class Note:
    """Fill a box with what the dice are worth there; worth nothing, it is crossed out (R-05).

    `turned` are the places of the dice to be read from below (R-20), None for the best reading;
    `hatch` is the grid, 0 the upper (R-30); `series` the result that a team notes, counted from 0,
    None for the best (R-29).
    """

    box: Box
    turned: frozenset[int] | None = None
    hatch: int = 0
    series: int | None = None


@dataclass(frozen=True)
class TakeBack:
    """Take back the last note: by its player, before the next roll (R-17).

    `agreed`, by the whole table, at any time: what was rolled since is given up. Who must agree,
    and how they say so, is the screen's matter.
    """

    agreed: bool = False


@dataclass(frozen=True)
class Leave:
    """A player goes home; the boxes that nobody plays for any more are crossed out (R-32)."""

    seat: int


@dataclass(frozen=True)
class Hand:
    """Hand a seat to the program at a level, or with `bot` None to a person (R-33).

    With `name` it is called so from now on, e.g. after the person who plays on for one who left.
    """

    seat: int
    bot: Level | None = None
    name: str | None = None


class Help(StrEnum):
    """What a player may be helped with."""

    COACH = "coach"
    """What the exact player would do."""
    ODDS = "odds"
    """How likely each box is."""


@dataclass(frozen=True)
class Ask:
    """A player asks for help (R-33). It changes nothing, and the record tells of it."""

    seat: int
    help: Help


Action = Lot | Roll | Hold | Bajo | Declare | Stand | Note | TakeBack | Leave | Hand | Ask


class Reason(StrEnum):
    """Why an action is refused. The sentence for the player is the screen's matter."""

    LOT_FIRST = "lot-first"
    """The lot has not yet decided who starts (R-02)."""
    LOT_DONE = "lot-done"
    """Who starts is decided (R-02)."""
    TIE_BREAK = "tie-break"
    """All boxes are filled: those who tied roll for the win, and nothing else is done (R-31)."""
    GAME_OVER = "game-over"
    """The match has ended (R-16)."""
    ROLL_FIRST = "roll-first"
    """Nothing has been rolled in this turn (R-05)."""
    NO_ROLLS_LEFT = "no-rolls-left"
    """All rolls of the turn are made: a box must be noted (R-03)."""
    ALL_HELD = "all-held"
    """All five dice are held: none would roll (R-04)."""
    MUST_STOP = "must-stop"
    """A top result with an open box ends the rolling (R-22)."""
    MUST_NOTE = "must-note"
    """A top result must be noted in a box of its own (R-22)."""
    NO_BAJO = "no-bajo"
    """These rules do not know bajo (R-21)."""
    BAJO_BEFORE_LOOKING = "bajo-before-looking"
    """Bajo is called with the roll, before the dice are seen (R-21)."""
    BAJO_AFTER_LOOKING = "bajo-after-looking"
    """Bajo is decided after the dice are seen, not with the roll (R-21)."""
    NO_GOALS = "no-goals"
    """These rules declare nothing (R-23)."""
    GOAL_FIRST = "goal-first"
    """To roll again with dice held a box must be declared (R-23)."""
    GOAL_STANDS = "goal-stands"
    """A declared box stands: it alone may be noted, and no other be declared (R-23)."""
    NOTHING_DECLARED = "nothing-declared"
    """There is no declaration to withdraw (R-23)."""
    NO_PARTNER_LEFT = "no-partner-left"
    """No further series of the team is to come: a box must be noted (R-29)."""
    PARTNER_FIRST = "partner-first"
    """The team notes when all its series are played (R-29)."""
    NO_SUCH_SERIES = "no-such-series"
    """The team has no such result on the table (R-29)."""
    NO_SUCH_HATCH = "no-such-hatch"
    """The sheet has no such hatch (R-30)."""
    BOX_TAKEN = "box-taken"
    """The box is filled (R-05)."""
    TURN_MORE = "turn-more"
    """More dice must be turned over (R-20)."""
    TURN_FEWER = "turn-fewer"
    """Fewer dice may be turned over (R-20)."""
    SCORES_SO_NO_CROSS = "scores-so-no-cross"
    """The dice are worth something in this box, so it is not crossed out (R-14)."""
    CROSS_AFTER_LAST_ROLL = "cross-after-last-roll"
    """A box is crossed out only after the last roll (R-25)."""
    CROSS_ONLY_WITHOUT_POINTS = "cross-only-without-points"
    """A box is crossed out only when no open box gets a point (R-25)."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    """No note, or nobody there to have it back (R-17)."""
    TABLE_MUST_AGREE = "table-must-agree"
    """A roll was made since: only the table may agree to take the note back (R-17)."""
    NO_HELP = "no-help"
    """The table plays without help (R-33)."""
    BAD_NAME = "bad-name"
    """A seat cannot be called so."""
    NO_SUCH_SEAT = "no-such-seat"
    """Nobody sits there, or not any more (R-32)."""
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
