"""The thesis's hierarchies of Adult, and ARX's files for it."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from hierarchy_domains import make_domain, partition, path

from incrowd.hierarchies import (
    Domain,
    Hierarchy,
    build,
    choose,
    from_csv,
    ignored_files,
    load_folder,
    to_csv,
)
from incrowd.table import Kind

NAMES = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
]
MEANINGS = {"age": "age", "native-country": "country"}


@pytest.fixture(scope="module")
def domains(adult: Path) -> dict[str, Domain]:
    with (adult / "adult.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    counted = {name: Counter(row[name] for row in rows) for name in NAMES}
    return {
        name: make_domain(
            sorted(counts),
            Kind.INTEGER if name == "age" else Kind.TEXT,
            MEANINGS.get(name),
            [counts[value] for value in sorted(counts)],
            name,
        )
        for name, counts in counted.items()
    }


@pytest.fixture(scope="module")
def thesis(golden: Path) -> dict[str, dict[str, object]]:
    text = (golden / "tables.json").read_text(encoding="utf-8")
    rules: dict[str, dict[str, object]] = json.loads(text)["adult_hierarchies_thesis_rules"]
    return rules


@pytest.mark.parametrize("name", [name for name in NAMES if name != "age"])
def test_frequency_is_as_in_the_thesis(
    name: str, domains: dict[str, Domain], thesis: dict[str, dict[str, object]]
) -> None:
    hierarchy = build("frequency", domains[name])
    expected = thesis[name]
    assert hierarchy.height == expected["L"]
    for level, sets in enumerate(expected["levels"], start=1):
        assert partition(hierarchy, level) == {frozenset(one["values"]) for one in sets}
        assert hierarchy.titles[level - 1] == f"{len(sets)} groups"
        labels = {"{" + ", ".join(sorted(one["values"])) + "}" for one in sets}
        assert set(hierarchy.labels[level - 1]) == labels


def test_interval_is_as_in_the_thesis(
    domains: dict[str, Domain], thesis: dict[str, dict[str, object]]
) -> None:
    hierarchy = build("interval", domains["age"])
    expected = thesis["age"]
    assert hierarchy.height == expected["L"]
    for level, bins in enumerate(expected["levels"], start=1):
        *inner, last = bins
        labels = [f"[{low}, {high}[" for low, high in inner] + [f"[{last[0]}, {last[1]}]"]
        assert hierarchy.labels[level - 1] == tuple(labels)
        for value in hierarchy.values:
            low, high = next(one for one in bins if one[0] <= int(str(value)) < one[1])
            assert path(hierarchy, value)[level - 1].startswith(f"[{low}, {high}")


def test_every_arx_file_finds_its_attribute(adult: Path) -> None:
    found = load_folder(adult, NAMES)
    assert {name: file.name for name, file in found.items()} == {
        name: f"adult_hierarchy_{name}.csv" for name in NAMES
    }
    assert {file.name for file in ignored_files(adult, NAMES)} == {"adult.csv", "adult_subset.csv"}


@pytest.mark.parametrize("name", NAMES)
def test_arx_files_load_and_round_trip(name: str, adult: Path, domains: dict[str, Domain]) -> None:
    file = adult / f"adult_hierarchy_{name}.csv"
    hierarchy = from_csv(file, domains[name])
    assert to_csv(hierarchy).rstrip("\n") == file.read_text(encoding="utf-8").rstrip("\n")
    assert _same(hierarchy, from_csv(to_csv(hierarchy), domains[name]))
    assert hierarchy.reason == f"Read from the file {file.name}."


def test_arx_values_outside_the_data_count_as_leaves(
    adult: Path, domains: dict[str, Domain]
) -> None:
    hierarchy = from_csv(adult / "adult_hierarchy_age.csv", domains["age"])
    assert len(hierarchy.values) == 100
    assert hierarchy.leaves(hierarchy.height).tolist() == [100]
    assert path(hierarchy, "39") == ["35-39", "30-39", "20-39", "*"]
    assert hierarchy.titles == ("20 groups", "10 groups", "5 groups", "*")


@pytest.mark.parametrize(
    ("name", "builder"),
    [
        ("sex", "suppress"),
        ("age", "age"),
        ("education", "frequency"),
        ("occupation", "frequency"),
        ("native-country", "country"),
        ("salary-class", "suppress"),
    ],
)
def test_choice_for_adult(name: str, builder: str, domains: dict[str, Domain]) -> None:
    assert choose(domains[name]).builder == builder


def test_every_country_of_adult_is_known(domains: dict[str, Domain]) -> None:
    hierarchy = choose(domains["native-country"])
    assert "other" not in hierarchy.labels[0]
    assert path(hierarchy, "Holand-Netherlands") == ["Western Europe", "Europe", "*"]
    assert path(hierarchy, "Hong") == ["Eastern Asia", "Asia", "*"]
    assert path(hierarchy, "Columbia") == ["South America", "South America", "*"]


def _same(one: Hierarchy, other: Hierarchy) -> bool:
    return one.values == other.values and all(
        path(one, value) == path(other, value) for value in one.values
    )
