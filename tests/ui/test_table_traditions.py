"""The other traditions at the table: turning, bajo, goals, must-stop, by clicks and keys."""

import random
from dataclasses import replace

import pytest
from helpers import (
    TestedApp,
    click,
    focus_on,
    heard,
    ids,
    key,
    make_app,
    says,
    scenes,
    settle,
    tags,
    target,
    texts,
    turn,
    wait,
)
from test_table import roll, shown, table

from cacho.engine import (
    CASUAL,
    PERU,
    PRESETS,
    Box,
    Note,
    Phase,
    Ruleset,
    check_invariants,
    legal_actions,
    points_by_hatch,
)
from cacho.services.dice import scripted_turns
from cacho.ui.app import Wishes
from cacho.ui.drawing.die import top_face
from cacho.ui.painter import DieItem, Text


def sit(
    rules: Ruleset, dice: str = "", names: tuple[str, ...] = ("Ana", "Luis"), **more
) -> TestedApp:
    faces = tuple(int(face) for face in dice)
    wishes = Wishes(seed=b"t" * 32, dice=scripted_turns(faces) if faces else None)
    app = make_app(wishes=wishes, **more)
    app.start_match(list(names), 0, rules)
    settle(app)
    return app


def faces(app: TestedApp) -> tuple[int, ...]:
    return tuple(shown(app))


# ------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_whole_match_of_each_tradition_by_clicks(name: str, seats: int) -> None:
    chance = random.Random(name)
    rules = PRESETS[name]
    names = ("Ana", "Luis", "Rosa")[:seats]
    app = sit(rules, names=names, speed="none", confirm_cross=False)
    t = table(app)
    for _ in range(400):
        if "results" in scenes(app):
            break
        act(app, chance)
        settle(app)
        check_invariants(t.state)
        assert t.pose() == t.poser.rest(t.state) or t.plan.turned
    assert app.top.name == "results"
    assert t.state.outcome is not None


def act(app: TestedApp, chance: random.Random) -> None:
    """Do something sensible by a click: whatever button or box is on."""
    t = table(app)
    state = t.state
    if "card" in ids(app):
        click(app, "card")
        return
    notes = [a for a in legal_actions(state) if isinstance(a, Note)]
    if not state.rolls or not notes or (state.may_roll and chance.random() < 0.5):
        if "bajo" in ids(app) and chance.random() < 0.2:
            click(app, "bajo")
        click(app, "roll")
        return
    worth = points_by_hatch(state)
    best = max(notes, key=lambda note: (worth[note.box, note.hatch], note.box))
    slot = len(state.sheet.marks(best.box, best.hatch)) + 1
    click(app, f"box.{best.box}" if best.box is not Box.GRANDE else f"box.grande.{slot}")


MIXED = [
    *PRESETS.values(),
    replace(PERU, name="with looks", team_size=2, bajo="look"),
    replace(PRESETS["coch"], name="with hatches", team_size=2, hatches=3),
]


@pytest.mark.parametrize("rules", MIXED, ids=[rules.name for rules in MIXED])
def test_whatever_is_pressed_answers(rules: Ruleset) -> None:
    """Something happens, or the line says why not and shows the rule."""
    chance = random.Random(rules.name)
    app = sit(rules, names=("Ana", "Luis", "Rosa", "Beto"), speed="none", confirm_cross=False)
    for _ in range(60):
        if app.top.name != "table":
            break
        pressed = chance.choice([id_ for id_ in ids(app) if id_ != "menu"])
        pressed = chance.choice(["roll" if "roll" in ids(app) else pressed, pressed, pressed])
        before = stands(app)
        app.say("")
        click(app, pressed)
        settle(app)
        assert stands(app) != before or app.line.rule, pressed


def stands(app: TestedApp) -> tuple[object, ...]:
    """Where the match stands, and what the player means to do."""
    t, plan = table(app), table(app).plan
    meant = (plan.turned, plan.series, plan.bajo, plan.mode(t.state), app.settings.odds)
    return t.state, t.card, *meant, app.top.name


# ------------------------------------------------------------------------- turning


ALALAY, COCH, BASIC = PRESETS["alalay"], PRESETS["coch"], PRESETS["basic"]


def hinted(app: TestedApp) -> str:
    """The line that says what may be done."""
    return " ".join(item.text for item in tags(app, "hint") if isinstance(item, Text))


def second_roll(dice: str) -> TestedApp:
    """Alalay after the second roll of the fresh dice, with the first two held."""
    app = sit(ALALAY, dice)
    roll(app)
    click(app, "die.1")
    click(app, "die.2")
    roll(app)
    return app


def test_what_is_owed_is_said_and_the_limits_hold() -> None:
    """R27: a note without a turn is done for the player; three turns are refused."""
    app = second_roll("66123" + "641")
    assert says(app, "Voltea 1 o 2 dados")
    assert len(tags(app, "place")) == 5
    click(app, "die.3")
    settle(app)
    assert faces(app) == (6, 6, 1, 4, 1), "turned over visibly"
    assert hinted(app) == "Volteaste 1 dado. Puedes voltear 1 más, o toca una casilla y anota."
    click(app, "die.4")
    settle(app)
    assert faces(app) == (6, 6, 1, 3, 1)
    assert len(tags(app, "turned")) == 2
    assert hinted(app) == "Volteaste 2 dados. Ahora toca una casilla y anota."
    click(app, "die.5")
    assert says(app, "Aquí se voltean 2 dados, no más.")
    assert faces(app) == (6, 6, 1, 3, 1)
    click(app, "die.4")
    settle(app)
    assert faces(app) == (6, 6, 1, 4, 1), "a die turned twice lies as before"


def test_a_box_shows_the_dice_that_it_would_turn_until_the_player_turns_some() -> None:
    """As faces, which nobody takes for points; the dice themselves where a box has the focus."""
    app = second_roll("66123" + "641")
    shown_faces = {item.text for item in tags(app, "turns")}
    assert shown_faces
    assert not any(text.isascii() for text in shown_faces)
    assert not tags(app, "turning")
    focus_on(app, "box.senas")
    assert len(tags(app, "turning")) == 1
    click(app, "die.3")
    settle(app)
    assert not tags(app, "turns")
    assert not tags(app, "turning")


@pytest.mark.parametrize(("face", "under"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_the_true_opposite_is_shown(face: int, under: int) -> None:
    app = second_roll("66123" + f"{face}41")
    click(app, "die.3")
    settle(app)
    assert faces(app)[2] == under


def test_a_die_that_is_turned_rolls_over() -> None:
    app = second_roll("66123" + "641")
    click(app, "die.3")
    seen = set()
    while app.moving:
        turn(app)
        (item,) = tags(app, "die.3")
        assert isinstance(item, DieItem)
        seen.add(item.orientation)
    assert len(seen) > 5


def test_every_box_shows_its_best_and_turns_the_dice_itself() -> None:
    app = second_roll("66123" + "661")
    assert tags(app, "turns"), "which dice would turn"
    (poker,) = tags(app, "worth.poker")
    assert poker.glyph == "40"  # type: ignore[union-attr]
    click(app, "box.poker")
    settle(app)
    assert table(app).state.sheets[0].total == 40


def test_a_note_keeps_the_dice_that_were_turned_by_hand() -> None:
    app = second_roll("66123" + "641")
    click(app, "die.3")
    settle(app)
    (balas,) = tags(app, "worth.balas")
    assert balas.glyph == "2"  # type: ignore[union-attr]
    click(app, "box.balas")
    settle(app)
    assert table(app).state.sheets[0].total == 2


def test_dice_are_held_or_turned_by_the_button_where_both_are_possible() -> None:
    """Coch after the first roll."""
    app = sit(COCH, "23364")
    roll(app)
    click(app, "die.1")
    assert table(app).state.held == {1}
    click(app, "turn")
    click(app, "die.2")
    settle(app)
    assert table(app).plan.turned == {2}
    key(app, "v")
    key(app, "3")
    assert table(app).state.held == {1, 3}


def test_a_dormida_by_turning_is_seen_to_be_turned() -> None:
    app = sit(COCH, "66661")
    click(app, "roll")
    tops: set[tuple[int, ...]] = set()
    wait(app, 0.7)
    while app.moving:
        turn(app)
        dice = [
            i for layer in app.window.layers for i in layer if isinstance(i, DieItem) and i.still
        ]
        if len(dice) == 5:
            tops.add(tuple(sorted(top_face(d.orientation) for d in dice)))
    assert (6, 6, 6, 6, 6) in tops
    assert app.top.name == "results"
    assert "dormida" in heard(app)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("size", [1, 2])
def test_a_dormida_is_told_in_every_tradition(name: str, size: int) -> None:
    """R07: the throw, who wins and why; no further roll; and a new match can be begun."""
    rules = replace(PRESETS[name], team_size=size)
    app = sit(rules, "44443" if name == "coch" else "44444", ("Ana", "Luis", "Rosa"))
    click(app, "roll")
    seen: set[str] = set()
    wait(app, 0.7)
    while app.moving:
        seen.update(texts(app))
    assert "¡La dormida!" in seen
    assert any("gana Ana" in text for text in seen)
    settle(app)
    assert app.top.name == "results"
    assert says(app, "Ana y Luis" if size == 2 else "¡Gana Ana!")
    assert not {"roll", "take-back"} & set(ids(app))
    assert "dormida" in table(app).session.match.state.outcome.kind
    wait(app, 1.0)
    click(app, "rematch")
    settle(app)
    assert table(app).state.outcome is None


def test_five_alike_that_are_no_dormida_are_explained() -> None:
    app = sit(COCH, "66666")
    roll(app)
    assert table(app).state.phase is Phase.TURN
    assert says(app, "no es dormida")


@pytest.mark.parametrize(
    ("rules", "rule"),
    [(CASUAL, ""), (COCH, "R-24"), (replace(COCH, natural_five=True, dormida=100), "R-26")],
)
def test_what_five_alike_are_worth_is_told_with_its_rule(rules: Ruleset, rule: str) -> None:
    """Of a dormida that wins nothing needs to be told."""
    app = sit(rules, "66666", speed="none")
    roll(app)
    assert app.line.rule == rule


def test_a_grande_that_a_turned_die_takes_apart_is_explained() -> None:
    app = sit(ALALAY, "44412" + "44")
    roll(app)
    for place in (1, 2, 3):
        click(app, f"die.{place}")
    roll(app)
    assert says(app, "no es Grande")
    assert app.line.rule == "R-20"


def test_a_dormida_worth_a_hundred_says_where_it_goes() -> None:
    app = sit(replace(CASUAL, dormida=100), "44444")
    roll(app)
    assert says(app, "Vale 100 en Grande")
    assert app.line.rule == "R-26"


# ---------------------------------------------------------------------------- bajo


@pytest.mark.parametrize("way", ["click", "key"])
def test_bajo_turns_all_five_over(way: str) -> None:
    app = sit(BASIC, "11126")
    click(app, "bajo") if way == "click" else key(app, "b")
    assert says(app, "¡Bajo! Tira")
    roll(app)
    assert faces(app) == (6, 6, 6, 5, 1)
    (senas,) = tags(app, "worth.senas")
    assert senas.glyph == "18"  # type: ignore[union-attr]


def test_in_a_golpe_too_the_dice_are_seen_as_they_fell_before_bajo_turns_them() -> None:
    app = sit(BASIC, "33612", throw_way="golpe")
    click(app, "bajo")
    click(app, "roll")
    under: set[tuple[int, ...]] = set()
    after: list[tuple[int, ...]] = []
    while app.moving:
        turn(app)
        if table(app).cover is not None:
            under.add(faces(app))
        elif under:
            after.append(faces(app))
    assert under == {(), (3, 3, 6, 1, 2)}, "none while the cup stands, then as they fell"
    assert after[0] == (3, 3, 6, 1, 2)
    assert after.count((3, 3, 6, 1, 2)) >= 20, "and are seen for a moment"
    assert faces(app) == table(app).state.dice == (4, 4, 1, 6, 5)
    assert table(app).pose() == table(app).poser.rest(table(app).state)


def test_bajo_turns_held_dice_too_and_is_forgotten_afterwards() -> None:
    app = sit(BASIC, "66612" + "62" + "3")
    roll(app)
    for place in (1, 2, 3):
        click(app, f"die.{place}")
    click(app, "bajo")
    roll(app)
    assert faces(app) == (1, 1, 1, 1, 5)
    assert not table(app).plan.bajo


def test_bajo_can_be_taken_back_before_the_roll() -> None:
    app = sit(BASIC, "11126")
    click(app, "bajo")
    click(app, "bajo")
    roll(app)
    assert faces(app) == (1, 1, 1, 2, 6)


# ------------------------------------------------------------------- goals, stopping


def test_peru_asks_for_a_goal_before_dice_are_kept() -> None:
    app = sit(PERU, "11355" + "555")
    roll(app)
    click(app, "die.1")
    click(app, "die.2")
    click(app, "roll")
    assert says(app, "hay que declarar una casilla")
    assert table(app).state.rolls == 1
    click(app, "box.balas")
    assert table(app).state.goal is Box.BALAS
    assert tags(app, "ring.balas")
    assert table(app).state.sheets[0].noted == 0, "declared, not noted"
    roll(app)
    assert table(app).state.rolls == 2
    click(app, "box.full")
    assert says(app, "Ya declaraste una casilla")
    click(app, "box.balas")
    settle(app)
    assert table(app).state.sheets[0].total == 2


def test_esc_first_leaves_the_question_then_opens_the_pause() -> None:
    app = sit(PERU, "11355" + "555")
    roll(app)
    click(app, "die.1")
    click(app, "declare")
    assert hinted(app) == "¿Para qué casilla? Tócala; después tira."
    key(app, "esc")
    assert app.top is table(app)
    assert hinted(app) == "Guardaste dados: para tirar, declara una casilla."
    key(app, "esc")
    assert app.top.name == "pause"
    key(app, "esc", "d", "esc")
    assert app.top is table(app)
    key(app, "d")
    click(app, "menu")
    assert app.top.name == "pause", "the button opens the menu whatever is asked"


def test_esc_leaves_turning_over_too() -> None:
    app = sit(COCH, "11355")
    roll(app)
    key(app, "v", "esc")
    assert app.top is table(app)
    key(app, "3")
    assert table(app).state.held == {3}, "numbers hold again"


def test_returning_all_five_frees_from_a_goal() -> None:
    app = sit(PERU, "11355" + "555" + "55522")
    roll(app)
    click(app, "die.1")
    click(app, "die.2")
    click(app, "declare")
    click(app, "box.balas")
    roll(app)
    click(app, "die.1")
    click(app, "die.2")
    roll(app)
    assert table(app).state.goal is None
    assert says(app, "Te plantas: hay que anotar Full")
    assert tags(app, "ring.full")
    assert target(app, "roll").why
    click(app, "box.quinas")
    assert says(app, "se anota en su propia casilla") or says(app, "te plantas")
    click(app, "box.full")
    settle(app)
    assert table(app).state.sheets[0].total == 35


def test_boxes_that_may_not_be_noted_show_nothing() -> None:
    """What is forbidden is seen before it is pressed: a must-stop, and a goal that stands."""
    app = sit(PERU, "33322")
    roll(app)
    assert tags(app, "worth.full")
    assert not tags(app, "worth.trenes")
    app = sit(PERU, "11355" + "555")
    roll(app)
    assert tags(app, "worth.quinas")
    click(app, "die.1")
    click(app, "die.2")
    click(app, "declare")
    click(app, "box.balas")
    roll(app)
    assert tags(app, "worth.balas")
    assert not tags(app, "worth.quinas")


def test_forced_crossing_says_why_not() -> None:
    app = sit(ALALAY, "12346")
    roll(app)
    assert not tags(app, "worth.grande"), "no cross is offered where none may be made"
    click(app, "box.grande.1")
    assert says(app, "solo después del último tiro")
    assert table(app).state.sheets[0].noted == 0


def test_why_not_leads_to_the_rule() -> None:
    app = sit(ALALAY, "12346")
    roll(app)
    click(app, "box.grande.1")
    assert app.line.rule == "R-25"
    key(app, "f1")
    assert scenes(app)[-1] == "book"
    key(app, "esc")
    assert scenes(app)[-1] == "table"


def test_a_dormida_worth_a_hundred_is_noted() -> None:
    app = sit(replace(CASUAL, dormida=100), "44444")
    roll(app)
    (grande,) = tags(app, "worth.grande")
    assert grande.glyph == "100"  # type: ignore[union-attr]
    click(app, "box.grande.1")
    settle(app)
    assert table(app).state.sheets[0].total == 100


def test_panza_de_oro_fills_the_belly_with_gold() -> None:
    app = sit(ALALAY, "12345" + "33322" + "44441" + "55551" + "2", names=("Ana",))
    for box in ("escalera", "full", "poker"):
        roll(app)
        click(app, f"box.{box}")
        settle(app)
    roll(app)
    for place in (1, 2, 3, 4):
        click(app, f"die.{place}")
    roll(app)
    heard(app)
    click(app, "box.grande.1")
    settle(app)
    assert app.top.name == "results"
    outcome = table(app).state.outcome
    assert outcome is not None
    assert outcome.kind == "panza"
    assert says(app, "anza de oro")


@pytest.mark.parametrize("moment", ["first", "deciding", "card"])
def test_somebody_goes_home_and_the_others_play_on(moment: str) -> None:
    """R21: at every phase of a turn; the order of the others never changes."""
    app = sit(CASUAL, "33322" * 3, names=("Ana", "Luis", "Rosa"), speed="none")
    if moment != "first":
        roll(app)
    if moment == "card":
        click(app, "box.full")
        settle(app)
    click(app, "menu")
    click(app, "seats")
    key(app, "enter")
    assert table(app).state.gone == frozenset(), "Enter in passing sends nobody home"
    click(app, "seats")
    click(app, "seat.2")
    key(app, "enter")
    assert table(app).state.gone == frozenset()
    click(app, "seat.2")
    click(app, "leave")
    assert says(app, "¿Se va Luis?")
    click(app, "yes")
    settle(app)
    state = table(app).state
    assert state.gone == {1}
    check_invariants(state)
    assert says(app, "Luis se fue")
    if "card" in ids(app):
        click(app, "card")
    assert state.seat in (0, 2)


def test_the_last_one_may_finish_alone() -> None:
    app = sit(CASUAL, names=("Ana", "Luis"), speed="none")
    click(app, "menu")
    click(app, "seats")
    click(app, "seat.1")
    click(app, "leave")
    click(app, "yes")
    settle(app)
    assert table(app).state.seat == 1
    if "card" in ids(app):
        click(app, "card")
    roll(app)
    assert table(app).state.rolls == 1
    click(app, "menu")
    click(app, "seats")
    click(app, "seat.2")
    assert "leave" not in ids(app)
