"""A full disk and rights that are lost midway, on Trino, Spark and MongoDB.

Afterwards nothing half-written remains, what was there before is as it was, and words say what to
do. Disks and rights of Trino and Spark are real ones; those of MongoDB are played by a proxy.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import pytest
from servers.mongo_proxy import Command, Fault, MongoProxy, mongo_proxy
from servers.mongodb import MongoDB
from servers.small_disk import SmallDisk, small_disk
from servers.spark import Spark
from servers.trino import Trino

import incrowd
from incrowd.engines.catalogue import open_catalogue
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.errors import DiskFull, EngineError, IncrowdError, SourceNotReadable
from incrowd.service.datasets.dataset import Dataset

pytestmark = pytest.mark.cluster

ROLES = {"quasi": ["age"], "insensitive": ["note"]}
ROWS = 40_000
"""So many rows with a long text do not fit into a megabyte or two."""
WRITTEN = "writing the release"


@contextmanager
def disk(megabytes: int = 2) -> Iterator[SmallDisk]:
    """A small disk that every account can enter."""
    folder = Path(tempfile.mkdtemp(prefix="small-disk-"))
    folder.chmod(0o777)
    with small_disk(folder, megabytes) as found:
        yield found
    folder.rmdir()


@contextmanager
def after(step: str, act: Callable[[], None]) -> Iterator[None]:
    """Do something as soon as a statement is through."""

    def watch(statement: Statement) -> None:
        if statement.step == step:
            act()

    with watch_statements(watch):
        yield


def tables(url: str) -> list[str]:
    with open_catalogue(url) as catalogue:
        return [name for schema in catalogue.schemas() for name in catalogue.tables(schema)]


def write_in_vain(data: Dataset, url: str, kind: type[IncrowdError]) -> IncrowdError:
    """Write a release that fails; what went wrong."""
    with pytest.raises(kind) as refusal:
        data.anonymize(k=2).write(url)
    assert refusal.value.hint
    return refusal.value


class Lake:
    """A schema of Iceberg on a small disk, beside one with a table that does not fit on it."""

    def __init__(self, trino: Trino, disk: SmallDisk) -> None:
        self.small = f"small_{token_hex(3)}"
        self.home = f"lake.{self.small}"
        place = f"local://{disk.folder}/{self.small}"
        (disk.folder / self.small).mkdir()
        trino.run(f"CREATE SCHEMA {self.home} WITH (location = '{place}')")
        trino.run(f"CREATE TABLE {self.home}.kept AS SELECT 7 AS a")
        self.address = trino.url("", "lake").rstrip("#")
        self.small_address = trino.url("", "lake", self.small).rstrip("#")


@pytest.fixture(scope="module")
def large(trino: Trino) -> Trino:
    """A table `large` of Iceberg."""
    thousands = f"UNNEST(sequence(1, {ROWS // 1000})) AS a(x) CROSS JOIN UNNEST(sequence(1, 1000))"
    note = "lower(to_hex(sha512(to_utf8(cast(x * 1000 + y AS varchar)))))"
    target = f'lake."{trino.schema}".large'
    columns = f"y % 7 AS age, {note} AS note"
    trino.run(f"CREATE TABLE {target} AS SELECT {columns} FROM {thousands} AS b(y)")
    return trino


def test_a_full_disk_of_trino_leaves_nothing_half_written(large: Trino) -> None:
    with disk() as small:
        lake = Lake(large, small)
        before = small.files
        with incrowd.open(f"{lake.address}#large", **ROLES) as data:
            error = write_in_vain(data, f"{lake.address}#{lake.small}.huge", EngineError)
        assert "no room left" in str(error)
        assert "Nothing half-written" in error.hint
        assert tables(lake.small_address) == ["kept"]
        assert small.files == before
        assert large.run(f"SELECT a FROM {lake.home}.kept") == [[7]]
        large.run(f"DROP TABLE {lake.home}.kept")
        large.run(f"DROP SCHEMA {lake.home}")


FICKLE = "fickle"
ALL = ["SELECT", "INSERT", "DELETE", "UPDATE", "OWNERSHIP"]


def allow(trino: Trino, *rights: str) -> None:
    trino.limit({"user": FICKLE, "privileges": list(rights)})


@pytest.fixture
def fickle(trino: Trino) -> Iterator[str]:
    """Where somebody is whose rights change; the address of a table of their own."""
    name = f"people_{token_hex(3)}"
    table = f'memory."{trino.schema}".{name}'
    trino.run(f"CREATE TABLE {table} AS SELECT x % 3 AS age FROM UNNEST(sequence(1, 30)) AS t(x)")
    try:
        yield trino.url(name).replace(f"{trino.user}@", f"{FICKLE}@")
    finally:
        trino.limit()


def test_the_right_to_read_is_lost_midway_in_trino(trino: Trino, fickle: str) -> None:
    with incrowd.open(fickle, quasi=["age"]) as data:
        allow(trino)
        with pytest.raises(SourceNotReadable, match="'fickle' may not do this") as refusal:
            data.risk()
        assert "permission to SELECT" in refusal.value.hint
        allow(trino, *ALL)
        assert data.risk().rows == 30


def test_the_right_to_write_is_lost_before_a_release_in_trino(trino: Trino, fickle: str) -> None:
    target = f"{fickle}_open"
    with incrowd.open(fickle, quasi=["age"]) as data:
        before = tables(trino.url("").rstrip("#"))
        allow(trino, "SELECT")
        error = write_in_vain(data, target, SourceNotReadable)
        assert "may not do this" in str(error)
        assert "could not be removed" not in error.hint
        assert tables(trino.url("").rstrip("#")) == before
        allow(trino, *ALL)
        assert data.anonymize(k=2).write(target).rows == 30


def test_a_release_that_may_no_longer_be_named_or_dropped_is_said(
    trino: Trino, fickle: str
) -> None:
    """Whoever may not drop it can only be told where it is."""
    before = tables(trino.url("").rstrip("#"))
    with (
        incrowd.open(fickle, quasi=["age"]) as data,
        after(WRITTEN, lambda: allow(trino, "SELECT")),
    ):
        error = write_in_vain(data, f"{fickle}_open", SourceNotReadable)
    (left,) = set(tables(trino.url("").rstrip("#"))) - set(before)
    assert left.startswith("incrowd_")
    assert f"{left}' could not be removed" in error.hint
    trino.run(f'DROP TABLE memory."{trino.schema}".{left}')


@pytest.fixture(scope="module")
def large_in_spark(spark: Spark) -> Spark:
    note = "sha2(CAST(id AS STRING), 512)"
    rows = f"SELECT id % 7 AS age, {note} AS note FROM range({ROWS})"
    spark.run(f"CREATE TABLE large USING parquet AS {rows}")
    return spark


@contextmanager
def small_database(spark: Spark, small: SmallDisk) -> Iterator[str]:
    """A database of Spark on a small disk, with a table in it."""
    name = f"small_{token_hex(3)}"
    spark.run(
        f"CREATE DATABASE {name} LOCATION '{small.folder}'",
        f"CREATE TABLE {name}.kept USING parquet AS SELECT 7 AS a",
    )
    try:
        yield name
        with spark.session() as session:
            assert [row.a for row in session.sql(f"SELECT a FROM {name}.kept").collect()] == [7]
    finally:
        spark.run(f"DROP DATABASE {name} CASCADE")


def tables_of(spark: Spark, database: str) -> list[str]:
    with open_catalogue(spark.url()) as catalogue:
        return catalogue.tables(database)


def test_a_full_disk_of_spark_leaves_nothing_half_written(large_in_spark: Spark) -> None:
    with disk() as small, small_database(large_in_spark, small) as database:
        before = small.files
        with incrowd.open(large_in_spark.url("large"), **ROLES) as data:
            error = write_in_vain(data, f"{large_in_spark.url()}#{database}.huge", DiskFull)
        assert "is full" in str(error)
        assert "nothing half-written" in error.hint
        assert tables_of(large_in_spark, database) == ["kept"]
        assert small.files == before


def test_a_disk_that_spark_may_no_longer_write_to(large_in_spark: Spark) -> None:
    """Spark has no rights of its own: what holds are those of its disk."""
    with disk(40) as small, small_database(large_in_spark, small) as database:
        before = small.files
        with incrowd.open(large_in_spark.url("large"), **ROLES) as data:
            target = f"{large_in_spark.url()}#{database}.huge"
            small.protect()
            error = write_in_vain(data, target, SourceNotReadable)
            assert "may not make tables" in str(error)
            assert tables_of(large_in_spark, database) == ["kept"]
            assert small.files == before
            small.open()
            assert data.anonymize(k=2).write(target).rows == ROWS
        assert tables_of(large_in_spark, database) == ["huge", "kept"]


@pytest.fixture
def proxy(mongodb: MongoDB) -> Iterator[MongoProxy]:
    with mongo_proxy(mongodb.port) as found:
        yield found


@pytest.fixture
def collection(mongodb: MongoDB, proxy: MongoProxy) -> str:
    """The address of a collection, behind the proxy."""
    name = f"people_{token_hex(3)}"
    mongodb.insert(name, [{"age": n % 3, "note": "x"} for n in range(30)])
    return mongodb.url(name).replace(f":{mongodb.port}/", f":{proxy.port}/")


def is_writing(command: Command) -> bool:
    return any("$out" in stage for stage in command.get("pipeline", ()))


def is_naming(command: Command) -> bool:
    return "renameCollection" in command


def is_reading(command: Command) -> bool:
    return "aggregate" in command


@pytest.mark.parametrize(
    ("meant", "fault", "kind", "words"),
    [
        (is_writing, Fault(14031), EngineError, "no room left on its disk"),
        (is_writing, Fault(13, done=False), SourceNotReadable, "may not"),
        (is_writing, Fault(), SourceNotReadable, "was lost"),
        (is_naming, Fault(13, done=False), SourceNotReadable, "may not"),
    ],
    ids=["full disk", "no right to write", "connection lost", "no right to rename"],
)
def test_a_release_that_mongodb_does_not_finish_leaves_nothing(
    mongodb: MongoDB,
    proxy: MongoProxy,
    collection: str,
    meant: Callable[[Command], bool],
    fault: Fault,
    kind: type[IncrowdError],
    words: str,
) -> None:
    before = tables(mongodb.url())
    faults = iter([fault])
    with incrowd.open(collection, **ROLES) as data:
        proxy.fail = lambda command: next(faults, None) if meant(command) else None
        error = write_in_vain(data, f"{collection}_open", kind)
        assert words in str(error)
        assert "could not be removed" not in error.hint
        assert tables(mongodb.url()) == before
        assert data.anonymize(k=2).write(f"{collection}_open").rows == 30


def test_the_right_to_read_is_lost_midway_in_mongodb(proxy: MongoProxy, collection: str) -> None:
    with incrowd.open(collection, **ROLES) as data:
        proxy.fail = lambda command: Fault(13, done=False) if is_reading(command) else None
        with pytest.raises(SourceNotReadable, match="may not read this") as refusal:
            data.risk()
        assert "role 'read'" in refusal.value.hint
        proxy.fail = lambda _: None
        assert data.risk().rows == 30
