"""The options: every change is heard or seen at once, and kept on disk."""

import pytest

from cacho.services import i18n, settings
from cacho.ui.app import Wishes
from cacho.ui.painter import Ink, Leather, Text
from cacho.ui.scenes.options import Options
from cacho.ui.scenes.title import Title
from tests.ui.helpers import (
    WAYS,
    by_keys,
    click,
    focus_on,
    heard,
    ids,
    items,
    key,
    make_app,
    overlaps,
    says,
    scenes,
    tap,
    texts,
    turn,
)

VOLUMES = ("dice_volume", "table_volume", "interface_volume")
FLAGS = ("muted", "reduced_motion", "confirm_cross", "fullscreen")


@pytest.fixture
def app(tmp_path):
    app = make_app(tmp_path, dice_volume=0.5, table_volume=0.5, interface_volume=0.5)
    app.go(Title(app))
    app.push(Options(app))
    return app


def kept(app):
    """What the next start of the program would find."""
    return settings.load_settings(app.home.settings_file)[0]


def strokes(app, name):
    """How many of the ten strokes are drawn in full."""
    return sum(item.tag == f"{name}.on" for item in items(app))


@pytest.mark.parametrize("press", [click, tap])
@pytest.mark.parametrize("name", VOLUMES)
def test_plus_and_minus_change_a_volume_by_a_tenth(app, press, name):
    press(app, name, (0.95, 0.5))
    assert getattr(app.settings, name) == pytest.approx(0.6)
    assert strokes(app, name) == 6
    press(app, name, (0.05, 0.5))
    press(app, name, (0.05, 0.5))
    assert getattr(app.settings, name) == pytest.approx(0.4)
    assert getattr(kept(app), name) == pytest.approx(0.4)


@pytest.mark.parametrize("name", VOLUMES)
def test_arrows_turn_the_volume_that_has_the_focus(app, name):
    focus_on(app, name)
    key(app, "right", "right", "left")
    assert getattr(app.settings, name) == pytest.approx(0.6)
    key(app, "enter")
    assert getattr(app.settings, name) == pytest.approx(0.7)
    others = [getattr(app.settings, other) for other in VOLUMES if other != name]
    assert others == [0.5, 0.5]


def test_a_press_on_the_strokes_sets_the_volume(app):
    for share, value in ((0.28, 0.1), (0.5, 0.5), (0.73, 1.0)):
        click(app, "dice_volume", (share, 0.5))
        assert app.settings.dice_volume == pytest.approx(value, abs=0.11)


def test_a_volume_stops_at_both_ends(app):
    for _press in range(7):
        click(app, "dice_volume", (0.95, 0.5))
    assert app.settings.dice_volume == 1.0
    for _press in range(12):
        click(app, "dice_volume", (0.05, 0.5))
    assert app.settings.dice_volume == 0.0
    assert strokes(app, "dice_volume") == 0


@pytest.mark.parametrize(
    ("name", "sample"),
    [
        ("dice_volume", "die.wood"),
        ("table_volume", "pencil.number"),
        ("interface_volume", "turn"),
    ],
)
def test_every_volume_is_heard_at_once_with_a_sample_of_its_own(app, name, sample):
    turn(app)
    heard(app)
    click(app, name, (0.95, 0.5))
    assert sample in heard(app)
    assert getattr(app.volumes[-1], name) == pytest.approx(0.6)  # set before the sample


@pytest.mark.parametrize("press", [click, tap])
@pytest.mark.parametrize("name", FLAGS)
def test_yes_and_no_are_two_words_and_the_pressed_one_counts(app, press, name):
    press(app, name, (0.75, 0.5))
    assert getattr(app.settings, name) is True
    press(app, name, (0.75, 0.5))
    assert getattr(app.settings, name) is True
    press(app, name, (0.25, 0.5))
    assert getattr(app.settings, name) is False
    assert getattr(kept(app), name) is False


@pytest.mark.parametrize("name", FLAGS)
def test_by_keyboard_enter_takes_the_other_word(app, name):
    before = getattr(app.settings, name)
    by_keys(app, name)
    assert getattr(app.settings, name) is not before
    key(app, "enter")
    assert getattr(app.settings, name) is before


def test_a_speed_from_the_command_line_is_shown_and_gives_way_to_a_choice(tmp_path):
    app = make_app(tmp_path, wishes=Wishes(speed="none"))
    app.go(Options(app))
    assert app.speed == "none"
    (shown,) = [w for w in app.top.widgets() if w.id == "speed"]
    assert shown.value == "none"
    click(app, "speed", (0.5, 0.5))
    assert (app.speed, kept(app).speed) == ("fast", "fast")


def test_speed_has_three_words_for_pointer_and_keys(app):
    for share, speed in ((0.5, "fast"), (0.9, "none"), (0.1, "normal")):
        click(app, "speed", (share, 0.5))
        assert app.settings.speed == speed
        assert kept(app).speed == speed
    focus_on(app, "speed")
    key(app, "right")
    assert app.settings.speed == "fast"
    key(app, "left", "left")
    assert app.settings.speed == "none"
    assert app.speed == "none"


def test_the_language_changes_every_text_at_once(app):
    assert says(app, "Opciones")
    click(app, "language", (0.75, 0.5))
    assert says(app, "Options")
    assert not says(app, "Opciones")
    assert i18n.current() == "en"
    key(app, "esc")
    assert "Play" in texts(app)


def test_the_language_that_was_kept_can_be_chosen_although_another_was_asked_for(app):
    """As with --lang en where the options say Spanish."""
    i18n.set_language("en")
    app.changed()
    assert says(app, "Options")
    click(app, "language", (0.25, 0.5))
    assert says(app, "Opciones")


def test_full_screen_reaches_the_window(app):
    click(app, "fullscreen", (0.75, 0.5))
    click(app, "fullscreen", (0.25, 0.5))
    assert app.window.full == [True, False]
    key(app, "f11")
    assert app.settings.fullscreen is True
    skins = {item.tag: item.skin for item in items(app) if isinstance(item, Leather)}
    assert skins["fullscreen.True"] == "red"  # what F11 changed is shown here, too
    ticks = [i for i in items(app) if isinstance(i, Ink) and i.glyph == "tick" and i.seed == 3]
    assert len(ticks) == 8  # and every row has the mark that is no colour


def test_without_a_device_the_screen_says_so(app):
    assert not says(app, "No se encontró dónde sonar")
    app.sounds.silent_reason = "no-device"
    app.changed()
    assert says(app, "No se encontró dónde sonar")
    below = next(i for i in items(app) if isinstance(i, Text) and i.text == "La máquina juega")
    lines = [i for i in items(app) if isinstance(i, Text) and i.tag == "silent"]
    assert max(line.y + line.size / 2 for line in lines) + 16 <= below.y - below.size / 2


def test_it_does_not_complain_while_the_sound_is_still_starting(app):
    app.sounds.silent_reason = "starting"
    app.changed()
    assert not says(app, "No se encontró dónde sonar")


def test_over_a_match_it_says_what_it_does_not_change_and_leaves_it_alone(tmp_path):
    app = make_app(tmp_path)
    app.start_match(["Ana", "Luis"], 0)
    before = app.top.state
    app.push(Options(app))
    assert says(app, "La partida sigue igual")
    click(app, "confirm_cross", (0.25, 0.5))
    click(app, "speed", (0.9, 0.5))
    click(app, "back")
    assert scenes(app) == ["table"]
    assert app.top.state == before


def test_on_the_title_it_does_not_speak_of_a_match(app):
    assert not says(app, "La partida sigue igual")


@pytest.mark.parametrize("way", WAYS)
def test_the_way_back(app, way):
    WAYS[way](app, "back")
    assert scenes(app) == ["title"]


def test_a_disk_that_refuses_is_told_and_the_change_counts(app):
    app.home.config.rmdir() if not list(app.home.config.iterdir()) else None
    for file in app.home.config.glob("*"):
        file.unlink()
    if app.home.config.exists():
        app.home.config.rmdir()
    app.home.config.write_text("in the way", encoding="utf-8")
    click(app, "muted", (0.75, 0.5))
    assert app.settings.muted is True
    assert says(app, "No se pudieron guardar las opciones")


def test_targets_are_large_and_apart(app):
    rects = [widget.rect for widget in app.top.widgets()]
    assert len(ids(app)) == 14
    assert not overlaps(rects)
    assert all(min(w, h) >= 80 for _x, _y, w, h in rects)


@pytest.mark.parametrize("way", WAYS)
def test_the_pace_of_bots_goes_round(app, way):
    for pace in ("fast", "instant", "slow", "normal"):
        WAYS[way](app, "pace")
        assert app.settings.pace == pace
    assert settings.load_settings(app.home.settings_file)[0].pace == "normal"


@pytest.mark.parametrize("press", [click, tap])
def test_the_marks_beside_the_pace_go_the_way_they_point(app, press):
    for side, pace in ((0.05, "slow"), (0.05, "instant"), (0.95, "slow"), (0.95, "normal")):
        press(app, "pace", (side, 0.5))
        assert app.settings.pace == pace
