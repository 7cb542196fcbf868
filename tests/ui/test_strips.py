"""The strips of frames that are looked at show a motion, from its beginning to rest."""

from pathlib import Path

import pygame as pg

from tools import gallery, strips


def tiles(picture: pg.Surface, count: int) -> list[bytes]:
    w = picture.get_width() // strips.COLUMNS
    h = picture.get_height() // -(-count // strips.COLUMNS)
    return [
        pg.image.tobytes(
            picture.subsurface((i % strips.COLUMNS * w, i // strips.COLUMNS * h, w, h)), "RGB"
        )
        for i in range(count)
    ]


def test_a_strip_moves_and_comes_to_rest() -> None:
    strip = next(s for s in strips.strips() if s.name == "strip-reroll-1")
    with gallery.seen_at("es", (960, 540)) as (app, clock):
        shown = tiles(strips.drawn(app, clock, strip), 25)
        assert not app.moving
    assert len(set(shown[:12])) == 12
    assert shown[-1] == shown[-2]


def test_strips_have_names_of_their_own_and_one_page_shows_them(tmp_path: Path) -> None:
    names = [strip.name for strip in strips.strips()]
    assert len(names) == len(set(names))
    for name in ("a.es.9x9.png", "a.en.9x9.png", "b.es.9x9.png"):
        (tmp_path / name).write_bytes(b"")
    page = gallery.write_page(tmp_path).read_text("utf-8")
    assert page.count("<h2>") == 2
    assert page.count("<img") == 3
