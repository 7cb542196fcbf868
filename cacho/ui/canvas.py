"""Turns layers of items into pixels, and redraws only what changed.

Owns the looks of items (one kept picture for each look, whatever its place), the list of what
stands on the screen now, and the rectangles that must be painted anew. `show` compares the new
layers with the last: a layer that is the very same object is skipped unseen; in the others, items
that are equal and in the same order need no paint. What differs marks its old and its new place,
and everything that touches a marked rectangle is painted again, in order, inside it. So after any
series of changes the surface is, pixel for pixel, what painting it from nothing would give.

Must not know scenes or the game. Lengths of items are units of the page, all else is pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias, assert_never

import pygame as pg

from cacho.ui.cache import ByteCache
from cacho.ui.drawing import die, ink, nineslice
from cacho.ui.painter import (
    Backdrop,
    DieItem,
    DieShadow,
    Glow,
    Ink,
    Item,
    Layer,
    Leather,
    Light,
    Outline,
    Paper,
    Picture,
    Quat,
    Rgb,
    Text,
    Veil,
)
from cacho.ui.sprites import MIB, Size, SpriteBook, blank, faded, weight
from cacho.ui.typeface import Typeface
from cacho.ui.viewport import Viewport

PRE: Final = pg.BLEND_PREMULTIPLIED
LOOKS: Final = 6 * MIB  # kept pictures at a scale of 1; grows with the square of the scale
RECTANGLES: Final = 10
"""At most so many rectangles are painted anew at a time."""
WASTE: Final = 10_000
"""Two become one where that adds fewer pixels: about what one more rectangle costs."""
SHADOW_OFFSET: Final = (7.0, 9.0)
"""Where the soft shadow of leather and paper lies, units."""
TEXT_SHADOW: Final[Rgb] = (24, 9, 3)
_LEATHER_HEIGHT: Final = 120.0
"""Leather lower than this has smaller stitches, in proportion."""
_LEAST_STITCH: Final = 0.55
_GLOW_SPREAD: Final = 34.0
_GLOW_GRAIN: Final = 6
GLYPHS: Final = 2 * MIB  # written digits and small marks, which are dear to make, likewise
SHADES: Final = 1 * MIB  # shadows of dice that lie, likewise
_SMALL: Final = 130.0
"""Marks of up to this size, units, are kept by themselves; a grid only as the look it makes."""
_MARKS: Final = 16
_DIE_SIZES: Final = 6
_GlyphKey: TypeAlias = tuple[str, Size, str, int]
_TUMBLERS: Final = 12
TUMBLING: Final = 2.0
"""How many times larger a die that tumbles is drawn before it is reduced."""
TUMBLING_LARGE: Final = 1.5
"""The same for dice of more than 160 pixels: at 4K a pixel is half as large."""
_LYING: Final = 0.02
"""Height, half edges, up to which a die casts the shadow of one that lies."""


class Look(NamedTuple):
    """A picture and its top left corner relative to the pixel of the item's place."""

    surface: pg.Surface
    dx: int
    dy: int


class _Placed:
    """An item as it stands on the screen: its pixels, and what paints them."""

    __slots__ = ("item", "rect", "surface")

    def __init__(self, item: Item, rect: pg.Rect, surface: pg.Surface | None) -> None:
        self.item = item
        self.rect = rect
        self.surface = surface


class _Laid:
    """A layer as it stands on the screen."""

    __slots__ = ("layer", "placed", "rects")

    def __init__(self, layer: Layer, placed: list[_Placed]) -> None:
        self.layer = layer
        self.placed = placed
        self.rects = [p.rect for p in placed]


class Canvas:
    """Shows layers on a surface that `surface()` gives: the window's, which may change its size."""

    def __init__(
        self, surface: Callable[[], pg.Surface], sprites: SpriteBook, typeface: Typeface
    ) -> None:
        self._provide = surface
        self.sprites = sprites
        self.typeface = typeface
        self._looks: ByteCache[Look] = ByteCache(LOOKS, lambda look: weight(look.surface))
        self._marks: ByteCache[ink.Mark] = ByteCache(_MARKS, lambda mark: 1)
        self._dice: dict[tuple[int, bool], die.DieArt] = {}
        # the same turn for two frames is drawn once: dice may turn at half the rate they move
        # of a die that comes to rest there are many, each a little different, and few come again
        self._shades: ByteCache[Look] = ByteCache(SHADES, lambda look: weight(look.surface))
        self._glyphs: ByteCache[Look] = ByteCache(GLYPHS, lambda look: weight(look.surface))
        self._tumbling: ByteCache[Look] = ByteCache(_TUMBLERS, lambda look: 1)
        self._flying: ByteCache[Look] = ByteCache(_TUMBLERS, lambda look: 1)
        self._laid: list[_Laid] = []
        self._stale = True
        self._size = (0, 0)
        self.view = Viewport(1, 1)
        self._adopt(self._provide().get_size())

    # ------------------------------------------------------------------ showing

    def show(self, layers: Sequence[Layer]) -> list[pg.Rect]:
        """Bring the layers to the surface; return the rectangles that were painted anew.

        An empty list means that nothing changed and the window need not be flipped.
        """
        surface = self._provide()
        if surface.get_size() != self._size:
            self._adopt(surface.get_size())
        changed = self._lay(layers)
        if self._stale:
            self._stale = False
            changed = [pg.Rect((0, 0), self._size)]
        changed = _joined(changed, pg.Rect((0, 0), self._size))
        for rect in changed:
            self._paint(surface, rect)
        return changed

    def prepare(self, items: Iterable[Item]) -> None:
        """Draw looks ahead that will soon be shown, so that their first frame does not wait."""
        for item in items:
            self._place(item)

    def invalidate(self) -> None:
        """Paint everything at the next `show`: the window has lost its pixels."""
        self._stale = True

    def resized(self) -> None:
        """Take over the surface's present size and forget all that depends on it."""
        self._adopt(self._provide().get_size())

    def bounds(self, item: Item) -> pg.Rect:
        """Return the pixels of the window that an item touches."""
        return self._place(item).rect.copy()

    @property
    def bytes(self) -> int:
        """Memory of all pictures kept here and in the sprite book."""
        return sum(c.bytes for c in (self._looks, self._shades, self._glyphs, self.sprites))

    def warm(self, edge: float = 104.0) -> None:
        """Make ready the dice that the first roll would otherwise wait for."""
        self._die(edge, False)
        self._die(edge, True)

    def close(self) -> None:
        """Stop what still works in the background; call before pygame is quit."""
        self.sprites.stop_preloading()

    def _adopt(self, size: tuple[int, int]) -> None:
        self._size = size
        self.view = Viewport(*size)
        self.sprites.set_scale(self.view.k)
        area = max(0.5, self.view.k**2)
        self._looks.clear()
        self._looks.limit = int(LOOKS * area)
        self._shades.clear()
        self._shades.limit = int(SHADES * area)
        self._glyphs.clear()
        self._glyphs.limit = int(GLYPHS * area)
        self._marks.clear()
        self._dice.clear()
        self._tumbling.clear()
        self._flying.clear()
        self._laid = []
        self._stale = True

    # ----------------------------------------------------------------- comparing

    def _lay(self, layers: Sequence[Layer]) -> list[pg.Rect]:
        """Lay the new layers; return the old and new places of all that differs."""
        changed: list[pg.Rect] = []
        after: list[_Laid] = []
        partners = _layer_partners([laid.layer for laid in self._laid], layers)
        kept = set(partners)
        for layer, i in zip(layers, partners, strict=True):
            old = self._laid[i] if i is not None else None
            if old is not None and old.layer is layer:
                after.append(old)
                continue
            placed, different = self._compare(old.placed if old else [], layer)
            after.append(_Laid(layer, placed))
            changed.extend(different)
        for i, gone in enumerate(self._laid):
            if i not in kept:
                changed.extend(gone.rects)
        self._laid = after
        return changed

    def _compare(self, old: list[_Placed], layer: Layer) -> tuple[list[_Placed], list[pg.Rect]]:
        """Place a layer, keeping what is equal and in the same order as before."""
        partner = _partners([p.item for p in old], layer)
        placed: list[_Placed] = []
        changed: list[pg.Rect] = []
        kept: set[int] = set()
        for item, i in zip(layer, partner, strict=True):
            if i is not None:
                kept.add(i)
                placed.append(old[i])
            else:
                new = self._place(item)
                placed.append(new)
                changed.append(new.rect)
        changed.extend(p.rect for i, p in enumerate(old) if i not in kept)
        return placed, changed

    # ------------------------------------------------------------------ painting

    def _paint(self, surface: pg.Surface, clip: pg.Rect) -> None:
        """Paint everything that touches a rectangle, inside it, from back to front."""
        surface.set_clip(clip)
        if not self._has_backdrop():
            surface.fill((0, 0, 0), clip)
        run: list[tuple[pg.Surface, pg.Rect]] = []
        for laid in self._laid:
            for i in clip.collidelistall(laid.rects):
                placed = laid.placed[i]
                if placed.surface is not None and not isinstance(placed.item, Light):
                    run.append((placed.surface, placed.rect))
                    continue
                if run:
                    surface.fblits(run, PRE)
                    run = []
                if placed.surface is not None:
                    surface.blit(placed.surface, placed.rect, special_flags=pg.BLEND_RGB_ADD)
                else:
                    self._paint_flat(surface, placed, clip)
        if run:
            surface.fblits(run, PRE)
        surface.set_clip(None)

    def _has_backdrop(self) -> bool:
        first = next((laid.placed[0] for laid in self._laid if laid.placed), None)
        return first is not None and isinstance(first.item, Backdrop)

    def _paint_flat(self, surface: pg.Surface, placed: _Placed, clip: pg.Rect) -> None:
        """Paint what has no picture of its own: the table, a veil."""
        part = placed.rect.clip(clip)
        match placed.item:
            case Backdrop(name):
                surface.blit(self.sprites.backdrop(name, self._size), part.topleft, part)
            case Veil() as veil:
                a = max(0, min(255, veil.alpha))
                r, g, b = veil.colour
                surface.fill((255 - a,) * 3, part, pg.BLEND_RGB_MULT)
                surface.fill((r * a // 255, g * a // 255, b * a // 255), part, pg.BLEND_RGB_ADD)
            case _:
                raise TypeError(f"{placed.item!r} has a picture of its own")

    # ------------------------------------------------------------------- placing

    def _place(self, item: Item) -> _Placed:
        match item:
            case Backdrop():
                return _Placed(item, pg.Rect((0, 0), self._size), None)
            case Veil():
                return _Placed(item, self._veil_rect(item), None)
            case _:
                look = self._look(item)
                x, y = self.view.to_window(item.x, item.y)
                corner = (_nearest(x) + look.dx, _nearest(y) + look.dy)
                return _Placed(item, look.surface.get_rect(topleft=corner), look.surface)

    def _veil_rect(self, veil: Veil) -> pg.Rect:
        if veil.w == 0 and veil.h == 0:
            return pg.Rect((0, 0), self._size)
        return pg.Rect(self.view.rect((veil.x, veil.y, veil.w, veil.h)))

    def _px(self, units: float) -> int:
        return max(1, _nearest(units * self.view.k))

    def _look(
        self,
        item: Picture | Paper | Leather | Text | Ink | DieItem | DieShadow | Glow | Light | Outline,
    ) -> Look:
        """Return the picture of an item, from the store where it has been drawn before."""
        key: tuple[object, ...]
        make: Callable[[], Look]
        match item:
            case Picture():
                return self._picture(item)
            case Ink():
                return self._ink(item)
            case DieItem():
                return self._die_look(item)
            case DieShadow():
                return self._shadow_look(item)
            case Paper(sprite, _, _, w, h, angle):
                key = ("paper", sprite, w, h, angle)
                make = partial(self._paper, item)
            case Leather(skin, look, _, _, w, h):
                key = ("leather", skin, look, w, h)
                make = partial(self._leather, item)
            case Glow(_, _, w, h, colour, alpha):
                key = ("glow", w, h, colour, alpha)
                make = partial(self._glow, item)
            case Text():
                key = ("text", *item[:1], *item[3:-1])
                make = partial(self._text, item)
            case Light(_, _, radius, colour, alpha):
                key = ("light", radius, colour, alpha)
                make = partial(self._light, item)
            case Outline():
                key = ("outline", *item[2:-1])
                make = partial(self._outline, item)
            case _:
                assert_never(item)
        return self._looks.made(key, make)

    # -------------------------------------------------------------------- sprites

    def _picture(self, item: Picture) -> Look:
        scaled = self.sprites.picture(item.sprite, item.scale)
        if not item.angle and item.alpha >= 255:
            return Look(scaled.surface, *scaled.offset)
        key = ("picture", item.sprite, item.scale, item.angle, item.alpha)
        return self._looks.made(key, partial(self._turned_picture, item))

    def _turned_picture(self, item: Picture) -> Look:
        scaled = self.sprites.picture(item.sprite, item.scale)
        w, h = scaled.surface.get_size()
        middle = (scaled.offset[0] + w / 2, scaled.offset[1] + h / 2)
        look = _turned(scaled.surface, item.angle, middle)
        return Look(faded(look.surface, item.alpha), look.dx, look.dy)

    def _paper(self, item: Paper) -> Look:
        sheet = self.sprites.sized(item.sprite, (self._px(item.w), self._px(item.h)))
        return self._with_shadow(sheet, item.angle)

    def _leather(self, item: Leather) -> Look:
        """Return leather of any size: stitches come out even, then it is fitted to the pixel."""
        name = f"button_{item.skin}_{item.look}"
        sprite, more = self.sprites.source(name), self.sprites.sprite(name).more
        margin, pitch = more["margin"], more["pitch"]
        stitch = min(1.0, max(_LEAST_STITCH, item.h / _LEATHER_HEIGHT))
        w, h = (nineslice.fitting_length(v / stitch, margin, pitch) for v in (item.w, item.h))
        fitted = nineslice.fit(sprite, (w, h), margin, pitch)
        hide = pg.transform.smoothscale(fitted, (self._px(item.w), self._px(item.h)))
        return self._with_shadow(hide, 0.0)

    def _with_shadow(self, body: pg.Surface, angle: float) -> Look:
        """Return a picture over its soft shadow, both turned about the middle of the picture."""
        w, h = body.get_size()
        more = self.sprites.sprite("shadow").more
        spread = self._px(more["spread"])
        dx, dy = (_nearest(v * self.view.k) for v in SHADOW_OFFSET)
        out = blank((w + 2 * spread, h + 2 * spread))
        out.blit(self._soft_shadow((w, h)), (0, 0), special_flags=PRE)
        out.scroll(dx, dy)
        out.blit(body, (spread, spread), special_flags=PRE)
        if not angle:
            return Look(out, -spread, -spread)
        return _turned(out, angle, (w / 2, h / 2), fixed=(w / 2, h / 2))

    def _soft_shadow(self, size: tuple[int, int]) -> pg.Surface:
        """Return the shadow of a rectangle of that size, `spread` wider on each side."""
        more = self.sprites.sprite("shadow").more
        k = self.view.k
        units = (round(size[0] / k) + 2 * more["spread"], round(size[1] / k) + 2 * more["spread"])
        shadow = nineslice.stretch(self.sprites.source("shadow"), units, more["margin"])
        spread = self._px(more["spread"])
        return pg.transform.smoothscale(shadow, (size[0] + 2 * spread, size[1] + 2 * spread))

    # ----------------------------------------------------------------------- text

    def _text(self, item: Text) -> Look:
        size = self._px(item.size)
        text = item.text
        if item.width > 0:
            text, size = self.typeface.fit(text, item.font, size, item.width * self.view.k)
        line = self.typeface.render(text, item.font, size, item.colour)
        surface, middle = line.surface, line.middle
        w, h = surface.get_size()
        if item.shadow:
            d = max(1, round(size * 0.05))
            dark = self.typeface.render(text, item.font, size, TEXT_SHADOW).surface
            surface = blank((w + d, h + d))
            surface.blit(faded(dark, 190), (d, d), special_flags=PRE)
            surface.blit(line.surface, (0, 0), special_flags=PRE)
        left = {"left": 0, "right": -w}.get(item.align, -(w // 2))
        surface = faded(surface, item.alpha)
        if not item.angle:
            return Look(surface, left, -middle)
        across = (left + surface.get_width() / 2, -middle + surface.get_height() / 2)
        return _turned(surface, item.angle, across)

    # ------------------------------------------------------------------------ ink

    def _ink(self, item: Ink) -> Look:
        if item.upto < 1:
            return self._written(item)
        key = ("ink", item.glyph, item.w, item.h, item.pen, item.seed, item.alpha)
        return self._looks.made(key, partial(self._written, item))

    def _written(self, item: Ink) -> Look:
        """Return as much of a mark as is written; numbers are put together from their digits."""
        glyphs = ink.parts(item.glyph, (0, 0, item.w, item.h), item.seed)
        parts: list[tuple[Look, Size]] = []
        for i, (glyph, box, seed) in enumerate(glyphs):
            share = item.upto * len(glyphs) - i
            corner = (_nearest(box[0] * self.view.k), _nearest(box[1] * self.view.k))
            key = (glyph, box[2:], item.pen, seed)
            if share >= 1:
                make = partial(self._glyph, key, 1.0)
                small = box[2] * box[3] < _SMALL * _SMALL
                whole = self._glyphs.made(key, make) if small else make()
                parts.append((whole, corner))
            elif share > 0:
                parts.append((self._glyph(key, share), corner))
        look = _together(parts)
        return Look(faded(look.surface, item.alpha), look.dx, look.dy)

    def _glyph(self, key: _GlyphKey, upto: float) -> Look:
        """Return the first part of a glyph, cut to where there is ink.

        Its place is the corner of its box, so the tooth of the paper is the same in all parts.
        """
        glyph, (w, h), pen, seed = key
        k = self.view.k
        grow = math.ceil(ink.MARGIN * max(w, h) * k) + 1
        box = (grow, grow, w, h)
        mark = self._marks.made(key, lambda: ink.Mark(glyph, box, ink.PENS[pen], seed, k))
        surface = blank((math.ceil(w * k) + 2 * grow, math.ceil(h * k) + 2 * grow))
        mark.draw(surface, upto)
        part = mark.extent(upto).clip(surface.get_rect())
        cut = surface.subsurface(part)
        if upto >= 1:  # it will be kept: no more of it than there is ink
            close = cut.get_bounding_rect(1)
            part = close.move(part.topleft)
            cut = cut.subsurface(close).copy() if close.w else blank((1, 1))
        return Look(cut, part.x - grow, part.y - grow)

    # ----------------------------------------------------------------------- dice

    def _die(self, edge: float, still: bool) -> die.DieArt:
        """Return what draws dice of that edge: those that lie with more care than the others."""
        key = (self._px(edge), still)
        art = self._dice.get(key)
        if art is None:
            if len(self._dice) >= _DIE_SIZES:
                del self._dice[next(iter(self._dice))]
            quick = TUMBLING if key[0] <= 160 else TUMBLING_LARGE
            art = die.DieArt(key[0], supersample=None if still else quick)
            self._dice[key] = art
        return art

    def _die_look(self, item: DieItem) -> Look:
        if not item.still:
            moving = (self._px(item.edge), item.orientation)
            return self._tumbling.made(moving, partial(self._tumbling_die, item))
        key = ("die", self._px(item.edge), _rounded(item.orientation))
        return _pale(self._looks.made(key, partial(self._lying_die, item)), item.alpha)

    def _tumbling_die(self, item: DieItem) -> Look:
        return _centred(self._die(item.edge, False).render(item.orientation))

    def _lying_die(self, item: DieItem) -> Look:
        return _centred(self._die(item.edge, True).render(item.orientation, fine=True))

    def _shadow_look(self, item: DieShadow) -> Look:
        if item.height > _LYING or not die.lies_flat(item.orientation):
            flying = (self._px(item.edge), item.orientation, item.height)
            return self._flying.made(flying, partial(self._shade, item))
        key = ("shadow", self._px(item.edge), _rounded(item.orientation))
        return _pale(self._shades.made(key, partial(self._shade, item)), item.alpha)

    def _shade(self, item: DieShadow) -> Look:
        art = die.ShadowArt(self._px(item.edge))
        shadow = art.render(item.orientation, item.height)
        return Look(shadow.surface, *shadow.offset)

    # ---------------------------------------------------------------- light, frames

    def _glow(self, item: Glow) -> Look:
        """Return a light around a rectangle: drawn small, blurred, enlarged."""
        size = (self._px(item.w), self._px(item.h))
        spread = self._px(_GLOW_SPREAD)
        grain = max(1, _nearest(_GLOW_GRAIN * self.view.k))
        w, h = (math.ceil((v + 2 * spread) / grain) for v in size)
        edge = spread / grain
        small = blank((w, h))
        inner = pg.Rect(0, 0, 0, 0)
        inner.size = max(1, round(w - edge)), max(1, round(h - edge))
        inner.center = (w // 2, h // 2)
        pg.draw.rect(small, (255, 255, 255, 255), inner, border_radius=round(edge / 2))
        small = pg.transform.gaussian_blur(small, max(1, round(edge / 4)), False)
        small.fill((*item.colour, 255), special_flags=pg.BLEND_RGBA_MULT)
        full = pg.transform.smoothscale(small, (size[0] + 2 * spread, size[1] + 2 * spread))
        return Look(faded(full, item.alpha), -spread, -spread)

    def _light(self, item: Light) -> Look:
        """Return what a round light adds to every pixel below it."""
        radius = max(2, self._px(item.radius))
        small = self._looks.made("falloff", _falloff).surface
        full = pg.transform.smoothscale(small, (2 * radius, 2 * radius))
        colour = tuple(c * max(0, min(255, item.alpha)) // 255 for c in item.colour)
        full.fill(colour, special_flags=pg.BLEND_RGB_MULT)
        return Look(full, -radius, -radius)

    def _outline(self, item: Outline) -> Look:
        """Return a rounded frame whose outer border is the rectangle."""
        w, h = self._px(item.w), self._px(item.h)
        line = max(1, self._px(item.line))
        radius = max(line, min(self._px(item.radius), w // 2, h // 2))
        colour = (*item.colour, 255)
        out = blank((w, h))
        for bar in (
            (radius, 0, w - 2 * radius, line),
            (radius, h - line, w - 2 * radius, line),
            (0, radius, line, h - 2 * radius),
            (w - line, radius, line, h - 2 * radius),
        ):
            out.fill(colour, bar)
        corner = _corner(radius, line, colour)
        for right, low in ((False, False), (True, False), (False, True), (True, True)):
            at = (w - radius if right else 0, h - radius if low else 0)
            out.blit(pg.transform.flip(corner, right, low), at)
        return Look(faded(out, item.alpha), 0, 0)


# ---------------------------------------------------------------------- helpers


def _nearest(value: float) -> int:
    return math.floor(value + 0.5)


def _rounded(orientation: Quat) -> tuple[int, ...]:
    """Return an orientation as a key: poses that differ by less than a tenth of a degree agree."""
    return tuple(round(v * 2000) for v in orientation)


def _centred(surface: pg.Surface) -> Look:
    w, h = surface.get_size()
    return Look(surface, -(w // 2), -(h // 2))


def _turned(
    surface: pg.Surface,
    angle: float,
    middle: tuple[float, float],
    fixed: tuple[float, float] = (0.0, 0.0),
) -> Look:
    """Return a picture turned counter-clockwise by `angle` degrees about the point `fixed`.

    `middle`: where the middle of the picture is; both relative to the item's place, pixels.
    """
    a = math.radians(angle)
    dx, dy = middle[0] - fixed[0], middle[1] - fixed[1]
    x = fixed[0] + dx * math.cos(a) + dy * math.sin(a)
    y = fixed[1] - dx * math.sin(a) + dy * math.cos(a)
    out = pg.transform.rotozoom(_bordered(surface), angle, 1.0) if angle else surface
    w, h = out.get_size()
    return Look(out, _nearest(x - w / 2), _nearest(y - h / 2))


def _bordered(surface: pg.Surface) -> pg.Surface:
    """Return a picture with a clear border, without which turning leaves a jagged one."""
    w, h = surface.get_size()
    out = blank((w + 4, h + 4))
    out.blit(surface, (2, 2), special_flags=PRE)
    return out


def _together(parts: list[tuple[Look, Size]]) -> Look:
    """Return several looks, each at a corner in pixels, as one."""
    if not parts:
        return Look(blank((1, 1)), 0, 0)
    rects = [look.surface.get_rect(topleft=(x + look.dx, y + look.dy)) for look, (x, y) in parts]
    whole = rects[0].unionall(rects[1:])
    surface = blank(whole.size)
    for (look, _), rect in zip(parts, rects, strict=True):
        surface.blit(look.surface, (rect.x - whole.x, rect.y - whole.y), special_flags=PRE)
    return Look(surface, whole.x, whole.y)


def _pale(look: Look, alpha: int) -> Look:
    return look if alpha >= 255 else Look(faded(look.surface, alpha), look.dx, look.dy)


def _falloff() -> Look:
    """Return how a round light fades towards its border: white on black, without alpha."""
    half = 48
    surface = blank((2 * half, 2 * half))
    for step in range(half, 0, -1):
        level = round(255 * (1 - (step / half) ** 2) ** 2)
        pg.draw.circle(surface, (level, level, level, 255), (half, half), step)
    return Look(surface, -half, -half)


def _corner(radius: int, line: int, colour: tuple[int, int, int, int]) -> pg.Surface:
    """Return the top left corner of a frame, smooth, premultiplied."""
    big = 4
    wide = blank((radius * big, radius * big))
    middle = (radius * big, radius * big)
    pg.draw.circle(wide, colour, middle, radius * big, line * big)
    return pg.transform.smoothscale(wide, (radius, radius))


def _layer_partners(old: Sequence[Layer], new: Sequence[Layer]) -> list[int | None]:
    """Return, for each new layer, the old one it is compared with; all pairs in the same order.

    First those that are the very same object, then, between these, one after the other.
    """
    where: dict[int, list[int]] = {}
    for i in range(len(old) - 1, -1, -1):
        where.setdefault(id(old[i]), []).append(i)
    same: list[int | None] = []
    last = -1
    for layer in new:
        places = where.get(id(layer), [])
        while places and places[-1] <= last:
            places.pop()
        same.append(places.pop() if places else None)
        last = same[-1] if same[-1] is not None else last
    return _gaps_filled(same, len(old))


def _gaps_filled(same: list[int | None], count: int) -> list[int | None]:
    """Return the partners with those without one given what is left over in their gap."""
    out = list(same)
    end = count
    ends = []
    for partner in reversed(same):
        ends.append(end)
        end = partner if partner is not None else end
    free = 0
    for j, limit in enumerate(reversed(ends)):
        if out[j] is None and free < limit:
            out[j] = free
        free = out[j] + 1 if out[j] is not None else free  # type: ignore[operator]
    return out


def _partners(old: list[Item], new: Layer) -> list[int | None]:
    """Return, for each new item, the equal old one, so that all pairs stand in the same order."""
    start = 0
    while start < len(old) and start < len(new) and _same(old[start], new[start]):
        start += 1
    out: list[int | None] = [*range(start), *([None] * (len(new) - start))]
    where: dict[tuple[type, Item], list[int]] = {}
    for i in range(len(old) - 1, start - 1, -1):
        where.setdefault((type(old[i]), old[i]), []).append(i)
    last = start - 1
    for j in range(start, len(new)):
        places = where.get((type(new[j]), new[j]), ())
        while places and places[-1] <= last:
            places.pop()
        if places:
            out[j] = last = places.pop()
    return out


def _same(a: Item, b: Item) -> bool:
    return a is b or (type(a) is type(b) and a == b)


def _joined(rects: list[pg.Rect], whole: pg.Rect) -> list[pg.Rect]:
    """Return few rectangles that cover the given ones: near ones are made one."""
    out: list[pg.Rect] = []
    for rect in rects:
        part = rect.clip(whole)
        if part.w and part.h:
            _join_in(out, part)
    return out


def _join_in(out: list[pg.Rect], rect: pg.Rect) -> None:
    """Add a rectangle; while it nearly touches another, they become one."""
    while True:
        best, least = -1, 0
        for i, other in enumerate(out):
            union = rect.union(other)
            waste = union.w * union.h - rect.w * rect.h - other.w * other.h
            if best < 0 or waste < least:
                best, least = i, waste
        if best < 0 or (least > WASTE and len(out) < RECTANGLES):
            out.append(rect)
            return
        rect = rect.union(out.pop(best))
