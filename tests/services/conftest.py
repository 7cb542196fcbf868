"""A player's home in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cacho.services import i18n, lock
from cacho.services.paths import Home, prepare
from cacho.services.store import MatchStore


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    before = i18n.current()
    i18n.set_language("es")
    yield
    i18n.set_language(before)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "José Ñandú" / "datos", tmp_path / "José Ñandú" / "config")
    assert prepare(home) == ()
    yield home
    lock.release(home)


@pytest.fixture
def store(home: Home) -> Iterator[MatchStore]:
    store = MatchStore(home)
    yield store
    store.close()
