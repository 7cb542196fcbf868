"""A solution as bytes: what `solve` and the scores found out, to be kept between two starts.

The bytes say of which rules they are, and end with a checksum; nothing in them is ever executed.
"""

import hashlib
import json
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from cacho.engine import FIELDS, Ruleset, field_text

from .scores import Scores
from .tables import Look, Tables, kinds_of, one_hatch, tables_from

FORMAT: Final = b"cacho solution 1\n"
"""The first line; the number counts the formats, and changes with anything the values depend on."""
_CHECKSUM: Final = hashlib.sha256().digest_size
_SIZE: Final = 8
"""Bytes of a number, and of the length of the part that is text."""


class SolutionError(ValueError):
    """Bytes that are no solution of the rules asked for; the message says why."""


class Stored(NamedTuple):
    """What the bytes tell."""

    tables: Tables
    values: Sequence[float]
    scores: Scores


def rules_key(rules: Ruleset) -> str:
    """Name what the solution of `rules` depends on, in 64 hexadecimal digits.

    The same for rules that differ in their name, hatches, teams or early wins only: these are
    played by the solution of one player on one hatch.
    """
    plain = one_hatch(rules)
    fields = "\n".join(f"{name}={field_text(plain, name)}" for name in FIELDS)
    return hashlib.sha256(FORMAT + fields.encode("ascii")).hexdigest()


def to_bytes(tables: Tables, values: Sequence[float], scores: Scores | None) -> bytes:
    """Write a solution, the same on every machine; with `scores` those of all sheets."""
    rows: list[array[int]] = []
    if scores is not None:
        scores.reckon(tables.sheets)
        rows = [row for index in tables.sheets for row in scores.rows(index)]
    text = {"looks": list(tables.looks.values()), "rows": [len(row) for row in rows]}
    head = json.dumps(text, separators=(",", ":")).encode("ascii")
    parts = [
        FORMAT,
        bytes.fromhex(rules_key(tables.rules)),
        len(head).to_bytes(_SIZE, "little"),
        head,
    ]
    parts += [_numbers(array("d", values)), *map(_numbers, rows)]
    body = b"".join(parts)
    return body + hashlib.sha256(body).digest()


def _numbers(numbers: "array[Any]") -> bytes:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def from_bytes(rules: Ruleset, data: bytes) -> Stored:
    """Read what `to_bytes` wrote. Raises `SolutionError` for anything else."""
    head = FORMAT + bytes.fromhex(rules_key(rules))
    if not data.startswith(FORMAT):
        raise SolutionError("these bytes are no solution, or one of another format")
    if hashlib.sha256(memoryview(data)[:-_CHECKSUM]).digest() != data[-_CHECKSUM:]:
        raise SolutionError("the solution is damaged")
    if not data.startswith(head):
        raise SolutionError("this is the solution of other rules")
    try:
        return _parts_of(rules, data, len(head))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise SolutionError("the solution was not written by this program") from error


def _parts_of(rules: Ruleset, data: bytes, at: int) -> Stored:
    size = int.from_bytes(data[at : at + _SIZE], "little")
    first = at + _SIZE + size
    text = json.loads(data[at + _SIZE : first])
    tables = _tables(rules, text["looks"])
    body = memoryview(data)[first:-_CHECKSUM]
    middle = len(tables.sheets) * _SIZE
    values = _read("d", body[:middle])
    return Stored(tables, values, Scores(tables, values, _Rows(text["rows"], body[middle:])))


def _tables(rules: Ruleset, looks: list[list[list[Any]]]) -> Tables:
    plain = one_hatch(rules)
    read = [
        [Look(tuple(best), tuple(blanks), owed, faces) for best, blanks, owed, faces in hands]
        for hands in looks
    ]
    return tables_from(plain, dict(zip(kinds_of(plain), read, strict=True)))


def _read(kind: str, data: memoryview) -> "array[Any]":
    numbers = array(kind, bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


class _Rows(Mapping[int, "tuple[array[int], array[int]]"]):
    """The scores of all sheets, taken out of the bytes one by one as they are asked for."""

    def __init__(self, lengths: Sequence[int], data: memoryview) -> None:
        self._ends = array("q", accumulate(lengths, initial=0))
        self._data = data

    def __getitem__(self, index: int) -> "tuple[array[int], array[int]]":
        first, middle, end = (at * _SIZE for at in self._ends[2 * index : 2 * index + 3])
        return _read("Q", self._data[first:middle]), _read("Q", self._data[middle:end])

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __len__(self) -> int:
        return len(self._ends) // 2
