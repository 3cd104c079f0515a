"""What every registered variant must hold: a new one is tested because it is registered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_crowds import any_levels, crowd_of, halving_hierarchy, in_numbers, tables
from small_samples import sample_rows

import incrowd as ic
from incrowd import synthetic
from incrowd.advice.presets.built_in import BUILT_IN as PRESETS
from incrowd.advice.verdict.registry import BUILT_IN as CHECKS
from incrowd.answers import Words
from incrowd.crowd.crowd import Crowd
from incrowd.engines.files.format import Format, OutputFormat
from incrowd.engines.files.formats import BUILT_IN as FORMATS
from incrowd.engines.files.formats import output_format, writable_formats
from incrowd.errors import UnknownName
from incrowd.hierarchies.registry import BUILT_IN as BUILDERS
from incrowd.language import LANGUAGES
from incrowd.language.catalogue import translations
from incrowd.measures.measure import Measure, Question
from incrowd.measures.registry import BUILT_IN as MEASURES
from incrowd.measures.registry import diversities
from incrowd.search.method import Listeners, Method, Option, Problem, Solution
from incrowd.search.methods import BUILT_IN as METHODS
from incrowd.search.methods import method
from incrowd.search.priorities import Priorities
from incrowd.search.recoding import Recoding
from incrowd.search.strength import BUILT_IN as STRENGTHS
from incrowd.service.catalogue import catalogue
from incrowd.service.exports.formats import list_output_formats
from incrowd.techniques.registry import BUILT_IN as TECHNIQUES

OBJECTIVES = [measure for measure in MEASURES if measure.objective]
PROMISES = [measure for measure in MEASURES if measure.promise]
CLASS_PROMISES = [measure for measure in PROMISES if measure.promise.release is None]
REGISTRIES = {
    "measures": MEASURES,
    "methods": METHODS,
    "techniques": TECHNIQUES,
    "strengths": STRENGTHS,
    "builders": BUILDERS,
    "presets": PRESETS,
    "checks": CHECKS,
    "formats": writable_formats(),
    "generators": synthetic.GENERATORS,
}
VARIANTS = [(kind, variant) for kind, variants in REGISTRIES.items() for variant in variants]
OTHER_LANGUAGES = [language for language in LANGUAGES if language != "en"]

every_registry = pytest.mark.parametrize("kind", REGISTRIES)
every_variant = pytest.mark.parametrize(
    "variant",
    [variant for _, variant in VARIANTS],
    ids=[f"{kind}-{variant.name}" for kind, variant in VARIANTS],
)
every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
every_objective = pytest.mark.parametrize("measure", OBJECTIVES, ids=lambda measure: measure.name)
every_promise = pytest.mark.parametrize("measure", CLASS_PROMISES, ids=lambda measure: measure.name)
every_format = pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
every_output = pytest.mark.parametrize("output", writable_formats(), ids=lambda output: output.name)


@every_registry
def test_names_are_unique(kind: str) -> None:
    names = [variant.name for variant in REGISTRIES[kind]]
    assert sorted(set(names)) == sorted(names)


@every_variant
def test_a_variant_explains_itself(variant) -> None:
    assert variant.name.strip() == variant.name != ""
    assert variant.title
    assert variant.explanation.endswith(".")


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@every_variant
def test_a_variant_is_translated(variant, language: str) -> None:
    known = translations(language)
    assert variant.title in known
    assert variant.explanation in known


def test_the_catalogue_lists_what_is_registered() -> None:
    listed = catalogue()
    for kind in (
        "measures",
        "methods",
        "techniques",
        "strengths",
        "builders",
        "presets",
        "checks",
        "formats",
    ):
        names = [entry.name for entry in getattr(listed, kind)]
        assert names == [variant.name for variant in REGISTRIES[kind]]
    assert [entry.name for entry in listed.objectives] == [measure.name for measure in OBJECTIVES]
    assert [entry.name for entry in listed.promises] == [measure.name for measure in PROMISES]


def solve(crowd: Crowd, k: int, method: Method, share: float) -> Solution:
    crowd = crowd if method.aggregate is None else in_numbers(crowd)
    priorities = Priorities.ranked((), crowd.names)
    problem = Problem(crowd, k, priorities, max_suppression=share, seed="the same")
    return method.run(problem, Listeners())


@every_method
def test_a_method_names_options_that_exist(method: Method) -> None:
    assert set(method.options) <= set(get_args(Option))
    assert len(set(method.options)) == len(method.options)
    assert method.citation.endswith(".")


@every_method
@given(tables(2), st.integers(1, 5), st.sampled_from([0.0, 0.3, 1.0]))
def test_a_method_publishes_classes_of_k_rows(method: Method, rows, k: int, share: float) -> None:
    crowd = crowd_of(rows, 2)
    assume(k <= crowd.rows)
    solution = solve(crowd, k, method, share)
    recoding = solution.recoding
    assert int(recoding.counts.sum()) == crowd.rows
    assert int(recoding.class_sizes.sum()) == crowd.rows - recoding.suppressed_rows
    assert (recoding.class_sizes >= k).all()
    if "max_suppression" in method.options:
        assert recoding.suppressed_rows <= share * crowd.rows
    if method.recoding == "global":
        assert solution.classes is not None
        assert (recoding.levels[:, recoding.kept].min(1) == solution.classes.levels).all()
        assert (recoding.levels[:, recoding.kept].max(1) == solution.classes.levels).all()


@every_method
@given(tables(2))
def test_a_method_answers_the_same_again(method: Method, rows) -> None:
    crowd = crowd_of(rows, 2)
    first, second = (solve(crowd, min(2, crowd.rows), method, 1.0).recoding for _ in range(2))
    assert np.array_equal(first.levels, second.levels)
    assert np.array_equal(first.kept, second.kept)


@every_objective
@given(tables(2), st.data())
def test_an_objective_of_a_state_is_its_measure(measure: Measure, rows, data) -> None:
    """A global recoding costs what the measure says of its classes."""
    crowd = crowd_of(rows, 2)
    classes = crowd.at(data.draw(any_levels(crowd)))
    assert measure.objective is not None
    expected = measure.compute(Question(classes))
    if expected is not None:
        figure = measure.objective.of_recoding(Recoding.of_state(classes))
        assert figure == pytest.approx(expected, rel=1e-9, abs=1e-9)


def protected_crowd(rows) -> Crowd:
    """Two quasi-identifiers and a sensitive attribute, each with a hierarchy."""
    crowd = crowd_of(rows, 2, 1)
    hierarchies = {hierarchy.attribute: hierarchy for hierarchy in crowd.hierarchies}
    secret = crowd.sensitive[0]
    return crowd.with_hierarchies({**hierarchies, secret.name: halving_hierarchy(secret.domain)})


def draw_states(crowd: Crowd, data: st.DataObject) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A state, and one that is at least as coarse."""
    low, other = data.draw(any_levels(crowd)), data.draw(any_levels(crowd))
    return low, tuple(np.maximum(low, other).tolist())


@every_promise
@given(tables(3), st.data())
def test_merged_classes_keep_a_promise_as_it_claims(measure: Measure, rows, data) -> None:
    assert measure.promise is not None
    crowd = protected_crowd(rows)
    low, high = draw_states(crowd, data)
    fine, coarse = Question(crowd.at(low), "s0"), Question(crowd.at(high), "s0")
    if measure.promise.merging == "convex":
        threshold = measure.compute(fine)
        assume(threshold is not None)
        slack = 1e-6 if measure.promise.strict else 0.0
        assert measure.holding(coarse, threshold + slack).all()
    elif measure.promise.merging == "closed":
        figures = measure.per_class(fine)
        threshold = float(figures[data.draw(st.integers(0, len(figures) - 1))])
        holding = measure.holding(fine, threshold)[crowd.class_of_tuples(low)]
        merged = crowd.class_of_tuples(high)
        assert measure.holding(coarse, threshold)[merged[holding]].all()


@every_promise
@given(tables(3), st.data())
def test_rows_that_a_promise_gives_up_are_lost_below(measure: Measure, rows, data) -> None:
    assert measure.promise is not None
    crowd = protected_crowd(rows)
    low, high = draw_states(crowd, data)
    fine, coarse = Question(crowd.at(low), "s0"), Question(crowd.at(high), "s0")
    figures = measure.per_class(fine)
    threshold = float(figures[data.draw(st.integers(0, len(figures) - 1))])
    assume(np.isfinite(threshold))
    lost = ~measure.holding(fine, threshold)[crowd.class_of_tuples(low)]
    lost_rows = np.bincount(crowd.class_of_tuples(high), lost * crowd.counts, coarse.classes.count)
    assert (measure.promise.surely_lost(coarse, threshold) <= lost_rows + 1e-9).all()


@every_format
def test_a_format_describes_itself(format: Format) -> None:
    assert format.title
    assert format.extensions
    others = [other for other in FORMATS if other is not format]
    assert not set(format.extensions) & {end for other in others for end in other.extensions}
    if format.output is not None:
        assert format.output.name in format.extensions
        assert set(format.output.options) <= set(format.options)


@every_output
def test_a_format_that_can_be_written_describes_itself(output: OutputFormat) -> None:
    assert output_format(output.name) is output
    assert output.extension == f".{output.name}"
    assert "/" in output.media_type
    listed = [known for known in list_output_formats() if known.name == output.name]
    assert [(known.extension, known.media_type) for known in listed] == [
        (output.extension, output.media_type)
    ]


@pytest.mark.slow
@every_output
def test_a_release_comes_back_from_its_file(output: OutputFormat, tmp_path: Path) -> None:
    people = sample_rows(tmp_path / "people.csv", 60)
    quasi = ["age", "sex", "education"]
    with ic.open(people, quasi=quasi, sensitive=[]) as table:
        released = table.anonymize(k=3).write(tmp_path / f"safe{output.extension}")
    assert released.verified
    with ic.open(released.path, quasi=quasi, sensitive=[]) as again:
        assert again.check(3).holds
        assert again.risk().rows == released.rows


def test_unknown_names_are_refused() -> None:
    for find in (method, output_format):
        with pytest.raises(UnknownName):
            find("nothing of the kind")


def test_variants_cannot_be_changed() -> None:
    for _, variant in VARIANTS:
        assert replace(variant) == variant
        with pytest.raises(AttributeError):
            variant.name = "another"


def test_every_title_in_the_catalogue_is_marked_for_translation() -> None:
    for kind in (
        "measures",
        "methods",
        "techniques",
        "strengths",
        "objectives",
        "promises",
        "builders",
        "presets",
        "formats",
    ):
        hints = get_type_hints(type(getattr(catalogue(), kind)[0]), include_extras=True)
        assert (hints["title"], hints["explanation"]) == (Words, Words)


@pytest.mark.parametrize(("name", "model"), diversities().items())
def test_each_way_to_count_l_protects_a_sensitive_attribute(
    name: str, model: str, tmp_path: Path
) -> None:
    people = tmp_path / "people.csv"
    people.write_text("zip,illness\n1,a\n1,b\n2,a\n2,b\n")
    with ic.open(people, quasi=["zip"], sensitive=["illness"]) as table:
        outcome = table.anonymize(k=2, l=2, diversity=name)
    wanted = [(protection.model, protection.threshold) for protection in outcome.protections]
    assert wanted == [(model, 2)]
    listed = {promise.name: promise.diversity for promise in catalogue().promises}
    assert listed[model] == name
