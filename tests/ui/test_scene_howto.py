"""How to play: every number is the engine's, every page can be reached, the match waits."""

import re
from dataclasses import replace

import pytest

from cacho.engine import ALALAY, CASUAL, COCH, PERU, PRESETS, Box, Reading, points
from cacho.ui.painter import DieItem, Ink, Outline, Text
from cacho.ui.scenes.howto import HowTo, running_rules
from cacho.ui.scenes.lessons import FIGURES, lessons_of
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    by_keys,
    click,
    ids,
    items,
    key,
    make_app,
    says,
    scenes,
    tags,
    tap,
    texts,
)

LAST = len(lessons_of(CASUAL))


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    app.push(HowTo(app))
    return app


def show(app, page, rules=CASUAL):
    app.push(HowTo(app, rules))
    app.top.page = page - 1
    app.changed()
    return app


def words(app):
    """The paragraphs of the page, as one text."""
    return " ".join(item.text for item in tags(app, "words"))


@pytest.mark.parametrize("way", WAYS)
def test_next_leads_through_all_pages_and_out(app, way):
    seen = []
    for page in range(1, LAST + 1):
        assert says(app, f"Página {page} de {LAST}")
        seen.append(words(app))
        WAYS[way](app, "next")
    assert len(set(seen)) == LAST
    assert scenes(app) == ["title"]


@pytest.mark.parametrize("press", [click, tap, by_keys])
def test_previous_leads_back_and_is_not_there_on_the_first_page(app, press):
    assert "previous" not in ids(app)
    press(app, "next")
    press(app, "previous")
    assert says(app, "Página 1 de")


def test_arrows_and_digits_turn_pages(app):
    key(app, "left")
    assert says(app, "Página 1 de")
    key(app, "right", "right")
    assert says(app, "Página 3 de")
    key(app, "6")
    assert says(app, "Página 6 de")
    key(app, *["right"] * 9)
    assert says(app, f"Página {LAST} de")
    key(app, "9")
    assert says(app, f"Página {LAST} de")


def test_there_are_few_pages_and_each_is_short(app):
    assert 5 <= LAST <= 8
    for page in range(1, LAST + 1):
        show(app, page)
        assert len(words(app).split()) <= 75


@pytest.mark.parametrize("opener", ["f1", "?"])
def test_from_the_table_one_key_opens_it_and_esc_returns_to_the_same_moment(tmp_path, opener):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0)
    before = app.top.state
    key(app, opener)
    assert scenes(app) == ["table", "howto"]
    key(app, opener)  # again: it does not pile up
    assert scenes(app) == ["table", "howto"]
    key(app, "esc")
    assert scenes(app) == ["table"]
    assert app.top.state == before


@pytest.mark.parametrize("button", ["play", "options"])
def test_from_every_screen_f1_opens_it(tmp_path, button):
    app = make_app(tmp_path)
    app.go(Title(app))
    click(app, button)
    key(app, "f1")
    assert scenes(app)[-1] == "howto"
    key(app, "esc")
    assert scenes(app)[-1] != "howto"


def test_it_shows_the_rules_of_the_running_match(tmp_path):
    app = make_app(tmp_path)
    assert running_rules(app) is None
    app.start_match(["Ana"], 0)
    assert running_rules(app) is app.top.state.rules


# ------------------------------------------------------------------- numbers are the engine's


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_table_of_figures_is_what_the_engine_counts(app, language):
    app.set(language=language)
    show(app, 5)
    shown = [item.glyph for item in items(app) if isinstance(item, Ink) and item.tag == "worth"]
    counted = [
        str(points(CASUAL, box, Reading(faces, frozenset(), served)))
        for box, faces in FIGURES
        for served in (True, False)
        if not (box is Box.GRANDE and served)
    ]
    assert shown == counted == ["25", "20", "35", "30", "45", "40", "50"]


def test_another_escalera_shows_at_once(app):
    show(app, 5, replace(CASUAL, escalera=25))
    shown = [item.glyph for item in items(app) if isinstance(item, Ink) and item.tag == "worth"]
    assert shown[:2] == ["30", "25"]


def test_the_ace_wrap_is_named_only_where_it_counts(app):
    show(app, 5)
    assert "3-4-5-6-1" in words(app)
    show(app, 5, replace(CASUAL, wrap=False))
    assert "3-4-5-6-1" not in words(app)
    assert "2-3-4-5-6" in words(app)


def test_five_alike_as_poker_is_said_as_the_ruleset_has_it(app):
    show(app, 5)
    assert "cuatro iguales o más" in words(app)
    show(app, 5, replace(CASUAL, five_is_poker=False))
    assert "no cinco" in words(app)


@pytest.mark.parametrize(
    ("page", "change", "numbers"),
    [
        (1, {}, {"5", "1", "6", "11"}),
        (1, {"grandes": 1}, {"5", "1", "6", "10"}),
        (2, {}, {"3", "5"}),
        (2, {"turning": ((0, 0), (0, 0))}, {"2", "5"}),
        (7, {}, {"5", "1", "296"}),
        (7, {"dormida": 100}, {"5", "1", "296", "100"}),
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_numbers_in_the_words_follow_the_ruleset(app, page, change, numbers, language):
    app.set(language=language)
    show(app, page, replace(CASUAL, **change))
    assert set(re.findall(r"\d+", words(app))) == numbers


def test_the_dice_of_an_example_add_up_to_what_stands_below(app):
    from cacho.ui.scenes.lessons import NUMBERS
    from cacho.ui.sheets import box_name

    show(app, 4)
    for box, faces in NUMBERS:
        worth = sum(face for face in faces if face == box.face)
        assert f"{box_name(box)}: {worth}" in texts(app)
    assert sum(isinstance(item, DieItem) for item in items(app)) == 5 * len(NUMBERS)


def test_the_page_on_noting_shows_what_the_engine_previews(app):
    show(app, 6)
    shown = {i.tag: i.glyph for i in items(app) if isinstance(i, Ink) and "worth." in i.tag}
    assert shown == {
        "worth.tontos": "X",
        "worth.trenes": "9",
        "worth.senas": "12",
        "worth.full": "35",
        "worth.grande": "X",
        "worth.grande.too": "X",
    }


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_page_on_noting_shows_a_cross_only_where_one_may_be_made(app, rules):
    page = [lesson.title() for lesson in lessons_of(rules)].index("Anotar y tachar")
    show(app, page + 1, rules)
    crosses = [i for i in items(app) if isinstance(i, Ink) and "worth." in i.tag and i.glyph == "X"]
    assert bool(crosses) == (rules.crossing == "free" and not rules.must_stop)


def test_the_keys_are_those_that_the_rules_have(app):
    pairs = replace(CASUAL, team_size=2)
    for rules, letters in ((CASUAL, ""), (ALALAY, ""), (COCH, "VB"), (PERU, "D"), (pairs, "LP")):
        show(app, len(lessons_of(rules)), rules)
        assert [text for text in texts(app) if text in tuple("VBDLP")] == list(letters)


@pytest.mark.parametrize("page", range(1, LAST + 1))
def test_every_page_is_drawn_in_both_languages(app, page):
    titles = []
    for language in ("es", "en"):
        app.set(language=language)
        show(app, page)
        titles.append([item for item in items(app) if isinstance(item, Text)])
    spanish, english = ({item.text for item in found} for found in titles)
    assert spanish != english


def test_the_focus_is_seen_when_it_came_by_keyboard(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    by_keys(app, "howto")
    looks = {item.tag: item.look for item in items(app) if getattr(item, "look", "")}
    assert looks["next"] == "focused"
    assert not [item for item in items(app) if isinstance(item, Outline)]


# ------------------------------------------------------------------------- other traditions


@pytest.mark.parametrize(
    ("rules", "page", "said", "unsaid"),
    [
        (ALALAY, 4, "tiro 2, 1 o 2", "Voltear (V)"),
        (ALALAY, 4, "se anota también sin voltear", "hasta"),
        (ALALAY, 7, "solo después del tiro 2", "si la tocas"),
        (ALALAY, 8, "tiras otra vez los 5", "no bastan"),
        (ALALAY, 9, "4, 8, 12, 16, 20 y 24", "dormida vale"),
        (COCH, 4, "tiro 1, 1 o 2", "sin voltear"),
        (COCH, 8, "Hay que voltear al menos 1", "más o menos una vez"),
        (PERU, 7, "tiras otra vez los 5", "no bastan"),
        (CASUAL, 7, "en el primer tiro", "otra vez"),
        (CASUAL, 5, "De mano, es decir", "otra vez"),
        (ALALAY, 6, "otra vez los 5 y no voltear", "es decir"),
        (PERU, 5, "otra vez los 5.", "voltear"),
        (PERU, 2, "declara una casilla", "anota cuando quieras"),
        (PERU, 2, "te plantas", "por debajo"),
        (replace(CASUAL, dormida=100), 7, "Grande", "se acabó"),
        (replace(CASUAL, team_size=2), 1, "para cada equipo", "para cada uno"),
        (replace(CASUAL, hatches=3), 1, "Son 33, en 3 rejas", "suma más"),
        (replace(CASUAL, turning=((0, 0),)), 2, "una sola vez", "Guarda"),
    ],
)
def test_other_rules_are_told_as_they_are(app, rules, page, said, unsaid):
    show(app, page, rules)
    assert said in words(app)
    assert unsaid not in words(app)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_page_of_every_tradition_has_its_room(app, rules, language):
    app.set(language=language)
    for page in range(1, len(lessons_of(rules)) + 1):
        show(app, page, rules)
        sheet = tags(app, "page")[0]
        assert all(
            line.y + line.size * 0.42 < sheet.y + sheet.h - 16 for line in tags(app, "words")
        )
