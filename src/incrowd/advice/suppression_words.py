"""What rows are left out for, in words.

>>> by = SuppressedBy(11366, (BrokenProtection("diagnosis", "distinct_l", 2, 5865),))
>>> print(*explain_causes(17231, by, k=5))
Of these, 11,366 rows were in groups smaller than 5; 5,865 rows fell to l = 2 of 'diagnosis'.
"""

from collections.abc import Iterable

from incrowd.language import Message, join, say
from incrowd.measures.enforcement import BrokenProtection, SuppressedBy
from incrowd.measures.promise_names import in_words


def explain_causes(suppressed: int, by: SuppressedBy, k: int) -> Iterable[Message]:
    """What rows are left out for, where that is not k alone."""
    if not any(broken.rows for broken in by.protections):
        return
    yield say("Of these, {causes}.", causes=list_causes(by, k))
    if by.k + sum(broken.rows for broken in by.protections) > suppressed:
        yield say("Rows of a group that breaks two protections count for both.")


def list_causes(by: SuppressedBy, k: int) -> Message:
    """What rows are left out for: "11,366 rows were in groups smaller than 5; …"."""
    small = [_rows_in_small_groups(by.k, k)] if by.k else []
    return join([*small, *(_rows_lost(each) for each in by.protections if each.rows)], "; ")


def _rows_in_small_groups(rows: int, k: int) -> Message:
    if rows == 1:
        return say("1 row was in a group smaller than {k:,}", k=k)
    return say("{rows:,} rows were in groups smaller than {k:,}", rows=rows, k=k)


def _rows_lost(broken: BrokenProtection) -> Message:
    if broken.rows == 1:
        return say("1 row fell to {protection}", protection=in_words(broken))
    return say("{rows:,} rows fell to {protection}", rows=broken.rows, protection=in_words(broken))
