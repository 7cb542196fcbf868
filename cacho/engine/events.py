"""What happened: the closed union `Event`, each value carrying all that is needed to show it.

Seats are indices, places of dice 1 to 5, hatches and slots counted from 0. Must not carry anything
that depends on how it is shown.

Without slots: classes with them take twice as long to make, and a start has many to make.
"""

from dataclasses import dataclass

from .actions import Help
from .choices import Result
from .figures import Faces
from .rules import Box
from .seats import Level
from .state import LotRound, Outcome


@dataclass(frozen=True)
class LotRolled:
    """Each contender rolled a die; `contenders_left` must roll again, () when it is decided."""

    rolls: LotRound
    contenders_left: tuple[int, ...]


@dataclass(frozen=True)
class StarterChosen:
    """The lot chose who starts (R-02)."""

    seat: int


@dataclass(frozen=True)
class Rolled:
    """Dice were rolled: `faces` of `places`, in place order, and how all five `dice` lie now.

    `de_mano`: an escalera, full or poker noted from them is de mano (R-12). With `bajo` the faces
    are those that fell, and `dice` lie after all five were turned over (R-21).
    """

    seat: int
    roll: int
    places: tuple[int, ...]
    faces: tuple[int, ...]
    dice: Faces
    de_mano: bool
    bajo: bool = False
    must: tuple[Box, ...] = ()
    """The boxes of which one is owed for these dice: no further roll (R-22)."""
    goal_cancelled: bool = False
    """Whether all five were rolled again and a declared goal fell with it (R-23)."""


@dataclass(frozen=True)
class HeldChanged:
    """These places are held now, and no others (R-04)."""

    seat: int
    places: frozenset[int]


@dataclass(frozen=True)
class TurnedOver:
    """All five dice were turned over after looking, and lie like this now (R-21)."""

    seat: int
    dice: Faces
    must: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Declared:
    """A box was declared; None: the declaration was withdrawn (R-23)."""

    seat: int
    box: Box | None


@dataclass(frozen=True)
class Stood:
    """A partner left these dice on the table for the team (R-29)."""

    seat: int
    result: Result


@dataclass(frozen=True)
class Noted:
    """A box was filled (R-05) from these dice; `slot` counts the marks of a box from 0.

    `seat` noted it on its team's sheet. `dice` are as they lay, `turned` the places that were read
    from below (R-20); `series` is the result that the team chose (R-29).
    """

    seat: int
    box: Box
    slot: int
    points: int
    de_mano: bool
    crossed: bool
    dice: Faces
    turned: frozenset[int] = frozenset()
    hatch: int = 0
    series: int = 0


@dataclass(frozen=True)
class TakenBack:
    """The last note was taken back (R-17): this mark is gone, and `seat` decides again.

    `agreed`: by the whole table, so that rolls made since may have been given up.
    """

    seat: int
    box: Box
    slot: int
    points: int
    hatch: int = 0
    agreed: bool = False


@dataclass(frozen=True)
class Dormida:
    """Five alike de mano: the match is won (R-13); `turned` places were read from below."""

    seat: int
    face: int
    turned: frozenset[int] = frozenset()


@dataclass(frozen=True)
class EarlyWin:
    """A sheet wins before the end: the belly of gold, or the fours (R-27, R-28)."""

    seat: int
    panza: bool
    cuatros: bool


@dataclass(frozen=True)
class SeatLeft:
    """A player went home (R-32); `crossed` are the (box, hatch, slot) that nobody plays now."""

    seat: int
    crossed: tuple[tuple[Box, int, int], ...]


@dataclass(frozen=True)
class SeatHanded:
    """A seat has changed hands (R-33): who plays it now, None for a person."""

    seat: int
    name: str
    bot: Level | None


@dataclass(frozen=True)
class Asked:
    """A player asked for help (R-33)."""

    seat: int
    help: Help


@dataclass(frozen=True)
class TurnPassed:
    """It is the turn of `seat` now; a partner's too (R-29)."""

    seat: int
    round: int


@dataclass(frozen=True)
class TieBreakBegan:
    """All boxes are filled, and these tie for the first place: each rolls all five (R-31)."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class TieRolled:
    """A contender rolled all five for the win; `total` is their sum."""

    seat: int
    dice: Faces
    total: int


@dataclass(frozen=True)
class TieAgain:
    """The round of the tie-break left these with the same highest sum: they roll again."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class MatchOver:
    """The match has ended (R-16)."""

    outcome: Outcome


Event = (
    LotRolled
    | StarterChosen
    | Rolled
    | HeldChanged
    | TurnedOver
    | Declared
    | Stood
    | Noted
    | TakenBack
    | Dormida
    | EarlyWin
    | SeatLeft
    | SeatHanded
    | Asked
    | TurnPassed
    | TieBreakBegan
    | TieRolled
    | TieAgain
    | MatchOver
)
