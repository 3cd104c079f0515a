"""A database that is restarted: an error in words while it is down, and then the same answers."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from servers.account import STRANGE
from servers.postgresql import Restartable

from incrowd.engines import connect
from incrowd.engines.stored.page import PageRequest
from incrowd.errors import SourceNotReadable

PEOPLE = "CREATE TABLE people AS SELECT i AS id, i % 90 AS age FROM generate_series(1, 300) i"


@pytest.fixture
def server():
    # other users must be able to enter: PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="pg-restart-"))
    server = Restartable.begin(folder)
    try:
        server.database.run(PEOPLE)
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def look(table):
    page = table.page(PageRequest(limit=5, sort="id"))
    batches = table.published_batches(["age"], {}, None)
    return page.rows, table.tally(["age"]).num_rows, sum(batch.num_rows for batch in batches)


def test_an_open_table_is_read_again_after_a_restart(server):
    with closing(connect(server.database.url("people"), password=STRANGE)) as table:
        before = look(table)
        assert before[1:] == (90, 300)
        server.stop()
        for _ in range(2):
            with pytest.raises(SourceNotReadable, match=r"refused|lost"):
                look(table)
        server.start()
        assert look(table) == before
        server.stop()  # nobody asked while it was down
        server.start()
        assert look(table) == before
