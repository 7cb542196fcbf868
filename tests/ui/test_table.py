"""The table, played by clicks, keys and taps: what a player does and what is then to be seen."""

from collections.abc import Callable

import pytest
from helpers import (
    TestedApp,
    click,
    click_at,
    heard,
    ids,
    items_of,
    key,
    key_down,
    key_up,
    make_app,
    middle,
    picture,
    press,
    release,
    says,
    scenes,
    settle,
    tags,
    tap,
    target,
    texts,
    turn,
    wait,
)

from cacho.engine import Box, Phase, points_of
from cacho.services.dice import scripted_turns
from cacho.ui.app import Wishes
from cacho.ui.painter import DieItem, Ink, Paper, Text
from cacho.ui.scenes.table import Table

TWO = ["Ana", "Luis"]
SIX = ["Ñusta", "Álvaro", "Rosa", "Quique", "Inés", "Tomás"]
Act = Callable[[TestedApp, str], None]


def table(app: TestedApp) -> Table:
    (found,) = [scene for scene in app.stack if isinstance(scene, Table)]
    return found


def sit(names: list[str] = TWO, dice: str = "", start: object = 0, **more: object) -> TestedApp:
    """Sit down at a table; the first rolls fall as wished."""
    faces = tuple(int(face) for face in dice)
    wishes = Wishes(seed=b"s" * 32, dice=scripted_turns(faces) if faces else None)
    app = make_app(wishes=wishes, **more)  # type: ignore[arg-type]
    app.start_match(names, start)  # type: ignore[arg-type]
    settle(app)
    return app


def roll(app: TestedApp, act: Act = click) -> None:
    act(app, "roll")
    settle(app)


def shown(app: TestedApp) -> list[int]:
    """The faces of the dice that are on the screen, read back from the picture."""
    from cacho.ui.drawing.die import top_face

    dice = [
        item
        for item in items_of(picture(app))
        if isinstance(item, DieItem) and item.tag.startswith("die.")
    ]
    return [top_face(item.orientation) for item in sorted(dice, key=lambda item: item.tag)]


def by_mouse(app: TestedApp, id_: str) -> None:
    click(app, id_)


def by_tap(app: TestedApp, id_: str) -> None:
    tap(app, id_)


def by_keys(app: TestedApp, id_: str) -> None:
    """Reach a target with the arrows and Tab alone, then press Enter."""
    if id_ == "roll":
        key(app, "space")
        return
    if id_.startswith("die."):
        key(app, id_[-1])
        return
    for _ in range(80):
        if app.top.focus == id_ and app.top.focus_shown:
            break
        key(app, "tab")
    assert app.top.focus == id_
    assert tags(app, "focus") or id_ in {"no", "yes", "take-back", "menu", "rematch"}
    key(app, "enter")


def play(app: TestedApp, act: Act) -> None:
    """Play a match to its end, holding, noting the best box, crossing out where need be."""
    turns = 0
    while "results" not in scenes(app):
        turns += 1
        assert turns < 200
        if "card" in ids(app):
            act(app, "card")
            settle(app)
        roll(app, act)
        state = table(app).state
        if state.phase is Phase.OVER:
            break
        assert tuple(shown(app)) == state.dice
        if turns % 3 == 0:
            act(app, "die.2")
            act(app, "die.5")
            roll(app, act)
            assert tuple(shown(app)) == table(app).state.dice
        worth = points_of(table(app).state)
        box = max(worth, key=lambda b: (worth[b], b))
        seat, slot = table(app).state.seat, len(table(app).state.sheet.marks(box))
        act(app, f"box.{box}" if box is not Box.GRANDE else f"box.grande.{slot + 1}")
        if worth[box] == 0:
            assert scenes(app)[-1] == "confirm"
            act(app, "yes")
        settle(app)
        assert len(table(app).state.sheets[seat].marks(box)) == slot + 1
    settle(app)


# -------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("names", [TWO, SIX], ids=["two", "six"])
@pytest.mark.parametrize("act", [by_mouse, by_keys, by_tap])
def test_a_whole_match(names: list[str], act: Act) -> None:
    app = sit(names, speed="fast")
    play(app, act)
    state = table(app).state
    assert state.outcome is not None
    if state.outcome.kind == "points":
        assert all(sheet.full for sheet in state.sheets)
        for seat, total in enumerate(state.totals):
            (item,) = tags(app, f"total.{seat}")
            assert item.text == str(total)  # type: ignore[union-attr]
    assert app.top.name == "results"


def test_alone_there_is_no_card_and_no_row_of_sheets() -> None:
    app = sit(["Ana"], speed="none")
    roll(app)
    click(app, "box." + str(next(b for b, w in points_of(table(app).state).items() if w)))
    settle(app)
    assert "card" not in ids(app)
    assert not tags(app, "sheet.0")
    assert table(app).state.round == 2


@pytest.mark.parametrize("rate", [30, 60, 144])
def test_the_same_presses_give_the_same_match_at_any_frame_rate(
    rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cacho.ui import loop

    def record(frame: float) -> tuple[object, object]:
        monkeypatch.setattr(loop, "FRAME", frame)
        app = sit(TWO)
        for _ in range(2):
            roll(app)
            click(app, "die.1")
            roll(app)
            worth = points_of(table(app).state)
            click(app, f"box.{max((b for b in worth if b is not Box.GRANDE), key=worth.get)}")
            settle(app)
            click(app, "card")
        roll(app)
        return table(app).session.match.log, table(app).pose()

    assert record(1 / rate) == record(1 / 60)


# --------------------------------------------------------------------------- rolling


def test_a_roll_is_on_disk_before_it_is_seen() -> None:
    app = sit(dice="33612")
    press(app, middle(app, "roll"))
    wait(app, 1.0)
    assert table(app).state.rolls == 0
    assert app.sounds.looping == "cup.shake"
    release(app, middle(app, "roll"))
    turn(app)
    assert app.sounds.looping is None
    assert app.moving
    (file,) = app.home.matches.glob("*.cacho")
    assert "roll 3 3 6 1 2\n" in file.read_text("utf-8")
    assert not tags(app, "worth.trenes"), "nothing tells the result before the dice lie"
    assert says(app, "Ronda 1")
    settle(app)
    assert shown(app) == [3, 3, 6, 1, 2]
    assert says(app, "Tiro 1 de 3")
    assert tags(app, "worth.trenes")


def test_the_cup_shakes_as_long_as_it_is_held_and_pours_when_let_go() -> None:
    app = sit()
    press(app, middle(app, "cup"))
    wait(app, 5.0)
    assert table(app).hand
    release(app, (5, 5))
    settle(app)
    assert table(app).state.rolls == 1


def test_the_space_bar_held_for_five_seconds_rolls_once() -> None:
    """I09."""
    app = sit()
    key_down(app, "space")
    wait(app, 5.0)
    assert table(app).state.rolls == 0
    key_up(app, "space")
    settle(app)
    wait(app, 1.0)
    assert table(app).state.rolls == 1


def test_leaving_the_window_puts_the_cup_down() -> None:
    import pygame as pg
    from helpers import post

    app = sit()
    key_down(app, "space")
    wait(app, 1.0)
    post(app, pg.WINDOWFOCUSLOST)
    settle(app)
    assert table(app).state.rolls == 0
    key_up(app, "space")
    settle(app)
    assert table(app).state.rolls == 0, "no roll is used up unseen"


def test_esc_while_shaking_puts_the_cup_down() -> None:
    app = sit()
    key_down(app, "space")
    wait(app, 1.0)
    key(app, "esc")
    assert scenes(app)[-1] == "pause"
    assert table(app).state.rolls == 0
    assert app.sounds.looping is None
    key(app, "esc")
    assert scenes(app)[-1] == "table"
    key_up(app, "space")
    settle(app)
    assert table(app).state.rolls == 0


@pytest.mark.parametrize("speed", ["normal", "fast", "none"])
@pytest.mark.parametrize("way", ["mouse", "tap", "space", "enter", "all"])
def test_hammering_rolls_once(speed: str, way: str) -> None:
    """I02: fifty presses in a second, whatever the speed."""
    app = sit(speed=speed)
    at = middle(app, "roll")
    for n in range(50):
        how = ("mouse", "tap", "space", "enter")[n % 4] if way == "all" else way
        if how in ("mouse", "tap"):
            press(app, at, touch=how == "tap")
            wait(app, 0.01)
            release(app, at, touch=how == "tap")
        else:
            key_down(app, how)
            wait(app, 0.01)
            key_up(app, how)
        wait(app, 0.01)
    settle(app)
    assert table(app).state.rolls == 1
    roll(app)
    assert table(app).state.rolls == 2, "and then it goes on"


def test_a_press_in_any_frame_of_a_roll_changes_nothing_but_may_skip_it() -> None:
    """I03: a die and a box pressed on every frame of the motion."""
    app = sit(dice="3361244444")
    log = table(app).session.match.log
    click(app, "roll")
    wait(app, 0.7)
    while app.moving:
        for id_ in ("die.1", "box.full"):
            at = middle(app, id_) if id_ in ids(app) else (1638, 380)
            press(app, at)
            release(app, at)
    turn(app)
    assert len(table(app).session.match.log) == len(log) + 1


def test_nothing_rolls_when_all_are_held() -> None:
    """I06: the button is off and says why; no roll is used up."""
    app = sit(dice="33612")
    roll(app)
    for place in range(1, 6):
        click(app, f"die.{place}")
    assert target(app, "roll").why
    assert says(app, "todos guardados")
    for _ in range(2):
        click(app, "roll")
        assert says(app, "suelta alguno")
        key(app, "space")
    assert table(app).state.rolls == 1


def test_the_button_says_how_many_dice_will_roll() -> None:
    app = sit(dice="33612")
    assert says(app, "5 dados")
    roll(app)
    for place in (1, 2, 3, 4):
        click(app, f"die.{place}")
    assert says(app, "1 dado ·")


def test_one_press_skips_the_motion() -> None:
    app = sit(dice="33612")
    click(app, "roll")
    wait(app, 0.75)
    assert app.moving
    assert table(app).state.rolls == 1
    press(app, (900, 900))
    turn(app)
    assert not app.moving
    assert shown(app) == [3, 3, 6, 1, 2]
    assert app.sounds.hushed == 1, "nor does what was skipped go on sounding"


# --------------------------------------------------------------------------- holding


def test_held_dice_are_ringed_and_stay_what_they_were() -> None:
    app = sit(dice="33612" + "555")
    roll(app)
    click(app, "die.1")
    tap(app, "die.2")
    assert len(tags(app, "ring")) == 2
    roll(app)
    assert shown(app) == [3, 3, 5, 5, 5]
    assert len(tags(app, "ring")) == 2
    key(app, "1")
    assert len(tags(app, "ring")) == 1
    assert table(app).state.held == {2}


def test_two_presses_of_one_finger_hold_a_die_once() -> None:
    """I01."""
    app = sit(dice="33612")
    roll(app)
    wait(app, 0.5)
    at = middle(app, "die.3")
    press(app, at, touch=True)
    wait(app, 0.01)
    press(app, at)
    assert table(app).state.held == {3}


# ---------------------------------------------------------------------------- noting


def test_every_open_box_shows_what_the_dice_are_worth() -> None:
    """U02: points in grey, nothing as a cross; noted boxes look different."""
    app = sit(dice="33322")
    roll(app)
    (full,) = tags(app, "worth.full")
    assert isinstance(full, Ink)
    assert full.glyph == "35"
    (poker,) = tags(app, "worth.poker")
    assert isinstance(poker, Ink)
    assert poker.glyph == "X"
    click(app, "box.full")
    settle(app)
    (noted,) = tags(app, "big.full")
    assert isinstance(noted, Ink)
    assert noted.glyph == "35"
    assert noted.pen != full.pen
    assert not tags(app, "worth.full")


def test_twenty_clicks_on_a_box_note_it_once() -> None:
    """R12."""
    app = sit(dice="33322")
    roll(app)
    wait(app, 0.5)
    at = middle(app, "box.full")
    for _ in range(20):
        press(app, at)
        release(app, at)
        wait(app, 0.01)
    settle(app)
    wait(app, 1.0)
    state = table(app).state
    assert [sheet.noted for sheet in state.sheets] == [1, 0]
    assert state.seat == 1


@pytest.mark.parametrize("press", [click, tap])
def test_a_box_answers_the_pointer_after_keys_that_came_quickly(press: Act) -> None:
    app = sit(dice="33612")
    roll(app)
    for name in "12":
        key_down(app, name)
        wait(app, 0.05)
        key_up(app, name)
    wait(app, 1.0)
    press(app, "box.trenes")
    settle(app)
    assert table(app).state.sheets[0].noted == 1


def test_crossing_out_asks_and_names_the_box() -> None:
    app = sit(dice="33612")
    roll(app)
    click(app, "box.poker")
    assert scenes(app)[-1] == "confirm"
    assert says(app, "¿Tachar Póker?")
    (slip,) = tags(app, "slip")
    assert isinstance(slip, Paper)
    dice = [item for item in items_of(picture(app)) if isinstance(item, DieItem)]
    assert len(dice) == 5
    assert all(slip.x + slip.w < die.x - die.edge for die in dice), "they stay in sight"
    key(app, "enter")
    assert table(app).state.sheets[0].noted == 0, "Enter in passing is a no"
    click(app, "box.poker")
    click(app, "yes")
    settle(app)
    (cross,) = tags(app, "big.poker")
    assert isinstance(cross, Ink)
    assert cross.glyph == "X"


def test_crossing_out_need_not_ask() -> None:
    app = sit(dice="33612", confirm_cross=False)
    roll(app)
    click(app, "box.poker")
    settle(app)
    assert table(app).state.sheets[0].noted == 1


def test_enter_space_and_empty_felt_note_nothing() -> None:
    """R11: after the last roll."""
    app = sit(speed="none")
    for _ in range(3):
        roll(app)
    before = table(app).session.match.log
    key(app, "enter", "space", "enter")
    for at in ((900, 600), (400, 900)):
        click_at(app, at)
    click(app, "die.1")
    click(app, "die.1")
    assert table(app).session.match.log == before
    assert says(app, "no quedan tiros") or says(app, "Ya no quedan tiros")


def test_other_players_sheets_never_react() -> None:
    from helpers import pixel

    from cacho.ui.sheets import Row

    app = sit(SIX, dice="33322")
    roll(app)
    before = table(app).session.match.log
    for seat in range(6):
        x, y, w, h = Row(6).paper(seat, seat == 0)
        for share in (0.2, 0.5, 0.8):
            click_at(app, pixel(app, x + w * share, y + h * share))
    assert table(app).session.match.log == before
    assert not any(id_.startswith("sheet") for id_ in ids(app))


def test_a_filled_box_says_that_it_is_filled() -> None:
    app = sit(["Ana"], dice="33322" * 2)
    roll(app)
    click(app, "box.full")
    settle(app)
    roll(app)
    click(app, "box.full")
    assert says(app, "Esa casilla ya está llena.")
    assert table(app).state.sheets[0].noted == 1


# ------------------------------------------------------------------------ hand-over


def noted(dice: str = "33322") -> TestedApp:
    app = sit(dice=dice)
    roll(app)
    click(app, "box.full")
    settle(app)
    return app


def test_the_card_names_the_next_player_and_wants_a_fresh_press() -> None:
    app = noted()
    assert says(app, "Le toca a")
    (name,) = tags(app, "card.name")
    assert name.text == "Luis"  # type: ignore[union-attr]
    assert says(app, "Ana anotó 35 puntos en Full, de mano") or says(app, "Ana anotó 35 en Full")
    at = middle(app, "card")
    press(app, at)
    assert "card" in ids(app), "too soon: it was not meant for the card"
    release(app, at)
    click(app, "card")
    assert "card" not in ids(app)
    assert says(app, "Turno de Luis")
    assert tags(app, "big.1")


def test_a_key_pressed_before_the_card_does_nothing() -> None:
    app = sit(dice="33322")
    roll(app)
    click(app, "box.full")
    key_down(app, "space")
    settle(app)
    key_up(app, "space")
    assert "card" in ids(app)
    key(app, "space")
    assert "card" not in ids(app)
    assert table(app).state.rolls == 0


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_note_can_be_taken_back_until_the_next_roll(way: str) -> None:
    app = noted()
    click(app, "take-back") if way == "click" else key(app, "erase")
    settle(app)
    state = table(app).state
    assert state.seat == 0
    assert state.sheets[0].noted == 0
    assert shown(app) == [3, 3, 3, 2, 2]
    click(app, "box.trenes")
    settle(app)
    click(app, "card")
    click(app, "take-back")
    settle(app)
    assert table(app).state.seat == 0
    click(app, "box.trenes")
    settle(app)
    click(app, "card")
    roll(app)
    click(app, "take-back")
    assert says(app, "¿Deshacer lo que anotó Ana?")
    click(app, "no")
    assert table(app).state.seat == 1


def test_the_open_match_goes_on_where_it_was() -> None:
    app = sit(dice="33612")
    roll(app)
    click(app, "die.1")
    click(app, "die.2")
    seen, state = shown(app), table(app).state
    app.store.close()
    again = make_app(app.home.data.parent)
    assert again.open_session is not None
    again.resume_match()
    settle(again)
    assert table(again).state == state
    assert shown(again) == seen
    assert len(tags(again, "ring")) == 2
    assert table(again).pose() == table(app).pose()


# --------------------------------------------------------------------------- endings


def test_a_dormida_ends_the_match_with_its_name_and_winner() -> None:
    """R07."""
    app = sit(dice="44444")
    click(app, "roll")
    wait(app, 0.7)
    seen: set[str] = set()
    while app.moving:
        seen.update(texts(app))
    assert "¡La dormida!" in seen
    assert any("gana Ana" in text for text in seen)
    assert "dormida" in heard(app)
    settle(app)
    assert app.top.name == "results"
    assert says(app, "¡Gana Ana!")
    assert says(app, "Paga la ronda: Luis")
    assert "roll" not in ids(app)
    assert "take-back" not in ids(app)
    before = table(app).session.match.log
    key(app, "1", "2", "3")
    assert table(app).session.match.log == before


def to_the_last_note(app: TestedApp) -> None:
    """Note boxes in order until one turn is left."""
    seats = len(table(app).state.seats)
    for number in range(11 * seats):
        if "card" in ids(app):
            click(app, "card")
        roll(app)
        if number == 11 * seats - 1:
            return
        box = table(app).state.sheet.open_boxes[0]
        slot = len(table(app).state.sheet.marks(box)) + 1
        click(app, f"box.{box}" if box is not Box.GRANDE else f"box.grande.{slot}")
        settle(app)


def test_the_last_note_can_be_taken_back_from_the_end() -> None:
    """I17: and then there is one result, the right one."""
    app = sit(speed="none", confirm_cross=False, dice="12346" * 22)
    to_the_last_note(app)
    click(app, "box.grande.2")
    settle(app)
    assert app.top.name == "results"
    wait(app, 1.0)
    click(app, "take-back")
    settle(app)
    assert app.top.name == "table"
    assert table(app).state.phase is Phase.TURN
    click(app, "box.grande.2")
    settle(app)
    assert app.top.name == "results"
    assert says(app, "Empate: Ana y Luis")
    assert says(app, "cada uno paga lo suyo")
    wait(app, 1.0)
    click(app, "title")
    assert len(list(app.home.finished.glob("*.cacho"))) == 1


def test_a_rematch_takes_one_press_and_the_next_seat_starts() -> None:
    """Q04."""
    app = sit(["Ana", "Luis", "Rosa"], speed="none", dice="44444" * 9)
    for starter in (0, 1, 2, 0):
        assert table(app).state.seat == starter
        roll(app)
        settle(app)
        wait(app, 1.0)
        click(app, "rematch")
        settle(app)


def test_a_lot_is_rolled_by_itself_and_ties_roll_again() -> None:
    app = sit(SIX, start="lot")
    state = table(app).state
    assert state.starter is not None
    best = [seat for seat, face in state.lot[-1] if face == max(f for _, f in state.lot[-1])]
    assert best == [state.starter]
    assert says(app, f"Turno de {SIX[state.starter]}")


def test_fifty_rolls_and_notes_rest_where_the_state_says() -> None:
    """The end of every motion is the resting picture."""
    app = sit(SIX, speed="fast", confirm_cross=False)
    for _ in range(25):
        if "card" in ids(app):
            click(app, "card")
        roll(app)
        if table(app).state.outcome:
            break
        t = table(app)
        assert t.pose() == t.poser.rest(t.state)
        box = t.state.sheet.open_boxes[-1]
        slot = len(t.state.sheet.marks(box)) + 1
        click(app, f"box.{box}" if box is not Box.GRANDE else f"box.grande.{slot}")
        settle(app)
        assert t.pose() == t.poser.rest(t.state)


def test_the_language_changes_every_text_at_once() -> None:
    app = sit(dice="33612")
    roll(app)
    spanish = set(texts(app))
    app.set(language="en")
    same = {text for text in spanish & set(texts(app)) if text.replace(" ", "").isalpha()}
    assert same <= {*TWO, *(box.capitalize() for box in Box), "Póker", "Esc", "H", "O"}


def test_a_muted_game_says_so_and_unmutes_with_a_press() -> None:
    """A06."""
    app = sit(muted=True)
    assert says(app, "Sin sonido")
    click(app, "unmute")
    assert not app.settings.muted
    assert app.volumes[-1].muted is False
    assert not says(app, "Sin sonido")


def test_hammering_enter_through_the_end_stops_at_the_results() -> None:
    app = sit(["Ana"], speed="none", confirm_cross=False, dice="12346" * 11)
    to_the_last_note(app)
    app.set(confirm_cross=True)
    click(app, "box.grande.2")
    for _ in range(3):
        key(app, "tab")
    assert scenes(app)[-1] == "confirm"
    for _ in range(60):
        key_down(app, "enter")
        wait(app, 0.02)
        key_up(app, "enter")
        wait(app, 0.02)
    wait(app, 0.1)
    assert scenes(app)[-1] in ("results", "confirm")
    assert len(list(app.home.matches.glob("*.cacho"))) == 1
    assert not list(app.home.finished.glob("*.cacho"))


def test_a_box_clicked_over_and_over_during_a_roll_is_not_noted() -> None:
    """I03: whoever clicks while the dice move has not read them."""
    app = sit(dice="33322")
    at = (1638, 380)
    click(app, "roll")
    for _ in range(90):
        press(app, at)
        wait(app, 0.015)
        release(app, at)
        wait(app, 0.015)
    assert table(app).state.rolls == 1
    assert table(app).state.sheets[0].noted == 0


def test_the_next_player_does_not_find_the_focus_on_the_box_of_the_last() -> None:
    app = sit(dice="33322")
    roll(app)
    by_keys(app, "box.full")
    settle(app)
    assert app.top.focus == "card"
    wait(app, 0.5)
    key(app, "enter")
    assert app.top.focus == "roll"


def test_the_dice_are_numbered_as_long_as_keys_are_pressed() -> None:
    app = sit(dice="33322")
    roll(app)
    assert not tags(app, "place")
    key(app, "2")
    numbers = [item.text for item in tags(app, "place") if isinstance(item, Text)]
    assert numbers == ["1", "2", "3", "4", "5"]
    click(app, "die.1")
    assert not tags(app, "place")


def test_the_card_is_not_taken_by_hammering() -> None:
    app = sit(dice="33322")
    roll(app)
    click(app, "box.full")
    for _ in range(120):
        key_down(app, "space")
        wait(app, 0.012)
        key_up(app, "space")
        wait(app, 0.012)
    assert "card" in ids(app)
    key(app, "space")
    assert "card" not in ids(app)


@pytest.mark.parametrize("speed", ["normal", "fast", "none"])
@pytest.mark.parametrize("way", ["space", "enter", "mouse", "tap"])
def test_whoever_presses_on_steadily_takes_the_card_and_rolls_once(speed: str, way: str) -> None:
    """Four times a second: no hammering, but of somebody impatient; the dice want to be read."""
    app = sit(["Ana", "Beto"], dice="33322" + "12346" * 3, speed=speed)
    roll(app)
    click(app, "box.full")
    settle(app)
    key(app, "tab")  # where the focus is, Enter presses
    press_on(app, way, gap=0.24, seconds=6)
    settle(app)
    assert (table(app).state.seat, table(app).state.rolls) == (1, 1)


def press_on(app: TestedApp, way: str, gap: float, seconds: float) -> None:
    """Press the same place, or key, over and over."""
    end = app.clock() + seconds
    while app.clock() < end:
        at = middle(app, "card" if "card" in ids(app) else "roll")
        if way in ("mouse", "tap"):
            press(app, at, touch=way == "tap")
            wait(app, gap / 2)
            release(app, at, touch=way == "tap")
        else:
            key_down(app, way)
            wait(app, gap / 2)
            key_up(app, way)
        wait(app, gap / 2)


def test_a_press_just_after_the_card_is_taken_is_no_roll() -> None:
    """A double click on the card takes the card."""
    app = sit(["Ana", "Beto"], dice="33322" + "12346" * 3)
    roll(app)
    click(app, "box.full")
    settle(app)
    wait(app, 3.0)
    for _ in range(2):
        key_down(app, "space")
        wait(app, 0.1)
        key_up(app, "space")
        wait(app, 0.15)
    settle(app)
    assert "card" not in ids(app)
    assert table(app).state.rolls == 0


def test_enter_marks_before_it_presses() -> None:
    app = sit()
    key(app, "enter")
    assert table(app).state.rolls == 0
    assert app.top.focus_shown
    key(app, "enter")
    settle(app)
    assert table(app).state.rolls == 1


def test_a_figure_de_mano_is_told_before_it_is_noted() -> None:
    """R06."""
    app = sit(dice="33322" + "5" * 10)
    roll(app)
    assert len(tags(app, "served")) == 1
