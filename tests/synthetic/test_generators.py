"""Every generator explains itself, repeats itself, and refuses what it cannot do."""

from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

import incrowd.synthetic
from incrowd.errors import InvalidParameter, UnknownName
from incrowd.synthetic import GENERATORS, Generator, generate

each = pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)


def texts(table: pa.Table) -> list[pa.ChunkedArray]:
    return [column for column in table.columns if pa.types.is_string(column.type)]


def test_the_generators_are_those_of_the_command_line() -> None:
    assert [generator.name for generator in GENERATORS] == ["census", "hospital"]


@each
def test_each_explains_itself(generator: Generator) -> None:
    assert generator.title
    assert generator.explanation.endswith(".")
    assert generator.name.isidentifier()


@each
def test_the_same_seed_makes_the_same_table(generator: Generator) -> None:
    once, again = generate(generator.name, 500, 3), generate(generator.name, 500, 3)
    assert once.equals(again)


@each
def test_another_seed_makes_another_table(generator: Generator) -> None:
    once, other = generate(generator.name, 500, 3), generate(generator.name, 500, 4)
    assert once.schema == other.schema
    assert all(one != two for one, two in zip(once.columns, other.columns, strict=True))


@each
@settings(max_examples=scaled(25), deadline=None)
@given(rows=st.integers(1, 300), more=st.integers(0, 300), seed=st.integers(0, 2**64))
def test_a_shorter_table_is_the_beginning_of_a_longer_one(
    generator: Generator, rows: int, more: int, seed: int
) -> None:
    long = generate(generator.name, rows + more, seed)
    assert generate(generator.name, rows, seed).equals(long.slice(0, rows))


@each
@pytest.mark.parametrize("rows", [1, 2, 1000])
def test_there_are_as_many_rows_as_asked_for(generator: Generator, rows: int) -> None:
    table = generate(generator.name, rows, 0)
    table.validate(full=True)
    assert table.num_rows == rows


@each
def test_the_first_column_tells_the_rows_apart(generator: Generator) -> None:
    first = generate(generator.name, 5000, 1).column(0)
    assert first.null_count == 0
    assert pc.count_distinct(first).as_py() == 5000


@each
def test_no_text_is_a_formula_or_blank(generator: Generator) -> None:
    for column in texts(generate(generator.name, 5000, 1)):
        assert not pc.any(pc.match_substring_regex(column, r"^[=+\-@\s]|\s$|^$")).as_py()


def test_two_tables_of_one_seed_are_unrelated() -> None:
    census, hospital = generate("census", 2000, 7), generate("hospital", 2000, 7)
    same = pc.mean(pc.equal(census["postcode"], hospital["postcode"])).as_py()
    assert same < 0.2


@pytest.mark.parametrize("rows", [0, -1, -(10**20), 50_000_001, 10**20])
def test_impossible_numbers_of_rows_are_refused(rows: int) -> None:
    with pytest.raises(InvalidParameter, match="rows") as refusal:
        generate("census", rows, 1)
    assert "1 to 50,000,000" in refusal.value.hint


def test_negative_seeds_are_refused() -> None:
    with pytest.raises(InvalidParameter, match="seed -1"):
        generate("census", 10, -1)


def test_a_seed_may_be_as_large_as_one_likes() -> None:
    assert generate("census", 3, 10**40).num_rows == 3


@pytest.mark.parametrize(
    ("name", "hint"),
    [("cenus", "Did you mean 'census'?"), ("zoo", "Choose from: census, hospital.")],
)
def test_unknown_names_are_refused_with_a_suggestion(name: str, hint: str) -> None:
    with pytest.raises(UnknownName, match=f"no generator '{name}'") as refusal:
        generate(name, 10, 1)
    assert refusal.value.hint == hint


def test_everything_promised_is_there() -> None:
    assert all(getattr(incrowd.synthetic, name) for name in incrowd.synthetic.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = incrowd.synthetic.nonsense


def test_asking_for_a_sample_loads_no_heavy_library() -> None:
    program = (
        "import sys; from incrowd.synthetic import sample_path; sample_path('census');"
        "print([name for name in ('numpy', 'pyarrow', 'duckdb') if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"
