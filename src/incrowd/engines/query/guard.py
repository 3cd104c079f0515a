"""The functions that a query may use: those that compute with values and nothing else."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from incrowd.errors import InvalidParameter, RefusedQuery, UnknownName
from incrowd.language import say

if TYPE_CHECKING:
    from sqlglot import exp

_FUNCTIONS = """
Abs Acos Acosh And AnyValue Array ArrayConcat ArrayContains ArrayDistinct ArrayFilter
ArrayLength ArraySize ArraySlice ArraySort ArrayToString Ascii Asin Asinh Atan Atan2 Atanh
Between BitwiseAndAgg Case Cast Cbrt Ceil Chr Coalesce Columns Concat ConcatWs Contains Cos Cosh
Cot CumeDist CurrentDate CurrentTimestamp Date DateAdd DateDiff DateFromParts DatePart DateSub
DateTrunc Day DayOfMonth DayOfWeek DayOfWeekIso DayOfYear Decode Degrees DenseRank EndsWith
Exists Exp Extract FirstValue Floor Format GenerateSeries Greatest Hex If Initcap IsInf IsNan
JarowinklerSimilarity Lag LastDay LastValue Lead Least Left Length Levenshtein Ln Log Lower
LowerHex MD5 Map Month NthValue Ntile Nullif Or Overlay Pad ParseJSON PercentRank Pi Posexplode
Pow Quarter Radians Rand Rank RegexpCount RegexpExtract RegexpExtractAll RegexpFullMatch
RegexpILike RegexpLike RegexpReplace RegexpSplit Repeat Replace Reverse Right Round RowNumber
SHA SHA2 SafeDivide Second Sign Sin Sinh Space Split SplitPart Sqrt StartsWith StrPosition
StrToDate StrToTime Stuff Substring Tan Tanh TimeToStr TimestampTrunc ToChar ToDays Transform
Translate Trim Trunc TryCast TsOrDsToDate Unhex Unnest Upper Week WeekOfYear Xor Year
"""
_NAMES = """
array_agg bar bit_count bool_and bool_or concat_ws contains count_if date_diff date_part
date_trunc dayname editdist3 ends_with entropy epoch even factorial favg fdiv first fmod fsum
gcd geomean hamming histogram instr is_histogram_other_bin isfinite isinf isnan jaccard
jaro_similarity jaro_winkler_similarity kahan_sum kurtosis last lcase lcm len lgamma
list_aggregate list_contains list_distinct list_filter list_sort list_sum list_value lpad ltrim
mad make_date median mod mode monthname nextafter nfc_normalize ord parse_date position prefix
printf product quantile quantile_cont quantile_disc regexp_escape regexp_extract
regexp_full_match regexp_matches regexp_replace rpad rtrim set_bit skewness split_part
starts_with strftime string_split strip_accents strlen strpos strptime struct_pack substr suffix
sum_no_overflow try_strptime ucase unicode variance
"""
FUNCTIONS: Final = frozenset(_FUNCTIONS.split())
"""As sqlglot calls them."""

NAMES: Final = frozenset(_NAMES.split())
"""As DuckDB calls them, where sqlglot does not know them."""

AGGREGATES_TOO: Final = frozenset({"CombinedAggFunc", "CombinedParameterizedAgg"})
"""Aggregates whose names are not known; all others only compute."""

TABLE_FUNCTIONS: Final = frozenset({"GenerateSeries", "Unnest"})
"""The only ones that may stand where a table stands."""

LONGEST: Final = 20_000
_FORBIDDEN: Final = ("DDL", "DML", "Command", "Into", "Lock", "Placeholder", "Parameter")
_FORBIDDEN_TOO: Final = ("SessionParameter", "Hint", "Pragma", "Set", "Use", "Attach", "Copy")
_LENGTHS: Final = {"Repeat": "times", "Pad": "expression", "Space": "this"}
"""Functions that make long texts, and the argument that says how long."""

MOST_CHARACTERS: Final = 1_000_000
_ONE: Final = say("Write one SELECT over the tables that are open.")
Schema = Mapping[str, Mapping[str, str]]
"""The columns of each table with their types."""


def check_query(text: str, schema: Schema) -> exp.Query:
    """The syntax tree of a query that only reads these tables."""
    from sqlglot import exp

    # it would write parts of the query to the log
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
    if len(text) > LONGEST:
        raise RefusedQuery(
            say("A query may have {most:,} characters at most.", most=LONGEST),
            say("Make it shorter."),
        )
    if "\0" in text:
        raise RefusedQuery(say("A query cannot contain a NUL character."), _ONE)
    try:
        tree = _parse_one(text)
        _check_kinds(tree)
        _check_functions(tree)
        _check_lengths(tree)
        check_tables(tree, {name.lower() for name in schema})
    except RecursionError:
        raise RefusedQuery(
            say("The query is nested too deeply."), say("Make it simpler.")
        ) from None
    assert isinstance(tree, exp.Query)  # noqa: S101 - for the type checker
    return tree


def _parse_one(text: str) -> exp.Expression:
    from sqlglot import exp, parse
    from sqlglot.errors import SqlglotError

    try:
        result = [statement for statement in parse(text, dialect="duckdb") if statement is not None]
    except SqlglotError as error:
        raise RefusedQuery(
            say("This is not valid SQL: {error}.", error=_first_line(error)), _ONE
        ) from None
    statements = [statement for statement in result if not isinstance(statement, exp.Semicolon)]
    if not statements:
        raise RefusedQuery(say("There is no query."), _ONE)
    if len(statements) > 1:
        raise RefusedQuery(
            say("These are {count} statements, not one.", count=len(statements)), _ONE
        )
    (tree,) = statements
    if not isinstance(tree, (exp.Select, exp.SetOperation)):
        raise RefusedQuery(say("Only SELECT is possible, not {word}.", word=tree.key.upper()), _ONE)
    return tree


def _check_kinds(tree: exp.Expression) -> None:
    """Refuse everything that does more than read, also within parts of the query."""
    from sqlglot import exp

    forbidden = tuple(getattr(exp, name) for name in (*_FORBIDDEN, *_FORBIDDEN_TOO))
    for node in tree.walk():
        if isinstance(node, forbidden):
            raise RefusedQuery(
                say("{word} is not possible in a query.", word=node.key.upper()), _ONE
            )
        if isinstance(node, exp.CTE) and not isinstance(node.this, exp.Query):
            raise RefusedQuery(say("WITH may only name queries."), _ONE)


def _check_functions(tree: exp.Expression) -> None:
    from sqlglot import exp

    for node in tree.find_all(exp.Func):
        name = (node.name if isinstance(node, exp.Anonymous) else node.sql_name()).lower()
        known = (
            name in NAMES
            if isinstance(node, (exp.Anonymous, exp.AnonymousAggFunc))
            else type(node).__name__ in FUNCTIONS
            or (isinstance(node, exp.AggFunc) and type(node).__name__ not in AGGREGATES_TOO)
        )
        inside = isinstance(node.parent, exp.Table)
        if not known or (inside and type(node).__name__ not in TABLE_FUNCTIONS):
            raise RefusedQuery(
                say("The function '{name}' cannot be used here.", name=name),
                say("Use functions that compute with values; only open tables can be read."),
            )


def _check_lengths(tree: exp.Expression) -> None:
    """Refuse to make a text so long that the engine hears nobody for minutes meanwhile."""
    from sqlglot import exp
    from sqlglot.optimizer.simplify import simplify

    for node in tree.find_all(*(getattr(exp, name) for name in _LENGTHS)):
        length = node.args.get(_LENGTHS[type(node).__name__])
        number = None if length is None else simplify(length.copy(), dialect="duckdb")
        if not isinstance(number, exp.Literal) or not number.is_number:
            continue
        if float(number.name) > MOST_CHARACTERS:
            raise RefusedQuery(
                say("A text of {count} characters is too long.", count=number.name),
                say("Ask for {most:,} characters at most.", most=MOST_CHARACTERS),
            )


def check_tables(tree: exp.Expr, known: set[str]) -> None:
    """Refuse to read anything but these tables, whose names are in small letters."""
    from sqlglot import exp
    from sqlglot.optimizer.scope import traverse_scope

    named = {table.alias_or_name.lower() for table in tree.find_all(exp.CTE)}
    real = {
        id(source)
        for scope in traverse_scope(tree)
        for source in scope.sources.values()
        if isinstance(source, exp.Table)
    }
    for table in tree.find_all(exp.Table):
        if isinstance(table.this, exp.Func):
            continue
        possible = known if id(table) in real else known | named
        if table.args.get("db") or table.args.get("catalog") or not table.name:
            raise RefusedQuery(say("'{name}' cannot be read.", name=table.sql("duckdb")), _ONE)
        if table.name.lower() not in possible:
            raise UnknownName.among("table", table.name, sorted(known))


def _first_line(error: Exception) -> str:
    errors = getattr(error, "errors", None)
    if errors:
        return f"{errors[0]['description'].rstrip('.')} (line {errors[0]['line']})"
    return str(error).splitlines()[0].rstrip(".") if str(error) else "it cannot be read"


def check_number(name: str, value: int, least: int, most: int) -> int:
    """Refuse a number that is out of its range."""
    if not least <= value <= most:
        raise InvalidParameter(
            say("The {name} cannot be {value:,}.", name=name, value=value),
            say("Give a number from {least:,} to {most:,}.", least=least, most=most),
        )
    return value
