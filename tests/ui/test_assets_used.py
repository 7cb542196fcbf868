"""Manifest and code know the same assets: nothing is named that is not there, nothing lies idle.

That manifest and disk agree is tested in test_assets.py. What the code names is read from its text:
words, and patterns such as f"ring_{seat}".
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cacho.services.resources import asset
from cacho.ui.sound import CUES, DICE
from cacho.ui.sprites import SpriteBook
from cacho.ui.typeface import Typeface

ROOT = Path(__file__).parents[2]
LEAST = 3
"""Letters a pattern must spell out to count as naming something."""
RESERVED_CUES = {
    "bad": "two notes down, for a house that wants a comment on a poor roll; too unkind as a rule",
    "good": "a roll that makes a figure; light says it already",
    "pencil.cross": "both strokes of crossing out in one, where strokes are not timed one by one",
}
"""Cues that nothing plays at present, and what they are kept for."""
SOUNDING = {"play", "loop", "sound", "Cue"}
SHOWING = {"Picture", "Paper", "Backdrop"}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted((ROOT / "cacho" / "ui").rglob("*.py")):
        yield file, ast.parse(file.read_text(encoding="utf-8"))


def pattern(node: ast.AST) -> str | None:
    """Return the text of a string, or of a formatted one as an expression."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            pieces = [pattern(part) or ".+" for part in parts]
            spelt = sum(len(piece) for piece in pieces if piece != ".+")
            return "".join(pieces) if spelt >= LEAST else None
    return None


@cache
def named(*beyond: str) -> re.Pattern[str]:
    """Return what is named anywhere in the code, save in some files, as one expression."""
    found = {
        text
        for file, tree in sources()
        if file.name not in beyond
        for node in ast.walk(tree)
        if (text := pattern(node))
    }
    return re.compile("|".join(sorted(found)))


def first_words(calls: set[str]) -> Iterator[tuple[str, str]]:
    """Yield file and text of the words given to some functions as a sprite or cue."""
    for file, tree in sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            match node.func:
                case ast.Attribute(attr=name) | ast.Name(id=name) if name in calls and node.args:
                    at = 1 if name == "Cue" and len(node.args) > 1 else 0
                    yield from ((file.name, text) for text in alternatives(node.args[at]))


def alternatives(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.IfExp(body=one, orelse=other):
            yield from alternatives(one)
            yield from alternatives(other)
        case ast.Constant(value=str(text)):
            yield text


def entries(folder: str) -> list[dict[str, Any]]:
    document = json.loads(asset(folder, "manifest.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = document[folder]
    return found


def test_every_cue_that_is_played_exists() -> None:
    played = list(first_words(SOUNDING))
    assert len(played) > 10
    assert [(file, cue) for file, cue in played if cue not in CUES] == []


def test_every_cue_is_played_somewhere_or_kept_for_a_reason() -> None:
    idle = {cue for cue in CUES if not named("sound.py").fullmatch(cue)}
    assert idle <= set(RESERVED_CUES)
    assert set(RESERVED_CUES) <= set(CUES)


def test_every_sound_that_ships_belongs_to_a_cue() -> None:
    groups = {group for cue in CUES.values() for dice in DICE for group in cue.for_dice(dice)}
    assert {entry["group"] for entry in entries("sounds")} == groups


def test_every_picture_that_is_shown_exists() -> None:
    book = SpriteBook()
    backdrops = {entry["backdrop"] for entry in entries("sprites") if "backdrop" in entry}
    shown = list(first_words(SHOWING))
    assert len(shown) > 10
    assert [s for s in shown if s[1] not in book.ids and s[1] not in backdrops] == []


def test_every_picture_that_ships_is_shown_somewhere() -> None:
    """A pose of the cup is named by its group, a backdrop by what it shows; a picture drawn twice
    as large stands in for the other."""
    shown = {entry["id"]: entry for entry in entries("sprites")}
    shadows = {
        entry["shadow"]["sprite"]: entry["group"]
        for entry in entries("sprites")
        if "shadow" in entry
    }
    idle = []
    for entry in entries("sprites"):
        id_ = entry["id"]
        stands_for = shown[entry.get("twice", id_)]
        called = stands_for.get("backdrop") or stands_for.get("group") or shadows.get(id_) or id_
        if not named().fullmatch(called) and not named().fullmatch(Path(entry["file"]).name):
            idle.append(id_)
    assert idle == []


@pytest.mark.parametrize("folder", ["fonts", "throws"])
def test_every_typeface_and_throw_is_used(folder: str) -> None:
    used = set(Typeface().faces) | {"throws"}
    assert {entry["id"] for entry in entries(folder)} <= used
