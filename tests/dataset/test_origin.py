"""Where rows came from, and how they are read again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from incrowd.dataset.open_table import Origin
from incrowd.engines.stored.page import PageRequest
from incrowd.engines.stored.table import open_stored


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text("age;sex\n30;f\n41;m\n30;f\n")
    return path


@pytest.mark.parametrize("kind", [str, Path], ids=["text", "path"])
def test_a_file_is_known_by_either_way_to_write_its_path(people: Path, kind: type) -> None:
    other = people.with_name("other.csv")
    other.write_text("age;sex\n30;f\n")
    origin = Origin(kind(people))
    assert origin.is_file(people)
    assert origin.is_file(people.parent / "." / people.name)
    assert not origin.is_file(other)
    assert not origin.is_file(people.with_name("missing.csv"))


def test_a_link_to_the_file_is_the_file(people: Path) -> None:
    link = people.with_name("link.csv")
    link.symlink_to(people)
    assert Origin(people).is_file(link)


@pytest.mark.parametrize(
    "data",
    ["{path}#Sheet2", "sqlite:///{path}#people", "duckdb:///{path}", "SQLite:///{path}#a%20b"],
)
@pytest.mark.parametrize("spelling", ["as it is", "hard link", "link"])
def test_the_file_is_known_behind_the_address_of_a_table(
    people: Path, data: str, spelling: str
) -> None:
    place = people
    if spelling != "as it is":
        place = people.with_name("again.csv")
        (place.hardlink_to if spelling == "hard link" else place.symlink_to)(people)
    assert Origin(data.format(path=people)).is_file(place)
    assert not Origin(data.format(path=people)).is_file(people.with_name("missing.csv"))


def test_a_folder_that_is_called_like_a_database_is_not_the_data(
    people: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(people.parent)
    (people.parent / "db").mkdir()
    assert not Origin("postgresql://ann@host/db#people").is_file(Path("db/out.csv"))


@pytest.mark.parametrize(
    "data",
    [object(), "postgresql://ann@host/db#people", "x" * 5_000],
    ids=["a frame", "a server", "longer than any path"],
)
def test_what_is_no_path_is_no_file(people: Path, data: object) -> None:
    assert not Origin(data).is_file(people)


def test_rows_are_stored_again_in_their_order(people: Path) -> None:
    target = people.with_name("data.parquet")
    steps: list[str] = []
    Origin(people, {"delimiter": ";"}, lambda step, done: steps.append(step)).store(target)
    with closing(open_stored(target)) as stored:
        assert [row.cells for row in stored.page(PageRequest()).rows] == [
            *(("30", "f"), ("41", "m"), ("30", "f"))
        ]
        assert [profile.name for profile in stored.profiles()] == ["age", "sex"]
    assert steps
