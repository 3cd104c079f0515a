"""A release and a list of people side by side: which rows may be about whom.

    comparison = compare(linked, {"zip": "postcode"})
    comparison.people.slice(0, 10), comparison.candidates(0)

A row may be about a person if every text of it and the person's value may stand for the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from incrowd.crowd.coding import MOST_SORTED, build_crowd
from incrowd.engines.contract import ROWS
from incrowd.hierarchies import choose
from incrowd.hierarchies.hierarchy import Domain
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.linking.attack import structs
from incrowd.linking.attack.bit_counts import NOBODY
from incrowd.linking.attack.descent import DEPTH, END, LAST_GROUP, NEXT, descend
from incrowd.linking.attack.persons import PersonMatches, Persons, match_persons, persons_of
from incrowd.linking.joins.sources import LinkedSources
from incrowd.linking.values.possible_values import Fits, fits_of
from incrowd.linking.values.taxonomy import Known, is_readable, together
from incrowd.progress import Progress, silent
from incrowd.table import Attribute, Kind, Profile, Role

BUDGET: Final = 1 << 25
"""Steps between two words about how far it is: about a tenth of a second."""
_LARGEST: Final = 1 << 62


@dataclass(frozen=True, eq=False)
class Combinations:
    """Distinct combinations of some columns: codes per column, and a count of each."""

    codes: tuple[Positions, ...]
    counts: Sizes

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, eq=False)
class Identification:
    """What is known of every published combination and of every combination of the people."""

    people_of_rows: Sizes
    """People who may be behind each published row."""
    rows_of_people: Sizes
    """Published rows that may be about each person."""
    fewest: Sizes
    """The fewest people who may be behind one of the rows of each person; 0 if there is no row."""


def identify(
    fits: Sequence[Fits], published: Combinations, people: Combinations, progress: Progress = silent
) -> Identification:
    """Count for each side who may be on the other, by what fits in every column."""
    result = Identification(
        *(np.zeros(len(side), np.int64) for side in (published, people, people))
    )
    if not len(published) or not len(people):
        return result
    columns = _best_order(fits, published, people)
    texts = _grid([published.codes[column] for column in columns])
    values = _grid([fits[column].place[people.codes[column]] for column in columns])
    rows = _lexical(texts)
    release = structs.Release(
        np.ascontiguousarray(texts[rows]), published.counts[rows], np.zeros(len(rows), np.int64)
    )
    groups, order = _groups(values, people.counts)
    frames = np.zeros((len(columns) + 1, DEPTH + 1), np.int64)
    frames[0, [END, LAST_GROUP]] = len(rows), len(order)
    runs = _runs([fits[column] for column in columns])
    merges = structs.Merges(np.empty(values.size, np.int32), np.empty(values.size, np.int32))
    state = structs.Descent(release, values, runs, groups, merges, _scratch(len(values), runs))
    more = True
    while more:
        progress("comparing rows with people", _done(frames, len(rows)))
        more = descend(state, frames, BUDGET)
    fewest = groups.fewest[: len(order)]
    result.people_of_rows[rows] = release.people
    result.rows_of_people[order] = groups.rows[: len(order)]
    result.fewest[order] = np.where(fewest == NOBODY, 0, fewest)
    return result


def _best_order(fits: Sequence[Fits], published: Combinations, people: Combinations) -> list[int]:
    """Columns that part rows well and repeat few people come first; one that parts none does, too.

    People are repeated for every text that fits them; rows are parted by the bits that texts tell.
    """
    scores = []
    for column, texts, values in zip(fits, published.codes, people.codes, strict=True):
        shares = np.bincount(texts, minlength=len(column.first) - 1) / len(published)
        used = shares[shares > 0]
        bits = float(-(used * np.log2(used)).sum())
        fitting = column.count(np.bincount(values, minlength=len(column.place)).astype(np.int64))
        repeated = max(float(fitting[shares > 0].sum()) / len(people), 1.0)
        scores.append((float(np.log2(repeated)) / bits, -bits) if bits else (0.0, -np.inf))
    return sorted(range(len(fits)), key=scores.__getitem__)


def _grid(columns: Sequence[Positions]) -> structs.Codes:
    return np.ascontiguousarray(np.stack(columns, axis=1).astype(np.int32))


def _lexical(codes: structs.Codes) -> Sizes:
    """The order of combinations by their first code, then by their second, and so on."""
    sizes = [int(column.max()) + 1 for column in codes.T]
    if prod(sizes) > _LARGEST:
        return np.asarray(np.lexsort(codes.T[::-1]), np.int64)
    keys = np.zeros(len(codes), np.int64)
    for column, size in zip(codes.T, sizes, strict=True):
        keys = keys * size + column
    return np.asarray(np.argsort(keys, kind="stable"), np.int64)


def _groups(values: structs.Codes, counts: Sizes) -> tuple[structs.Groups, Sizes]:
    """Room for the people at every depth, filled with all of them; memory is taken when used."""
    order = np.argsort(values[:, 0], kind="stable").astype(np.int64)
    size, everybody = values.size + len(values), len(values)
    people, keys = np.empty(size, np.int32), np.empty(size, np.int32)
    weights, rows, fewest = (np.empty(size, np.int64) for _ in range(3))
    people[:everybody], keys[:everybody] = order, values[order, 0]
    weights[:everybody], rows[:everybody], fewest[:everybody] = counts[order], 0, NOBODY
    return structs.Groups(people, keys, weights, rows, fewest), order


def _scratch(people: int, runs: structs.Runs) -> structs.Scratch:
    widest = int(runs.widths.max())
    return structs.Scratch(
        chosen=np.empty(people, np.int32),
        ranks=np.empty(people, np.int32),
        slots=np.empty(max(16, 1 << (2 * people - 1).bit_length()), np.int32),
        counts=np.empty(widest + 2, np.int32),
        words=np.empty(people, np.uint64),
        masks=np.empty(widest + 1, np.uint64),
        changes=np.zeros(widest + 2, np.uint64),
    )


def _runs(fits: Sequence[Fits]) -> structs.Runs:
    """The runs of all columns in one list."""
    runs = np.cumsum([0, *(len(column.starts) for column in fits)])
    texts = np.cumsum([0, *(len(column.first) for column in fits)])
    return structs.Runs(
        base=texts[:-1].astype(np.int64),
        first=np.concatenate(
            [column.first + before for column, before in zip(fits, runs, strict=False)]
        ),
        starts=np.concatenate([column.starts for column in fits]),
        ends=np.concatenate([column.ends for column in fits]),
        widths=np.array([len(column.place) for column in fits], np.int64),
    )


def _done(frames: Sizes, rows: int) -> float:
    """The share of the rows that are done: those before the ones that are looked at deepest."""
    depth = int(frames[0, DEPTH])
    return float(frames[depth, NEXT]) / rows


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
    persons: Persons | None = None
    """Whose row each line is, where the table has a person key."""

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
    matches: PersonMatches | None = None
    """The same by person, where a table has a person key."""

    @property
    def row_counts(self) -> Sizes:
        """The published rows of each combination."""
        return self.release.listed.counts

    @property
    def people_counts(self) -> Sizes:
        """The people of each combination, or each person where there is a key."""
        if self.matches is not None:
            return np.ones(len(self.matches.fewest), np.int64)
        return self.people.listed.counts

    @property
    def people_of_rows(self) -> Sizes:
        """People who may be behind each published row."""
        return (self.matches or self.identified).people_of_rows

    @property
    def rows_of_people(self) -> Sizes:
        """Published rows that may be about each of the people that are counted."""
        return (self.matches or self.identified).rows_of_people

    @property
    def fewest(self) -> Sizes:
        """The fewest people who may be behind one of the rows of each of them."""
        return (self.matches or self.identified).fewest

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
    matches = None
    if release.persons is not None or people.persons is not None:
        matches = match_persons(
            fits,
            release.listed.codes,
            people.listed.codes,
            release.persons or persons_of(None, release.combination, release.counts),
            people.persons or persons_of(None, people.combination, people.counts),
        )
    return Comparison(dict(on), release, people, fits, identified, matches)


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
    keys = [each.name for each in linked.attributes[source] if each.role is Role.PERSON]
    table = _in_order(linked.tally_of(source, list(dict.fromkeys([*names, *shown, *keys]))))
    known = {attribute.name: attribute for attribute in linked.attributes[source]}
    unique = list(dict.fromkeys(names))
    attributes = [known.get(name) or _text(name) for name in unique]
    # the last one again, as if it was sensitive: it then tells which rows are in which combination
    crowd = build_crowd(table, attributes, attributes[-1:], keep_lines=True)
    places = [unique.index(name) for name in names]
    combination = crowd.sensitive[0].tuples
    persons = None
    if keys:
        counts: Sizes = table.column(ROWS).to_numpy()
        persons = persons_of(table.column(keys[0]), combination, counts)
    return Side(
        table=table,
        columns=shown,
        domains=tuple(crowd.domains[place] for place in places),
        listed=Combinations(tuple(crowd.codes[place] for place in places), crowd.counts),
        combination=combination,
        persons=persons,
    )


def _in_order(table: pa.Table) -> pa.Table:
    """The lines in the order of their values, as engines count in any: sums then end alike."""
    names = [name for name in table.column_names if name != ROWS]
    if table.num_rows > MOST_SORTED or not names:
        return table
    texts = pa.table({name: table.column(name).cast(pa.string()) for name in names})
    order = pc.sort_indices(texts, [(name, "ascending") for name in names])
    return table.take(order)


def _text(name: str) -> Attribute:
    return Attribute(Profile(name, Kind.TEXT, 0, 0, 0), Role.QUASI, "")
