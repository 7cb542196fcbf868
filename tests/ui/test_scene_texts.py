"""Nothing is cut, nothing collides: every text of every screen, in both languages and a longer one.

The longer language makes each text 40 percent longer, with accents above and tails below. Widths
are measured with the typefaces that draw them.
"""

import gettext as catalogues
import math

import pygame as pg
import pytest

from cacho.services import i18n
from cacho.ui.offscreen import OffscreenWindow
from cacho.ui.painter import Leather, Paper, Text, Veil
from cacho.ui.typeface import ELLIPSIS, Typeface
from tests.ui.helpers import items, make_app
from tools.gallery import shots

SHOTS = {shot.name: shot for shot in shots()}
LANGUAGES = ("es", "en", "longer")
FILL = "Ñágüj Éxpqy "
WIDEST = "M" * 16
STITCHES = 12
"""So much of a button's leather its stitches take at either side."""
TYPEFACE = Typeface()


class Longer(catalogues.NullTranslations):
    """Spanish, and two fifths more of it."""

    def gettext(self, message):
        if len(message) < 2:
            return message
        more = math.ceil(len(message) * 0.4)
        filled = (FILL * (more // len(FILL) + 1))[:more].strip()
        return f"{message} {filled}" if " " in message else f"{message}{filled.split()[0][:more]}"

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(params=LANGUAGES)
def language(request, monkeypatch):
    if request.param == "longer":
        monkeypatch.setattr(i18n, "_translations", Longer())
        monkeypatch.setattr(i18n, "set_language", lambda code: code)
    return request.param


@pytest.fixture
def shown(tmp_path, language, request):
    """The texts on top of the last veil, and all items, of the screen that the test names."""
    app = make_app(tmp_path, language="es" if language == "longer" else language)
    SHOTS[request.getfixturevalue("name")].lay(app)
    everything = items(app)
    last = max((i for i, item in enumerate(everything) if isinstance(item, Veil)), default=-1)
    texts = [i for i in everything[last + 1 :] if isinstance(i, Text) and i.text.strip()]
    yield texts, everything
    app.store.close()


def drawn(text):
    """What is drawn, and its rectangle: left, top, right, bottom (of capitals and tails)."""
    size = round(text.size)
    line = text.text
    if text.width > 0:
        line, size = TYPEFACE.fit(line, text.font, size, text.width)
    wide = TYPEFACE.width(line, text.font, size)
    left = text.x - {"left": 0.0, "right": 1.0}.get(text.align, 0.5) * wide
    return line, (left, text.y - size * 0.42, left + wide, text.y + size * 0.42)


def cut(texts):
    """Texts that do not fit their width. The widest of all names may be: it is no real one."""
    for text in texts:
        shortened = drawn(text)[0].endswith(ELLIPSIS) and not text.text.endswith(ELLIPSIS)
        if shortened and WIDEST not in text.text:
            yield f"cut: {text.text!r}"


def off_the_page(texts):
    for text in texts:
        left, top, right, bottom = drawn(text)[1]
        if not (0 <= left < right <= 1920 and 0 <= top < bottom <= 1080):
            yield f"off the page: {text.text!r}"


def too_small(texts):
    return (f"too small: {text.text!r}" for text in texts if text.size < 26)


def colliding(texts):
    placed = [(text, drawn(text)[1]) for text in texts]
    for i, (text, a) in enumerate(placed):
        for other, b in placed[i + 1 :]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            if wide > 2 and high > 2:
                yield f"collide: {text.text!r} and {other.text!r}"


def on_the_stitches(texts, everything):
    hides = {item.tag: item for item in everything if isinstance(item, Leather)}
    for text in texts:
        hide = hides.get(text.tag.removesuffix(".label"))
        if hide is not None and text.tag.endswith(".label"):
            left, _top, right, _bottom = drawn(text)[1]
            if left < hide.x + STITCHES or right > hide.x + hide.w - STITCHES:
                yield f"on the stitches: {text.text!r}"


def beyond_their_sheet(texts, everything):
    sheets = [item for item in everything if isinstance(item, Paper) and item.tag == "page"]
    for text in texts:
        if text.tag == "words" and drawn(text)[1][3] > sheets[0].y + sheets[0].h - 16:
            yield f"beyond its sheet: {text.text!r}"


@pytest.mark.parametrize("name", SHOTS)
def test_every_text_has_its_room(shown, name):
    texts, everything = shown
    assert texts
    faults = [
        *cut(texts),
        *off_the_page(texts),
        *too_small(texts),
        *colliding(texts),
        *on_the_stitches(texts, everything),
        *beyond_their_sheet(texts, everything),
    ]
    assert not faults


# -------------------------------------------------------------------------------- contrast


def luminance(colour):
    """Relative luminance of sRGB, as the accessibility guidelines define it."""
    parts = [c / 255 for c in colour[:3]]
    lin = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", SHOTS)
def test_every_text_stands_out_from_what_is_really_behind_it(tmp_path, name):
    """Measured on the picture without its texts, piece by piece along each line."""
    app = make_app(tmp_path)
    SHOTS[name].lay(app)
    everything = items(app)
    app.store.close()
    window = OffscreenWindow((960, 540))
    window.show((tuple(item for item in everything if not isinstance(item, Text)),))
    last = max((i for i, item in enumerate(everything) if isinstance(item, Veil)), default=-1)
    page = window.surface.get_rect()
    for text in everything[last + 1 :]:
        if not isinstance(text, Text) or not text.text.strip():
            continue
        left, top, right, bottom = (round(v / 2) for v in drawn(text)[1])
        piece = max(8, round(text.size / 2))
        for x in range(left, right, piece):
            behind = pg.Rect(x, top, min(piece, right - x), bottom - top).clip(page)
            if behind.w > 2:
                colour = pg.transform.average_color(window.surface, behind)
                assert contrast(text.colour, colour) >= 4.5, (text.text, colour)
