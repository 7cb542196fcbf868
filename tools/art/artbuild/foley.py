"""Noises of the table: dice in the cup, the cup on the wood, pencil, chalk, paper, knocks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from artbuild.synth import (
    RATE,
    TABLE_GAIN,
    TABLE_MODES,
    TABLE_Q,
    Rng,
    Signal,
    add,
    band,
    contact,
    die_on_die,
    die_on_leather,
    die_on_wood,
    high_pass,
    low_pass,
    resonate,
    room,
    seconds,
    silence,
)

LOOP_SECONDS = 2.0
STROKES = (3.0, 4.5, 6.0)
"""Times a second that the cup goes there and back, shaken softly, well, hard."""
SPREAD = (0.050, 0.038, 0.028)
"""Seconds by which dice reach the wall apart."""
FORCE = (0.6, 0.85, 1.1)


# ------------------------------------------------------------------------ the cup


def rattle(dice: int, strength: int, seed: int) -> Signal:
    """Dice in the shaken cup, a seamless loop; strength 0..2.

    At each end of a stroke every die strikes the leather and bounces a little; dice meet each
    other the more often the more there are, and one alone never does.
    """
    rng = np.random.default_rng(seed)
    count = int(LOOP_SECONDS * RATE)
    leather, bone = np.zeros(count), np.zeros(count)
    ends = round(STROKES[strength] * LOOP_SECONDS) * 2
    for end in range(ends):
        for _ in range(dice):
            at, force = _moment(end, ends, strength, rng)
            _strike(leather, at, force, rng)
    for meeting in range(round(0.95 * (dice - 1) * ends)):
        at, force = _moment(meeting % ends, ends, strength, rng)
        speed = force * rng.uniform(0.25, 1) ** 1.3 * 0.8
        add(bone, die_on_die(speed, rng), int(at * RATE) % count, wrap=True)
    leather += _sliding(ends, strength, dice, rng)
    dry = np.tile(high_pass(leather * 0.55, 170) + bone * 3.8, 3)
    cavity = band(dry, 520, 900, 1) * 1.1 + band(dry, 1750, 2500, 1) * 0.45
    mono = (low_pass(dry, 7800, 1) + cavity * 0.55)[count : 2 * count]
    stereo = np.stack([mono, np.roll(mono, int(0.00035 * RATE))], 1)
    return _from_the_quietest(room(np.concatenate([stereo] * 3), 0.08)[count : 2 * count])


def _from_the_quietest(loop: Signal) -> Signal:
    """Turn a loop so that it begins where next to nothing sounds: no click when it starts."""
    window = int(0.02 * RATE)
    power = np.cumsum(np.concatenate([loop, loop[:window]]).sum(1) ** 2)
    quietest = int(np.argmin(power[window:] - power[:-window])) + window // 2
    return np.roll(loop, -quietest, axis=0)


def _moment(end: int, ends: int, strength: int, rng: Rng) -> tuple[float, float]:
    """When (s) and how hard a die arrives at an end of a stroke."""
    middle = (end + 0.5) / ends * LOOP_SECONDS
    force = FORCE[strength] * (1.0 if end % 2 == 0 else 0.72)
    return middle + rng.normal(0, SPREAD[strength]), force


def _strike(leather: Signal, at: float, force: float, rng: Rng) -> None:
    """One die against the wall, with up to three bounces."""
    speed = force * rng.uniform(0.35, 1) ** 1.2
    for _ in range(1 + min(3, rng.poisson(0.9))):
        add(leather, die_on_leather(speed, rng), int(at * RATE) % len(leather), wrap=True)
        at += rng.uniform(0.018, 0.055)
        speed *= rng.uniform(0.25, 0.5)


def _sliding(ends: int, strength: int, dice: int, rng: Rng) -> Signal:
    """Dice that slide over the leather between two ends of the stroke; periodic."""
    count = int(LOOP_SECONDS * RATE)
    noise = np.tile(rng.standard_normal(count), 2)
    hiss = band(noise, 500, 2600, 1)[count:]
    phase = np.arange(count) / count * ends * np.pi
    return hiss * np.sin(phase) ** 2 * 0.016 * FORCE[strength] * dice**0.5


def drop(seed: int) -> Signal:
    """A die let fall into the cup."""
    rng = np.random.default_rng(seed)
    out = silence(0.5)
    at, speed = 0.0, rng.uniform(0.6, 0.9)
    for _ in range(rng.integers(3, 5)):
        add(out, die_on_leather(speed, rng), int(at * RATE))
        at += rng.uniform(0.035, 0.085)
        speed *= rng.uniform(0.35, 0.6)
    return out + band(out, 480, 860, 1) * 1.2


def pour(dice: int, seed: int) -> Signal:
    """Dice that slide out of the cup: faster and faster over the leather, the last push."""
    rng = np.random.default_rng(seed)
    out = silence(0.5)
    t = seconds(0.5)
    swell = np.clip(t / 0.26, 0, 1) ** 1.6 * np.clip((0.34 - t) / 0.07, 0, 1)
    hiss = rng.standard_normal(len(t))
    slide = band(hiss, 420, 1500, 1) + band(hiss, 1500, 3800, 1) * 0.5
    out += slide * swell * 0.22 * (0.5 + 0.1 * dice)
    for _ in range(2 + 2 * dice):
        at = 0.32 * rng.random() ** 0.6
        add(out, die_on_leather(rng.uniform(0.2, 0.5), rng) * 0.7, int(at * RATE))
    for _ in range(3 * (dice - 1)):
        hit = die_on_die(rng.uniform(0.2, 0.6), rng)
        add(out, low_pass(hit, 8000, 1) * 4.2, int(rng.uniform(0.04, 0.32) * RATE))
    return out + band(out, 520, 900, 1) * 0.6


def slam(seed: int) -> Signal:
    """The cup set down hard, mouth down, with dice under it."""
    rng = np.random.default_rng(seed)
    out = silence(0.9)
    t = seconds(0.9)
    body = np.sin(2 * np.pi * (88 * t + 18 * (1 - np.exp(-t * 40)) / 40 * 6))
    out += 0.8 * body * np.exp(-t / 0.055) * (1 - np.exp(-t / 0.0012))
    out += 1.1 * _table(contact(0.9, 0.0022, 1.0, 0.5, rng), 0.9)
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


def lift(seed: int) -> Signal:
    """The cup taken off the dice: the rim lets go of the wood, leather creaks, a die rocks."""
    rng = np.random.default_rng(seed)
    out = silence(0.6)
    t = seconds(0.6)
    scrape = band(rng.standard_normal(len(t)), 600, 2800, 1)
    out += scrape * np.clip(t / 0.02, 0, 1) * np.exp(-t / 0.07) * 0.35
    at = 0.03
    while at < 0.30:  # stick and slip, ever slower
        creak = resonate(
            contact(0.06, 0.0011, rng.uniform(0.3, 1), 0.4, rng),
            [310, 560, 890, 1340],
            [7, 8, 8, 9],
            [0.7, 1, 0.8, 0.5],
        )
        add(out, creak * 0.5 * np.exp(-at * 5), int(at * RATE))
        at += rng.uniform(0.007, 0.013) * (1 + 3 * at)
    for _ in range(2):
        at = rng.uniform(0.08, 0.24)
        add(out, die_on_wood(rng.uniform(0.10, 0.2), rng, second=False) * 0.8, int(at * RATE))
    return out


def set_down(seed: int) -> Signal:
    """The cup put back on the table: a dull base, then the rest of its rim."""
    rng = np.random.default_rng(seed)
    out = silence(0.5)
    t = seconds(0.5)
    for at, strength in ((0.0, 1.0), (rng.uniform(0.045, 0.075), rng.uniform(0.3, 0.5))):
        hit = np.sin(2 * np.pi * rng.uniform(104, 118) * t) * np.exp(-t / 0.035) * 0.16
        hit += 1.1 * _table(contact(0.5, 0.0034, 1.0, 0.3, rng), 0.8)
        hit += band(_burst(len(t), 0.05, 0.008, rng), 250, 1800) * 0.9
        add(out, hit * strength, int(at * RATE))
    return out


def _table(hit: Signal, damping: float) -> Signal:
    return resonate(hit, TABLE_MODES, TABLE_Q * damping, TABLE_GAIN)


def _burst(length: int, duration: float, decay: float, rng: Rng) -> Signal:
    """Decaying noise at the start of a buffer."""
    out = np.zeros(length)
    count = int(duration * RATE)
    out[:count] = rng.standard_normal(count) * np.exp(-np.arange(count) / (decay * RATE))
    return out


# ------------------------------------------------------- pencil, chalk and paper


def pencil_stroke(
    duration: float, seed: int, speed: Callable[[Signal], Signal] | None = None
) -> Signal:
    """Pencil on paper: noise shaped by the paper's tooth and the hand's speed (of 0..1)."""
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


def chalk(duration: float, seed: int) -> Signal:
    """Chalk on wood: grains break and make the table speak; lower and rougher than a pencil."""
    rng = np.random.default_rng(seed)
    t = seconds(duration)
    turn = t / duration
    hand = np.sin(np.pi * turn) ** 0.4 * (0.75 + 0.25 * np.cos(4 * np.pi * turn + 0.6))
    grains = (rng.random(len(t)) < 520 / RATE * hand) * rng.exponential(1, len(t))
    wood = resonate(
        grains,
        [337, 468, 655, 890, 1240, 1730, 2380],
        [6, 7, 8, 8, 9, 9, 9],
        [0.5, 0.7, 0.9, 1.0, 0.9, 0.7, 0.5],
    )
    noise = rng.standard_normal(len(t))
    grind = (band(noise, 500, 1600, 1) + band(noise, 1600, 3200, 1) * 0.45) * 0.16
    rough = np.abs(band(rng.standard_normal(len(t)), 30, 110, 1))
    out = wood * 0.8 + grind * hand * (0.35 + 0.65 * rough / rough.mean())
    add(out, _table(contact(0.06, 0.0009, 1.0, 0.3, rng), 0.6) * 1.6, 0)
    return out * np.minimum(1, (duration - t) / 0.03)


def wipe(seed: int) -> Signal:
    """A thumb that rubs chalk off the wood, there and back."""
    rng = np.random.default_rng(seed)
    t = seconds(0.26)
    hand = np.abs(np.sin(2 * np.pi * t / 0.26)) ** 0.7
    noise = rng.standard_normal(len(t))
    return (band(noise, 260, 1100, 1) + band(noise, 1100, 2600, 1) * 0.25) * hand


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


# ------------------------------------------------------------------ the interface


def _knock(
    duration: float, frequencies: list[float], qualities: list[float], gains: list[float], seed: int
) -> Signal:
    rng = np.random.default_rng(seed)
    return resonate(contact(0.3, duration, 1, 0.1, rng), frequencies, qualities, gains)


def tick() -> Signal:
    """The focus moves on."""
    return _knock(0.00035, [1180, 2410, 3900], [14, 15, 15], [1, 0.6, 0.3], 70)


def press() -> Signal:
    """A leather button is pressed."""
    return _knock(0.0007, [420, 760, 1350, 2100], [8, 9, 10, 10], [1, 0.8, 0.5, 0.25], 71)


def refuse() -> Signal:
    """Something cannot be done: a dull knock."""
    return _knock(0.0016, [150, 225, 310], [6, 6, 7], [1, 0.8, 0.5], 72)
