"""Building blocks of the sounds: filters, modal resonators, plucked strings, pipes, room.

Float64 at the rate of the game's mixer, so that nothing is resampled when it plays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import signal

Signal = NDArray[np.float64]
Rng = np.random.Generator

RATE = 44_100
TABLE_MODES = np.array([143, 212, 337, 468, 655, 890, 1240, 1730, 2380, 3350, 4700.0])
TABLE_Q = np.array([16, 20, 26, 32, 38, 44, 50, 55, 60, 64, 58.0])
TABLE_GAIN = np.array([0.08, 0.13, 0.20, 0.29, 0.44, 0.70, 1.0, 1.15, 1.15, 0.95, 0.60])


def seconds(duration: float) -> Signal:
    """Time axis."""
    return np.arange(int(duration * RATE)) / RATE


def silence(duration: float) -> Signal:
    """Zeros."""
    return np.zeros(int(duration * RATE))


def band(x: Signal, low: float, high: float, order: int = 2) -> Signal:
    """Band-pass, Hz."""
    edges = [low, min(high, RATE * 0.49)]
    return signal.sosfilt(signal.butter(order, edges, "band", fs=RATE, output="sos"), x)


def low_pass(x: Signal, frequency: float, order: int = 2) -> Signal:
    """Low-pass, Hz."""
    return signal.sosfilt(signal.butter(order, frequency, "low", fs=RATE, output="sos"), x)


def high_pass(x: Signal, frequency: float, order: int = 2) -> Signal:
    """High-pass, Hz."""
    return signal.sosfilt(signal.butter(order, frequency, "high", fs=RATE, output="sos"), x)


def add(target: Signal, x: Signal, start: int, wrap: bool = False) -> None:
    """Mix x into target at a sample; wrap = continue at the beginning (for loops)."""
    if wrap:
        np.add.at(target, (np.arange(len(x)) + start) % len(target), x)
    elif (count := min(len(x), len(target) - start)) > 0:
        target[start : start + count] += x[:count]


def sequence(*parts: tuple[float, Signal]) -> Signal:
    """Sounds at their start times in seconds."""
    out = np.zeros(int(max(at + len(x) / RATE for at, x in parts) * RATE) + 10)
    for at, x in parts:
        add(out, x, int(at * RATE))
    return out


def resonate(
    excitation: Signal, frequencies: ArrayLike, qualities: ArrayLike, gains: ArrayLike
) -> Signal:
    """Bank of two-pole resonators."""
    out = np.zeros_like(excitation)
    for frequency, quality, gain in zip(frequencies, qualities, gains, strict=False):
        if frequency > RATE * 0.45:
            continue
        radius = np.exp(-np.pi * frequency / quality / RATE)
        angle = 2 * np.pi * frequency / RATE
        numerator = [np.sin(angle) * (1 - radius) * 6]
        out += gain * signal.lfilter(
            numerator, [1, -2 * radius * np.cos(angle), radius * radius], excitation
        )
    return out


def contact(length: float, duration: float, speed: float, roughness: float, rng: Rng) -> Signal:
    """Hertz contact: a half-sine force with a little roughness, in a buffer of `length` seconds."""
    out = silence(length)
    count = max(3, int(duration * RATE))
    out[:count] = np.sin(np.pi * np.arange(count) / count) ** 1.5
    out[: count * 3] += (
        roughness * rng.standard_normal(count * 3) * np.exp(-np.arange(count * 3) / count)
    )
    return out * speed


def die_on_wood(speed: float, rng: Rng, length: float = 0.40, second: bool = True) -> Signal:
    """Bone die on a hardwood top; speed 0.1..1. Often a second, softer contact of the next
    edge follows.
    """
    duration = 0.00020 / (0.35 + 0.65 * speed) ** 0.6 * rng.uniform(0.85, 1.2)
    hit = contact(length, duration, speed**1.1, 0.22, rng)
    spot = np.abs(rng.normal(1, 0.45, len(TABLE_MODES)))
    out = resonate(
        hit,
        TABLE_MODES * rng.uniform(0.985, 1.015, len(TABLE_MODES)),
        TABLE_Q * rng.uniform(0.85, 1.1),
        TABLE_GAIN * spot,
    )
    bone = resonate(
        hit,
        np.array([4150, 6480, 8900, 11800]) * rng.uniform(0.93, 1.07),
        [24, 30, 30, 28],
        np.array([0.30, 0.34, 0.24, 0.14]) * np.abs(rng.normal(1, 0.3, 4)),
    )
    out = out + bone * (0.55 + 1.15 * speed)
    if second and rng.random() < 0.85:
        delay = int(rng.uniform(0.014, 0.052) * RATE)
        add(
            out,
            0.9 * die_on_wood(speed * rng.uniform(0.28, 0.55), rng, length, second=False),
            delay,
        )
    return out


DIE_ON_DIE_Q = np.array([84, 115, 136, 136, 126.0])
"""Five times the damping-limited values of a die held in the hand: free dice ring longer."""


def die_on_die(speed: float, rng: Rng, length: float = 0.16, second: bool = True) -> Signal:
    """Two bone dice. Often their edges touch again at once."""
    hit = contact(length, 0.00013 / (0.4 + 0.6 * speed) ** 0.4, speed, 0.2, rng)
    tuning = rng.uniform(0.92, 1.08) * rng.uniform(0.97, 1.03, 5)
    gains = np.array([0.5, 0.8, 0.7, 0.45, 0.25]) * np.abs(rng.normal(1, 0.3, 5))
    out = 3 * resonate(
        hit,
        np.array([3480, 5420, 7900, 10400, 13800]) * tuning,
        DIE_ON_DIE_Q,
        gains,
    )
    if second and rng.random() < 0.7:
        delay = int(rng.uniform(0.006, 0.020) * RATE)
        add(out, die_on_die(speed * rng.uniform(0.25, 0.5), rng, length, second=False), delay)
    return out


def die_on_leather(speed: float, rng: Rng, length: float = 0.16) -> Signal:
    """A die against the wall of the cup."""
    hit = contact(length, 0.0006 * rng.uniform(0.7, 1.4), speed, 0.35, rng)
    gains = np.array([0.5, 0.7, 0.8, 0.8, 0.7, 0.5]) * np.abs(rng.normal(1, 0.3, 6))
    out = resonate(
        hit,
        np.array([235, 410, 640, 980, 1420, 2100]) * rng.uniform(0.9, 1.12),
        [4, 4.5, 5, 6, 6, 6],
        gains,
    )
    slap = np.zeros_like(hit)
    count = int(0.012 * RATE)
    slap[:count] = rng.standard_normal(count) * np.exp(-np.arange(count) / (0.0028 * RATE))
    return out * 1.5 + band(slap, 500, 3200) * 0.22 * speed


def room(x: Signal, wet: float = 0.10, decay: float = 0.34, seed: int = 5) -> Signal:
    """Small cafe: sparse early reflections and a dark tail. Mono or stereo in, stereo out."""
    rng = np.random.default_rng(seed)
    count = int(decay * 1.1 * RATE)
    t = np.arange(count) / RATE
    channels = []
    for channel in range(2):
        response = low_pass(rng.standard_normal(count) * 10 ** (-3 * t / decay), 4200, 1) * 0.5
        response[: int(0.006 * RATE)] = 0
        for _ in range(9):
            at = int(rng.uniform(0.004, 0.034) * RATE)
            response[at] += rng.choice([-1, 1]) * rng.uniform(0.5, 1.6) * (1 - at / (0.045 * RATE))
        response /= np.sqrt((response**2).sum())
        dry = x[:, channel] if x.ndim == 2 else x
        padded = np.concatenate([dry, np.zeros(count)])
        channels.append(
            padded + wet * np.pad(signal.fftconvolve(dry, response), (0, 1))[: len(padded)]
        )
    return np.stack(channels, 1)


def pan(x: Signal, position: float) -> Signal:
    """Mono -> stereo, position -1 (left) .. 1."""
    angle = (position + 1) * np.pi / 4
    return np.stack([x * np.cos(angle), x * np.sin(angle)], 1) * 1.2


def trim(x: Signal, threshold_db: float = -62) -> Signal:
    """Cut the silent end and fade out over 6 ms."""
    level = np.abs(x).max(1) if x.ndim == 2 else np.abs(x)
    end = np.flatnonzero(level > level.max() * 10 ** (threshold_db / 20))[-1] + 1
    out = x[:end].copy()
    fade = np.linspace(1, 0, min(len(out), int(0.006 * RATE)))
    out[-len(fade) :] *= fade[:, None] if out.ndim == 2 else fade
    return out


def pluck(
    frequency: float,
    duration: float,
    strength: float,
    rng: Rng,
    brightness: float = 0.55,
    decay: float = 0.9965,
) -> Signal:
    """Karplus-Strong string with a fractional delay, as one recursive filter."""
    count = int(duration * RATE)
    period = RATE / frequency
    whole = int(period)
    fraction = period - whole - 0.5
    burst = low_pass(rng.uniform(-1, 1, whole), 1200 + 6500 * brightness * strength, 1)
    burst = burst - np.roll(burst, int(whole * 0.16)) * 0.85
    excitation = np.zeros(count)
    excitation[:whole] = burst
    allpass = (1 - fraction) / (1 + fraction) if fraction > 0 else -fraction / (2 + fraction)
    delay = whole if fraction > 0 else whole - 1
    denominator = np.zeros(delay + 3)
    denominator[:2] = 1, allpass
    denominator[delay:] -= np.convolve([0.5, 0.5], [allpass, 1.0]) * decay
    return signal.lfilter([1.0, allpass], denominator, excitation) * strength


def charango(frequency: float, duration: float, strength: float, rng: Rng) -> Signal:
    """A course of two nylon strings with a small body."""
    out = pluck(frequency * 1.0006, duration, strength, rng) + 0.9 * pluck(
        frequency * 0.9991, duration, strength * 0.9, rng
    )
    out = out * 0.75 + band(out, 380, 620, 1) * 0.7 + band(out, 900, 1500, 1) * 0.4
    return high_pass(out, 160, 1) * np.minimum(1, (duration - seconds(duration)) / 0.08)


def strum(
    frequencies: list[float], duration: float, strength: float, down: bool, rng: Rng, gap: float
) -> Signal:
    """Charango chord; gap = seconds between courses."""
    out = np.zeros(int((duration + 0.12) * RATE))
    for index, frequency in enumerate(frequencies if down else frequencies[::-1]):
        add(
            out,
            charango(frequency, duration, strength * rng.uniform(0.8, 1), rng),
            int(index * gap * RATE),
        )
    return out


def panpipe(frequency: float, duration: float, strength: float, rng: Rng) -> Signal:
    """Zampona: odd harmonics, breath, chiff, late vibrato."""
    t = seconds(duration)
    envelope = (1 - np.exp(-t / 0.022)) * np.clip((duration - t) / 0.07, 0, 1) ** 0.8
    vibrato = 1 + 0.0045 * np.sin(2 * np.pi * 5.2 * t + rng.uniform(0, 6)) * np.clip(
        (t - 0.12) / 0.15, 0, 1
    )
    phase = 2 * np.pi * frequency * np.cumsum(vibrato * (1 - 0.012 * np.exp(-t / 0.03))) / RATE
    tone = np.sin(phase) + 0.07 * np.sin(2 * phase) + 0.05 * np.sin(5 * phase)
    tone += 0.20 * np.sin(3 * phase) * (0.6 + 0.4 * np.exp(-t / 0.06))
    air = rng.standard_normal(len(t))
    breath = band(air, frequency * 0.9, frequency * 1.12, 1) + band(air, 2200, 6500, 1) * 0.22
    breath += band(air, frequency * 2.7, frequency * 3.3, 1) * 0.35
    mixed = tone * 0.62 * (1 + 0.08 * np.sin(2 * np.pi * 5.2 * t)) + breath * (
        0.26 + 0.9 * np.exp(-t / 0.028)
    )
    return strength * mixed * envelope


def bombo(strength: float, rng: Rng, rim: bool = False) -> Signal:
    """Skin drum, or its wooden rim."""
    t = seconds(0.6)
    if rim:
        return (
            strength
            * 0.8
            * resonate(
                contact(0.6, 0.0005, 1, 0.3, rng), [820, 1630, 2750], [18, 18, 20], [1, 0.8, 0.5]
            )
        )
    out = np.sin(2 * np.pi * (72 * t + 30 * (1 - np.exp(-t * 28)) / 28)) * np.exp(-t / 0.15)
    out = out + 0.5 * np.sin(2 * np.pi * 133 * t) * np.exp(-t / 0.07)
    return strength * (out + low_pass(rng.standard_normal(len(t)) * np.exp(-t / 0.012), 900) * 0.5)
