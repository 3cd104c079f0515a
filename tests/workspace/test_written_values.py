"""Values are read as they were written; what is of another type is refused."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.anonymization.request import AnonymizationRequest
from incrowd.answers import Words
from incrowd.language import say, set_language, translate
from incrowd.workspace.written_values import read_value, write_value


@dataclass(frozen=True)
class Note:
    words: Words
    size: int | None
    shares: tuple[float, ...] = ()
    pair: tuple[str, int] | None = None


NOTES = st.builds(
    Note,
    st.text(max_size=5),
    st.none() | st.integers(-(2**40), 2**40),
    st.lists(st.floats(allow_nan=False), max_size=3).map(tuple),
    st.none() | st.tuples(st.text(max_size=3), st.integers(0, 9)),
)


@given(note=NOTES)
def test_a_value_is_read_as_it_was_written(note: Note) -> None:
    assert read_value(Note, write_value(note)) == note


def test_a_request_is_read_as_it_was_written() -> None:
    request = AnonymizationRequest(
        k=5, l=2, method="local", priority=(("age",), ("sex", "zip")), weights={"age": 2.5},
        promises=("average_risk=0.05",), seconds=3.0,
    )  # fmt: skip
    assert read_value(AnonymizationRequest, write_value(request)) == request


def test_a_sentence_can_still_be_translated() -> None:
    words = say("Removed: {rows:,} rows ({share:.1f} %).", rows=12345, share=12.34)
    again = read_value(Words, write_value(words))
    assert again == words
    set_language("es")
    try:
        assert translate(again) == "Eliminadas: 12.345 filas (12,3 %)."
    finally:
        set_language("en")


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"words": "a"},
        {"words": 5, "size": 1},
        {"words": "a", "size": "1"},
        {"words": "a", "size": True},
        {"words": "a", "size": 1, "more": 2},
        {"words": "a", "size": 1, "shares": "12"},
        {"words": "a", "size": 1, "pair": ["a"]},
        {"words": {"say": "{a.__class__}", "values": {"a": 1}}, "size": 1},
        {"words": {"say": "{a:>999999999}", "values": {"a": 1}}, "size": 1},
        {"words": {"say": "{a", "values": {"a": 1}}, "size": 1},
        {"words": {"say": "{b}", "values": {"a": 1}}, "size": 1},
        {"words": {"say": "{a:,}", "values": {"a": "text"}}, "size": 1},
        {"words": {"say": "{a}", "values": {"a": [1]}}, "size": 1},
    ],
)
def test_what_is_of_another_type_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_value(Note, written)


def test_a_request_that_cannot_be_is_refused() -> None:
    written = write_value(AnonymizationRequest(k=2))
    with pytest.raises(ValueError, match="k = 0 is not possible"):
        read_value(AnonymizationRequest, {**written, "k": 0})
