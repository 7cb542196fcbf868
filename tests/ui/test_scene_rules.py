"""Choosing rules: five cards, what was kept, two variations, and never within a match."""

from dataclasses import replace

import pygame as pg
import pytest

from cacho.engine import ALALAY, CASUAL, COCH, PERU, PRESETS, Roll, with_fields
from cacho.services.houses import load_houses
from cacho.services.people import People, save_people
from cacho.ui.painter import Ink, Leather
from cacho.ui.scenes.results import Results
from cacho.ui.scenes.rules import Rules
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    by_keys,
    click,
    ids,
    items,
    key,
    make_app,
    overlaps,
    post,
    says,
    scenes,
    settle,
    tags,
    target,
    texts,
    wait,
)
from tools import stages

CARDS = dict(enumerate(PRESETS.values(), start=1))
JUEVES = replace(with_fields(ALALAY, {"crossing": "lenient"}), name="Los jueves")


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    app.push(Rules(app))
    return app


def ticked(app):
    """The cards and words that bear a tick."""
    return [item.tag for item in items(app) if isinstance(item, Ink) and "chosen" in item.tag]


# ------------------------------------------------------------------------------------- cards


def test_a_newcomer_sees_that_casual_is_chosen_and_the_one_to_begin_with(app):
    assert ticked(app) == ["card.1.chosen"]
    red = [i.tag for i in items(app) if isinstance(i, Leather) and i.skin == "red"]
    assert "card.1" in red
    assert tags(app, "card.1.badge")
    assert says(app, "para empezar")
    assert not any(tags(app, f"card.{n}.badge") for n in range(2, 6))


def test_the_two_games_of_cochabamba_are_told_apart(app):
    assert says(app, "después del tiro 1, Alalay después del 2")


def test_every_card_has_a_name_and_two_lines(app):
    assert [i for i in ids(app) if i.startswith("card")] == [f"card.{n}" for n in range(1, 6)]
    for name in ("Casual", "Básico", "Coch", "Alalay", "Perú"):
        assert name in texts(app)
    for number in range(1, 6):
        assert len(tags(app, f"card.{number}.line")) in (2, 3, 4)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", CARDS)
def test_one_press_chooses_and_it_is_remembered(app, way, number, tmp_path):
    WAYS[way](app, f"card.{number}")
    assert app.rules == CARDS[number]
    assert ticked(app) == [f"card.{number}.chosen"]
    app.store.close()
    again = make_app(tmp_path)
    assert again.rules == CARDS[number]


def test_a_card_is_chosen_by_its_number_too(app):
    key(app, "4")
    assert app.rules == ALALAY


@pytest.mark.parametrize("way", WAYS)
def test_teams_and_hatches_vary_any_tradition_and_stay_with_the_next(app, way):
    way = WAYS["mouse"] if way == "keys" else WAYS[way]
    way(app, "teams", (0.5, 0.5))
    way(app, "hatches", (0.9, 0.5))
    assert app.rules == replace(CASUAL, team_size=2, hatches=3)
    assert ticked(app) == ["card.1.chosen"]
    way(app, "card.5")
    assert app.rules == replace(PERU, team_size=2, hatches=3)
    way(app, "teams", (0.1, 0.5))
    assert app.rules == replace(PERU, hatches=3)


def test_with_keys_the_variations_turn_with_left_and_right(app):
    by_keys(app, "teams")
    assert app.rules.team_size == 2
    key(app, "right")
    assert app.rules.team_size == 3


def test_targets_are_large_and_do_not_overlap(app):
    for _kept in range(2):
        rects = [widget.rect for widget in app.top.widgets()]
        assert not overlaps(rects)
        assert all(w >= 80 and h >= 80 for _x, _y, w, h in rects)
        app.keep_houses(app.houses.keep(JUEVES))
        app.top.entered()


@pytest.mark.parametrize("end", ["done", "back"])
@pytest.mark.parametrize("way", WAYS)
def test_done_and_back_keep_what_was_chosen(app, way, end):
    WAYS[way](app, "card.3")
    WAYS[way](app, end)
    assert scenes(app) == ["title"]
    assert app.rules == COCH


def test_enter_is_content_with_the_last_ones(app):
    key(app, "enter")
    assert scenes(app) == ["title"]


@pytest.mark.parametrize("way", WAYS)
def test_the_book_of_the_chosen_rules_is_one_press_away(app, way):
    WAYS[way](app, "card.4")
    WAYS[way](app, "book")
    assert scenes(app) == ["title", "rules", "book"]
    assert app.top.rules == ALALAY


# ------------------------------------------------------------------------------- house rules


def test_house_rules_that_were_kept_are_a_sixth_card_and_can_be_chosen(app):
    app.keep_houses(app.houses.keep(JUEVES).choose(CASUAL))
    assert says(app, "Los jueves")
    assert says(app, "Alalay + tachar solo al final")
    click(app, "card.6")
    assert app.rules == JUEVES


def test_rules_changed_and_not_named_are_a_card_as_well(app):
    app.choose_rules(with_fields(ALALAY, {"crossing": "lenient"}))
    assert says(app, "Alalay + tachar solo al final")
    assert ticked(app) == ["card.6.chosen"]


def test_more_than_six_turn_pages(app):
    for number in range(4):
        app.keep_houses(app.houses.keep(replace(JUEVES, name=f"Casa {number}")))
    app.top.entered()
    assert ticked(app) == ["card.9.chosen"]
    click(app, "earlier")
    assert says(app, "Casual")
    click(app, "later")
    assert says(app, "Casa 3")
    click(app, "card.8")
    assert app.rules.name == "Casa 2"


@pytest.mark.parametrize("way", WAYS)
def test_deleting_asks_first_and_leads_back_to_casual(app, way, tmp_path):
    app.keep_houses(app.houses.keep(JUEVES))
    app.top.entered()
    WAYS[way](app, "delete")
    assert says(app, "¿Borrar Los jueves?")
    WAYS[way](app, "no")
    assert app.houses.kept == (JUEVES,)
    WAYS[way](app, "delete")
    WAYS[way](app, "yes")
    assert app.rules == CASUAL
    assert "Los jueves" not in texts(app)
    assert load_houses(app.home.rules_file)[0].kept == ()


def test_a_tradition_cannot_be_deleted(app):
    assert "delete" not in ids(app)


def test_a_damaged_file_is_told_and_the_game_goes_on(tmp_path):
    app = make_app(tmp_path)
    app.home.rules_file.write_bytes(b"\x00" * 40)
    app.go(Title(app))
    click(app, "play")
    assert app.rules == CASUAL
    assert "dañadas" in app.said


# --------------------------------------------------------------------- before and between matches


def at_the_players(tmp_path):
    app = make_app(tmp_path)
    save_people(app.home.people_file, People(("Ana", "Luis"), ("Ana", "Luis")))
    app.go(Title(app))
    click(app, "play")
    return app


@pytest.mark.parametrize("way", WAYS)
def test_from_the_players_screen_a_match_begins_by_the_rules_chosen(tmp_path, way):
    app = at_the_players(tmp_path)
    assert says(app, "Reglas: Casual")
    WAYS[way](app, "rules")
    WAYS[way](app, "card.4")
    WAYS[way](app, "done")
    assert says(app, "Reglas: Alalay")
    WAYS[way](app, "start")
    assert app.top.state.rules == ALALAY


def test_the_next_evening_begins_with_the_same_rules_in_two_presses(tmp_path):
    app = at_the_players(tmp_path)
    click(app, "rules")
    click(app, "card.5")
    click(app, "teams", (0.5, 0.5))
    app.store.close()
    app = at_the_players(tmp_path)
    click(app, "start")
    assert app.top.state.rules == replace(PERU, team_size=2)


def test_names_being_written_survive_the_choice_of_rules(tmp_path):
    app = at_the_players(tmp_path)
    click(app, "name.1")
    key(app, "a")
    click(app, "rules")
    click(app, "done")
    assert "Anaa" in texts(app)


def finished(tmp_path):
    """The results of a match of two, by Casual."""
    app = make_app(tmp_path, speed="none")
    stages.results(app, ("Ana", "Luis"))
    settle(app)
    assert isinstance(app.top, Results)
    wait(app, 1.0)
    return app


@pytest.mark.parametrize("way", WAYS)
def test_between_two_matches_other_rules_are_one_press_away(tmp_path, way):
    app = finished(tmp_path)
    names = [seat.name for seat in app.top.table.state.seats]
    played = app.top.table.state
    WAYS[way](app, "rules")
    assert ticked(app) == ["card.1.chosen"]
    WAYS[way](app, "card.4")
    assert played.rules == CASUAL
    assert target(app, "done").label == "Revancha"
    WAYS[way](app, "done")
    assert scenes(app) == ["table"]
    assert app.top.state.rules == ALALAY
    assert [seat.name for seat in app.top.state.seats] == names


def test_going_back_from_there_shows_the_results_again(tmp_path):
    app = finished(tmp_path)
    click(app, "rules")
    key(app, "esc")
    assert scenes(app) == ["table", "results"]


def test_within_a_match_no_way_leads_to_other_rules(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, PERU)
    key(app, "esc")
    assert scenes(app) == ["table", "pause"]
    for button in ids(app):
        assert button not in ("rules", "house")
    click(app, "book")
    assert not {"rules", "house"} & set(ids(app))
    key(app, "esc")
    click(app, "options")
    assert not {"rules", "house"} & set(ids(app))


def test_a_match_goes_on_by_its_own_rules_whatever_was_chosen_since(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0, PERU)
    app.leave_to_title()
    app.choose_rules(COCH)
    app.store.close()
    app = make_app(tmp_path)
    app.go(Title(app))
    click(app, "resume")
    assert app.top.state.rules == PERU
    assert app.rules == PERU  # a rematch is played by the same
    app.store.close()
    assert make_app(tmp_path).rules == COCH  # what was chosen stays chosen


# -------------------------------------------------------------------------- between two matches


def brought_in(app, path, rules):
    """A match of two pairs by these rules, begun at another table and dropped on the window."""
    there = make_app(path)
    there.start_match(["Eva", "Luis", "Inés", "Tomás"], 0, rules)
    there.top.submit(Roll())
    there.store.close()
    (record,) = there.home.matches.glob("*.cacho")
    post(app, pg.DROPFILE, file=str(record))


def test_the_rules_of_an_opened_match_stay_with_it(tmp_path):
    app = make_app(tmp_path / "here", speed="none")
    app.go(Title(app))
    brought_in(app, tmp_path / "there", replace(PERU, team_size=2))
    click(app, "resume")
    assert app.session.setup.rules.team_size == 2
    settle(app)
    key(app, "esc")
    click(app, "title")
    click(app, "play")
    assert says(app, "Reglas: Casual")
    click(app, "rules")
    red = [i.tag for i in items(app) if isinstance(i, Leather) and i.skin == "red"]
    assert red[:2] == ["card.1", "teams.1"]
    click(app, "card.1")
    click(app, "done")
    click(app, "start")
    assert app.session.setup.rules == CASUAL


def test_that_another_match_is_kept_is_said_of_one_that_ran_at_this_table(tmp_path):
    kept = "La otra partida queda guardada"
    app = finished(tmp_path / "here")
    brought_in(app, tmp_path / "there", PERU)
    click(app, "rematch")
    assert scenes(app) == ["table"]
    assert not says(app, kept), "the match just left is over, the other was never played here"
    app.top.submit(Roll())
    app.leave_to_title()
    wait(app, 5)
    app.start_match(["Ana"], 0)
    assert says(app, kept)
