"""Frames while the best play is worked out: none may come later than usual.

Owns how that moment is caught: a cup that is shaken from the start of a match until the solution of
its rules lies on the disk, and once more by the same player when it is there already.
"""

import itertools
import statistics
import time
from pathlib import Path

from cacho.engine import CASUAL, PERU, Ruleset, with_fields
from cacho.services.houses import Houses, save_houses
from cacho.services.paths import Home
from tools import visitor
from tools.bench.measures import SOUND, Figure, frames, fresh_folder, percentile
from tools.desktop import RealGame, Screen

LATE = 0.022
"""Seconds after which a frame is late."""
PATIENCE = 60.0
AT_LEAST = 6.0
"""Seconds of shaking, so that both times are told of as many frames or more."""
HOUSE = {"hatches": "3", "goal": "rethrow", "bajo": "look", "rethrow_mano": "yes"}


def meanwhile(screen: Screen) -> list[Figure]:
    """Frames of a shaken cup while rules are solved, beside those when all is known."""
    figures = []
    for name, rules in ("Peru", PERU), ("three hatches", with_fields(CASUAL, HOUSE)):
        with fresh_folder() as folder:
            _choose(folder, rules)
            for what in "while solved", "usually":
                gaps, seconds = _shaken(screen, folder)
                late = sum(gap > LATE for gap in gaps) / len(gaps)
                figures += [
                    Figure(f"{name}, {what}: seconds watched", seconds, "s"),
                    Figure(f"{name}, {what}: median interval", statistics.median(gaps) * 1e3, "ms"),
                    Figure(f"{name}, {what}: 99 %", percentile(gaps, 0.99) * 1e3, "ms", 22),
                    Figure(f"{name}, {what}: longest", gaps[-1] * 1e3, "ms"),
                    Figure(f"{name}, {what}: over 22 ms", late * 100, "%"),
                ]
    return figures


def _choose(folder: Path, rules: Ruleset) -> None:
    """Let the player of a folder play by these rules."""
    home = folder / "cacho-home"
    save_houses(Home(home, home).rules_file, Houses(rules))


def _shaken(screen: Screen, folder: Path) -> tuple[list[float], float]:
    """The intervals between pictures of a shaken cup, sorted, and how long it was watched."""
    trace = folder / "trace"
    home = folder / "cacho-home"
    game = RealGame(screen, folder, "--seed", "7", CACHO_TRACE=str(trace), **SOUND)
    with game:
        visitor.sit_down(game)
        game.hold("roll")
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            time.sleep(0.25)
            is_there = any(Home(home, home).solutions.glob("*.solution"))
            if is_there and time.monotonic() - begun > AT_LEAST:
                break
        seconds = time.monotonic() - begun
        shaken = [frame for frame in frames(trace) if frame["shaking"]]
        game.let_go()
    return sorted(b["t"] - a["t"] for a, b in itertools.pairwise(shaken)), seconds
