"""Data by the name of a source: `source://clinic#public.people`."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.workspace.paths import VARIABLE, workspace_folder
from incrowd.workspace.source_names import located
from incrowd.workspace.sources import Sources
from incrowd.workspace.users import owner


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sources:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    return Sources(tmp_path / "home")


def add(sources: Sources, name: str, url: str, password_env: str | None = None) -> None:
    sources.add_own(owner(), name, url, password_env)


@pytest.mark.parametrize("data", ["people.csv", "sqlite:///x.db#t", Path("x"), 5, "sources://x"])
def test_other_data_stays_as_it_is(sources: Sources, data: object) -> None:
    assert located(data, {"delimiter": ";"}) == (data, {"delimiter": ";"})
    assert located(data) == (data, {})


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("source://clinic", "postgresql://ann@db.example/clinic"),
        ("source://clinic/", "postgresql://ann@db.example/clinic"),
        ("SOURCE://clinic", "postgresql://ann@db.example/clinic"),
        ("source://clinic#public.people", "postgresql://ann@db.example/clinic#public.people"),
        ("source://clinic#my%20people", "postgresql://ann@db.example/clinic#my%20people"),
        ("source://two%20words", "postgresql://db.example/second"),
    ],
)
def test_a_name_leads_to_its_address(sources: Sources, data: str, place: str) -> None:
    add(sources, "clinic", "postgresql://ann@db.example/clinic")
    add(sources, "two words", "postgresql://db.example/second")
    assert located(data) == (place, {})


def test_the_password_of_a_source_comes_from_its_variable(
    sources: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(sources, "clinic", "postgresql://db.example/clinic", "CLINIC_SECRET")
    assert located("source://clinic")[1] == {}
    monkeypatch.setenv("CLINIC_SECRET", "hush")
    assert located("source://clinic", {"table": "t"})[1] == {"password": "hush", "table": "t"}


def test_a_file_is_read_by_its_path_and_its_sheet_by_its_name(
    sources: Sources, tmp_path: Path
) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"")
    add(sources, "book", str(book))
    assert located("source://book")[0] == str(book)
    assert located("source://book#Sheet 1")[0] == f"{book}#Sheet 1"
    assert located("source://book#book.xlsx")[0] == str(book)


def test_a_table_is_named_once(sources: Sources) -> None:
    add(sources, "clinic", "postgresql://db.example/clinic")
    with pytest.raises(InvalidParameter, match="named twice") as refusal:
        located("source://clinic#people", {"table": "other"})
    assert refusal.value.hint == "Name it only after the #."
    assert located("source://clinic", {"table": "other"})[1] == {"table": "other"}


def test_unknown_names_are_refused_with_what_is_there(sources: Sources) -> None:
    with pytest.raises(UnknownName, match="no source 'clinic'") as none:
        located("source://clinic")
    assert none.value.hint == "There are none yet. Add one: incrowd source add NAME URL."
    add(sources, "clinic", "postgresql://db.example/clinic")
    with pytest.raises(UnknownName, match="no source 'clinik'") as near:
        located("source://clinik")
    assert near.value.hint == "Did you mean 'clinic'?"


def test_the_folder_of_the_workspace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv(VARIABLE, "here")
    assert workspace_folder() == tmp_path / "here"
    monkeypatch.setenv(VARIABLE, "~/data")
    assert workspace_folder() == Path("/home/ann/data")
    for nothing in ("", None):
        monkeypatch.setenv(VARIABLE, nothing) if nothing == "" else monkeypatch.delenv(VARIABLE)
        assert workspace_folder() == Path("/home/ann/.incrowd")
