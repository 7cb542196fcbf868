"""Sprites by id, decoded once, scaled once to the window's real scale, premultiplied.

Owns `assets/sprites/manifest.json` and the pictures in memory. Everything is lazy: a sprite costs
nothing before it is first asked for, and `preload_in_thread` does the asking ahead (it touches no
window). Must not know scenes, items or the state of a game.

All surfaces are 32 bits in the byte order of the window, so that blits need no conversion; those
of `Scaled` are premultiplied: draw them with `pygame.BLEND_PREMULTIPLIED`.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, NamedTuple

import pygame as pg

from cacho.services.resources import asset, lose
from cacho.ui.cache import ByteCache

MIB: Final = 1 << 20
_SOURCES: Final = 5 * MIB // 4  # decoded pictures kept beside the scaled ones: a menu's leathers
_SCALED: Final = 16 * MIB  # scaled sprites at a scale of 1; grows with the square of the scale
_LARGE: Final = 8 * MIB  # soft shadows that are enlarged much, likewise
_LARGER: Final = 11 * MIB  # the same in large windows, where making one anew outlasts a frame
_ENLARGED_MUCH: Final = 1.5
_SOFT: Final = 1.15
"""A picture enlarged more than this looks soft: then the one drawn twice as large is taken."""
_BORDER_LIGHT: Final = (214, 214, 214)
"""The borders of the carved picture against the wood it was made from, of 255."""

Size = tuple[int, int]


class Sprite(NamedTuple):
    """What the manifest says of a picture; lengths in units of the page."""

    id: str
    file: str
    size: tuple[float, float]
    anchor: tuple[float, float]
    kept: tuple[int, int, int, int] | None
    """The part of the file, in its pixels, outside of which nothing is to be seen."""
    pixels: Size
    more: Mapping[str, Any]
    """The rest of the entry: margin, pitch, spread, fit, twice ..."""

    @property
    def ratio(self) -> float:
        """Units a pixel of the file."""
        return self.size[0] / self.pixels[0]


class CupFrame(NamedTuple):
    """A frame of the cup: where it stands, units.

    Draw the sprite at the cup's place + `offset`, its shadow at place + `offset` +
    `shadow_offset`.
    """

    sprite: str
    group: str
    offset: tuple[float, float]
    shadow: str
    shadow_offset: tuple[float, float]


class Scaled(NamedTuple):
    """A picture ready for the screen, and its top left corner relative to the anchor, pixels."""

    surface: pg.Surface
    offset: tuple[int, int]


PLAIN: Final = {
    "table": (92, 56, 30),
    "paper": (238, 231, 208),
    "ui": (122, 72, 38),
    "cup": (138, 86, 48),
}
"""What is shown in place of a picture that is missing, by its folder."""


def _kept(sprite: Sprite) -> Size:
    return (sprite.kept[2], sprite.kept[3]) if sprite.kept else sprite.pixels


def _plain(sprite: Sprite) -> pg.Surface:
    """Return a plain picture of a sprite's size; shadows and the like are simply not there."""
    out = blank(_kept(sprite))
    colour = PLAIN.get(sprite.file.partition("/")[0])
    if colour is not None and "shadow" not in sprite.file and "ring" not in sprite.file:
        pg.draw.rect(out, colour, out.get_rect(), border_radius=min(out.get_size()) // 6)
    return out


class UnknownSpriteError(KeyError):
    """A sprite id that is not in the manifest."""


def weight(surface: pg.Surface) -> int:
    """Return the bytes a surface takes."""
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


def blank(size: Size) -> pg.Surface:
    """Return a clear surface in the byte order of the window."""
    return pg.Surface((max(1, size[0]), max(1, size[1])), pg.SRCALPHA, 32)


def faded(surface: pg.Surface, alpha: int) -> pg.Surface:
    """Return a premultiplied surface at `alpha` (0..255) of its strength."""
    if alpha >= 255:
        return surface
    out = surface.copy()
    out.fill((max(0, alpha),) * 4, special_flags=pg.BLEND_RGBA_MULT)
    return out


class _Decoding(Thread):
    """Decodes one file beside everything else."""

    def __init__(self, path: Path) -> None:
        super().__init__(name=f"decoding {path.name}", daemon=True)
        self._path = path
        self._picture: pg.Surface | None = None
        self.start()

    def run(self) -> None:
        """Decode; a file that cannot be is left to whoever needs it and tells of it."""
        with contextlib.suppress(OSError, pg.error):
            self._picture = pg.image.load(self._path)

    def picture(self) -> pg.Surface | None:
        """Wait for the picture; None where there is none."""
        self.join()
        return self._picture


class SpriteBook:
    """All sprites at one scale (pixels a unit). `set_scale` forgets the scaled pictures."""

    def __init__(self, scale: float = 1.0, folder: Path | None = None) -> None:
        self._folder = folder
        self.scale = scale
        self._template = pg.Surface((1, 1), pg.SRCALPHA, 32)
        self._sources: ByteCache[pg.Surface] = ByteCache(_SOURCES, weight)
        self._scaled: ByteCache[Scaled] = ByteCache(0, lambda s: weight(s.surface))
        self._large: ByteCache[Scaled] = ByteCache(0, lambda s: weight(s.surface))
        self._backdrop: tuple[tuple[str, Size, float], pg.Surface] | None = None
        self._ahead: dict[str, _Decoding] = {}
        self._stop = Event()
        self._thread: Thread | None = None
        self._awaited: deque[str] = deque()
        self._limit()

    def _limit(self) -> None:
        area = max(0.5, self.scale * self.scale)
        large = _LARGE if self.scale < _SOFT else _LARGER
        self._scaled.limit, self._large.limit = int(_SCALED * area), int(large * area)

    def set_scale(self, scale: float) -> None:
        """Change the pixels a unit; pictures are scaled anew when they are next asked for."""
        if scale == self.scale:
            return
        self.scale = scale
        self._scaled.clear()
        self._large.clear()
        self._limit()

    # ------------------------------------------------------------- the manifest

    @cached_property
    def _sprites(self) -> dict[str, Sprite]:
        document = json.loads(self._path("manifest.json").read_text(encoding="utf-8"))
        return {entry["id"]: _sprite(entry) for entry in document["sprites"]}

    @cached_property
    def _twice(self) -> dict[str, Sprite]:
        """The pictures drawn twice as large for large windows, by the id of the sprite."""
        return {s.more["twice"]: s for s in self._sprites.values() if "twice" in s.more}

    def _path(self, *parts: str) -> Path:
        return self._folder.joinpath(*parts) if self._folder else asset("sprites", *parts)

    @property
    def ids(self) -> tuple[str, ...]:
        """All sprite ids, sorted."""
        return tuple(sorted(self._sprites))

    def sprite(self, id_: str) -> Sprite:
        """Return what is known of a sprite; UnknownSpriteError where there is none."""
        try:
            return self._sprites[id_]
        except KeyError:
            raise UnknownSpriteError(id_) from None

    @cached_property
    def cup(self) -> dict[str, tuple[CupFrame, ...]]:
        """The cup's frames by group: idle, lying, shake (a loop), pour, slam, lift."""
        groups: dict[str, list[CupFrame]] = {}
        for sprite in self._sprites.values():
            if "mouth" in sprite.more:
                pose = _cup_frame(sprite)
                groups.setdefault(pose.group, []).append(pose)
        return {
            name: tuple(sorted(poses, key=lambda pose: pose.sprite))
            for name, poses in groups.items()
        }

    # -------------------------------------------------------------- the pictures

    def source(self, id_: str) -> pg.Surface:
        """Return a picture in the pixels of its file, premultiplied, cut to its kept part."""
        return self._sources.made(id_, lambda: self._decoded(self.sprite(id_)))

    def _decoded(self, sprite: Sprite) -> pg.Surface:
        """Decode a picture; one that is missing or damaged is told, and something plain shown."""
        try:
            return self._decode(sprite)
        except (OSError, pg.error, ValueError):
            lose(sprite.file)
            if "twice" in sprite.more:  # the smaller one is better than nothing
                return pg.transform.smoothscale(self.source(sprite.more["twice"]), _kept(sprite))
            return _plain(sprite)

    def _load(self, file: str) -> pg.Surface:
        """Decode a file, or take it over from the thread that has begun to."""
        ahead = self._ahead.pop(file, None)
        path = self._path(*file.split("/"))
        return (ahead and ahead.picture()) or pg.image.load(path)

    def _decode(self, sprite: Sprite) -> pg.Surface:
        picture = self._load(sprite.file)
        if sprite.kept is not None:
            picture = picture.subsurface(sprite.kept)
        return picture.convert(self._template).premul_alpha()

    def picture(self, id_: str, scale: float = 1.0) -> Scaled:
        """Return a sprite at `scale` times its size on the page, in pixels of the window."""
        factor = round(self.scale * scale, 4)
        key = (id_, factor)
        sprite = self.sprite(id_)
        enlarged_much = factor * sprite.ratio > _ENLARGED_MUCH * max(1.0, self.scale)
        kept = self._large if enlarged_much else self._scaled
        return kept.made(key, lambda: self._fit(sprite, factor))

    def forget(self, ids: Iterable[str]) -> None:
        """Let pictures go that will not be shown for a while, at their size on the page.

        Those that are still awaited are awaited no longer.
        """
        for id_ in ids:
            self._scaled.drop((id_, round(self.scale, 4)))
            with contextlib.suppress(ValueError):
                self._awaited.remove(id_)

    def _fit(self, sprite: Sprite, factor: float) -> Scaled:
        if factor * sprite.ratio > _SOFT:
            sprite = self._twice.get(sprite.id, sprite)
        x, y, w, h = sprite.kept or (0, 0, *sprite.pixels)
        per = factor * sprite.ratio
        left = math.floor((x * sprite.ratio - sprite.anchor[0]) * factor + 0.5)
        top = math.floor((y * sprite.ratio - sprite.anchor[1]) * factor + 0.5)
        size = (max(1, round(w * per)), max(1, round(h * per)))
        source = self.source(sprite.id)
        surface = source if size == source.get_size() else pg.transform.smoothscale(source, size)
        return Scaled(surface, (left, top))

    def sized(self, id_: str, size: Size) -> pg.Surface:
        """Return a new picture of a sprite, stretched to `size` pixels; kept by the caller."""
        return pg.transform.smoothscale(self.source(id_), (max(1, size[0]), max(1, size[1])))

    # --------------------------------------------------------------- the backdrop

    def backdrop(self, name: str, size: Size) -> pg.Surface:
        """Return an opaque picture of the table as large as the window. Only the last is kept.

        `table` covers the window whatever its shape; `title`, which has the name carved at a
        place of the page, stays with the page; beyond it lies the same wood without the name.
        """
        key = (name, size, self.scale)
        if self._backdrop is None or self._backdrop[0] != key:
            self._backdrop = None  # before the next is made: each is as large as the window
            self._backdrop = (key, self._make_backdrop(name, size))
        return self._backdrop[1]

    def _make_backdrop(self, name: str, size: Size) -> pg.Surface:
        sprite = self._backdrop_sprite(name, size)
        picture = self._wood(sprite.file, sprite.pixels)
        if sprite.more["fit"] == "cover":
            return _covering(picture, size)
        page = sprite.size
        page_size = (max(1, round(page[0] * self.scale)), max(1, round(page[1] * self.scale)))
        out = _opaque(size)
        if page_size[0] < size[0] or page_size[1] < size[1]:
            wood = self._wood(self._plain_wood(sprite), sprite.pixels)
            _lay_reflected(out, _sized(wood, page_size))
        corner = (round((size[0] - page_size[0]) / 2), round((size[1] - page_size[1]) / 2))
        out.blit(_sized(picture, page_size), corner)
        return out

    def _backdrop_sprite(self, name: str, size: Size) -> Sprite:
        """Return the smallest picture of a backdrop that is large enough for the window."""
        sprites = [s for s in self._sprites.values() if s.more.get("backdrop") == name]
        if not sprites:
            raise UnknownSpriteError(name)
        sprites.sort(key=lambda sprite: sprite.pixels)
        page, cover = sprites[0].size, sprites[0].more["fit"] == "cover"
        factors = size[0] / page[0], size[1] / page[1]
        factor = max(factors) if cover else min(factors)
        wanted = page[0] * factor * 0.99  # a table one percent too small is not worth four times it
        return next((s for s in sprites if s.pixels[0] >= wanted), sprites[-1])

    def _wood(self, file: str, pixels: Size) -> pg.Surface:
        """Decode a picture of the table; one that is lost is plain brown."""
        try:
            return self._load(file)
        except (OSError, pg.error):
            lose(file)
            plain = pg.Surface(pixels)
            plain.fill(PLAIN["table"])
            return plain

    def _plain_wood(self, title: Sprite) -> str:
        """Return the file of the table of a picture's size that has nothing carved into it."""
        tables = [s for s in self._sprites.values() if s.more.get("backdrop") == "table"]
        tables.sort(key=lambda sprite: abs(sprite.pixels[0] - title.pixels[0]))
        return tables[0].file

    # ------------------------------------------------------------------- preload

    def decode_ahead(self, backdrop: str, size: Size, ids: Iterable[str]) -> None:
        """Begin to decode what the first picture shows: the system opens the window meanwhile."""
        wood = self._backdrop_sprite(backdrop, size)
        for file in (wood.file, *(self.sprite(id_).file for id_ in ids)):
            with contextlib.suppress(OSError):  # it is told of when it is needed
                self._ahead[file] = _Decoding(self._path(*file.split("/")))

    def preload_in_thread(self, ids: Iterable[str]) -> None:
        """Decode and scale sprites while the game goes on.

        A sprite asked for meanwhile is simply made twice. What was asked for before and is not
        there yet comes after these.
        """
        self._awaited.extendleft(reversed(tuple(ids)))
        if self._thread is None or not self._thread.is_alive():
            self._stop.clear()
            self._thread = Thread(target=self._preload_awaited, name="sprites", daemon=True)
            self._thread.start()

    def _preload_awaited(self) -> None:
        with contextlib.suppress(IndexError):
            while not self._stop.is_set():
                self.picture(self._awaited.popleft())

    def stop_preloading(self) -> None:
        """Let the thread end after the sprite it is at, and wait for it."""
        self._stop.set()
        self._awaited.clear()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def decode_all(self) -> int:
        """Decode every picture of the manifest once, keep none, and return how many there are."""
        for id_ in self.ids:
            self._decode(self.sprite(id_))
        return len(self.ids)

    @property
    def bytes(self) -> int:
        """Memory of all pictures kept."""
        wood = weight(self._backdrop[1]) if self._backdrop else 0
        return self._sources.bytes + self._scaled.bytes + self._large.bytes + wood


def _sprite(entry: dict[str, Any]) -> Sprite:
    kept = entry.get("kept")
    x, y, w, h = kept or (0, 0, 0, 0)
    return Sprite(
        entry["id"],
        entry["file"],
        (entry["size"][0], entry["size"][1]),
        (entry["anchor"][0], entry["anchor"][1]),
        (x, y, w, h) if kept else None,
        (entry["pixels"][0], entry["pixels"][1]),
        entry,
    )


def _cup_frame(sprite: Sprite) -> CupFrame:
    more = sprite.more
    shadow = more["shadow"]
    return CupFrame(
        sprite.id,
        more["group"],
        (more["offset"][0], more["offset"][1]),
        shadow["sprite"],
        (shadow["offset"][0], shadow["offset"][1]),
    )


def _opaque(size: Size) -> pg.Surface:
    """Return a surface without alpha in the byte order of the window."""
    return pg.Surface(size, 0, 32, (0xFF0000, 0xFF00, 0xFF, 0))


def _covering(picture: pg.Surface, size: Size) -> pg.Surface:
    """Return the middle of a picture, enlarged or reduced to fill `size` without distortion."""
    w, h = picture.get_size()
    factor = max(size[0] / w, size[1] / h)
    part = (min(w, round(size[0] / factor)), min(h, round(size[1] / factor)))
    middle = picture.subsurface(((w - part[0]) // 2, (h - part[1]) // 2, *part))
    if part != size:
        middle = pg.transform.smoothscale(middle, size)
    out = _opaque(size)
    out.blit(middle, (0, 0))
    return out


def _sized(picture: pg.Surface, size: Size) -> pg.Surface:
    return picture if picture.get_size() == size else pg.transform.smoothscale(picture, size)


def _lay_reflected(out: pg.Surface, wood: pg.Surface) -> None:
    """Fill a surface with plain wood: in its middle as it is, around that its reflections.

    Dimmed as much as the carved picture is at its borders, which will lie upon the middle.
    """
    w, h = wood.get_size()
    left, top = round((out.get_width() - w) / 2), round((out.get_height() - h) / 2)
    for i in range(-math.ceil(left / w), math.ceil((out.get_width() - left) / w)):
        for j in range(-math.ceil(top / h), math.ceil((out.get_height() - top) / h)):
            tile = pg.transform.flip(wood, i % 2 == 1, j % 2 == 1) if i % 2 or j % 2 else wood
            out.blit(tile, (left + i * w, top + j * h))
    out.fill(_BORDER_LIGHT, special_flags=pg.BLEND_RGB_MULT)
