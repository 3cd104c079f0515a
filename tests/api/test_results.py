"""Routes that return results: their JSON is what is serialised, their schema what is declared."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from incrowd.answers import Choice, Words, part, shape
from incrowd.api.results import ResultRoute, model_of, write_json
from incrowd.language import say, set_language


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Range:
    """Two ends."""

    low: float
    high: float
    """Always the larger one."""


@dataclass(frozen=True)
class Answer:
    """What a toy tells."""

    examples: ClassVar = ({"low": 0.0},)
    range: Range = field(metadata=shape(inline=True))
    ranges: tuple[Range, ...]
    title: Words
    notes: dict[str, Words]
    name: str
    colour: Colour
    kind: Annotated[str, Choice(("a", "b"))]
    rule: Literal[1, 2] | None
    secret: object = field(metadata=shape(hidden=True))
    maybe: int | None = field(default=None, metadata=shape(optional=True))

    @property
    @part("half")
    def middle(self) -> float:
        """Between both."""
        return (self.range.low + self.range.high) / 2


def toy() -> Answer:
    text = say("as is")
    nested = (Range(1, float("nan")),)
    return Answer(Range(0, 1), nested, text, {"as is": text}, "as is", Colour.RED, "a", 1, object())


@pytest.fixture(scope="module")
def app() -> FastAPI:
    router = APIRouter(prefix="/toys", route_class=ResultRoute)

    @router.post("", status_code=201)
    async def make() -> list[Answer]:
        return [toy()]

    @router.get("")
    def get() -> Answer:
        return toy()

    @router.delete("", status_code=204)
    def delete() -> None:
        return None

    app = FastAPI()
    app.include_router(router)
    return app


def send(app: FastAPI, method: str) -> httpx.Response:
    async def send_it() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://toy") as client:
            return await client.request(method, "/toys")

    return asyncio.run(send_it())


def test_a_result_is_answered_as_it_is_serialised(app):
    answer = send(app, "GET")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {
        "low": 0,
        "high": 1,
        "ranges": [{"low": 1, "high": None}],
        "title": "as is",
        "notes": {"as is": "as is"},
        "name": "as is",
        "colour": "red",
        "kind": "a",
        "rule": 1,
        "half": 0.5,
    }
    made = send(app, "POST")
    assert (made.status_code, made.json()) == (201, [answer.json()])
    assert send(app, "DELETE").status_code == 204


def test_only_words_are_translated():
    set_language("es")
    try:
        text = write_json(toy()).decode()
    finally:
        set_language("en")
    assert '"title":"tal cual"' in text
    assert '"notes":{"as is":"tal cual"}' in text
    assert '"name":"as is"' in text


def test_the_schema_is_what_is_declared(app):
    schemas = app.openapi()["components"]["schemas"]
    answer = schemas["Answer"]
    properties = answer["properties"]
    assert answer["description"] == "What a toy tells."
    assert answer["examples"] == [{"low": 0.0}]
    assert set(properties) - set(answer["required"]) == {"maybe"}
    assert "secret" not in properties
    assert properties["colour"]["enum"] == ["red", "blue"]
    assert properties["kind"]["enum"] == ["a", "b"]
    assert properties["title"]["type"] == "string"
    assert properties["ranges"]["items"] == {"$ref": "#/components/schemas/Range"}
    assert properties["half"] == {
        "type": "number",
        "title": "Half",
        "description": "Between both.",
    }
    assert schemas["Range"]["properties"]["high"]["description"] == "Always the larger one."
    paths = app.openapi()["paths"]["/toys"]
    assert set(paths["post"]["responses"]) == {"201"}
    assert set(paths["delete"]["responses"]) == {"204"}


def test_types_without_parts_stay():
    assert model_of(list[str]) == list[str]
    assert model_of(dict[int, str | None]) == dict[str, str | None]
