"""MongoDB without its driver, and its addresses: nothing here needs a server."""

from __future__ import annotations

import sys

import pytest

from incrowd.engines import connect
from incrowd.engines.servers.address import check_remote, parse_server
from incrowd.errors import EngineError, InvalidParameter, UnknownName


def test_without_its_driver_an_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pymongo", None)
    with pytest.raises(EngineError, match="driver is not installed") as caught:
        connect("mongodb://127.0.0.1/clinic#people")
    assert "incrowd[mongodb]" in str(caught.value.hint)


def test_an_address_names_database_collection_and_options():
    server, part = parse_server("mongodb://ann@db.example/clinic?authSource=admin&tls=true#a.b")
    assert server.url == "mongodb://ann@db.example:27017/clinic"
    assert dict(server.options) == {"authSource": "admin", "tls": "true"}
    assert part == "a.b"


def test_an_address_with_a_password_or_an_unknown_option_is_refused():
    with pytest.raises(InvalidParameter, match="must not contain a password"):
        parse_server("mongodb://ann:secret@db.example/clinic")
    with pytest.raises(UnknownName, match="authSourse"):
        parse_server("mongodb://ann@db.example/clinic?authSourse=admin")


def test_an_option_that_names_a_file_of_this_computer_is_for_who_runs_it():
    server, _ = parse_server("mongodb://ann@db.example/clinic?tlsCAFile=/etc/passwd")
    with pytest.raises(InvalidParameter, match="names a file"):
        check_remote(server)
