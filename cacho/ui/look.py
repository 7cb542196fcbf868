"""Colours, inks and sizes that all screens share, so that they look like one table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from cacho.ui.painter import Rgb

if TYPE_CHECKING:
    from cacho.services.games import PersonInShort

CREAM: Final[Rgb] = (252, 232, 188)
"""Text on leather and wood."""
GREY: Final[Rgb] = (190, 178, 160)
"""Text on disabled leather."""
INK: Final[Rgb] = (52, 46, 42)
"""Text on paper."""
FAINT: Final[Rgb] = (98, 86, 74)
"""Lesser text on paper, still 4.5 : 1."""
ALARM: Final[Rgb] = (158, 26, 22)
GOLD: Final[Rgb] = (255, 214, 120)

TITLE, HEAD, BODY, SMALL = 84.0, 52.0, 38.0, 28.0
"""Heights of letters, logical units: nothing that matters is smaller than SMALL."""


class SeatInk(NamedTuple):
    """How a seat writes: its pen, and the colour of its name on paper."""

    pen: str
    colour: Rgb


INKS: Final = (
    SeatInk("blue", (28, 42, 128)),
    SeatInk("red", (172, 28, 34)),
    SeatInk("green", (20, 98, 58)),
    SeatInk("purple", (98, 40, 132)),
    SeatInk("brown", (128, 70, 14)),
    SeatInk("black", (30, 30, 36)),
)
"""One a seat, in the order of the seats."""


def ink_of(people: Iterable[PersonInShort]) -> dict[str, SeatInk]:
    """Return how each person writes wherever they are named: as in the seat they had last."""
    return {one.name: INKS[one.seat % len(INKS)] for one in people}


def pips(face: int) -> str:
    """Return the sign of a face of a die, for a line of text: 1 is "⚀"."""
    return "⚀⚁⚂⚃⚄⚅"[face - 1]
