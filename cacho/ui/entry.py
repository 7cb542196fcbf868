"""The table's own dice: a pad with six faces, on which players enter what they have rolled.

Owns what has been entered until somebody has looked at all of it, and how the pad looks. It makes
an action of the faces; whether that is legal now is the engine's matter, and the table submits it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from cacho.engine import Lot, Phase, Roll, State
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look
from cacho.ui.drawing import die
from cacho.ui.painter import DieItem, DieShadow, Item, Leather, Outline, Paper, Rect, Text
from cacho.ui.widgets import Button, Look, Widget
from cacho.ui.widgets.button import leather_look

PAD: Final[Rect] = (16, 118, 382, 484)
"""Where the cup would stand."""
FACE: Final = 114.0
FACES_TOP: Final = 258.0
STEP: Final = 124.0
ERASE: Final[Rect] = (26, 508, 362, 80)
READY: Final[Rect] = (26, 258, 362, 238)
"""In place of the faces once all dice are entered: near the finger, and not to be missed."""
SLOT: Final = 58.0
EDGE: Final = 64.0
_YAWS: Final = (0.10, -0.07, 0.05, -0.12, 0.08, -0.05)


class Entry:
    """The faces entered so far for the next roll, the lot, or a tie-break."""

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.by_key = False
        """Whether number keys are faces even where they could hold dice."""

    def wanted(self, state: State) -> int:
        """Return how many faces are to be entered now: 0 where nothing may be rolled."""
        match state.phase:
            case Phase.LOT:
                return len(state.contenders)
            case Phase.TIE:
                return 5
            case Phase.TURN:
                return state.rolling if state.may_roll else 0
            case Phase.OVER:
                return 0

    def takes_keys(self, state: State) -> bool:
        """Whether number keys are faces now: always where no dice lie that could be held."""
        return self.by_key or bool(self.faces) or not state.deciding

    def full(self, state: State) -> bool:
        """Whether all dice are entered, and stand there to be looked at."""
        return bool(self.faces) and len(self.faces) >= self.wanted(state)

    def action(self, state: State, bajo: bool = False) -> Roll | Lot:
        """Return what was rolled, once all dice are entered."""
        faces = tuple(self.faces)
        return Lot(faces) if state.phase is Phase.LOT else Roll(faces, bajo)

    def erase(self) -> bool:
        """Take the last face back; False if there is none."""
        if not self.faces:
            self.by_key = False
            return False
        self.faces.pop()
        return True

    def forget(self) -> None:
        """Begin anew."""
        self.faces, self.by_key = [], False

    # ------------------------------------------------------------------- the pad

    def widgets(
        self,
        state: State,
        enter: Callable[[int], None],
        ready: Callable[[], None],
        erase: Callable[[], None],
        why: str,
    ) -> list[Widget]:
        """Return the six faces, or that all of them are right, and the way to correct.

        `why` says why nothing is to be entered.
        """
        pad: list[Widget] = [
            Face(f"face.{face}", _place(face), face, partial(enter, face), why)
            for face in range(1, 7)
        ]
        if self.full(state):
            pad = [Button("ready", READY, _("Listo"), ready, "red", _("Espacio"), size=84)]
        if self.wanted(state):
            nothing = "" if self.faces else _("No hay nada que corregir.")
            pad.append(Button("correct", ERASE, _("Corregir"), erase, "dark", why=nothing))
        return pad

    def paint(self, items: list[Item], state: State) -> None:
        """Add the paper of the pad: what is to be entered, and what has been."""
        x, y, w, _h = PAD
        items.append(Paper("big_2", *PAD, angle=0.4, tag="pad"))
        where = (x + w / 2, y + 38, 40, "hand", look.INK, "centre", w - 48)
        items.append(Text(self._asked(state), *where, tag="pad.asked"))
        wanted = self.wanted(state)
        step = min(SLOT + 14, (w - 60) / max(1, wanted))
        for number in range(wanted):
            across = x + w / 2 + (number - (wanted - 1) / 2) * step
            if number < len(self.faces):
                turn = die.resting(self.faces[number], _YAWS[number])
                items.append(DieShadow(across, y + 98, turn, edge=SLOT * 0.8))
                items.append(DieItem(across, y + 98, turn, SLOT * 0.8, still=True, tag="entered"))
            else:
                slot = (across - SLOT / 2 + 2, y + 98 - SLOT / 2 + 2, SLOT - 4, SLOT - 4)
                here = number == len(self.faces) and self.takes_keys(state)
                colour = look.ALARM if here else look.FAINT
                items.append(Outline(*slot, colour, 4.0 if here else 2.5, 12.0, tag="slot"))

    def _asked(self, state: State) -> str:
        """Say what is to be entered next."""
        wanted = self.wanted(state)
        if self.full(state):
            return n_("¿Así salió?", "¿Así salieron?", wanted)
        if state.phase is Phase.LOT:
            name = state.seats[state.contenders[len(self.faces)]].name
            return _("El dado de {name}").format(name=name)
        left = wanted - len(self.faces)
        if not left:
            return _("Los dados de la mesa")
        return n_("¿Qué salió? {n} dado", "¿Qué salió? {n} dados", left).format(n=left)


def _place(face: int) -> Rect:
    """Return where a face of the pad is: two rows of three."""
    row, column = divmod(face - 1, 3)
    left = PAD[0] + (PAD[2] - 2 * STEP - FACE) / 2
    return (left + column * STEP, FACES_TOP + row * STEP, FACE, FACE)


@dataclass(frozen=True)
class Face:
    """A face to be pressed: a die on leather."""

    id: str
    rect: Rect
    face: int
    act: Callable[[], None]
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add leather and die; one that is off is pale."""
        x, y, w, h = self.rect
        state = leather_look(look, off=bool(self.why))
        items.append(Leather("tan", state, x, y, w, h, tag=self.id))
        drop = 3.0 if look.pressed else 0.0
        turn = die.resting(self.face, _YAWS[self.face - 1])
        alpha = 110 if self.why else 255
        middle = (x + w / 2, y + h / 2 - 4 + drop)
        items.append(DieShadow(*middle, turn, edge=EDGE, alpha=alpha))
        items.append(DieItem(*middle, turn, EDGE, still=True, alpha=alpha))
