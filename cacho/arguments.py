"""The command line: what may be asked of the program, and how `--help` tells of it.

Apart from `__main__`, which needs none of this where the program is double-clicked: argparse takes
its time to load. Reads arguments and does nothing of what they ask.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from cacho import __version__


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read what is asked of the game; the names are those of `__main__.Options`.

    Exits with 2 where it is not to be understood, with 0 where it asks for help or the version.
    """
    parser = argparse.ArgumentParser(
        prog="cacho",
        description="Cacho, the Bolivian dice game. Without options it fills the screen and plays.",
        epilog="Commands: 'cacho points --help' says what dice are worth, "
        "'cacho solve' what the best play makes of them, "
        "'cacho replay FILE' prints the record of a match, 'cacho verify FILE' checks it, "
        "'cacho history' lists the matches that were played here.",
    )
    parser.add_argument("--version", action="version", version=f"Cacho {__version__}")
    parser.add_argument("--windowed", action="store_true", help="play in a window")
    parser.add_argument("--lang", choices=("es", "en"), default="", help="language of the game")
    parser.add_argument("--seed", default="", help="seed of the dice of new matches: any text")
    parser.add_argument("--dice", type=_dice, default=(), help="first faces, like 5,5,5,2,1")
    parser.add_argument("--speed", choices=("normal", "fast", "none"), default="")
    parser.add_argument(
        "--self-test", action="store_true", help="try everything without a screen, print one line"
    )
    parser.add_argument(
        "--dump-layout", type=Path, metavar="FILE", help="keep the places of all targets in FILE"
    )
    return parser.parse_args(arguments)


def _dice(text: str) -> tuple[int, ...]:
    faces = tuple(int(part) for part in re.findall(r"\d", text))
    if not faces or not re.fullmatch(r"[1-6\s,]+", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a list of faces 1 to 6")
    return faces


def read_command(arguments: Sequence[str]) -> argparse.Namespace:
    """Read a command and what it is asked; `run` of the answer does it. Exits like the above."""
    from cacho.commands import history, points, replay, solve, verify  # noqa: PLC0415 - not to play

    parser = argparse.ArgumentParser(prog="cacho")
    subparsers = parser.add_subparsers(required=True)
    for command in (points, solve, replay, verify, history):
        command.add_parser(subparsers)
    return parser.parse_args(arguments)
