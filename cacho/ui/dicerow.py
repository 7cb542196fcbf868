"""Small dice in a row on paper: as they lay, those ringed that are, or were, to be held.

Owns how such a row looks, wherever dice are spoken of that do not lie on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from cacho.ui.drawing import die
from cacho.ui.painter import DieItem, DieShadow, Ink, Item, Rect

YAWS: Final = (0.10, -0.07, 0.05, -0.12, 0.08)
"""How each of them is turned a little."""
_NONE: Final = frozenset[int]()
SHADE: Final = 130
"""Of 255: lighter than on wood, for letters stand close to the dice."""
RING: Final = 1.5
"""How many edges wide the ring around a die is."""


def paint_row(
    items: list[Item],
    dice: Sequence[int],
    rect: Rect,
    edge: float,
    ringed: Collection[int] = _NONE,
    tag: str = "row",
) -> None:
    """Add dice of so many units, side by side; those on the `ringed` places (1 to 5) are ringed."""
    x, y, w, h = rect
    step, middle = w / len(dice), y + h * 0.48
    for place, face in enumerate(dice, 1):
        turn, across = die.resting(face, YAWS[place - 1]), x + (place - 0.5) * step
        items.append(DieShadow(across, middle, turn, edge=edge, alpha=SHADE))
        items.append(DieItem(across, middle, turn, edge, still=True, tag=f"{tag}.die.{place}"))
        if place in ringed:
            ring, wide = (f"{tag}.ring.{place}", RING * edge)
            where = (across - wide / 2, middle - wide / 2, wide, wide)
            items.append(Ink("ring", *where, "red_pencil", place, tag=ring))
