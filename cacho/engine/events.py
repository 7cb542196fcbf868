"""What happened: the closed union `Event`, each value carrying all that is needed to show it.

Seats are indices, places of dice 1 to 5. Must not carry anything that depends on how it is shown.
"""

from dataclasses import dataclass

from .figures import Faces
from .rules import Box
from .state import LotRound, Outcome


@dataclass(frozen=True, slots=True)
class LotRolled:
    """Each contender rolled a die; `contenders_left` must roll again, () when it is decided."""

    rolls: LotRound
    contenders_left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StarterChosen:
    """The lot chose who starts (R-02)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice were rolled: `faces` of `places`, in place order, and how all five `dice` lie now.

    `de_mano`: an escalera, full or poker noted from them is de mano (R-12).
    """

    seat: int
    roll: int
    places: tuple[int, ...]
    faces: tuple[int, ...]
    dice: Faces
    de_mano: bool


@dataclass(frozen=True, slots=True)
class HeldChanged:
    """These places are held now, and no others (R-04)."""

    seat: int
    places: frozenset[int]


@dataclass(frozen=True, slots=True)
class Noted:
    """A box was filled (R-05) from these dice; `slot` counts the marks of a box from 0."""

    seat: int
    box: Box
    slot: int
    points: int
    de_mano: bool
    crossed: bool
    dice: Faces


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last note was taken back (R-17): this mark is gone, and `seat` decides again."""

    seat: int
    box: Box
    slot: int
    points: int


@dataclass(frozen=True, slots=True)
class Dormida:
    """Five alike on the first roll: the match is won (R-13)."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """It is the turn of `seat` now."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match has ended (R-16)."""

    outcome: Outcome


Event = (
    LotRolled
    | StarterChosen
    | Rolled
    | HeldChanged
    | Noted
    | TakenBack
    | Dormida
    | TurnPassed
    | MatchOver
)
