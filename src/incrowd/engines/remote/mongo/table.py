"""A collection that stays in MongoDB: counted, shown page by page and published there.

table = MongoTable(connection, connection.find("people"))
table.page(PageRequest(limit=50, sort="age"))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

import pyarrow as pa

from incrowd.engines.contract import TableName
from incrowd.engines.remote.mongo.counted import CountedCollection, group_by
from incrowd.engines.remote.mongo.paging import DocumentPage
from incrowd.engines.remote.mongo.pipelines import PublishedDocuments
from incrowd.engines.remote.mongo.release import release_stages, released_columns
from incrowd.engines.remote.publishing import stage_release
from incrowd.engines.stored.page import KeptTuples, PageRequest, Recoding


class MongoTable(CountedCollection):
    """A collection of documents, seen as a table whose rows can be shown, too."""

    def page_query(self, request: PageRequest, *, only: bool = False) -> DocumentPage:
        """The documents that a request asks for."""
        return DocumentPage(self, request, only)

    def count_published_tuples(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> pa.Table:
        """Count the published rows of each distinct combination of texts, as `tally` does."""
        rows = PublishedDocuments(self, recodings, kept)
        stages = [*rows.stages(columns), group_by([rows.shown(name) for name in columns])]
        plain = [name for name in columns if self.as_it_is(name, recodings, kept)]
        table, _ = self.count_groups(stages, columns, "counting what is published")
        return self.respell(table, plain)

    def published_batches(
        self,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
    ) -> Iterator[pa.RecordBatch]:
        """The published rows of some columns as texts: a release that was asked for as a file."""
        rows = PublishedDocuments(self, recodings, kept)
        fields = [f"y{place}" for place in range(len(columns))]
        shown = {field: rows.shown(name) for field, name in zip(fields, columns, strict=True)}
        stages = [*rows.stages(columns), {"$project": {"_id": 0, **shown}}]
        plain = [name for name in columns if self.as_it_is(name, recodings, kept)]
        step = "fetching the release"
        for batch in self.connection.batches(self.place, stages, step, len(columns)):
            self.progress(step, None)
            texts = self.texts(batch, fields, columns, plain)
            yield from pa.table(texts, list(columns)).combine_chunks().to_batches()

    def target(self, part: str) -> TableName:
        """The collection that a release is to become; a name may hold dots."""
        return TableName(self.place.path, part)

    def staged(
        self,
        target: TableName,
        columns: Sequence[str],
        recodings: Mapping[str, Recoding],
        kept: KeptTuples | None,
        seed: str,
    ) -> AbstractContextManager[MongoTable]:
        """Write a release into the database; the server shuffles by itself, whatever the seed."""
        del seed

        def write(place: TableName) -> MongoTable:
            rows = PublishedDocuments(self, recodings, kept)
            stages = release_stages(rows, columns)
            self.connection.create(place, self.place, stages, "writing the release")
            return MongoTable(
                self.connection,
                place,
                self.progress,
                most_tuples=self.most_tuples,
                columns=released_columns(rows, columns),
            )

        return stage_release(self.connection, target, write)
