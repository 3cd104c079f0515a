"""Roles of whole columns: name and values together, and what happens when they disagree."""

from __future__ import annotations

import random

import pytest
from role_profiles import guess_one, profile_of

from incrowd.roles import Meaning, guess
from incrowd.roles.meaning import CONCEPTS
from incrowd.table import Kind, Profile, Role

PEOPLE = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jon"]


def emails(count: int) -> list[str]:
    return [f"person{number}@example.org" for number in range(count)]


def dnis(count: int) -> list[str]:
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    numbers = [12_345_678 + 9_871 * step for step in range(count)]
    return [f"{number}{letters[number % 23]}" for number in numbers]


def ibans(count: int) -> list[str]:
    accounts = [f"{370_400_440_532_013_000 + 17 * step:018}" for step in range(count)]
    return [f"DE{98 - int(account + '131400') % 97:02}{account}" for account in accounts]


def test_every_meaning_has_a_role_and_words() -> None:
    assert set(CONCEPTS) == set(Meaning)
    assert all(concept.title and concept.consequence for concept in CONCEPTS.values())
    assert Role.INSENSITIVE not in {concept.role for concept in CONCEPTS.values()}


def test_adult_is_guessed_as_everyone_expects() -> None:
    columns = {
        "sex": ["Male", "Female"] * 50,
        "age": [str(17 + step % 74) for step in range(100)],
        "race": ["White", "Black", "Other", "Asian-Pac-Islander"] * 25,
        "marital-status": ["Never-married", "Married-civ-spouse", "Divorced", "Widowed"] * 25,
        "education": ["Bachelors", "HS-grad", "11th", "Masters"] * 25,
        "native-country": ["United-States", "Cuba", "India", "England"] * 25,
        "workclass": ["Private", "State-gov", "Self-emp-inc", "Local-gov"] * 25,
        "occupation": ["Sales", "Tech-support", "Craft-repair", "Exec-managerial"] * 25,
        "salary-class": ["<=50K", ">50K"] * 50,
    }
    table = guess([profile_of(name, values) for name, values in columns.items()])
    found = {column.name: (column.role.value, column.meaning) for column in table}
    assert found == {
        "sex": ("quasi", "sex"),
        "age": ("quasi", "age"),
        "race": ("quasi", "ethnicity"),
        "marital-status": ("quasi", "marital_status"),
        "education": ("quasi", "education"),
        "native-country": ("quasi", "country"),
        "workclass": ("quasi", "profession"),
        "occupation": ("quasi", "profession"),
        "salary-class": ("sensitive", "income"),
    }
    race = next(column for column in table if column.name == "race")
    assert "Article 9" in race.reason
    assert "visible" in race.reason


@pytest.mark.parametrize(
    ("values", "meaning"),
    [
        (emails(1), "email"),
        (emails(30), "email"),
        (dnis(10), "national_id"),
        (ibans(10), "iban"),
        (["4111111111111111", "5555555555554444", "378282246310005"] * 5, "card_number"),
        ([f"192.0.2.{last}" for last in range(20)], "ip_address"),
        ([f"00:1B:44:11:3A:{last:02X}" for last in range(20)], "mac_address"),
        ([f"https://example.org/{page}" for page in range(5)], "url"),
        ([f"123e4567-e89b-12d3-a456-4266141740{last:02}" for last in range(9)], "identifier"),
        ([f"+34 600 123 4{last:02}" for last in range(20)], "phone"),
        ([f"{last}8.8566, 2.3{last}22" for last in range(1, 9)], "coordinates"),
        (["E11.9", "I10", "J45.0", "C50.1", "F32.2"] * 4, "icd10"),
        (["M", "F", "F"] * 4, "sex"),
        (["weiblich", "männlich", "divers"] * 4, "sex"),
        (["Hindu", "Muslim", "Christian", "Buddhist"] * 4, "religion"),
        (["HIV", "Cancer", "Flu", "Hepatitis"] * 4, "diagnosis"),
        (["ledig", "verheiratet", "geschieden"] * 4, "marital_status"),
    ],
)
def test_values_speak_where_the_name_is_silent(values: list[str], meaning: str) -> None:
    found = guess_one("x17", values)
    assert found.meaning == meaning
    assert found.role is CONCEPTS[Meaning(meaning)].role


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("weekday", ["M", "T", "W", "F", "S"] * 5),
        ("size", ["S", "M", "L", "XL"] * 5),
        ("version", ["1.2.3", "1.2.4", "2.0.0"] * 5),
        ("clock", ["10:30", "11:45", "12:00"] * 5),
        ("seat", ["A01", "B12", "C07", "D11"] * 5),
        ("amount", ["612345678", "712345679", "812345670"] * 5),
        ("grade", ["A", "B", "C", "D", "F"] * 5),
        ("package", ["12", "15", "19"] * 5),
        ("market_cap", ["28013", "28014", "28015"] * 5),
        ("file_name", ["a.txt", "b.txt", "c.txt"] * 5),
    ],
)
def test_what_only_looks_alike_stays_in_doubt(name: str, values: list[str]) -> None:
    found = guess_one(name, values)
    assert found.role is Role.QUASI
    assert "not sure" in found.reason


def test_wrong_checksums_are_no_evidence() -> None:
    numbers = [number[:-1] + ("A" if number[-1] != "A" else "B") for number in dnis(15)]
    assert guess_one("x17", numbers).meaning is None


def test_four_of_five_values_must_agree_by_value_and_by_row() -> None:
    assert guess_one("x17", emails(80) + PEOPLE * 2).meaning == "email"
    few_values = emails(10) + [f"note {number}" for number in range(10)]
    assert guess_one("x17", few_values).meaning != "email"
    few_rows = emails(80) + ["none"] * 80
    assert guess_one("x17", few_rows).meaning != "email"


def test_few_numbers_that_pass_a_weak_check_are_an_accident() -> None:
    assert guess_one("x17", ["111222333", "123456782"] * 3).meaning is None
    assert guess_one("bsn", ["111222333", "123456782"] * 3).meaning == "national_id"
    assert guess_one("customer_id", ["111222333", "123456782"] * 1).meaning == "identifier"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("phone", ["0", "1"] * 10),
        ("has_email", ["yes", "no"] * 10),
        ("iban", ["true", "false", "unknown"] * 10),
        ("age", ["2012", "1999", "25000"] * 5),
        ("postcode", ["yes", "no"] * 5),
        ("zip", ["0.5", "1.25", "3.75"] * 5),
        ("name", ["1", "2", "3"] * 5),
        ("date_of_birth", ["red", "green", "blue"] * 5),
        ("sex", [str(number) for number in range(100, 130)] * 2),
        ("latitude", ["4000", "5000", "6000"] * 3),
        ("year", ["1", "2", "3"] * 3),
    ],
)
def test_values_win_over_the_name_and_the_reason_says_so(name: str, values: list[str]) -> None:
    found = guess_one(name, values)
    assert found.role is Role.QUASI
    assert f"'{name}'" in found.reason
    assert "but the values do not look like it" in found.reason


def test_proven_values_win_over_the_name() -> None:
    found = guess_one("city", emails(30))
    assert (found.role, found.meaning) == (Role.IDENTIFIER, "email")
    assert found.reason == (
        "The name 'city' means place, but all 30 different values are e-mail addresses,"
        " so the values decide: it points to one person."
    )


def test_name_and_values_together_make_the_reason() -> None:
    found = guess_one("cuenta_bancaria", [*ibans(98), "none", "unknown"])
    assert (found.role, found.meaning) == (Role.IDENTIFIER, "iban")
    assert found.reason == (
        "The name 'cuenta_bancaria' means account number (Spanish), and 98 of 100 different"
        " values are valid IBANs: it points to one person."
    )


def test_a_named_number_that_fails_its_check_is_still_an_identifier() -> None:
    found = guess_one("iban", [f"XX{number:020}" for number in range(30)])
    assert (found.role, found.meaning) == (Role.IDENTIFIER, "iban")
    assert "do not have its usual form" in found.reason


@pytest.mark.parametrize(
    ("name", "values", "meaning"),
    [
        ("diagnosis", ["E11", "I10", "J45", "C50"], "icd10"),
        ("diagnosis", ["E11.9", "I10.0", "J45.1", "C50.2"], "icd10"),
        ("icd10", ["E11", "I10"], "icd10"),
        ("diagnosis", ["fine", "ill", "worse"], "diagnosis"),
        ("icd", ["250", "401", "493"], "diagnosis"),
        ("health", ["HIV", "Cancer", "Flu"], "diagnosis"),
        ("medication", ["A10BA02", "C07AB02", "N02BE01"], "health"),
    ],
)
def test_diagnoses_are_refined_by_their_codes(name: str, values: list[str], meaning: str) -> None:
    found = guess_one(name, values * 5)
    assert (found.role, found.meaning) == (Role.SENSITIVE, meaning)


def test_a_date_is_known_by_its_kind_whatever_it_is_called() -> None:
    days = [f"2024-01-{day:02}" for day in range(1, 29)]
    assert guess_one("x17", days, Kind.DATE).meaning == "date"
    assert guess_one("data", days, Kind.DATE).meaning == "date"
    assert guess_one("income", days, Kind.DATE).meaning == "date"
    born = guess_one("Geburtsdatum", days, Kind.DATE)
    assert born.reason == (
        "The name 'Geburtsdatum' means date of birth (German), and all 28 values are dates:"
        " others may know it."
    )


def test_data_is_a_date_only_where_it_holds_dates() -> None:
    assert guess_one("data", ["red", "green"] * 5).meaning is None
    assert "means date" not in guess_one("data", ["red", "green"] * 5).reason


def test_cap_is_a_postcode_only_where_it_holds_postcodes() -> None:
    assert guess_one("CAP", ["00184", "20121", "50122"] * 5).meaning == "postcode"
    assert guess_one("CAP", ["0.5", "1.5", "2.5"] * 5).meaning is None


def test_a_birth_date_of_years_is_a_year() -> None:
    found = guess_one("nascita", [str(1950 + step) for step in range(40)])
    assert (found.role, found.meaning) == (Role.QUASI, "year")


def test_generalised_values_still_fit() -> None:
    assert guess_one("Age", ["20-30", "30-40", "*"] * 3).meaning == "age"
    assert guess_one("Age", ["[20-39[", "<18", "65+"] * 3).meaning == "age"
    assert guess_one("Zipcode", ["476**", "4790*", "*****"] * 3).meaning == "postcode"


def test_the_order_of_columns_is_kept() -> None:
    rng = random.Random(7)
    names = ["age", "sex", "", "age", "email", "?"]
    rng.shuffle(names)
    assert [column.name for column in guess([profile_of(name, []) for name in names])] == names


def test_the_name_is_believed_in_an_empty_table() -> None:
    assert guess_one("diagnosis", []).role is Role.SENSITIVE
    assert guess_one("email", []).role is Role.IDENTIFIER
    assert guess_one("x17", []).role is Role.QUASI
    assert guess_one("age", [None, None]).meaning == "age"


def test_kinds_decide_where_no_value_is_known() -> None:
    (born,) = guess([Profile("dob", Kind.DATE, rows=9, missing=0, distinct=9)])
    (paid,) = guess([Profile("age", Kind.TIMESTAMP, rows=9, missing=0, distinct=9)])
    assert (born.meaning, paid.meaning) == ("birth_date", "date")
