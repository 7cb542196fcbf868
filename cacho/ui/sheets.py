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


def glyph_of(box: Box, mark: Mark, marks: str) -> str:
    """Return what is written for a mark, in one of the three ways of writing.

    `numbers`: the points. `signs`: O for a figure, 5 for one made de mano (the five points more),
    $ for a Grande. `hands`: a hand for de mano, an egg (de huevo) for the rest. A box that is
    crossed out is an X in each, and the numbers of the sides are always numbers.
    """
    if mark.crossed:
        return "X"
    if marks == "numbers" or box.face is not None:
        return str(mark.points)
    if marks == "signs":
        return "$" if box is Box.GRANDE else "5" if mark.de_mano else "O"
    return "hand" if mark.de_mano else "egg"


def mark_item(rect: Rect, glyph: str, seat: int, seed_: int, tag: str) -> Ink:
    """Return a mark as it is written into a place of that size."""
    pen = look.INKS[seat].pen
    x, y, w, h = rect
    if glyph.isdigit():
        return Ink(glyph, x, y, w, h, pen, seed_, tag=tag)
    side = min(w, h) * (0.84 if glyph == "X" else 1.0)
    return Ink(glyph, x + (w - side) / 2, y + (h - side) / 2, side, side, pen, seed_, tag=tag)


# -------------------------------------------------------------------------- large


def paint_big(
    items: list[Item],
    state: State,
    seat: int,
    worth: Mapping[Box, int],
    marks: str = "numbers",
    grid: bool = True,
) -> None:
    """Add the large sheet of a seat: name, grid, marks, and in grey what the dice are worth.

    `worth` is empty for a sheet that only shows; without its `grid` the paper is still blank.
    """
    items.append(Paper(f"big_{seat % 3}", *BIG, angle=-0.6, tag=f"big.{seat}"))
    x, _y, w, _h = BIG
    name = state.seats[seat].name
    colour = look.INKS[seat].colour
    items.append(Text(name, x + w / 2, 74, 78, "pen", colour, "centre", w - 70, tag="big.name"))
    sheet = state.sheets[seat]
    if grid:
        items.extend(grid_items(sheet, seat))
        for box in (box for column in COLUMNS for box in column):
            x0, y0, w0, _ = cell(box)
            middle = x0 + w0 / 2
            items.append(
                Text(box_name(box), middle, y0 + 22, 29, "print", look.FAINT, "centre", w0 - 20)
            )
        _grande_name(items, sheet)
    for name_, box, slot in places(sheet):
        place, tag = writing_place(box, slot), f"big.{name_}"
        written = sheet.marks(box)
        if slot < len(written):
            glyph = glyph_of(box, written[slot], marks)
            items.append(mark_item(place, glyph, seat, seed(seat, box, slot), tag))
        elif box in worth and slot == len(written):
            _preview(items, place, worth[box], seed(seat, box, slot + 20), f"worth.{box}")
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


def places(sheet: Sheet) -> list[tuple[str, Box, int]]:
    """Return name, box and slot of every place on a sheet, in reading order."""
    out = [(str(box), box, 0) for column in COLUMNS for box in column]
    slots = range(sheet.capacity(Box.GRANDE))
    return out + [(f"{Box.GRANDE}.{slot + 1}", Box.GRANDE, slot) for slot in slots]


def grid_items(sheet: Sheet, seat: int) -> list[Ink]:
    """Return the lines of a large sheet: the # and, between two Grandes, the slash."""
    lines = [Ink("grid", *GRID, _GRID_PEN, seed(seat, Box.BALAS, 9), tag="grid")]
    if sheet.capacity(Box.GRANDE) > 1:
        middle = (GRANDES[0][0] + GRANDES[0][2] + GRANDES[1][0]) / 2
        lines.append(Ink("/", middle - 24, 560, 48, 96, _GRID_PEN, seed(seat, Box.GRANDE, 7)))
    return lines


def _grande_name(items: list[Item], sheet: Sheet) -> None:
    left, last = GRANDES[0][0], GRANDES[sheet.capacity(Box.GRANDE) - 1]
    middle = (left + last[0] + last[2]) / 2
    items.append(Text(box_name(Box.GRANDE), middle, 544, 29, "print", look.FAINT, "centre"))


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


def paint_row(items: list[Item], state: State, active: int, marks: str = "numbers") -> None:
    """Add everybody's sheets; alone there is none, the large one says it all."""
    if len(state.seats) == 1:
        return
    row = Row(len(state.seats))
    for seat in range(len(state.seats)):
        _small(items, state, seat, row.paper(seat, seat == active), seat == active, marks)


def _small(
    items: list[Item],
    state: State,
    seat: int,
    rect: Rect,
    active: bool,
    marks: str,
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
    if sheet.capacity(Box.GRANDE) > 1:
        items.append(Ink("/", x + 58, y + h - 60, 20, 44, _GRID_PEN, seat + 60))
    for name_, box, slot in places(sheet):
        if slot < len(sheet.marks(box)):
            place = _small_place(rect, grid, box, slot)
            glyph = glyph_of(box, sheet.marks(box)[slot], marks)
            tag = f"sheet.{seat}.{name_}"
            items.append(mark_item(place, glyph, seat, seed(seat, box, 40 + slot), tag))
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


def _small_place(paper: Rect, grid: Rect, box: Box, slot: int) -> Rect:
    """Return where a mark is written on a small sheet."""
    if box is Box.GRANDE:
        return (paper[0] + 12 + slot * 66, paper[1] + paper[3] - 57, 46.0, 38.0)
    w, h = grid[2] / 3, grid[3] / 3
    (column,) = [i for i, boxes in enumerate(COLUMNS) if box in boxes]
    row = COLUMNS[column].index(box)
    return (grid[0] + column * w + 4, grid[1] + row * h + 5, w - 8, h - 9)
