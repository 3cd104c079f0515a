"""On generated hospitals the exposure that the scan computes is the one counted against the truth.

The slow count takes every person who is in both hospitals with one diagnosis, lets an attacker know
up to two of the raw values of that person, and walks through all pairs of released rows.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from incrowd.errors import InvalidParameter
from incrowd.linking.values.published_value import covers, overlaps
from incrowd.service.datasets.check import Promise
from incrowd.service.datasets.opening import open_table
from incrowd.service.linked.hospitals import GeneratedHospitals, HospitalWish, generate_hospitals
from incrowd.service.linked.link import LinkAnalysis, LinkRequest, link, open_linked
from incrowd.synthetic.hospitals import quasi_identifiers

COMMON = ("age", "sex", "postcode")
THINGS = (*COMMON, "marital_status", "birth_country", "blood_type")
FACTS = 2
THRESHOLD = 0.5
Row = dict[str, str]


def read(path: str | Path) -> list[Row]:
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=[(11, 0.5, 2), (12, 1.0, 3)])
def made(request, tmp_path_factory) -> GeneratedHospitals:
    seed, shared, k = request.param
    folder = tmp_path_factory.mktemp("hospitals") / "h"
    return generate_hospitals(folder, 90, seed, HospitalWish(2, shared, k, 2))


@pytest.fixture(scope="module")
def linking(made: GeneratedHospitals) -> Iterator[LinkAnalysis]:
    request = LinkRequest(sensitive=["diagnosis"], hierarchies=made.hierarchies)
    with open_linked([one.released for one in made.hospitals], request) as opened:
        yield opened


@pytest.fixture(scope="module")
def labels(made: GeneratedHospitals) -> dict[str, dict[str, set[str]]]:
    """For every raw value all texts that a hierarchy may publish for it."""
    return {
        path.stem: {
            line[0]: set(line)
            for line in csv.reader(path.read_text("utf-8").splitlines(), delimiter=";")
        }
        for path in Path(made.hierarchies).glob("*.csv")
    }


@pytest.mark.slow
def test_releases_hold_what_they_promise(made: GeneratedHospitals) -> None:
    for place, one in enumerate(made.hospitals):
        with open_table(
            one.released, quasi=quasi_identifiers(place), sensitive=["diagnosis"]
        ) as dataset:
            found = dataset.check(one.k, 2)
            assert found.holds
            assert found.k >= Promise(2).k
            assert set(dataset.table.names) == {*quasi_identifiers(place), "diagnosis"}


def may_be(name: str, text: str, raw: str, labels: dict[str, dict[str, set[str]]]) -> bool:
    return text in labels[name][raw] if name in labels else covers(text, raw)


def released(person: Row, rows: list[Row], place: int, labels) -> Row | None:
    """The released row of a person; rows of one class and diagnosis are the same row."""
    names = quasi_identifiers(place)
    mine = [
        row
        for row in rows
        if row["diagnosis"] == person[f"diagnosis_{place + 1}"]
        and all(may_be(name, row[name], person[name], labels) for name in names)
    ]
    return mine[0] if mine else None


def joined_pairs(linking: LinkAnalysis, a: list[Row], b: list[Row]) -> list[tuple[Row, Row]]:
    conditions = {pair.left.name: pair.condition for pair in linking.sources.pairs}
    assert set(conditions) <= {*COMMON, "diagnosis"}

    def together(name: str, one: str, two: str) -> bool:
        test = {"equal": str.__eq__, "overlaps": overlaps, "covers": covers}[conditions[name]]
        return bool(test(one, two))

    return [
        (one, two)
        for one in a
        for two in b
        if all(together(name, one[name], two[name]) for name in conditions)
    ]


def fewest_facts(person: Row, pairs: list[tuple[Row, Row]], labels) -> tuple[int, int]:
    """How few facts make the diagnosis of a person certain, and likely; 99 if no two do."""

    def fits(pair: tuple[Row, Row], name: str) -> bool:
        return all(may_be(name, row[name], person[name], labels) for row in pair if name in row)

    certain = likely = 99
    matched = {name: {n for n, pair in enumerate(pairs) if fits(pair, name)} for name in THINGS}
    for size in range(FACTS + 1):
        for names in combinations(THINGS, size):
            left = set(range(len(pairs))).intersection(*(matched[name] for name in names))
            found = Counter(pairs[n][0]["diagnosis"] for n in left)
            if len(found) == 1:
                certain = min(certain, size)
            if found and max(found.values()) / sum(found.values()) >= THRESHOLD:
                likely = min(likely, size)
    return certain, likely


@pytest.mark.slow
def test_exposure_against_the_truth(made, linking: LinkAnalysis, labels) -> None:
    a, b = (read(one.released) for one in made.hospitals)
    pairs = joined_pairs(linking, a, b)
    joined = linking.sources.joined(linking.sources.knowable)
    scanned = linking.scan(FACTS, THRESHOLD).scan
    assert joined.rows == len(pairs)
    where = {
        tuple(column.texts[column.codes[place]] for column in joined.columns): place
        for place in range(len(joined))
    }
    counted, computed = [], []
    for person in read(made.truth):
        if person["diagnosis_1"] != person["diagnosis_2"] or not person["hospital_1"]:
            continue
        mine, other = (released(person, rows, n, labels) for n, rows in enumerate((a, b)))
        if mine is None or other is None:
            continue  # left out of a release: nobody can be found there
        texts = [(mine, other)[column.source][column.name] for column in joined.columns]
        place = where[tuple(texts)]
        counted.append(fewest_facts(person, pairs, labels))
        computed.append((int(scanned.certain_at[place]), int(scanned.exposed_at[place])))
    assert len(counted) > 15
    assert computed == counted
    told = link(
        *(one.released for one in made.hospitals),
        sensitive="diagnosis",
        hierarchies=made.hierarchies,
        scan=FACTS,
        truth=made.truth,
    ).truth
    assert told is not None
    assert (told.people, told.released) == (made.shared_people, len(counted))
    for step in told.growth:
        assert step.certain == sum(facts <= step.facts for facts, _ in counted)
        assert step.exposed == sum(facts <= step.facts for _, facts in counted)
    assert told.sentence.startswith(f"Of the {len(counted)} people who really are in all releases")


@pytest.mark.slow
def test_a_truth_that_tells_nothing(made: GeneratedHospitals) -> None:
    paths = [one.released for one in made.hospitals]
    with pytest.raises(InvalidParameter, match="with a scan"):
        link(*paths, sensitive="diagnosis", truth=made.truth)
    with pytest.raises(InvalidParameter, match="does not say who is in which source"):
        link(*paths, sensitive="diagnosis", scan=1, truth=paths[0])


def test_rows_of_each_release_that_are_exposed(made, linking: LinkAnalysis) -> None:
    """A released row is certain if some pair that it stands in is, by the texts of that pair."""
    a, b = (read(one.released) for one in made.hospitals)
    pairs = joined_pairs(linking, a, b)
    things = list(THINGS)
    texts = {
        name: [tuple(row[name] for row in pair if name in row) for pair in pairs] for name in things
    }
    sure: set[int] = set()
    for size in range(FACTS + 1):
        for names in combinations(things, size):
            groups: dict[tuple, list[int]] = {}
            for n in range(len(pairs)):
                groups.setdefault(tuple(texts[name][n] for name in names), []).append(n)
            for members in groups.values():
                if len({pairs[n][0]["diagnosis"] for n in members}) == 1:
                    sure |= set(members)
    found = linking.scan(FACTS, THRESHOLD).scan.growth[FACTS].certain
    assert found.rows == len(sure)
    for place, rows in enumerate((a, b)):
        exposed = {id(pairs[n][place]) for n in sure}
        assert found.sources[place] == sum(id(row) in exposed for row in rows)
