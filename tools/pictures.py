"""Take the README's pictures from the running game.

    python -m tools.pictures

Plays a seeded match of four on a private display and writes docs/pictures/*.jpg.
"""

import sys
import tempfile
from pathlib import Path

import pygame

from tools import visitor
from tools.desktop import ROOT, RealGame, Screen

FOLDER = ROOT / "docs" / "pictures"
SIZE = (1280, 720)
NAMES = ("Ana", "Íñigo", "Luz María", "Wáscar")


def main() -> int:
    """Play, and keep what is seen on the way."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Screen() as screen, tempfile.TemporaryDirectory() as folder:
        game = RealGame(screen, Path(folder), "--seed", "noche", "--lang", "es")
        with game:
            take(game, "title")
            visitor.sit_down(game, *NAMES)
            for box in ("senas", "quinas", "trenes"):
                for _seat in NAMES:
                    visitor.take_card(game)
                    visitor.roll(game)
                    visitor.note(game, box)
            visitor.take_card(game)
            visitor.roll(game)
            game.click("die.1")
            game.click("die.4")
            take(game, "table")
    return 0


def take(game: RealGame, name: str) -> None:
    """Write what the window shows, reduced."""
    game.wait_quiet()
    picture = pygame.transform.smoothscale(game.picture(), SIZE)
    pygame.image.save(picture, FOLDER / f"{name}.jpg")


if __name__ == "__main__":
    sys.exit(main())
