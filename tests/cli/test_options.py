"""How options are read: lists of columns, levels, weights, and help made from registries."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incrowd.cli.main import app
from incrowd.cli.options import levels, names, open_data, opening, weights
from incrowd.errors import InvalidParameter

NAME = st.text("abc -.é", min_size=1, max_size=6).map(str.strip).filter(bool)


@given(st.lists(NAME, max_size=5), st.integers(0, 5))
def test_a_list_may_be_split_over_several_options(columns: list[str], cut: int) -> None:
    given_ = [", ".join(columns[:cut]), ",".join(columns[cut:])]
    assert names(given_) == columns


@pytest.mark.parametrize(
    ("given_", "wanted"),
    [(None, None), ([], []), ([""], []), ([" a ,, b,"], ["a", "b"]), (["a", "a"], ["a", "a"])],
)
def test_names_of_columns(given_: list[str] | None, wanted: list[str] | None) -> None:
    assert names(given_) == wanted


@given(st.dictionaries(NAME, st.integers(0, 9), max_size=4))
def test_levels_as_they_are_written(chosen: dict[str, int]) -> None:
    assert levels(",".join(f" {name} = {level}" for name, level in chosen.items())) == chosen


@pytest.mark.parametrize(
    ("text", "chosen"),
    [("", {}), (" , ", {}), ("a=1,a=2", {"a": 2}), ("a=b=3", {"a=b": 3}), ("age=007", {"age": 7})],
)
def test_levels_at_the_border(text: str, chosen: dict[str, int]) -> None:
    assert levels(text) == chosen


@pytest.mark.parametrize("part", ["age", "age=", "age=-1", "age=1.5", "age=x", "age=1e3", "age:2"])
def test_what_is_no_level_is_named_with_an_example(part: str) -> None:
    with pytest.raises(InvalidParameter, match="is not a level of an attribute") as refusal:
        levels(f"sex=1, {part}")
    assert f"'{part}'" in refusal.value.message
    assert refusal.value.hint == 'Write it as in --state "age=2,sex=1".'


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("", {}),
        ("age=2, sex=0.5", {"age": 2.0, "sex": 0.5}),
        ("a=b=1", {"a=b": 1.0}),
        ("age = 1e-3", {"age": 0.001}),
    ],
)
def test_weights_as_they_are_written(text: str, chosen: dict[str, float]) -> None:
    assert weights(text) == chosen


@pytest.mark.parametrize("part", ["age", "age=", "age=much", "age=1;5"])
def test_what_is_no_weight_is_named_with_an_example(part: str) -> None:
    with pytest.raises(InvalidParameter, match="is not a weight of an attribute") as refusal:
        weights(f"sex=1,{part}")
    assert f"'{part}'" in refusal.value.message
    assert refusal.value.hint == 'Write it as in --weights "age=2,sex=1".'


def test_a_command_is_given_the_options_of_opening_beside_its_own() -> None:
    told: list[object] = []

    def command(open_data: object, k: int, loud: bool = False) -> None:
        """Do it."""
        told.append((k, loud, callable(open_data)))

    run = opening(command)
    parameters = inspect.signature(run).parameters
    assert run.__doc__ == "Do it."
    assert list(parameters)[:2] == ["data", "k"]  # what is required comes first
    assert {"qi", "sensitive", "hierarchies", "delimiter", "loud"} <= set(parameters)
    shared = {
        name
        for name, parameter in inspect.signature(open_data).parameters.items()
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    }
    assert set(parameters) == shared | {"k", "loud"}
    run(**{**dict.fromkeys(shared), "data": "x.csv"}, k=3, loud=True)
    assert told == [(3, True, True)]


COMMANDS = sorted(command.name or "" for command in app.registered_commands)


def help_of(command: str) -> str:
    from command_line import incrowd

    answer = incrowd(command, "--help", COLUMNS="200")
    assert answer.returncode == 0
    return answer.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_no_placeholder_left(command: str) -> None:
    text = help_of(command)
    assert "{" not in text.replace("{a, b}", "")
    assert "Usage:" in text


def test_help_lists_what_the_registries_hold() -> None:
    text = " ".join(help_of("anonymize").replace("│", " ").split())
    for word in ("optimal", "priority", ".parquet", "loss", "entropy", "JSON lines"):
        assert word in text
