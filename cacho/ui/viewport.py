"""The one mapping between the page of 1920 × 1080 units and a window of any size.

The page keeps its shape and is centred; what is left of the window is table. Pure: no pygame.
"""

from __future__ import annotations

from dataclasses import dataclass

from cacho.ui.painter import PAGE, Rect


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window of `width` × `height` pixels."""

    width: int
    height: int

    @property
    def k(self) -> float:
        """Pixels a unit."""
        return min(self.width / PAGE[0], self.height / PAGE[1])

    @property
    def offset(self) -> tuple[float, float]:
        """Pixel of the page's top left corner."""
        return (self.width - PAGE[0] * self.k) / 2, (self.height - PAGE[1] * self.k) / 2

    def to_page(self, px: float, py: float) -> tuple[float, float]:
        """Return the place on the page under a pixel; may lie outside the page."""
        ox, oy = self.offset
        return (px - ox) / self.k, (py - oy) / self.k

    def to_window(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel, with fraction, of a place on the page."""
        ox, oy = self.offset
        return ox + x * self.k, oy + y * self.k

    def rect(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return the whole pixels that a rectangle of the page covers."""
        x0, y0 = self.to_window(rect[0], rect[1])
        x1, y1 = self.to_window(rect[0] + rect[2], rect[1] + rect[3])
        return round(x0), round(y0), round(x1) - round(x0), round(y1) - round(y0)
