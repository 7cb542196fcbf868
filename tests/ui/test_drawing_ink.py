"""Marks are repeatable, only ever grow, and stay near their box."""

from __future__ import annotations

import math

import pygame as pg
import pytest

from cacho.ui.drawing import ink

BOXES = [(40, 40, 40, 40), (40, 40, 70, 70), (40, 40, 140, 140), (40, 40, 60, 90)]
SIZE = (240, 240)


def pixels(surface: pg.Surface) -> bytes:
    """Return the pixels of a surface."""
    return pg.image.tobytes(surface, "RGBA")


def written(
    glyph: str, box: ink.Box, upto: float = 1.0, pen: ink.Pen = ink.BLUE_PEN, seed: int = 0
) -> pg.Surface:
    """Return a mark written on a transparent surface."""
    surface = pg.Surface(SIZE, pg.SRCALPHA, 32)
    ink.Mark(glyph, box, pen, seed).draw(surface, upto)
    return surface


def alphas(surface: pg.Surface) -> bytes:
    """Return the alpha of each pixel."""
    return pixels(surface)[3::4]


@pytest.mark.parametrize("glyph", ink.GLYPHS)
@pytest.mark.parametrize("pen", ["blue", "chalk"])
def test_inside_box_and_margin(glyph: str, pen: str) -> None:
    """Nothing is drawn outside the box grown by its margin, and something is inside."""
    for seed, box in enumerate(BOXES):
        surface = written(glyph, box, pen=ink.PENS[pen], seed=seed)
        grow = math.ceil(ink.MARGIN * max(box[2:]))
        allowed = pg.Rect(box).inflate(2 * grow, 2 * grow)
        bounds = surface.get_bounding_rect(1)
        assert bounds.w > 0
        assert allowed.contains(bounds)
        assert bounds.h > box[3] * 0.3 or glyph in ("-", "underline")


@pytest.mark.parametrize("glyph", ink.GLYPHS)
def test_whole(glyph: str) -> None:
    """Strokes are not cut by the margin: as many dabs as the path asks for, for many seeds."""
    for seed in range(6):
        mark = ink.Mark(glyph, (40, 40, 70, 70), ink.PENCIL, seed)
        assert mark.cut == 0


@pytest.mark.parametrize("glyph", ink.GLYPHS)
@pytest.mark.parametrize("pen", ["pencil"])
def test_ink_only_grows(glyph: str, pen: str) -> None:
    """As `upto` grows no pixel loses ink, and the picture does change."""
    before = bytes(SIZE[0] * SIZE[1])
    for step in range(7):
        now = alphas(written(glyph, BOXES[1], step / 6, ink.PENS[pen], 3))
        assert all(b >= a for a, b in zip(before, now, strict=True))
        assert step == 0 or now != before
        before = now


def test_nothing_at_zero() -> None:
    """At 0 nothing is written; past 1 nothing more."""
    assert not any(alphas(written("8", BOXES[1], 0)))
    assert pixels(written("8", BOXES[1], 1.5)) == pixels(written("8", BOXES[1], 1))


@pytest.mark.parametrize("glyph", ink.GLYPHS)
def test_deterministic(glyph: str) -> None:
    """The same seed writes the same pixels; another seed does not."""
    first = pixels(written(glyph, BOXES[1], seed=5))
    assert pixels(written(glyph, BOXES[1], seed=5)) == first
    assert pixels(written(glyph, BOXES[1], seed=6)) != first


def test_in_any_order() -> None:
    """A mark draws the same whatever was drawn of it before."""
    mark = ink.Mark("5", BOXES[2], ink.PENCIL, 9)
    surface = pg.Surface(SIZE, pg.SRCALPHA, 32)
    mark.draw(surface, 1.0)
    surface.fill((0, 0, 0, 0))
    mark.draw(surface, 0.4)
    assert pixels(surface) == pixels(written("5", BOXES[2], 0.4, ink.PENCIL, 9))


@pytest.mark.parametrize("glyph", ink.GLYPHS)
@pytest.mark.parametrize("scale", [0.5, 0.711, 1.0, 2.0])
def test_the_same_mark_in_a_window_of_any_size(glyph: str, scale: float) -> None:
    """The ink lies along the same strokes, enlarged or reduced, and none of it is cut."""
    box = (40, 40, 90, 90)
    mark = ink.Mark(glyph, box, ink.PENCIL, 4, scale)
    surface = pg.Surface((480, 480), pg.SRCALPHA, 32)
    mark.draw(surface)
    for stroke in ink.strokes(glyph, (0, 0, 90, 90), ink.PENCIL, 4):
        for x, y in stroke:
            at = pg.Rect(0, 0, 3, 3)
            at.center = int(40 + x * scale), int(40 + y * scale)
            assert surface.subsurface(at).get_bounding_rect(1).w, (x, y)
    assert mark.cut == 0


def test_number() -> None:
    """Digits stand one after the other, inside the box."""
    boxes = ink.number_boxes("105", (10, 20, 90, 40))
    assert [c for c, _ in boxes] == ["1", "0", "5"]
    assert boxes[0][1][0] >= 10
    assert boxes[-1][1][0] + boxes[-1][1][2] <= 101


def test_strokes_in_order() -> None:
    """The grid begins with its left vertical line."""
    box = (40, 40, 150, 150)
    part = written("grid", box, 0.2, ink.PENCIL).get_bounding_rect(1)
    assert part.w < 30
    assert abs(part.centerx - 90) < 15
