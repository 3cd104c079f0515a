"""Attack the own release of a data set: whom somebody finds who holds the original table.

find_own_attack(open_dataset, preset, progress)
read_own_attack(open_dataset, preset).attack.certain
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from incrowd.advice.presets.preset import Preset
from incrowd.answers import Answer
from incrowd.errors import NothingToMeasure
from incrowd.language import say
from incrowd.linking.attack.own_release import match_classes, match_recoding
from incrowd.linking.attack.own_result import OwnAttack, find_shared_secrets, summarise_matches
from incrowd.progress import Progress
from incrowd.service.datasets.presets import gather_evidence
from incrowd.workspace.open_dataset import OpenDataset, Snapshot

__all__ = ["OwnAttack", "OwnAttackAnswer", "find_own_attack", "read_own_attack"]

MOST: Final = 4
"""States of a data set whose attacks stay in memory."""


@dataclass(frozen=True)
class OwnAttackAnswer(Answer):
    """The attack on a data set as it would be published now; none where it was not run yet."""

    revision: int
    attack: OwnAttack | None


def find_own_attack(open_dataset: OpenDataset, preset: Preset, progress: Progress) -> None:
    """Attack what would be published now, unless that was done before."""
    snapshot = open_dataset.snapshot()
    if not snapshot.measurable:
        raise NothingToMeasure(
            say("There is no quasi-identifier."), say("Give at least one column the role 'quasi'.")
        )
    open_dataset.cached(
        OwnAttack,
        _key(snapshot, preset),
        lambda: _attack(open_dataset, snapshot, preset.k, progress),
        MOST,
    )


def read_own_attack(open_dataset: OpenDataset, preset: Preset) -> OwnAttackAnswer:
    """What the attack on the present state found, if it was run."""
    with open_dataset.lock:
        snapshot, revision = open_dataset.snapshot(), open_dataset.journal.revision
    return OwnAttackAnswer(revision, open_dataset.peek(OwnAttack, _key(snapshot, preset)))


def _key(snapshot: Snapshot, preset: Preset) -> Hashable:
    return snapshot.key, preset.k


def _attack(open_dataset: OpenDataset, snapshot: Snapshot, k: int, progress: Progress) -> OwnAttack:
    recoded = snapshot.recoded
    if recoded is None:
        crowd, matches = snapshot.classes.crowd, match_classes(snapshot.classes)
    else:
        crowd = recoded.recoding.crowd
        matches = match_recoding(recoded.recoding, progress)
    progress("counting who is found", None)
    secrets = find_shared_secrets(gather_evidence(open_dataset, snapshot).classes)
    by_person = crowd.persons is not None
    return summarise_matches(matches, crowd.names, k, secrets, by_person=by_person)
