"""One check for what was joined and for results of queries: k and l as counted row by row."""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.engines import connect
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.service.datasets.check import Promise
from incrowd.service.linked.check import check_counted
from incrowd.table import Attribute, Kind, Profile, Role

ROWS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from(["flu", "hiv"])),
    min_size=1,
    max_size=20,
)


def column(name: str, role: Role) -> Attribute:
    return Attribute(Profile(name, Kind.TEXT, 1, 0, 1), role, "")


KNOWN = [column("zip", Role.QUASI), column("job", Role.QUASI)]
SECRET = [column("ill", Role.SENSITIVE)]


@pytest.mark.slow
@given(ROWS, st.integers(1, 4), st.integers(1, 2))
def test_k_and_l_are_those_of_the_rows(rows, k: int, l: int) -> None:
    classes = defaultdict(list)
    for zip_code, job, ill in rows:
        classes[zip_code, job].append(ill)
    failing = [one for one in classes.values() if len(one) < k or len(set(one)) < l]
    texts = [list(each) for each in zip(*rows, strict=True)]
    table = pa.table(dict(zip(("zip", "job", "ill"), texts, strict=True)))
    with closing(connect(table)) as source:
        found = check_counted(source.tally, KNOWN, SECRET, Promise(k, l))
    assert found.check.k == min(map(len, classes.values()))
    assert found.check.l == min(len(set(one)) for one in classes.values())
    assert (found.check.failing_count, found.check.failing_rows) == (
        len(failing),
        sum(map(len, failing)),
    )
    assert (found.classes, found.rows) == (len(classes), len(rows))
    assert found.check.holds == found.attributes[0].holds == (not failing)


def test_nothing_to_check() -> None:
    nothing = pa.table({"zip": pa.array([], pa.string()), "incrowd_rows": pa.array([], pa.int64())})
    with pytest.raises(NothingToMeasure, match="no rows"):
        check_counted(lambda names: nothing, KNOWN[:1], [], Promise(2))
    with pytest.raises(InvalidParameter, match="nothing that somebody could know"):
        check_counted(lambda names: nothing, [], SECRET, Promise(2))
