"""A release and a list of people side by side: which rows may be about whom.

found = compare(linked, {"zip": "postcode"})
found.people.slice(0, 10), found.candidates(0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from incrowd.crowd.coding import build_crowd
from incrowd.engines.contract import ROWS
from incrowd.hierarchies import choose
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.linking.attack.candidates import Combinations, Identification, identify
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.values.possible_values import Fits, fits_of
from incrowd.linking.values.taxonomy import Known, is_readable, together
from incrowd.progress import Progress, silent
from incrowd.table import Attribute, Kind, Profile, Role

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, eq=False)
class Side:
    """One of the tables: its rows, alike ones together, and the combination each of them has."""

    table: pa.Table
    """All columns as texts, and how many rows there are of each kind."""
    columns: tuple[str, ...]
    """What is shown of a row."""
    domains: tuple[Domain, ...]
    listed: Combinations
    combination: Positions

    @property
    def counts(self) -> Sizes:
        """How many rows are alike."""
        counts: Sizes = self.table.column(ROWS).to_numpy()
        return counts


@dataclass(frozen=True, eq=False)
class Comparison:
    """What fits, for each combination of either side."""

    on: Mapping[str, str]
    release: Side
    people: Side
    fits: tuple[Fits, ...]
    identified: Identification

    @property
    def row_counts(self) -> Sizes:
        """The published rows of each combination."""
        return self.release.listed.counts

    @property
    def people_counts(self) -> Sizes:
        """The people of each combination."""
        return self.people.listed.counts

    def mean_chance(self, counts: Sizes, others: Sizes) -> float:
        """The chance to be right if each is given one of those who fit; 0 where nobody does."""
        chances = np.zeros(len(others), np.float64)
        chances[others > 0] = 1 / others[others > 0]
        return float(counts @ chances / max(int(counts.sum()), 1))

    def rows_about(self, person: int) -> Positions:
        """The published combinations that may be about a combination of people."""
        fits = np.ones(len(self.release.listed), np.bool_)
        for column, texts, values in zip(
            self.fits, self.release.listed.codes, self.people.listed.codes, strict=True
        ):
            fits &= column.texts_of(int(values[person]))[texts]
        return np.flatnonzero(fits).astype(np.int32)


def compare(
    linked: LinkedSources,
    on: Mapping[str, str],
    progress: Progress = silent,
    *,
    whole: bool = False,
) -> Comparison:
    """Find out which published rows may be about which people.

    With `whole` the rows are kept with all of their columns, to be shown.
    """
    progress("reading tables", None)
    release = _side(linked, 0, list(on), whole=whole)
    people = _side(linked, 1, list(on.values()), whole=whole)
    progress("comparing values", None)
    fits = tuple(
        fits_of(texts.values, values.values, _known(linked, pair, values))
        for pair, texts, values in zip(on.items(), release.domains, people.domains, strict=True)
    )
    identified = identify(fits, release.listed, people.listed, progress)
    return Comparison(dict(on), release, people, fits, identified)


def _known(linked: LinkedSources, pair: tuple[str, str], values: Domain) -> Known | None:
    """What words stand for: as the tables and the question say, else as is commonly known."""
    known = together(linked.words.get(name) for name in dict.fromkeys(pair))
    if known is not None:
        return known
    common = choose(values)
    return None if is_readable(common) else common


def _side(linked: LinkedSources, source: int, names: Sequence[str], *, whole: bool) -> Side:
    """Count a table by its columns; those to link by are grouped."""
    shown = tuple(attribute.name for attribute in linked.attributes[source]) if whole else ()
    table = linked.tally_of(source, list(dict.fromkeys([*names, *shown])))
    known = {attribute.name: attribute for attribute in linked.attributes[source]}
    unique = list(dict.fromkeys(names))
    attributes = [known.get(name) or _text(name) for name in unique]
    # the last one again, as if it was sensitive: it then tells which rows are in which combination
    crowd = build_crowd(table, attributes, attributes[-1:])
    places = [unique.index(name) for name in names]
    return Side(
        table=table,
        columns=shown,
        domains=tuple(crowd.domains[place] for place in places),
        listed=Combinations(tuple(crowd.codes[place] for place in places), crowd.counts),
        combination=crowd.sensitive[0].tuples,
    )


def _text(name: str) -> Attribute:
    return Attribute(Profile(name, Kind.TEXT, 0, 0, 0), Role.QUASI, "")
