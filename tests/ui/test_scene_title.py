"""The first screen: what it offers, in which language, and that nothing quits by accident."""

import pygame as pg
import pytest

from cacho.services import i18n, settings
from cacho.services.store import MatchStore
from cacho.ui.painter import Backdrop, DieItem, Picture, Text
from cacho.ui.scenes.title import Title
from cacho.ui.sprites import SpriteBook
from tests.ui.helpers import (
    WAYS,
    click,
    heard,
    ids,
    items,
    key,
    make_app,
    overlaps,
    says,
    scenes,
    tags,
    texts,
    wait,
)


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    return app


def with_open_match(app):
    app.start_match(["Ana", "Luis"], 0)
    app.leave_to_title()
    return app


def test_in_a_large_window_cup_and_dice_are_laid_crisp(app):
    app.window.size = (3840, 2160)
    app.changed()
    shown = items(app)
    assert sum(isinstance(item, DieItem) for item in shown) == 5
    assert any(isinstance(item, Picture) and "lying" in item.sprite for item in shown)


def test_it_shows_the_laid_table_and_six_buttons(app):
    assert items(app)[0] == Backdrop("laid")
    assert ids(app) == ["play", "howto", "practice", "history", "options", "quit", "language"]
    offered = ["Jugar", "Cómo se juega", "Historia", "Opciones", "Salir", "Español", "English"]
    assert [text for text in texts(app) if text in offered] == offered


def test_with_an_open_match_going_on_comes_first_and_is_the_red_one(app):
    with_open_match(app)
    assert ids(app)[:2] == ["resume", "play"]
    skins = {item.tag: item.skin for item in items(app) if getattr(item, "skin", "")}
    assert skins["resume"] == "red"
    assert skins["play"] == "tan"


@pytest.mark.parametrize("way", WAYS)
def test_going_on_leads_to_the_table(app, way):
    with_open_match(app)
    WAYS[way](app, "resume")
    assert scenes(app) == ["table"]
    assert says(app, "Turno de Ana")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("button", "scene"),
    [
        ("play", "players"),
        ("howto", "howto"),
        ("history", "history"),
        ("options", "options"),
    ],
)
def test_every_button_leads_somewhere_and_esc_back(app, way, button, scene):
    WAYS[way](app, button)
    assert scenes(app) == ["title", scene]
    key(app, "esc")
    if scene == "players":  # the first one stopped the writing
        key(app, "esc")
    assert scenes(app) == ["title"]


def test_enter_plays_without_any_focus_to_be_seen(app):
    key(app, "enter")
    assert app.top.name == "players"


@pytest.mark.parametrize("way", WAYS)
def test_quit_quits_at_once(app, way):
    WAYS[way](app, "quit")
    assert not app.running


def test_esc_does_not_quit_but_leads_to_the_button_that_does(app):
    key(app, "esc")
    assert app.running
    assert scenes(app) == ["title"]
    key(app, "enter")
    assert not app.running


def test_space_and_enter_held_down_press_once(app):
    key(app, "enter", held=5.0)
    assert scenes(app) == ["title", "players"]


@pytest.mark.parametrize("way", WAYS)
def test_the_language_is_switched_by_its_own_name_at_once_and_kept(app, way):
    if way == "keys":
        WAYS[way](app, "language")
    else:
        WAYS[way](app, "language", (0.75, 0.5))
    assert i18n.current() == "en"
    assert "Play" in texts(app)
    assert {"Español", "English"} <= set(texts(app))
    kept, _notice = settings.load_settings(app.home.settings_file)
    assert kept.language == "en"


def test_the_chosen_language_is_marked_by_more_than_colour(app):
    chosen = [item for item in items(app) if getattr(item, "glyph", "") == "tick"]
    assert chosen
    label = next(i for i in items(app) if isinstance(i, Text) and i.text == "Español")
    for tick in chosen:  # gone over several times
        assert abs(tick.y + tick.h / 2 - label.y) < 12
        assert 0 < label.x - tick.x < 120


def test_in_english_a_line_says_what_is_carved_in_spanish(app):
    assert not tags(app, "subtitle")
    click(app, "language", (0.75, 0.5))
    assert tags(app, "subtitle")


def test_names_that_were_begun_are_still_there_after_a_look_elsewhere(app):
    from tests.ui.helpers import type_text

    click(app, "play")
    type_text(app, "Ana")
    key(app, "esc", "esc")
    assert app.top.name == "title"
    click(app, "play")
    assert "Ana" in texts(app)


def test_a_press_sounds_and_the_focus_does(app):
    click(app, "options")
    assert "press" in heard(app)
    key(app, "tab")
    assert "focus" in heard(app)


@pytest.mark.parametrize("match", [False, True])
def test_targets_are_large_on_the_page_and_apart(app, match):
    if match:
        with_open_match(app)
    rects = [widget.rect for widget in app.top.widgets()]
    assert not overlaps(rects)
    for x, y, w, h in rects:
        assert min(w, h) >= 80
        assert x >= 0
        assert y >= 0
        assert x + w <= 1920
        assert y + h <= 1080


@pytest.mark.parametrize("size", [(1024, 768), (2560, 1080), (1280, 800)])
def test_beyond_the_page_lies_wood_and_no_second_name(size):
    book = SpriteBook(min(size[0] / 1920, size[1] / 1080))
    wood = book.backdrop("title", size)
    page = pg.Rect(0, 0, round(1920 * book.scale), round(1080 * book.scale))
    page.center = wood.get_rect().center
    for x in range(0, size[0], 4):
        for y in range(0, size[1], 4):
            red, green, blue, _ = wood.get_at((x, y))
            assert page.collidepoint(x, y) or red < 190, (x, y)  # the name is of gold
            assert red or green or blue  # and nothing is left black


def test_a_second_copy_says_where_the_match_goes_on_as_long_as_the_title_is_there(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(MatchStore, "played_elsewhere", True)
    app = make_app(tmp_path)
    app.store.second_copy = True
    app.go(Title(app))
    wait(app, 8.0)
    assert says(app, "Cacho ya está abierto")
    assert says(app, "la partida sigue en la otra ventana")
    click(app, "resume")
    assert scenes(app) == ["title"]
    assert says(app, "no cambia lo guardado")


def test_a_second_copy_speaks_of_a_match_only_while_one_is_open_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(MatchStore, "played_elsewhere", False)
    app = make_app(tmp_path)
    app.store.second_copy = True
    app.go(Title(app))
    assert says(app, "Cacho ya está abierto")
    assert says(app, "en otra ventana")
    assert not says(app, "la partida sigue")
    monkeypatch.setattr(MatchStore, "played_elsewhere", True)
    wait(app, 3.0)
    assert says(app, "la partida sigue en la otra ventana")


def test_in_a_second_copy_enter_plays(tmp_path):
    app = make_app(tmp_path)
    app.store.second_copy = True
    app.go(Title(app))
    key(app, "enter")
    assert scenes(app)[-1] == "players"


def test_the_light_moves_but_keeps_nobody_awake(app):
    wait(app, 1.0)
    drawn, (before,) = app.drawn, tags(app, "lamp")
    stirred = []
    rest = app.rest
    app.rest = lambda: stirred.append(rest()) or stirred[-1]
    wait(app, 2.0)
    (after,) = tags(app, "lamp")
    assert (after.x, after.y) != (before.x, before.y)
    assert 10 <= app.drawn - drawn <= 25
    assert stirred
    assert not any(stirred)


def test_in_a_second_copy_its_own_match_can_be_gone_on_with(tmp_path):
    app = make_app(tmp_path)
    app.store.second_copy = True
    with_open_match(app)
    assert ids(app)[:2] == ["resume", "play"]
    assert len(set(ids(app))) == len(ids(app))
    assert not says(app, "Cacho ya está abierto")
    click(app, "resume")
    assert scenes(app) == ["table"]
    assert says(app, "Turno de Ana")
