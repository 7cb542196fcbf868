"""The bare window that the game's start is measured beside: one picture, one flip, no game.

    python -m tools.bench.bare PICTURE TRACE

Shows the picture in a full-screen pygame-ce window with a software surface, appends the moment to
TRACE as the game does with CACHO_TRACE, and waits to be killed. Must import nothing of the game.
"""

import json
import os
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame as pg


def main(picture: str, trace: str) -> None:
    """Show one frame."""
    pg.display.init()
    if pg.display.get_driver() == "x11":
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    window = pg.Window("bare", (1920, 1080), fullscreen_desktop=True)
    surface = window.get_surface()
    image = pg.transform.smoothscale(pg.image.load(picture).convert(surface), surface.get_size())
    surface.blit(image, (0, 0))
    window.flip()
    with open(trace, "a", encoding="utf-8") as file:
        file.write(json.dumps({"t": time.perf_counter(), "first": True}) + "\n")
    while True:
        pg.event.get()
        time.sleep(0.033)


if __name__ == "__main__":
    main(*sys.argv[1:])
