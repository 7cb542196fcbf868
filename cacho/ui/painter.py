"""What a picture is made of: items in logical units, gathered in layers by the painter.

Owns the vocabulary between scenes and pixels. Scenes say *what* stands where on a page of
1920 × 1080 units (x right, y down, origin top left); `canvas.Canvas` decides how that becomes
pixels. The item list is three things at once: the display list, the means by which only what
changed is redrawn (equal items need no paint), and the seam where tests read the screen.

Must not know pygame, the engine or any scene.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]
Rect: TypeAlias = tuple[float, float, float, float]  # x, y, width, height
Quat: TypeAlias = tuple[float, float, float, float]  # w, x, y, z

PAGE: Final = (1920, 1080)
"""Width and height of the page, logical units."""


class Backdrop(NamedTuple):
    """The table's own wood over the whole window, beyond the page too. Sprite: table or title."""

    sprite: str
    tag: str = ""


class Picture(NamedTuple):
    """A sprite with its anchor on (x, y); angle in degrees, counter-clockwise; alpha 0..255."""

    sprite: str
    x: float
    y: float
    scale: float = 1.0
    angle: float = 0.0
    alpha: int = 255
    tag: str = ""


class Paper(NamedTuple):
    """A sheet of paper of w × h units with its soft shadow, turned by `angle` degrees."""

    sprite: str
    x: float
    y: float
    w: float
    h: float
    angle: float = 0.0
    tag: str = ""


class Leather(NamedTuple):
    """Stitched leather. Skin: red, tan, dark; look: normal, pressed, focused, disabled."""

    skin: str
    look: str
    x: float
    y: float
    w: float
    h: float
    tag: str = ""


class Text(NamedTuple):
    """One line of text; y is the middle of the line, x its left, middle or right by `align`.

    `size` is the height of the letters' em in units. With `width` > 0 the line shrinks to fit, and
    is cut with an ellipsis where it would become too small to read.
    """

    text: str
    x: float
    y: float
    size: float
    font: str = "print"
    colour: Rgb = (252, 232, 188)
    align: str = "left"
    width: float = 0.0
    shadow: bool = False
    alpha: int = 255
    angle: float = 0.0
    tag: str = ""


class Ink(NamedTuple):
    """A mark written by hand: a glyph of `drawing.ink` or a whole number, `upto` 0..1 of it."""

    glyph: str
    x: float
    y: float
    w: float
    h: float
    pen: str
    seed: int = 0
    upto: float = 1.0
    alpha: int = 255
    tag: str = ""


class DieItem(NamedTuple):
    """A die whose centre is on (x, y). `still`: a kept picture, drawn with more care."""

    x: float
    y: float
    orientation: Quat
    edge: float = 104.0
    still: bool = False
    alpha: int = 255
    tag: str = ""


class DieShadow(NamedTuple):
    """The shadow of the die at (x, y), its centre `height` half edges above that of one at rest."""

    x: float
    y: float
    orientation: Quat
    height: float = 0.0
    edge: float = 104.0
    alpha: int = 255
    tag: str = ""


class Veil(NamedTuple):
    """A flat translucent rectangle; without a size it covers the whole window."""

    x: float = 0.0
    y: float = 0.0
    w: float = 0.0
    h: float = 0.0
    colour: Rgb = (10, 5, 2)
    alpha: int = 150
    tag: str = ""


class Glow(NamedTuple):
    """A soft light around a rectangle."""

    x: float
    y: float
    w: float
    h: float
    colour: Rgb = (255, 206, 110)
    alpha: int = 160
    tag: str = ""


class Light(NamedTuple):
    """A round light that falls on what lies below it, brightest in the middle (x, y)."""

    x: float
    y: float
    radius: float
    colour: Rgb = (255, 190, 110)
    alpha: int = 90
    tag: str = ""


class Outline(NamedTuple):
    """A rounded frame around a rectangle: the focus ring of what is not leather."""

    x: float
    y: float
    w: float
    h: float
    colour: Rgb = (255, 214, 120)
    line: float = 6.0
    radius: float = 18.0
    alpha: int = 255
    tag: str = ""


Item: TypeAlias = (
    Backdrop
    | Picture
    | Paper
    | Leather
    | Text
    | Ink
    | DieItem
    | DieShadow
    | Veil
    | Glow
    | Light
    | Outline
)
Layer: TypeAlias = tuple[Item, ...]

_LENGTHS: Final = frozenset({"w", "h", "size", "width", "edge", "radius", "line", "scale"})


def moved(items: Iterable[Item], k: float, dx: float, dy: float) -> Iterator[Item]:
    """Yield items as they are seen `k` times as large, with what was at (0, 0) now at (dx, dy)."""
    for item in items:
        changes = {name: getattr(item, name) * k for name in _LENGTHS & set(item._fields)}
        if not isinstance(item, Backdrop):
            changes |= {"x": item.x * k + dx, "y": item.y * k + dy}
        yield item._replace(**changes)


class Painter:
    """Gathers the items of one picture after another.

    A *static* layer is built only when its key changes, and is then the very same object in every
    picture, which the canvas skips without looking inside.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Hashable, Layer]] = {}
        self._layers: list[Layer] = []
        self._loose: list[Item] = []

    def begin(self) -> None:
        """Start a new picture."""
        self._layers, self._loose = [], []

    def add(self, *items: Item) -> None:
        """Put items on top of what is there."""
        self._loose.extend(items)

    def static(self, name: str, key: Hashable, build: Callable[[list[Item]], None]) -> None:
        """Put a layer on top; `build` fills it, and is called again only for another `key`."""
        self._close()
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            items: list[Item] = []
            build(items)
            kept = (key, tuple(items))
            self._kept[name] = kept
        self._layers.append(kept[1])

    def end(self) -> tuple[Layer, ...]:
        """Return the layers of the picture, from back to front."""
        self._close()
        return tuple(self._layers)

    def _close(self) -> None:
        if self._loose:
            self._layers.append(tuple(self._loose))
            self._loose = []
