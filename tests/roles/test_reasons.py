"""The sentence that explains a role, word by word, as people read it beside each column."""

from __future__ import annotations

import pytest
from role_profiles import guess_one

from incrowd.language import set_language, translate
from incrowd.roles.evidence import Evidence
from incrowd.roles.guessing import tally
from incrowd.roles.meaning import Meaning
from incrowd.table import Kind

DAYS = [f"2024-02-{day:02}" for day in range(1, 30)]


def mails(count: int) -> list[str]:
    return [f"p{number}@example.org" for number in range(count)]


CASES = {
    "named in English, nothing to add": (
        ("city", ["Rome", "Paris"], None),
        "The name 'city' means place: others may know it.",
    ),
    "the name is the very word": (
        ("Age", ["31", "42", "53"], None),
        "It is called 'Age', and the values look like ages: others may know it.",
    ),
    "several words, told as they are written": (
        ("Marital  Status", ["a", "b"], None),
        "It is called 'Marital Status': others may know it.",
    ),
    "another language": (
        ("Wohnort", ["Rom", "Paris"], None),
        "The name 'Wohnort' means place (German): others may know it.",
    ),
    "years": (
        ("año_ingreso", ["1999", "2001"], None),
        "The name 'año_ingreso' means year (Spanish), and the values look like years:"
        " others may know it.",
    ),
    "dates by their kind": (
        ("dob", DAYS, Kind.DATE),
        "The name 'dob' means date of birth, and all 29 values are dates: others may know it.",
    ),
    "dates written as text": (
        ("dob", ["31.12.1999", "1.2.1980"], Kind.TEXT),
        "The name 'dob' means date of birth, and the values look like dates: others may know it.",
    ),
    "dates under a name that says nothing": (
        ("x17", DAYS, Kind.TIMESTAMP),
        "All 29 values are dates: others may know when something happened.",
    ),
    "a check that failed": (
        ("ssn", [f"A{number}" for number in range(30)], None),
        "The name 'ssn' means official personal number, although the values do not have its "
        "usual form: it points to one person.",
    ),
    "no check can fail on no values": (
        ("ssn", [None, None], None),
        "The name 'ssn' means official personal number: it points to one person.",
    ),
    "values alone": (
        ("x17", mails(30), None),
        "All 30 different values are e-mail addresses: it points to one person.",
    ),
    "values refine the name": (
        ("login", mails(30), None),
        "The name 'login' means user name or other secret of an account, and all 30 different"
        " values are e-mail addresses: it points to one person.",
    ),
    "values against the name": (
        ("income", mails(30), None),
        "It is called 'income', but all 30 different values are e-mail addresses, so the values"
        " decide: it points to one person.",
    ),
    "a shape against the name": (
        ("phone", ["0", "1"] * 4, None),
        "The name 'phone' means phone number, but the values do not look like it; 2 different "
        "whole numbers in 8 rows: we are not sure, but others may know it.",
    ),
    "sentences under a known name": (
        (
            "treatment",
            [f"On day {n} the patient was given some more of it." for n in range(30)],
            None,
        ),
        "The name 'treatment' means health, but the values are sentences: free text can "
        "contain anything, even names.",
    ),
    "a body": (
        ("height", ["180", "171", "165"], None),
        "The name 'height' means body measurement: others can see it.",
    ),
    "a disease": (
        ("Krankheit", ["Grippe", "Krebs", "Asthma"], None),
        "The name 'Krankheit' means disease or diagnosis (German), and all 3 different values are"
        " names of diseases: health is private (GDPR Article 9).",
    ),
    "one number of its kind": (
        ("x17", ["5", "5", None], None),
        "1 different whole number in 2 rows: we are not sure, but others may know it.",
    ),
    "decimals": (
        ("x17", ["0.5", "1.5", "1.5"], None),
        "2 different numbers in 3 rows: we are not sure, but others may know it.",
    ),
    "texts": (
        ("x17", ["red", "blue", "blue", None], None),
        "2 different texts in 3 rows: we are not sure, but others may know it.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_reason_reads(case: str) -> None:
    (name, values, kind), reason = CASES[case]
    assert guess_one(name, values, kind).reason == reason


@pytest.mark.parametrize(
    ("hits", "looked_at", "distinct", "words"),
    [
        (1, 1, 1, "its only value fits (valid IBANs)"),
        (1, 1, 9, "its only value fits (valid IBANs)"),
        (2, 2, 2, "all 2 different values are valid IBANs"),
        (4, 5, 5, "4 of 5 different values are valid IBANs"),
        (1000, 1000, 1001, "all 1,000 values looked at are valid IBANs"),
        (999, 1000, 1001, "999 of 1,000 values looked at are valid IBANs"),
        (1200, 1300, 1300, "1,200 of 1,300 different values are valid IBANs"),
    ],
)
def test_a_tally_tells_how_many_were_looked_at(
    hits: int, looked_at: int, distinct: int, words: str
) -> None:
    evidence = Evidence(Meaning.IBAN, "valid IBANs", hits, looked_at, distinct, proven=True)
    assert tally(evidence) == words


@pytest.mark.parametrize(("length", "shortened"), [(60, False), (61, True), (300, True)])
def test_names_longer_than_60_characters_are_cut(length: int, shortened: bool) -> None:
    name = "city " + "x" * (length - 5)
    reason = guess_one(name, ["Rome", "Paris"]).reason
    assert ("…" in reason) is shortened
    assert (name in reason) is not shortened


def test_line_breaks_in_a_name_do_not_reach_the_sentence() -> None:
    reason = guess_one("city\n\tof   birth", ["Rome", "Paris"]).reason
    assert "'city of birth'" in reason


def test_reasons_are_told_in_the_language_of_the_reader() -> None:
    reason = guess_one("city", ["Rome", "Paris"]).reason
    set_language("es")
    try:
        assert translate(reason) == "El nombre «city» significa lugar: otros pueden conocerlo."
    finally:
        set_language("en")
