"""A folder in the page: given to `incrowd serve`, or named in `sources.toml`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import incrowd
from lake_folders import write_delta, write_iceberg

from api.live_server import LiveServer, wait


def write_parquet(folder: Path) -> Path:
    """Two rows that lie in partitions."""
    for year in (2024, 2025):
        (folder / f"year={year}").mkdir(parents=True)
        rows = pa.table({"age": [30], "city": ["Ulm"]})
        pq.write_table(rows, folder / f"year={year}" / "rows.parquet")
    return folder


@pytest.fixture(params=[write_parquet, write_delta, write_iceberg])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    write: Callable[[Path], Path] = request.param
    return write(tmp_path / "people")


def look_at(client: httpx.Client, dataset: str) -> None:
    """What the page shows of the two people in Ulm."""
    at = f"/datasets/{dataset}"
    assert client.get(at).json()["rows"] == 2
    page = client.get(f"{at}/rows").json()
    names = [column["name"] for column in page["columns"]]
    assert names[:2] == ["age", "city"]
    assert [row["cells"][:2] for row in page["rows"]] == [["30", "Ulm"]] * 2
    role = {"kind": "role", "attribute": "age", "role": "quasi"}
    assert client.post(f"{at}/decisions", json=role).is_success
    assert client.get(f"{at}/recommendations").is_success


def test_a_folder_is_served(folder: Path, tmp_path: Path) -> None:
    server = LiveServer(tmp_path / "home", str(folder))
    with server.client() as client:
        (listed,) = client.get("/datasets").json()
        assert listed["name"] == "people"
        look_at(client, listed["id"])
    _, said = server.stop()
    assert "Traceback" not in said


def test_a_folder_is_named_in_the_settings(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "sources.toml").write_text(f"[[source]]\nname = 'lake'\nurl = '{folder}'\n")
    server = LiveServer(home)
    with server.client() as client:
        (source,) = client.get("/sources").json()
        assert (source["name"], source["configured"]) == ("lake", True)
        at = f"/sources/{source['id']}"
        assert client.get(f"{at}/schemas").json() == [""]
        assert client.get(f"{at}/tables").json() == ["people"]
        columns = client.get(f"{at}/columns", params={"table": "people"}).json()
        assert [column["name"] for column in columns][:2] == ["age", "city"]
        job = wait(client, client.post(f"{at}/datasets", json={"table": "people"}))
        assert job["state"] == "done", job["error"]
        look_at(client, job["result"]["dataset"])
        place = {"name": "p", "source": source["id"], "table": "people"}
        assert wait(client, client.post("/queries/tables", json=place))["state"] == "done"
        assert client.get("/queries/tables").json()[0]["rows"] == 2
    _, said = server.stop()
    assert "Traceback" not in said
    monkeypatch.setenv("INCROWD_WORKSPACE", str(home))
    answer = incrowd("risk", "source://lake", "--qi", "age,city", "--json")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout)["class_sizes"] == {"2": 1}


def test_a_folder_that_cannot_be_read_is_said_when_it_is_opened(tmp_path: Path) -> None:
    home, empty = tmp_path / "home", tmp_path / "nothing"
    home.mkdir()
    empty.mkdir()
    (home / "sources.toml").write_text(f"[[source]]\nname = 'lake'\nurl = '{empty}'\n")
    server = LiveServer(home)
    with server.client() as client:
        (source,) = client.get("/sources").json()
        at = f"/sources/{source['id']}"
        told = client.post(f"{at}/datasets", json={"table": "nothing"})
        job = wait(client, told)
        assert job["state"] == "failed"
        assert "no Parquet file" in job["error"]["message"]
        assert job["error"]["hint"]
    _, said = server.stop()
    assert "Traceback" not in said
