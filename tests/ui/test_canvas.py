"""The canvas shows what the layers say, paints only what changed, and misses nothing."""

from __future__ import annotations

import random

import pygame as pg
import pytest

from cacho.ui.canvas import Canvas
from cacho.ui.drawing import die
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
    Text,
    Veil,
)
from cacho.ui.pencil import trail
from cacho.ui.sprites import SpriteBook
from cacho.ui.typeface import Typeface

SMALL = (480, 300)


@pytest.fixture(scope="module")
def sprites() -> SpriteBook:
    return SpriteBook()


@pytest.fixture(scope="module")
def typeface() -> Typeface:
    return Typeface()


class Screen:
    """A canvas on a surface of its own."""

    def __init__(self, size: tuple[int, int], sprites: SpriteBook, typeface: Typeface) -> None:
        self.surface = new_surface(size)
        self.canvas = Canvas(lambda: self.surface, sprites, typeface)

    def show(self, *layers: Layer) -> list[pg.Rect]:
        return self.canvas.show(layers)

    @property
    def pixels(self) -> bytes:
        return pg.image.tobytes(self.surface, "RGB")


def new_surface(size: tuple[int, int]) -> pg.Surface:
    return pg.Surface(size, 0, 32)


@pytest.fixture
def screen(sprites: SpriteBook, typeface: Typeface) -> Screen:
    return Screen(SMALL, sprites, typeface)


TABLE = (Backdrop("table"),)


def turned(seed: int) -> die.Quat:
    return die.compose(die.about((0.6, 0.0, 0.8), seed * 0.37), die.resting(1 + seed % 6, seed))


def any_item(rng: random.Random) -> Item:
    """Return some item of some kind, often the same one again."""
    x, y = rng.randrange(-100, 2000, 97) + rng.random(), rng.randrange(-60, 1140, 83) + 0.25
    pose = turned(rng.randrange(4))
    makers = (
        lambda: Picture(
            rng.choice(("cup_lying", "ring_1", "pencil")), x, y, angle=rng.choice((0.0, 40.0))
        ),
        lambda: Picture("cup_idle_shadow", x, y, alpha=rng.choice((255, 90))),
        lambda: Paper("row_1", x, y, 300, 260, rng.choice((0.0, -0.8))),
        lambda: Leather(
            rng.choice(("red", "dark")), rng.choice(("normal", "pressed")), x, y, 380, 110
        ),
        lambda: Text(
            rng.choice("aeiou") * 5, x, y, 60, "hand", width=rng.choice((0.0, 60.0)), shadow=True
        ),
        lambda: Ink(
            rng.choice(("43", "X", "grid")), x, y, 120, 120, "blue", 3, rng.choice((0.4, 1.0))
        ),
        lambda: DieItem(x, y, pose, still=rng.random() < 0.5),
        lambda: DieShadow(x, y, pose, rng.choice((0.0, 1.5))),
        lambda: Veil(x, y, 500, 200, alpha=rng.choice((60, 150))),
        lambda: Glow(x, y, 300, 200),
        lambda: Light(x, y, 220, alpha=rng.choice((60, 200))),
        lambda: Outline(x, y, 240, 120),
    )
    return rng.choice(makers)()


def changed_layers(layers: list[Layer], rng: random.Random) -> list[Layer]:
    """Return the layers with some items moved, added, removed or put in another order."""
    out = list(layers)
    for _ in range(rng.randrange(1, 3)):
        i = rng.randrange(1, len(out))
        items = list(out[i])
        act = rng.randrange(6)
        if act == 0 and items:
            items[rng.randrange(len(items))] = any_item(rng)
        elif act == 1:
            items.insert(rng.randrange(len(items) + 1), any_item(rng))
        elif act == 2 and items:
            del items[rng.randrange(len(items))]
        elif act == 3:
            rng.shuffle(items)
        elif act == 4:
            out.insert(i, tuple(any_item(rng) for _ in range(2)))
            continue
        elif len(out) > 3:
            del out[i]
            continue
        out[i] = tuple(items)
    return out


def test_what_changed_is_all_that_need_be_painted(
    sprites: SpriteBook, typeface: Typeface, soak: bool
) -> None:
    """After any series of changes the surface is what painting it from nothing gives."""
    for seed in range(60 if soak else 3):
        rng = random.Random(seed)
        lived = Screen(SMALL, sprites, typeface)
        layers: list[Layer] = [TABLE, *(tuple(any_item(rng) for _ in range(6)) for _ in range(3))]
        for _ in range(25):
            lived.show(*layers)
            fresh = Screen(SMALL, sprites, typeface)
            fresh.show(*layers)
            assert lived.pixels == fresh.pixels, f"seed {seed}"
            layers = changed_layers(layers, rng)


def test_a_still_screen_needs_no_paint(screen: Screen) -> None:
    layers = (TABLE, (Leather("red", "normal", 400, 400, 400, 120), Text("hola", 600, 460, 60)))
    assert screen.show(*layers) == [pg.Rect((0, 0), SMALL)]
    assert screen.show(*layers) == []
    equal = tuple(tuple(item._replace() for item in layer) for layer in layers)
    assert screen.show(*equal) == []


def test_only_the_places_of_a_moved_item_are_painted(screen: Screen) -> None:
    still = Leather("red", "normal", 100, 100, 400, 120)
    before, after = Text("ala", 1000, 800, 60), Text("ala", 1400, 500, 60)
    screen.show(TABLE, (still, before))
    changed = screen.show(TABLE, (still, after))
    places = [screen.canvas.bounds(before), screen.canvas.bounds(after)]
    assert all(any(rect.contains(place) for rect in changed) for place in places)
    area = sum(rect.w * rect.h for rect in changed)
    assert area <= sum(place.w * place.h for place in places)


def test_items_of_two_kinds_with_equal_fields_are_not_the_same(screen: Screen) -> None:
    """A veil and a light can have equal fields; one must not be taken for the other."""
    colour = (200, 180, 120)
    veil, glow = Veil(500, 400, 300, 200, colour, 90), Glow(500, 400, 300, 200, colour, 90)
    assert tuple(veil) == tuple(glow)
    screen.show(TABLE, (veil,))
    first = screen.pixels
    assert screen.show(TABLE, (glow,))
    assert screen.pixels != first


def test_a_layer_that_comes_between_leaves_the_others_alone(screen: Screen) -> None:
    low, high = (Text("bajo", 300, 200, 60),), (Text("alto", 1500, 900, 60),)
    screen.show(TABLE, low, high)
    new = Outline(800, 500, 200, 100)
    changed = screen.show(TABLE, low, (new,), high)
    assert changed == [screen.canvas.bounds(new)]
    assert screen.show(TABLE, low, high) == changed


def test_a_new_size_is_noticed(sprites: SpriteBook, typeface: Typeface) -> None:
    layers = (TABLE, (Text("hola", 960, 540, 90, align="centre"),))
    screen = Screen(SMALL, sprites, typeface)
    screen.show(*layers)
    screen.surface = new_surface((640, 360))
    assert screen.show(*layers) == [pg.Rect(0, 0, 640, 360)]
    fresh = Screen((640, 360), sprites, typeface)
    fresh.show(*layers)
    assert screen.pixels == fresh.pixels


def test_lost_pixels_are_painted_again(screen: Screen) -> None:
    screen.show(TABLE)
    good = screen.pixels
    screen.surface.fill((0, 0, 0))
    screen.canvas.invalidate()
    assert screen.show(TABLE) == [pg.Rect((0, 0), SMALL)]
    assert screen.pixels == good


@pytest.mark.parametrize("size", [(1024, 768), (1366, 768), (2560, 1080), (540, 960)])
@pytest.mark.parametrize("sprite", ["table", "title"])
def test_there_is_wood_on_every_pixel(
    sprites: SpriteBook, typeface: Typeface, size: tuple[int, int], sprite: str
) -> None:
    screen = Screen(size, sprites, typeface)
    screen.surface.fill((0, 0, 255))
    screen.show((Backdrop(sprite),))
    w, h = size
    for x in range(0, w, 31):
        for y in (0, 1, h // 2, h - 2, h - 1):
            r, _, b, _ = screen.surface.get_at((x, y))
            assert r > 6, (x, y)
            assert b < 190, (x, y)


def test_the_carved_name_stays_with_the_page(sprites: SpriteBook, typeface: Typeface) -> None:
    """Whatever the window's shape, the gold of the title is under the same place of the page."""
    for size in ((960, 540), (960, 720), (1280, 540)):
        screen = Screen(size, sprites, typeface)
        screen.show((Backdrop("title"),))
        x, y = screen.canvas.view.to_window(893, 250)  # the stem of the h
        r, g, b, _ = screen.surface.get_at((round(x), round(y)))
        assert min(r - 130, g - 90, 110 - b) > 0, size


def test_a_mark_grows_and_ends_as_the_whole_mark(screen: Screen) -> None:
    def ink_at(upto: float) -> int:
        screen.show((Ink("43", 400, 300, 300, 300, "chalk", 5, upto),))
        return sum(screen.pixels)

    amounts = [ink_at(step / 8) for step in range(9)]
    assert amounts[0] == 0
    assert amounts == sorted(amounts)
    assert ink_at(0.9999) == amounts[-1]


def lit(surface: pg.Surface) -> pg.Rect:
    """Return the part of a picture on black that is not black."""
    copy = surface.copy()
    copy.set_colorkey((0, 0, 0))
    return copy.get_bounding_rect()


def test_no_two_digits_of_a_number_are_alike(screen: Screen) -> None:
    screen.show((Ink("33", 400, 300, 600, 400, "chalk", 1),))
    part = lit(screen.surface)
    left = screen.surface.subsurface((part.x, part.y, part.w // 2, part.h))
    right = screen.surface.subsurface((part.x + part.w // 2, part.y, part.w // 2, part.h))
    assert pg.image.tobytes(left, "RGB") != pg.image.tobytes(right, "RGB")


def test_text_shrinks_to_its_width(screen: Screen) -> None:
    text = Text("Wenceslao Ñuflo!", 200, 300, 80, "hand", width=300)
    loose = screen.canvas.bounds(text._replace(width=0))
    tight = screen.canvas.bounds(text)
    limit = 300 * screen.canvas.view.k + 1
    assert loose.w > limit >= tight.w > limit * 0.85


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("centre", 0.5), ("right", 1.0)])
def test_text_stands_where_it_is_told(screen: Screen, align: str, share: float) -> None:
    text = Text("HHHH", 900, 500, 200, "print", align=align)
    screen.show((text,))
    seen = lit(screen.surface)
    k = screen.canvas.view.k
    x, y = screen.canvas.view.to_window(900, 500)
    assert abs(seen.x + seen.w * share - x) <= 20 * k
    assert abs(seen.centery - y) <= 1.5


def test_a_turned_picture_keeps_its_anchor(screen: Screen) -> None:
    """The pencil's tip stays on its place whatever the angle: it is what writes."""
    for angle in (0.0, 62.0, 137.0, 250.0):
        item = Picture("pencil", 960, 540, 0.5, angle)
        screen.show((item,))
        x, y = (round(v) for v in screen.canvas.view.to_window(960, 540))
        near = [screen.surface.get_at((x + i, y + j)) for i in range(-4, 5) for j in range(-4, 5)]
        assert max(sum(c[:3]) for c in near) > 60, angle


@pytest.mark.parametrize("size", [(960, 540), (1366, 768), (2560, 1440)])
@pytest.mark.parametrize("glyph", ["28", "X", "grid"])
def test_the_pencil_goes_where_the_finished_mark_lies(
    glyph: str, size: tuple[int, int], sprites: SpriteBook, typeface: Typeface
) -> None:
    """In a window of any size a mark under the pencil is the one that stays."""
    screen = Screen(size, sprites, typeface)
    item = Ink(glyph, 300.4, 200.3, 150.6, 91.2, "pencil", 7)
    screen.show((Veil(colour=(255, 255, 255), alpha=255), item))
    ink = pg.mask.from_threshold(screen.surface, (255, 255, 255), (4, 4, 4, 255))
    ink.invert()
    for _begin, _end, points in trail([item]).strokes:
        for x, y in points:
            px, py = (round(v) for v in screen.canvas.view.to_window(x, y))
            near = [ink.get_at((px + i, py + j)) for i in range(-2, 3) for j in range(-2, 3)]
            assert any(near), (x, y)


def test_the_kept_pictures_stay_within_their_limit(sprites: SpriteBook, typeface: Typeface) -> None:
    screen = Screen(SMALL, sprites, typeface)
    limit = screen.canvas._looks.limit
    for i in range(160):
        screen.show(TABLE, (Paper("big_0", 100, 60, 1200 + 4 * i, 900),))
    assert screen.canvas._looks.bytes <= limit
