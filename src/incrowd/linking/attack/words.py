"""Say in words what linking a release with a list of people gives away."""

from __future__ import annotations

from collections.abc import Iterator

from incrowd.language import say
from incrowd.service.attacks.attack import Attack


def explain_attack(found: Attack) -> Iterator[str]:
    """Who is found, who with which probability, and what that rests upon."""
    if not found.matched:
        yield say(
            "Nobody on the list fits a published row. That does not mean that anybody is safe: the "
            "list may be another one, or somebody may know other columns."
        )
        return
    yield say(
        "Found for certain: {certain:,} of {people:,} people on the list. A published row fits "
        "them, and nobody else on the list.",
        certain=found.certain,
        people=found.people,
    )
    likely = next((one for one in found.probable if one.candidates > 1), None)
    if likely is not None:
        yield say(
            "Found with some probability: {likely:,} more, at best one of {candidates:,} who fit "
            "the same row ({percent:.1f} %).",
            likely=found.matched - found.certain,
            candidates=likely.candidates,
            percent=100 * likely.probability,
        )
    yield say(
        "Whoever names somebody for one published row is right with a probability of up to "
        "{journalist:.1f} % (journalist risk); for all {rows:,} rows, in {marketer:.1f} % of them "
        "on average (marketer risk).",
        journalist=found.journalist_risk,
        marketer=found.marketer_risk,
        rows=found.rows,
    )
    yield say(
        "Whoever knows that a person is in the release: of {certain:,} people exactly one row can "
        "be theirs, of {exposed:,} fewer than {k:,}.",
        certain=found.match.certain,
        exposed=found.match.exposed_people,
        k=found.match.k,
    )
    yield say(
        "This rests on the list: if somebody in the release is not on it, a row that seems certain "
        "may be about them."
    )
