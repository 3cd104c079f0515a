"""The documents of a collection as a state shows them: one pipeline with the level maps in it.

    PublishedDocuments(table, recodings, kept).stages(["age", "sex"])

After its stages each document has the fields `x3` (the value of column 3), `g3` (the number of its
label), `c` (its combination or class, as a text) and `p` (its part, where rows are recoded one by
one).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from incrowd.engines.remote.kept_classes import are_split, choose_classes, encode
from incrowd.engines.remote.mongo.counted import CountedCollection
from incrowd.engines.remote.mongo.fields import Expression, Stage
from incrowd.engines.remote.mongo.lookups import LevelMap, element, place_of
from incrowd.engines.stored.page import KeptTuples, Parts, Recoding
from incrowd.table import as_written


@dataclass(frozen=True, eq=False)
class PublishedDocuments:
    """Documents in a state."""

    table: CountedCollection
    recodings: Mapping[str, Recoding]
    kept: KeptTuples | None
    only: bool = False
    """Whether documents of combinations that are not among those kept are passed over."""

    @property
    def parts(self) -> Parts | None:
        """What is published where rows are recoded one by one."""
        return self.kept.parts if self.kept is not None else None

    @property
    def local(self) -> Mapping[str, Any]:
        """The columns whose label depends on the part of a row."""
        return self.parts.labels if self.parts is not None else {}

    def original(self, name: str) -> str:
        """The value that the document has."""
        return f"$x{self.table.place_of(name)}"

    def shown(self, name: str) -> Expression:
        """What is published of a column; null where it is missing."""
        if name in self.local:
            labels = self.local[name]
            texts = [text and as_written(text) for text in labels.texts]
            label = element(texts, element(labels.codes.to_pylist(), "$p"))
            return {"$cond": [{"$lt": ["$p", 0]}, None, label]}
        if name in self.recodings:
            place = self.table.place_of(name)
            return element(self._maps[name].labels, f"$g{place}")
        return self.original(name)

    def stages(self, names: Iterable[str], *, suppressed: bool = False) -> list[Stage]:
        """All that is needed for some columns; without suppressed rows, unless asked for."""
        wanted = list(dict.fromkeys(names))
        grouped = list(self.kept.columns) if self.kept is not None and self._hides else []
        recoded = [name for name in (*wanted, *grouped) if name in self.recodings]
        places = {self.table.place_of(name): name for name in (*wanted, *grouped)}
        values = {f"x{place}": self.table.field(name).value for place, name in places.items()}
        result: list[Stage] = [{"$project": {"_id": 1, **values}}]
        result += self._label(list(dict.fromkeys(recoded)))
        if self.kept is None or not self._hides:
            return result
        result += self._classify()
        return result + (self._part(suppressed) if self.parts else self._leave_out(suppressed))

    def _label(self, names: Sequence[str]) -> list[Stage]:
        """Numbers of labels; a row whose value has no label drops out, as verifying notices."""
        if not names:
            return []
        found, numbers = {}, {}
        for name in names:
            place, known = self.table.place_of(name), self._maps[name]
            found[f"i{place}"] = place_of(self.table.field(name), known.keys, f"$x{place}")
            numbers[f"g{place}"] = element(known.numbers, f"$i{place}")
        known_only = {field: {"$gte": 0} for field in found}
        return [{"$addFields": found}, {"$match": known_only}, {"$addFields": numbers}]

    @cached_property
    def _maps(self) -> dict[str, LevelMap]:
        return {name: self._recode(name, known) for name, known in self.recodings.items()}

    def _recode(self, name: str, recoding: Recoding) -> LevelMap:
        result, numbers = LevelMap(), dict[str, int]()
        for value, label in zip(recoding.values, recoding.labels, strict=True):
            number = numbers.setdefault(label, len(numbers))
            result.add(value, self.table.natives(name, value), number)
        result.labels = [as_written(label) for label in numbers]
        return result

    @property
    def _hides(self) -> bool:
        """Whether it matters to which class a row belongs."""
        return self.parts is not None or bool(self._classes[0]) or self._classes[1]

    def _classify(self) -> list[Stage]:
        """The class of each row as a text; null where it is none of those that matter."""
        assert self.kept is not None  # noqa: S101 - asked only where there are classes
        found: dict[str, Expression] = {}
        codes: list[Expression] = []
        for name, values in zip(self.kept.columns, self._values, strict=True):
            place = self.table.place_of(name)
            if name in self.recodings:
                count = len(self._maps[name].labels)
                codes.append(element([f"{number:x}," for number in range(count)], f"$g{place}"))
                continue
            keys, texts = list[Any](), list[str]()
            for number, value in values.items():
                natives = self.table.natives(name, value)
                keys += natives
                texts += [f"{number:x},"] * len(natives)
            found[f"j{place}"] = place_of(self.table.field(name), keys, f"$x{place}")
            unknown = {"$lt": [f"$j{place}", 0]}
            codes.append({"$cond": [unknown, None, element(texts, f"$j{place}")]})
        first: list[Stage] = [{"$addFields": found}] if found else []
        return [*first, {"$addFields": {"c": {"$concat": codes or [""]}}}]

    @cached_property
    def _values(self) -> list[dict[int, str | None]]:
        """The values of each column that tell apart the classes that matter, by number."""
        assert self.kept is not None  # noqa: S101
        used = self._codes if self.parts is not None else self._classes[2]
        result = []
        for place, (codes, values) in enumerate(zip(used, self._dictionaries, strict=True)):
            recoded = self.kept.columns[place] in self.recodings
            wanted = [] if recoded else np.unique(codes).tolist()
            result.append({number: values[number] for number in wanted})
        return result

    @cached_property
    def _dictionaries(self) -> list[list[str | None]]:
        assert self.kept is not None  # noqa: S101
        return [[*encode(column).dictionary.to_pylist(), None] for column in self._tuple_columns]

    @property
    def _tuple_columns(self) -> list[pa.ChunkedArray]:
        assert self.kept is not None  # noqa: S101
        return list(self.kept.tuples.columns)

    @cached_property
    def _codes(self) -> list[np.ndarray[Any, Any]]:
        """The number of each combination in each column: of its label, or of its value."""
        assert self.kept is not None  # noqa: S101
        result = []
        pairs = zip(self.kept.columns, self._tuple_columns, self._dictionaries, strict=True)
        for name, column, values in pairs:
            codes = encode(column).indices.fill_null(len(values) - 1).to_numpy()
            if name in self.recodings:
                known = self._maps[name].known
                codes = np.array([known.get(value, -1) for value in values])[codes]
            result.append(codes)
        return result

    @cached_property
    def _classes(self) -> tuple[list[str], bool, list[np.ndarray[Any, Any]]]:
        """The classes that are left out, or those that are kept: which, whether kept, codes."""
        if self.kept is None or self.parts is not None:
            return [], False, []
        chosen = choose_classes([*map(pa.array, self._codes)], self.kept.kept, only=self.only)
        codes = [chosen.table.column(f"g{place}").to_numpy() for place in range(len(self._codes))]
        return _class_texts(codes, chosen.table.num_rows), chosen.kept, codes

    def _leave_out(self, suppressed: bool) -> list[Stage]:
        texts, kept, _ = self._classes
        return [] if suppressed else [{"$match": {"c": {"$in" if kept else "$nin": texts}}}]

    def _part(self, suppressed: bool) -> list[Stage]:
        """The part of each row; -1 where it has none, or one that is not asked for."""
        assert self.parts is not None  # noqa: S101
        table = self.parts.table
        tuples = table.column("tuple").to_numpy()
        kept = [suppressed or each for each in table.column("kept").to_pylist()]
        texts = _class_texts(self._codes, len(self._codes[0]) if self._codes else 1)
        if are_split(self.parts):
            found = self._split_rows(texts, tuples, table.column("rows").to_numpy(), kept)
        else:
            known = [(texts[t], part) for part, t in enumerate(tuples.tolist()) if kept[part]]
            place = {"$indexOfArray": [{"$literal": [text for text, _ in known]}, "$c"]}
            parts = element([part for _, part in known], "$t")
            found = [
                {"$addFields": {"t": place}},
                {"$addFields": {"p": {"$cond": [{"$lt": ["$t", 0]}, -1, parts]}}},
            ]
        return found if suppressed else [*found, {"$match": {"p": {"$gte": 0}}}]

    def _split_rows(
        self,
        texts: list[str],
        tuples: np.ndarray[Any, Any],
        rows: np.ndarray[Any, Any],
        kept: list[bool],
    ) -> list[Stage]:
        """Number the rows of each combination, always in the same order, and find their parts."""
        order, starts = np.unique(tuples, return_index=True)
        ends = [np.cumsum(each).tolist() for each in np.split(rows, starts[1:])]
        whole = [each[-1] for each in ends]
        before = {"$lte": ["$$end", "$n"]}
        passed = {"$filter": {"input": element(ends, "$t"), "as": "end", "cond": before}}
        part = {"$add": [element(starts.tolist(), "$t"), {"$size": passed}]}
        shown = element([place if each else -1 for place, each in enumerate(kept)], "$q")
        beyond = {"$or": [{"$lt": ["$t", 0]}, {"$gte": ["$n", element(whole, "$t")]}]}
        place = {"$indexOfArray": [{"$literal": [texts[t] for t in order.tolist()]}, "$c"]}
        return [
            {"$sort": {"_id": 1}},
            {"$group": {"_id": "$c", "d": {"$push": "$$ROOT"}}},
            {"$unwind": {"path": "$d", "includeArrayIndex": "n"}},
            {"$replaceRoot": {"newRoot": {"$mergeObjects": ["$d", {"n": "$n"}]}}},
            {"$addFields": {"t": place}},
            {"$addFields": {"q": {"$cond": [beyond, -1, part]}}},
            {"$addFields": {"p": {"$cond": [{"$lt": ["$q", 0]}, -1, shown]}}},
        ]


def _class_texts(codes: Sequence[np.ndarray[Any, Any]], count: int) -> list[str]:
    """The text of each class: the numbers of its values one after the other."""
    if not codes:
        return [""] * count
    columns = [[f"{number:x}," for number in each.tolist()] for each in codes]
    return ["".join(row) for row in zip(*columns, strict=True)]
