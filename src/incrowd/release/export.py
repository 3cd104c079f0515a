"""Hand out an anonymised table: written, read again, verified, and only then in its place.

export(table_in_engine, table, crowd, State((2, 1), k=5), Path("out.csv"), "csv")
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from incrowd import errors
from incrowd.answers import Words
from incrowd.crowd.crowd import Classes, Crowd, State
from incrowd.engines.contract import PublishedSource, RowSource
from incrowd.engines.duckdb.relation import FileStyle
from incrowd.engines.files.atomic_write import folder_beside
from incrowd.engines.files.format import OutputFormat
from incrowd.engines.files.formats import output_format
from incrowd.engines.stored.page import KeptTuples, Labels, Recoding
from incrowd.engines.stored.storage import store_texts
from incrowd.engines.stored.table import StoredTable, open_stored
from incrowd.engines.stored.writing import Derivation, write
from incrowd.language import Message, rewrite, say
from incrowd.measures.enforcement import Held, enforce
from incrowd.progress import Progress, silent
from incrowd.release.published_rows import kept_tuples, recodings
from incrowd.release.typed_columns import Typed, derive_columns, warn_of_open_ends
from incrowd.release.verification import (
    AS_IS,
    Verified,
    verify,
    verify_people_of,
    verify_persons,
)
from incrowd.roles import warn_of_repetition
from incrowd.table import DROPPED, Kind, Profile, Role, Table
from incrowd.temporary_folder import TemporaryFolder

KEPT_ORDER: Final = say(
    "The rows are in their original order: anyone who knows that order can find people by "
    "their place. Shuffle them unless their order matters."
)


def new_seed() -> str:
    """A seed for the order of the rows that nobody can guess."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class Exported:
    """A file that holds what it promises: the figures were computed on the file itself."""

    path: Path | str
    """The file, or the address of a table."""
    rows: int
    k: int
    l: int | None
    """The fewest distinct sensitive values of a class, of all sensitive attributes."""
    t: float | None
    """The largest distance of a class from the original table, of all sensitive attributes."""
    verified: bool = True
    held: tuple[Held, ...] = ()
    """What is reached of each protection."""
    media_type: str = ""
    """What kind of file it is, for a text in which encoding."""
    seed: str | None = field(default=None, repr=False)
    """What the rows were shuffled by: for the owner alone, never for those who get the file."""

    repeating: Message | None = None
    """The warning that rows are counted where people have several of them."""
    open_ends: tuple[Message, ...] = ()
    """Which ends of typed ranges are not part of them."""
    numbering: tuple[str, ...] = ()
    """Columns that number the rows of the original, published as they are."""

    @property
    def warnings(self) -> tuple[Words, ...]:
        """What whoever publishes the file should know."""
        order = [KEPT_ORDER] if self.seed is None else []
        people = [] if self.repeating is None else [self.repeating]
        numbers = (_warn_of_numbers(name) for name in self.numbering)
        return (*people, *order, *numbers, *self.open_ends)


def _warn_of_numbers(name: str) -> Message:
    return say(
        "'{name}' numbers the rows: it reveals their order and shows where rows were removed. "
        "Make it an identifier to remove it.",
        name=name,
    )


def export(
    source: RowSource,
    table: Table,
    crowd: Crowd,
    state: State,
    target: Path,
    format: str,
    progress: Progress = silent,
    *,
    keep_order: bool = False,
) -> Exported:
    """Write the published rows without identifiers, and prove on the file that the state holds.

    `crowd` must know the sensitive attributes that the state protects. A file that does not hold
    its promise never gets its name: it is deleted, and `BrokenPromise` is raised.
    """
    classes = enforce(crowd, state)
    seed = None if keep_order else new_seed()
    release = Release(classes, state, kept_tuples(classes), recodings(crowd, state.levels), seed)
    return write_release(source, table, release, target, format, progress)


@dataclass(frozen=True, eq=False)
class Release:
    """What is handed out: the classes that a file must have, and how its rows are shown."""

    classes: Classes
    state: State
    """What every class promises."""
    kept: KeptTuples
    recodings: Mapping[str, Recoding] = field(default_factory=dict)
    seed: str | None = field(default_factory=new_seed, repr=False)
    """What the rows are shuffled by; None where they stay in their order."""
    typed: Typed | None = None
    """How ranges are written as numbers and dates; None as text."""

    @property
    def local(self) -> bool:
        """Whether rows are recoded one by one: then classes are made of what is published."""
        return self.kept.parts is not None

    @property
    def labels(self) -> dict[str, Sequence[str | None]]:
        """What is published in the columns that are generalised."""
        local = {} if self.kept.parts is None else self.kept.parts.labels
        return {
            **{name: recoding.labels for name, recoding in self.recodings.items()},
            **{name: labels.texts for name, labels in local.items()},
        }

    @property
    def numbers(self) -> dict[str, Labels]:
        """The columns that show the numbers of groups: they stay columns of numbers or dates."""
        local = {} if self.kept.parts is None else self.kept.parts.labels
        return {name: labels for name, labels in local.items() if labels.profile is not None}

    def derive(self, profiles: Sequence[Profile], columns: Sequence[str]) -> tuple[Derivation, ...]:
        """The columns of numbers and dates that stand for those of labels."""
        numbers = self.numbers
        labels = {name: texts for name, texts in self.labels.items() if name not in numbers}
        same = [
            Derivation(name, each.profile, {text: text for text in each.texts if text is not None})
            for name, each in numbers.items()
            if each.profile is not None
        ]
        return (*derive_columns(labels, profiles, self.typed, columns), *same)

    def as_they_are(self, columns: Sequence[str]) -> list[str]:
        """The columns whose values are published as the data has them."""
        local = {} if self.kept.parts is None else self.kept.parts.labels
        return [name for name in columns if name not in self.recodings and name not in local]

    def order_seed(self, columns: Sequence[str]) -> str | None:
        """The seed for this very release: rows of two that share one must not stand side by side.

        Otherwise the first row of one would be the first row of the other.
        """
        if self.seed is None:
            return None
        # as texts, so that a state that was read from a recipe is the same
        promises = [
            f"{known.attribute} {known.model} {float(known.threshold)}"
            for known in self.state.protections
        ]
        levels = [str(level) for level in self.state.levels]
        return "\n".join([self.seed, *levels, str(self.state.k), *promises, *columns])


def write_release(
    source: RowSource,
    table: Table,
    release: Release,
    target: Path,
    format: str,
    progress: Progress = silent,
    changes: Mapping[str, str] | None = None,
) -> Exported:
    """Write a release and prove on the file that it holds what it promises.

    A text is delimited, quoted and encoded as the one that the data came from, but for `changes`.
    """
    form = output_format(format, _style(source, format, changes or {}))
    _check_rows(release.classes)
    columns = [attribute.name for attribute in table.attributes if attribute.role not in DROPPED]
    profiles = [attribute.profile for attribute in table.attributes]
    derived = release.derive(profiles, columns)
    stand_ins: dict[str, list[str | Derivation]] = {}
    for derivation in derived:
        stand_ins.setdefault(derivation.source, []).append(derivation)
    with _unverified(target, format) as path:
        with rows_at_hand(source, table, release, columns) as at_hand:
            write(
                at_hand.table,
                path,
                form,
                [each for name in columns for each in stand_ins.get(name, [name])],
                at_hand.recodings,
                at_hand.kept,
                progress,
                seed=release.order_seed(columns),
            )
        progress("verifying", None)
        with _reading_again(path.name, target.name):
            result: Verified = verify(
                path, form, release.classes, release.state, progress, release.local, derived
            )
        if table.person is not None:
            result = _verify_persons(source, table, release, target, form, progress)
        path.replace(target)
    return Exported(
        target,
        result.rows,
        result.k,
        result.l,
        result.t,
        media_type=form.media_type,
        held=result.held,
        seed=release.seed,
        repeating=warn_of_repetition(table),
        open_ends=warn_of_open_ends(derived),
        numbering=tuple(name for name in release.as_they_are(columns) if source.counts_rows(name)),
    )


@dataclass(frozen=True, eq=False)
class _RowsAtHand:
    """Rows that can be written to a file, and what is still to be done to them."""

    table: StoredTable
    recodings: Mapping[str, Recoding] = field(default_factory=dict)
    kept: KeptTuples | None = None


@contextmanager
def rows_at_hand(
    source: RowSource, table: Table, release: Release, columns: Sequence[str]
) -> Iterator[_RowsAtHand]:
    """The rows of a release; of a table in an engine only what is published is fetched."""
    if isinstance(source, StoredTable):
        yield _RowsAtHand(source, release.recodings, release.kept)
        return
    unchanged = set(release.as_they_are(columns))
    known = {attribute.name: attribute.profile for attribute in table.attributes}
    profiles = [known[name] if name in unchanged else _labels(known[name]) for name in columns]
    with TemporaryFolder() as folder:
        target = folder.path("data.parquet")
        batches = source.published_batches(columns, release.recodings, release.kept)
        store_texts(batches, table.name, profiles, target)
        with closing(open_stored(target)) as stored:
            yield _RowsAtHand(stored)


def _labels(profile: Profile) -> Profile:
    """A column of labels is text, whatever they stand for."""
    return replace(profile, kind=Kind.TEXT, date_format=None, decimal_comma=False)


def _verify_persons(
    source: RowSource,
    table: Table,
    release: Release,
    target: Path,
    form: OutputFormat,
    progress: Progress,
) -> Verified:
    """Write the same rows once more with the person key, count the people, and delete them.

    Where the rows lie in an engine, people are counted there, and no key leaves it.
    """
    if not isinstance(source, StoredTable):
        published = source.count_published(release.recodings, release.kept)
        counted = PublishedSource(source, release.recodings, release.kept, published)
        return verify_people_of(counted, AS_IS, release.classes, release.state, release.local)
    roles = (Role.PERSON, Role.QUASI, Role.SENSITIVE)
    columns = [attribute.name for attribute in table.attributes if attribute.role in roles]
    with _unverified(target, form.name) as path:
        write(source, path, form, columns, release.recodings, release.kept, progress, seed=None)
        with _reading_again(path.name, target.name):
            return verify_persons(
                path, form, release.classes, release.state, progress, release.local
            )


def _style(source: RowSource, format: str, changes: Mapping[str, str]) -> FileStyle:
    like = source.style
    same = like is not None and like.format == format
    style = like if same and like else FileStyle(format)
    return replace(
        style,
        delimiter=changes.get("delimiter", style.delimiter),
        encoding=changes.get("encoding", style.encoding),
    )


def _check_rows(classes: Classes) -> None:
    if not classes.kept_rows:
        raise errors.NothingToMeasure(
            say("No row is left to publish: all of them are suppressed."),
            say("Choose a smaller k or weaker protections, or generalise more."),
        )


@contextmanager
def _unverified(target: Path, format: str) -> Iterator[Path]:
    """A file beside the target that is gone after the block, unless it was moved to its place."""
    with folder_beside(target) as folder:
        path = folder / f"{secrets.token_hex(8)}.unverified.{format}"
        try:
            yield path
        except (errors.DataError, errors.EngineError) as error:
            message = rewrite(error.message, lambda text: text.replace(path.name, target.name))
            raise type(error)(message, error.hint) from error


@contextmanager
def _reading_again(written: str, meant: str) -> Iterator[None]:
    """Whatever cannot be read again cannot be handed out."""
    try:
        yield
    except errors.BrokenPromise:
        raise
    except (errors.DataError, errors.UsageError) as error:
        raise errors.BrokenPromise(
            say(
                "What was written cannot be read again: {error}",
                error=rewrite(error.message, lambda text: text.replace(written, meant)),
            ),
            say("The file was deleted. Choose another format."),
        ) from error
