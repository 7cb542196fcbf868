"""The real window: full screen on the desktop's own resolution, or a window among others.

Owns the peculiarities of SDL: what must be set before the first window, how the picture reaches
the screen cheaply, how full screen is entered without changing the monitor's mode.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

import pygame as pg

from cacho.services.resources import asset
from cacho.ui.canvas import Canvas
from cacho.ui.painter import Item, Layer
from cacho.ui.sprites import SpriteBook
from cacho.ui.typeface import Typeface

LEAST: Final = (960, 540)
"""Smallest window, pixels."""
SHARE: Final = 0.8
"""So much of the monitor, each way, a window takes."""
BLIND: Final = ("offscreen", "dummy", "evdev")
"""Video drivers that show nothing to anybody."""
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""One of these is set where there is a screen on Linux."""


class NoScreenError(RuntimeError):
    """There is no display to open a window on."""


def prepare() -> None:
    """Set what SDL reads once, before it starts; raises NoScreenError where there is no display."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    # what a task bar may show; pygame has set it to the file that was started
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "Cacho"
    if sys.platform.startswith("linux") and not any(map(os.environ.get, SCREENS)):
        raise NoScreenError("no DISPLAY")  # SDL would complain in words of its own first
    try:
        pg.display.init()
    except pg.error as error:
        raise NoScreenError(str(error)) from error
    driver = pg.display.get_driver()
    if driver in BLIND and os.environ.get("SDL_VIDEODRIVER") != driver:
        raise NoScreenError(driver)
    if driver == "x11":
        # plain shared memory instead of OpenGL: an eighth of the work on a machine without a GPU;
        # only now, since other drivers refuse to open a window with it
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    pg.font.init()
    pg.key.stop_text_input()


def first_size(windowed: bool) -> tuple[int, int]:
    """Return the pixels that the game opens with: of its window, or of the whole monitor."""
    monitor = pg.display.get_desktop_sizes()[0]
    return windowed_size(monitor) if windowed else monitor


def windowed_size(monitor: tuple[int, int]) -> tuple[int, int]:
    """Return how large a window is that nobody has resized."""
    return round(monitor[0] * SHARE), round(monitor[1] * SHARE)


class GameWindow:
    """The window and the canvas in it."""

    def __init__(
        self,
        windowed: bool,
        size: tuple[int, int] | None = None,
        sprites: SpriteBook | None = None,
    ) -> None:
        self._has_own_size = windowed
        """Whether it has been a window; going back from full screen then restores it."""
        self._only_covers = not windowed and pg.display.get_driver() == "x11"
        """Whether it lies over the whole screen, but the window manager has yet to be told so."""
        self._window = pg.Window(
            "Cacho",
            size=size or first_size(windowed),
            fullscreen_desktop=not windowed and not self._only_covers,
            borderless=self._only_covers,
            resizable=True,
            allow_high_dpi=True,
        )
        self._window.minimum_size = LEAST
        self.canvas = Canvas(self._window.get_surface, sprites or SpriteBook(), Typeface())

    def dress(self) -> None:
        """Do what the first picture did not wait for: full screen in name as well, and the icon.

        On X11 SDL waits a tenth of a second for the window manager to make it so.
        """
        if self._only_covers:
            self._only_covers = False
            self._window.set_fullscreen(desktop=True)
        with contextlib.suppress(OSError, pg.error):
            self._window.set_icon(pg.image.load(asset("icon", "cacho.png")))

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of the surface."""
        return self._window.get_surface().get_size()

    @property
    def pixel_ratio(self) -> float:
        """Surface pixels a unit of the mouse."""
        return self.size[0] / max(1, self._window.size[0])

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        """Paint a picture, wait, and bring it to the screen; if nothing changed, do nothing."""
        if self.canvas.show(layers):
            wait()
            self._window.flip()

    def prepare(self, item: Item) -> None:
        """Draw a look ahead."""
        self.canvas.prepare([item])

    def fetch(self, sprites: Sequence[str], instead_of: Sequence[str] = ()) -> None:
        """Bring in pictures in a thread, in place of others."""
        self.canvas.sprites.forget(instead_of)
        self.canvas.sprites.preload_in_thread(sprites)

    def resized(self) -> None:
        """Take over the size of the window, or paint anew what was covered."""
        if self.canvas.view.width != self.size[0] or self.canvas.view.height != self.size[1]:
            self.canvas.resized()
        self.canvas.invalidate()

    def set_fullscreen(self, full: bool) -> None:
        """Go full screen on the monitor the window is on, in its own mode, or back."""
        if full:
            self._window.set_fullscreen(desktop=True)
        elif self._has_own_size:
            self._window.set_windowed()
        else:
            self._become_window()
        self.resized()

    def _become_window(self) -> None:
        """Leave full screen for the first time: SDL would make a window as large as the screen."""
        monitor, corner = self._window.size, self._window.position
        wide, high = windowed_size(monitor)
        self._window.set_windowed()
        self._window.borderless = False
        self._window.size = (wide, high)
        self._window.position = (
            corner[0] + (monitor[0] - wide) // 2,
            corner[1] + (monitor[1] - high) // 2,
        )
        self._has_own_size = True

    def close(self) -> None:
        """Close it."""
        self.canvas.close()
        self._window.destroy()
