"""Moments of a match, brought about for pictures: in `tools/gallery.py` and in tests/golden.

Each function seats players in an `App` and plays, with known dice, to a moment worth looking at.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from cacho.engine import (
    CASUAL,
    Box,
    Hold,
    Level,
    Match,
    Note,
    Roll,
    Ruleset,
    Seat,
    SeededDice,
    Setup,
    Stand,
    commitment,
    legal_actions,
    points_by_hatch,
    points_of,
    record_text,
    with_fields,
)
from cacho.services import people
from cacho.services.dice import scripted_turns
from cacho.services.evening import Evening, save_evening
from cacho.strategy import Solution, rules_key, solve
from cacho.ui.app import App
from cacho.ui.input import Move, Step
from cacho.ui.pose import Poser
from cacho.ui.scenes.agreeing import Agreeing
from cacho.ui.scenes.bringing import Bringing
from cacho.ui.scenes.players import Players
from cacho.ui.scenes.practice import Exercise, Practice
from cacho.ui.scenes.replay import Replay
from cacho.ui.scenes.review import ReviewPage, TurnsPage
from cacho.ui.scenes.table import Table
from cacho.ui.scenes.title import Title

FRIENDS = ("Ñusta", "Álvaro", "Rosa", "Quique", "Inés", "Tomás")
LONG = (
    "Ñusta Wayra Ávil",
    "MMMMMMMMMMMMMMMM",
    "Íñigo Fernández ",
    "Wilfredo Quispe",
    "Doña Eduviges Ll",
    "José Ñandú Ávila",
)
SEED = b"fotos de cacho, con sus dados..."


def sit(app: App, names: Sequence[str], dice: Sequence[int] = ()) -> Table:
    """Seat players; the first rolls fall as given."""
    app.wishes.seed = SEED
    app.wishes.dice = scripted_turns(dice) if dice else None
    app.start_match([name.strip() for name in names], 0)
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    return table


def drain(app: App) -> None:
    """Let everything come to rest."""
    while app.moving:
        app.step(1 / 120)
    if isinstance(app.top, Table):
        app.top.beside = None


def act(app: App, table: Table, *actions: Roll | Hold | Note | Stand) -> None:
    """Do things, and let each be seen to its end."""
    for action in actions:
        table.card_since = None
        table.submit(action)
        drain(app)


def play_on(app: App, table: Table, turns: int) -> None:
    """Play some turns, noting what is worth most, more or less."""
    chance = random.Random(5)
    for _ in range(turns):
        if table.state.outcome is not None:
            break
        act(app, table, Roll())
        worth = points_of(table.state)
        if worth:
            act(app, table, Note(max(worth, key=lambda box: worth[box] + chance.random() * 6)))


def watching(
    app: App, names: Sequence[str], share: float = 0.6, size: int = 1, hatches: Literal[1, 3] = 1
) -> Replay:
    """Return a replay of a whole match, stopped when a share of it has been seen."""
    rules = with_fields(CASUAL, {"team_size": str(size), "hatches": str(hatches)})
    setup = Setup(rules, tuple(Seat(name.strip()) for name in names), 0, match_id="foto")
    match = Match(setup, SeededDice(SEED))
    play_out(match)
    scene = Replay(app, setup, match.log)
    app.go(scene)
    scene.playing = False
    scene.go(round(share * len(scene.course)))
    return scene


def first_roll(app: App, seats: int) -> Table:
    """Return a table where the first player is about to roll for the first time."""
    app.wishes.speed = "none"  # the # is there at once
    return sit(app, FRIENDS[:seats])


def deciding(app: App, names: Sequence[str], turns: int = 5) -> Table:
    """Return a table in the middle of a match, after a second roll with two dice kept."""
    table = sit(app, names)
    play_on(app, table, turns * len(names))
    act(app, table, Roll(), Hold(frozenset({2, 4})), Roll())
    table.press_die(1)
    return table


def own_dice(app: App, names: Sequence[str], kind: str = "turn") -> Table:
    """Return a table with dice of its own, some of them entered: "lot", "first" or "turn".

    "all": all of them, to be looked at.
    """
    app.settings = replace(app.settings, own_dice=True)
    app.start_match([name.strip() for name in names], "lot" if kind == "lot" else 0)
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    table.poser = Poser("fotos")  # a match without a seed has a name of its own each time
    if kind in {"turn", "all"}:
        act(app, table, Roll((3, 3, 6, 1, 2)), Hold(frozenset({1, 2})))
    for face in (5, 3, 3) if kind == "all" else (5, 3):
        table.enter(face)
    return table


def agreeing(app: App, names: Sequence[str]) -> Table:
    """Return a table that is asked whether a note may be taken back, one having agreed."""
    table = sit(app, names, (3, 3, 3, 2, 2))
    act(app, table, Roll(), Note(Box.FULL), Roll())
    table.take_back()
    scene = app.top
    if not isinstance(scene, Agreeing):
        raise TypeError("the table is asked")
    scene.agreed.add(scene.asked[0])
    return table


BOTS = (
    Seat("Ñusta"),
    Seat("Chelita", Level.NOVATO),
    Seat("Don Hugo", Level.PARROQUIANO),
    Seat("Doña Flora", Level.MAESTRO),
    Seat("El Tiburón", Level.TIBURON),
)
"""A person among bots of every level."""


def players_with_bots(seats: Sequence[Seat], app: App) -> None:
    """Lay the players as after a match in which bots played."""
    levels = tuple((seat.name, seat.bot) for seat in seats if seat.bot)
    known = people.People().remember([seat.name for seat in seats], levels)
    people.save_people(app.home.people_file, known)
    app.go(Title(app))
    app.push(Players(app))
    app.top.handle(Move(Step.DOWN))


def bots(app: App, acts: int, first: int = 1, seats: Sequence[Seat] = BOTS) -> Table:
    """Return a table at which the bots have done so many things, beginning with that seat."""
    app.wishes.seed = SEED
    app.start_match(seats, first)
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    for _ in range(acts):
        table.beats.hurry()
        table.rest(app.clock())
        drain(app)
    return table


def handing_over(app: App, names: Sequence[str]) -> Table:
    """Return a table with the card that names the next player."""
    table = sit(app, names, (3, 3, 3, 2, 2))
    act(app, table, Roll())
    table.submit(Note(Box.FULL))
    drain(app)
    return table


def nearly_over(app: App, names: Sequence[str]) -> Table:
    """Return a table whose last sheets are nearly full, crosses and Grandes among them."""
    table = sit(app, names, (5, 5, 5, 5, 2, 5))
    act(app, table, Roll(), Hold(frozenset({1, 2, 3, 4})), Roll(), Note(Box.GRANDE))
    play_on(app, table, 10 * len(names) - 1)
    act(app, table, Roll())
    return table


def results(app: App, names: Sequence[str]) -> Table:
    """Return a table whose match has ended by points."""
    table = sit(app, names)
    play_on(app, table, 11 * len(names))
    return table


def dormida(app: App, names: Sequence[str], seconds: float = 4.2) -> Table:
    """Return a table in the moment of a dormida."""
    table = sit(app, names, (4, 4, 4, 4, 4))
    table.submit(Roll())
    for _ in range(round(seconds * 120)):
        if app.moving:
            app.step(1 / 120)
    return table


def lot(app: App, names: Sequence[str], seconds: float = 3.6) -> Table:
    """Return a table where the lot has been rolled and is being read."""
    app.wishes.seed = SEED
    app.start_match([name.strip() for name in names], "lot")
    for _ in range(round(seconds * 120)):
        app.step(1 / 120)
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    return table


# ------------------------------------------------------------- teams and three hatches


def sit_by(app: App, names: Sequence[str], rules: Ruleset) -> Table:
    """Seat players at a table of these rules."""
    app.wishes.seed = SEED
    app.start_match([name.strip() for name in names], 0, rules)
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    return table


def note_on(app: App, table: Table, notes: int) -> None:
    """Play until so many marks are noted, each series with one roll, mostly where it is best."""
    chance = random.Random(7)
    while table.state.outcome is None and sum(s.noted for s in table.state.sheets) < notes:
        act(app, table, Roll())
        if table.state.partner_next:
            act(app, table, Stand())
        elif table.state.outcome is None:
            worth = points_by_hatch(table.state)
            box, hatch = max(worth, key=lambda place: worth[place] + chance.random() * 6)
            act(app, table, Note(box, hatch=hatch))


def sharing(
    app: App, names: Sequence[str], size: int, hatches: Literal[1, 3] = 1, share: float = 0.6
) -> Table:
    """Return a table of teams, or of three hatches, with dice on it and all partners' results.

    `share` is how much of the match has been played.
    """
    rules = with_fields(CASUAL, {"team_size": str(size), "hatches": str(hatches)})
    table = sit_by(app, names, rules)
    app.settings = replace(app.settings, speed="none")
    note_on(app, table, round(share * rules.rounds * len(table.state.sheets)))
    if table.state.outcome is not None:
        return table
    while table.state.partner_next:
        act(app, table, Roll(), Stand())
    act(app, table, Roll(), Hold(frozenset({2, 4})), Roll())
    return table


# --------------------------------------------------------------------------- an evening


def evening_of(app: App, names: Sequence[str] = FRIENDS[:4], matches: int = 5) -> None:
    """Leave the records of some matches of an evening, by several rules, always the same."""
    ids = [f"noche-{number + 1}" for number in range(matches)]
    for number, match_id in enumerate(ids):
        text = record_of(number, names, match_id)
        (app.home.finished / f"{match_id}.cacho").write_text(text, encoding="utf-8")
    app.store.history.catch_up()
    save_evening(app.home.evening_file, Evening("2026-11-30T20:40", tuple(ids)))


def record_of(number: int, names: Sequence[str] = FRIENDS[:4], match_id: str = "otra") -> str:
    """Return the record of a match of such an evening, counted from 0, with its seed."""
    kinds = ({}, {"team_size": "2"}, {"grandes": "1"}, {}, {"hatches": "3"})
    seed = SEED + bytes([number])
    first = number % len(names)
    setup = Setup(
        with_fields(CASUAL, kinds[number % len(kinds)]),
        tuple(Seat(name.strip()) for name in (*names[first:], *names[:first])),
        0,
        match_id=match_id,
        commitment=commitment(seed),
        date=f"2026-11-30T2{number % 4}:04",
    )
    match = Match(setup, SeededDice(seed))
    play_out(match)
    return f"{record_text(match)}# seed {seed.hex()}\n"


def bringing(app: App, matches: int = 5) -> Bringing:
    """Lay records from elsewhere among the downloads, beside files that cannot be used."""
    app.home.downloads.mkdir(exist_ok=True)
    texts = {f"noche-{n + 1}": record_of(n, match_id=f"otra-{n + 1}") for n in range(matches)}
    texts |= {"foto": "", "foto (1)": "", "mesa": "cacho 3\n"}
    for name, text in texts.items():
        (app.home.downloads / f"{name}.cacho").write_text(text, encoding="utf-8")
    return Bringing(app)


def play_out(match: Match) -> None:
    """Play a match to its end, each series with one roll, mostly noted where it is best."""
    chance = random.Random(7)
    while not match.over:
        match.submit(Roll())
        if match.over:
            break
        if match.state.partner_next:
            match.submit(Stand())
            continue
        worth = points_by_hatch(match.state)
        box, hatch = max(worth, key=lambda place: worth[place] + chance.random() * 6)
        match.submit(Note(box, hatch=hatch))


# ------------------------------------------------------------------------------- the coach


class Solved:
    """The best play of the rules in use, worked out while one waits: for pictures and tests."""

    def __init__(self) -> None:
        self._known: dict[str, Solution] = {}

    def ask(self, rules: Ruleset) -> None:
        """Solve some rules, unless they are solved."""
        key = rules_key(rules)
        if key not in self._known:
            self._known[key] = solve(rules)
            self._known[key].complete()

    def solution(self, rules: Ruleset) -> Solution | None:
        """The solution of some rules that were asked for."""
        return self._known.get(rules_key(rules))

    def settled(self, rules: Ruleset) -> bool:
        """Nothing more will come: it is there as soon as it has been asked for."""
        del rules
        return True

    def give_way(self, moving: bool) -> None:
        """Nothing is going on."""

    def close(self) -> None:
        """Nothing is going on."""


SOLVED = Solved()


def advised(
    app: App, names: Sequence[str], rules: Ruleset = CASUAL, odds: bool = True, turns: int = 4
) -> Table:
    """Return a table where the coach was asked after the first roll of a turn."""
    app.solving = SOLVED
    table = sit_by(app, names, rules)
    app.settings = replace(app.settings, speed="none", odds=odds)
    note_on(app, table, turns * len(table.state.sheets))
    while table.state.partner_next:
        act(app, table, Roll(), Stand())
    act(app, table, Roll())
    table.ask_coach()
    return table


def mistaken(app: App, names: Sequence[str], noted: bool = False) -> Table:
    """Return a table whose coach speaks of three fives: most of them rolled, or noted too early."""
    app.solving = SOLVED
    app.settings = replace(app.settings, speed="none", coach="mistakes", coach_from=1)
    table = sit(app, names, (5, 1, 5, 5, 6))
    act(app, table, Roll())
    if noted:
        act(app, table, Note(Box.ESCALERA))
    else:
        act(app, table, Hold(frozenset({1, 2})), Roll())
    table.card_since = None
    return table


def looking_back(
    app: App,
    names: Sequence[str],
    rules: Ruleset = CASUAL,
    turns: bool = False,
    slept: int | None = None,
    duplicate: bool = False,
) -> ReviewPage:
    """Return the page on which a whole match is looked back on, or that of its turns.

    With `slept` a dormida ends it after so many notes; `duplicate`: all had the same dice.
    """
    app.solving = SOLVED
    app.settings = replace(app.settings, speed="none", duplicate=duplicate)
    table = sit_by(app, names, rules)
    note_on(app, table, rules.rounds * len(table.state.sheets) if slept is None else slept)
    if slept is not None:
        act(app, table, Roll((4, 4, 4, 4, 4)))
    scene = ReviewPage(app, table.session.setup, table.session.match.log)
    app.push(scene)
    while scene.looked.review is None:
        scene.looked.reckon()
    if turns:
        app.push(TurnsPage(app, scene.looked))
    return scene


def practising(app: App, answers: int, begun: bool = False, told: bool = False) -> Practice:
    """Return the table of a day with some answers; with `begun` the next position, with `told`
    the last one with its answer."""
    app.solving = SOLVED
    scene = Practice(app, "2026-11-30")
    app.push(scene)
    while scene.day is None or len(scene.day.found) < answers + 1:
        scene.rest(0.0)
    for number in range(answers):
        scene.go_on()
        table = app.top
        if isinstance(table, Exercise):
            table.submit(table.plan.roll() if table.state.may_roll else legal_notes(table)[0])
        if not (told and number == answers - 1):
            app.pop()
    if begun:
        scene.go_on()
    return scene


def legal_notes(table: Table) -> list[Note]:
    """The notes that may be made now."""
    return [action for action in legal_actions(table.state) if isinstance(action, Note)]
