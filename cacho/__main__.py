"""The program: `cacho`, `python -m cacho` and the packaged `Cacho` begin here.

Hands over to what is asked for: a command that prints, the self-test, or the screen. Imports no
more than the chosen way needs, so that the window is there quickly.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cacho.ui.app import Wishes

COMMANDS = ("points", "solve", "replay", "verify", "history")
"""Modules of `cacho.commands` that answer without a screen."""
NO_SCREEN = 2
"""Exit status where there is no display."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if not arguments:  # a double-click
        return _play(Options())
    from cacho.arguments import read_command, read_options  # noqa: PLC0415 - loads argparse

    if arguments[0] in COMMANDS:
        command = read_command(arguments)
        return int(command.run(command))
    options = Options(**vars(read_options(arguments)))
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
