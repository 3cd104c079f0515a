"""Hierarchies and taxonomies as somebody may write them: read, or refused in words and in time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled

from incrowd.hierarchies import from_csv, from_rules, to_rules
from incrowd.hierarchies.csv_file import to_csv
from incrowd.hierarchies.hierarchy import Domain, Hierarchy
from incrowd.linking.values.taxonomy import Taxonomy, read_taxonomy
from incrowd.table import SUPPRESSED, Attribute, Kind, Profile, Role
from trust.hostile_input import TEXTS, altered, file_of, read_or_refuse

CSV = '20;20-21;*\n21;20-21;*\n"2;2";22-23;*\n23;22-23;*\n'
RULES = 'level 1\n{20, 21} => 20-21\n{"2;2", 23} => 22-23\nlevel 2\n{20-21, 22-23} => *\n'
VALUES = ("20", "21", "2;2", "23")
MANY = 100_000


def domain(*values: str | None) -> Domain:
    attribute = Attribute(Profile("age", Kind.TEXT, len(values), 0, len(values)), Role.QUASI, "")
    return Domain(attribute, values, np.ones(len(values), np.int64))


def is_chain(hierarchy: Hierarchy | None) -> None:
    """What was read ends in `*`, says a label for each group, and can be written again."""
    if hierarchy is None:
        return
    assert hierarchy.height >= 1
    assert set(hierarchy.labels[-1]) <= {SUPPRESSED}
    for groups, labels in zip(hierarchy.groups, hierarchy.labels, strict=True):
        assert len(groups) == len(hierarchy.values)
        assert int(np.max(groups, initial=-1)) < len(labels)
    to_rules(hierarchy)
    to_csv(hierarchy)
    Taxonomy.of(hierarchy)


@given(content=st.binary(max_size=120))
@example(content=b"")
@example(content=b"\xff\xfe\x00")
@example(content=b'"20')
@example(content=b"20;a\0b;*\n")
def test_random_bytes_as_a_file(content: bytes) -> None:
    with file_of(content, "age.csv") as path:
        is_chain(read_or_refuse(lambda: from_csv(path, domain("20", None))))


@given(text=st.one_of(TEXTS, altered(CSV)))
@settings(max_examples=scaled(200))
@example(text="20;" + "x" * 200_000 + ";*")
def test_an_altered_table(text: str) -> None:
    is_chain(read_or_refuse(lambda: from_csv(text, domain(*VALUES))))


@given(text=st.one_of(TEXTS, altered(RULES)))
@settings(max_examples=scaled(200))
@example(text="level " + "9" * 5000)
@example(text="level ٣")
@example(text="{20, 21} => \0")
@example(text='{"20\r"} => a')
def test_altered_rules(text: str) -> None:
    is_chain(read_or_refuse(lambda: from_rules(text, domain(*VALUES))))


@given(text=st.one_of(TEXTS, altered(CSV), altered(RULES)), label=TEXTS)
@settings(max_examples=scaled(200))
@example(text="=>", label="")
@example(text="{} => {}", label=".")
def test_an_altered_taxonomy(text: str, label: str) -> None:
    is_chain(read_or_refuse(lambda: read_taxonomy(label, text)))


LONG = {
    "a run of blanks in a rule": "{a} => " + " " * MANY + "x",
    "a run of blanks in a name": "{a" + " " * MANY + "b} => c",
    "a run of braces": "{a" + "}" * MANY + " = c",
    "braces and blanks": "{a" + "} " * MANY + "= c",
    "a quote that is never closed": '{"' + "a\n" * MANY,
    "quotes": '{"' + '""' * MANY + "} => c",
    "commas": "{" + "a," * MANY + "} => c",
    "a chain of groups": "".join(f"v{n};v{n + 1};*\n" for n in range(MANY)),
    "many empty cells": "v" + ";" * MANY,
    "many levels": "v" + ";a" * MANY + ";*",
    "many groups of one name": "".join(f"v{n};a;*\n" for n in range(MANY)),
    "many lines of different length": "".join(f"v{n}{';a' * (n % 50)};*\n" for n in range(10_000)),
    "a header of blanks": " " * MANY + ";level\nv;a\n",
    "a top of blanks": f"v;a;{' ' * MANY}x\nw;b;y\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", list(LONG))
def test_a_long_text_takes_no_longer_than_it_must(name: str) -> None:
    read_or_refuse(lambda: read_taxonomy("1.a", LONG[name]))
    read_or_refuse(lambda: from_csv(LONG[name], domain("v")))
    read_or_refuse(lambda: from_rules(LONG[name], domain("a")))
