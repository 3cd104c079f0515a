"""Each check against a slow and obvious twin on random tables, counted in dictionaries."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from small_tables import open_rows

from incrowd.advice.presets.own import parse_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import PASSES, Verdict, worst
from incrowd.advice.verdict.checks.side_columns import is_small
from incrowd.advice.verdict.evidence import Evidence, Population, PublishedColumn, RowOrder
from incrowd.advice.verdict.registry import BUILT_IN, judge
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.side_columns import SideColumns
from incrowd.language import as_message
from incrowd.measures.enforcement import enforce
from incrowd.table import Attribute, Kind, Profile, Role

NAMES = ["a", "b", "side", "s"]
SECRETS = ["flu", "asthma", "migraine", None]
rows_of_people = st.lists(
    st.tuples(
        st.sampled_from("xyz"),
        st.sampled_from("uv"),
        st.sampled_from(["1", "2", "3", None]),
        st.sampled_from(SECRETS),
    ),
    min_size=1,
    max_size=40,
)
presets = st.builds(
    lambda k, average, l: parse_preset(
        {"name": "ours", "limits": {"k": k, "average_risk": average, "diversity": l}}
    ),
    st.integers(2, 6),
    st.sampled_from([5, 12.5, 20, 33.4, 50, 100]),
    st.integers(1, 3),
)


def evidence_on(table: OpenTable, levels: dict[str, int], k: int) -> Evidence:
    state = table.state(levels, min(k, table.table.rows), ())
    classes = enforce(table.protected_crowd, state)
    return Evidence(table.table, classes, SideColumns.of(table, state, ["side"]))


def groups_of(rows: list[tuple], hidden: bool, k: int) -> dict[tuple, list[tuple]]:
    """The published groups: `b` shown or hidden, those of fewer than k rows left out."""
    groups = defaultdict(list)
    for row in rows:
        groups[row[0], "*" if hidden else row[1]].append(row)
    return {key: group for key, group in groups.items() if len(group) >= k}


@settings(max_examples=scaled(120))
@given(rows_of_people, presets, st.booleans(), st.integers(1, 4))
def test_groups_and_secrets(rows: list[tuple], preset: Preset, hidden: bool, k: int) -> None:
    table = open_rows(rows, NAMES, ["a", "b"], ["s"])
    k = min(k, len(rows))
    top = {"b": table.hierarchies["b"].height} if hidden else {}
    verdict = judge(evidence_on(table, top, k), preset)
    groups = groups_of(rows, hidden, k)
    if not groups:
        assert not verdict.holds
        assert verdict.check("smallest_group").figure == 0
        return
    sizes = [len(group) for group in groups.values()]
    published = sum(sizes)
    assert verdict.rows == published
    _agree(
        verdict, "smallest_group", min(sizes), min(sizes) >= preset.limit("smallest_group").value
    )
    highest = 100 / min(sizes)
    _agree(verdict, "highest_risk", highest, highest <= preset.highest_risk + 1e-9)
    average = 100 * len(sizes) / published
    _agree(verdict, "average_risk", average, average <= preset.average_risk + 1e-9)
    known = [len({row[3] for row in group} - {None}) for group in groups.values()]
    _agree(verdict, "diversity", min(known), min(known) >= preset.diversity)


def _agree(verdict: Verdict, name: str, figure: float, holds: bool) -> None:
    check = verdict.check(name)
    assert check.figure == pytest.approx(figure)
    assert (check.status == PASSES) == holds
    assert (check.remedy is None) == (check.action is None) == holds


def split_groups(groups: dict[tuple, list[tuple]]) -> list[list[tuple]]:
    """The same groups for whoever knows the side column, too."""
    parts = defaultdict(list)
    for key, group in groups.items():
        for row in group:
            parts[key, row[2]].append(row)
    return list(parts.values())


def tells(group: list[tuple], rows: list[tuple], preset: Preset) -> bool:
    """Whether a group has fewer secrets than asked for, or leaves next to no doubt."""
    known = {row[3] for row in group} - {None}
    if preset.diversity < 2:
        return len(known) < preset.diversity
    doubts = [
        (sum(row[3] != secret for row in among) / len(among) for among in (group, rows))
        for secret in known
    ]
    return len(known) < preset.diversity or any(here < 0.2 * all_ - 1e-9 for here, all_ in doubts)


@settings(max_examples=scaled(120))
@given(rows_of_people, presets, st.booleans(), st.integers(1, 4))
def test_side_columns(rows: list[tuple], preset: Preset, hidden: bool, k: int) -> None:
    table = open_rows(rows, NAMES, ["a", "b"], ["s"])
    k = min(k, len(rows))
    top = {"b": table.hierarchies["b"].height} if hidden else {}
    check_list = judge(evidence_on(table, top, k), preset).checks
    groups = groups_of(rows, hidden, k)
    known = split_groups(groups)
    sides = [len(group) for group in known]
    large = preset.limit("smallest_group").value
    small = [size < large or 100 / size > preset.highest_risk + 1e-9 for size in sides]
    now, before = (
        sum(len(group) for group in some if len(group) >= large and tells(group, rows, preset))
        for some in (known, groups.values())
    )
    exposed = sum(size for size, is_small in zip(sides, small, strict=True) if is_small)
    exposed += now if now > before else 0
    if not groups:
        assert [check.name for check in check_list if check.status != PASSES] == ["smallest_group"]
        return
    check = next(check for check in check_list if check.name == "side_columns")
    assert check.figure == exposed
    assert (check.status == PASSES) == (exposed == 0)
    assert is_small(np.array(sides), preset).tolist() == small
    certain = sum(size == 1 for size in sides)
    if certain:
        assert f"finds {certain:,} of" in check.words


def test_negative_disclosure_is_told_in_words() -> None:
    rows = [("x", "u", "1", secret) for secret in ("flu", "asthma") * 5]
    rows += [("y", "u", "1", secret) for secret in ("flu", "migraine") * 5]
    table = open_rows(rows, NAMES, ["a", "b"], ["s"])
    check = judge(evidence_on(table, {}, 1), parse_preset({"name": "o", "limits": {"k": 5}}))
    assert check.check("diversity").status == PASSES
    assert "For 10 rows it can be ruled out that 's' is 'asthma'." in check.check("diversity").words


def test_skewness_is_told_in_words() -> None:
    rows = [("x", "u", "1", "flu")] * 9 + [("x", "u", "1", "asthma")]
    rows += [("y", "u", "1", "flu")] * 5 + [("y", "u", "1", "asthma")] * 5
    table = open_rows(rows, NAMES, ["a", "b"], ["s"])
    check = judge(evidence_on(table, {}, 1), parse_preset({"name": "o", "limits": {"k": 5}}))
    assert "In one group 90 % have 'flu', against 70.0 % of all." in check.check("closeness").words


def small_evidence(**changes: object) -> Evidence:
    table = open_rows([("x", "u", "1", "flu"), ("x", "u", "1", "asthma")], NAMES, ["a", "b"], ["s"])
    return Evidence(table.table, table.protected_crowd.at((0, 0)), **changes)


OURS = parse_preset({"name": "ours", "limits": {"k": 2}})


@pytest.mark.parametrize(
    ("order", "status"),
    [
        (RowOrder(), "pass"),
        (RowOrder(shuffled=True), "pass"),
        (RowOrder(shuffled=False), "fail"),
        (RowOrder(shuffled=True, numbering=("line",)), "fail"),
        (RowOrder(follows_original=True), "fail"),
        (RowOrder(follows_original=False), "pass"),
    ],
)
def test_row_order(order: RowOrder, status: str) -> None:
    check = judge(small_evidence(order=order), OURS).check("row_order")
    assert check.status == status
    assert (check.action is None) == (status == "pass")


@pytest.mark.parametrize(("risk", "status"), [(49.0, "pass"), (51.0, "fail"), (None, "warn")])
def test_population(risk: float | None, status: str) -> None:
    people = Population(1000, risk, as_message("About 3 of 1,000 would be unique."))
    verdict = judge(small_evidence(population=people), OURS)
    assert verdict.check("population").status == status
    assert verdict.holds == (status == "pass")


def test_without_a_population_nothing_is_said_of_one() -> None:
    assert "population" not in [check.name for check in judge(small_evidence(), OURS).checks]


def test_a_warning_is_not_green() -> None:
    assert worst(["pass", "warn"]) == "warn"
    text = Attribute(Profile("note", Kind.TEXT, 9, 0, 9), Role.INSENSITIVE, "", "free_text")
    evidence = small_evidence(columns=(PublishedColumn(text, recoded=False, texts=()),))
    table = evidence.table
    object.__setattr__(table, "attributes", (*table.attributes, text))
    verdict = judge(evidence, OURS)
    assert (verdict.status, verdict.holds) == ("warn", False)


def test_every_check_explains_itself_and_cites() -> None:
    names = [check.name for check in BUILT_IN]
    assert names[:6] == [
        "smallest_group",
        "highest_risk",
        "average_risk",
        "diversity",
        "closeness",
        "side_columns",
    ]
    assert set(names[6:]) == {"identifiers", "safe_harbor", "row_order", "persons", "population"}
    assert all(len(check.source) > 20 for check in BUILT_IN)
