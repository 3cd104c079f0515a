"""One question with data, one answer, nothing kept: for platforms that use incrowd as a module."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from incrowd.advice.gauges import band
from incrowd.answers import Answer, Words, shape
from incrowd.dataset.open_table import OpenTable, parse_role
from incrowd.dataset.results import Advice, Risk
from incrowd.dataset.risk import recommend
from incrowd.engines import connect
from incrowd.errors import MalformedData, NothingToMeasure
from incrowd.hierarchies import from_csv
from incrowd.language import say
from incrowd.roles import guess
from incrowd.table import Role, Table

Cell = str | int | float | bool | None


@dataclass(frozen=True)
class RiskWords:
    """Each gauge in a word: low, medium or high."""

    average_risk: Words
    highest_risk: Words
    utility_loss: Words


@dataclass(frozen=True)
class RiskAnswer(Answer):
    """The risk of a table, what its figures mean, and what to do next."""

    risk: Risk = field(metadata=shape(inline=True))
    smallest_group: int | None
    """How many rows, or people, the smallest published group has; None where nothing is."""
    words: RiskWords
    recommendations: Advice
    """Every next step with its exact effect, the best first."""

    @classmethod
    def of(cls, advice: Advice) -> "RiskAnswer":
        """What advice says of the state that it starts from."""
        risk = advice.now
        words = RiskWords(
            band(risk.average_risk).word, band(risk.highest_risk).word, band(risk.utility_loss).word
        )
        return cls(risk, min(risk.class_sizes, default=None), words, advice)


def ask_risk(
    columns: Mapping[str, Sequence[Cell]],
    roles: Mapping[str, str],
    hierarchies: Mapping[str, str],
    levels: Mapping[str, int],
    k: int,
) -> RiskAnswer:
    """The risk of a small table; roles that are not named are guessed, hierarchies are CSV."""
    import pyarrow as pa

    _check_shape(columns)
    texts = {name: pa.array(map(to_text, cells), pa.string()) for name, cells in columns.items()}
    with closing(connect(pa.table(texts))) as source:
        table = Table("data", source.rows, guess(source.profiles()))
        table = table.assigning({name: parse_role(role) for name, role in roles.items()})
        if not table.with_role(Role.QUASI):
            raise NothingToMeasure(
                say("No column is a quasi-identifier, so there is no risk to compute."),
                say("Give at least one column the role 'quasi'."),
            )
        for name in hierarchies:
            table.attribute(name)
        opened = OpenTable(source, table)
        crowd = opened.protected_crowd.by_rows
        domains = (*crowd.domains, *(attribute.domain for attribute in crowd.sensitive))
        known = {domain.attribute.name: domain for domain in domains}
        given = {
            name: from_csv(text, known[name]) for name, text in hierarchies.items() if name in known
        }
        return RiskAnswer.of(recommend(opened.with_hierarchies(given), levels, k))


def to_text(cell: Cell) -> str | None:
    """A value as it would stand in a file.

    >>> [to_text(cell) for cell in ("a", 5, 2.0, True, None)]
    ['a', '5', '2.0', 'true', None]
    """
    if cell is None or isinstance(cell, str):
        return cell
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def turn_rows(rows: Sequence[Mapping[str, Cell]]) -> dict[str, list[Cell]]:
    """Make columns of rows; what a row does not have is missing.

    >>> turn_rows([{"a": 1}, {"a": 2, "b": "x"}])
    {'a': [1, 2], 'b': [None, 'x']}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _check_shape(columns: Mapping[str, Sequence[Cell]]) -> None:
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        longest = max(lengths, key=lambda name: lengths[name])
        shortest = min(lengths, key=lambda name: lengths[name])
        raise MalformedData(
            say(
                "Column '{longest}' has {most} values, '{shortest}' {fewest}.",
                longest=longest,
                most=lengths[longest],
                shortest=shortest,
                fewest=lengths[shortest],
            ),
            say("Give every column the same number of values."),
        )
    if not lengths or not max(lengths.values()):
        raise NothingToMeasure(say("There is no row."), say("Send at least one row."))
