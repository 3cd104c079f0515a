"""The attack on the own release counts what a slow twin counts: candidates, and shared secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from person_twin import Twin, crowd_of_persons, publish_at, random_rows
from small_crowds import Row, crowd_of, published

from incrowd.crowd.crowd import Crowd
from incrowd.linking.attack.own_release import match_classes, match_recoding
from incrowd.linking.attack.own_result import find_shared_secrets, summarise_matches
from incrowd.search.recoding import Recoding

VALUES = st.sampled_from(["a", "b", "c", "d", "e", None])
ROWS = st.lists(st.tuples(VALUES, VALUES, st.sampled_from(["flu", "cold", None])), min_size=1)


def draw_levels(data: st.DataObject, crowd: Crowd) -> tuple[int, ...]:
    return tuple(data.draw(st.integers(0, height)) for height in crowd.heights)


def value_of(crowd: Crowd, place: int, line: int) -> str | None:
    return crowd.domains[place].values[crowd.codes[place][line]]


def draw_recoding(data: st.DataObject, crowd: Crowd) -> Recoding:
    """Every tuple in one part or two, each with levels of its own, kept or not."""
    tuples, counts = [], []
    for line, count in enumerate(crowd.counts.tolist()):
        first = data.draw(st.integers(1, count))
        for part in filter(None, (first, count - first)):
            tuples.append(line)
            counts.append(part)
    levels = np.array([draw_levels(data, crowd) for _ in tuples], np.uint8).T
    kept = np.array([data.draw(st.booleans()) for _ in tuples])
    return Recoding(
        crowd,
        np.array(tuples, np.int32),
        np.array(counts, np.int64),
        np.ascontiguousarray(levels),
        kept,
    )


@given(ROWS, st.data())
def test_a_state_is_matched_as_by_comparing_every_pair(rows: list[Row], data) -> None:
    crowd = crowd_of(rows, 2, 1)
    levels, k = draw_levels(data, crowd), data.draw(st.integers(1, 4))
    classes = crowd.at(levels)
    classes = classes.keeping(classes.sizes >= k)
    looks = [published(crowd, row[:2], levels) for row in rows]
    sizes = Counter(looks)
    released = [look for look in looks if sizes[look] >= k]
    candidates = [sum(look == other for other in released) for look in looks]
    attack = summarise_matches(
        match_classes(classes), crowd.names, 3, find_shared_secrets(classes), by_person=False
    )
    found = [number for number in candidates if number]
    assert (attack.total, attack.absent) == (len(rows), candidates.count(0))
    assert attack.certain == candidates.count(1)
    assert attack.exposed == sum(number < 3 for number in found)
    assert attack.fewest == min(found, default=0)
    assert attack.worst == (candidates.count(min(found)) if found else 0)
    assert sum(band.people for band in attack.bands) == attack.matched == len(found)
    assert attack.average_risk == pytest.approx(
        100 * sum(1 / number for number in found) / len(found) if found else 0
    )
    secrets: dict[Row, set[str | None]] = {}
    for row, look in zip(rows, looks, strict=True):
        if sizes[look] >= k:
            secrets.setdefault(look, set()).add(row[2])
    shared = [look for look, held in secrets.items() if len(held) == 1 and None not in held]
    assert attack.secrets[0].groups == len(secrets)
    assert attack.secrets[0].shared == len(shared)
    assert attack.secrets[0].members == sum(sizes[look] for look in shared)


@given(ROWS, st.data())
def test_rows_recoded_one_by_one_are_matched_by_what_their_texts_stand_for(rows, data) -> None:
    crowd = crowd_of(rows, 2)
    recoding = draw_recoding(data, crowd)
    places = range(len(crowd.names))
    lines = range(len(crowd.counts))
    shown = [
        tuple(recoding.label(name, part) for name in crowd.names)
        for part in range(len(recoding.tuples))
    ]

    def called(line: int, place: int) -> set[str]:
        """All that a value is called on the levels of its hierarchy."""
        row = tuple(value_of(crowd, each, line) for each in places)
        height = crowd.heights[place]
        texts = {
            published(crowd, row, [min(level, top) for top in crowd.heights])[place]
            for level in range(height + 1)
        }
        return {"missing" if text is None else text for text in texts}

    for line in lines:
        names = [called(line, place) for place in places]
        count = sum(
            int(number)
            for part, number in enumerate(recoding.counts)
            if recoding.kept[part]
            and all(text in own for text, own in zip(shown[part], names, strict=True))
        )
        assert match_recoding(recoding).candidates[line] == count


@given(st.integers(0, 10**6), st.data())
def test_people_are_matched_with_all_their_rows(seed: int, data) -> None:
    rows = random_rows(seed, most=14)
    crowd = crowd_of_persons(rows, sensitive=False)
    if not crowd.folded:
        return
    recoding = draw_recoding(data, crowd)
    twin = Twin(rows, key=0, quasi=[1, 2])

    def looks(row_set: list[Row], levels: tuple[int, ...]) -> Hashable:
        publish = publish_at(crowd, levels)
        return frozenset(Counter(publish(row) for row in row_set).items())

    bottom = crowd.bottom
    line_of = {
        looks(
            [(None, *(value_of(crowd.by_rows, place, entry) for place in (0, 1))) for entry in own],
            bottom,
        ): line
        for line, own in enumerate(
            [
                np.repeat(
                    crowd.persons.entries.values[begin:end], crowd.persons.entries.times[begin:end]
                ).tolist()
                for begin, end in zip(
                    crowd.persons.entries.starts[:-1],
                    crowd.persons.entries.starts[1:],
                    strict=True,
                )
            ]
        )
    }
    people = {line_of[looks(own, bottom)]: own for own in twin.persons.values()}
    assert len(people) == len(crowd.counts)
    candidates = match_recoding(recoding).candidates
    for line, own in people.items():
        count = 0
        for part, number in enumerate(recoding.counts.tolist()):
            levels = tuple(recoding.levels[:, part].tolist())
            other = people[int(recoding.tuples[part])]
            if recoding.kept[part] and looks(own, levels) == looks(other, levels):
                count += number
        assert candidates[line] == count
