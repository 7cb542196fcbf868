"""A strip of paper on which a name is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cacho.ui import look as looks
from cacho.ui.painter import Glow, Ink, Item, Outline, Paper, Rect, Rgb, Text
from cacho.ui.widgets.base import Look, focus_ring
from cacho.ui.widgets.prose import width_of

MARKED: Final = 150
"""How strong the light on a marked name is, of 255."""


@dataclass(frozen=True)
class Field:
    """A name being written. While `writing`, a caret stands at its end and text goes here.

    `paper` is the whole strip, if it reaches further than the part that is pressed to write.
    """

    id: str
    rect: Rect
    text: str
    act: Callable[[], None]
    writing: bool = False
    hint: str = ""
    colour: Rgb = looks.INK
    pen: str = "pencil"
    sprite: str = "row_0"
    why: str = ""
    mark: str = ""
    """What stands before the name: the number of the seat, or the sign of its team."""
    ringed: bool = False
    """Whether a ring is around it."""
    paper: Rect | None = None
    marked: bool = False
    """Whether all of the name is marked, to be written anew."""

    def press(self, x: float, y: float) -> None:
        """Begin to write here."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the strip, the name or a hint, the caret and the ring."""
        x, y, w, h = self.rect
        items.append(Paper(self.sprite, *(self.paper or self.rect), tag=self.id))
        left = x + 28
        if self.mark:
            items.append(
                Text(self.mark, left + 18, y + h * 0.54, h * 0.5, "pen", self.colour, "centre")
            )
            if self.ringed:
                side = h * 0.62
                ring = (left + 18 - side / 2, y + h * 0.54 - side / 2, side, side)
                items.append(Ink("ring", *ring, self.pen, ord(self.mark[0]), tag=f"{self.id}.sign"))
            left += 62
        wide = x + w - left - 30
        size, base = h * 0.64, y + h * 0.52
        if self.marked:
            long = min(wide, width_of(self.text, "pen", size))
            items.append(
                Glow(
                    left - 8,
                    y + h * 0.2,
                    long + 16,
                    h * 0.62,
                    looks.GOLD,
                    MARKED,
                    f"{self.id}.marked",
                )
            )
        shown, colour = (self.text, self.colour) if self.text else (self.hint, looks.FAINT)
        if self.text or not self.writing:
            items.append(
                Text(shown, left, base, size, "pen", colour, "left", wide, tag=f"{self.id}.text")
            )
        if self.writing:
            self._caret(items, left, wide, size)
        if look.focused:
            focus_ring(items, self.rect, grow=-3, radius=14)
        elif self.writing:
            frame = (x + 5, y + 6, w - 10, h - 12)
            items.append(Outline(*frame, self.colour, 4.0, 12.0, tag="writing"))

    def _caret(self, items: list[Item], left: float, wide: float, size: float) -> None:
        """Add the stroke at which the next letter will stand."""
        _x, y, _w, h = self.rect
        after = left + min(wide, width_of(self.text, "pen", size)) + 2
        place = (after, y + h * 0.18, 20.0, h * 0.64)
        items.append(Ink("|", *place, self.pen, seed=1, tag=f"{self.id}.caret"))
