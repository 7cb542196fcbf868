"""The parameters of the five traditions, their validator, and their values as text (R-19)."""

from dataclasses import replace
from itertools import product

import pytest
from house_values import HOUSE_VALUES

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    FIELDS,
    PERU,
    PRESETS,
    Box,
    Roll,
    Ruleset,
    RulesetError,
    Seat,
    Setup,
    apply,
    base_of,
    changes,
    field_text,
    new_state,
    with_fields,
    without_effect,
)

# field: casual, basic, coch, alalay, peru
WRITTEN = {
    "turning": ("0-0,0-0,0-0", "0-0,0-0,0-0", "1-2,0-2", "0-0,1-2", "0-0,0-0,0-0"),
    "rethrow_mano": ("no", "no", "no", "yes", "yes"),
    "bajo": ("no", "call", "call", "no", "no"),
    "must_stop": ("no", "no", "no", "no", "yes"),
    "goal": ("free", "free", "free", "free", "rethrow"),
    "escalera": ("20", "25", "25", "20", "20"),
    "wrap": ("yes", "no", "no", "yes", "no"),
    "grandes": ("2", "1", "2", "2", "2"),
    "five_is_poker": ("yes", "yes", "yes", "yes", "no"),
    "crossing": ("free", "free", "free", "forced", "free"),
    "dormida": ("wins", "wins", "wins", "wins", "wins"),
    "early_wins": ("none", "none", "none", "panza,cuatros", "none"),
    "natural_five": ("no", "no", "no", "no", "no"),
    "hatches": ("1", "1", "1", "1", "1"),
    "team_size": ("1", "1", "1", "1", "1"),
}


def test_presets_are_as_their_sources_write_them() -> None:
    assert list(PRESETS) == ["casual", "basic", "coch", "alalay", "peru"]
    assert list(PRESETS.values()) == [CASUAL, BASIC, COCH, ALALAY, PERU]
    for field, values in WRITTEN.items():
        assert tuple(field_text(rules, field) for rules in PRESETS.values()) == values, field


@pytest.mark.parametrize(
    ("rules", "rolls", "rounds", "grandes"),
    [(CASUAL, 3, 11, 2), (BASIC, 3, 10, 1), (COCH, 2, 11, 2), (ALALAY, 2, 11, 2), (PERU, 3, 11, 2)],
    ids=list(PRESETS),
)
def test_what_follows_from_the_parameters(rules: Ruleset, rolls: int, rounds: int, grandes: int):
    assert (rules.rolls, rules.rounds, rules.capacity(Box.GRANDE)) == (rolls, rounds, grandes)
    assert rules.capacity(Box.FULL) == 1
    assert replace(rules, hatches=3).rounds == 3 * rounds


def test_every_field_has_its_texts() -> None:
    assert tuple(WRITTEN) == tuple(HOUSE_VALUES) == FIELDS


@pytest.mark.parametrize(("field", "texts"), HOUSE_VALUES.items(), ids=list(HOUSE_VALUES))
def test_every_value_is_read_as_it_is_written(field: str, texts: tuple[str, ...]) -> None:
    for text in texts:
        rules = with_fields(CASUAL, {field: text})
        assert field_text(rules, field) == text
        assert changes(rules, CASUAL) == ({field: text} if text != WRITTEN[field][0] else {})


def test_any_two_values_go_together_but_looking_and_turning() -> None:
    for (one, ones), (two, twos) in product(HOUSE_VALUES.items(), repeat=2):
        for texts in ({one: a, two: b} for a, b in product(ones, twos)):
            turned = set(texts.get("turning", "")) & set("12345")
            if texts.get("bajo") == "look" and turned:
                with pytest.raises(RulesetError, match=r"bajo.*turning"):
                    with_fields(CASUAL, texts)
            else:
                with_fields(CASUAL, texts)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " casual"),
        ("name", "two\nlines"),
        ("name", "x" * 41),
        ("name", 7),
        ("turning", ()),
        ("turning", ((0, 0),) * 4),
        ("turning", ((2, 1),)),
        ("turning", ((0, 6),)),
        ("turning", ((-1, 0),)),
        ("turning", ((0, 0, 0),)),
        ("turning", ([0, 0],)),
        ("turning", ((False, True),)),
        ("turning", [(0, 0)]),
        ("rethrow_mano", 1),
        ("bajo", "maybe"),
        ("must_stop", None),
        ("goal", ""),
        ("escalera", 30),
        ("escalera", "20"),
        ("wrap", "yes"),
        ("grandes", 0),
        ("grandes", True),
        ("five_is_poker", 0),
        ("crossing", "never"),
        ("dormida", 50),
        ("early_wins", frozenset({"poker"})),
        ("early_wins", {"panza"}),
        ("natural_five", 1),
        ("hatches", 2),
        ("team_size", 4),
    ],
)
def test_a_value_outside_its_type_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(RulesetError, match=field) as refusal:
        replace(CASUAL, **{field: value})
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("grandes", "3"),
        ("grandes", "True"),
        ("grandes", " 1"),
        ("wrap", "True"),
        ("turning", ""),
        ("turning", "1"),
        ("turning", "1-2,"),
        ("turning", "٣-٤"),
        ("turning", "2-1"),
        ("early_wins", ""),
        ("early_wins", "panza,none"),
        ("name", "casual"),
        ("luck", "yes"),
    ],
)
def test_a_text_that_is_no_value_is_refused_by_name(field: str, text: str) -> None:
    with pytest.raises(RulesetError, match=field):
        with_fields(CASUAL, {field: text})


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({}, ()),
        ({"turning": "0-0", "rethrow_mano": "yes"}, ("rethrow_mano",)),
        ({"turning": "0-0", "goal": "fixed"}, ("goal",)),
        ({"goal": "fixed"}, ()),
        ({"crossing": "lenient"}, ("crossing",)),
        ({"crossing": "lenient", "turning": "0-5,0-0"}, ("crossing",)),
        ({"crossing": "lenient", "turning": "0-0,0-1"}, ()),
        ({"crossing": "forced"}, ()),
        ({"natural_five": "yes"}, ("natural_five",)),
        ({"natural_five": "yes", "turning": "0-2,1-2"}, ("natural_five",)),
        ({"natural_five": "yes", "turning": "1-2,0-2"}, ()),
    ],
)
def test_values_without_effect_are_legal_and_named(changed: dict, fields: tuple[str, ...]) -> None:
    """R-19."""
    assert without_effect(with_fields(CASUAL, changed)) == fields


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_no_preset_has_idle_values(rules: Ruleset) -> None:
    assert without_effect(rules) == ()


def test_every_legal_ruleset_can_be_played() -> None:
    """R-19: one match of every value of every field begins and takes its first roll."""
    for field, texts in HOUSE_VALUES.items():
        for text in texts:
            rules = with_fields(CASUAL, {field: text})
            state = new_state(Setup(rules, (Seat("Ana"), Seat("Luis")), 0))
            state, _ = apply(state, Roll((1, 1, 2, 3, 6)))
            assert state.rules == rules
            assert state.rolls == 1


@pytest.mark.parametrize(
    ("rules", "base"),
    [
        (replace(ALALAY, name="los jueves", crossing="lenient"), ALALAY),
        (replace(PERU, name="de mi abuelo", dormida=100, team_size=2), PERU),
        (replace(CASUAL, name="nuestras"), CASUAL),
        (replace(COCH, grandes=1), COCH),
    ],
)
def test_house_rules_come_from_a_tradition(rules: Ruleset, base: Ruleset) -> None:
    """R-19: shown as that tradition, and what differs."""
    assert base_of(rules) is base
    assert with_fields(replace(base, name=rules.name), changes(rules, base)) == rules
