"""Two hospitals, one Trino: a release in PostgreSQL and one in MongoDB are linked inside Trino."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from linked_hospitals import QUESTIONS, ask, make
from servers.trino import DATABASE

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return make(tmp_path_factory.mktemp("hospitals"))


@pytest.fixture(scope="module")
def tables(files, trino, postgresql_server, mongodb):
    """Each release where its import script puts it, seen through a catalogue of Trino."""
    first, second = files
    schema = f'SET search_path TO "{trino.schema}";\n'
    script = first.with_suffix(".sql").read_text("utf-8")
    replace(postgresql_server, database=DATABASE).load(schema + script)
    lines = second.with_suffix(".jsonl").read_text("utf-8").splitlines()
    mongodb.insert(second.stem, [json.loads(line) for line in lines])
    return [
        trino.url(first.stem, "pg"),
        trino.url(second.stem, "mongo", mongodb.database),
    ]


@pytest.mark.parametrize("question", QUESTIONS)
def test_linking_tells_what_files_tell(files, tables, question):
    places, inside = ask(tables, question, files[0].parent)
    _, here = ask(files, question, files[0].parent)
    assert inside == here
    assert {place["engine"] for place in places} == {"Trino"}
    assert all("joined combinations came here." in place["words"] for place in places)
