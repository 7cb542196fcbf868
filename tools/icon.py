"""Make the program's icon, `assets/icon/`, from the game's own cup and die.

    python tools/icon.py

Writes cacho.png (256 px, for Linux and the window), cacho.ico (Windows) and cacho.icns (macOS).
The two containers are only lists of PNG pictures, written here byte by byte.
"""

import io
import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame as pg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from cacho.ui.drawing import die  # noqa: E402

SIDE = 512
CUP = ROOT / "assets" / "sprites" / "cup" / "shake_2.webp"
FOLDER = ROOT / "assets" / "icon"
ICO_SIDES = (16, 24, 32, 48, 64, 256)
ICNS_KINDS = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512}


def main() -> int:
    """Draw once, large; write the three files."""
    master = draw()
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "cacho.png").write_bytes(png(master, 256))
    (FOLDER / "cacho.ico").write_bytes(ico(master))
    (FOLDER / "cacho.icns").write_bytes(icns(master))
    return 0


def draw() -> pg.Surface:
    """The cup, and before it a die that shows the ace."""
    picture = pg.Surface((SIDE, SIDE), pg.SRCALPHA)
    cup = trimmed(pg.image.load(CUP))
    height = 440
    cup = pg.transform.smoothscale(
        cup, (round(cup.get_width() * height / cup.get_height()), height)
    )
    picture.blit(cup, (20, 10))
    for face, edge, yaw, centre in ((5, 150, -0.75, (236, 384)), (1, 186, 0.35, (382, 366))):
        art = die.DieArt(edge)
        pose = die.relabel(die.resting(face, yaw=yaw), want_top=face)
        drawn = trimmed(art.render(pose, premultiplied=False, fine=True))
        picture.blit(drawn, drawn.get_rect(center=centre))
    return picture


def trimmed(picture: pg.Surface) -> pg.Surface:
    """The part of a picture that is not transparent."""
    return picture.subsurface(picture.get_bounding_rect(min_alpha=8)).copy()


def png(master: pg.Surface, side: int) -> bytes:
    """The picture at one size, as a PNG file."""
    out = io.BytesIO()
    pg.image.save(pg.transform.smoothscale(master, (side, side)), out, "icon.png")
    return out.getvalue()


def ico(master: pg.Surface) -> bytes:
    """A Windows icon: a header, a row of 16 bytes for each size, the PNG files."""
    pictures = [png(master, side) for side in ICO_SIDES]
    start = 6 + 16 * len(pictures)
    rows = b""
    for side, data in zip(ICO_SIDES, pictures, strict=True):
        rows += struct.pack("<4B2H2I", side % 256, side % 256, 0, 0, 1, 32, len(data), start)
        start += len(data)
    return struct.pack("<3H", 0, 1, len(pictures)) + rows + b"".join(pictures)


def icns(master: pg.Surface) -> bytes:
    """A macOS icon: a type and a length before each PNG file, and before the whole."""
    body = b""
    for kind, side in ICNS_KINDS.items():
        data = png(master, side)
        body += kind.encode() + struct.pack(">I", 8 + len(data)) + data
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    sys.exit(main())
