"""Hostile names and values on real servers: nothing is executed but what was asked."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from api.live_server import LiveServer, wait
from command_line import Result
from command_line import incrowd as run_incrowd
from engine_places import Place, open_place
from servers.account import STRANGE

from incrowd.engines.catalogue import open_catalogue

ATTACKS = [
    'x"; DROP TABLE victim; --',
    "x'; DROP TABLE victim; --",
    "x`; DROP TABLE victim; -- `",
    "x\\'; DROP TABLE victim; --",
    'x\\"; DROP TABLE victim; #',
    "$$; DROP TABLE victim; $$",
    "*/ DROP TABLE victim; /*",
    "%s %(a)s {0} ? :a @b",
    "a' OR '1'='1",
    "' UNION SELECT * FROM victim --",
]
TABLE = "t'\"`; DROP TABLE victim; --"
NAMES = [ATTACKS[0], ATTACKS[1], ATTACKS[2]]
SENSITIVE = ATTACKS[3]
ROWS = [
    (ATTACKS[n % 2], ATTACKS[n % 5], ATTACKS[n % 3], ATTACKS[n % len(ATTACKS)]) for n in range(60)
]


def incrowd(*words: object) -> Result:
    return run_incrowd(*words, PGPASSWORD=STRANGE)


class Server:
    """A server with a table of hostile names, one of harmless ones, and a victim."""

    def __init__(self, engine: str, place: Place, run: Callable[[str], object]) -> None:
        self.engine, self.place, self.run = engine, place, run
        for name in (TABLE, "harmless"):
            self._make(name, [*NAMES, SENSITIVE])
        self.run("CREATE TABLE victim (a int)")
        self.run("INSERT INTO victim VALUES (1), (2), (3)")
        self.tables = self.place.tables()

    def name(self, text: str) -> str:
        mark = "`" if self.engine == "mariadb" else '"'
        return mark + text.replace(mark, mark * 2) + mark

    def value(self, text: str) -> str:
        escaped = text.replace("\\", "\\\\") if self.engine == "mariadb" else text
        return "'" + escaped.replace("'", "''") + "'"

    def _make(self, table: str, columns: Sequence[str]) -> None:
        declared = ", ".join(f"{self.name(column)} varchar(80)" for column in columns)
        rows = ", ".join(f"({', '.join(map(self.value, row))})" for row in ROWS)
        self.run(f"CREATE TABLE {self.name(table)} ({declared})")
        self.run(f"INSERT INTO {self.name(table)} VALUES {rows}")

    def url(self, table: str = TABLE) -> str:
        return f"{self.place.address}#{quote(table, safe='')}"

    def untouched(self, *more: str) -> bool:
        """Every table is there, no other one, and the victim has its rows."""
        with open_catalogue(self.place.address) as catalogue:
            found = sorted(catalogue.tables(self.place.home))
        rows = json.loads(incrowd("risk", self.url("victim"), "--qi", "a", "--json").stdout)["rows"]
        return found == sorted([*self.tables, *more]) and rows == 3


@pytest.fixture(scope="module", params=["postgresql", "mariadb"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    with open_place(request.param, request, tmp_path_factory.mktemp("place")) as place:
        known = request.getfixturevalue(request.param)
        database = place.home if request.param == "mariadb" else None
        yield Server(request.param, place, lambda sql: known.run(sql, database))


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same rows in a file, which the embedded engine counts."""
    path = tmp_path_factory.mktemp("same") / "same.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([[*NAMES, SENSITIVE], *ROWS])
    return path


ROLES = ("--qi", ",".join(NAMES), "--sensitive", SENSITIVE)


def figures(*words: object) -> dict[str, object]:
    done = incrowd(*words, "--json")
    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    for varying in ("roles", "seconds", "explanation", "source", "name", "joined_in", "sources"):
        told.pop(varying, None)
    return told


@pytest.mark.parametrize(
    "command",
    [
        ("risk",),
        ("risk", "--push-down", "-k", 2),
        ("recommend",),
        ("standouts", "--push-down"),
        ("subsets",),
        ("check", "-k", 2),
    ],
    ids=lambda command: " ".join(map(str, command)),
)
def test_figures_are_those_of_the_file(
    command: tuple[object, ...], server: Server, same: Path
) -> None:
    verb, *options = command
    ours = figures(verb, server.url(), *options, *ROLES)
    theirs = figures(verb, same, *[one for one in options if one != "--push-down"], *ROLES)
    if verb == "risk":
        keys = ("rows", "classes", "uniques", "average_risk", "highest_risk")
        assert [ours[key] for key in keys] == [theirs[key] for key in keys]
    assert server.untouched()


@pytest.mark.parametrize("known", ATTACKS)
def test_what_is_known_about_somebody(known: str, server: Server, same: Path) -> None:
    """Both tables lie in one server, so that they are joined there."""

    def ask(left: object, right: object) -> dict[str, object]:
        on = f"{NAMES[2]}={NAMES[2]}"
        asked = ("--on", on, "--sensitive", f"1.{SENSITIVE}", "--know", f"1.{NAMES[1]}={known}")
        return figures("link", left, right, *asked)

    inside, here = ask(server.url(), server.url("harmless")), ask(same, same)
    assert [inside[key] for key in ("n", "v", "p")] == [here[key] for key in ("n", "v", "p")]
    assert server.untouched()


@pytest.mark.parametrize("text", ["x=LOW:HIGH", *ATTACKS])
def test_a_range_of_two_columns(text: str, server: Server) -> None:
    on = f"{NAMES[2]}={NAMES[2]}"
    done = incrowd(
        *("link", server.url(), server.url("harmless"), "--on", on),
        *("--sensitive", f"1.{SENSITIVE}", "--range", f"r={text}:{text}"),
    )
    there = text in [*NAMES, SENSITIVE]
    assert done.returncode in ((0, 1) if there else (2,)), done.stderr
    assert "inside incrowd" not in done.stderr
    assert server.untouched()


def test_a_release_in_a_file_and_in_a_table(server: Server, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    release = ("anonymize", server.url(), *ROLES, "-k", 2, "--max-suppression", 1)
    assert incrowd(*release, "-o", target).returncode == 0
    assert target.exists()
    new = "new'\"`; DROP TABLE victim; --"
    done = incrowd(*release, "-o", server.url(new))
    assert done.returncode == 0, done.stderr
    assert server.untouched(new)
    server.run(f"DROP TABLE {server.name(new)}")


@pytest.mark.parametrize("table", ATTACKS)
def test_a_table_that_is_not_there(table: str, server: Server) -> None:
    done = incrowd("risk", server.url(table))
    assert done.returncode == 2
    assert "inside incrowd" not in done.stderr
    assert server.untouched()


GROUPS = {value: f"group {ATTACKS[n % 2]}" for n, value in enumerate(ATTACKS)}


@pytest.fixture(scope="module")
def taxonomies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hierarchies whose values and groups are attacks, too."""
    folder = tmp_path_factory.mktemp("taxonomies")
    for name in NAMES:
        with (folder / f"{name}.csv").open("w", newline="") as file:
            lines = [(value, group, "*") for value, group in GROUPS.items()]
            csv.writer(file, delimiter=";").writerows(lines)
    return folder


LEVELS = f"{NAMES[0]}=1,{NAMES[1]}=1"


@pytest.mark.parametrize("inside", [("--push-down", "--state", LEVELS), ("--coarsen", LEVELS)])
def test_taxonomies_with_hostile_values(
    inside: Sequence[str], server: Server, same: Path, taxonomies: Path
) -> None:
    """The server generalises: what it is told are values and groups of the hierarchy."""
    asked = (*ROLES, "--hierarchies", taxonomies)
    ours = figures("risk", server.url(), *asked, *inside)
    theirs = figures("risk", same, *asked, "--state", LEVELS)
    keys = ("rows", "classes", "uniques", "average_risk", "highest_risk")
    assert [ours[key] for key in keys] == [theirs[key] for key in keys]
    assert ours["classes"] == len({(GROUPS[a], GROUPS[b], c) for a, b, c, _ in ROWS})
    assert server.untouched()


@pytest.fixture(scope="module")
def dataset(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, str]]:
    """The hostile table as a data set that stays in its server."""
    live = LiveServer(tmp_path_factory.mktemp("home") / "workspace")
    try:
        with live.client() as client:
            body = {"name": "a", "url": server.place.address}
            at = f"/sources/{client.post('/sources', json=body).json()['id']}"
            assert client.post(at + "/password", json={"password": STRANGE}).is_success
            table = {"schema": server.place.home, "table": TABLE}
            job = wait(client, client.post(at + "/datasets", json=table))
            assert job["state"] == "done", job
            dataset = f"/datasets/{job['result']['dataset']}"
            for name in (*NAMES, SENSITIVE):
                role = "sensitive" if name == SENSITIVE else "quasi"
                decision = {"kind": "role", "attribute": name, "role": role}
                assert client.post(dataset + "/decisions", json=decision).is_success, name
            yield client, dataset + "/rows"
    finally:
        live.stop()


def holds(operator: str, value: str, cell: str) -> bool:
    if operator == "contains":
        return value.casefold() in cell.casefold()
    return (cell == value) == (operator == "equals")


@pytest.mark.parametrize("operator", ["equals", "not_equals", "contains"])
def test_filters_with_hostile_values(
    operator: str, server: Server, dataset: tuple[httpx.Client, str]
) -> None:
    client, rows = dataset
    for value in [*ATTACKS, "%", "_", "\\", "' --"]:
        asked = [{"column": SENSITIVE, "operator": operator, "value": value}]
        answer = client.get(rows, params={"filter": json.dumps(asked), "sort": NAMES[0]})
        assert answer.is_success, answer.text
        expected = sum(holds(operator, value, row[3]) for row in ROWS)
        assert answer.json()["total"] == expected, value
    assert server.untouched()


@pytest.mark.parametrize("column", ATTACKS)
def test_filters_of_hostile_columns(
    column: str, server: Server, dataset: tuple[httpx.Client, str]
) -> None:
    client, rows = dataset
    asked = [{"column": column, "operator": "at_least", "value": "a"}]
    for params in ({"filter": json.dumps(asked)}, {"sort": column}):
        answer = client.get(rows, params=params)
        assert answer.is_success == (column in [*NAMES, SENSITIVE]), answer.text
        assert answer.status_code < 500
    assert server.untouched()
