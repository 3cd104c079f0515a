"""Every text that people may read has a Spanish entry with the same placeholders."""

from __future__ import annotations

import ast
import re

import pytest
from said_templates import calls, described, said, steps, terms, written

from incrowd.language import LANGUAGES
from incrowd.language.catalogue import translations

PLACE = re.compile(r"\{[^{}]*\}")
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("found", [said, steps, described, terms])
def test_every_text_is_translated(language, found):
    assert not set(found()) - set(translations(language))


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_placeholders(language):
    for english, other in translations(language).items():
        assert sorted(set(PLACE.findall(other))) == sorted(set(PLACE.findall(english))), english
        assert other.strip(), english
        assert english.endswith(".") == other.endswith("."), english


def test_templates_stand_where_they_are_said():
    """A template from elsewhere would be found by nobody who translates."""
    for file, call in calls("say"):
        if not file.startswith("language/"):
            assert written(call.args[0]) is not None, f"{file}:{call.lineno}"
            assert not any(isinstance(node, ast.JoinedStr) for node in call.args)


def test_the_search_finds_templates():
    assert len(said()) > 100
    assert "{told} and {fact}" in said()
    assert {"starting", "verifying"} <= steps()
