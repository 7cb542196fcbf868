"""The program: `cacho`, `python -m cacho` and the packaged `Cacho` begin here.

Reads the arguments and hands over: to a command that prints, to the self-test, or to the screen.
Imports no more than the chosen way needs, so that the window is there quickly.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cacho import __version__

if TYPE_CHECKING:
    import argparse

    from cacho.ui.app import Wishes

COMMANDS = ("points", "solve", "replay", "verify", "history")
"""Modules of `cacho.commands` that answer without a screen."""
NO_SCREEN = 2
"""Exit status where there is no display."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments and arguments[0] in COMMANDS:
        return _command(arguments)
    if not arguments:  # a double-click
        return _play(Options())
    options = Options(**vars(_parser().parse_args(arguments)))
    if options.self_test:
        from cacho.commands.selftest import run  # noqa: PLC0415 - imports the whole screen

        return run()
    return _play(options)


class Options(NamedTuple):
    """What may be asked of the game on the command line."""

    windowed: bool = False
    lang: str = ""
    seed: str = ""
    dice: tuple[int, ...] = ()
    speed: str = ""
    self_test: bool = False
    dump_layout: Path | None = None


def _parser() -> argparse.ArgumentParser:
    import argparse  # noqa: PLC0415 - not where the program is double-clicked

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
    return parser


def _dice(text: str) -> tuple[int, ...]:
    import argparse  # noqa: PLC0415

    faces = tuple(int(part) for part in re.findall(r"\d", text))
    if not faces or not re.fullmatch(r"[1-6\s,]+", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a list of faces 1 to 6")
    return faces


def _command(arguments: list[str]) -> int:
    import argparse  # noqa: PLC0415

    from cacho.commands import history, points, replay, solve, verify  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="cacho")
    subparsers = parser.add_subparsers(required=True)
    for command in (points, solve, replay, verify, history):
        command.add_parser(subparsers)
    options = parser.parse_args(arguments)
    return int(options.run(options))


def _play(options: Options) -> int:
    gc.disable()  # until the first picture stands: nothing of the start is garbage
    from cacho.ui.play import play  # noqa: PLC0415
    from cacho.ui.window import NoScreenError  # noqa: PLC0415

    try:
        return play(_wishes(options), options.windowed, options.lang)
    except NoScreenError:
        sentence = "Cacho needs a screen, and there is none here; 'cacho --self-test' runs without."
        print(sentence, file=sys.stderr)
        return NO_SCREEN


def _wishes(options: Options) -> Wishes:
    from hashlib import sha256  # noqa: PLC0415

    from cacho.services.dice import scripted_turns  # noqa: PLC0415
    from cacho.ui.app import Wishes  # noqa: PLC0415

    return Wishes(
        speed=options.speed,
        seed=sha256(options.seed.encode()).digest() if options.seed else None,
        dice=scripted_turns(options.dice) if options.dice else None,
        layout_file=options.dump_layout,
    )


if __name__ == "__main__":
    sys.exit(main())
