"""Hierarchies in files: what is read, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hierarchy_domains import make_domain, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.errors import HierarchyError, SourceNotFound
from incrowd.hierarchies import build, from_csv, ignored_files, load_folder, to_csv

GOOD = "a;vowel;*\nb;consonant;*\nc;consonant;*\n"
ABC = make_domain(["a", "b", "c"], name="letter")


def test_a_text_is_read() -> None:
    hierarchy = from_csv(GOOD, ABC)
    assert path(hierarchy, "b") == ["consonant", "*"]
    assert hierarchy.titles == ("2 groups", "*")
    assert (hierarchy.builder, hierarchy.reason) == ("csv", "Read from the given text.")
    assert to_csv(hierarchy) == GOOD


@pytest.mark.parametrize(
    "text",
    [
        GOOD.rstrip("\n"),
        GOOD + "\n\n",
        GOOD.replace("\n", "\r\n"),
        GOOD.replace(";", ","),
        GOOD.replace(";", "\t"),
        GOOD.replace(";", "|"),
        GOOD.replace("vowel", '"vowel"'),
        GOOD + "a;vowel;*\n",
        "\ufeff" + GOOD,
    ],
)
def test_other_ways_of_writing_the_same(text: str) -> None:
    assert to_csv(from_csv(text, ABC)) == GOOD


def test_the_delimiter_is_the_one_that_fits_all_lines() -> None:
    text = "1;[1, 2[;*\n2;[2, 3];*\n"
    assert from_csv(text, make_domain(["1", "2"])).labels[0] == ("[1, 2[", "[2, 3]")


def test_quoted_cells_may_hold_delimiters_quotes_and_line_ends() -> None:
    domain = make_domain(['x;"y"\nz', "b"])
    hierarchy = from_csv('"x;""y""\nz";g;*\nb;g;*\n', domain)
    assert path(hierarchy, 'x;"y"\nz') == ["g", "*"]
    assert from_csv(to_csv(hierarchy), domain).values == hierarchy.values


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "h.csv"
    file.write_bytes("Köln;Süd;*\nLübeck;Nord;*\n".encode(encoding))
    assert path(from_csv(file, make_domain(["Köln", "Lübeck"])), "Köln") == ["Süd", "*"]


def test_values_outside_the_data_are_kept() -> None:
    hierarchy = from_csv(GOOD, make_domain(["b"]))
    assert hierarchy.leaves(1).tolist() == [1, 2]
    assert hierarchy.leaves(2).tolist() == [3]


def test_missing_needs_no_line() -> None:
    hierarchy = from_csv(GOOD, make_domain(["a", None]))
    assert path(hierarchy, None) == ["*missing*", "*"]
    assert hierarchy.leaves(2).tolist() == [4]


@pytest.mark.parametrize("cell", ["", "*missing*"])
def test_missing_may_have_a_line(cell: str) -> None:
    hierarchy = from_csv(f"{GOOD}{cell};vowel;*\n", make_domain(["a", None]))
    assert path(hierarchy, None) == ["vowel", "*"]


def test_an_empty_text_that_is_a_value_is_not_missing() -> None:
    hierarchy = from_csv(f"{GOOD};vowel;*\n", make_domain(["a", "", None]))
    assert path(hierarchy, "") == ["vowel", "*"]
    assert path(hierarchy, None) == ["*missing*", "*"]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "The hierarchy of 'letter' is empty.", "value;level1;…;*"),
        ("\n \n".replace(" ", ""), "The hierarchy of 'letter' is empty.", "value;level1;…;*"),
        (
            "a;vowel;*\nb;consonant;*\n",
            "The hierarchy of 'letter' lacks the value 'c' of 'letter'.",
            "Add a line for it: c;level1;…;*.",
        ),
        (
            "a;*\n",
            "The hierarchy of 'letter' lacks the value 'b' and 1 more of 'letter'.",
            "Add a line for it",
        ),
        (
            "a;x;1;*\nb;x;2;*\nc;y;2;*\n",
            "The hierarchy of 'letter', lines 1 and 2: 'a' and 'b' are together at level 1 ('x') "
            "but apart at level 2 ('1' and '2').",
            "Give both the same group at level 2, or different ones at level 1.",
        ),
        (
            "a;x;*\nb;x;all\nc;y;*\n",
            "The hierarchy of 'letter' has two tops: line 1 ends in '*', line 2 ends in 'all'.",
            "Let every line end in '*', or leave the last column out: the top is then added.",
        ),
        (
            "a;x;y\nb;x;y\nc;z;Any\n",
            "The hierarchy of 'letter' has two tops: line 1 ends in 'y', line 3 ends in 'Any'.",
            "Let every line end in '*'",
        ),
        (
            "a;x;top1\nb;y;top2\nc;y;top2\n",
            "The hierarchy of 'letter' has two tops: line 1 ends in 'top1', line 2 ends in 'top2'.",
            "Let every line end in '*'",
        ),
        (
            "a;x;y;*\nb;y;x;*\nc;y;x;*\n",
            "The hierarchy of 'letter', line 1: its groups form a circle: 'x' → 'y' → 'x'.",
            "Give every group a name that no value and no group of another level has.",
        ),
        (
            "a;b;*\nb;c;*\nc;a;*\n",
            "The hierarchy of 'letter', line 1: its groups form a circle: 'a' → 'b' → 'c' → 'a'.",
            "Give every group a name",
        ),
        (
            "a;x;*\nb;*\nc;y;*\n",
            "The hierarchy of 'letter', line 2: 'b' has 1 levels, the lines before have 2.",
            "Give every value the same number of levels.",
        ),
        (
            "a;x;*\nb;x;*\n\na;y;*\nc;y;*\n",
            "The hierarchy of 'letter', lines 1 and 4: 'a' appears twice, with different groups.",
            "Remove one of the two lines.",
        ),
        ("*\n", "The hierarchy of 'letter', line 1: '*' has no group above it.", "one line per"),
        ("a\nb\nc\n", "line 1: 'a' has no group above it.", "value;level1;…;*"),
        ('"a;x;*\nb;x;*\n', "has no group above it.", "one line per value"),
        ('"' + "a" * 200_000 + '";*\n', "line 1: field larger than field limit", "quotes"),
    ],
)
def test_what_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(HierarchyError) as caught:
        from_csv(text, ABC)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert len(caught.value.message) < 300


def test_a_refused_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter.csv"
    file.write_text("a;x\n", encoding="utf-8")
    with pytest.raises(HierarchyError, match=r"letter\.csv' lacks the value 'b'"):
        from_csv(file, ABC)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="does not exist"):
        from_csv(tmp_path / "none.csv", ABC)
    with pytest.raises(SourceNotFound, match="is a directory"):
        from_csv(tmp_path, ABC)


@given(
    st.lists(st.text(max_size=5), min_size=1, max_size=30, unique=True),
    st.sampled_from(["frequency", "mask", "suppress"]),
)
def test_what_is_written_is_read_again(values: list[str], builder: str) -> None:
    # a file may begin with a mark, and an empty cell is missing
    values = [value.replace("\ufeff", "") or "-" for value in values]
    domain = make_domain(list(dict.fromkeys(values)))
    written = build(builder, domain)
    read = from_csv(to_csv(written), domain)
    assert read.values == written.values
    assert all(path(read, value) == path(written, value) for value in domain.values)


def make_files(directory: Path, *names: str) -> None:
    for name in names:
        (directory / name).write_text(GOOD, encoding="utf-8")


def test_a_file_belongs_to_the_attribute_its_name_ends_with(tmp_path: Path) -> None:
    make_files(tmp_path, "h_age.csv", "native-country.csv", "h_country.CSV", "Sex.tsv", "notes.md")
    found = load_folder(tmp_path, ["age", "country", "native-country", "sex"])
    assert {name: file.name for name, file in found.items()} == {
        "age": "h_age.csv",
        "country": "h_country.CSV",
        "native-country": "native-country.csv",
        "sex": "Sex.tsv",
    }


def test_files_of_no_attribute_are_told(tmp_path: Path) -> None:
    make_files(tmp_path, "h_age.csv", "h_language.csv", "other.csv")
    assert list(load_folder(tmp_path, ["age"])) == ["age"]
    ignored = ignored_files(tmp_path, ["age"])
    assert [file.name for file in ignored] == ["h_language.csv", "other.csv"]


def test_case_tells_two_attributes_apart(tmp_path: Path) -> None:
    make_files(tmp_path, "h_Age.csv")
    assert list(load_folder(tmp_path, ["age", "Age"])) == ["Age"]


def test_two_files_for_one_attribute_are_refused(tmp_path: Path) -> None:
    make_files(tmp_path, "new_age.csv", "old_age.csv")
    with pytest.raises(HierarchyError, match=r"'new_age\.csv' and 'old_age\.csv'"):
        load_folder(tmp_path, ["age"])


def test_folders_that_are_not_there(tmp_path: Path) -> None:
    make_files(tmp_path, "age.csv")
    with pytest.raises(SourceNotFound, match="does not exist"):
        load_folder(tmp_path / "none", ["age"])
    with pytest.raises(SourceNotFound, match="is a file"):
        load_folder(tmp_path / "age.csv", ["age"])
