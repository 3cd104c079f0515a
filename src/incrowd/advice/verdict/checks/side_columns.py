"""Side columns: what is published beside quasi-identifiers and secrets can single people out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.advice.presets.preset import SLACK, Preset
from incrowd.advice.verdict.check import (
    FAILS,
    PASSES,
    WARNS,
    Action,
    Check,
    Detail,
    Finding,
    Status,
    worst,
)
from incrowd.advice.verdict.evidence import Evidence
from incrowd.advice.verdict.secrets import demanded
from incrowd.crowd.crowd import Classes
from incrowd.kernels.grouping import Sizes
from incrowd.language import Message, as_message, join, say
from incrowd.measures.enforcement import protected
from incrowd.table import Role

MOST_PAIRS: Final = 300
"""Pairs of side columns that are looked at."""


def examine(evidence: Evidence, preset: Preset) -> Finding | None:
    """Count who is exposed once a side column is known, each column by itself and in pairs."""
    if not len(evidence.sizes):
        return None
    limit = preset.limit("smallest_group")
    groups = [_Groups(evidence, preset, (name,)) for name in evidence.sides.names]
    details = [_detail(each) for each in groups]
    telling = [each for each in groups if not each.exposed and each.splits]
    pairs = list(combinations(telling, 2))
    for first, second in pairs[:MOST_PAIRS]:
        both = _Groups(evidence, preset, (*first.names, *second.names), _finer(first, second))
        if both.exposed:
            details.append(_detail(both))
    failing = [detail for detail in details if detail.status == FAILS]
    unseen = len(pairs) > MOST_PAIRS
    status: Status = WARNS if unseen and not failing else worst(each.status for each in details)
    return Finding(
        status,
        join([_words(details, failing), *([_too_many(len(telling))] if unseen else [])]),
        max((detail.figure or 0 for detail in details), default=0),
        0,
        evidence.unit,
        limit.source,
        say(
            "Make such a column a quasi-identifier, so that it is generalised, or an "
            "identifier, so that it is removed."
        )
        if status != PASSES
        else None,
        failing[0].action if failing else None,
        tuple(details),
    )


@dataclass(frozen=True, eq=False)
class _Groups:
    """The published groups for whoever knows one side column more, or two."""

    evidence: Evidence
    preset: Preset
    names: tuple[str, ...]
    finest: str | None = None
    """Of two columns the one that tells more apart."""

    @cached_property
    def classes(self) -> Classes:
        classes = self.evidence.sides.known(*self.names)
        return classes.only(classes.kept)

    @cached_property
    def small(self) -> NDArray[np.bool_]:
        """Groups that are too small."""
        return is_small(self.classes.sizes, self.preset)

    @cached_property
    def found(self) -> int:
        """How many are in too small groups."""
        return int(self.classes.sizes[self.small].sum())

    @cached_property
    def learned(self) -> int:
        """How many are in large groups that give a secret away, more than without the column."""
        before = _giving_away(self.evidence.classes, self.preset)
        now = ~self.small & ~_holding(self.classes, self.preset)
        people = int(self.classes.sizes[now].sum())
        return people if people > before else 0

    @property
    def exposed(self) -> int:
        """How many are found, or whose secret is."""
        return self.found + self.learned

    @property
    def splits(self) -> bool:
        """Whether any group falls apart at all."""
        return self.classes.count > len(self.evidence.sizes)


def _finer(first: _Groups, second: _Groups) -> str:
    return max(first, second, key=lambda each: each.classes.count).names[0]


def is_small(sizes: Sizes, preset: Preset) -> NDArray[np.bool_]:
    """Which sizes break the limits of a preset for groups."""
    return np.asarray(
        (sizes < preset.limit("smallest_group").value) | (100 / sizes > preset.highest_risk + SLACK)
    )


def _holding(classes: Classes, preset: Preset) -> NDArray[np.bool_]:
    """Which groups keep the secrets of their people as a preset asks."""
    wanted = [each for secret in classes.crowd.sensitive for each in demanded(secret, preset)]
    return protected(classes, wanted)


def _giving_away(classes: Classes, preset: Preset) -> int:
    """How many are in large groups that give a secret away."""
    published = classes.only(classes.kept)
    large = ~is_small(published.sizes, preset)
    return int(published.sizes[large & ~_holding(published, preset)].sum())


def _detail(groups: _Groups) -> Detail:
    name = groups.finest or groups.names[0]
    if not groups.exposed:
        words = say("Also knowing '{name}' does not help to find anybody.", name=name)
        return Detail(name, PASSES, 0, words)
    action = Action("assign_role", attribute=name, role=Role.QUASI.value)
    sentences = [_finding(groups)] if groups.found else []
    if groups.learned:
        sentences.append(_learning(groups))
    return Detail(name, FAILS, groups.exposed, join(sentences), action)


def _finding(groups: _Groups) -> Message:
    """Who is found, in words."""
    evidence, sizes = groups.evidence, groups.classes.sizes
    before = evidence.sizes[is_small(evidence.sizes, groups.preset)]
    figures = {
        "names": _and(groups.names),
        "people": evidence.count(evidence.people),
        "before": int(before.sum()),
    }
    certain = int((sizes == 1).sum())
    if certain:
        return say(
            "Somebody who also knows {names} finds {certain:,} of {people} for certain; "
            "{exposed} are then in groups that are too small, compared with {before:,} "
            "without it.",
            certain=certain,
            exposed=evidence.count(groups.found),
            **figures,
        )
    return say(
        "For somebody who also knows {names}, {exposed} of {people} are in groups that are "
        "too small, the smallest of {smallest:,}, compared with {before:,} without it.",
        exposed=f"{groups.found:,}",
        smallest=int(sizes.min()),
        **figures,
    )


def _learning(groups: _Groups) -> Message:
    """Whose secrets are given away, in words."""
    secrets = groups.classes.crowd.sensitive
    broken = [
        secret.name
        for secret in secrets
        if not protected(groups.classes, demanded(secret, groups.preset))[~groups.small].all()
    ]
    return say(
        "Somebody who also knows {names} learns too much about {secrets}, without finding the "
        "person: {people} are in groups that give it away.",
        names=_and(groups.names),
        secrets=_and(tuple(broken)),
        people=groups.evidence.count(groups.learned),
    )


def _and(names: tuple[str, ...]) -> str:
    quoted = [f"'{name}'" for name in names]
    if len(quoted) == 1:
        return quoted[0]
    return say("{first} and {last}", first=", ".join(quoted[:-1]), last=quoted[-1])


def _words(details: list[Detail], failing: list[Detail]) -> Message:
    if not details:
        return say("Every published column is a quasi-identifier or sensitive.")
    if failing:
        return join(as_message(detail.words) for detail in failing[:3])
    names = ", ".join(f"'{detail.attribute}'" for detail in details[:5])
    more = ", …" if len(details) > 5 else ""
    return say("Also knowing {names} does not help to find anybody.", names=names + more)


def _too_many(columns: int) -> Message:
    return say(
        "There are {columns:,} such columns, so not every pair of them could be checked.",
        columns=columns,
    )


CHECK = Check(
    name="side_columns",
    title="Side columns",
    explanation="Columns that are published though they are neither quasi-identifiers nor "
    "sensitive: how many more people, or secrets of theirs, are found by somebody who also knows "
    "one of them, or two.",
    source="incrowd's own choice: the limits of groups, as if the column were a quasi-identifier",
    examine=examine,
)
