"""The diary: it is written, it stays small, and a program without streams has one."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from cacho.services import log
from cacho.services.notices import NoticeKind

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    yield tmp_path / "José" / "cacho.log"
    log.close_log()


def run(program: str, file: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(file)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_notes_have_a_time_and_failures_a_traceback(file: Path) -> None:
    assert log.open_log(file) is None
    log.note("ñandú \ud800")
    try:
        raise ValueError("what happened")
    except ValueError as error:
        log.failure("while testing", error)
    text = file.read_text("utf-8")
    first = text.splitlines()[0]
    assert first[4] == first[7] == "-"
    assert first.endswith("ñandú \\ud800")
    assert "while testing" in text
    assert "ValueError: what happened" in text
    assert "test_log.py" in text


def test_it_stays_small(file: Path) -> None:
    for _ in range(4):
        assert log.open_log(file) is None
        for _ in range(3000):
            log.note("the same fault in each frame, again and again and again and again")
    kept = list(file.parent.iterdir())
    assert len(kept) == 2
    assert sum(path.stat().st_size for path in kept) < 2.1 * log.LIMIT


def test_without_a_place_to_write_nothing_fails(tmp_path: Path, file: Path) -> None:
    (tmp_path / "José").write_text("in the way")
    notice = log.open_log(file)
    assert notice is not None
    assert notice.kind is NoticeKind.FOLDER_UNWRITABLE
    log.note("lost")
    log.failure("lost", ValueError())
    log.close_log()


def test_a_windowed_program_has_no_streams_and_the_diary_stands_in(file: Path) -> None:
    done = run(
        """
        import sys
        from pathlib import Path
        from cacho.services import log
        sys.stdout = sys.stderr = None
        log.open_log(Path(sys.argv[1]))
        print("printed")
        sys.stderr.write("written")
        raise ValueError("uncaught")
        """,
        file,
    )
    assert done.returncode == 1
    text = file.read_text("utf-8")
    for part in ("printed", "written", "ValueError: uncaught"):
        assert part in text


def test_an_uncaught_error_is_in_the_diary_and_on_the_terminal(file: Path) -> None:
    done = run(
        """
        import sys
        from pathlib import Path
        from cacho.services import log
        log.open_log(Path(sys.argv[1]))
        raise ValueError("uncaught")
        """,
        file,
    )
    assert "ValueError: uncaught" in done.stderr
    assert "ValueError: uncaught" in file.read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_a_crash_below_python_leaves_its_trace(file: Path) -> None:
    done = run(
        """
        import os, signal, sys
        from pathlib import Path
        from cacho.services import log
        log.open_log(Path(sys.argv[1]))
        os.kill(os.getpid(), signal.SIGSEGV)
        """,
        file,
    )
    assert done.returncode < 0
    assert "Segmentation fault" in file.read_text("utf-8")
