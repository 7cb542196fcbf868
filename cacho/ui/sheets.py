"""The sheets on the table: where every box lies, and the marks in it.

The sheet of whoever plays lies large on the right; everybody's sheets lie small along the front.
Owns their geometry and their look. Points come from the engine; nothing here adds them up.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cacho.engine import Box, Mark, Sheet, State
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Glow, Ink, Item, Paper, Rect, Text

BIG: Final[Rect] = (1374, 18, 530, 664)
"""The paper of the large sheet."""
COLUMNS: Final = (
    (Box.BALAS, Box.TONTOS, Box.TRENES),
    (Box.ESCALERA, Box.FULL, Box.POKER),
    (Box.CUADRAS, Box.QUINAS, Box.SENAS),
)
"""The boxes of the #, column by column (R-06)."""
GRID: Final[Rect] = (1398, 122, 482, 402)
CELL: Final = (GRID[2] / 3, GRID[3] / 3)
GRANDES: Final[tuple[Rect, Rect]] = ((1396, 560, 132, 104), (1546, 560, 132, 104))
PREVIEW: Final = "pencil"
PENCIL_HOME: Final = (1394.0, 476.0)
"""Where the tip of the pencil rests."""
_GRID_PEN: Final = "pencil"


def box_name(box: Box) -> str:
    """Return what a box is called."""
    return {
        Box.BALAS: _("Balas"),
        Box.TONTOS: _("Tontos"),
        Box.TRENES: _("Trenes"),
        Box.CUADRAS: _("Cuadras"),
        Box.QUINAS: _("Quinas"),
        Box.SENAS: _("Senas"),
        Box.ESCALERA: _("Escalera"),
        Box.FULL: _("Full"),
        Box.POKER: _("Póker"),
        Box.GRANDE: _("Grande"),
    }[box]


def cell(box: Box, slot: int = 0) -> Rect:
    """Return the place of a box on the large sheet."""
    if box is Box.GRANDE:
        return GRANDES[slot]
    for i, column in enumerate(COLUMNS):
        if box in column:
            w, h = CELL
            return (GRID[0] + i * w, GRID[1] + column.index(box) * h, w, h)
    raise KeyError(box)


def writing_place(box: Box, slot: int = 0) -> Rect:
    """Return where in its box on the large sheet a mark is written."""
    x, y, w, h = cell(box, slot)
    if box is Box.GRANDE:
        return (x + 14, y + 14, w - 28, h - 28)
    return (x + 14, y + 40, w - 28, h - 50)


def seed(seat: int, box: Box, slot: int) -> int:
    """Return what makes the writing of this mark its own: no two 5s are alike."""
    return zlib.crc32(f"{seat}/{box}/{slot}".encode()) & 0xFFFF


def paint_mark(items: list[Item], rect: Rect, mark: Mark, seat: int, seed_: int, tag: str) -> None:
    """Write a mark: its points, or the two strokes of a cross."""
    pen = look.INKS[seat].pen
    x, y, w, h = rect
    if mark.crossed:
        side = min(w, h) * 0.84
        items.append(
            Ink("X", x + (w - side) / 2, y + (h - side) / 2, side, side, pen, seed_, tag=tag)
        )
    else:
        items.append(Ink(str(mark.points), x, y, w, h, pen, seed_, tag=tag))


# -------------------------------------------------------------------------- large


def paint_big(
    items: list[Item],
    state: State,
    seat: int,
    worth: Mapping[Box, int],
    grid_upto: float = 1.0,
) -> None:
    """Add the large sheet of a seat: name, grid, marks, and in grey what the dice are worth.

    `worth` is empty for a sheet that only shows.
    """
    items.append(Paper(f"big_{seat % 3}", *BIG, angle=-0.6, tag=f"big.{seat}"))
    x, _y, w, _h = BIG
    name = state.seats[seat].name
    colour = look.INKS[seat].colour
    items.append(Text(name, x + w / 2, 74, 78, "pen", colour, "centre", w - 70, tag="big.name"))
    items.append(Ink("grid", *GRID, _GRID_PEN, seed(seat, Box.BALAS, 9), grid_upto))
    sheet = state.sheets[seat]
    for column in COLUMNS:
        for box in column:
            _big_box(items, sheet, seat, box, worth)
    _big_grandes(items, sheet, seat, worth)
    items.append(
        Text(
            f"= {sheet.total}",
            x + w - 36,
            612,
            76,
            "pen",
            colour,
            "right",
            190,
            tag=f"big.total.{seat}",
        )
    )


def _big_box(
    items: list[Item],
    sheet: Sheet,
    seat: int,
    box: Box,
    worth: Mapping[Box, int],
) -> None:
    x, y, w, _h = cell(box)
    items.append(Text(box_name(box), x + w / 2, y + 22, 29, "print", look.FAINT, "centre", w - 20))
    _big_slot(items, sheet, seat, box, 0, worth)


def _big_grandes(
    items: list[Item],
    sheet: Sheet,
    seat: int,
    worth: Mapping[Box, int],
) -> None:
    slots = sheet.capacity(Box.GRANDE)
    left = GRANDES[0][0]
    right = GRANDES[slots - 1][0] + GRANDES[slots - 1][2]
    items.append(
        Text(
            box_name(Box.GRANDE),
            (left + right) / 2,
            544,
            29,
            "print",
            look.FAINT,
            "centre",
        )
    )
    for slot in range(slots):
        _big_slot(items, sheet, seat, Box.GRANDE, slot, worth)
    if slots > 1:
        middle = (GRANDES[0][0] + GRANDES[0][2] + GRANDES[1][0]) / 2
        items.append(Ink("/", middle - 24, 560, 48, 96, _GRID_PEN, seed(seat, Box.GRANDE, 7)))


def _big_slot(
    items: list[Item],
    sheet: Sheet,
    seat: int,
    box: Box,
    slot: int,
    worth: Mapping[Box, int],
) -> None:
    marks = sheet.marks(box)
    place = writing_place(box, slot)
    tag = f"big.{box}" if box is not Box.GRANDE else f"big.{box}.{slot + 1}"
    if slot < len(marks):
        paint_mark(items, place, marks[slot], seat, seed(seat, box, slot), tag)
    elif box in worth and slot == len(marks):
        _preview(items, place, worth[box], seed(seat, box, slot + 20), f"worth.{box}")


def _preview(items: list[Item], rect: Rect, worth: int, seed_: int, tag: str) -> None:
    """Add what the dice are worth: smaller and grey; nothing looks like crossing out."""
    x, y, w, h = rect
    if worth:
        items.append(
            Ink(
                str(worth),
                x + w * 0.1,
                y + h * 0.08,
                w * 0.8,
                h * 0.84,
                PREVIEW,
                seed_,
                alpha=205,
                tag=tag,
            )
        )
    else:
        side = min(w, h) * 0.42
        items.append(
            Ink(
                "X",
                x + (w - side) / 2,
                y + (h - side) / 2,
                side,
                side,
                PREVIEW,
                seed_,
                alpha=165,
                tag=tag,
            )
        )


# -------------------------------------------------------------------------- small


@dataclass(frozen=True, slots=True)
class Row:
    """How the small sheets lie along the front of the table."""

    seats: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of one sheet."""
        return (330.0, 250.0) if self.seats <= 4 else (222.0, 250.0)

    def paper(self, seat: int, active: bool) -> Rect:
        """Return the place of a seat's sheet; that of whoever plays lies a little higher."""
        w, h = self.size
        gap = 8.0 if self.seats <= 4 else 5.0
        whole = self.seats * w + (self.seats - 1) * gap
        x = 690 - whole / 2 + seat * (w + gap)
        return (x, 1080 - h - (14 if active else 4), w, h)


def paint_row(items: list[Item], state: State, active: int) -> None:
    """Add everybody's sheets; alone there is none, the large one says it all."""
    if len(state.seats) == 1:
        return
    row = Row(len(state.seats))
    for seat in range(len(state.seats)):
        _small(items, state, seat, row.paper(seat, seat == active), seat == active)


def _small(
    items: list[Item],
    state: State,
    seat: int,
    rect: Rect,
    active: bool,
) -> None:
    x, y, w, h = rect
    sheet, colour = state.sheets[seat], look.INKS[seat].colour
    if active:
        items.append(Glow(x, y, w, h, alpha=190, tag="active"))
    items.append(Paper(f"row_{seat}", x, y, w, h, tag=f"sheet.{seat}"))
    name = state.seats[seat].name
    items.append(
        Text(name, x + w / 2, y + 27, 40, "pen", colour, "centre", w - 24, tag=f"sheet.{seat}.name")
    )
    if active:
        long = min(w - 60, 150)
        items.append(
            Ink(
                "underline",
                x + (w - long) / 2,
                y + 43,
                long,
                12,
                look.INKS[seat].pen,
                seat,
                tag="active.mark",
            )
        )
    grid = (x + 14, y + 52, w - 28, 135.0)
    items.append(Ink("grid", *grid, _GRID_PEN, seat + 40))
    cw, ch = grid[2] / 3, grid[3] / 3
    for i, column in enumerate(COLUMNS):
        for j, box in enumerate(column):
            marks = sheet.marks(box)
            if marks:
                place = (grid[0] + i * cw + 4, grid[1] + j * ch + 5, cw - 8, ch - 9)
                tag = f"sheet.{seat}.{box}"
                paint_mark(items, place, marks[0], seat, seed(seat, box, 40), tag)
    _small_grandes(items, sheet, seat, rect)
    items.append(
        Text(
            str(sheet.total),
            x + w - 18,
            y + h - 36,
            56,
            "pen",
            colour,
            "right",
            w * 0.4,
            tag=f"sheet.{seat}.total",
        )
    )


def _small_grandes(
    items: list[Item],
    sheet: Sheet,
    seat: int,
    rect: Rect,
) -> None:
    x, y, _w, h = rect
    slots = sheet.capacity(Box.GRANDE)
    if slots > 1:
        items.append(Ink("/", x + 58, y + h - 60, 20, 44, _GRID_PEN, seat + 60))
    for slot, mark in enumerate(sheet.marks(Box.GRANDE)):
        place = (x + 12 + slot * 66, y + h - 57, 46.0, 38.0)
        tag = f"sheet.{seat}.{Box.GRANDE}.{slot + 1}"
        paint_mark(items, place, mark, seat, seed(seat, Box.GRANDE, 40 + slot), tag)
