"""Database servers and how they are written: postgresql://ann@db.example:5432/clinic#public.people.

A new kind of server is one entry in `BUILT_IN`, and an engine if DuckDB has no extension for it.
"""

import re
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from typing import Final
from unicodedata import category
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.language import say


@dataclass(frozen=True)
class ServerKind:
    """A kind of database server."""

    name: str
    title: str
    schemes: tuple[str, ...]
    port: int
    extension: str
    """The DuckDB extension, which comes as a Python package of that name; empty without one."""
    dialect: str
    """What sqlglot calls its SQL, and DuckDB its type."""
    query: str
    """The function of the extension that hands a query to the server as it is; empty without."""
    password: str
    """The environment variable in which its own tools look for the password."""
    options: tuple[str, ...]
    """What may follow `?` in an address."""
    connecting: str = ""
    """Connection parameters, in the syntax of the server."""
    reading: str = ""
    """Further ones where nothing may be changed."""
    label: str = ""
    """The setting that gives a connection a name, by which its queries can be stopped."""
    settings: tuple[tuple[str, str], ...] = ()
    hidden: tuple[str, ...] = ()
    """Schemas of the server's own."""
    greets: bool = False
    """Whether the server speaks first, and its library waits for that without an end."""
    files: tuple[str, ...] = ()
    """Options that name a file of this computer."""
    guarded: str = ""
    """Connection parameters for people who may use nothing but their own password."""
    database: str = "database"
    """What stands behind the host, as hints write it: several names where it has slashes."""
    bare: bool = False
    """Whether nothing need stand behind the host."""
    inside: bool = False
    """Whether it runs within this process: there is no host, and a folder for its tables."""
    classic: bool = False
    """Whether its driver is a Java of this process; what stands behind the host is a folder."""


BUILT_IN: Final = (
    ServerKind(
        "postgresql",
        "PostgreSQL",
        ("postgresql", "postgres"),
        5432,
        "postgres_scanner",
        "postgres",
        "postgres_query",
        "PGPASSWORD",
        ("sslmode", "sslrootcert"),
        "connect_timeout=10",
        "options='-c default_transaction_read_only=on -c enable_nestloop=off'",
        "application_name",
        hidden=("information_schema", "pg_catalog", "pg_toast"),
        files=("sslrootcert",),
        # no password file, no certificate, no ticket, and no server that asks for nothing
        guarded="passfile=/dev/null sslcertmode=disable gssencmode=disable"
        " require_auth=password,md5,scram-sha-256",
    ),
    ServerKind(
        "mysql",
        "MySQL or MariaDB",
        ("mysql", "mariadb"),
        3306,
        "mysql_scanner",
        "mysql",
        "mysql_query",
        "MYSQL_PWD",
        ("ssl_mode", "ssl_ca"),
        # a tiny integer may be more than true or false
        settings=(("mysql_tinyint1_as_boolean", "false"),),
        hidden=("information_schema", "mysql", "performance_schema", "sys"),
        greets=True,
        files=("ssl_ca",),
    ),
    ServerKind(
        "mongodb",
        "MongoDB",
        ("mongodb",),
        27017,
        "",
        "",
        "",
        "MONGODB_PASSWORD",
        ("authSource", "replicaSet", "tls", "tlsCAFile"),
        hidden=("admin", "config", "local"),
        files=("tlsCAFile",),
    ),
    ServerKind(
        "spark",
        "Spark",
        ("spark",),
        15002,
        extension="",
        dialect="spark",
        query="",
        password="SPARK_CONNECT_AUTHENTICATE_TOKEN",  # noqa: S106 - the name of a variable
        options=("use_ssl",),
        bare=True,
        hidden=("information_schema",),
    ),
    ServerKind(
        "spark+local",
        "Spark",
        ("spark+local",),
        0,
        extension="",
        dialect="spark",
        query="",
        password="",
        options=("cores", "memory"),
        database="folder/folder",
        bare=True,
        inside=True,
        classic=True,
    ),
    ServerKind(
        "spark+master",
        "Spark",
        ("spark+master",),
        7077,
        extension="",
        dialect="spark",
        query="",
        password="",
        options=("cores", "memory"),
        database="folder/folder",
        bare=True,
        classic=True,
    ),
    ServerKind(
        "trino",
        "Trino",
        ("trino",),
        8080,
        extension="",
        dialect="trino",
        query="",
        password="TRINO_PASSWORD",  # noqa: S106 - the name of a variable
        options=("http_scheme", "verify", "staging"),
        database="catalog/schema",
        hidden=("information_schema",),
        files=("verify",),
    ),
)
SCHEMES: Final = tuple(scheme for kind in BUILT_IN for scheme in kind.schemes)


@dataclass(frozen=True)
class Server:
    """A database on a server, and who asks. There is no password in it."""

    kind: ServerKind
    host: str
    port: int
    user: str | None
    database: str
    options: tuple[tuple[str, str], ...] = field(default=())

    @property
    def url(self) -> str:
        """How it is written."""
        if self.kind.inside:
            folder = f"/{quote(self.database)}" if self.database else ""
            return f"{self.kind.name}://{folder}"
        who = f"{quote(self.user, safe='')}@" if self.user else ""
        where = f"[{self.host}]" if ":" in self.host else self.host
        slashes = "/" if "/" in self.kind.database else ""
        place = f"{self.kind.name}://{who}{where}:{self.port}"
        return f"{place}/{quote(self.database, safe=slashes)}" if self.database else place

    def option(self, name: str) -> str | None:
        """What the address says behind `?`.

        >>> parse_server("postgresql://ann@h/clinic?sslmode=require")[0].option("sslmode")
        'require'
        """
        return dict(self.options).get(name)


def same_account(one: Server, other: Server) -> bool:
    """Whether two addresses reach the same server as the same person, in whatever database.

    >>> addresses = ["mysql://ann@h/clinic", "mysql://ann@h/registry", "mysql://bob@h/clinic"]
    >>> ann, again, bob = (parse_server(address)[0] for address in addresses)
    >>> same_account(ann, again), same_account(ann, bob)
    (True, False)
    """
    return replace(one, database="") == replace(other, database="")


def parse_server(text: str) -> tuple[Server, str | None]:
    """Take the address of a server apart, and what follows `#`.

    >>> server, part = parse_server("postgres://ann@localhost/clinic#public.people")
    >>> server.url, part
    ('postgresql://ann@localhost:5432/clinic', 'public.people')
    """
    if _has_controls(text) or _has_controls(unquote(text.partition("#")[0])):
        raise InvalidParameter(
            say("A server address cannot contain control characters."),
            say("Type it again without them."),
        )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise InvalidParameter(
            say("This is not a server address."),
            say("Write postgresql://user@host:port/database."),
        ) from error
    if parts.password is not None:
        raise InvalidParameter(
            say("An address must not contain a password: addresses are stored and shown."),
            say(
                "Leave it out and type it when asked, or set it in the environment or the keyring."
            ),
        )
    kind = _find_kind(parts.scheme.lower())
    database = unquote(parts.path.removeprefix("/"))
    if kind.inside:
        return _inside(kind, parts, database), unquote(parts.fragment) or None
    if not parts.hostname or not (database or kind.bare):
        raise InvalidParameter(
            say("A server address needs a host and a database."),
            say("Write {address}.", address=f"{kind.name}://user@host:{kind.port}/{kind.database}"),
        )
    user = unquote(parts.username) if parts.username else None
    host = unquote(parts.hostname)
    server = Server(kind, host, port or kind.port, user, database, _options(kind, parts))
    return server, unquote(parts.fragment) or None


def _inside(kind: ServerKind, parts: SplitResult, folder: str) -> Server:
    """An engine that is started within this process, with a folder for its tables."""
    if parts.netloc:
        raise InvalidParameter(
            say("{title} in this process has no host.", title=kind.title),
            say("Write {address}.", address=f"{kind.name}:///folder#table"),
        )
    return Server(kind, "", kind.port, None, folder, _options(kind, parts))


def _has_controls(text: str) -> bool:
    r"""Whether there are characters that nobody sees, or halves of one.

    >>> _has_controls("a\0"), _has_controls("a\n"), _has_controls("é 1")
    (True, True, False)
    """
    return any(category(letter) in ("Cc", "Cs") for letter in text)


def check_remote(server: Server) -> None:
    """Refuse what would use the account or a file of this computer: sockets, paths, its own name.

    >>> check_remote(parse_server("postgresql://ann@%2Fvar%2Frun%2Fpostgresql/clinic")[0])
    Traceback (most recent call last):
    incrowd.errors.InvalidParameter: '/var/run/postgresql' is not the name of a computer.
    """
    if server.kind.classic:
        raise InvalidParameter(
            say("{title} in this process reads files on this computer.", title=server.kind.title),
            say("Name a server, or ask whoever runs incrowd to add the source."),
        )
    if not _is_host(server.host):
        raise InvalidParameter(
            say("'{host}' is not the name of a computer.", host=server.host),
            say("Write one name or number: db.example, 192.0.2.7."),
        )
    if not server.user:
        raise InvalidParameter(
            say("The address has no user name."),
            say(
                "Write {name}://user@{host}/{database}.",
                name=server.kind.name,
                host=server.host,
                database=server.database,
            ),
        )
    for name, _ in server.options:
        if name in server.kind.files:
            raise InvalidParameter(
                say("The option '{name}' names a file on this computer.", name=name),
                say("Leave it out, or ask whoever runs incrowd to add the source."),
            )


def _is_host(host: str) -> bool:
    """One name or number: a driver takes `/…` and `@…` for sockets, and commas for several."""
    if re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?", host, re.ASCII):
        return True
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _find_kind(scheme: str) -> ServerKind:
    for kind in BUILT_IN:
        if scheme in kind.schemes:
            return kind
    raise UnknownName.among("engine", scheme, SCHEMES)


def _options(kind: ServerKind, parts: SplitResult) -> tuple[tuple[str, str], ...]:
    result = parse_qsl(parts.query, keep_blank_values=True)
    for name, value in result:
        if name not in kind.options:
            raise UnknownName.among(say("{title} option", title=kind.title), name, kind.options)
        if not value or not all(letter.isalnum() or letter in "-_./" for letter in value):
            raise InvalidParameter(
                say("The option '{name}' cannot be '{value}'.", name=name, value=value),
                say("Use only letters, digits and - _ . /, or leave it out."),
            )
    return tuple(result)
