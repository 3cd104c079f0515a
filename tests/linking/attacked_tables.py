"""A release and a list of people as rows, compared, and the slow way to say who fits whom."""

from __future__ import annotations

from collections.abc import Sequence

from small_tables import Row, RowsSource

from incrowd.linking.attack.tables import Comparison, compare
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.values.published_value import covers

NAMES = ["zip", "sex"]
LIST = ["name", "zip", "sex"]
RELEASE: list[Row] = [("130**", "f"), ("130**", "f"), ("130**", "*"), ("14850", "m")]
PEOPLE: list[Row] = [
    ("Ann", "13012", "f"),
    ("Bea", "13099", "f"),
    ("Carl", "13012", "m"),
    ("Dan", "14850", "m"),
    ("Eva", "99999", "f"),
]


def link_rows(release: Sequence[Row], people: Sequence[Row], **request: object) -> LinkedSources:
    """Both tables, open to be linked."""
    sources = [RowsSource(release, NAMES), RowsSource(people, LIST)]
    return LinkedSources(sources, LinkRequest(**request))


def compared(release: Sequence[Row] = RELEASE, people: Sequence[Row] = PEOPLE) -> Comparison:
    """Which rows of the release may be about whom."""
    linked = link_rows(release, people)
    return compare(linked, {"zip": "zip", "sex": "sex"}, whole=True)


def fits(row: Row, person: Row) -> bool:
    """Whether a published row may be about somebody: every text covers what is known."""
    return all(covers(text, value) for text, value in zip(row, person[1:], strict=True))
