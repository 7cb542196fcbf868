"""What is played rather than dropped: charango, panpipes, bombo, coins."""

from __future__ import annotations

import numpy as np

from artbuild.synth import (
    RATE,
    Rng,
    Signal,
    add,
    bombo,
    charango,
    contact,
    die_on_wood,
    pan,
    panpipe,
    resonate,
    room,
    sequence,
    strum,
    trim,
)

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
    """Return the frequency of a note such as G#5."""
    return 440 * 2 ** ((NOTES[note[:-1]] + 12 * (int(note[-1]) + 1) - 69) / 12)


def chord(name: str) -> list[float]:
    """Return the frequencies of a chord's five courses."""
    return [hertz(note) for note in CHORDS[name].split()]


def melody(text: str) -> Melody:
    """Return notes 'name:beats' one after the other."""
    out, beat = [], 0.0
    for item in text.split():
        name, beats = item.split(":")
        out.append((beat, float(beats), name))
        beat += float(beats)
    return out


def song(
    tempo: float, chords: list[tuple[float, str]], tune: Melody, seed: int, plucked: bool = False
) -> Signal:
    """Huayno: charango strums (quaver, two semiquavers), bombo, and a tune; ends on a long chord.

    Panpipes in octaves have the tune, or the charango over one soft panpipe.
    """
    rng = np.random.default_rng(seed)
    beat_s = 60 / tempo
    end = max(beat + beats for beat, beats, _ in tune)
    out = np.zeros((int((end + 2.2) * beat_s * RATE) + RATE // 2, 2))
    ends = [start for start, _ in chords[1:]] + [end]
    for (start, name), stop in zip(chords, ends, strict=False):
        _strum_bars(out, start, stop, beat_s, chord(name), rng)
    at = int(ends[-1] * beat_s * RATE)
    add(out, pan(strum(chord(chords[-1][1]), 2.0, 0.5, True, rng, 0.028), 0.28), at)
    add(out, pan(bombo(0.6, rng), 0), at)
    for beat, beats, note in tune:
        if plucked:
            high = charango(hertz(note), beats * beat_s + 0.35, 1.5, rng)
        else:
            high = panpipe(hertz(note), beats * beat_s * 0.97, 0.62, rng)
        add(out, pan(high, -0.25), int(beat * beat_s * RATE))
        soft = 0.16 if plucked else 0.30
        low = panpipe(hertz(note) * 0.5, beats * beat_s * 0.97, soft, rng)
        add(out, pan(low, -0.45), int((beat * beat_s + 0.012) * RATE))
    return out


def _strum_bars(
    out: Signal, start: float, stop: float, beat_s: float, courses: list[float], rng: Rng
) -> None:
    for beat in np.arange(start, stop - 1e-6):
        for offset, strength, down in ((0, 1.0, True), (0.5, 0.55, False), (0.75, 0.62, True)):
            if beat + offset < stop - 1e-6:
                at = int((beat + offset) * beat_s * RATE + max(0, rng.normal(0, 0.004)) * RATE)
                add(out, pan(strum(courses, 0.55, strength * 0.50, down, rng, 0.009), 0.28), at)
        add(out, pan(bombo(0.42, rng), -0.05), int(beat * beat_s * RATE))
        if beat + 0.5 < stop:
            add(out, pan(bombo(0.28, rng, rim=True), -0.15), int((beat + 0.5) * beat_s * RATE))


def victory() -> Signal:
    """The winner's huayno."""
    tune = melody(
        "A4:.5 C5:.25 D5:.25 E5:.75 D5:.25 E5:.5 G5:.25 E5:.25 G5:1 "
        "A5:.5 G5:.25 E5:.25 D5:.5 E5:.5 D5:.5 C5:.5 A4:2.5"
    )
    dry = song(130, [(0, "Am"), (2, "C"), (4, "G"), (6, "Am")], tune, 11)
    return trim(room(dry, 0.16, 0.7, 9), -55)


def sleeper() -> Signal:
    """La dormida: the charango trills, has a short tune, and strums a long chord."""
    tune = melody(
        "G5:.125 E5:.125 G5:.125 E5:.125 G5:.125 E5:.125 G5:.125 E5:.125 "
        "A5:.5 A5:.5 G5:.5 E5:.5 A5:.5 C6:.25 A5:.25 G5:1 G#5:.5 B5:.5 A5:3"
    )
    bars = [(0, "Am"), (1, "F"), (2, "C"), (3, "Am"), (4, "G"), (5, "E"), (6, "Am")]
    return trim(room(song(138, bars, tune, 12, plucked=True), 0.18, 0.8, 9), -55)


def _staged(dry: Signal, wet: float = 0.14) -> Signal:
    return trim(room(dry, wet, 0.5, 9), -52)


def good() -> Signal:
    """A good roll: four notes up."""
    rng = np.random.default_rng(2024)
    notes = enumerate(("E5", "A5", "C6", "E6"))
    up = sequence(*((0.075 * k, charango(hertz(n), 1.0, 0.6, rng)) for k, n in notes))
    return _staged(pan(up, 0.1))


def poor() -> Signal:
    """Two notes of the panpipe, down."""
    rng = np.random.default_rng(2025)
    down = sequence(
        (0, panpipe(hertz("E4"), 0.28, 0.5, rng)), (0.24, panpipe(hertz("C4"), 0.5, 0.5, rng))
    )
    return _staged(down)


def grande() -> Signal:
    """A Grande: a run over two octaves into a struck chord with the drum."""
    rng = np.random.default_rng(2026)
    run = ("A4", "C5", "E5", "A5", "C6", "E6")
    parts = [(0.045 * k, charango(hertz(n), 0.5, 0.55, rng)) for k, n in enumerate(run)]
    parts += [(0.30, strum(chord("C"), 1.2, 0.62, True, rng, 0.012)), (0.30, bombo(0.45, rng))]
    parts += [(0.0, bombo(0.25, rng)), (0.45, bombo(0.35, rng, rim=True))]
    return _staged(pan(sequence(*parts), 0.05), 0.16)


def served() -> Signal:
    """De mano: three quick strums, the last one rings."""
    rng = np.random.default_rng(2027)
    return _staged(
        pan(
            sequence(
                (0.00, strum(chord("G"), 0.16, 0.45, True, rng, 0.007)),
                (0.10, strum(chord("G"), 0.16, 0.40, False, rng, 0.007)),
                (0.20, strum(chord("C"), 0.9, 0.6, True, rng, 0.010)),
                (0.20, bombo(0.4, rng, rim=True)),
            ),
            0.15,
        )
    )


def crossed() -> Signal:
    """A box crossed out: two damped notes down and a dull drum."""
    rng = np.random.default_rng(2028)

    def damped(note: str, strength: float) -> Signal:
        x = charango(hertz(note), 0.24, strength, rng)
        return x * np.exp(-np.arange(len(x)) / (0.06 * RATE))

    parts = ((0.0, damped("D#5", 0.6)), (0.13, damped("A4", 0.7)), (0.13, bombo(0.2, rng)))
    return _staged(pan(sequence(*parts), 0.1), 0.10)


def last_box() -> Signal:
    """The last box: the drum calls, the panpipe answers."""
    rng = np.random.default_rng(2029)
    parts = [(0.11 * k, bombo(s, rng)) for k, s in enumerate((0.16, 0.20, 0.26))]
    parts += [
        (0.22, panpipe(hertz("G4"), 0.20, 0.5, rng)),
        (0.40, panpipe(hertz("C5"), 0.42, 0.6, rng)),
    ]
    return _staged(pan(sequence(*parts), -0.1))


def pays() -> Signal:
    """Whoever pays: three coins on the table, the last one spins out."""
    rng = np.random.default_rng(2030)
    hits = [(0.0, 1.0), (0.15, 0.75), (0.29, 0.9)]
    at, gap, strength = 0.37, 0.085, 0.55
    while gap > 0.011:
        hits.append((at, strength))
        at, gap, strength = at + gap, gap * 0.84, strength * 0.90
    tunes = [rng.uniform(0.94, 1.06) for _ in range(3)]
    parts = [(when, _coin(s, tunes[min(k, 2)], rng)) for k, (when, s) in enumerate(hits)]
    return _staged(pan(sequence(*parts), 0.2), 0.10)


def _coin(strength: float, tune: float, rng: Rng) -> Signal:
    """A coin that hits the table: the metal rings, the wood answers."""
    hit = contact(0.30, 0.00012, strength, 0.2, rng)
    ring = resonate(
        hit,
        np.array([3080, 5230, 7920, 9960, 12400]) * tune,
        [260, 330, 380, 380, 380],
        [0.35, 0.8, 1.0, 0.7, 0.4],
    )
    fade = np.exp(-np.arange(len(ring)) / (0.07 * RATE))
    wood = die_on_wood(0.25 * strength, rng, 0.30, second=False)
    return ring * fade * 5 + wood * 0.6


def call() -> Signal:
    """The next player's turn: two notes of the charango."""
    rng = np.random.default_rng(7)
    return trim(
        room(
            sequence(
                (0, charango(hertz("A5"), 0.6, 0.6, rng)),
                (0.1, charango(hertz("E5"), 0.6, 0.6, rng)),
            ),
            0.12,
        ),
        -50,
    )
