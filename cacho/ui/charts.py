"""Charts drawn by hand: bars of pencil strokes, tally strokes, a band on ruled paper.

Numbers in, items out. Owns how a quantity looks; what it means is the page's matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacho.ui import look
from cacho.ui.drawing.ink import CURVE
from cacho.ui.painter import Ink, Item, Rect, Text, Veil

PIECE: Final = 84.0
"""A bar is hatched in pieces of at most this width: strokes stay as close as a hand makes them."""
LEVEL: Final = f"{CURVE}0,0 100,0"
"""A line at the very top of its box, straighter than an underline: a count is read against it."""
THICK: Final = 160.0
"""The height of that box: the higher, the thicker the line."""
LAP: Final = 3.0
"""Pieces lap over each other by this much on either side."""
FIVE: Final = 5


class Bar(NamedTuple):
    """A line of a chart: what it is of, how much, and how that is told."""

    label: str
    value: float
    told: str


def hatched(items: list[Item], rect: Rect, pen: str, seed: int, tag: str = "bar") -> None:
    """Fill a rectangle with slanted strokes to and fro."""
    x, y, w, h = rect
    if w < 3 or h < 3:
        return
    count = max(1, round(w / PIECE))
    wide = w / count
    for number in range(count):
        place = (x + number * wide - LAP, y, wide + 2 * LAP, h)
        items.append(Ink("scribble", *place, pen, seed + number, tag=tag))


def bars(
    items: list[Item], rect: Rect, rows: Sequence[Bar], pen: str = "blue", label: float = 200.0
) -> None:
    """Add bars that lie one below the other, as long as the values are great."""
    x, y, w, h = rect
    step = min(70.0, h / max(1, len(rows)))
    most = max((row.value for row in rows), default=0) or 1
    room = w - label - 150
    for number, row in enumerate(rows):
        middle = y + (number + 0.5) * step
        where = (x, middle, 34, "print", look.INK, "left", label - 14)
        items.append(Text(row.label, *where, tag="bar.label"))
        long = room * row.value / most
        hatched(items, (x + label, middle - step * 0.28, long, step * 0.56), pen, 3 * number)
        told = (x + label + max(long, 4) + 14, middle, 34, "pen", look.INK, "left", 136)
        items.append(Text(row.told, *told, tag="bar.told"))


def strokes(items: list[Item], count: int, x: float, y: float, h: float, pen: str) -> float:
    """Add tally strokes from x on, in fives; return where they end."""
    step = h * 0.34
    for number in range(count):
        if number % FIVE == FIVE - 1:
            across = (x - step * 4.6, y + h * 0.08, step * 4.6, h * 0.84)
            items.append(Ink("/", *across, pen, number, tag="stroke"))
            x += step * 0.9
        else:
            items.append(Ink("|", x, y, h * 0.34, h, pen, number, tag="stroke"))
            x += step
    return x


def columns(
    items: list[Item], rect: Rect, counts: Sequence[int], band: tuple[int, int], seed: int = 0
) -> list[float]:
    """Add standing bars with the band in which they are expected; return the middle of each.

    The band is a strip across all of them between two lines in red pencil.
    """
    x, y, w, h = rect
    most = max(*counts, band[1], 1)
    step, foot = w / len(counts), y + h
    high = h - 44

    def level(count: float) -> float:
        return foot - high * count / most

    top, low = level(band[1]), level(band[0])
    items.append(Veil(x, top, w, max(4.0, low - top), look.GOLD, 70, tag="band"))
    middles = [x + (number + 0.5) * step for number in range(len(counts))]
    for number, (count, middle) in enumerate(zip(counts, middles, strict=True)):
        wide = min(PIECE, step * 0.6)
        place = (middle - wide / 2, level(count), wide, foot - level(count))
        if count:
            items.append(Ink("bar", *place, "blue", seed + number, tag=f"column.{number + 1}"))
        where = (middle, level(count) - 26, 36, "pen", look.INK, "centre")
        items.append(Text(str(count), *where, tag=f"count.{number + 1}"))
    for edge in (top, low):
        items.append(Ink(LEVEL, x, edge, w, THICK, "red_pencil", 3, tag="edge"))
    items.append(Ink(LEVEL, x, foot, w, THICK, "pencil", 4))
    return middles
