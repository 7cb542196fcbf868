"""What is written on a sheet of paper and can be pressed there: a letter, an arrow, a cross."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cacho.ui import look as looks
from cacho.ui.painter import Ink, Item, Rect, Rgb, Text
from cacho.ui.widgets.base import Look, focus_ring


@dataclass(frozen=True)
class Sign:
    """A mark of ink (`glyph`) or a word (`text`) in the middle of its place.

    A press draws a ring in red pencil around it. One that is off is left out: on paper a pale mark
    would look like a mark.
    """

    id: str
    rect: Rect
    act: Callable[[], None]
    glyph: str = ""
    text: str = ""
    pen: str = "pencil"
    font: str = "print"
    size: float = 54.0
    colour: Rgb = looks.INK
    why: str = ""
    under: str = ""
    """A small word below the mark."""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the mark, the ring of a press and the ring of the focus."""
        x, y, w, h = self.rect
        middle = (x + w / 2, y + h * (0.37 if self.under else 0.5))
        if self.glyph and not self.why:
            side = self.size
            place = (middle[0] - side / 2, middle[1] - side / 2, side, side)
            items.append(Ink(self.glyph, *place, self.pen, seed=7, tag=self.id))
        elif self.text:
            items.append(
                Text(
                    self.text,
                    *middle,
                    self.size,
                    self.font,
                    self.colour,
                    "centre",
                    w - 8,
                    tag=self.id,
                )
            )
        if self.under:
            word = (self.under, x + w / 2, y + h - 21, looks.SMALL, "print", looks.FAINT, "centre")
            items.append(Text(*word, w - 8, tag=f"{self.id}.word"))
        if look.pressed and not self.why:
            side = min(w, h)
            place = (middle[0] - side / 2, middle[1] - side / 2, side, side)
            items.append(Ink("ring", *place, "red_pencil", seed=2))
        if look.focused:
            focus_ring(items, self.rect, grow=-4)
