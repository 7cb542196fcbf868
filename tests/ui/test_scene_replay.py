"""A match is watched again: as it was, step by step, from its moments; nothing changes in it."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from helpers import (
    WAYS,
    click,
    click_at,
    heard,
    ids,
    items,
    key,
    make_app,
    overlaps,
    pixel,
    says,
    scenes,
    settle,
    tags,
    tap,
    target,
    texts,
    wait,
)

from cacho.engine import (
    CASUAL,
    Hold,
    Match,
    MomentKind,
    Phase,
    Roll,
    ScriptedDice,
    Seat,
    Setup,
    parse_record,
)
from cacho.ui.painter import Paper
from cacho.ui.scenes.replay import Replay
from tools import stages

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def watch(name: str, **settings) -> tuple:
    """The replay of a committed record, stopped at its beginning."""
    record = parse_record((PLAYTHROUGHS / f"{name}.cacho").read_bytes())
    app = make_app(**settings)
    scene = Replay(app, record.setup, record.actions)
    app.go(scene)
    scene.playing = False
    return app, scene


def lies_as_it_should(scene: Replay) -> bool:
    return scene.shown is scene.state and scene.pose() == scene.poser.rest(scene.state)


@pytest.mark.parametrize(("seats", "team_size"), [(1, 1), (2, 1), (4, 1), (6, 1), (6, 2)])
@pytest.mark.parametrize("hatches", [1, 3])
def test_what_is_said_covers_no_sheet_and_no_key(seats: int, hatches: int, team_size: int) -> None:
    rules = replace(CASUAL, hatches=hatches, team_size=team_size)
    setup = Setup(rules, tuple(Seat(name) for name in stages.FRIENDS[:seats]), 0)
    app = make_app()
    scene = Replay(app, setup, (Roll((3, 3, 6, 1, 2)),))
    app.go(scene)
    scene.playing = False
    scene.go(1)
    app.say("Mejor era anotar 6 en Trenes: 18,2 puntos más que tachar Full.")
    shown = items(app)
    (said,) = (item for item in shown if item.tag == "message")
    place = (said.x, said.y, said.w, said.h)
    papers = [(i.x, i.y, i.w, i.h) for i in shown if isinstance(i, Paper) and i.tag != "strip"]
    keys = [widget.rect for widget in scene.widgets() if widget.id != "strip"]
    assert not [other for other in (*papers, *keys) if overlaps([place, other], slack=6.0)]


# ------------------------------------------------------------------------- on by itself


@pytest.mark.parametrize("name", ["panza", "dormida", "lot-with-ties", "goal", "bajo-held"])
def test_a_match_plays_by_itself_to_its_end(name: str) -> None:
    app, scene = watch(name)
    scene.speed = 4.0
    key(app, "space")
    for _second in range(120):
        wait(app, 1.0)
        if not scene.playing:
            break
    assert scene.at == len(scene.course)
    assert lies_as_it_should(scene)


def test_nothing_tells_a_result_before_the_dice_lie() -> None:
    app, scene = watch("two-players")
    key(app, "right")  # the lot
    settle(app)
    key(app, "right")
    wait(app, 0.2)
    assert scene.moving
    assert app.sounds.looping == "cup.shake"
    assert scene.shown.rolls == 0
    assert not any(":" in text for text in texts(app)), "the faces are not told yet"
    settle(app)
    assert app.sounds.looping is None
    assert "die.wood" in heard(app) or "die.soft" in heard(app)
    assert scene.shown.rolls == 1


def test_faster_is_faster() -> None:
    spent = []
    for speed in (1.0, 4.0):
        app, scene = watch("basic")
        scene.speed = speed
        begin = app.clock()
        key(app, "space")
        while scene.at < 8 or scene.moving:
            wait(app, 0.02)
        spent.append(app.clock() - begin)
    assert spent[0] > 3 * spent[1]


def test_speed_goes_round() -> None:
    app, scene = watch("basic")
    for speed in (2.0, 4.0, 1.0):
        click(app, "speed")
        assert scene.speed == speed


def test_with_less_motion_nothing_is_shaken() -> None:
    app, scene = watch("basic", reduced_motion=True)
    key(app, "page down", "right")
    wait(app, 0.1)
    assert app.sounds.looping is None
    settle(app)
    assert scene.shown.rolls == 1


# ------------------------------------------------------------------------------- steps


def test_every_place_is_the_resting_picture_of_its_state() -> None:
    for name in ("peru-pairs", "alalay-pairs-hatches", "desempate", "taking-back"):
        _app, scene = watch(name)
        for at in range(0, len(scene.course) + 1, 7):
            scene.go(at)
            assert lies_as_it_should(scene)


@pytest.mark.parametrize("way", WAYS)
def test_the_transport(way: str) -> None:
    app, scene = watch("two-players")
    press = WAYS[way]
    press(app, "turn-on")
    assert scene.at == scene.course.turns[1]
    press(app, "step-on")
    settle(app)
    first = scene.at
    press(app, "step-on")
    settle(app)
    assert scene.at > first
    press(app, "step-back")
    assert scene.at == first
    press(app, "turn-back")
    assert scene.at == scene.course.turns[1]
    press(app, "turn-back")
    assert scene.at == 0
    press(app, "end")
    assert scene.at == len(scene.course)
    assert scene.state.phase is Phase.OVER
    press(app, "start")
    assert scene.at == 0
    press(app, "play")
    assert scene.playing
    press(app, "play")
    assert not scene.playing


def test_the_keys() -> None:
    app, scene = watch("two-players")
    turns = scene.course.turns
    for name, at in (
        ("page down", turns[1]),
        ("page down", turns[2]),
        ("page up", turns[1]),
        ("end", len(scene.course)),
        ("home", 0),
    ):
        key(app, name)
        assert scene.at == at
    key(app, "down")
    assert scene.at == scene._marks[0].begin
    assert scene.playing, "a moment that is gone to is played"
    key(app, "down")
    assert scene.at >= scene._marks[1].begin
    key(app, "home", "esc")
    assert not app.running or scenes(app) == ["replay"]


def test_dice_held_one_by_one_are_one_step() -> None:
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice((3, 3, 3, 1, 2, 4, 5)))
    for action in (Roll(), *(Hold(frozenset(range(1, n + 1))) for n in (1, 2, 3)), Roll()):
        match.submit(action)
    app = make_app()
    scene = Replay(app, match.setup, match.log)
    app.go(scene)
    scene.go(1)
    key(app, "right")
    assert scene.shown.held == {1, 2, 3}
    assert scene.at == 4
    key(app, "left")
    assert scene.at == 1


def test_a_step_while_something_moves_brings_it_to_its_end() -> None:
    app, scene = watch("basic")
    key(app, "right")
    wait(app, 0.3)
    assert scene.moving
    before = scene.at
    key(app, "right")
    assert not scene.moving
    assert scene.at == before
    assert app.sounds.looping is None


def test_what_leads_no_further_says_so() -> None:
    app, scene = watch("basic")
    click(app, "step-back")
    assert says(app, "Es el comienzo")
    assert scene.at == 0


# ----------------------------------------------------------------------------- moments


def test_a_press_on_a_mark_plays_that_moment() -> None:
    app, scene = watch("alone")
    (grande,) = [m for m in scene._marks if m.kind is MomentKind.GRANDE]
    strip = target(app, "strip")
    click_at(app, pixel(app, strip.x(grande.at), 60))
    assert (scene.at, scene.playing) == (grande.begin, True)
    assert says(app, "Grande")
    wait(app, 30)
    assert scene.at >= grande.at


def test_a_press_beside_the_marks_goes_to_the_turn_played_there() -> None:
    app, scene = watch("alone")
    strip = target(app, "strip")
    free = next(
        turn
        for turn in scene.course.turns
        if all(abs(strip.x(m.at) - strip.x(turn + 1)) > 40 for m in scene._marks)
    )
    click_at(app, pixel(app, strip.x(free + 1), 60), touch=True)
    assert scene.at == free
    assert not scene.playing


def test_marks_keep_apart_and_the_greater_moment_is_seen() -> None:
    for name in ("three-hatches", "alalay-pairs-hatches", "panza"):
        app, scene = watch(name)
        strip = target(app, "strip")
        places = [strip.x(mark.at) for mark in scene._marks]
        assert all(b - a >= 25 for a, b in pairwise(places))
    assert scene._marks[-1].kind is MomentKind.EARLY_WIN


def test_targets_are_large_enough_at_every_table() -> None:
    for name in ("basic", "three-hatches", "alalay-pairs-hatches", "trios-short"):
        app, _scene = watch(name)
        for widget in app.top.widgets():
            assert min(widget.rect[2:]) >= 80, (name, widget.id)


def test_the_keys_cover_no_name_of_the_lot() -> None:
    app, scene = watch("lot-with-ties")
    assert scene.shown.phase is Phase.LOT
    names = [f"lot.{seat}.name" for seat in range(len(scene.state.seats))]
    papers = [item for name in names for item in tags(app, name) if isinstance(item, Paper)]
    slips = [(slip.x, slip.y, slip.w, slip.h) for slip in papers]
    assert len(slips) == len(names)
    assert not overlaps([*slips, *(widget.rect for widget in app.top.widgets())])


# ------------------------------------------------------------------------ from the results


def finished(play=stages.results, **how):
    app = make_app(speed="none")
    play(app, ("Ana", "Luis"), **how)
    settle(app)
    wait(app, 1.0)
    return app


@pytest.mark.parametrize("press", [click, tap])
def test_the_match_is_watched_from_its_results_and_nothing_changes(press) -> None:
    app = finished()
    match = app.session.match
    log, files = match.log, {p: p.read_bytes() for p in app.home.matches.rglob("*.cacho")}
    press(app, "watch")
    assert scenes(app) == ["table", "results", "replay"]
    key(app, "end")
    assert says(app, "Gana")
    press(app, "back")
    assert scenes(app) == ["table", "results"]
    assert match.log == log
    assert {p: p.read_bytes() for p in app.home.matches.rglob("*.cacho")} == files


def test_the_throw_of_the_game_is_shown_and_the_results_come_back() -> None:
    app = finished(stages.dormida, seconds=20)
    assert app.session.state.outcome.kind == "dormida"
    assert says(app, "La jugada de la partida")
    click(app, "throw")
    assert scenes(app)[-1] == "replay"
    assert ids(app) == ["again", "back"]
    seen = []
    for _second in range(40):
        wait(app, 0.5)
        seen += [item.tag for item in tags(app, "dormida")]
    assert seen, "the dormida was there again"
    assert scenes(app)[-1] == "replay", "it lies there until somebody presses"
    key(app, "enter")
    assert scenes(app) == ["table", "results"]


def test_the_throw_can_be_seen_again_and_left_at_any_time() -> None:
    app = finished()
    click(app, "throw")
    scene = app.top
    wait(app, 1.2)
    assert scene.at > scene.only.begin
    click(app, "again")
    assert scene.at <= scene.only.begin + 1
    wait(app, 20)
    click(app, "again")
    wait(app, 2.5)
    assert scene.at > scene.only.begin
    key(app, "esc")
    assert scenes(app) == ["table", "results"]
