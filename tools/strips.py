"""Strips of frames of everything that moves on the table, and all poses of the cup, for looking at.

Each strip is one picture: the moments of a motion side by side, row after row. `tools/gallery.py`
draws them beside the screens. The clock is turned by hand, so the same code gives the same strip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame as pg

from cacho.engine import Box, Hold, Note, Roll
from cacho.ui import tabletop
from cacho.ui.app import App
from cacho.ui.loop import STEP
from cacho.ui.painter import Item
from cacho.ui.pose import CUP, CupPose
from cacho.ui.scenes.table import Table
from cacho.ui.sprites import SpriteBook
from tools import stages
from tools.stages import FRIENDS

TABLE = (0.0, 0.0, 1380.0, 860.0)
"""Where dice and cup move, on the page."""
SHEET = (1360.0, 0.0, 560.0, 700.0)
WHOLE = (0.0, 0.0, 1920.0, 1080.0)
TILE = 480
"""Width of one frame of a strip at the smallest window; it grows with the window."""
COLUMNS = 6
FIRST, NEXT = (3, 3, 6, 1, 2), (5, 5, 1, 4)
"""The dice of the first roll, and of the later ones."""


class Clock:
    """Time that passes only when told to."""

    now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@dataclass(frozen=True)
class Strip:
    """A motion worth a strip: `begin` sets it going; then so many seconds of it are drawn."""

    name: str
    begin: Callable[[App, Clock], object]
    seconds: float
    every: float = 0.1
    part: tuple[float, float, float, float] = TABLE


def strips() -> Iterator[Strip]:
    """Yield every motion of the table."""
    yield Strip("strip-pour", pour, 2.4)
    yield Strip("strip-pour-close", partial(pour, wait=0.55), 0.8, 1 / 30)
    yield Strip("strip-golpe", golpe, 2.2)
    for held in range(1, 5):
        yield Strip(f"strip-reroll-{5 - held}", partial(reroll, held=held), 2.4)
    yield Strip("strip-gather", partial(reroll, held=2), 0.6, 1 / 30)
    yield Strip("strip-note", note, 1.7)
    yield Strip("strip-pencil", note, 1.1, 0.05, SHEET)
    yield Strip("strip-cross", cross, 1.1, 0.05, SHEET)
    yield Strip("strip-grid", pour, 1.3, 0.1, SHEET)
    yield Strip("strip-lot", lot, 4.2, 0.2, WHOLE)
    yield Strip("strip-dormida", dormida, 5.6, 0.3, WHOLE)


def pass_time(app: App, clock: Clock, seconds: float) -> None:
    """Let the program run."""
    for _ in range(round(seconds / STEP)):
        clock.now += STEP
        app.step(STEP) if app.moving else app.rest()


def drawn(app: App, clock: Clock, strip: Strip) -> pg.Surface:
    """Draw a strip with a program whose window is an `OffscreenWindow`."""
    strip.begin(app, clock)
    k = app.window.size[0] / 1920
    part = pg.Rect(*(round(v * k) for v in strip.part))
    wide = round(TILE * max(1.0, k))
    size = (wide, round(wide * part.h / part.w))
    count = round(strip.seconds / strip.every) + 1
    out = pg.Surface((COLUMNS * size[0], -(-count // COLUMNS) * size[1]))
    for number in range(count):
        app.window.show(app.picture())
        frame = app.window.surface.subsurface(part)  # type: ignore[attr-defined]
        spot = (number % COLUMNS * size[0], number // COLUMNS * size[1])
        out.blit(pg.transform.smoothscale(frame, size), spot)
        pass_time(app, clock, strip.every)
    return out


def poses(app: App, clock: Clock, strip: Strip) -> pg.Surface:
    """Draw the table with each pose of the cup, shadow and all."""
    del clock, strip
    k = app.window.size[0] / 1920
    part = pg.Rect(0, 0, round(560 * k), round(800 * k))
    looks = [(g, i) for g, frames in sorted(SpriteBook().cup.items()) for i in range(len(frames))]
    out = pg.Surface((9 * part.w // 2, -(-len(looks) // 9) * part.h // 2))
    for number, (group, frame) in enumerate(looks):
        cup = CupPose(group, frame, 280 - CUP[0], 440 - CUP[1])
        items: list[Item] = []
        tabletop.paint_wood(items)
        tabletop.paint_cup_shadow(items, cup)
        tabletop.paint_cup(items, cup)
        app.window.show((tuple(items),))
        picture = app.window.surface.subsurface(part)  # type: ignore[attr-defined]
        spot = (number % 9 * part.w // 2, number // 9 * part.h // 2)
        out.blit(pg.transform.smoothscale(picture, (part.w // 2, part.h // 2)), spot)
    return out


# ------------------------------------------------------------------- the beginnings


def seated(app: App, clock: Clock, dice: tuple[int, ...] = FIRST + NEXT) -> Table:
    """Seat four friends."""
    table = stages.sit(app, FRIENDS[:4], dice)
    pass_time(app, clock, 1.0)
    return table


def rolled(app: App, clock: Clock) -> Table:
    """Seat them and make the first roll."""
    table = seated(app, clock)
    stages.act(app, table, Roll())
    pass_time(app, clock, 1.0)
    return table


def pour(app: App, clock: Clock, wait: float = 0.0) -> None:
    """Press the cup shortly."""
    table = seated(app, clock)
    table.take_cup()
    table.let_go()
    pass_time(app, clock, wait)


def golpe(app: App, clock: Clock) -> None:
    """Let go of a cup where only slamming is wanted."""
    app.set(throw_way="golpe")
    pour(app, clock, wait=0.5)


def reroll(app: App, clock: Clock, held: int) -> None:
    """Hold some dice and take up the cup for the others."""
    table = rolled(app, clock)
    stages.act(app, table, Hold(frozenset((2, 4, 1, 5)[:held])))
    pass_time(app, clock, 1.0)
    table.take_cup()
    table.let_go()


def note(app: App, clock: Clock) -> None:
    """Note what was rolled."""
    rolled(app, clock).submit(Note(Box.TRENES))


def cross(app: App, clock: Clock) -> None:
    """Cross a box out."""
    rolled(app, clock).submit(Note(Box.ESCALERA))


def lot(app: App, clock: Clock) -> None:
    """Let six friends roll for who starts."""
    stages.lot(app, FRIENDS, seconds=0.0)
    pass_time(app, clock, 0.0)


def dormida(app: App, clock: Clock) -> None:
    """Roll five alike at the first throw."""
    table = seated(app, clock, (4, 4, 4, 4, 4))
    table.take_cup()
    table.let_go()
