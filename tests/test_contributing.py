"""The walks of CONTRIBUTING.md, followed with a toy variant in a copy of the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import incrowd
from incrowd.kernels.compilation import cache_folder

PACKAGE = Path(incrowd.__file__).parent
PEOPLE = "age,sex\n30,f\n30,f\n41,m\n41,m\n52,f\n"

MEASURE = '''"""Rows in classes of two: 2 -> 1 other row."""

from incrowd.measures.measure import Measure

ROWS_IN_PAIRS = Measure(
    name="rows_in_pairs",
    title="Rows in pairs",
    explanation="How many published rows share their values with exactly one other row.",
    citation="A toy, 2026.",
    family="risk",
    better="lower",
    unit="rows",
    compute=lambda question: float(2 * (question.classes.kept_sizes == 2).sum()),
)
'''
METHOD = '''"""Leave out small classes and generalise nothing."""

from incrowd.crowd.crowd import State
from incrowd.measures.enforcement import enforce
from incrowd.search.method import Method, Solution
from incrowd.search.recoding import Recoding


def solve(problem, listeners):
    crowd = problem.crowd
    state = State((0,) * len(crowd.names), problem.k, problem.protections)
    classes = enforce(crowd, state)
    return Solution(Recoding.of_state(classes), classes)


SUPPRESS_ONLY = Method(
    name="suppress-only",
    title="Suppress only",
    explanation="Leaves out the rows of small classes and changes nothing else.",
    citation="A toy, 2026.",
    recoding="global",
    options=("max_suppression",),
    run=solve,
)
'''
FORMAT = '''"""One JSON array a line, the names first."""

import json

from incrowd.engines.duckdb.relation import batch_rows, check_names, ingest
from incrowd.engines.files.format import Format, OutputFormat


def read(request, session):
    names, *rows = map(json.loads, b"".join(request.stream()).splitlines())
    return ingest(session, request.name, check_names(names, request.name), batch_rows(iter(rows)))


def write(output, part):
    rows = [row for batch in output.batches() for row in zip(*map(list, batch.columns))]
    lines = [output.names, *([cell.as_py() for cell in row] for row in rows)]
    part.write_text("".join(json.dumps(line) + "\\n" for line in lines))
    return len(rows)


FORMAT = Format(
    "arrays",
    "JSON arrays",
    read,
    ("arrays",),
    output=OutputFormat("arrays", "JSON arrays", "A toy.", "application/json", write, list),
)
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that a variant can be added to."""
    leave_out = shutil.ignore_patterns("__pycache__", "static")
    return Path(shutil.copytree(PACKAGE, tmp_path / "src" / "incrowd", ignore=leave_out))


def add(package: Path, file: str, text: str, registry: str, name: str) -> None:
    """Follow a walk: one file, and one name in BUILT_IN (with the import that it needs)."""
    (package / file).write_text(text, "utf-8")
    listed = (package / registry).read_text("utf-8")
    module = f"incrowd.{file.removesuffix('.py').replace('/', '.')}"
    head, mark, entries = listed.partition("\nBUILT_IN")
    opening, bracket, rest = entries.partition("= (")
    assert mark, "the registry has no BUILT_IN"
    assert bracket, "BUILT_IN is no tuple"
    line = f"from {module} import {name}\n"
    text = f"{head}{line}{mark}{opening}{bracket}\n    {name},{rest}"
    (package / registry).write_text(text, "utf-8")


def run(package: Path, *words: object) -> dict:
    environment = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "NUMBA_CACHE_DIR": str(cache_folder()),
    }
    done = subprocess.run(
        [sys.executable, "-m", "incrowd", *map(str, words), "--json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=package.parent,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_measure_is_one_file_and_one_line(package: Path) -> None:
    add(package, "measures/risk/rows_in_pairs.py", MEASURE, "measures/registry.py", "ROWS_IN_PAIRS")
    (package.parent / "people.csv").write_text(PEOPLE)
    answer = run(package, "risk", "people.csv", "--qi", "age,sex", "--measure", "rows_in_pairs")
    assert answer["measures"] == {"rows_in_pairs": 4.0}


def test_a_method_is_one_file_and_one_line(package: Path) -> None:
    file = "search/global_recoding/suppress_only.py"
    add(package, file, METHOD, "search/methods.py", "SUPPRESS_ONLY")
    (package.parent / "people.csv").write_text(PEOPLE)
    options = ["--qi", "age,sex", "-k", 2, "--method", "suppress-only", "-o", "out.csv"]
    answer = run(package, "anonymize", "people.csv", *options)
    assert (answer["method"], answer["rows"], answer["suppressed_rows"]) == ("suppress-only", 4, 1)
    assert answer["output"]["verified"]


def test_a_format_is_one_file_and_one_line(package: Path) -> None:
    add(package, "engines/files/arrays.py", FORMAT, "engines/files/formats.py", "FORMAT")
    (package.parent / "people.csv").write_text(PEOPLE)
    options = ["--qi", "age,sex", "-k", 2, "--max-suppression", 1, "-o", "out.arrays"]
    answer = run(package, "anonymize", "people.csv", *options)
    assert answer["output"]["verified"]
    answer = run(package, "check", "out.arrays", "--qi", "age,sex", "-k", 2)
    assert answer["holds"]
