"""A PostgreSQL for the tests in the browser: tells its port, obeys the lines `stop` and `start`.

When its input ends it stops and removes its folder.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from servers.postgresql import Restartable


def main() -> None:
    """Start it with the tables on the command line, as SQL, and wait for orders."""
    # not in a folder that other users may not enter: PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="pg-e2e-"))
    server = Restartable.begin(folder)
    try:
        server.database.run(sys.argv[1])
        _tell(str(server.database.port))
        for line in sys.stdin:
            (server.stop if line.strip() == "stop" else server.start)()
            _tell("done")
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


main()
