"""Sprites are decoded when needed, scaled once, and stay within their memory."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path

import pygame as pg
import pytest

from cacho.services import resources
from cacho.services.resources import asset
from cacho.ui.sprites import MIB, SpriteBook, UnknownSpriteError, weight

FULL_HD = (1920, 1080)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which files are decoded."""
    names: list[str] = []
    load = pg.image.load

    def noted(path: object) -> pg.Surface:
        names.append(str(path).replace("\\", "/").rsplit("/", 1)[-1])
        return load(path)  # type: ignore[arg-type]

    monkeypatch.setattr(pg.image, "load", noted)
    return names


def test_the_first_picture_costs_one_file(decoded: list[str]) -> None:
    SpriteBook().backdrop("title", FULL_HD)
    assert decoded == ["title_1080.jpg"]


@pytest.mark.parametrize(
    ("size", "file"),
    [
        ((1024, 768), "table_1080.jpg"),
        ((1920, 1080), "table_1080.jpg"),
        ((1920, 1200), "table_1440.jpg"),
        ((2560, 1440), "table_1440.jpg"),
        ((3840, 2160), "table_2160.jpg"),
        ((5120, 2160), "table_2160.jpg"),
    ],
)
def test_the_nearest_larger_table_is_taken(
    decoded: list[str], size: tuple[int, int], file: str
) -> None:
    assert SpriteBook().backdrop("table", size).get_size() == size
    assert decoded == [file]


def test_a_sprite_is_decoded_and_scaled_once(decoded: list[str]) -> None:
    book = SpriteBook(0.7)
    first = book.picture("cup_lying")
    assert book.picture("cup_lying") is first
    assert decoded == ["lying.webp"]


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.125])
def test_windows_up_to_full_hd_never_load_the_large_cup(decoded: list[str], scale: float) -> None:
    SpriteBook(scale).picture("cup_lying")
    assert decoded == ["lying.webp"]
    assert pg.image.load(asset("sprites", "cup", "lying.webp")).get_size() == (576, 576)


@pytest.mark.parametrize(
    "id_", ["cup_lying", "cup_idle", "cup_shake_3", "cup_pour_7", "cup_slam_2", "cup_lift_1"]
)
def test_at_4k_the_cup_is_not_enlarged_and_stands_where_it_stood(id_: str) -> None:
    """The picture drawn twice as large shows the same cup at the same place, only crisper."""
    large, small = SpriteBook(2.0), SpriteBook(1.0)
    assert large.sprite(f"{id_}_2x").pixels == (1152, 1152)
    fine, coarse = large.picture(id_), small.picture(id_)
    assert fine.surface.get_size() == tuple((large.sprite(f"{id_}_2x").kept or ())[2:])
    w, h = coarse.surface.get_size()
    half = pg.transform.smoothscale(
        fine.surface, (fine.surface.get_width() // 2, fine.surface.get_height() // 2)
    )
    dx, dy = (round(coarse.offset[i] - fine.offset[i] / 2) for i in (0, 1))
    assert abs(dx) <= 2
    assert abs(dy) <= 2
    differing = 0
    for x in range(20, w - 20, 7):
        for y in range(20, h - 20, 7):
            a, b = coarse.surface.get_at((x, y)), half.get_at((x + dx, y + dy))
            differing += sum(abs(p - q) for p, q in zip(a, b, strict=True)) > 120
    assert differing < 0.03 * (w // 7) * (h // 7)


def test_no_pose_of_the_cup_is_enlarged_at_4k() -> None:
    book = SpriteBook()
    poses = [pose.sprite for poses in book.cup.values() for pose in poses]
    assert len(poses) == 27
    assert [id_ for id_ in poses if f"{id_}_2x" not in book.ids] == []


def test_a_large_cup_that_is_lost_is_replaced_by_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sprites"
    shutil.copytree(asset("sprites"), folder, ignore=shutil.ignore_patterns("*.jpg"))
    (folder / "cup_2x" / "lying.webp").unlink()
    monkeypatch.setattr(resources, "_lost", {})
    picture = SpriteBook(2.0, folder).picture("cup_lying")
    assert picture.surface.get_at(picture.surface.get_rect().center).a == 255
    assert resources.take_lost() == ("cup_2x/lying.webp",)


def test_the_anchor_stays_where_it_is_at_every_scale() -> None:
    """The middle of the lying cup is at the same place of the page, to half a pixel."""
    for scale in (0.5333, 0.7115, 1.0, 1.3333, 2.0):
        book = SpriteBook(scale)
        picture = book.picture("cup_lying")
        sprite = book.sprite("cup_lying_2x" if scale > 1.15 else "cup_lying")
        x, y, w, h = (v * sprite.ratio for v in sprite.kept or ())
        assert picture.offset[0] == pytest.approx((x - 288) * scale, abs=0.51)
        assert picture.offset[1] == pytest.approx((y - 288) * scale, abs=0.51)
        assert picture.surface.get_width() == pytest.approx(w * scale, abs=0.51)
        assert picture.surface.get_height() == pytest.approx(h * scale, abs=0.51)


def test_pictures_are_premultiplied() -> None:
    surface = SpriteBook().picture("ring_0").surface
    raw = pg.image.tobytes(surface, "RGBA")
    assert all(red <= alpha + 1 for red, alpha in zip(raw[0::4], raw[3::4], strict=True))
    assert pg.BLEND_PREMULTIPLIED


def test_all_poses_of_the_cup_fit_in_the_memory_for_sprites() -> None:
    book = SpriteBook()
    for poses in book.cup.values():
        for pose in poses:
            book.picture(pose.sprite)
            book.picture(pose.shadow)
    book.backdrop("table", FULL_HD)
    assert book.bytes <= 56 * MIB
    assert weight(book.backdrop("table", FULL_HD)) == 1920 * 1080 * 4


def test_preloading_in_a_thread_gives_the_same_pictures(decoded: list[str]) -> None:
    ids = ["cup_idle", "cup_shake_0", "big_0", "ring_2"]
    ahead, late = SpriteBook(0.8), SpriteBook(0.8)
    ahead.preload_in_thread(ids)
    seen = [pg.image.tobytes(late.picture(id_).surface, "RGBA") for id_ in ids]
    while len(decoded) < 2 * len(ids):
        time.sleep(0.001)
    ahead.stop_preloading()
    assert [pg.image.tobytes(ahead.picture(id_).surface, "RGBA") for id_ in ids] == seen
    assert len(decoded) == 2 * len(ids)


def test_preloading_stops_when_the_game_is_closed(decoded: list[str]) -> None:
    book = SpriteBook()
    before = set(threading.enumerate())
    book.preload_in_thread(book.ids)
    book.stop_preloading()
    assert len(decoded) < len(book.ids)
    assert set(threading.enumerate()) <= before


def test_what_is_forgotten_is_awaited_no_longer(decoded: list[str]) -> None:
    book = SpriteBook()
    before = set(threading.enumerate())
    shaken = [pose.sprite for pose in book.cup["shake"]]
    book.preload_in_thread(shaken)
    book.forget(shaken)
    while set(threading.enumerate()) - before:
        time.sleep(0.001)
    assert len(decoded) < len(shaken) / 2, "only the one that was being decoded"


def test_another_scale_gives_another_picture() -> None:
    book = SpriteBook(1.0)
    full = book.picture("ring_0").surface.get_width()
    book.set_scale(2.0)
    assert book.picture("ring_0").surface.get_width() == pytest.approx(2 * full, abs=2)


def test_two_kept_dice_have_room_for_their_rings() -> None:
    """Kept dice lie at least 2.4 half edges apart: 125 units; rings may touch, not cross much."""
    assert SpriteBook().sprite("ring_0").more["radius"] == 72


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownSpriteError):
        SpriteBook().picture("no such sprite")
    with pytest.raises(UnknownSpriteError):
        SpriteBook().backdrop("no such table", FULL_HD)


def test_everything_can_be_decoded() -> None:
    book = SpriteBook()
    assert book.decode_all() == len(book.ids) > 70
