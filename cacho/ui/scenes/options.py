"""The options: what belongs to this machine, changed and heard at once, kept on disk by the app.

Two sheets on the table: sounds, and the rest. Over a running match nothing here touches it, and
the screen says so: players and rules belong to the match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cacho.services import i18n
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.painter import Backdrop, Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.sound import Silence
from cacho.ui.widgets import Button, Choice, Cycle, Stepper, Widget
from cacho.ui.widgets.prose import evened, height_of, paragraph

LEFT: Final[Rect] = (60, 150, 670, 776)
RIGHT: Final[Rect] = (760, 150, 1100, 776)
FIRST, STEP, TALL = 256.0, 92.0, 82.0
"""Where rows begin on both sheets, how far apart they are and how high."""
STEPPER: Final = 400.0
PACE: Final[Rect] = (112, FIRST + 6 * STEP, 566, TALL)
"""Where it is chosen how long bots pause."""
SILENT: Final = (FIRST + 3 * STEP + TALL, PACE[1] - 70)
"""Between which heights it is told why nothing is to be heard: the rows above, a heading below."""
HELPING: Final[Rect] = (390, 956, 560, 96)
"""Where the page is opened on which the coach and the odds are chosen."""
BESIDE: Final = (1415.0, 890.0)
"""Middle and width of what is told beside that button."""
CONTROL: Final = 630.0
INSET: Final = 52.0
SAMPLES: Final = {
    "dice_volume": "die.wood",
    "table_volume": "pencil.number",
    "interface_volume": "turn",
}
"""What is heard when a volume is changed."""


class Options(Menu):
    """Language, volumes, mute, bots' pace, speed, throwing, writing, motion, crossing, screen."""

    name = "options"

    # ------------------------------------------------------------------- changes

    def _turn_volume(self, name: str, value: float) -> None:
        self.app.set(**{name: value})
        self.app.sounds.play(SAMPLES[name])

    def _mute(self, muted: bool) -> None:
        self.app.set(muted=muted)
        self.app.sounds.play(SAMPLES["interface_volume"])

    def _change_speed(self, speed: str) -> None:
        self.app.wishes.speed = ""  # what the command line asked for gives way to what is chosen
        self.app.set(speed=speed)

    def _change(self, name: str) -> Callable[[str | bool], None]:
        return lambda value: self.app.set(**{name: value})

    # ------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return the controls: language and the rest, then sounds, then the way back."""
        helping = Button("helping", HELPING, _("Ayuda en la mesa"), self._open_helping, size=46)
        return (*self._rest(), *self._volumes(), helping, back_button(self.app.pop))

    def _open_helping(self) -> None:
        from cacho.ui.scenes.helping import Helping  # noqa: PLC0415 - it brings the coach in

        self.app.push(Helping(self.app))

    def _volumes(self) -> list[Widget]:
        settings = self.app.settings
        widgets: list[Widget] = []
        for row, name in enumerate(SAMPLES):
            place = _control(LEFT, row, STEPPER)
            act = _bound(self._turn_volume, name)
            widgets.append(Stepper(name, place, getattr(settings, name), act, pen="blue"))
        words = (("False", _("No")), ("True", _("Sí")))
        place, muted = _control(LEFT, 3, STEPPER), str(settings.muted)
        widgets.append(Choice("muted", place, words, muted, _from_text(self._mute)))
        paces = (
            ("slow", _("Con calma")),
            ("normal", _("Normal")),
            ("fast", _("Con prisa")),
            ("instant", _("De una vez")),
        )
        widgets.append(Cycle("pace", PACE, paces, settings.pace, self._change("pace")))
        return widgets

    def _rest(self) -> list[Widget]:
        settings = self.app.settings
        names = tuple(i18n.LANGUAGES.items())
        speeds = (("normal", _("Normal")), ("fast", _("Rápidas")), ("none", _("Ninguna")))
        widgets: list[Widget] = [
            Choice("language", _control(RIGHT, 0), names, i18n.current(), self._change("language")),
            Choice("speed", _control(RIGHT, 1), speeds, self.app.speed, self._change_speed),
        ]
        throws = (("both", _("Las dos")), ("pour", _("Volcar")), ("golpe", _("Golpe")))
        marks = (("numbers", _("Números")), ("signs", "O X 5 $"), ("hands", _("Dibujos")))
        for row, name, options in ((2, "throw_way", throws), (3, "marks", marks)):
            value = getattr(settings, name)
            widgets.append(Choice(name, _control(RIGHT, row), options, value, self._change(name)))
        words = (("False", _("No")), ("True", _("Sí")))
        for row, name in enumerate(("reduced_motion", "confirm_cross", "fullscreen"), 4):
            act, value = _from_text(self._change(name)), str(getattr(settings, name))
            widgets.append(Choice(name, _control(RIGHT, row), words, value, act))
        return widgets

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, both sheets, and what every control is for."""
        items.append(Backdrop("table"))
        heading(items, _("Opciones"))
        items.append(Paper("big_0", *LEFT, angle=0.4, tag="sheet.sounds"))
        items.append(Paper("big_1", *RIGHT, angle=-0.3, tag="sheet.rest"))
        paced = (_("La máquina juega"), LEFT[0], PACE[1] - 38)
        sounds = (_("Sonido"), LEFT[0], LEFT[1] + 66)
        rest_ = (_("Juego y pantalla"), RIGHT[0], RIGHT[1] + 66)
        for words, left, y in (sounds, rest_, paced):
            place = (words, left + INSET, y, 54, "hand", look.INK)
            items.append(Text(*place, "left", LEFT[2] - 2 * INSET))
        _labels(items, LEFT, (_("Dados"), _("Mesa"), _("Avisos"), _("Silencio")), STEPPER)
        rest = (
            _("Idioma"),
            _("Animaciones"),
            _("Forma de tirar"),
            _("Cómo se anota"),
            _("Menos movimiento"),
            _("Preguntar al tachar"),
            _("Pantalla completa"),
        )
        notes = {_("Forma de tirar"): self._throw_note(), _("Cómo se anota"): self._marks_note()}
        _labels(items, RIGHT, rest, CONTROL, notes)
        self._silence(items)
        if any(scene.name == "table" for scene in self.app.stack):
            told = _("La partida sigue igual: sus jugadores y sus reglas no se cambian aquí.")
            _x, y, _w, h = HELPING
            top, cream = y + (h - height_of(told, BESIDE[1], 32)) / 2, look.CREAM
            where = (BESIDE[0], top, BESIDE[1], 32.0, "print", cream, "centre")
            paragraph(items, told, *where, shadow=True, tag="told")

    def _throw_note(self) -> str:
        """Say what letting go of the cup does, and pulling it down."""
        return {
            "both": _("soltar: ruedan; bajar: golpe"),
            "pour": _("al soltar, los dados ruedan"),
            "golpe": _("al soltar, cae boca abajo"),
        }[self.app.settings.throw_way]

    def _marks_note(self) -> str:
        """Say what is written into a figure's box."""
        return {
            "numbers": _("los puntos de cada casilla"),
            "signs": _("O figura, 5 de mano, {sign} Grande").format(sign="$"),
            "hands": _("mano: de mano; huevo: lo demás"),
        }[self.app.settings.marks]

    def _silence(self, items: list[Item]) -> None:
        """Add why nothing is to be heard, if so."""
        if getattr(self.app.sounds, "silent_reason", "") == Silence.NO_DEVICE:
            told = _("No se encontró dónde sonar: el juego sigue en silencio.")
            wide = LEFT[2] - 2 * INSET
            top = SILENT[0] + (SILENT[1] - SILENT[0] - height_of(told, wide, 32)) / 2
            even = evened(told, "print", 32, wide)
            paragraph(
                items, told, LEFT[0] + LEFT[2] / 2, top, even, 32, align="centre", tag="silent"
            )


def _control(sheet: Rect, row: int, wide: float = CONTROL) -> Rect:
    return (sheet[0] + sheet[2] - INSET - wide, FIRST + STEP * row, wide, TALL)


def _labels(
    items: list[Item],
    sheet: Rect,
    labels: Sequence[str],
    control: float,
    notes: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Add what each row is for; `notes` tell below some labels what the chosen word means."""
    x, _y, w, _h = sheet
    room = w - 2 * INSET - control - 24
    for row, label in enumerate(labels):
        middle = FIRST + STEP * row + TALL / 2
        note = notes.get(label, "")
        if note:
            below = (x + INSET, middle + 25, look.SMALL, "print", look.FAINT, "left", room)
            items.append(Text(note, *below, tag="note"))
            middle -= 14
        items.append(
            Text(label, x + INSET, middle, 42, "print", look.INK, "left", room, tag="label")
        )


def _bound(act: Callable[[str, float], None], name: str) -> Callable[[float], None]:
    return lambda value: act(name, value)


def _from_text(act: Callable[[bool], None]) -> Callable[[str], None]:
    return lambda value: act(value == "True")
