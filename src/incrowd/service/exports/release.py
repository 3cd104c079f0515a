"""Write what was found to a file, make a recipe of it, and repeat a recipe on new data.

released = release(outcome, Path("safe.csv"))
repeat(Recipe.read(Path("recipe.json")), "new.csv", Path("safe-new.csv"))
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from incrowd.crowd.classes import Classes
from incrowd.crowd.state import State
from incrowd.engines.stored.table import StoredTable
from incrowd.engines.stored.writing import FormatName
from incrowd.errors import BrokenPromise, InvalidParameter, UnknownAttribute, UnknownName
from incrowd.hierarchies import to_csv
from incrowd.measures.privacy.enforcing import enforce
from incrowd.progress import Progress, silent
from incrowd.release.export import Exported, Release, write_release
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.release.recipe import Recipe
from incrowd.service.automatic.anonymize import Outcome
from incrowd.service.datasets.dataset import Dataset
from incrowd.service.datasets.opening import open_table
from incrowd.service.datasets.results import Risk

FORMATS: Final[dict[str, FormatName]] = {".csv": "csv", ".parquet": "parquet", ".xlsx": "xlsx"}


@dataclass(frozen=True)
class Released:
    """A file that holds what it promises, and what was found on it."""

    path: str
    rows: int
    k: int
    l: int | None
    t: float | None
    verified: bool

    @classmethod
    def of(cls, exported: Exported) -> Released:
        """What is told of a file that was written and verified."""
        return cls(
            str(exported.path),
            exported.rows,
            exported.k,
            exported.l,
            exported.t,
            exported.verified,
        )


@dataclass(frozen=True)
class Repeated:
    """A recipe that was repeated on new data."""

    output: Released
    suppressed_rows: int
    before: Risk
    after: Risk

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "output": asdict(self.output),
            "suppressed_rows": self.suppressed_rows,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
        }


def release(
    outcome: Outcome, target: Path, *, shuffle: bool = False, progress: Progress = silent
) -> Released:
    """Write an outcome to a file and prove on the file that it holds what was wished for."""
    exposed = outcome.result.exposed_people
    if exposed:
        raise BrokenPromise(
            f"{exposed:,} people would match fewer than {outcome.wish.k:,} published rows.",
            "This reading of suppression is for study only: look at the figures without a file.",
        )
    shown = recodings(outcome.classes.crowd, outcome.levels) if outcome.levels else {}
    ready = Release(outcome.classes, outcome.state, outcome.kept, shown, shuffle)
    return _written(outcome.dataset, ready, target, progress)


def recipe_of(outcome: Outcome, released: Released | None = None) -> Recipe:
    """All that is needed to repeat an outcome, with what was found on the file if there is one."""
    dataset, wish = outcome.dataset, outcome.wish
    found = {} if released is None else {"k": released.k, "l": released.l, "t": released.t}
    return Recipe(
        method=wish.method,
        roles={one.name: one.role.value for one in dataset.table.attributes},
        hierarchies={name: to_csv(one) for name, one in dataset.hierarchies.items()},
        levels=outcome.result.state,
        k=wish.k,
        protections=outcome.protections,
        max_suppression=wish.max_suppression,
        priority=wish.priority,
        utility=wish.utility,
        promise={name: figure for name, figure in found.items() if figure is not None},
    )


def read_recipe(path: Path) -> Recipe:
    """Read a recipe from a file."""
    return Recipe.read(path)


def repeat(
    recipe: Recipe,
    data: object,
    target: Path,
    *,
    shuffle: bool = False,
    progress: Progress = silent,
    **options: str,
) -> Repeated:
    """Repeat a recipe on new data; what does not hold the promise is refused."""
    if recipe.levels is None:
        raise InvalidParameter(
            f"A recipe of the method '{recipe.method}' cannot be repeated: it treats every row of "
            "the data it was made for in its own way.",
            "Anonymise the new data itself, or make a recipe with --method optimal.",
        )
    reading: dict[str, Any] = dict(options)
    with open_table(data, progress=progress, **reading) as opened:
        check_target(target, opened)
        dataset = _as_in(recipe, opened)
        crowd = dataset.protected_crowd
        state = State(crowd.levels_of(recipe.levels), recipe.k, recipe.protections)
        classes = enforce(crowd, state)
        _check_limit(recipe, classes)
        ready = Release(
            classes, state, kept_tuples(classes), recodings(crowd, state.levels), shuffle
        )
        released = _written(dataset, ready, target, progress)
        return Repeated(
            released,
            classes.suppressed_rows,
            dataset.risk(advise=False),
            dataset.risk(recipe.levels, recipe.k, advise=False),
        )


def check_target(target: Path, dataset: Dataset) -> FormatName:
    """The format that a file name asks for; the data itself is never overwritten."""
    if target.suffix.lower() not in FORMATS:
        raise UnknownName.among("format", target.suffix or target.name, list(FORMATS))
    if dataset.origin is not None and dataset.origin.is_file(target):
        raise InvalidParameter(f"'{target.name}' is the data itself.", "Write to another file.")
    if not target.parent.is_dir():
        raise InvalidParameter(
            f"There is no folder '{target.parent}'.", "Make it, or name another."
        )
    if target.is_dir():
        raise InvalidParameter(f"'{target}' is a folder.", "Name a file.")
    return FORMATS[target.suffix.lower()]


def _written(dataset: Dataset, ready: Release, target: Path, progress: Progress) -> Released:
    form = check_target(target, dataset)
    with rows_of(dataset) as source:
        return Released.of(write_release(source, dataset.table, ready, target, form, progress))


@contextmanager
def rows_of(dataset: Dataset) -> Iterator[StoredTable]:
    """The rows of a data set in their order; a copy is stored for the time being."""
    if isinstance(dataset.source, StoredTable):
        yield dataset.source
        return
    if dataset.origin is None:
        raise InvalidParameter("The rows are not at hand any more.", "Open the data again.")
    with (
        tempfile.TemporaryDirectory(prefix="incrowd-") as folder,
        dataset.origin.stored(Path(folder)) as stored,
    ):
        yield stored


def _as_in(recipe: Recipe, dataset: Dataset) -> Dataset:
    """The data with the roles and hierarchies of a recipe."""
    known = dataset.table.names
    for name in recipe.roles:
        if name not in known:
            raise UnknownAttribute.among(name, known)
    strange = [name for name in known if name not in recipe.roles]
    if strange:
        raise InvalidParameter(
            f"The recipe does not know the column '{strange[0]}'.",
            "Leave out what the recipe was not made for, or anonymise the new data itself.",
        )
    return dataset.with_roles(recipe.roles).with_hierarchies(recipe.hierarchies)


def _check_limit(recipe: Recipe, classes: Classes) -> None:
    share = classes.suppressed_rows / max(classes.rows, 1)
    if share > recipe.max_suppression:
        raise BrokenPromise(
            f"{classes.suppressed_rows:,} of {classes.rows:,} rows ({100 * share:.1f} %) would be "
            f"left out; the recipe allows {100 * recipe.max_suppression:.1f} %.",
            "The new data differs too much from what the recipe was made for: anonymise it anew.",
        )


def apply_recipe(
    recipe: str | Path, data: object, target: str | Path, *, shuffle: bool = False
) -> Repeated:
    """Repeat a recipe from a file on new data."""
    return repeat(Recipe.read(Path(recipe)), data, Path(target), shuffle=shuffle)
