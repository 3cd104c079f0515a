"""Every technique has a golden case, a page in the guide, and does what its case says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from incrowd.table import Profile
from incrowd.techniques.cells import Cells
from incrowd.techniques.registry import BUILT_IN
from incrowd.techniques.step import Step
from incrowd.techniques.technique import Technique
from techniques.golden_cases import GOLDEN

GUIDE = Path(__file__).parents[2] / "docs" / "techniques.md"

every_technique = pytest.mark.parametrize("technique", BUILT_IN, ids=lambda each: each.name)


def run(technique: Technique) -> tuple[str | None, ...]:
    case = GOLDEN[technique.name]
    step = Step(technique.name, case.value, "x", "golden")
    known = {text for text in case.before if text is not None}
    missing = case.before.count(None)
    profile = Profile("x", case.kind, len(case.before), missing, len(known))
    if technique.choose is not None:
        kept = technique.choose(np.arange(len(case.before)), step.setting, step.random(0))
        return tuple(text for text, stays in zip(case.before, kept, strict=True) if stays)
    assert technique.change is not None
    cells = Cells.of(profile, pa.array(case.before, pa.string()))
    return tuple(technique.change(cells, step.setting, step.random(0)).texts().to_pylist())


@every_technique
def test_a_technique_does_what_its_golden_case_says(technique):
    assert run(technique) == GOLDEN[technique.name].after


@every_technique
def test_a_technique_is_explained_and_cited(technique):
    assert technique.citation.endswith(".")
    assert technique.parameter.title
    assert technique.parameter.parse(technique.name, f"{technique.parameter.default:g}")
    assert f"`{technique.name}`" in GUIDE.read_text("utf-8")
    assert (technique.change is None) != (technique.choose is None)
    assert technique.about_column == bool(technique.kinds)


def test_no_case_is_of_another_time():
    assert set(GOLDEN) == {technique.name for technique in BUILT_IN}
