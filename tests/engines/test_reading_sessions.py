"""Progress, interruption, temporary folders, and errors of drivers."""

from __future__ import annotations

import _thread
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

import duckdb
import fastexcel
import pyarrow as pa
import pyreadstat
import pytest
import zstandard
from engine_rows import Opener, Writer, rows_of

from incrowd.engines import connect
from incrowd.engines import driver_errors as borders
from incrowd.engines.driver_errors import translate, translate_errors
from incrowd.engines.duckdb.session import Session
from incrowd.errors import (
    DataError,
    EngineError,
    IncrowdError,
    MalformedData,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.progress import silent
from incrowd.temporary_folder import LOCK_NAME, PREFIX, TemporaryFolder
from incrowd.workspace.folder import Workspace as KeptWorkspace

SLOW = "SELECT count(*) FROM range(30000000) a, range(3000) b WHERE hash(a.range + b.range) = 7"


def test_progress_is_told_and_ctrl_c_is_heard() -> None:
    told: list[tuple[str, float | None]] = []

    def progress(step: str, done: float | None) -> None:
        told.append((step, done))
        if len(told) == 3:
            _thread.interrupt_main()

    session = Session(progress)
    began = time.monotonic()
    # a process that was started in the background ignores Ctrl-C until somebody listens to it
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            session.run(SLOW, "counting")
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 30
    assert {step for step, _ in told} == {"counting"}
    assert all(done is None or 0 <= done <= 1 for _, done in told)
    assert session.rows("SELECT 42") == [(42,)]
    session.close()


def test_files_tell_their_progress(opened: Opener, written: Writer) -> None:
    told: list[tuple[str, float | None]] = []
    opened(
        written("a,b\nx,é\n".encode("utf-16")), progress=lambda *each: told.append(each)
    ).profiles()
    assert ("reading people.csv", 1.0) in told
    assert ("looking at the columns", 0.5) in told


def test_no_extension_is_fetched_and_no_variable_is_seen(opened: Opener) -> None:
    session = Session(silent)
    people = pa.table({"a": [1]})
    with pytest.raises(duckdb.CatalogException):
        session.rows("SELECT * FROM people")
    with pytest.raises(duckdb.Error, match=r"not loaded|autoload|Missing"):
        session.rows("SELECT * FROM read_csv('https://example.invalid/x.csv')")
    assert people.num_rows == 1
    session.close()


def test_a_large_file_is_kept_on_disk(
    opened: Opener, written: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("incrowd.engines.opening._LARGE", 10)
    source = opened(written("a,b\n" + "x,1\n" * 50))
    folder = Path(tempfile.gettempdir())
    assert len(list(folder.glob(f"{PREFIX}*/data.duckdb"))) == 1
    assert rows_of(source) == {("x", "1"): 50}


def test_what_a_dead_process_left_is_swept(opened: Opener, written: Writer, tmp_path: Path) -> None:
    script = (
        "import os, sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
        "from incrowd.temporary_folder import TemporaryFolder\n"
        "folder = TemporaryFolder(); folder.path('rows.csv').write_text('secret')\n"
        "os.utime(folder.path('temporary-in-use'), (0, 0)); os._exit(9)"
    )
    folder = tempfile.gettempdir()
    assert subprocess.run([sys.executable, "-c", script, folder], check=False).returncode == 9
    assert [path.read_text() for path in Path(folder).glob(f"{PREFIX}*/rows.csv")] == ["secret"]
    alive = TemporaryFolder()
    assert list(Path(folder).glob(f"{PREFIX}*/rows.csv")) == []
    other = TemporaryFolder()
    assert alive.folder.is_dir()
    assert other.folder.is_dir()
    alive.remove()
    other.remove()
    other.remove()
    assert not alive.folder.exists()


@pytest.mark.parametrize("trap", ["fifo", "link", "folder", "no lock"])
def test_what_others_put_among_temporary_folders_is_left_alone(
    trap: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe in the place of a lock would let us wait for ever, a link would lead elsewhere."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").write_text("kept")
    (elsewhere / LOCK_NAME).touch()
    lock = folder / LOCK_NAME
    if trap == "fifo":
        os.mkfifo(lock)
    elif trap == "folder":
        lock.mkdir()
    elif trap == "link":
        lock.symlink_to(elsewhere / LOCK_NAME)
        folder.with_name(f"{PREFIX}linked").symlink_to(elsewhere)
    for path in (lock, elsewhere / LOCK_NAME):
        if path.exists():
            os.utime(path, (0, 0), follow_symlinks=False)
    TemporaryFolder().remove()
    assert folder.is_dir()
    assert (elsewhere / "kept").exists()


def test_data_that_is_kept_is_never_swept() -> None:
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    kept = KeptWorkspace(folder)
    kept.close()
    for file in folder.iterdir():
        os.utime(file, (0, 0))
    TemporaryFolder().remove()
    assert kept.datasets.is_dir()
    shutil.rmtree(folder)


def test_a_source_that_is_forgotten_leaves_nothing(opened: Opener, written: Writer) -> None:
    path = written("a,b\nx,1\n")
    script = (
        "import sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
        "from incrowd.engines import connect\n"
        "kept = connect(sys.argv[2]); print(kept.rows)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, tempfile.gettempdir(), str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "1\n"


def test_failures_leave_no_threads(written: Writer) -> None:
    before = threading.active_count()
    for _ in range(3):
        with pytest.raises(MalformedData):
            connect(written("a,b\nx,1,2\n"))
    assert threading.active_count() <= before


def test_drivers_are_imported_only_when_they_are_needed() -> None:
    script = (
        "import sys, incrowd.engines, incrowd.engines.opening\n"
        "heavy = {'duckdb', 'pyarrow', 'numba', 'numpy', 'fastexcel', 'pyreadstat', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


FOREIGN: list[tuple[BaseException, type[IncrowdError]]] = [
    (FileNotFoundError(2, "No such file"), SourceNotFound),
    (PermissionError(13, "Permission denied"), SourceNotReadable),
    (IsADirectoryError(21, "Is a directory"), SourceNotFound),
    (OSError(28, "No space left on device"), SourceNotReadable),
    (OSError("strange"), SourceNotReadable),
    (EOFError("cut"), SourceNotReadable),
    (zlib.error("bad"), SourceNotReadable),
    (zstandard.ZstdError("bad"), SourceNotReadable),
    (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), SourceNotReadable),
    (sqlite3.DatabaseError("malformed"), SourceNotReadable),
    (sqlite3.OperationalError("locked"), SourceNotReadable),
    (pa.ArrowInvalid("bad"), SourceNotReadable),
    (pa.ArrowNotImplementedError("bad"), SourceNotReadable),
    (fastexcel.CalamineError("bad"), SourceNotReadable),
    (pyreadstat.ReadstatError("bad"), SourceNotReadable),
    (pyreadstat.PyreadstatError("bad"), SourceNotReadable),
    (MemoryError(), EngineError),
    (RecursionError("deep"), MalformedData),
    (json.JSONDecodeError("bad", "x", 0), EngineError),
    (KeyError("x"), EngineError),
    (OverflowError("date value out of range"), EngineError),
]


@pytest.mark.parametrize(("error", "wanted"), FOREIGN, ids=lambda each: str(each)[:30])
def test_foreign_errors_are_translated(error: BaseException, wanted: type[IncrowdError]) -> None:
    with pytest.raises(wanted, match=r"f\.csv") as caught, translate_errors("f.csv"):
        raise error
    assert caught.value.__cause__ is error
    assert caught.value.hint


def _all_errors() -> list[type[BaseException]]:
    kinds = [each for each in vars(duckdb).values() if isinstance(each, type)]
    return [kind for kind in kinds if issubclass(kind, duckdb.Error)]


@pytest.mark.parametrize("kind", _all_errors(), ids=lambda kind: kind.__name__)
def test_no_error_of_duckdb_is_missed(kind: type[BaseException]) -> None:
    told = translate(kind("something\nwith details"), "f.csv")
    assert isinstance(told, (DataError, EngineError))
    assert "f.csv" in told.message
    assert "with details" not in told.message
    assert "unexpectedly" not in told.message


def test_our_own_errors_and_ctrl_c_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    own = SourceNotFound("there is no such thing")
    with pytest.raises(SourceNotFound) as caught, translate_errors("f.csv"):
        raise own
    assert caught.value is own
    with pytest.raises(KeyboardInterrupt), translate_errors("f.csv"):
        raise KeyboardInterrupt


def test_a_panic_of_a_rust_driver_is_translated() -> None:
    panic = type("PanicException", (BaseException,), {"__module__": "pyo3_runtime"})
    with pytest.raises(SourceNotReadable), translate_errors("f.xlsx"):
        raise panic("index out of bounds")
    assert borders.__doc__
