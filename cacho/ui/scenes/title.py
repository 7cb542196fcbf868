"""The first screen: the name carved into the table, and what one may do.

Keeps the list of players that was begun, so that a look elsewhere loses nothing. Esc does not
quit: it goes to the button that does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cacho.services import i18n
from cacho.services.i18n import gettext as _
from cacho.services.notices import Notice, NoticeKind
from cacho.ui import look
from cacho.ui.painter import Backdrop, Item, Light, Rect, Text
from cacho.ui.scenes.menu import Lying, Menu, still_life
from cacho.ui.widgets import Button, Choice, Widget

if TYPE_CHECKING:
    from cacho.services.session import Session
    from cacho.ui.app import App
    from cacho.ui.scenes.players import Players
    from cacho.ui.scenes.practice import Practice

CUP: Final = ("lying", 312.0, 776.0)
ACES: Final = (
    Lying(1, 632, 808, -0.14),
    Lying(1, 796, 926, 0.62),
    Lying(1, 938, 800, 0.17),
    Lying(1, 1109, 898, -0.62),
    Lying(1, 1268, 808, -0.40),
)
COLUMN: Final = (1400.0, 438.0)
"""Left border and width of the buttons."""
LAID: Final = 1920
"""Greatest width of a window, pixels, for which one picture of the whole table will do."""
NAMED: Final = 3
"""So many players of the open match are named on its button."""
LANGUAGE: Final[Rect] = (1400, 56, 438, 84)
TALL, STEP = 122.0, 156.0
MANY, CLOSER = 6, 144.0
BETWEEN: Final = 14.0
"""From so many buttons on they stand closer."""
LAMP, LAMP_LIGHT = 330.0, 74
LAMP_ROUND: Final = 36.0
"""Seconds in which the light goes round."""
LAMP_STEP: Final = 0.1
"""It moves so often: enough for a slow light, and next to nothing for the machine."""
LAMP_SLOWS: Final = 1.3
"""In larger windows each step costs more: it moves as much more seldom, and a little more so."""
LOOK_STEP: Final = 2.0
"""Seconds between two looks at what goes on in another window."""


LEATHERS: Final = ("button_tan_normal", "button_red_normal", "button_dark_normal")
"""What the buttons are made of, until one is pressed."""


def wood(width: int) -> str:
    """Return the backdrop in a window so wide, pixels.

    In a small one the picture with cup and dice in it is as crisp, and there at once.
    """
    return "laid" if width <= LAID else "title"


class Title(Menu):
    """Go on, play, how to play, options, quit; and the language, by its own name."""

    name = "title"
    message_place = (300.0, 990.0, 1060.0, 84.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._players: Players | None = None
        self._practised: Practice | None = None
        self._open_match: Session | None = None
        self._played_elsewhere = False
        """Whether a match was open in another window when it was last looked."""
        self._looked = self._lit = 0.0

    def entered(self) -> None:
        """Look again whether a match is open."""
        self._open_match = self.app.open_session
        self._look_elsewhere()
        super().entered()

    def _look_elsewhere(self) -> bool:
        """See whether another window has a match open; True if that has changed."""
        before, self._looked = self._played_elsewhere, self.app.clock()
        self._played_elsewhere = self._elsewhere and self.app.store.played_elsewhere
        return before is not self._played_elsewhere

    def cancel(self) -> None:
        """Esc never quits; it goes to the button that does, so that Enter would."""
        self.focus, self.focus_shown = "quit", True
        self.app.sounds.play("focus")

    def default_focus(self) -> str:
        """Enter goes on, or plays."""
        return "play" if self._elsewhere else super().default_focus()

    @property
    def _elsewhere(self) -> bool:
        """Whether what could be gone on with is open in another window, and nothing is in this."""
        return self.app.store.second_copy and self._open_match is None

    def _play(self) -> None:
        from cacho.ui.scenes.players import Players  # noqa: PLC0415 - the first picture comes first

        self._players = self._players or Players(self.app)
        self.app.push(self._players)

    def _practice(self) -> None:
        from cacho.ui.scenes.practice import Practice  # noqa: PLC0415 - likewise

        self._practised = self._practised or Practice(self.app)
        self.app.push(self._practised)

    def _history(self) -> None:
        from cacho.ui.scenes.history import History  # noqa: PLC0415 - likewise

        self.app.push(History(self.app))

    def _options(self) -> None:
        from cacho.ui.scenes.options import Options  # noqa: PLC0415 - likewise

        self.app.push(Options(self.app))

    def widgets(self) -> Sequence[Widget]:
        """Return the buttons from top to bottom, then the language."""
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("play", _("Jugar"), self._play),
            ("howto", _("Cómo se juega"), self.app.show_help),
            ("practice", _("Mesa del día"), self._practice),
            ("history", _("Historia"), self._history),
            ("options", _("Opciones"), self._options),
            ("quit", _("Salir"), self.app.quit),
        ]
        if self._open_match:
            over = self._open_match.over
            label = _("Ver el resultado") if over else _("Seguir la partida")
            entries.insert(0, ("resume", label, self.app.resume_match))
        elsewhere = self._elsewhere
        if elsewhere:
            entries.insert(0, ("resume", _("Cacho ya está abierto"), self.app.resume_match))
        rows = len(entries) - 1  # the history and the options stand side by side
        step = STEP if rows < MANY else CLOSER
        first = 612 - (step * rows - (step - TALL)) / 2
        half = (COLUMN[1] - BETWEEN) / 2
        buttons: list[Widget] = []
        row = 0
        for number, (id_, label, act) in enumerate(entries):
            x, y, w = COLUMN[0], first + step * row, COLUMN[1]
            if id_ in {"history", "options"}:
                x, w = x + (half + BETWEEN if id_ == "options" else 0.0), half
            row += id_ != "history"
            skin = "red" if number == elsewhere else "dark" if id_ == "quit" else "tan"
            note, why = self._who_plays() if id_ == "resume" else "", ""
            if id_ == "resume" and elsewhere:
                why = i18n.notice_text(Notice(NoticeKind.SECOND_COPY))
            pad = 30.0 if w > half else 20.0
            buttons.append(Button(id_, (x, y, w, TALL), label, act, skin, note, why, pad=pad))
        return (*buttons, self._language())

    def _who_plays(self) -> str:
        """Say whose match is open, or whether one is in another window."""
        if self._open_match is None:
            on = self._played_elsewhere
            return _("la partida sigue en la otra ventana") if on else _("en otra ventana")
        names = [seat.name for seat in self._open_match.setup.seats]
        if len(names) > NAMED:
            return ", ".join(names[:NAMED]) + " …"
        return ", ".join(names)

    def _language(self) -> Choice:
        names = tuple(i18n.LANGUAGES.items())
        return Choice("language", LANGUAGE, names, i18n.current(), self._speak)

    def _speak(self, code: str) -> None:
        self.app.set(language=code)

    def paint_under(self, items: list[Item]) -> None:
        """Add the table, the cup and the dice."""
        backdrop = wood(self.app.window.size[0])
        items.append(Backdrop(backdrop))
        if i18n.current() != i18n.SOURCE:  # what is carved into the wood is Spanish
            line = _("el juego de dados de los cafés de Bolivia")
            items.append(
                Text(line, 752, 622, 40, "kalam", look.CREAM, "centre", 900, True, tag="subtitle")
            )
        if backdrop != "laid":
            still_life(items, ACES, CUP)
        if self._lit:  # the light comes on a moment after the first picture
            items.append(Light(*self._lamp(), LAMP, alpha=LAMP_LIGHT, tag="lamp"))

    def _lamp(self) -> tuple[float, float]:
        """Return where the light falls now: it goes slowly round over cup and dice."""
        angle = self._lit / LAMP_ROUND * 2 * math.pi
        return 760 + 480 * math.cos(angle), 760 + 150 * math.sin(angle)

    def rest(self, now: float) -> bool:
        """Move the light a little, unless less motion is wanted."""
        step = LAMP_STEP * max(1.0, self.app.window.size[0] / LAID) ** LAMP_SLOWS
        moved = now - self._lit >= step and not self.app.settings.reduced_motion
        if moved:
            self._lit = now
            self.app.changed()  # seen, but nothing that keeps the program awake
        if now - self._looked >= LOOK_STEP and self._look_elsewhere():
            self.app.changed()
        return super().rest(now)
