"""Who plays: typing, picking, the letters for touch, the order of the seats, and odd names."""

import pygame as pg
import pytest

from cacho.services import people, settings
from cacho.ui.offscreen import OffscreenWindow
from cacho.ui.painter import Paper, Text
from cacho.ui.scenes.naming import Naming
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    click,
    click_at,
    focus_on,
    ids,
    items,
    key,
    make_app,
    overlaps,
    paste,
    pixel,
    says,
    scenes,
    tags,
    tap,
    target,
    texts,
    type_text,
)

KNOWN = ("Rosa", "Quique", "Inés", "Álvaro", "Tomás", "Beto", "Camila", "Ramón", "Lucía", "Zoë")


def start(folder, last=(), known=()):
    """The program on the screen of the players, with `last` as the players of the last match."""
    app = make_app(folder)
    people.save_people(app.home.people_file, people.People((*last, *known), last))
    app.go(Title(app))
    app.push(Players(app))
    app.begun = []
    real = app.start_match

    def start_match(names, first):
        app.begun.append((list(names), first))
        real(names, first)

    app.start_match = start_match
    return app


def names(app):
    """What is written on the strips, hints included, from top to bottom."""
    written = [i for i in items(app) if isinstance(i, Text) and i.tag.startswith("name.")]
    return [item.text for item in sorted(written, key=lambda item: item.y)]


@pytest.fixture
def fresh(tmp_path):
    return start(tmp_path)


@pytest.fixture
def known(tmp_path):
    return start(tmp_path, known=KNOWN)


@pytest.fixture
def three(tmp_path):
    return start(tmp_path, ("Ana", "Beto", "Caro"), KNOWN)


# ------------------------------------------------------------------------- how many presses


def test_four_named_players_start_with_five_presses_beside_the_typing(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    click(app, "play")
    type_text(app, "Ana")
    key(app, "enter")
    type_text(app, "Luis")
    key(app, "enter")
    type_text(app, "Ñusta")
    key(app, "enter")
    type_text(app, "José")
    click(app, "start")
    assert scenes(app) == ["table"]
    assert [seat.name for seat in app.top.state.seats] == ["Ana", "Luis", "Ñusta", "José"]


def test_by_keyboard_alone_it_takes_six(tmp_path):
    app = make_app(tmp_path)
    app.go(Title(app))
    key(app, "enter")
    for name in ("Ana", "Luis", "Ñusta"):
        type_text(app, name)
        key(app, "enter")
    type_text(app, "José")
    key(app, "down", "enter")
    assert scenes(app) == ["table"]
    assert [seat.name for seat in app.top.state.seats] == ["Ana", "Luis", "Ñusta", "José"]


@pytest.mark.parametrize("way", WAYS)
def test_with_the_names_of_last_time_two_presses_are_enough(tmp_path, way):
    before = start(tmp_path, ("Ana", "Luis"))
    before.store.close()
    app = make_app(tmp_path)
    app.go(Title(app))
    if way == "keys":
        key(app, "enter", "enter")
    else:
        WAYS[way](app, "play")
        WAYS[way](app, "start")
    assert [seat.name for seat in app.top.state.seats] == ["Ana", "Luis"]


def test_the_names_come_back_at_the_next_start_in_their_order(fresh, tmp_path):
    type_text(fresh, "Zoë")
    key(fresh, "enter")
    type_text(fresh, "Ana")
    click(fresh, "start")
    fresh.store.close()
    again = make_app(tmp_path)
    again.go(Title(again))
    click(again, "play")
    assert names(again) == ["Zoë", "Ana"]


# --------------------------------------------------------------------------------- typing


def test_a_name_marked_by_ctrl_a_is_written_anew_or_erased_at_once(three):
    """By the next letter, typed or touched, or by one Backspace; any other press lets it be."""
    click(three, "name.1")
    key(three, "a", mod=pg.KMOD_LCTRL)
    assert tags(three, "name.1.marked")
    type_text(three, "Eva")
    assert names(three)[0] == "Eva"
    assert not tags(three, "name.1.marked")
    key(three, "a", mod=pg.KMOD_LCTRL)
    tap(three, "key.L")
    assert names(three)[0] == "L"
    key(three, "a", mod=pg.KMOD_LCTRL)
    key(three, "down")
    type_text(three, "!")
    assert names(three)[:2] == ["L", "Beto!"]
    key(three, "a", mod=pg.KMOD_LCTRL)
    key(three, "erase")
    type_text(three, "Zoë")
    assert names(three)[1] == "Zoë"


def test_so_is_the_name_of_house_rules(tmp_path):
    app = make_app(tmp_path)
    given = []
    app.go(Title(app))
    app.push(Naming(app, "Casa", given.append))
    type_text(app, "Los jueves")
    key(app, "a", mod=pg.KMOD_LCTRL)
    assert tags(app, "strip.marked")
    type_text(app, "Lu")
    click(app, "save")
    assert given == ["Lu"]


def test_the_cup_stands_clear_of_what_can_be_pressed(fresh):
    fresh.top.pressed_nothing(0, 0)
    (cup,) = tags(fresh, "cup")
    seen = OffscreenWindow().canvas.bounds(cup).inflate(24, 24)
    assert not [w.id for w in fresh.top.widgets() if seen.colliderect(w.rect)]


def test_with_nobody_known_the_first_name_can_be_typed_at_once(fresh):
    type_text(fresh, "Íñigo")
    assert names(fresh)[0] == "Íñigo"


def test_a_caret_and_a_frame_show_where_one_writes(fresh):
    assert tags(fresh, "name.1.caret")
    assert tags(fresh, "writing")
    key(fresh, "tab", "up")
    assert tags(fresh, "name.1.caret")
    key(fresh, "esc")
    assert not tags(fresh, "name.1.caret")
    assert not tags(fresh, "writing")


def test_empty_seats_show_the_name_they_would_get(fresh):
    key(fresh, "esc")
    assert names(fresh) == ["Jugador 1", "Jugador 2"]
    click(fresh, "start")
    assert fresh.begun == [(["Jugador 1", "Jugador 2"], "lot")]


def test_accents_and_enye_arrive_as_they_are_typed(fresh):
    type_text(fresh, "Ñusta Ávil Müll")
    assert names(fresh)[0] == "Ñusta Ávil Müll"


def test_digits_space_and_question_mark_are_letters_while_one_writes(fresh):
    type_text(fresh, "Lu ")
    key(fresh, "2")
    assert names(fresh)[0] == "Lu 2"
    key(fresh, "?")
    assert scenes(fresh)[-1] == "players"
    key(fresh, "space", "h")
    assert names(fresh)[0] == "Lu 2? h"


def test_erase_takes_one_whole_letter(fresh):
    type_text(fresh, "Zoë\u0301")
    key(fresh, "erase")
    assert names(fresh)[0] == "Zo"
    key(fresh, "erase", "erase", "erase")
    assert tags(fresh, "name.1.caret")
    assert names(fresh) == ["Jugador 2"]


def test_the_seventeenth_letter_does_not_come_in_and_it_is_said(fresh):
    type_text(fresh, "M" * 16)
    assert not says(fresh, "como máximo")
    type_text(fresh, "M")
    assert names(fresh)[0] == "M" * 16
    assert says(fresh, "Un nombre tiene como máximo 16 letras.")


def test_a_pasted_book_is_cut_and_it_is_said(fresh):
    paste(fresh, "uno dos tres cuatro cinco " * 400)
    assert names(fresh)[0] == "uno dos tres cua"
    assert says(fresh, "como máximo 16")


@pytest.mark.parametrize("odd", ["🎲", "\u202e", "\u200b", "\x07", "👩‍👧", "❤️"])
def test_what_cannot_be_in_a_name_is_left_out_and_it_is_said(fresh, odd):
    type_text(fresh, "Ana")
    paste(fresh, odd)
    assert names(fresh)[0] == "Ana"
    assert says(fresh, "quedaron fuera")


def test_names_of_other_scripts_stay(fresh):
    paste(fresh, "דוד")
    key(fresh, "enter")
    paste(fresh, "Дмитрий")
    assert names(fresh) == ["דוד", "Дмитрий"]
    assert not says(fresh, "quedaron fuera")


@pytest.mark.parametrize("second", ["Ana", "ANA", " ana "])
def test_an_equal_name_gets_a_number_and_it_is_said(fresh, second):
    type_text(fresh, "Ana")
    key(fresh, "enter")
    type_text(fresh, second)
    key(fresh, "enter")
    assert names(fresh)[1] == f"{second.strip()} 2"
    assert says(fresh, f"aquí dice {second.strip()} 2")


def test_of_two_equal_names_the_later_seat_gets_the_number(fresh):
    """Whichever was written last."""
    key(fresh, "enter")
    type_text(fresh, "Zoé")
    click(fresh, "name.1")
    type_text(fresh, "zoé")
    key(fresh, "esc")
    assert names(fresh) == ["zoé", "Zoé 2"]
    assert says(fresh, "aquí dice Zoé 2")


def test_an_empty_seat_of_last_time_is_called_in_the_language_of_now(tmp_path):
    app = start(tmp_path, ("Jugador 1", "Ana"))
    app.set(language="en")
    assert names(app) == ["Player 1", "Ana"]
    click(app, "start")
    assert app.begun == [(["Player 1", "Ana"], "lot")]
    app.set(language="es")


@pytest.mark.parametrize("last", [(), ("Ana", "Luis")])
def test_who_starts_is_chosen_in_the_same_place_while_one_writes(tmp_path, last):
    app = start(tmp_path, last)
    click(app, "name.1")
    writing = target(app, "who").rect
    key(app, "esc")
    assert target(app, "who").rect == writing


def test_enter_goes_on_adds_seats_up_to_six_and_then_leads_to_the_start(fresh):
    for letter in "ABCDEF":
        type_text(fresh, letter)
        key(fresh, "enter")
    assert names(fresh) == list("ABCDEF")
    assert fresh.top.focus == "start"
    assert "add" not in ids(fresh)
    key(fresh, "enter")
    assert fresh.begun[0][0] == list("ABCDEF")


def test_a_seat_that_came_by_enter_and_stayed_empty_goes_again(fresh):
    for name in ("Ana", "Luis"):
        type_text(fresh, name)
        key(fresh, "enter")
    assert len(tags(fresh, "name.3")) == 1
    key(fresh, "enter")
    assert not tags(fresh, "name.3")
    key(fresh, "enter")
    assert fresh.begun == [(["Ana", "Luis"], "lot")]


def test_a_seat_that_was_asked_for_stays_though_it_is_empty(three):
    click(three, "add")
    click(three, "start")
    assert three.begun[0][0] == ["Ana", "Beto", "Caro", "Jugador 4"]


def test_arrows_and_tab_go_from_name_to_name(three):
    click(three, "name.1")
    key(three, "down")
    type_text(three, "!")
    key(three, "tab")
    type_text(three, "?")
    key(three, "up", "up")
    type_text(three, ".")
    assert names(three) == ["Ana.", "Beto!", "Caro?"]


def test_esc_stops_writing_then_goes_back_and_nothing_is_lost(fresh):
    type_text(fresh, "Ana")
    key(fresh, "esc")
    assert scenes(fresh) == ["title", "players"]
    assert names(fresh)[0] == "Ana"
    key(fresh, "esc")
    assert scenes(fresh) == ["title"]


def test_a_press_beside_everything_stops_writing(fresh):
    type_text(fresh, "Ana")
    click_at(fresh, pixel(fresh, 1000, 80))
    assert not fresh.top.typing
    assert names(fresh)[0] == "Ana"


def test_f1_shows_the_rules_even_while_one_writes_and_comes_back_to_it(fresh):
    type_text(fresh, "An")
    key(fresh, "f1")
    assert scenes(fresh)[-1] == "howto"
    key(fresh, "esc")
    type_text(fresh, "a")
    assert names(fresh)[0] == "Ana"


# -------------------------------------------------------------------------------- letters


@pytest.mark.parametrize("press", [click, tap])
def test_a_name_is_put_together_letter_by_letter(fresh, press):
    for id_ in ("Ñ", "U", "S", "T", "A", "space", "I", "N", "É", "S"):
        press(fresh, f"key.{id_}")
    assert names(fresh)[0] == "Ñusta Inés"
    press(fresh, "key.erase")
    press(fresh, "key.capital")
    press(fresh, "key.Z")
    press(fresh, "key.A")
    assert names(fresh)[0] == "Ñusta InéZa"
    press(fresh, "key.next")
    press(fresh, "key.L")
    assert names(fresh) == ["Ñusta InéZa", "L"]


def test_the_letters_by_keyboard(fresh):
    focus = "key.A"
    for _step in range(60):
        key(
            fresh,
            "right" if fresh.top.focus.split(".")[0] in ("name", "bot", "down", "remove") else "up",
        )
        if fresh.top.focus.startswith("key."):
            break
    assert fresh.top.focus.startswith("key.")
    focus_on(fresh, focus)
    key(fresh, "enter")
    assert names(fresh)[0] == "A"
    assert fresh.top.focus == focus


def test_the_sheet_shows_the_case_that_it_writes(fresh):
    assert "B" in texts(fresh)
    tap(fresh, "key.A")
    assert "b" in texts(fresh)
    assert "B" not in texts(fresh)
    tap(fresh, "key.space")
    assert "B" in texts(fresh)


def test_all_letters_of_spanish_are_there(fresh):
    offered = {id_.partition(".")[2] for id_ in ids(fresh) if id_.startswith("key.")}
    assert set("ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜ") <= offered


def test_after_a_letter_was_tapped_enter_goes_to_the_next_name(fresh):
    tap(fresh, "key.A")
    key(fresh, "enter")
    type_text(fresh, "Bea")
    assert names(fresh) == ["A", "Bea"]


# ------------------------------------------------------------------------- those known before


@pytest.mark.parametrize("way", WAYS)
def test_picking_fills_the_empty_seats_then_adds_some(known, way):
    key(known, "esc")
    for _pick in range(3):
        WAYS[way](known, "known.1")
    assert names(known) == list(KNOWN[:3])


def test_who_sits_already_is_not_offered(three):
    offered = [text for text in texts(three) if text in KNOWN]
    assert offered.count("Beto") == 1  # on his strip only


def test_while_one_writes_names_that_begin_so_are_offered(known):
    type_text(known, "al")
    assert [t for t in texts(known) if t in KNOWN] == ["Álvaro"]
    tap(known, "known.1")
    assert names(known)[0] == "Álvaro"
    assert known.top.typing  # on to the next empty seat
    tap(known, "known.1")
    assert names(known)[:2] == ["Álvaro", "Rosa"]


def test_a_seventh_is_refused_with_a_sentence(tmp_path):
    app = start(tmp_path, ("A", "B", "C", "D", "E", "F"), KNOWN)
    click(app, "known.1")
    assert names(app) == list("ABCDEF")
    assert says(app, "Ya son 6")
    assert "refuse" in app.sounds.played


# ------------------------------------------------------------------------------------ seats


@pytest.mark.parametrize("way", WAYS)
def test_seats_move_up_and_down(three, way):
    WAYS[way](three, "down.1")
    assert names(three) == ["Beto", "Ana", "Caro"]
    WAYS[way](three, "up.3")
    assert names(three) == ["Beto", "Caro", "Ana"]
    WAYS[way](three, "start")
    assert three.begun == [(["Beto", "Caro", "Ana"], "lot")]


def test_the_last_goes_to_the_top_by_pressing_the_same_key(tmp_path):
    app = start(tmp_path, ("A", "B", "C", "D", "E", "F"))
    focus_on(app, "up.6")
    key(app, "enter", "enter", "enter", "enter", "enter")
    assert names(app) == ["F", "A", "B", "C", "D", "E"]
    assert app.top.focus == "name.1"


@pytest.mark.parametrize("way", WAYS)
def test_seats_are_removed_down_to_one(three, way):
    WAYS[way](three, "remove.2")
    assert names(three) == ["Ana", "Caro"]
    WAYS[way](three, "remove.1")
    assert names(three) == ["Caro"]
    assert not any(id_.startswith("remove") for id_ in ids(three))
    WAYS[way](three, "start")
    assert three.begun == [(["Caro"], 0)]


def test_removing_the_seat_that_is_written_stops_the_writing(three):
    click(three, "name.2")
    click(three, "remove.2")
    assert not three.top.typing
    assert names(three) == ["Ana", "Caro"]


def test_every_seat_has_the_number_and_the_ink_of_its_place(three):
    click(three, "down.1")
    colours = {i.text: i.colour for i in items(three) if getattr(i, "tag", "").endswith(".text")}
    assert colours["Beto"] != colours["Ana"]
    papers = [i for i in items(three) if isinstance(i, Paper) and i.tag.startswith("name.")]
    assert [paper.sprite for paper in papers] == ["row_0", "row_1", "row_2"]


# -------------------------------------------------------------------------------- who starts


@pytest.mark.parametrize("press", [click, tap])
def test_who_starts_is_chosen(three, press):
    press(three, "who", (0.75, 0.5))
    press(three, "start")
    assert three.begun == [(["Ana", "Beto", "Caro"], 0)]


def test_who_starts_is_chosen_by_keyboard(three):
    focus_on(three, "who")
    key(three, "right")
    key(three, "left")
    key(three, "enter")
    focus_on(three, "start")
    key(three, "enter")
    assert three.begun[0][1] == 0


def test_alone_there_is_no_lot_and_the_screen_says_why(tmp_path):
    app = start(tmp_path, ("Ana",))
    click(app, "who", (0.25, 0.5))
    assert says(app, "Con un solo jugador no hay sorteo.")
    click(app, "start")
    assert app.begun == [(["Ana"], 0)]


def test_hammering_the_start_begins_one_match(three):
    for _press in range(20):
        if scenes(three)[-1] == "players":
            key(three, "enter", held=0.001)
    assert len(three.begun) == 1


# -------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("writing", [False, True])
def test_targets_are_large_on_the_page_and_apart(tmp_path, count, writing):
    app = start(tmp_path, tuple("ABCDEF"[:count]), KNOWN)
    if writing:
        click(app, "name.1")
    rects = [widget.rect for widget in app.top.widgets()]
    assert not overlaps(rects)
    for x, y, w, h in rects:
        assert min(w, h) >= 80
        assert x >= 0
        assert y >= 0
        assert x + w <= 1920
        assert y + h <= 1080


def test_the_screen_follows_the_language_at_once(three):
    three.set(language="en")
    assert "Who is playing?" in texts(three)
    assert "¿Quiénes juegan?" not in texts(three)


def test_who_starts_is_remembered_for_the_next_evening(tmp_path):
    app = start(tmp_path, ("Ana", "Beto"))
    click(app, "who", (0.75, 0.5))
    app.store.close()
    kept, _notice = settings.load_settings(app.home.settings_file)
    again = make_app(tmp_path, starts=kept.starts)
    again.go(Title(again))
    again.push(Players(again))
    click(again, "start")
    assert again.top.state.starter == 0


def test_what_was_agreed_on_beside_the_rules_stands_below_them() -> None:
    app = make_app()
    app.go(Players(app))
    assert says(app, "Reglas: Casual")
    assert not tags(app, "rules.note")
    app.set(duplicate=True, helped=False)
    (note,) = tags(app, "rules.note")
    assert note.text == "mismos dados · sin ayuda"
    app.set(own_dice=True, tie_break=True, trusting=True)
    (note,) = tags(app, "rules.note")
    assert note.text == "dados de la mesa · desempate · mesa de confianza · sin ayuda"
