"""Attack a released file with the table that it was made from: who is found, what is learnt.

attack_with_original("release.csv", "people.csv", k=5).certain      # 0
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from incrowd.dataset.open_table import OpenTable
from incrowd.engines.contract import Source
from incrowd.linking.attack.own_release import OwnMatches
from incrowd.linking.attack.own_result import (
    OwnAttack,
    SharedSecret,
    find_shared_secrets,
    summarise_matches,
)
from incrowd.linking.attack.result import check_k, pairs_to_compare
from incrowd.linking.attack.tables import compare
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.progress import Progress, silent
from incrowd.roles import guess
from incrowd.table import Role, Table
from incrowd.workspace.source_names import open_named

__all__ = ["OwnAttack", "attack_with_original"]


def attack_with_original(
    release: object,
    original: object,
    on: Mapping[str, str] | None = None,
    *,
    hierarchies: str | Path | None = None,
    k: int = 2,
    progress: Progress = silent,
) -> OwnAttack:
    """Find every row of the original in a release by its quasi-identifiers.

    Without hierarchies, ranges, masks and sets are read as what they stand for. Rows are counted:
    a release does not say which of its rows are about the same person.
    """
    check_k(k)
    with (
        closing(open_named(release, progress)) as published,
        closing(open_named(original, progress)) as known,
        closing(
            LinkedSources([published, known], LinkRequest(hierarchies=hierarchies), progress)
        ) as linked,
    ):
        pairs = pairs_to_compare(linked, on)
        compared = compare(linked, pairs, progress)
        secret = {each.name for each in linked.attributes[1] if each.role is Role.SENSITIVE}
        secrets = _find_secrets(published, set(pairs), secret - set(pairs.values()))
    matches = OwnMatches(compared.people.listed.counts, compared.identified.rows_of_people)
    return summarise_matches(matches, tuple(pairs), k, secrets, by_person=False)


def _find_secrets(
    release: Source, quasi: set[str], sensitive: set[str]
) -> tuple[SharedSecret, ...]:
    """What groups of identical published rows share, by the roles that the original has."""
    table = Table(release.name, release.rows, guess(release.profiles()))
    roles = {
        name: Role.QUASI
        if name in quasi
        else Role.SENSITIVE
        if name in sensitive
        else Role.INSENSITIVE
        for name in table.names
    }
    crowd = OpenTable(release, table.assigning(roles)).protected_crowd
    return find_shared_secrets(crowd.at(crowd.bottom))
