"""Text that needs room: lines broken where they must be, measured with the game's own typefaces.

Owns a typeface for measuring only, at one pixel a unit; the canvas has its own for drawing. So a
paragraph breaks at the same words in every window.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cacho.ui import look
from cacho.ui.painter import Item, Rgb, Text
from cacho.ui.typeface import FALLBACK, Typeface

SLACK: Final = 0.98
"""Lines are filled to this share: letters come out a little wider at some scales."""


@lru_cache(maxsize=1)
def _typeface() -> Typeface:
    return Typeface()


@lru_cache(maxsize=1024)
def width_of(text: str, font: str, size: float) -> float:
    """Return how wide a line is, units."""
    return _typeface().width(text, font, round(size))


def drawable(letter: str) -> bool:
    """Whether a letter of a name can be written in the game's pen."""
    faces = _typeface().faces
    return faces["pen"].has(letter) or faces[FALLBACK].has(letter)


@lru_cache(maxsize=512)
def wrapped(text: str, font: str, size: float, width: float) -> tuple[str, ...]:
    """Return the lines of a text that is at most `width` units wide; breaks between words only."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, font, size) <= width * SLACK:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def evened(text: str, font: str, size: float, width: float) -> float:
    """Return the least width that takes no more lines: so no word is left alone on the last."""
    lines = len(wrapped(text, font, size, width))
    while lines > 1 and len(wrapped(text, font, size, width - size)) == lines:
        width -= size
    return width


def paragraph(
    items: list[Item],
    text: str,
    x: float,
    y: float,
    width: float,
    size: float = look.BODY,
    font: str = "print",
    colour: Rgb = look.INK,
    align: str = "left",
    leading: float = 1.24,
    shadow: bool = False,
    tag: str = "",
) -> float:
    """Add a text in as many lines as it needs, from y downwards; return where it ends.

    x is its left border or, with align "centre", its middle.
    """
    step = size * leading
    for line in wrapped(text, font, size, width):
        middle = y + step / 2
        items.append(
            Text(line, x, middle, size, font, colour, align, width, shadow=shadow, tag=tag)
        )
        y += step
    return y


def height_of(
    text: str, width: float, size: float = look.BODY, font: str = "print", leading: float = 1.24
) -> float:
    """Return how high a paragraph is, units."""
    return len(wrapped(text, font, size, width)) * size * leading


def fitting_size(
    texts: Sequence[str],
    width: float,
    height: float,
    sizes: Sequence[float],
    gap: float = 0.0,
    font: str = "print",
    leading: float = 1.24,
) -> float:
    """Return the first of `sizes` at which all paragraphs, `gap` apart, fit; else the last one."""
    for size in sizes:
        high = sum(height_of(text, width, size, font, leading) for text in texts)
        high += gap * (len(texts) - 1)
        if high <= height:
            return size
    return sizes[-1]
