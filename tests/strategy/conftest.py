"""Solved rules for the tests of the best play; solving is quick, but not for every test anew."""

from collections.abc import Callable
from functools import cache

import pytest

from cacho.engine import Ruleset
from cacho.strategy import Solution, solve


@pytest.fixture(scope="session")
def solved() -> Callable[[Ruleset], Solution]:
    """The solution of some rules: `solved(PERU)`."""
    return cache(solve)
