"""Height map of the embossed leather (cup wall, unwrapped): llamas, chakanas and stepped frets.

python -m artbuild.cup_pattern      writes var/art/emboss.png
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from artbuild import WORK

EMBOSS_FILE = WORK / "emboss.png"

LLAMA = [
    "..X.X.........",
    "..XXX.........",
    ".XXXX.........",
    "..XXX.........",
    "...XX.........",
    "...XX.........",
    "...XX.......XX",
    "...XXXXXXXXXX.",
    "...XXXXXXXXX..",
    "...XXXXXXXXX..",
    "...XXXXXXXXX..",
    "...XX.....XX..",
    "...XX.....XX..",
    "...XX.....XX..",
]
CHAKANA = [
    "....XXXX....",
    "....XXXX....",
    "..XXXXXXXX..",
    "..XXXXXXXX..",
    "XXXXX..XXXXX",
    "XXXX....XXXX",
    "XXXX....XXXX",
    "XXXXX..XXXXX",
    "..XXXXXXXX..",
    "..XXXXXXXX..",
    "....XXXX....",
    "....XXXX....",
]
FRET = ["X" * (i + 1) + "." * (7 - i) for i in range(8)]
BANDS = ((240, 22), (284, 14), (530, 14), (1040, 14), (1280, 14), (1320, 22))
"""Raised rings: (row, thickness) in pixels."""


def _draw_pixels(
    draw: ImageDraw.ImageDraw, art: list[str], x: int, y: int, cell: int, mirror: bool = False
) -> None:
    for j, row in enumerate(art):
        for i, mark in enumerate(row[::-1] if mirror else row):
            if mark == "X":
                draw.rectangle(
                    [x + i * cell, y + j * cell, x + i * cell + cell - 1, y + j * cell + cell - 1],
                    fill=255,
                )


def emboss_map(width: int = 4096, height: int = 1536) -> NDArray[np.float32]:
    """Heights 0..1; rows run from the mouth of the cup to its base, columns once round."""
    image = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(image)
    motifs = 6
    pitch = width // motifs
    for k in range(motifs):
        _draw_pixels(draw, LLAMA, k * pitch + 40, 590, 26, mirror=k % 2 == 1)
        _draw_pixels(draw, CHAKANA, k * pitch + pitch - 40 - 12 * 19 + 2, 655, 19)
    frets = 20
    for k in range(frets):
        _draw_pixels(draw, FRET, k * width // frets, 330, 22)
        _draw_pixels(draw, FRET[::-1], k * width // frets, 1080, 22)
    for y, thickness in BANDS:
        draw.rectangle([0, y, width, y + thickness], fill=255)
    studs = 48
    for k in range(studs):
        x = (k + 0.5) * width / studs
        for y in (190, 1390):
            draw.ellipse([x - 17, y - 17, x + 17, y + 17], fill=255)
    crisp = np.asarray(image.filter(ImageFilter.GaussianBlur(3.2)), np.float32) / 255
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(14)), np.float32) / 255
    return np.clip(crisp * 0.85 + soft * 0.15, 0, 1)


def main() -> None:
    """Write the map as an 8-bit picture."""
    EMBOSS_FILE.parent.mkdir(exist_ok=True)
    Image.fromarray((emboss_map() * 255).astype(np.uint8)).save(EMBOSS_FILE)


if __name__ == "__main__":
    main()
