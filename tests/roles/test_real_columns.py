"""Whole tables as people have them, in six languages, and near-misses that must not be guessed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from role_profiles import guess_one

from incrowd.table import Role

ROWS = 60


def cycle(values: Sequence[str], rows: int = ROWS) -> list[str]:
    return [values[row % len(values)] for row in range(rows)]


def numbered(pattern: str, rows: int = ROWS) -> list[str]:
    return [pattern.format(row) for row in range(rows)]


AGES = [str(18 + 7 * row % 71) for row in range(ROWS)]
DAYS = [f"{1 + row % 28:02}.{1 + row % 12:02}.{1950 + row % 50}" for row in range(ROWS)]
POSTCODES = [f"{28001 + 13 * row % 50}" for row in range(ROWS)]
NAMES = [
    f"{first} {last}"
    for first in ("Ana", "Bo", "Cy", "Di", "Ed", "Fe")
    for last in ("Ash", "Bell", "Cole", "Dorn", "East", "Ford", "Gale", "Hill", "Ivey", "Jung")
]
SALARIES = [str(1200 + 137 * row % 4000) for row in range(ROWS)]

TABLES: dict[str, dict[str, tuple[list[str], Role, str]]] = {
    "Spanish hospital": {
        "NHC": (numbered("{0:06}"), Role.IDENTIFIER, "identifier"),
        "Nombre y apellidos": (NAMES, Role.IDENTIFIER, "name"),
        "FechaNacimiento": (DAYS, Role.QUASI, "birth_date"),
        "Sexo": (cycle(["H", "M"]), Role.QUASI, "sex"),
        "CodPostal": (POSTCODES, Role.QUASI, "postcode"),
        "Diagnóstico principal": (cycle(["E11.9", "I10.0", "J45.1"]), Role.SENSITIVE, "icd10"),
        "Nacionalidad": (cycle(["España", "Perú", "Chile"]), Role.QUASI, "nationality"),
    },
    "German staff": {
        "Personalnummer": (numbered("{0:05}"), Role.IDENTIFIER, "identifier"),
        "Nachname": (NAMES, Role.IDENTIFIER, "name"),
        "Geschlecht": (cycle(["m", "w", "d"]), Role.QUASI, "sex"),
        "Geburtsdatum": (DAYS, Role.QUASI, "birth_date"),
        "PLZ": (POSTCODES, Role.QUASI, "postcode"),
        "Familienstand": (cycle(["ledig", "verheiratet"]), Role.QUASI, "marital_status"),
        "Bruttogehalt": (SALARIES, Role.SENSITIVE, "income"),
        "Konfession": (cycle(["rk", "ev", "keine"]), Role.SENSITIVE, "religion"),
    },
    "French school": {
        "Nom": (NAMES, Role.IDENTIFIER, "name"),
        "Date de naissance": (DAYS, Role.QUASI, "birth_date"),
        "Ville": (cycle(["Lyon", "Lille", "Nice"]), Role.QUASI, "place"),
        "Courriel": (numbered("e{0}@ecole.fr"), Role.IDENTIFIER, "email"),
        "Diplôme": (cycle(["bac", "licence", "master"]), Role.QUASI, "education"),
        "Handicap": (cycle(["oui", "non"]), Role.SENSITIVE, "health"),
    },
    "Italian clinic": {
        "Cognome": (NAMES, Role.IDENTIFIER, "name"),
        "Data di nascita": (DAYS, Role.QUASI, "birth_date"),
        "CAP": (cycle(["00184", "20121", "50122"]), Role.QUASI, "postcode"),
        "Stato civile": (cycle(["celibe", "coniugato"]), Role.QUASI, "marital_status"),
        "Diagnosi": (cycle(["asma", "influenza", "tumore"]), Role.SENSITIVE, "diagnosis"),
        "Reddito": (SALARIES, Role.SENSITIVE, "income"),
    },
    "Portuguese survey": {
        "Idade": (AGES, Role.QUASI, "age"),
        "Sexo": (cycle(["Masculino", "Feminino"]), Role.QUASI, "sex"),
        "Concelho": (cycle(["Porto", "Faro", "Braga"]), Role.QUASI, "place"),
        "Profissão": (cycle(["padeiro", "médico", "juiz"]), Role.QUASI, "profession"),
        "Salário": (SALARIES, Role.SENSITIVE, "income"),
        "Telemóvel": (numbered("9120000{0:02}"), Role.IDENTIFIER, "phone"),
    },
    "American insurance": {
        "member_id": (numbered("M{0:07}"), Role.IDENTIFIER, "identifier"),
        "SSN": ([f"219-09-{row + 1:04}" for row in range(ROWS)], Role.IDENTIFIER, "national_id"),
        "Age": (AGES, Role.QUASI, "age"),
        "Gender": (cycle(["Male", "Female", "Non-binary"]), Role.QUASI, "sex"),
        "ZIP": (cycle(["02139", "10001", "60601"]), Role.QUASI, "postcode"),
        "Race/Ethnicity": (cycle(["White", "Black", "Asian"]), Role.QUASI, "ethnicity"),
        "Smoker": (cycle(["yes", "no"]), Role.SENSITIVE, "health"),
        "Annual Income": (SALARIES, Role.SENSITIVE, "income"),
        "Occupation": (cycle(["nurse", "cook", "judge"]), Role.QUASI, "profession"),
    },
}
COLUMNS = [
    pytest.param(name, *column, id=f"{table}: {name}")
    for table, columns in TABLES.items()
    for name, column in columns.items()
]


@pytest.mark.parametrize(("name", "values", "role", "meaning"), COLUMNS)
def test_columns_of_real_tables_are_understood(
    name: str, values: list[str], role: Role, meaning: str
) -> None:
    guess = guess_one(name, values)
    assert (guess.role, guess.meaning) == (role, meaning)


@pytest.mark.parametrize(("name", "values", "role", "meaning"), COLUMNS)
def test_spelling_of_a_name_does_not_matter(
    name: str, values: list[str], role: Role, meaning: str
) -> None:
    for spelling in (name.upper(), name.lower().replace(" ", "_"), f"{name}_1", f" {name} "):
        guess = guess_one(spelling, values)
        assert (spelling, guess.role, guess.meaning) == (spelling, role, meaning)


@pytest.mark.parametrize(("name", "values", "role", "meaning"), COLUMNS)
def test_a_few_gaps_change_nothing(name: str, values: list[str], role: Role, meaning: str) -> None:
    guess = guess_one(name, [*values, None, None, None])
    assert (guess.role, guess.meaning) == (role, meaning)


NEAR_MISSES = {
    "a stage is no age": ("stage", cycle(["1", "2", "3", "4"])),
    "a page is no age": ("page", cycle(["12", "40", "41"])),
    "an image is no age": ("image", cycle(["a.png", "b.png"])),
    "a voltage is no age": ("voltage", cycle(["12", "24", "48"])),
    "a percentage is no age": ("percentage", cycle(["10", "50", "90"])),
    "a usage is no age": ("usage", cycle(["3", "4", "5"])),
    "Essex is no sex": ("essex", cycle(["1", "2", "3"])),
    "a zipper is no postcode": ("zipper", cycle(["28013", "28014"])),
    "a nickel is no nickname": ("nickel", cycle(["0.1", "0.2"])),
    "an option is no person": ("option", cycle(["a", "b", "c"])),
    "a grid is no id": ("grid", cycle(["1", "2", "3"])),
    "a valid flag is no id": ("valid", cycle(["yes", "no"])),
    "a humid day is no id": ("humid", cycle(["yes", "no"])),
    "a candidate is no date": ("candidate", cycle(["red", "blue"])),
    "an update is no date": ("updates", cycle(["1", "2", "3"])),
    "a recipe is no ip": ("recipe", cycle(["soup", "stew"])),
    "a shipment is no ip": ("shipment", cycle(["sea", "air"])),
    "a curl is no url": ("curl", cycle(["0.5", "0.7"])),
    "an embrace is no race": ("embrace", cycle(["a", "b"])),
    "a trace is no race": ("trace", cycle(["a", "b"])),
    "a discount is no count of persons": ("discount", cycle(["5", "10", "15"])),
    "weekday letters are no sex": ("weekday", cycle(["M", "T", "W", "F"])),
    "sizes are no sex": ("size", cycle(["S", "M", "L"])),
    "marks are no sex": ("mark", cycle(["A", "B", "F"])),
    "seats are no diagnoses": ("seat", cycle(["A01", "B12", "C07"])),
    "versions are no addresses": ("version", cycle(["1.2.3", "2.0.1"])),
    "clock times are no addresses": ("clock", cycle(["10:30:00", "11:45:10"])),
    "amounts are no phone numbers": ("amount", cycle(["612345678", "712345679"])),
    "half numbers are no positions": ("ratio", cycle(["3.5-4.5", "1.5-2.5"])),
}


@pytest.mark.parametrize("case", NEAR_MISSES)
def test_near_misses_stay_in_doubt(case: str) -> None:
    name, values = NEAR_MISSES[case]
    guess = guess_one(name, values)
    assert (guess.role, guess.meaning) == (Role.QUASI, None)
    assert "not sure" in guess.reason
    assert "means" not in guess.reason


CONTRADICTIONS = {
    "numbers far above any age": ("age", cycle(["2012", "25000", "300"])),
    "flags called phone": ("phone", cycle(["0", "1"])),
    "answers called e-mail": ("email", cycle(["yes", "no"])),
    "words called date of birth": ("date of birth", cycle(["red", "blue"])),
    "small numbers called year": ("year", cycle(["1", "2", "3"])),
    "measurements called name": ("name", cycle(["1.5", "2.5"])),
    "prices called zip": ("zip", cycle(["0.5", "1.25"])),
    "thirty kinds of sex": ("sex", numbered("kind {0}", 30) * 2),
    "positions off the globe": ("latitude", cycle(["4000.5", "5000.5"])),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_name_that_the_values_belie_is_told_but_not_followed(case: str) -> None:
    name, values = CONTRADICTIONS[case]
    guess = guess_one(name, values)
    assert (guess.role, guess.meaning) == (Role.QUASI, None)
    assert "but the values do not look like it" in guess.reason


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("product_id", cycle(["p1", "p2", "p3"]), Role.QUASI),
        ("product_id", numbered("p{0}"), Role.IDENTIFIER),
        ("patient_id", cycle(["p1", "p2", "p3"], 6), Role.PERSON),
        ("patient", cycle(["yes", "no"]), Role.QUASI),
        ("patient", numbered("{0}7"), Role.IDENTIFIER),
        ("code", cycle(["a", "b", "c"]), Role.QUASI),
        ("code", numbered("c{0}"), Role.IDENTIFIER),
    ],
)
def test_an_id_is_a_persons_if_it_hardly_repeats(name: str, values: list[str], role: Role) -> None:
    assert guess_one(name, values).role is role


def test_an_address_book_in_one_column_is_free_text() -> None:
    sentences = numbered("On Monday number {0} came in and complained about pain in the back.")
    for name in ("x17", "city", "notes", "Anmerkung"):
        guess = guess_one(name, sentences)
        assert (guess.role, guess.meaning) == (Role.IDENTIFIER, "free_text")
