"""Paper, leather, pencil and soft shadows, painted with numpy and Pillow."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter
from scipy.ndimage import gaussian_filter

Color = tuple[int, int, int]
Field = NDArray[np.float32]

PAPER_TONE: Color = (246, 238, 217)
THREAD: Color = (226, 196, 140)
STITCH_PITCH = 15
STITCH_LENGTH = 9
STITCH_INSET = 9
BUTTON_RADIUS = 18


def soft_noise(height: int, width: int, size: float, rng: np.random.Generator) -> Field:
    """Smooth noise with blobs of `size` pixels, mean 0, deviation 1."""
    step = max(1, int(size / 3))
    coarse = gaussian_filter(
        rng.standard_normal((height // step + 4, width // step + 4)), size / step
    )
    coarse = ((coarse - coarse.min()) / np.ptp(coarse)).astype(np.float32)
    field = np.asarray(Image.fromarray(coarse).resize((width, height), Image.BICUBIC))
    return (field - field.mean()) / field.std()


def _fibres(width: int, height: int, rng: np.random.Generator) -> Field:
    image = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(image)
    for _ in range(width * height // 2600):
        x, y, angle, length = (
            rng.uniform(0, width),
            rng.uniform(0, height),
            rng.uniform(0, 2 * math.pi),
            rng.uniform(4, 16),
        )
        end = (x + length * math.cos(angle), y + length * math.sin(angle))
        draw.line([(x, y), end], fill=int(rng.uniform(20, 90)))
    return np.asarray(image.filter(ImageFilter.GaussianBlur(0.8)), np.float32) / 255


def _folds(x: Field, y: Field, rng: np.random.Generator) -> Field:
    """Two folds through the middle, each with a lit and a shaded lip."""
    height, width = x.shape
    total = np.zeros_like(x)
    for along, across, middle, strength in ((x, y, height / 2, 0.055), (y, x, width / 2, 0.045)):
        q = across - middle - rng.normal(0, 4) - 2 * np.sin(along / 90)
        total += strength * np.exp(-(((q + 1.6) / 1.8) ** 2)) - strength * 1.2 * np.exp(
            -(((q - 1.2) / 2.0) ** 2)
        )
        total += 0.018 * np.tanh(q / 60)
    return total


def _squared_lines(x: Field, y: Field, pitch: int) -> Field:
    """Printed squares of a school exercise book: 0..1."""
    total = np.zeros_like(x)
    for along, across in ((x, y), (y, x)):
        q = (across + 0.6 * np.sin(along / 140) - pitch * 0.5) % pitch
        total = np.maximum(total, np.clip(1.0 - np.abs(pitch / 2 - np.abs(q - pitch / 2)), 0, 1))
    return total


def _coffee_ring(x: Field, y: Field, rng: np.random.Generator) -> Field:
    height, width = x.shape
    cx, cy = width * rng.uniform(0.72, 0.98), height * rng.uniform(0.80, 1.02)
    theta = np.arctan2(y - cy, x - cx)
    radius = (
        min(width, height) * 0.25 * (1 + 0.012 * np.sin(3 * theta) + 0.008 * np.sin(8 * theta + 1))
    )
    beyond = np.hypot(x - cx, y - cy) - radius
    inside = beyond < 0
    stain = (
        0.30 * np.exp(-((beyond / 2.6) ** 2))
        + (0.14 * np.exp(-np.clip(-beyond, 0, None) / 9) + 0.035) * inside
    )
    return np.clip(stain * (0.6 + 0.4 * np.sin(theta + 1)), 0, 1)


def _paper_outline(x: Field, y: Field, rng: np.random.Generator) -> tuple[Field, Field]:
    """Coverage of the sheet and distance below its torn top edge (pixels)."""
    height, width = x.shape

    def wave(length: int, amplitude: float, size: float) -> Field:
        return (
            gaussian_filter(rng.standard_normal(length), size) * amplitude * math.sqrt(size) * 1.9
        )

    below_top = y - (3 + np.abs(wave(width, 1.0, 1.3)))[None, :]
    cover = np.clip(below_top - 1, 0, 1) * np.clip(
        height - 3 + wave(width, 0.5, 24)[None, :] - y, 0, 1
    )
    cover *= np.clip(x - 2 - wave(height, 0.5, 24)[:, None], 0, 1)
    cover *= np.clip(width - 3 + wave(height, 0.5, 24)[:, None] - x, 0, 1)
    return cover, below_top


def paper(
    width: int, height: int, seed: int = 1, squares: int = 26, stain: bool = True
) -> Image.Image:
    """A sheet torn from a squared exercise book: fibres, folds, coffee ring, torn top. Sizes
    in pixels.
    """
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = (
        1 + 0.012 * soft_noise(height, width, 60, rng) + 0.010 * soft_noise(height, width, 14, rng)
    )
    light = light + 0.010 * gaussian_filter(rng.standard_normal((height, width)), 0.7)
    light = light - 0.10 * _fibres(width, height, rng) + _folds(x, y, rng)
    light = light * (1.035 - 0.085 * (x / width * 0.5 + y / height * 0.5))
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    light = light - 0.06 * np.exp(-edge / 9)
    color = np.array(PAPER_TONE, np.float32) * light[..., None]
    yellow = np.clip(soft_noise(height, width, 90, rng) * 0.5, 0, 1)[..., None]
    color = color * (1 - yellow * (0.012, 0.03, 0.085))
    if squares:
        color = color * (1 - 0.17 * _squared_lines(x, y, squares)[..., None] * (0.50, 0.24, 0.05))
    if stain:
        color = color * (1 - _coffee_ring(x, y, rng)[..., None] * (0.34, 0.50, 0.70))
    cover, below_top = _paper_outline(x, y, rng)
    torn = np.clip(1 - below_top / 5, 0, 1)[..., None] * 0.5
    color = color * (1 - torn) + np.array((255, 252, 244)) * torn
    return Image.fromarray(
        np.dstack([np.clip(color, 0, 255), cover * 255]).astype(np.uint8), "RGBA"
    )


def _rounded(width: int, height: int, radius: int) -> Field:
    mask = Image.new("L", (width * 2, height * 2), 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        [2, 2, width * 2 - 3, height * 2 - 3], radius * 2, fill=255
    )
    return np.asarray(mask.resize((width, height), Image.LANCZOS), np.float32) / 255


def leather(width: int, height: int, base: Color, seed: int = 1, bevel: float = 5.0) -> Image.Image:
    """A padded piece of leather with rounded corners; a negative bevel looks pressed in."""
    rng = np.random.default_rng(seed)
    grain = gaussian_filter(rng.standard_normal((height, width)), 1.6)
    grain = grain + 1.2 * gaussian_filter(rng.standard_normal((height, width)), 3.2)
    grain /= grain.std()
    slope_y, slope_x = np.gradient(gaussian_filter(grain, 0.8))
    light = (
        1
        + 0.06 * soft_noise(height, width, 40, rng)
        - 0.12 * slope_x
        - 0.14 * slope_y
        + 0.025 * grain
    )
    mask = _rounded(width, height, BUTTON_RADIUS)
    edge_y, edge_x = np.gradient(gaussian_filter(mask, 5))
    light = light + (edge_x * 0.8 + edge_y * 1.2) * bevel
    light = light * (0.70 + 0.36 * gaussian_filter((mask > 0.5).astype(np.float32), 9))
    color = np.array(base, np.float32) * light[..., None]
    return Image.fromarray(np.dstack([np.clip(color, 0, 255), mask * 255]).astype(np.uint8), "RGBA")


def stitch(image: Image.Image, thread: Color = THREAD) -> Image.Image:
    """Saddle stitches along the border, on a fixed pitch counted from the corners, so that
    pieces tile.
    """
    draw = ImageDraw.Draw(image)

    def mark(x0: float, y0: float, x1: float, y1: float) -> None:
        draw.line([x0, y0 + 1.4, x1, y1 + 1.4], fill=(40, 16, 6, 190), width=4)
        draw.line([x0, y0, x1, y1], fill=(*thread, 255), width=3)

    width, height = image.size
    inset, gap = STITCH_INSET, (STITCH_PITCH - STITCH_LENGTH) / 2
    for x in range(STITCH_PITCH, width - 2 * STITCH_PITCH + 1, STITCH_PITCH):
        for y in (inset, height - inset):
            mark(x + gap, y, x + gap + STITCH_LENGTH, y)
    for y in range(STITCH_PITCH, height - 2 * STITCH_PITCH + 1, STITCH_PITCH):
        for x in (inset, width - inset):
            mark(x, y + gap, x, y + gap + STITCH_LENGTH)
    return image


def soft_shadow(size: int, margin: int) -> Image.Image:
    """Square nine-slice shadow: a rounded box `margin` pixels inside, blurred."""
    inner = size - 2 * margin
    alpha = np.zeros((size, size), np.float32)
    alpha[margin:-margin, margin:-margin] = _rounded(inner, inner, 10)
    near, far = gaussian_filter(alpha, 4), gaussian_filter(alpha, 14)
    alpha = np.clip(near * 0.35 + far * 0.55, 0, 1) * 255
    out = np.zeros((size, size, 4), np.uint8)
    out[..., :3] = (10, 4, 0)
    out[..., 3] = alpha
    return Image.fromarray(out, "RGBA")


def pencil(length: int = 720, thickness: int = 44) -> Image.Image:
    """A red pencil, tip to the right."""
    width, height = length * 2, thickness * 2
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)

    def bar(x0: float, x1: float, y0: float, y1: float, color: Color) -> None:
        draw.rectangle([width * x0, height * y0, width * x1, height * y1], fill=color)

    def shape(points: list[tuple[float, float]], color: Color) -> None:
        draw.polygon([(width * x, height * y) for x, y in points], fill=color)

    for y0, y1, color in (
        (0, 0.30, (206, 60, 40)),
        (0.30, 0.68, (176, 40, 30)),
        (0.68, 1, (126, 24, 20)),
    ):
        bar(0.10, 0.86, y0, y1, color)
    bar(0.10, 0.86, 0.13, 0.17, (240, 130, 104))
    shape([(0.86, 0), (0.86, 1), (0.97, 0.58), (0.97, 0.42)], (222, 178, 120))
    shape([(0.86, 0.62), (0.86, 1), (0.97, 0.58), (0.97, 0.5)], (176, 130, 80))
    shape([(0.955, 0.36), (0.955, 0.64), (1, 0.5)], (40, 38, 40))
    bar(0.05, 0.10, 0, 1, (196, 190, 176))
    bar(0.05, 0.10, 0.62, 1, (140, 134, 120))
    bar(0, 0.05, 0.05, 0.95, (224, 150, 140))
    bar(0, 0.05, 0.66, 0.95, (186, 110, 104))
    return image.resize((length, thickness), Image.LANCZOS)
