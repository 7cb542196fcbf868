"""Who may import whom, and what the program needs from others."""

import ast
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pygame
import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "cacho").rglob("*.py"))
ENGINE = sorted((ROOT / "cacho" / "engine").rglob("*.py"))


def test_layers_hold() -> None:
    linter = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run(
        [linter, "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 broken" in done.stdout


def test_two_libraries_are_enough() -> None:
    outsiders = {
        module
        for source in SOURCES
        for module in imported(source)
        if module not in sys.stdlib_module_names and module != "cacho"
    }
    assert outsiders == {"pygame", "platformdirs"}


def test_the_project_declares_those_two() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {need.split(">")[0] for need in project["dependencies"]}
    assert names == {"pygame-ce", "platformdirs"}


def test_this_is_the_community_edition() -> None:
    assert getattr(pygame, "IS_CE", False), "legacy pygame lies over pygame-ce: reinstall pygame-ce"


def test_a_double_click_does_not_wait_for_argparse() -> None:
    ask = "import sys, cacho.__main__, cacho.ui.play; sys.exit('argparse' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("source", ENGINE, ids=lambda path: path.name)
def test_no_rule_is_an_assertion(source: Path) -> None:
    """`python -O` drops assert statements."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)]


def imported(source: Path) -> set[str]:
    """The top names of every module that a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names |= {alias.name.split(".")[0] for alias in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module.split(".")[0])
    return names
