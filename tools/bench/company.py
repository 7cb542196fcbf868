"""Six bots at instant: how long a round of a whole table takes, at every level, under any rules.

The real loop, table and canvas on a surface in memory at 1920×1080, with the clock of the machine
and the bots' own thread; the best play is known, as it is from the second match on. A match ends
early where a dormida falls; then another is begun.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from cacho.engine import CASUAL, PRESETS, Level, Ruleset, Seat, with_fields
from cacho.services.paths import Home, prepare
from cacho.services.settings import Settings
from cacho.services.store import MatchStore
from cacho.ui.app import App
from cacho.ui.loop import Loop
from cacho.ui.offscreen import OffscreenWindow, Silence
from cacho.ui.regulars import NAMES
from cacho.ui.scenes.table import Table
from tools import stages
from tools.bench.measures import Figure, fresh_folder
from tools.desktop import Screen

SEATS = 6
ROUNDS = 6
"""Rounds measured of a table, after a first one in which pictures are loaded."""
LIMIT = 1.0
TABLES = {
    **PRESETS,
    "casual, three hatches": with_fields(CASUAL, {"hatches": "3"}),
    "casual, pairs": with_fields(CASUAL, {"team_size": "2"}),
    "peru, three hatches": with_fields(PRESETS["peru"], {"hatches": "3"}),
    "peru, trios, three hatches": with_fields(
        PRESETS["peru"], {"team_size": "3", "hatches": "3", "bajo": "look"}
    ),
}


@dataclass(frozen=True)
class Took:
    """What one round took, in seconds."""

    wall: float
    processor: float


def company(_screen: Screen) -> list[Figure]:
    """For every table the level whose rounds take longest, and the one that is most work.

    How each level fared is told on the way.
    """
    figures = []
    for name, rules in TABLES.items():
        stages.SOLVED.ask(rules)
        longest = most = 0.0
        for level in Level:
            took = list(rounds_of(rules, level))
            usual = statistics.median(one.wall for one in took)
            worked = statistics.median(one.processor for one in took)
            told = f"{name}, {level}: a round {usual:.2f} s, processor {worked:.2f} s"
            print(told, file=sys.stderr)
            longest, most = max(longest, usual), max(most, worked)
        figures += [
            Figure(f"{SEATS} bots, {name}: median round", longest, "s", LIMIT),
            Figure(f"{SEATS} bots, {name}: processor time of it", most, "s"),
        ]
    return figures


def rounds_of(rules: Ruleset, level: Level) -> Iterator[Took]:
    """Play and measure some rounds."""
    left = ROUNDS
    with fresh_folder() as folder:
        home = Home(data=folder, config=folder)
        prepare(home)
        settings = Settings(fullscreen=False, pace="instant")
        app = App(OffscreenWindow(), Silence(), home, MatchStore(home), settings)
        app.solving = stages.SOLVED
        loop = Loop(app, app.clock, time.sleep)
        while left:
            app.start_match([Seat(name, level) for name in NAMES[level][:SEATS]], 0, rules)
            for took in _rounds(app, loop):
                left -= 1
                yield took
                if not left:
                    break
        app.store.close()


def _rounds(app: App, loop: Loop) -> Iterator[Took]:
    """The rounds of one match, the first one and the last, at whose end results come, left out."""
    table = app.top
    if not isinstance(table, Table):
        raise TypeError("a match begins at the table")
    _to_round(table, loop, 2)
    while table.state.outcome is None:
        now = table.state.round
        begun, spent = time.perf_counter(), time.process_time()
        _to_round(table, loop, now + 1)
        if table.state.outcome is None:
            yield Took(time.perf_counter() - begun, time.process_time() - spent)


def _to_round(table: Table, loop: Loop, number: int) -> None:
    """Let the bots play until a round begins, or the match is over."""
    while table.state.outcome is None and table.state.round < number:
        loop.turn()
