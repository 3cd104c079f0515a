"""Whose passwords are sent to which server, and who a source is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_servers import NOTHING, fake_postgresql
from servers.account import STRANGE
from servers.processes import free_port

from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.passwords import password_variable
from incrowd.errors import IncrowdError, InvalidParameter, NotFound, PasswordNeeded
from incrowd.progress import silent
from incrowd.service.queries.queries import Place, QuerySessions
from incrowd.workspace import sources as sources_module
from incrowd.workspace.folder import Workspace
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.sources import CONFIG, Sources
from incrowd.workspace.users import ALL, Right, User, owner

BOB = User("bob")
ANA = User("ana", {ALL: Right.OWN})
"""Bob sees his own data sets alone, Ana sees all."""
SECRETS = {"PGPASSWORD": "of the tools", "MYSQL_PWD": "of the tools"}


@pytest.fixture
def sources(tmp_path):
    return Sources(tmp_path)


@pytest.fixture(autouse=True)
def knowing_computer(monkeypatch, tmp_path):
    """A computer that knows a password for everybody, in every place where one is looked for."""
    for name, secret in SECRETS.items():
        monkeypatch.setenv(name, secret)
    passfile = tmp_path / "passfile"
    passfile.write_text("*:*:*:*:of the password file\n")
    passfile.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passfile))
    ring = SimpleNamespace(get_password=lambda service, name: "of the keyring")
    monkeypatch.setitem(sys.modules, "keyring", ring)


def ways(sources, tmp_path, user, source):
    """Everything that reads a source."""
    sessions = Sessions(Workspace(tmp_path / "workspace"))
    query_sessions = QuerySessions(sessions, sources)
    yield lambda: sources.schemas(user, source)
    yield lambda: sources.tables(user, source, "public")
    yield lambda: sources.columns(user, source, "public", "t")
    yield lambda: sources.all_tables(user, source)
    yield lambda: query_sessions.add_table(
        user, "t", Place(source=source, schema="public", table="t"), silent
    )
    yield lambda: sources.import_table(sessions, user, source, ("public", "t"), "", silent)
    query_sessions.close()
    sessions.close()
    sessions.workspace.close()


@pytest.mark.slow
def test_a_limited_user_makes_the_server_send_no_password_but_their_own(
    sources, tmp_path, monkeypatch
):
    with fake_postgresql() as fake:
        monkeypatch.setenv(password_variable(parse_server(fake.url())[0]), "bug in incrowd")
        source = sources.add(BOB, "d", fake.url()).id
        for read in ways(sources, tmp_path, BOB, source):
            with pytest.raises(PasswordNeeded, match="asks for the password of 'bob'"):
                read()
        for empty in ("", "\0"):
            with pytest.raises(IncrowdError):
                sources.unlock(BOB, source, empty)
        assert fake.connections == 0  # nobody was even spoken to
        with pytest.raises(PasswordNeeded):
            sources.unlock(BOB, source, "his own")
        assert fake.passwords == ["his own"]


@pytest.mark.slow
def test_who_sees_everything_does_not_send_passwords_to_the_server_of_somebody_else(
    sources, tmp_path
):
    with fake_postgresql() as fake:
        source = sources.add(BOB, "d", fake.url()).id
        for user in (ANA, owner()):
            for read in ways(sources, tmp_path, user, source):
                with pytest.raises(PasswordNeeded):
                    read()
        assert fake.connections == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["added", "configured", "of the owner"])
def test_who_sees_everything_may_use_what_the_computer_knows(sources, tmp_path, name):
    with fake_postgresql() as fake:
        (tmp_path / CONFIG).write_text(f'[[source]]\nname = "configured"\nurl = "{fake.url()}"\n')
        sources.add(ANA, "added", fake.url())
        sources.add_own(owner(), "of the owner", fake.url(), None)
        with pytest.raises(IncrowdError):
            sources.schemas(ANA, sources.named(ANA, name).id)
        assert fake.passwords == ["of the tools"]


def test_a_server_that_asks_for_nothing_lets_no_limited_user_in(sources):
    """It would let in whoever comes from this computer, which is not the one who asks."""
    with fake_postgresql(NOTHING) as fake:
        source = sources.add(BOB, "d", fake.url()).id
        with pytest.raises(PasswordNeeded):
            sources.unlock(BOB, source, "anything")
        assert fake.connections == 1
        with pytest.raises(PasswordNeeded, match="asks for the password"):
            sources.schemas(BOB, source)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://bob@%2Fvar%2Frun%2Fpostgresql/d", "not the name of a computer"),
        ("postgresql://bob@%40abstract/d", "not the name of a computer"),
        ("postgresql://bob@127.0.0.1,%2Frun/d", "not the name of a computer"),
        ("postgresql://bob@a,/d", "not the name of a computer"),
        ("mysql://bob@%2Frun%2Fmysqld.sock/d", "not the name of a computer"),
        ("mysql://bob@a b/d", "not the name of a computer"),
        ("postgresql://db.example/d", "has no user name"),
        ("postgresql://bob@db.example/d?sslrootcert=/etc/passwd", "names a file"),
        ("mysql://bob@db.example/d?ssl_ca=/etc/passwd", "names a file"),
    ],
)
def test_a_limited_user_reaches_no_socket_and_no_file_of_the_computer(sources, url, said):
    with pytest.raises(InvalidParameter, match=said):
        sources.add(BOB, "d", url)
    assert sources.listed(BOB) == []
    kept = sources.add(ANA, "d", url)  # who sees everything may
    stolen = replace(kept, owner="bob")
    sources._file.write([stolen])  # as an earlier version has kept it
    with pytest.raises(InvalidParameter, match=said):
        sources.unlock(BOB, kept.id, "secret")


@pytest.mark.parametrize("host", ["db.example", "10.0.0.7", "[::1]", "db-1.example:5433"])
def test_computers_are_still_computers(sources, host):
    assert sources.add(BOB, "d", f"postgresql://bob@{host}/d?sslmode=require").owner == "bob"


def test_nobody_can_search_the_network(sources, postgresql):
    """Refused, unknown, no database server, another password: all of it sounds the same."""
    with fake_postgresql(7) as strange:
        places = [
            f"postgresql://ann@127.0.0.1:{free_port()}/d",
            "postgresql://ann@no-such-host.invalid:5432/d",
            strange.url("ann"),
            postgresql.url(),
            postgresql.url(database="nowhere"),
            f"mysql://ann@127.0.0.1:{free_port()}/d",
        ]
        heard = set()
        for url in places:
            source = sources.add(BOB, "d", url).id
            with pytest.raises(PasswordNeeded) as caught:
                sources.unlock(BOB, source, "guess")
            server = parse_server(url)[0]
            place = f"{server.kind.title} at {server.host}:{server.port}"
            heard.add((caught.value.message.replace(place, "…"), caught.value.hint))
    assert len(heard) == 1
    assert "guess" not in str(heard)


def test_the_password_that_was_given_opens_the_door_for_the_one_who_gave_it(sources, postgresql):
    postgresql.run("CREATE TABLE doors (a int)")
    source = sources.add(BOB, "d", postgresql.url()).id
    sources.unlock(BOB, source, STRANGE)
    assert "doors" in sources.tables(BOB, source, "public")
    with pytest.raises(NotFound):
        sources.tables(User("eve"), source, "public")


def test_a_password_stays_with_its_source_when_the_settings_change(
    sources, tmp_path, postgresql, monkeypatch
):
    for name in SECRETS:
        monkeypatch.delenv(name)
    monkeypatch.setitem(sys.modules, "keyring", None)
    real = f'[[source]]\nname = "clinic"\nurl = "{postgresql.url()}"\n'
    with fake_postgresql() as fake:
        other = f'[[source]]\nname = "other"\nurl = "{fake.url()}"\n'
        (tmp_path / CONFIG).write_text(real)
        (clinic,) = sources.listed(ANA)
        sources.unlock(ANA, clinic.id, STRANGE)
        (tmp_path / CONFIG).write_text(other + real)
        first, second = sources.listed(ANA)
        assert second == clinic
        with pytest.raises(IncrowdError):
            sources.schemas(ANA, first.id)
        assert STRANGE not in fake.passwords
        assert "public" in sources.schemas(ANA, second.id)
        moved = real.replace(f":{postgresql.port}/", f":{fake.port}/")
        (tmp_path / CONFIG).write_text(moved)
        (third,) = sources.listed(ANA)
        assert third.id not in (first.id, second.id)  # the same name elsewhere is another source


def test_everybody_may_keep_as_many_sources(sources, monkeypatch):
    monkeypatch.setattr(sources_module, "MOST", 2)
    for user in (BOB, ANA):
        for name in "ab":
            sources.add(user, name, "postgresql://x@db.example/d")
        with pytest.raises(InvalidParameter, match="You have 2 sources already"):
            sources.add(user, "c", "postgresql://x@db.example/d")


def test_nothing_is_kept_of_a_password(sources, tmp_path, postgresql):
    source = sources.add(BOB, "d", postgresql.url()).id
    sources.unlock(BOB, source, STRANGE)
    kept = b"".join(one.read_bytes() for one in Path(tmp_path).rglob("*") if one.is_file())
    assert STRANGE.encode() not in kept
    assert STRANGE not in repr(sources.password(BOB, source))
