"""The end of a match: who won and how, with all who share a sheet, hatch by hatch, and who pays."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from helpers import click, key, make_app, says, scenes, settle, tags, texts, wait

from cacho.engine import (
    ALALAY,
    CASUAL,
    Box,
    Leave,
    Mark,
    Match,
    Outcome,
    Placing,
    Roll,
    Seat,
    SeededDice,
    Setup,
    course_of,
    new_state,
)
from cacho.services import i18n
from cacho.services.dice import scripted_turns
from cacho.ui import keepsake
from cacho.ui.app import Wishes
from cacho.ui.offscreen import OffscreenWindow
from cacho.ui.painter import Ink, Text
from cacho.ui.ranking import Ranking
from cacho.ui.widgets.prose import width_of
from tools import stages

NAMES = ("Ana", "Luis", "Rosa", "Beto")


def ended(rules, names, totals, **outcome: Any):
    """The ranking of sheets with these totals, hatch by hatch, and of an outcome."""
    state = new_state(Setup(rules, tuple(Seat(name) for name in names), 0))
    blank = state.sheets[0]
    sheets = []
    for hatches in totals:
        sheet = blank
        for hatch, total in enumerate(hatches):
            sheet = sheet.with_mark(Box.SENAS, Mark(total), hatch)
        sheets.append(sheet)
    ranking = sorted(range(len(sheets)), key=lambda team: -sheets[team].total)
    placings = tuple(
        Placing(place, team, sheets[team].total) for place, team in enumerate(ranking, 1)
    )
    given = {"kind": "points", "winners": (ranking[0],), "payers": (ranking[-1],)} | outcome
    over = Outcome(ranking=placings, **given)
    ranking_ = Ranking(replace(state, sheets=tuple(sheets), outcome=over))
    items: list[Any] = []
    ranking_.paint(items)
    return ranking_, items


def words(items, tag):
    return [item.text for item in items if isinstance(item, Text) and item.tag == tag]


# -------------------------------------------------------------------------------- alone


def test_who_plays_alone_is_ranked_and_the_last_pays() -> None:
    scene, items = ended(CASUAL, NAMES, [(90,), (120,), (80,), (100,)])
    assert scene.headline() == "¡Gana Luis!"
    assert scene.reason() == "con 120 puntos"
    assert scene.payment() == "Paga la ronda: Rosa"
    names = [item.text for item in items if isinstance(item, Text) and item.text in NAMES]
    assert names == ["Luis", "Beto", "Ana", "Rosa"]
    assert [words(items, f"total.{seat}") for seat in range(4)] == [
        ["90"],
        ["120"],
        ["80"],
        ["100"],
    ]
    rings = [item.tag for item in items if isinstance(item, Ink) and item.glyph == "ring"]
    assert rings == ["pays.2"]


def test_who_left_before_the_end_is_named_on_the_results_and_on_the_sheet_to_keep() -> None:
    match = Match(Setup(CASUAL, tuple(Seat(name) for name in NAMES), 0), SeededDice(stages.SEED))
    match.submit(Roll())
    match.submit(Leave(1))
    match.submit(Leave(3))
    stages.play_out(match)
    seen = course_of(match.setup, match.log)
    items: list[Any] = []
    Ranking(match.state).paint(items)
    kept = keepsake.items_of(seen, match.setup, "2026-11-30T21:04", "numbers")
    for shown in (items, kept):
        assert words(shown, "results.left") == ["Antes se fueron Luis y Beto"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [("dormida", "cinco iguales"), ("panza", "Panza de oro"), ("cuatros", "cuatro de cada número")],
)
def test_a_match_that_ended_early_says_by_what(kind: str, said: str) -> None:
    scene, items = ended(ALALAY, NAMES[:2], [(10,), (90,)], kind=kind, winners=(0,))
    assert said in scene.reason()
    assert words(items, "results.headline") == ["¡Gana Ana!"]


def test_a_tie_that_was_rolled_off_says_so() -> None:
    scene, _items = ended(CASUAL, NAMES[:2], [(90,), (90,)], winners=(1,), tied=(0, 1))
    assert scene.headline() == "¡Gana Luis!"
    assert scene.reason() == "con 90 puntos, en el desempate"


# -------------------------------------------------------------------------------- teams


def pairs(totals, **outcome):
    return ended(replace(CASUAL, team_size=2), NAMES, totals, **outcome)


def test_partners_win_and_pay_together() -> None:
    scene, items = pairs([(90,), (120,)])
    assert scene.headline() == "¡Ganan Rosa y Beto!"
    assert scene.payment() == "Pagan la ronda: Ana y Luis"
    assert words(items, "name.1") == ["Rosa", "Beto"]
    assert words(items, "name.0.sign.text") == ["A"]
    assert words(items, "total.1") == ["120"]
    (ring,) = [item for item in items if isinstance(item, Ink) and item.tag == "pays.0"]
    for name in items:
        if isinstance(name, Text) and name.tag == "name.0":
            assert ring.x < name.x < ring.x + ring.w


def test_teams_that_tie_are_all_named() -> None:
    scene, _items = pairs([(90,), (90,)], winners=(0, 1), payers=())
    assert scene.headline() == "Empate: Ana, Luis, Rosa y Beto"
    assert scene.payment() == "Nadie perdió: cada uno paga lo suyo"


@pytest.mark.parametrize(("language", "said"), [("es", "Empate: "), ("en", "A tie: ")])
@pytest.mark.parametrize(
    ("size", "totals", "tied"),
    [
        (1, [90, 90], (0, 1)),
        (1, [90, 80, 90], (0, 2)),
        (1, [70, 90, 90, 80, 90, 10], (1, 2, 4)),
        (2, [90, 90], (0, 1)),
    ],
)
def test_who_ties_is_named_in_both_languages(
    language: str, said: str, size: int, totals: list[int], tied: tuple[int, ...]
) -> None:
    """R16: nobody is announced alone who shares the first place."""
    names = ["Ana", "Luis", "Rosa", "Beto", "Inés", "Teo"][: len(totals) * size]
    payers = () if len(set(totals)) == 1 else (totals.index(min(totals)),)
    sheets = [(total,) for total in totals]
    rules = replace(CASUAL, team_size=size)
    i18n.set_language(language)
    _ranking, items = ended(rules, names, sheets, winners=tied, payers=payers)
    i18n.set_language("es")
    told = " ".join(words(items, "results.headline"))
    winners = [name for team in tied for name in names[team * size : team * size + size]]
    assert told.startswith(said)
    assert all(name in told for name in winners)
    assert not [name for name in names if name in told and name not in winners]


def test_names_too_long_for_a_headline_stand_in_the_ranking() -> None:
    names = [name.strip() for name in stages.LONG]
    scene, items = ended(replace(CASUAL, team_size=3), names, [(90,), (120,)])
    assert scene.headline() == "¡Gana el equipo B!"
    assert words(items, "name.1") == names[3:]
    paid = " ".join(words(items, "results.payment"))
    assert all(name in paid for name in names[:3])


# ------------------------------------------------------------------------------ hatches


def hatches(totals, **outcome):
    return ended(replace(CASUAL, hatches=3), NAMES[: len(totals)], totals, **outcome)


def test_each_hatch_shows_its_totals_who_leads_and_what_it_brings() -> None:
    """SPEC.md section 6: A 80/130/210, B 80/140/180: A 4, B 3."""
    scene, items = hatches([(80, 130, 210), (80, 140, 180)], game_points=(4, 3))
    assert scene.reason() == "con 4 puntos"
    assert [words(items, f"hatch.0.{n}") for n in (1, 2, 3)] == [["80"], ["130"], ["210"]]
    assert words(items, "points.0") == ["4"]
    assert words(items, "points.1") == ["3"]
    assert words(items, "total.1") == ["400"]
    leads = {item.tag for item in items if isinstance(item, Ink) and item.tag.startswith("leads.")}
    assert leads == {"leads.0.1", "leads.1.1", "leads.1.2", "leads.0.3"}
    said = [item.text for item in items if isinstance(item, Text)]
    assert {"Arriba", "Medio", "Abajo", "Suma", "Puntos"} <= set(said)


def test_equal_game_points_are_decided_by_the_sum_and_it_says_so() -> None:
    """SPEC.md section 6: A 80/130/210, B 120/140/180: B by 440 against 420."""
    scene, _items = hatches([(80, 130, 210), (120, 140, 180)], game_points=(3, 3))
    assert scene.headline() == "¡Gana Luis!"
    assert scene.reason() == "con 3 puntos y la suma más alta"


def test_columns_keep_apart() -> None:
    _scene, items = hatches([(180, 230, 210)] * 4, game_points=(6, 6, 6, 6), winners=(0, 1, 2, 3))
    for team in range(4):
        tags_ = [*(f"hatch.{team}.{n}" for n in (1, 2, 3)), f"total.{team}", f"points.{team}"]
        right = [item.x for tag in tags_ for item in items if item.tag == tag and item.align]
        assert right == sorted(right)
        assert min(b - a for a, b in pairwise(right)) >= 100


# -------------------------------------------------------------------------- at the table


@pytest.mark.parametrize(("size", "number"), [(1, 3), (2, 1), (2, 3), (3, 1)])
def test_whole_matches_end_with_the_ranking_of_every_team(size: int, number: int) -> None:
    app = make_app(speed="none")
    table = stages.sharing(app, stages.FRIENDS, size, number, share=1)  # type: ignore[arg-type]
    settle(app)
    assert scenes(app) == ["table", "results"]
    state = table.state
    for placing in state.outcome.ranking:  # type: ignore[union-attr]
        (total,) = tags(app, f"total.{placing.team}")
        assert total.text == str(state.totals[placing.team])  # type: ignore[union-attr]
        for seat in state.teams[placing.team]:
            assert state.seats[seat].name in texts(app)
    assert says(app, "Revancha")


def test_the_last_note_can_still_be_taken_back() -> None:
    app = make_app(speed="none")
    table = stages.sharing(app, stages.FRIENDS[:4], 2, share=1)
    settle(app)
    wait(app, 1.0)
    click(app, "take-back")
    settle(app)
    assert scenes(app) == ["table"]
    assert table.state.outcome is None
    assert tags(app, "result.1"), "the partner's result lies there again"


def test_a_dormida_of_a_partner_wins_for_both() -> None:
    app = make_app(wishes=Wishes(seed=b"t" * 32, dice=scripted_turns((4,) * 5)), speed="none")
    app.start_match(list(NAMES), 0, replace(CASUAL, team_size=2))
    settle(app)
    key(app, "space")
    settle(app)
    assert scenes(app)[-1] == "results"
    assert says(app, "¡Ganan Ana y Luis!")


@pytest.mark.parametrize(
    "names",
    [
        ("Ñusta", "Rosa", "Álvaro", "Quique"),
        ("Doña Eduviges Ll", "Wilfredo Quispe", "José Ñandú Ávila", "Íñigo Fernández"),
    ],
)
@pytest.mark.parametrize("size", [1, 2])
def test_the_ring_around_those_who_pay_crosses_no_number(names, size) -> None:
    """Measured where its ink lies, with three hatches, for names side by side and stacked."""
    rules = replace(CASUAL, team_size=size, hatches=3)
    points = {"game_points": (6, 0)}
    _ranking, marks = ended(rules, names[: 2 * size], [(155, 141, 146), (151, 103, 108)], **points)
    (ring,) = (mark for mark in marks if getattr(mark, "tag", "") == "pays.1")
    ink = OffscreenWindow().canvas.bounds(ring)
    (number,) = (mark for mark in marks if getattr(mark, "tag", "") == "hatch.1.1")
    (place,) = (mark for mark in marks if getattr(mark, "tag", "") == "place.1")
    wide = width_of(number.text, number.font, number.size)
    assert place.x < ink.left
    assert ink.right < number.x - wide
