"""Hospitals that share patients, to try linking on: raw tables, the truth, and their releases.

generate_hospitals(Path("hospitals"), rows=1000, seed=1, wish=HospitalWish(shared=0.3, k=3))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from incrowd import synthetic
from incrowd.answers import Answer
from incrowd.errors import DataError, InvalidParameter
from incrowd.hierarchies import to_csv
from incrowd.language import say
from incrowd.progress import Progress, silent
from incrowd.service.datasets.opening import open_table
from incrowd.synthetic.hospitals import (
    IDENTIFIERS,
    OWN,
    SENSITIVE,
    Hospitals,
    make_hospitals,
    quasi_identifiers,
)
from incrowd.synthetic.writing import SCRIPTS
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.users import User

if TYPE_CHECKING:
    import pyarrow as pa

TRUTH: Final = "truth.csv"
HIERARCHIES: Final = "hierarchies"
SAMPLE_ROWS: Final = 400
SAMPLE_SEED: Final = 1


@dataclass(frozen=True)
class GeneratedHospital:
    """One hospital: its raw table and its release."""

    raw: str
    released: str
    rows: int
    released_rows: int
    k: int
    l: int | None
    levels: dict[str, int]
    scripts: tuple[str, ...] = ()
    """Scripts with which databases import the two."""


@dataclass(frozen=True)
class GeneratedHospitals(Answer):
    """Hospitals that were written to a folder."""

    generator: str
    path: str
    seed: int
    people: int
    shared_people: int
    """People who are patients of two hospitals or more."""
    truth: str
    hierarchies: str
    hospitals: tuple[GeneratedHospital, ...]


@dataclass(frozen=True)
class HospitalWish:
    """How many hospitals, how many of their patients they share, and what releases must hold."""

    hospitals: int = 2
    shared: float = 0.3
    k: int = 3
    l: int = 2
    scripts: bool = False
    """Whether databases get scripts to import the raw tables and the releases."""


def generate_hospitals(
    folder: Path,
    rows: int,
    seed: int,
    wish: HospitalWish | None = None,
    *,
    overwrite: bool = False,
    progress: Progress = silent,
) -> GeneratedHospitals:
    """Write raw tables, the truth about who is who, and releases that hold k and l."""
    wanted = wish or HospitalWish()
    made = make_hospitals(rows, seed, wanted.hospitals, wanted.shared)
    _check_promise(rows, wanted.k, wanted.l)
    if not overwrite:
        _check_free(folder, len(made.tables), scripts=wanted.scripts)
    _make(folder / HIERARCHIES)
    truth = synthetic.write(made.truth, folder / TRUTH, overwrite=overwrite)
    written = tuple(_hospitals(made, folder, wanted, overwrite, progress))
    numbers = [made.truth.column(f"hospital_{place}") for place in range(1, len(written) + 1)]
    visits = [
        sum(cell is not None for cell in row) for row in zip(*map(_cells, numbers), strict=True)
    ]
    return GeneratedHospitals(
        generator="hospital",
        path=str(folder),
        seed=seed,
        people=made.truth.num_rows,
        shared_people=sum(visited > 1 for visited in visits),
        truth=str(truth),
        hierarchies=str(folder / HIERARCHIES),
        hospitals=written,
    )


def add_sample_hospitals(sessions: Sessions, user: User, progress: Progress) -> list[str]:
    """Put two sample releases into the workspace; each holds k and l alone."""
    wish = HospitalWish(hospitals=2, shared=0.3, k=3, l=2)
    with TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        generated = generate_hospitals(
            Path(folder), SAMPLE_ROWS, SAMPLE_SEED, wish, overwrite=True, progress=progress
        )
        paths = [Path(hospital.released) for hospital in generated.hospitals]
        return [sessions.add(user, path, path.name, progress).id for path in paths]


def _hospitals(
    made: Hospitals, folder: Path, wish: HospitalWish, overwrite: bool, progress: Progress
) -> Iterator[GeneratedHospital]:
    for place, table in enumerate(made.tables):
        raw, target = _raw(folder, place), _released(folder, place)
        synthetic.write(table, raw, overwrite=overwrite)
        with open_table(
            raw,
            quasi=quasi_identifiers(place),
            sensitive=[SENSITIVE],
            identifier=IDENTIFIERS,
            progress=progress,
        ) as dataset:
            outcome = dataset.anonymize(wish.k, wish.l)
            released = outcome.write(target)
            for name in OWN[place]:
                hierarchy = to_csv(dataset.hierarchies[name])
                _hierarchy(folder, name).write_text(hierarchy, "utf-8")
        scripts = _write_scripts(table, (raw, target), overwrite) if wish.scripts else ()
        yield GeneratedHospital(
            raw=str(raw),
            released=str(target),
            rows=table.num_rows,
            released_rows=released.rows,
            k=released.k,
            l=released.l,
            levels=outcome.result.state or {},
            scripts=scripts,
        )


def _write_scripts(raw: pa.Table, paths: tuple[Path, Path], overwrite: bool) -> tuple[str, ...]:
    """Write a raw table and its release as scripts; what is released are texts."""
    from pyarrow import csv

    texts = csv.ConvertOptions(
        column_types=dict.fromkeys(raw.column_names, "string"),
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
    )
    released = csv.read_csv(paths[1], convert_options=texts)
    return tuple(
        str(synthetic.write(table, script, overwrite=overwrite))
        for path, table in zip(paths, (raw, released), strict=True)
        for script in _scripts(path)
    )


def _scripts(path: Path) -> list[Path]:
    """The scripts beside a table."""
    return [path.with_suffix(ending) for ending in SCRIPTS]


def _raw(folder: Path, place: int) -> Path:
    return folder / f"hospital_{place + 1}.csv"


def _released(folder: Path, place: int) -> Path:
    return folder / f"hospital_{place + 1}_released.csv"


def _hierarchy(folder: Path, name: str) -> Path:
    return folder / HIERARCHIES / f"{name}.csv"


def _check_free(folder: Path, hospitals: int, *, scripts: bool) -> None:
    """Refuse to replace a file, before any is written."""
    wanted = [folder / TRUTH]
    for place in range(hospitals):
        tables = (_raw(folder, place), _released(folder, place))
        wanted += [*tables, *(_hierarchy(folder, name) for name in OWN[place])]
        if scripts:
            wanted += [script for table in tables for script in _scripts(table)]
    for path in wanted:
        if path.exists():
            raise InvalidParameter(
                say("'{path}' exists already.", path=path),
                say("Choose another name, or ask to overwrite it."),
            )


def _check_promise(rows: int, k: int, l: int) -> None:
    if not 1 <= k <= rows:
        raise InvalidParameter(
            say("k = {k} is not possible with {rows:,} rows.", k=k, rows=rows),
            say("Choose a k from 1 to {rows:,}.", rows=rows),
        )
    if l < 1:
        raise InvalidParameter(
            say("l = {l} is not possible.", l=l), say("Choose an l of 1 or more.")
        )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            say(
                "The folder '{folder}' cannot be made: {error}.",
                folder=folder,
                error=error.strerror,
            ),
            say("Choose another place."),
        ) from error


def _cells(column: Any) -> list[str | None]:  # noqa: ANN401
    cells: list[str | None] = column.to_pylist()
    return cells
