"""Figures of a sound: how loud, how long, how bright. Samples are stereo, -1..1, at `RATE`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import signal

from artbuild.synth import RATE, Signal

MOMENT = 0.4
"""Seconds over which momentary loudness is taken."""


@dataclass(frozen=True)
class Figures:
    """What is known of a sound."""

    seconds: float
    peak_db: float
    lufs: float
    decay_ms: float
    """Time until 20 dB less energy is left."""
    centroid: float
    """Hz, by energy."""
    low: float
    """Hz below which 15 % of the energy is."""
    high: float
    """Hz below which 85 % of the energy is."""


def figures(x: Signal) -> Figures:
    """Measure a sound."""
    centroid, low, high = spectrum(x)
    return Figures(
        seconds=len(x) / RATE,
        peak_db=20 * float(np.log10(np.abs(x).max() + 1e-12)),
        lufs=loudness(x),
        decay_ms=decay_ms(x),
        centroid=centroid,
        low=low,
        high=high,
    )


def loudness(x: Signal) -> float:
    """Return the largest momentary loudness (K-weighted, 400 ms), LUFS; ungated."""
    weighted = signal.sosfilt(signal.butter(1, 38, "high", fs=RATE, output="sos"), x, axis=0)
    weighted = weighted + 0.58 * signal.sosfilt(
        signal.butter(1, 1500, "high", fs=RATE, output="sos"), weighted, axis=0
    )
    window = int(MOMENT * RATE)
    power = (weighted**2).sum(1)
    power = np.pad(power, (0, max(0, window - len(power))))
    total = np.cumsum(np.concatenate([[0], power]))
    return float(
        -0.691 + 10 * np.log10(((total[window:] - total[:-window]) / window).max() + 1e-12)
    )


def decay_ms(x: Signal) -> float:
    """Return the time until 20 dB less energy is left, ms."""
    left = np.cumsum(x.mean(1)[::-1] ** 2)[::-1]
    return float(np.argmax(left < left[0] * 0.01)) / RATE * 1000


def spectrum(x: Signal) -> tuple[float, float, float]:
    """Return the centroid and the frequencies below which 15 and 85 % of the energy are, Hz."""
    power = np.abs(np.fft.rfft(x.mean(1))) ** 2
    hertz = np.fft.rfftfreq(len(x), 1 / RATE)
    total = np.cumsum(power) / power.sum()
    low, high = (float(hertz[np.searchsorted(total, share)]) for share in (0.15, 0.85))
    return float((power * hertz).sum() / power.sum()), low, high


def seam(x: Signal) -> float:
    """Return the step from the last sample of a loop to the first, in usual steps inside it."""
    steps = np.abs(np.diff(x, axis=0))
    return float(np.abs(x[0] - x[-1]).max() / np.percentile(steps, 99))
