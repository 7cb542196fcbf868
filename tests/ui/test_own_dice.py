"""A table with a cup of its own: faces are entered, everything else is as always."""

import random
from dataclasses import replace

import pytest
from helpers import (
    WAYS,
    click,
    heard,
    ids,
    key,
    make_app,
    middle,
    overlaps,
    press,
    release,
    says,
    scenes,
    settle,
    tags,
    tap,
    target,
    wait,
)

from cacho.engine import (
    ALALAY,
    CASUAL,
    Box,
    Note,
    Phase,
    Reason,
    parse_record,
    points_of,
    replay,
    with_fields,
)
from cacho.ui import reasons
from cacho.ui.entry import PAD
from cacho.ui.painter import DieItem
from cacho.ui.scenes.replay import Replay


def seated(names=("Ana", "Luis"), start=0, rules=CASUAL, folder=None, **settings):
    app = make_app(folder, own_dice=True, **{"speed": "none", **settings})
    app.start_match(list(names), start, rules)
    settle(app)
    return app, app.top


def enter(app, *faces, way=click):
    """Enter faces; with the last one wanted, say that they are right."""
    for face in faces:
        way(app, f"face.{face}")
    if "ready" in ids(app):
        way(app, "ready")
    settle(app)


# ---------------------------------------------------------------------------- entering


@pytest.mark.parametrize("way", WAYS)
def test_six_presses_are_a_roll(way: str) -> None:
    app, table = seated()
    for face in (3, 3, 6, 1, 2):
        WAYS[way](app, f"face.{face}")
    assert not table.state.rolls, "they stand to be looked at"
    assert len(tags(app, "entered")) == 5
    WAYS[way](app, "ready")
    settle(app)
    assert table.state.dice == (3, 3, 6, 1, 2)
    assert table.state.rolls == 1
    assert "roll 3 3 6 1 2" in next(app.home.matches.glob("*.cacho")).read_text("utf-8")


def test_number_keys_are_faces_at_the_beginning_of_a_turn() -> None:
    for last in ("space", "enter"):
        app, table = seated()
        key(app, "3", "3", "6", "1", "2")
        assert not table.state.rolls
        key(app, last)
        settle(app)
        assert table.state.dice == (3, 3, 6, 1, 2)


def test_once_dice_lie_number_keys_hold_them_until_space_says_otherwise() -> None:
    app, table = seated()
    key(app, "3", "3", "6", "1", "2", "space")
    settle(app)
    key(app, "1", "2")
    assert table.state.held == {1, 2}
    key(app, "space", "3", "5", "5", "space")
    settle(app)
    assert table.state.dice == (3, 3, 3, 5, 5)
    assert table.state.rolls == 2


def test_who_holds_dice_with_the_mouse_types_faces() -> None:
    app, table = seated()
    key(app, "3", "3", "6", "1", "2", "space")
    settle(app)
    click(app, "die.1")
    click(app, "die.2")
    key(app, "3", "5", "5", "space")
    settle(app)
    assert table.state.dice == (3, 3, 3, 5, 5)
    assert table.state.rolls == 2
    key(app, "4")
    assert table.state.held == {1, 2, 4}, "until the next roll"


def test_only_the_dice_that_roll_are_entered() -> None:
    app, table = seated()
    enter(app, 3, 3, 6, 1, 2)
    click(app, "die.1")
    click(app, "die.2")
    assert says(app, "3 dados")
    enter(app, 3, 3)
    assert table.state.rolls == 1
    enter(app, 5)
    assert (table.state.dice, table.state.rolls) == ((3, 3, 3, 3, 5), 2)


@pytest.mark.parametrize("correct", ["erase", "button"])
def test_a_wrong_face_is_corrected(correct: str) -> None:
    app, table = seated()
    enter(app, 6, 6)
    if correct == "erase":
        key(app, "erase")
    else:
        click(app, "correct")
    assert [item.tag for item in tags(app, "entered")] == ["entered"]
    enter(app, 1, 1, 1, 1)
    assert table.state.dice == (6, 1, 1, 1, 1)


@pytest.mark.parametrize("correct", ["erase", "button"])
def test_a_slip_at_the_last_die_does_not_end_the_match(correct: str) -> None:
    app, table = seated()
    key(app, "5", "5", "5", "5", "5")
    assert says(app, "¿Así salieron?")
    assert not table.state.rolls
    if correct == "erase":
        key(app, "erase")
    else:
        click(app, "correct")
    assert says(app, "1 dado")
    key(app, "2", "enter")
    settle(app)
    assert table.state.dice == (5, 5, 5, 5, 2)
    assert table.state.phase is Phase.TURN


def test_while_dice_want_to_be_looked_at_nothing_else_is_done() -> None:
    app, table = seated()
    enter(app, 3, 3, 6, 1, 2)
    wait(app, 1)
    for face in (4, 4, 4, 4, 5):
        click(app, f"face.{face}")
    wait(app, 1)
    before = table.session.match.log
    for target_id in ("box.trenes", "die.1", "roll"):
        click(app, target_id)
        assert says(app, "Mira los dados")
    key(app, "1", "b", "h")
    assert table.session.match.log == before
    assert len(tags(app, "entered")) == 5
    key(app, "space")
    settle(app)
    assert table.state.dice == (4, 4, 4, 4, 5)


@pytest.mark.parametrize("touch", [False, True])
def test_a_face_pressed_twice_says_nothing_of_the_dice(touch: bool) -> None:
    app, table = seated()
    enter(app, 3, 3, 6, 1)
    at = middle(app, "face.2")
    for _again in range(2):
        press(app, at, touch)
        release(app, at, touch)
    x, y, w, h = target(app, "ready").rect
    assert x < at[0] < x + w
    assert y < at[1] < y + h
    assert not table.state.rolls, "where the face was, Listo lies now"
    click(app, "ready")
    assert table.state.rolls == 1


def test_with_nothing_entered_erase_takes_back_the_note() -> None:
    app, table = seated()
    enter(app, 6, 6, 1, 2, 3)
    wait(app, 1)
    click(app, "box.senas")
    settle(app)
    key(app, "erase")
    settle(app)
    assert table.state.seat == 0
    assert table.state.sheet.noted == 0


def test_holding_a_die_begins_the_entry_anew() -> None:
    app, table = seated()
    enter(app, 6, 6, 1, 2, 3)
    enter(app, 4)
    click(app, "die.1")
    assert not tags(app, "entered")
    assert table.state.held == {1}


def test_after_the_last_roll_no_face_can_be_entered() -> None:
    app, table = seated()
    for _roll in range(3):
        enter(app, 1, 2, 3, 4, 6)
    click(app, "face.1")
    assert says(app, reasons.sentence(Reason.NO_ROLLS_LEFT))
    assert table.state.rolls == 3


def test_the_dice_lie_where_no_cup_is_and_nothing_shakes() -> None:
    app, table = seated(speed="normal")
    heard(app)
    for face in (1, 2, 3, 4, 6):
        click(app, f"face.{face}")
    key(app, "space")
    assert app.sounds.looping is None
    settle(app)
    assert table.pose() == table.poser.rest(table.state)
    assert not tags(app, "cup")
    played = heard(app)
    assert "die.wood" in played
    assert not {"cup.pour", "cup.set"} & set(played)


# ------------------------------------------------------------------------- the beginning


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_lot_is_entered_a_face_each_and_again_on_a_tie(way: str) -> None:
    app, table = seated(("Ana", "Luis", "Rosa"), "lot")
    assert table.state.phase is Phase.LOT
    assert says(app, "El dado de Ana")
    for face in (5, 2, 6):
        WAYS[way](app, f"face.{face}")
    assert says(app, "¿Así salieron?")
    WAYS[way](app, "correct")
    assert says(app, "El dado de Rosa")
    WAYS[way](app, "face.5")
    WAYS[way](app, "ready")
    settle(app)
    assert says(app, "El dado de Ana")
    assert says(app, "Empataron: ahora tiran Ana y Rosa.")
    lit = [seat for seat in range(3) if tags(app, f"lot.{seat}.lit")]
    assert lit == [0, 2], "who rolls again is seen on the table, not on the pad alone"
    assert len(tags(app, "ring")) == 2
    key(app, "1")
    assert says(app, "El dado de Rosa")
    key(app, "4", "space")
    settle(app)
    assert table.state.starter == 2
    assert table.state.phase is Phase.TURN


def test_it_is_chosen_with_one_press_and_remembered() -> None:
    app = make_app()
    from cacho.ui.scenes.players import Players
    from cacho.ui.scenes.title import Title

    app.go(Title(app))
    app.push(Players(app))
    app.top.pressed_nothing(0, 0)
    tap(app, "dice", (0.75, 0.5))
    assert app.settings.own_dice
    tap(app, "dice", (0.25, 0.5))
    assert not app.settings.own_dice


def test_a_rematch_is_played_with_the_same_dice() -> None:
    app, _table = seated()
    app.rematch()
    assert app.session.setup.own_dice


# ---------------------------------------------------------------------------- to the end


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (CASUAL, ("Ana", "Luis")),
        (replace(CASUAL, team_size=2), ("Ana", "Luis", "Rosa", "Beto")),
        (replace(CASUAL, hatches=3), ("Ana",)),
    ],
)
def test_a_whole_match_is_kept_and_watched_again(rules, names) -> None:
    app, table = seated(names, rules=rules)
    chance = random.Random(3)
    while table.state.outcome is None:
        table.card_since = None
        for _die in range(table.entry.wanted(table.state)):
            table.enter(chance.randint(1, 6))
        table.hand_over()
        settle(app)
        if table.state.partner_next:
            click(app, "stand")
        elif table.state.outcome is None:
            worth = points_of(table.state)
            box = max(worth, key=lambda box: worth[box])
            hatch = next(h for b, h in table.state.sheet.open_places if b is box)
            table.submit(Note(box, hatch=hatch))
        settle(app)
    assert scenes(app)[-1] == "results"
    session = app.session
    session.finish()
    (file,) = app.home.finished.glob("*.cacho")
    record = parse_record(file.read_bytes())
    assert record.setup.own_dice
    assert "dice table" in file.read_text("utf-8")
    assert replay(record).state == table.state
    scene = Replay(app, record.setup, record.actions)
    app.push(scene)
    scene.speed = 4.0
    wait(app, 3)
    assert scene.at > 2
    assert not tags(app, "cup")


def test_a_match_goes_on_after_the_program_was_closed(tmp_path) -> None:
    app, _table = seated(folder=tmp_path)
    enter(app, 3, 3, 6, 1, 2)
    app.store.close()
    again = make_app(tmp_path, speed="none")
    again.resume_match()
    settle(again)
    assert again.top.own_dice
    assert again.top.state.dice == (3, 3, 6, 1, 2)
    click(again, "die.1")
    enter(again, 4, 4, 4, 4)
    assert again.top.state.dice == (3, 4, 4, 4, 4)
    again.store.close()


def test_a_tie_is_rolled_off_with_the_tables_dice() -> None:
    rules = with_fields(CASUAL, {"grandes": "1"})
    app, table = seated(rules=rules, tie_break=True)
    for box in Box:
        for _seat in range(2):
            table.card_since = None
            for face in (1, 2, 3, 4, 6):
                table.enter(face)
            table.hand_over()
            table.submit(Note(box))
            settle(app)
    assert table.state.phase is Phase.TIE
    table.card_since = None
    key(app, "1", "2", "3", "4", "6", "space")
    settle(app)
    enter(app, 6, 6, 6, 6, 1)
    assert table.state.outcome.winners == (table.state.tie[0][1][0],)


# --------------------------------------------------------------------------------- place


@pytest.mark.parametrize("hatches", [1, 3])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_pad_covers_nothing(hatches: int, size: int) -> None:
    rules = with_fields(ALALAY, {"team_size": str(size), "hatches": str(hatches)})
    app, table = seated(("Ana", "Luis", "Rosa", "Beto", "Inés", "Tomás"), rules=rules)
    enter(app, 1, 2, 3, 4, 6)
    rects = [target(app, id_).rect for id_ in ids(app) if not id_.startswith("die.")]
    assert not overlaps(rects, slack=14)
    assert all(min(rect[2:]) >= 80 for rect in rects)
    assert table.state.rolls == 1


def test_all_that_is_pressed_on_the_pad_lies_on_its_paper_and_in_line() -> None:
    app, _table = seated()
    x, y, w, h = PAD
    rects = [target(app, name).rect for name in ids(app) if name.startswith(("face", "correct"))]
    assert len(rects) == 7
    assert min(rect[0] for rect in rects) - x == x + w - max(rect[0] + rect[2] for rect in rects)
    assert all(x < left and left + wide < x + w for left, _top, wide, _high in rects)
    assert all(y < top and top + high < y + h for _left, top, _wide, high in rects)
    key(app, "1", "2", "3", "4", "6")
    ready, correct = target(app, "ready").rect, target(app, "correct").rect
    assert ready[0] - x == x + w - ready[0] - ready[2]
    assert ready[1] + ready[3] < correct[1]


def test_held_dice_stay_in_sight_while_the_others_are_taken_up() -> None:
    app, table = seated(speed="normal")
    for face in (3, 3, 6, 1, 2):
        click(app, f"face.{face}")
    key(app, "space")
    settle(app)
    click(app, "die.1")
    click(app, "die.2")
    for face in (4, 4, 4):
        click(app, f"face.{face}", held=0.0)
    key(app, "space")
    wait(app, 0.1)
    assert table.moving
    held = [item for item in tags(app, "die.1") if isinstance(item, DieItem)]
    assert held, "it lies there all the time"
    assert all(item.alpha == 255 for item in held)
