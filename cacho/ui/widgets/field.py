"""A strip of paper on which a name is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cacho.ui import look as looks
from cacho.ui.painter import Item, Outline, Paper, Rect, Rgb, Text
from cacho.ui.widgets.base import Look


@dataclass(frozen=True)
class Field:
    """A name being written. While `writing`, a caret stands at its end and text goes here."""

    id: str
    rect: Rect
    text: str
    act: Callable[[], None]
    writing: bool = False
    hint: str = ""
    colour: Rgb = looks.INK
    sprite: str = "row_0"
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Begin to write here."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the strip, the name or a hint, the caret and the ring."""
        x, y, w, h = self.rect
        items.append(Paper(self.sprite, x, y, w, h, tag=self.id))
        shown, colour = (self.text, self.colour) if self.text else (self.hint, looks.FAINT)
        if self.writing:
            shown = self.text + "|"
            colour = self.colour
        items.append(
            Text(
                shown,
                x + 30,
                y + h * 0.5,
                h * 0.62,
                "pen",
                colour,
                "left",
                w - 60,
                tag=f"{self.id}.text",
            )
        )
        if look.focused or self.writing:
            items.append(Outline(x - 4, y - 4, w + 8, h + 8, tag="focus"))
