"""Advice and repairs of linked data sets, found once for a question and kept to be fetched.

Each takes long on large data sets, so the work has sources of its own: whoever asks something else
or deletes a data set meanwhile need not wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.progress import Progress
from incrowd.service.linked.sessions import LinkQuestion, Links
from incrowd.workspace.tokens import User


def seek_advice(
    links: Links, user: User, question: LinkQuestion, threshold: float, progress: Progress
) -> str:
    """Advise on linked data sets, unless that was done; the name of the advice."""
    asked = (question, links.check(user, question), threshold)
    known = links.advice.named(user, asked)
    if known is not None:
        return known
    with links.alone(user, question, progress) as opened:
        found = advise_links(opened.linking, threshold)
    return links.advice.keep(user, question.datasets, found, asked)


def seek_repairs(
    links: Links,
    user: User,
    question: LinkQuestion,
    know: Mapping[str, str],
    threshold: float,
    progress: Progress,
) -> str:
    """Find what closes a leak of linked data sets, unless that was done; the name of it."""
    asked = (question, links.check(user, question), tuple(sorted(know.items())), threshold)
    known = links.repairs.named(user, asked)
    if known is not None:
        return known
    with (
        links.alone(user, question, progress) as opened,
        links.standings(user, question.datasets) as standings,
    ):
        found = propose_repairs(opened.linking, know, threshold, standings)
    return links.repairs.keep(user, question.datasets, found, asked)
