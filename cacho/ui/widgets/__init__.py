"""The few controls that the screens are made of, and the ring that moves the focus among them.

A widget has an id, a place on the page, and says what a press does; it paints itself as items.
Widgets keep no state of the game and are made anew whenever a scene changes: what must outlive
that (focus, what is held down) lives in the scene, by id.
"""

from cacho.ui.widgets.base import Look, Spot, Widget, blocked, contains, focus_ring
from cacho.ui.widgets.button import Button, Card, ChalkButton
from cacho.ui.widgets.choice import Choice, Cycle, Stepper, Toggle, key_spot
from cacho.ui.widgets.field import Field
from cacho.ui.widgets.focus import move
from cacho.ui.widgets.row import Cell, Row
from cacho.ui.widgets.sign import Sign

__all__ = [
    "Button",
    "Card",
    "Cell",
    "ChalkButton",
    "Choice",
    "Cycle",
    "Field",
    "Look",
    "Row",
    "Sign",
    "Spot",
    "Stepper",
    "Toggle",
    "Widget",
    "blocked",
    "contains",
    "focus_ring",
    "key_spot",
    "move",
]
