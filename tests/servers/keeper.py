"""Start one server, say where it is, and stop it when the run of the tests is over.

`python -m servers.keeper mongodb FOLDER '{}'`
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path

from servers.processes import Processes


def keep(name: str, run: Path, options: dict[str, object]) -> None:
    """Hold a server alive while the run holds its lock."""
    # not in the folder of the run, which other users may not enter
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
    state = run / f"{name}.json"
    processes = Processes(folder)
    try:
        facts = import_module(f"servers.{name}").start(folder, processes, **options)
        say(state, {**facts, "folder": str(folder)})
        wait_for_the_end(run)
    except Exception:
        say(state, {"error": f"{traceback.format_exc()}\n{processes.logs()}"})
        wait_for_the_end(run)
    finally:
        processes.stop()
        shutil.rmtree(folder, ignore_errors=True)
        state.unlink(missing_ok=True)


def say(state: Path, facts: dict[str, object]) -> None:
    """Write all of it or nothing."""
    part = state.with_suffix(".part")
    part.write_text(json.dumps(facts), "utf-8")
    part.replace(state)


def wait_for_the_end(run: Path) -> None:
    """Wait until the process that began the run has let go, alive or dead."""
    with (run / "running").open("r") as file:
        fcntl.flock(file, fcntl.LOCK_EX)


if __name__ == "__main__":
    keep(sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3]))
