"""Messages are English until they are translated, whatever happens to them in between."""

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

from incrowd.language import (
    LANGUAGES,
    as_message,
    choose_language,
    current_language,
    join,
    rewrite,
    say,
    set_language,
    translate,
)


def translate_into(language, text):
    """Translate a text in a context of its own."""

    def run():
        set_language(language)
        return translate(text)

    return copy_context().run(run)


def test_numbers_are_written_as_the_language_does():
    text = say("{part:,} of {whole:,} people", part=1, whole=30162)
    assert text == "1 of 30,162 people"
    assert translate_into("es", text) == "1 de 30.162 personas"
    assert translate_into("en", text) == text


def test_texts_in_texts_are_translated_too():
    purpose = as_message("public release")
    text = say("All {count} checks pass for {purpose}.", count=9, purpose=purpose)
    assert translate_into("es", text) == "Las 9 comprobaciones se superan para publicación abierta."


def test_values_from_data_are_not():
    text = say("One person has {having}.", having="other = public release")
    assert translate_into("es", text) == "Una persona tiene other = public release."


def test_first_letters():
    assert say(
        "{why!c}: {how!l}", why=as_message("its values are ages"), how=as_message("Networks.")
    ) == ("Its values are ages: networks.")
    text = say(
        "{why!c}: {how!l}", why=as_message("its values are ages"), how=as_message("Networks.")
    )
    assert translate_into("es", text) == "Sus valores son edades: redes."


def test_what_is_not_translated_stays_english():
    assert translate_into("es", say("{count} odd things", count=3)) == "3 odd things"
    assert translate_into("es", "odd") == "odd"


@given(st.text())
def test_any_text_can_be_a_message(text):
    assert as_message(text) == text
    assert translate_into("es", as_message("{" + text + "}")) == "{" + text + "}"


def test_texts_that_are_joined_or_rewritten_are_still_translated():
    path = say("There is no file '{path}'.", path=Path("/uploads/1/a.csv"))
    text = join([rewrite(path, lambda value: value.replace("/uploads/1/", "")), say("Try again.")])
    assert text == "There is no file 'a.csv'. Try again."
    assert translate_into("es", text) == "No existe el archivo «a.csv». Inténtelo de nuevo."


def test_what_is_to_be_hidden_is_hidden_wherever_it_stands():
    assert (
        rewrite(as_message("no /uploads/a"), lambda value: value.replace("/uploads/", "")) == "no a"
    )


def test_they_survive_copies_and_are_written_as_plain_text():
    text = say("{people:,} people", people=2000)
    for other in (copy.deepcopy(text), copy.copy(text), pickle.loads(pickle.dumps(text))):  # noqa: S301
        assert translate_into("es", other) == "2.000 personas"
    assert json.dumps({"text": text}) == '{"text": "2,000 people"}'


@given(st.text(st.sampled_from("en-US,; q=0.159*frs\n")))
def test_any_header_gives_a_language(header):
    assert choose_language(header) in LANGUAGES


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("es", "es"), ("ES-mx", "es"), ("en;q=0.2, es;q=0.7", "es"), ("es;q=0", "en")],
)
def test_the_preferred_language_is_chosen(header, language):
    assert choose_language(header) == language


def test_a_language_holds_only_in_its_context():
    copy_context().run(set_language, "es")
    assert current_language() == "en"
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(current_language).result() == "en"
    assert translate_into("xx", "as is") == "as is"
