"""Recipes: written and read again they are the same, and what is wrong with one is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.crowd.crowd import Protection
from incrowd.errors import MalformedData, SourceNotFound
from incrowd.release.recipe import Recipe
from incrowd.table import Role

RECIPE = Recipe(
    method="optimal",
    roles={"age": "quasi", "ill": "sensitive"},
    hierarchies={"age": "30;3*;*\n41;4*;*\n"},
    levels={"age": 1},
    k=5,
    protections=(Protection("ill", "distinct_l", 2.0),),
    promise={"k": 5.0, "t": 0.25},
)
NAMES = st.text(min_size=1, max_size=8)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "recipe.json"


@settings(max_examples=scaled(30))
@given(
    recipe=st.builds(
        Recipe,
        method=NAMES,
        roles=st.dictionaries(NAMES, st.sampled_from([role.value for role in Role]), max_size=3),
        hierarchies=st.dictionaries(NAMES, st.text(max_size=20), max_size=2),
        levels=st.none() | st.dictionaries(NAMES, st.integers(0, 5), max_size=3),
        k=st.integers(1, 10**9),
        protections=st.lists(st.builds(Protection, NAMES, NAMES, st.floats(0, 9)), max_size=2).map(
            tuple
        ),
        max_suppression=st.floats(0, 1),
        priority=st.lists(st.lists(NAMES, max_size=2).map(tuple), max_size=2).map(tuple),
        utility=NAMES,
        promise=st.dictionaries(NAMES, st.floats(0, 99), max_size=2),
        seed=st.none() | NAMES,
    )
)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, recipe: Recipe) -> None:
    file = tmp_path_factory.getbasetemp() / "recipe.json"
    recipe.write(file)
    assert Recipe.read(file) == recipe


def test_a_recipe_says_what_it_is_and_can_be_read_by_people(file: Path) -> None:
    RECIPE.write(file)
    text = file.read_text("utf-8")
    assert json.loads(text)["incrowd_recipe"] == 1
    assert text.endswith("}\n")
    assert '\n  "k": 5' in text


def test_a_recipe_of_before_has_no_seed(file: Path) -> None:
    written = RECIPE.to_dict()
    del written["seed"]
    file.write_text(json.dumps(written))
    assert Recipe.read(file) == RECIPE


def test_letters_stay_letters(file: Path) -> None:
    Recipe("optimal", {"größe": "quasi"}, {}, None, 2).write(file)
    assert "größe" in file.read_text("utf-8")


def test_a_figure_that_json_has_no_word_for_leaves_no_file(file: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        Recipe("optimal", {}, {}, None, 2, promise={"t": float("nan")}).write(file)
    assert list(file.parent.iterdir()) == []


def test_an_older_recipe_stays_until_the_new_one_is_whole(file: Path) -> None:
    RECIPE.write(file)
    with pytest.raises(ValueError, match="JSON"):
        Recipe("optimal", {}, {}, None, 2, promise={"t": float("inf")}).write(file)
    assert Recipe.read(file) == RECIPE


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="no folder"):
        RECIPE.write(tmp_path / "nowhere" / "recipe.json")


def test_a_recipe_that_is_not_there(file: Path) -> None:
    with pytest.raises(SourceNotFound, match=r"no recipe '.*recipe\.json'") as refusal:
        Recipe.read(file)
    assert refusal.value.hint == "Check the path."


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"a,b\n1,2\n"],
    ids=["empty", "cut off", "no text", "a table"],
)
def test_what_is_no_json_cannot_be_read(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(MalformedData, match=r"'recipe\.json' cannot be read") as refusal:
        Recipe.read(file)
    assert refusal.value.hint == "Use a file written by `incrowd anonymize --recipe`."


@pytest.mark.parametrize("content", ["[]", "{}", '{"incrowd_recipe": 3}', '"x"', "null"])
def test_other_json_is_no_recipe(file: Path, content: str) -> None:
    file.write_text(content)
    with pytest.raises(MalformedData, match="is not a recipe of version 1"):
        Recipe.read(file)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("method", ...),
        ("roles", ["age"]),
        ("roles", {"age": "secret"}),
        ("levels", {"age": "high"}),
        ("levels", [1]),
        ("k", "many"),
        ("k", None),
        ("protections", [{"attribute": "ill", "model": "distinct_l"}]),
        ("protections", ["ill"]),
        ("promise", {"k": "five"}),
        ("priority", [5]),
    ],
    ids=str,
)
def test_a_damaged_recipe_is_named(file: Path, field: str, value: object) -> None:
    written = RECIPE.to_dict()
    if value is ...:
        del written[field]
    else:
        written[field] = value
    file.write_text(json.dumps(written))
    with pytest.raises(MalformedData, match=r"The recipe 'recipe\.json' is damaged: ") as refusal:
        Recipe.read(file)
    assert refusal.value.hint == "Use a file written by `incrowd anonymize --recipe`."
