"""The functions that a query may use: those that compute with values and nothing else."""

from __future__ import annotations

from typing import Final

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
