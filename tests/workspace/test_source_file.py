"""The list of sources on the disk: kept in order, moved with the workspace, never half read."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from incrowd.errors import WorkspaceError
from incrowd.workspace.source_file import CONFIG, KeptSource, SourceFile

CLINIC = KeptSource("a" * 16, "clinic", "postgresql://ann@db.example/clinic", "ana")
REGISTER = KeptSource("b" * 16, "register", "/data/register.csv", "bob", True, "SECRET")


def settings(folder: Path, text: str) -> SourceFile:
    (folder / CONFIG).write_text(text)
    return SourceFile(folder)


def test_what_is_written_is_read_in_the_same_order(tmp_path: Path) -> None:
    file = SourceFile(tmp_path)
    assert file.read() == []
    file.write([REGISTER, CLINIC])
    assert SourceFile(tmp_path).read() == [REGISTER, CLINIC]
    assert stat.S_IMODE((tmp_path / "sources.json").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    ["", "{", "null", '{"a": 1}', "[1]", '[{"id": "x"}]', '[{"id": "x", "colour": "red"}]'],
)
def test_a_damaged_list_is_named_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "sources.json"
    path.write_text(content)
    with pytest.raises(WorkspaceError, match=r"sources\.json' cannot be read") as refusal:
        SourceFile(tmp_path).read()
    assert refusal.value.hint == "Repair it or delete it."
    assert path.read_text() == content


def test_an_uploaded_file_is_found_where_the_workspace_is_now(tmp_path: Path) -> None:
    source = KeptSource("c" * 16, "shop", "sqlite:////old/place/my%20shop.db", "ana", uploaded=True)
    file = SourceFile(tmp_path)
    file.write([source])
    (found,) = file.read()
    assert found.url == f"sqlite:///{tmp_path}/sources/{source.id}/my%20shop.db"
    assert found.shown == "my shop.db"


def test_what_no_source_is_about_is_tidied_away(tmp_path: Path) -> None:
    file = SourceFile(tmp_path)
    file.tidy()
    known = KeptSource("c" * 16, "shop", "sqlite:///shop.db", "ana", uploaded=True)
    file.write([known])
    for name in (known.id, "d" * 16):
        (file.uploads / name).mkdir(parents=True)
        (file.uploads / name / "shop.db").write_bytes(b"x")
    file.tidy()
    assert [each.name for each in file.uploads.iterdir()] == [known.id]
    assert (file.upload(known) / "shop.db").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("postgresql://ann@db.example/clinic", "postgresql"),
        ("postgres://ann@db.example/clinic", "postgresql"),
        ("sqlite:///shop.db", "sqlite"),
        ("duckdb:////data/shop.duckdb", "duckdb"),
        ("/data/people.csv", "file"),
        ("oracle://host/db", "oracle"),
    ],
)
def test_the_kind_of_a_source_is_read_off_its_address(url: str, kind: str) -> None:
    assert KeptSource("a", "x", url, "ana").kind == kind


def test_settings_name_sources_in_their_order(tmp_path: Path) -> None:
    file = settings(
        tmp_path,
        '[[source]]\nname = "z"\nurl = "postgresql://h/d"\npassword_env = "PW"\n'
        '[[source]]\nname = "a"\nurl = "/data/a.csv"\n',
    )
    first, second = file.read_settings()
    assert (first.name, first.url, first.password_env) == ("z", "postgresql://h/d", "PW")
    assert (second.name, second.password_env) == ("a", None)
    assert first.configured
    assert first.owner == ""
    assert SourceFile(tmp_path / "nowhere").read_settings() == []


def test_a_configured_source_is_the_same_wherever_it_stands(tmp_path: Path) -> None:
    entry = '[[source]]\nname = "a"\nurl = "/data/a.csv"\n'
    other = '[[source]]\nname = "b"\nurl = "/data/a.csv"\n'
    (alone,) = settings(tmp_path, entry).read_settings()
    different, again = settings(tmp_path, other + entry).read_settings()
    assert again.id == alone.id
    assert different.id != alone.id


@pytest.mark.parametrize(
    "text",
    [
        "[[source",
        '[[source]]\nname = "a"\n',
        '[[source]]\nurl = "/data/a.csv"\n',
        'source = "a"\n',
        "source = 5\n",
    ],
    ids=["no TOML", "no address", "no name", "a word", "a number"],
)
def test_settings_that_cannot_be_read_say_how_they_are_written(tmp_path: Path, text: str) -> None:
    with pytest.raises(WorkspaceError, match=rf"{CONFIG}' cannot be read") as refusal:
        settings(tmp_path, text).read_settings()
    assert "[[source]]" in refusal.value.hint


def test_whoever_changes_the_list_has_it_alone(tmp_path: Path) -> None:
    file = SourceFile(tmp_path / "new")
    file.create()
    seen: list[str] = []

    def change(name: str) -> None:
        with file.alone():
            kept = file.read()
            seen.append(name)
            file.write([*kept, KeptSource(name, name, "/data/x.csv", "ana")])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(change, "abcdefgh"))
    assert [source.name for source in file.read()] == seen
    assert sorted(seen) == list("abcdefgh")


@pytest.mark.parametrize(
    ("url", "wrong", "remedy"),
    [
        ("postgresql://h:port/d", "This is not a server address.", "postgresql://user@host"),
        ("postgres1://h/d", "There is no engine 'postgres1'.", "'postgres'"),
    ],
)
def test_an_address_that_is_none_is_told_with_the_settings_it_stands_in(
    tmp_path: Path, url: str, wrong: str, remedy: str
) -> None:
    with pytest.raises(WorkspaceError, match=rf"{CONFIG}' cannot be read") as refusal:
        settings(tmp_path, f'[[source]]\nname = "a"\nurl = "{url}"\n').read_settings()
    assert refusal.value.errors == (wrong,)
    assert remedy in refusal.value.hint
