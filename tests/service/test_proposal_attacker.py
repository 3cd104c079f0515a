"""Every proposal that says it passes is written, read back, checked, and attacked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis_profiles import scaled
from random_people import People, draw_people, open_people, read_rows
from verdict_attacker import Limits, Target, find_exposed

import incrowd
from incrowd.advice.presets.built_in import find_preset
from incrowd.anonymization.proposals import ProposedRelease

pytestmark = pytest.mark.slow
PRESETS = ("public", "partner", "internal", "statistics")
USES = ("statistics", "learning", "lookup")
COUNTED = ("smallest_group", "highest_risk", "average_risk", "side_columns", "identifiers")
PARTS = 3


def limits_of(name: str) -> Limits:
    values = {limit.check: limit.value for limit in find_preset(name).limits}
    return Limits(
        values["smallest_group"],
        values["highest_risk"],
        values["average_risk"],
        int(values["diversity"]),
        values["closeness"],
    )


def names_of(release: ProposedRelease, role: str) -> list[str]:
    roles = release.outcome.dataset.roles
    return [name for name, given in roles.items() if given == role]


def attack(people: People, release: ProposedRelease, path: Path, preset: str) -> list[str]:
    """What an attacker finds who knows the roles that the release has."""
    sensitive = names_of(release, "sensitive")
    target = Target(
        read_rows(path),
        names_of(release, "quasi"),
        names_of(release, "insensitive"),
        [name for name in people.categories if name in sensitive],
        [name for name in people.numbers if name in sensitive],
        people.rows,
    )
    return list(find_exposed(target, limits_of(preset)))


def check_again(release: ProposedRelease, path: Path, preset: str) -> dict[str, str]:
    """What `incrowd check --for` says of the file as it is."""
    roles = {role: names_of(release, role) for role in ("quasi", "sensitive", "insensitive")}
    with incrowd.open(path, **roles) as read:
        verdict = read.verdict(preset, as_is=True)
    return {check.name: check.status for check in verdict.checks if check.name in COUNTED}


@pytest.mark.parametrize("part", range(PARTS))
def test_nobody_is_found_in_a_proposal_that_passes(part: int, tmp_path: Path) -> None:
    passing = 0
    for number in range(part, scaled(60), PARTS):
        chance = np.random.default_rng(20_000 + number)
        people = draw_people(chance)
        preset, use = str(chance.choice(PRESETS)), str(chance.choice(USES))
        with open_people(people) as table:
            releases = table.proposals(preset, use=use, priority=people.quasi[-1])
            for release in releases:
                where = f"table {number}, {preset}, {release.proposal.name}"
                assert release.proposal.passes == (release.fit is not None), where
                if release.fit is None:
                    assert release.proposal.words, where
                    continue
                passing += 1
                path = tmp_path / f"{number}-{release.proposal.name}.csv"
                release.write(path)
                assert set(check_again(release, path, preset).values()) == {"pass"}, where
                if "person" not in release.outcome.dataset.roles.values():
                    assert attack(people, release, path, preset) == [], where
    assert passing > 5, "the test would say little"
