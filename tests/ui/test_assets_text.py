"""Every letter a player may type is shown as a letter, and lines fit where they must."""

from __future__ import annotations

import itertools

import pygame as pg
import pytest

from cacho.services.resources import asset
from cacho.ui.typeface import ELLIPSIS, SMALLEST, Typeface

WRITING = ("hand", "pen", "print", "kalam")
SPANISH = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZabcdefghijklmnñopqrstuvwxyz0123456789"
MARKS = "ÁÉÍÓÚÜáéíóúü¿¡«»—–…º·×’ʼ“”!?.,;:()+-=/%$'\"#"
NEIGHBOURS = "čČłŁőŐşŞğĞãÃõÕçÇåøßœžšěřť"
INK = (20, 20, 20)


@pytest.fixture(scope="module")
def typeface() -> Typeface:
    return Typeface()


@pytest.mark.parametrize("font", WRITING)
def test_each_font_has_spanish_and_its_neighbours(typeface: Typeface, font: str) -> None:
    face = typeface.faces[font]
    assert [c for c in SPANISH + MARKS + NEIGHBOURS if not face.has(c)] == []


@pytest.mark.parametrize("font", WRITING)
def test_the_coverage_is_that_of_the_file(typeface: Typeface, font: str) -> None:
    """What the manifest promises is drawn, and is not the box that stands for a missing letter."""
    face = typeface.faces[font]
    pg.font.init()
    drawn = pg.font.Font(asset("fonts", face.file), 40)
    box = pg.image.tobytes(drawn.render("\uffff", True, INK), "RGBA")
    for letter in SPANISH + MARKS + NEIGHBOURS:
        assert pg.image.tobytes(drawn.render(letter, True, INK), "RGBA") != box, letter


@pytest.mark.parametrize("font", WRITING)
@pytest.mark.parametrize("name", ["Жанна", "Νίκος", "שלום", "→ ⚄ ✓", "Nguyễn", "Jose\u0301"])
def test_other_alphabets_come_from_the_fallback(typeface: Typeface, font: str, name: str) -> None:
    line = typeface.render(name, font, 40, INK).surface
    assert line.get_bounding_rect(100).w > 20
    assert not shows_box(typeface, font, name)


def shows_box(typeface: Typeface, font: str, text: str) -> bool:
    """Whether a part of the line is set in a font that lacks one of its letters."""
    return any(
        not typeface.faces[run.face].has(letter) and not letter.isspace()
        for run in typeface._runs(text, font)
        for letter in run.text
    )


@pytest.mark.parametrize("font", WRITING)
def test_what_no_font_has_becomes_a_dot(typeface: Typeface, font: str) -> None:
    dot = pg.image.tobytes(typeface.render("a·b", font, 40, INK).surface, "RGBA")
    for strange in ("a🎲b", "a漢b", "a\U000f0000b" if "\U000f0000".isprintable() else "a🎲b"):
        assert pg.image.tobytes(typeface.render(strange, font, 40, INK).surface, "RGBA") == dot


def test_control_characters_take_no_place(typeface: Typeface) -> None:
    plain = typeface.width("Ana", "print", 40)
    assert typeface.width("A\u200dn\u202ea\x07", "print", 40) == plain
    assert typeface.render("", "print", 40, INK).surface.get_width() <= 1


def test_hebrew_is_read_from_right_to_left(typeface: Typeface) -> None:
    """The first letter stands at the right: a line without it is cut at the right."""
    whole, rest = (typeface.render(t, "pen", 60, INK).surface for t in ("שלום", "לום"))
    width = rest.get_width() - 6
    left = [pg.image.tobytes(s.subsurface((0, 0, width, 60)), "RGBA") for s in (whole, rest)]
    assert left[0] == left[1]


@pytest.mark.parametrize("font", WRITING)
def test_figures_cannot_be_taken_for_each_other(typeface: Typeface, font: str) -> None:
    for a, b in itertools.combinations("0123456789", 2):
        assert difference(typeface, font, a, b) > 0.12, (font, a, b)


def shape(typeface: Typeface, font: str, letter: str) -> pg.Surface:
    """Return a letter cut to its ink, 40 x 60 pixels."""
    line = typeface.render(letter, font, 120, INK).surface
    return pg.transform.smoothscale(line.subsurface(line.get_bounding_rect(100)), (40, 60))


def difference(typeface: Typeface, font: str, a: str, b: str) -> float:
    """Return the share of pixels in which two letters differ."""
    one, two = (pg.image.tobytes(shape(typeface, font, c), "RGBA")[3::4] for c in (a, b))
    return sum(abs(u - v) > 128 for u, v in zip(one, two, strict=True)) / len(one)


@pytest.mark.parametrize("text", ["Wenceslao Ñuflo", "MMMMMMMMMMMMMMMM", "Ana", "一二三"])
@pytest.mark.parametrize("width", [40, 90, 200, 400])
def test_a_line_fits(typeface: Typeface, text: str, width: int) -> None:
    shown, size = typeface.fit(text, "hand", 50, width)
    assert typeface.width(shown, "hand", size) <= width
    assert size >= round(50 * SMALLEST)
    if typeface.width(text, "hand", 50) <= width:
        assert (shown, size) == (text, 50)
    if shown != text:
        assert shown.endswith(ELLIPSIS)
        assert size == round(50 * SMALLEST)


def test_lines_are_kept_and_bounded(typeface: Typeface) -> None:
    first = typeface.render("hola", "pen", 40, INK)
    assert typeface.render("hola", "pen", 40, INK) is first
    for i in range(700):
        typeface.render(f"línea número {i}", "pen", 60, INK)
    assert typeface._lines.bytes <= typeface._lines.limit


def test_lines_are_premultiplied(typeface: Typeface) -> None:
    line = typeface.render("hola", "hand", 60, (255, 240, 200)).surface
    raw = pg.image.tobytes(line, "RGBA")
    pixels = zip(raw[0::4], raw[3::4], strict=True)
    assert all(red <= alpha + 1 for red, alpha in pixels)


@pytest.mark.parametrize("size", [22, 34, 60])
def test_9_and_6_of_the_printed_letters_keep_apart(typeface: Typeface, size: int) -> None:
    """Close together they are read as %."""
    alone = typeface.width("9", "print", size) + typeface.width("6", "print", size)
    assert typeface.width("1,296", "print", size) - typeface.width("1,2", "print", size) > alone


@pytest.mark.parametrize("size", [30, 44, 60, 80])
def test_a_j_leaves_the_word_before_it_alone(typeface: Typeface, size: int) -> None:
    """Its tail goes back below the line: drawn nearer, "se juega" is read as one word."""

    def space(letter: str) -> int:
        parts = typeface.width("e", "hand", size) + typeface.width(letter, "hand", size)
        return typeface.width(f"e {letter}", "hand", size) - parts

    assert space("j") >= space("m") - 1  # the font itself draws it nearer
