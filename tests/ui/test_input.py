"""What counts as one press, and what keys mean."""

import pygame as pg
import pytest

from cacho.ui.input import (
    Activate,
    Cancel,
    Digit,
    Drag,
    Erase,
    Input,
    Intent,
    Key,
    Move,
    Press,
    Quit,
    Release,
    SelectAll,
    Shake,
    Step,
    ToggleFullscreen,
    Typed,
)
from cacho.ui.viewport import Viewport


class Hand:
    """A player with a clock."""

    def __init__(self, size: tuple[int, int] = (1920, 1080)) -> None:
        self.now = 10.0
        self.input = Input(lambda: self.now)
        self.input.viewport = Viewport(*size)

    def do(self, kind: int, **fields: object) -> list[Intent]:
        return list(self.input.read([pg.Event(kind, **fields)]))

    def down(self, at: tuple[int, int] = (700, 400), touch: bool = False) -> list[Intent]:
        return self.do(pg.MOUSEBUTTONDOWN, pos=at, button=1, touch=touch)

    def up(self, at: tuple[int, int] = (700, 400)) -> list[Intent]:
        return self.do(pg.MOUSEBUTTONUP, pos=at, button=1, touch=False)

    def key(self, key: int, text: str = "", mod: int = 0) -> list[Intent]:
        return self.do(pg.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)


def test_a_tap_is_one_press() -> None:
    """I01: the finger event and the made-up mouse event are one tap."""
    hand = Hand()
    finger = hand.do(pg.FINGERDOWN, touch_id=1, finger_id=1, x=0.36, y=0.37, dx=0, dy=0)
    assert finger + hand.down(touch=True) == [Press(700, 400)]


def test_the_echo_of_a_tap_is_no_press() -> None:
    """I01: some systems send a second click, not marked as touch, a moment later."""
    hand = Hand()
    hand.down(touch=True)
    hand.up()
    hand.now += 0.2
    assert hand.down((705, 404)) == []


def test_two_presses_ten_milliseconds_apart_are_one() -> None:
    hand = Hand()
    assert hand.down() == [Press(700, 400)]
    hand.now += 0.01
    assert hand.down() == []


def test_a_double_click_is_two_presses_and_so_are_two_places() -> None:
    hand = Hand()
    hand.down()
    hand.now += 0.12
    assert hand.down() == [Press(700, 400)]
    hand.now += 0.01
    assert hand.down((900, 400)) == [Press(900, 400)]


def test_the_click_that_wakes_the_window_does_nothing_else() -> None:
    """I11."""
    hand = Hand()
    hand.do(pg.WINDOWFOCUSLOST)
    hand.now += 5
    hand.do(pg.WINDOWFOCUSGAINED)
    assert hand.down() == []
    assert hand.up() == []
    hand.now += 0.5
    assert hand.down() == [Press(700, 400)]


@pytest.mark.parametrize("lost", [False, True])
def test_a_click_while_the_window_goes_full_screen_counts(lost: bool) -> None:
    """The window manager takes the focus and gives it back, or only tells of it once more."""
    hand = Hand()
    if lost:
        hand.do(pg.WINDOWFOCUSLOST)
        hand.now += 0.05
    hand.do(pg.WINDOWFOCUSGAINED)
    assert hand.down() == [Press(700, 400)]


def test_other_buttons_and_the_wheel_do_nothing() -> None:
    hand = Hand()
    for button in (2, 3, 4, 5):
        assert hand.do(pg.MOUSEBUTTONDOWN, pos=(1, 1), button=button, touch=False) == []


def test_moving_counts_only_while_down() -> None:
    hand = Hand()
    move = {"pos": (710, 410), "rel": (1, 1), "buttons": (0, 0, 0), "touch": False}
    assert hand.do(pg.MOUSEMOTION, **move) == []
    hand.down()
    assert hand.do(pg.MOUSEMOTION, **move) == [Drag(710, 410)]
    assert hand.up() == [Release(700, 400)]


@pytest.mark.parametrize(
    ("size", "pixel", "page"),
    [
        ((1366, 768), (683, 384), (960, 540)),
        ((3840, 2160), (0, 0), (0, 0)),
        ((1024, 768), (512, 384), (960, 540)),
        ((2560, 1080), (320, 0), (0, 0)),
        ((1080, 1920), (540, 960), (960, 540)),
    ],
)
def test_a_press_is_where_the_pointer_is(
    size: tuple[int, int], pixel: tuple[int, int], page: tuple[float, float]
) -> None:
    (press,) = Hand(size).down(pixel)
    assert isinstance(press, Press)
    assert (press.x, press.y) == pytest.approx(page, abs=1.5)


def test_keys() -> None:
    hand = Hand()
    assert hand.key(pg.K_SPACE, " ") == [Shake(True)]
    assert hand.do(pg.KEYUP, key=pg.K_SPACE, mod=0, unicode=" ", scancode=0) == [Shake(False)]
    assert hand.key(pg.K_RETURN, "\r") == [Activate()]
    assert hand.key(pg.K_RETURN, "\r", pg.KMOD_LALT) == [ToggleFullscreen()]
    assert hand.key(pg.K_F11) == [ToggleFullscreen()]
    assert hand.key(pg.K_ESCAPE, "\x1b") == [Cancel()]
    assert hand.key(pg.K_TAB, "\t", pg.KMOD_LSHIFT) == [Move(Step.BACK)]
    assert hand.key(pg.K_LEFT) == [Move(Step.LEFT)]
    assert hand.key(pg.K_3, "3") == [Digit(3)]
    assert hand.key(pg.K_KP4, "4") == [Digit(4)]
    assert hand.key(pg.K_3, '"') == [Digit(3)], "the number row of layouts with digits on shift"
    assert hand.key(pg.K_BACKSPACE, "\x08") == [Erase()]
    assert hand.key(pg.K_F1) == [Key("f1")]
    assert hand.key(pg.K_PLUS, "?") == [Key("?")]


def test_a_field_gets_text_and_no_shortcuts() -> None:
    """I18: names come composed, from TEXTINPUT; AltGr is no shortcut."""
    hand = Hand()
    hand.input.typing = True
    assert hand.key(pg.K_SPACE, " ") == []
    assert hand.key(pg.K_3, "3") == []
    assert hand.key(pg.K_q, "@", pg.KMOD_RALT) == []
    assert hand.do(pg.TEXTINPUT, text="é") == [Typed("é")]
    assert hand.key(pg.K_ESCAPE) == [Cancel()]


def test_text_goes_nowhere_without_a_field() -> None:
    assert Hand().do(pg.TEXTINPUT, text="a") == []


def test_closing_the_window() -> None:
    assert Hand().do(pg.QUIT) == [Quit()]


def test_pasting_into_a_field() -> None:
    events = Input(lambda: 1.0, clipboard=lambda: "Ñandú")
    paste = pg.Event(pg.KEYDOWN, key=pg.K_v, mod=pg.KMOD_LCTRL, unicode="\x16", scancode=0)
    assert list(events.read([paste])) == []
    events.typing = True
    assert list(events.read([paste])) == [Typed("Ñandú")]


def test_all_of_a_name_is_marked_in_a_field_only() -> None:
    events = Input(lambda: 1.0)
    mark = pg.Event(pg.KEYDOWN, key=pg.K_a, mod=pg.KMOD_LCTRL, unicode="\x01", scancode=0)
    assert list(events.read([mark])) == []
    events.typing = True
    assert list(events.read([mark])) == [SelectAll()]
