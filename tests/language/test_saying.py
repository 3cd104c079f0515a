"""Texts are English until they are shown, whatever happens to them in between."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.language import LANGUAGES, join, preferred, rewrite, said, say, shown, speak, spoken


def told(language, text):
    """Show a text to somebody."""

    def show():
        speak(language)
        return shown(text)

    return copy_context().run(show)


def test_numbers_are_written_as_the_language_does():
    text = say("{part:,} of {whole:,} people", part=1, whole=30162)
    assert text == "1 of 30,162 people"
    assert told("es", text) == "1 de 30.162 personas"
    assert told("en", text) == text


def test_texts_in_texts_are_translated_too():
    purpose = said("public release")
    text = say("Safe enough for {purpose}.", purpose=purpose)
    assert told("es", text) == "Lo bastante seguro para publicación abierta."


def test_values_from_data_are_not():
    text = say("One person has {having}.", having="other = public release")
    assert told("es", text) == "Una persona tiene other = public release."


def test_first_letters():
    assert say("{why!c}: {how!l}", why=said("its values are ages"), how=said("Networks.")) == (
        "Its values are ages: networks."
    )
    text = say("{why!c}: {how!l}", why=said("its values are ages"), how=said("Networks."))
    assert told("es", text) == "Sus valores son edades: redes."


def test_what_is_not_translated_stays_english():
    assert told("es", say("{count} odd things", count=3)) == "3 odd things"
    assert told("es", "odd") == "odd"


@given(st.text())
def test_any_text_can_be_said_as_it_is(text):
    assert said(text) == text
    assert told("es", said("{" + text + "}")) == "{" + text + "}"


def test_texts_that_are_joined_or_rewritten_are_still_translated():
    path = say("There is no file '{path}'.", path=Path("/uploads/1/a.csv"))
    text = join([rewrite(path, lambda value: value.replace("/uploads/1/", "")), say("Try again.")])
    assert text == "There is no file 'a.csv'. Try again."
    assert told("es", text) == "No existe el archivo «a.csv». Inténtelo de nuevo."


def test_what_is_to_be_hidden_is_hidden_wherever_it_stands():
    assert rewrite(said("no /uploads/a"), lambda value: value.replace("/uploads/", "")) == "no a"


def test_they_survive_copies_and_are_written_as_plain_text():
    text = say("{people:,} people", people=2000)
    for other in (copy.deepcopy(text), copy.copy(text), pickle.loads(pickle.dumps(text))):  # noqa: S301
        assert told("es", other) == "2.000 personas"
    assert json.dumps({"text": text}) == '{"text": "2,000 people"}'


@given(st.text(st.sampled_from("en-US,; q=0.159*frs\n")))
def test_any_header_gives_a_language(wishes):
    assert preferred(wishes) in LANGUAGES


@pytest.mark.parametrize(
    ("wishes", "language"),
    [("", "en"), ("es", "es"), ("ES-mx", "es"), ("en;q=0.2, es;q=0.7", "es"), ("es;q=0", "en")],
)
def test_wishes(wishes, language):
    assert preferred(wishes) == language


def test_a_language_is_spoken_only_where_it_was_chosen():
    copy_context().run(speak, "es")
    assert spoken() == "en"
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(spoken).result() == "en"
    assert told("xx", "as is") == "as is"
