"""Sources, tables and queries over HTTP, on a real server, a real PostgreSQL and a file."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from servers.account import STRANGE

from api.live_server import LiveServer, is_problem, upload, wait
from incrowd.workspace.tokens import Tokens

HOSPITAL = (
    "ZipCode,Age,MaritalStatus,HealthCondition\n130**,20-30,Married,Diabetes\n130**,20-30,Single,HIV\n"
    "148**,30-40,Single,Flu\n130**,30-40,Married,Flu\n"
)


@pytest.fixture(scope="module")
def clinic(postgresql):
    postgresql.run(
        'CREATE TABLE clinic_b ("ZipCode" text, "Nationality" text, "HealthCondition" text);'
        "INSERT INTO clinic_b VALUES ('13012', 'French', 'Diabetes'), ('13053', 'German', 'HIV'),"
        " ('14850', 'French', 'Flu')"
    )
    return postgresql


@pytest.fixture
def client(server) -> Iterator[httpx.Client]:
    """Somebody whose query session and sources no other test uses."""
    token = Tokens(Path(server.told["workspace"])).issue("dora", renew=True)
    with server.client(token) as found:
        yield found


@pytest.fixture
def source(client, clinic) -> Iterator[str]:
    told = client.post("/sources", json={"name": "clinic", "url": clinic.url()})
    assert told.status_code == 201, told.text
    yield told.json()["id"]
    client.delete(f"/sources/{told.json()['id']}")


@pytest.fixture
def tables(client, clinic, source) -> Iterator[None]:
    """A file and a table of PostgreSQL, side by side."""
    dataset = upload(client, HOSPITAL, "hospital.csv")
    client.post(f"/sources/{source}/password", json={"password": STRANGE})
    places = [
        {"name": "a", "dataset": dataset},
        {"name": "b", "source": source, "schema": "public", "table": "clinic_b"},
    ]
    for place in places:
        job = wait(client, client.post("/queries/tables", json=place))
        assert job["state"] == "done", job
    yield
    client.delete(f"/datasets/{dataset}")
    assert client.get("/queries/tables").json() == []  # nothing of the data set is left


def ran(client, **asked) -> dict:
    job = wait(client, client.post("/queries", json=asked))
    assert job["state"] == "done", job
    return client.get(f"/queries/{job['result']['query']}").json()


def rows(client, result, **asked) -> list:
    return client.get(f"/queries/{result['id']}/rows", params=asked).json()["rows"]


JOINED = {
    "table": "a",
    "joins": [
        {
            "table": "b",
            "kind": "inner",
            "on": [
                {"left": {"table": "a", "column": "ZipCode"}, "right": "ZipCode",
                 "condition": "covers"},
                {"left": {"table": "a", "column": "HealthCondition"}, "right": "HealthCondition"},
            ],
        }
    ],
}  # fmt: skip


def test_a_source_is_looked_into_step_by_step(client, source):
    told = is_problem(client.get(f"/sources/{source}/schemas"), 400, "password_needed")
    assert "asks for the password of 'ann'" in told["message"]
    wrong = client.post(f"/sources/{source}/password", json={"password": "wrong"})
    assert "wrong" not in is_problem(wrong, 400, "password_needed")["message"]
    right = client.post(f"/sources/{source}/password", json={"password": STRANGE})
    assert right.status_code == 204
    assert "public" in client.get(f"/sources/{source}/schemas").json()
    place = {"schema": "public"}
    assert "clinic_b" in client.get(f"/sources/{source}/tables", params=place).json()
    columns = client.get(f"/sources/{source}/columns", params={**place, "table": "clinic_b"}).json()
    assert columns[0] == {"name": "ZipCode", "type": "text"}
    is_problem(client.get(f"/sources/{source}/tables", params={"schema": "x'; --"}), 400)
    listed = client.get("/sources").json()
    assert [one["name"] for one in listed] == ["clinic"]
    assert STRANGE not in str(listed)


def test_nothing_of_a_password_that_no_server_takes_comes_back(client, source):
    told = client.post(f"/sources/{source}/password", json={"password": "geheim\0x"})
    assert "geheim" not in str(is_problem(told, 400, "invalid_parameter"))
    assert told.json()["hint"]


def test_an_address_with_control_characters_is_not_kept(client, clinic):
    for url in (f"{clinic.url()}\0", clinic.url().replace("ann", "ann%00")):
        told = client.post("/sources", json={"name": "x", "url": url})
        assert "control characters" in is_problem(told, 400)["message"]
    assert client.get("/sources").json() == []


def test_a_source_that_an_older_version_kept_can_be_removed(tmp_path):
    """Today its address would be refused."""
    old = {"id": "old", "name": "x", "url": "postgresql://ann@h\0/db", "owner": "owner"}
    (tmp_path / "sources.json").write_text(json.dumps([old]))
    found = LiveServer(tmp_path)
    with found.client() as client:
        (listed,) = client.get("/sources").json()
        assert listed["kind"] == "postgresql"
        told = is_problem(client.get("/sources/old/schemas"), 400)
        assert "control characters" in told["message"]
        assert client.delete("/sources/old").status_code == 204
    found.stop()


def test_a_table_of_a_source_becomes_a_data_set(client, source):
    client.post(f"/sources/{source}/password", json={"password": STRANGE})
    asked = {"schema": "public", "table": "clinic_b"}
    job = wait(client, client.post(f"/sources/{source}/datasets", json=asked))
    assert job["state"] == "done", job
    dataset = job["result"]["dataset"]
    assert client.get(f"/datasets/{dataset}").json()["rows"] == 3
    client.delete(f"/datasets/{dataset}")


def test_passwords_are_neither_stored_nor_written(clinic, tmp_path):
    found = LiveServer(tmp_path)
    with found.client() as client:
        asked = {"name": "clinic", "url": clinic.url()}
        source = client.post("/sources", json=asked).json()["id"]
        told = client.post(f"/sources/{source}/password", json={"password": STRANGE})
        assert told.status_code == 204
        refused = client.post(
            "/sources", json={"name": "x", "url": "postgresql://ann:hunter2@127.0.0.1/x"}
        )
        assert "hunter2" not in str(is_problem(refused, 400))
    said = "".join(found.stop())
    kept = b"".join(one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())
    assert STRANGE not in said
    assert STRANGE.encode() not in kept
    assert b"hunter2" not in kept
    assert "hunter2" not in said
    again = LiveServer(tmp_path)
    with again.client() as client:
        assert [one["id"] for one in client.get("/sources").json()] == [source]
        is_problem(client.get(f"/sources/{source}/schemas"), 400, "password_needed")
    again.stop()


def test_settings_name_sources_files_among_them(clinic, tmp_path, monkeypatch):
    (tmp_path / "people.csv").write_text(HOSPITAL)
    (tmp_path / "sources.toml").write_text(
        f'[[source]]\nname = "clinic"\nurl = "{clinic.url()}"\npassword_env = "CLINIC_SECRET"\n'
        f'[[source]]\nname = "people"\nurl = "{tmp_path / "people.csv"}"\n'
    )
    monkeypatch.setenv("CLINIC_SECRET", STRANGE)
    found = LiveServer(tmp_path)
    with found.client() as client:
        first, second = client.get("/sources").json()
        assert (first["name"], first["kind"], first["configured"]) == ("clinic", "postgresql", True)
        assert "public" in client.get(f"/sources/{first['id']}/schemas").json()
        assert client.get(f"/sources/{second['id']}/schemas").json() == [""]
        assert client.get(f"/sources/{second['id']}/tables").json() == ["people.csv"]
        is_problem(client.delete(f"/sources/{first['id']}"), 403)
        place = {"name": "p", "source": second["id"], "table": "people.csv"}
        assert wait(client, client.post("/queries/tables", json=place))["state"] == "done"
        assert client.get("/queries/tables").json()[0]["rows"] == 4
    found.stop()


@pytest.mark.parametrize(
    "url", ["/etc/passwd", "sqlite:////etc/x.db", "trino://h/c", "x", "http://h"]
)
def test_only_servers_can_be_added_over_http(client, url):
    is_problem(client.post("/sources", json={"name": "x", "url": url}), 400)
    assert client.get("/sources").json() == []


def test_a_query_that_is_built_shows_its_sql_and_is_paged(client, tables):
    told = client.post("/queries/sql", json=JOINED).json()["sql"]
    assert told.startswith("SELECT")
    result = ran(client, built=JOINED)
    assert result["rows"] == 3
    names = [column["name"] for column in result["columns"]]
    assert names[0] == "a.ZipCode"
    assert "b.ZipCode" in names
    found = rows(client, result, limit=1)
    assert len(found) == 1
    assert len(rows(client, result, offset=1)) == 2
    assert client.delete(f"/queries/{result['id']}").status_code == 204
    is_problem(client.get(f"/queries/{result['id']}"), 404)


def test_a_query_that_is_written_is_run_and_same_names_stay_apart(client, tables):
    sql = 'SELECT * FROM a JOIN b ON a."HealthCondition" = b."HealthCondition" ORDER BY 1'
    result = ran(client, sql=sql)
    assert result["rows"] == 4
    names = [column["name"] for column in result["columns"]]
    assert len(set(names)) == len(names) == 7


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1; DROP TABLE a",
        "DROP TABLE a",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd' -- a",
        "WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x",
        "COPY a TO '/tmp/x'",
        "ATTACH '/tmp/x'",
        "SELECT * FROM nothing",
    ],
)
def test_queries_that_do_more_than_read_are_refused(client, tables, sql):
    job = wait(client, client.post("/queries", json={"sql": sql}))
    assert job["state"] == "failed"
    assert job["error"]["code"] in ("refused_query", "unknown_name")
    assert ran(client, sql="SELECT * FROM a")["rows"] == 4


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/queries/tables", {"name": "   ", "dataset": "x"}, "name of 1 to 100 characters"),
        ("/queries/tables", {"name": "new"}, "The request does not say where"),
        ("/queries", {}, "Give the query as SQL or in parts"),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(client, tables, path, body, said):
    told = client.post(path, json=body)
    problem = told.json() if told.status_code == 400 else wait(client, told)["error"]
    assert said in problem["message"]
    assert problem["hint"]


def test_a_query_is_given_once(client, tables):
    is_problem(client.post("/queries", json={}), 400)
    is_problem(client.post("/queries", json={"sql": "SELECT 1", "built": JOINED}), 400)


def test_a_cross_join_of_ten_is_cancelled_and_the_server_stays_up(client, tables):
    wide = ", ".join(f"range(1000) AS t{number}(i)" for number in range(10))
    sql = f"SELECT count(*) AS n FROM {wide} WHERE t0.i * t9.i = -1"
    started = client.post("/queries", json={"sql": sql})
    time.sleep(0.5)
    job = started.json()["job"]
    client.delete(f"/jobs/{job['id']}")
    assert wait(client, started)["state"] == "cancelled"
    assert ran(client, sql="SELECT * FROM a")["rows"] == 4
    tens = wide.replace("range(1000)", "range(10)")
    many = wait(client, client.post("/queries", json={"sql": f"SELECT * FROM {tens}"}))
    assert many["state"] == "failed"
    assert "more than 5,000,000 rows" in many["error"]["message"]


def test_rows_that_match_come_first(client, tables):
    result = ran(client, sql="SELECT * FROM a UNION ALL SELECT * FROM a")
    path = f"/queries/{result['id']}/rows"
    usual = rows(client, result)
    know = [{"column": "ZipCode", "value": "13012"}]
    fits = [row[0] == "130**" for row in usual]
    order = sorted(range(len(usual)), key=lambda place: (not fits[place], place))
    assert order != sorted(order), "others stand between"
    told = [
        client.post(path, json={"know": know, "offset": offset, "limit": 3}).json()
        for offset in range(0, len(usual) + 3, 3)
    ]
    assert [number for page in told for number in page["numbers"]] == [1 + one for one in order]
    assert [row for page in told for row in page["rows"]] == [usual[one] for one in order]
    assert [fit for page in told for fit in page["matches"]] == [fits[one] for one in order]
    assert {(page["total"], page["matching"]) for page in told} == {(len(usual), sum(fits))}


def test_what_if_and_privacy_check_of_a_result(client, tables):
    where = {"table": "a", "column": "ZipCode", "operator": "like", "values": ["130%"]}
    result = ran(client, built={**JOINED, "filters": [where]})
    path = f"/queries/{result['id']}"
    asked = {
        "know": [{"column": "a.ZipCode", "value": "13012"}, {"column": "a.Age", "value": "25"}],
        "sensitive": ["a.HealthCondition"],
    }
    told = client.post(f"{path}/what-if", json=asked).json()
    (only,) = told["compositions"]
    assert (only["n"], only["v"], only["rule"], told["breach"]) == (2, 2, 2, True)
    assert {value["value"] for value in only["values"]} == {"Diabetes", "HIV"}
    nobody = {**asked, "know": [{"column": "a.ZipCode", "value": "99999"}]}
    told = client.post(f"{path}/what-if", json=nobody).json()
    assert (told["compositions"][0]["n"], told["breach"]) == (0, False)
    both = {"sensitive": ["a.HealthCondition", "b.HealthCondition"]}
    told = client.post(f"{path}/what-if", json=both).json()
    assert [one["about"] for one in told["compositions"]] == ["1", "2", "pair", "unordered"]
    is_problem(client.post(f"{path}/what-if", json={**asked, "sensitive": ["Illness"]}), 400)
    marked = client.post(f"{path}/rows", json={"know": asked["know"]}).json()
    ages = [row[1] for row in marked["rows"]]
    assert marked["matches"] == [age == "20-30" for age in ages]
    assert sum(marked["matches"]) == marked["matching"] == only["n"]
    twice = [*asked["know"], {"column": "a.Age", "value": "55"}]
    told = client.post(f"{path}/what-if", json={**asked, "know": twice}).json()
    assert told["compositions"][0]["n"] == 0, "both facts about a column count"
    assert client.post(f"{path}/rows", json={"know": twice}).json()["matching"] == 0
    assert client.post(f"{path}/rows", json={}).json()["matches"] == [True] * len(ages)
    assert not any(client.post(f"{path}/rows", json={"know": nobody["know"]}).json()["matches"])
    is_problem(client.post(f"{path}/rows", json={"know": [{"column": "x", "value": "1"}]}), 400)
    check = {"quasi": ["a.ZipCode", "a.Age"], "sensitive": ["a.HealthCondition"], "k": 2, "l": 2}
    (told,) = client.post(f"{path}/check", json=check).json()
    assert (told["holds"], told["k"], told["l"]) == (True, 2, 2)
    check = {"quasi": ["a.MaritalStatus"], "sensitive": ["a.HealthCondition", "b.Nationality"]}
    told = client.post(f"{path}/check", json={**check, "k": 2}).json()
    assert [(one["sensitive"], one["holds"]) for one in told] == [
        ("a.HealthCondition", False),
        ("b.Nationality", False),
    ]
    assert told[0]["failing_classes"][0]["size"] == 1


def test_a_result_is_scanned_for_leaks(client, tables):
    result = ran(client, sql="SELECT * FROM a")
    path = f"/queries/{result['id']}/scan"
    job = wait(client, client.post(path, json={"sensitive": "HealthCondition", "facts": 2}))
    assert job["state"] == "done", job
    told = client.get(f"/queries/scans/{job['result']['scan']}").json()
    assert [step["facts"] for step in told["growth"]] == [0, 1, 2]
    assert told["growth"][-1]["certain"]["joined_rows"] == 4  # age and status single out everybody
    assert told["joined_rows"] == 4
    is_problem(client.get("/queries/scans/0123456789abcdef"), 404)
    asked = {"sensitive": "HealthCondition", "known": ["HealthCondition"]}
    assert wait(client, client.post(path, json=asked))["state"] == "failed"


def test_a_result_is_kept_as_a_data_set(client, tables):
    result = ran(client, sql='SELECT "ZipCode", count(*) AS n FROM a GROUP BY 1 ORDER BY 1')
    asked = {"name": "by zip code"}
    job = wait(client, client.post(f"/queries/{result['id']}/dataset", json=asked))
    assert job["state"] == "done", job
    kept = client.get(f"/datasets/{job['result']['dataset']}").json()
    assert (kept["name"], kept["rows"]) == ("by zip code", 2)
    client.delete(f"/datasets/{job['result']['dataset']}")


def test_query_sessions_and_sources_of_others_are_not_seen(server, client, tables, source):
    tokens = Tokens(Path(server.told["workspace"]))
    result = ran(client, sql="SELECT * FROM a")
    (dataset, *_) = [one["id"] for one in client.get("/datasets").json()]
    with server.client(tokens.issue("eve", renew=True)) as eve:
        assert eve.get("/queries/tables").json() == []
        assert eve.get("/sources").json() == []
        is_problem(eve.get(f"/sources/{source}/schemas"), 404)
        is_problem(eve.get(f"/queries/{result['id']}/rows"), 404)
        job = wait(eve, eve.post("/queries/tables", json={"name": "a", "dataset": dataset}))
        assert (job["state"], job["error"]["code"]) == ("failed", "not_allowed")
