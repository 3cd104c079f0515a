"""From a recoding to rows: what is shown, and the crowd of what is shown."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from recoded_rows import any_recoding, published_rows, slow_values
from small_crowds import crowd_of

from incrowd.release.recoded_rows import published_crowd, published_parts
from incrowd.search.recoding import Recoding

Row = tuple[str | None, ...]
ROWS = st.lists(
    st.tuples(*[st.sampled_from([*"abcd", "*", None])] * 2, st.sampled_from("xyz")),
    min_size=1,
    max_size=25,
)


@settings(max_examples=scaled(60))
@given(data=st.data(), rows=ROWS)
def test_classes_of_what_is_published(data: st.DataObject, rows: list[Row]) -> None:
    recoding: Recoding = data.draw(any_recoding(crowd_of(rows, quasi=2, sensitive=1)))
    crowd = published_crowd(recoding)
    found = Counter()
    for index, count in enumerate(crowd.counts.tolist()):
        shown = tuple(
            domain.values[codes[index]]
            for domain, codes in zip(crowd.domains, crowd.codes, strict=True)
        )
        assert shown not in found
        found[shown] = count
    assert found == Counter(shown for _, shown in published_rows(recoding))
    for domain in crowd.domains:
        assert None not in domain.values[:-1]


@settings(max_examples=scaled(60))
@given(data=st.data(), rows=ROWS)
def test_parts_show_what_is_published(data: st.DataObject, rows: list[Row]) -> None:
    recoding: Recoding = data.draw(any_recoding(crowd_of(rows, quasi=2)))
    kept = published_parts(recoding)
    assert kept.parts is not None
    parts = kept.parts.table.to_pylist()
    assert [part["tuple"] for part in parts] == sorted(part["tuple"] for part in parts)
    columns = [
        [labels.texts[code] for code in labels.codes.to_pylist()]
        for labels in kept.parts.labels.values()
    ]
    shown = list(zip(*columns, strict=True))
    originals = list(zip(*(column.to_pylist() for column in kept.table.columns), strict=True))
    found = Counter()
    for part, published in zip(parts, shown, strict=True):
        if part["kept"]:
            found[originals[part["tuple"]], published] += part["rows"]
    assert found == Counter(published_rows(recoding))
    sizes = Counter(published for _, published in published_rows(recoding))
    for part, published in zip(parts, shown, strict=True):
        assert part["size"] == (sizes[published] if part["kept"] else 0)


@settings(max_examples=scaled(60))
@given(data=st.data(), rows=ROWS)
def test_sensitive_values_of_what_is_published(data: st.DataObject, rows: list[Row]) -> None:
    crowd = crowd_of(rows, quasi=2, sensitive=1)
    levels = [data.draw(st.integers(0, height)) for height in crowd.heights]
    classes = crowd.at(levels)
    recoding = Recoding.of_state(classes.keeping(classes.sizes >= data.draw(st.integers(1, 3))))
    published = published_crowd(recoding)
    assert published.sensitive[0].domain is crowd.sensitive[0].domain
    wanted = slow_values(recoding, rows, 2)
    values = published.at(published.bottom).values_of("s0")
    for index, count in enumerate(published.counts.tolist()):
        shown = tuple(
            domain.values[codes[index]]
            for domain, codes in zip(published.domains, published.codes, strict=True)
        )
        inside = slice(values.starts[index], values.starts[index + 1])
        texts = [values.sensitive.domain.values[code] for code in values.values[inside]]
        found = Counter(dict(zip(texts, values.counts[inside].tolist(), strict=True)))
        assert found == wanted[shown]
        assert sum(found.values()) == count


def test_split_tuples_tell_no_sensitive_values() -> None:
    crowd = crowd_of([("a", "x"), ("a", "y"), ("b", "x")], quasi=1, sensitive=1)
    whole = Recoding.of_state(crowd.at(crowd.bottom))
    split = Recoding(
        crowd,
        whole.tuples[[0, 0, 1]],
        whole.counts[[1, 1, 1]],
        whole.levels[:, [0, 0, 1]],
        whole.kept[[0, 0, 1]],
    )
    assert len(published_crowd(whole).sensitive) == 1
    assert published_crowd(split).sensitive == ()
    with pytest.raises(Exception, match="before they are written"):
        split.values_of("s0")
