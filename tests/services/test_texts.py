"""The catalogues are complete and true to the sources, and the tool notices when they are not."""

import gettext
import shutil
from pathlib import Path

import pytest

from cacho.services import i18n
from tools import texts


def test_every_text_is_translated_and_compiled() -> None:
    assert list(texts.catalogue_faults()) == []


def test_no_text_is_put_together_before_it_is_translated() -> None:
    assert list(texts.bad_calls()) == []


def test_every_listed_language_has_its_catalogue() -> None:
    languages = {path.parent.parent.name for path in texts.catalogues()}
    assert languages | {i18n.SOURCE} == set(i18n.LANGUAGES)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_text_can_be_filled_in_every_language(language: str) -> None:
    """Sample data in, and no placeholder, key name or markup is left over."""
    assert i18n.set_language(language) == language
    for text in texts.collect():
        if not text.id:
            continue
        one, *many = texts._several(text.id)
        for n in (0, 1, 2, 7):
            shown = i18n.n_(one, many[0], n) if many else i18n.gettext(one)
            names = texts.placeholders(shown)
            filled = shown.format(**dict.fromkeys(names, "X"))
            assert not set("{}$_") & set(filled), shown
            assert filled.strip()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny package with a complete English catalogue."""
    package = tmp_path / "cacho"
    package.mkdir()
    (package / "game.py").write_text(
        'a = _("Hola {name}")\nb = n_("{n} dado", "{n} dados", n)\nC = N_("Adiós")\n', "utf-8"
    )
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    monkeypatch.setattr(texts, "PACKAGE", package)
    monkeypatch.setattr(texts, "LOCALE", package / "locale")
    texts.new("en")
    po = package / "locale" / "en" / "LC_MESSAGES" / "cacho.po"
    text = po.read_text("utf-8")
    for known, english in (("Hola {name}", "Hello {name}"), ("Adiós", "Goodbye")):
        text = text.replace(f'msgid "{known}"\nmsgstr ""', f'msgid "{known}"\nmsgstr "{english}"')
    text = text.replace('msgstr[0] ""', 'msgstr[0] "{n} die"')
    po.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "{n} dice"'), "utf-8")
    texts.update()
    return po


def test_a_complete_catalogue_passes_and_is_used(copy: Path) -> None:
    assert texts.check() == 0
    with copy.with_suffix(".mo").open("rb") as file:
        english = gettext.GNUTranslations(file)
    assert english.gettext("Hola {name}") == "Hello {name}"
    assert english.ngettext("{n} dado", "{n} dados", 2) == "{n} dice"
    before = copy.read_bytes(), copy.with_suffix(".mo").read_bytes()
    texts.update()
    assert (copy.read_bytes(), copy.with_suffix(".mo").read_bytes()) == before, "stable"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Hello {name}", "", "untranslated"),
        ("Hello {name}", "Hello {nombre}", "placeholders differ"),
        ("Hello {name}", "Hello", "placeholders differ"),
        ("Goodbye", "Goodbye ", "spaces"),
        ("Goodbye", "Farewell", "not compiled"),
        ('"{n} dice"', '""', "untranslated"),
        ("{n} dice", "dice", "placeholders differ"),
        ('msgid "Adiós"', '#, fuzzy\nmsgid "Adiós"', "fuzzy"),
        ('msgid "Adiós"', 'msgid "Adiós."', "not in the catalogue: 'Adiós'"),
        ('msgid "Adiós"', 'msgid "Adiós."', "no longer in the sources: 'Adiós.'"),
    ],
)
def test_every_fault_of_a_catalogue_is_found(copy: Path, old: str, new: str, fault: str) -> None:
    text = copy.read_text("utf-8")
    assert old in text
    copy.write_text(text.replace(old, new), "utf-8")
    assert any(fault in found for found in texts.catalogue_faults())
    assert texts.check() == 1


def test_new_texts_wait_and_old_translations_stay(copy: Path) -> None:
    source = texts.PACKAGE / "game.py"
    source.write_text(source.read_text("utf-8") + 'd = _("Nuevo")\n', "utf-8")
    texts.update()
    assert [fault for fault in texts.catalogue_faults() if "'Nuevo'" in fault]
    assert "Hello {name}" in copy.read_text("utf-8")


@pytest.mark.parametrize(
    "line", ['_(f"Hola {x}")', '_("a" + x)', '_("Hola {x}".format(x=x))', 'n_("%s" % x, "", 2)']
)
def test_composed_texts_are_found(copy: Path, line: str) -> None:
    (texts.PACKAGE / "bad.py").write_text(line + "\n", "utf-8")
    assert len(list(texts.bad_calls())) == 1


def test_without_any_catalogue_nothing_is_complete(copy: Path) -> None:
    copy.with_suffix(".mo").unlink()
    assert texts.check() == 1
    shutil.rmtree(texts.LOCALE)
    assert texts.catalogues() == []
