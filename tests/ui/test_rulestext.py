"""Rules in words: nothing said of a ruleset that its fields do not say."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    FIELDS,
    PERU,
    PRESETS,
    changes,
    field_text,
    with_fields,
)
from cacho.services import i18n
from cacho.ui import rulestext
from cacho.ui.scenes.house import CHOICES


@pytest.fixture(params=["es", "en"], autouse=True)
def language(request):
    yield i18n.set_language(request.param)
    i18n.set_language("es")


def spanish():
    return i18n.current() == "es"


# -------------------------------------------------------------------------------------- names


def test_the_five_have_names_of_their_own():
    assert len({rulestext.title(rules) for rules in PRESETS.values()}) == 5


def test_a_house_ruleset_is_named_by_what_was_changed():
    rules = with_fields(ALALAY, {"crossing": "lenient"})
    told = "tachar solo al final" if spanish() else "crossing out only at the end"
    assert rulestext.title(rules) == f"Alalay + {told}"


def test_a_name_of_its_own_comes_first():
    assert rulestext.title(replace(COCH, name="Los jueves")) == "Los jueves"


def test_many_changes_are_counted():
    many = {"crossing": "lenient", "dormida": "100", "grandes": "1", "wrap": "yes"}
    assert re.search(r"\b4\b", rulestext.title(with_fields(PERU, many)))


@pytest.mark.parametrize("name", CHOICES)
def test_every_changed_value_changes_the_name(name):
    titles = set()
    for text in CHOICES[name]:
        titles.add(rulestext.title(with_fields(CASUAL, {name: text})))
    assert len(titles) == len(CHOICES[name])


def test_fewer_rolls_are_told_as_rolls_and_not_as_turning():
    tags = rulestext.change_tags(rulestext.with_rolls(CASUAL, 2), CASUAL)
    assert tags == (["2 tiros"] if spanish() else ["2 rolls"])


def test_on_a_button_long_changes_are_counted_and_short_ones_named():
    short = with_fields(PERU, {"team_size": "2", "hatches": "3"})
    assert rulestext.short_title(short) == rulestext.title(short)
    long = with_fields(CASUAL, {"rethrow_mano": "yes", "natural_five": "yes"})
    told = "Casual + 2 cambios" if spanish() else "Casual + 2 changes"
    assert rulestext.short_title(long) == told


# -------------------------------------------------------------------------------------- cards


def test_no_two_cards_say_the_same():
    lines = [rulestext.card_lines(rules) for rules in PRESETS.values()]
    assert len(set(lines)) == 5
    assert all(first and second for first, second in lines)


@pytest.mark.parametrize(
    ("rules", "numbers"),
    [(CASUAL, "3 11"), (BASIC, "3 10"), (COCH, "2 11 1"), (ALALAY, "2 11 2"), (PERU, "3 11")],
)
def test_the_first_line_has_rolls_boxes_and_the_roll_of_the_turn(rules, numbers):
    assert re.findall(r"\d+", rulestext.card_lines(rules)[0]) == numbers.split()


def test_a_card_follows_its_fields():
    before = rulestext.card_lines(PERU)
    assert rulestext.card_lines(replace(PERU, must_stop=False)) != before
    assert rulestext.card_lines(replace(PERU, grandes=1))[0] != before[0]
    assert rulestext.card_lines(replace(PERU, hatches=3)) == before


# ------------------------------------------------------------------------------------ sentences


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_has_a_sentence_and_a_word_of_its_own(name):
    rules = [with_fields(CASUAL, {name: text}) for text in CHOICES[name]]
    for one, other in combinations(rules, 2):
        assert rulestext.sentence(one, name) != rulestext.sentence(other, name)
        assert rulestext.value_words(one, name) != rulestext.value_words(other, name)


def test_every_field_can_be_set_and_has_a_name():
    assert {*CHOICES, "turning"} == set(FIELDS)
    assert len({rulestext.field_name(name) for name in (*FIELDS, "rolls")}) == len(FIELDS) + 1


# ---------------------------------------------------------------------------- the five sources


@pytest.mark.parametrize("name", [*FIELDS, "rolls"])
def test_sources_name_every_tradition_with_its_own_value(name):
    told = rulestext.sources(name)
    if name == "natural_five":
        assert "5" in told
        return
    for key, rules in PRESETS.items():
        parts = [p for p in told.split(" · ") if rulestext.preset_name(key) in p]
        part = parts[0] if "5: " not in told else told.split(" · ")[0]
        value = rulestext.value_words(rules, name).lower()
        silent = key in rulestext.SILENT.get(name, ())
        assert (value in part.lower()) != silent or value in ("no",), (key, part)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("five_is_poker", ("basic", "coch", "alalay")),
        ("wrap", ("peru",)),
        ("crossing", ("basic", "coch")),
    ],
)
def test_silent_sources_are_said_to_be_silent(name, keys):
    told = next(p for p in rulestext.sources(name).split(" · ") if rulestext.names_of(keys) in p)
    assert ("dice nada" in told or "dicen nada" in told) if spanish() else "nothing" in told


@pytest.mark.parametrize("name", ["bajo", "dormida", "hatches", "team_size"])
def test_the_variations_that_peru_names_are_told(name):
    varied = with_fields(PERU, {name: rulestext.VARIATIONS[name]})
    assert changes(varied, PERU)
    last = rulestext.sources(name).split(" · ")[-1]
    assert rulestext.preset_name("peru") in last
    assert rulestext.value_words(varied, name).lower() in last.lower()


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("name", [*FIELDS, "rolls"])
def test_differences_name_exactly_those_who_play_otherwise(rules, name):
    told = " ".join(rulestext.differences(rules, [name]))
    for key, other in PRESETS.items():
        differs = getattr(other, name) != getattr(rules, name)
        assert (rulestext.preset_name(key) in told) == differs


# ------------------------------------------------------------------------------------ refusals


def test_a_contradiction_names_both_fields():
    for rules, name, text in (
        (COCH, "bajo", "look"),
        (replace(CASUAL, bajo="look"), "turning", "0-1"),
    ):
        changed, why = rulestext.changed(rules, name, text)
        assert changed is None
        assert rulestext.field_name("bajo") in why
        assert rulestext.field_name("turning") in why


def test_every_other_value_is_taken():
    for name, choices in CHOICES.items():
        for text in choices:
            changed, why = rulestext.changed(CASUAL, name, text)
            assert why == ""
            assert changed is not None
            assert field_text(changed, name) == text


def test_the_last_roll_keeps_its_turning_when_rolls_come_and_go():
    assert rulestext.with_rolls(ALALAY, 1).turning == ((1, 2),)
    assert rulestext.with_rolls(ALALAY, 3).turning == ((0, 0), (0, 0), (1, 2))
    assert rulestext.with_rolls(CASUAL, 2).turning == ((0, 0), (0, 0))
