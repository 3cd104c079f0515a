"""What rows are left out for, in words.

>>> by = SuppressedBy(11366, (BrokenProtection("diagnosis", "distinct_l", 2, 5865),))
>>> print(*explain_causes(17231, by, k=5))  # doctest: +ELLIPSIS
Of these, 11,366 rows were in groups smaller than 5; 5,865 rows were in ... for 'diagnosis'.
"""

from collections.abc import Iterable

from incrowd.crowd.crowd import WHOLE_RELEASE
from incrowd.language import Message, join, say
from incrowd.measures.enforcement import BrokenProtection, SuppressedBy
from incrowd.measures.promise_names import goes_by_size, in_words


def explain_causes(suppressed: int, by: SuppressedBy, k: int) -> Iterable[Message]:
    """What rows are left out for, where that is not k alone."""
    if not any(broken.rows for broken in by.protections):
        return
    yield say("Of these, {causes}.", causes=list_causes(by, k))
    if by.k + sum(broken.rows for broken in by.protections) > suppressed:
        yield say("Rows in a group that breaks two protections are counted for both.")


def list_causes(by: SuppressedBy, k: int) -> Message:
    """What rows are left out for: "11,366 rows were in groups smaller than 5; …"."""
    small = [_rows_in_small_groups(by.k, k)] if by.k else []
    return join([*small, *(_rows_lost(each) for each in by.protections if each.rows)], "; ")


def _rows_in_small_groups(rows: int, k: int) -> Message:
    if rows == 1:
        return say("1 row was in a group smaller than {k:,}", k=k)
    return say("{rows:,} rows were in groups smaller than {k:,}", rows=rows, k=k)


def _rows_lost(broken: BrokenProtection) -> Message:
    if broken.attribute == WHOLE_RELEASE and goes_by_size(broken.model):
        return say(
            "{rows:,} rows of the smallest groups had to go for {promise}",
            rows=broken.rows,
            promise=in_words(broken),
        )
    if broken.rows == 1:
        return say("1 row was in a group that breaks {protection}", protection=in_words(broken))
    return say(
        "{rows:,} rows were in groups that break {protection}",
        rows=broken.rows,
        protection=in_words(broken),
    )
