"""Leather of any size: stitches come out even, nothing is stretched, no seam."""

from __future__ import annotations

import pygame as pg
import pytest

from cacho.ui.drawing import nineslice

MARGIN, PITCH = 45, 15


def stitched(size: tuple[int, int] = (600, 165)) -> pg.Surface:
    """Return plain leather whose stitches show as light columns and rows."""
    surface = pg.Surface(size, pg.SRCALPHA, 32)
    surface.fill((90, 50, 30, 255))
    for x in range(MARGIN, size[0] - MARGIN, PITCH):
        surface.fill((240, 220, 180, 255), (x, 8, 9, 4))
        surface.fill((240, 220, 180, 255), (x, size[1] - 12, 9, 4))
    return surface


def stitches(surface: pg.Surface) -> list[tuple[int, int]]:
    """Return start and length of the light parts along the upper seam."""
    row = [surface.get_at((x, 10)).r > 165 for x in range(surface.get_width())]
    out, start = [], None
    for x, light in enumerate([*row, False]):
        if light and start is None:
            start = x
        elif not light and start is not None:
            out.append((start, x - start))
            start = None
    return out


@pytest.mark.parametrize("width", [120, 285, 330, 599, 615, 900, 1485])
def test_stitches_come_out_even(width: int) -> None:
    length = nineslice.fitting_length(width, MARGIN, PITCH)
    assert abs(length - width) <= PITCH / 2
    seam = stitches(nineslice.fit(stitched(), (length, 165), MARGIN, PITCH))
    assert [a for a, _ in seam] == list(range(MARGIN, length - MARGIN, PITCH))
    assert {wide for _, wide in seam} == {9}


@pytest.mark.parametrize("size", [(300, 120), (900, 105), (300, 405), (600, 165)])
def test_size_and_no_holes(size: tuple[int, int]) -> None:
    picture = nineslice.fit(stitched(), size, MARGIN, PITCH)
    assert picture.get_size() == size
    alphas = pg.image.tobytes(picture, "RGBA")[3::4]
    assert min(alphas) >= 252  # blending two halves rounds


def test_a_shadow_keeps_its_border_and_stretches_its_middle() -> None:
    soft = pg.Surface((160, 160), pg.SRCALPHA, 32)
    pg.draw.rect(soft, (0, 0, 0, 200), (40, 40, 80, 80), border_radius=12)
    soft = pg.transform.gaussian_blur(soft, 8, False)
    large = nineslice.stretch(soft, (700, 300), 64)
    assert large.get_size() == (700, 300)
    assert large.get_at((350, 150)) == soft.get_at((80, 80))
    for x, y in ((20, 20), (30, 60), (60, 30)):
        assert large.get_at((x, y)) == soft.get_at((x, y))
        assert large.get_at((699 - x, 299 - y)) == soft.get_at((159 - x, 159 - y))
