"""Data sets that stay in one PostgreSQL are linked inside it, as their decisions leave them."""

from __future__ import annotations

import pytest
from servers.account import STRANGE

from api.linked_tables import HOSPITAL_A, HOSPITAL_B, question
from api.live_server import LiveServer, wait


@pytest.fixture(scope="module")
def talker(tmp_path_factory):
    server = LiveServer(tmp_path_factory.mktemp("linked-remote"))
    with server.client() as client:
        yield client
    server.stop()


@pytest.fixture(scope="module")
def uploaded(talker):
    return [_upload(talker, name, text) for name, text in (("a", HOSPITAL_A), ("b", HOSPITAL_B))]


def _upload(talker, name, text):
    files = {"file": (f"{name}.csv", text.encode())}
    job = wait(talker, talker.post("/datasets", files=files))
    assert job["state"] == "done", job["error"]
    return job["result"]["dataset"]


@pytest.fixture(scope="module")
def remote(talker, postgresql):
    """The same two tables in a database, opened from its source."""
    for name, text in (("a", HOSPITAL_A), ("b", HOSPITAL_B)):
        header, *lines = text.splitlines()
        declared = ", ".join(f'"{column}" text' for column in header.split(","))
        rows = ", ".join("('" + line.replace(",", "', '") + "')" for line in lines)
        postgresql.run(f"CREATE TABLE {name} ({declared}); INSERT INTO {name} VALUES {rows}")
    kept = talker.post("/sources", json={"name": "clinic", "url": postgresql.url()}).json()
    opened = talker.post(f"/sources/{kept['id']}/password", json={"password": STRANGE})
    assert opened.status_code == 204, opened.text
    found = []
    for table in ("a", "b"):
        body = {"schema": "public", "table": table}
        job = wait(talker, talker.post(f"/sources/{kept['id']}/datasets", json=body))
        assert job["state"] == "done", job["error"]
        found.append(job["result"]["dataset"])
    return found


def asked(talker, path, datasets, **more):
    answer = talker.post(path, json=question(*datasets, **more))
    assert answer.is_success, answer.text
    return answer.json()


def check_alike(talker, remote, uploaded, **more):
    """A what-if, a scan and the joined rows are the same; the engine that joined is another."""
    told = []
    for datasets in (remote, uploaded):
        what_if = asked(talker, "/linked/what-if", datasets, **more)
        place = what_if.pop("joined_in")
        rows = asked(talker, "/linked/rows", datasets, limit=100, **more)
        rows["rows"].sort(key=repr)
        more_less = {name: value for name, value in more.items() if name != "know"}
        started = talker.post("/linked/scan", json=question(*datasets, facts=2, **more_less))
        job = wait(talker, started)
        assert job["state"] == "done", job["error"]
        scan = talker.get(f"/linked/scans/{job['result']['scan']}").json()
        where = scan.pop("joined_in")
        assert where["engine"] == place["engine"]
        scan = {key: scan[key] for key in ("joined_rows", "growth", "findings", "tried")}
        told.append((place, what_if, rows, scan))
    (place, *ours), (other, *theirs) = told
    assert ours == theirs
    assert other["engine"] is None
    return place


def test_the_join_is_made_inside_postgresql(talker, remote, uploaded, postgresql):
    place = check_alike(talker, remote, uploaded, know={"MaritalStatus": "Married"})
    assert place["engine"] == "PostgreSQL"
    assert place["server"] == f"postgresql://ann@127.0.0.1:{postgresql.port}/{postgresql.database}"
    count = place["combinations"]
    assert place["words"] == (
        f"Joined inside PostgreSQL at {place['server']}; {count} joined combinations came here."
    )


def test_where_it_was_is_told_in_the_language_of_who_asks(talker, remote):
    answer = talker.post(
        "/linked/what-if", json=question(*remote), headers={"Accept-Language": "es"}
    )
    assert answer.json()["joined_in"]["words"].startswith("Unido dentro de PostgreSQL en ")


def test_data_sets_are_joined_as_their_decisions_leave_them(talker, remote, uploaded):
    before = asked(talker, "/linked/what-if", remote)
    for datasets in (remote, uploaded):
        decision = {"kind": "generalize", "attribute": "ZipCode", "level": 1}
        made = talker.post(f"/datasets/{datasets[0]}/decisions", json=decision)
        assert made.is_success, made.text
    on = [{"left": "1.ZipCode", "right": "2.ZipCode", "condition": "overlaps"}]
    place = check_alike(talker, remote, uploaded, on=on, know={"MaritalStatus": "Married"})
    assert place["engine"] == "PostgreSQL"
    after = asked(talker, "/linked/what-if", remote, on=on)
    assert after["compositions"] != before["compositions"]
