"""Painted chalk, with numpy and pygame-ce: strokes, and a pen that draws them on a clear surface.

Strokes are lists of polylines (n, 2) in pixels, in drawing order. All randomness comes from the
generator passed in, so a seed always gives the same hand. The game writes with its own
`cacho/ui/drawing/ink.py`; this one paints the rings that ship as sprites.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

Array = NDArray[np.float64]
Strokes = list[Array]
Box = tuple[float, float, float, float]
"""x, y, width, height in pixels."""
Color = tuple[int, int, int]

TREMOR_PITCH = 18.0


def _arc_lengths(points: Array) -> Array:
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def tremor(
    points: Array, rng: np.random.Generator, amplitude: float, pitch: float = TREMOR_PITCH
) -> Array:
    """Slow trembling of a hand: smooth noise along the path (amplitude and pitch in pixels)."""
    length = _arc_lengths(points)
    knots = max(2, int(length[-1] / pitch) + 2)
    at = np.linspace(0, length[-1], knots)
    noise = [np.interp(length, at, rng.normal(0, amplitude, knots)) for _ in range(2)]
    return points + np.stack(noise, 1)


def ring(
    centre: tuple[float, float],
    radii: tuple[float, float],
    rng: np.random.Generator,
    amplitude: float = 1.2,
) -> Strokes:
    """A circle drawn in one go, slightly opening like a spiral, a bit more than one turn."""
    t = np.linspace(-2.2, 4.35, 120)
    growth = 1 + 0.035 * (t - 1) / 3
    points = np.stack(
        [centre[0] + radii[0] * growth * np.cos(t), centre[1] + radii[1] * growth * np.sin(t)], 1
    )
    return [tremor(points, rng, amplitude, 40)]


@dataclass(frozen=True)
class Pen:
    """What draws: width in pixels, density of a dab, share of paper grain, largest opacity."""

    width: float
    density: float
    grain: float
    opacity: float

    @staticmethod
    def pencil(width: float = 5.0) -> Pen:
        """Soft pencil: the paper's grain shows."""
        return Pen(width, 0.20, 0.075, 0.92)

    @staticmethod
    def ballpoint(width: float = 4.5) -> Pen:
        """Ballpoint: nearly opaque, hardly any grain."""
        return Pen(width, 0.75, 0.04, 0.94)

    @staticmethod
    def chalk(width: float = 7.0) -> Pen:
        """Chalk on wood: coarse grain."""
        return Pen(width, 0.18, 0.10, 0.92)


GRAIN_SIZE = 256
DAB_STEP = 0.7
"""Distance of the dabs along a stroke, pixels."""


@lru_cache(maxsize=8)
def _paper_grain(seed: int) -> NDArray[np.float32]:
    """Tiling paper grain, mean 0, deviation 1."""
    rng = np.random.default_rng(seed)
    frequency = np.hypot(np.fft.fftfreq(GRAIN_SIZE)[:, None], np.fft.rfftfreq(GRAIN_SIZE)[None, :])
    noise = np.zeros((GRAIN_SIZE, GRAIN_SIZE))
    for sigma, weight in ((0.8, 1.0), (1.8, 0.8)):
        spectrum = np.fft.rfft2(rng.standard_normal((GRAIN_SIZE, GRAIN_SIZE)))
        blurred = np.fft.irfft2(
            spectrum * np.exp(-2 * (np.pi * sigma * frequency) ** 2), s=noise.shape
        )
        noise += weight * blurred / blurred.std()
    return (noise / noise.std()).astype(np.float32)


def _dabs(strokes: Strokes, pen: Pen, rng: np.random.Generator) -> tuple[Array, Array]:
    """Dabs (n, 4): x, y, radius, strength, and where each is along the whole drawing (0..1)."""
    rows, places, done = [], [], 0.0
    for stroke in strokes:
        length = _arc_lengths(stroke)
        total = length[-1]
        at = np.arange(0, total, DAB_STEP)
        knots = max(3, int(total / 26) + 2)
        pressure = np.interp(at, np.linspace(0, total, knots), 1 + rng.normal(0, 0.10, knots))
        pressure *= 0.55 + 0.45 * np.minimum(1, at / 9)
        pressure *= (0.35 + 0.65 * np.minimum(1, (total - at) / 12)) ** 0.7
        radius = pen.width * 0.5 * (0.70 + 0.32 * pressure)
        rows.append(
            np.stack(
                [
                    np.interp(at, length, stroke[:, 0]),
                    np.interp(at, length, stroke[:, 1]),
                    radius,
                    pressure,
                ],
                1,
            )
        )
        places.append(done + at)
        done += total
    return np.concatenate(rows), np.concatenate(places) / max(done, 1e-9)


class Drawing:
    """Strokes on a transparent layer, drawn little by little.

    `surface` always shows the state after the last advance(); blit it anywhere.
    """

    def __init__(
        self, size: tuple[int, int], strokes: Strokes, pen: Pen, color: Color, seed: int = 0
    ) -> None:
        self.surface = pygame.Surface(size, pygame.SRCALPHA)
        self.surface.fill((*color, 0))
        self._pen = pen
        self._dabs, self._places = _dabs(strokes, pen, np.random.default_rng(seed))
        self._drawn = 0
        self._density = np.zeros((size[1], size[0]), np.float32)
        tile = _paper_grain(seed % 8)
        rows, columns = np.arange(size[1]) % GRAIN_SIZE, np.arange(size[0]) % GRAIN_SIZE
        self._grain = tile[rows[:, None], columns[None, :]]

    @property
    def finished(self) -> bool:
        """Everything is drawn."""
        return self._drawn == len(self._dabs)

    @property
    def tip(self) -> tuple[float, float]:
        """Where the pen is: the last dab, in pixels of the surface."""
        x, y = self._dabs[max(self._drawn - 1, 0), :2]
        return float(x), float(y)

    def advance(self, upto: float) -> pygame.Rect:
        """Draw up to this share (0..1) of the whole length; returns the changed rectangle."""
        end = len(self._dabs) if upto >= 1 else int(np.searchsorted(self._places, upto))
        if end <= self._drawn:
            return pygame.Rect(0, 0, 0, 0)
        rect = self._stamp(self._dabs[self._drawn : end])
        self._drawn = end
        if rect.width and rect.height:
            self._show(rect)
        return rect

    def _stamp(self, dabs: Array) -> pygame.Rect:
        """Add the optical density of dabs; returns the touched rectangle."""
        margin = math.ceil(dabs[:, 2].max()) + 1
        low = np.floor(dabs[:, :2].min(0)).astype(int) - margin
        high = np.ceil(dabs[:, :2].max(0)).astype(int) + margin + 1
        rect = pygame.Rect(*low, *(high - low))
        width, height = rect.size
        offsets = np.arange(-margin, margin + 1)
        base = np.rint(dabs[:, :2]).astype(int)
        columns = base[:, :1] + offsets - low[0]
        rows = base[:, 1:] + offsets - low[1]
        dx = (columns + (low[0] - dabs[:, :1])) ** 2
        dy = (rows + (low[1] - dabs[:, 1:2])) ** 2
        distance = np.sqrt(dy[:, :, None] + dx[:, None, :])
        cover = np.clip((dabs[:, 2, None, None] - distance) / 1.2 + 0.5, 0, 1)
        cover *= dabs[:, 3, None, None]
        cells = (np.clip(rows, 0, height - 1) * width)[:, :, None] + np.clip(columns, 0, width - 1)[
            :, None, :
        ]
        added = np.bincount(cells.ravel(), cover.ravel(), width * height).reshape(height, width)
        clipped = rect.clip(self.surface.get_rect())
        inner = (
            slice(clipped.y - rect.y, clipped.bottom - rect.y),
            slice(clipped.x - rect.x, clipped.right - rect.x),
        )
        area = (slice(clipped.y, clipped.bottom), slice(clipped.x, clipped.right))
        density = self._pen.density + self._pen.grain * self._grain[area]
        self._density[area] += added[inner] * np.maximum(density, 0.01)
        return clipped

    def _show(self, rect: pygame.Rect) -> None:
        """Density -> alpha in a rectangle of the surface."""
        area = (slice(rect.x, rect.right), slice(rect.y, rect.bottom))
        alpha = pygame.surfarray.pixels_alpha(self.surface)
        shade = self._pen.opacity * (1 - np.exp(-self._density.T[area]))
        alpha[area] = np.clip(shade * 255 + 0.5, 0, 255)


def draw_whole(
    size: tuple[int, int], strokes: Strokes, pen: Pen, color: Color, seed: int = 0
) -> pygame.Surface:
    """The finished drawing."""
    drawing = Drawing(size, strokes, pen, color, seed)
    drawing.advance(1.0)
    return drawing.surface
