"""The parameters of the five traditions, their validator, and their values as text (R-19)."""

from dataclasses import replace
from itertools import product

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    FIELDS,
    PERU,
    PRESETS,
    Box,
    Ruleset,
    RulesetError,
    Seat,
    Setup,
    UnsupportedRulesError,
    changes,
    field_text,
    new_state,
    unsupported,
    unsupported_worth,
    with_fields,
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
EVERY_VALUE = {
    "turning": ("0-0", "0-0,1-2", "0-0,0-0,0-0", "5-5,0-5", "1-2,0-2"),
    "rethrow_mano": ("yes", "no"),
    "bajo": ("no", "call", "look"),
    "must_stop": ("yes", "no"),
    "goal": ("free", "fixed", "rethrow"),
    "escalera": ("20", "25"),
    "wrap": ("yes", "no"),
    "grandes": ("1", "2"),
    "five_is_poker": ("yes", "no"),
    "crossing": ("free", "forced", "lenient"),
    "dormida": ("wins", "100"),
    "early_wins": ("none", "panza", "cuatros", "panza,cuatros"),
    "natural_five": ("yes", "no"),
    "hatches": ("1", "3"),
    "team_size": ("1", "2", "3"),
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
    assert tuple(WRITTEN) == tuple(EVERY_VALUE) == FIELDS


@pytest.mark.parametrize(("field", "texts"), EVERY_VALUE.items(), ids=list(EVERY_VALUE))
def test_every_value_is_read_as_it_is_written(field: str, texts: tuple[str, ...]) -> None:
    for text in texts:
        rules = with_fields(CASUAL, {field: text})
        assert field_text(rules, field) == text
        assert changes(rules, CASUAL) == ({field: text} if text != WRITTEN[field][0] else {})


def test_any_two_values_go_together_but_looking_and_turning() -> None:
    for (one, ones), (two, twos) in product(EVERY_VALUE.items(), repeat=2):
        for texts in ({one: a, two: b} for a, b in product(ones, twos)):
            turned = texts.get("turning", "0") not in {"0", "0-0", "0-0,0-0,0-0"}
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
    ("rules", "fields"),
    [
        (CASUAL, ()),
        (BASIC, ("bajo",)),
        (COCH, ("turning", "bajo")),
        (ALALAY, ("turning", "rethrow_mano", "crossing", "early_wins")),
        (PERU, ("rethrow_mano", "must_stop", "goal")),
        (replace(CASUAL, dormida=100), ("dormida",)),
        (replace(CASUAL, natural_five=True), ("natural_five",)),
        (replace(CASUAL, hatches=3, team_size=2), ("hatches", "team_size")),
        (replace(BASIC, bajo="no"), ()),
        (replace(CASUAL, turning=((0, 0),)), ()),
        (replace(CASUAL, grandes=1, wrap=False, escalera=25, five_is_poker=False), ()),
    ],
)
def test_what_cannot_be_played_is_named(rules: Ruleset, fields: tuple[str, ...]) -> None:
    assert unsupported(rules) == fields
    setup = Setup(rules, (Seat("Ana"), Seat("Luis")))
    if not fields:
        assert new_state(setup).rules == rules
        return
    with pytest.raises(UnsupportedRulesError) as refusal:
        new_state(setup)
    assert refusal.value.fields == fields
    assert all(field in str(refusal.value) for field in fields)


def test_how_dice_came_to_lie_is_no_matter_for_their_worth() -> None:
    assert unsupported_worth(BASIC) == ()
    assert unsupported_worth(replace(BASIC, bajo="look")) == ("bajo",)
    assert unsupported_worth(PERU) == ("rethrow_mano", "must_stop")
