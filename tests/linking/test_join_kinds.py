"""A kind of join for each source, against a walk through all rows."""

from __future__ import annotations

from itertools import product

import pyarrow as pa
import pytest

from incrowd.errors import InvalidParameter, UnknownName
from incrowd.service.linked.link import LinkRequest, link, open_linked

Row = dict[str, str]
A = [{"zip": "1", "ill": "flu"}, {"zip": "2", "ill": "hiv"}, {"zip": "4", "ill": "cold"}]
B = [{"zip": "1", "job": "x"}, {"zip": "1", "job": "y"}, {"zip": "3", "job": "x"}]
C = [{"zip": "1", "sex": "f"}, {"zip": "2", "sex": "m"}, {"zip": "2", "sex": "f"}]
KINDS = ["inner", "left", "right", "full"]


def slow_join(left: list[Row], right: list[Row], on: tuple[str, str], kind: str) -> list[Row]:
    mine, yours = on
    found = [
        one | two
        for one in left
        for two in right
        if one.get(mine) is not None and one.get(mine) == two[yours]
    ]
    if kind in ("left", "full"):
        found += [one for one in left if one.get(mine) not in {two[yours] for two in right}]
    if kind in ("right", "full"):
        found += [two for two in right if two[yours] not in {one.get(mine) for one in left}]
    return found


def labelled(rows: list[Row], number: int) -> list[Row]:
    return [{f"{number}.{name}": value for name, value in row.items()} for row in rows]


def request(join: object) -> LinkRequest:
    on = ["1.zip=2.zip", "1.zip=3.zip"]
    return LinkRequest(sensitive=["ill"], on=on, join=join)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("kinds", list(product(KINDS, KINDS)))
def test_each_source_has_its_kind(kinds: tuple[str, str]) -> None:
    first = slow_join(labelled(A, 1), labelled(B, 2), ("1.zip", "2.zip"), kinds[0])
    rows = slow_join(first, labelled(C, 3), ("1.zip", "3.zip"), kinds[1])
    ills = [row["1.ill"] for row in rows if "1.ill" in row]
    with open_linked([pa.Table.from_pylist(each) for each in (A, B, C)], request(kinds)) as found:
        told = found.what_if().main
        assert found.sources.joined_rows == len(rows)
        assert found.sources.kind == (", ".join(kinds) if len(set(kinds)) > 1 else kinds[0])
    assert {one.value: one.rows for one in told.values} == {one: ills.count(one) for one in ills}


@pytest.mark.slow
def test_one_kind_for_all_is_that_kind_for_each() -> None:
    tables = [pa.Table.from_pylist(each) for each in (A, B, C)]
    asked = {"sensitive": "ill", "on": ["1.zip=2.zip", "1.zip=3.zip"]}
    for kind in KINDS:
        one, two = (link(*tables, join=join, **asked) for join in (kind, (kind, kind)))
        assert one.to_dict() == two.to_dict()


def test_a_source_may_meet_everything() -> None:
    tables = [pa.Table.from_pylist(each) for each in (A, B, C)]
    asked = LinkRequest(sensitive=["ill"], on=["1.zip=2.zip"], join=("inner", "cross"))
    with open_linked(tables, asked) as found:
        assert found.sources.joined_rows == 2 * len(C)


def test_kinds_that_do_not_fit_are_refused() -> None:
    tables = [pa.Table.from_pylist(each) for each in (A, B, C)]
    with pytest.raises(InvalidParameter, match="1 kinds of joins do not fit 3 sources"):
        open_linked(tables, request(("left",)))
    with pytest.raises(UnknownName):
        open_linked(tables, request(("left", "outer")))
