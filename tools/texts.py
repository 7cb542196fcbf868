"""Collect the texts of the game for translators and compile the catalogues.

    python tools/texts.py update          bring every cacho/locale/*/LC_MESSAGES/cacho.po up to date
    python tools/texts.py check           fail if a text is missing, untranslated or does not fit
    python tools/texts.py new fr          begin a catalogue

The source language is Spanish. A text is whatever stands in _("..."), N_("...") or
n_("...", "...", n).
"""

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "cacho"
LOCALE = PACKAGE / "locale"
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    **dict.fromkeys(("_", "N_", "gettext"), None),
    **dict.fromkeys(("n_", "ngettext"), (1, 2)),
}
HEADER = "# The texts of Cacho. Run `python tools/texts.py update` after changing them."


class Texts(Catalog):
    """A catalogue whose header says nothing that changes from day to day."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "Cacho"),
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", f"{self.plural_forms}\n"),
        ]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


def collect() -> Catalog:
    """Give every text in the package's sources."""
    texts = Catalog(charset="utf-8")
    for file, _line, text, comments, context in extract_from_dir(
        PACKAGE,
        method_map=[("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=("i18n:",),
        strip_comment_tags=True,
    ):
        place = (PACKAGE.name + "/" + Path(file).as_posix(), 0)
        texts.add(text, None, [place], auto_comments=comments, context=context)
    return texts


def catalogues() -> list[Path]:
    """Give the .po file of every language."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/cacho.po"))


def read(path: Path) -> Catalog:
    """Read a .po file, obsolete entries left out."""
    language = path.parent.parent.name
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8", ignore_obsolete=True)


def brought_up_to_date(path: Path, texts: Catalog) -> Texts:
    """Give the catalogue with exactly the texts of the sources and the translations known."""
    known = read(path)
    fresh = Texts(locale=path.parent.parent.name, charset="utf-8", fuzzy=False)
    fresh.header_comment = HEADER
    for text in texts:
        if text.id:
            old = known.get(text.id, text.context)
            places = sorted(set(text.locations))
            fresh.add(
                text.id,
                old.string if old and not old.fuzzy else "",
                places,
                auto_comments=text.auto_comments,
                user_comments=old.user_comments if old else (),
                context=text.context,
            )
    return fresh


def as_po(catalogue: Catalog) -> bytes:
    """Write a catalogue as the text that translators edit."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=100, sort_output=True, include_lineno=False)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Compile a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def update() -> int:
    """Rewrite every .po and .mo; tell what waits for a translation."""
    texts = collect()
    for path in catalogues():
        fresh = brought_up_to_date(path, texts)
        path.write_bytes(as_po(fresh))
        path.with_suffix(".mo").write_bytes(as_mo(fresh))
        for fault in faults_of(fresh):
            print(f"{path.relative_to(ROOT)}: {fault}")
    return 0


def check() -> int:
    """Tell everything that is wrong with texts and catalogues; 1 if anything is."""
    faults = [*bad_calls(), *catalogue_faults()]
    print(
        "\n".join(faults) or f"{len(collect())} texts, {len(catalogues())} catalogue(s): complete"
    )
    return 1 if faults else 0


def new(language: str) -> int:
    """Begin the catalogue of a language."""
    path = LOCALE / language / "LC_MESSAGES" / "cacho.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(Texts(locale=language, charset="utf-8", fuzzy=False)))
    return update()


def catalogue_faults() -> Iterator[str]:
    """Tell what is wrong with the files in cacho/locale."""
    texts = collect()
    for path in catalogues():
        name = path.relative_to(ROOT)
        written = read(path)
        missing = [text.id for text in texts if text.id and text.id not in written]
        left_over = [text.id for text in written if text.id and text.id not in texts]
        yield from (f"{name}: not in the catalogue: {text!r}" for text in missing)
        yield from (f"{name}: no longer in the sources: {text!r}" for text in left_over)
        yield from (f"{name}: {fault}" for fault in faults_of(written))
        compiled = path.with_suffix(".mo")
        fresh = brought_up_to_date(path, texts)
        if not compiled.exists() or compiled.read_bytes() != as_mo(fresh):
            yield f"{compiled.relative_to(ROOT)}: not compiled: run tools/texts.py update"


def faults_of(catalogue: Catalog) -> Iterator[str]:
    """Tell which translations of a catalogue are missing or do not fit their text."""
    for text in catalogue:
        if not text.id:
            continue
        ids, translations = _several(text.id), _several(text.string)
        if text.fuzzy:
            yield f"fuzzy: {text.id!r}"
        elif not all(translations) or len(translations) < (
            catalogue.num_plurals if text.pluralizable else 1
        ):
            yield f"untranslated: {text.id!r}"
        elif any(placeholders(each) != placeholders(ids[-1]) for each in translations):
            yield f"placeholders differ: {text.id!r} and {text.string!r}"
        elif any(_edges(each) != _edges(ids[-1]) for each in translations):
            yield f"spaces or line ends at the edges differ: {text.id!r} and {text.string!r}"


def placeholders(text: str) -> set[str]:
    """Give the names that `format` fills, e.g. {"name"}."""
    return set(re.findall(r"\{([^{}]*)\}", text.replace("{{", "").replace("}}", "")))


def bad_calls() -> Iterator[str]:
    """Tell where a text is put together before it is translated, so that no catalogue has it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _is_marker(node) and _is_composed(node.args[0]):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield f"{place}: a text put together here is in no catalogue"


def _is_marker(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in KEYWORDS and bool(call.args)


def _is_composed(text: ast.expr) -> bool:
    formatted = isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute)
    return isinstance(text, ast.JoinedStr | ast.BinOp) or (
        formatted and isinstance(text.func.value, ast.Constant)  # type: ignore[attr-defined]
    )


def _several(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    if text is None or isinstance(text, str):
        return (text or "",)
    return tuple(text)


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="bring the catalogues up to date and compile them")
    commands.add_parser("check", help="fail if anything is missing, untranslated or does not fit")
    commands.add_parser("new", help="begin a catalogue").add_argument("language")
    asked = parser.parse_args()
    match asked.command:
        case "update":
            return update()
        case "check":
            return check()
        case _:
            return new(asked.language)


if __name__ == "__main__":
    sys.exit(main())
