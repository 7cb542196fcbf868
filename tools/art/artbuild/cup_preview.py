"""Contact sheet of the cup's frames on the table, composed exactly as cup.json says.

python -m artbuild.cup_preview [--out var/art/cup_frames.jpg] [--only idle,pour_3]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from PIL import Image

from artbuild import SPRITES, WORK

CELL = (560, 620)
REST_POINT = (CELL[0] // 2, 380)
COLUMNS = 6


def compose(frame: dict, frame_px: int, background: Image.Image) -> Image.Image:
    """One frame on a piece of table; the standing cup's centre is at REST_POINT."""
    folder = SPRITES / "cup"
    cell = background.copy()
    x = REST_POINT[0] + frame["offset"][0]
    y = REST_POINT[1] + frame["offset"][1]
    shadow = Image.open(folder / frame["shadow"]["file"])
    size = round(frame["shadow"]["size"][0] * frame["shadow"]["scale"])
    shadow = shadow.resize((size, size), Image.LANCZOS)
    layer = Image.new("RGBA", cell.size)
    layer.paste(
        shadow,
        (
            round(x + frame["shadow"]["offset"][0] - size / 2),
            round(y + frame["shadow"]["offset"][1] - size / 2),
        ),
    )
    cell.alpha_composite(layer)
    layer = Image.new("RGBA", cell.size)
    cup = Image.open(folder / frame["file"]).resize((frame_px, frame_px), Image.LANCZOS)
    layer.paste(cup, (round(x - frame["anchor"][0]), round(y - frame["anchor"][1])))
    cell.alpha_composite(layer)
    return cell


def main() -> None:
    """Compose the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=WORK / "cup_frames.jpg")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    chosen = set(filter(None, arguments.only.split(",")))
    document = json.loads((WORK / "cup.json").read_text())
    frames = [f for f in document["frames"] if not chosen or f["id"] in chosen]
    table = Image.open(SPRITES / "table" / "table_1080.jpg").convert("RGBA")
    background = table.crop((500, 230, 500 + CELL[0], 230 + CELL[1]))
    rows = -(-len(frames) // COLUMNS)
    sheet = Image.new("RGB", (CELL[0] * min(COLUMNS, len(frames)), CELL[1] * rows))
    for index, frame in enumerate(frames):
        cell = compose(frame, document["frame_px"], background)
        sheet.paste(cell.convert("RGB"), (index % COLUMNS * CELL[0], index // COLUMNS * CELL[1]))
    sheet.resize((sheet.width // 2, sheet.height // 2), Image.LANCZOS).save(
        arguments.out, quality=85
    )


if __name__ == "__main__":
    main()
