"""The least rights that SECURITY.md names are enough on a real Trino, and less is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from servers.trino import Trino
from servers.trino_settings import GUEST, Rule

import incrowd
from incrowd.engines.catalogue import open_catalogue
from incrowd.errors import SourceNotReadable

pytestmark = pytest.mark.cluster

ROLES = {"quasi": ["age", "sex"], "sensitive": ["illness"]}
ROWS = 120
WRITER = "writer"
"""An account that owns the schema, as the tests' Trino has it; of tables it has what we say."""


@pytest.fixture
def people(trino: Trino) -> Iterator[str]:
    """A table; afterwards everybody may do again what they may by default."""
    name = f"people_{token_hex(3)}"
    columns = "x % 4 AS age, x % 2 AS sex, 'illness ' || cast(x % 3 AS varchar) AS illness"
    numbers = f"UNNEST(sequence(1, {ROWS})) AS t(x)"
    trino.run(f'CREATE TABLE memory."{trino.schema}".{name} AS SELECT {columns} FROM {numbers}')
    try:
        yield name
    finally:
        trino.limit()


def address(trino: Trino, user: str, table: str) -> str:
    return trino.url(table).replace(f"{trino.user}@", f"{user}@")


def tables(trino: Trino) -> list[str]:
    with open_catalogue(trino.url("").rstrip("#")) as catalogue:
        return sorted(name for schema in catalogue.schemas() for name in catalogue.tables(schema))


def rights(user: str, table: str, *privileges: str) -> Rule:
    return {"user": user, "table": table, "privileges": list(privileges)}


def test_to_select_is_enough_to_count_advise_and_write_a_file(
    trino: Trino, people: str, tmp_path: Path
) -> None:
    trino.limit(rights(GUEST, people, "SELECT"), rights(GUEST, ".*"))
    before = tables(trino)
    with incrowd.open(address(trino, GUEST, people), **ROLES) as data:
        assert data.risk().rows == ROWS
        assert data.recommend()
        assert data.check(k=2).holds
        outcome = data.anonymize(k=3)
        assert outcome.write(tmp_path / "out.csv").rows == ROWS
        with pytest.raises(SourceNotReadable, match=f"'{GUEST}' may not do this"):
            outcome.write(address(trino, GUEST, f"{people}_open"))
    assert tables(trino) == before


def test_to_write_a_table_takes_the_rights_to_the_new_one_alone(trino: Trino, people: str) -> None:
    released = f"{people}_open"
    reading = rights(WRITER, people, "SELECT")
    nothing = rights(WRITER, ".*")
    before = tables(trino)
    trino.limit(reading, rights(WRITER, f"incrowd_.*|{released}", "SELECT", "INSERT"), nothing)
    with incrowd.open(address(trino, WRITER, people), **ROLES) as data:
        with pytest.raises(SourceNotReadable, match=f"'{WRITER}' may not do this"):
            data.anonymize(k=3).write(address(trino, WRITER, released))
        assert tables(trino) == before
        owning = rights(WRITER, f"incrowd_.*|{released}", "SELECT", "INSERT", "OWNERSHIP")
        trino.limit(reading, owning, nothing)
        written = data.anonymize(k=3).write(address(trino, WRITER, released))
        assert written.rows == ROWS
        assert written.verified
    assert tables(trino) == sorted([*before, released])
    assert trino.run(f'SELECT count(*) FROM memory."{trino.schema}".{people}') == [[ROWS]]
