"""mongo-java-server answers as MongoDB does, as far as the product needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from servers.mongodb import MongoDB

pytestmark = pytest.mark.cluster
PEOPLE = [{"age": 20 + i % 3, "sex": "fm"[i % 2], "zip": f"130{i % 10}"} for i in range(60)]


@pytest.fixture(scope="module")
def database(mongodb: MongoDB) -> Iterator:
    from pymongo import MongoClient

    mongodb.insert("people", [{**one} for one in PEOPLE])
    with closing(MongoClient(mongodb.url())) as client:
        yield client[mongodb.database]


def test_rows_are_grouped_by_the_server(database) -> None:
    key = {"age": "$age", "sex": "$sex"}
    groups = database.people.aggregate([{"$group": {"_id": key, "n": {"$sum": 1}}}])
    counts = {(one["_id"]["age"], one["_id"]["sex"]): one["n"] for one in groups}
    assert counts == Counter((one["age"], one["sex"]) for one in PEOPLE)


def test_a_collection_is_written_by_the_server_and_then_takes_its_name(database) -> None:
    young = [{"$match": {"age": 20}}, {"$project": {"_id": 0, "zip": 1}}, {"$out": "staged"}]
    database.people.aggregate(young)
    database.staged.rename("young", dropTarget=True)
    assert "staged" not in database.list_collection_names()
    found = sorted(one["zip"] for one in database.young.find())
    assert found == sorted(one["zip"] for one in PEOPLE if one["age"] == 20)


def test_each_file_of_tests_has_a_database_of_its_own(mongodb, mongodb_server) -> None:
    assert mongodb.port == mongodb_server.port
    assert mongodb.database != mongodb_server.database
