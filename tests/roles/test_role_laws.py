"""What holds for any column: one attribute each, in order, with a sentence for a reason."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from incrowd.roles import Meaning, guess
from incrowd.roles.headers import LANGUAGES
from incrowd.roles.meaning import CONCEPTS
from incrowd.table import Kind, Profile, Role

KNOWN_NAMES = sorted(
    {
        phrase.strip().lstrip("?~*")
        for meanings in LANGUAGES.values()
        for phrases in meanings.values()
        for phrase in phrases.split(",")
    }
)

names = st.one_of(st.text(max_size=80), st.sampled_from(KNOWN_NAMES))
values = st.one_of(
    st.text(max_size=30),
    st.integers().map(str),
    st.floats().map(str),
    st.dates().map(str),
    st.emails(),
    st.ip_addresses().map(str),
    st.uuids().map(str),
)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """Any profile an engine could report, and some that none would."""
    common = tuple(
        draw(st.dictionaries(values, st.integers(1, 10**6), max_size=12)).items(),
    )
    filled = sum(rows for _, rows in common)
    missing = draw(st.integers(0, 5))
    return Profile(
        draw(names),
        draw(st.sampled_from(Kind)),
        rows=filled + missing,
        missing=missing,
        distinct=len(common),
        shortest=min((len(value) for value, _ in common), default=0),
        longest=max((len(value) for value, _ in common), default=0),
        minimum=draw(st.none() | values),
        maximum=draw(st.none() | values),
        decimal_comma=draw(st.booleans()),
        common=common,
    )


@given(st.lists(profiles(), max_size=5))
def test_each_column_gets_one_role_and_a_sentence(columns: list[Profile]) -> None:
    guessed = guess(columns)
    assert [attribute.profile for attribute in guessed] == columns
    for attribute in guessed:
        assert attribute.reason[0].isupper() or not attribute.reason[0].isalpha()
        assert attribute.reason.endswith(".")
        assert attribute.meaning is None or attribute.meaning in list(Meaning)


@given(profiles())
def test_the_role_follows_from_the_meaning(column: Profile) -> None:
    (attribute,) = guess([column])
    if attribute.role is Role.PERSON:
        assert CONCEPTS[Meaning(attribute.meaning)].role is Role.IDENTIFIER
        assert column.distinct < column.rows - column.missing
    elif attribute.meaning is not None:
        assert attribute.role is CONCEPTS[Meaning(attribute.meaning)].role


@given(profiles())
def test_insensitive_is_only_what_tells_nobody_apart(column: Profile) -> None:
    (attribute,) = guess([column])
    if attribute.role is Role.INSENSITIVE:
        assert (column.distinct, column.missing) == (1, 0)


@given(profiles(), profiles())
def test_a_guess_depends_on_the_column_alone(one: Profile, other: Profile) -> None:
    alone = guess([one]) + guess([other])
    # of two person keys only one can be it
    assume([attribute.role for attribute in alone] != [Role.PERSON, Role.PERSON])
    assert guess([one, other]) == alone
