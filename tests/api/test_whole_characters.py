r"""A text with half of a character, `"\ud800"` in JSON, is refused wherever in a request it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.linked_tables import HOSPITAL_A, HOSPITAL_B, question
from api.live_server import is_problem, upload
from incrowd.api.models.queries import PasswordRequest
from incrowd.api.models.shape import RequestModel
from incrowd.errors import UsageError

HALF = "\ud800"
WORDS = "The request has text that is not Unicode."


def sent(client, path: str, body: dict[str, Any]):
    """A body as JSON can hold it: written in ASCII."""
    headers = {"Content-Type": "application/json"}
    return client.post(path, content=json.dumps(body), headers=headers)


@pytest.fixture
def hospitals(client):
    pair = upload(client, HOSPITAL_A, "a.csv"), upload(client, HOSPITAL_B, "b.csv")
    yield pair
    for one in pair:
        client.delete(f"/datasets/{one}")


@pytest.mark.parametrize(
    "decision",
    [
        {"kind": "hierarchy", "attribute": "age", "csv": f"30;{HALF};*\n"},
        {"kind": "hierarchy", "attribute": f"age{HALF}", "builder": "interval"},
        {"kind": "hierarchy", "attribute": "age", "builder": HALF},
        {"kind": "role", "attribute": HALF, "role": "sensitive"},
        {"kind": "protect", "attribute": "disease", "model": HALF, "threshold": 2},
        {"kind": "generalize", "attribute": "age", "level": 1, HALF: 1},
    ],
)
def test_nothing_of_it_is_decided(client, dataset, decision):
    before = client.get(f"/datasets/{dataset}").json()["revision"]
    told = is_problem(sent(client, f"/datasets/{dataset}/decisions", decision), 400, "usage")
    assert (told["message"], told["hint"]) == (WORDS, "Send valid UTF-8.")
    assert client.get(f"/datasets/{dataset}").json()["revision"] == before


@pytest.mark.parametrize("know", [{"Age": HALF}, {f"Age{HALF}": "20-30"}])
def test_nothing_of_it_is_asked(client, hospitals, know):
    told = is_problem(
        sent(client, "/linked/what-if", question(*hospitals, know=know)), 400, "usage"
    )
    assert told["message"] == WORDS


def test_it_is_told_in_spanish(client, dataset):
    client.headers["Accept-Language"] = "es"
    decision = {"kind": "role", "attribute": HALF, "role": "sensitive"}
    told = is_problem(sent(client, f"/datasets/{dataset}/decisions", decision), 400, "usage")
    assert told["message"] == "La petición tiene texto que no es Unicode."
    assert told["hint"] == "Envíe UTF-8 válido."


def test_a_password_of_it_is_never_shown():
    with pytest.raises(UsageError) as caught:
        PasswordRequest.model_validate({"password": f"geheim{HALF}"})
    assert "geheim" not in str(caught.value.to_dict())


class Anything(RequestModel):
    """A request that takes whatever there is."""

    told: Any = None


@pytest.mark.parametrize("half", [chr(0xD800), chr(0xDBFF), chr(0xDC00), chr(0xDFFF)])
def test_it_is_found_at_any_depth(half):
    deep: Any = half
    for level in range(5_000):
        deep = [deep] if level % 2 else {"a": deep}
    for told in (half, {"a": [{"b": (half,)}]}, {half: 1}, [1, None, [half]], deep):
        with pytest.raises(UsageError):
            Anything.model_validate({"told": told})


def test_whole_characters_are_welcome():
    whole = {"told": {"é😀\ufffd\ud7ff\ue000": ["日本", 1, None, 2.5, True]}}
    assert Anything.model_validate(whole).told == whole["told"]
