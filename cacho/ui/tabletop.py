"""How what lies on the table is painted: dice and rings, cup, pencil, tags, the card between turns.

Poses in, items out. Owns the look; where things lie is `pose`'s and `sheets`' matter, and what
they mean is the scene's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cacho.engine import State
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.choreography import SHAKE_FIRST
from cacho.ui.painter import (
    Backdrop,
    DieItem,
    DieShadow,
    Glow,
    Ink,
    Item,
    Leather,
    Light,
    Paper,
    Picture,
    Rect,
    Text,
    Veil,
)
from cacho.ui.pose import CUP, CupPose, DiePose, Pose, lot_spot, to_page
from cacho.ui.regulars import GLYPHS
from cacho.ui.sprites import CupFrame, SpriteBook
from cacho.ui.widgets.prose import width_of, wrapped
from cacho.ui.wording import listed

TURN: Final[Rect] = (24, 20, 500, 88)
COUNT: Final[Rect] = (538, 20, 214, 88)
TAG_INSET: Final = 26.0
BOT_SIGN: Final = 50.0
"""Room for the sign of a bot, beside the inset."""
HINT: Final = (776.0, 64.0, 580.0)
"""Left, middle and width of the line that says what may be done."""
SMALLER: Final = 0.8
"""A line may be written so much smaller where it needs the room; then it is told otherwise."""
LOT_WIDE: Final = 1100.0
RING_SCALE: Final = 1.03
HELD: Final = (("ring", 1.20, 0.0), ("ring.broad", 1.29, 150.0))
"""Tag, scale and turn of the rings around a held die: two make a broad one, well outside it."""
NUMBER_AT: Final = (
    (0.0, 1.0),
    (-0.66, 0.75),
    (0.66, 0.75),
    (1.0, 0.1),
    (0.75, -0.66),
    (0.0, -1.0),
    (-0.75, -0.66),
)
"""Where the number of a die may stand, best first, as a share of its distance."""
NUMBER_FAR: Final = (90.0, 116.0)
"""How far from the middle of a die its number stands, and of one with a ring around it."""
DIE_REACH, NUMBER_REACH = 104.0, 60.0
"""A number so far from the middle of another die, and of another number, is clear of it."""
FRONT, RIGHT = 806.0, 1350.0
"""Numbers stay clear of the small sheets in front, and of the large one."""
LIT: Final = 960.0
"""Where the words of a dormida are centred."""
FEW_IN_LOT: Final = 4
"""With more the names below the dice of the lot are written smaller."""
NARROW: Final = 120.0
"""A box of a sheet narrower than this has its signs closer to its edges."""
ON_THE_TABLE: Final = frozenset({("idle", 0), ("lying", 0), ("slam", 2)})
"""Frames of the cup in which it touches the table and has the shadow of its own."""
SHADOW_GOES: Final = (1.23, 0.80)
"""So far right and down the shadow of the cup goes for each unit that the cup rises."""
PENCIL_SCALE: Final = 0.46
PENCIL_ANGLE: Final = 65.0


@lru_cache(maxsize=1)
def _cup_frames() -> dict[str, tuple[CupFrame, ...]]:
    return SpriteBook().cup


def paint_wood(items: list[Item]) -> None:
    """Add the table itself."""
    items.append(Backdrop("table"))


def paint_turn(items: list[Item], state: State, hint: str, heading: str = "") -> None:
    """Add whose turn it is (or a heading), which roll, and what may be done."""
    seat = state.seats[state.seat]
    whose = heading or _("Turno de {name}").format(name=seat.name)
    _tag(items, TURN, "tan", whose, 50, "turn", 0.0 if seat.bot is None else BOT_SIGN)
    if seat.bot is not None:
        sign = (TURN[0] + 22, TURN[1] + 22, 44.0, 44.0)
        for seed in range(2):  # gone over twice: chalk is pale
            items.append(Ink(GLYPHS[seat.bot], *sign, "chalk", seed, tag="turn.bot"))
    if state.rolls:
        count = _("Tiro {n} de {all}").format(n=state.rolls, all=state.rules.rolls)
    else:
        count = _("Ronda {n}").format(n=state.round)
    _tag(items, COUNT, "dark", count, 38, "count")
    _hint(items, hint)


def _hint(items: list[Item], hint: str) -> None:
    """Add what may be done: one line, or two where one would have to be much smaller."""
    x, y, width = HINT
    one = width_of(hint, "print", 34) * SMALLER <= width
    lines = (hint,) if one else wrapped(hint, "print", 32, width)
    for i, line in enumerate(lines if hint else ()):
        middle = y + (i - (len(lines) - 1) / 2) * 38
        items.append(
            Text(line, x, middle, 34, "print", look.CREAM, "left", width, shadow=True, tag="hint")
        )


def _tag(
    items: list[Item],
    rect: Rect,
    skin: str,
    text: str,
    size: float,
    tag: str,
    aside: float = 0.0,
) -> None:
    """Add words on leather, in the middle; clear of what takes `aside` at the left."""
    x, y, w, h = rect
    items.append(Leather(skin, "normal", *rect, tag=tag))
    room = w - 2 * TAG_INSET - aside
    wide = min(width_of(text, "hand", size), room)
    middle = max(x + w / 2, x + TAG_INSET + aside + wide / 2)
    where = (middle, y + h * 0.48, size, "hand", look.CREAM, "centre", room)
    items.append(Text(text, *where, shadow=True, tag=f"{tag}.text"))


# ------------------------------------------------------------------------- dice


def paint_dice(items: list[Item], pose: Pose, rings: Iterable[int]) -> None:
    """Add the dice that lie or fly, their shadows below them all, and chalk around the held."""
    if pose.fade < 1:
        going = {str(place): die for place, die in enumerate(pose.faded, 1) if die is not None}
        _lay(items, going, alpha=round(255 * (1 - pose.fade)))
    dice = {place: die for place, die in enumerate(pose.dice, 1) if die is not None}
    dice = {place: die for place, die in dice.items() if not die.above}
    for place in sorted(set(rings) & set(dice)):
        _chalk_around(items, place, *to_page(dice[place].at))
    named = {f"die.{place}": die for place, die in dice.items()}
    _lay(items, named, alpha=255 if pose.lying else round(255 * pose.fade))


def _chalk_around(items: list[Item], place: int, x: float, y: float) -> None:
    """Add the broad ring that tells a held die from two metres."""
    for tag, scale, turn in HELD:
        items.append(Picture(f"ring_{place % 4}", x, y + 8, scale, place * 40.0 + turn, tag=tag))


def _lay(items: list[Item], dice: dict[str, DiePose], alpha: int = 255) -> None:
    """Add dice from the far side of the table to the near one."""
    order = sorted(dice.items(), key=lambda named: -named[1].at[1] + 0.4 * named[1].at[2])
    for die in (named[1] for named in order):
        spot = die.at if die.high is None else (die.at[0], die.at[1], die.high)
        x, y = to_page(spot)
        items.append(DieShadow(x, y, die.turn, max(0.0, spot[2]), alpha=alpha))
    for tag, die in order:
        x, y = to_page(die.at)
        items.append(DieItem(x, y, die.turn, still=die.still, alpha=alpha, tag=tag))


def moving_dice(dice: Iterable[DiePose]) -> list[Item]:
    """Return dice alone, as they look while they move."""
    return [DieItem(*to_page(die.at), die.turn, still=False) for die in dice]


def paint_makers(items: list[Item], pose: Pose, places: Iterable[int]) -> None:
    """Let a light fall where dice lie that make a figure."""
    for place in sorted(places):
        die = pose.dice[place - 1]
        if die is not None:
            x, y = to_page(die.at)
            items.append(Light(x, y + 8, 132, alpha=165, tag="maker"))


def paint_places(
    items: list[Item], pose: Pose, turned: frozenset[int], ringed: frozenset[int]
) -> None:
    """Number the dice, each beside itself and clear of the others; an arrow marks those turned."""
    dice = {place: to_page(die.at) for place, die in enumerate(pose.dice, 1) if die is not None}
    taken: list[tuple[float, float]] = []
    for place, (x, y) in dice.items():
        others = [at for other, at in dice.items() if other != place]
        taken.append(_clear_spot(x, y, place in ringed, others, taken))
        number = (str(place), *taken[-1], 38, "hand", look.CREAM, "centre")
        items.append(Text(*number, shadow=True, tag="place"))
        if place in turned:
            items.append(_arrow_beside((x, y), place, "turned"))


def _clear_spot(
    x: float,
    y: float,
    ringed: bool,
    dice: Sequence[tuple[float, float]],
    numbers: Sequence[tuple[float, float]],
) -> tuple[float, float]:
    """Return where a die at (x, y) is numbered: the first place that is clear, else the clearest.

    Below it is best, left of it nothing stands: there the arrow of a turned die is.
    """
    far = NUMBER_FAR[ringed]
    spots = [(x + far * dx, y + far * dy) for dx, dy in NUMBER_AT]

    def room(spot: tuple[float, float]) -> float:
        beside = [math.dist(spot, at) - DIE_REACH for at in dice]
        beside += [math.dist(spot, at) - NUMBER_REACH for at in numbers]
        beside += [FRONT - spot[1], RIGHT - spot[0]]
        return min(beside)

    return next((spot for spot in spots if room(spot) >= 0), max(spots, key=room))


def paint_ring(items: list[Item], cell: Rect, name: str, crowded: bool = False) -> None:
    """Ring a box in red pencil: it is declared, or owed.

    Where the odds stand there, `crowded`, it is above them.
    """
    x, y, w, h = cell
    ring = (x + 6, y + 26, w - 12, h - (64 if crowded else 28))
    items.append(Ink("ring", *ring, "red_pencil", len(name), tag=f"ring.{name}"))


def paint_served(items: list[Item], cell: Rect, crowded: bool = False) -> None:
    """Mark a figure that is made de mano, and so is worth more, with a hand below its points.

    Where the odds stand there, `crowded`, it is beside them.
    """
    x, y, w, h = cell
    place = (x + 14, y + h - (84 if crowded else 48), 34.0, 40.0)
    if w < NARROW:
        place = (x + w - 40, y + 38, 28.0, 33.0)
    items.append(Ink("hand", *place, "red_pencil", 1, tag="served"))


def paint_turns(items: list[Item], cell: Rect, faces: Sequence[int]) -> None:
    """Show in the corner of a box the dice that turn over if it is noted, as they lie now."""
    x, y, w, h = cell
    size, right, middle = 40.0, x + w - 18, y + h - 25
    if w < NARROW:
        size, right, middle = 30.0, x + w - 4, y + h - 15
    text = "".join(map(look.pips, faces))
    items.append(Text(text, right, middle, size, "print", look.ALARM, "right", tag="turns"))
    arc = (right - width_of(text, "print", size) - size * 0.72, middle - size * 0.3)
    items.append(Ink("over", *arc, size * 0.76, size * 0.5, "red_pencil", 2, tag="turns.sign"))


def paint_turning(items: list[Item], pose: Pose, places: Iterable[int]) -> None:
    """Put an arrow beside each die that turns over if the box that is looked at is noted."""
    for place in sorted(places):
        die = pose.dice[place - 1]
        if die is not None:
            items.append(_arrow_beside(to_page(die.at), place, "turning"))


def _arrow_beside(at: tuple[float, float], place: int, tag: str) -> Ink:
    x, y = at
    return Ink("turn", x - 114, y - 50, 58, 90, "chalk", place, tag=tag)


def paint_lot(items: list[Item], state: State, pose: Pose, rolling: Iterable[int]) -> None:
    """Add the dice of the lot, and below each the name of its seat.

    Those who are still in it, or have won it, are ringed, and their names stand in a light; so do
    those `rolling` once more because they tied.
    """
    seats, lit = len(state.seats), set(rolling)
    if pose.lot_told:
        best = state.contenders or (state.starter,)
        lit = {seat for seat in best if seat is not None}
        for seat in sorted(lit):
            x, y = to_page(pose.lot[seat].at)
            items.append(Picture(f"ring_{seat % 4}", x, y + 8, RING_SCALE, tag="ring"))
    _lay(items, {f"lot.{seat}": die for seat, die in pose.lot.items()})
    if pose.lot_told:
        _lot_result(items, state)
    for seat, person in enumerate(state.seats):
        x, y = lot_spot(seat, seats)
        w = min(236.0, 1400.0 / seats - 14)
        rect = (x - w / 2, y + 96, w, 92.0)
        team = state.team_of(seat)
        if seat in lit:
            items.append(Glow(*rect, alpha=190, tag=f"lot.{seat}.lit"))
        items.append(Paper(f"row_{team}", *rect, tag=f"lot.{seat}.name"))
        items.append(
            Text(
                person.name,
                x,
                rect[1] + 46,
                52 if seats <= FEW_IN_LOT else 44,
                "pen",
                look.INKS[team].colour,
                "centre",
                w - 16,
            )
        )


def _lot_result(items: list[Item], state: State) -> None:
    if state.starter is None:
        words = _("Empate: tiran otra vez")
    else:
        words = _("Empieza {name}").format(name=state.seats[state.starter].name)
    items.append(
        Text(
            words,
            1000,
            908,
            92,
            "hand",
            look.GOLD,
            "centre",
            1300,
            shadow=True,
            tag="lot.result",
        )
    )


def paint_lot_heading(items: list[Item], state: State) -> None:
    """Add what the lot is about, or after a tie who rolls once more."""
    items.append(
        Text(_("¿Quién empieza?"), 1000, 210, 110, "hand", look.CREAM, "centre", 1100, shadow=True)
    )
    items.append(
        Text(
            _lot_asks(state),
            1000,
            310,
            44,
            "print",
            look.CREAM,
            "centre",
            LOT_WIDE,
            shadow=True,
            tag="lot.asks",
        )
    )


def _lot_asks(state: State) -> str:
    """Say who rolls a die now: everybody, or who tied, by name where there is room for it."""
    if not state.lot:
        return _("Cada uno tira un dado: el más alto empieza.")
    names = listed(state.seats[seat].name for seat in state.contenders)
    told = _("Empataron: ahora tiran {names}.").format(names=names)
    if width_of(told, "print", 44) * SMALLER <= LOT_WIDE:
        return told
    return _("Empataron: tiran otra vez los que sacaron más.")


# ---------------------------------------------------------------- cup and pencil


def paint_cup_shadow(items: list[Item], cup: CupPose) -> None:
    """Add the shadow of the cup: under everything that lies on the table."""
    frame, x, y = _cup(cup)
    sx, sy = (a + b * cup.rise for a, b in zip(frame.shadow_offset, SHADOW_GOES, strict=True))
    items.append(Picture(_shadow(cup, frame), x + sx, y + sy))


def cup_sprites(*groups: str) -> list[str]:
    """Return the pictures of some motions of the cup and their shadows, in the order of use."""
    ids: list[str] = []
    for group in groups:
        frames = _cup_frames()[group]
        begins = SHAKE_FIRST if group == "shake" else 0
        for number in (*range(begins, len(frames)), *range(begins)):
            ids += [_shadow(CupPose(group, number), frames[number]), frames[number].sprite]
    return list(dict.fromkeys(ids))


def _shadow(cup: CupPose, frame: CupFrame) -> str:
    """Return the shadow of a frame; while the cup is in the air one shape serves for all.

    Each is as large as the cup's reach and soft: to make one anew for every frame would cost more
    than the dice, and at 4K each takes 13 MB.
    """
    still = (cup.group, cup.frame) in ON_THE_TABLE
    return frame.shadow if still else "cup_shake_0_shadow"


def paint_cup(items: list[Item], cup: CupPose) -> None:
    """Add the cup: over the dice, which come out from behind its rim."""
    frame, x, y = _cup(cup)
    items.append(Picture(frame.sprite, x, y - cup.rise, tag="cup"))


def _cup(cup: CupPose) -> tuple[CupFrame, float, float]:
    """Return the frame of a cup and where on the page its anchor is, before it rises."""
    frame = _cup_frames()[cup.group][cup.frame]
    return frame, CUP[0] + frame.offset[0] + cup.dx, CUP[1] + frame.offset[1] + cup.dy


def paint_above(items: list[Item], pose: Pose) -> None:
    """Add the dice that are about to fall into the cup."""
    for place, die in enumerate(pose.dice, 1):
        if die is not None and die.above:
            x, y = to_page(die.at)
            items.append(DieItem(x, y, die.turn, tag=f"die.{place}"))


def paint_pencil(items: list[Item], tip: tuple[float, float]) -> None:
    """Add the pencil with its tip on a place of the page."""
    items.append(Picture("pencil", *tip, scale=PENCIL_SCALE, angle=PENCIL_ANGLE, tag="pencil"))


# ------------------------------------------------------------- between the turns


def paint_card(items: list[Item], rect: Rect, name: str, line: str) -> None:
    """Add the card that hands the cup to the next player."""
    x, y, w, h = rect
    middle = x + w / 2
    items.append(Leather("tan", "normal", *rect, tag="card"))
    if line:
        items.append(
            Text(line, middle, y + 58, 36, "print", look.CREAM, "centre", w - 80, tag="card.line")
        )
    items.append(Text(_("Le toca a"), middle, y + 116, 40, "hand", look.CREAM, "centre", w - 80))
    items.append(
        Text(
            name,
            middle,
            y + 188,
            104,
            "hand",
            look.CREAM,
            "centre",
            w - 80,
            shadow=True,
            tag="card.name",
        )
    )
    items.append(
        Text(
            _("Toca aquí o pulsa Espacio"),
            middle,
            y + h - 56,
            34,
            "print",
            look.CREAM,
            "centre",
            w - 80,
        )
    )


# ----------------------------------------------------------------------- dormida


def paint_dormida(items: list[Item], pose: Pose, name: str) -> None:
    """Add the dark, the five dice in their light, and once it is dark the sleeper's name."""
    items.append(Veil(alpha=round(205 * pose.dark)))
    for die in pose.dice:
        if die is not None:
            x, y = to_page(die.at)
            items.append(Light(x, y + 10, 170, alpha=round(210 * pose.dark)))
    paint_dice(items, pose, ())
    if pose.dark >= 1 and name:
        items.append(
            Text(
                _("¡La dormida!"),
                LIT,
                668,
                136,
                "hand",
                look.GOLD,
                "centre",
                1500,
                shadow=True,
                tag="dormida",
            )
        )
        items.append(
            Text(
                _("Cinco iguales de un tiro: gana {name}").format(name=name),
                LIT,
                764,
                56,
                "hand",
                look.CREAM,
                "centre",
                1500,
                shadow=True,
            )
        )
