"""One data set, read in two languages: what is remembered is told to each in their own."""

from __future__ import annotations

import pytest

from api.live_server import is_problem, upload, wait

SPANISH = {"Accept-Language": "es-ES,es;q=0.9,en;q=0.5"}
ENGLISH = {"Accept-Language": "en"}


def test_explanations_and_reasons_are_told_in_the_language_of_the_page(client, dataset):
    first = client.get(f"/datasets/{dataset}", headers=SPANISH).json()
    again = client.get(f"/datasets/{dataset}", headers=ENGLISH).json()
    assert "no other row has the same combination" in again["risk"]["explanation"][0]
    assert "ninguna otra tiene su combinación" in first["risk"]["explanation"][0]
    assert first["risk"]["average_risk"] == again["risk"]["average_risk"]
    judged = client.get(f"/datasets/{dataset}/verdict?preset=internal", headers=SPANISH).json()
    assert judged["title"] == "uso interno"
    assert judged["checks"][0]["title"] == "Grupo más pequeño"
    reasons = [
        {one["name"]: one["reason"] for one in client.get(path, headers=headers).json()}
        for headers in (SPANISH, ENGLISH)
        for path in [f"/datasets/{dataset}/columns"]
    ]
    assert reasons[0]["age"] == (
        "Se llama «age», y los valores parecen edades: otros pueden conocerlo."
    )
    assert reasons[1]["age"] == (
        "It is called 'age', and the values look like ages: others may know it."
    )


def test_decisions_and_history(client, dataset):
    decision = {"kind": "generalize", "attribute": "age", "level": 1}
    told = client.post(f"/datasets/{dataset}/decisions", json=decision, headers=SPANISH).json()
    assert told["decisions"][0]["text"] == "«age» → tramos de 5 años"
    client.delete(f"/datasets/{dataset}/decisions/d1")
    for headers, text in ((ENGLISH, "Undone: 'age' → 5-year bands"), (SPANISH, "Deshecho: «age»")):
        events = client.get(f"/datasets/{dataset}/history", headers=headers).json()["events"]
        assert events[1]["text"].startswith(text)
    hierarchy = client.get(f"/datasets/{dataset}/hierarchies/age", headers=SPANISH).json()
    assert hierarchy["titles"][:2] == ["tal cual", "tramos de 5 años"]
    assert hierarchy["reason"] == "Sus valores son edades: tramos de 5, 10 y 20 años."


def test_what_describes_itself(client):
    told = client.get("/catalogue", headers=SPANISH).json()
    assert told["presets"][0]["title"] == "publicación abierta"
    assert "Riesgo medio" in [one["title"] for one in told["measures"]]
    assert "Tramos de edad" in [one["title"] for one in told["builders"]]
    samples = client.get("/samples", headers=SPANISH).json()
    assert samples[0]["title"] == "Censo"


@pytest.mark.parametrize("wish", ["es", "xx", "", "es;q=abc", "\x7f", ","])
def test_any_wish_is_answered(client, wish):
    answer = client.get("/datasets/0123456789abcdef", headers={"Accept-Language": wish})
    problem = is_problem(answer, 404, "not_found")
    spanish = wish == "es"
    assert problem["message"] == (
        "Ese conjunto de datos no existe." if spanish else "There is no such data set."
    )


def test_events_of_a_job_are_told_in_the_language_of_the_address(client):
    started = client.post("/datasets/sample", json={"name": "census"})
    job = wait(client, started)
    with client.stream("GET", f"/jobs/{job['id']}/events?language=es") as stream:
        assert '"step":"listo"' in stream.read().decode()
    with client.stream("GET", f"/jobs/{job['id']}/events") as stream:
        assert '"step":"ready"' in stream.read().decode()


def test_values_of_the_data_are_never_translated(client):
    dataset = upload(client, "colour,sex\n" + "other,f\nage,m\n" * 5)
    columns = client.get(f"/datasets/{dataset}/columns", headers=SPANISH).json()
    assert {bar["label"] for bar in columns[0]["histogram"]} == {"other", "age"}
    page = client.get(f"/datasets/{dataset}/rows", headers=SPANISH).json()
    assert {row["cells"][0] for row in page["rows"]} == {"other", "age"}
