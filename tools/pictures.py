"""Take the README's pictures from the running game.

    python -m tools.pictures

Plays a seeded match of four on a private display and writes docs/pictures/*.jpg.
"""

import sys
import tempfile
import time
from pathlib import Path

import pygame

from tools import visitor
from tools.desktop import ROOT, RealGame, Screen

FOLDER = ROOT / "docs" / "pictures"
SIZE = (1280, 720)
POURED = 1.2
"""Seconds from the press to dice in the air."""
NAMES = ("Ana", "Íñigo", "Luz María", "Wáscar")


def main() -> int:
    """Play, and keep what is seen on the way."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Screen() as screen, tempfile.TemporaryDirectory() as folder:
        game = RealGame(screen, Path(folder), "--seed", "noche", "--lang", "es")
        with game:
            take(game, "title")
            visitor.sit_down(game, *NAMES)
            for box in ("senas", "quinas", "escalera", "trenes"):
                for _seat in NAMES:
                    visitor.take_card(game)
                    visitor.roll(game)
                    visitor.note(game, box)
            visitor.take_card(game)
            game.click("roll")
            time.sleep(POURED)
            write(game, "roll")
            game.wait_target("die.5")
            for place in most_alike(visitor.rolls(game)[-1]):
                game.click(f"die.{place}")
            take(game, "table")
    return 0


def most_alike(roll: str) -> list[int]:
    """Places of the face that a line like `roll 3 6 5 6 6` has most often."""
    faces = roll.split()[1:]
    wanted = max(faces, key=faces.count)
    return [place for place, face in enumerate(faces, 1) if face == wanted]


def take(game: RealGame, name: str) -> None:
    """Write what the window shows at rest, without the pointer."""
    game.screen.xdotool("mousemove", "1919", "1079")
    game.wait_quiet()
    time.sleep(0.5)
    write(game, name)


def write(game: RealGame, name: str) -> None:
    """Write what the window shows, reduced."""
    picture = pygame.transform.smoothscale(game.picture(), SIZE)
    pygame.image.save(picture, FOLDER / f"{name}.jpg")


if __name__ == "__main__":
    sys.exit(main())
