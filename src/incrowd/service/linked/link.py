"""Link several releases: what does somebody learn who knows a little about a person in all of them.

    link("a.csv", "b.csv", on=["zip"], sensitive="disease", know={"age": "29"}).what_if.breach

Each source is grouped by the columns in use, the engine joins these combinations, and everything
else is a function of the joined ones in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, fields
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import numpy as np

from incrowd.errors import InvalidParameter
from incrowd.language import say
from incrowd.linking.joins.columns import Given, facts_asked_for, joined_groups, joined_label
from incrowd.linking.joins.joined_rows import Joined, Mask
from incrowd.linking.joins.results import Linked, Scanned, WhatIf
from incrowd.linking.joins.sources import LinkedSources, LinkRequest
from incrowd.linking.joins.words import explain_scan, explain_what_if
from incrowd.linking.scan.composition import (
    DEFAULT_THRESHOLD,
    PAIR,
    THRESHOLDS,
    UNORDERED,
    Target,
    check_threshold,
    compose,
    differing,
)
from incrowd.linking.scan.facts import Fact, select
from incrowd.linking.scan.knowledge import Link, knowables
from incrowd.linking.scan.scan import scan as scan_all
from incrowd.progress import Progress, silent
from incrowd.workspace.source_names import open_named

if TYPE_CHECKING:
    from incrowd.linking.repair.repair import Repairs

__all__ = ["THRESHOLDS", "LinkRequest", "Linking", "Wanted", "link", "open_linking"]

DEFAULT_FACTS: Final = 2


@dataclass(frozen=True)
class Wanted:
    """What is asked besides a what-if."""

    scan: int | None = None
    """All combinations of up to so many facts."""
    repair: bool = False
    advise: bool = False
    truth: object | None = None
    """Who is who, to count the scan against."""


def link(
    *data: object,
    sensitive: str | Sequence[str] = (),
    on: Given | None = None,
    know: Given = (),
    threshold: float = DEFAULT_THRESHOLD,
    scan: int | None = None,
    progress: Progress = silent,
    **more: object,
) -> Linked:
    """Link files, URLs or frames, and say what somebody learns who knows some facts.

    `on` pairs columns as in `zip=postcode:overlaps`; left out, it is proposed. `know` holds facts
    such as `age=29`, `scan` tries all combinations of up to so many facts. Further: `ranges`,
    `different`, `join`, `hierarchies`, `known` (columns for the scan); `repair=True` proposes how
    to close the leak, `advise=True` what to do; `truth` tells who is who, to count against.
    """
    names = [sensitive] if isinstance(sensitive, str) else list(sensitive)
    asked = {one.name for one in fields(Wanted)} & set(more)
    wanted = Wanted(scan=scan, **{name: more.pop(name) for name in asked})  # type: ignore[arg-type]
    request = LinkRequest(sensitive=names, on=on, **more)  # type: ignore[arg-type]
    check_threshold(threshold)
    with open_linking(data, request, progress) as linking:
        return linking.linked(know, threshold, wanted)


def open_linking(
    data: Iterable[object], request: LinkRequest, progress: Progress = silent
) -> Linking:
    """Open sources to be linked; they are closed with what is returned."""
    with ExitStack() as opened:
        sources = [opened.enter_context(closing(open_named(each, progress))) for each in data]
        linking = Linking(LinkedSources(sources, request, progress))
        opened.callback(linking.sources.close)
        linking.targets  # noqa: B018  # refuses at once what cannot be linked
        linking.close_with(opened.pop_all())
        return linking


class Linking:
    """Releases that are open to be linked: ask what-ifs, scan, close."""

    def __init__(self, sources: LinkedSources) -> None:
        self.sources = sources
        self._opened = ExitStack()
        self._values: tuple[Joined, dict[str, Target]] | None = None

    def close_with(self, opened: ExitStack) -> None:
        """Close something else together with this."""
        self._opened = opened

    def close(self) -> None:
        """Let go of everything."""
        self.sources.close()
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """What compositions are about: the sensitive value, or `1`, `2`, `pair`, `unordered`."""
        if self.sources.request.different and len(self.sources.sensitive) != 2:
            raise InvalidParameter(
                say("Values that differ need a sensitive column in exactly two sources."),
                say("Choose the sensitive column of both."),
            )
        _ = self.sources.joins
        if self.sources.request.different:
            return *(str(one.source + 1) for one in self.sources.sensitive), PAIR, UNORDERED
        first, *others = self.sources.sensitive
        alone = not others or any(one.name != first.name for one in others)
        return (self.sources.columns.label(first) if alone else first.name,)

    def targets_of(self, joined: Joined) -> dict[str, Target]:
        """The sensitive value of every joined combination, by what it is about."""
        if self._values is None or self._values[0] is not joined:
            self._values = joined, self._coded(joined)
        return self._values[1]

    def _coded(self, joined: Joined) -> dict[str, Target]:
        columns = [joined.column(joined_label(one)) for one in self.sources.sensitive]
        if not self.sources.request.different:
            (about,) = self.targets
            return {about: Target.of(about, joined, columns)}
        return differing(joined, columns, self.targets)

    def telling_targets(self, joined: Joined) -> list[Target]:
        """The targets that tell of every leak: a pair that is given away gives its values away."""
        return [one for about, one in self.targets_of(joined).items() if about != PAIR]

    def facts(self, know: Given) -> list[Fact]:
        """What is known, as facts about joined columns."""
        equal = [pair for pair in self.sources.pairs if pair.condition == "equal"]
        groups = [set(group) for group in joined_groups(equal)]
        return [
            Fact(
                tuple(map(joined_label, columns)),
                value,
                same=any(group.issuperset(columns) for group in groups),
            )
            for columns, value in facts_asked_for(self.sources.columns, know)
        ]

    def what_if(self, know: Given = (), threshold: float = DEFAULT_THRESHOLD) -> WhatIf:
        """What somebody learns who knows some facts."""
        check_threshold(threshold)
        asked = facts_asked_for(self.sources.columns, know)
        joined = self.sources.joined(one for columns, _ in asked for one in columns)
        chosen = select(joined, self.facts(know), self.sources.hierarchies)
        compositions = {
            about: compose(joined, target, chosen, threshold)
            for about, target in self.targets_of(joined).items()
        }
        without = self._without_value(joined, chosen)
        shown = {self.sources.columns.named(columns): value for columns, value in asked}
        words = tuple(explain_what_if(compositions, threshold, without))
        return WhatIf(shown, threshold, compositions, without, words)

    def _without_value(self, joined: Joined, chosen: Mask) -> int:
        """Rows that match, but have no value of the sensitive columns that are needed."""
        missing = [
            joined.column(joined_label(one)).codes == joined.column(joined_label(one)).missing
            for one in self.sources.sensitive
        ]
        none = (
            np.any(missing, axis=0) if self.sources.request.different else np.all(missing, axis=0)
        )
        return int(joined.weights[chosen & none].sum())

    def scan(self, facts: int = DEFAULT_FACTS, threshold: float = DEFAULT_THRESHOLD) -> Scanned:
        """Who is exposed by any combination of up to so many facts."""
        joined = self.sources.joined(self.sources.knowable, numbered=True)
        links = [
            Link(joined_label(pair.left), joined_label(pair.right), pair.condition)
            for pair in self.sources.pairs
        ]
        known = knowables(
            joined, list(map(joined_label, self.sources.knowable)), links, self.sources.hierarchies
        )
        targets = self.telling_targets(joined)

        def step(done: float) -> None:
            self.sources.progress("trying all facts", done)

        found = scan_all(joined, targets, known, threshold, facts, joined.sources, step)
        sources, columns = self.sources.linkables, self.sources.columns
        words = tuple(explain_scan(found, joined.rows, sources, columns))
        return Scanned(found, sources, columns, joined.rows, words)

    def linked(
        self, know: Given = (), threshold: float = DEFAULT_THRESHOLD, more: Wanted | None = None
    ) -> Linked:
        """All at once."""
        from incrowd.linking.repair.advice import advise_links
        from incrowd.linking.repair.truth import count_truth

        wanted, sources = more or Wanted(), self.sources
        if wanted.scan is not None:  # counted once, for both
            asked = [
                one for columns, _ in facts_asked_for(sources.columns, know) for one in columns
            ]
            sources.joined([*sources.knowable, *asked], numbered=True)
        what_if = self.what_if(know, threshold)
        scanned = None if wanted.scan is None else self.scan(wanted.scan, threshold)
        facts, known = wanted.scan or DEFAULT_FACTS, None
        if wanted.truth is not None:
            if scanned is None:
                raise InvalidParameter(
                    say("The truth is counted against a scan."), say("Ask for a scan, too.")
                )
            known = count_truth(self, scanned, wanted.truth, sources.progress)
        return Linked(
            sources=sources.linkables,
            columns=sources.columns,
            join=sources.kind,
            on=tuple(sources.pairs),
            suggested=tuple(sources.proposals if sources.kind == "cross" else ()),
            sensitive=tuple(sources.columns.label(one) for one in sources.sensitive),
            different=sources.request.different,
            joined_rows=sources.joined_rows,
            what_if=what_if,
            scanned=scanned,
            repairs=self._repairs(what_if, scanned, know) if wanted.repair else None,
            advice=advise_links(self, threshold, facts) if wanted.advise else None,
            truth=known,
        )

    def _repairs(self, what_if: WhatIf, scanned: Scanned | None, know: Given) -> Repairs | None:
        """How to close what is known as a leak, or else the worst that a scan found."""
        from incrowd.linking.repair.repair import propose_repairs

        if what_if.breach:
            return propose_repairs(self, know, what_if.threshold)
        if scanned is not None and scanned.scan.findings:
            return propose_repairs(self, scanned.scan.findings[0].know, what_if.threshold)
        return None
