"""The services come quickly: they stand between a double-click and the first picture."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cacho

ROOT = Path(cacho.__file__).resolve().parents[1]
DEAR = ("platformdirs", "logging", "importlib.metadata", "pygame", "locale", "babel", "secrets")
NAMES = sorted(
    f"cacho.services.{path.stem}" for path in (ROOT / "cacho" / "services").glob("[!_]*.py")
)


def loaded_by(module: str) -> set[str]:
    program = f"import sys; before = set(sys.modules); import {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_nothing_dear_is_imported_before_it_is_needed() -> None:
    loaded = loaded_by(", ".join(NAMES))
    assert set(NAMES) <= loaded
    assert not loaded & set(DEAR)


def test_a_start_does_not_wait_for_the_history() -> None:
    assert "sqlite3" not in loaded_by("cacho.services.store")


@pytest.mark.parametrize("module", ["settings", "i18n", "paths", "resources", "log"])
def test_the_first_picture_does_not_wait_for_the_engine(module: str) -> None:
    assert "cacho.engine" not in loaded_by(f"cacho.services.{module}")
