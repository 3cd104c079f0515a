"""Every text that people may read has a Spanish entry with the same placeholders."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path
from typing import get_type_hints

import pytest
from templates import calls, described, kinds, steps, templates, terms, written

from incrowd.errors import IncrowdError
from incrowd.language import LANGUAGES, Message
from incrowd.language.catalogue import number_marks, translations

PLACE = re.compile(r"\{[^{}]*\}")
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("collect", [templates, kinds, steps, described, terms])
def test_every_text_is_translated(language, collect):
    assert not set(collect()) - set(translations(language))


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_placeholders(language):
    for english, other in translations(language).items():
        assert sorted(set(PLACE.findall(other))) == sorted(set(PLACE.findall(english))), english
        assert other.strip(), english
        assert english.endswith(".") == other.endswith("."), english


def test_templates_are_literals():
    """A template from elsewhere would be found by nobody who translates."""
    for file, call in calls("say"):
        if not file.startswith("language/"):
            assert written(call.args[0]) is not None, f"{file}:{call.lineno}"
            assert not any(isinstance(node, ast.JoinedStr) for node in call.args)


def test_the_search_finds_templates():
    assert len(templates()) > 100
    assert "{facts} and {fact}" in templates()
    assert "There is no file '{path}'." in templates()
    assert {"measure", "table", "sheet", "delimiter"} <= kinds()
    assert {"starting", "verifying"} <= steps()


def test_a_language_is_one_file():
    files = resources.files("incrowd.language").iterdir()
    assert set(OTHERS) == {Path(file.name).stem for file in files if file.name.endswith(".json")}
    for language in OTHERS:
        assert number_marks(language).keys() == {ord(","), ord(".")}


def test_an_error_takes_no_plain_text():
    """Types say so: a message that cannot be translated does not pass mypy."""
    hints = get_type_hints(IncrowdError.__init__)
    assert (hints["message"], hints["hint"]) == (Message, Message)
