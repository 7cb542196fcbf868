"""A whole throw as it is heard, for SDL's disk driver to write down.

    SDL_AUDIODRIVER=disk SDL_DISKAUDIOFILE=mix.raw python tests/ui/recorded_throw.py [DICE [INDEX]]

Prints what happened and at which frame of the file (16 bits, stereo, 44.1 kHz): the cup is shaken,
harder, softer, and poured; the dice of a baked throw hit what they hit; the number is written.
`python -m artbuild.sound_preview mix.raw` (in tools/art) makes a picture of it.
"""

from __future__ import annotations

import math
import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacho.ui.choreography import impact
from cacho.ui.pose import library
from cacho.ui.sound import SoundBus

TICK = 1 / 60
SHAKEN = 1.0
POURED = 0.24


def main(dice: int = 5, index: int = 7) -> None:
    out = Path(os.environ["SDL_DISKAUDIOFILE"])
    bus = SoundBus(chance=random.Random(1))
    bus.start()
    assert bus.wait()
    assert not bus.silent_reason

    def mark(name: str, gain: float = 1.0) -> None:
        print(name, out.stat().st_size // 4, round(gain, 3), flush=True)

    time.sleep(0.1)
    mark("shake")
    bus.loop("cup.shake", dice=dice, strength=0.0)
    began = time.monotonic()
    while (passed := time.monotonic() - began) < SHAKEN:
        bus.shake(math.sin(passed / SHAKEN * math.pi) ** 0.7)
        time.sleep(TICK)
    bus.stop_loop()
    mark("pour")
    bus.play("cup.pour", 0.3 if dice < 3 else 0.8, -0.4)
    time.sleep(POURED)
    mark("roll")
    began = time.monotonic()
    throw = library().get(dice, index)
    for hit in throw.impacts:
        cue = impact(hit)
        time.sleep(max(0.0, cue.time - (time.monotonic() - began)))
        mark(cue.sound, cue.gain)
        bus.play(cue.sound, cue.gain, cue.pan)
    time.sleep(max(0.0, throw.duration - (time.monotonic() - began)) + 0.25)
    mark("rest")
    for _ in range(2):
        bus.play("pencil.digit")
        time.sleep(0.24)
    mark("end")
    bus.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
