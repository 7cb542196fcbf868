"""Taking back further, and handing a seat on: only with a press of everybody it concerns."""

import pytest
from helpers import WAYS, click, ids, key, make_app, says, scenes, settle, type_text, wait

from cacho.engine import CASUAL, Box, Level, Note, Roll, Seat, Setup, new_state
from cacho.services.dice import scripted_turns
from cacho.ui.app import Wishes
from cacho.ui.scenes.agreeing import others

NAMES = ("Ana", "Luis", "Rosa")


def noted(names=NAMES, **settings):
    """A table at which the first player noted, and the next has rolled since."""
    wishes = Wishes(seed=b"t" * 32, dice=scripted_turns((3, 3, 3, 2, 2, 1, 2, 3, 4, 6)))
    app = make_app(wishes=wishes, speed="none", **settings)
    app.start_match(list(names), 0)
    table = app.top
    settle(app)
    for action in (Roll(), Note(Box.FULL)):
        table.submit(action)
    table.card_since = None
    table.submit(Roll())
    settle(app)
    wait(app, 1)
    return app, table


@pytest.mark.parametrize("way", WAYS)
def test_a_note_is_taken_back_once_all_the_others_agree(way: str) -> None:
    app, table = noted()
    press = WAYS[way]
    press(app, "take-back")
    assert scenes(app)[-1] == "agreeing"
    assert says(app, "¿Deshacer lo que anotó Ana?")
    assert [id_ for id_ in ids(app) if id_.startswith("agrees.")] == ["agrees.1", "agrees.2"]
    press(app, "agrees.1")
    assert table.state.sheets[0].noted == 1, "one of them has not agreed yet"
    press(app, "agrees.2")
    settle(app)
    assert scenes(app) == ["table"]
    assert (table.state.seat, table.state.sheets[0].noted) == (0, 0)
    assert table.state.dice == (3, 3, 3, 2, 2)
    record = next(app.home.matches.glob("*.cacho")).read_text("utf-8")
    assert "undo agreed" in record


def test_who_changes_their_mind_in_time_has_not_agreed() -> None:
    app, table = noted()
    click(app, "take-back")
    click(app, "agrees.1")
    click(app, "agrees.1")
    click(app, "agrees.2")
    assert scenes(app)[-1] == "agreeing"
    key(app, "esc")
    assert scenes(app) == ["table"]
    assert table.state.sheets[0].noted == 1


def test_nobody_agrees_by_hitting_enter() -> None:
    app, table = noted()
    click(app, "take-back")
    key(app, "enter")
    assert scenes(app) == ["table"]
    assert table.state.sheets[0].noted == 1


def test_the_same_dice_fall_after_it() -> None:
    app, table = noted()
    rolled = table.state.dice
    click(app, "take-back")
    click(app, "agrees.1")
    click(app, "agrees.2")
    settle(app)
    assert table.session.match.log[-1].agreed
    assert rolled == (1, 2, 3, 4, 6)


def test_a_trusting_table_is_not_asked() -> None:
    app, table = noted(trusting=True)
    click(app, "take-back")
    settle(app)
    assert scenes(app) == ["table"]
    assert table.state.sheets[0].noted == 0
    assert "trusting yes" in next(app.home.matches.glob("*.cacho")).read_text("utf-8")


def test_who_plays_alone_asks_nobody() -> None:
    app, table = noted(("Ana",))
    click(app, "take-back")
    settle(app)
    assert table.state.sheets[0].noted == 0


def test_the_program_and_those_who_left_are_not_asked() -> None:
    seats = (Seat("Ana"), Seat("Luis"), Seat("Tiburón", Level.TIBURON), Seat("Rosa"))
    state = new_state(Setup(CASUAL, seats, 0))
    assert others(state, 0) == (1, 3)


def test_a_seat_is_handed_on_by_name_and_the_sheet_stays() -> None:
    app, table = noted()
    key(app, "esc")
    click(app, "seats")
    click(app, "seat.1")
    click(app, "hand")
    assert says(app, "¿Quién sigue por Ana?")
    type_text(app, "Marta")
    key(app, "enter")
    settle(app)
    assert scenes(app) == ["table"]
    assert table.state.seats[0].name == "Marta"
    assert table.state.sheets[0].noted == 1
    assert says(app, "Marta")
    assert table.session.setup.seats[0].name == "Ana", "the record knows who began"


def test_two_of_one_name_are_told_apart() -> None:
    app, table = noted()
    key(app, "esc")
    click(app, "seats")
    click(app, "seat.1")
    click(app, "hand")
    type_text(app, "Luis")
    key(app, "enter")
    settle(app)
    assert table.state.seats[0].name != "Luis"
    assert table.state.seats[0].name.startswith("Luis")
