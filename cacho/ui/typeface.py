"""Text as premultiplied pictures in the game's typefaces, with a fallback for missing letters.

Owns `assets/fonts/manifest.json`, the open fonts and a bounded store of rendered lines. A line is
split where its font lacks a letter: that part is set in the fallback font; what even that lacks
becomes a middle dot. So no box for a missing letter is ever seen. Sizes are pixels of the em.
Must not know items or scenes; knows no window.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect_right
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import pygame as pg

from cacho.services.resources import asset, lose
from cacho.ui.cache import ByteCache
from cacho.ui.sprites import blank, weight

Rgb = tuple[int, int, int]

SMALLEST: Final = 0.62
"""A line that must fit is not set smaller than this share of its size: it is cut instead."""
ELLIPSIS: Final = "…"
UNKNOWN: Final = "·"
FALLBACK: Final = "fallback"
_LINES: Final = 2 << 20  # bytes of rendered lines kept here; the canvas keeps its own
_RIGHT_TO_LEFT: Final = (
    (0x590, 0x5FF, "Hebr"),
    (0x600, 0x6FF, "Arab"),
    (0xFB1D, 0xFB4F, "Hebr"),
    (0xFB50, 0xFDFF, "Arab"),
    (0xFE70, 0xFEFC, "Arab"),
)
_HAIR: Final = "\u200a"
"""The narrowest space: no font needs a glyph for it."""
_JOINERS: Final = f" \u00a0{_HAIR}"
_APART: Final = {"print": {"96": f"9{_HAIR * 2}6"}, "hand": {" j": f" {_HAIR * 2}j"}}
"""Letters of a font that would run together: its 9 and 6 are a %; the tail of a j below the line
takes up the space before it, and two words look like one."""


class Face(NamedTuple):
    """A font of the manifest; heights are shares of the em."""

    id: str
    file: str
    cap_height: float
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, letter: str) -> bool:
        """Whether the font has a glyph of its own for a letter."""
        code = ord(letter)
        i = bisect_right(self.starts, code) - 1
        return i >= 0 and code <= self.ends[i]


class Line(NamedTuple):
    """A rendered line: premultiplied picture; `base` = rows from its top to the base line.

    `middle` = rows from its top to half the height of the capitals, which is what the eye takes
    for the middle of a line.
    """

    surface: pg.Surface
    base: int
    middle: int


class Run(NamedTuple):
    """A part of a line set in one font; `script`: of letters written from right to left."""

    face: str
    script: str
    text: str


class Typeface:
    """Renders and measures lines of text."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._fonts: dict[tuple[str, int, str], pg.font.Font] = {}
        self._lines: ByteCache[Line] = ByteCache(_LINES, lambda line: weight(line.surface))

    def _path(self, name: str) -> Path:
        return self._folder / name if self._folder else asset("fonts", name)

    @cached_property
    def faces(self) -> dict[str, Face]:
        """The fonts by id: hand, pen, print, kalam, fallback."""
        document = json.loads(self._path("manifest.json").read_text(encoding="utf-8"))
        return {
            entry["id"]: Face(
                entry["id"],
                entry["file"],
                entry["cap_height"],
                tuple(first for first, _ in entry["coverage"]),
                tuple(last for _, last in entry["coverage"]),
            )
            for entry in document["fonts"]
        }

    # ---------------------------------------------------------------- measuring

    def width(self, text: str, font: str, size: int) -> int:
        """Return how wide a line comes out, pixels."""
        return sum(
            self._font(r.face, size, r.script).size(r.text)[0] for r in self._runs(text, font)
        )

    def fit(self, text: str, font: str, size: int, width: float) -> tuple[str, int]:
        """Return the text and the size (pixels) with which it is at most `width` pixels wide.

        Shrinks first; below `SMALLEST` of the size it cuts the end and puts an ellipsis.
        """
        now = self.width(text, font, size)
        if now <= width:
            return text, size
        least = max(1, round(size * SMALLEST))
        small = max(least, int(size * width / now))
        while small > least and self.width(text, font, small) > width:
            small -= 1
        if self.width(text, font, small) <= width:
            return text, small
        return self._cut(text, font, small, width), small

    def _cut(self, text: str, font: str, size: int, width: float) -> str:
        low, high = 0, len(text)
        while low < high:  # the longest beginning that fits, by halving
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + ELLIPSIS, font, size) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    # ---------------------------------------------------------------- rendering

    def render(self, text: str, font: str, size: int, colour: Rgb) -> Line:
        """Return a line as a premultiplied picture; `size` in pixels of the em, at least 1."""
        size = max(1, size)
        key = (text, font, size, colour)
        return self._lines.made(key, lambda: self._set(text, font, size, colour))

    def _set(self, text: str, font: str, size: int, colour: Rgb) -> Line:
        pieces = []
        for run in self._runs(text, font):
            drawn = self._font(run.face, size, run.script)
            pieces.append((drawn.render(run.text, True, colour), drawn.get_ascent()))
        base = max((ascent for _, ascent in pieces), default=size)
        below = max((s.get_height() - ascent for s, ascent in pieces), default=0)
        surface = blank((sum(s.get_width() for s, _ in pieces), base + below))
        x = 0
        for piece, ascent in pieces:
            surface.blit(
                piece.premul_alpha(), (x, base - ascent), special_flags=pg.BLEND_PREMULTIPLIED
            )
            x += piece.get_width()
        return Line(surface, base, base - round(self.faces[font].cap_height * size / 2))

    def _open(self, face: str, size: int) -> pg.font.Font:
        """Open a font; one that is missing or damaged is told, and another takes its place."""
        for name in (face, *(other for other in self.faces if other != face)):
            try:
                font = pg.font.Font(self._path(self.faces[name].file), size)
                font.size("Ñ")  # a damaged file may only show now
            except (OSError, RuntimeError):  # pygame.error is a RuntimeError
                lose(f"fonts/{self.faces[name].file}")
            else:
                return font
        return pg.font.Font(None, size)

    def _font(self, face: str, size: int, script: str) -> pg.font.Font:
        font = self._fonts.get((face, size, script))
        if font is None:
            if not pg.font.get_init():
                pg.font.init()
            font = self._open(face, size)
            if script:
                with suppress(pg.error):  # a build without shaping draws the letters as they come
                    font.set_script(script)
                    font.set_direction(pg.DIRECTION_RTL)
            self._fonts[face, size, script] = font
        return font

    # ------------------------------------------------------------------ fallback

    def _runs(self, text: str, font: str) -> list[Run]:
        """Return the line as parts, left to right, each with the font that has its letters."""
        for pair, apart in _APART.get(font, {}).items():
            text = text.replace(pair, apart)
        letters = self._letters(unicodedata.normalize("NFC", text), font)
        runs = [
            Run(face, script, "".join(letter for _, _, letter in group))
            for (face, script), group in groupby(letters, key=lambda each: each[:2])
        ]
        if runs and all(run.script for run in runs):  # a line that is read from right to left
            runs.reverse()
        return runs

    def _letters(self, text: str, font: str) -> list[tuple[str, str, str]]:
        """Return each letter with the font that has it and its script, if that needs a hint."""
        face, fallback = self.faces[font], self.faces[FALLBACK]
        out: list[tuple[str, str, str]] = []
        for letter in text:
            if letter in _JOINERS and out:
                out.append((*out[-1][:2], letter))
            elif face.has(letter):
                out.append((font, _script(letter), letter))
            elif fallback.has(letter):
                out.append((FALLBACK, _script(letter), letter))
            elif letter.isprintable():
                out.append((font, "", UNKNOWN))
        return out


def _script(letter: str) -> str:
    """Return the script of a letter that is written from right to left, else nothing."""
    code = ord(letter)
    return next((name for first, last, name in _RIGHT_TO_LEFT if first <= code <= last), "")
