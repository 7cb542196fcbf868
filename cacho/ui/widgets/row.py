"""A line of a list: a strip of paper with a few words, all of which is pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from cacho.ui import look as looks
from cacho.ui.painter import Item, Paper, Rect, Rgb, Text
from cacho.ui.widgets.base import Look, focus_ring


class Cell(NamedTuple):
    """Words on a row: where they begin (or end, or their middle) from its left and its top."""

    text: str
    x: float
    y: float
    width: float
    size: float = 34.0
    font: str = "print"
    colour: Rgb = looks.INK
    align: str = "left"


@dataclass(frozen=True)
class Row:
    """A strip of paper."""

    id: str
    rect: Rect
    cells: tuple[Cell, ...]
    act: Callable[[], None]
    sprite: str = "row_0"
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the paper, the words, and the ring."""
        x, y, _w, _h = self.rect
        items.append(Paper(self.sprite, *self.rect, tag=self.id))
        for number, cell in enumerate(self.cells):
            where = (x + cell.x, y + cell.y, cell.size, cell.font, cell.colour, cell.align)
            items.append(Text(cell.text, *where, cell.width, tag=f"{self.id}.{number}"))
        if look.focused or look.pressed:
            focus_ring(items, self.rect, grow=-3, radius=14)
