"""Whether the dice of a match were what was promised: its seal, its seed, and what the check says.

The check is the engine's (`verify`), the same as `cacho verify`, and needs only the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.engine import Finding, FindingKind, Reason, Setup, Verdict, verify
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look, reasons, seal
from cacho.ui.painter import Backdrop, Ink, Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Menu, back_button, heading, part
from cacho.ui.widgets import Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

LEFT: Final[Rect] = (60, 140, 860, 790)
RIGHT: Final[Rect] = (950, 140, 910, 790)
INSET: Final = 60.0
SEED_WORD: Final = b"# seed "
EDGE: Final = 44.0


class Proof(Menu):
    """Two sheets: what was promised, and what the record shows."""

    name = "proof"

    def __init__(self, app: App, data: bytes, setup: Setup) -> None:
        super().__init__(app)
        self.setup = setup
        self.seed = _seed_in(data)
        self.checked = verify(data)

    def widgets(self) -> Sequence[Widget]:
        """Return the way back."""
        return [back_button(self.app.pop)]

    def paint_under(self, items: list[Item]) -> None:
        """Add the promise on the left, the check on the right."""
        items.append(Backdrop("table"))
        heading(items, _("¿Dados limpios?"))
        items.append(Paper("big_0", *LEFT, angle=-0.3, tag="sheet.left"))
        items.append(Paper("big_2", *RIGHT, angle=0.3, tag="sheet.right"))
        self._promise(items)
        self._check(items)

    def _promise(self, items: list[Item]) -> None:
        """Add the seal, and the digits of commitment and seed."""
        x, y, w, _h = LEFT
        part(items, _("El sello, antes del primer tiro"), x + INSET, y + 62, 48)
        commitment = self.setup.commitment
        if commitment is None:
            none = _("Para estos dados no se prometió nada.")
            paragraph(items, none, x + INSET, y + 120, w - 2 * INSET, 36)
            return
        step = EDGE * 1.36
        left = x + w / 2 - 4.5 * step
        _w, high = seal.paint(items, commitment, left, y + 136, EDGE)
        below = _digits(items, commitment, x + w / 2, y + 136 + high + 8)
        part(items, _("La semilla, al final"), x + INSET, below + 48, 48)
        if self.seed:
            _digits(items, self.seed, x + w / 2, below + 96)
        else:
            told = _("Todavía no se reveló.")
            paragraph(items, told, x + INSET, below + 86, w - 2 * INSET, 36)

    def _check(self, items: list[Item]) -> None:
        """Add the verdict, then every finding with its sign."""
        x, y, w, _h = RIGHT
        good = self.checked.verdict is Verdict.TRUE
        bad = self.checked.verdict in {Verdict.FALSE, Verdict.NO_RECORD}
        colour = look.ALARM if bad else look.INK
        told = verdict(self.checked.verdict)
        top = paragraph(
            items, told, x + INSET, y + 36, w - 2 * INSET, 54, "hand", colour, tag="verdict"
        )
        top += 26
        for finding in self.checked.findings[:7]:
            glyph, pen = ("tick", "blue") if finding.kind in _KEPT else ("X", "red_pencil")
            pen = pen if good or finding.kind not in _KEPT else "pencil"
            items.append(Ink(glyph, x + INSET, top + 2, 40, 40, pen, 3, tag=finding.kind))
            words = (sentence(finding), x + INSET + 58, top, w - 2 * INSET - 58, 34)
            top = paragraph(items, *words, tag="finding") + 18


_KEPT: Final = {FindingKind.RULES_KEPT, FindingKind.SEED_KEPT, FindingKind.FACES_KEPT}


def verdict(verdict_: Verdict) -> str:
    """Say what the check came to."""
    match verdict_:
        case Verdict.TRUE:
            return _("Todo está como se prometió.")
        case Verdict.FALSE:
            return _("Algo no está como se prometió.")
        case Verdict.UNKNOWN:
            return _("Nada está mal, pero no todo se puede comprobar.")
        case Verdict.NO_RECORD:
            return _("Esto no es el registro de una partida, o está dañado.")


def sentence(finding: Finding) -> str:  # noqa: PLR0911, PLR0912 - a sentence a kind
    """Say one thing that was found."""
    n, line = finding.count, finding.line_no
    match finding.kind:
        case FindingKind.UNREADABLE:
            return _("Desde la línea {n} el registro está dañado.").format(n=line)
        case FindingKind.NEWER:
            return reasons.newer()
        case FindingKind.TORN:
            return _("La última línea quedó a medias.")
        case FindingKind.RULES_KEPT:
            return n_(
                "{n} acción, según las reglas.", "{n} acciones, todas según las reglas.", n
            ).format(n=n)
        case FindingKind.RULES_BROKEN:
            why = reasons.sentence(Reason(finding.detail))
            return _("En la línea {n} las reglas no permiten eso. {why}").format(n=line, why=why)
        case FindingKind.NOT_OVER:
            return _("La partida no terminó.")
        case FindingKind.OWN_DICE:
            return _("La mesa tiró sus propios dados.")
        case FindingKind.NO_COMMITMENT:
            return _("No se prometió ninguna semilla antes de tirar.")
        case FindingKind.NO_SEED:
            return _("La semilla prometida no se reveló.")
        case FindingKind.RESEEDED:
            return _("Desde la línea {n} los dados caen con otra semilla.").format(n=line)
        case FindingKind.SEED_KEPT:
            return _("La semilla es la que se prometió.")
        case FindingKind.SEED_BROKEN:
            return _("La semilla no es la que se prometió.")
        case FindingKind.FACES_KEPT:
            return n_(
                "{n} dado cayó como manda la semilla.", "{n} dados, todos como manda la semilla.", n
            ).format(n=n)
        case FindingKind.FACES_BROKEN:
            return _("En la línea {n} los dados no son los de la semilla.").format(n=line)


def _digits(items: list[Item], digits: str, middle: float, y: float) -> float:
    """Add hexadecimal digits, 32 a line in groups of four; return where they end."""
    for begin in range(0, len(digits), 32):
        part = digits[begin : begin + 32]
        line = " ".join(part[at : at + 4] for at in range(0, len(part), 4))
        where = (middle, y + 20, 32, "print", look.INK, "centre", 740)
        items.append(Text(line, *where, tag="digits"))
        y += 44
    return y


def _seed_in(data: bytes) -> str:
    """Return the last seed that a record reveals, as digits; "" for none."""
    lines = [line for line in data.split(b"\n") if line.startswith(SEED_WORD)]
    return lines[-1].removeprefix(SEED_WORD).decode("ascii", "replace").strip() if lines else ""
