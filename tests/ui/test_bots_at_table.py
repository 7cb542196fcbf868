"""Bots at the table: seen beat by beat, at any seat, and never in the way of a person."""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    PRESETS,
    Box,
    Hand,
    Leave,
    Level,
    Note,
    Noted,
    Phase,
    Roll,
    Rolled,
    Ruleset,
    Seat,
    check_invariants,
    course_of,
)
from cacho.services.dice import scripted_turns
from cacho.services.people import load_people
from cacho.services.thinking import Beside
from cacho.strategy import Solution, solve
from cacho.ui import beats as beats_of
from cacho.ui import told
from cacho.ui.beats import PATIENCE
from cacho.ui.regulars import NAMES, level_name
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.table import Table
from cacho.ui.scenes.title import Title
from cacho.ui.tabletop import TURN
from cacho.ui.widgets.prose import width_of
from tests.ui.helpers import (
    WAYS,
    TestedApp,
    click,
    ids,
    items,
    key,
    key_down,
    key_up,
    make_app,
    says,
    scenes,
    settle,
    target,
    texts,
    turn,
    wait,
)

SEED = b"bots at a table, with their dice"
LEVELS = list(Level)
ANA = Seat("Ana")


def bot(level: Level, number: int = 0) -> Seat:
    return Seat(NAMES[level][number], level)


def sit(
    seats: Sequence[Seat], rules: Ruleset = CASUAL, dice: str = "", start: int = 0, **more: object
) -> TestedApp:
    app = make_app(**more)  # type: ignore[arg-type]
    app.wishes.seed = SEED
    if dice:
        app.wishes.dice = scripted_turns([int(face) for face in dice])
    app.start_match(list(seats), start, rules)
    return app


def table(app: TestedApp) -> Table:
    return next(scene for scene in app.stack if isinstance(scene, Table))


def until(app: TestedApp, what: str, most: float = 120.0) -> None:
    """Let time pass until the card of a person, the results, or the like is there."""
    end = app.clock() + most
    while what not in (app.top.name, *ids(app)):
        assert app.clock() < end, f"no {what}: {app.top.name} {ids(app)} {table(app).line}"
        turn(app)


# ------------------------------------------------------------------------ beat by beat (U04)


def beats(app: TestedApp, seconds: float) -> list[tuple[float, str]]:
    """What stands on the line of a bot's turn while time passes, with when it came."""
    seen: list[tuple[float, str]] = []
    end = app.clock() + seconds
    while app.clock() < end and app.top.name == "table":
        turn(app)
        line = table(app).line
        if line and (not seen or seen[-1][1] != line):
            seen.append((app.clock(), line))
    return seen


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_sign_of_a_bot_stands_clear_of_whose_turn_it_is(language: str) -> None:
    for level in Level:
        for name in (*NAMES[level], "Ñusta Wayra Ávil"):
            app = sit([Seat(name, level), ANA], language=language)
            sign = next(item for item in items(app) if getattr(item, "tag", "") == "turn.bot")
            words = next(item for item in items(app) if getattr(item, "tag", "") == "turn.text")
            wide = min(words.width, width_of(words.text, words.font, words.size))
            assert words.x - wide / 2 >= sign.x + sign.w + 4, name
            assert words.x + wide / 2 <= TURN[0] + TURN[2] - 16, name


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_every_act_of_a_bot_is_a_beat_that_can_be_read(pace: str) -> None:
    """Roll, hold, roll, note: in words on the table, none sooner than one can read it."""
    app = sit([bot(Level.MAESTRO), bot(Level.PARROQUIANO)], dice="33612" + "361" + "6", pace=pace)
    seen = beats(app, 25)
    lines = [line for _, line in seen][:4]
    assert lines == [
        "Doña Flora: 3 3 6 1 2",
        "Doña Flora guarda 3 3",
        "Doña Flora: 3 3 3 6 1",
        "Doña Flora guarda 3 3 3",
    ]
    least = {"slow": 1.2, "normal": 0.65, "fast": 0.3}[pace]
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(seen)]
    assert min(gaps) >= least


def test_what_a_bot_says_to_its_note_goes_with_nothing_that_another_does() -> None:
    """In pairs the next to be told of may be one who leaves the dice to the partner."""
    pairs = replace(CASUAL, team_size=2)
    app = sit([bot(Level.MAESTRO, at) for at in range(4)], pairs, dice="23456" * 12, pace="fast")
    seen: set[str] = set()
    while table(app).state.round < 3:
        turn(app)
        seen.add(" ".join(item.text for item in items(app) if getattr(item, "tag", "") == "hint"))
    assert any("anotó" in told and "«" in told for told in seen)
    left = [told for told in seen if "deja sus" in told]
    assert left
    assert not [told for told in left if "«" in told]


def test_a_held_die_is_ringed_before_the_rest_are_rolled() -> None:
    app = sit([bot(Level.MAESTRO), ANA], dice="33612361")
    while not table(app).state.held:
        turn(app)
    assert table(app).state.held == {1, 2}
    assert tagged_so(app, "ring").count("ring") == 2
    assert table(app).state.rolls == 1


def tagged_so(app: TestedApp, part: str) -> list[str]:
    """The tags of what is seen that contain a part."""
    return [tag for item in items(app) if part in (tag := getattr(item, "tag", ""))]


def test_dice_are_turned_over_before_they_are_noted() -> None:
    """In Alalay a note turns dice: first they are seen turned, then the mark is written."""
    app = sit([bot(Level.MAESTRO), ANA], ALALAY, dice="1123411234")
    turned = []
    while table(app).state.last_note is None:
        turn(app)
        if table(app).plan.turned and not app.moving:
            turned.append(table(app).plan.turned)
    assert turned, "the dice never lay there turned"


@pytest.mark.parametrize("way", ["mouse", "touch", "space", "enter"])
def test_a_press_ends_one_beat_and_no_more(way: str) -> None:
    app = sit([bot(Level.MAESTRO), bot(Level.NOVATO), ANA], pace="slow")
    match = table(app).session.match
    seen = []
    for _ in range(8):
        before = len(match.log)
        if way in WAYS:
            WAYS[way](app, "go-on")
        else:
            key(app, way)
        settle(app)
        seen.append(len(match.log) - before)
    assert set(seen) <= {0, 1}, "a press went over a beat"
    assert sum(seen) >= 3


def test_hammering_goes_on_no_quicker_than_somebody_can_press() -> None:
    app = sit([bot(Level.MAESTRO), ANA], pace="slow")
    match = table(app).session.match
    for _ in range(20):
        key_down(app, "space")
        key_up(app, "space")
        wait(app, 0.03)
    assert len(match.log) <= 1


def test_at_instant_a_round_of_six_takes_less_than_a_second() -> None:
    """By the clock of the game, naps between pictures included, and by that of the processor."""
    app = sit([bot(LEVELS[at % 4], at // 4) for at in range(6)], pace="instant")
    while table(app).state.round < 2:  # whatever is loaded once
        turn(app)
    begun, spent = app.clock(), time.process_time()
    while table(app).state.round < 5:
        turn(app)
    assert app.clock() - begun < 3 * 1.0
    assert time.process_time() - spent < 3 * 1.0


def test_a_thought_that_takes_long_delays_no_picture() -> None:
    app = sit([bot(Level.MAESTRO), ANA])
    app.think, gate, answers = Beside(), threading.Event(), list[bool]()
    app.think(lambda: answers.append(gate.wait(60)))  # somebody else's question comes first
    wait(app, 1.0)
    assert not answers, "the loop waited"
    assert table(app).state.rolls == 0
    gate.set()


# ----------------------------------------------------------------- persons among bots (T12)


@pytest.mark.parametrize("where", range(3))
def test_a_person_at_any_seat_gets_the_card_and_bots_never_do(where: int) -> None:
    seats = [bot(Level.NOVATO), bot(Level.TIBURON)]
    seats.insert(where, ANA)
    app = sit(seats, pace="instant", speed="none")
    for number in range(2):
        if where or number:
            until(app, "card")
            assert says(app, "Le toca a")
            assert says(app, "anotó") or says(app, "tachó")
            click(app, "card")
        assert table(app).state.seat == where
        click(app, "roll")
        state = table(app).state
        box = max(state.sheet.open_boxes, key=lambda box: table(app).plan.worth(state)[box, 0])
        settle(app)
        name = f"box.{box}" if f"box.{box}" in ids(app) else f"box.{box}.1"
        click(app, name)
        if app.top.name == "confirm":
            click(app, "yes")
        settle(app)


def test_bots_alone_play_to_the_end_and_again() -> None:
    app = sit([bot(level) for level in LEVELS], pace="instant", speed="none")
    until(app, "results")
    assert says(app, "¡Gana")
    wait(app, 1)
    click(app, "rematch")
    assert table(app).state.starter == 1
    assert [seat.bot for seat in table(app).state.seats] == LEVELS


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_whole_matches_in_every_tradition(rules: Ruleset, soak: bool) -> None:
    levels = LEVELS if soak else [Level.NOVATO, Level.MAESTRO]
    app = sit([bot(level) for level in levels], rules, pace="instant", speed="none", start=1)
    app.watch = lambda: check_invariants(table(app).state)
    until(app, "results")
    assert table(app).shown == table(app).state


@pytest.mark.parametrize(
    ("language", "calls", "lies"),
    [
        ("es", "Chelita canta ¡bajo! y tira", "Chelita, con bajo: 6 5 4 3 3"),
        ("en", "Chelita calls ¡bajo! and rolls", "Chelita, with bajo: 6 5 4 3 3"),
    ],
)
def test_bajo_is_called_before_the_dice_turn_over(
    language: str, calls: str, lies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-21: a beat of its own, so that nobody wonders why all five turn over by themselves."""
    monkeypatch.setattr(beats_of, "choose", lambda state, *_: Roll(bajo=True))
    app = sit([Seat("Chelita", Level.PARROQUIANO), ANA], BASIC, "12344", language=language)
    until_line(app, calls)
    assert not table(app).moving, "it is said before the cup is taken up"
    begin = app.clock()
    while not table(app).moving:
        turn(app)
    assert app.clock() - begin > 0.5
    while table(app).moving:
        assert says(app, calls) or not table(app).moving
    until_line(app, lies)


def until_line(app: TestedApp, line: str, most: float = 20.0) -> None:
    """Let time pass until something is told in the line."""
    end = app.clock() + most
    while not says(app, line):
        assert app.clock() < end, f"never told: {line}, but {table(app).line}"


def test_who_begins_gives_way_to_what_they_do() -> None:
    app = sit([bot(Level.PARROQUIANO), ANA], start=0)
    app.report("Empieza Chelita.")
    until_line(app, f"{NAMES[Level.PARROQUIANO][0]}: ")
    assert not says(app, "Empieza")


def test_a_bots_roll_is_sung_until_it_does_something() -> None:
    app = sit([bot(Level.PARROQUIANO), ANA], dice="66231", song=True)
    name = NAMES[Level.PARROQUIANO][0]
    until_line(app, "Dos senas")
    assert table(app).line == f"{name}: 6 6 2 3 1"
    until_line(app, f"{name} guarda")
    assert not says(app, "Dos senas")
    table(app).beats.ponders = True
    table(app)._touch()
    assert says(app, "lo está pensando…")


def test_what_was_noted_is_told_in_the_language_there_is_now() -> None:
    app = sit([Seat("Rosa"), ANA], dice="66231", speed="none")
    table(app).submit(Roll())
    table(app).submit(Note(Box.SENAS))
    assert says(app, "Rosa anotó 12 puntos en Senas")
    app.set(language="en")
    table(app)._touch()
    assert says(app, "Rosa noted 12 points in Senas")


def test_whole_matches_of_teams_and_three_hatches(soak: bool) -> None:
    larger = [(2, 1, 3), (3, 1, 6), (2, 3, 3)] if soak else []
    for size, hatches, seats in [(2, 1, 2), (1, 3, 1), *larger]:
        rules = replace(CASUAL, team_size=size, hatches=hatches)
        app = sit([bot(LEVELS[at % 4], at // 4) for at in range(seats)], rules, pace="instant")
        until(app, "results", most=600)
        state = table(app).state
        assert state.outcome
        assert all(sheet.full for sheet in state.sheets) or state.outcome.kind == "dormida"


def test_the_log_in_words_tells_the_sheets() -> None:
    """U24: from the lines of a round of bots the sheets can be written again."""
    app = sit([bot(level) for level in LEVELS], pace="fast")
    lines: list[str] = []

    def watch() -> None:
        line = table(app).line
        if line and lines[-1:] != [line]:
            lines.append(line)

    app.watch = watch
    while table(app).state.round < 2:
        turn(app)
    settle(app)
    match = table(app).session.match
    steps = course_of(match.setup, match.log).steps
    happened = [event for step in steps for event in step.events]
    wanted = [
        told.noted(event, table(app).state.seats[event.seat].name)
        for event in happened
        if isinstance(event, Noted)
    ]
    assert [line for line in lines if line in wanted] == wanted
    rolls = sum(isinstance(event, Rolled) for event in happened)
    assert sum(": " in line and "bajo" not in line for line in lines) >= rolls - 1


def test_the_last_score_stays_marked_until_the_next() -> None:
    app = sit([bot(Level.NOVATO), bot(Level.MAESTRO), ANA], pace="instant", speed="none")
    until(app, "card")
    noted = table(app).state.noted
    assert noted is not None
    assert noted.seat == 1
    newest = tagged_so(app, "newest")
    assert sorted(tag.split(".")[0] for tag in newest) == ["newest", "sheet"]
    assert "sheet.1.newest" in newest


# ------------------------------------------------------------------------- taking back (I14)


def noted_by_ana(**more: object) -> TestedApp:
    app = sit([ANA, bot(Level.MAESTRO), bot(Level.NOVATO)], dice="33322", speed="none", **more)
    click(app, "roll")
    wait(app, 0.5)
    click(app, "box.full")
    return app


@pytest.mark.parametrize("way", WAYS)
def test_a_person_takes_the_note_back_before_the_bot_rolls(way: str) -> None:
    app = noted_by_ana(pace="slow")
    WAYS[way](app, "take-back")
    assert table(app).state.seat == 0
    assert table(app).state.dice == (3, 3, 3, 2, 2)
    wait(app, 20)
    assert table(app).state.seat == 0, "no bot acts for the person"


def test_even_beside_instant_bots_there_is_time_to_take_back() -> None:
    app = noted_by_ana(pace="instant")
    wait(app, 1.0)
    assert not target(app, "take-back").why
    key(app, "erase")
    assert table(app).state.seat == 0


@pytest.mark.parametrize("way", WAYS)
def test_back_past_the_bots_to_the_own_note_and_no_further(way: str) -> None:
    """What bots noted since goes with it; nobody else is there to agree."""
    app = noted_by_ana(pace="instant")
    until(app, "card")
    WAYS[way](app, "take-back")
    state = table(app).state
    assert (state.seat, state.dice) == (0, (3, 3, 3, 2, 2))
    assert [sheet.noted for sheet in state.sheets] == [0, 0, 0]
    assert "box.full" in ids(app)
    wait(app, 5)
    assert table(app).state.seat == 0


def test_in_the_middle_of_a_bots_turn_too() -> None:
    app = noted_by_ana(pace="slow")
    while table(app).state.rolls < 2:
        turn(app)
    settle(app)
    key(app, "erase")
    assert (table(app).state.seat, table(app).state.rolls) == (0, 1)


def test_other_people_are_asked_first() -> None:
    app = sit([ANA, bot(Level.MAESTRO), Seat("Luis")], dice="33322", speed="none", pace="instant")
    click(app, "roll")
    wait(app, 0.5)
    click(app, "box.full")
    until(app, "card")
    click(app, "take-back")
    assert app.top.name == "agreeing"
    click(app, "agrees.2")
    assert table(app).state.seat == 0


def test_what_a_bot_noted_stands() -> None:
    app = sit([bot(Level.MAESTRO), ANA], pace="instant", speed="none")
    until(app, "card")
    assert target(app, "take-back").why
    key(app, "erase")
    assert says(app, "Eso lo anotó la máquina")
    assert table(app).state.sheets[0].noted == 1


def test_a_bot_that_ends_the_match_lets_nobody_take_that_back() -> None:
    app = sit([bot(Level.NOVATO), bot(Level.MAESTRO)], pace="instant", speed="none")
    until(app, "results")
    assert "take-back" not in ids(app)
    key(app, "erase")
    assert scenes(app) == ["table", "results"]


# ------------------------------------------------------------------ menus, seats that change hands


def test_the_menu_opens_at_any_time_and_the_bots_wait() -> None:
    for moment in (0.05, 0.6, 1.0, 1.9, 3.0, 5.0):
        app = sit([bot(Level.MAESTRO), ANA])
        wait(app, moment)
        key(app, "esc")
        assert app.top.name == "pause"
        before = len(table(app).session.match.log)
        wait(app, 30)
        assert len(table(app).session.match.log) == before
        key(app, "esc")
        until(app, "card")


@pytest.mark.parametrize("way", WAYS)
def test_a_seat_is_handed_to_a_bot_and_taken_back(way: str) -> None:
    app = sit([ANA, Seat("Luis")], dice="33322", pace="slow", speed="none")
    press = WAYS[way]
    click(app, "roll")
    click(app, "menu")
    press(app, "seats")
    press(app, "seat.1")
    press(app, "to.maestro")
    assert scenes(app) == ["table"]
    assert table(app).state.seats[0] == Seat("Ana", Level.MAESTRO)
    assert "go-on" in ids(app)
    assert "roll" not in ids(app)
    click(app, "menu")
    press(app, "seats")
    press(app, "seat.1")
    press(app, "to.person")
    assert table(app).state.seats[0] == ANA
    before = len(table(app).session.match.log)
    wait(app, 30)
    assert len(table(app).session.match.log) == before, "the person decides again"
    click(app, "box.full")
    assert table(app).state.sheets[0].noted == 1


def test_a_bot_takes_over_under_the_card_and_plays() -> None:
    app = sit([ANA, Seat("Luis")], dice="33322", speed="none")
    click(app, "roll")
    wait(app, 0.5)
    click(app, "box.full")
    assert "card" in ids(app)
    for id_ in ("menu", "seats", "seat.2", "to.parroquiano"):
        click(app, id_)
    assert "card" not in ids(app)
    until(app, "card")
    assert table(app).state.sheets[1].noted == 1


def test_who_took_over_goes_with_the_match() -> None:
    """U11: in the next match the seat is the person's again."""
    app = sit([ANA, bot(Level.MAESTRO)], pace="instant", speed="none")
    table(app).submit(Hand(0, Level.NOVATO))
    until(app, "results")
    wait(app, 1)
    click(app, "rematch")
    assert table(app).state.seats[0] == ANA


def test_a_rematch_seats_who_took_over_and_nobody_who_went_home() -> None:
    """U11: by name, whoever played the seat in between."""
    app = sit([ANA, Seat("Luis"), Seat("Rosa"), bot(Level.MAESTRO)], pace="instant", speed="none")
    flora = table(app).state.seats[3]
    table(app).submit(Leave(0))
    table(app).submit(Hand(1, name="Eva"))
    table(app).submit(Hand(3))
    for seat in (1, 2, 3):
        table(app).submit(Hand(seat, Level.NOVATO))
    until(app, "results")
    wait(app, 1)
    click(app, "rematch")
    assert table(app).state.seats == (Seat("Eva"), Seat("Rosa"), flora)
    assert table(app).state.starter == 0, "Ana began, so who sat after her begins now"


def test_who_took_a_seat_over_is_offered_for_the_next_match() -> None:
    app = sit([ANA, Seat("Luis")])
    table(app).submit(Hand(1, name="Eva"))
    table(app).submit(Hand(0, Level.NOVATO))
    people, _ = load_people(app.home.people_file)
    assert people.last == ("Ana", "Eva")
    assert people.recent[:2] == ("Ana", "Eva")
    assert people.level_of("Ana") is None


def test_a_bot_goes_on_after_a_restart() -> None:
    app = sit([bot(Level.MAESTRO), ANA], pace="normal")
    while table(app).state.rolls < 2:
        turn(app)
    log = table(app).session.match.log
    app.leave_to_title()
    app.resume_match()
    assert table(app).session.match.log == log
    until(app, "card")


def test_the_tables_own_dice_are_rolled_for_a_bot() -> None:
    app = sit([bot(Level.MAESTRO), ANA], own_dice=True, speed="none")
    wait(app, 3)
    assert says(app, "Tira por Doña Flora")
    for face in (3, 3, 6, 1, 2):
        click(app, f"face.{face}")
    key(app, "space")
    assert table(app).state.dice == (3, 3, 6, 1, 2)
    until(app, "face.1")
    assert table(app).state.held == {1, 2}
    for face in (3, 6, 1):
        click(app, f"face.{face}")
    key(app, "enter")
    assert table(app).state.dice == (3, 3, 3, 6, 1)


# ------------------------------------------------------------------------------ the players screen


@pytest.mark.parametrize("way", WAYS)
def test_a_press_makes_a_seat_a_bots_and_in_the_end_a_persons_again(way: str) -> None:
    app = make_app()
    app.go(Title(app))
    app.push(Players(app))
    app.top._rows[0].name = "Ana"  # type: ignore[attr-defined]
    for level in LEVELS:
        WAYS[way](app, "bot.1")
        assert level_name(level) in texts(app)
        assert NAMES[level][0] in texts(app)
    WAYS[way](app, "bot.1")
    assert "Ana" in texts(app)
    assert level_name(Level.TIBURON) not in texts(app)


@pytest.mark.parametrize("seats", range(1, 7))
def test_six_of_one_level_have_names_of_their_own(seats: int) -> None:
    app = make_app()
    app.go(Title(app))
    app.push(Players(app))
    while len(app.top._rows) > 1:  # type: ignore[attr-defined]
        click(app, "remove.2")
    for number in range(1, seats + 1):
        if number > 1:
            click(app, "add")
        for _ in range(4):
            click(app, f"bot.{number}")
    click(app, "start")
    state = table(app).state
    assert [seat.bot for seat in state.seats] == [Level.TIBURON] * seats
    assert len({seat.name for seat in state.seats}) == seats


def test_the_next_evening_the_same_bots_sit_there(tmp_path) -> None:
    app = make_app(tmp_path)
    app.start_match([ANA, bot(Level.MAESTRO)], 0)
    app.leave_to_title()
    app.push(Players(app))
    assert "Doña Flora" in texts(app)
    assert "Maestro" in texts(app)
    click(app, "bot.2")
    click(app, "bot.2")
    assert "Doña Flora" not in texts(app), "bots are nobody to remember"


# ---------------------------------------------------------------------------------- the end


def test_a_bot_that_is_last_owes_the_round() -> None:
    app = sit([bot(Level.NOVATO), bot(Level.MAESTRO)], pace="instant", speed="none")
    until(app, "results")
    outcome = table(app).state.outcome
    assert outcome is not None
    loser = table(app).state.seats[outcome.payers[0]].name
    assert says(app, f"{loser} queda debiendo la ronda")
    assert table(app).state.phase is Phase.OVER


def test_a_bot_has_a_word_for_what_was_special() -> None:
    app = sit([bot(Level.NOVATO), bot(Level.TIBURON)], dice="33322" + "44444", speed="none")
    while table(app).state.noted is None:
        turn(app)
    assert says(app, "Chelita anotó 35 en Full, de mano «¡Fue sin querer!»")
    while table(app).state.rolls == 0:
        turn(app)
    assert not says(app, "¡Fue sin querer!")


class Solver:
    """Somebody who solves rules, and is done when told so."""

    def __init__(self) -> None:
        self.asked: list[Ruleset] = []
        self.known: Solution | None = None
        self.done: bool | None = None
        """Whether nothing more will come; None as long as all is known that is."""

    def ask(self, rules: Ruleset) -> None:
        self.asked.append(rules)

    def solution(self, rules: Ruleset) -> Solution | None:
        return self.known

    def settled(self, rules: Ruleset) -> bool:
        return self.known is not None if self.done is None else self.done

    def give_way(self, moving: bool) -> None:
        pass

    def close(self) -> None:
        pass


def unsolved(level: Level) -> tuple[TestedApp, Solver]:
    """A match that such a bot begins, by rules that nobody has solved yet."""
    app = make_app(pace="instant", speed="none")
    app.wishes.seed = SEED
    app.solving = solver = Solver()
    app.start_match([bot(level), ANA], 0)
    assert solver.asked
    return app, solver


def test_a_master_waits_until_the_rules_are_solved_and_says_so() -> None:
    app, solver = unsolved(Level.MAESTRO)
    wait(app, 2)
    state = table(app).state
    assert state.rolls == 1, "there was nothing to decide about the first roll"
    assert not state.held, "what to hold is not known yet"
    assert len(solver.asked) <= 5, "not at every look"
    assert says(app, f"{state.seats[0].name} lo está pensando…")
    solver.known = solve(CASUAL)
    until(app, "card")
    assert not says(app, f"{state.seats[0].name} lo está pensando…")
    table(app).submit(Hand(1, Level.MAESTRO))
    until(app, "results")
    exact = table(app).beats.wits.exact
    assert exact is not None
    assert exact is not solver.known, "two threads share no memory"


def test_a_shark_wants_to_know_all_scores_too() -> None:
    app, solver = unsolved(Level.TIBURON)
    solver.known, solver.done = solve(CASUAL), False
    wait(app, 2)
    assert table(app).state.rolls == 1
    solver.known.complete()
    until(app, "card")


@pytest.mark.parametrize("level", [Level.MAESTRO, Level.TIBURON])
def test_no_bot_waits_for_ever(level: Level) -> None:
    app, _solver = unsolved(level)
    until(app, "card", most=PATIENCE + 5)
    assert table(app).state.sheets[0].noted == 1
    assert table(app).beats.wits.exact is None


def test_a_press_ends_the_wait() -> None:
    app, _solver = unsolved(Level.MAESTRO)
    wait(app, 2)
    key(app, "space")
    until(app, "card", most=3)
    assert table(app).state.sheets[0].noted == 1


def test_nobody_waits_for_what_was_given_up() -> None:
    app, solver = unsolved(Level.MAESTRO)
    solver.done = True
    until(app, "card", most=3)
    assert table(app).beats.wits.exact is None


@pytest.mark.parametrize("level", [Level.NOVATO, Level.PARROQUIANO])
def test_who_needs_no_solution_asks_for_none(level: Level) -> None:
    app = make_app(pace="instant", speed="none", coach="off")
    app.solving = solver = Solver()
    app.start_match([bot(level), ANA], 0)
    until(app, "card")
    assert not solver.asked
