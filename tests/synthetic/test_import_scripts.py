"""Import scripts give databases the very table that was generated, whatever its texts hold."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import closing
from datetime import date
from pathlib import Path
from secrets import token_hex

import pyarrow as pa
import pytest
from servers.account import STRANGE

from incrowd.engines import connect
from incrowd.engines.contract import ROWS
from incrowd.errors import DataError
from incrowd.synthetic import generate, write

STRANGE_TEXTS = [
    "it's",
    'a "b"',
    "x\\y",
    "\\'",
    "",
    None,
    "línea\ntwo",
    "-- no; /*! x */",
    "日本𝄞",
    ":v",
]


def strange() -> pa.Table:
    return pa.table(
        {
            "text": pa.array(STRANGE_TEXTS, pa.string()),
            'odd "name" é': pa.array(range(10), pa.int64()),
            "select": pa.array([0.5, 1e-7, None, *[1.0] * 7], pa.float64()),
            "born": pa.array([date(1970, 1, 2), None, *[date(2000, 12, 31)] * 8], pa.date32()),
        }
    )


def tally(source: object, **options: str) -> list[str]:
    with closing(connect(source, **options)) as opened:
        names = [profile.name for profile in opened.profiles()]
        table = opened.tally(names)
    columns = [column.to_pylist() for column in table.columns]
    assert table.column_names == [*names, ROWS]
    return sorted(map(repr, zip(*columns, strict=True)))


@pytest.mark.parametrize("kind", ["postgresql", "mariadb"])
@pytest.mark.parametrize("made", [strange, lambda: generate("hospital", 1100, 5)])
def test_a_server_reads_the_same_table(kind, made, tmp_path, request):
    server = request.getfixturevalue(kind)
    server = server.with_database(f"script_{token_hex(4)}")
    script = write(made(), tmp_path / "Ward 7.sql")
    load = server.load if kind == "postgresql" else server.run
    load(script.read_text("utf-8"))
    assert tally(server.url("ward_7"), password=STRANGE) == tally(made())


def test_a_script_that_fails_leaves_nothing_behind(postgresql, tmp_path):
    script = write(generate("census", 20, 5), tmp_path / "people.sql").read_text("utf-8")
    broken = script.replace("COMMIT;", "INSERT INTO nowhere VALUES (1);\nCOMMIT;")
    with pytest.raises(subprocess.CalledProcessError):
        postgresql.load(broken)
    postgresql.load(script)  # there is no such table yet
    assert tally(postgresql.url("people"), password=STRANGE) == tally(generate("census", 20, 5))


def test_json_lines_hold_every_row(tmp_path):
    path = write(strange(), tmp_path / "people.jsonl")
    documents = [json.loads(line) for line in path.read_text("ascii").splitlines()]
    rows = strange().to_pylist()
    for row in rows:
        if row["born"] is not None:
            row["born"] = {"$date": f"{row['born']}T00:00:00Z"}
    assert documents == rows


def test_the_script_of_mongosh_inserts_every_row(tmp_path):
    path = write(generate("hospital", 1100, 5), tmp_path / "people.js")
    calls = re.findall(
        r'db\.getCollection\("people"\)\.insertMany\((\[.*?\])\);\n', path.read_text("ascii"), re.S
    )
    assert [len(json.loads(_plain(call))) for call in calls] == [500, 500, 100]
    found = [row for call in calls for row in json.loads(_plain(call))]
    rows = generate("hospital", 1100, 5).to_pylist()
    moments = ("birth_date", "admission_date")
    expected = [{**row, **{name: f"{row[name]}T00:00:00Z" for name in moments}} for row in rows]
    assert found == expected


def _plain(script: str) -> str:
    return re.sub(r'ISODate\(("[^"]*")\)', r"\1", script)


def test_a_text_that_no_database_takes_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(DataError, match="NUL"):
        write(pa.table({"a": ["x\0y"]}), tmp_path / "people.sql")
    assert list(Path(tmp_path).iterdir()) == []


@pytest.mark.cluster
def test_mongodb_holds_the_same_table_as_json_lines(mongodb, tmp_path):
    from bson import json_util

    made = generate("hospital", 700, 5)
    lines = write(made, tmp_path / "patients.jsonl").read_text("ascii").splitlines()
    mongodb.insert("patients", [json_util.loads(line) for line in lines])
    with (
        closing(connect(mongodb.url("patients"))) as remote,
        closing(connect(made)) as here,
    ):
        names = [name for name in made.column_names if not name.endswith("_date")]
        found = [sorted(map(repr, each.tally(names).to_pylist())) for each in (remote, here)]
        assert found[0] == found[1]
        born = [str(row["birth_date"])[:10] for row in remote.tally(["birth_date"]).to_pylist()]
        assert sorted(born) == sorted({str(day) for day in made["birth_date"].to_pylist()})
