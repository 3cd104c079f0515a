"""Tables of the same people put together: nobody lost, nothing mixed up, against a walk."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.anonymization.anonymize import anonymize
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.engines.contract import ROWS
from incrowd.errors import InvalidParameter
from incrowd.journal import AssignRole, ChooseHierarchy
from incrowd.progress import silent
from incrowd.service.decisions.decide import decide
from incrowd.service.linked.new_datasets import join_people, merge_datasets, plan_merged_dataset
from incrowd.service.linked.sessions import LinkQuestion, LinkSessions
from incrowd.table import Role
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

A = "patient_id,zip,disease\np1,13012,flu\np2,13012,hiv\np3,14001,flu\n,15001,cold\n"
B = "patient_id,zip,job,drug\np2,13099,clerk,x\np3,14001,cook,y\np9,15001,cook,x\n"


def rows_of(table) -> list[dict[str, str | None]]:
    names = table.table.names
    tally = table.source.tally(names).to_pylist()
    return [{name: row[name] for name in names} for row in tally for _ in range(row[ROWS])]


def slow_joint(a: list[dict], b: list[dict], key: str) -> list[dict[str, str | None]]:
    """Everybody of both, found by comparing each with each."""
    met = [(x, y) for x, y in product(a, b) if x[key] is not None and x[key] == y[key]]
    known = {
        name: [{x[name], y[name]} for x, y in met if None not in (x[name], y[name])]
        for name in a[0]
    }
    one = {name for name, both in known.items() if both and all(len(each) == 1 for each in both)}
    pairs = met + [(x, None) for x in a if not any(x is one for one, _ in met)]
    pairs += [(None, y) for y in b if not any(y is two for _, two in met)]
    found = []
    for x, y in pairs:
        row = {key: (x or y)[key]}
        for name in one - {key}:
            said = [each[name] for each in (x, y) if each and each[name] is not None]
            row[name] = said[0] if said else None
        for number, (mine, every) in enumerate([(x, a), (y, b)], 1):
            for name in every[0]:
                if name not in one | {key}:
                    both = name in a[0] and name in b[0]
                    row[f"{number}.{name}" if both else name] = None if mine is None else mine[name]
        found.append(row)
    return found


def people(letters: str) -> st.SearchStrategy[list[dict]]:
    ids = st.lists(st.sampled_from([*letters, None]), min_size=2, max_size=6)
    return ids.filter(lambda found: len({*found} - {None}) == len([x for x in found if x])).flatmap(
        lambda found: st.tuples(*[st.sampled_from(["1", "2", None]) for _ in found]).map(
            lambda zips: [{"id": i, "zip": z, "n": "v"} for i, z in zip(found, zips, strict=True)]
        )
    )


@pytest.mark.slow
@settings(max_examples=scaled(60), deadline=None)
@given(people("abcdef"), people("defghi"))
def test_everybody_is_there_once(a: list[dict], b: list[dict]) -> None:
    text = pa.schema([(name, pa.string()) for name in ("id", "zip", "n")])
    tables = [pa.Table.from_pylist(each, text) for each in (a, b)]
    shared = ({row["id"] for row in a} & {row["id"] for row in b}) - {None}
    if not shared:
        with pytest.raises(InvalidParameter):
            join_people(*tables, on=["id"])
        return
    with join_people(*tables, on=["id"]) as table:
        found = rows_of(table)
    expected = slow_joint(a, b, "id")
    assert sorted(map(str, found)) == sorted(
        str({name: row[name] for name in found[0]}) for row in expected
    )


def test_roles_come_along(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(A)
    (tmp_path / "b.csv").write_text(B)
    with join_people(tmp_path / "a.csv", tmp_path / "b.csv") as table:
        roles = {one.name: one.role for one in table.attributes}
        assert roles["patient_id"] is Role.IDENTIFIER
        assert {"1.zip", "2.zip", "disease", "job", "drug"} <= set(roles)
        assert table.table.rows == 5


@pytest.mark.slow
def test_columns_that_agree_become_one(links, sessions, tmp_path):
    ids = []
    for name, text in (("a.csv", A), ("b.csv", B.replace("13099", "13012"))):
        (tmp_path / name).write_text(text)
        ids.append(add_copy(sessions, tmp_path / name).id)
        with sessions.open(OWNER, ids[-1]) as opened:
            decide(opened, AssignRole("zip", "quasi"))
            decide(opened, AssignRole("patient_id", "identifier"))
            levels = "13012;13;*\n14001;14;*\n15001;15;*\n"
            decide(opened, ChooseHierarchy("zip", csv=levels))
    question = LinkQuestion(tuple(ids), ("1.disease",), ("1.zip=2.zip:equal",))
    record = merge_datasets(links, OWNER, question, silent)
    with sessions.open(OWNER, record.id) as opened:
        snapshot = opened.snapshot()
        names = [one.name for one in snapshot.dataset.table.attributes]
        assert sorted(names) == ["disease", "drug", "job", "patient_id", "zip"]
        assert {"13", "14", "15"} <= set(snapshot.dataset.hierarchies["zip"].labels[0])
        who = {row["patient_id"]: row["zip"] for row in rows_of(snapshot.dataset)}
    assert who == {"p1": "13012", "p2": "13012", "p3": "14001", "p9": "15001", None: "15001"}


@pytest.mark.parametrize(
    ("a", "b", "on", "said"),
    [
        (
            {"id": ["1", "1"], "x": ["a", "b"]},
            {"id": ["1", "2"]},
            ["id"],
            "does not tell the people",
        ),
        ({"x": ["1", "2"]}, {"y": ["1", "2"]}, None, "no identifier in common"),
        ({"id": ["1", "2"]}, {"id": ["3", "4"]}, ["id"], "nobody is in more than one"),
        (
            {"zip": ["13***", "*", "14012"], "age": ["20-30", "*", "8"]},
            {"zip": ["13***", "*", "15***"], "age": ["20-30", "*", "30-40"]},
            ["zip", "age"],
            "'13***' in 'zip' may stand for many",
        ),
        ({"id": ["*", "2"]}, {"id": ["*", "4"]}, ["id"], "nobody is in more than one"),
        ({"x": ["1", "2"]}, {"x": ["1", "4"]}, ["x=x:overlaps"], "no identifier in common"),
    ],
)
def test_why_not(a, b, on, said) -> None:
    with pytest.raises(InvalidParameter) as refused:
        join_people(pa.table(a), pa.table(b), on=on)
    assert said in refused.value.message
    assert refused.value.hint


@pytest.fixture
def links(sessions: Sessions):
    found = LinkSessions(sessions)
    yield found
    found.close()


@pytest.mark.slow
def test_data_sets_are_put_together_in_a_new_one(links, sessions, tmp_path):
    ids = []
    for name, text in (("a.csv", A), ("b.csv", B)):
        (tmp_path / name).write_text(text)
        ids.append(add_copy(sessions, tmp_path / name).id)
        with sessions.open(OWNER, ids[-1]) as opened:
            decide(opened, AssignRole("zip", "quasi"))
            decide(opened, AssignRole("patient_id", "identifier"))
    with sessions.open(OWNER, ids[1]) as opened:
        decide(opened, AssignRole("drug", "sensitive"))
        decide(opened, AssignRole("job", "quasi"))
        decide(opened, ChooseHierarchy("job", csv="clerk;office;*\ncook;kitchen;*\n"))
    with sessions.open(OWNER, ids[0]) as opened:
        decide(opened, AssignRole("disease", "sensitive"))
    question = LinkQuestion(tuple(ids), ("1.disease",), ("1.zip=2.zip:equal",))
    plan = plan_merged_dataset(links, OWNER, question)
    assert (plan.possible, plan.by, plan.people, plan.shared) == (True, "identifier", 5, 2)
    record = merge_datasets(links, OWNER, question, silent)
    assert (record.rows, record.name) == (5, "a + b")
    with sessions.open(OWNER, record.id) as opened:
        snapshot = opened.snapshot()
        assert {one.name: one.role.value for one in snapshot.dataset.table.attributes} == {
            "patient_id": "identifier",
            "1.zip": "quasi",
            "2.zip": "quasi",
            "disease": "sensitive",
            "drug": "sensitive",
            "job": "quasi",
        }
        assert "office" in snapshot.dataset.hierarchies["job"].labels[0]
        assert anonymize(snapshot.dataset, AnonymizationRequest(k=2)).result.k >= 2


def test_an_identifier_needs_no_sensitive_column(links, sessions, tmp_path):
    ids = []
    for name, text in (("a.csv", A), ("b.csv", B)):
        (tmp_path / name).write_text(text)
        ids.append(add_copy(sessions, tmp_path / name).id)
        with sessions.open(OWNER, ids[-1]) as opened:
            for attribute in opened.table.names:
                decide(opened, AssignRole(attribute, "quasi"))
            decide(opened, AssignRole("patient_id", "identifier"))
    plan = plan_merged_dataset(links, OWNER, LinkQuestion(tuple(ids)))
    assert (plan.possible, plan.by, plan.shared) == (True, "identifier", 2)


@pytest.mark.slow
def test_columns_that_were_joined_on_tell_people_only_if_they_tell_all(links, sessions, tmp_path):
    ids = []
    for name, header in (("c.csv", "zip,born,disease"), ("d.csv", "zip,born,job")):
        lines = ["1,1990,flu", "1,1991,hiv", "2,1990,flu"]
        (tmp_path / name).write_text("\n".join([header, *lines]) + "\n")
        ids.append(add_copy(sessions, tmp_path / name).id)
    both = LinkQuestion(tuple(ids), ("disease",), ("1.zip=2.zip:equal", "1.born=2.born:equal"))
    plan = plan_merged_dataset(links, OWNER, both)
    assert (plan.possible, plan.by, plan.shared) == (True, "columns", 3)
    alone = LinkQuestion(tuple(ids), ("disease",), ("1.zip=2.zip:equal",))
    plan = plan_merged_dataset(links, OWNER, alone)
    assert not plan.possible
    assert "2 rows share" in plan.reason
    assert "identifier" in plan.needed
    with pytest.raises(InvalidParameter):
        merge_datasets(links, OWNER, alone, silent)
    assert len(sessions.listed(OWNER)) == 2
