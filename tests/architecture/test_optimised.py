"""`python -O` and `-OO` play the same game."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHOLE_MATCH = """
import random
from cacho.engine import *

setup = Setup(CASUAL, (Seat("Ana"), Seat("Íñigo"), Seat("Luz")), "lot", "m1", None)
match = Match(setup, SeededDice(b"thirty-two bytes of seed, or so."))
chance = random.Random(7)
while not match.over:
    choices = [a for a in match.legal_actions if not isinstance(a, TakeBack)]
    match.submit(chance.choice(choices))
print(transcript(match))
"""


@pytest.fixture(scope="module")
def plain() -> str:
    return play()


@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_same_match(plain: str, option: str) -> None:
    assert len(plain) > 2000
    assert play(option) == plain


def play(*options: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-X", "utf8", "-c", WHOLE_MATCH],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return done.stdout
