"""Schemas, tables and columns of servers and files, each asked for alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import duckdb
import pytest
from servers.account import STRANGE

from incrowd.engines.catalogue import CatalogueColumn, open_catalogue
from incrowd.errors import PasswordNeeded, SourceNotFound, UnknownName


def test_a_server_is_looked_into(mariadb):
    with pytest.raises(PasswordNeeded), open_catalogue(mariadb.url(), "wrong"):
        pass
    with open_catalogue(mariadb.url(), STRANGE) as found:
        assert found.schemas() == ["clinic"]
        assert found.tables("clinic") == ["odd `name", "people"]
        assert found.columns("clinic", "people")[0] == CatalogueColumn("id", "int")
        with pytest.raises(UnknownName, match="no schema 'mysql'"):
            found.tables("mysql")
        with pytest.raises(UnknownName, match="no table 'peple'"):
            found.columns("clinic", "peple")


@pytest.mark.slow
def test_a_duckdb_file_is_looked_into(tmp_path):
    path = tmp_path / "clinic.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE people (age int); INSERT INTO people VALUES (1)")
        connection.execute("CREATE SCHEMA other; CREATE VIEW other.v AS SELECT 'x' AS a")
    for place in (str(path), f"duckdb:///{path}"):
        with open_catalogue(place) as found:
            assert found.schemas() == ["main", "other"]
            assert found.tables("other") == ["v"]
            assert found.columns("main", "people") == [CatalogueColumn("age", "INTEGER")]
            assert found.columns("other", "v") == [CatalogueColumn("a", "VARCHAR")]


def test_a_sqlite_file_is_looked_into(tmp_path):
    path = tmp_path / "clinic.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE people (age int, name text)")
        connection.execute("INSERT INTO people VALUES (1, 'Ann')")
    with open_catalogue(str(path)) as found:
        assert found.schemas() == [""]
        assert found.tables("") == ["people"]
        assert [one.name for one in found.columns("", "people")] == ["age", "name"]
        with pytest.raises(UnknownName):
            found.columns("", "persons")
        with pytest.raises(UnknownName) as caught:
            found.tables("public")
        assert caught.value.message == "There is no schema 'public'."
        assert caught.value.hint == "The tables of this file are in no schema: leave it out."


def test_any_other_file_is_one_table(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("age,name\n1,Ann\n")
    with open_catalogue(str(path)) as found:
        assert found.schemas() == [""]
        assert found.tables("") == ["people.csv"]
        assert [one.name for one in found.columns("", "people.csv")] == ["age", "name"]
        with pytest.raises(UnknownName, match="no schema 'public'") as caught:
            found.tables("public")
        assert "leave it out" in caught.value.hint
    with pytest.raises(SourceNotFound), open_catalogue(str(tmp_path / "nothing.csv")):
        pass
