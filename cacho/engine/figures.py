"""What five dice show: readings of them, the figures they make, and the points of a box.

Pure functions of faces and rules; the order of the dice never matters for points. Must not know
which boxes are open, whose turn it is or how the dice came to lie so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, assert_never

from .rules import (
    DE_MANO_POINTS,
    FIGURE_BOXES,
    FULL_POINTS,
    GRANDE_POINTS,
    POKER_POINTS,
    Box,
    Ruleset,
)

Faces = tuple[int, ...]
"""Five faces, 1 to 6, in the order of their places on the table."""

DICE: Final = 5
PLACES: Final = frozenset(range(1, DICE + 1))
"""The five places on the table, 1 to 5."""
STRAIGHTS: Final = (frozenset({1, 2, 3, 4, 5}), frozenset({2, 3, 4, 5, 6}))
WRAP: Final = frozenset({1, 3, 4, 5, 6})
"""The ace-wrap, 3-4-5-6-1."""
_SERVED: Final = frozenset({Box.ESCALERA, Box.FULL, Box.POKER})
"""The boxes in which de mano is worth more."""
_EVERY_BOX: Final = frozenset(Box)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way of reading the dice that lie: faces, and which places are read from below."""

    faces: Faces
    turned: frozenset[int]
    """Places (1 to 5) whose underside is read."""
    de_mano: bool
    """Whether it counts as served (R-12)."""
    boxes: frozenset[Box] = _EVERY_BOX
    """The boxes for which the dice may be read so; a served hand left as it fell, where a die
    must be turned, counts in figures only (R-20)."""

    @property
    def dormida(self) -> bool:
        """Five alike de mano (R-13)."""
        return self.de_mano and is_five_alike(self.faces)


def readings(rules: Ruleset, dice: Faces, roll: int, rolled: int) -> tuple[Reading, ...]:
    """List every legal reading of `dice` after roll number `roll`, which rolled `rolled` of them.

    Fewest turned first, then by place. De mano are those of a first roll, and with `rethrow_mano`
    a later roll of all five left as it fell (R-12); such a roll may be left so for the figures
    even where a die must be turned (R-20), and so may a natural five for the Grande (R-24).
    """
    if not 1 <= roll <= rules.rolls:
        raise ValueError(f"roll {roll} of {rules.rolls}")
    if not 1 <= rolled <= DICE:
        raise ValueError(f"{rolled} dice rolled")
    served_again = rules.rethrow_mano and roll > 1 and rolled == DICE
    return _readings(dice, *rules.limits(roll), roll == 1, served_again, rules.natural_five)


@lru_cache(maxsize=1024)
def _readings(
    dice: Faces, least: int, most: int, first: bool, served_again: bool, natural_five: bool
) -> tuple[Reading, ...]:
    found = []
    if least > 0 and (boxes := _left_as_it_fell(dice, first, served_again, natural_five)):
        found.append(Reading(dice, frozenset(), de_mano=True, boxes=boxes))
    for count in range(least, most + 1):
        for places in combinations(range(1, DICE + 1), count):
            turned = frozenset(places)
            de_mano = first or (served_again and not turned)
            found.append(Reading(turn_over(dice, turned), turned, de_mano))
    return tuple(found)


def _left_as_it_fell(
    dice: Faces, first: bool, served_again: bool, natural_five: bool
) -> frozenset[Box]:
    """For which boxes dice may be left unturned though one must be turned."""
    if served_again:
        return frozenset(FIGURE_BOXES)
    natural = natural_five and first and is_five_alike(dice)
    return frozenset({Box.GRANDE}) if natural else frozenset()


def turn_over(dice: Faces, places: frozenset[int] = PLACES) -> Faces:
    """Read the dice on `places` from below: opposite faces add to 7 (R-20)."""
    return tuple(7 - face if place in places else face for place, face in enumerate(dice, 1))


def points(rules: Ruleset, box: Box, reading: Reading) -> int:
    """Count what `box` is worth for one reading; 0 when it does not qualify (R-07 to R-12)."""
    return points_by_box(rules, reading)[box] if box in reading.boxes else 0


def points_by_box(rules: Ruleset, reading: Reading) -> Mapping[Box, int]:
    """Count what every box would be worth, whatever boxes the reading is for."""
    return _hand_points(rules, tuple(sorted(reading.faces)), reading.de_mano)


@lru_cache(maxsize=2048)
def _hand_points(rules: Ruleset, hand: Faces, de_mano: bool) -> Mapping[Box, int]:
    worth = {box: _base_points(rules, box, hand) for box in Box}
    served = {box for box in _SERVED if de_mano and worth[box]}
    return {box: n + DE_MANO_POINTS if box in served else n for box, n in worth.items()}


def is_served(rules: Ruleset, box: Box, reading: Reading) -> bool:
    """Whether `reading` makes the figure of `box` de mano, and so is worth more there (R-12)."""
    return reading.de_mano and box in _SERVED and points(rules, box, reading) > 0


def _base_points(rules: Ruleset, box: Box, faces: Faces) -> int:
    match box:
        case Box.BALAS | Box.TONTOS | Box.TRENES | Box.CUADRAS | Box.QUINAS | Box.SENAS:
            return number_points(box, faces)
        case Box.ESCALERA:
            return rules.escalera if is_escalera(faces, wrap=rules.wrap) else 0
        case Box.FULL:
            return FULL_POINTS if is_full(faces) else 0
        case Box.POKER:
            return POKER_POINTS if is_poker(faces, five=rules.five_is_poker) else 0
        case Box.GRANDE:
            return GRANDE_POINTS if is_five_alike(faces) else 0
        case _:
            assert_never(box)


def number_points(box: Box, faces: Faces) -> int:
    """Sum the dice that show the box's own face (R-07)."""
    return 0 if box.face is None else box.face * faces.count(box.face)


def is_escalera(faces: Faces, *, wrap: bool) -> bool:
    """Five faces in a row, in any order; 3-4-5-6-1 too with `wrap` (R-08)."""
    shown = frozenset(faces)
    return shown in STRAIGHTS or (wrap and shown == WRAP)


def is_full(faces: Faces) -> bool:
    """Three of one face and two of another; five alike is none (R-09)."""
    return sorted(map(faces.count, set(faces))) == [2, 3]


def is_poker(faces: Faces, *, five: bool) -> bool:
    """Four of one face, or with `five` at least four (R-10)."""
    most = max(map(faces.count, faces))
    return most == 4 or (five and most == DICE)


def is_five_alike(faces: Faces) -> bool:
    """All five dice show one face (R-11)."""
    return len(set(faces)) == 1


def makers(rules: Ruleset, faces: Faces) -> frozenset[int]:
    """Return the places of the dice that make a figure as they lie; () where there is none.

    All five of an escalera, a full or five alike (R-08, R-09, R-11), the four of a poker (R-10).
    """
    if is_escalera(faces, wrap=rules.wrap) or is_full(faces) or is_five_alike(faces):
        return PLACES
    if is_poker(faces, five=rules.five_is_poker):
        return frozenset(place for place, face in enumerate(faces, 1) if faces.count(face) > 1)
    return frozenset()
