"""Hand out a data set as it stands, written and verified, or repeat a recipe on new data.

`repeat(read_recipe(path), "new.csv", Path("new-release.csv"))` does the same anonymisation again.
"""

import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from incrowd.advice.presets.built_in import DEFAULT, find_preset
from incrowd.advice.presets.preset import Preset
from incrowd.advice.verdict.check import Verdict
from incrowd.anonymization.group_numbers import number_release
from incrowd.answers import Answer, Words
from incrowd.crowd.crowd import State
from incrowd.dataset.changing import change_values, tell_steps
from incrowd.dataset.open_table import OpenTable
from incrowd.dataset.results import Risk
from incrowd.dataset.risk import describe_risk, measure_risk
from incrowd.errors import InvalidParameter, NotFound
from incrowd.language import say
from incrowd.measures.enforcement import Held, enforce
from incrowd.progress import Progress, silent
from incrowd.release.export import Release, new_seed, write_release
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.release.recipe import Recipe
from incrowd.release.recipe_checks import (
    check_columns,
    check_limit,
    check_promises,
    check_repeatable,
)
from incrowd.release.table_target import TableTarget, is_table_address
from incrowd.release.target import Released, Target
from incrowd.release.typed_columns import check_typed
from incrowd.service.datasets.opening import open_table
from incrowd.service.datasets.presets import judge_dataset
from incrowd.service.exports.formats import list_output_formats
from incrowd.workspace.folder import Workspace, display_name, is_id, new_id
from incrowd.workspace.jobs import KEPT_SECONDS
from incrowd.workspace.open_dataset import OpenDataset, Snapshot
from incrowd.workspace.users import Right, User

TYPES: Final = {output.extension: output.media_type for output in list_output_formats()}
_MEDIA_TYPE: Final = "media-type"
"""The file beside an export that says what it is."""


@dataclass(frozen=True)
class Handed:
    """A file that waits to be fetched, and what was proved on it."""

    export_id: str
    rows: int
    k: int
    l: int | None
    t: float | None
    verified: bool
    held: tuple[Held, ...]
    warnings: tuple[Words, ...]
    verdict: Verdict


def hand_out(
    workspace: Workspace,
    open_dataset: OpenDataset,
    form: str | None,
    progress: Progress,
    *,
    keep_order: bool = False,
    preset: Preset | None = None,
    typed: str | None = None,
) -> Handed:
    """Write the published rows to a file and prove on the file that it holds what it promises.

    Without a format the file gets that of the data, or CSV where the data was no such file. It is
    written also where checks of the preset do not pass; the verdict says which.
    """
    style = open_dataset.source.style
    form = form or ("csv" if style is None else style.format)
    snapshot = open_dataset.snapshot()
    sweep_exports(workspace)
    export_id = new_id()
    folder = workspace.exports / f"{open_dataset.record.id}-{export_id}"
    folder.mkdir(mode=0o700)
    try:
        published = snapshot.published
        if snapshot.recoded is not None:
            snapshot.recoded.check_order(keep_order)
        seed = None if keep_order else new_seed()
        release = Release(
            snapshot.classes,
            snapshot.state,
            published.kept,
            published.recodings,
            seed,
            check_typed(typed),
        )
        target = folder / _file_name(open_dataset.record.name, form)
        done = write_release(
            open_dataset.source, snapshot.dataset.table, release, target, form, progress
        )
        (folder / _MEDIA_TYPE).write_text(done.media_type, "utf-8")
        progress("judging", None)
        chosen = preset or find_preset(DEFAULT)
        verdict = judge_dataset(open_dataset, chosen, keep_order=keep_order, snapshot=snapshot)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Handed(
        export_id,
        done.rows,
        done.k,
        done.l,
        done.t,
        done.verified,
        done.held,
        (*_notes(snapshot), *tell_steps(open_dataset.techniques), *done.warnings),
        verdict,
    )


def _notes(snapshot: Snapshot) -> tuple[Words, ...]:
    """What must be known of how the rows were recoded."""
    return () if snapshot.recoded is None else snapshot.recoded.result.notes


@dataclass(frozen=True)
class HandedTable:
    """A table that was written into the database of the data, and what was proved on it."""

    table: str
    released: Released
    verdict: Verdict


def hand_out_table(
    open_dataset: OpenDataset, name: str, progress: Progress, preset: Preset | None = None
) -> HandedTable:
    """Write the published rows as a new table where the data is, and prove that it holds."""
    remote = open_dataset.remote
    if remote is None:
        raise InvalidParameter(
            say("This data is kept in the workspace, not in a database."), say("Export a file.")
        )
    snapshot = open_dataset.snapshot()
    published = snapshot.published
    release = Release(snapshot.classes, snapshot.state, published.kept, published.recodings)
    target = TableTarget(f"{remote.url.partition('#')[0]}#{quote(name)}", name)
    done = target.write(snapshot.dataset, release, progress)
    progress("judging", None)
    chosen = preset or find_preset(DEFAULT)
    return HandedTable(name, done, judge_dataset(open_dataset, chosen, snapshot=snapshot))


def find_export(workspace: Workspace, user: User, export_id: str) -> Path:
    """The file that was written, if it is of a data set that the user may work on."""
    folders = list(workspace.exports.glob(f"*-{export_id}")) if is_id(export_id) else []
    files = [
        file
        for folder in folders
        for file in (() if folder.is_symlink() else folder.iterdir())
        if file.suffix in TYPES and not file.is_symlink()
    ]
    if not files:
        raise NotFound(
            say("This file does not exist, or no longer exists."), say("Export the data again.")
        )
    user.check(workspace.record(folders[0].name.partition("-")[0]), Right.WORK)
    return files[0]


def media_type(path: Path) -> str:
    """What kind of file an export is, for a text in which encoding."""
    told = path.with_name(_MEDIA_TYPE)
    return told.read_text("utf-8") if told.exists() else TYPES[path.suffix]


def sweep_exports(workspace: Workspace) -> None:
    """Remove files that nobody fetched for an hour."""
    limit = time.time() - KEPT_SECONDS
    for folder in workspace.exports.iterdir():
        with suppress(FileNotFoundError):  # somebody else swept it
            if folder.lstat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


def _file_name(name: str, form: str) -> str:
    """What the file is called: `people.csv.gz` becomes `people-anonymised.parquet`.

    >>> _file_name("people.csv.gz", "parquet")
    'people-anonymised.parquet'
    """
    stem = name.partition(".")[0] or "data"
    return f"{display_name(stem, 80)}-anonymised.{form}"


@dataclass(frozen=True)
class Repeated(Answer):
    """A recipe that was repeated on new data."""

    output: Released
    suppressed_rows: int
    before: Risk
    after: Risk


def read_recipe(path: Path) -> Recipe:
    """Read a recipe from a file."""
    return Recipe.read(path)


def repeat(
    recipe: Recipe,
    data: object,
    target: Path | str,
    *,
    keep_order: bool = False,
    style: Mapping[str, str | None] | None = None,
    others: Sequence[Path] = (),
    progress: Progress = silent,
    population: object | None = None,
    **options: str,
) -> Repeated:
    """Repeat a recipe on new data; what does not hold the promise is refused.

    On the data that it was made for, the rows come in the same order again. `style` has the
    delimiter and the encoding of a text, where these are not to be those of the data, and in
    `typed` how ranges are written; `others` are files that must not be overwritten. `population` is
    a table of the people whom the data was drawn from, for promises that were made with one.
    """
    levels = check_repeatable(recipe)
    reading: dict[str, Any] = dict(options)
    reading |= {"ordered": True, "population": population}
    with open_table(data, progress=progress, **reading) as data_as_is:
        file: Target | TableTarget
        if is_table_address(target):
            file = TableTarget.check(str(target), data_as_is)
        else:
            file = Target.check(Path(target), data_as_is, others=others, **(style or {}))
        table = _prepare(recipe, data_as_is)
        crowd = table.protected_crowd
        promised = table.with_people(recipe.protections)
        state = State(crowd.levels_of(levels), recipe.k, promised)
        check_promises(promised, crowd)
        classes = enforce(crowd, state)
        check_limit(recipe, classes)
        seed = None if keep_order else recipe.seed or new_seed()
        if recipe.aggregate:
            release = number_release(table, classes, state, recipe.aggregate, seed)
        else:
            labels = recodings(crowd, state.levels)
            release = Release(classes, state, kept_tuples(classes), labels, seed)
        return Repeated(
            file.write(table, release, progress),
            classes.table_rows - classes.kept_table_rows,
            measure_risk(table, advise=False),
            describe_risk(table.table, classes, state, (), ()),
        )


def _prepare(recipe: Recipe, table: OpenTable) -> OpenTable:
    """The data with the roles, techniques and hierarchies of a recipe.

    The recipe's seed repeats noise and sample on the data that it was made for. On other data they
    are drawn anew from it.
    """
    check_columns(recipe, table.table.names)
    changed, _ = change_values(table.with_roles(recipe.roles), recipe.techniques, owning=False)
    return changed.with_hierarchies(recipe.hierarchies)


def apply_recipe(
    recipe: str | Path, data: object, target: str | Path, *, keep_order: bool = False
) -> Repeated:
    """Repeat a recipe from a file on new data."""
    return repeat(Recipe.read(Path(recipe)), data, target, keep_order=keep_order)
