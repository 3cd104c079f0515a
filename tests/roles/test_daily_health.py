"""Health as it stands in everyday tables: diets, allergies, therapies, smoking, pregnancies."""

from __future__ import annotations

import pytest
from role_profiles import guess_one

from incrowd.table import Role

NAMES = {
    "English": "diet dietary_requirements FoodAllergy eating_disorder therapy medication meds"
    " smokes cigarettes_per_day tobacco disability wheelchair pregnancies contraception"
    " lactose_intolerance vegan antidepressants pain_level alcohol_consumption special_needs",
    "German": "Diät Ernährungsform Essstörung Pollenallergie Laktoseintoleranz Gesprächstherapie"
    " Medikamente Rauchverhalten schwerbehindert Schwangerschaftswoche Verhütung Alkoholkonsum",
    "Spanish": "dieta restricciones_alimentarias alergia_alimentaria trastorno_alimentario terapia"
    " medicamentos fuma cigarrillos_al_dia silla_de_ruedas embarazos anticonceptivos celíaco",
    "French": "régime_alimentaire allergie_alimentaire troubles_alimentaires psychothérapie"
    " médication fumeuse handicapé grossesses contraception consommation_de_drogues",
    "Italian": "regime_alimentare intolleranze disturbi_alimentari psicoterapia medicinali"
    " sigarette_al_giorno disabile gravidanze contraccettivi celiachia",
    "Portuguese": "restrições_alimentares intolerância_alimentar transtorno_alimentar"
    " psicoterapia remédios cigarros_por_dia cadeira_de_rodas gestações anticoncepcional",
}


@pytest.mark.parametrize(
    ("language", "name"),
    [(language, name) for language, names in NAMES.items() for name in names.split()],
)
def test_words_of_daily_life_are_sensitive(language: str, name: str) -> None:
    guessed = guess_one(name, ["yes", "no", "sometimes"] * 4)
    assert guessed.role is Role.SENSITIVE, language
    assert "health is private" in guessed.reason


@pytest.mark.parametrize(
    "values",
    [
        ["smoker", "non-smoker", "former smoker"],
        ["vegan", "vegetarian", "gluten-free"],
        ["Raucher", "Nichtraucher", "Ex-Raucher"],
        ["fumador", "no fumador", "exfumador"],
        ["peanut allergy", "hay fever", "penicillin"],
        ["psychotherapy", "physiotherapy", "speech therapy"],
        ["Végétarien", "végétalien", "sans gluten"],
    ],
)
def test_values_about_health_are_known_whatever_the_name(values: list[str]) -> None:
    guessed = guess_one("q7", values * 4)
    assert (guessed.role, guessed.meaning) == (Role.SENSITIVE, "health")
    assert guessed.reason == (
        "All 3 different values are words about health: health is private (GDPR Article 9)."
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("menu", ["pasta", "rice", "soup"]),
        ("payment_due_date", ["2024-01-01", "2024-02-01", "2024-03-01"]),
        ("room", ["smoking room", "garden", "balcony"]),
        ("airline", ["AA", "BA", "LH"]),
    ],
)
def test_other_columns_are_left_alone(name: str, values: list[str]) -> None:
    assert guess_one(name, values * 4).role is not Role.SENSITIVE
