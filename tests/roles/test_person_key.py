"""The person key is guessed where an id of people repeats, and nowhere else."""

from __future__ import annotations

import pytest
from role_profiles import profile_of

from incrowd.errors import InvalidParameter
from incrowd.roles import find_repeating_id, guess
from incrowd.table import Attribute, Role, Table

VISITS = [f"P{number % 80:03}" for number in range(180)]


def guess_all(**columns: list[str | None]) -> dict[str, Attribute]:
    attributes = guess([profile_of(name, values) for name, values in columns.items()])
    return {attribute.name: attribute for attribute in attributes}


@pytest.mark.parametrize(
    "name",
    ["patient_id", "PatientID", "customer_no", "subject_id", "person_key", "Patientennummer"]
    + ["id_paciente", "member_number", "mrn", "id", "employee_id", "participant_code", "kunden_nr"],
)
def test_a_repeating_id_of_people_is_the_key(name: str) -> None:
    attribute = guess_all(**{name: VISITS})[name]
    assert attribute.role is Role.PERSON
    assert "80 " in attribute.reason
    assert "have several rows" in attribute.reason


@pytest.mark.parametrize(
    "name",
    ["hospital_id", "product_id", "order_id", "household_id", "case_id", "device_id", "visit_id"]
    + ["name", "email", "session_id", "patient_name", "record_id", "doctor_name"],
)
def test_other_repeating_columns_are_not(name: str) -> None:
    assert guess_all(**{name: VISITS})[name].role is not Role.PERSON


def test_an_id_that_never_repeats_is_an_identifier() -> None:
    assert (
        guess_all(patient_id=[f"P{number}" for number in range(100)])["patient_id"].role
        is Role.IDENTIFIER
    )


def test_the_reason_counts_those_with_several_rows() -> None:
    ids = [*(f"P{number}" for number in range(80)), *(f"P{number}" for number in range(23))]
    reason = guess_all(patient_id=ids)["patient_id"].reason
    assert reason.endswith("23 patients have several rows, so people are counted, not rows.")


def test_of_two_ids_those_whom_the_data_is_about_are_the_key() -> None:
    doctors = [f"E{number % 30}" for number in range(180)]
    guessed = guess_all(employee_id=doctors, patient_id=VISITS)
    assert guessed["patient_id"].role is Role.PERSON
    assert guessed["employee_id"].role is Role.IDENTIFIER


def test_a_table_has_one_key_at_most() -> None:
    table = Table("visits", 180, tuple(guess_all(patient_id=VISITS, user_id=VISITS).values()))
    assert table.person is not None
    changed = table.assigning({"user_id": Role.PERSON})
    assert [attribute.role for attribute in changed.attributes] == [Role.IDENTIFIER, Role.PERSON]
    with pytest.raises(InvalidParameter, match="Only one column can be the person key"):
        table.assigning({"user_id": Role.PERSON, "patient_id": Role.PERSON})


def test_a_repeating_id_that_is_no_key_is_found() -> None:
    table = Table("visits", 180, tuple(guess_all(patient_id=VISITS, hospital_id=VISITS).values()))
    assert find_repeating_id(table) is None
    rows = table.assigning({"patient_id": Role.IDENTIFIER})
    found = find_repeating_id(rows)
    assert found is not None
    assert found.name == "patient_id"


@pytest.mark.parametrize("patients", [1, 3, 10])
def test_a_few_patients_who_come_often_are_people(patients: int) -> None:
    visits = [f"P{number % patients}" for number in range(60)]
    assert guess_all(patient_id=visits)["patient_id"].role is Role.PERSON
