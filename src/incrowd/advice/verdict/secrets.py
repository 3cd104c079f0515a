"""What the groups of a release give away about a sensitive attribute.

`read_secrets(classes, "diagnosis")` counts the different known values of every published group: a
missing value is none, and a value that everybody in a group has leaves nothing else to be thought.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Action, FurtherProtection
from incrowd.crowd.crowd import Classes, Protection
from incrowd.crowd.sensitive import Sensitive
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.measures.enforcement import closeness_model
from incrowd.measures.known_values import known_values
from incrowd.measures.measure import Question

HOMOGENEOUS: Final = 2
"""With fewer values than this everybody's is known."""
CERTAIN: Final = 0.8
"""The part of the doubt about a secret that may be gone at most for whoever finds the group."""
COMMON: Final = 0.05
"""From which share in the whole table on it tells something that a value is absent in a group."""


@dataclass(frozen=True, eq=False)
class Secrets:
    """The values of one sensitive attribute in the published groups."""

    sensitive: Sensitive
    sizes: Sizes
    """The size of each published group."""
    groups: Positions
    values: Positions
    counts: Sizes
    """How many in group `groups[i]` have the known value `values[i]`."""

    @property
    def diversity(self) -> NDArray[np.int64]:
        """Different values that are possible for everybody in a group."""
        known = np.bincount(self.groups, minlength=len(self.sizes)).astype(np.int64)
        shared = np.zeros(len(self.sizes), np.bool_)
        shared[self.groups[self.counts == self.sizes[self.groups]]] = True
        return np.where(shared, np.minimum(known, 1), known)

    @property
    def values_in_all(self) -> int:
        """Different known values among everybody."""
        return self.sensitive.different

    def ruled_out(self) -> tuple[str, int] | None:
        """The most common value that some group has not, and how many are in such groups."""
        shares = self.sensitive.meaning_shares
        order = np.argsort(-shares, kind="stable")
        for code in order.tolist():
            value = self.sensitive.domain.values[code]
            if shares[code] < COMMON:
                return None
            if value is None or self.sensitive.meanings[code] != code:
                continue
            having = np.zeros(len(self.sizes), np.bool_)
            having[self.groups[self.values == code]] = True
            if not having.all():
                return value, int(self.sizes[~having].sum())
        return None


def demanded(sensitive: Sensitive, preset: Preset) -> tuple[Protection, ...]:
    """What a preset asks of a sensitive attribute.

    Categories must have l different values in every group. Numbers, and values with a hierarchy,
    must be close to the whole table, as different values can mean the same there; that all have
    the same value is refused of these, too. In no group may nearly everybody have the same value,
    or numbers that lie close together.
    """
    model, name = closeness_model(sensitive), sensitive.name
    # where a group may share one value, it may as well nearly share it
    told = preset.diversity < HOMOGENEOUS
    doubtful = () if told else (Protection(name, "certainty", CERTAIN),)
    if model == "t_equal":
        return (Protection(name, "distinct_l", preset.diversity), *doubtful)
    different = Protection(name, "distinct_l", min(HOMOGENEOUS, preset.diversity))
    return (Protection(name, model, preset.closeness), different, *doubtful)


def protect(sensitive: Sensitive, preset: Preset) -> Action:
    """What makes a release hold all that a preset asks of a sensitive attribute."""
    first, *others = demanded(sensitive, preset)
    further = tuple(FurtherProtection(each.model, each.threshold) for each in others)
    return Action(
        "protect",
        attribute=sensitive.name,
        model=first.model,
        threshold=first.threshold,
        beside=further or None,
    )


def read_secrets(classes: Classes, name: str) -> Secrets:
    """Count the known values of a sensitive attribute in every published group."""
    published = classes.only(classes.kept)
    values = known_values(Question(published, name))
    groups = np.repeat(np.arange(published.count, dtype=np.int32), np.diff(values.starts))
    return Secrets(values.sensitive, published.sizes, groups, values.values, values.counts)
