"""The bundled samples are small, complete and exactly what the generators make now."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from incrowd.errors import UnknownName
from incrowd.synthetic import (
    GENERATORS,
    SAMPLE_ROWS,
    SAMPLE_SEED,
    generate,
    renew_samples,
    sample_path,
    samples,
)


def test_every_generator_has_a_sample() -> None:
    assert list(samples()) == [generator.name for generator in GENERATORS]


@pytest.mark.parametrize("name", SAMPLE_ROWS)
def test_the_sample_is_what_the_generator_makes(name: str, tmp_path: Path) -> None:
    renewed = {path.name: path.read_bytes() for path in renew_samples(tmp_path)}
    # After a change of a generator on purpose: incrowd.synthetic.renew_samples()
    assert sample_path(name).read_bytes() == renewed[f"{name}.csv"]


@pytest.mark.parametrize(("name", "rows"), SAMPLE_ROWS.items())
def test_another_reader_finds_the_same_cells(name: str, rows: int) -> None:
    with sample_path(name).open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    table = generate(name, rows, SAMPLE_SEED)
    assert header == table.column_names
    assert len(lines) == rows
    for position, column in enumerate(header):
        if column != "cost":
            written = [line[position] for line in lines]
            assert written == ["" if v is None else str(v) for v in table[column].to_pylist()]


def test_costs_keep_their_value() -> None:
    with sample_path("hospital").open(encoding="utf-8", newline="") as file:
        written = [line["cost"] for line in csv.DictReader(file)]
    costs = generate("hospital", 1000, SAMPLE_SEED)["cost"].to_pylist()
    assert [float(cost) if cost else None for cost in written] == costs


@pytest.mark.parametrize("path", samples().values(), ids=lambda path: path.name)
def test_samples_are_small(path: Path) -> None:
    assert 20_000 < path.stat().st_size <= 300_000


def test_leading_zeros_are_kept() -> None:
    with sample_path("census").open(encoding="utf-8", newline="") as file:
        postcodes = {line["postcode"] for line in csv.DictReader(file)}
    assert "01067" in postcodes
    assert {len(code) for code in postcodes} == {5}


def test_samples_have_missing_values_in_every_column_that_may() -> None:
    for name, rows in SAMPLE_ROWS.items():
        table = generate(name, rows, SAMPLE_SEED)
        assert sum(column.null_count > 0 for column in table.columns) >= 4


def test_an_unknown_sample_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="no sample 'hopsital'") as refusal:
        sample_path("hopsital")
    assert refusal.value.hint == "Did you mean 'hospital'?"
