"""Encodings: guessed from the beginning, corrected by the rest, and wrong bytes named."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from incrowd.engines.files.text.encoding import (
    LATIN,
    UTF8,
    WINDOWS,
    UnreadableByte,
    check_utf8,
    convert_to_utf8,
    decode_sample,
    find_codec,
    guess_encoding,
    guess_one_byte_encoding,
)
from incrowd.errors import InvalidParameter


def _in_pieces(content: bytes, size: int) -> list[bytes]:
    return [content[place : place + size] for place in range(0, len(content), size)]


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b"age,sex\n", UTF8),
        (b"", UTF8),
        (codecs.BOM_UTF8 + b"age", UTF8),
        (codecs.BOM_UTF16_LE + "age".encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + "age".encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + "age".encode("utf-32-le"), "utf-32-le"),
        (codecs.BOM_UTF32_BE + "age".encode("utf-32-be"), "utf-32-be"),
        ("age,sex\n".encode("utf-16-le"), "utf-16-le"),
        ("age,sex\n".encode("utf-16-be"), "utf-16-be"),
        ("Größe;Straße\n".encode("utf-16-le"), "utf-16-le"),
        (b"age,\0sex\n39,f\n40,m\n", UTF8),
        (b"\0" * 40, UTF8),
    ],
)
def test_the_beginning_suggests_an_encoding(head: bytes, encoding: str) -> None:
    assert guess_encoding(head) == encoding


@pytest.mark.parametrize(
    ("name", "head", "codec"),
    [
        ("UTF-8", b"", UTF8),
        ("utf8", b"", UTF8),
        ("utf-8-sig", b"", UTF8),
        ("Latin-1", b"", LATIN),
        ("windows-1252", b"", WINDOWS),
        ("utf-16", codecs.BOM_UTF16_BE + b"\0a", "utf-16-be"),
        ("utf-16", "age".encode("utf-16-be") * 9, "utf-16-be"),
        ("utf-16", b"ab", "utf-16-le"),
        ("utf-32", codecs.BOM_UTF32_BE + b"\0\0\0a", "utf-32-be"),
    ],
)
def test_declared_names_are_normalised(name: str, head: bytes, codec: str) -> None:
    assert find_codec(name, head) == codec


@pytest.mark.parametrize("name", ["utf-9", "", "base64", "rot13"])
def test_unknown_names_are_refused_with_a_suggestion(name: str) -> None:
    with pytest.raises(InvalidParameter) as caught:
        find_codec(name, b"")
    assert caught.value.hint


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=30)


@given(
    text=TEXTS,
    encoding=st.sampled_from([UTF8, "utf-16-le", "utf-16-be", "utf-32-le"]),
    size=st.integers(1, 9),
)
@example(text="é€😀", encoding=UTF8, size=1)
def test_any_text_comes_out_in_utf_8(text: str, encoding: str, size: int) -> None:
    for mark in ("", "\ufeff"):
        content = (mark + text).encode(encoding)
        assert b"".join(convert_to_utf8(_in_pieces(content, size), encoding, "f")) == text.encode()


@given(text=TEXTS, size=st.integers(1, 9))
def test_utf_8_passes_as_it_is(text: str, size: int) -> None:
    content = text.encode()
    checked = b"".join(check_utf8(lambda: _in_pieces(content, size), "f"))
    assert checked == content


def test_the_mark_is_left_out_of_utf_8() -> None:
    content = codecs.BOM_UTF8 + b"age\n"
    assert b"".join(check_utf8(lambda: [content], "f")) == b"age\n"


@given(
    before=TEXTS,
    wrong=st.sampled_from([b"\xff", b"\xc3(", b"\xe9x", b"\x80"]),
    size=st.integers(1, 9),
)
@example(before="é\n\né", wrong=b"\xff", size=1)
def test_the_wrong_byte_is_named(before: str, wrong: bytes, size: int) -> None:
    content = before.encode() + wrong + b"\nmore\n"
    line = before.encode().count(b"\n") + 1
    place = f"offset {len(before.encode())} (line {line})"
    with pytest.raises(UnreadableByte) as caught:
        list(check_utf8(lambda: _in_pieces(content, size), "f.csv"))
    assert place in caught.value.message
    with pytest.raises(UnreadableByte) as caught:
        list(convert_to_utf8(_in_pieces(content, size), UTF8, "f.csv"))
    assert place in caught.value.message


def test_a_character_that_is_cut_off_at_the_end_is_named() -> None:
    with pytest.raises(UnreadableByte, match="offset 2 "):
        list(check_utf8(lambda: [b"ab\xe2\x82"], "f"))
    with pytest.raises(UnreadableByte, match="offset 2 "):
        list(convert_to_utf8([b"a\0b"], "utf-16-le", "f"))


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"caf\xe9", WINDOWS),
        (b"price \x80", WINDOWS),
        (b"caf\xe9 \x81", LATIN),
        ("é€ü".encode() + b"\xff", None),
        ("é".encode() + b"\xff\xfe\xff", WINDOWS),
    ],
)
def test_what_is_not_utf_8(content: bytes, encoding: str | None) -> None:
    assert guess_one_byte_encoding([content]) == encoding
    assert guess_one_byte_encoding(_in_pieces(content, 1)) == encoding


def test_a_sample_may_be_cut_within_a_character() -> None:
    assert decode_sample("aé".encode()[:-1], UTF8) == b"a"
    assert decode_sample(codecs.BOM_UTF8 + b"a", UTF8) == b"a"
    assert decode_sample("a€".encode("utf-16-le")[:-1], "utf-16-le") == b"a"
    assert decode_sample(b"caf\xe9", WINDOWS) == "café".encode()
