"""The sounds that ship, measured on what the mixer decodes: levels, seams, length, colour."""

from __future__ import annotations

import array
import hashlib
import itertools
import json
import math
import platform
import sys
from collections.abc import Iterator
from functools import cache
from operator import add
from typing import Any

import pygame as pg
import pytest

from cacho.services.resources import asset

RATE = 44_100
FULL = 32_767
BUDGET = 2_500_000
MOMENT = int(0.4 * RATE)
NEAR = 1.5
"""Decibels by which a loudness may be off."""

Entry = dict[str, Any]
Samples = array.array  # of signed 16-bit values, left and right in turn


@pytest.fixture(autouse=True, scope="module")
def mixer() -> Iterator[None]:
    pg.mixer.quit()
    pg.mixer.init(RATE, -16, 2, allowedchanges=0)
    yield
    decoded.cache_clear()
    pg.mixer.quit()


@cache
def entries() -> list[Entry]:
    found: list[Entry] = json.loads(asset("sounds", "manifest.json").read_text("utf-8"))["sounds"]
    return found


def group(name: str) -> list[Entry]:
    return [entry for entry in entries() if entry["group"] == name]


@cache
def decoded(file: str) -> Samples[int]:
    return array.array("h", pg.mixer.Sound(asset("sounds", file)).get_raw())


def mono(entry: Entry) -> list[int]:
    """Return both sides added; of a loop, whose right side comes later, the left one twice."""
    samples = decoded(entry["file"])
    return list(map(add, samples[0::2], samples[0 if "loop" in entry else 1 :: 2]))


def loudness(values: list[int]) -> float:
    """Return the largest momentary loudness, K-weighted as the generator does it, LUFS."""
    slow = low = before = 0.0
    high_pass = 1 / (1 + 2 * math.pi * 38 / RATE)
    shelf = math.exp(-2 * math.pi * 1500 / RATE)
    totals, total = [0.0], 0.0
    for value in values:
        slow = high_pass * (slow + value - before)
        before = value
        low = shelf * low + (1 - shelf) * slow
        weighted = slow + 0.58 * (slow - low)
        total += weighted * weighted
        totals.append(total)
    if len(totals) <= MOMENT:
        power = total
    else:
        power = max(b - a for a, b in zip(totals, totals[MOMENT:], strict=False))
    scale = 2 * MOMENT * FULL**2  # one channel carries half of the two-channel power
    return -0.691 + 10 * math.log10(power / scale + 1e-12)


def brightness(values: list[int]) -> float:
    """Return roughly the middle of the spectrum, Hz, from how fast the samples change."""
    change = sum((b - a) ** 2 for a, b in itertools.pairwise(values))
    return math.sqrt(change / sum(v * v for v in values)) * RATE / (2 * math.pi)


def colour(name: str) -> float:
    found = [brightness(mono(entry)) for entry in group(name)]
    return sum(found) / len(found)


def test_no_sound_clips_and_none_is_lost() -> None:
    for entry in entries():
        samples = decoded(entry["file"])
        peak = max(map(abs, samples))
        assert 0.03 * FULL < peak < 0.97 * FULL, entry["id"]


def test_levels_are_those_of_the_table() -> None:
    """Every sound is as loud as its kind shall be, and as the manifest and docs/sound.md say."""
    for entry in entries():
        heard = loudness(mono(entry))
        assert heard == pytest.approx(entry["level_lufs"], abs=NEAR), entry["id"]
        assert heard == pytest.approx(entry["loudness_lufs"], abs=NEAR), entry["id"]


def test_sounds_of_a_kind_are_equally_loud() -> None:
    for name in {entry["group"] for entry in entries()}:
        levels = [entry["loudness_lufs"] for entry in group(name)]
        assert max(levels) - min(levels) <= 2.0, name


def test_interface_paper_and_pencil_stay_below_the_dice() -> None:
    dice = min(e["loudness_lufs"] for e in group("dado_mesa") + group("dado_fuerte"))
    for name in ("ui_tic", "ui_boton", "ui_error", "ui_turno", "papel", "lapiz_trazo", "tiza"):
        assert max(entry["loudness_lufs"] for entry in group(name)) < dice, name


def test_loops_have_no_seam() -> None:
    """From the last sample to the first is a step as between any two samples inside."""
    loops = [entry for entry in entries() if "loop" in entry]
    assert len(loops) == 15
    for entry in loops:
        samples = decoded(entry["file"])
        assert [0, len(samples) // 2] == entry["loop"], entry["id"]
        for side in (samples[0::2], samples[1::2]):
            steps = sorted(abs(b - a) for a, b in itertools.pairwise(side))
            assert abs(side[0] - side[-1]) <= steps[int(len(steps) * 0.99)], entry["id"]


def test_sounds_that_end_die_away() -> None:
    for entry in entries():
        if "loop" not in entry:
            samples = decoded(entry["file"])
            assert max(map(abs, samples[-8:])) < 0.01 * FULL, entry["id"]


@pytest.mark.parametrize("strength", ["suave", "medio", "fuerte"])
def test_each_die_more_in_the_cup_is_heard(strength: str) -> None:
    """More dice are louder, and brighter than the one that only meets leather."""
    cups = [group(f"cubilete_{strength}_{dice}")[0] for dice in range(1, 6)]
    levels = [loudness(mono(cup)) for cup in cups]
    assert all(b - a > 0.4 for a, b in itertools.pairwise(levels))
    alone, *company = (brightness(mono(cup)) for cup in cups)
    assert min(company) > 1.4 * alone


def test_shaken_harder_is_louder() -> None:
    for dice in range(1, 6):
        levels = [
            group(f"cubilete_{name}_{dice}")[0]["loudness_lufs"]
            for name in ("suave", "medio", "fuerte")
        ]
        assert 2 < levels[1] - levels[0] < 4
        assert 2 < levels[2] - levels[1] < 4


def test_one_hears_what_dice_fall_on() -> None:
    """Bone rings far above wood, wood above leather; a harder hit is brighter."""
    bone, wood, leather = colour("dado_dado"), colour("dado_mesa"), colour("cae_dado")
    assert bone > 1.8 * wood
    assert wood > 1.8 * leather
    assert colour("dado_suave") < colour("dado_mesa") < colour("dado_fuerte")


def test_chalk_is_no_pencil() -> None:
    assert colour("lapiz_trazo") > 2 * colour("tiza")


def test_hits_have_the_figures_of_real_dice() -> None:
    """Recorded dice on wood: 64 ms, 2140 Hz; die on die (plastic, bright): 27 ms, 6290 Hz."""
    for name, decay, centroid in (
        ("dado_mesa", (35, 70), (1700, 2400)),
        ("dado_fuerte", (35, 70), (1900, 2600)),
        ("dado_dado", (14, 30), (5000, 6500)),
    ):
        found = group(name)
        mean = {key: sum(e[key] for e in found) / len(found) for key in ("decay_ms", "centroid_hz")}
        assert decay[0] <= mean["decay_ms"] <= decay[1], name
        assert centroid[0] <= mean["centroid_hz"] <= centroid[1], name


@pytest.mark.parametrize(
    "name", ["dado_suave", "dado_mesa", "dado_fuerte", "dado_dado_suave", "dado_dado"]
)
def test_hits_have_eight_variations(name: str) -> None:
    assert len({entry["samples_sha256"] for entry in group(name)}) >= 8


def test_moments_are_short_and_the_dormida_gives_way() -> None:
    """What is said of a roll or a box is said within a second; its echo may go on."""
    (sleeper,) = group("fanfarria_dormida")
    assert sleeper["seconds"] < 6
    moments = [entry for entry in entries() if entry["group"].startswith(("momento_", "jugada_"))]
    assert len(moments) == 7
    assert all(entry["decay_ms"] < 1000 and entry["seconds"] < 1.7 for entry in moments)


def test_all_sounds_are_small() -> None:
    assert sum(asset("sounds", e["file"]).stat().st_size for e in entries()) <= BUDGET


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64",
    reason="decoders of other machines may differ in the last bit; the file's checksum holds",
)
def test_samples_are_those_of_the_manifest() -> None:
    for entry in entries():
        samples = decoded(entry["file"]).tobytes()
        assert hashlib.sha256(samples).hexdigest() == entry["samples_sha256"], entry["id"]
