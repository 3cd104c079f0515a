"""A table in an engine that a release becomes: `-o postgresql://ann@host/clinic#open.people`.

It is written where the data is, verified there, and only then given its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.address import parse_address
from incrowd.engines.contract import PublishedSource, RowSource, can_publish
from incrowd.errors import InvalidParameter, NothingToMeasure
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.release.export import Exported, Release, new_seed
from incrowd.release.target import Released
from incrowd.release.verification import AS_IS, Verified, verify_people_of, verify_table
from incrowd.roles import warn_of_repetition
from incrowd.table import DROPPED


def is_table_address(place: object) -> bool:
    """Whether an output is a table of a server.

    >>> is_table_address("postgresql://ann@host/clinic#release"), is_table_address("out.csv")
    (True, False)
    """
    if not isinstance(place, str) or "://" not in place:
        return False
    return parse_address(place).server is not None


@dataclass(frozen=True)
class TableTarget:
    """A table that does not exist yet, in the database in which the data is."""

    url: str
    part: str

    @classmethod
    def check(cls, url: str, table: OpenTable) -> TableTarget:
        """Refuse another database than that of the data: rows do not travel between servers."""
        address = parse_address(url)
        origin = None if table.origin is None else table.origin.data
        own = parse_address(origin) if isinstance(origin, str) else None
        if not can_publish(table.source) or own is None or own.server != address.server:
            raise InvalidParameter(
                say("A release can become a table only in the database that holds the data."),
                say("Name a table there, or write a file: -o release.parquet."),
            )
        if not address.part:
            raise InvalidParameter(
                say("The address does not name the table to write."),
                say("Add it after the #: {url}#release.", url=url),
            )
        return cls(url, address.part)

    def write(self, table: OpenTable, release: Release, progress: Progress = silent) -> Released:
        """Write a release as a table and prove on the table that it holds."""
        source = table.source
        if not can_publish(source):
            raise InvalidParameter(
                say("This data is not a table on a server."), say("Write a file.")
            )
        if not release.classes.kept_rows:
            raise NothingToMeasure(
                say("No row is left to publish: all of them are suppressed."),
                say("Choose a smaller k or weaker protections, or generalise more."),
            )
        kept = [each.name for each in table.table.attributes if each.role not in DROPPED]
        seed = release.order_seed(kept) or new_seed()
        target = source.target(self.part)
        labels = release.recodings
        with source.staged(target, kept, labels, release.kept, seed) as written:
            progress("verifying", None)
            result = verify_table(written, release.classes, release.state, release.local)
            if table.table.person is not None:
                result = _count_people(source, release)
        return Released.of(
            Exported(
                self.url,
                result.rows,
                result.k,
                result.l,
                result.t,
                held=result.held,
                seed=release.seed or seed,
                repeating=warn_of_repetition(table.table),
            )
        )


def _count_people(source: RowSource, release: Release) -> Verified:
    """Count people where they are; the key that tells them apart is not in the release."""
    published = source.count_published(release.recodings, release.kept)
    counted = PublishedSource(source, release.recodings, release.kept, published)
    return verify_people_of(counted, AS_IS, release.classes, release.state, release.local)
