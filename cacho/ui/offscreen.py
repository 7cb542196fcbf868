"""A window that nobody sees: the same canvas on a surface in memory.

For the self-test, the gallery and pictures in tests. Needs no display.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import pygame as pg

from cacho.ui.canvas import Canvas
from cacho.ui.painter import Item, Layer
from cacho.ui.sprites import SpriteBook
from cacho.ui.typeface import Typeface


class Silence:
    """A sound bus that nobody hears."""

    silent_reason = "offscreen"

    def play(self, name: str, gain: float = 1.0, pan: float = 0.0) -> None:
        """Nothing sounds."""

    def loop(self, name: str, gain: float = 1.0, dice: int = 5, strength: float = 0.6) -> None:
        """Nothing sounds."""

    def shake(self, strength: float) -> None:
        """Nothing sounds."""

    def stop_loop(self) -> None:
        """Nothing sounds."""

    def hush(self) -> None:
        """Nothing sounds."""


class OffscreenWindow:
    """A picture of `size` pixels in memory."""

    def __init__(self, size: tuple[int, int] = (1920, 1080)) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pg.display.init()
        pg.font.init()
        # the byte order of a window: blits need no conversion
        self.surface = pg.Surface(size, 0, 32, (0xFF0000, 0xFF00, 0xFF, 0))
        self.canvas = Canvas(lambda: self.surface, SpriteBook(), Typeface())

    @property
    def size(self) -> tuple[int, int]:
        """Pixels."""
        return self.surface.get_size()

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        """Paint."""
        self.canvas.show(layers)
        wait()

    def prepare(self, item: Item) -> None:
        """Draw a look ahead."""
        self.canvas.prepare([item])

    def fetch(self, sprites: Sequence[str], instead_of: Sequence[str] = ()) -> None:
        """Pictures are brought in as they are shown."""

    def resized(self) -> None:
        """Paint everything the next time."""
        self.canvas.invalidate()

    def set_fullscreen(self, full: bool) -> None:
        """There is no screen to fill."""
