"""What an anonymisation is asked for: read, checked, and joined with what is set."""

from __future__ import annotations

import pytest
from small_tables import open_rows

from incrowd.anonymization.request import (
    AnonymizationRequest,
    parse_ranks,
    parse_request,
    protection_kind,
)
from incrowd.crowd.crowd import Protection
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName

ROWS = [("30", "flu", "low"), ("30", "hiv", "high"), ("41", "flu", "low")]


@pytest.fixture
def table() -> OpenTable:
    return open_rows(ROWS, ["age", "ill", "pay"], ["age"], ["ill", "pay"])


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("", ()),
        ("age", (("age",),)),
        ("age,sex=race", (("age",), ("sex", "race"))),
        (" age , sex = race ,, ", (("age",), ("sex", "race"))),
        ("marital-status", (("marital-status",),)),
    ],
)
def test_ranks_are_read_from_left_to_right(text: str, ranks: tuple[tuple[str, ...], ...]) -> None:
    assert parse_ranks(text) == ranks


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"k": 0}, InvalidParameter, "k = 0 is not possible"),
        ({"max_suppression": -0.1}, InvalidParameter, "A share of -0.1 of the rows"),
        ({"max_suppression": 1.5}, InvalidParameter, "A share of 1.5 of the rows"),
        ({"max_suppression": float("nan")}, InvalidParameter, "A share of nan of the rows"),
        ({"method": "optimum"}, UnknownName, "'optimum'"),
        ({"utility": "lost"}, UnknownName, "no measure of utility 'lost'"),
        ({"diversity": "distint"}, UnknownName, "no kind of diversity 'distint'"),
        ({"suppression": "lax"}, UnknownName, "no kind of suppression 'lax'"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_requests_that_cannot_be_meant(
    options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        parse_request("", {"k": 2, **options})


@pytest.mark.parametrize("share", [0, 1])
def test_none_and_all_rows_may_be_left_out(share: float) -> None:
    assert parse_request("", {"k": 2, "max_suppression": share}).max_suppression == share


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("distinct_l", "l"),
        ("entropy_l", "l"),
        ("recursive_l", "l"),
        ("t_equal", "t"),
        ("t_ordered", "t"),
        ("unheard_of", "unheard_of"),
    ],
)
def test_protections_are_about_l_or_t_or_something_else(model: str, kind: str) -> None:
    assert protection_kind(Protection("ill", model, 2)) == kind


def protections(table: OpenTable, **asked: object) -> list[tuple[str, str, float]]:
    made = AnonymizationRequest(**{"k": 2, **asked}).protections(table)
    return [(each.attribute, each.model, each.threshold) for each in made]


def test_without_a_wish_what_is_set_holds(table: OpenTable) -> None:
    assert protections(table) == [("ill", "distinct_l", 2), ("pay", "distinct_l", 2)]
    assert protections(table, k=1) == []


def test_l_is_asked_of_every_sensitive_attribute(table: OpenTable) -> None:
    assert protections(table, l=3, diversity="entropy") == [
        ("ill", "entropy_l", 3),
        ("pay", "entropy_l", 3),
    ]


def test_who_asks_for_t_keeps_the_l_that_is_set(table: OpenTable) -> None:
    assert protections(table, t=0.4) == [
        *(("ill", "t_equal", 0.4), ("ill", "distinct_l", 2)),
        *(("pay", "t_equal", 0.4), ("pay", "distinct_l", 2)),
    ]


def test_a_wish_takes_the_place_of_what_is_set_of_its_kind_alone(table: OpenTable) -> None:
    both = (Protection("ill", "distinct_l", 2), Protection("ill", "t_equal", 0.5))
    guarded = table.with_guards({"ill": both, "pay": ()})
    assert protections(guarded, l=4) == [
        *(("ill", "distinct_l", 4), ("ill", "t_equal", 0.5)),
        ("pay", "distinct_l", 4),
    ]
    assert protections(guarded, l=4, t=0.1) == [
        *(("ill", "distinct_l", 4), ("ill", "t_equal", 0.1)),
        *(("pay", "distinct_l", 4), ("pay", "t_equal", 0.1)),
    ]


def test_l_without_a_sensitive_attribute_is_refused(table: OpenTable) -> None:
    plain = table.with_roles({"ill": "insensitive", "pay": "insensitive"})
    assert protections(plain) == []
    for asked in ({"l": 2}, {"t": 0.5}):
        with pytest.raises(InvalidParameter, match="the table has none") as refusal:
            protections(plain, **asked)
        assert refusal.value.hint == "Name the sensitive columns."


def test_priorities_name_attributes_of_the_table() -> None:
    request = AnonymizationRequest(k=2, priority=(("age",), ("zip",)))
    assert request.priorities(["age", "sex", "zip"]).ranks == {"age": 1, "zip": 2, "sex": 3}
    with pytest.raises(UnknownAttribute, match="zip"):
        request.priorities(["age", "zipcode"])
