"""Pack the codes of any number of attributes into one 64-bit key per member.

Codes are packed in mixed radix. Where the next attribute would not fit into 64 bits any more, the
keys so far are replaced by the numbers of their groups: at most as many as there are members.
"""

from collections.abc import Sequence

import numpy as np

from incrowd.kernels.grouping import Keys, Positions, append_digit, group

KEY_SPACE = 1 << 62


def pack(
    codes: Sequence[Positions],
    level_codes: Sequence[Positions],
    radices: Sequence[int],
    members: Positions,
) -> tuple[Keys, int]:
    """Return one key per member, equal where all codes are equal, and a bound above all keys.

    >>> codes = [np.array([0, 1, 1], np.int32), np.array([2, 0, 2], np.int32)]
    >>> as_is = [np.arange(2, dtype=np.int32), np.arange(3, dtype=np.int32)]
    >>> keys, space = pack(codes, as_is, [2, 3], np.arange(3, dtype=np.int32))
    >>> keys.tolist(), space
    ([2, 3, 5], 6)
    """
    keys = np.zeros(len(members), np.int64)
    space = 1
    for attribute_codes, attribute_levels, radix in zip(codes, level_codes, radices, strict=True):
        if radix == 1:
            continue
        if space * radix > KEY_SPACE:
            first, _, group_of = group(keys, np.ones(len(keys), np.int64), space)
            keys, space = group_of.astype(np.int64), max(len(first), 1)
        append_digit(keys, attribute_codes, members, attribute_levels, radix)
        space *= radix
    return keys, space
