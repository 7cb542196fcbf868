"""var/art/throws.npz -> assets/throws/throws.bin, which the standard library can read.

    python -m artbuild.export_throws      after artbuild.bake_throws

Kinds of throws (by number of dice) that were not baked this time are kept as they are; where
nothing was baked, nothing is written.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from artbuild import THROWS, WORK

BAKED = WORK / "throws.npz"
TARGET = THROWS / "throws.bin"
Motion = NDArray[np.int16]
Events = list[list[float]]


@dataclass(frozen=True)
class Packed:
    """One throw as the file has it; steps along the frames, one list of impacts."""

    dice: int
    frames: int
    seed: int
    motion: Motion
    events: Events


def unpack(table: list[list[int]], motion: Motion, events: Events) -> list[Packed]:
    """Return the throws of a table with the places of its rows in motion and events."""
    return [
        Packed(
            dice, frames, seed, motion[start : start + dice * 7 * frames], events[first : first + n]
        )
        for dice, frames, start, first, n, seed in table
    ]


def baked() -> list[Packed]:
    """Return what the simulation left."""
    with np.load(BAKED) as data:
        events = [[round(float(v), 4) for v in row] for row in data["events"]]
        return unpack(data["table"].tolist(), data["motion"], events)


def shipped() -> list[Packed]:
    """Return what the game has."""
    if not TARGET.exists():
        return []
    line, _, packed = TARGET.read_bytes().partition(b"\n")
    header = json.loads(line)
    motion = np.frombuffer(zlib.decompress(packed), "<i2")
    return unpack(header["throws"], motion, header["events"])


def write(throws: list[Packed]) -> None:
    """Write the file, throws of one die first."""
    table: list[list[int]] = []
    events: Events = []
    at = 0
    for throw in throws:
        row = [throw.dice, throw.frames, at, len(events), len(throw.events), throw.seed]
        table.append(row)
        events += throw.events
        at += len(throw.motion)
    line = json.dumps({"throws": table, "events": events}, separators=(",", ":")).encode()
    motion = np.concatenate([throw.motion for throw in throws]).astype("<i2")
    TARGET.write_bytes(line + b"\n" + zlib.compress(motion.tobytes(), 9))


def main() -> None:
    """Write the throws that were baked and those of the other kinds."""
    if not BAKED.exists():
        print("no throws were baked: throws.bin stays as it is")
        return
    fresh = baked()
    kinds = {throw.dice for throw in fresh}
    kept = [throw for throw in shipped() if throw.dice not in kinds]
    write(sorted(kept + fresh, key=lambda throw: throw.dice))


if __name__ == "__main__":
    main()
