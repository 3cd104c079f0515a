"""The attack on the own release: on a data set of the workspace, and on a file."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from small_samples import sample_rows

from incrowd.advice.presets.built_in import find_preset
from incrowd.anonymization.request import AnonymizationRequest
from incrowd.journal import AssignRole, Generalize, Suppress
from incrowd.progress import silent
from incrowd.service.attacks import attack
from incrowd.service.automatic.runs import adopt, run
from incrowd.service.datasets.own_attack import find_own_attack, read_own_attack
from incrowd.service.decisions.decide import decide
from incrowd.service.exports.export import find_export, hand_out
from incrowd.service.original_attack import attack_with_original
from incrowd.workspace.open_dataset import OpenDataset
from incrowd.workspace.sessions import Sessions
from service.people_data import OWNER
from service.stored_copies import add_copy

PUBLIC = find_preset("public")


@pytest.fixture
def census(sessions: Sessions, tmp_path: Path):
    record = add_copy(sessions, sample_rows(tmp_path / "c.csv", 300))
    with sessions.open(OWNER, record.id) as found:
        yield found


def attacked(opened: OpenDataset):
    find_own_attack(opened, PUBLIC, silent)
    found = read_own_attack(opened, PUBLIC).attack
    assert found is not None
    return found


def test_nothing_is_said_before_the_attack_was_run(census) -> None:
    assert read_own_attack(census, PUBLIC).attack is None
    before = attacked(census)
    decide(census, Generalize("age", 1))
    assert read_own_attack(census, PUBLIC).attack is None
    assert attacked(census) != before


def test_raw_data_gives_away_who_is_alone(census) -> None:
    found = attacked(census)
    risk = census.snapshot().risk
    assert found.unit == "rows"
    assert found.certain == risk.uniques > 0
    assert found.highest_risk == 100
    assert not found.holds
    assert found.total == 300
    assert f"{found.certain} of 300 original rows for certain" in found.sentences[0]


def test_people_are_counted_where_a_column_tells_them_apart(sessions, tmp_path) -> None:
    path = tmp_path / "visits.csv"
    lines = [f"p{n // 2},{20 + n // 10},{'mf'[n // 2 % 2]},flu" for n in range(40)]
    path.write_text("\n".join(["patient_id,age,sex,diagnosis", *lines]))
    record = sessions.add(OWNER, path, path.name, silent)
    with sessions.open(OWNER, record.id) as opened:
        decide(opened, AssignRole("patient_id", "person"))
        found = attacked(opened)
    assert (found.unit, found.total) == ("people", 20)
    assert "people" in found.sentences[0]
    secret = next(each for each in found.secrets if each.attribute == "diagnosis")
    assert (secret.shared, secret.members) == (secret.groups, 20)


@pytest.mark.slow
@pytest.mark.parametrize("local", [False, True])
def test_a_written_file_is_attacked_with_the_same_result(
    census, sessions, tmp_path, local: bool
) -> None:
    """What is known from hierarchies agrees with what the texts of the file stand for."""
    if local:
        adopt(census, run(census, AnonymizationRequest(k=4, method="priority"), silent))
    else:
        for name, hierarchy in census.snapshot().dataset.hierarchies.items():
            decide(census, Generalize(name, min(1, hierarchy.height)))
        decide(census, Suppress(3))
    found = attacked(census)
    handed = hand_out(sessions.workspace, census, "csv", silent)
    file = attack_with_original(
        find_export(sessions.workspace, OWNER, handed.export_id),
        tmp_path / "c.csv",
        {name: name for name in found.columns},
        k=PUBLIC.k,
    )
    assert (file.total, file.absent, file.certain) == (found.total, found.absent, found.certain)
    assert (file.exposed, file.fewest) == (found.exposed, found.fewest)


def test_shared_secrets_of_a_file() -> None:
    original = pa.table(
        {
            "zip": ["13012", "13099", "14850", "14851"],
            "age": ["30", "31", "45", "46"],
            "diagnosis": ["flu", "flu", "cold", "cancer"],
        }
    )
    release = pa.table(
        {
            "zip": ["130**", "130**", "1485*", "1485*"],
            "age": ["30-31", "30-31", "45-46", "45-46"],
            "diagnosis": ["flu", "flu", "cold", "cancer"],
        }
    )
    found = attack_with_original(release, original, {"zip": "zip", "age": "age"}, k=3)
    assert (found.certain, found.exposed, found.fewest) == (0, 4, 2)
    assert not found.holds
    [secret] = [each for each in found.secrets if each.attribute == "diagnosis"]
    assert (secret.groups, secret.shared, secret.members) == (2, 1, 2)
    assert [each.title for each in found.card] == ["Singling out", "Linkability", "Inference"]
    known = attack(release, original, {"zip": "zip", "age": "age"}, k=3)
    assert (known.match.certain, known.match.exposed_people) == (found.certain, found.exposed)
