"""All sounds of the game, synthesised, as OGG Vorbis with a manifest.

python -m artbuild.sounds      writes assets/sounds/*.ogg and var/art/sounds.json
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import soundfile

from artbuild import SOUNDS, WORK
from artbuild.synth import (
    RATE,
    TABLE_GAIN,
    TABLE_MODES,
    TABLE_Q,
    Rng,
    Signal,
    add,
    band,
    bombo,
    charango,
    contact,
    die_on_die,
    die_on_leather,
    die_on_wood,
    high_pass,
    loudness,
    low_pass,
    pan,
    panpipe,
    resonate,
    room,
    seconds,
    sequence,
    silence,
    strum,
    trim,
)

OUT = SOUNDS
OGG_QUALITY = 0.5
"""soundfile's compression level, 0 best .. 1 smallest."""
PEAK_LIMIT = 0.93


@dataclass(frozen=True)
class Sound:
    """A finished stereo sound. level: loudness in LUFS, or None to normalise the peak to `peak`."""

    name: str
    group: str
    samples: Signal
    peak: float = 0.8
    level: float | None = None
    loop: bool = False

    def scaled(self) -> Signal:
        """Samples at their final level."""
        out = self.samples / np.abs(self.samples).max() * self.peak
        if self.level is not None:
            out = out * min(
                10 ** ((self.level - loudness(out)) / 20), PEAK_LIMIT / np.abs(out).max()
            )
        return out


def rattle(strength: int, seed: int, duration: float = 2.0) -> Signal:
    """Dice in the shaken cup, a seamless loop; strength 0..2."""
    rng = np.random.default_rng(seed)
    count = int(duration * RATE)
    leather, bone = np.zeros(count), np.zeros(count)
    halves = round([3.0, 4.5, 6.0][strength] * duration) * 2
    density, width, gain = ((5, 0.050, 0.6), (8, 0.038, 0.85), (11, 0.028, 1.1))[strength]
    for half in range(halves):
        middle = (half + 0.5) / halves * duration + rng.normal(0, 0.008)
        force = 1.0 if half % 2 == 0 else 0.72
        for _ in range(rng.poisson(density) + 3):
            at = middle + abs(rng.normal(0, width)) * (1 if rng.random() < 0.8 else -1)
            speed = force * rng.uniform(0.25, 1) ** 1.3 * gain
            start = int(at * RATE) % count
            if rng.random() < 0.52:
                add(leather, die_on_leather(speed, rng), start, wrap=True)
            else:
                add(bone, die_on_die(speed * 0.8, rng), start, wrap=True)
    dry = np.tile(high_pass(leather * 0.55, 170) + bone * 2.4, 3)
    cavity = band(dry, 520, 900, 1) * 1.1 + band(dry, 1750, 2500, 1) * 0.45
    mono = (low_pass(dry, 7800, 1) + cavity * 0.55)[count : 2 * count]
    stereo = np.stack([mono, np.roll(mono, int(0.00035 * RATE))], 1)
    return room(np.concatenate([stereo] * 3), 0.08)[count : 2 * count]


def slam(seed: int) -> Signal:
    """The cup set down hard, mouth down, with dice under it."""
    rng = np.random.default_rng(seed)
    out = silence(0.9)
    t = seconds(0.9)
    body = np.sin(2 * np.pi * (88 * t + 18 * (1 - np.exp(-t * 40)) / 40 * 6))
    out += 0.8 * body * np.exp(-t / 0.055) * (1 - np.exp(-t / 0.0012))
    out += 1.1 * resonate(
        contact(0.9, 0.0022, 1.0, 0.5, rng), TABLE_MODES, TABLE_Q * 0.9, TABLE_GAIN
    )
    slap = _burst(len(out), 0.09, 0.013, rng)
    out += band(slap, 300, 2300) * 1.9 + band(slap, 2500, 7000) * 0.55
    out += band(_burst(len(out), 0.16, 0.035, rng), 90, 420) * 0.55
    for _ in range(13):
        at = abs(rng.normal(0.02, 0.055))
        speed = rng.uniform(0.2, 0.6)
        hit = (
            die_on_leather(speed, rng)
            if rng.random() < 0.4
            else low_pass(die_on_wood(speed, rng), 3200) * 0.8
        )
        add(out, hit * np.exp(-at * 6) * 0.8, int(at * RATE))
    return out


def _burst(length: int, duration: float, decay: float, rng: Rng) -> Signal:
    """Decaying noise at the start of a buffer."""
    out = np.zeros(length)
    count = int(duration * RATE)
    out[:count] = rng.standard_normal(count) * np.exp(-np.arange(count) / (decay * RATE))
    return out


def pencil_stroke(
    duration: float, seed: int, speed: Callable[[Signal], Signal] | None = None
) -> Signal:
    """Pencil on paper: noise shaped by the paper's tooth and the hand's speed (a function of
    0..1).
    """
    rng = np.random.default_rng(seed)
    t = seconds(duration)
    u = t / duration
    hand = np.sin(np.pi * u) ** 0.55 if speed is None else speed(u)
    hand = hand * (1 + 0.16 * low_pass(rng.standard_normal(len(t)), 22) * 8)
    tooth = np.abs(band(rng.standard_normal(len(t)), 60, 420, 1))
    tooth /= tooth.mean()
    noise = rng.standard_normal(len(t))
    out = (
        band(noise, 1500, 5200, 1) * 0.8
        + band(noise, 3800, 9500, 1) * 0.55
        + band(noise, 350, 900, 1) * 0.35
    )
    out *= np.clip(hand, 0, None) ** 0.8 * (0.45 + 0.55 * tooth)
    tap = resonate(
        contact(0.02, 0.0006, 1, 0.2, rng), [310, 720, 1500, 2900], [4, 5, 6, 7], [1, 0.8, 0.6, 0.4]
    )
    out *= 0.5
    add(out, tap * 2.2, 0)
    return out * np.minimum(1, (duration - t) / 0.02)


def rustle(duration: float, seed: int) -> Signal:
    """Paper being moved."""
    rng = np.random.default_rng(seed)
    t = seconds(duration)
    wander = 0.45 + 0.55 * np.clip(low_pass(rng.standard_normal(len(t)), 7) * 18, 0, 1.6)
    envelope = np.sin(np.pi * np.clip(t / duration, 0, 1)) ** 0.7 * wander
    crackle = (rng.random(len(t)) < 0.010 * envelope) * rng.exponential(1, len(t))
    out = resonate(
        crackle,
        [780, 1450, 2600, 4100, 6200, 8800],
        [2.5, 3, 3, 3.5, 4, 4],
        [0.5, 0.8, 1, 0.9, 0.7, 0.5],
    )
    out = out + band(rng.standard_normal(len(t)), 900, 7000, 1) * 0.10 * envelope
    return out * np.minimum(1, t / 0.01)


NOTES = {
    name: index
    for index, name in enumerate(["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"])
}
CHORDS = {
    "Am": "A4 C5 E5 A5 E5",
    "C": "G4 C5 E5 C5 G5",
    "G": "G4 B4 D5 G5 D5",
    "F": "A4 C5 F5 A5 F5",
    "E": "G#4 B4 E5 G#5 E5",
}
Melody = list[tuple[float, float, str]]
"""(beat, beats, note)"""


def hertz(note: str) -> float:
    """Frequency of a note such as G#5."""
    return 440 * 2 ** ((NOTES[note[:-1]] + 12 * (int(note[-1]) + 1) - 69) / 12)


def melody(text: str) -> Melody:
    """Notes 'name:beats' one after the other."""
    out, beat = [], 0.0
    for item in text.split():
        name, beats = item.split(":")
        out.append((beat, float(beats), name))
        beat += float(beats)
    return out


def song(tempo: float, chords: list[tuple[float, str]], tune: Melody, seed: int) -> Signal:
    """Huayno: charango strums (quaver, two semiquavers), bombo, panpipes in octaves. Ends on a
    long chord.
    """
    rng = np.random.default_rng(seed)
    beat_s = 60 / tempo
    end = max(beat + beats for beat, beats, _ in tune)
    out = np.zeros((int((end + 2.2) * beat_s * RATE) + RATE // 2, 2))
    ends = [start for start, _ in chords[1:]] + [end]
    for (start, chord), stop in zip(chords, ends, strict=False):
        _strum_bars(out, start, stop, beat_s, [hertz(n) for n in CHORDS[chord].split()], rng)
    at = int(ends[-1] * beat_s * RATE)
    last = [hertz(n) for n in CHORDS[chords[-1][1]].split()]
    add(out, pan(strum(last, 2.0, 0.5, True, rng, 0.028), 0.28), at)
    add(out, pan(bombo(0.6, rng), 0), at)
    for beat, beats, note in tune:
        add(
            out,
            pan(panpipe(hertz(note), beats * beat_s * 0.97, 0.62, rng), -0.25),
            int(beat * beat_s * RATE),
        )
        low = panpipe(hertz(note) * 0.5, beats * beat_s * 0.97, 0.30, rng)
        add(out, pan(low, -0.45), int((beat * beat_s + 0.012) * RATE))
    return out


def _strum_bars(
    out: Signal, start: float, stop: float, beat_s: float, chord: list[float], rng: Rng
) -> None:
    for beat in np.arange(start, stop - 1e-6):
        for offset, strength, down in ((0, 1.0, True), (0.5, 0.55, False), (0.75, 0.62, True)):
            if beat + offset < stop - 1e-6:
                at = int((beat + offset) * beat_s * RATE + max(0, rng.normal(0, 0.004)) * RATE)
                add(out, pan(strum(chord, 0.55, strength * 0.50, down, rng, 0.009), 0.28), at)
        add(out, pan(bombo(0.42, rng), -0.05), int(beat * beat_s * RATE))
        if beat + 0.5 < stop:
            add(out, pan(bombo(0.28, rng, rim=True), -0.15), int((beat + 0.5) * beat_s * RATE))


def dice_sounds() -> Iterator[Sound]:
    """Hits of dice."""
    for k in range(8):
        rng = np.random.default_rng(100 + k)
        yield Sound(
            f"dado_mesa_{k + 1}",
            "dado_mesa",
            trim(room(die_on_wood(rng.uniform(0.75, 1), rng), 0.09)),
            0.82,
        )
    for k in range(5):
        rng = np.random.default_rng(200 + k)
        yield Sound(
            f"dado_suave_{k + 1}",
            "dado_suave",
            trim(room(die_on_wood(rng.uniform(0.18, 0.32), rng), 0.08)),
            0.45,
        )
    for k in range(5):
        rng = np.random.default_rng(300 + k)
        yield Sound(
            f"dado_dado_{k + 1}",
            "dado_dado",
            trim(room(die_on_die(rng.uniform(0.5, 1), rng), 0.07)),
            0.55,
        )


def cup_sounds() -> Iterator[Sound]:
    """Rattling loops and slams."""
    for strength, (name, level) in enumerate((("suave", -28), ("medio", -25), ("fuerte", -22))):
        yield Sound(
            f"cubilete_{name}", "cubilete", rattle(strength, 40 + strength), level=level, loop=True
        )
    for k in range(3):
        yield Sound(
            f"golpe_cubilete_{k + 1}", "golpe_cubilete", trim(room(slam(70 + k), 0.14)), 0.92
        )


def paper_sounds() -> Iterator[Sound]:
    """Pencil and paper."""
    strokes = {f"trazo_{k + 1}": pencil_stroke(0.30 + 0.05 * k, 400 + k) for k in range(4)}
    strokes["cruz"] = sequence((0, pencil_stroke(0.17, 411)), (0.25, pencil_stroke(0.19, 412)))
    strokes["circulo"] = pencil_stroke(
        0.46, 420, lambda u: np.sin(np.pi * u) ** 0.35 * (0.7 + 0.3 * np.cos(4 * np.pi * u) ** 2)
    )
    strokes["numero"] = sequence(
        (0, pencil_stroke(0.14, 431)),
        (0.19, pencil_stroke(0.11, 432)),
        (0.36, pencil_stroke(0.16, 433)),
    )
    strokes["tachar"] = pencil_stroke(
        0.62, 440, lambda u: 0.35 + 0.65 * np.abs(np.sin(np.pi * u * 4.5))
    )
    for name, x in strokes.items():
        yield Sound(
            f"lapiz_{name}",
            "lapiz_trazo" if "trazo" in name else "lapiz",
            trim(room(x, 0.05)),
            level=-31,
        )
    for k in range(3):
        yield Sound(
            f"papel_{k + 1}", "papel", trim(room(rustle(0.45 + 0.18 * k, 500 + k), 0.06)), level=-33
        )


def music() -> Iterator[Sound]:
    """Fanfares and short comments."""
    victory = song(
        126,
        [(0, "Am"), (2, "C"), (4, "G"), (6, "Am")],
        melody(
            "A4:.5 C5:.25 D5:.25 E5:.75 D5:.25 E5:.5 G5:.25 E5:.25 G5:1 "
            "A5:.5 G5:.25 E5:.25 D5:.5 E5:.5 D5:.5 C5:.5 A4:2.5"
        ),
        11,
    )
    yield Sound(
        "fanfarria_victoria", "fanfarria", trim(room(victory, 0.16, 0.7, 9), -55), level=-17
    )
    sleeper = song(
        138,
        [(0, "Am"), (4, "F"), (6, "C"), (8, "G"), (10, "Am"), (12, "C"), (14, "E"), (16, "Am")],
        melody(
            "G5:.125 E5:.125 G5:.125 E5:.125 G5:.125 E5:.125 G5:.125 E5:.125 "
            "A5:.5 A5:.5 G5:.5 E5:.5 G5:1 "
            "A5:.5 C6:.25 A5:.25 G5:1 E5:.5 G5:.25 E5:.25 D5:1 "
            "D5:.5 E5:.25 D5:.25 B4:1 C5:.5 D5:.5 E5:1 "
            "G5:.5 A5:.25 G5:.25 E5:1 G#5:.5 B5:.5 E5:.5 G#5:.5 A5:3"
        ),
        12,
    )
    yield Sound("fanfarria_dormida", "fanfarria", trim(room(sleeper, 0.18, 0.8, 9), -55), level=-17)
    rng = np.random.default_rng(2024)
    good = sequence(
        *(
            (0.075 * k, charango(hertz(n), 1.2, 0.6, rng))
            for k, n in enumerate(("E5", "A5", "C6", "E6"))
        )
    )
    yield Sound("jugada_buena", "jugada", trim(room(pan(good, 0.1), 0.14, 0.5, 9)), level=-22)
    bad = sequence(
        (0, panpipe(hertz("E4"), 0.28, 0.5, rng)), (0.24, panpipe(hertz("C4"), 0.5, 0.5, rng))
    )
    yield Sound("jugada_mala", "jugada", trim(room(bad, 0.14, 0.5, 9)), level=-22)


def interface_sounds() -> Iterator[Sound]:
    """Clicks and signals."""
    rng = np.random.default_rng(7)

    def knock(
        length: float, duration: float, frequencies: list, qualities: list, gains: list
    ) -> Signal:
        return resonate(contact(length, duration, 1, 0.1, rng), frequencies, qualities, gains)

    clicks = {
        "tic": knock(0.12, 0.00035, [1180, 2410, 3900], [14, 15, 15], [1, 0.6, 0.3]),
        "boton": knock(0.2, 0.0007, [420, 760, 1350, 2100], [8, 9, 10, 10], [1, 0.8, 0.5, 0.25]),
        "turno": sequence(
            (0, charango(hertz("A5"), 0.8, 0.6, rng)), (0.1, charango(hertz("E5"), 0.7, 0.6, rng))
        ),
        "error": knock(0.3, 0.0016, [150, 225, 310], [6, 6, 7], [1, 0.8, 0.5]),
    }
    for name, x in clicks.items():
        yield Sound(f"ui_{name}", "ui", trim(room(x, 0.12 if name == "turno" else 0.05)), level=-33)


def describe(sound: Sound, samples: Signal) -> dict:
    """Manifest entry; gain is what the mixer should multiply (the files are at their final
    relative level).
    """
    entry = {
        "id": sound.name,
        "file": f"{sound.name}.ogg",
        "group": sound.group,
        "gain": 1.0,
        "seconds": round(len(samples) / RATE, 3),
        "peak_db": round(20 * np.log10(np.abs(samples).max()), 1),
        "loudness_lufs": round(loudness(samples), 1),
    }
    if sound.loop:
        entry["loop"] = [0, len(samples)]
    return entry


def decay_ms(samples: Signal) -> float:
    """Time until 20 dB less energy is left, ms."""
    left = np.cumsum(samples.mean(1)[::-1] ** 2)[::-1]
    return float(np.argmax(left < left[0] * 0.01)) / RATE * 1000


def main() -> None:
    """Synthesise everything."""
    OUT.mkdir(parents=True, exist_ok=True)
    entries = []
    for source in (dice_sounds, cup_sounds, paper_sounds, music, interface_sounds):
        for sound in source():
            samples = sound.scaled()
            soundfile.write(
                OUT / f"{sound.name}.ogg",
                samples.astype(np.float32),
                RATE,
                format="OGG",
                subtype="VORBIS",
                compression_level=OGG_QUALITY,
            )
            entries.append(describe(sound, samples))
            print(
                entries[-1]["id"],
                entries[-1]["seconds"],
                "s, -20 dB in",
                round(decay_ms(samples)),
                "ms",
            )
    document = {"rate": RATE, "loop_unit": "samples", "sounds": entries}
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "sounds.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
