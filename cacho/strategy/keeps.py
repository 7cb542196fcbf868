"""Five dice without their order: the hands that can lie, the dice one can keep, and how they join.

A *node* is a number: first the 210 keeps of up to four dice, fewest dice first, then the 252 hands
of five. Rolling one die more leads from a keep to six larger nodes, putting one down from a node to
smaller ones; all sums and choices of a turn run along these steps. Must not know rules or boxes.
"""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import Final

from cacho.engine import DICE, Faces

from .numbers import T

FACES: Final = range(1, 7)


def _kept(count: int) -> list[Faces]:
    return list(combinations_with_replacement(FACES, count))


_LEVELS: Final = tuple(_kept(count) for count in range(DICE + 1))
KEEPS: Final = tuple(keep for level in _LEVELS[:DICE] for keep in level)
"""All keeps of 0 to 4 dice, each in order of faces."""
HANDS: Final = tuple(_LEVELS[DICE])
"""All hands of five dice, each in order of faces."""
NODES: Final = (*KEEPS, *HANDS)
NODE: Final = {dice: at for at, dice in enumerate(NODES)}
HAND: Final = {dice: at for at, dice in enumerate(HANDS)}
NOTHING: Final = 0
"""The node of the empty keep: all five dice are rolled."""


def _more(keep: Faces) -> tuple[int, ...]:
    return tuple(NODE[tuple(sorted((*keep, face)))] for face in FACES)


def _less(dice: Faces) -> tuple[int, ...]:
    places = sorted({dice.index(face) for face in dice})
    return tuple(NODE[dice[:at] + dice[at + 1 :]] for at in places)


def _below(dice: Faces) -> Faces:
    return tuple(sorted(7 - face for face in dice))


def _picking(nodes: Sequence[int]) -> Callable[[Sequence[T]], tuple[T, ...]]:
    """What picks the values of some nodes from a list; of one it picks the same twice."""
    return itemgetter(*nodes) if len(nodes) > 1 else itemgetter(*nodes, *nodes)


GROWN: Final = tuple(map(_more, KEEPS))
"""For each keep the six nodes that one die more leads to, by its face."""
SHRUNK: Final = tuple(map(_less, NODES))
"""For each node the keeps that are left when one die is put down."""
OF_GROWN: Final = tuple(_picking(nodes) for nodes in GROWN)
"""What picks the values of those six nodes from a list: most of the time of a turn goes there."""
OF_SHRUNK: Final = tuple(_picking(nodes or (NOTHING,)) for nodes in SHRUNK)
"""The same of the keeps that are left; of the empty keep nothing can be put down."""
TURNED_KEEP: Final = tuple(NODE[_below(keep)] for keep in KEEPS)
"""For each keep the one with all its dice turned over."""
TURNED_HAND: Final = tuple(HAND[_below(hand)] for hand in HANDS)
"""For each hand the one with all its dice turned over."""


def hand_of(dice: Sequence[int]) -> int:
    """The number of the hand that five dice in any order make."""
    return HAND[tuple(sorted(dice))]


def keep_of(dice: Sequence[int]) -> int:
    """The node of up to four dice in any order."""
    return NODE[tuple(sorted(dice))]
