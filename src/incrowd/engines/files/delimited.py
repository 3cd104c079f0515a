"""Read CSV and its relatives, of any delimiter, quote and encoding, plain or packed; write CSV.

Every cell is kept as it is written; an empty one is missing, whether it is quoted or not. A blank
line is no row, except in a table of one column, where it is a missing value. DuckDB reads the file,
an automaton of our own checks it, and both must agree on the rows and on the bytes in their cells.
"""

from __future__ import annotations

import codecs
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from incrowd.engines.duckdb import relation
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import call, copy, create, literal, select, subquery
from incrowd.engines.files.confined.caps import MOST_RECORD, check_width, too_long
from incrowd.engines.files.format import Cells, Format, OutputFormat, OutputRows, ReadRequest
from incrowd.engines.files.formula_guard import escape_formula, escape_formula_sql
from incrowd.engines.files.text import encoding as encodings
from incrowd.engines.files.text.byte_stream import read_pieces
from incrowd.errors import DataError, MalformedData
from incrowd.language import say

if TYPE_CHECKING:
    from incrowd.engines.files.text.records import Dialect, Scanner, TextFacts

_MANY_COLUMNS: Final = 60
"""Columns above which cells are guarded as lists."""
_SAMPLE: Final = 1 << 20
_BUFFER: Final = 1 << 23
_LONG: Final = 1 << 21
"""DuckDB's default limit for the length of a line."""

_HEADER_HINT: Final = say(
    "Check the first line; if it is already data, add a line with the names above it."
)


@dataclass(frozen=True)
class _DelimitedText:
    """A delimited text, and how it is to be read."""

    request: ReadRequest
    encoding: str
    dialect: Dialect
    names: tuple[str, ...]
    style: relation.FileStyle
    plain: bool
    """Whether DuckDB may read the file itself."""
    condensed: bool
    """Whether to keep only distinct rows with their counts."""
    headless: bool = False
    """Whether the first line is data, so that columns are called by their place."""

    @property
    def first_line(self) -> bytes:
        """The line of names that a text without one is given; empty where it has one."""
        return self.dialect.delimiter.join(self.names).encode() + b"\n" if self.headless else b""

    @property
    def columns(self) -> list[str]:
        """The columns of the working table."""
        return [f"c{position}" for position in range(len(self.names))]


@dataclass(frozen=True)
class _LoadedContent:
    """How much DuckDB has read: the proof that nothing was dropped or changed."""

    rows: int
    content: int
    """Bytes of all cells."""

    @classmethod
    def wanted(cls, facts: TextFacts) -> _LoadedContent:
        return cls(facts.rows, facts.content)

    @classmethod
    def found(cls, text: _DelimitedText, session: Session) -> _LoadedContent:
        lengths = [f"sum({relation.WEIGHT} * strlen({column}))" for column in text.columns]
        sizes = select([f"sum({relation.WEIGHT})", *lengths], relation.DATA)
        rows, *content = session.run(sizes, f"reading {text.request.name}")[0]
        return cls(int(rows or 0), sum(int(each or 0) for each in content))


def read(request: ReadRequest, session: Session) -> relation.Relation:
    """Bring a delimited text into the working table."""
    head, whole = request.beginning(_SAMPLE)
    declared = request.options.encoding
    encoding = encodings.find_codec(declared, head) if declared else encodings.guess_encoding(head)
    try:
        return _read(_examine(request, head, whole, encoding), session)
    except encodings.UnreadableByte:
        if declared or encoding != encodings.UTF8:
            raise
        other = encodings.guess_one_byte_encoding(request.stream())
        if other is None:
            raise
        return _read(_examine(request, head, whole, other), session)


def _examine(request: ReadRequest, head: bytes, whole: bool, encoding: str) -> _DelimitedText:
    """Find out all that a sample can tell."""
    from incrowd.engines.files.text.dialect import (
        check_header,
        detect_dialect,
        has_repeated_rows,
        read_sample,
    )
    from incrowd.engines.files.text.records import scan_text

    sample = encodings.decode_sample(head, encoding)
    if not sample.strip():
        raise MalformedData(
            say("'{name}' is empty.", name=request.name),
            say("Check that this is the file you meant."),
        )
    dialect = detect_dialect(sample, request.options.delimiter, request.options.quote)
    facts = scan_text(sample, dialect, strict=False, whole=whole)
    records = read_sample(sample, dialect, whole=whole)
    headless = request.options.header == "no"
    first: list[str | None] = list(records[0]) if records else [None]
    if headless:
        first = [f"column_{place}" for place in range(1, len(first) + 1)]
    elif request.options.header is None:
        check_header(records, request.name)
    named, unnamed = relation.name_columns(first)
    names = relation.check_names(named, request.name, _HEADER_HINT)
    check_width(len(names), request.name)
    # DuckDB takes the first line break for the kind that ends records, also within quotes
    broken = any(set(name) & set("\r\n") for name in names)
    own = encoding != encodings.UTF8 or request.compression or dialect.backslash or broken
    return _DelimitedText(
        request=request,
        encoding=encoding,
        dialect=dialect,
        names=names,
        style=replace(
            _style_of(dialect, encoding, head, "\r\n" if facts.returns else "\n"),
            header=not headless,
            unnamed=unnamed,
        ),
        plain=not own and not facts.blank_lines_first and not headless,
        condensed=not request.ordered and has_repeated_rows(records),
        headless=headless,
    )


def _style_of(dialect: Dialect, encoding: str, head: bytes, line_end: str) -> relation.FileStyle:
    """How to write a text like this one; a single column gets a comma, if it needs one."""
    from incrowd.engines.files.text.dialect import NO_DELIMITER

    marked = encoding == encodings.UTF8 and head.startswith(codecs.BOM_UTF8)
    return relation.FileStyle(
        "csv",
        "," if dialect.delimiter == NO_DELIMITER else dialect.delimiter,
        dialect.quote or '"',
        "utf-8-sig" if marked else encoding,
        line_end,
    )


def _read(text: _DelimitedText, session: Session) -> relation.Relation:
    facts = _read_directly(text, session) if text.plain else None
    if facts is None:
        facts = _read_rewritten(text, session)
    columns = tuple(
        relation.TableColumn(position, name) for position, name in enumerate(text.names)
    )
    return relation.Relation(
        text.request.path.name,
        columns,
        facts.rows,
        text.condensed,
        style=text.style,
        single=not text.condensed,
    )


def _read_directly(text: _DelimitedText, session: Session) -> TextFacts | None:
    """Let DuckDB read the file while we check it; None if it takes a plainer file to agree."""
    stop = Event()
    path = session.plain_path(text.request.path)
    with ThreadPoolExecutor(1, thread_name_prefix="incrowd-scan") as pool:
        scanning = pool.submit(_scan_file, text, stop)
        try:
            loaded = _load(text, session, path, header="true")
        except BaseException:
            stop.set()
            raise
        facts = scanning.result()
    _check(facts, text)
    return facts if facts.one_line_end and loaded == _LoadedContent.wanted(facts) else None


def _read_rewritten(text: _DelimitedText, session: Session) -> TextFacts:
    """Write the rows in the plainest form, and let DuckDB read those."""
    from incrowd.engines.files.text.records import Scanner, rewrite

    scanner = Scanner(text.dialect)
    stream = chain(
        filter(None, [text.first_line]),
        encodings.convert_to_utf8(text.request.stream(), text.encoding, text.request.name),
    )
    path = session.folder.path("rows.csv")
    with path.open("wb") as file:
        for piece in rewrite(stream, scanner):
            file.write(piece)
            _check_length(scanner, text)
    facts = scanner.facts()
    _check(facts, text)
    # without a header, DuckDB must be told the line end; for others than \n that does not work
    plain = {"header": "false", "new_line": r"'\n'"}
    loaded = _load(text, session, path, facts.longest, **plain)
    if loaded != _LoadedContent.wanted(facts):
        # where line ends within quotes puzzle several threads, one finds the way
        loaded = _load(text, session, path, facts.longest, **plain, parallel="false")
    path.unlink()
    if loaded != _LoadedContent.wanted(facts):
        message = say(
            "'{name}' has {rows} rows, but DuckDB understood it differently.",
            name=text.request.name,
            rows=facts.rows,
        )
        if loaded:
            message = say(
                "'{name}' has {rows} rows, but DuckDB understood it differently ({others} rows).",
                name=text.request.name,
                rows=facts.rows,
                others=loaded.rows,
            )
        raise MalformedData(
            message,
            say("Check quotes and delimiters, or name them: delimiter=';', quote=''."),
        )
    return facts


def _scan_file(text: _DelimitedText, stop: Event) -> TextFacts:
    from incrowd.engines.files.text.records import Scanner

    scanner = Scanner(text.dialect)
    # DuckDB reports the progress itself, from the caller's thread
    stream = encodings.check_utf8(lambda: read_pieces(text.request.path), text.request.name)
    for piece in stream:
        scanner.feed(piece)
        _check_length(scanner, text)
        if scanner.failed or stop.is_set():
            break
    else:
        scanner.finish()
    return scanner.facts()


def _check_length(scanner: Scanner, text: _DelimitedText) -> None:
    """Stop at a line that would not fit into memory; a quote that is never closed makes one."""
    if scanner.longest > MOST_RECORD:
        raise too_long(text.request.name)


def _check(facts: TextFacts, text: _DelimitedText) -> None:
    from incrowd.engines.files.text.records import raise_problem

    if facts.problem:
        raise_problem(facts, text.request.name, text.dialect)
    if facts.width != len(text.names):
        raise MalformedData(
            say(
                "The first line of '{name}' can be read in two ways, with {columns} or "
                "{others} columns.",
                name=text.request.name,
                columns=len(text.names),
                others=facts.width,
            ),
            _HEADER_HINT,
        )
    relation.check_rows(facts.rows, text.request.name)


def _load(
    text: _DelimitedText, session: Session, path: Path, longest: int = 0, **options: str
) -> _LoadedContent | None:
    """Fill the working table; None if DuckDB cannot, as the scan knows better what is wrong."""
    source = call(
        "read_csv",
        literal(str(path)),
        columns="{" + ", ".join(f"{name}: 'VARCHAR'" for name in text.columns) + "}",
        auto_detect="false",
        delim=literal(text.dialect.delimiter),
        quote=literal(text.dialect.quote),
        escape=literal(text.dialect.quote),
        nullstr="''",
        strict_mode="true",
        null_padding="false",
        ignore_errors="false",
        compression="'none'",
        hive_partitioning="false",
        max_line_size=str(max(_LONG, longest + 1_024)),
        buffer_size=str(max(_BUFFER, 2 * longest + 4_096)),
        **options,
    )
    try:
        with session.reading():
            session.run(
                create("TABLE", relation.DATA, _select_rows(text, source)),
                f"reading {text.request.name}",
            )
    except session.read_failures:
        return None
    return _LoadedContent.found(text, session)


def _select_rows(text: _DelimitedText, source: str) -> str:
    """All rows, or only the distinct ones with their counts where that is likely to pay."""
    if text.condensed:
        return select([*text.columns, f"count(*) AS {relation.WEIGHT}"], source, "GROUP BY ALL")
    return select([*text.columns, f"CAST(1 AS BIGINT) AS {relation.WEIGHT}"], source)


def _write_csv(output: OutputRows, part: Path, style: relation.FileStyle) -> int:
    """Write guarded cells; the names are row 0, so that they are quoted by the same rules."""
    places = [f"c{place}" for place in range(len(output.names))]
    names = [literal(escape_formula(name)) for name in output.names]
    header = select([*map(_alias, names, places), "0 AS part", "NULL AS place"], "(SELECT 1)")
    both = subquery(f"{header} UNION ALL {_guard_rows(output)}")
    statement = copy(
        select(places, both, "ORDER BY part, place"),
        str(part.absolute()),
        format="csv",
        header="false",
        compression="none",
        delimiter=literal(style.delimiter),
        quote=literal(style.quote),
        escape=literal(style.quote),
        nullstr=literal(""),
    )
    ((rows,),) = output.run(statement)
    if style.encoding != encodings.UTF8 or style.line_end != "\n":
        _rewrite(part, style)
    return int(rows) - 1


def _guard_rows(output: OutputRows) -> str:
    """The guarded cells of each row, then 1 and its place; of many columns guarded as one list.

    Each step of an expression takes room for 2,048 cells, and the guard of a column has hundreds.
    """
    if len(output.texts) <= _MANY_COLUMNS:
        return output.query([*map(escape_formula_sql, output.texts), "1", output.order])
    guard = f"lambda cell: {escape_formula_sql('cell')}"
    cells = f"list_transform([{', '.join(output.texts)}], {guard}) AS cells"
    rows = subquery(output.query([cells, f"{output.order} AS place"]))
    each = [f"cells[{place}]" for place in range(1, len(output.texts) + 1)]
    return select([*each, "1", "place"], rows)


def _rewrite(part: Path, style: relation.FileStyle) -> None:
    """Turn a file of UTF-8 into another encoding, or give its lines other ends.

    Encodings of several bytes get a mark. Line feeds within quotes are a part of a cell.
    """
    encoding, quoted = style.encoding, False
    coded = part.with_name(f"{part.name}.encoded")
    try:
        with (
            part.open(encoding="utf-8", newline="") as text,
            coded.open("w", encoding=encoding, newline="") as file,
        ):
            file.write("\ufeff" if encoding.startswith(("utf-16-", "utf-32-")) else "")
            while piece := text.read(_SAMPLE):
                for place, stretch in enumerate(piece.split(style.quote)):
                    quoted ^= place > 0
                    file.write(style.quote if place else "")
                    file.write(stretch if quoted else stretch.replace("\n", style.line_end))
        coded.replace(part)
    except UnicodeEncodeError as error:
        raise DataError(
            say(
                "'{character}' cannot be written in {encoding}.",
                character=error.object[error.start],
                encoding=encoding,
            ),
            say("Write the file in UTF-8: --output-encoding utf-8."),
        ) from error
    finally:
        coded.unlink(missing_ok=True)


def _alias(expression: str, name: str) -> str:
    return f"{expression} AS {name}"


def _escape_cells(cells: Cells) -> list[str | None]:
    # an empty cell is a missing one when it is read
    return [escape_formula(cell) if cell else None for cell in cells]


def _output(style: relation.FileStyle) -> OutputFormat:
    return OutputFormat(
        "csv",
        "CSV",
        "Opens anywhere; formulas are made harmless.",
        f"text/csv; charset={encodings.web_name(style.encoding)}",
        partial(_write_csv, style=style),
        _escape_cells,
        escape_formula,
        {"encoding": style.encoding, "delimiter": style.delimiter, "quote": style.quote},
    )


FORMAT: Final = Format(
    "delimited",
    "delimited text (CSV, TSV)",
    read,
    ("csv", "tsv", "tab", "psv", "txt", "dat", "data"),
    options=("encoding", "delimiter", "quote", "header"),
    is_text=True,
    streamed=True,
    output=replace(_output(relation.FileStyle("csv")), styled=_output),
)
