"""The measurements of what is kept: history, replay, journal. They need no screen.

Owns the generator of a large history, which tests use too. The matches of it are one that was
really played, told again with other names, dates and results.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from cacho.engine import (
    CASUAL,
    PRESETS,
    Hold,
    Match,
    Note,
    Roll,
    Seat,
    SeededDice,
    Setup,
    parse_record,
    record_text,
    replay,
)
from cacho.services import historyfile
from cacho.services.history import History
from cacho.services.paths import Home, prepare
from cacho.services.store import MatchStore
from cacho.services.summary import Summary, summarise
from tools.bench.measures import Figure, fresh_folder
from tools.desktop import Screen

MATCHES = 10_000
TIMES = 9
ACTIONS = 200
PEOPLE = 40


def history(_screen: Screen) -> list[Figure]:
    """Opening a history of 10,000 matches: the first page, and everybody in it."""
    with fresh_folder() as folder:
        home = Home(folder, folder)
        prepare(home)
        large_history(home, MATCHES)
        took = [_seconds(lambda: _open_history(home)) for _ in range(TIMES)]
        person = [_seconds(lambda: _one_person(home)) for _ in range(TIMES)]
    return [
        Figure("history of 10,000 matches: open", statistics.median(took), "s", 0.3),
        Figure("history of 10,000 matches: a person's page", statistics.median(person), "s"),
    ]


def record(_screen: Screen) -> list[Figure]:
    """Replaying the record of six players, and writing one action to the disk."""
    text = record_text(six_players())
    took = [_seconds(lambda: replay(parse_record(text))) for _ in range(TIMES)]
    with fresh_folder() as folder:
        home = Home(folder, folder)
        prepare(home)
        wrote = _journalled(MatchStore(home))
    return [
        Figure("replaying a record of six", statistics.median(took) * 1000, "ms", 20),
        Figure("journalling one action, median", statistics.median(wrote) * 1000, "ms", 15),
        Figure("journalling one action, 99 %", sorted(wrote)[-len(wrote) // 100] * 1000, "ms"),
    ]


def large_history(home: Home, matches: int) -> None:
    """Fill the history of a home with matches that were never played."""
    chance = random.Random(1)
    base = summarise((played := six_players()).setup, played.log)
    if base is None:
        raise RuntimeError("the match that was played is over")
    db = historyfile.opened(home.history_file)
    db.execute("BEGIN")
    for number in range(matches):
        told = _told_again(base, number, chance)
        date = told.date or ""
        historyfile.insert(db, told, f"{told.match_id}.cacho", date, imported=False)
        file = home.finished / f"{told.match_id}.cacho"
        file.touch()
        stamp = historyfile.stamp_of(file)
        historyfile.remember(db, file.name, told.match_id, stamp, sound=True)
    db.execute("COMMIT")
    db.close()


def six_players() -> Match:
    """A whole match of six who hold, roll again and note anything: about 400 actions."""
    chance = random.Random(1)
    seats = tuple(Seat(name) for name in ("Ana", "Luis", "Eva", "Pía", "Teo", "Sol"))
    match = Match(Setup(CASUAL, seats, 0, "six"), SeededDice(bytes(32)))
    while not match.over:
        state = match.state
        if state.rolls and state.rolls_left:
            match.submit(Hold(frozenset(chance.sample(range(1, 6), chance.randrange(4)))))
        notes = [action for action in match.legal_actions if isinstance(action, Note)]
        match.submit(Roll() if state.rolls_left else chance.choice(notes))
    return match


def _told_again(base: Summary, number: int, chance: random.Random) -> Summary:
    names = chance.sample(range(PEOPLE), chance.randrange(2, 7))
    seats = tuple(
        replace(
            base.seats[at],
            name=f"Persona {name}",
            total=chance.randrange(60, 260),
            place=at + 1,
            won=at == 0,
            paid=at == len(names) - 1,
        )
        for at, name in enumerate(names)
    )
    day = f"{2000 + number // 400:04}-{1 + number // 28 % 12:02}-{1 + number % 28:02}T21:04"
    rules = chance.choice(list(PRESETS.values()))
    return replace(base, match_id=f"m{number}", date=day, rules=rules, seats=seats)


def _open_history(home: Home) -> None:
    opened = History(home)
    if opened.catch_up() or len(opened.games()) != 50 or len(opened.people()) != PEOPLE:
        raise RuntimeError("the history is not the one that was made")
    opened.close()


def _one_person(home: Home) -> None:
    opened = History(home)
    if opened.person("Persona 1") is None:
        raise RuntimeError("there is nobody of that name")
    opened.head_to_head("Persona 1", "Persona 2")
    opened.faces_by_name()
    opened.close()


def _journalled(store: MatchStore) -> list[float]:
    session = store.start(Setup(CASUAL, (Seat("Ana"), Seat("Luis")), 0))
    session.submit(Roll())
    took = [
        _seconds(lambda at=at: session.submit(Hold(frozenset({1 + at % 5}))))
        for at in range(ACTIONS)
    ]
    store.close()
    return took


def _seconds(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin
