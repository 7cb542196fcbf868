"""Frames while the best play is worked out: none may come later than usual.

Owns how that moment is caught: the rolls of a turn from the start of a match whose rules nobody has
solved yet, and the same rolls once more by the same player when the solution lies on the disk.
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
from tools.desktop import RealGame, Screen, eventually

LATE = 0.022
"""Seconds after which a frame is late."""
APART = 0.25
"""Pictures so far apart belong to two motions."""
TIMES = 4
"""So often each is played, by turns."""
SHAKEN, LOOKED_AT = 1.2, 0.7
"""Seconds for which the cup is shaken, and for which a quick player looks at the dice."""
PATIENCE = 60.0
ALL_ROLLS = {"must_stop": "no"}
"""So that no figure ends the turn after its first roll."""
HOUSE = {"hatches": "3", "goal": "rethrow", "bajo": "look", "rethrow_mano": "yes"}


def meanwhile(screen: Screen) -> list[Figure]:
    """Frames of a turn while rules are solved, beside those when all is known."""
    figures = []
    peru = with_fields(PERU, ALL_ROLLS)
    for name, rules in ("Peru", peru), ("three hatches", with_fields(CASUAL, HOUSE)):
        gaps: dict[str, list[float]] = {"while solved": [], "usually": []}
        for _ in range(TIMES):
            with fresh_folder() as folder:
                _choose(folder, rules)
                for seen in gaps.values():
                    seen.extend(_turn(screen, folder, rules.rolls))
        for what, several in gaps.items():
            several.sort()
            late = sum(gap > LATE for gap in several) / len(several)
            figures += [
                Figure(f"{name}, {what}: frames", len(several), ""),
                Figure(f"{name}, {what}: median interval", statistics.median(several) * 1e3, "ms"),
                Figure(f"{name}, {what}: 99 %", percentile(several, 0.99) * 1e3, "ms", 22),
                Figure(f"{name}, {what}: longest", several[-1] * 1e3, "ms"),
                Figure(f"{name}, {what}: over 22 ms", late * 100, "%"),
            ]
    return figures


def _choose(folder: Path, rules: Ruleset) -> None:
    """Let the player of a folder play by these rules."""
    home = folder / "cacho-home"
    save_houses(Home(home, home).rules_file, Houses(rules))


def _turn(screen: Screen, folder: Path, rolls: int) -> list[float]:
    """The intervals between pictures of a turn's rolls; then the solution is waited for."""
    trace = folder / "trace"
    home = folder / "cacho-home"
    solutions = Home(home, home).solutions
    known = any(solutions.glob("*.solution"))
    game = RealGame(screen, folder, "--seed", "7", CACHO_TRACE=str(trace), **SOUND)
    with game:
        visitor.sit_down(game)
        for _ in range(rolls):
            before = len(visitor.rolls(game))
            game.hold("roll")
            time.sleep(SHAKEN)
            game.let_go()
            visitor.wait_rolled(game, before)
            if any(solutions.glob("*.solution")) is not known:
                raise RuntimeError("the rules were solved before the last roll was seen")
            time.sleep(LOOKED_AT)
        moving = [frame["t"] for frame in frames(trace) if frame["moving"]]
        eventually(lambda: any(solutions.glob("*.solution")), "the solution", PATIENCE)
    pairs = itertools.pairwise(moving[1:])
    return [gap for one, other in pairs if (gap := other - one) < APART]
