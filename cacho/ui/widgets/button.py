"""Leather buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cacho.ui import look as looks
from cacho.ui.painter import Ink, Item, Leather, Rect, Text
from cacho.ui.widgets.base import Look

NOTED = 0.42
"""A word over a note is no higher than this share of the button: its tails stay clear of it."""
NOTE_CLEAR = 29.0
"""So far above the lower edge the middle of a note is at least: clear of the stitches there."""
CLEAR = 16.0
"""So far from either side words end at least: clear of the stitches."""


@dataclass(frozen=True)
class Button:
    """A stitched button with a word and, below it, a key or a reason."""

    id: str
    rect: Rect
    label: str
    act: Callable[[], None]
    skin: str = "tan"
    note: str = ""
    why: str = ""
    size: float = 0.0
    pad: float = 30.0
    """Room left of and right of the word, where there is enough."""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add leather, word and note; a button that is off is dark, not only paler."""
        x, y, w, h = self.rect
        state = leather_look(look, off=bool(self.why))
        items.append(Leather(self.skin, state, x, y, w, h, tag=self.id))
        drop = 3.0 if look.pressed else 0.0
        size = self.size or min(h * 0.46, 64.0)
        size = min(size, h * NOTED) if self.note else size
        colour = looks.GREY if self.why else looks.CREAM
        below = min(h * 0.76, h - NOTE_CLEAR)
        middle = y + (h * 0.36 - (h * 0.76 - below) / 4 if self.note else h * 0.48) + drop
        inner = w - 2 * max(self.pad, CLEAR)
        items.append(
            Text(
                self.label,
                x + w / 2,
                middle,
                size,
                "hand",
                colour,
                "centre",
                inner,
                shadow=not self.why,
                tag=f"{self.id}.label",
            )
        )
        if self.note:
            items.append(
                Text(
                    self.note,
                    x + w / 2,
                    y + below + drop,
                    min(36.0, max(looks.SMALL, h * 0.21)),
                    "print",
                    colour,
                    "centre",
                    inner,
                    tag=f"{self.id}.note",
                )
            )


@dataclass(frozen=True)
class ChalkButton:
    """A leather button with marks in chalk, side by side, and below them a word."""

    id: str
    rect: Rect
    glyphs: tuple[str, ...]
    label: str
    act: Callable[[], None]
    skin: str = "dark"
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add leather, marks and word; one that is off is dark and its marks are pale."""
        x, y, w, h = self.rect
        state = leather_look(look, off=bool(self.why))
        items.append(Leather(self.skin, state, x, y, w, h, tag=self.id))
        drop = 3.0 if look.pressed else 0.0
        side, alpha = h * 0.44, 90 if self.why else 255
        left = x + w / 2 - side * (0.5 + 0.27 * (len(self.glyphs) - 1))
        for number, glyph in enumerate(self.glyphs * 2):  # gone over twice: chalk is pale
            across = left + number % len(self.glyphs) * side * 0.54
            place = (across, y + h * 0.13 + drop, side, side)
            items.append(Ink(glyph, *place, "chalk", number, alpha=alpha, tag=f"{self.id}.glyph"))
        colour = looks.GREY if self.why else looks.CREAM
        word = (self.label, x + w / 2, y + h * 0.76 + drop, looks.SMALL, "print", colour)
        items.append(Text(*word, "centre", w - 25, tag=f"{self.id}.label"))


def leather_look(look: Look, off: bool = False) -> str:
    """Return which of the four looks of leather fits."""
    if look.pressed and not off:
        return "pressed"
    if look.focused:
        return "focused"
    return "disabled" if off else "normal"


@dataclass(frozen=True)
class Card:
    """A large button with a heading and lines of text: a choice that needs a sentence."""

    id: str
    rect: Rect
    label: str
    lines: tuple[str, ...]
    act: Callable[[], None]
    skin: str = "tan"
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add leather, heading and lines."""
        x, y, w, h = self.rect
        items.append(
            Leather(self.skin, leather_look(look, bool(self.why)), x, y, w, h, tag=self.id)
        )
        items.append(
            Text(
                self.label,
                x + w / 2,
                y + 56,
                looks.HEAD,
                "hand",
                looks.CREAM,
                "centre",
                w - 64,
                shadow=True,
            )
        )
        for i, line in enumerate(self.lines):
            items.append(
                Text(
                    line,
                    x + w / 2,
                    y + 112 + 40 * i,
                    looks.SMALL + 2,
                    "print",
                    looks.CREAM,
                    "centre",
                    w - 64,
                )
            )
