"""Whether a record tells the truth, and what is said of one that does not."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cacho.__main__ import main
from cacho.engine import (
    CASUAL,
    Finding,
    FindingKind,
    Match,
    Note,
    Reason,
    Roll,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    Verdict,
    commitment,
    record_text,
    verify,
)

SEED, OTHER = bytes(range(32)), bytes(range(1, 33))
PLAYED = Path(__file__).parents[1] / "playthroughs"


def played(seed: bytes = SEED, regret: bool = True) -> str:
    """A whole match with take-backs, its seed revealed."""
    match = Match(
        Setup(CASUAL, (Seat("Ana"), Seat("Luis")), "lot", "v", commitment(seed)), SeededDice(seed)
    )
    while not match.over:
        notes = [action for action in match.legal_actions if isinstance(action, Note)]
        match.submit(notes[0] if notes else match.legal_actions[0])
        if regret and len(match.log) in (8, 20):
            match.submit(Roll())
            match.submit(TakeBack(agreed=True))
    return record_text(match) + f"# seed {seed.hex()}\n"


GOOD = played()
NO_SEED = re.compile(r"^(commit|# seed) .*\n", re.MULTILINE)


def kinds(text: str) -> set[FindingKind]:
    return {finding.kind for finding in verify(text).findings}


def test_a_true_record() -> None:
    checked = verify(GOOD)
    assert checked.verdict is Verdict.TRUE
    assert kinds(GOOD) == {
        FindingKind.SEED_KEPT,
        FindingKind.RULES_KEPT,
        FindingKind.FACES_KEPT,
    }
    faces = sum(len(line.split()) - 1 for line in GOOD.splitlines() if re.match("roll|lot", line))
    assert Finding(FindingKind.FACES_KEPT, 0, faces) in checked.findings
    assert verify(GOOD.encode()) == checked


def test_every_single_face_counts() -> None:
    """Each face of the record changed in turn, also of rolls that were taken back."""
    lines = GOOD.splitlines()
    tried = 0
    for at, line in enumerate(lines):
        if not re.match("roll|lot", line):
            continue
        word, *faces = line.split()
        place = at % len(faces)
        faces[place] = str(int(faces[place]) % 6 + 1)
        text = "\n".join([*lines[:at], " ".join([word, *faces]), *lines[at + 1 :]]) + "\n"
        checked = verify(text)
        assert checked.verdict is Verdict.FALSE
        assert any(finding.line_no == at + 1 for finding in checked.findings)
        tried += 1
    assert tried > 20


def test_an_action_against_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = GOOD.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("note"))
    checked = verify("\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]]) + "\n")
    assert checked.verdict is Verdict.FALSE
    assert Finding(FindingKind.RULES_BROKEN, at + 2, 0, "roll-first") in checked.findings
    file = tmp_path / "against the rules.cacho"
    file.write_text("\n".join([*lines[: at + 1], lines[at]]) + "\n", encoding="utf-8")
    for command in ("verify", "replay"):
        assert main([command, str(file)]) > 0
        said = "".join(capsys.readouterr())
        assert f"line {at + 2}: the rules do not allow this: " in said
        assert "roll-first" not in said


def test_a_newer_record_is_called_newer_not_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "newer.cacho"
    file.write_text(GOOD.replace("cacho 2", "cacho 3"), encoding="utf-8")
    for command in ("verify", "replay"):
        assert main([command, str(file)]) == 2
        said = "".join(capsys.readouterr())
        assert "newer" in said
        assert "damaged" not in said


def test_another_seed_than_was_promised() -> None:
    text = GOOD.replace(SEED.hex(), OTHER.hex())
    assert verify(text).verdict is Verdict.FALSE
    assert {FindingKind.SEED_BROKEN, FindingKind.NO_SEED} <= kinds(text)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda text: text.replace("# seed", "# said"), FindingKind.NO_SEED),
        (lambda text: NO_SEED.sub("", text), FindingKind.NO_COMMITMENT),
        (lambda text: NO_SEED.sub("", text.replace("start", "dice table\nstart")), "own-dice"),
        (lambda text: text[: text.index("# seed")], FindingKind.NO_SEED),
        (lambda text: "\n".join([*text.splitlines()[:-9], text.splitlines()[-1], ""]), "not-over"),
        (lambda text: text[:300], FindingKind.TORN),
        (lambda text: text[:-20], FindingKind.TORN),
        (lambda text: text.replace("cacho 2", "cacho 3"), FindingKind.NEWER),
        (lambda text: text.replace("# seed ", "# seed zz"), FindingKind.NO_SEED),
    ],
)
def test_what_cannot_be_decided(change, kind: str) -> None:
    text = change(GOOD)
    assert kind in kinds(text)
    assert verify(text).verdict is Verdict.UNKNOWN


def test_a_seed_that_was_lost_proves_nothing_even_if_the_rest_is_true() -> None:
    """Whoever promises another seed could have drawn until it pleased."""
    text = played(OTHER, regret=False)
    header, blank, actions = text.partition("\n\n")
    promised = header.replace(commitment(OTHER), commitment(SEED))
    text = f"{promised}{blank}# commit {commitment(OTHER)}\n{actions}"
    assert verify(text).verdict is Verdict.UNKNOWN
    assert {FindingKind.RESEEDED, FindingKind.NO_SEED, FindingKind.FACES_KEPT} <= kinds(text)
    assert verify(text + f"# seed {SEED.hex()}\n").verdict is Verdict.UNKNOWN


def test_kept_matches_are_true() -> None:
    """Those of the page's seed; the first version's record is checked by the same derivation."""
    for path in [
        PLAYED / "two-players.cacho",
        PLAYED.parent / "records" / "v1" / "two-players.cacho",
    ]:
        assert verify(path.read_bytes()).verdict is Verdict.TRUE


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"\x00" * 100, b"cacho 2\n" * 1000, b"#" * 5000000]
)
def test_what_is_no_record_is_called_so(data: bytes) -> None:
    assert verify(data).verdict is Verdict.NO_RECORD


@pytest.mark.parametrize(
    ("line", "wrong", "told"),
    [
        ("roll", "roll 7 1 2 3 4", "faces from 1 to 6"),
        ("note", "note fulll", "a box"),
        ("note", "nothing at all", "no action"),
    ],
)
def test_a_line_that_cannot_be_is_named_with_what_is_wrong(
    line: str, wrong: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = GOOD.splitlines()
    at = [number for number, one in enumerate(lines) if one.startswith(line)][3]
    lines[at] = wrong
    file = tmp_path / "changed.cacho"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().out
    assert f"line {at + 1}: " in said
    assert told in said
    assert main(["replay", str(file)]) == 2
    assert f"line {at + 1}: " in capsys.readouterr().err


# ------------------------------------------------------------------------------------- the command


def test_the_command_answers_with_its_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ñandú.cacho"
    for text, status, last in [
        (GOOD, 0, "Verified"),
        (GOOD.replace(SEED.hex(), OTHER.hex()), 1, "Not verified"),
        (GOOD.replace("# seed", "#"), 2, "Not decided"),
        ("nonsense", 1, "Not verified"),
    ]:
        file.write_text(text, encoding="utf-8")
        assert main(["verify", str(file)]) == status
        assert capsys.readouterr().out.splitlines()[-1].startswith(last)
        assert main(["verify", "--json", str(file)]) == status
        told = json.loads(capsys.readouterr().out)
        assert told["verdict"] == verify(text).verdict
        assert len(told["findings"]) == len(verify(text).findings)


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert main(["verify", "a\0b"]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2


def test_every_finding_has_a_sentence() -> None:
    from cacho.commands.verify import _sentence

    for kind in FindingKind:
        detail = Reason.ROLL_FIRST if kind is FindingKind.RULES_BROKEN else "what is wrong"
        told = _sentence(Finding(kind, 7, 3, detail))
        assert told.startswith("line 7: ")
        assert len(told) > 20
        assert "\n" not in told


def test_the_installed_command() -> None:
    file = PLAYED / "two-players.cacho"
    done = subprocess.run([sys.executable, "-m", "cacho", "verify", str(file)], check=False)
    assert done.returncode == 0
