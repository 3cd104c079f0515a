"""Count a scan against the truth, where it is known: who of the people in all releases is exposed.

The truth is a table with one row per person: raw values under the names of the published columns, a
column `hospital_1`, `hospital_2`, … that is filled if the person is in that source, and their
sensitive value there, `diagnosis_1`, … . Generated hospitals come with one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from incrowd.answers import Answer, Words
from incrowd.engines.contract import Source
from incrowd.errors import InvalidParameter, UnknownAttribute
from incrowd.language import say
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.joins.joined_rows import JoinedColumn, JoinedRows
from incrowd.linking.scan.analysis import LinkAnalysis
from incrowd.linking.scan.results import ScanResult
from incrowd.linking.values.matching import matching_pairs
from incrowd.linking.values.published_value import meaning_of

Person = dict[str, str | None]


@dataclass(frozen=True)
class TrueFactExposure:
    """People who are exposed by so many facts."""

    facts: int
    exposed: int
    certain: int


@dataclass(frozen=True)
class TrueExposure(Answer):
    """Exposure of the people who are in every release."""

    people: int
    """People in all sources, as the truth says."""
    released: int
    """Of them those whose row was not left out of any release, with a value that fits the join."""
    growth: tuple[TrueFactExposure, ...]
    sentence: Words


def count_truth(analysis: LinkAnalysis, scanned: ScanResult, truth: Source) -> TrueExposure:
    """Count what a scan found for the people of whom the truth is known."""
    joined = analysis.sources.joined(analysis.sources.knowable, numbered=True)
    everyone = list(_people(analysis, joined, truth))
    places = _places(analysis, joined, everyone)
    growth = tuple(
        TrueFactExposure(
            step.facts,
            int((scanned.scan.exposed_at[places] <= step.facts).sum()),
            int((scanned.scan.certain_at[places] <= step.facts).sum()),
        )
        for step in scanned.scan.growth
    )
    sentence = say(
        "Of the {released:,} people who really are in all releases, {certain:,} are certain "
        "and {exposed:,} exposed to somebody who knows {facts:,} facts.",
        released=len(places),
        certain=growth[-1].certain,
        exposed=growth[-1].exposed,
        facts=growth[-1].facts,
    )
    return TrueExposure(len(everyone), len(places), growth, sentence)


def _people(analysis: LinkAnalysis, joined: JoinedRows, truth: Source) -> Iterator[Person]:
    """Everyone who is in all sources: labels of joined columns, and the raw values there."""
    names = [profile.name for profile in truth.profiles()]
    numbers = _hospital_numbers(analysis, names)
    wanted = {
        column.label: _true_column(column, numbers[column.source], names)
        for column in joined.columns
    }
    members = [f"hospital_{number}" for number in numbers]
    columns = list(dict.fromkeys([*wanted.values(), *members]))
    person = [name for name in names if name == "person_id"]
    table = truth.tally([*person, *columns])
    for row in table.to_pylist():
        if all(row[member] is not None for member in members):
            yield {label: row[name] for label, name in wanted.items()}


def _hospital_numbers(analysis: LinkAnalysis, names: Sequence[str]) -> list[int]:
    """Which hospital each source is: by its name, else by its place."""
    known = [
        int(name[9:]) for name in names if name.startswith("hospital_") and name[9:].isdecimal()
    ]
    if len(known) < len(analysis.sources.sources):
        raise InvalidParameter(
            say("The truth does not say who is in which source."),
            say("It needs a column for each: hospital_1, hospital_2, …"),
        )
    return [
        next((n for n in known if source.name.startswith(f"hospital_{n}")), place)
        for place, source in enumerate(analysis.sources.sources, 1)
    ]


def _true_column(column: JoinedColumn, number: int, names: Sequence[str]) -> str:
    for name in (f"{column.name}_{number}", column.name):
        if name in names:
            return name
    raise UnknownAttribute.among(column.name, names)


def _places(
    analysis: LinkAnalysis, joined: JoinedRows, people: Sequence[Person]
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The joined combination of every person who has one."""
    sensitive = {joined_label(column) for column in analysis.sources.sensitive}
    shown = {
        column.label: _published(
            column,
            {person[column.label] for person in people},
            analysis,
            exact=column.label in sensitive,
        )
        for column in joined.columns
    }
    codes = np.stack([column.codes for column in joined.columns], axis=1)
    where = {tuple(row): place for place, row in enumerate(codes.tolist())}
    places = []
    for person in people:
        mine = tuple(shown[label].get(person[label], -1) for label in joined.labels)
        if mine in where:
            places.append(where[mine])
    return np.array(places, np.int64)


def _published(
    column: JoinedColumn, values: set[str | None], analysis: LinkAnalysis, exact: bool
) -> dict[str | None, int]:
    """The code of the text that each raw value was published as: the narrowest that fits."""
    raw = sorted(value for value in values if value is not None)
    hierarchy = analysis.sources.hierarchies.get(column.name)
    texts, which = matching_pairs("equal" if exact else "covers", column.texts, raw, hierarchy)
    codes: dict[str | None, int] = {None: column.missing}
    for text, place in zip(texts.tolist(), which.tolist(), strict=True):
        before = codes.get(raw[place])
        if before is None or meaning_of(column.texts[before]).suppressed:
            codes[raw[place]] = text
    return codes
