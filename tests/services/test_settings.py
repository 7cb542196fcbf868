"""The settings file: any content is survived, a save is never half done."""

import errno
import json
import os
import tempfile
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho.services import safefile
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.safefile import backup_of
from cacho.services.settings import LANGUAGES, SPEEDS, Settings, load_settings, save_settings

CHANGED = Settings(language="en", dice_volume=0.25, muted=True, speed="fast", fullscreen=False)

DAMAGED = {
    "empty": b"",
    "one byte": b"{",
    "zeros": bytes(200),
    "half a file": b'{"cacho": "settings", "version": 1, "crc',
    "other JSON": b'{"window": [1, 2, 3]}',
    "a list": b"[]",
    "a number": b"3",
    "null": b"null",
    "no text": b"\xff\xfe\x00\x01",
    "another file of ours": b'{"cacho": "people", "version": 1, "body": {}}',
    "no number": b'{"cacho": "settings", "body": {"dice_volume": NaN}}',
    "infinite": b'{"cacho": "settings", "body": {"dice_volume": -Infinity}}',
    "wrong checksum": b'{"cacho": "settings", "crc32": "00000000", "body": {"muted": true}}',
    "body is no object": b'{"cacho": "settings", "body": [1]}',
    "deep": b"[" * 200_000,
    "a number of 5000 digits": b'{"cacho": "settings", "body": {"dice_volume": '
    + b"9" * 5000
    + b"}}",
    "huge": b" " * 2_000_000,
}

ODD: dict[str, Any] = {
    "huge numbers": {"dice_volume": 10**400, "table_volume": 1e308, "interface_volume": -1e308},
    "infinity by overflow": {"dice_volume": float("inf")},
    "wrong types": {name: ["x"] for name in asdict(Settings())},
    "numbers for flags": {"muted": 1, "fullscreen": 0, "confirm_cross": "yes"},
    "flags for numbers": {"dice_volume": True},
    "strings": {"dice_volume": "0.5", "speed": "ludicrous", "language": "fr"},
    "nothing": {},
    "nulls": dict.fromkeys(asdict(Settings())),
    "objects": {"language": {"a": 1}, "speed": {}},
    "unknown": {"brightness": 3, "../../etc": "x", "__class__": "y"},
    "lone surrogate": {"language": "\ud800"},
}


def valid(settings: Settings) -> bool:
    volumes = (settings.dice_volume, settings.table_volume, settings.interface_volume)
    flags = (settings.muted, settings.fullscreen, settings.confirm_cross, settings.reduced_motion)
    return (
        settings.language in LANGUAGES
        and settings.speed in SPEEDS
        and all(isinstance(volume, float) and 0.0 <= volume <= 1.0 for volume in volumes)
        and all(isinstance(flag, bool) for flag in flags)
    )


def test_without_a_file_the_defaults_hold_and_nothing_is_said(home: Home) -> None:
    assert load_settings(home.settings_file) == (Settings(), None)


def test_what_is_saved_is_loaded(home: Home) -> None:
    assert save_settings(home.settings_file, CHANGED) is None
    assert load_settings(home.settings_file) == (CHANGED, None)


def test_the_folder_is_made_when_it_is_missing(home: Home) -> None:
    home.config.rmdir()
    assert save_settings(home.settings_file, CHANGED) is None
    assert load_settings(home.settings_file)[0] == CHANGED


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_set_aside_and_the_game_starts(home: Home, content: bytes) -> None:
    home.settings_file.write_bytes(content)
    settings, notice = load_settings(home.settings_file)
    assert settings == Settings()
    assert notice is not None
    assert notice.kind is NoticeKind.SETTINGS_DAMAGED
    assert (home.config / notice.detail).read_bytes() == content
    assert save_settings(home.settings_file, CHANGED) is None
    assert load_settings(home.settings_file) == (CHANGED, None)


def test_each_damaged_file_is_kept_under_a_name_of_its_own(home: Home) -> None:
    names = set()
    for content in (b"one", b"two", b"three"):
        home.settings_file.write_bytes(content)
        _, notice = load_settings(home.settings_file)
        assert notice is not None
        names.add(notice.detail)
        assert (home.config / notice.detail).read_bytes() == content
    assert len(names) == 3


@pytest.mark.parametrize("body", ODD.values(), ids=ODD.keys())
def test_odd_values_are_replaced_one_by_one(home: Home, body: dict[str, Any]) -> None:
    text = json.dumps({"cacho": "settings", "body": {"reduced_motion": True, **body}})
    home.settings_file.write_text(text.replace("Infinity", "1e999"), "utf-8")
    settings, notice = load_settings(home.settings_file)
    assert valid(settings)
    assert notice is None
    if "reduced_motion" not in body:
        assert settings.reduced_motion, "the others are kept"
    assert save_settings(home.settings_file, settings) is None


def test_a_file_edited_by_hand_counts(home: Home) -> None:
    home.settings_file.write_text('{"cacho": "settings", "body": {"speed": "none"}}')
    assert load_settings(home.settings_file) == (Settings(speed="none"), None)


def test_volumes_are_brought_into_range() -> None:
    loud = Settings(dice_volume=7, table_volume=-2.0, interface_volume=1)
    assert (loud.dice_volume, loud.table_volume, loud.interface_volume) == (1.0, 0.0, 1.0)
    assert replace(loud, dice_volume=1e9).dice_volume == 1.0


@pytest.mark.parametrize("name", ["settings.json", "settings.json.bak"])
def test_a_folder_in_the_place_of_the_file_is_set_aside(home: Home, name: str) -> None:
    (home.config / name / "inner").mkdir(parents=True)
    assert load_settings(home.settings_file)[0] == Settings()
    save_settings(home.settings_file, CHANGED)
    assert load_settings(home.settings_file)[0] == CHANGED
    assert list(home.config.glob("*/inner")), "never deleted"


@pytest.mark.skipif(os.name == "nt", reason="named pipes and links are made otherwise there")
def test_a_pipe_does_not_hang_the_start(home: Home) -> None:
    os.mkfifo(home.settings_file)
    settings, notice = load_settings(home.settings_file)
    assert settings == Settings()
    assert notice is not None


@pytest.mark.skipif(os.name == "nt", reason="named pipes and links are made otherwise there")
def test_links_are_followed_and_loops_survived(home: Home, tmp_path: Path) -> None:
    home.settings_file.symlink_to(tmp_path / "elsewhere.json")
    assert save_settings(home.settings_file, CHANGED) is None
    assert home.settings_file.is_symlink()
    assert load_settings(home.settings_file) == (CHANGED, None)
    home.settings_file.unlink()
    home.settings_file.symlink_to(home.settings_file)
    assert load_settings(home.settings_file)[0] == Settings()


def test_an_older_copy_serves_when_the_newest_is_damaged(home: Home) -> None:
    save_settings(home.settings_file, CHANGED)
    save_settings(home.settings_file, replace(CHANGED, muted=False))
    home.settings_file.write_bytes(b"\x00" * 100)
    settings, notice = load_settings(home.settings_file)
    assert settings == CHANGED
    assert notice is not None
    assert notice.kind is NoticeKind.SETTINGS_RESTORED


def test_a_file_cut_or_changed_anywhere_never_gives_a_wrong_setting(home: Home) -> None:
    """Every cut and every changed byte: the newest or the older copy, and a word about it."""
    older, newest = CHANGED, replace(CHANGED, dice_volume=0.75, language="es")
    save_settings(home.settings_file, older)
    save_settings(home.settings_file, newest)
    good = home.settings_file.read_bytes()
    spoiled = [good[:at] for at in range(len(good))]
    spoiled += [good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(len(good))]
    for content in spoiled:
        home.settings_file.write_bytes(content)
        settings, notice = load_settings(home.settings_file)
        assert (settings, notice is None) in ((newest, True), (older, False)), content


@pytest.mark.parametrize("place", ["mkstemp", "write", "fsync", "link", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_a_disk_that_refuses_leaves_the_old_file_and_no_litter(
    home: Home, monkeypatch: pytest.MonkeyPatch, place: str, code: int
) -> None:
    save_settings(home.settings_file, CHANGED)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        match place:
            case "mkstemp":
                patch.setattr(tempfile, "mkstemp", refuse)
            case "write":
                patch.setattr(os, "fdopen", lambda *_: Path("/dev/full").open("wb"))  # noqa: SIM115
            case _:
                patch.setattr(os, place, refuse)
        notice = save_settings(home.settings_file, Settings())
    if place == "link":
        assert notice is None, "where links are unknown, the older copy is a copy"
        assert load_settings(backup_of(home.settings_file))[0] == CHANGED
        return
    assert notice is not None
    assert notice.kind is NoticeKind.SETTINGS_UNSAVED
    assert load_settings(home.settings_file) == (CHANGED, None)
    assert not [path for path in home.config.iterdir() if path.name.startswith(safefile.LITTER)]


def test_a_file_that_may_not_be_read_stays_where_it_is(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_settings(home.settings_file, CHANGED)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", refuse)
        settings, notice = load_settings(home.settings_file)
    assert settings == Settings()
    assert notice is not None
    assert notice.kind is NoticeKind.SETTINGS_UNREADABLE
    assert load_settings(home.settings_file) == (CHANGED, None)


@given(st.binary(max_size=300))
def test_any_content_at_all_starts(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        path.write_bytes(content)
        assert valid(load_settings(path)[0])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(list(asdict(Settings()))), JSON))
def test_any_body_at_all_gives_valid_settings(body: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        path.write_text(json.dumps({"cacho": "settings", "body": body}))
        assert valid(load_settings(path)[0])


VOLUME = st.floats(0, 1)


@given(
    st.builds(
        Settings,
        st.sampled_from(LANGUAGES),
        VOLUME,
        VOLUME,
        VOLUME,
        st.booleans(),
        st.sampled_from(SPEEDS),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    )
)
def test_every_setting_survives_saving(settings: Settings) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "settings.json")
        assert save_settings(path, settings) is None
        assert load_settings(path) == (settings, None)
