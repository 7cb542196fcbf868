"""The sheet to keep: every sheet of a finished match on one picture, among the player's own."""

import io

import pygame as pg
import pytest
from helpers import WAYS, make_app, overlaps, says, settle, wait

from cacho.engine import CASUAL, Match, Seat, SeededDice, Setup, course_of, with_fields
from cacho.services import i18n
from cacho.ui import keepsake
from cacho.ui.painter import DieItem, Ink, Paper, Text
from cacho.ui.typeface import ELLIPSIS, Typeface
from tools import stages

TABLES = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (6, 1, 1), (4, 2, 1), (6, 3, 1), (2, 1, 3), (6, 1, 3)]


def course(seats: int, size: int, hatches: int):
    rules = with_fields(CASUAL, {"team_size": str(size), "hatches": str(hatches)})
    names = tuple(Seat(name.strip()) for name in stages.LONG[:seats])
    match = Match(Setup(rules, names, 0), SeededDice(stages.SEED))
    stages.play_out(match)
    return course_of(match.setup, match.log), match.setup


def played(seats: int):
    app = make_app(speed="none")
    stages.results(app, stages.FRIENDS[:seats])
    settle(app)
    wait(app, 1.0)
    return app


@pytest.mark.parametrize(("seats", "size", "hatches"), TABLES)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_everything_is_on_it_and_nothing_covers_anything(seats, size, hatches, language) -> None:
    i18n.set_language(language)
    seen, setup = course(seats, size, hatches)
    items = keepsake.items_of(seen, setup, "2026-11-30T21:04", "numbers")
    state = seen.state(len(seen))
    papers = [item for item in items if isinstance(item, Paper)]
    assert not overlaps([(p.x, p.y, p.w, p.h) for p in papers])
    assert all(p.x >= 0 and p.x + p.w <= 1920 and p.y >= 0 and p.y + p.h <= 1080 for p in papers)
    words = [item.text for item in items if isinstance(item, Text)]
    assert "2026" in " ".join(words)
    for name in (seat.name for seat in state.seats):
        assert words.count(name) >= 2, "in the ranking and on its sheet"
    marks = [i for i in items if isinstance(i, Ink) and i.tag.startswith("big.")]
    assert len(marks) >= len(state.sheets) * setup.rules.rounds
    assert len([item for item in items if isinstance(item, DieItem)]) == 5
    typeface, scale = Typeface(), keepsake.SIZE[0] / 1920
    for item in items:
        if isinstance(item, Text) and item.width and "MMMM" not in item.text:
            fitted, _size = typeface.fit(
                item.text, item.font, round(item.size * scale), item.width * scale
            )
            assert not fitted.endswith(ELLIPSIS), item.text


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_it_goes_among_the_players_pictures_and_says_where(way: str) -> None:
    app = played(2)
    setup = app.session.setup
    WAYS[way](app, "keep")
    settle(app)
    wait(app, 0.2)
    (file,) = app.home.pictures.iterdir()
    assert setup.date is not None
    assert file.name == f"Cacho {setup.date.replace('T', ' ').replace(':', '.')}.png"
    assert says(app, "Quedó guardado")
    if way == "mouse":
        picture = pg.image.load(io.BytesIO(file.read_bytes()))
        assert picture.get_size() == keepsake.SIZE
        assert len({tuple(picture.get_at((x, 700))) for x in range(0, 2560, 40)}) > 30


def test_it_says_why_not() -> None:
    app = played(1)
    app.home.pictures.write_text("a file where the folder should be")
    WAYS["mouse"](app, "keep")
    wait(app, 0.2)
    assert says(app, "No se pudo guardar")
