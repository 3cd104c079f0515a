"""Link a release with a list of known people: who is found, and with what probability.

attack("release.csv", "voters.csv").certain      # 5

Two things are known of a pair of tables: how many people may be behind each published row
(journalist and marketer risk: the attacker does not know who is in the release), and how many
published rows may be about each person (match risk: the attacker knows that they are).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Crowd
from incrowd.crowd.grouping import Sizes
from incrowd.engines import ROWS
from incrowd.engines.source import Progress, Source, silent
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.hierarchies import choose, from_csv, load_folder
from incrowd.linking.matching import count_matches
from incrowd.linking.meaning import table_of_covers
from incrowd.roles import guess
from incrowd.service.naming import open_named
from incrowd.table import Attribute, Role

MOST_KINDS: Final = 50
"""Different numbers of candidates that are told apart."""


@dataclass(frozen=True)
class Candidates:
    """People who share a number of candidates, and the chance to find each of them."""

    candidates: int
    people: int
    probability: float


@dataclass(frozen=True)
class MatchRisk:
    """What is known to whoever knows that a person is in the release; percentages 0 to 100."""

    highest_risk: float
    average_risk: float
    certain: int
    """People whom exactly one published row covers."""
    exposed_people: int
    """People whom at least one, but fewer than k published rows cover."""
    k: int


@dataclass(frozen=True)
class Attack:
    """What linking two tables gives away."""

    people: int
    rows: int
    on: dict[str, str]
    matched: int
    """People who may be behind some published row."""
    certain: int
    """People who alone may be behind some published row."""
    probable: tuple[Candidates, ...]
    """Matched people by the smallest number of people who may be behind one of their rows."""
    journalist_risk: float
    marketer_risk: float
    match: MatchRisk

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return asdict(self)


def attack(
    release: object,
    external: object,
    on: Mapping[str, str] | None = None,
    *,
    hierarchies: str | Path | None = None,
    k: int = 2,
    progress: Progress = silent,
) -> Attack:
    """Link a release with known people by pairs of columns, or those of the same name."""
    if k < 1:
        raise InvalidParameter(f"k = {k} is not possible.", "Choose a k of 2 or more.")
    with (
        closing(open_named(release, progress)) as published,
        closing(open_named(external, progress)) as known,
    ):
        pairs = _pairs(published, known, on)
        progress("linking", None)
        there = _counted(published, list(pairs))
        here = _counted(known, list(pairs.values()))
    folder = dict(load_folder(Path(hierarchies), list(pairs))) if hierarchies else {}
    return _linked(there, here, pairs, folder, k)


def _linked(
    there: Crowd, here: Crowd, pairs: Mapping[str, str], folder: Mapping[str, Path], k: int
) -> Attack:
    covers = []
    for (name, _), texts, values in zip(pairs.items(), there.domains, here.domains, strict=True):
        hierarchy = from_csv(folder[name], values) if name in folder else choose(values)
        covers.append(table_of_covers(texts.values, values.values, hierarchy))
    rows_of_people = count_matches(covers, there.codes, there.counts, here.codes)
    back = [np.ascontiguousarray(table.T) for table in covers]
    people_of_rows = count_matches(back, here.codes, here.counts, there.codes)
    return Attack(
        people=here.rows,
        rows=there.rows,
        on=dict(pairs),
        matched=int(here.counts[rows_of_people > 0].sum()),
        **_found(covers, there, here, people_of_rows),
        journalist_risk=100 / int(people_of_rows[people_of_rows > 0].min(initial=here.rows + 1))
        if people_of_rows.any()
        else 0.0,
        marketer_risk=100 * _mean_chance(there.counts, people_of_rows),
        match=_match_risk(here, rows_of_people, k),
    )


def _found(
    covers: Sequence[Any], there: Crowd, here: Crowd, people_of_rows: Sizes
) -> dict[str, Any]:
    """The smallest number of people behind one of the rows of each person, by how many people.

    Rows are taken by that number, the smallest first; whoever they cover has found theirs.
    """
    kinds = np.unique(people_of_rows[people_of_rows > 0])
    told: list[Candidates] = []
    missing = np.ones(len(here.counts), np.bool_)
    for number in kinds.tolist()[:MOST_KINDS]:
        chosen = people_of_rows == number
        codes = [np.ascontiguousarray(each[chosen]) for each in there.codes]
        reached = count_matches(covers, codes, there.counts[chosen], here.codes) > 0
        people = int(here.counts[reached & missing].sum())
        missing &= ~reached
        if people:
            told.append(Candidates(number, people, 1 / number))
    certain = sum(one.people for one in told if one.candidates == 1)
    return {"certain": certain, "probable": tuple(told)}


def _mean_chance(rows: Sizes, people: Sizes) -> float:
    matched = people > 0
    chances = np.zeros(len(people), np.float64)
    chances[matched] = 1 / people[matched]
    return float(rows @ chances / max(int(rows.sum()), 1))


def _match_risk(here: Crowd, rows: Sizes, k: int) -> MatchRisk:
    matched = rows > 0
    return MatchRisk(
        highest_risk=100 / int(rows[matched].min()) if matched.any() else 0.0,
        average_risk=100 * _mean_chance(here.counts, rows),
        certain=int(here.counts[rows == 1].sum()),
        exposed_people=int(here.counts[matched & (rows < k)].sum()),
        k=k,
    )


def _pairs(published: Source, known: Source, on: Mapping[str, str] | None) -> dict[str, str]:
    """The columns to link by: those named, else those of the same name that may be known."""
    left = [one.name for one in published.profiles()]
    guessed = guess(known.profiles())
    right = [one.name for one in guessed]
    if on:
        for name, other in on.items():
            if name not in left:
                raise UnknownAttribute.among(name, left)
            if other not in right:
                raise UnknownAttribute.among(other, right)
        return dict(on)
    usable = {one.name for one in guessed if one.role is Role.QUASI}
    common = {name: name for name in left if name in usable}
    if not common:
        raise InvalidParameter(
            "The two tables have no quasi-identifier in common.",
            "Say which columns belong together: --on zip=postcode.",
        )
    return common


def _counted(source: Source, names: Sequence[str]) -> Crowd:
    """The combinations of some columns; any role will do."""
    known = {one.name: one for one in guess(source.profiles())}
    attributes: list[Attribute] = [known[name] for name in names]
    tally = source.tally(list(names)).rename_columns([*names, ROWS])
    return build_crowd(tally, attributes, [])
