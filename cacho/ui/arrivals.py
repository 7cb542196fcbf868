"""What came of records from elsewhere, in words.

Apart from `told`, which the table needs: this opens the history.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from cacho.services.exchange import Arrival, Imported
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui.reasons import newer, no_record, what_is_wrong


def arrived(imported: Imported) -> str:  # noqa: PLR0911 - a sentence a kind
    """Say what came of a record from elsewhere."""
    match imported.arrival:
        case Arrival.FINISHED:
            return _("La partida está ahora en la historia.")
        case Arrival.OPEN:
            return _("La partida no terminó: está con las que esperan.")
        case Arrival.KNOWN:
            return _("Esa partida ya está aquí.")
        case Arrival.DAMAGED:
            return what_is_wrong(imported.fault) if imported.fault else no_record()
        case Arrival.NEWER:
            return newer()
        case Arrival.FALSE:
            return _("Los dados de esa partida no son los que se prometieron: no se cuenta.")
        case Arrival.UNREADABLE:
            return _("Ese archivo no se puede leer.")
        case Arrival.UNSAVED:
            return _("La partida es buena, pero no se pudo guardar.")
        case _:
            assert_never(imported.arrival)


def left_out(files: Mapping[Arrival, int]) -> list[str]:
    """Say how many files are not listed because they cannot be used, a sentence for each reason."""
    reasons = (Arrival.UNREADABLE, Arrival.DAMAGED, Arrival.NEWER)
    unreadable, damaged, later = counts = [files.get(reason, 0) for reason in reasons]
    sentences = (
        n_("{n} archivo no se puede leer.", "{n} archivos no se pueden leer.", unreadable),
        n_(
            "{n} archivo está dañado o no es una partida.",
            "{n} archivos están dañados o no son partidas.",
            damaged,
        ),
        n_(
            "{n} archivo es de un Cacho más nuevo.",
            "{n} archivos son de un Cacho más nuevo.",
            later,
        ),
    )
    told = zip(counts, sentences, strict=True)
    return [sentence.format(n=count) for count, sentence in told if count]
