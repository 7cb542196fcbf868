"""Pack the rendered light probes (bone, pip, ace) into one small strip.

    python -m artbuild.matcaps      after artbuild.die_render; writes sprites/die/matcaps.png

Each probe is the picture of a unit sphere.  The strip keeps SIZE x SIZE pixels
of each, side by side, without alpha: pixels outside the disc repeat the colour
of the nearest point of the disc, so that look-ups and rescaling near the edge
never meet a dark rim.
"""

from __future__ import annotations

import math
from pathlib import Path

import pygame as pg

from artbuild import SPRITES, WORK

SIZE = 96
EDGE = 0.975  # radius, in sphere radii, beyond which colours are repeated


def pack(paths: list[Path]) -> pg.Surface:
    """Return the strip made of the probes at `paths`."""
    strip = pg.Surface((SIZE * len(paths), SIZE), 0, 24)
    for i, path in enumerate(paths):
        probe = pg.image.load(path)
        half = probe.get_width() / 2
        wide = pg.Surface((SIZE * 2, SIZE * 2), 0, 24)
        for y in range(SIZE * 2):
            for x in range(SIZE * 2):
                u, v = (x + 0.5) / SIZE - 1, (y + 0.5) / SIZE - 1
                r = math.hypot(u, v)
                k = half * (1 if r < EDGE else EDGE / r)
                wide.set_at((x, y), probe.get_at((int(half + u * k), int(half + v * k))))
        strip.blit(pg.transform.smoothscale(wide, (SIZE, SIZE)), (i * SIZE, 0))
    return strip


if __name__ == "__main__":
    probes = [WORK / "die" / f"matcap_{name}.png" for name in ("ivory", "pip", "ace")]
    pg.image.save(pack(probes), SPRITES / "die" / "matcaps.png")
