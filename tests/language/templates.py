"""Every English template that people may read, found in the code and in what describes itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import incrowd
from incrowd import synthetic
from incrowd.advice.presets.built_in import BUILT_IN as PRESETS
from incrowd.advice.presets.preset import LIMITS
from incrowd.advice.verdict.registry import BUILT_IN as CHECKS
from incrowd.engines.files.formats import writable_formats
from incrowd.hierarchies.builders import mask
from incrowd.hierarchies.registry import BUILT_IN as BUILDERS
from incrowd.linking.scan.composition import THRESHOLDS
from incrowd.measures.registry import measures
from incrowd.roles import guessing, person_key, shapes
from incrowd.roles.evidence import BUILT_IN as PATTERNS
from incrowd.roles.evidence import TITLES
from incrowd.roles.headers import LANGUAGES
from incrowd.roles.meaning import CONCEPTS
from incrowd.search.methods import BUILT_IN as METHODS
from incrowd.table import Role

SOURCES = Path(incrowd.__file__).parent


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function by one of these names, with the file it stands in."""
    return ((file, call) for file, call in _all_calls() if _name(call.func) in names)


@cache
def _all_calls() -> list[tuple[str, ast.Call]]:
    return [
        (str(path.relative_to(SOURCES)), node)
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def written(node: ast.expr) -> str | None:
    """The text of a literal."""
    text = node.value if isinstance(node, ast.Constant) else None
    return text if isinstance(text, str) else None


def templates() -> dict[str, str]:
    """Templates of messages, each with its file."""
    found = ((file, written(call.args[0])) for file, call in calls("say") if call.args)
    return {text: file for file, text in found if text is not None}


def kinds() -> set[str]:
    """What an unknown name was to be a name of: a measure, a table, a sheet."""
    places = {"among": (3, 0), "pick_part": (4, 2), "check_character": (2, 1)}
    named = ((places[_name(call.func)], call.args) for _, call in calls(*places))
    found = (arguments[place] for (count, place), arguments in named if len(arguments) == count)
    return {text for node in found if (text := written(node))}


def steps() -> set[str]:
    """The steps of long work."""
    texts = (call.args[0] for _, call in calls("progress", "tell", "report") if call.args)
    return {text for node in texts if (text := written(node))} | {"waiting"}


def described() -> set[str]:
    """Titles and explanations of all that describes itself."""
    registered = (*measures(), *METHODS, *BUILDERS, *PRESETS, *CHECKS, *writable_formats())
    variants = (*registered, *THRESHOLDS, *synthetic.GENERATORS)
    texts = {text for variant in variants for text in (variant.title, variant.explanation)}
    units = {limit.unit for limit in LIMITS.values()} | {"columns"}
    return texts | units | {check.source for check in CHECKS}


def terms() -> set[str]:
    """Words that stand inside the reasons for roles and hierarchies."""
    concepts = {text for one in CONCEPTS.values() for text in (one.title, one.consequence)}
    nouns = {noun for pair in shapes._NOUNS.values() for noun in pair} | {"text", "texts"}
    names = set(LANGUAGES) - {"English"}
    return {
        *concepts,
        *nouns,
        *names,
        *TITLES.values(),
        *(pattern.title for pattern in PATTERNS),
        *mask.MEANINGS.values(),
        *guessing._FITTING.values(),
        *person_key._NOUNS,
        "people",
        *(role.value for role in Role if role.value not in ("quasi", "identifier")),
        *("a quasi-identifier", "an identifier", "chosen by you"),
        "you did not name it for the role we guessed",
    }
