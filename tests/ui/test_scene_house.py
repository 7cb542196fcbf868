"""House rules: every parameter can be set, what contradicts is refused, the result is kept."""

from dataclasses import replace

import pytest

from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    FIELDS,
    PERU,
    PRESETS,
    Box,
    Phase,
    field_text,
    with_fields,
)
from cacho.services.dice import scripted_turns
from cacho.services.houses import load_houses
from cacho.services.settings import load_settings
from cacho.ui import rulestext
from cacho.ui.app import Wishes
from cacho.ui.painter import Leather
from cacho.ui.scenes.house import AGREED, BASE, CHOICES, SECTIONS, House
from cacho.ui.scenes.rules import Rules
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    click,
    ids,
    items,
    key,
    make_app,
    overlaps,
    says,
    scenes,
    settle,
    tags,
    tap,
    target,
    texts,
    turn,
    type_text,
    wait,
)

PAGE_OF = {name: section.id for section in SECTIONS for name in section.fields}


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    app.push(Rules(app))
    app.push(House(app))
    return app


def open_page(app, section):
    number = [one.id for one in SECTIONS].index(section)
    click(app, "section", ((number + 0.5) / len(SECTIONS), 0.5))


def share(app, name, text):
    """Where the word of a value stands in its control."""
    values = [value for value, _word in target(app, name).options]
    return ((values.index(text) + 0.45) / len(values), 0.5)


# --------------------------------------------------------------------------------- every field


def test_every_field_is_on_exactly_one_page():
    listed = [name for section in SECTIONS for name in section.fields]
    assert sorted(listed) == sorted([*FIELDS, "rolls", BASE, *AGREED])


@pytest.mark.parametrize("press", [click, tap])
@pytest.mark.parametrize("name", CHOICES)
def test_every_value_of_every_field_can_be_pressed(app, press, name):
    open_page(app, PAGE_OF[name])
    for text in CHOICES[name]:
        press(app, name, share(app, name, text))
        assert field_text(app.rules, name) == text
        assert says_sentence(app, rulestext.sentence(app.rules, name))
    for other in FIELDS:
        assert other == name or getattr(app.rules, other) == getattr(CASUAL, other)


def says_sentence(app, sentence):
    return sentence in " ".join(item.text for item in tags(app, "words"))


def test_by_keys_every_control_can_be_reached_and_turned(app):
    before = app.rules
    for section in SECTIONS:
        key(app, str([one.id for one in SECTIONS].index(section.id) + 1))
        for widget in list(app.top.widgets()):
            if widget.id in FIELDS:
                WAYS["keys"](app, widget.id)
                assert field_text(app.rules, widget.id) != field_text(before, widget.id)
                key(app, "left")
    assert app.rules == before


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_rolls_and_their_turning_can_be_set_for_each(app, rolls):
    click(app, "rolls", share(app, "rolls", str(rolls)))
    assert app.rules.rolls == rolls
    open_page(app, "turning")
    assert [i for i in ids(app) if i.startswith("most")] == [f"most.{n + 1}" for n in range(rolls)]
    for roll in range(1, rolls + 1):
        click(app, f"most.{roll}", share(app, f"most.{roll}", "5"))
        click(app, f"least.{roll}", share(app, f"least.{roll}", str(roll)))
        assert app.rules.turning[roll - 1] == (roll, 5)


def test_least_and_most_never_cross(app):
    open_page(app, "turning")
    click(app, "least.1", share(app, "least.1", "3"))
    assert app.rules.turning[0] == (3, 3)
    click(app, "most.1", share(app, "most.1", "1"))
    assert app.rules.turning[0] == (1, 1)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("section", [section.id for section in SECTIONS])
def test_every_field_says_what_the_sources_say(app, section, language):
    app.set(language=language)
    open_page(app, section)
    told = " ".join(item.text for item in tags(app, "sources"))
    for name in next(one.fields for one in SECTIONS if one.id == section):
        if name != BASE and name not in AGREED:
            assert rulestext.sources(name) in told


def test_targets_are_large_and_do_not_overlap(app):
    for section in SECTIONS:
        open_page(app, section.id)
        rects = [widget.rect for widget in app.top.widgets()]
        assert not overlaps(rects)
        assert all(w >= 80 and h >= 80 for _x, _y, w, h in rects)
        for widget in app.top.widgets():
            if hasattr(widget, "options"):
                one = (widget.rect[2] + 12) / len(widget.options) - 12
                assert one >= 80


# ------------------------------------------------------------------ contradictions and idle values


def test_looking_before_bajo_and_turning_are_refused_with_both_names(app):
    app.choose_rules(COCH)
    click(app, "bajo", share(app, "bajo", "look"))
    assert app.rules == COCH
    assert "Bajo" in app.said
    assert "Volteo" in app.said
    assert app.sounds.played[-1] == "refuse"


def test_and_the_other_way_round(app):
    app.choose_rules(replace(CASUAL, bajo="look"))
    open_page(app, "turning")
    click(app, "most.2", share(app, "most.2", "2"))
    assert app.rules.turning == CASUAL.turning
    assert "Bajo" in app.said
    assert "Volteo" in app.said


@pytest.mark.parametrize(
    ("name", "text", "rolls"),
    [
        ("natural_five", "yes", 3),
        ("crossing", "lenient", 3),
        ("goal", "fixed", 1),
        ("rethrow_mano", "yes", 1),
    ],
)
def test_a_value_without_effect_is_allowed_and_said_to_have_none(app, name, text, rolls):
    app.choose_rules(with_fields(rulestext.with_rolls(CASUAL, rolls), {name: text}))
    open_page(app, PAGE_OF[name])
    assert "así no cambia nada" in tags(app, f"note.{name}")[0].text


def test_a_value_with_effect_is_not(app):
    app.choose_rules(replace(COCH, natural_five=True))
    open_page(app, "wins")
    assert tags(app, "note.natural_five")[0].text == "cambiado"


# --------------------------------------------------------------------------- base and differences


def test_what_was_changed_is_marked_and_makes_the_name(app):
    app.choose_rules(ALALAY)
    open_page(app, "noting")
    assert not tags(app, "note.crossing")
    click(app, "crossing", share(app, "crossing", "lenient"))
    assert tags(app, "note.crossing")[0].text == "cambiado"
    assert "Alalay + tachar solo al final" in texts(app)
    click(app, "crossing", share(app, "crossing", "forced"))
    assert "Alalay" in texts(app)
    assert app.rules == ALALAY


@pytest.mark.parametrize("key_", PRESETS)
def test_one_may_begin_from_any_tradition(app, key_):
    app.choose_rules(replace(CASUAL, dormida=100, team_size=2))
    open_page(app, "table")
    click(app, BASE, share(app, BASE, key_))
    assert app.rules == replace(PRESETS[key_], team_size=2)


# -------------------------------------------------------------------------------------- keeping


@pytest.mark.parametrize("way", WAYS)
def test_without_writing_a_name_it_is_kept_as_what_was_changed(app, way, tmp_path):
    app.choose_rules(with_fields(ALALAY, {"crossing": "lenient"}))
    WAYS[way](app, "keep")
    WAYS[way](app, "save")
    assert scenes(app) == ["title", "rules", "house"]
    kept = app.houses.kept
    assert [one.name for one in kept] == ["Alalay + tachar solo al final"]
    assert app.rules == kept[0]
    app.store.close()
    assert make_app(tmp_path).houses.kept == kept


def test_a_name_can_be_typed(app):
    app.choose_rules(replace(PERU, dormida=100))
    click(app, "keep")
    type_text(app, "Doña Ñusta")
    key(app, "erase", "enter")
    assert app.rules.name == "Doña Ñust"
    assert "Guardadas: Doña Ñust." in app.said
    key(app, "esc")
    assert says(app, "Doña Ñust")


def test_a_name_can_be_put_together_by_touch(app):
    app.choose_rules(replace(PERU, dormida=100))
    tap(app, "keep")
    for letter in "CA":
        tap(app, f"key.{letter}")
    tap(app, "key.space")
    tap(app, "key.capital")
    tap(app, "key.Ñ")
    tap(app, "key.E")
    tap(app, "key.erase")
    tap(app, "save")
    assert app.rules.name == "Ca ñ"


def test_too_long_a_name_is_told_and_cut(app):
    click(app, "keep")
    type_text(app, "x" * 25)
    assert "como máximo" in app.said
    key(app, "enter")
    assert app.rules.name == "x" * 24


def test_esc_keeps_nothing(app):
    click(app, "keep")
    type_text(app, "Ana")
    key(app, "esc")
    assert scenes(app)[-1] == "house"
    assert app.houses.kept == ()


def test_a_name_that_is_taken_gets_a_number(app):
    for dormida in (100, "wins"):
        app.choose_rules(replace(PERU, dormida=dormida))
        click(app, "keep")
        type_text(app, "Ana")
        key(app, "enter")
    assert [one.name for one in app.houses.kept] == ["Ana", "Ana 2"]


def test_kept_rules_change_where_they_are_kept_and_can_be_renamed(app):
    app.keep_houses(app.houses.keep(replace(PERU, name="Ana")))
    open_page(app, "wins")
    click(app, "dormida", share(app, "dormida", "100"))
    assert [one.dormida for one in app.houses.kept] == [100]
    click(app, "keep")
    type_text(app, "Beto")
    key(app, "enter")
    assert [one.name for one in app.houses.kept] == ["Beto"]
    assert load_houses(app.home.rules_file)[0].kept == app.houses.kept


@pytest.mark.parametrize("way", WAYS)
def test_from_the_cards_to_the_house_rules_and_into_a_match(tmp_path, way):
    app = make_app(tmp_path)
    app.go(Title(app))
    click(app, "play")
    key(app, "esc")
    WAYS[way](app, "rules")
    WAYS[way](app, "house")
    open_page(app, "wins")
    click(app, "dormida", share(app, "dormida", "100"))
    WAYS[way](app, "done")
    WAYS[way](app, "done")
    assert says(app, "Casual + dormida de 100")
    WAYS[way](app, "start")
    assert app.top.state.rules == replace(CASUAL, dormida=100)


def test_the_chosen_digit_is_ringed_and_not_only_red(app):
    open_page(app, "turning")
    turn(app)
    red = [i.tag for i in items(app) if isinstance(i, Leather) and i.skin == "red"]
    assert {"least.1.0", "most.3.0"} <= set(red)
    rings = [i for i in items(app) if getattr(i, "glyph", "") == "ring"]
    assert len(rings) == 6


# ------------------------------------------------------------------------ what the table agrees on


@pytest.mark.parametrize("press", [click, tap])
@pytest.mark.parametrize(("name", "setting"), [(n, a.setting) for n, a in AGREED.items()])
def test_what_the_table_agrees_on_holds_from_the_next_match(app, press, name, setting):
    before = app.rules
    usual = getattr(app.settings, setting)
    for agreed in (not usual, usual):
        app.go(House(app, "agreed"))
        press(app, name, share(app, name, "yes" if agreed else "no"))
        assert app.rules == before
        assert getattr(load_settings(app.home.settings_file)[0], setting) is agreed
        app.start_match(["Ana", "Luis"], 0)
        assert getattr(app.top.session.setup, setting) is agreed


def test_taking_back_is_no_question_of_yes_or_no(app):
    app.push(House(app, "agreed"))
    assert says(app, "Si todos aceptan")
    assert says(app, "Enseguida siempre; después de otro tiro, si todos tocan su nombre.")
    click(app, "trusting", share(app, "trusting", "yes"))
    assert says(app, "Mesa de confianza")


def test_the_dice_of_the_table_fall_as_they_fall():
    app = make_app(own_dice=True, duplicate=True)
    app.start_match(["Ana", "Luis"], 0)
    assert app.top.session.setup.own_dice
    assert not app.top.session.setup.duplicate


def test_a_match_that_is_level_is_rolled_off_to_its_end():
    turns = 2 * len(Box) + 2
    wishes = Wishes(seed=b"t" * 32, dice=scripted_turns((1, 2, 3, 4, 6) * turns))
    app = make_app(speed="none", confirm_cross=False, wishes=wishes, tie_break=True)
    app.start_match(["Ana", "Luis"], 0, PERU)
    settle(app)
    boxes = [f"box.{box}" for box in Box if box is not Box.GRANDE]
    for box in (*boxes, "box.grande.1", "box.grande.2"):
        for _seat in range(2):
            if "card" in ids(app):
                click(app, "card")
                settle(app)
            click(app, "roll")
            settle(app)
            click(app, box)
            settle(app)
    assert app.top.state.phase is Phase.TIE
    for _press in range(20):
        for button in ("card", "roll"):
            if button in ids(app):
                click(app, button)
                settle(app)
        wait(app, 1.0)
    assert app.top.name == "results"
    outcome = app.stack[0].state.outcome
    assert len(outcome.winners) == 1
