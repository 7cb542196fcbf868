"""What ships beside the code: each manifest tells the truth about its folder, and no more ships."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pygame as pg
import pytest

from cacho.services.resources import asset
from cacho.ui.sprites import SpriteBook

LIMIT = 16_000_000
FOLDERS = ("sprites", "sounds", "fonts", "throws", "icon")
BESIDE = {"manifest.json", "README.md"}


@cache
def entries(folder: str) -> list[dict[str, Any]]:
    document = json.loads(asset(folder, "manifest.json").read_text(encoding="utf-8"))
    assert document["format"] == 1
    found: list[dict[str, Any]] = document[folder]
    return found


def files(folder: str) -> set[str]:
    root = asset(folder)
    return {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_manifest_and_folder_agree(folder: str) -> None:
    named = {entry["file"] for entry in entries(folder)}
    named |= {entry["licence_file"] for entry in entries(folder) if "licence_file" in entry}
    assert files(folder) == named | BESIDE


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_says_whose_it_is_and_where_from(folder: str) -> None:
    ids = [entry["id"] for entry in entries(folder)]
    assert len(ids) == len(set(ids))
    for entry in entries(folder):
        assert entry["licence"] in {"MIT", "OFL-1.1", "Bitstream-Vera"}
        assert entry["generator"].startswith(("artbuild.", "tools."))


def test_generators_are_in_the_repository() -> None:
    root = Path(__file__).parents[2]
    for folder in FOLDERS:
        for entry in entries(folder):
            for name in entry["generator"].split(", "):
                script = f"{name.replace('.', '/')}.py"
                assert (root / script).is_file() or (root / "tools/art" / script).is_file(), name


def test_sprites_have_the_pixels_of_the_manifest() -> None:
    for entry in entries("sprites"):
        picture = pg.image.load(asset("sprites", *entry["file"].split("/")))
        assert list(picture.get_size()) == entry["pixels"], entry["id"]
        if not entry["file"].endswith(".jpg"):  # decoders of JPEG may differ in the last bit
            pixels = pg.image.tobytes(picture, "RGBA")
            assert hashlib.sha256(pixels).hexdigest() == entry["sha256"], entry["id"]


def test_every_folder_of_assets_has_a_manifest() -> None:
    assert {path.name for path in asset().iterdir() if path.is_dir()} == set(FOLDERS)


def test_the_icon_has_the_pixels_of_the_manifest() -> None:
    (entry,) = (entry for entry in entries("icon") if "pixels_sha256" in entry)
    picture = pg.image.load(asset("icon", entry["file"]))
    assert list(picture.get_size()) == entry["size"]
    pixels = pg.image.tobytes(picture, "RGBA")
    assert hashlib.sha256(pixels).hexdigest() == entry["pixels_sha256"]


@pytest.mark.parametrize("folder", ["sounds", "fonts", "throws", "icon"])
def test_other_files_have_the_checksum_of_the_manifest(folder: str) -> None:
    for entry in entries(folder):
        raw = asset(folder, entry["file"]).read_bytes()
        assert hashlib.sha256(raw).hexdigest() == entry["sha256"], entry["id"]


def test_nothing_ships_that_the_game_cannot_use() -> None:
    """Build products (.npz and the like) stay in var/art; the whole is small."""
    sizes = {p: p.stat().st_size for p in asset().rglob("*") if p.is_file()}
    kinds = {p.suffix for p in sizes}
    assert not kinds & {".npz", ".npy", ".wav", ".blend", ".woff", ".woff2", ".zip"}
    assert sum(sizes.values()) <= LIMIT


def test_nothing_seen_is_cut_off() -> None:
    """Outside the kept part of a sprite there is next to nothing."""
    for entry in entries("sprites"):
        if "kept" not in entry:
            continue
        picture = pg.image.load(asset("sprites", *entry["file"].split("/")))
        assert pg.Rect(entry["kept"]).contains(picture.get_bounding_rect(5)), entry["id"]


def test_the_cup_has_all_its_poses() -> None:
    groups = SpriteBook().cup
    counts = {name: len(poses) for name, poses in groups.items()}
    assert counts == {"idle": 1, "lying": 1, "shake": 10, "pour": 8, "slam": 3, "lift": 4}
    for poses in groups.values():
        assert [p.sprite for p in poses] == sorted(p.sprite for p in poses)
        assert all(p.shadow.endswith("_shadow") for p in poses)


def test_licences_of_the_fonts_ship_with_them() -> None:
    for entry in entries("fonts"):
        text = asset("fonts", entry["licence_file"]).read_text(encoding="utf-8")
        assert "Font Software" in text


def test_attributions_name_every_font() -> None:
    text = (Path(__file__).parents[2] / "ATTRIBUTIONS.md").read_text(encoding="utf-8")
    for entry in entries("fonts"):
        assert entry["file"] in text
        assert entry["licence_file"] in text
