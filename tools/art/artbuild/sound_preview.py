"""Spectrograms to look at: time to the right, 0 to 16 kHz upwards, 80 dB from black to white.

    python -m artbuild.sound_preview [SOUND.ogg | MIX.raw ...] [--out PICTURE.png]

Without files: one take of each group. A .raw file is what SDL's disk driver wrote, 16 bits, stereo,
44.1 kHz. Above each spectrogram stands the waveform. The picture goes to var/art/sounds.png.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import soundfile
from PIL import Image, ImageDraw
from scipy import signal

from artbuild import SOUNDS, WORK
from artbuild.synth import RATE, Signal

PIXELS_A_SECOND = 260
WINDOW, STEP = 1024, RATE // PIXELS_A_SECOND
TOP_HZ = 16_000
RANGE_DB = 80.0
WAVE = 40
TALL = 190
WIDE = 1500
HEADING = 14


def samples(file: Path) -> Signal:
    """Return a file's sound, both sides mixed."""
    if file.suffix == ".raw":
        return np.frombuffer(file.read_bytes(), "<i2").reshape(-1, 2).mean(1) / 32768
    return soundfile.read(file, always_2d=True)[0].mean(1)


def spectrogram(x: Signal) -> Image.Image:
    """Return the picture of a sound."""
    x = np.pad(x, (WINDOW // 2, WINDOW))
    _, _, bins = signal.stft(x, RATE, nperseg=WINDOW, noverlap=WINDOW - STEP, boundary=None)
    kept = np.abs(bins[: int(TOP_HZ / RATE * WINDOW)]) + 1e-9
    level = 20 * np.log10(kept) + 12
    shade = np.clip(1 + level / RANGE_DB, 0, 1)[::-1]
    colours = np.stack([shade**0.8, shade**1.6, 0.35 * shade + 0.65 * shade**4], -1)
    picture = Image.fromarray((colours * 255).astype(np.uint8))
    return picture.resize((picture.width, TALL - WAVE), Image.BILINEAR)


def tile(name: str, x: Signal) -> Image.Image:
    """Return a waveform above a spectrogram, with its name."""
    below = spectrogram(x[: RATE * (WIDE // PIXELS_A_SECOND)])
    out = Image.new("RGB", (max(below.width, 110), TALL + HEADING), (24, 20, 18))
    draw = ImageDraw.Draw(out)
    draw.text((2, 1), name, (240, 220, 190))
    middle = HEADING + WAVE // 2
    for column in range(below.width):
        piece = x[column * STEP : (column + 1) * STEP]
        if len(piece):
            ends = (middle - piece.max() * WAVE / 2, middle - piece.min() * WAVE / 2)
            draw.line((column, ends[0], column, ends[1]), (230, 190, 120))
    out.paste(below, (0, HEADING + WAVE))
    return out


def sheet(tiles: list[Image.Image]) -> Image.Image:
    """Lay tiles out in rows."""
    places, x, y = [], 0, 0
    for each in tiles:
        if x and x + each.width > WIDE:
            x, y = 0, y + TALL + HEADING + 6
        places.append((x, y))
        x += each.width + 6
    out = Image.new("RGB", (WIDE + 110, y + TALL + HEADING), (60, 54, 50))
    for place, each in zip(places, tiles, strict=True):
        out.paste(each, place)
    return out


def one_of_each_group() -> list[Path]:
    """Return the first take of every group."""
    entries = json.loads((SOUNDS / "manifest.json").read_text(encoding="utf-8"))["sounds"]
    first = {entry["group"]: entry["file"] for entry in reversed(entries)}
    return [SOUNDS / file for file in dict(sorted(first.items())).values()]


def main() -> None:
    """Draw the picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--out", type=Path, default=WORK / "sounds.png")
    arguments = parser.parse_args()
    files = arguments.files or one_of_each_group()
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    sheet([tile(file.stem, samples(file)) for file in files]).save(arguments.out)


if __name__ == "__main__":
    main()
