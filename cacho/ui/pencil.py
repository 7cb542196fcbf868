"""The way of the pencil's tip through what it writes.

From the same glyphs, boxes and seeds as the ink itself, so the tip is where the line ends. Works in
units of the page; must not paint.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from cacho.ui.drawing import ink
from cacho.ui.painter import Ink

Point: TypeAlias = tuple[float, float]

PACE: Final = 520.0
"""Units of line that a hand writes in a second."""
LEAST, MOST = 0.24, 0.8
"""Seconds for a mark, however short or long."""


@dataclass(frozen=True)
class Trail:
    """The strokes of a mark, each with the share of the mark at which it begins and ends."""

    strokes: tuple[tuple[float, float, tuple[Point, ...]], ...]
    length: float

    @property
    def seconds(self) -> float:
        """How long a hand takes to write it."""
        return min(MOST, max(LEAST, self.length / PACE))

    def tip(self, share: float) -> Point:
        """Return where the tip is when so much is written, 0..1; between strokes it is lifted."""
        for begin, end, points in self.strokes:
            if share <= end:
                return _along(points, (max(share, begin) - begin) / max(1e-9, end - begin))
        return self.strokes[-1][2][-1]

    @property
    def starts(self) -> tuple[float, ...]:
        """The shares at which a stroke begins: a scratch is heard there."""
        return tuple(begin for begin, _, _ in self.strokes)


def trail(marks: Sequence[Ink]) -> Trail:
    """Return the way of the tip through marks that are written together, one after another.

    As in the canvas every glyph takes the same share of a number.
    """
    out: list[tuple[float, float, tuple[Point, ...]]] = []
    length = 0.0
    for number, mark in enumerate(marks):
        glyphs = ink.parts(mark.glyph, (mark.x, mark.y, mark.w, mark.h), mark.seed)
        for i, (glyph, where, seed) in enumerate(glyphs):
            one = 1 / (len(glyphs) * len(marks))
            begin = number / len(marks) + i * one
            lines = ink.strokes(glyph, where, ink.PENS[mark.pen], seed)
            lengths = [_length(line) for line in lines]
            whole = sum(lengths) or 1.0
            for line, long in zip(lines, lengths, strict=True):
                end = begin + one * long / whole
                out.append((begin, end, tuple(line)))
                begin = end
            length += whole
    return Trail(tuple(out), length)


def _length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _along(points: Sequence[Point], share: float) -> Point:
    """Return the point at a share of a polyline's length."""
    left = _length(points) * min(1.0, max(0.0, share))
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if step >= left and step > 0:
            t = left / step
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        left -= step
    return points[-1]
