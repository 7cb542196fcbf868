"""Sprites are decoded when needed, scaled once, and stay within their memory."""

from __future__ import annotations

import threading
import time

import pygame as pg
import pytest

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


def test_the_anchor_stays_where_it_is_at_every_scale() -> None:
    """The middle of the lying cup is at the same place of the page, to half a pixel."""
    for scale in (0.5333, 0.7115, 1.0, 1.3333, 2.0):
        picture = SpriteBook(scale).picture("cup_lying")
        x, y, w, h = SpriteBook().sprite("cup_lying").kept or (0, 0, 0, 0)
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
    book.preload_in_thread(book.ids)
    book.stop_preloading()
    assert len(decoded) < len(book.ids)
    assert threading.active_count() == 1


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
