"""The die shows the right face, with the right pips, and always the same picture."""

from __future__ import annotations

import itertools
import math

import pygame as pg
import pytest

from cacho.ui.drawing import die

EDGE = 104
OPAQUE = 250  # reducing a picture rounds opaque pixels down to 253 or so
FACES = range(1, 7)
YAWS = [math.radians(15 * i + 4) for i in range(0, 24, 5)]


@pytest.fixture(scope="module", params=[None, 2.0], ids=["lying", "tumbling"])
def art(request: pytest.FixtureRequest) -> die.DieArt:
    """Return a classic die, drawn as one that lies and as one that tumbles."""
    return die.DieArt(EDGE, supersample=request.param)


def face_centre(q: die.Orientation, face: int) -> tuple[float, float, float]:
    """Return where the centre of a face is seen (x right, y down, half edges), and its slant."""
    m = die.matrix(q)
    n = die.FACES[face][0]
    x, y, z = (sum(row[i] * n[i] for i in range(3)) for row in m)
    c, s = math.cos(die.TILT), math.sin(die.TILT)
    return x, -(c * y + s * z), c * z - s * y


def to_face(q: die.Orientation, face: int, dx: float, dy: float) -> tuple[float, float]:
    """Return the face coordinates of a point seen at dx, dy (half edges, y down)."""
    m = die.matrix(q)
    c, s = math.cos(die.TILT), math.sin(die.TILT)
    cx, cy, _ = face_centre(q, face)
    axes = []
    for axis in die.FACES[face][1:]:
        x, y, z = (sum(row[i] * axis[i] for i in range(3)) for row in m)
        axes.append((x, -(c * y + s * z)))
    (a, b), (e, f) = axes
    det = a * f - e * b
    px, py = dx - cx, dy - cy
    return (px * f - e * py) / det, (a * py - px * b) / det


def count_pips(art: die.DieArt, q: die.Orientation, face: int) -> int:
    """Return the number of dark or red blobs in the picture of a face."""
    picture = art.render(q)
    w, h = picture.get_size()
    half = art.edge_px / 2
    dark = set()
    for x, y in itertools.product(range(w), range(h)):
        r, g, b, a = picture.get_at((x, y))
        if a < OPAQUE or (max(r, g, b) > 72 and g > 0.6 * r):
            continue
        u, v = to_face(q, face, (x + 0.5 - w / 2) / half, (y + 0.5 - h / 2) / half)
        if max(abs(u), abs(v)) < 0.76:
            dark.add((x, y))
    blobs = 0
    while dark:
        blobs += 1
        todo = [dark.pop()]
        while todo:
            x, y = todo.pop()
            for spot in itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1)):
                if spot in dark:
                    dark.remove(spot)
                    todo.append(spot)
    return blobs


@pytest.mark.parametrize("face", FACES)
def test_top_face_and_pips(art: die.DieArt, face: int) -> None:
    """Each face, at several yaws: on top, and its pips can be counted."""
    for yaw in YAWS:
        q = die.resting(face, yaw)
        assert die.top_face(q) == face
        assert count_pips(art, q, face) == face


@pytest.mark.parametrize("face", FACES)
def test_sides(art: die.DieArt, face: int) -> None:
    """The faces seen on the sides show their pips too, and never the one below."""
    for yaw in YAWS[:2]:
        q = die.resting(face, yaw)
        for side in FACES:
            if face_centre(q, side)[2] > 0.3 and side != face:
                assert side + face != 7
                assert count_pips(art, q, side) == side


def test_opposite_faces_make_seven() -> None:
    """Opposite faces add up to 7, and 1, 2, 3 turn counter-clockwise."""
    for face in FACES:
        normal = die.FACES[face][0]
        assert die.FACES[7 - face][0] == tuple(-c for c in normal)
    one, two, three = (die.FACES[f][0] for f in (1, 2, 3))
    cross = (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )
    assert cross == three


@pytest.mark.parametrize("now", FACES)
@pytest.mark.parametrize("want", FACES)
def test_relabel(now: int, want: int) -> None:
    """Relabelling puts the wanted face on top and keeps the outline of the body."""
    q = die.resting(now, 0.7)
    new = die.relabel(q, want)
    assert die.top_face(new) == want
    assert sum(c * c for c in new) == pytest.approx(1)
    values = sorted(abs(c) for row in die.matrix(q) for c in row)
    assert sorted(abs(c) for row in die.matrix(new) for c in row) == pytest.approx(values)


def test_matrix_and_quaternion_agree(art: die.DieArt) -> None:
    """An orientation given as a matrix gives the same picture as its quaternion."""
    q = die.compose(die.about((0.6, 0.0, 0.8), 1.1), die.resting(5, 0.4))
    assert bytes_of(art.render(q)) == bytes_of(art.render(die.matrix(q)))


def bytes_of(surface: pg.Surface) -> bytes:
    """Return the pixels of a surface."""
    return pg.image.tobytes(surface, "RGBA")


def test_deterministic(art: die.DieArt) -> None:
    """The same orientation gives the same pixels, whatever was drawn before."""
    q = die.compose(die.about((0.0, 0.6, 0.8), 0.9), die.resting(3, 0.2))
    first = bytes_of(art.render(q))
    art.render(die.resting(6, 1.0))
    assert bytes_of(art.render(q)) == first
    assert bytes_of(die.DieArt(EDGE, supersample=art.ss).render(q)) == first


def test_premultiplied(art: die.DieArt) -> None:
    """No colour exceeds its alpha by more than rounding, and the middle is opaque."""
    picture = art.render(die.resting(2, 0.5))
    w, h = picture.get_size()
    for x, y in itertools.product(range(w), range(h)):
        r, g, b, a = picture.get_at((x, y))
        assert max(r, g, b) <= a + 3
    assert picture.get_at((w // 2, h // 2)).a >= OPAQUE
    assert all(picture.get_at(p).a == 0 for p in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)))


@pytest.mark.parametrize("edge", [104, 130, 208])
def test_no_holes(edge: int) -> None:
    """The body has no cracks: along each row and column, nothing clear between opaque pixels."""
    art = die.DieArt(edge)
    for i in range(12):
        q = die.compose(die.about((0.48, 0.6, 0.64), i * 0.53), die.resting(1 + i % 6, i))
        picture = art.render(q)
        w, h = picture.get_size()
        alpha = [[picture.get_at((x, y)).a for x in range(w)] for y in range(h)]
        for line in (*alpha, *zip(*alpha, strict=True)):
            solid = [x for x, a in enumerate(line) if a >= OPAQUE]
            assert not solid or min(line[solid[0] : solid[-1] + 1]) > 190


def test_palettes() -> None:
    """The classic ace is red; a black one and one of larger black pips are not."""
    q = die.resting(1, 0.0)
    reds = []
    black = die.Palette(pip=(0, 0, 0), ace=(0, 0, 0), pip_scale=1.16, grain=0.0)
    for palette in (die.CLASSIC, die.Palette(ace=None), black):
        picture = die.DieArt(EDGE, palette).render(q)
        x, y, _ = face_centre(q, 1)
        at = (
            int(picture.get_width() / 2 + x * EDGE / 2),
            int(picture.get_height() / 2 + y * EDGE / 2),
        )
        colour = picture.get_at(at)
        reds.append(colour.r - colour.g)
    assert reds[0] > 80
    assert max(reds[1:]) < 25


def test_shadow_fades_with_height() -> None:
    """A shadow is darkest when the die lies, and moves away along the lamp as it rises."""
    art = die.ShadowArt(EDGE)
    q = die.resting(4, 0.3)

    def darkest(height: float) -> int:
        shadow = art.render(q, height).surface
        w, h = shadow.get_size()
        return max(shadow.get_at((x, y)).a for x in range(0, w, 3) for y in range(0, h, 3))

    assert darkest(0) > darkest(1) > darkest(3) > 0
    low, high = art.render(q, 0), art.render(q, 2)
    for i in (0, 1):
        size = low.surface.get_size()[i], high.surface.get_size()[i]
        assert high.offset[i] + size[1] / 2 > low.offset[i] + size[0] / 2 + EDGE / 4
    assert high.surface.get_at((0, 0)).a == 0


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_is_squared_by_the_shortest_turn(face: int) -> None:
    for yaw in (-3.0, -0.7, 0.0, 0.3, 0.8, 2.5):
        lying = die.resting(face, yaw)
        square = die.squared(lying, 0.0)
        assert die.top_face(square) == face
        assert all(min(abs(c), 1 - abs(c)) < 1e-6 for row in die.matrix(square) for c in row)
        turned = 2 * math.acos(
            min(1.0, abs(sum(a * b for a, b in zip(lying, square, strict=True))))
        )
        assert turned <= math.pi / 4 + 1e-6
