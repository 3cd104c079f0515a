"""An attack on a million published rows with a list of a million people, beside a join in DuckDB.

Goal: ten seconds and bounded memory, whatever way the release was generalised. The release is made
by `incrowd anonymize --method priority`; in the others every cell is generalised at random. The
plain reference is a join in SQL over ends, prefixes and members that were taken apart before; it
compares row by row, so it gets few people, and what it would need for all is reckoned from that.
Some people and some rows are counted by comparing every text with every value.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from benchmarks.memory import in_a_process, peak_bytes
from benchmarks.timing import best
from incrowd.engines import connect
from incrowd.linking.attack.tables import Comparison, compare
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.values.published_value import overlaps
from incrowd.service.attacks import attack

ROWS = 1_000_000
FEW = 100_000
SOME = 30, 4
"""Rows, and people, that are counted by comparing every text."""
BY_SQL = 20
"""People that the join in SQL gets."""
COLUMNS = ("zip", "age", "sex", "school")
ON = {name: name for name in COLUMNS}
SHAPES = ("ranges", "masks", "sets", "stars", "mixed")
PARTS = {
    "low": pa.int64(),
    "high": pa.int64(),
    "members": pa.list_(pa.string()),
    "pattern": pa.string(),
}
Cells = np.ndarray[Any, Any]


def run(large: bool) -> dict[str, Any]:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recoded = write_people(folder / "recoded.parquet", ROWS, 100)
        few = write_people(folder / "few.parquet", FEW, 100)
        release = anonymized(recoded, folder / "release.parquet")
        found = {
            "recoded, a million people": measured(release, recoded),
            "recoded, 100,000 people": measured(release, few),
        }
        original = write_people(folder / "original.parquet", ROWS, 2_000)
        for shape in SHAPES:
            path = generalised(original, shape, folder / f"{shape}.parquet")
            found[f"{shape}, a million people"] = measured(path, original)
    return {"load": load, **found}


def write_people(path: Path, rows: int, codes: int) -> Path:
    """People with names: some codes, 73 ages, two sexes, 16 schools."""
    step = 80_000 // codes
    drawn = (
        f"SELECT 'p' || i AS name, CAST(10000 + {step} * (hash(i * 8) % {codes}) AS VARCHAR) "
        "AS zip, CAST(17 + least(hash(i * 8 + 1) % 73, hash(i * 8 + 2) % 73) AS VARCHAR) AS age, "
        "CASE WHEN hash(i * 8 + 3) % 2 = 0 THEN 'f' ELSE 'm' END AS sex, "
        "'school ' || chr(CAST(97 + least(hash(i * 8 + 4) % 16, hash(i * 8 + 5) % 16) AS INTEGER))"
        f" AS school, 'ill' || hash(i * 8 + 6) % 40 AS ill FROM range({rows}) AS r(i)"
    )
    duckdb.sql(f"COPY ({drawn}) TO '{path}'")
    return path


def anonymized(original: Path, target: Path) -> Path:
    """The release that the command line makes."""
    method = ["-k", "5", "--method", "priority", "-o", str(target)]
    roles = ["--identifier", "name", "--sensitive", "ill", "--qi", ",".join(COLUMNS)]
    asked = ["anonymize", str(original), *method, *roles, "--json"]
    subprocess.run([sys.executable, "-m", "incrowd", *asked], check=True, capture_output=True)
    return target


def generalised(original: Path, shape: str, target: Path) -> Path:
    """Every cell made coarser by chance, so that hardly two rows are published alike."""
    random = np.random.default_rng(len(shape))
    columns = duckdb.sql(f"SELECT {', '.join(COLUMNS)} FROM '{original}'").fetchnumpy()
    made = dict(columns)
    ways: dict[str, dict[str, Callable[[Cells], Cells]]] = {
        "ranges": {"age": partial(_ranged, random), "zip": partial(_ranged, random)},
        "masks": {"zip": partial(_masked, random)},
        "sets": {"school": partial(_gathered, random), "sex": partial(_gathered, random)},
        "stars": {name: partial(_starred, random) for name in COLUMNS},
    }
    ways["mixed"] = {
        "zip": partial(_masked, random),
        "age": partial(_ranged, random),
        "school": partial(_gathered, random),
        "sex": partial(_starred, random),
    }
    made |= {name: way(columns[name]) for name, way in ways[shape].items()}
    made = {name: pa.array(list(cells), pa.string()) for name, cells in made.items()}
    table = pa.table(made)
    duckdb.from_arrow(table).write_parquet(str(target))
    return target


def _ranged(random: np.random.Generator, cells: Cells) -> Cells:
    numbers = cells.astype(np.int64)
    width = max(int(np.ptp(numbers)) // 10, 1)
    low = numbers - random.integers(0, width, len(numbers))
    high = numbers + random.integers(0, width, len(numbers))
    return np.char.add(np.char.add(low.astype(str), "-"), high.astype(str))


def _masked(random: np.random.Generator, cells: Cells) -> Cells:
    """Some of the digits hidden, wherever they stand."""
    letters = np.array(cells, "U5").view("U1").reshape(len(cells), 5).copy()
    letters[random.random(letters.shape) < 0.4] = "*"
    return letters.view("U5").reshape(-1)


def _gathered(random: np.random.Generator, cells: Cells) -> Cells:
    """A set of the value and two others."""
    known = np.unique(np.array(cells, str))
    others = [known[random.integers(0, len(known), len(cells))] for _ in range(2)]
    found = np.char.add("{", np.array(cells, str))
    for other in others:
        found = np.char.add(np.char.add(found, ", "), other)
    return np.char.add(found, "}")


def _starred(random: np.random.Generator, cells: Cells) -> Cells:
    return np.where(random.random(len(cells)) < 0.5, "*", np.array(cells, str))


def measured(release: Path, people: Path) -> dict[str, Any]:
    """Time, memory, the reference, and whether some of the figures are right."""
    before = time.process_time()
    told = attack(release, people, ON, k=5)
    processor = time.process_time() - before
    figures = {
        "seconds": best(lambda: attack(release, people, ON, k=5), 2),
        "processor_seconds": processor,
        "certain": told.certain,
        "matched": told.matched,
        "people_below_k": told.match.exposed_people,
    }
    checked = _checked(release, people)
    return {**figures, **in_a_process(partial(_memory, people), release), **checked}


def _memory(people: Path, release: Path) -> dict[str, Any]:
    return {"peak_bytes": peak_bytes(lambda: attack(release, people, ON, k=5))}


def _checked(release: Path, people: Path) -> dict[str, Any]:
    """Compare with the reference in SQL, and with every text compared with every value."""
    sources = [connect(release), connect(people)]
    linked = LinkedSources(sources, LinkRequest())
    found = compare(linked, ON)
    random = np.random.default_rng(0)
    sides = zip((found.release, found.people), SOME, strict=True)
    some = [random.integers(0, len(side.listed), number) for side, number in sides]
    for row in some[0].tolist():
        behind = _fitting(found, row, None) @ found.people_counts
        assert behind == found.identified.people_of_rows[row], (release, row)
    for person in some[1].tolist():
        rows = _fitting(found, None, person)
        assert rows @ found.row_counts == found.identified.rows_of_people[person]
        behind = found.identified.people_of_rows[rows]
        assert behind.min(initial=2**62) == (found.identified.fewest[person] or 2**62)
    linked.close()
    for source in sources:
        source.close()
    asked, wanted = _by_sql(found)
    seconds = best(asked, 1)
    assert asked() == wanted
    whole = seconds * len(found.people.listed) / len(wanted)
    combinations = [len(side.listed) for side in (found.release, found.people)]
    return {
        "combinations": combinations,
        "duckdb_seconds_of_some": seconds,
        "some": len(wanted),
        "duckdb_seconds_reckoned": whole,
    }


def _fitting(found: Comparison, row: int | None, person: int | None) -> Cells:
    """The combinations that fit one of the other side, each text compared with each value."""
    fits: Cells | None = None
    for place in range(len(COLUMNS)):
        texts, values = (side.domains[place].values for side in (found.release, found.people))
        rows, people = (side.listed.codes[place] for side in (found.release, found.people))
        if row is not None:
            told = [_may(texts[rows[row]], value) for value in values]
            one = np.array(told)[people]
        else:
            told = [_may(text, values[people[person]]) for text in texts]
            one = np.array(told)[rows]
        fits = one if fits is None else fits & one
    assert fits is not None
    return fits


def _may(text: str | None, value: str | None) -> bool:
    if text is None or value is None:
        return text == value or "*" in (text, value)
    return overlaps(text, value)


def _by_sql(found: Comparison) -> tuple[Callable[[], list[int]], list[int]]:
    """Rows about some people by a join in SQL over texts that were taken apart; what is right."""
    random = np.random.default_rng(1)
    some = np.unique(random.integers(0, len(found.people.listed), BY_SQL))
    connection = duckdb.connect(config={"threads": 2})
    rows: dict[str, Any] = {"n": found.row_counts}
    people: dict[str, Any] = {"i": np.arange(len(some))}
    met = []
    for place, name in enumerate(COLUMNS):
        sides = (found.release, found.people)
        texts, values = (np.array(side.domains[place].values, object) for side in sides)
        parts = [_parts(text) for text in texts]
        codes = found.release.listed.codes[place]
        for part, kind in PARTS.items():
            rows[f"{name}_{part}"] = pa.array([one.get(part) for one in parts], kind).take(codes)
        people[name] = values[found.people.listed.codes[place][some]]
        met.append(
            f"CASE WHEN r.{name}_low IS NOT NULL "
            f"THEN TRY_CAST(p.{name} AS BIGINT) BETWEEN r.{name}_low AND r.{name}_high "
            f"WHEN r.{name}_members IS NOT NULL THEN list_contains(r.{name}_members, p.{name}) "
            f"ELSE p.{name} LIKE r.{name}_pattern END"
        )
    connection.register("rows_in", pa.table({name: pa.array(each) for name, each in rows.items()}))
    connection.register("people", pa.table({name: pa.array(each) for name, each in people.items()}))
    connection.execute("CREATE TABLE released AS SELECT * FROM rows_in")
    query = (
        "SELECT coalesce(sum(r.n), 0) FROM people AS p "
        f"LEFT JOIN released AS r ON {' AND '.join(met)} GROUP BY p.i ORDER BY p.i"
    )
    wanted = found.identified.rows_of_people[some].tolist()
    return lambda: [int(one) for (one,) in connection.execute(query).fetchall()], wanted


def _parts(text: str) -> dict[str, Any]:
    """A text as ends, members, or as what a value must look like."""
    low, dash, high = text.partition("-")
    if dash and low.isdigit() and high.isdigit():
        return {"low": int(low), "high": int(high)}
    if text.startswith("{"):
        return {"members": [part.strip() for part in text[1:-1].split(",")]}
    return {"pattern": "%" if text == "*" else text.replace("*", "_")}
