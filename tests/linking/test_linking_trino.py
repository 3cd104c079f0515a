"""Two hospitals, one Trino: a release in PostgreSQL and one in MongoDB are linked inside Trino."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import incrowd
from linked_hospitals import QUESTIONS, ask, make
from servers.trino import DATABASE
from servers.trino_settings import write_catalogs

pytestmark = pytest.mark.cluster

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "sources.md").read_text("utf-8").partition("## Two hospitals, one Trino\n")[2]


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


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.S)


def settings_of(text: str) -> dict[str, str]:
    """Settings by name, without what is different on every computer."""
    pairs = dict(line.split("=", 1) for line in text.splitlines() if line)
    own = ("connection-user", "connection-password")
    return {
        name: re.sub(r":\d+", "", value.replace("/federation", f"/{DATABASE}"))
        for name, value in pairs.items()
        if name not in own
    }


def test_the_catalogues_of_the_guide_are_those_of_the_tests(tmp_path):
    folder = tmp_path / "trino"
    folder.mkdir()
    catalogs = write_catalogs(folder, 5432, DATABASE, 27017)
    names = ["pg", "mongo"]
    ours = [(catalogs / f"{name}.properties").read_text("utf-8") for name in names]
    assert list(map(settings_of, blocks("properties"))) == list(map(settings_of, ours))


def test_the_commands_of_the_guide_work(trino, postgresql_server, mongodb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = blocks("sh")[0].replace("\\\n", " ").splitlines()
    made, sql, documents, linked = (shlex.split(line) for line in lines)
    done = incrowd(*made[1:])
    assert done.returncode == 0, done.stderr
    schema = f'SET search_path TO "{trino.schema}"; DROP TABLE IF EXISTS hospital_1_released;\n'
    script = Path(sql[-1]).read_text("utf-8")
    replace(postgresql_server, database=DATABASE).load(schema + script)
    rows = [json.loads(line) for line in Path(documents[-1]).read_text("utf-8").splitlines()]
    own = mongodb.with_database(f"{mongodb.database}_guide")
    own.insert(documents[documents.index("--collection") + 1], rows)
    here = {
        "127.0.0.1:8080": f"127.0.0.1:{trino.port}",
        "pg/public": f"pg/{trino.schema}",
        "mongo/clinic": f"mongo/{own.database}",
    }
    for theirs, ours in here.items():
        linked = [word.replace(theirs, ours) for word in linked]
    done = incrowd(*linked[1:])
    assert done.returncode == 0, done.stderr
    assert "Joined inside Trino at trino://ann@127.0.0.1" in " ".join(done.stdout.split())
    assert "-- trino: joining inside the engine (" in done.stderr
