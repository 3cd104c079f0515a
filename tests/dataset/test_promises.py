"""What sensitive attributes are protected by: the defaults, and what is promised."""

from __future__ import annotations

import pytest
from small_tables import open_rows

import incrowd as ic
from incrowd.crowd.crowd import Protection
from incrowd.dataset.promises import list_safeguards, read_promises
from incrowd.dataset.risk import measure_risk
from incrowd.errors import IncrowdError, InvalidParameter

ROWS = [("a", "flu", "x"), ("a", "flu", "y"), ("b", "hiv", "x"), ("b", "flu", "y")]


@pytest.fixture
def table():
    return open_rows(ROWS, ["zip", "ill", "town: old"], ["zip"], ["ill", "town: old"])


def test_default_protections_are_seen_at_k_1_and_explained(table) -> None:
    risk = measure_risk(table)
    assert (risk.k, risk.suppressed_rows) == (1, 0)
    first = risk.to_dict()["protections"][0]
    assert (first["attribute"], first["model"], first["threshold"]) == ("ill", "distinct_l", 2)
    assert (first["promise"], first["chosen"]) == ("l", False)
    assert first["reason"].startswith("the default: every group has at least two")


@pytest.mark.parametrize(
    ("texts", "guards"),
    [
        (["l=3"], {"ill": [("distinct_l", 3)], "town: old": [("distinct_l", 3)]}),
        (["ill:l=3"], {"ill": [("distinct_l", 3)]}),
        (["ill: entropy_l = 1.5", "ill:t=0.2"], {"ill": [("entropy_l", 1.5), ("t_equal", 0.2)]}),
        (["l=3", "town: old:none"], {"ill": [("distinct_l", 3)], "town: old": []}),
        (["ill:none"], {"ill": []}),
        (["ill:l=2", "ill:l=4"], {"ill": [("distinct_l", 4)]}),
        (["ill:recursive_l=2"], {"ill": [("recursive_l", 2)]}),
        (["ill:beta_basic=2"], {"ill": [("beta_likeness", 2)]}),
    ],
)
def test_promises_are_read(table, texts, guards) -> None:
    wanted = {
        name: tuple(Protection(name, model, threshold) for model, threshold in models)
        for name, models in guards.items()
    }
    assert read_promises(table, texts) == wanted


def test_a_promise_takes_the_place_of_the_default(table) -> None:
    guarded = table.with_guards(read_promises(table, ["ill:l=3"]))
    assert [(each.promise, each.threshold, each.chosen) for each in list_safeguards(guarded)] == [
        ("l", 3, True),
        ("l", 2, False),
    ]
    assert measure_risk(guarded, k=2).suppressed_rows == 4


def test_no_group_shares_one_income(tmp_path) -> None:
    """Six people of one age and postcode with one income are close to the whole table."""
    path = tmp_path / "pay.csv"
    others = "".join(f"{30 + n % 5},{10000 + n % 3},{4000 + 50 * n}\n" for n in range(40))
    path.write_text("age,zip,income\n" + "33,10115,5000\n" * 6 + others)
    with ic.open(path, quasi=["age", "zip"], sensitive=["income"]) as table:
        done = table.anonymize(k=2, max_suppression=1.0)
        done.write(tmp_path / "out.csv")
    groups: dict[str, set[str]] = {}
    for line in (tmp_path / "out.csv").read_text().splitlines()[1:]:
        details, _, income = line.rpartition(",")
        groups.setdefault(details, set()).add(income)
    assert groups
    assert min(map(len, groups.values())) >= 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("l", "'l' is not a promise."),
        ("l=0", "'l=0' is not a promise."),
        ("t=2", "'t=2' is not a promise."),
        ("t=nan", "'t=nan' is not a promise."),
        ("ill:l=many", "'ill:l=many' is not a promise."),
        ("k=5", "There is no promise 'k'."),
        ("", "There is no promise ''."),
        ("zip:l=2", "'zip' is not a sensitive attribute of this table."),
        ("nobody:none", "'nobody' is not a sensitive attribute of this table."),
    ],
)
def test_nonsense_is_refused_in_words(table, text, words) -> None:
    with pytest.raises(IncrowdError) as caught:
        read_promises(table, [text])
    assert str(caught.value) == words


def test_without_a_sensitive_column_there_is_nothing_to_promise() -> None:
    with pytest.raises(InvalidParameter, match="the table has none"):
        read_promises(open_rows(ROWS, ["a", "b", "c"], ["a"]), ["l=2"])


def test_numbers_are_kept_close(tmp_path) -> None:
    path = tmp_path / "pay.csv"
    path.write_text("zip,income\n" + "".join(f"{n % 3},{n * 100}\n" for n in range(12)))
    with ic.open(path, quasi=["zip"], sensitive=["income"]) as table:
        assert [(each.model, each.threshold) for each in table.safeguards] == [
            ("t_ordered", 0.5),
            ("distinct_l", 2),
        ]
        changed = table.with_promises("income:t=0.3")
        assert [(each.model, each.threshold) for each in changed.safeguards] == [("t_ordered", 0.3)]
        assert changed.with_promises("income:none").safeguards == ()
    with ic.open(path, quasi=["zip"], sensitive=["income"], promises=["l=2"]) as table:
        assert [each.promise for each in table.safeguards] == ["l"]
