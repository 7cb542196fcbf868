"""The rules of a table on disk: chosen and kept, and any content of the file is survived."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from cacho.engine import ALALAY, CASUAL, COCH, PRESETS, Ruleset, with_fields
from cacho.services.houses import (
    LONGEST,
    MOST,
    Houses,
    house_name,
    load_houses,
    save_houses,
)
from cacho.services.notices import NoticeKind
from cacho.services.safefile import backup_of
from tests.property.strategies import rulesets
from tests.services.test_settings import DAMAGED

JUEVES = replace(with_fields(ALALAY, {"crossing": "lenient"}), name="Los jueves")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rules.json"


def test_without_a_file_casual_is_chosen_and_nothing_told(file: Path) -> None:
    assert load_houses(file) == (Houses(CASUAL, ()), None)


def test_what_was_chosen_and_kept_comes_back(file: Path) -> None:
    houses = Houses().keep(JUEVES).choose(replace(COCH, team_size=2))
    assert save_houses(file, houses) is None
    assert load_houses(file) == (houses, None)
    assert load_houses(file)[0].chosen == replace(COCH, team_size=2)


@given(rulesets)
def test_every_ruleset_survives_the_file(
    tmp_path_factory: pytest.TempPathFactory, rules: Ruleset
) -> None:
    file = tmp_path_factory.mktemp("rules") / "rules.json"
    named = replace(rules, name="Ñandú")
    save_houses(file, Houses().keep(named))
    assert load_houses(file)[0] == Houses(named, (named,))


def test_keeping_by_the_same_name_takes_the_place_of_the_former() -> None:
    other = replace(JUEVES, dormida=100, name="LOS JUEVES")
    assert Houses().keep(JUEVES).keep(other).kept == (other,)


def test_the_oldest_goes_when_there_are_too_many() -> None:
    houses = Houses()
    for number in range(MOST + 2):
        houses = houses.keep(replace(JUEVES, name=f"Casa {number}"))
    assert [one.name for one in houses.kept][:1] == ["Casa 2"]
    assert len(houses.kept) == MOST


def test_dropping_the_chosen_one_leads_back_to_casual() -> None:
    houses = Houses().keep(JUEVES)
    assert houses.drop("Los jueves") == Houses(CASUAL, ())
    assert houses.choose(COCH).drop("Los jueves") == Houses(COCH, ())


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_set_aside_and_told(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    houses, notice = load_houses(file)
    assert houses == Houses(CASUAL, ())
    assert notice is not None
    assert notice.kind is NoticeKind.RULES_DAMAGED
    assert (file.parent / notice.detail).read_bytes() == content


def test_the_older_copy_serves_where_the_file_is_damaged(file: Path) -> None:
    save_houses(file, Houses().keep(JUEVES))
    save_houses(file, Houses().keep(JUEVES).choose(COCH))
    assert backup_of(file).exists()
    file.write_bytes(b"{")
    houses, notice = load_houses(file)
    assert houses.kept == (JUEVES,)
    assert notice is not None
    assert notice.kind is NoticeKind.RULES_RESTORED


@pytest.mark.parametrize(
    "change",
    [
        {"grandes": "7"},
        {"turning": "5-1"},
        {"bajo": "look"},  # with a turning above 0
        {"crossing": 3},
        {"name": ""},
        {"name": 5},
        {"name": "a\nb"},
        {"name": "x" * (LONGEST + 1)},
    ],
)
def test_what_is_no_ruleset_is_left_out(file: Path, change: dict[str, object]) -> None:
    save_houses(file, Houses().keep(JUEVES))
    wrapped = json.loads(file.read_text("utf-8"))
    wrapped.pop("crc32")
    wrapped["body"]["kept"][0].update(change)
    wrapped["body"]["chosen"] = ["nothing"]
    file.write_text(json.dumps(wrapped), "utf-8")
    assert load_houses(file) == (Houses(CASUAL, ()), None)


def test_a_field_of_a_newer_program_does_no_harm(file: Path) -> None:
    save_houses(file, Houses().keep(JUEVES))
    wrapped = json.loads(file.read_text("utf-8"))
    wrapped.pop("crc32")
    wrapped["body"]["kept"][0]["weather"] = "rain"
    file.write_text(json.dumps(wrapped), "utf-8")
    assert load_houses(file)[0].kept == (JUEVES,)


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    notice = save_houses(blocked / "rules.json", Houses())
    assert notice is not None
    assert notice.kind is NoticeKind.RULES_UNSAVED


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Los   jueves ", "Los jueves"),
        ("a\nb\tc", "a b c"),
        ("coch", "Coch"),
        ("\u202eabc\x07", "abc"),
        ("x" * 99, "x" * LONGEST),
        ("   ", ""),
    ],
)
def test_any_text_becomes_a_name(text: str, name: str) -> None:
    assert house_name(text) == name
    assert house_name(name) == name
    assert name not in PRESETS
