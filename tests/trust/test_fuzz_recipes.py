"""Recipes that somebody changed: read, repeated, or refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.errors import IncrowdError
from incrowd.release.recipe import Recipe
from incrowd.service.exports.export import repeat
from trust.hostile_input import TEXTS, altered, altered_json, encoded, file_of, read_or_refuse

PEOPLE = "age,sex,disease\n" + "".join(
    f"{20 + n % 4},{'fm'[n % 2]},{'abc'[n % 3]}\n" for n in range(24)
)
VALID: dict[str, Any] = {
    "incrowd_recipe": 1,
    "method": "optimal",
    "roles": {"age": "quasi", "sex": "quasi", "disease": "sensitive"},
    "hierarchies": {
        "age": "20;20-21;*\n21;20-21;*\n22;22-23;*\n23;22-23;*\n",
        "sex": "f;*\nm;*\n",
    },
    "levels": {"age": 1, "sex": 0},
    "k": 3,
    "protections": [{"attribute": "disease", "model": "distinct_l", "threshold": 2.0}],
    "max_suppression": 0.5,
    "priority": [["age"], ["sex"]],
    "utility": "loss",
    "strength": None,
    "promise": {"k": 3, "l": 2},
    "seed": "0123456789abcdef",
}


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "people.csv"
    path.write_text(PEOPLE)
    return path


def read(content: bytes) -> Recipe | None:
    with file_of(content, "recipe.json") as path:
        return read_or_refuse(lambda: Recipe.read(path), str(path.parent))


def test_the_valid_one_is_repeated(people: Path, tmp_path: Path) -> None:
    recipe = read(json.dumps(VALID).encode())
    assert recipe is not None
    assert repeat(recipe, people, tmp_path / "out.csv").output.verified


@given(content=st.binary(max_size=200))
@example(content=b"\xff\xfe{\x00}\x00")
@example(content=b"[" * 200_000)
@example(content=b'{"incrowd_recipe": 1, "k": ' + b"9" * 5000 + b"}")
def test_random_bytes_are_refused(content: bytes) -> None:
    assert read(content) is None


@given(text=st.one_of(TEXTS, altered(json.dumps(VALID, indent=1))))
@settings(max_examples=scaled(200))
@example(text=json.dumps({**VALID, "k": float("inf")}))
@example(text=json.dumps({**VALID, "k": float("nan")}))
@example(text=json.dumps({**VALID, "max_suppression": 10**400}))
@example(text=json.dumps({**VALID, "levels": {"age": 1e999}}))
@example(text=json.dumps({**VALID, "roles": {"age": []}}))
def test_an_altered_text_is_read_or_refused(text: str) -> None:
    read(encoded(text))


@pytest.mark.slow
@given(document=altered_json(VALID))
@settings(max_examples=scaled(40))
@example(document={**VALID, "k": 10**30})
@example(document={**VALID, "k": -1})
@example(document={**VALID, "k": 0})
@example(document={**VALID, "k": 1.5})
@example(document={**VALID, "max_suppression": float("nan")})
@example(document={**VALID, "levels": {"age": -1, "sex": 0}})
@example(document={**VALID, "levels": {"age": 1.9, "sex": 0}})
@example(document={**VALID, "levels": {"age": 10**30, "sex": 0}})
@example(document={**VALID, "protections": [{"attribute": "", "model": "", "threshold": 0}]})
@example(document={**VALID, "seed": "\ud800"})
@example(document={**VALID, "hierarchies": {"age": "*", "sex": "\0"}})
@example(document={**VALID, "roles": {"age": "person", "sex": "person", "disease": "quasi"}})
def test_an_altered_recipe_is_repeated_or_refused(document: dict[str, Any], people: Path) -> None:
    recipe = read(encoded(json.dumps(document)))
    if recipe is None:
        return
    with file_of(b"", "recipe.json") as path:
        target = path.with_name("out.csv")
        done = read_or_refuse(lambda: repeat(recipe, people, target))
        assert (done is not None) == target.exists()
        assert done is None or done.output.k >= recipe.k >= 1


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), -1, 10**400])
def test_a_threshold_that_no_figure_can_break_is_refused(
    threshold: float, people: Path, tmp_path: Path
) -> None:
    guard = {"attribute": "disease", "model": "t_equal", "threshold": threshold}
    recipe = read(json.dumps({**VALID, "protections": [guard]}).encode())
    if recipe is not None:
        with pytest.raises(IncrowdError):
            repeat(recipe, people, tmp_path / "out.csv")
