"""Link a release with a list of known people: who is found, and with what probability.

attack("release.csv", "voters.csv").certain      # 5
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from incrowd.linking.attack.result import (
    Attack,
    check_k,
    explain_attack,
    pairs_to_compare,
    summarise,
)
from incrowd.linking.attack.tables import compare
from incrowd.linking.joins.columns import Assignments
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.progress import Progress, silent
from incrowd.workspace.source_names import open_named

__all__ = ["Attack", "attack", "explain_attack"]


def attack(
    release: object,
    external: object,
    on: Mapping[str, str] | None = None,
    *,
    hierarchies: str | Path | None = None,
    k: int = 2,
    progress: Progress = silent,
    ranges: Assignments = (),
) -> Attack:
    """Link a release with known people by pairs of columns, or those that seem to tell the same.

    `ranges` make one attribute of two columns: `1.age=low:high` of the release.
    """
    check_k(k)
    request = LinkRequest(hierarchies=hierarchies, ranges=ranges)
    with (
        closing(open_named(release, progress)) as published,
        closing(open_named(external, progress)) as known,
        closing(LinkedSources([published, known], request, progress)) as linked,
    ):
        return summarise(compare(linked, pairs_to_compare(linked, on), progress), k)
