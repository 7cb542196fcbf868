"""Bots against bots: python -m tools.tournament FILE [--rules NAME] [--table LEVEL,LEVEL ...] ...

Plays seeded matches and appends a line of JSON to FILE for each deal: the same dice, played once
with every way of seating the levels at the table, so that nobody wins by his dice. A second call
goes on where the first one stopped. `--report` prints what FILE holds, as docs/bots.md has it.

Win rates count shared wins in parts. Intervals are of 95 %, from the spread between deals.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cacho.engine import PRESETS, Level, Match, Ruleset, Seat, SeededDice, Setup
from cacho.strategy import Wits, choose, solve


def seatings(levels: Sequence[Level]) -> list[tuple[Level, ...]]:
    """All different ways in which a table is turned round."""
    turned = [tuple(levels[at:]) + tuple(levels[:at]) for at in range(len(levels))]
    return list(dict.fromkeys(turned))


def play(rules: Ruleset, levels: Sequence[Level], wits: Wits, deal: int) -> Match:
    """Play a match to its end."""
    seats = tuple(Seat(f"{level} {at}", level) for at, level in enumerate(levels))
    setup = Setup(rules, seats, 0, match_id=f"deal-{deal}")
    match = Match(setup, SeededDice(deal.to_bytes(32, "big")))
    while not match.over:
        state = match.state
        match.submit(choose(state, levels[state.seat], wits, setup.match_id))
    return match


def one_deal(rules: Ruleset, levels: Sequence[Level], wits: Wits, deal: int) -> dict[str, Any]:
    """Play a deal with every seating: the share of wins of each level, and its mean points."""
    won: dict[str, float] = defaultdict(float)
    points: dict[str, list[int]] = defaultdict(list)
    ways = seatings(levels)
    for seated in ways:
        outcome = play(rules, seated, wits, deal).state.outcome
        if outcome is None:
            raise RuntimeError("a match that is over has an outcome")
        for seat in outcome.winners:
            won[seated[seat]] += 1 / len(outcome.winners) / len(ways)
        for placing in outcome.ranking:
            points[seated[placing.team]].append(placing.total)
    return {
        "rules": rules.name,
        "levels": list(levels),
        "deal": deal,
        "won": {level: round(won[level], 6) for level in dict.fromkeys(levels)},
        "points": {level: sum(p) / len(p) for level, p in points.items()},
    }


# ------------------------------------------------------------------------------------ reporting


def read(file: Path) -> list[dict[str, Any]]:
    """The deals that a file holds."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean of some deals, and half the width of its interval of 95 %."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(spread / len(values))


def tables(deals: Iterable[dict[str, Any]]) -> dict[tuple[str, tuple[str, ...]], list[Any]]:
    """The deals of each table."""
    found: dict[tuple[str, tuple[str, ...]], list[Any]] = defaultdict(list)
    for deal in deals:
        found[deal["rules"], tuple(deal["levels"])].append(deal)
    return found


def report(deals: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A line of a Markdown table for each table that was played, strongest level first."""
    yield "| rules | at the table | deals | matches | wins of the strongest | fair share |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    order = [level.value for level in Level]
    for (rules, levels), played in sorted(tables(deals).items()):
        best = max(levels, key=order.index)
        mean, half = interval([deal["won"][best] for deal in played])
        seats = ", ".join(
            f"{levels.count(one)} {one}" if levels.count(one) > 1 else one
            for one in sorted(set(levels), key=order.index)
        )
        matches = len(played) * len(seatings([Level(one) for one in levels]))
        fair = levels.count(best) / len(levels)
        yield (
            f"| {rules} | {seats} | {len(played)} | {matches} "
            f"| {100 * mean:.1f} ± {100 * half:.1f} % | {100 * fair:.0f} % |"
        )


def main() -> None:
    """Read the arguments; play, or report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", choices=list(PRESETS), default="casual")
    parser.add_argument("--table", default="maestro,tiburon", help="the levels at the table")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    if args.report:
        print("\n".join(report(read(args.file))))
        return
    rules, levels = PRESETS[args.rules], tuple(map(Level, args.table.split(",")))
    known = tables(read(args.file)).get((rules.name, tuple(levels)), [])
    done = {deal["deal"] for deal in known}
    solution = solve(rules)
    solution.complete()
    wits = Wits(rules, solution)
    with args.file.open("a", encoding="utf-8") as out:
        for number in range(args.deals):
            if number not in done:
                out.write(json.dumps(one_deal(rules, levels, wits, number)) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
