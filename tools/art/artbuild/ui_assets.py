"""Papers, leather buttons, soft shadow, pencil and chalk rings.

    python -m artbuild.ui_assets [--scale 1]      writes assets/sprites/paper and assets/sprites/ui

--scale 2 paints everything twice as large, for 4K screens.
"""

from __future__ import annotations

import argparse
import json
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
from cachoart import ink
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from artbuild import SPRITES, WORK, paint

LEATHERS = {"red": (150, 40, 28), "tan": (122, 62, 28), "dark": (92, 56, 34)}
STATES = ("normal", "pressed", "focused", "disabled")
BUTTON_SIZE = (600, 165)
BUTTON_MARGIN = 45
FOCUS_COLOR = (255, 214, 120)
SHADOW_SIZE, SHADOW_MARGIN = 160, 48
BIG_SHEET, ROW_SHEET = (520, 610), (312, 302)
CHALK: paint.Color = (250, 240, 218)
GLOW: paint.Color = (255, 206, 120)


def button(base: paint.Color, state: str, seed: int) -> Image.Image:
    """One nine-slice leather sprite."""
    image = paint.leather(*BUTTON_SIZE, base, seed, bevel=-3.5 if state == "pressed" else 5.0)
    paint.stitch(image, FOCUS_COLOR if state == "focused" else paint.THREAD)
    if state == "pressed":
        return ImageEnhance.Brightness(image).enhance(0.78)
    if state == "disabled":
        grey = ImageEnhance.Color(image).enhance(0.30)
        return ImageEnhance.Brightness(grey).enhance(0.62)
    if state == "focused":
        image = ImageEnhance.Brightness(image).enhance(1.18)
        width, height = image.size
        ImageDraw.Draw(image).rounded_rectangle(
            [1, 1, width - 2, height - 2], paint.BUTTON_RADIUS, outline=FOCUS_COLOR, width=4
        )
    return image


def chalk_ring(seed: int, radii: tuple[float, float] = (88, 80)) -> Image.Image:
    """Chalk ring round a kept die with a warm glow; sized for dice of 104 px."""
    size = (int(radii[0] * 2 + 60),) * 2
    rng = np.random.default_rng(seed)
    middle = (size[0] / 2, size[1] / 2)
    strokes = ink.ring(middle, radii, rng, 1.5)
    strokes += [strokes[0] + rng.normal(1.2, 0.4, 2)]
    surface = ink.draw_whole(size, strokes, ink.Pen.chalk(7), CHALK, seed)
    chalk = Image.frombytes("RGBA", size, pygame.image.tobytes(surface, "RGBA"))
    glow = Image.new("RGBA", size, (*GLOW, 0))
    glow.putalpha(
        chalk.getchannel("A").filter(ImageFilter.GaussianBlur(9)).point(lambda v: int(v * 0.9))
    )
    glow.alpha_composite(chalk)
    return glow


def _save(image: Image.Image, path: str, scale: float) -> None:
    if scale != 1:
        image = image.resize(
            (round(image.width * scale), round(image.height * scale)), Image.LANCZOS
        )
    target = SPRITES / f"{path}.webp"
    target.parent.mkdir(parents=True, exist_ok=True)
    image.save(target, quality=90, method=6, alpha_quality=100)


def main() -> None:
    """Write all pictures and ui.json."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0)
    scale = parser.parse_args().scale
    for k in range(3):
        width, height = (round(v * scale) for v in BIG_SHEET)
        _save(paint.paper(width, height, 21 + k, squares=round(36 * scale)), f"paper/big_{k}", 1)
    for k in range(6):
        width, height = (round(v * scale) for v in ROW_SHEET)
        _save(
            paint.paper(width, height, 40 + 3 * k, squares=round(24 * scale)), f"paper/row_{k}", 1
        )
    for seed, (name, base) in enumerate(LEATHERS.items(), 5):
        for state in STATES:
            _save(button(base, state, seed), f"ui/button_{name}_{state}", scale)
    _save(paint.soft_shadow(SHADOW_SIZE, SHADOW_MARGIN), "ui/shadow", scale)
    _save(paint.pencil(), "ui/pencil", scale)
    for k in range(4):
        _save(chalk_ring(k), f"ui/ring_{k}", scale)
    document = {
        "scale": scale,
        "button": {
            "margin": BUTTON_MARGIN,
            "pitch": paint.STITCH_PITCH,
            "leathers": list(LEATHERS),
            "states": list(STATES),
            "text": [252, 232, 188],
        },
        "shadow": {"margin": 64, "spread": SHADOW_MARGIN, "offset": [9, 13]},
        "ring": {"for_edge_px": 104},
        "pencil": {"tip": [719, 22]},
    }
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "ui.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
