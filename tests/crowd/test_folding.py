"""A crowd of persons agrees with its slow twin in every state of random tables."""

import numpy as np
import pytest
from person_twin import Twin, crowd_of_persons, every_state, publish_at, random_rows

from incrowd.crowd.persons import show_values
from incrowd.crowd.raising import raise_attribute
from incrowd.crowd.sweep import sweep
from incrowd.measures.measure import Question
from incrowd.measures.registry import measure

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_classes_sizes_and_values_agree_with_the_twin(seed: int) -> None:
    rows = random_rows(seed)
    crowd, twin = crowd_of_persons(rows), Twin(rows, 0, [1, 2], 3)
    assert crowd.rows == len(twin.persons)
    assert crowd.by_rows.rows == len(rows)
    for levels in every_state(crowd):
        wanted = twin.classes(publish_at(crowd, levels))
        classes = crowd.at(levels)
        question = Question(classes, "s0")
        figures = zip(
            classes.sizes.tolist(),
            measure("distinct_l").per_class(question).tolist(),
            np.round(measure("t_equal").per_class(question), 9).tolist(),
            strict=True,
        )
        assert sorted(figures) == sorted(
            (len(members), twin.diversity(members), round(twin.distance(members), 9))
            for members in wanted
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_states_do_not_depend_on_the_path(seed: int) -> None:
    crowd = crowd_of_persons(random_rows(seed), sensitive=False)
    states = every_state(crowd)
    fresh = {levels: sorted(crowd.at(levels).sizes.tolist()) for levels in reversed(states)}
    again = crowd_of_persons(random_rows(seed), sensitive=False)
    assert fresh == {levels: sorted(again.at(levels).sizes.tolist()) for levels in states}


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_of_persons_are_kept_together(seed: int) -> None:
    rows = random_rows(seed)
    crowd, twin = crowd_of_persons(rows), Twin(rows, 0, [1, 2])
    for levels in every_state(crowd):
        publish, persons = publish_at(crowd, levels), twin.persons
        large = [members for members in twin.classes(publish) if len(members) >= 2]
        classes = crowd.at(levels)
        classes = classes.keeping(classes.sizes >= 2)
        kept = sum(len(persons[person]) for members in large for person in members)
        assert classes.kept_table_rows == kept
        assert classes.by_rows.kept_rows == kept
        assert classes.by_rows.rows == classes.table_rows == len(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_raising_and_sweeping_agree_with_looking_at_states(seed: int) -> None:
    crowd = crowd_of_persons(random_rows(seed))
    swept = sweep(crowd)
    for position, levels in enumerate(every_state(crowd)):
        assert swept.smallest[position] == crowd.at(levels).sizes.min()
        assert swept.classes[position] == crowd.at(levels).count
    for index in range(2):
        for classes in raise_attribute(crowd, (0, 0), index):
            assert sorted(classes.sizes) == sorted(crowd.at(classes.levels).sizes)
            assert classes.values_of("s0").counts.sum() == crowd.sensitive[0].counts.sum()


@pytest.mark.parametrize("seed", SEEDS)
def test_sequences_are_finer_than_multisets(seed: int) -> None:
    crowd = crowd_of_persons(random_rows(seed))
    for levels in every_state(crowd):
        classes = crowd.class_of_tuples(levels)
        pairs = list(zip(crowd.ladders, crowd.codes, levels, strict=True))
        codes = [ladder.codes[level][own] for ladder, own, level in pairs]
        sequences = {}
        for place, key in enumerate(zip(*(each.tolist() for each in codes), strict=True)):
            assert sequences.setdefault(key, classes[place]) == classes[place]


def test_one_person_in_all_rows_stands_alone() -> None:
    crowd = crowd_of_persons(
        [("p", "a", "x", "flu"), ("p", "b", "x", "flu"), ("p", "a", "x", None)]
    )
    assert crowd.rows == 1
    assert [crowd.at(levels).sizes.tolist() for levels in every_state(crowd)] == [[1]] * 4


def test_rows_without_a_key_are_persons_of_their_own() -> None:
    rows = [
        (None, "a", "x", "flu"),
        ("", "a", "x", "flu"),
        (" ", "a", "x", "cold"),
        ("p", "a", "x", "flu"),
    ]
    crowd = crowd_of_persons(rows)
    assert crowd.counts.tolist() == [4]
    assert not crowd.folded


def test_what_all_share_is_no_secret() -> None:
    rows = [
        ("p", "a", "x", "flu"),
        ("p", "a", "x", "cold"),
        ("q", "a", "x", "flu"),
        ("q", "a", "x", "cancer"),
    ]
    question = Question(crowd_of_persons(rows).at((0, 0)), "s0")
    for name in ("distinct_l", "entropy_l", "recursive_l"):
        assert measure(name).compute(question) == 1
    assert measure("alpha_k").compute(question) == 1


def test_a_person_is_described_by_all_rows() -> None:
    rows = [("p", "a", "x", "flu"), ("p", "b", "x", "flu")]
    crowd = crowd_of_persons(rows)
    assert crowd.describe(0, (0, 0)) == {"q0": "a + b", "q1": "x × 2"}
    assert crowd.domains[0].values[0] == show_values(["a", "b"], [1, 1])
    assert list(crowd.domains[0].values[:1]) == ["a + b"]
