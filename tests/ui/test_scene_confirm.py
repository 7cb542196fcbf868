"""A question that wants a yes: nothing is crossed out by accident."""

import pytest

from cacho.ui.painter import Paper, Text
from cacho.ui.scenes.base import Scene
from cacho.ui.scenes.confirm import Confirm
from tests.ui.helpers import (
    WAYS,
    click_at,
    ids,
    items,
    key,
    make_app,
    pixel,
    scenes,
    tags,
    texts,
)

ASKED = "¿Tachar Escalera?"


@pytest.fixture
def said():
    return []


@pytest.fixture
def app(tmp_path, said):
    app = make_app(tmp_path)
    app.go(Scene(app))
    question = (ASKED, "La casilla queda en cero.", "Tachar", "No")
    app.push(Confirm(app, *question, lambda: said.append("yes")))
    return app


def test_it_asks_and_offers_no_before_yes(app):
    assert {ASKED, "La casilla queda en cero.", "Tachar", "No"} <= set(texts(app))
    assert ids(app) == ["no", "yes"]


@pytest.mark.parametrize("way", WAYS)
def test_yes_acts_once_and_closes(app, said, way):
    WAYS[way](app, "yes")
    assert said == ["yes"]
    assert scenes(app) == ["scene"]


@pytest.mark.parametrize("way", WAYS)
def test_no_closes_and_does_nothing(app, said, way):
    WAYS[way](app, "no")
    assert said == []
    assert scenes(app) == ["scene"]


@pytest.mark.parametrize("name", ["enter", "esc", "space"])
def test_a_key_pressed_again_by_accident_means_no(app, said, name):
    key(app, name)
    assert said == []
    assert scenes(app) == ["scene"]


def test_one_arrow_and_enter_mean_yes(app, said):
    key(app, "right", "enter")
    assert said == ["yes"]


def test_where_enter_would_go_is_to_be_seen(app):
    focused = [item.tag for item in items(app) if getattr(item, "look", "") == "focused"]
    assert focused == ["no"]


def test_a_press_beside_the_slip_neither_answers_nor_closes(app, said):
    click_at(app, pixel(app, 60, 1000))
    assert said == []
    assert scenes(app) == ["scene", "confirm"]


def test_what_follows_a_yes_may_open_another_question(app, said):
    def ask_again():
        app.push(Confirm(app, "¿Seguro?", "", "Sí", "No", lambda: said.append("sure")))

    app.push(Confirm(app, "¿Sí?", "", "Sí", "No", ask_again))
    WAYS["mouse"](app, "yes")
    assert "¿Seguro?" in texts(app)
    WAYS["mouse"](app, "yes")
    assert said == ["sure"]


def test_a_long_question_grows_the_slip_and_stays_on_it(app):
    long = " ".join([ASKED] * 4)
    app.push(Confirm(app, long, long, "Tachar", "No", lambda: None))
    slip = next(item for item in tags(app, "slip") if isinstance(item, Paper) and item.h > 500)
    lines = [item for item in items(app) if isinstance(item, Text) and item.tag == "question"]
    assert len(lines) > 2
    assert all(slip.y < line.y < slip.y + slip.h for line in lines[1:])
    for widget in app.top.widgets():
        assert widget.rect[1] + widget.rect[3] < slip.y + slip.h
