"""Join sources where they lie, so that only joined combinations with their rows come here.

    EngineJoin(shared, ranges, most).join(joins, columns)

What differs from engine to engine is resolved on distinct values first: how numbers and times are
written, and which texts cover or overlap each other. What an engine cannot join is joined here, and
the answer of `join` says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

from incrowd.engines.joins.inside.answer import read_numbered, read_tally
from incrowd.engines.joins.inside.sources import EngineSource, SharedEngine
from incrowd.engines.joins.inside.statement import JoinStatement
from incrowd.engines.joins.join import Column, Join, JoinedTally, Range, too_many_combinations
from incrowd.engines.remote.counting.spelling import SAME
from incrowd.errors import EngineError
from incrowd.language import Message, as_message, say

if TYPE_CHECKING:
    from sqlglot import exp

_JOINING: Final = "joining inside the engine"
_COUNTING: Final = "counting joined combinations"


@dataclass(frozen=True, eq=False)
class EngineJoin:
    """Sources of one engine that are joined in it."""

    engine: SharedEngine
    ranges: tuple[Range, ...]
    most: int

    def join(
        self,
        joins: Sequence[Join],
        columns: Sequence[Column],
        marked: Sequence[int] | None = None,
    ) -> JoinedTally | Message:
        """The joined combinations, or why the engine cannot make them.

        They are numbered by the combinations of the sources unless only marks of some sources are
        wanted, which tell where these have a partner.
        """
        statement = JoinStatement(self.engine, tuple(joins), tuple(columns), self.ranges)
        reason = self._refuse(statement)
        if reason is not None:
            return reason
        try:
            query = statement.numbered() if marked is None else statement.tally(marked)
        except EngineError as error:  # rows of ours do not fit into a statement
            return as_message(error.message)
        reason = self._refuse_length(query)
        if reason is not None:
            return reason
        self._check_size(statement, query)
        answer = self.engine.connection.fetch(query, _JOINING)
        if marked is None:
            return read_numbered(statement, answer)
        return JoinedTally(*read_tally(statement, answer, marked), ())

    def _refuse(self, statement: JoinStatement) -> Message | None:
        kind = self.engine.connection.engine
        if "full join" in kind.gaps and any(join.kind == "full" for join in statement.joins):
            return kind.gaps["full join"]
        for source, names in enumerate(statement.used):
            for name in names:
                made = [each for each in self.ranges if (each.source, each.name) == (source, name)]
                ends = (made[0].low, made[0].high) if made else (name,)
                reason = _refuse_column(self.engine.sources[source], name, ends)
                if reason is not None:
                    return reason
        return None

    def _refuse_length(self, query: exp.Select) -> Message | None:
        kind = self.engine.connection.engine
        size = len(query.sql(kind.dialect))
        if size <= kind.limits.statement:
            return None
        return say(
            "{title} takes statements of at most {most:,} characters, and this needs {size:,}.",
            title=kind.title,
            most=kind.limits.statement,
            size=size,
        )

    def _check_size(self, statement: JoinStatement, query: exp.Select) -> None:
        """Refuse more combinations than fit into memory before any of them is fetched.

        Nothing is asked where every row beside every row would not be too many.
        """
        if prod(source.rows for source in self.engine.sources) <= self.most:
            return
        counting = statement.counting(query, self.most)
        counted = self.engine.connection.fetch(counting, _COUNTING).column(0)[0].as_py()
        if int(counted) > self.most:
            raise too_many_combinations(self.most)


def _refuse_column(source: EngineSource, name: str, ends: Sequence[str]) -> Message | None:
    """Why a column, or the ends of a range, cannot be joined as the engine writes them."""
    if not all(map(source.has, ends)):
        return say("There is no column '{name}'.", name=name)  # refused where it is counted
    spellings = [source.spelling(end) for end in ends]
    if len(ends) > 1 and any(each is not SAME for each in spellings):
        return say("The ends of '{name}' are neither whole numbers nor texts.", name=name)
    if any(len(each.written) < len(each.seen) for each in spellings):
        return say("The engine writes some values of '{name}' in two ways.", name=name)
    return None
