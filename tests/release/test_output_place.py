"""Nothing that is read, written or no file at all is overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import incrowd as incrowd_command

import incrowd
from incrowd.engines.files.atomic_write import write_atomically
from incrowd.errors import DataError, InvalidParameter, MalformedData
from incrowd.release.output_place import check_place
from incrowd.service.automatic.anonymize import AnonymizationRequest, Output, anonymize_table
from incrowd.service.exports.export import read_recipe, repeat

ROWS = "age,illness\n" + "30,flu\n30,cold\n40,flu\n40,cold\n" * 3


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text(ROWS)
    return path


def make(data: Path, output: Path | None, recipe: Path) -> None:
    with incrowd.open(data, quasi=["age"], sensitive=["illness"], ordered=True) as table:
        target = None if output is None else Output(str(output))
        anonymize_table(table, AnonymizationRequest(k=2), target, recipe)


def test_a_recipe_never_takes_the_place_of_the_data(data: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.csv"
    again.symlink_to(data)
    for place in (data, again, data.parent / "." / data.name):
        with pytest.raises(InvalidParameter, match="is the data itself"):
            make(data, None, place)
    assert data.read_text() == ROWS
    with incrowd.open(data, quasi=["age"]) as table:
        outcome = table.anonymize(2)
        with pytest.raises(InvalidParameter, match="is the data itself"):
            outcome.recipe(data)


@pytest.mark.parametrize("scheme", ["duckdb:///", ""])
def test_a_recipe_never_takes_the_place_of_a_database(scheme: str, tmp_path: Path) -> None:
    data = tmp_path / "people.duckdb"
    with duckdb.connect(data) as connection:
        connection.execute("CREATE TABLE people AS SELECT i % 2 AS age FROM range(12) AS t(i)")
    before = data.read_bytes()
    with (
        incrowd.open(f"{scheme}{data}#people", quasi=["age"]) as table,
        pytest.raises(InvalidParameter, match="is the data itself"),
    ):
        anonymize_table(table, AnonymizationRequest(k=2), None, data)
    assert data.read_bytes() == before


def test_a_recipe_never_takes_the_place_of_the_preset(data: Path, tmp_path: Path) -> None:
    preset = tmp_path / "ours.toml"
    preset.write_text("[limits]\nk = 2\n")
    words = ("anonymize", data, "--qi", "age", "--sensitive", "illness", "--for", preset)
    done = incrowd_command(*words, "--recipe", preset)
    assert done.returncode == 2
    assert "read or written here" in done.stderr
    assert preset.read_text() == "[limits]\nk = 2\n"


def test_a_recipe_never_takes_the_place_of_the_release(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with pytest.raises(InvalidParameter, match=r"'out\.csv' is also read or written here"):
        make(data, out, tmp_path / "x" / ".." / "out.csv")
    assert not out.exists()


def test_a_hierarchy_is_not_overwritten(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "hierarchies"
    folder.mkdir()
    (folder / "age.csv").write_text("30;*\n40;*\n")
    with (
        incrowd.open(data, quasi=["age"], hierarchies=folder) as table,
        pytest.raises(InvalidParameter, match=r"'age\.csv' is also read or written"),
    ):
        check_place(folder / "age.csv", table)


def test_a_release_never_takes_the_place_of_its_recipe(data: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.csv"
    make(data, tmp_path / "out.csv", recipe)
    before = recipe.read_text()
    with pytest.raises(InvalidParameter, match=r"'recipe\.csv' is also read or written"):
        repeat(read_recipe(recipe), data, recipe, others=[recipe])
    assert recipe.read_text() == before


def test_what_is_no_file_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place, words in ((pipe, "is a device or a pipe"), (tmp_path, "is a folder")):
        with pytest.raises(InvalidParameter, match=words):
            check_place(place)
        with pytest.raises(DataError, match="not a file"), write_atomically(place) as part:
            part.write_text("x")
    assert pipe.is_fifo()
    with pytest.raises(InvalidParameter, match="is a device or a pipe"):
        check_place(Path(os.devnull))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "is not a file"),
        ("x" * 300, "cannot be written: File name too long"),
        ("a\0b", "cannot be written: embedded null"),
        ("nowhere/x.csv", "There is no folder"),
    ],
)
def test_a_name_that_cannot_be_is_said(name: str, words: str, data: Path, monkeypatch) -> None:
    monkeypatch.chdir(data.parent)
    with (
        incrowd.open(data, quasi=["age"]) as table,
        pytest.raises(InvalidParameter, match=words),
    ):
        check_place(Path(name), table)


def test_a_recipe_keeps_line_ends_within_values(tmp_path: Path) -> None:
    data, recipe = tmp_path / "data.csv", tmp_path / "recipe.json"
    data.write_bytes(b"age,illness\n" + b'"a\r\nb",flu\n"a\r\nb",cold\nc,flu\nc,cold\n' * 3)
    make(data, tmp_path / "out.csv", recipe)
    done = repeat(read_recipe(recipe), data, tmp_path / "again.csv")
    assert done.output.rows == 12


def test_a_recipe_of_a_thousand_brackets_is_refused(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.json"
    recipe.write_text('{"incrowd_recipe": 1, "roles": ' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(MalformedData, match="cannot be read"):
        read_recipe(recipe)


def test_nothing_is_written_into_a_folder_that_is_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "people"
    folder.mkdir()
    pq.write_table(pa.table({"age": ["30", "30", "40", "40"]}), folder / "part.parquet")
    with incrowd.open(folder, quasi=["age"]) as table:
        for place in (folder / "out.csv", folder / "part.parquet", folder):
            with pytest.raises(InvalidParameter, match="is the data itself"):
                check_place(place, table)
        check_place(tmp_path / "out.csv", table)
