"""How a file was read, and reading it again in another way, over REST."""

from __future__ import annotations

import httpx

from api.live_server import upload, wait

ROWS = "age,sex,\n30,f,x\n41,m,y\nNA,f,\n" + "52,m,z\n" * 5


def reading(client: httpx.Client, dataset: str) -> dict:
    answer = client.get(f"/datasets/{dataset}/reading")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_how_a_file_was_read_is_told(client):
    told = reading(client, upload(client, ROWS))
    assert (told["format"], told["delimiter"], told["encoding"]) == ("csv", ",", "utf-8")
    assert (told["header"], told["rows"], told["columns"]) == (True, 8, 3)
    assert told["unnamed"] == ["column_3"]
    assert "Columns without a name were called 'column_3'." in told["words"]
    missing = {each["attribute"]: each for each in told["missing"]}
    assert missing["age"]["markers"] == ["NA"]
    assert missing["column_3"]["missing"] == 1
    assert told["changeable"]


def test_a_file_is_read_in_another_way_and_keeps_its_id(client):
    dataset = upload(client, ROWS)
    done = wait(client, client.post(f"/datasets/{dataset}/reading", json={"header": "no"}))
    assert done["state"] == "done", done
    told = reading(client, dataset)
    assert (told["header"], told["rows"]) == (False, 9)
    view = client.get(f"/datasets/{dataset}").json()
    assert [each["name"] for each in view["attributes"]] == ["column_1", "column_2", "column_3"]
    listed = {each["id"]: each["rows"] for each in client.get("/datasets").json()}
    assert listed[dataset] == 9
    wait(client, client.post(f"/datasets/{dataset}/reading", json={"delimiter": ";"}))
    assert reading(client, dataset)["columns"] == 1


def test_a_wrong_choice_leaves_the_data_as_it_was(client):
    dataset = upload(client, ROWS)
    failed = wait(client, client.post(f"/datasets/{dataset}/reading", json={"encoding": "nope"}))
    assert failed["state"] == "failed"
    assert reading(client, dataset)["rows"] == 8
    assert client.get(f"/datasets/{dataset}").json()["rows"] == 8


def test_what_was_decided_is_not_lost(client):
    dataset = upload(client, ROWS)
    role = {"kind": "role", "attribute": "sex", "role": "insensitive"}
    assert client.post(f"/datasets/{dataset}/decisions", json=role).status_code == 200
    told = reading(client, dataset)
    assert not told["changeable"]
    assert "Decisions were made" in told["obstacle"]
    refused = wait(client, client.post(f"/datasets/{dataset}/reading", json={"header": "no"}))
    assert refused["error"]["code"] == "not_now"
    assert refused["error"]["message"] == told["obstacle"]
