"""Whatever can be asked, every engine answers as the embedded one does of the same rows."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from engine_agreement import check_counts, check_published, check_state, lines, open_as
from engine_places import Place
from remote_rows import ROLES, keep_rows, make_rows

import incrowd
from incrowd.engines import connect
from incrowd.engines.remote.statements import Statement, watch_statements
from incrowd.errors import BrokenPromise, Conflict, CrowdTooLarge, SourceNotFound
from incrowd.hierarchies import to_csv

pytestmark = pytest.mark.process

METHODS = ("optimal", "priority", "priority-greedy")
PAIRS = {"city": "city", "age": "age"}
LIST = "known_people"


@dataclass
class Twins:
    """The same data twice: in an engine, and as a file that the embedded engine reads."""

    place: Place
    folder: Path
    ours: incrowd.Dataset
    theirs: incrowd.Dataset

    def open(self, data: object) -> incrowd.Dataset:
        return incrowd.open(data, **roles_at(self.place))

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"


def roles_at(place: Place) -> dict[str, list[str]]:
    chosen = {
        role: place.names([name for name, given in ROLES.items() if given == role])
        for role in ("quasi", "sensitive")
    }
    return {**chosen, "identifier": list(place.identifier)}


@pytest.fixture(scope="module")
def twins(place, tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    tables = {"people": make_rows(240), LIST: make_rows(90, seed=8)}
    for name, rows in tables.items():
        place.add(name, rows)
        pq.write_table(place.hold(rows), folder / f"{name}.parquet")
    chosen = roles_at(place)
    with (
        incrowd.open(place.url("people"), **chosen) as ours,
        incrowd.open(folder / "people.parquet", **chosen) as theirs,
    ):
        yield Twins(place, folder, ours, theirs)


def differences(ours: object, theirs: object, path: str = "") -> list[str]:
    """Where two answers differ, to the last digit."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        return [
            each for key in ours for each in differences(ours[key], theirs[key], f"{path}.{key}")
        ]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = enumerate(zip(ours, theirs, strict=True))
        return [each for place, pair in pairs for each in differences(*pair, f"{path}[{place}]")]
    if isinstance(ours, str) and isinstance(theirs, str):  # words may name a file
        ours, theirs = (text.replace(".parquet", "") for text in (ours, theirs))
    return [] if ours == theirs else [f"{path}: {ours!r} is not {theirs!r}"]


def rows_of(data: object, names: list[str]) -> Counter[tuple[object, ...]]:
    with closing(connect(data)) as source:
        return lines(source.tally(names))


def shown_names(twins: Twins) -> list[str]:
    """The columns that every engine writes the same way, generalised or not."""
    return [*roles_at(twins.place)["quasi"], *roles_at(twins.place)["sensitive"]]


def test_counts_pages_and_states_are_the_same(twins, tmp_path):
    stored = keep_rows(pq.read_table(twins.file("people")), tmp_path)
    chosen = {name: role for role, names in roles_at(twins.place).items() for name in names}
    with closing(stored):
        check_counts(twins.ours.source, stored)
        check_state(twins.ours.source, stored, open_as(twins.ours.source, chosen), k=3)
        check_published(twins.ours.source, stored, {}, None)


def test_roles_and_hierarchies_are_the_same(twins):
    with (
        incrowd.open(twins.place.url("people")) as ours,
        incrowd.open(twins.file("people")) as other,
    ):
        assert ours.roles == other.roles
        assert ours.table.attributes == other.table.attributes
    assert twins.ours.roles == twins.theirs.roles
    ours, theirs = (
        {name: (to_csv(each), each.builder, each.titles) for name, each in data.hierarchies.items()}
        for data in (twins.ours, twins.theirs)
    )
    assert ours == theirs


@pytest.mark.parametrize("ask", ["risk", "recommend", "subsets"])
def test_figures_are_the_same(twins, ask):
    for state in ({}, {"levels": {"city": 1, "age": 2}, "k": 3}):
        ours, theirs = (getattr(each, ask)(**state) for each in (twins.ours, twins.theirs))
        assert differences(ours.to_dict(), theirs.to_dict()) == []


def test_the_same_people_stand_out(twins):
    ours, theirs = (
        each.standouts(k=2, max_size=2).to_dict() for each in (twins.ours, twins.theirs)
    )
    assert ours["rows"]
    for answer in (ours, theirs):
        for row in answer["rows"]:
            del row["row"]  # a database has no order of rows
    assert differences(ours, theirs) == []


def test_checks_and_verdicts_are_the_same(twins):
    asked = {"k": 3, "l": 2, "levels": {"city": 1, "age": 2}}
    ours, theirs = (each.check(**asked).to_dict() for each in (twins.ours, twins.theirs))
    assert differences(ours, theirs) == []
    for preset in ("public", "internal"):
        ours, theirs = (each.verdict(preset).to_dict() for each in (twins.ours, twins.theirs))
        assert differences(ours, theirs) == []
        ours, theirs = (
            each.verdict(preset, as_is=True).to_dict() for each in (twins.ours, twins.theirs)
        )
        assert differences(ours, theirs) == []


@pytest.mark.parametrize("method", METHODS)
def test_every_method_releases_the_same_as_a_table_and_as_a_file(twins, method, tmp_path):
    asked = {"k": 4, "method": method, "max_suppression": 0.9}
    ours, theirs = (each.anonymize(**asked) for each in (twins.ours, twins.theirs))
    found, expected = ours.to_dict(), theirs.to_dict()
    assert found.pop("seconds") >= 0 <= expected.pop("seconds")
    assert differences(found, expected) == []
    names = shown_names(twins)
    url = twins.place.url(f"release_{method.replace('-', '_')}")
    written = [
        ours.write(url),
        ours.write(tmp_path / "ours.parquet"),
        theirs.write(tmp_path / "theirs.parquet"),
    ]
    for figure in ("rows", "k", "l", "t", "verified"):
        assert len({getattr(each, figure) for each in written}) == 1, figure
    releases = (url, tmp_path / "ours.parquet", tmp_path / "theirs.parquet")
    table, file, expected_rows = (rows_of(each, names) for each in releases)
    assert table == file == expected_rows


def test_a_recipe_is_repeated_with_the_same_rows(twins, tmp_path):
    outcome = twins.theirs.anonymize(k=3, max_suppression=0.9)
    released = outcome.write(tmp_path / "first.parquet")
    outcome.recipe(tmp_path / "recipe.json", released)
    url = twins.place.url("repeated")
    ours = incrowd.apply(tmp_path / "recipe.json", twins.place.url("people"), url)
    theirs = incrowd.apply(
        tmp_path / "recipe.json", twins.file("people"), tmp_path / "again.parquet"
    )
    assert differences(ours.after.to_dict(), theirs.after.to_dict()) == []
    assert ours.suppressed_rows == theirs.suppressed_rows
    names = shown_names(twins)
    assert rows_of(url, names) == rows_of(tmp_path / "again.parquet", names)


@pytest.mark.parametrize("other", ["table", "file"])
def test_linked_tables_leak_the_same(twins, other):
    select = twins.place.names(["select"])[0]
    asked = {"on": ["city", "age"], "sensitive": f"1.{select}", "know": {"1.alive": "true"}}
    known = twins.file(LIST)
    theirs = incrowd.link(twins.file("people"), known, scan=1, person="none", **asked)
    ours = incrowd.link(
        twins.place.url("people"),
        twins.place.url(LIST) if other == "table" else known,
        scan=1,
        person="none",
        **asked,
    )
    assert ours.joined_rows > 0
    assert differences(_anywhere(ours), _anywhere(theirs)) == []


def _anywhere(linked):
    """What linking gave, without where the join was made."""
    told = linked.to_dict()
    del told["joined_in"], told["exposure"]["joined_in"]
    return told


def test_an_attack_finds_the_same_people(twins, tmp_path):
    outcomes = [each.anonymize(k=2, max_suppression=0.9) for each in (twins.ours, twins.theirs)]
    url, file = twins.place.url("attacked"), tmp_path / "attacked.parquet"
    for outcome, target in zip(outcomes, (url, file), strict=True):
        assert outcome.write(target).verified
    theirs = incrowd.attack(file, twins.file(LIST), PAIRS)
    assert theirs.people == 90
    for known in (twins.place.url(LIST), twins.file(LIST)):
        ours = incrowd.attack(url, known, PAIRS)
        assert differences(ours.to_dict(), theirs.to_dict()) == []


def test_only_combinations_leave_the_engine(twins):
    seen: list[Statement] = []
    with watch_statements(seen.append):
        twins.ours.source.tally(["alive"])
    (counting,) = [each for each in seen if each.step == "counting combinations"]
    assert counting.rows == 3
    assert any(word in counting.sql for word in ("GROUP BY", '"$group"'))


def test_risk_and_recommendations_take_one_look_at_all_rows(twins):
    seen: list[Statement] = []
    with twins.open(twins.place.url("people")) as data, watch_statements(seen.append):
        data.risk()
        data.recommend()
        data.risk(k=3)
    assert [each.step for each in seen] == ["counting combinations"]


def test_too_many_combinations_are_refused_with_a_proposal(twins):
    with (
        incrowd.open(
            twins.place.url("people"), most_combinations=50, **roles_at(twins.place)
        ) as few,
        pytest.raises(CrowdTooLarge, match="50") as refusal,
    ):
        few.risk()
    assert refusal.value.hint


def test_nothing_remains_of_a_release_that_breaks_its_promise(twins, monkeypatch):
    def broken(*_):
        raise BrokenPromise("The table does not hold what it promises.")

    monkeypatch.setattr("incrowd.release.table_target.verify_table", broken)
    before = twins.place.tables()
    with pytest.raises(BrokenPromise):
        twins.ours.anonymize(k=3, max_suppression=0.9).write(twins.place.url("never"))
    assert twins.place.tables() == before


def test_of_two_writers_to_one_target_one_wins(twins):
    source = twins.ours.source
    target = source.target("wanted")
    with (
        pytest.raises(Conflict, match="already") as refusal,
        source.staged(target, ["age"], {}, None, "first"),
        source.staged(target, ["city"], {}, None, "second"),
    ):
        pass
    assert refusal.value.hint
    with closing(connect(twins.place.url("wanted"))) as winner:
        names = [column.name for column in winner.columns]
        assert winner.rows == source.rows
    assert [name for name in names if name not in twins.place.identifier] == ["city"]
    assert not [name for name in twins.place.tables() if name.startswith("incrowd_")]


def test_a_table_that_is_dropped_while_it_is_open_is_missed(twins):
    twins.place.add("fleeting", make_rows(20))
    with twins.open(twins.place.url("fleeting")) as data:
        data.source.connection.drop(data.source.place)
        with pytest.raises(SourceNotFound) as refusal:
            data.risk()
    assert refusal.value.hint
