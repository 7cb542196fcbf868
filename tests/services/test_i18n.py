"""Languages: the right one at the start, switched at once, complete."""

import os
from pathlib import Path

import pytest

from cacho.services import i18n
from cacho.services.i18n import LANGUAGES, notice_text, set_language, system_language
from cacho.services.notices import Notice, NoticeKind


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "es_BO.UTF-8"}, "es"),
        ({"LANG": "es_PE"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_419.UTF-8@euro"}, "es"),
        ({"LANG": "qu_BO.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.eucJP"}, "en"),
        ({"LANG": "C"}, "es"),
        ({"LANG": "C.UTF-8"}, "es"),
        ({"LANG": "POSIX"}, "es"),
        ({"LANG": ""}, "es"),
        ({}, "es"),
        ({"LANG": "es_BO.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_BO.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_BO", "LC_ALL": "fr_FR"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "es_BO:en"}, "es"),
        ({"LANG": "C", "LANGUAGE": "en"}, "es"),
        ({"LANG": "Spanish_Bolivia.1252"}, "es"),
        ({"LANG": "English_United States.1252"}, "en"),
        ({"LANG": "???"}, "en"),
    ],
)
def test_the_first_start_follows_the_system(env: dict[str, str], language: str) -> None:
    assert system_language(env) == language


@pytest.mark.parametrize(
    ("preferred", "language"),
    [(["es-BO"], "es"), (["fr_FR", "es_ES"], "en"), (["en-GB"], "en"), ([""], "es"), ([], "es")],
)
def test_where_the_environment_is_silent_the_window_system_is_asked(
    preferred: list[str], language: str
) -> None:
    assert system_language({}, preferred) == language


def test_a_switch_is_heard_at_once() -> None:
    assert set_language("en") == i18n.current() == "en"
    assert i18n.gettext("Jugador {n}") == "Player {n}"
    assert set_language("es") == i18n.current() == "es"
    assert i18n.gettext("Jugador {n}") == "Jugador {n}"


@pytest.mark.parametrize(
    ("n", "text"), [(0, "puntos"), (1, "punto"), (2, "puntos"), (21, "puntos")]
)
def test_spanish_plurals(n: int, text: str) -> None:
    assert i18n.n_("{n} punto", "{n} puntos", n).format(n=n) == f"{n} {text}"


@pytest.mark.parametrize(
    ("n", "text"), [(0, "points"), (1, "point"), (2, "points"), (21, "points")]
)
def test_english_plurals(n: int, text: str) -> None:
    set_language("en")
    assert i18n.n_("{n} punto", "{n} puntos", n).format(n=n) == f"{n} {text}"


def test_an_empty_wish_follows_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert set_language("") == "en"
    monkeypatch.setenv("LANG", "es_BO.UTF-8")
    assert set_language("") == "es"


@pytest.mark.parametrize("unknown", ["fr", "EN", "../../etc", "es_BO", "\x00"])
def test_an_unknown_language_follows_the_system(
    unknown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert set_language(unknown) == "en"


@pytest.mark.parametrize("content", [None, b"", b"\xde\x12\x04\x95", b"no catalogue" * 20])
def test_without_its_catalogue_a_language_falls_back_to_spanish(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    if content is not None:
        (folder / "cacho.mo").write_bytes(content)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    assert set_language("en") == "es"
    assert i18n.gettext("Jugador {n}") == "Jugador {n}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_its_sentence(language: str) -> None:
    assert set_language(language) == language
    sentences = {notice_text(Notice(kind, "DETAIL")) for kind in NoticeKind}
    assert len(sentences) == len(NoticeKind)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert not set("{}$%_") & set(sentence)


def test_a_name_with_braces_in_a_notice_is_only_a_name() -> None:
    text = notice_text(Notice(NoticeKind.FOLDER_UNWRITABLE, f"{os.sep}{{detail}}{os.sep}{{0}}"))
    assert "{detail}" in text
    assert "{0}" in text
