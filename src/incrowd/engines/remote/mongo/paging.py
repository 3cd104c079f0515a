"""Read the rows of one page from a collection, and nothing but these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from incrowd.engines.remote.counting.value_order import ColumnValues
from incrowd.engines.remote.mongo.counted import CountedCollection
from incrowd.engines.remote.mongo.fields import Expression, Stage
from incrowd.engines.remote.mongo.lookups import place_of
from incrowd.engines.remote.mongo.pipelines import PublishedDocuments
from incrowd.engines.remote.paging import ShownRow, find_tuples, values_of
from incrowd.engines.stored.page import Filter, PageRequest


@dataclass(frozen=True, eq=False)
class DocumentPage:
    """The documents that a request asks for."""

    table: CountedCollection
    request: PageRequest
    only: bool = False
    """Whether documents of combinations that the request does not know are passed over."""

    @cached_property
    def rows(self) -> PublishedDocuments:
        """The documents in the state that is asked for."""
        return PublishedDocuments(self.table, self.request.recodings, self.request.kept, self.only)

    def count(self) -> int:
        """How many rows could be shown."""
        counting = [*self._matching([]), {"$group": {"_id": None, "n": {"$sum": 1}}}]
        answer = self.table.connection.documents(self.table.place, counting, "counting rows")
        return int(answer[0]["n"]) if answer else 0

    def fetch(self) -> list[ShownRow]:
        """The rows of the page."""
        names = [column.name for column in self.table.columns]
        changed = [
            name for name in names if name in self.rows.local or name in self.request.recodings
        ]
        shown = {f"x{place}": 1 for place in range(len(names))}
        labels = {f"y{self.table.place_of(name)}": self.rows.shown(name) for name in changed}
        cut: list[Stage] = [{"$skip": self.request.offset}] if self.request.offset else []
        stages = [
            *self._ordered(names),
            *cut,
            {"$limit": self.request.limit},
            {"$project": {"_id": 0, **shown, **labels, "p": {"$ifNull": ["$p", None]}}},
        ]
        documents = [
            document
            for batch in self.table.connection.batches(
                self.table.place, stages, "reading a page", len(names)
            )
            for document in batch
        ]
        return self._read(documents, names, changed)

    def _ordered(self, names: Sequence[str]) -> list[Stage]:
        """By the column asked for, then always in the same order."""
        if self.request.sort is None:
            return [{"$sort": {"_id": 1}}, *self._matching(names)]
        values = self._values(self.request.sort).ordered(descending=self.request.descending)
        place = self._place(self.request.sort, values)
        order: list[Stage] = [{"$addFields": {"o": place}}, {"$sort": {"o": 1, "_id": 1}}]
        return [*self._matching(names), *order]

    def _matching(self, names: Sequence[str]) -> list[Stage]:
        """All rows that the filters let through; suppressed ones only if asked for."""
        asked = [each.column for each in self.request.filters]
        if self.request.sort is not None:
            asked.append(self.request.sort)
        hidden = self.request.include_suppressed
        stages = self.rows.stages([*names, *asked], suppressed=hidden)
        for number, each in enumerate(self.request.filters):
            stages += self._filtered(each, f"f{number}")
        return stages

    def _filtered(self, wanted: Filter, field: str) -> list[Stage]:
        place = self._place(wanted.column, self._values(wanted.column).matching(wanted))
        return [{"$addFields": {field: place}}, {"$match": {field: {"$gte": 0}}}]

    def _place(self, name: str, values: Sequence[str | None]) -> Expression:
        """Where the value of a column stands among others; that shown, where rows differ."""
        if name in self.rows.local:
            return {"$indexOfArray": [{"$literal": list(values)}, self.rows.shown(name)]}
        keys = [key for value in values for key in self.table.natives(name, value)]
        return place_of(self.table.field(name), keys, self.rows.original(name))

    def _values(self, name: str) -> ColumnValues:
        return values_of(self.table, name, self.request)

    def _read(
        self, documents: Sequence[dict[str, Any]], names: Sequence[str], changed: Sequence[str]
    ) -> list[ShownRow]:
        texts = self.table.texts(documents, [f"x{place}" for place in range(len(names))], names)
        columns = {name: column.to_pylist() for name, column in zip(names, texts, strict=True)}
        hidden = self._hidden(documents, columns)
        rows = []
        for place, document in enumerate(documents):
            original = tuple(columns[name][place] for name in names)
            labels = {name: document.get(f"y{self.table.place_of(name)}") for name in changed}
            shown = tuple(
                labels.get(n, v) if n in labels else v for n, v in zip(names, original, strict=True)
            )
            part = document.get("p")
            number = None if part is None or part < 0 else int(part)
            rows.append(ShownRow(original, shown, hidden[place], number))
        return rows

    def _hidden(
        self, documents: Sequence[dict[str, Any]], columns: dict[str, list[str | None]]
    ) -> list[bool]:
        """Which rows are suppressed: it is known here, and need not be asked."""
        kept = self.request.kept
        if kept is None or not self.request.include_suppressed or not documents:
            return [False] * len(documents)
        if kept.parts is not None:
            shown = kept.parts.table.column("kept").to_pylist()
            return [document["p"] < 0 or not shown[document["p"]] for document in documents]
        places = find_tuples(self.table, kept, [columns[name] for name in kept.columns])
        return [place is None or not kept.kept[place].as_py() for place in places]
