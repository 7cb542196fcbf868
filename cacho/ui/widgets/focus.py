"""How the focus moves: in reading order with Tab, by nearness with the arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from cacho.ui.input import Step
from cacho.ui.painter import Rect
from cacho.ui.widgets.base import Widget

_WAYS: Final = {
    Step.LEFT: (-1, 0),
    Step.RIGHT: (1, 0),
    Step.UP: (0, -1),
    Step.DOWN: (0, 1),
}


def move(widgets: Sequence[Widget], focus: str, step: Step) -> str:
    """Return the id of the widget that gets the focus; the first one if none had it."""
    ids = [widget.id for widget in widgets]
    if not ids:
        return ""
    if focus not in ids:
        return ids[-1] if step is Step.BACK else ids[0]
    if step in (Step.NEXT, Step.BACK):
        by = 1 if step is Step.NEXT else -1
        return ids[(ids.index(focus) + by) % len(ids)]
    here = widgets[ids.index(focus)]
    best = min(
        (w for w in widgets if w.id != focus and _far(here.rect, w.rect, step) < math.inf),
        key=lambda w: _far(here.rect, w.rect, step),
        default=here,
    )
    return best.id


def _far(a: Rect, b: Rect, step: Step) -> float:
    """How far b is from a in a direction, sideways counting double; infinite if it is not there.

    Measured between nearest borders along the direction and centres across it, so that a wide
    button below three small ones is reached from each of them.
    """
    dx, dy = _WAYS[step]
    ax, ay, bx, by = a[0] + a[2] / 2, a[1] + a[3] / 2, b[0] + b[2] / 2, b[1] + b[3] / 2
    along = (bx - ax) * dx + (by - ay) * dy
    if along <= 1:
        return math.inf
    gap = max(0.0, along - (a[2] + b[2]) / 2 * abs(dx) - (a[3] + b[3]) / 2 * abs(dy))
    if dx:
        across = max(0.0, abs(by - ay) - (a[3] + b[3]) / 2)
    else:
        across = max(0.0, abs(bx - ax) - (a[2] + b[2]) / 2)
    return gap + 2.5 * across + 0.01 * along + 0.02 * abs((by - ay) if dx else (bx - ax))
