"""`cacho points`: what dice that lie are worth, so that a table's argument can be settled.

Reads a position from the command line, asks `engine.worth`, and prints a table or one JSON line.
"""

import argparse
import json

from cacho.engine import (
    FIELDS,
    PRESETS,
    Box,
    PositionError,
    Ruleset,
    RulesetError,
    Worth,
    without_effect,
    worth,
)

from . import fail, say
from .arguments import ArgumentError, dice_of, number, rules_of, shown


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `points` to the program's parser."""
    parser = subparsers.add_parser(
        "points",
        help="say what five dice are worth",
        description="Say what five dice are worth as they lie: the best points of every open box, "
        "whether they win at once, and whether a box may be crossed out or must be noted.",
        epilog="Example: cacho points --rules casual --dice 33612 --roll 2 --rolled 3",
    )
    # Values are checked in `run`, which answers a wrong one in one sentence.
    parser.add_argument("--rules", default="casual", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--dice", default="", help="the five faces, like 33612")
    parser.add_argument("--roll", default="1", help="the roll after which they lie so (default 1)")
    parser.add_argument("--rolled", default="5", help="how many it rolled (default 5)")
    parser.add_argument("--open", default=",".join(Box), help="open boxes, like full,poker (all)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change one rule, like grandes=1 or turning=1-2,0-2; may be given several times; "
        f"the rules are {', '.join(FIELDS)}",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer one position; the exit status is 0, or 2 when the question makes no sense."""
    try:
        rules = rules_of(args.rules, args.set)
        answer = worth(
            rules,
            dice_of("--dice", args.dice),
            number("roll", args.roll),
            number("rolled", args.rolled),
            _boxes(args.open),
        )
    except (ArgumentError, RulesetError, PositionError) as error:
        return fail(str(error))
    say(_as_json(answer) if args.json else _as_table(answer, dice_of("--dice", args.dice), rules))
    return 0


def _boxes(text: str) -> frozenset[Box]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in tuple(Box):
            raise ArgumentError(f"there is no box {shown(name)}; the boxes are {', '.join(Box)}")
    if not names:
        raise ArgumentError("--open wants at least one box, like full,poker")
    return frozenset(map(Box, names))


def _as_json(answer: Worth) -> str:
    return json.dumps(
        {
            "points": answer.points,
            "wins": answer.wins,
            "may_cross": answer.may_cross,
            "must_note": list(answer.must_note),
        }
    )


def _as_table(answer: Worth, dice: tuple[int, ...], rules: Ruleset) -> str:
    lines = [
        f"{box:<9}{points:>3}{_turned(dice, answer.read.get(box, dice))}".rstrip()
        for box, points in answer.points.items()
    ]
    lines.append("")
    if answer.wins:
        lines.append("Five alike de mano, a dormida: it wins at once.")
    elif answer.must_note:
        lines.append(f"To be noted now: {' or '.join(answer.must_note)}.")
    elif answer.may_cross:
        lines.append("A box that shows 0 may be crossed out.")
    else:
        lines.append("No box may be crossed out.")
    lines += [f"{field} changes nothing beside the other rules." for field in without_effect(rules)]
    return "\n".join(lines)


def _turned(dice: tuple[int, ...], read: tuple[int, ...]) -> str:
    """The dice as read, those from below in brackets; nothing where all lie as they fell."""
    if read == dice:
        return ""
    pairs = zip(dice, read, strict=True)
    return "   " + " ".join(f" {face} " if face == fell else f"[{face}]" for fell, face in pairs)
