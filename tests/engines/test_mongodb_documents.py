"""Documents of any shape are seen as a table: nested, mixed, with strange names and types."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from uuid import UUID

import pytest
from engine_agreement import lines

from incrowd.engines import connect
from incrowd.engines.catalogue import open_catalogue
from incrowd.engines.contract import ROWS, TableName
from incrowd.engines.stored.page import Filter, PageRequest, Recoding
from incrowd.errors import MalformedData
from incrowd.table import Kind

pytestmark = pytest.mark.cluster


def _counts(table, name: str) -> dict[str | None, int]:
    tally = table.tally([name])
    return dict(zip(tally.column(0).to_pylist(), tally.column(ROWS).to_pylist(), strict=True))


def test_nested_fields_are_columns_and_arrays_are_texts(mongodb):
    mongodb.insert(
        "nested",
        [
            {"name": "Ann", "address": {"zip": "89", "geo": {"lat": 1.5}}, "tags": ["a", {"b": 1}]},
            {"name": "Bob", "address": {"zip": "89", "city": "Ulm"}, "tags": []},
            {"name": "Cy", "address": {}},
            {"name": "Di", "address": None},
        ],
    )
    with closing(connect(mongodb.url("nested"))) as table:
        names = [column.name for column in table.columns]
        assert set(names) == {"_id", "name", "address", "address.zip", "address.geo.lat"} | {
            "address.city",
            "tags",
        }
        assert names[:2] == ["_id", "name"]
        assert _counts(table, "address.zip") == {"89": 2, None: 2}
        assert _counts(table, "address.geo.lat") == {"1.5": 1, None: 3}
        assert _counts(table, "tags") == {'["a",{"b":1}]': 1, "[]": 1, None: 2}
        assert _counts(table, "address") == {None: 4}
        label = Recoding(('["a",{"b":1}]', "[]", None), ("some", "none", "missing"))
        counted = table.count_published_tuples(["tags"], {"tags": label}, None)
        assert lines(counted) == {("some", 1): 1, ("none", 1): 1, ("missing", 2): 1}
        found = table.page(PageRequest(filters=(Filter("address.city", "equals", "Ulm"),)))
        assert [row.cells[names.index("name")] for row in found.rows] == ["Bob"]


def test_a_release_nests_its_fields_again(mongodb):
    mongodb.insert("places", [{"at": {"zip": str(i % 3), "x": i}, "n": i % 2} for i in range(9)])
    with closing(connect(mongodb.url("places"))) as table:
        label = Recoding(("0", "1", "2"), ("low", "low", "high"))
        target = TableName(table.place.path, "published_places")
        with table.staged(target, ["n", "at.zip", "at.x"], {"at.zip": label}, None, "") as written:
            expected = table.count_published_tuples(["at.zip", "at.x"], {"at.zip": label}, None)
            assert lines(written.tally(["at.zip", "at.x"])) == lines(expected)
        documents = table.connection.documents(target, [{"$sort": {"at.x": 1}}], "reading")
        assert {key: documents[2][key] for key in ("n", "at")} == {
            "n": 0,
            "at": {"zip": "high", "x": 2},
        }


def test_a_field_of_several_types_is_text(mongodb):
    values = [1, 1.0, "1", True, [1, 2], {"w": 5}, None, 2.5, "x"]
    mongodb.insert("mixed", [{"n": n, "v": value} for n, value in enumerate(values)] + [{"n": 9}])
    with closing(connect(mongodb.url("mixed"))) as table:
        expected = {"1": 3, "true": 1, "[1,2]": 1, None: 3, "2.5": 1, "x": 1}
        assert _counts(table, "v") == expected
        assert _counts(table, "v.w") == {"5": 1, None: 9}
        assert table.profile("v").kind is Kind.TEXT
        label = Recoding(tuple(expected), tuple(f"label {value}" for value in expected))
        counted = table.count_published_tuples(["v"], {"v": label}, None)
        assert lines(counted) == {(f"label {v}", n): 1 for v, n in expected.items()}
        ordered = table.page(PageRequest(sort="v")).rows
        assert [row.cells[2] for row in ordered][-3:] == [None] * 3


def test_types_that_only_mongodb_has_are_written_as_text(mongodb):
    from bson import Binary, DatetimeMS, Decimal128, Int64, ObjectId

    identifier = ObjectId()
    mongodb.insert(
        "types",
        [
            {
                "_id": identifier,
                "whole": Int64(2**60),
                "broken": float("nan"),
                "exact": Decimal128("1.10"),
                "moment": datetime(2020, 1, 2, 3, 4, 5, 120000),
                "bytes": b"\x01\xff",
                "uuid": Binary.from_uuid(UUID(int=5)),
                "far": DatetimeMS(10**15),
                "yes": True,
            },
            {"_id": 7, "whole": 5.0, "broken": 2.0, "exact": Decimal128("1.1"), "yes": False},
        ],
    )
    with closing(connect(mongodb.url("types"))) as table:
        assert set(_counts(table, "_id")) == {str(identifier), "7"}
        assert set(_counts(table, "whole")) == {str(2**60), "5"}
        assert set(_counts(table, "broken")) == {"nan", "2.0"}
        assert _counts(table, "exact") == {"1.1": 2}
        assert set(_counts(table, "moment")) == {"2020-01-02 03:04:05.12", None}
        assert set(_counts(table, "bytes")) == {"01ff", None}
        assert set(_counts(table, "uuid")) == {"00000000-0000-0000-0000-000000000005", None}
        assert set(_counts(table, "far")) == {"33658-09-27 01:46:40", None}
        assert set(_counts(table, "yes")) == {"true", "false"}
        kinds = {profile.name: profile.kind for profile in table.profiles()}
        assert kinds["whole"] is Kind.INTEGER
        assert kinds["exact"] is Kind.DECIMAL
        assert kinds["moment"] is Kind.TIMESTAMP
        assert kinds["yes"] is Kind.BOOLEAN
        for name in ("_id", "whole", "broken", "exact", "moment", "bytes", "uuid", "far", "yes"):
            values = tuple(table.values(name))
            label = Recoding(values, tuple(f"label {value}" for value in values))
            counted = table.count_published_tuples([name], {name: label}, None)
            assert set(counted.column(0).to_pylist()) == set(label.labels), name


def test_a_source_shows_its_collections_and_their_fields(mongodb):
    mongodb.insert("looked_at", [{"age": 5, "home": {"zip": "89"}}, {"age": "?"}])
    with open_catalogue(mongodb.url()) as catalogue:
        (schema,) = catalogue.schemas()
        assert "looked_at" in catalogue.tables(schema)
        columns = {column.name: column.type for column in catalogue.columns(schema, "looked_at")}
        assert columns["age"] == "number or string"
        assert columns["home.zip"] == "string"


def test_names_may_be_strange(mongodb):
    names = ["a.b", 'é "x"', "it's", "Name", "name", "NAME", "select", "日本"]
    documents = [{name: f"of {name} {n % 2}" for name in names} for n in range(6)]
    mongodb.insert("strange", documents)
    with closing(connect(mongodb.url("strange"))) as table:
        assert [column.name for column in table.columns] == ["_id", *names]
        for name in names:
            values = [f"of {name} {n}" for n in range(2)]
            assert _counts(table, name) == dict.fromkeys(values, 3)
        assert table.tally(names).num_rows == 2
        target = TableName(table.place.path, "published_strange")
        with table.staged(target, names, {}, None, "") as written:
            assert lines(written.tally(names)) == lines(table.tally(names))


def test_names_may_begin_with_a_dollar(mongodb):
    """Their values are not compared: the server of the tests takes such a name for a path."""
    mongodb.insert("dollars", [{"$price": 5, "name": "Ann"}, {"name": "Bob"}])
    with closing(connect(mongodb.url("dollars"))) as table:
        assert [column.name for column in table.columns] == ["_id", "$price", "name"]
        assert table.field("$price").plain == "BIGINT"


@pytest.mark.parametrize(
    ("documents", "words"),
    [
        ([{"a.b": 1, "a": {"b": 2}}], "several columns called 'a.b'"),
        ([{"": 1}], "without a name"),
        ([{"incrowd_rows": 1}], "needed for counting"),
    ],
)
def test_names_that_no_table_can_have_are_refused(mongodb, documents, words):
    collection = f"refused {words}"
    mongodb.insert(collection, documents)
    with pytest.raises(MalformedData, match=words):
        connect(mongodb.url(collection.replace(" ", "%20")))


def test_a_thousand_fields(mongodb):
    wide = [{f"f{place}": (n * place) % 3 for place in range(1000)} for n in range(12)]
    mongodb.insert("wide", wide)
    with closing(connect(mongodb.url("wide"))) as table:
        assert len(table.columns) == 1001
        assert _counts(table, "f998") == {"0": 4, "1": 4, "2": 4}
        assert len(table.page(PageRequest(limit=3)).rows[0].cells) == 1001
        assert table.tally([column.name for column in table.columns[1:40]]).num_rows == 3


def test_values_as_names_are_refused(mongodb, monkeypatch):
    monkeypatch.setattr("incrowd.engines.remote.mongo.fields.MOST_FIELDS", 20)
    mongodb.insert("by_name", [{f"person {n}": 1} for n in range(30)])
    with pytest.raises(MalformedData, match="more than 20 different fields"):
        connect(mongodb.url("by_name"))
