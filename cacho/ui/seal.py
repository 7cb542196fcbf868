"""The seal of a match: its commitment as rows of small dice that one can photograph.

A commitment is 64 hexadecimal digits that nobody compares by eye. Written as a number in base six,
its last 50 digits are 50 dice (a 0 is a one): another seed gives other dice. docs/record.md says
the same for other programs.
"""

from __future__ import annotations

from typing import Final

from cacho.ui.drawing import die
from cacho.ui.painter import DieItem, DieShadow, Item

DICE: Final = 50
ROW: Final = 10
SHADE: Final = 110
"""Dice so close together throw a weaker shadow."""
_YAWS: Final = (0.05, -0.04, 0.03, -0.06, 0.04)


def faces(commitment: str) -> tuple[int, ...]:
    """Return the dice of a commitment (64 hexadecimal digits), the most significant first."""
    number, found = int(commitment, 16), []
    for _die in range(DICE):
        number, digit = divmod(number, 6)
        found.append(digit + 1)
    return tuple(reversed(found))


def paint(
    items: list[Item], commitment: str, x: float, y: float, edge: float, row: int = ROW
) -> tuple[float, float]:
    """Add the dice in rows of `row`, the first with its middle at (x, y); return what they cover.

    Dice are `edge` high, and a quarter of it apart.
    """
    step = edge * 1.36
    lying = []
    for number, face in enumerate(faces(commitment)):
        down, across = divmod(number, row)
        turn = die.resting(face, _YAWS[(down + across) % len(_YAWS)])
        lying.append((x + across * step, y + down * step, turn))
    items.extend(DieShadow(*one, edge=edge, alpha=SHADE) for one in lying)
    items.extend(DieItem(*one, edge, still=True, tag="seal") for one in lying)
    return (row * step, -(-DICE // row) * step)
