"""An export holds what it promises, or there is no export."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from release_tables import Case, Maker, Row, case_of

from incrowd.crowd.crowd import Protection, State
from incrowd.engines import connect
from incrowd.engines.files.formats import output_format, writable_formats
from incrowd.engines.stored.writing import write
from incrowd.errors import BrokenPromise, Cancelled, NothingToMeasure, UnknownName
from incrowd.measures.enforcement import default_protections, enforce
from incrowd.release import export as exporting
from incrowd.release.export import export

FORMATS = [known.name for known in writable_formats()]
NAMES = ["name", "age", "town", "illness", "pay", "note"]
ROLES = "iqqsso"


def _people() -> list[Row]:
    """Three towns, five ages, illnesses and pays that differ within each class."""
    illnesses = ["flu", "cold", "=HYPERLINK(1)", None]
    return [
        (
            f"p{n}",
            str(20 + n % 5),
            ["=Ulm", "Bonn", None][n % 3],
            illnesses[(n // 15) % 4],
            str(1000 + 7 * n),
            "-x" if n % 2 else 'a "b"\nc',
        )
        for n in range(120)
    ]


@pytest.fixture
def people(made: Maker) -> Case:
    return made(_people(), NAMES, ROLES)


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _cells(path: Path, form: str, names: list[str]) -> Counter[Row]:
    known = output_format(form)
    source = connect(path, **known.options)
    tally = source.tally([known.name_as_read(name) for name in names]).to_pydict()
    source.close()
    counts = tally.pop("incrowd_rows")
    rows = zip(*tally.values(), strict=True)
    return Counter(dict(zip(rows, counts, strict=True)))


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_the_figures_are_those_of_the_file(people: Case, out: Path, form: str) -> None:
    protections = tuple(each for one in people.crowd.sensitive for each in default_protections(one))
    state = State((1, 0), 5, protections)
    done = export(people.source, people.table, people.crowd, state, out / f"x.{form}", form)
    classes = _cells(done.path, form, ["age", "town"])
    assert done.rows == classes.total() == 120
    assert done.k == min(classes.values()) == 16
    illnesses = _cells(done.path, form, ["age", "town", "illness"])
    pays = _cells(done.path, form, ["age", "town", "pay"])
    known = [[cells for cells in found if cells[2] is not None] for found in (illnesses, pays)]
    diversity = [Counter(cells[:2] for cells in found) for found in known]
    assert done.l == min(min(found.values()) for found in diversity) == 3
    assert done.t is not None
    assert 0 < done.t < 0.1
    assert done.verified
    assert _left(out) == [f"x.{form}"]


@pytest.mark.parametrize("form", FORMATS)
def test_identifiers_stay_at_home(people: Case, out: Path, form: str) -> None:
    path = out / f"x.{form}"
    export(people.source, people.table, people.crowd, State((0, 0)), path, form)
    source = connect(path, **output_format(form).options)
    assert [profile.name for profile in source.profiles()] == NAMES[1:]
    source.close()


@pytest.mark.parametrize("form", FORMATS)
def test_suppressed_rows_stay_at_home(made: Maker, out: Path, form: str) -> None:
    rows: list[Row] = [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", "5"), ("a", "6")]
    case = made(rows, ["q", "o"], "qo")
    done = export(case.source, case.table, case.crowd, State((0,), 3), out / "x", form)
    assert (done.rows, done.k, done.l, done.t) == (3, 3, None, None)
    assert (out / "x").exists()


@pytest.mark.parametrize(
    ("numbers", "warned"),
    [
        (["1", "2", "3", "9", "10", "11"], True),
        (["60", "50", "40", "30", "20", "7"], True),
        (
            ["2020-01-01", "2020-01-02", "2020-01-05", "2020-02-01", "2020-03-01", "2021-01-01"],
            True,
        ),
        (["a1", "a2", "a3", "b1", "b2", "b3"], True),
        (["1", "2", "3", "9", "11", "10"], False),
        (["1", "1", "1", "2", "2", "2"], False),
    ],
)
def test_a_column_that_numbers_the_rows_is_named(
    made: Maker, out: Path, numbers: list[str], warned: bool
) -> None:
    """It gives back the order that was shuffled, and its gaps are the rows that were left out."""
    case = made([("x", number) for number in numbers], ["q", "nr"], "qo")
    done = export(case.source, case.table, case.crowd, State((0,), 3), out / "x.csv", "csv")
    assert any("'nr' numbers the rows" in warning for warning in done.warnings) == warned
    hidden = made([("x", number) for number in numbers], ["q", "nr"], "qi")
    done = export(hidden.source, hidden.table, hidden.crowd, State((0,), 3), out / "x.csv", "csv")
    repeats = len(set(numbers)) < len(numbers)
    assert ["Values of 'nr' repeat" in warning for warning in done.warnings] == [True] * repeats


VALUES = st.sampled_from(["a", "=b", "'=b", "", "5", "-5", None])


@pytest.mark.slow
@settings(max_examples=scaled(12))
@given(
    st.lists(st.tuples(VALUES, VALUES, st.just("x")), min_size=1, max_size=30),
    st.integers(1, 4),
    st.sampled_from(FORMATS),
    st.data(),
)
def test_k_of_the_file_is_at_least_what_is_promised(
    rows: list[Row], k: int, form: str, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        case = case_of(Path(folder), rows, ["a", "=b", "c"], "qqo")
        levels = data.draw(st.tuples(*[st.integers(0, height) for height in case.crowd.heights]))
        classes = enforce(case.crowd, State(levels, k))
        path = Path(folder) / f"x.{form}"
        try:
            done = export(case.source, case.table, case.crowd, State(levels, k), path, form)
        except NothingToMeasure:
            assert classes.kept_rows == 0
        else:
            found = _cells(path, form, ["a", "=b"])
            assert done.rows == classes.kept_rows == found.total()
            # what is empty cannot be told from what is missing, so classes may become one
            assert done.k == min(found.values()) >= classes.kept_sizes.min() >= k
        case.source.close()


def test_nothing_left_to_publish(people: Case, out: Path) -> None:
    with pytest.raises(NothingToMeasure, match="No row is left"):
        export(people.source, people.table, people.crowd, State((0, 0), 100), out / "x.csv", "csv")
    assert _left(out) == []


def test_one_row(made: Maker, out: Path) -> None:
    case = made([("a", None, "x")], ["q", "s", "gone"], "qsq")
    for form in FORMATS:
        done = export(case.source, case.table, case.crowd, State((0, 0)), out / "x", form)
        assert (done.rows, done.k, done.l, done.t) == (1, 1, 0, 0.0)


Tamper = Callable[[pa.Table], pa.Table]


def _dropped(table: pa.Table) -> pa.Table:
    return table.slice(1)


def _moved(table: pa.Table) -> pa.Table:
    """One person of another age, which then stands alone."""
    ages = table.column("age").to_pylist()
    return table.set_column(0, "age", pa.array([99, *ages[1:]]))


def _swapped(table: pa.Table) -> pa.Table:
    """One person moved from a class to another that is published, too."""
    ages = table.column("age").to_pylist()
    other = next(age for age in ages if age != ages[0])
    return table.set_column(0, "age", pa.array([other, *ages[1:]]))


def _uniform(table: pa.Table) -> pa.Table:
    """Everybody of one class has the same illness."""
    columns = table.to_pydict()
    ages = zip(columns["age"], columns["illness"], strict=True)
    illnesses = ["flu" if age == columns["age"][0] else illness for age, illness in ages]
    return table.set_column(2, "illness", pa.array(illnesses))


def _unknown(table: pa.Table) -> pa.Table:
    illnesses = table.column("illness").to_pylist()
    return table.set_column(2, "illness", pa.array(["plague", *illnesses[1:]]))


def _renamed(table: pa.Table) -> pa.Table:
    return table.rename_columns(["AGE", *table.column_names[1:]])


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (_dropped, "120 rows were published, but the file has 119"),
        (_moved, "has '99' in 'age', which was not published"),
        (_swapped, "not the ones that were published"),
        (_uniform, "3 break a protection"),
        (_unknown, "has 'plague' in 'illness'"),
        (_renamed, "The table has no column 'age'"),
    ],
)
def test_a_file_that_breaks_its_promise_is_deleted(
    people: Case, out: Path, monkeypatch: pytest.MonkeyPatch, tamper: Tamper, why: str
) -> None:
    def careless(*arguments: object, **options: object) -> int:
        rows = write(*arguments, **options)
        path = arguments[1]
        pq.write_table(tamper(pq.read_table(path)), path)
        return rows

    monkeypatch.setattr(exporting, "write", careless)
    state = State((0, 0), 2, (Protection("illness", "distinct_l", 2),))
    with pytest.raises(BrokenPromise, match=why) as caught:
        export(people.source, people.table, people.crowd, state, out / "x.parquet", "parquet")
    assert "deleted" in caught.value.hint
    assert _left(out) == []


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("content", [b"", b"not what it was", b"a,b\n1\n"])
def test_a_file_that_cannot_be_read_again_is_deleted(
    people: Case, out: Path, monkeypatch: pytest.MonkeyPatch, form: str, content: bytes
) -> None:
    def careless(*arguments: object, **options: object) -> int:
        arguments[1].write_bytes(content)
        return 120

    monkeypatch.setattr(exporting, "write", careless)
    with pytest.raises(BrokenPromise, match="cannot be read again") as caught:
        export(people.source, people.table, people.crowd, State((0, 0)), out / "x", form)
    assert "unverified" not in caught.value.message
    assert _left(out) == []


def test_an_older_file_stays_until_the_new_one_is_verified(
    people: Case, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = out / "x.csv"
    path.write_text("old")

    def broken(*arguments: object) -> None:
        assert path.read_text() == "old"
        raise BrokenPromise("no")

    monkeypatch.setattr(exporting, "verify", broken)
    with pytest.raises(BrokenPromise):
        export(people.source, people.table, people.crowd, State((0, 0)), path, "csv")
    assert _left(out) == ["x.csv"]
    assert path.read_text() == "old"


@pytest.mark.parametrize("step", ["writing", "verifying"])
@pytest.mark.parametrize("stop", [Cancelled("stopped"), KeyboardInterrupt()], ids=repr)
def test_cancelling_leaves_nothing(people: Case, out: Path, step: str, stop: BaseException) -> None:
    def progress(told: str, done: float | None) -> None:
        if told == step:
            raise stop

    with pytest.raises(type(stop)):
        export(
            people.source,
            people.table,
            people.crowd,
            State((0, 0)),
            out / "x.parquet",
            "parquet",
            progress,
        )
    assert _left(out) == []


def test_a_format_that_does_not_exist(people: Case, out: Path) -> None:
    with pytest.raises(UnknownName, match="docx"):
        export(people.source, people.table, people.crowd, State((0, 0)), out / "x", "docx")


def test_t_is_measured_against_the_original_table(made: Maker, out: Path) -> None:
    """The class that is suppressed has all the high pays: what is left is far from the table."""
    rows: list[Row] = [("a", "1"), ("a", "1"), ("a", "1"), ("b", "2"), ("b", "2")]
    case = made(rows, ["q", "pay"], "qs")
    done = export(case.source, case.table, case.crowd, State((0,), 3), out / "x.csv", "csv")
    assert (done.rows, done.l) == (3, 1)
    assert done.t == pytest.approx(2 / 5)


SOME_MISSING: list[Row] = [
    (age, town, None if place % 3 else "flu", None if place % 2 else "x", "here")
    for place, (age, town) in enumerate(
        [("31", "Ulm"), ("32", None), (None, "Bonn"), ("58", "Ulm"), (None, None)] * 6
    )
]
SPELLED = {"city": "Ulm;{Ulm, *missing*};*\nBonn;Bonn;*\n*missing*;{Ulm, *missing*};*"}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("levels", [(0, 0), (1, 0), (0, 1), (1, 1), (1, 2)])
def test_what_is_missing_is_empty_everywhere(
    made: Maker, out: Path, form: str, levels: tuple[int, int]
) -> None:
    """Generalised or not, sensitive or not: one spelling, the one that the data had."""
    names = ["age", "city", "illness", "note", "all"]
    case = made(SOME_MISSING, names, "qqsoo", SPELLED)
    done = export(case.source, case.table, case.crowd, State(levels, 2), out / f"x.{form}", form)
    found = _cells(done.path, form, names)
    texts = {text for row in found for text in row}
    assert not any("missing" in text for text in texts if text is not None)
    empty = [sum(n for row, n in found.items() if row[at] is None) for at in range(4)]
    assert empty == [12, 0 if levels[1] else 12, 20, 15]
    assert ("{Ulm, }" in texts) == (levels[1] == 1)
    classes = case.crowd.at(levels)
    assert sorted(_cells(done.path, form, names[:2]).values()) == sorted(classes.sizes.tolist())
    assert done.k == classes.sizes.min()


def test_a_word_of_the_data_for_missing_stays(made: Maker, out: Path) -> None:
    rows: list[Row] = [("*missing*", "a"), ("?", "NA"), ("*missing*", "b"), ("?", "*missing*")]
    case = made(rows, ["q", "o"], "qo")
    export(case.source, case.table, case.crowd, State((0,), 2), out / "x.csv", "csv")
    assert _cells(out / "x.csv", "csv", ["q", "o"]) == Counter(rows)


def test_empty_text_and_missing_are_one_in_csv_but_not_in_parquet(made: Maker, out: Path) -> None:
    rows: list[Row] = [("a", ""), ("a", None), ("a", ""), ("a", None)]
    case = made(rows, ["q", "s"], "qs")
    state = State((0,), 2, (Protection("s", "alpha_k", 0.5),))
    done = export(case.source, case.table, case.crowd, state, out / "x.parquet", "parquet")
    assert (done.l, done.held[0].reached) == (0, 0.5)
    with pytest.raises(BrokenPromise, match="1 break a protection"):
        export(case.source, case.table, case.crowd, state, out / "x.csv", "csv")
    assert _left(out) == ["x.parquet"]
