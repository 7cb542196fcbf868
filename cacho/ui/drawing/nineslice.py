"""Pictures with a border fitted to any size: the middle is cut out or repeated, never stretched.

Owns how stitched leather and soft shadows grow and shrink. Surfaces are 32 bits, premultiplied;
lengths are pixels of the given picture.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame as pg

FADE_PX: Final = 30
"""The two halves are blended over this length, so that no seam shows in the leather."""


def fitting_length(wanted: float, margin: int, pitch: int) -> int:
    """Return the nearest length at which stitches come out even, pixels.

    That is twice the margin and a multiple of the pitch.
    """
    return 2 * margin + max(0, round((wanted - 2 * margin) / pitch)) * pitch


def fit(sprite: pg.Surface, size: tuple[int, int], margin: int, pitch: int = 1) -> pg.Surface:
    """Return the picture with another size; take `fitting_length` for one with even stitches."""
    wide = _fit_width(sprite, size[0], margin, pitch)
    tall = _fit_width(pg.transform.rotate(wide, 90), size[1], margin, pitch)
    return pg.transform.rotate(tall, -90)


def stretch(sprite: pg.Surface, size: tuple[int, int], margin: int) -> pg.Surface:
    """Return the picture with another size, its plain middle stretched: for soft shadows."""
    return _stretch_height(_stretch_width(sprite, size[0], margin), size[1], margin)


def _stretch_height(sprite: pg.Surface, height: int, margin: int) -> pg.Surface:
    return pg.transform.rotate(_stretch_width(pg.transform.rotate(sprite, 90), height, margin), -90)


def _stretch_width(sprite: pg.Surface, width: int, margin: int) -> pg.Surface:
    full, height = sprite.get_size()
    margin = min(margin, width // 2, full // 2)
    out = pg.Surface((width, height), pg.SRCALPHA, 32)
    out.blit(sprite, (0, 0), (0, 0, margin, height), pg.BLEND_PREMULTIPLIED)
    right = (full - margin, 0, margin, height)
    out.blit(sprite, (width - margin, 0), right, pg.BLEND_PREMULTIPLIED)
    if width > 2 * margin:
        middle = sprite.subsurface((full // 2, 0, 1, height))
        wide = pg.transform.scale(middle, (width - 2 * margin, height))
        out.blit(wide, (margin, 0), special_flags=pg.BLEND_PREMULTIPLIED)
    return out


def _fit_width(sprite: pg.Surface, width: int, margin: int, pitch: int) -> pg.Surface:
    if width == sprite.get_width():
        return sprite
    if width < sprite.get_width():
        return _without_middle(sprite, width)
    return _with_more_middle(sprite, width, margin, pitch)


def _with_more_middle(sprite: pg.Surface, width: int, margin: int, pitch: int) -> pg.Surface:
    """Return a longer picture: the middle again and again, each time blended into the last."""
    full, height = sprite.get_size()
    step = (full - 2 * margin - FADE_PX) // pitch * pitch
    out = pg.Surface((width, height), pg.SRCALPHA, 32)
    out.blit(sprite, (0, 0), (0, 0, full - margin, height), pg.BLEND_PREMULTIPLIED)
    end = full - margin  # as far as the picture is there
    while end < width - margin:
        more = min(step, width - margin - end)
        source = full - margin - more - FADE_PX
        _lay_over(out, sprite, (source, end - FADE_PX, more + FADE_PX))
        end += more
    _lay_over(out, sprite, (full - margin - FADE_PX, end - FADE_PX, margin + FADE_PX))
    return out


def _without_middle(sprite: pg.Surface, width: int) -> pg.Surface:
    """Return a shorter picture: the left end runs over into the right end."""
    full, height = sprite.get_size()
    fade = max(1, min(FADE_PX, width // 3))
    start = (width - fade) // 2
    out = pg.Surface((width, height), pg.SRCALPHA, 32)
    out.blit(sprite, (0, 0), (0, 0, start + fade, height), pg.BLEND_PREMULTIPLIED)
    _lay_over(out, sprite, (full - width + start, start, width - start), fade)
    return out


def _lay_over(
    out: pg.Surface, sprite: pg.Surface, part: tuple[int, int, int], fade: int = FADE_PX
) -> None:
    """Put columns of the picture over what is there, blended over their first `fade` columns.

    `part`: first column of the picture, column it goes to, how many.
    """
    source, to, count = part
    height = sprite.get_height()
    fade = min(fade, count)
    rising, falling = _ramps(fade, height)
    piece = pg.Surface((count, height), pg.SRCALPHA, 32)
    piece.blit(sprite, (0, 0), (source, 0, count, height), pg.BLEND_PREMULTIPLIED)
    piece.blit(rising, (0, 0), special_flags=pg.BLEND_RGBA_MULT)
    out.blit(falling, (to, 0), special_flags=pg.BLEND_RGBA_MULT)
    out.fill((0, 0, 0, 0), (to + fade, 0, count - fade, height))
    out.blit(piece, (to, 0), special_flags=pg.BLEND_RGBA_ADD)


@lru_cache(maxsize=8)
def _ramps(length: int, height: int) -> tuple[pg.Surface, pg.Surface]:
    """Return grey pictures that multiply: from black to white along the length, and back."""
    rising = pg.Surface((length, 1), pg.SRCALPHA, 32)
    falling = pg.Surface((length, 1), pg.SRCALPHA, 32)
    for x in range(length):
        share = round(255 * (x + 0.5) / length)
        rising.set_at((x, 0), (share,) * 4)
        falling.set_at((x, 0), (255 - share,) * 4)
    size = (length, height)
    return pg.transform.scale(rising, size), pg.transform.scale(falling, size)
