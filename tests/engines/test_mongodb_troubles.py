"""What goes wrong with MongoDB is said in words, and work that nobody waits for is stopped."""

from __future__ import annotations

from contextlib import closing

import pytest
from servers.processes import free_port

from incrowd.engines import connect
from incrowd.engines.contract import TableName
from incrowd.engines.remote.mongo.errors import explain
from incrowd.engines.remote.mongodb import Connection
from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.passwords import GivenPasswordOnly
from incrowd.errors import (
    Conflict,
    EngineError,
    NothingToMeasure,
    PasswordNeeded,
    SourceNotFound,
    SourceNotReadable,
)
from incrowd.progress import silent

pytestmark = pytest.mark.cluster
SERVER, _ = parse_server("mongodb://ann@db.example/clinic#people")


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr("incrowd.engines.remote.mongo.commands._SECONDS", 1)


@pytest.fixture
def people(mongodb):
    mongodb.insert("people", [{"age": n % 5} for n in range(20)])
    with closing(connect(mongodb.url("people"))) as table:
        yield table
    with closing(Connection(parse_server(mongodb.url())[0], None, silent)) as connection:
        for name in connection.collections():
            connection.drop(TableName((mongodb.database,), name))


@pytest.mark.usefixtures("impatient")
def test_nothing_answers():
    with pytest.raises(SourceNotReadable, match="refused"):
        connect(f"mongodb://127.0.0.1:{free_port()}/clinic#people")


@pytest.mark.usefixtures("impatient")
def test_there_is_no_such_computer():
    with pytest.raises(SourceNotReadable, match="There is no computer"):
        connect("mongodb://db.invalid/clinic#people")


def test_a_user_needs_a_password(mongodb):
    url = f"mongodb://ann@127.0.0.1:{mongodb.port}/clinic#people"
    with pytest.raises(PasswordNeeded, match="asks for the password of 'ann'"):
        connect(url)


def test_who_may_use_only_their_own_password_learns_nothing(mongodb):
    url = f"mongodb://ann@127.0.0.1:{mongodb.port}/clinic#people"
    with pytest.raises(PasswordNeeded, match="cannot be opened by 'ann'"):
        connect(url, password=GivenPasswordOnly("guess"))


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (18, PasswordNeeded, "does not accept this password"),
        (13, SourceNotReadable, "'ann' may not read this"),
        (26, SourceNotFound, "is gone"),
        (48, Conflict, "already"),
        (50, SourceNotReadable, "stopped the query"),
        (11600, SourceNotReadable, "was lost"),
        (14031, EngineError, "no room left"),
        (10334, EngineError, "at most 16 MB"),
        (40324, EngineError, "too old"),
    ],
)
def test_codes_of_a_server_become_words(code, kind, words):
    from pymongo.errors import OperationFailure

    error = explain(OperationFailure("no", code), SERVER, "s3cret")
    assert type(error) is kind
    assert words in str(error)
    assert error.hint


def test_errors_of_the_driver_become_words():
    from pymongo import errors

    for raised, words in (
        (errors.AutoReconnect("connection closed"), "was lost"),
        (errors.NetworkTimeout("timed out"), "was lost"),
        (errors.ServerSelectionTimeoutError("timed out"), "cannot be reached"),
        (errors.ConfigurationError("reports wire version 2, but requires 8"), "too old"),
        (errors.DocumentTooLarge("BSON document too large"), "at most 16 MB"),
        (errors.PyMongoError("odd: s3cret"), "odd: …"),
    ):
        assert words in str(explain(raised, SERVER, "s3cret"))


def test_a_collection_that_is_not_there(mongodb, people):
    with pytest.raises(SourceNotFound, match="has no table 'peple'") as caught:
        connect(mongodb.url("peple"))
    assert "people" in str(caught.value.hint)
    people.connection.create(TableName(people.place.path, "others"), people.place, [], "copying")
    with pytest.raises(SourceNotFound, match="has several tables"):
        connect(mongodb.url())


def test_a_collection_that_is_dropped_meanwhile(people):
    assert people.rows == 20
    people.connection.drop(people.place)
    with pytest.raises(SourceNotFound, match="is gone"):
        people.tally(["age"])


def test_an_empty_collection(mongodb, people):
    people.connection.create(
        TableName(people.place.path, "empty"),
        people.place,
        [{"$match": {"age": -1}}],
        "copying",
    )
    with pytest.raises((NothingToMeasure, SourceNotFound)):
        connect(mongodb.url("empty"))


def test_a_pipeline_that_is_too_large(people):
    many = [{"$match": {"age": {"$in": [f"{n:01000}" for n in range(20_000)]}}}]
    with pytest.raises(EngineError, match="at most 16 MB"):
        people.connection.documents(people.place, many, "counting")


def test_the_connection_is_lost_midway(people):
    people.connection.close()
    with pytest.raises(EngineError):
        people.tally(["age"])


def test_who_watches_can_stop_it(mongodb, people, monkeypatch):
    class Stopped(Exception):
        pass

    def stop(step: str, done: float | None) -> None:
        if step == "counting combinations":
            raise Stopped

    monkeypatch.setattr("incrowd.engines.remote.mongo.commands._POLL", 0.0)
    with closing(connect(mongodb.url("people"), stop)) as table:
        with pytest.raises(Stopped):
            table.tally(["age"])
        assert table.connection.documents(table.place, [{"$count": "n"}], "counting") == [{"n": 20}]
    del people
