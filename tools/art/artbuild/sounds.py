"""All sounds of the game, synthesised, as OGG Vorbis; their figures go to docs/sound.md.

    python -m artbuild.sounds      writes assets/sounds/*.ogg and var/art/sounds.json

A file is written anew only if it would sound different: encoders put a random number into each.
`artbuild.manifest` and `artbuild.sound_report` come after it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from artbuild import SOUNDS, WORK, foley, music
from artbuild.measure import Figures, figures, loudness, seam
from artbuild.synth import RATE, Signal, die_on_die, die_on_wood, room, sequence, trim

OGG_QUALITY = 0.55
"""soundfile's compression level, 0 best .. 1 smallest."""
PEAK_LIMIT = 0.90
SAME = 1e-4
"""Two decoded samples that differ by less are the same."""
STRENGTHS = ("suave", "medio", "fuerte")
LOOP_LEVELS = (-28.0, -25.0, -22.0)
FEWER = {1: -5.0, 2: -3.2, 3: -1.8, 4: -0.8, 5: 0.0}
"""How much softer fewer dice are in the cup, dB."""


@dataclass(frozen=True)
class Sound:
    """A finished stereo sound and the loudness it ships with, LUFS."""

    name: str
    group: str
    samples: Signal
    level: float
    loop: bool = False

    def scaled(self) -> Signal:
        """Return the samples at their level, or as near as the peak allows."""
        gain = 10 ** ((self.level - loudness(self.samples)) / 20)
        return self.samples * min(gain, PEAK_LIMIT / np.abs(self.samples).max())


def numbered(
    group: str, level: float, takes: Iterator[Signal], vary: float = 0.0
) -> Iterator[Sound]:
    """Yield the takes of a group, the loudness of each off by up to `vary` dB."""
    chance = np.random.default_rng(len(group))
    for number, samples in enumerate(takes, 1):
        off = chance.uniform(-vary, vary)
        yield Sound(f"{group}_{number}", group, samples, level + off)


def dice_sounds() -> Iterator[Sound]:
    """Hits of dice on wood and on each other, by how hard they hit."""
    wood = (("dado_suave", 200, 0.18, 0.32, -32), ("dado_mesa", 100, 0.55, 0.75, -28))
    for group, seed, least, most, level in (*wood, ("dado_fuerte", 150, 0.85, 1.1, -27.5)):
        yield from numbered(group, level, _on_wood(seed, least, most), 0.5)
    bone = (("dado_dado_suave", 350, 0.2, 0.4, -31), ("dado_dado", 300, 0.6, 1.0, -29))
    for group, seed, least, most, level in bone:
        yield from numbered(group, level, _on_bone(seed, least, most), 0.8)


def _on_wood(seed: int, least: float, most: float) -> Iterator[Signal]:
    for take in range(8):
        rng = np.random.default_rng(seed + take)
        yield trim(room(die_on_wood(rng.uniform(least, most), rng), 0.09), -52)


def _on_bone(seed: int, least: float, most: float) -> Iterator[Signal]:
    for take in range(8):
        rng = np.random.default_rng(seed + take)
        yield trim(room(die_on_die(rng.uniform(least, most), rng), 0.07), -50)


def cup_sounds() -> Iterator[Sound]:
    """The cup: loops for one to five dice, and what else it does."""
    for strength, name in enumerate(STRENGTHS):
        for dice, fewer in FEWER.items():
            group = f"cubilete_{name}_{dice}"
            samples = foley.rattle(dice, strength, 40 + 10 * dice + strength)
            yield Sound(group, group, samples, LOOP_LEVELS[strength] + fewer, loop=True)
    makers = (
        ("cae_dado", -33, 6, lambda k: room(foley.drop(600 + k), 0.06)),
        ("vierte_poco", -29, 3, lambda k: room(foley.pour(1 + k % 2, 620 + k), 0.07)),
        ("vierte", -26, 4, lambda k: room(foley.pour(4, 640 + k), 0.07)),
        ("golpe_cubilete", -20, 4, lambda k: room(foley.slam(70 + k), 0.14)),
        ("levanta", -31, 3, lambda k: room(foley.lift(660 + k), 0.07)),
        ("asienta", -29, 3, lambda k: room(foley.set_down(680 + k), 0.09)),
    )
    for group, level, takes, make in makers:
        yield from numbered(group, level, (trim(make(k), -52) for k in range(takes)), 0.4)


def paper_sounds() -> Iterator[Sound]:
    """Pencil, chalk and paper."""
    makers = (
        ("lapiz_trazo", -31, 6, lambda k: foley.pencil_stroke(0.28 + 0.05 * k, 400 + k)),
        ("lapiz_cifra", -31, 8, lambda k: foley.pencil_stroke(0.13 + 0.014 * k, 430 + k)),
        ("lapiz_numero", -31, 3, _number),
        ("lapiz_cruz", -31, 3, _cross),
        ("tiza", -31, 4, lambda k: foley.chalk(0.46 + 0.04 * k, 520 + k)),
        ("tiza_borra", -37, 3, lambda k: foley.wipe(540 + k)),
        ("papel", -33, 4, lambda k: foley.rustle(0.40 + 0.14 * k, 500 + k)),
    )
    for group, level, takes, make in makers:
        yield from numbered(group, level, (trim(room(make(k), 0.05), -55) for k in range(takes)))


def _number(take: int) -> Signal:
    """Two digits, three strokes."""
    strokes = [foley.pencil_stroke(0.11 + 0.02 * (k % 2), 450 + 5 * take + k) for k in range(3)]
    return sequence((0, strokes[0]), (0.16 + 0.01 * take, strokes[1]), (0.31, strokes[2]))


def _cross(take: int) -> Signal:
    """Crossing out: two strokes."""
    first = foley.pencil_stroke(0.13 + 0.01 * take, 411 + 2 * take)
    return sequence((0, first), (0.18 + 0.01 * take, foley.pencil_stroke(0.15, 412 + 2 * take)))


def music_sounds() -> Iterator[Sound]:
    """Fanfares, and a comment on each small moment."""
    for group, level, samples in (
        ("fanfarria_victoria", -17, music.victory()),
        ("fanfarria_dormida", -17, music.sleeper()),
        ("jugada_buena", -22, music.good()),
        ("jugada_mala", -22, music.poor()),
        ("momento_grande", -20, music.grande()),
        ("momento_mano", -22, music.served()),
        ("momento_tachada", -24, music.crossed()),
        ("momento_ultima", -22, music.last_box()),
        ("momento_paga", -24, music.pays()),
    ):
        yield Sound(group, group, samples, level)


def interface_sounds() -> Iterator[Sound]:
    """Clicks and signals."""
    for name, level, samples in (
        ("ui_tic", -33, trim(room(foley.tick(), 0.05))),
        ("ui_boton", -33, trim(room(foley.press(), 0.05))),
        ("ui_turno", -33, music.call()),
        ("ui_error", -33, trim(room(foley.refuse(), 0.05))),
    ):
        yield Sound(name, name, samples, level)


def every_sound() -> Iterator[Sound]:
    """Yield all of them."""
    for source in (dice_sounds, cup_sounds, paper_sounds, music_sounds, interface_sounds):
        yield from source()


def encoded(samples: Signal) -> bytes:
    """Return an OGG file."""
    out = io.BytesIO()
    soundfile.write(
        out,
        samples.astype(np.float32),
        RATE,
        format="OGG",
        subtype="VORBIS",
        compression_level=OGG_QUALITY,
    )
    return out.getvalue()


def decoded(file: Path | io.BytesIO) -> Signal:
    """Return the samples of a file."""
    return soundfile.read(file, dtype="float64", always_2d=True)[0]


def store(target: Path, samples: Signal) -> Signal:
    """Write a sound unless the file sounds like that already; return what is heard."""
    raw = encoded(samples)
    heard = decoded(io.BytesIO(raw))
    if target.exists():
        present = decoded(target)
        if present.shape == heard.shape and np.abs(present - heard).max() < SAME:
            return present
    target.write_bytes(raw)
    return heard


def describe(sound: Sound, heard: Signal, known: Figures) -> dict:
    """Return the manifest entry; gain is what the mixer should multiply."""
    entry = {
        "id": sound.name,
        "file": f"{sound.name}.ogg",
        "group": sound.group,
        "gain": 1.0,
        "seconds": round(known.seconds, 3),
        "peak_db": round(known.peak_db, 1),
        "level_lufs": round(sound.level, 1),
        "loudness_lufs": round(known.lufs, 1),
        "decay_ms": round(known.decay_ms),
        "centroid_hz": round(known.centroid),
        "band_hz": [round(known.low), round(known.high)],
    }
    if sound.loop:
        entry["loop"] = [0, len(heard)]
        entry["seam"] = round(seam(heard), 2)
    return entry


def main() -> None:
    """Synthesise everything and remove what is no longer made."""
    SOUNDS.mkdir(parents=True, exist_ok=True)
    entries = []
    for sound in every_sound():
        heard = store(SOUNDS / f"{sound.name}.ogg", sound.scaled())
        entries.append(describe(sound, heard, figures(heard)))
    names = {entry["file"] for entry in entries}
    for file in SOUNDS.glob("*.ogg"):
        if file.name not in names:
            file.unlink()
    document = {"rate": RATE, "loop_unit": "samples", "sounds": entries}
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "sounds.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    size = sum((SOUNDS / name).stat().st_size for name in names)
    print(f"{len(entries)} sounds, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
