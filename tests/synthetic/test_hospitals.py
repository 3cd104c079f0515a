"""Hospitals that share patients: seeded, as many shared as asked for, told apart from the truth."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import InvalidParameter
from incrowd.synthetic import make_hospitals
from incrowd.synthetic.hospitals import IDENTIFIERS, quasi_identifiers


@pytest.mark.parametrize("hospitals", [2, 3])
def test_the_same_seed_makes_the_same_hospitals(hospitals: int) -> None:
    once, again = (make_hospitals(200, 5, hospitals) for _ in range(2))
    assert once.truth.equals(again.truth)
    assert all(one.equals(two) for one, two in zip(once.tables, again.tables, strict=True))
    other = make_hospitals(200, 6, hospitals)
    assert not other.truth.equals(once.truth)


@settings(max_examples=scaled(30), deadline=None)
@given(
    rows=st.integers(1, 60),
    hospitals=st.sampled_from([2, 3]),
    shared=st.floats(0, 1),
    seed=st.integers(0, 1000),
)
def test_as_many_are_shared_as_asked_for(
    rows: int, hospitals: int, shared: float, seed: int
) -> None:
    made = make_hospitals(rows, seed, hospitals, shared)
    numbers = [made.truth.column(f"hospital_{n}").to_pylist() for n in range(1, hospitals + 1)]
    for place, (table, known) in enumerate(zip(made.tables, numbers, strict=True)):
        assert table.num_rows == rows
        ids = table.column("patient_id").to_pylist()
        assert len(set(ids)) == rows
        assert sorted(ids) == sorted(number for number in known if number is not None)
        elsewhere = sum(
            here is not None
            and any(other[row] is not None for n, other in enumerate(numbers) if n != place)
            for row, here in enumerate(known)
        )
        assert elsewhere == round(shared * rows)


def test_raw_tables_tell_what_is_true() -> None:
    made = make_hospitals(300, 2, 3, 0.4)
    truth = made.truth.to_pylist()
    for place, table in enumerate(made.tables):
        people = {row[f"hospital_{place + 1}"]: row for row in truth}
        assert table.column_names == [*IDENTIFIERS, *quasi_identifiers(place), "diagnosis"]
        for row in table.to_pylist():
            person = people[row["patient_id"]]
            assert row["diagnosis"] == person[f"diagnosis_{place + 1}"]
            assert all(row[name] == person[name] for name in quasi_identifiers(place))


def test_neither_order_nor_numbers_link_the_hospitals() -> None:
    made = make_hospitals(500, 1, 2, 1.0)
    names = [table.column("name") for table in made.tables]
    assert pc.mean(pc.cast(pc.equal(*names), pa.int8())).as_py() < 0.05
    ids = [set(pc.utf8_slice_codeunits(t.column("patient_id"), 1).to_pylist()) for t in made.tables]
    assert len(ids[0] & ids[1]) < 5


def test_most_shared_people_have_the_same_diagnosis() -> None:
    truth = make_hospitals(2000, 1, 2, 1.0).truth
    same = pc.mean(pc.cast(pc.equal(truth["diagnosis_1"], truth["diagnosis_2"]), pa.int8())).as_py()
    assert 0.68 < same < 0.8


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"hospitals": 4}, "4 hospitals"),
        ({"hospitals": 1}, "1 hospitals"),
        ({"shared": 1.2}, "share of 1.2"),
        ({"shared": -0.1}, "share of -0.1"),
        ({"rows": 0}, "0 rows"),
    ],
)
def test_impossible_hospitals(asked: dict, message: str) -> None:
    with pytest.raises(InvalidParameter, match=message):
        make_hospitals(**{"rows": 10, "seed": 1, **asked})
