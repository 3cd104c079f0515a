"""Columns of several sources by name: `zip` where one source has it, `1.zip` and `2.zip` else."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from incrowd.engines.joins.join import Column, Range
from incrowd.errors import InvalidParameter, UnknownAttribute, UnknownName, suggestion
from incrowd.language import say
from incrowd.linking.values.matching import CONDITIONS

Assignments = Mapping[str, str] | Iterable[str | tuple[str, ...]]
"""`{"zip": "13012"}`, `["zip=13012"]` or `[("zip", "13012")]`: only texts are taken apart."""
Sides = tuple[list[Column], list[Column]]


@dataclass(frozen=True)
class Pair:
    """Two columns that are joined, and how."""

    left: Column
    right: Column
    condition: str = "equal"
    reason: str = ""
    """Why it was proposed; empty where it was asked for."""


@dataclass(frozen=True)
class Columns:
    """The columns of every source, ranges included."""

    names: tuple[tuple[str, ...], ...]

    def label(self, column: Column) -> str:
        """The shortest name that says which column is meant.

        >>> Columns((("zip", "age"), ("zip",))).label(Column(0, "age"))
        'age'
        """
        alone = self.find(column.name) == [column]
        return column.name if alone else joined_label(column)

    def find(self, name: str) -> list[Column]:
        """All columns that a name may mean: `zip` in every source, `2.zip` in the second.

        Where a column is itself called `2.zip`, the second source's `zip` is meant.
        """
        source, rest = self.split_source(name)
        if source is not None and rest in self.names[source]:
            return [Column(source, rest)]
        return [Column(source, name) for source, names in enumerate(self.names) if name in names]

    def split_source(self, name: str) -> tuple[int | None, str]:
        """The source that a name begins with, as in `2.zip`, and the rest of it."""
        number, dot, rest = name.partition(".")
        sources = {str(source + 1): source for source in range(len(self.names))}
        return (sources[number], rest) if dot and number in sources else (None, name)

    def find_together(self, name: str) -> list[Column]:
        """The columns that a fact is about: those of a name, or several, as `1.zip,2.postcode`."""
        columns, parts = self.find(name), name.split(",")
        for place in range(1, len(parts)):
            if columns:
                break
            first = self.find(",".join(parts[:place]).strip())
            others = self.find_together(",".join(parts[place:]).strip()) if first else []
            apart = {column.source for column in first}.isdisjoint(
                column.source for column in others
            )
            columns = [*first, *others] if others and apart else []
        return columns

    def shortest_name(self, columns: Sequence[Column]) -> str:
        """The shortest name for the columns of a fact: `zip`, `1.zip` or `1.zip,2.postcode`."""
        if len(columns) == 1:
            return self.label(columns[0])
        shared = self.find(columns[0].name) == list(columns)
        return columns[0].name if shared else ",".join(map(joined_label, columns))

    def require(self, name: str) -> list[Column]:
        """All columns that a name may mean, or an error that says which was probably meant."""
        columns = self.find(name.strip())
        if not columns:
            raise self.unknown(name)
        return columns

    def unknown(self, name: str) -> UnknownAttribute:
        """The error for a name that means no column."""
        hint = suggestion(name.strip(), self.all)
        return UnknownAttribute(say("No source has a column '{name}'.", name=name.strip()), hint)

    @property
    def all(self) -> list[str]:
        """Every column by its label."""
        return [
            self.label(Column(source, name))
            for source, names in enumerate(self.names)
            for name in names
        ]


def joined_label(column: Column) -> str:
    """What a column is called in what was joined: `1.zip`."""
    return f"{column.source + 1}.{column.name}"


def joined_groups(pairs: Sequence[Pair]) -> list[tuple[Column, ...]]:
    """Columns that are joined with each other."""
    groups: list[set[Column]] = []
    for pair in pairs:
        mine = {pair.left, pair.right}
        for group in [each for each in groups if each & mine]:
            groups.remove(group)
            mine |= group
        groups.append(mine)
    return [tuple(sorted(each, key=lambda column: (column.source, column.name))) for each in groups]


def split_on(columns: Columns, text: str) -> tuple[list[Column], list[Column], str]:
    """Read `LEFT=RIGHT:condition`; names may hold the signs that part them, the longest is meant.

    >>> split_on(Columns((("zip",), ("plz",))), "zip=plz:covers")[2]
    'covers'
    """
    sides, condition = _sides(columns, text), "equal"
    if sides is None:
        pair, colon, after = text.rpartition(":")
        if not colon:
            pair = text
        elif after not in CONDITIONS:
            raise UnknownName.among("condition", after, CONDITIONS)
        else:
            condition = after
        sides = _sides(columns, pair) or _unknown_sides(columns, pair, text)
    return *sides, condition


def _unknown_sides(columns: Columns, pair: str, text: str) -> Sides:
    """Say which of two names is not known."""
    left, equals, right = pair.partition("=")
    if not left.strip() or (equals and not right.strip()):
        raise InvalidParameter(
            say("'{text}' is not a pair of columns.", text=text),
            say("Write a pair as in zip=postcode, or as in zip=postcode:overlaps."),
        )
    return columns.require(left), columns.require(right or left)


def _sides(columns: Columns, pair: str) -> Sides | None:
    """Both sides of an equal sign, if there is one that leaves two known names."""
    same = columns.find(pair.strip())
    if len(same) > 1 or (same and "=" not in pair):
        return same, same
    for left, right in _splits(pair, "="):
        if columns.find(left) and columns.find(right):
            return columns.find(left), columns.find(right)
    return None


def _splits(text: str, sign: str) -> Iterator[tuple[str, str]]:
    """What stands before and behind a sign, the longest before it first."""
    parts = text.split(sign)
    for place in range(len(parts) - 1, 0, -1):
        yield sign.join(parts[:place]).strip(), sign.join(parts[place:]).strip()


def parse_pairs(columns: Columns, given: Assignments) -> list[Pair]:
    """The pairs of columns to join: each source but the first with the first that fits before."""
    pairs: list[Pair] = []
    for given_pair in _as_list(given):
        lefts, rights, condition = _pair(columns, given_pair)
        new = [
            Pair(left, right, condition)
            for right in rights
            for left in [next((column for column in lefts if column.source < right.source), None)]
            if left is not None
        ]
        if not new:
            raise InvalidParameter(
                say("'{text}' does not join two sources.", text=_as_text(given_pair)),
                say(
                    "Name a column of an earlier source first, then one of a later source, as in "
                    "zip=postcode."
                ),
            )
        pairs += [pair for pair in new if pair not in pairs]
    return pairs


def _pair(columns: Columns, given: str | tuple[str, ...]) -> tuple[list[Column], list[Column], str]:
    if isinstance(given, str):
        return split_on(columns, given)
    left, right, *condition = given
    if not condition and not columns.find(right.strip()):
        name, colon, after = right.rpartition(":")
        right, condition = (name, [after]) if colon else (right, [])
    name = condition[0] if condition else "equal"
    if name not in CONDITIONS:
        raise UnknownName.among("condition", name, CONDITIONS)
    return columns.require(left), columns.require(right), name


def parse_facts(columns: Columns, given: Assignments) -> list[tuple[list[Column], str]]:
    """What is known: the columns that a fact is about, and its value."""
    return [_fact(columns, fact) for fact in _as_list(given)]


def _fact(columns: Columns, given: str | tuple[str, ...]) -> tuple[list[Column], str]:
    if not isinstance(given, str):
        name, value = given
        return columns.find_together(name.strip()) or columns.require(name), str(value)
    for name, value in _splits(given, "="):
        if columns.find_together(name):
            return columns.find_together(name), value
    name, equals, _ = given.partition("=")
    if not equals:
        raise InvalidParameter(
            say("'{text}' is not a fact.", text=given), say("Write a fact as in zip=13012.")
        )
    raise columns.unknown(name)


def parse_ranges(names: Sequence[Sequence[str]], given: Assignments) -> list[Range]:
    """Ranges made of two columns, in every source that has both: `age=lower_age:upper_age`."""
    columns = Columns(tuple(tuple(each) for each in names))
    ranges: list[Range] = []
    for given_range in _as_list(given):
        name, low, high = _range(columns, given_range)
        lows, highs = columns.require(low), columns.require(high)
        upper = {column.source: column.name for column in highs}
        only, rest = columns.split_source(name)
        unknown = only is None and name.partition(".")[0].isdecimal()
        made = [
            Range(column.source, rest, column.name, upper[column.source])
            for column in lows
            if column.source in upper and only in (None, column.source) and not unknown
        ]
        _check_ranges(made, _as_text(given_range), names)
        ranges += made
    return ranges


def _range(columns: Columns, given: str | tuple[str, ...]) -> tuple[str, str, str]:
    """The name of a range and its two ends, which are known columns if they can be."""
    if not isinstance(given, str) and len(given) == 3:
        name, low, high = given
        return name.strip(), low, high
    parted = list(_splits(given, "="))[::-1] if isinstance(given, str) else [given]
    splits = [(name, *ends) for name, both in parted for ends in _splits(both, ":")]
    complete = [each for each in splits if all(each)]
    if not complete:
        raise InvalidParameter(
            say("'{text}' is not a range.", text=_as_text(given)),
            say("Write a range as in age=lower_age:upper_age."),
        )
    known = [each for each in complete if columns.find(each[1]) and columns.find(each[2])]
    return (known or complete)[0]


def _check_ranges(made: Sequence[Range], text: str, names: Sequence[Sequence[str]]) -> None:
    if not made:
        raise InvalidParameter(
            say("No source has both ends of '{text}'.", text=text),
            say("Name two columns of the same source."),
        )
    for new in made:
        if new.name in names[new.source]:
            raise InvalidParameter(
                say(
                    "Source {number} has a column '{name}' already.",
                    number=new.source + 1,
                    name=new.name,
                ),
                say("Give the range another name."),
            )


def _as_list(given: Assignments) -> list[str | tuple[str, ...]]:
    if isinstance(given, Mapping):
        return list(given.items())
    return [given] if isinstance(given, str) else list(given)


def _as_text(given: str | tuple[str, ...]) -> str:
    """What was given, as it would be written."""
    return given if isinstance(given, str) else "=".join([given[0], ":".join(given[1:])])
