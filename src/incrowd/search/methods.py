"""Every method of anonymisation by name: `method("priority").title`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from incrowd.errors import UnknownName
from incrowd.search.global_recoding.optimal import OPTIMAL
from incrowd.search.local_recoding.clustering import PRIORITY
from incrowd.search.local_recoding.greedy import PRIORITY_GREEDY
from incrowd.search.local_recoding.safepub import SAFEPUB
from incrowd.search.method import Method
from incrowd.search.microaggregation.method import MICROAGGREGATION

BUILT_IN: Final[tuple[Method, ...]] = (
    OPTIMAL,
    PRIORITY,
    PRIORITY_GREEDY,
    MICROAGGREGATION,
    SAFEPUB,
)

ALIASES: Final[Mapping[str, str]] = {"local": PRIORITY.name, "greedy": PRIORITY_GREEDY.name}
"""Other names that a method is asked for by."""

if TYPE_CHECKING:
    MethodName = str
else:  # so that the REST API can list the names and refuse all others
    MethodName = Literal[tuple(method.name for method in BUILT_IN) + tuple(ALIASES)]


def method(name: str, recoding: Literal["global", "local"] | None = None) -> Method:
    """Find a method by name, or say which one was probably meant.

    >>> method("priority").recoding
    'local'
    >>> method("local").name
    'priority'
    >>> method("prioritty")
    Traceback (most recent call last):
    incrowd.errors.UnknownName: There is no method 'prioritty'.
    """
    known = {method.name: method for method in BUILT_IN if recoding in (None, method.recoding)}
    if ALIASES.get(name, name) in known:
        return known[ALIASES.get(name, name)]
    raise UnknownName.among("method", name, tuple(known))
