"""The title screen's background: the table with the name carved into it, gold leaf worn in the
grooves.

python -m artbuild.title [--table PICTURE]      writes assets/sprites/table/title_<height>.jpg
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import gaussian_filter

from artbuild import FONTS, SPRITES
from artbuild.paint import soft_noise

Field = NDArray[np.float32]

TITLE, SUBTITLE = "Cacho", "el juego de dados de los cafés de Bolivia"
GOLD, PALE_GOLD = (236, 186, 92), (240, 200, 120)
LIT_WALL = (205, 140, 74)
REFERENCE_HEIGHT = 1080


def text_mask(
    size: tuple[int, int], text: str, font_name: str, font_px: float, centre: tuple[float, float]
) -> Field:
    """Coverage of a text, 0..1."""
    image = Image.new("L", size, 0)
    font = ImageFont.truetype(str(FONTS / f"{font_name}.ttf"), int(font_px))
    ImageDraw.Draw(image).text(centre, text, font=font, fill=255, anchor="mm")
    return np.asarray(image, np.float32) / 255


def carve(
    wood: Field,
    mask: Field,
    depth: float,
    floor_light: float,
    gold: tuple[int, int, int],
    scale: float,
    seed: int = 4,
) -> Field:
    """Carve and burn a mask into wood (h, w, 3); depth in pixels of the 1080p table, of which the
    wood has `scale` for each. The lamp is at the upper left.
    """
    depth *= scale
    height, width = mask.shape
    slope_y, slope_x = np.gradient(gaussian_filter(mask, depth * 0.42))
    slope = -(slope_x * 0.75 + slope_y) * depth * 1.3
    burn = gaussian_filter(mask, depth * 2.2) * (1 - mask) * 0.55
    inner = 0.5 + 0.5 * gaussian_filter(mask, depth * 1.3)
    out = wood * (1 - mask * (1 - floor_light) * inner)[..., None] * (1 - burn)[..., None]
    grain = wood.mean(2)
    grain = grain / gaussian_filter(grain, 40 * scale)
    wear = soft_noise(height, width, round(26 * scale), np.random.default_rng(seed))
    leaf = np.clip((gaussian_filter(mask, depth * 0.7) - 0.40) / 0.34, 0, 1) * mask
    leaf = leaf * np.clip(0.84 + 0.16 * wear + 0.55 * (grain - 1), 0.42, 1)
    shine = (0.78 + 0.336 * np.clip(grain - 0.4, 0, 1.2)) * np.linspace(1.16, 0.74, height)[:, None]
    out = out * (1 - leaf[..., None]) + np.array(gold) * shine[..., None] * leaf[..., None]
    out = out * (1 - np.clip(-slope, 0, 1) * 0.80 * np.maximum(mask, 0.35))[..., None]
    return (
        out
        + np.clip(slope, 0, 1)[..., None]
        * np.array(LIT_WALL)
        * 0.50
        * np.maximum(mask, 0.5)[..., None]
    )


def vignette(height: int, width: int, strength: float, centre: tuple[float, float]) -> Field:
    """Brightness factors that darken the corners; centre as shares of the size."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    distance = np.hypot((x / width - centre[0]) / 0.72, (y / height - centre[1]) / 0.78)
    return np.clip(1 - strength * np.clip(distance - 0.35, 0, 1.2) ** 1.6, 0.15, 1)


def main() -> None:
    """Write the title background."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", type=Path, default=SPRITES / "table" / "table_1080.jpg")
    table = Image.open(parser.parse_args().table).convert("RGB")
    size, scale = table.size, table.height / REFERENCE_HEIGHT
    wood = (
        np.asarray(table, np.float32)
        * vignette(table.height, table.width, 0.62, (0.5, 0.45))[..., None]
    )
    name = text_mask(size, TITLE, "caveat-brush", 470 * scale, (740 * scale, 290 * scale))
    wood = carve(wood, name, 9, 0.26, GOLD, scale)
    line = text_mask(size, SUBTITLE, "kalam", 46 * scale, (750 * scale, 560 * scale))
    wood = carve(wood, line, 2.8, 0.30, PALE_GOLD, scale)
    out = SPRITES / "table" / f"title_{table.height}.jpg"
    Image.fromarray(np.clip(wood, 0, 255).astype(np.uint8)).save(out, quality=92)


if __name__ == "__main__":
    main()
