"""Controls that set a value: one of several words, on or off, more or less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cacho.ui import look as looks
from cacho.ui.painter import Ink, Item, Leather, Rect, Text
from cacho.ui.widgets.base import Look
from cacho.ui.widgets.button import leather_look


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

    def press(self, x: float, y: float) -> None:
        """Take the word at (x, y)."""
        del y
        w = self.rect[2] / len(self.options)
        place = min(len(self.options) - 1, max(0, int((x - self.rect[0]) / w)))
        self.act(self.options[place][0])

    def turn(self, by: int) -> None:
        """Take the next word (by=1) or the one before (by=-1), round and round."""
        values = [value for value, _ in self.options]
        self.act(values[(values.index(self.value) + by) % len(values)])

    def paint(self, items: list[Item], look: Look) -> None:
        """Add a piece of leather a word."""
        x, y, w, h = self.rect
        one = w / len(self.options)
        for i, (value, word) in enumerate(self.options):
            chosen = value == self.value
            left, wide = x + i * one, one - 12
            state = leather_look(Look(look.focused and chosen, look.pressed and chosen))
            items.append(
                Leather("red" if chosen else "dark", state, left, y, wide, h, f"{self.id}.{value}")
            )
            shift = 22 if chosen else 0
            items.append(
                Text(
                    word,
                    left + wide / 2 + shift,
                    y + h * 0.48,
                    looks.BODY,
                    "hand",
                    looks.CREAM,
                    "centre",
                    wide - 60 - 2 * shift,
                    shadow=True,
                )
            )
            if chosen:
                items.append(Ink("tick", left + 28, y + h / 2 - 16, 34, 32, "chalk", seed=3))


@dataclass(frozen=True)
class Toggle:
    """On or off: a box that is ticked in chalk, and the word beside it."""

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
        x, y, w, h = self.rect
        skin = "red" if self.value else "dark"
        items.append(Leather(skin, leather_look(look), x, y, w, h, tag=self.id))
        text = self.label or self.words[self.value]
        shift = 22 if self.value else 0
        items.append(
            Text(
                text,
                x + w / 2 + shift,
                y + h * 0.48,
                looks.BODY,
                "hand",
                looks.CREAM,
                "centre",
                w - 80 - shift,
                shadow=True,
                tag=f"{self.id}.label",
            )
        )
        if self.value:
            items.append(Ink("tick", x + 28, y + h / 2 - 18, 38, 36, "chalk", seed=5))


@dataclass(frozen=True)
class Stepper:
    """More or less of something: minus, ten marks of chalk, plus. A press on the marks sets it."""

    id: str
    rect: Rect
    value: float
    """0..1"""
    act: Callable[[float], None]
    why: str = ""

    END = 96.0

    def press(self, x: float, y: float) -> None:
        """Set the value under the pointer, or one tenth less or more at the ends."""
        del y
        left, wide = self.rect[0] + self.END, self.rect[2] - 2 * self.END
        if x < left:
            self.turn(-1)
        elif x > left + wide:
            self.turn(1)
        else:
            self.act(round((x - left) / wide, 1))

    def turn(self, by: int) -> None:
        """Go one tenth up or down."""
        self.act(min(1.0, max(0.0, round(self.value + by / 10, 1))))

    def paint(self, items: list[Item], look: Look) -> None:
        """Add both ends and the marks."""
        x, y, w, h = self.rect
        state = leather_look(look)
        for sign, left in (("−", x), ("+", x + w - self.END + 8)):
            items.append(Leather("tan", state, left, y, self.END - 8, h, tag=self.id))
            items.append(
                Text(sign, left + (self.END - 8) / 2, y + h * 0.46, 54, "hand", align="centre")
            )
        left, wide = x + self.END + 10, (w - 2 * self.END - 20) / 10
        for i in range(10):
            on = i < round(self.value * 10)
            items.append(
                Ink(
                    "1",
                    left + i * wide + wide * 0.2,
                    y + h * 0.22,
                    wide * 0.6,
                    h * 0.56,
                    "chalk",
                    seed=i,
                    alpha=255 if on else 70,
                )
            )
