"""The sheets on the table: the paper, the names, the marks in the boxes.

The sheet of whoever plays lies large on the right; everybody's sheets lie small along the front.
One sheet a team. Owns their look; `layout` knows where every box lies. Points come from the engine;
nothing here adds them up.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Final

from cacho.engine import Box, Mark, Sheet, State
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.drawing.ink import VARIANTS
from cacho.ui.layout import (
    BIG,
    COLUMNS,
    GRANDES,
    GRID,
    Block,
    Layout,
    Others,
    Place,
    Row,
    layout_of,
    names_of_places,
)
from cacho.ui.painter import Glow, Ink, Item, Paper, Rect, Text, Veil
from cacho.ui.teams import LEAST, has_partners, paint_names
from cacho.ui.widgets.prose import width_of
from cacho.ui.wording import whole_points_text

__all__ = [
    "BIG",
    "COLUMNS",
    "GRANDES",
    "GRID",
    "Place",
    "Row",
    "box_name",
    "glyph_of",
    "grid_items",
    "hatch_name",
    "layout_of",
    "mark_item",
    "paint_big",
    "paint_newest",
    "paint_row",
    "paint_small",
    "seed",
]

PREVIEW: Final = "pencil"
PREVIEW_ALPHA: Final = 240
_GRID_PEN: Final = "pencil"
_ONE_GRID: Final = (538, 1851, 3651, 741, 1431, 587)
_THREE_GRIDS: Final = (
    (377, 349, 301, 259, 152, 1016),
    (333, 435, 57, 286, 269, 773),
    (269, 712, 81, 55, 316, 218),
)
"""What makes the large # of each team its own: of four thousand hands those whose lines strike
no name of a box out."""
NEWEST: Final = (255, 190, 60)
"""The light below the mark that was noted last."""


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


def hatch_name(hatch: int) -> str:
    """Return what one of three hatches is called (R-30)."""
    return (_("Arriba"), _("Medio"), _("Abajo"))[hatch]


def seed(team: int, box: Box, slot: int, hatch: int = 0) -> int:
    """Return what makes the writing of this mark its own: no two 5s are alike."""
    where = f"{team}/{box}/{slot}" if hatch == 0 else f"{team}/{box}/{slot}/{hatch}"
    return zlib.crc32(where.encode()) & 0xFFFF


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


def paint_newest(items: list[Item], rect: Rect, tag: str) -> None:
    """Lay light below the mark that was noted last, so that everybody sees what happened."""
    x, y, w, h = rect
    edge = h * 0.24
    place = (x + edge, y + edge, w - 2 * edge, h - 2 * edge)
    items.append(Glow(*place, colour=NEWEST, alpha=140, tag=tag))


def mark_item(rect: Rect, glyph: str, team: int, seed_: int, tag: str) -> Ink:
    """Return a mark as it is written into a place of that size."""
    pen = look.INKS[team].pen
    x, y, w, h = rect
    if glyph.isdigit():
        return Ink(glyph, x, y, w, h, pen, seed_, tag=tag)
    side = min(w, h) * (0.84 if glyph == "X" else 1.0)
    return Ink(glyph, x + (w - side) / 2, y + (h - side) / 2, side, side, pen, seed_, tag=tag)


# -------------------------------------------------------------------------- large


def paint_big(
    items: list[Item],
    state: State,
    team: int,
    worth: Mapping[Box, int],
    marks: str = "numbers",
    grid: bool = True,
    playing: int | None = None,
) -> None:
    """Add the large sheet of a team: names, grids, marks, and in grey what the dice are worth.

    `worth` is empty for a sheet that only shows; its `grid` may still have to be drawn.
    `playing` is the seat whose series it is; among partners it is underlined.
    """
    sheet = state.sheets[team]
    layout = layout_of(sheet)
    items.append(Paper(f"big_{team % 3}", *layout.paper, angle=-0.6, tag=f"big.{team}"))
    active = playing if has_partners(state) else None
    size = 78.0 if layout.hatches == 1 else 66.0
    paint_names(items, state, team, layout.heading, size, "big.name", active)
    if grid:
        items.extend(grid_items(sheet, team))
    _paint_box_names(items, layout)
    for place in layout.places:
        if _newest(state, team) == (place.box, place.slot, place.hatch):
            paint_newest(items, place.writing, f"newest.{place.name}")
        _paint_mark(items, sheet, team, place, worth, marks)
    if layout.hatches == 1:
        _total(items, layout, team, sheet.total)
    else:
        _hatch_totals(items, state, team, layout)


def _newest(state: State, team: int) -> tuple[Box, int, int] | None:
    """Return box, slot and hatch of the last note of all, if it is on the sheet of a team."""
    last = state.noted
    if last is None or state.team_of(last.seat) != team:
        return None
    return last.box, last.slot, last.hatch


def _paint_mark(
    items: list[Item],
    sheet: Sheet,
    team: int,
    place: Place,
    worth: Mapping[Box, int],
    marks: str,
) -> None:
    box, slot, hatch = place.box, place.slot, place.hatch
    written = sheet.marks(box, hatch)
    if slot < len(written):
        glyph, tag = glyph_of(box, written[slot], marks), f"big.{place.name}"
        items.append(mark_item(place.writing, glyph, team, seed(team, box, slot, hatch), tag))
    elif box in worth:
        seed_ = seed(team, box, slot + 20, hatch)
        hatched = "" if sheet.hatches == 1 else f"{hatch + 1}."
        again = "" if slot == len(written) else ".too"
        _preview(items, place.preview, worth[box], seed_, f"worth.{hatched}{box}{again}")


def grid_items(sheet: Sheet, team: int) -> list[Ink]:
    """Return the lines of a large sheet: each # and, between two Grandes, the slash."""
    layout = layout_of(sheet)
    if layout.hatches > 1:
        return [
            Ink("grid", *grid, _GRID_PEN, seed(team, Box.BALAS, hand[team], hatch), tag="grid")
            for hatch, (grid, hand) in enumerate(zip(layout.grids, _THREE_GRIDS, strict=True))
        ]
    lines = [Ink("grid", *GRID, _GRID_PEN, seed(team, Box.BALAS, _ONE_GRID[team]), tag="grid")]
    if layout.grandes > 1:
        middle = (GRANDES[0][0] + GRANDES[0][2] + GRANDES[1][0]) / 2
        lines.append(Ink("/", middle - 24, 560, 48, 96, _GRID_PEN, seed(team, Box.GRANDE, 7)))
    return lines


def _paint_box_names(items: list[Item], layout: Layout) -> None:
    """Add the name of every box; the two Grandes of a single hatch share theirs."""
    below, size = (25, 29.0) if layout.hatches == 1 else (21, 26.0)
    for place in layout.places:
        if layout.hatches > 1 or place.box is not Box.GRANDE:
            x, y, w, _h = place.cell
            face = place.box.face if layout.hatches == 1 else None
            _box_name(items, place.box, face, x + w / 2, y + below, size, w - 14)
    if layout.hatches == 1:
        left, last = GRANDES[0][0], GRANDES[layout.grandes - 1]
        middle = (left + last[0] + last[2]) / 2
        items.append(Text(box_name(Box.GRANDE), middle, 544, 29, "print", look.FAINT, "centre"))


def _box_name(
    items: list[Item],
    box: Box,
    face: int | None,
    middle: float,
    y: float,
    size: float,
    room: float,
) -> None:
    """Add the name of a box, and beside that of a number the face that it counts."""
    name, right = box_name(box), 0.0
    if face:
        sign, pips, gap = size * 1.1, look.pips(face), 5.0
        right = width_of(pips, "print", sign) + gap
        at = middle + (width_of(name, "print", size) - right) / 2 + gap
        items.append(Text(pips, at, y, sign, "print", look.FAINT, tag="face"))
    where = (middle - right / 2, y, size, "print", look.FAINT, "centre", room - right)
    items.append(Text(name, *where))


def _total(items: list[Item], layout: Layout, team: int, total: int) -> None:
    x, _y, w, _h = layout.paper
    colour, tag = look.INKS[team].colour, f"big.total.{team}"
    right = x + w - 36
    items.append(Text(f"= {total}", right, 612, 76, "pen", colour, "right", 190, tag=tag))


def _hatch_totals(items: list[Item], state: State, team: int, layout: Layout) -> None:
    """Add name, worth and total of every hatch, and the game points as the sheets stand."""
    x, _y, w, _h = layout.paper
    ink = look.INKS[team]
    if any(state.totals):
        points = whole_points_text(state.game_points[team])
        where = (x + w - 18, 48, 42, "pen", ink.colour, "right", 136)
        items.append(Text(points, *where, tag=f"big.points.{team}"))
        total = f"= {state.totals[team]}"
        where = (x + w - 18, 84, 32, "pen", look.FAINT, "right", 136)
        items.append(Text(total, *where, tag=f"big.total.{team}"))
    for hatch, total_ in enumerate(state.sheets[team].hatch_totals):
        left, top, wide, _high = layout.block(hatch).field(3, 0)
        middle, colour = left + wide / 2 + 4, ink.colour
        name = hatch_name(hatch)
        items.append(Text(name, middle, top + 9, 32, "hand", look.INK, "centre", wide - 4))
        worth = whole_points_text(hatch + 1)
        items.append(Text(worth, middle, top + 40, 26, "print", look.FAINT, "centre", wide - 4))
        tag = f"big.hatch.{hatch + 1}"
        items.append(Text(str(total_), middle, top + 74, 52, "pen", colour, "centre", tag=tag))
        if _leads(state, team, hatch):
            line = (middle - 38, top + 90, 76.0, 11.0)
            items.append(Ink("underline", *line, ink.pen, hatch, tag=f"big.leads.{hatch + 1}"))


def _leads(state: State, team: int, hatch: int) -> bool:
    """Whether a team has the highest total of a hatch in which somebody has points."""
    totals = [sheet.hatch_totals[hatch] for sheet in state.sheets]
    return len(totals) > 1 and 0 < totals[team] == max(totals)


def _preview(items: list[Item], rect: Rect, worth: int, seed_: int, tag: str) -> None:
    """Add what the dice are worth: smaller and grey; nothing looks like crossing out."""
    items.append(_preview_of(rect, str(worth) if worth else "X", seed_, tag))


def _preview_of(rect: Rect, glyph: str, seed_: int, tag: str = "") -> Ink:
    x, y, w, h = rect
    if glyph != "X":
        place = (x + w * 0.1, y + h * 0.08, w * 0.8, h * 0.84)
        return Ink(glyph, *place, PREVIEW, seed_, alpha=PREVIEW_ALPHA, tag=tag)
    side = min(w, h) * 0.46
    place = (x + (w - side) / 2, y + (h - side) / 2, side, side)
    return Ink("X", *place, PREVIEW, seed_, alpha=PREVIEW_ALPHA, tag=tag)


def preview_looks(rect: Rect) -> list[Ink]:
    """Return every digit and cross that a preview in a place of that size is made of."""
    return [_preview_of(rect, glyph, seed_) for glyph in "X0123456789" for seed_ in range(VARIANTS)]


# -------------------------------------------------------------------------- small


def paint_row(
    items: list[Item],
    state: State,
    active: int,
    marks: str = "numbers",
    playing: int | None = None,
) -> None:
    """Add the small sheets of all teams, or with three hatches of all others.

    A team alone needs none, the large one says it all.
    """
    if len(state.sheets) == 1:
        return
    members = max(len(team) for team in state.teams)
    if state.rules.hatches > 1:
        others = Others(len(state.sheets) - 1, members)
        waiting = [team for team in range(len(state.sheets)) if team != active]
        for number, team in enumerate(waiting):
            _small_of_three(items, state, team, others, number, marks)
        return
    row = Row(len(state.sheets), members)
    for team in range(len(state.sheets)):
        rect = row.paper(team, team == active)
        if team == active:
            items.append(Glow(*rect, alpha=190, tag="active"))
        paint_small(items, state, team, row, rect, marks, team == active, playing)


def paint_small(
    items: list[Item],
    state: State,
    team: int,
    row: Row,
    rect: Rect,
    marks: str = "numbers",
    active: bool = False,
    playing: int | None = None,
) -> None:
    """Add the small sheet of one hatch of a team in `rect`, as large as all sheets of the `row`."""
    x, y, w, h = rect
    sheet = state.sheets[team]
    items.append(Paper(f"row_{team}", x, y, w, h, tag=f"sheet.{team}"))
    _small_heading(items, state, team, rect, active, playing)
    items.append(Ink("grid", *row.grid(rect), _GRID_PEN, team + 40))
    if sheet.capacity(Box.GRANDE) > 1:
        left, top, wide, high = row.grande(rect, 0)
        after = (left + wide + row.grande(rect, 1)[0]) / 2
        items.append(Ink("/", after - 10, top - 3, 20, high + 6, _GRID_PEN, team + 60))
    for name, box, slot in names_of_places(sheet.capacity(Box.GRANDE)):
        if slot < len(sheet.marks(box)):
            glyph = glyph_of(box, sheet.marks(box)[slot], marks)
            tag = f"sheet.{team}.{name}"
            place = row.mark(rect, box, slot)
            if _newest(state, team) == (box, slot, 0):
                paint_newest(items, place, f"sheet.{team}.newest")
            items.append(mark_item(place, glyph, team, seed(team, box, 40 + slot), tag))
    where = (*row.total(rect), 56, "pen", look.INKS[team].colour, "right", w * 0.4)
    items.append(Text(str(sheet.total), *where, tag=f"sheet.{team}.total"))


def _small_heading(
    items: list[Item], state: State, team: int, rect: Rect, active: bool, playing: int | None
) -> None:
    """Add the names; the one who plays is underlined, alone as among partners."""
    x, y, w, _h = rect
    tag = f"sheet.{team}.name"
    if has_partners(state):
        mark = playing if active else None
        paint_names(items, state, team, (x + 12, y + 4, w - 24, 46), 40, tag, mark)
        return
    paint_names(items, state, team, (x + 12, y + 4, w - 24, 46), 40, tag)
    if active:
        long = min(w - 60, 150)
        line = (x + (w - long) / 2, y + 41, long, 10.0)
        items.append(Ink("underline", *line, look.INKS[team].pen, team, tag="active.mark"))


def _small_of_three(
    items: list[Item], state: State, team: int, others: Others, number: int, marks: str
) -> None:
    """Add a small sheet of three hatches: names, game points, and each hatch with its total."""
    sheet, colour = state.sheets[team], look.INKS[team].colour
    items.append(Paper(f"row_{team}", *others.paper(number), tag=f"sheet.{team}"))
    names = others.names(number)
    paint_names(items, state, team, names, min(42.0, names[3]), f"sheet.{team}.name")
    if any(state.totals):
        points = whole_points_text(state.game_points[team])
        where = (*others.points(number), 32, "pen", colour, "right", 150)
        items.append(Text(points, *where, tag=f"sheet.{team}.points"))
    for hatch, block in enumerate(others.blocks(number)):
        if others.flat and hatch == 1:  # side by side they want to be told apart
            items.append(Veil(block.x - 2, block.y, block.w + 3, block.h, (120, 80, 30), 34))
        items.append(Ink("grid", *block.grid, _GRID_PEN, team + 40 + hatch, alpha=165))
        _small_total(items, state, team, hatch, block)
        for name, box, slot in names_of_places(sheet.capacity(Box.GRANDE)):
            if slot < len(sheet.marks(box, hatch)):
                glyph = glyph_of(box, sheet.marks(box, hatch)[slot], marks)
                tag = f"sheet.{team}.{hatch + 1}.{name}"
                seed_ = seed(team, box, 40 + slot, hatch)
                place = _inset(block.cell(box, slot))
                if _newest(state, team) == (box, slot, hatch):
                    paint_newest(items, place, f"sheet.{team}.newest")
                items.append(mark_item(place, glyph, team, seed_, tag))


def _small_total(items: list[Item], state: State, team: int, hatch: int, block: Block) -> None:
    x, y, w, h = block.field(3, 0)
    ink, total = look.INKS[team], state.sheets[team].hatch_totals[hatch]
    size, tag = max(LEAST, min(44.0, h * 1.06)), f"sheet.{team}.hatch.{hatch + 1}"
    where = (x + w / 2, y + h / 2, size, "hand", look.INK, "centre", w - 2)
    if w < 44:  # three digits take all of it: away from the marks beside
        where = (x + w + 1, y + h / 2, size, "hand", look.INK, "right", w - 1)
    items.append(Text(str(total), *where, tag=tag))
    if _leads(state, team, hatch):
        line = (x + 2, y + h - 6, w - 4, 8.0)
        items.append(Ink("underline", *line, ink.pen, hatch, tag=f"{tag}.leads"))


def _inset(rect: Rect) -> Rect:
    """Return where a mark is written in a field of a small sheet."""
    x, y, w, h = rect
    return (x + 0.5, y + 1, w - 1, h - 2)
