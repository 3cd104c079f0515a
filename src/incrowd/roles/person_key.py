"""Find the column that says whose row it is: `patient_id`, where patients have several rows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from incrowd.language import Message, as_message, say
from incrowd.roles.headers import split
from incrowd.roles.meaning import Meaning
from incrowd.table import Attribute, Profile, Role, Table

_NOUNS: Final = {
    "patients": "patient patients patienten paciente pacientes paziente pazienti",
    "participants": "subject subjects participant participants respondent respondents proband "
    "probanden teilnehmer participante participantes partecipante sujeto",
    "persons": "person persons personen personne persona pessoa individual individu individuo",
    "customers": "customer customers client clients kunde kunden cliente clientes clienti",
    "members": "member members mitglied mitglieds adherent insured assistito utente afiliado",
    "students": "student students pupil schueler schuler studenten etudiant alumno aluno",
    "users": "user users utilisateur usuario utilizador nutzer benutzer",
    "employees": "employee employees staff worker mitarbeiter salarie empleado dipendente",
}
"""Words of a name that say whose number it is, and what these people are called; the people whom
data is about come before those who work with it."""
_RANKS: Final = {word: rank for rank, words in enumerate(_NOUNS.values()) for word in words.split()}
_PLURALS: Final = {word: plural for plural, words in _NOUNS.items() for word in words.split()}
_COMPOUNDS: Final = {
    "patientennummer": "patients",
    "patientennr": "patients",
    "kundennummer": "customers",
    "kundennr": "customers",
    "personalnummer": "employees",
    "personalnr": "employees",
    "mitarbeiternummer": "employees",
    "mitgliedsnummer": "members",
    "matrikelnummer": "students",
    "probandennummer": "participants",
    "mrn": "patients",
    "nhc": "patients",
    "ipp": "patients",
    "prontuario": "patients",
}
"""Single words that say it all."""
_PHRASES: Final = (
    "medical record number",
    "chart number",
    "historia clinica",
    "cartella clinica",
    "insurance number",
    "personal nr",
)
_BARE: Final = frozenset({"id", "ids", "uid", "pid", "identifier", "pseudonym", "identifiant"})
"""Names that say nothing else than that it is a number of something: here, of people."""
_NUMBERED: Final = frozenset({Meaning.IDENTIFIER, Meaning.NATIONAL_ID, Meaning.ACCOUNT_NUMBER})
_HELD_BY_ONE: Final = _NUMBERED | {
    Meaning.EMAIL,
    Meaning.PHONE,
    Meaning.USERNAME,
    Meaning.CODE,
}
"""What two people hardly ever have in common, unlike first names."""
_MORE_THAN_NAMESAKES: Final = 1.1
"""Rows per full name from which on it is people who repeat, not names of different people."""
_MOST_ROWS: Final = 20
"""Rows that a person has on average at most; a number that more rows share is not a person's."""
_LISTED: Final = 1000
"""Values that a profile lists at most."""


def find_person_key(attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Make the best repeating id of people the person key; the others stay identifiers."""
    if any(attribute.role is Role.PERSON for attribute in attributes):
        return tuple(attributes)
    best = _best(attribute for attribute in attributes if attribute.role is Role.IDENTIFIER)
    return tuple(_as_key(attribute) if attribute is best else attribute for attribute in attributes)


def find_repeating_id(table: Table) -> Attribute | None:
    """The column that had better be the person key, where there is none.

    A column that was made an identifier names people, whatever it is called: where few rows share
    each of its values, they are the rows of one person.
    """
    if table.person is not None:
        return None
    identifiers = [each for each in table.attributes if each.role is Role.IDENTIFIER]
    return _best(table.attributes) or min(
        filter(_shared_by_few, identifiers), key=_rank, default=None
    )


def _shared_by_few(attribute: Attribute) -> bool:
    """Whether an identifier has several rows for a value here and there, and never very many."""
    profile = attribute.profile
    present = profile.rows - profile.missing
    if attribute.meaning == Meaning.NAME:
        return _are_full_names(profile) and present >= _MORE_THAN_NAMESAKES * profile.distinct > 0
    if attribute.meaning is not None and attribute.meaning not in _HELD_BY_ONE:
        return False
    return 1 < profile.distinct < present <= _MOST_ROWS * profile.distinct


def warn_of_repetition(table: Table) -> Message | None:
    """What to say where an id of people repeats, but rows are counted; None if none does."""
    column = find_repeating_id(table)
    if column is None:
        return None
    return say(
        "Values of '{name}' repeat: {rows:,} rows are about {people:,} people at most, and "
        "people with several rows are counted several times. Make '{name}' the person key.",
        name=column.name,
        rows=table.rows,
        people=column.profile.distinct + column.profile.missing,
    )


def _are_full_names(profile: Profile) -> bool:
    """Whether most values have two words, as `Ada Meier` and `Meier, Ada` have."""
    words = [len(value.split()) for value, _ in profile.common]
    return 2 * sum(number > 1 for number in words) > len(words)


def _best(attributes: Iterable[Attribute]) -> Attribute | None:
    candidates = [attribute for attribute in attributes if repeats_people(attribute)]
    return min(candidates, key=_rank, default=None)


def repeats_people(attribute: Attribute) -> bool:
    """Whether a column holds numbers of people, some of whom have several rows."""
    profile = attribute.profile
    present = profile.rows - profile.missing
    if not 0 < profile.distinct < present or attribute.meaning not in _NUMBERED:
        return False
    return attribute.meaning == Meaning.NATIONAL_ID or _people(profile.name) is not None


def _people(name: str) -> str | None:
    """What the people are called whom a name numbers: `customer_no` -> customers.

    >>> _people("patient_id"), _people("hospital_id"), _people("PatientID")
    ('patients', None, 'patients')
    """
    words = split(name)
    known = [word for word in words if word in _RANKS]
    if known:
        return _PLURALS[known[0]]
    compound = next((_COMPOUNDS[word] for word in words if word in _COMPOUNDS), None)
    text = " ".join(words)
    if compound is None and ("".join(words) in _BARE or any(each in text for each in _PHRASES)):
        return "people"
    return compound


def names_people(name: str) -> bool:
    """Whether the words of a name say that it numbers people: `patient_id`, but not `id`."""
    return any(word in _RANKS or word in _COMPOUNDS for word in split(name))


def _rank(attribute: Attribute) -> tuple[int, int, int]:
    ranks = [_RANKS[word] for word in split(attribute.name) if word in _RANKS]
    return attribute.profile.missing, min(ranks, default=len(_NOUNS)), -attribute.profile.distinct


def _as_key(attribute: Attribute) -> Attribute:
    people = as_message(_people(attribute.name) or "people")
    return replace(
        attribute,
        role=Role.PERSON,
        reason=say(
            "{reason} {words!c}, so people are counted, not rows.",
            reason=as_message(attribute.reason),
            words=_repetition(attribute.profile, people),
        ),
    )


def _repetition(profile: Profile, people: Message) -> Message:
    """How many people have several rows, as far as the most frequent values tell."""
    several = sum(rows > 1 for _, rows in profile.common)
    if several == 1:
        return say("one of the {people} has several rows", people=people)
    if several == _LISTED:
        return say("{several:,} {people} or more have several rows", several=several, people=people)
    if not several:  # the values are not listed
        return say("some {people} have several rows", people=people)
    return say("{several:,} {people} have several rows", several=several, people=people)
