"""Input that tries to break a parser: random texts, and valid ones with something done to them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from hypothesis import strategies as st

from incrowd.errors import IncrowdError

T = TypeVar("T")
SECONDS = 20.0
"""Processor time that no small input may take; what hung took minutes."""

FRAGMENTS = [
    *("", "*", "**", "\0", "\r", "\n", "\r\n", "\t", '"', "'", ";", ",", "{", "}", "[", "]"),
    *(
        "=>",
        "level 1",
        "level 2",
        "=",
        ":",
        "-",
        "..",
        "<",
        ">=",
        "+",
        "é",
        "²",
        "٣",
        "＝",
        "\ufeff",
    ),
    *("\u2028", "\x7f", "\x85", "\ud800", "\udcff", "😀", "nan", "inf", "-inf", "1e999", "1_0"),
    *("null", "true", "../../etc/passwd", "<script>", "1" * 400, " " * 50, "{" * 60, "[" * 60),
]
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(), max_size=20),  # lone surrogates as well
    st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join),
)
JSON_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.sampled_from([10**30, -(10**30), 10**400, 2**63, 1e308, 5e-324]),
        TEXTS,
    ),
    lambda values: st.one_of(
        st.lists(values, max_size=4), st.dictionaries(TEXTS, values, max_size=4)
    ),
    max_leaves=6,
)


@st.composite
def altered(draw: st.DrawFn, valid: str) -> str:
    """A valid text of which pieces are cut, repeated, moved or replaced."""
    text = valid
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 30)))
        piece = draw(st.one_of(st.sampled_from(FRAGMENTS), st.just(text[start:end] * 2), TEXTS))
        text = text[:start] + piece + text[end:]
    return text


@st.composite
def altered_json(draw: st.DrawFn, valid: dict[str, Any]) -> dict[str, Any]:
    """A valid document in which some values are others, missing, or under another name."""
    result: dict[str, Any] = json.loads(json.dumps(valid))
    for _ in range(draw(st.integers(1, 3))):
        place: Any = result
        key: Any = draw(st.sampled_from(sorted(result) or [""]))
        while isinstance(place.get(key), dict) and place[key] and draw(st.booleans()):
            place = place[key]
            key = draw(st.sampled_from(sorted(place)))
        deed = draw(st.sampled_from(["replace", "replace", "drop", "rename"]))
        held = place.pop(key, None)
        if deed == "replace":
            place[key] = draw(JSON_VALUES)
        elif deed == "rename":
            place[draw(TEXTS)] = held
    return result


def encoded(text: str) -> bytes:
    """A text as bytes of a file, whatever is in it."""
    return text.encode("utf-8", "surrogatepass")


@contextmanager
def file_of(content: bytes, name: str) -> Iterator[Path]:
    """A file with this content, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield path


def read_or_refuse(call: Callable[[], T], secret: str | None = None) -> T | None:
    """What a call answers, or None where it refuses in words; anything else is a fault.

    `secret` is what a refusal must not repeat, such as the folder in which a file lies.
    """
    before = process_time()
    try:
        return call()
    except IncrowdError as error:
        assert_in_words(error, secret)
        return None
    finally:
        assert process_time() - before < SECONDS


def assert_in_words(error: IncrowdError, secret: str | None = None) -> None:
    """A refusal has a message and a hint that can be sent, and tells nothing of the code."""
    texts = [str(error.message), str(error.hint), *map(str, error.errors)]
    assert texts[0]
    assert texts[1], texts[0]
    for text in texts:
        assert "Traceback" not in text
        assert "object at 0x" not in text
        assert f"{os.sep}incrowd{os.sep}" not in text
        if secret is not None:
            assert secret not in text
