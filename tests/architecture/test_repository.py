"""What lies in the repository, and what must not."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DESIGN_CARD = (
    "pyproject.toml",
    "README.md",
    "RULES.md",
    "cacho/",
    "assets/sprites/",
    "assets/sounds/",
    "tests/",
    "build/pyinstaller.spec",
)
BESIDE = (
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "ATTRIBUTIONS.md",
    "Makefile",
    "tools/",
    "docs/",
    ".ci/run",
)
BINARY = {".webp", ".jpg", ".png", ".ogg", ".bin", ".ttf", ".woff2", ".ico", ".icns", ".mo", ".npz"}
ONE_MACHINES_PATH = re.compile(r"(^|[^\w.])/(work|root|home)/\w")
RULE = re.compile(r"\bR-\d\d\b")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        files = (path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts)
        return [path.relative_to(ROOT).as_posix() for path in files]
    return [name for name in listed.split("\0") if name]


@pytest.mark.parametrize("name", DESIGN_CARD + BESIDE)
def test_every_promised_name_is_there(name: str, tracked: list[str]) -> None:
    assert any(file == name or (name.endswith("/") and file.startswith(name)) for file in tracked)


def test_build_keeps_only_the_spec(tracked: list[str]) -> None:
    assert [file for file in tracked if file.startswith("build/")] == ["build/pyinstaller.spec"]


def test_no_path_of_one_machine(tracked: list[str]) -> None:
    found = [
        f"{name}:{number}"
        for name, number, line in lines_of(tracked)
        if ONE_MACHINES_PATH.search(line)
    ]
    assert not found


def test_nothing_is_left_undone(tracked: list[str]) -> None:
    words = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "Not" + "ImplementedError"]))
    code = [name for name in tracked if name.endswith(".py")]
    assert not [f"{name}:{number}" for name, number, line in lines_of(code) if words.search(line)]


def test_every_test_that_holds_a_case_exists() -> None:
    """What tests/README.md names: a file, and in it a function or a class."""
    listed = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", listed)
    assert len(named) > 20
    for file, name in named:
        code = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^(def|class) {name}\b", code, re.MULTILINE), f"{file}::{name}"


def test_no_large_file(tracked: list[str]) -> None:
    assert not [name for name in tracked if (ROOT / name).stat().st_size > 4_000_000]


def test_every_cited_rule_exists(tracked: list[str]) -> None:
    """Code and tests cite rules by number; a number that RULES.md lacks is a slip of the pen."""
    written = set(RULE.findall((ROOT / "RULES.md").read_text(encoding="utf-8")))
    code = [name for name in tracked if name.endswith(".py") and "architecture" not in name]
    cited = {rule: name for name, _, line in lines_of(code) for rule in RULE.findall(line)}
    assert {rule: name for rule, name in cited.items() if rule not in written} == {}


def test_every_rule_is_tested(tracked: list[str]) -> None:
    written = set(RULE.findall((ROOT / "RULES.md").read_text(encoding="utf-8")))
    tests = [name for name in tracked if name.startswith("tests/") and name.endswith(".py")]
    cited = {rule for _, _, line in lines_of(tests) for rule in RULE.findall(line)}
    assert sorted(written - cited) == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "tools/README.md"])
def test_documents_name_commands_that_exist(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)", (ROOT / document).read_text(encoding="utf-8")))
    assert named
    assert named <= targets


def test_links_lead_somewhere(tracked: list[str]) -> None:
    for page in (ROOT / name for name in tracked if name.endswith(".md")):
        text = page.read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'(?:src|href)="([^"#]+)"', text)
        for link in links:
            if not link.startswith(("http:", "https:", "mailto:")):
                assert (page.parent / link).exists(), f"{page.name} points at {link}"


def lines_of(names: list[str]) -> Iterator[tuple[str, int, str]]:
    """File, line number and line of every text file named."""
    for name in names:
        if Path(name).suffix not in BINARY and (ROOT / name).is_file():
            text = (ROOT / name).read_text(encoding="utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                yield name, number, line
