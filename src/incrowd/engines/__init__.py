"""Where rows live: the only room with drivers and SQL.

source = connect("people.csv")
source.tally(["age", "sex"])
"""

from pathlib import Path

from incrowd.engines.contract import MOST_TUPLES, ROWS, Source
from incrowd.engines.servers.passwords import Password
from incrowd.progress import Progress, silent

__all__ = ["ROWS", "Progress", "Source", "connect", "silent"]


def connect(
    url: str | Path | object,
    progress: Progress = silent,
    *,
    ordered: bool = False,
    password: Password = None,
    most_tuples: int = MOST_TUPLES,
    **options: str | None,
) -> Source:
    """Open a file, a table in a DuckDB or SQLite file or on a server, or a frame in memory.

    `options` say what would otherwise be found out: `encoding`, `delimiter`, `quote` (an empty one
    if quotes have no meaning), `sheet`, `table`. A `password` is for a server; without one the
    environment and the keyring are looked at. `ordered` keeps every row in its place, which takes
    longer than counting needs, for sources whose rows are stored afterwards. A table of a server
    stays there: it is counted, shown and published inside the server.
    """
    from incrowd.engines.address import parse_address
    from incrowd.engines.opening import open_file, open_frame
    from incrowd.engines.remote.opening import open_remote

    if isinstance(url, str) and (address := parse_address(url)).server is not None:
        return open_remote(address, progress, options, password, most_tuples)
    if isinstance(url, (str, Path)):
        file = open_file(url, progress, options, ordered=ordered, password=password)
    else:
        file = open_frame(url, progress, options, ordered=ordered)
    file.most_tuples = most_tuples
    return file
