"""Read a written file again and measure what it really holds: k, l and t on the rows in it.

    verify(Path("out.csv"), output_format("csv"), classes, state)       # Verified(rows=4870, k=5 …)

The published values are compared as they are read: in a CSV file a guarded cell still has its
apostrophe, and an empty text cannot be told from a missing value. Classes that differ in nothing
else are one there, and are measured as one.
"""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from incrowd.crowd.coding import build_crowd
from incrowd.crowd.crowd import Classes, Crowd, Protection, ReleasePromise, State
from incrowd.crowd.sensitive import Sensitive
from incrowd.engines import ROWS, Source
from incrowd.engines.duckdb.column_types import Reading
from incrowd.engines.files.format import OutputFormat, OutputRows
from incrowd.engines.opening import open_file
from incrowd.engines.stored.writing import Derivation
from incrowd.errors import BrokenPromise
from incrowd.hierarchies.builders import suppress
from incrowd.kernels.grouping import Positions, group
from incrowd.kernels.packing import pack
from incrowd.language import say
from incrowd.measures.enforcement import Held, protected, reach, worst_figures
from incrowd.measures.promise_names import in_words
from incrowd.measures.release_promises import broken_promises, split_promises
from incrowd.progress import Progress, silent
from incrowd.table import Attribute, as_written

_BETWEEN: Final = "\x1f"
"""Between the cells of columns that stand for one."""
_HINT: Final = say("The file was deleted. Try again, or choose another format.")


def _write_nothing(rows: OutputRows, path: Path) -> int:
    raise NotImplementedError(str(path))  # a table is written by its engine


AS_IS: Final = OutputFormat("table", "Table", "", "", _write_nothing, list)
"""A table in an engine: every text is read as it was written."""


@dataclass(frozen=True)
class Verified:
    """What a file holds; l is the smallest and t the largest of all sensitive attributes."""

    rows: int
    k: int
    l: int | None
    t: float | None
    held: tuple[Held, ...] = ()
    """What is reached of each protection of the state."""


def verify(
    path: Path,
    form: OutputFormat,
    classes: Classes,
    state: State,
    progress: Progress = silent,
    labelled: bool = False,
    derived: Sequence[Derivation] = (),
) -> Verified:
    """Compare a file with the classes that it should hold and with the promise of a state.

    The values of classes are `labelled` where they are those of what is published already. Derived
    columns stand for others, which are read off all of theirs together. Of a file without the
    person key only its rows can be compared: see `verify_persons`.
    """
    stand_ins = _stand_ins(derived)
    result = _reread(path, form, classes, progress, stand_ins)
    _compare_classes(result, _Meant(classes.by_rows, form, labelled, stand_ins))
    read = _classes_as_read(result, classes, form)
    if classes.crowd.persons is not None:
        return Verified(rows=result.rows, k=0, l=None, t=None)
    return _measure(read, classes, state, result.rows)


def verify_persons(
    path: Path,
    form: OutputFormat,
    classes: Classes,
    state: State,
    progress: Progress = silent,
    labelled: bool = False,
) -> Verified:
    """Count the persons of a file that has the person key beside what is published.

    It has the same rows as the one that is handed out, written in the same way.
    """
    with closing(open_file(path, progress, form.options, trusted=True)) as source:
        return verify_people_of(source, form, classes, state, labelled)


def verify_table(source: Source, classes: Classes, state: State, labelled: bool) -> Verified:
    """Compare a table in an engine with the classes that it should hold and with the promise."""
    result = _count_again(source, AS_IS, classes, {})
    _compare_classes(result, _Meant(classes.by_rows, AS_IS, labelled))
    read = _classes_as_read(result, classes, AS_IS)
    if classes.crowd.persons is not None:
        return Verified(rows=result.rows, k=0, l=None, t=None)
    return _measure(read, classes, state, result.rows)


def verify_people_of(
    source: Source, form: OutputFormat, classes: Classes, state: State, labelled: bool
) -> Verified:
    """Count the persons of what is published together with the person key."""
    persons = classes.crowd.persons
    key = None if persons is None else persons.key.attribute
    result = _count_again(source, form, classes, {}, key)
    _compare_classes(result.by_rows, _Meant(classes.by_rows, form, labelled))
    if result.rows != classes.kept_rows:
        raise BrokenPromise(
            say(
                "{published:,} people were published, but the file has {people:,}.",
                published=classes.kept_rows,
                people=result.rows,
            ),
            _HINT,
        )
    read = _classes_as_read(result, classes, form)
    return _measure(read, classes, state, result.by_rows.rows)


def _stand_ins(derived: Sequence[Derivation]) -> dict[str, list[Derivation]]:
    """The columns that stand for each column that is not written itself."""
    stand_ins: dict[str, list[Derivation]] = {}
    for derivation in derived:
        stand_ins.setdefault(derivation.source, []).append(derivation)
    return stand_ins


def _measure(read: Classes, meant: Classes, state: State, rows: int) -> Verified:
    """Measure what was read; people are looked up for the classes that it was compared with.

    A file may write a value in another way than hierarchies do, as a guarded cell or a midpoint.
    """
    _check_promise(read, meant, state)
    l, t = worst_figures(read)
    held = tuple(
        held
        for each in state.protections
        for held in reach(meant if _looks_up(each) else read, [each])
    )
    return Verified(rows=rows, k=int(read.sizes.min()), l=l, t=t, held=held)


def _reread(
    path: Path,
    form: OutputFormat,
    classes: Classes,
    progress: Progress,
    stand_ins: Mapping[str, Sequence[Derivation]],
) -> Crowd:
    """Count a file as whoever gets it would."""
    with closing(open_file(path, progress, form.options, trusted=True)) as source:
        return _count_again(source, form, classes, stand_ins)


def _count_again(
    source: Source,
    form: OutputFormat,
    classes: Classes,
    stand_ins: Mapping[str, Sequence[Derivation]],
    key: Attribute | None = None,
) -> Crowd:
    """Count by the quasi-identifiers and sensitive attributes, and by person if wanted."""
    crowd = classes.crowd
    quasi = [domain.attribute for domain in crowd.domains]
    sensitive = [attribute.domain.attribute for attribute in crowd.sensitive]
    keys = [] if key is None else [key]
    names = [attribute.name for attribute in (*quasi, *sensitive, *keys)]
    if source.rows != classes.kept_table_rows:
        raise BrokenPromise(
            say(
                "{published:,} rows were published, but the file has {rows:,}.",
                published=classes.kept_table_rows,
                rows=source.rows,
            ),
            _HINT,
        )
    wanted = [
        each.profile.name if isinstance(each, Derivation) else each
        for name in names
        for each in stand_ins.get(name, [name])
    ]
    tally: pa.Table = source.tally([form.name_as_read(name) for name in wanted])
    tally = _join_stand_ins(tally.rename_columns([*wanted, ROWS]), names, stand_ins, form)
    return build_crowd(tally, quasi, sensitive, key)


def _join_stand_ins(
    tally: pa.Table,
    names: Sequence[str],
    stand_ins: Mapping[str, Sequence[Derivation]],
    form: OutputFormat,
) -> pa.Table:
    """One text for all that stands for a column; a class in parts is one class again."""
    columns = {}
    for name in names:
        derived = stand_ins.get(name)
        if derived is None:
            columns[name] = tally.column(name)
            continue
        cells = [
            _plain(tally.column(each.profile.name).to_pylist(), form.type_of(each.profile))
            for each in derived
        ]
        columns[name] = pa.array([_as_one(row) for row in zip(*cells, strict=True)], pa.string())
    return pa.table({**columns, ROWS: tally.column(ROWS)})


def _as_one(cells: Sequence[str | None]) -> str | None:
    if not any(cells):
        return None
    return _BETWEEN.join(cell or "" for cell in cells)


@dataclass(frozen=True, eq=False)
class _Meant:
    """The classes that a file should hold, and how it writes their values."""

    classes: Classes
    form: OutputFormat
    labelled: bool
    stand_ins: Mapping[str, Sequence[Derivation]] = field(default_factory=dict)

    def stand_for(self, place: int, labels: Sequence[str | None]) -> list[str | None] | None:
        """What the file says in all columns that stand for an attribute; None without any."""
        derived = self.stand_ins.get(self.classes.crowd.domains[place].attribute.name)
        if derived is None:
            return None
        cells = [
            _cells_as_read(
                [each.texts.get(label) if label is not None else None for label in labels],
                self.form,
                self.form.type_of(each.profile),
            )
            for each in derived
        ]
        return [_as_one(row) for row in zip(*cells, strict=True)]

    def type_of(self, place: int) -> Reading | None:
        """How the file reads the values of an attribute that stayed as it was."""
        if self.classes.crowd.domains[place].attribute.name in self.stand_ins:
            return None
        if self.classes.levels[place] or self.labelled:
            return None
        return self.form.type_of(self.classes.crowd.domains[place].attribute.profile)

    def labels(self, place: int) -> Sequence[str | None]:
        """What is written for each group of an attribute at its level."""
        crowd, level = self.classes.crowd, self.classes.levels[place]
        values: Sequence[str | None] = crowd.domains[place].values
        if level:
            values = crowd.ladders[place].hierarchy.labels[level - 1]
        if level or self.labelled:
            return [None if value is None else as_written(value) for value in values]
        return values


def _compare_classes(found: Crowd, meant: _Meant) -> None:
    """Each published class must be there with its values and its rows, and nothing else."""
    classes = meant.classes
    members = classes.representatives[classes.kept]
    codes = [_joint_codes(found, meant, place, members) for place in range(len(found.domains))]
    radices = [int(each.max(initial=0)) + 1 for each in codes]
    as_is = [np.arange(radix, dtype=np.int32) for radix in radices]
    everything = np.arange(len(members) + len(found.counts), dtype=np.int32)
    keys, space = pack(codes, as_is, radices, everything)
    # a class that was published and read cancels itself out
    balance = np.concatenate([classes.kept_sizes, -found.counts])
    if group(keys, balance, space)[1].any():
        raise BrokenPromise(
            say("The groups in the file are not the ones that were published."), _HINT
        )


def _joint_codes(found: Crowd, meant: _Meant, place: int, members: Positions) -> Positions:
    """Code one attribute of the published classes, then of what was read, in the same way."""
    crowd, level = meant.classes.crowd, meant.classes.levels[place]
    ladder, domain = crowd.ladders[place], crowd.domains[place]
    published = ladder.codes[level][crowd.codes[place][members]]
    known = meant.type_of(place)
    labels = meant.labels(place)
    number = _numbers_as_read(published, labels, meant.form, known, meant.stand_for(place, labels))
    values = _plain(found.domains[place].values, known)
    read = [number.codes.get(value, -1) for value in values]
    _refuse_strange(read, found.domains[place].values, domain.attribute.name)
    codes = np.array(read, np.int32)[found.codes[place]]
    return np.concatenate([number.of_label[published], codes])


@dataclass(frozen=True, eq=False)
class _Numbers:
    """A number for each text that may be read, and the number of each label."""

    codes: dict[str | None, int]
    of_label: Positions


def _cells_as_read(
    cells: Sequence[str | None], form: OutputFormat, known: Reading | None
) -> list[str | None]:
    """What the file should say, numbers and dates in the only way to write them."""
    if known is None:
        return form.cells_as_read(cells)
    return [cell and known.plain(cell) for cell in cells]


def _plain(values: Sequence[str | None], known: Reading | None) -> list[str | None]:
    """What the file says, numbers and dates in the only way to write them."""
    return [
        value if value is None or known is None else known.plain_typed(value) for value in values
    ]


def _numbers_as_read(
    published: Positions,
    labels: Sequence[str | None],
    form: OutputFormat,
    known: Reading | None,
    stand_for: Sequence[str | None] | None = None,
) -> _Numbers:
    used = np.unique(published)
    if stand_for is not None:
        texts = [stand_for[code] for code in used.tolist()]
    else:
        texts = _cells_as_read([labels[code] for code in used.tolist()], form, known)
    codes: dict[str | None, int] = {}
    of_label = np.full(len(labels), -1, np.int32)
    of_label[used] = [codes.setdefault(text, len(codes)) for text in texts]
    return _Numbers(codes, of_label)


def _refuse_strange(codes: Sequence[int], values: Sequence[str | None], name: str) -> None:
    if -1 in codes:
        raise BrokenPromise(
            say(
                "The file has '{value}' in '{name}', which was not published.",
                value=values[codes.index(-1)],
                name=name,
            ),
            _HINT,
        )


def _classes_as_read(found: Crowd, classes: Classes, form: OutputFormat) -> Classes:
    """The classes of the file, their sensitive values measured against the original table."""
    pairs = zip(found.sensitive, classes.crowd.sensitive, strict=True)
    sensitive = tuple(_in_original(read, classes, original, form) for read, original in pairs)
    crowd = replace(found, sensitive=sensitive).with_hierarchies(
        {domain.attribute.name: suppress.build(domain) for domain in found.by_rows.domains}
    )
    return crowd.at(crowd.bottom)


def _in_original(
    read: Sensitive, classes: Classes, original: Sensitive, form: OutputFormat
) -> Sensitive:
    """What was read of a sensitive attribute, in the codes and shares of the original."""
    values = classes.values_of(original.name)
    published = values.values[np.repeat(classes.kept, np.diff(values.starts))]
    used = np.unique(published)
    known = form.type_of(original.domain.attribute.profile)
    texts = _cells_as_read([original.domain.values[code] for code in used.tolist()], form, known)
    code_of = dict(zip(texts, used.tolist(), strict=True))
    codes = [code_of.get(value, -1) for value in _plain(read.domain.values, known)]
    _refuse_strange(codes, read.domain.values, original.name)
    translated = np.ascontiguousarray(np.array(codes, np.int32)[read.values])
    return replace(
        read,
        domain=original.domain,
        values=translated,
        hierarchy=original.hierarchy,
        people=original.people,
    )


def _looks_up(protection: Protection) -> bool:
    return isinstance(protection, ReleasePromise) and protection.population is not None


def _check_promise(read: Classes, meant: Classes, state: State) -> None:
    whole = split_promises(state.protections)[1]
    looked_up = [each for each in whole if _looks_up(each)]
    for broken in (
        *broken_promises(read, [each for each in whole if each not in looked_up]),
        *broken_promises(meant, looked_up),
    ):
        raise BrokenPromise(
            say(
                "The file does not keep its promise: it does not hold {promise}.",
                promise=in_words(broken),
            ),
            _HINT,
        )
    small = int((read.sizes < state.k).sum())
    unprotected = int((~protected(read, state.protections)).sum())
    if small or unprotected:
        raise BrokenPromise(
            say(
                "The file does not keep its promise: {small:,} groups are smaller than {k:,}, "
                "and {unprotected:,} break a protection.",
                small=small,
                k=state.k,
                unprotected=unprotected,
            ),
            _HINT,
        )
