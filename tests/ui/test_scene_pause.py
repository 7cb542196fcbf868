"""The pause: the match waits, and nothing is lost whatever is chosen."""

import pytest

from cacho.ui.scenes.pause import Pause
from cacho.ui.scenes.title import Title
from tests.ui.helpers import WAYS, heard, ids, key, make_app, says, scenes, texts


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0)
    app.push(Pause(app))
    return app


def test_it_offers_six_things_and_says_that_the_match_is_kept(app):
    assert ids(app) == ["resume", "book", "options", "history", "title", "quit"]
    assert says(app, "La partida queda guardada")
    assert "Pausa" in texts(app)


def test_the_table_stays_to_be_seen_below(app):
    assert says(app, "Turno de Ana")


@pytest.mark.parametrize("way", WAYS)
def test_going_on_closes_it(app, way):
    WAYS[way](app, "resume")
    assert scenes(app) == ["table"]


def test_esc_and_enter_go_on_too(app):
    key(app, "esc")
    assert scenes(app) == ["table"]
    app.push(Pause(app))
    key(app, "enter")
    assert scenes(app) == ["table"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("button", "scene"), [("book", "book"), ("options", "options"), ("history", "history")]
)
def test_rules_and_options_come_back_to_the_same_pause(app, way, button, scene):
    WAYS[way](app, button)
    assert scenes(app) == ["table", "pause", scene]
    WAYS[way](app, "back")
    assert scenes(app) == ["table", "pause"]
    if way == "keys":
        assert app.top.focus == button
        assert app.top.focus_shown


@pytest.mark.parametrize("way", WAYS)
def test_to_the_title_leaves_the_match_open(app, way):
    WAYS[way](app, "title")
    assert scenes(app) == ["title"]
    assert ids(app)[0] == "resume"


@pytest.mark.parametrize("way", WAYS)
def test_quitting_ends_the_program_and_the_next_start_goes_on(app, way, tmp_path):
    WAYS[way](app, "quit")
    assert not app.running
    app.store.close()
    again = make_app(tmp_path)
    again.go(Title(again))
    assert ids(again)[0] == "resume"


def test_what_lies_below_does_not_react(app):
    from tests.ui.helpers import click_at, pixel

    table = app.stack[0]
    before = table.state
    for widget in table.widgets():
        x, y, w, h = widget.rect
        if x + w / 2 < 600 or x + w / 2 > 1320:
            click_at(app, pixel(app, x + w / 2, y + h / 2))
    assert scenes(app) == ["table", "pause"]
    assert table.state == before


def test_opened_from_the_keyboard_it_shows_its_focus(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana"], 0)
    key(app, "tab")
    key(app, "esc")
    assert app.top.name == "pause"
    assert app.top.focus_shown
    assert app.top.focus == "resume"
    assert "focus" in heard(app)
