"""Delimited text: every dialect and encoding gives the rows as they are written."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import zstandard
from engine_rows import Opener, Writer, names_of, profile_of, rows_of

from incrowd.engines.files.text.dialect import NO_DELIMITER, detect_dialect, has_repeated_rows
from incrowd.engines.files.text.records import Dialect, scan_text

PEOPLE = {("Ann", "007", "x,y"): 1, ("Bob", None, 'say "hi"'): 2}


def _people(delimiter: str, end: str = "\n") -> str:
    rows = ['name,id,"no,te"', 'Ann,007,"x,y"', 'Bob,,"say ""hi"""', 'Bob,"","say ""hi"""']
    inside = [row.replace(",", delimiter).replace(f"x{delimiter}y", "x,y") for row in rows]
    return end.join(inside).replace(f"no{delimiter}te", "no,te") + end


@pytest.mark.parametrize("delimiter", list(",;\t|:^~ "))
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(
    opened: Opener, written: Writer, delimiter: str, end: str
) -> None:
    text = _people(delimiter, end).replace("say ", "say_")
    source = opened(written(text))
    assert names_of(source) == ["name", "id", "no,te"]
    assert rows_of(source) == {
        ("Ann", "007", "x,y"): 1,
        ("Bob", None, 'say_"hi"'): 2,
    }


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"],
)
def test_encodings_are_recognised(opened: Opener, written: Writer, encoding: str) -> None:
    text = "name;città\nJosé;Zürich\nÅsa;Málaga\nÅsa;Málaga\n"
    source = opened(written(text.encode(encoding)))
    assert names_of(source) == ["name", "città"]
    assert rows_of(source) == {("José", "Zürich"): 1, ("Åsa", "Málaga"): 2}


def test_utf_16_with_marks_of_both_orders(opened: Opener, written: Writer) -> None:
    for mark, order in [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]:
        source = opened(written(mark + "a,b\nñ,€\n".encode(order)))
        assert rows_of(source) == {("ñ", "€"): 1}


def test_the_euro_sign_of_windows_and_the_control_characters_of_latin_1(
    opened: Opener, written: Writer
) -> None:
    assert rows_of(opened(written(b"a,b\n\x80,1\n"))) == {("€", "1"): 1}
    assert rows_of(opened(written(b"a,b\n\x81\xe9,1\n"))) == {("\x81é", "1"): 1}


@pytest.mark.slow
def test_an_encoding_that_shows_late(opened: Opener, written: Writer) -> None:
    plain = b"a,b\n" + b"x,y\n" * 400_000
    source = opened(written(plain + b"\xe9,y\n"))
    assert rows_of(source) == {("x", "y"): 400_000, ("é", "y"): 1}


def test_an_encoding_that_is_declared(opened: Opener, written: Writer) -> None:
    source = opened(written("a,b\nł,ą\n".encode("iso8859-2")), encoding="latin2")
    assert rows_of(source) == {("ł", "ą"): 1}


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_packed_files(opened: Opener, written: Writer, ending: str) -> None:
    pack = gzip.compress if ending == "gz" else zstandard.ZstdCompressor().compress
    text = _people(";").encode()
    source = opened(written(pack(text), f"people.csv.{ending}"))
    assert rows_of(source) == PEOPLE


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_several_archives_in_one_file(opened: Opener, written: Writer, ending: str) -> None:
    pack = gzip.compress if ending == "gz" else zstandard.ZstdCompressor().compress
    source = opened(written(pack(b"a,b\n1x,2\n") + pack(b"3x,4\n"), f"f.csv.{ending}"))
    assert rows_of(source) == {("1x", "2"): 1, ("3x", "4"): 1}


def test_values_are_kept_as_written(opened: Opener, written: Writer) -> None:
    text = "zip,n,space,null\n00123,1.50, x ,NULL\n01,+7,  ,N/A\n"
    assert rows_of(opened(written(text))) == {
        ("00123", "1.50", " x ", "NULL"): 1,
        ("01", "+7", "  ", "N/A"): 1,
    }


def test_quotes_of_other_kinds(opened: Opener, written: Writer) -> None:
    single = "a,b\n'x,1','it''s'\n'y','z'\n"
    assert rows_of(opened(written(single))) == {("x,1", "it's"): 1, ("y", "z"): 1}
    backslash = 'a,b\n"x \\"1\\", ok","c:\\dir"\n"back\\\\slash","z"\n'
    assert rows_of(opened(written(backslash))) == {
        ('x "1", ok', "c:\\dir"): 1,
        ("back\\slash", "z"): 1,
    }
    none = 'a,b\n"x,y"\n"z,1\n'
    assert rows_of(opened(written(none), quote="")) == {('"x', 'y"'): 1, ('"z', "1"): 1}


def test_a_quote_within_a_cell_is_a_character(opened: Opener, written: Writer) -> None:
    assert rows_of(opened(written("size,n\n5\" pipe,1\no'clock,2\n"))) == {
        ('5" pipe', "1"): 1,
        ("o'clock", "2"): 1,
    }


def test_line_ends_within_quotes_and_of_several_kinds(opened: Opener, written: Writer) -> None:
    text = '"a\nb",c\r\n"1\r\nx",2\n3y,"4\rz"\r5y,6\n'
    source = opened(written(text))
    assert names_of(source) == ["a\nb", "c"]
    assert rows_of(source) == {("1\r\nx", "2"): 1, ("3y", "4\rz"): 1, ("5y", "6"): 1}


def test_blank_lines_are_no_rows_but_in_a_single_column_they_are(
    opened: Opener, written: Writer
) -> None:
    assert rows_of(opened(written("\n\na,b\n\nx,2\n\n\ny,4\n\n"))) == {
        ("x", "2"): 1,
        ("y", "4"): 1,
    }
    assert rows_of(opened(written('a\nx\n\n""\ny\n'))) == {("x",): 1, (None,): 2, ("y",): 1}


def test_a_single_column_may_contain_anything(opened: Opener, written: Writer) -> None:
    source = opened(written("address\nMain St, 5; left\nSide St | 7\n"))
    assert rows_of(source) == {("Main St, 5; left",): 1, ("Side St | 7",): 1}


def test_the_decimal_comma_does_not_become_the_delimiter(opened: Opener, written: Writer) -> None:
    source = opened(written("weight;height\n61,5;1,72\n80,25;1,9\n"))
    assert names_of(source) == ["weight", "height"]
    assert profile_of(source, "weight").decimal_comma


def test_names_that_differ_only_in_case(opened: Opener, written: Writer) -> None:
    source = opened(written("Age,age,AGE\n1,x,3\n"))
    assert names_of(source) == ["Age", "age", "AGE"]
    assert source.tally(["AGE", "Age"]).column_names[:2] == ["AGE", "Age"]
    assert source.tally(["AGE"]).column(0).to_pylist() == ["3"]


def test_a_name_full_of_pattern_characters(opened: Opener, written: Writer) -> None:
    written("a,b\nwrong,9\n", "data1.csv")
    source = opened(written("a,b\nx,2\n", "data[1]*'?.csv"))
    assert rows_of(source) == {("x", "2"): 1}


@pytest.mark.parametrize("header", ["0,1,2", "2019,2020,2022", "a,1,2"])
def test_names_that_are_numbers(opened: Opener, written: Writer, header: str) -> None:
    assert names_of(opened(written(f"{header}\n5,6,7\n8,9,9\n"))) == header.split(",")


def test_few_distinct_rows_are_condensed_and_many_are_not(opened: Opener, written: Writer) -> None:
    few = "sex,age\n" + "".join(f"{'fm'[i % 2]},{i % 7}\n" for i in range(5_000))
    counts = rows_of(opened(written(few)))
    assert len(counts) == 14
    assert sum(counts.values()) == 5_000
    many = "id,sex\n" + "".join(f"x{i},{'fm'[i % 2]}\n" for i in range(5_000))
    assert profile_of(opened(written(many)), "id").unique


def test_condensing_is_decided_on_a_sample() -> None:
    assert has_repeated_rows([["sex"], ["m"], ["f"], ["m"], ["f"]])
    assert not has_repeated_rows([["id"], ["1"], ["2"], ["3"], ["4"]])


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        (b"a,b;c,d\n1;2\n", ";"),
        (b"first name,last name\nJohn Smith,Jane Doe\n", ","),
        (b"full name\nJohn Smith\nJane Doe\n", NO_DELIMITER),
        (b"x y z\n1 2 3\n4 5 6\n", " "),
        (b"time|temperature\n10:20|5\n10:30|6\n", "|"),
        (b"a,b,c\n1,2,3\n1,2\n4,5,6\n", ","),
        (b"name\nx\n", NO_DELIMITER),
        (b"a,b\nx,1,2\n", ","),
        (b"a:b\nx\ny\n", NO_DELIMITER),
    ],
)
def test_which_delimiter_is_found(text: bytes, delimiter: str) -> None:
    assert detect_dialect(text).delimiter == delimiter


def test_a_declared_delimiter_wins() -> None:
    assert detect_dialect(b"a,b\n1,2\n", delimiter=";").delimiter == ";"


def test_facts_of_a_text() -> None:
    facts = scan_text(b'a,b\r\n"1\n2",3\r\n', Dialect())
    assert (facts.records, facts.rows, facts.width, facts.matching) == (2, 1, 2, 1)
    assert facts.one_line_end
    assert facts.longest == len(b'"1\n2",3\r')
    assert facts.content == len(b"1\n23")


def test_an_answer_is_the_same_whatever_the_piece(
    opened: Opener, written: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path: Path = written(_people(";", "\r\n").encode("utf-16"))
    monkeypatch.setattr("incrowd.engines.files.text.byte_stream.PIECE", 3)
    assert rows_of(opened(path)) == PEOPLE
