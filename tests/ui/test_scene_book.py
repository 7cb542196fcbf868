"""The rules book: the ruleset in full, every number the engine's, opened where it is needed."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    DICE,
    FIELDS,
    MAX_SEATS,
    PERU,
    PRESETS,
    Box,
    Reading,
    points,
    readings,
    with_fields,
)
from cacho.services import i18n
from cacho.ui.painter import DieItem, Ink, Paper, Text
from cacho.ui.scenes.book import Book, laid
from cacho.ui.scenes.chapters import CHAPTERS
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    click_at,
    ids,
    items,
    key,
    make_app,
    pixel,
    says,
    scenes,
    tags,
    texts,
)
from tests.ui.test_scene_texts import Longer

ENTRIES = {entry.rule: entry for chapter in CHAPTERS for entry in chapter.entries}
HOUSE = replace(
    with_fields(
        COCH,
        {
            "turning": "1-3,0-5,2-2",
            "crossing": "lenient",
            "dormida": "100",
            "goal": "fixed",
            "must_stop": "yes",
            "rethrow_mano": "yes",
            "early_wins": "panza,cuatros",
            "hatches": "3",
            "team_size": "3",
        },
    ),
    name="Los jueves",
)
ALL = {**PRESETS, "house": HOUSE}


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    return app


def numbers(rules, rule):
    return [int(n) for n in re.findall(r"\d+", ENTRIES[rule].text(rules))]


# ------------------------------------------------------------------------ numbers are the engine's


def lying(rules, box, faces, served=False):
    return points(rules, box, Reading(faces, frozenset(), served))


def both(rules, box, faces):
    return [lying(rules, box, faces), lying(rules, box, faces, True)]


def straights(rules):
    made = [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 1)]
    return [n for faces in made if lying(rules, Box.ESCALERA, faces) for n in faces]


def natural(rules):
    """What 6-6-6-6-6 makes on a first roll, and whether all dice rolled again are served too."""
    again = [DICE] if rules.rethrow_mano and rules.rolls > 1 else []
    ways = readings(rules, (6,) * 5, 1, DICE)
    if any(way.dormida for way in ways):
        return [6] * 5 + again
    best = [max(points(rules, box, way) for way in ways) for box in (Box.FULL, Box.POKER)]
    return [6] * 5 + spread(*rules.turning[0]) + [n for n in best if n] + again


def spread(least, most):
    return [*([least] if 0 < least < most else []), *([most] if most else [])]


def limits(rules):
    if not any(map(any, rules.turning)):
        return []
    told = [2, 5, 7]
    for roll, (least, most) in enumerate(rules.turning, 1):
        told += [roll, *spread(least, most)]
    owed_later = any(least for least, _most in rules.turning[1:])
    return [*told, *([DICE] if rules.rethrow_mano and owed_later else [])]


def counted(rules):
    """Every number that each rule may and must show, from the engine."""
    one_grid = rules.rounds // rules.hatches
    five = (6,) * DICE
    return {
        "R-01": [1, MAX_SEATS, DICE],
        "R-03": [rules.rolls, DICE],
        "R-06": [one_grid, 6, rules.grandes, *([3] if rules.hatches == 3 else [])],
        "R-07": [3, 3, 6, 1, 2, lying(rules, Box.TRENES, (3, 3, 6, 1, 2))],
        "R-08": straights(rules) + both(rules, Box.ESCALERA, (1, 2, 3, 4, 5)),
        "R-09": both(rules, Box.FULL, (5, 5, 5, 2, 2)),
        "R-10": both(rules, Box.POKER, (6, 6, 6, 6, 1)),
        "R-11": [lying(rules, Box.GRANDE, five), rules.grandes],
        "R-12": [
            lying(rules, Box.FULL, (5, 5, 5, 2, 2), True) - lying(rules, Box.FULL, (5, 5, 5, 2, 2)),
            DICE,
        ],
        "R-13": [] if rules.dormida == "wins" else [rules.dormida],
        "R-14": [0],
        "R-15": [
            *five,
            *(n for box in (Box.GRANDE, Box.POKER, Box.SENAS) if (n := lying(rules, box, five))),
            lying(rules, Box.FULL, five),
        ],
        "R-16": [rules.rounds],
        "R-20": limits(rules),
        "R-21": [DICE],
        "R-23": [] if rules.goal == "free" else [0, DICE],
        "R-24": natural(rules),
        "R-26": [] if rules.dormida == "wins" else [rules.dormida],
        "R-28": [4 * n for n in range(1, 7)] if "cuatros" in rules.early_wins else [],
        "R-29": [rules.team_size] if rules.team_size > 1 else [],
        "R-30": [] if rules.hatches == 1 else [3, 1, 2, 3],
    }


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_every_number_of_every_rule_is_what_the_engine_counts(rules, language):
    i18n.set_language(language)
    right = counted(rules)
    for rule, entry in ENTRIES.items():
        assert numbers(rules, rule) == right.get(rule, []), entry.text(rules)


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_rule_hides_a_number_in_a_word(language):
    """What a rule changes is written in digits: words for numbers only say what a figure is."""
    i18n.set_language(language)
    fixed = {"R-09", "R-10", "R-11", "R-13", "R-15", "R-19", "R-22", "R-24", "R-26", "R-28"}
    words = r"\b(dos|tres|cuatro|cinco|seis|two|three|four|five|six)\b"
    for rule, entry in ENTRIES.items():
        for rules in ALL.values():
            assert rule in fixed or not re.search(words, entry.text(rules)), entry.text(rules)


def test_the_house_rules_that_have_numbers_show_other_ones():
    assert numbers(COCH, "R-03") != numbers(CASUAL, "R-03")
    for rule in ("R-16", "R-20", "R-26", "R-28", "R-29", "R-30"):
        assert numbers(HOUSE, rule) != numbers(CASUAL, rule)


# ------------------------------------------------------------------------------- in full, marked


def test_it_has_every_rule_of_the_page_once():
    written = Path(__file__).resolve().parents[2] / "RULES.md"
    wanted = set(re.findall(r"\*\*(R-\d\d)", written.read_text("utf-8")))
    listed = [entry.rule for chapter in CHAPTERS for entry in chapter.entries]
    assert sorted(listed) == sorted(wanted)


def test_every_field_stands_with_some_rule():
    named = {name for entry in ENTRIES.values() for name in entry.fields}
    assert set(FIELDS) <= named


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
@pytest.mark.parametrize("name", FIELDS)
def test_what_another_tradition_plays_otherwise_is_ringed_and_told(app, rules, name):
    entry = next(entry for entry in ENTRIES.values() if name in entry.fields)
    app.push(Book(app, rules, entry.rule))
    differs = any(
        getattr(other, field) != getattr(rules, field)
        for field in entry.fields
        for other in PRESETS.values()
    )
    assert bool(tags(app, f"differs.{entry.rule}")) == differs


def test_the_ring_is_a_shape_with_its_meaning_beside_it(app):
    app.push(Book(app, CASUAL))
    rings = [item for item in items(app) if isinstance(item, Ink) and item.glyph == "ring"]
    assert len(rings) > 1
    assert says(app, "otros juegan distinto")
    assert says(app, "Distinto: Coch y Alalay: 2 tiros.")


@pytest.mark.parametrize(
    ("rules", "rule", "part"),
    [
        (CASUAL, "R-21", "No hay bajo"),
        (BASIC, "R-21", "cantar ¡bajo!"),
        (replace(CASUAL, bajo="look"), "R-21", "Después de mirar"),
        (CASUAL, "R-22", "Nadie te obliga"),
        (PERU, "R-22", "te plantas"),
        (CASUAL, "R-08", "3-4-5-6-1"),
        (PERU, "R-10", "no cinco"),
        (ALALAY, "R-25", "último tiro"),
        (ALALAY, "R-27", "ganan en el acto"),
        (COCH, "R-13", "al voltear"),
        (replace(COCH, natural_five=True), "R-24", "aunque haya que voltear"),
        (replace(CASUAL, dormida=100), "R-26", "Grande"),
    ],
)
def test_rules_say_what_the_fields_say(rules, rule, part):
    assert part in ENTRIES[rule].text(rules)


# ----------------------------------------------------------------------------- pages and ways


@pytest.mark.parametrize("rule", ENTRIES)
def test_it_opens_at_any_rule_and_points_at_it(app, rule):
    app.push(Book(app, PERU, rule))
    assert rule in texts(app)
    assert len(tags(app, "asked")) == 1
    assert app.top.default_focus() == "back"


@pytest.mark.parametrize("way", WAYS)
def test_next_leads_through_all_pages_and_out(app, way):
    app.push(Book(app, ALALAY))
    pages = app.top.pages
    seen = []
    for page in range(1, pages + 1):
        assert says(app, f"Página {page} de {pages}")
        seen += [item.text for item in tags(app, "rule")]
        WAYS[way](app, "next")
    assert sorted(seen) == sorted(ENTRIES)
    assert scenes(app) == ["title"]


def test_arrows_digits_and_previous_turn_pages(app):
    app.push(Book(app, CASUAL))
    assert "previous" not in ids(app)
    key(app, "right", "right")
    assert says(app, "Página 3 de")
    key(app, "2")
    assert says(app, "Página 2 de")
    key(app, "left", "left", "left")
    assert says(app, "Página 1 de")


def test_it_is_short():
    for rules in ALL.values():
        assert -(-len(laid(rules)) // 2) <= 6
        for rule, entry in ENTRIES.items():
            assert len(entry.text(rules).split()) <= (54 if rule == "R-20" else 48), rule


@pytest.mark.parametrize("language", ["es", "en", "longer"])
@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_every_sheet_holds_what_stands_on_it(app, rules, language, monkeypatch):
    if language == "longer":
        monkeypatch.setattr(i18n, "_translations", Longer())
    else:
        i18n.set_language(language)
    book = Book(app, rules)
    app.push(book)
    for page in range(book.pages):
        book.page = page
        app.changed()
        shown = items(app)
        sheet = next(item for item in shown if isinstance(item, Paper))
        foot = sheet.y + sheet.h - 16
        lines = [i for i in shown if isinstance(i, Text) and i.tag in ("words", "differs", "rule")]
        assert all(line.y + line.size * 0.42 <= foot for line in lines)
        assert all(i.y + i.edge / 2 < foot for i in shown if isinstance(i, DieItem) and i.edge < 60)


# ---------------------------------------------------------------------- from the running match


@pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
def test_from_the_pause_it_is_the_book_of_the_running_match(tmp_path, rules):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, rules)
    app.choose_rules(BASIC)  # the next one's; the running match stays as it is
    app.show_book()
    assert app.top.rules == rules
    assert app.stack[0].state.rules == rules


def test_while_the_line_says_why_not_f1_opens_the_book_at_that_rule(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, PERU)
    app.refuse("Con un juego así te plantas: hay que anotarlo.", "R-22")
    before = app.top.state
    key(app, "f1")
    assert scenes(app) == ["table", "book"]
    assert app.top.rule == "R-22"
    key(app, "f1", "enter")
    assert scenes(app) == ["table"]
    assert app.top.state == before


@pytest.mark.parametrize("way", [click_at, partial(click_at, touch=True)])
def test_a_press_on_the_line_opens_the_book_at_that_rule(tmp_path, way):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, PERU)
    app.refuse("Con un juego así te plantas: hay que anotarlo.", "R-22")
    assert [item.text for item in tags(app, "message.rule")] == ["R-22"]
    x, y, w, h = app.top.message_place
    way(app, pixel(app, x + w / 2, y + h / 2))
    assert scenes(app) == ["table", "book"]
    assert app.top.rule == "R-22"
    assert not tags(app, "message")


def test_a_line_without_a_rule_opens_nothing(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, PERU)
    app.say("La partida se guarda otra vez.")
    assert not tags(app, "message.rule")
    x, y, w, h = app.top.message_place
    click_at(app, pixel(app, x + w / 2, y + h / 2))
    assert scenes(app) == ["table"]


def test_how_to_play_leads_to_the_book_and_back(app):
    key(app, "f1")
    assert scenes(app) == ["title", "howto"]
    partial(WAYS["mouse"], app)("book")
    assert scenes(app) == ["title", "howto", "book"]
    key(app, "esc", "esc")
    assert scenes(app) == ["title"]
