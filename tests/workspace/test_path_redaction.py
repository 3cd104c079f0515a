"""Errors about uploaded files name the file, never the folder it lies in."""

from __future__ import annotations

from pathlib import Path

import pytest

from incrowd.errors import IncrowdError, SourceNotFound
from incrowd.language import say
from incrowd.workspace.folder import hiding

FOLDER = Path("/srv/incrowd/uploads/0123456789abcdef")


def refusal(message: str, hint: str = "", errors: tuple[str, ...] = ()) -> IncrowdError:
    with pytest.raises(SourceNotFound) as caught, hiding(FOLDER):
        raise SourceNotFound(
            say(message, file=FOLDER / "people.csv"), say(hint, file=FOLDER / "a.csv"), errors
        )
    return caught.value


def test_the_folder_is_left_out_of_message_hint_and_list() -> None:
    error = refusal("There is no '{file}'.", "See '{file}'.", (f"{FOLDER}/b.csv: empty", "other"))
    assert error.message == "There is no 'people.csv'."
    assert error.hint == "See 'a.csv'."
    assert error.errors == ("b.csv: empty", "other")


def test_the_kind_of_the_error_stays() -> None:
    assert refusal("No '{file}'.").code == SourceNotFound(say("x")).code


def test_a_folder_that_only_begins_alike_is_another_one() -> None:
    with pytest.raises(IncrowdError) as caught, hiding(FOLDER):
        raise IncrowdError(say("No '{path}'.", path=f"{FOLDER}-old/people.csv"))
    assert caught.value.message == f"No '{FOLDER}-old/people.csv'."


def test_other_errors_and_results_pass_as_they_are() -> None:
    with pytest.raises(ValueError, match="0123456789abcdef"), hiding(FOLDER):
        raise ValueError(f"{FOLDER}/people.csv")
    with hiding(FOLDER):
        done = True
    assert done
