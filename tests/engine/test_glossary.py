"""The first page of the library: its example runs, and all it promises can be imported."""

import doctest

import cacho.engine


def test_the_example_runs() -> None:
    failed, tried = doctest.testmod(cacho.engine)
    assert tried > 0
    assert failed == 0


def test_everything_public_is_there() -> None:
    assert [name for name in cacho.engine.__all__ if not hasattr(cacho.engine, name)] == []
    assert len(set(cacho.engine.__all__)) == len(cacho.engine.__all__)
