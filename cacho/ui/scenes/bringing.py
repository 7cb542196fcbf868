"""Records of matches from elsewhere: those found where files come to lie, each one press away.

A record may as well be dropped on the window, on any screen. Shows what `exchange` finds, and asks
the app to take one in; checks nothing itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from cacho.services.exchange import Offer, elsewhere
from cacho.services.i18n import gettext as _
from cacho.ui import look, rulestext
from cacho.ui.arrivals import left_out
from cacho.ui.painter import Item
from cacho.ui.scenes.history import MESSAGE, SIDE
from cacho.ui.scenes.listing import FIRST, Strips, match_cells
from cacho.ui.widgets import Widget
from cacho.ui.widgets.prose import evened, paragraph
from cacho.ui.wording import listed

SIZE: Final = 34.0
"""Height of the letters beside the list."""


class Bringing(Strips[Offer]):
    """The records that could be taken in."""

    name = "bringing"
    each = "record"
    message_place = MESSAGE

    def find(self) -> Sequence[Offer]:
        """Return those that are not here yet, the newest first."""
        found = elsewhere(self.app.store, self.app.home)
        self._left_out = left_out(found.left_out)
        return found.offers

    def line(self, number: int, one: Offer) -> Sequence[Widget]:
        """Return a strip with who played, by which rules, and where the file lies."""
        path, setup, names = one
        lies = f"{rulestext.short_title(setup.rules)} · {path.parent.name}/{path.name}"
        cells = match_cells(listed(names), lies, setup.date)
        return [self.strip(number, cells, partial(self.app.take_in, path))]

    # -------------------------------------------------------------------- picture

    def title(self) -> str:
        """Say what is done here."""
        return _("Traer una partida")

    def nothing(self) -> str:
        """Say that nothing was found."""
        return _("No hay ninguna partida de otra parte.")

    def paint_under(self, items: list[Item]) -> None:
        """Add, beside the list, where records are looked for, and what is not listed."""
        super().paint_under(items)
        x, w = SIDE
        home = self.app.home
        places = _("Aquí se ven las que están en {downloads} y en {documents}.").format(
            downloads=home.downloads.name, documents=home.documents.name
        )
        dropped = _("También se trae una soltando su archivo en esta ventana.")
        below = FIRST + 20
        for told in filter(None, ([places], self._left_out, [dropped])):
            for sentence in told:
                room = evened(sentence, "print", SIZE, w - 20)
                where = (x + w / 2, below, room, SIZE, "print", look.CREAM, "centre")
                below = paragraph(items, sentence, *where, shadow=True, tag="where")
            below += SIZE
