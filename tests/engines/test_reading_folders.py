"""Folders as tables: what lies in them is one table, or it is said in words why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import incrowd
from engine_rows import Opener, rows_of
from lake_folders import write_delta, write_iceberg

from incrowd.engines.catalogue import open_catalogue
from incrowd.engines.stored.storage import store
from incrowd.engines.stored.table import open_stored
from incrowd.errors import (
    EngineError,
    IncrowdError,
    InvalidParameter,
    MalformedData,
    SourceNotFound,
    SourceNotReadable,
)

Writer = Callable[[Path], Path]


def fill(path: Path, **columns: list[object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


@pytest.fixture
def people(tmp_path: Path) -> Path:
    folder = tmp_path / "people"
    fill(folder / "a.parquet", age=[30, 30, 41], city=["Ulm", "Ulm", None])
    fill(folder / "b.parquet", age=[30, 52], city=["Ulm", "Bonn"])
    return folder


PEOPLE = {("30", "Ulm"): 3, ("41", None): 1, ("52", "Bonn"): 1}


def test_the_files_of_a_folder_are_one_table(opened: Opener, people: Path) -> None:
    for place in (people, f"{people}/", str(people)):
        source = opened(place)
        assert (source.name, source.rows, rows_of(source)) == ("people", 5, PEOPLE)
        assert [profile.kind.value for profile in source.profiles()] == ["integer", "text"]


def test_notes_of_programs_are_passed_over(opened: Opener, people: Path) -> None:
    (people / "_SUCCESS").touch()
    (people / ".a.parquet.crc").write_bytes(b"x")
    fill(people / "_temporary" / "0" / "c.parquet", other=[1])
    (people / "README.txt").write_text("what this is")
    assert rows_of(opened(people)) == PEOPLE


def test_partitions_are_columns(opened: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "visits"
    fill(folder / "year=2024" / "place=New%20Ulm" / "1.parquet", age=[30, 31])
    fill(folder / "year=2025" / "place=__HIVE_DEFAULT_PARTITION__" / "1.parquet", age=[30])
    fill(folder / "year=2025" / "place=a%5B1%5D" / "x[1]*?.parquet", age=[7])
    assert rows_of(opened(folder)) == {
        ("30", "New Ulm", "2024"): 1,
        ("31", "New Ulm", "2024"): 1,
        ("30", None, "2025"): 1,
        ("7", "a[1]", "2025"): 1,
    }
    assert [profile.name for profile in opened(folder).profiles()] == ["age", "place", "year"]


def test_links_are_followed_and_circles_end(opened: Opener, people: Path, tmp_path: Path) -> None:
    link = tmp_path / "link to [people]"
    link.symlink_to(people, target_is_directory=True)
    assert rows_of(opened(link)) == PEOPLE
    (people / "more").symlink_to(people, target_is_directory=True)
    assert rows_of(opened(people)) == PEOPLE


def test_a_folder_is_stored_and_released_like_a_file(people: Path, tmp_path: Path) -> None:
    target = tmp_path / "data.parquet"
    assert store(people, target) == 5
    stored = open_stored(target)
    assert stored.style is not None
    assert stored.style.format == "parquet"
    stored.close()
    out = tmp_path / "out.parquet"
    options = ("--qi", "age,city", "-k", "3", "--max-suppression", "1", "-o", out)
    done = incrowd("anonymize", people, *options)
    assert done.returncode == 0, done.stderr
    assert pq.read_table(out).num_rows >= 3


def test_a_folder_shows_its_columns_in_the_catalogue(people: Path) -> None:
    with open_catalogue(str(people)) as catalogue:
        assert catalogue.tables("") == ["people"]
        assert [each.name for each in catalogue.columns("", "people")] == ["age", "city"]


def refused(opened: Opener, folder: Path, kind: type[IncrowdError], *words: str) -> None:
    with pytest.raises(kind) as caught:
        opened(folder)
    told = f"{caught.value} {caught.value.hint}"
    assert all(word in told for word in words), told


def test_an_empty_folder(opened: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "nothing"
    folder.mkdir()
    refused(opened, folder, SourceNotFound, "no Parquet file", "it is empty")
    (folder / "people.csv").write_text("a\n1\n")
    refused(opened, folder, SourceNotFound, "no Parquet file", "people.csv")


def test_files_without_rows(opened: Opener, tmp_path: Path) -> None:
    fill(tmp_path / "p" / "a.parquet", age=pa.array([], pa.int64()))
    refused(opened, tmp_path / "p", IncrowdError, "no rows")


def test_data_of_other_kinds_is_not_left_out_unseen(opened: Opener, people: Path) -> None:
    (people / "more.csv").write_text("age,city\n1,x\n")
    refused(opened, people, MalformedData, "more.csv", "Move them elsewhere")


def test_a_broken_file_is_named(opened: Opener, people: Path) -> None:
    (people / "c.parquet").write_bytes((people / "a.parquet").read_bytes()[:-10])
    refused(opened, people, SourceNotReadable, "'c.parquet'", "damaged or cut off")
    (people / "c.parquet").write_bytes(b"")
    refused(opened, people, SourceNotReadable, "'c.parquet'")


def test_other_columns_are_named(opened: Opener, people: Path) -> None:
    fill(people / "c.parquet", age=[1], town=["x"])
    refused(opened, people, MalformedData, "'a.parquet' and 'c.parquet'", "city, town")


def test_other_types_are_named(opened: Opener, people: Path) -> None:
    fill(people / "c.parquet", age=["1"], city=["x"])
    refused(opened, people, MalformedData, "'age' is of type int64", "string in 'c.parquet'")


def test_partitions_that_differ_are_refused(opened: Opener, tmp_path: Path) -> None:
    fill(tmp_path / "p" / "year=1" / "a.parquet", age=[1])
    fill(tmp_path / "p" / "sex=f" / "a.parquet", age=[1])
    refused(opened, tmp_path / "p", MalformedData, "partitions of different columns")
    fill(tmp_path / "q" / "age=1" / "a.parquet", age=[1])
    refused(opened, tmp_path / "q", MalformedData, "'age' is a column of the files and of the")


def test_options_of_files_have_no_meaning(opened: Opener, people: Path) -> None:
    with pytest.raises(InvalidParameter, match="no meaning for a folder"):
        opened(people, delimiter=";")
    with pytest.raises(SourceNotFound, match="is a folder, not a file"):
        opened(f"duckdb:///{people}")


@pytest.mark.parametrize("write", [write_delta, write_iceberg])
def test_a_lake_knows_which_files_belong_to_it(
    opened: Opener, tmp_path: Path, write: Writer
) -> None:
    folder = write(tmp_path / "people")
    assert rows_of(opened(folder)) == {("30", "Ulm"): 2}
    assert [profile.kind.value for profile in opened(folder).profiles()] == ["integer", "text"]
    moved = folder.rename(tmp_path / "it's [people]")
    assert rows_of(opened(moved)) == {("30", "Ulm"): 2}


@pytest.mark.parametrize("kind", ["Delta Lake", "Iceberg"])
def test_what_cannot_be_read_is_named(
    opened: Opener, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extension the files are not read as they lie there: some may be gone long ago."""
    monkeypatch.setattr("incrowd.engines.duckdb.extensions.find_spec", lambda name: None)
    folder = tmp_path / "people"
    if kind == "Delta Lake":
        write_delta(folder)
    else:
        fill(folder / "data" / "a.parquet", age=[1])
        (folder / "metadata").mkdir()
        (folder / "metadata" / "v1.metadata.json").write_text("{}")
    refused(opened, folder, EngineError, f"{kind} cannot be read", "pip install duckdb-extension-")
