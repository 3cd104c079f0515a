"""A release is written as the file that the data came from, unless something else is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import incrowd as ic
from incrowd.errors import DataError, InvalidParameter, UnknownName
from incrowd.release.recipe import Recipe
from incrowd.service.exports.export import repeat

NAMES = ["age", "town", "note"]
ROWS = [(str(30 + place % 2), ["Köln", "Ulm"][place % 2], 'a;b, "c"') for place in range(8)]


def text_of(delimiter: str = ",", quote: str = '"') -> str:
    """The table as a text; every note needs quotes."""

    def quoted(cell: str) -> str:
        return f"{quote}{cell.replace(quote, quote * 2)}{quote}"

    lines = [NAMES, *([age, town, quoted(note)] for age, town, note in ROWS)]
    return "\n".join(delimiter.join(line) for line in lines) + "\n"


def release(data: Path, target: Path, **options: object) -> bytes:
    """The content of the release of a file, its rows in order and nothing generalised."""
    with ic.open(data, quasi=["age", "town"], sensitive=[]) as table:
        best = table.anonymize(k=2)
        assert set(best.result.state.values()) == {0}
        assert best.write(target, keep_order=True, **options).verified
    return target.read_bytes()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", ":", " "])
def test_the_delimiter_stays(tmp_path: Path, delimiter: str) -> None:
    (tmp_path / "a.csv").write_text(text_of(delimiter), encoding="utf-8")
    written = release(tmp_path / "a.csv", tmp_path / "b.csv").decode()
    assert written.splitlines()[0] == delimiter.join(NAMES)
    with ic.open(tmp_path / "b.csv", quasi=["age", "town"]) as again:
        assert again.table.names == NAMES
        assert dict(again.attributes[2].profile.common) == {'a;b, "c"': 8}


def test_single_quotes_stay(tmp_path: Path) -> None:
    lines = [",".join(f"'{cell}'" for cell in line) for line in [NAMES, *ROWS]]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    written = release(tmp_path / "a.csv", tmp_path / "b.csv").decode()
    assert written.splitlines()[1] == "30,Köln,'a;b, \"c\"'"


@pytest.mark.parametrize(
    ("codec", "start"),
    [
        ("utf-8", b"age"),
        ("utf-8-sig", b"\xef\xbb\xbf"),
        ("cp1252", b"age"),
        ("utf-16", b"\xff\xfe"),
    ],
)
def test_the_encoding_stays(tmp_path: Path, codec: str, start: bytes) -> None:
    (tmp_path / "a.csv").write_text(text_of(";"), encoding=codec)
    written = release(tmp_path / "a.csv", tmp_path / "b.csv")
    assert written.startswith(start)
    assert written.decode(codec) == text_of(";")


@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_line_ends_stay(tmp_path: Path, codec: str, end: str) -> None:
    text = text_of(";").replace("\n", end)
    (tmp_path / "a.csv").write_text(text, encoding=codec, newline="")
    assert release(tmp_path / "a.csv", tmp_path / "b.csv").decode(codec) == text


def test_line_feeds_within_cells_stay_as_they_are(tmp_path: Path) -> None:
    text = text_of(";").replace("\n", "\r\n").replace("a;b", "a;\nb")
    (tmp_path / "a.csv").write_text(text, encoding="utf-8", newline="")
    assert release(tmp_path / "a.csv", tmp_path / "b.csv").decode() == text


def test_another_delimiter_and_encoding_can_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text_of(";"), encoding="cp1252")
    asked = {"delimiter": ",", "encoding": "UTF-8"}
    assert release(tmp_path / "a.csv", tmp_path / "b.csv", **asked).decode() == text_of(",")
    assert release(tmp_path / "a.csv", tmp_path / "b.tsv").startswith(b"age\ttown\tnote\n")
    assert release(tmp_path / "a.csv", tmp_path / "b.psv").startswith(b"age|town|note\n")


def test_what_cannot_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text_of(";"), encoding="utf-8")
    with pytest.raises(InvalidParameter, match="not a text file, so it has no delimiter"):
        release(tmp_path / "a.csv", tmp_path / "b.parquet", delimiter=";")
    with pytest.raises(InvalidParameter, match="not a single character"):
        release(tmp_path / "a.csv", tmp_path / "b.csv", delimiter=";;")
    with pytest.raises(InvalidParameter, match="no encoding 'utf-9'"):
        release(tmp_path / "a.csv", tmp_path / "b.csv", encoding="utf-9")
    with pytest.raises(DataError, match="'ö' cannot be written in ascii") as refusal:
        release(tmp_path / "a.csv", tmp_path / "b.csv", encoding="ascii")
    assert "utf-8" in refusal.value.hint
    with pytest.raises(UnknownName):
        release(tmp_path / "a.csv", tmp_path / "b.dsv")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_frame_and_another_format_give_a_plain_csv(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text_of(";"), encoding="cp1252")
    release(tmp_path / "a.csv", tmp_path / "b.parquet")
    assert release(tmp_path / "b.parquet", tmp_path / "c.csv").decode() == text_of(",")


def test_a_recipe_writes_as_the_new_data_is_written(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text_of(";"), encoding="utf-8")
    (tmp_path / "new.csv").write_text(text_of("|"), encoding="cp1252")
    with ic.open(tmp_path / "a.csv", quasi=["age", "town"], sensitive=[]) as table:
        table.anonymize(k=2).recipe(tmp_path / "r.json")
    recipe = Recipe.read(tmp_path / "r.json")
    repeat(recipe, tmp_path / "new.csv", tmp_path / "b.csv", keep_order=True)
    assert (tmp_path / "b.csv").read_bytes().decode("cp1252") == text_of("|")
    repeat(recipe, tmp_path / "new.csv", tmp_path / "b.csv", style={"delimiter": ";"})
    assert (tmp_path / "b.csv").read_bytes().startswith(b"age;town;note\n")
