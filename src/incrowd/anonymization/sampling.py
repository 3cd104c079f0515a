"""Requests for a method that publishes a random sample: what it needs, and what it fixes."""

from __future__ import annotations

from incrowd.crowd.crowd import Crowd
from incrowd.dataset.open_table import OpenTable
from incrowd.errors import InvalidParameter
from incrowd.language import Message, say
from incrowd.search.local_recoding.safepub import DELTA, EPSILON, tell_promise
from incrowd.search.method import Method
from incrowd.search.methods import method
from incrowd.search.recoding import Recoding
from incrowd.search.sampling_guarantee import check_budget, smallest_k
from incrowd.table import Role


def check_sampling(chosen: Method, epsilon: float | None, delta: float | None) -> None:
    """Refuse epsilon and delta that are not possible, or that the method knows nothing of."""
    if "epsilon" in chosen.options:
        check_budget(*_budget(epsilon, delta))
    elif epsilon is not None or delta is not None:
        raise InvalidParameter(
            say("'{method}' knows nothing of epsilon and delta.", method=chosen.name),
            say("Leave them out, or choose the method 'safepub'."),
        )


def check_people(chosen: Method, crowd: Crowd) -> None:
    """Refuse people with several rows: rows are drawn one by one."""
    if "epsilon" in chosen.options and crowd.folded:
        raise InvalidParameter(
            say("SafePub draws rows, and here people have several rows."),
            say("Choose another method, or make the person key an identifier to count rows."),
        )


def fix_k(chosen: Method, k: int, epsilon: float | None, delta: float | None) -> int:
    """The k that every group then has: where a method samples, epsilon and delta ask for one."""
    return max(k, smallest_k(*_budget(epsilon, delta))) if "epsilon" in chosen.options else k


def check_columns(chosen: Method, table: OpenTable) -> None:
    """Refuse columns that would be published as they are: they are not protected by sampling."""
    if "epsilon" not in chosen.options:
        return
    exact = [
        attribute.name
        for attribute in table.attributes
        if attribute.role in (Role.SENSITIVE, Role.INSENSITIVE)
    ]
    if exact:
        raise InvalidParameter(
            say(
                "SafePub protects quasi-identifiers only, and {names} would be published exactly.",
                names=", ".join(f"'{name}'" for name in exact),
            ),
            say("Make these columns quasi-identifiers, or identifiers to leave them out."),
        )


def check_purpose(chosen: Method) -> None:
    """Refuse to draw again and again until a preset is content."""
    if "epsilon" in chosen.options:
        raise InvalidParameter(
            say("SafePub draws once, so it cannot try what a preset asks for."),
            say("Choose another method, or leave the preset out."),
        )


def check_order(chosen: Method, keep_order: bool) -> None:
    """Refuse the old order: it would tell which of equal rows were drawn."""
    if keep_order and "epsilon" in chosen.options:
        raise InvalidParameter(
            say("SafePub always shuffles the rows: their order would tell who was drawn."),
            say("Do not keep the order."),
        )


def tell_again(
    method_name: str, recoding: Recoding, k: int, epsilon: float | None, delta: float | None
) -> tuple[Message, ...]:
    """What a result that was kept on the disk must be told of, as when it was found."""
    chosen = method(method_name)
    if "epsilon" not in chosen.options or not len(recoding.tuples):
        return ()
    levels = tuple(int(level) for level in recoding.levels[:, 0])
    return tell_promise(recoding.crowd, levels, *_budget(epsilon, delta), k)


def _budget(epsilon: float | None, delta: float | None) -> tuple[float, float]:
    return EPSILON if epsilon is None else epsilon, DELTA if delta is None else delta
