"""Files, folders and rules of hierarchies: what belongs to whom, and faults with their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hierarchy_domains import make_domain, path

from incrowd.errors import HierarchyError, SourceNotFound, SourceNotReadable
from incrowd.hierarchies import build, from_csv, from_rules, to_csv, to_rules
from incrowd.hierarchies.csv_lines import read_text, shorten, split_lines
from incrowd.hierarchies.folder import ignored_files, load_folder, owner
from incrowd.hierarchies.rules import named_values

AB = make_domain(["a", "b"], name="letter")


@pytest.mark.parametrize(
    ("file", "names", "attribute"),
    [
        ("age.csv", ["age"], "age"),
        ("AGE.CSV", ["age"], "age"),
        ("adult_hierarchy_age.csv", ["age"], "age"),
        ("language.csv", ["age"], None),
        ("my-age.csv", ["age"], "age"),
        ("my age.csv", ["age"], "age"),
        ("age2.csv", ["age"], None),
        ("age_2.csv", ["age", "2"], "2"),
        ("native-country.csv", ["country", "native-country"], "native-country"),
        ("x_Age.csv", ["age", "Age"], "Age"),
        ("código postal.csv", ["postal", "código postal"], "código postal"),
        ("x.csv", ["", "y"], None),
        ("x.csv", [], None),
    ],
)
def test_a_file_belongs_to_the_attribute_its_name_ends_with(
    file: str, names: list[str], attribute: str | None
) -> None:
    assert owner(Path(file), names) == attribute


def test_only_tables_of_a_folder_are_looked_at(tmp_path: Path) -> None:
    for name in ("age.csv", "sex.TSV", "zip.txt", "race.json", "notes.md", "town.csv"):
        (tmp_path / name).write_text("a;*\n", encoding="utf-8")
    (tmp_path / "job.csv").mkdir()
    files = load_folder(tmp_path, ["age", "sex", "zip", "race", "job"])
    assert {name: file.name for name, file in files.items()} == {
        "age": "age.csv",
        "sex": "sex.TSV",
        "zip": "zip.txt",
    }
    assert [file.name for file in ignored_files(tmp_path, ["age", "sex", "zip"])] == ["town.csv"]


def _refuse(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_folder_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "iterdir", _refuse)
    with pytest.raises(SourceNotReadable) as caught:
        load_folder(tmp_path, ["age"])
    assert str(caught.value) == f"The directory '{tmp_path}' cannot be read: Permission denied."
    assert caught.value.hint == "Check its permissions."


def test_a_file_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "age.csv"
    file.write_text("a;*\n", encoding="utf-8")
    monkeypatch.setattr(Path, "read_bytes", _refuse)
    with pytest.raises(SourceNotReadable) as caught:
        read_text(file)
    assert str(caught.value) == f"The hierarchy file '{file}' cannot be read: Permission denied."


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.csv", "does not exist."), ("", "is a directory, not a file.")],
)
def test_a_file_that_is_none_is_told(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(SourceNotFound) as caught:
        read_text(tmp_path / name)
    assert str(caught.value).endswith(message)
    assert caught.value.hint == "Check the path."


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("ñ".encode(), "ñ"),
        ("ñ".encode("utf-8-sig"), "ñ"),
        ("ñ".encode("utf-16"), "ñ"),
        ("ñ".encode("cp1252"), "ñ"),
        ("€".encode("cp1252"), "€"),
        (b"\x81", "\x81"),
        (b"\xff\xfea", "ÿþa"),
        (b"", ""),
    ],
    ids=[
        "utf-8",
        "marked utf-8",
        "utf-16",
        "latin",
        "windows",
        "neither",
        "broken utf-16",
        "empty",
    ],
)
def test_files_are_read_in_the_encoding_they_have(tmp_path: Path, raw: bytes, text: str) -> None:
    file = tmp_path / "age.csv"
    file.write_bytes(raw)
    assert read_text(file) == text


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a;x;*\nb;x;*", [("a", "x", "*"), ("b", "x", "*")]),
        ("a,x,*\r\nb,x,*\r\n", [("a", "x", "*"), ("b", "x", "*")]),
        ("a\tx\t*\rb\tx\t*\r", [("a", "x", "*"), ("b", "x", "*")]),
        ("a|x|*", [("a", "x", "*")]),
        ("1,5;1,0;*", [("1,5", "1,0", "*")]),
        ('"a;b";x;*', [("a;b", "x", "*")]),
        ('"a\nb";x;*', [("a\nb", "x", "*")]),
        ("a\x0cb;*", [("a\x0cb", "*")]),
        (";;;\n\na;*", [("a", "*")]),
    ],
)
def test_lines_are_split_by_the_delimiter_that_fits(
    text: str, cells: list[tuple[str, ...]]
) -> None:
    assert [line.cells for line in split_lines(text, "x")] == cells


def test_lines_are_numbered_as_an_editor_does() -> None:
    lines = split_lines('\n"a\nb";*\n\nc;*\n', "x")
    assert [line.number for line in lines] == [2, 5]


@pytest.mark.parametrize(
    ("value", "shown"), [("x" * 60, "x" * 60), ("x" * 61, "x" * 60 + "…"), ("", "")]
)
def test_long_values_are_cut_in_messages(value: str, shown: str) -> None:
    assert shorten(value) == shown


def test_up_to_twenty_missed_values_are_listed() -> None:
    many = make_domain([f"v{number}" for number in range(30)], name="letter")
    with pytest.raises(HierarchyError) as caught:
        from_csv("v0;*\n", many)
    assert "lacks the value 'v1' and 28 more of 'letter'" in str(caught.value)
    assert len(caught.value.errors) == 20
    assert caught.value.errors[0] == "lacks 'v1'"


def test_a_line_may_stand_twice_if_it_says_the_same() -> None:
    assert from_csv("a;x;*\na;x;*\nb;x;*\n", AB).values == ("a", "b")


def test_reading_tells_where_it_came_from(tmp_path: Path) -> None:
    file = tmp_path / "letter.csv"
    file.write_text("a;*\nb;*\n", encoding="utf-8")
    assert from_csv(file, AB).reason == "Read from the file letter.csv."
    assert from_csv("a;*\nb;*\n", AB).reason == "Read from the given text."


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        ("{a, b} => c", ("a", "b")),
        ("{a} => c\nlevel 2\n{c, d} => e", ("a", "d")),
        ("{b} => x\n{a} => y\nlevel 2\n{y, x} => z\nlevel 3\n{z, q} => *", ("b", "a", "q")),
        ('{"a, b", "c ""d"""} => e', ("a, b", 'c "d"')),
        ("# a comment\n\n  {a} => b  \n", ("a",)),
    ],
)
def test_values_are_what_rules_name_and_no_rule_makes(rules: str, values: tuple[str, ...]) -> None:
    assert named_values(rules) == values


@pytest.mark.parametrize(
    ("rules", "labels"),
    [
        ("{a, b} => c", ["c", "*"]),
        ("level 1\n{a, b} => c\nlevel 2\n{c} => *", ["c", "*"]),
        ("LEVEL 1:\n{a} => c", ["c", "*"]),
        ("{a} => *\n{b} => *", ["*"]),
        ('{a} => "c, d"', ["c, d", "*"]),
        ("{a} => c\nlevel 2\nlevel 3\n{c} => d", ["c", "c", "d", "*"]),
        ("\ufeff{a} => c", ["c", "*"]),
    ],
)
def test_rules_climb_level_by_level(rules: str, labels: list[str]) -> None:
    assert path(from_rules(rules, AB), "a") == labels


@pytest.mark.parametrize(
    ("rules", "message", "hint"),
    [
        ("{z} => c", "Line 1: there is no 'z' below level 1.", "groups of level 0"),
        ("{a} => c\n\n{a} => d", "Line 3: 'a' is in two groups of level 1.", "one rule of a level"),
        ("{a} => c\nlevel 3", "Line 2: level 2 should begin here.", "Number the levels 1, 2, 3"),
        ("{a} = c", "Line 1 is not a rule: {a} = c", "{a, b} => c"),
        ("{} => c", "Line 1 is not a rule: {} => c", "{a, b} => c"),
        ("{a} => b, c", "Line 1 is not a rule: {a} => b, c", "{a, b} => c"),
        ("# nothing", "There is no rule.", "{a, b} => c"),
    ],
)
def test_a_rule_that_makes_no_sense_is_told_with_its_line(
    rules: str, message: str, hint: str
) -> None:
    with pytest.raises(HierarchyError) as caught:
        from_rules(rules, AB)
    assert str(caught.value) == message
    assert caught.value.hint
    assert hint in caught.value.hint


def test_names_with_signs_of_the_language_are_quoted() -> None:
    odd = make_domain(["a, b", "{c}", 'say "d"', " e "], name="letter")
    hierarchy = from_rules('{"a, b", "{c}"} => "x, y"\n{"say ""d""", " e "} => z', odd)
    assert to_csv(from_rules(to_rules(hierarchy), odd)) == to_csv(hierarchy)
    assert path(hierarchy, " e ") == ["z", "*"]


@pytest.mark.parametrize("value", ["two\nlines", "form\x0cfeed", "next\x85line", "a\u2028b", "\n"])
def test_a_value_with_line_breaks_is_read_from_rules_again(value: str) -> None:
    domain = make_domain([value, "b", "c", "d"], name="letter")
    hierarchy = build("frequency", domain)
    again = from_rules(to_rules(hierarchy), domain)
    assert path(again, value) == path(hierarchy, value)


def test_a_rule_over_two_lines_is_told_by_its_first() -> None:
    odd = make_domain(["two\nlines", "b"], name="letter")
    rules = '{b} => c\n{"two\nlines", z} => c\n'
    with pytest.raises(HierarchyError, match="Line 2: there is no 'z' below level 1"):
        from_rules(rules, odd)
    with pytest.raises(HierarchyError, match="Line 2 is not a rule"):
        from_rules('{b} => c\n{"two => c\n{b} => d', odd)
