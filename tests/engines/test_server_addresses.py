"""Addresses of database servers: taken apart, written again, refused where they say too much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines.servers.address import (
    BUILT_IN,
    SCHEMES,
    Server,
    check_remote,
    parse_server,
)
from incrowd.errors import InvalidParameter, UnknownName

LETTERS = st.characters(exclude_categories=("Cc", "Cs"))


@given(
    kind=st.sampled_from(BUILT_IN),
    host=st.from_regex(r"[a-z0-9]([a-z0-9.-]{0,8}[a-z0-9])?", fullmatch=True),
    port=st.integers(1, 65535),
    user=st.none() | st.text(LETTERS, min_size=1, max_size=8),
    database=st.text(LETTERS, min_size=1, max_size=8),
)
def test_an_address_that_is_written_is_read_again(
    kind: object, host: str, port: int, user: str | None, database: str
) -> None:
    server = Server(kind, host, port, user, database)
    if kind.inside:
        server = Server(kind, "", 0, None, database)
    assert parse_server(server.url) == (server, None)


@pytest.mark.parametrize(
    ("text", "url", "part"),
    [
        ("postgres://ann@h/clinic", "postgresql://ann@h:5432/clinic", None),
        ("POSTGRESQL://h/clinic", "postgresql://h:5432/clinic", None),
        ("mariadb://h/clinic#people", "mysql://h:3306/clinic", "people"),
        ("postgresql://h:99/a%20b#my%20schema.t", "postgresql://h:99/a%20b", "my schema.t"),
        ("postgresql://[::1]/clinic", "postgresql://[::1]:5432/clinic", None),
        ("postgresql://ann%40x@h/d#", "postgresql://ann%40x@h:5432/d", None),
        ("spark://h#clinic.people", "spark://h:15002", "clinic.people"),
        ("spark://ann@h:1/clinic#people", "spark://ann@h:1/clinic", "people"),
        ("spark+local://#parquet:/data/x", "spark+local://", "parquet:/data/x"),
        ("spark+local:///data/my%20tables#t", "spark+local:///data/my%20tables", "t"),
        ("trino://ann@h/hive/my%20s#t", "trino://ann@h:8080/hive/my%20s", "t"),
        ("trino://ann@h:80/hive#s.t", "trino://ann@h:80/hive", "s.t"),
    ],
)
def test_every_way_to_write_an_address(text: str, url: str, part: str | None) -> None:
    server, found = parse_server(text)
    assert (server.url, found) == (url, part)


def test_options_are_kept_beside_the_address() -> None:
    server, _ = parse_server("postgresql://h/d?sslmode=require&sslrootcert=/etc/ca.pem")
    assert server.options == (("sslmode", "require"), ("sslrootcert", "/etc/ca.pem"))
    assert server.url == "postgresql://h:5432/d"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("postgresql://ann:secret@h/d", "must not contain a password"),
        ("postgresql://ann:@h/d", "must not contain a password"),
        ("postgresql:///clinic", "needs a host and a database"),
        ("postgresql://h", "needs a host and a database"),
        ("postgresql://h/", "needs a host and a database"),
        ("trino://h", "needs a host and a database"),
        ("postgresql://h:port/d", "not a server address"),
        ("postgresql://h:99999/d", "not a server address"),
        ("postgresql://[::1/d", "not a server address"),
        ("spark:///clinic", "needs a host"),
        ("spark+local://host/data#t", "has no host"),
        ("spark://h?use_ssl=a b", "'use_ssl' cannot be 'a b'"),
        ("postgresql://h/d\n", "control characters"),
        ("postgresql://h/a%00b", "control characters"),
        ("postgresql://h/d?sslmode=", "'sslmode' cannot be ''"),
        ("postgresql://h/d?sslmode=a'b", "'sslmode' cannot be 'a'b'"),
        ("postgresql://h/d?sslmode=a b", "'sslmode' cannot be 'a b'"),
    ],
)
def test_addresses_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        parse_server(text)
    assert refusal.value.hint
    assert "secret" not in f"{refusal.value.message}{refusal.value.hint}"


def test_an_option_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownName, match="no PostgreSQL option 'sslmod'") as refusal:
        parse_server("postgresql://h/d?sslmod=require")
    assert refusal.value.hint == "Did you mean 'sslmode'?"
    with pytest.raises(UnknownName, match="no MySQL or MariaDB option 'sslmode'"):
        parse_server("mysql://h/d?sslmode=require")


@pytest.mark.parametrize("host", ["db.example", "localhost", "192.0.2.7", "db-1", "[2001:db8::1]"])
def test_computers_may_be_reached_by_everybody(host: str) -> None:
    check_remote(parse_server(f"postgresql://ann@{host}/d")[0])


@pytest.mark.parametrize(
    "host", ["%2Fvar%2Frun", "%40abstract", "a%2Cb", "-a", "a-", "..", "a%20b", "%C3%A9.example"]
)
def test_what_is_no_computer_may_not(host: str) -> None:
    with pytest.raises(InvalidParameter, match="is not the name of a computer"):
        check_remote(parse_server(f"postgresql://ann@{host}/d")[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("postgresql://db/d", "has no user name"),
        ("postgresql://ann@db/d?sslrootcert=/etc/x", "'sslrootcert' names a file"),
        ("mysql://ann@db/d?ssl_ca=/etc/x", "'ssl_ca' names a file"),
    ],
)
def test_what_would_use_this_computer_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message) as refusal:
        check_remote(parse_server(text)[0])
    assert refusal.value.hint


def test_every_kind_of_server_has_schemes_of_its_own() -> None:
    assert len(set(SCHEMES)) == len(SCHEMES)
    for kind in BUILT_IN:
        assert kind.name == kind.schemes[0]
        assert set(kind.files) <= set(kind.options)
