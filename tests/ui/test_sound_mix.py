"""A whole throw, recorded as a player hears it: the real mixer, the real cues, the disk driver."""

from __future__ import annotations

import array
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

PROGRAM = Path(__file__).with_name("recorded_throw.py")
RATE = 44_100
FULL = 32_767
PROMPT = int(0.05 * RATE)
"""Frames within which a hit is heard after it was asked for: the mixer's buffers and a bit."""
BEFORE = int(0.012 * RATE)
ALONE = 0.05
"""Seconds since the last hit of a hit that is looked at by itself."""


class Recording(NamedTuple):
    samples: list[int]
    marks: list[tuple[str, int, float]]

    def at(self, name: str) -> int:
        return next(frame for mark, frame, _ in self.marks if mark == name)

    def between(self, begin: str, end: str) -> list[int]:
        return self.samples[self.at(begin) : self.at(end)]


@pytest.fixture(scope="module", params=[5, 1])
def recording(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Recording:
    out = tmp_path_factory.mktemp("mix") / "throw.raw"
    said = subprocess.run(
        [sys.executable, str(PROGRAM), str(request.param), "7"],
        env={**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(out)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = [line.split() for line in said.stdout.splitlines()]
    marks = [(name, int(frame), float(gain)) for name, frame, gain in lines]
    sides = array.array("h", out.read_bytes()[: marks[-1][1] * 4])
    loudest = [max(a, b, key=abs) for a, b in zip(sides[0::2], sides[1::2], strict=True)]
    return Recording(loudest, marks)


def peak(samples: list[int]) -> int:
    return max(map(abs, samples), default=0)


def level(samples: list[int]) -> float:
    """Decibels below full scale."""
    power = sum(v * v for v in samples) / len(samples)
    return 10 * math.log10(power / FULL**2 + 1e-12)


def test_nothing_clips_and_nothing_is_lost(recording: Recording) -> None:
    assert 0.2 * FULL < peak(recording.samples) < 0.95 * FULL
    for begin, end in (("shake", "pour"), ("roll", "rest"), ("rest", "end")):
        assert -50 < level(recording.between(begin, end)) < -14, begin


def test_the_table_is_silent_before_and_falls_silent_after_the_roll(recording: Recording) -> None:
    assert peak(recording.samples[: recording.at("shake")]) == 0
    quiet = recording.at("rest")
    assert level(recording.samples[quiet - int(0.1 * RATE) : quiet]) < -60


def test_the_rattle_grows_and_dies_with_the_hand(recording: Recording) -> None:
    """Shaken from nothing to hard and back within a second."""
    shaken = recording.between("shake", "pour")
    begin, end = len(shaken) // 24, len(shaken) // 12
    middle = level(shaken[len(shaken) // 4 : -len(shaken) // 4])
    assert level(shaken[:begin]) < middle - 6
    assert level(shaken[-end:]) < middle + 6, "a last hit of one die may be heard"


def test_hits_are_heard_when_they_happen(recording: Recording) -> None:
    """A hard hit that no other came just before stands out of what sounded, at once."""
    hits = [mark for mark in recording.marks if mark[0].startswith("die.")]
    looked_at, heard, former = 0, 0, 0
    for _, frame, gain in hits:
        if gain >= 0.35 and frame - former > ALONE * RATE:
            looked_at += 1
            before = peak(recording.samples[frame - BEFORE : frame])
            after = peak(recording.samples[frame : frame + PROMPT])
            heard += after > max(2 * before, 0.02 * FULL)
        former = frame
    assert looked_at >= 1
    assert heard == looked_at


def test_the_hardest_hit_stands_above_the_rattle(recording: Recording) -> None:
    assert peak(recording.between("roll", "rest")) > peak(recording.between("shake", "pour"))
