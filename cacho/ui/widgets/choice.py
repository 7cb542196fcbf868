"""Controls that set a value: one of several words, on or off, more or less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cacho.ui import look as looks
from cacho.ui.painter import Ink, Item, Leather, Rect, Text
from cacho.ui.widgets.base import Look, Widget
from cacho.ui.widgets.button import leather_look

GAP = 12.0
"""Between two words of a choice."""
TICK = 46.0
LETTER, WIDE_LETTER = 13.5, 28.0
"""About how wide letters are: nearly enough to put the tick before the word, and quicker."""


@dataclass(frozen=True)
class Choice:
    """One of several words, side by side; the chosen one is red leather with a chalk tick.

    Pressed by pointer it takes the word under the pointer, by keyboard the next one.
    """

    id: str
    rect: Rect
    options: Sequence[tuple[str, str]]
    """(value, word) of each."""
    value: str
    act: Callable[[str], None]
    why: str = ""

    def place(self, number: int) -> Rect:
        """Return where the word of that number stands."""
        x, y, w, h = self.rect
        one = (w + GAP) / len(self.options)
        return (x + number * one, y, one - GAP, h)

    def press(self, x: float, y: float) -> None:
        """Take the word at (x, y)."""
        del y
        one = (self.rect[2] + GAP) / len(self.options)
        number = int((x - self.rect[0]) / one)
        self.act(self.options[min(len(self.options) - 1, max(0, number))][0])

    def turn(self, by: int) -> None:
        """Take the next word (by=1) or the one before (by=-1), round and round."""
        self.act(self.options[self._after(by)][0])

    def _after(self, by: int) -> int:
        values = [value for value, _ in self.options]
        here = values.index(self.value) if self.value in values else -by
        return (here + by) % len(values)

    def paint(self, items: list[Item], look: Look) -> None:
        """Add a piece of leather a word."""
        for number, (value, word) in enumerate(self.options):
            chosen = value == self.value
            lit = Look(look.focused and chosen, look.pressed and chosen)
            skin = "red" if chosen else "dark"
            place, tag = self.place(number), f"{self.id}.{value}"
            items.append(Leather(skin, leather_look(lit, bool(self.why)), *place, tag))
            _ticked_word(items, place, word, chosen, self.why, tag)


def _ticked_word(
    items: list[Item], place: Rect, word: str, ticked: bool, why: str, tag: str
) -> None:
    """Add a word in the middle of a piece of leather, with a chalk tick before it."""
    x, y, w, h = place
    room = TICK if ticked else 0.0
    inner = w - 44 - room
    colour = looks.GREY if why else looks.CREAM
    middle = x + w / 2 + room / 2
    items.append(
        Text(
            word,
            middle,
            y + h * 0.48,
            looks.BODY,
            "hand",
            colour,
            "centre",
            inner,
            shadow=not why,
            tag=f"{tag}.label",
        )
    )
    if ticked:
        wide = min(inner, sum(WIDE_LETTER if c in "MWmw" else LETTER for c in word))
        left, top = max(x + 12, middle - wide / 2 - TICK - 10), y + h / 2 - TICK / 2 - 2
        for again in range(4):  # gone over: chalk is thin and pale
            items.append(Ink("tick", left + again, top + again, TICK, TICK, "chalk", 3 + again))


@dataclass(frozen=True)
class Cycle(Choice):
    """One of several words, of which only the present one is seen.

    A press brings the next; one on the mark that points back brings the one before.
    """

    BACK = 84.0
    """As far from the left the mark that points back is meant."""

    def place(self, number: int) -> Rect:
        """Return where every word stands."""
        del number
        return self.rect

    def press(self, x: float, y: float) -> None:
        """Take the next word, or the one before."""
        del y
        self.turn(-1 if x < self.rect[0] + self.BACK else 1)

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the leather, the word, and a mark on either side that there are others."""
        x, y, w, h = self.rect
        items.append(Leather("tan", leather_look(look, bool(self.why)), *self.rect, tag=self.id))
        word = dict(self.options).get(self.value, "")
        _ticked_word(items, self.rect, word, False, self.why, self.id)
        for glyph, left in (("<", x + 22), (">", x + w - 62)):
            for seed in range(2):  # gone over twice: chalk is pale
                items.append(Ink(glyph, left, y + h / 2 - 20, 40, 40, "chalk", seed))


@dataclass(frozen=True)
class Toggle:
    """On or off: red leather with a chalk tick, or dark leather; the word says it too."""

    id: str
    rect: Rect
    label: str
    value: bool
    act: Callable[[bool], None]
    words: tuple[str, str] = ("", "")
    """What off and on are called, so that the tick is not the only sign."""
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Turn it."""
        del x, y
        self.act(not self.value)

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the leather, the tick and the word."""
        skin = "red" if self.value else "dark"
        state = leather_look(look, bool(self.why))
        items.append(Leather(skin, state, *self.rect, tag=self.id))
        word = self.label or self.words[self.value]
        _ticked_word(items, self.rect, word, self.value, self.why, self.id)


@dataclass(frozen=True)
class Stepper:
    """More or less of something: minus, ten strokes of growing height, plus.

    A press on the strokes sets the value; strokes beyond it are pale. `pen` is what they are
    drawn with: chalk on wood, a pen on paper.
    """

    id: str
    rect: Rect
    value: float
    """0..1"""
    act: Callable[[float], None]
    why: str = ""
    pen: str = "chalk"

    END = 96.0
    STEPS = 10

    @property
    def _strokes(self) -> tuple[float, float]:
        """Left border and width of the strokes."""
        return self.rect[0] + self.END + 8, self.rect[2] - 2 * self.END - 16

    def press(self, x: float, y: float) -> None:
        """Set the value under the pointer, or one step less or more at the ends."""
        del y
        left, wide = self._strokes
        if x < left:
            self.turn(-1)
        elif x > left + wide:
            self.turn(1)
        else:
            self.act(round((x - left) / wide + 0.5 / self.STEPS, 1))

    def turn(self, by: int) -> None:
        """Go one step up or down."""
        self.act(min(1.0, max(0.0, round(self.value + by / self.STEPS, 1))))

    def paint(self, items: list[Item], look: Look) -> None:
        """Add both ends and the strokes."""
        x, y, w, h = self.rect
        for sign, left in (("−", x), ("+", x + w - self.END)):
            items.append(Leather("tan", leather_look(look), left, y, self.END, h, tag=self.id))
            items.append(
                Text(
                    sign, left + self.END / 2, y + h * 0.47, 58, "hand", align="centre", shadow=True
                )
            )
        left, wide = self._strokes
        one = wide / self.STEPS
        for i in range(self.STEPS):
            on = i < round(self.value * self.STEPS)
            high = h * (0.34 + 0.46 * (i + 1) / self.STEPS)
            broad = 0.4 * high
            place = (left + (i + 0.5) * one - broad / 2, y + h * 0.9 - high, broad, high)
            tag = f"{self.id}.on" if on else f"{self.id}.off"
            items.append(Ink("|", *place, self.pen, seed=i, alpha=255 if on else 64, tag=tag))


def key_spot(widget: Widget) -> tuple[float, float]:
    """Return where a press from the keyboard lands: the next word of a choice, a stepper's plus."""
    x, y, w, h = widget.rect
    if isinstance(widget, Choice):
        x, y, w, h = widget.place(widget._after(1))
    elif isinstance(widget, Stepper):
        return x + w - 1, y + h / 2
    return x + w / 2, y + h / 2
