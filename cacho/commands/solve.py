"""`cacho solve`: what the best play makes of some rules, and what it does with a roll.

Solves the rules and prints a table or one JSON line; docs/solver.md says what the figures mean.
The program itself asks it for the solution as bytes, to have it reckoned by another process.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from cacho.engine import (
    DICE,
    FIELDS,
    PLACES,
    PRESETS,
    Action,
    Bajo,
    Declare,
    Hold,
    Note,
    PositionError,
    Roll,
    Ruleset,
    RulesetError,
    Seat,
    Setup,
    State,
    apply,
    new_state,
    points_of,
    top_boxes,
    worth,
)
from cacho.services.solving import LENGTH_BYTES, make_way
from cacho.strategy import Solution, Spread, solve

from . import fail, say
from .arguments import ArgumentError, dice_of, number, rules_of, shown

QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
"""Percent of games that end with so many points or fewer."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `solve` to the program's parser."""
    parser = subparsers.add_parser(
        "solve",
        help="say what the best play makes of some rules",
        description="Work out the best play for points of one player: the expected score, how it "
        "scatters, and what to do with a roll of an empty sheet. A dormida counts as its box and "
        "early wins are ignored: the game goes on to its last box.",
        epilog="Example: cacho solve --rules casual --hold 33612:1 --hold 55521:2",
    )
    parser.add_argument("--rules", default="casual", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change one rule, like grandes=1; may be given several times; "
        f"the rules are {', '.join(FIELDS)}",
    )
    parser.add_argument(
        "--hold",
        action="append",
        default=[],
        metavar="DICE:ROLL[:ROLLED]",
        help="say what to do with five dice that lie after a roll, like 33612:1, "
        "which rolled all five unless told otherwise; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--bytes", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer for some rules; the exit status is 0, or 2 when the question makes no sense."""
    try:
        rules = rules_of(args.rules, args.set)
        asked = [_position(rules, text) for text in args.hold]
    except (ArgumentError, RulesetError, PositionError) as error:
        return fail(str(error))
    if args.bytes:
        return _write_bytes(rules)
    answer = _answer(rules, asked)
    say(json.dumps(answer) if args.json else _as_text(answer))
    return 0


# ------------------------------------------------------------------------------------- a position


def _position(rules: Ruleset, text: str) -> State:
    """Dice as they lie before a player alone, the whole sheet open; five alike win nothing."""
    dice_text, *numbers = text.split(":")
    if not 1 <= len(numbers) <= 2:
        raise ArgumentError(f"--hold wants dice and roll, like 33612:1, not {shown(text)}")
    dice = dice_of("--hold", dice_text)
    roll = number("hold", numbers[0])
    rolled = number("hold", numbers[1]) if len(numbers) > 1 else DICE
    worth(rules, dice, roll, rolled)  # complains about dice that cannot lie so
    start = new_state(Setup(rules, (Seat("Solo"),)))
    places = frozenset(sorted(PLACES)[DICE - rolled :])
    return replace(
        start,
        rolls=roll,
        dice=dice,
        rolled=places,
        rolled_at=tuple(roll if place in places else roll - 1 for place in sorted(PLACES)),
        must=top_boxes(rules, dice, roll, rolled, start.sheet.open_set),
    )


@dataclass(frozen=True)
class _Best:
    """What to do with dice that lie: all up to the next roll, or the note."""

    actions: tuple[Action, ...]
    before: State
    """The state before the last action."""
    expected: float

    def as_json(self, asked: State) -> dict[str, Any]:
        """The same in words; what does not apply is null or false."""
        last, state = self.actions[-1], self.before
        note = last if isinstance(last, Note) else None
        held = "".join(str(state.dice[place - 1]) for place in sorted(state.held))
        bajo = last == Roll(bajo=True) or Bajo() in self.actions
        return {
            "dice": "".join(map(str, asked.dice)),
            "roll": asked.rolls,
            "rolled": len(asked.rolled),
            "do": "note" if note else "roll",
            "hold": None if note else held,
            "bajo": bajo,
            "goal": state.goal,
            "box": note.box if note else None,
            "points": points_of(state)[note.box] if note else None,
            "expected": self.expected,
        }


def _best(solution: Solution, asked: State) -> _Best:
    """Do the best until something rolls or is noted."""
    state, actions, expected = asked, list[Action](), solution.weigh(asked)[0].value
    while True:
        action = solution.best(state)
        actions.append(action)
        match action:
            case Hold() | Declare() | Bajo():
                state, _ = apply(state, action)
            case _:
                return _Best(tuple(actions), state, expected)


# -------------------------------------------------------------------------------------- the answer


def _answer(rules: Ruleset, asked: list[State]) -> dict[str, Any]:
    solution = solve(rules)
    sheet = new_state(Setup(rules, (Seat("Solo"),))).sheet
    awake = solution.awake_scores(sheet)
    return {
        "rules": rules.name,
        "exact": rules.hatches == 1 and rules.team_size == 1,
        "expected": solution.value(sheet),
        **_spread(solution.scores(sheet)),
        "dormida": {"chance": max(0.0, 1 - awake.mass)},
        "without_dormida": {"expected": awake.mean, **_spread(awake)},
        "holds": [_best(solution, state).as_json(state) for state in asked],
    }


def _spread(spread: Spread) -> dict[str, Any]:
    return {
        "deviation": spread.deviation,
        "quantiles": {str(percent): spread.quantile(percent / 100) for percent in QUANTILES},
    }


def _as_text(answer: dict[str, Any]) -> str:
    return "\n".join(_lines(answer))


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    awake = answer["without_dormida"]
    yield f"{'expected score':<22}{answer['expected']:>9.3f}"
    yield f"{'standard deviation':<22}{answer['deviation']:>9.3f}"
    for percent, points in answer["quantiles"].items():
        yield f"{percent + '% end with at most':<22}{points:>5}"
    yield ""
    yield f"A dormida falls in {answer['dormida']['chance']:.3%} of the games."
    yield f"Without one {awake['expected']:.3f} are expected, deviation {awake['deviation']:.3f}."
    if not answer["exact"]:
        yield "Three hatches and teams are approximated."
    if answer["holds"]:
        yield ""
    for hold in answer["holds"]:
        yield f"{hold['dice']} after roll {hold['roll']}: {_advice(hold)}, {hold['expected']:.3f}"


def _advice(hold: dict[str, Any]) -> str:
    if hold["box"] and hold["points"]:
        return f"note {hold['box']} for {hold['points']}"
    if hold["box"]:
        return f"cross out {hold['box']}"
    goal = f"declare {hold['goal']}, " if hold["goal"] else ""
    kept = f"hold {hold['hold']}" if hold["hold"] else "roll all five"
    return f"{goal}{kept}{', call bajo' if hold['bajo'] else ''}"


def _write_bytes(rules: Ruleset) -> int:
    """The solution as soon as it is there, and again with all scores."""
    make_way()
    stream = sys.stdout.buffer if sys.stdout is not None else os.fdopen(1, "wb")
    solution = solve(rules)
    for scored in (False, True):
        data = solution.to_bytes(scored=scored)
        stream.write(len(data).to_bytes(LENGTH_BYTES, "little") + data)
        stream.flush()
    return 0
