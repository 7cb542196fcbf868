"""What the coach says, to be read: python tools/coach_lines.py [--lang en] [--count 50].

Prints positions of all five traditions, reached by play that is right most of the time, each with
the sentence of the coach and the song of the roll.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cacho.engine import PRESETS, Match, Ruleset, Seat, SeededDice, Setup, State
from cacho.services import i18n
from cacho.strategy import Solution, solve
from cacho.strategy.coach import advise
from cacho.ui.coachtext import advice_text, song


def positions(rules: Ruleset, solution: Solution, count: int) -> Iterator[State]:
    """Yield states in which something is to be decided, spread over several matches."""
    chance = random.Random(rules.name)
    while count:
        seed = chance.randbytes(32)
        match = Match(Setup(rules, (Seat("Ana"),)), SeededDice(seed))
        while not match.over and count:
            if match.state.deciding and chance.random() < 0.12:
                count -= 1
                yield match.state
            best = [action for action, _value in solution.weigh(match.state)]
            match.submit(best[0] if chance.random() < 0.85 else chance.choice(best[:6]))


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lang", choices=tuple(i18n.LANGUAGES), default="es")
    parser.add_argument("--count", type=int, default=50)
    args = parser.parse_args()
    i18n.set_language(args.lang)
    for rules in PRESETS.values():
        solution = solve(rules)
        print(f"\n{rules.name}")
        for state in positions(rules, solution, args.count // len(PRESETS)):
            if advice := advise(state, solution):
                places = "".join(map(str, sorted(state.held))) or "-"
                boxes = " ".join(state.sheet.open_boxes)
                print(f"  {state.dice} roll {state.rolls}, held {places}; open: {boxes}")
                print(f"      {advice_text(advice)}")
                print(f"      {song(state)}")


if __name__ == "__main__":
    main()
