"""Every operation answers as the OpenAPI file says, once with success: a walk past all of them.

All other API tests check each answer they hear in the same way; this one makes sure that none of
the operations is left out.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from api.described_answers import Description, operations
from api.linked_tables import HOSPITAL_A, HOSPITAL_B, question
from api.live_server import PEOPLE, upload, wait

ELSEWHERE = {
    "POST /sources/{source_id}/password": "needs a database server: tests/workspace has one",
}
"""Operations that this walk does not take, and why."""


def done(client: httpx.Client, path: str, **body) -> dict:
    """What a job comes to."""
    job = wait(client, client.post(path, json=body or None))
    assert job["state"] == "done", job
    return job["result"]


def fetch(client: httpx.Client, *paths: str) -> None:
    for path in paths:
        assert client.get(path).is_success, path


def post(client: httpx.Client, path: str, **body) -> dict:
    answer = client.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


def walk_the_server_and_jobs(walker: httpx.Client) -> None:
    fetch(walker, "/status", "/catalogue", "/samples", "/datasets", "/presets")
    ours = {"title": "our clinic", "limits": {"smallest_group": 8}}
    assert walker.put("/presets/clinic", json=ours).is_success
    assert walker.delete("/presets/clinic").is_success
    post(walker, "/risk", columns={"age": ["30", "41"]}, roles={"age": "quasi"})
    job = walker.post("/datasets/sample", json={"name": "census"}).json()["job"]["id"]
    fetch(walker, f"/jobs/{job}")
    with walker.stream("GET", f"/jobs/{job}/events") as events:
        assert "data:" in next(events.iter_text())
    assert walker.post(f"/jobs/{job}/finish").is_success
    assert walker.delete(f"/jobs/{job}").is_success


def walk_a_data_set_and_its_decisions(walker: httpx.Client, dataset: str) -> None:
    at = f"/datasets/{dataset}"
    for name in (
        "",
        "/columns",
        "/rows",
        "/risky-rows",
        "/preview",
        "/recommendations",
        "/estimate",
    ):
        fetch(walker, at + name)
    fetch(walker, at + "/first-levels")
    done(walker, at + "/first-levels", levels={})
    proposed = wait(walker, walker.post(at + "/first-levels/proposal"))
    assert proposed["state"] == "done", proposed["error"]
    done(walker, at + "/states/levels")
    done(walker, at + "/states", levels={"age": 1}, k=2)
    fetch(walker, at + "/states")
    fetch(walker, at + "/population-risk?population_size=200000", at + "/verdict")
    assert walker.put(at + "/preset", json={"preset": "partner"}).is_success
    assert walker.put(at + "/goal", json={"preset": "internal", "use": "lookup"}).is_success
    fetch(walker, at + "/goal", at + "/reading")
    done(walker, at + "/reading", header="yes")
    fetch(walker, at + "/compare", at + "/history", at + "/front", at + "/hierarchies/age")
    post(walker, at + "/hierarchies/age/preview", builder="interval")
    post(walker, at + "/hierarchies/age/risk", builder="interval", level=1, k=3)
    view = post(walker, at + "/decisions", kind="generalize", attribute="age", level=1)
    decision = view["decisions"][-1]["id"]
    assert walker.delete(f"{at}/decisions/{decision}").is_success
    post(walker, f"{at}/decisions/{decision}/redo")
    post(walker, at + "/back", decision=decision)
    done(walker, at + "/own-attack")
    fetch(walker, at + "/own-attack")
    post(walker, at + "/jump", revision_of_state=0)
    post(walker, at + "/state", levels={"age": 1}, k=1)
    post(walker, at + "/jump", revision_of_state=0)
    recipe = walker.get(at + "/recipe").json()
    post(walker, at + "/recipe/preview", recipe=recipe)
    post(walker, at + "/recipe", recipe=recipe)
    download = done(walker, at + "/export", format="csv")["download"]
    fetch(walker, download.removeprefix("/api/v1"))


def walk_dashboards_for_others(walker: httpx.Client) -> None:
    made = walker.post("/dashboards", files={"file": ("people.csv", PEOPLE)}).json()
    link = post(walker, f"/datasets/{made['id']}/link")
    ticket = link["path"].partition("#ticket=")[2]
    begun = walker.post("/frames", headers={"Authorization": f"Bearer {ticket}"})
    assert begun.is_success
    assert walker.delete(f"/datasets/{made['id']}").is_success


def walk_automatic_runs(walker: httpx.Client, dataset: str) -> None:
    at = f"/datasets/{dataset}/automatic"
    run = done(walker, at, k=2, max_suppression=1)["run"]
    fetch(walker, at, f"{at}/running", f"{at}/{run}", f"{at}/{run}/rows")
    assert walker.patch(f"{at}/{run}", json={"name": "first try"}).is_success
    fetch(walker, f"{at}/notes", f"{at}/{run}/compare/now", f"{at}/{run}/compare/now?by=age")
    done(walker, f"/datasets/{dataset}/front/local", wish={"k": 2, "method": "local"}, ks=[2, 3])
    fetch(walker, f"/datasets/{dataset}/front/local")
    done(walker, f"/datasets/{dataset}/proposals")
    fetch(walker, f"/datasets/{dataset}/proposals")
    post(walker, f"{at}/{run}/adopt")
    assert walker.delete(f"{at}/{run}").is_success
    post(walker, f"/datasets/{dataset}/jump", revision_of_state=0)


def walk_subsets_and_stand_outs(walker: httpx.Client, dataset: str) -> None:
    at = f"/datasets/{dataset}"
    done(walker, at + "/standouts", k=2, max_size=2)
    fetch(walker, at + "/subsets?threshold=2", at + "/standouts", at + "/standouts/file")
    fetch(walker, at + "/standouts/file?format=csv", at + "/remedy?attributes=age&threshold=2")
    assert done(walker, at + "/copies", without_row=1)["dataset"]


def walk_techniques(walker, dataset):
    at, wanted = f"/datasets/{dataset}/techniques", ["age:round=5", "sample=0.5"]
    told = post(walker, at + "/preview", techniques=wanted)
    copy = done(walker, at, techniques=wanted, seed=told["techniques"][1]["seed"])["dataset"]
    assert walker.get(f"/datasets/{copy}").json()["rows"] == told["techniques"][1]["kept"]
    assert walker.delete(f"/datasets/{copy}").is_success


def walk_linked_data_sets(walker: httpx.Client) -> None:
    hospitals = [
        upload(walker, HOSPITAL_A, "hospital_a.csv"),
        upload(walker, HOSPITAL_B, "hospital_b.csv"),
    ]
    asked = question(*hospitals)
    leak = {**asked, "know": {"Age": "20-30", "Nationality": "European"}, "threshold": 0.3}
    post(walker, "/linked/proposal", datasets=hospitals)
    assert post(walker, "/linked/what-if", **leak)["breach"]
    post(walker, "/linked/rows", **asked)
    post(walker, "/linked/check", **asked)
    post(walker, "/linked/together/plan", **asked)
    fetch(walker, f"/linked/scans/{done(walker, '/linked/scan', **asked)['scan']}")
    fetch(walker, f"/linked/advice/{done(walker, '/linked/advice', **asked)['advice']}")
    fetch(walker, f"/linked/repairs/{done(walker, '/linked/repairs', **leak)['repairs']}")
    done(walker, "/linked/repairs/rows", **leak, source=1)
    assert len(done(walker, "/linked/sample")["datasets"]) == 2


def walk_people_put_together(walker: httpx.Client) -> None:
    halves = [
        upload(walker, "id,age,sex\n1,30,f\n2,41,m\n3,52,f\n", "one.csv"),
        upload(walker, "id,disease\n1,flu\n2,hiv\n3,flu\n", "two.csv"),
    ]
    assert done(walker, "/linked/together", datasets=halves)["dataset"]


def walk_attacks(walker: httpx.Client, dataset: str) -> None:
    people = upload(walker, "name,age,sex\nAna,30,f\nBob,41,m\n", "voters.csv")
    at = f"/attacks/{done(walker, '/attacks', release=dataset, people=people)['attack']}"
    fetch(walker, at, at + "/people", at + "/people/0/rows", at + "/file")


def walk_sources(walker: httpx.Client, folder: Path) -> None:
    path = folder / "clinic.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE people (zip text, illness text)")
        connection.execute("INSERT INTO people VALUES ('13012', 'flu'), ('13053', 'hiv')")
    sent = walker.post("/sources/files", files={"file": (path.name, path.read_bytes())})
    at = f"/sources/{wait(walker, sent)['result']['source']}"
    server = post(walker, "/sources", name="far", url="postgresql://ann@db.example/clinic")
    fetch(walker, "/sources", at + "/schemas", at + "/tables", at + "/columns?table=people")
    assert done(walker, at + "/datasets", table="people")["dataset"]
    assert walker.delete(f"/sources/{server['id']}").is_success


def walk_queries(walker: httpx.Client) -> None:
    own = upload(walker, PEOPLE, "queried.csv")
    done(walker, "/queries/tables", name="people", dataset=own)
    fetch(walker, "/queries/tables")
    assert "people" in post(walker, "/queries/sql", table="people")["sql"]
    at = f"/queries/{done(walker, '/queries', sql='SELECT age, sex, disease FROM people')['query']}"
    know = [{"column": "sex", "value": "f"}]
    fetch(walker, at, at + "/rows")
    post(walker, at + "/rows", know=know)
    post(walker, at + "/what-if", know=know, sensitive=["disease"])
    post(walker, at + "/check", quasi=["age", "sex"], sensitive=["disease"])
    fetch(walker, f"/queries/scans/{done(walker, at + '/scan', sensitive='disease')['scan']}")
    assert done(walker, at + "/leaks")["leaks"]["status"] == "leak"
    done(walker, at + "/dataset", name="kept")
    assert walker.delete(at).is_success
    assert walker.delete("/queries/tables/people").is_success


def test_every_operation_answers_as_described(server, tmp_path):
    description = Description()
    with server.client(description=description) as walker:
        dataset = upload(walker)
        walk_the_server_and_jobs(walker)
        walk_a_data_set_and_its_decisions(walker, dataset)
        walk_dashboards_for_others(walker)
        walk_automatic_runs(walker, dataset)
        walk_subsets_and_stand_outs(walker, dataset)
        walk_techniques(walker, dataset)
        walk_linked_data_sets(walker)
        walk_people_put_together(walker)
        walk_attacks(walker, dataset)
        walk_sources(walker, tmp_path)
        walk_queries(walker)
        assert walker.delete(f"/datasets/{dataset}").is_success
    names = {str(operation) for operation in operations()}
    assert set(ELSEWHERE) <= names
    assert names - description.answered == set(ELSEWHERE)
