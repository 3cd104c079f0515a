"""Small open tables whose rows are at hand: `open_rows([("30", "f")], ["age", "sex"], ["age"])`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa
from small_crowds import tally

from incrowd.dataset.open_table import OpenTable
from incrowd.table import Attribute, Kind, Profile, Role, Table

Row = tuple[str | None, ...]


class RowsSource:
    """A source that counts a list of rows, and remembers how often it was asked to."""

    name = "people"

    def __init__(self, rows: Sequence[Row], names: Sequence[str]) -> None:
        self._rows, self._names = rows, names
        self.asked: list[list[str]] = []
        self.closed = False

    @property
    def rows(self) -> int:
        return len(self._rows)

    def profiles(self) -> tuple[Profile, ...]:
        return tuple(self._profile(place) for place in range(len(self._names)))

    def tally(self, columns: Sequence[str]) -> pa.Table:
        self.asked.append(list(columns))
        places = [self._names.index(column) for column in columns]
        return tally([tuple(row[place] for place in places) for row in self._rows], columns)

    def close(self) -> None:
        self.closed = True

    def _profile(self, place: int) -> Profile:
        counts = Counter(row[place] for row in self._rows)
        missing = counts.pop(None, 0)
        common = tuple(counts.most_common())
        return Profile(
            self._names[place], Kind.TEXT, len(self._rows), missing, len(counts), common=common
        )


def open_rows(
    rows: Sequence[Row],
    names: Sequence[str],
    quasi: Sequence[str] = (),
    sensitive: Sequence[str] = (),
    **options: object,
) -> OpenTable:
    """Open rows with these roles; all other columns are insensitive."""
    source = RowsSource(rows, names)
    roles = dict.fromkeys(quasi, Role.QUASI) | dict.fromkeys(sensitive, Role.SENSITIVE)
    attributes = tuple(
        Attribute(profile, roles.get(profile.name, Role.INSENSITIVE), "for a test")
        for profile in source.profiles()
    )
    return OpenTable(source, Table("people", len(rows), attributes), **options)
