"""How the command line fails: message and hint, JSON where it was asked for, never a traceback."""

from __future__ import annotations

import json

import pytest
from command_line import Result, incrowd

from incrowd.cli import risk
from incrowd.cli.main import app
from incrowd.errors import DataError, IncrowdError
from incrowd.language import say


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch):
    """Let a command fail in a way of the test's choice."""

    def run(error: BaseException, *words: str, **environment: str) -> Result:
        def fail() -> None:
            raise error

        (command,) = [each for each in app.registered_commands if each.name == "generate"]
        monkeypatch.setattr(command, "callback", fail)
        return incrowd("generate", *words, **environment)

    return run


def test_an_error_of_ours_has_message_details_and_hint(failing) -> None:
    error = DataError(say("The [/b] is wrong."), say("Mend [it]."), ["line 1", "line [2]"])
    answer = failing(error)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == ("Error: The [/b] is wrong.\n  line 1\n  line [2]\nHint: Mend [it].\n")


def test_an_error_without_a_hint_says_no_hint(failing) -> None:
    assert failing(IncrowdError(say("Wrong."))).stderr == "Error: Wrong.\n"


def test_a_fault_of_ours_is_told_as_such(failing) -> None:
    answer = failing(ZeroDivisionError("by zero\nsecond line"))
    assert answer.returncode == 2
    assert "Something went wrong inside incrowd: ZeroDivisionError: by zero" in answer.stderr
    assert "second line" not in answer.stderr
    assert "INCROWD_DEBUG=1" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_whoever_debugs_sees_the_fault_itself(failing) -> None:
    with pytest.raises(ZeroDivisionError):
        failing(ZeroDivisionError("x"), INCROWD_DEBUG="1")


def test_ctrl_c_stops_with_the_usual_code(failing) -> None:
    answer = failing(KeyboardInterrupt())
    assert (answer.returncode, answer.stderr) == (130, "Stopped.\n")


def test_with_json_the_error_is_a_document_too(tmp_path) -> None:
    answer = incrowd("risk", tmp_path / "größe.csv", "--json")
    assert answer.returncode == 2
    told = json.loads(answer.stdout)
    assert set(told) == {"code", "message", "hint", "errors"}
    assert "größe.csv" in told["message"]
    assert "größe.csv" in answer.stdout
    assert answer.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rik"], "No such command 'rik'"),
        (["risk"], "Missing argument 'DATA'"),
        (["risk", "x.csv", "--kk", "2"], "No such option"),
        (["check", "x.csv", "-k", "two"], "'two' is not a valid"),
    ],
    ids=["command", "argument", "option", "value"],
)
def test_what_cannot_be_parsed_is_a_usage_error(words: list[str], message: str) -> None:
    answer = incrowd(*words)
    assert answer.returncode == 2
    assert message in " ".join(answer.stderr.replace("│", " ").split())
    assert answer.stdout == ""


def test_every_command_says_what_it_does() -> None:
    for command in app.registered_commands:
        assert command.callback is not None
        assert (command.callback.__doc__ or "").strip().endswith("."), command.name
    assert risk.run.__doc__
