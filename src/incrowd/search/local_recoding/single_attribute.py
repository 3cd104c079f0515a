"""The least that one attribute can lose in groups of k rows: exact, with rows that may be split.

Rows start at their values and go up the hierarchy until k or more of them meet. A group below k
sends all its rows up, a larger one may send some to help its neighbours: what it costs a group to
send 0, 1, 2, … rows up is worked out from the bottom to the top (dynamic programming), and what is
sent is read off from the top down. No group ever sends 2k rows or more: k of them could stay.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct
from incrowd.kernels.grouping import Positions, Sizes
from incrowd.search.local_recoding.neighbours import TREE, Tree
from incrowd.search.regions import Figures

Table = NDArray[np.int32]


class Values(NamedTuple):
    """The values of parts as regions, sorted by class and within it so that regions lie together.

    Every class has k rows or more.
    """

    regions: Positions
    rows: Sizes
    starts: Positions
    """The parts of class `c` stand at `starts[c]:starts[c + 1]`."""


class Published(NamedTuple):
    """Memory for pieces of parts, the rows of each, and what they are published as."""

    parts: Positions
    rows: Sizes
    regions: Positions


class Nodes(NamedTuple):
    """Regions that hold rows of a class, level by level; those under one region lie together."""

    rows: Sizes
    regions: Positions
    firsts: Positions
    """The first child of each, or the first part at the lowest level."""
    lasts: Positions
    """Behind the last child."""
    starts: Positions
    """Where each level starts; the last entry is the end."""
    donors: Positions
    """The number of each node that has k rows or more, -1 for others: these send all they have."""
    forced: Figures
    """What the others cost up to the level above."""
    sends: Sizes
    """The rows that each sends up in the end."""


class Plans(NamedTuple):
    """What it costs each donor to send so many rows up, and how that is done."""

    costs: NDArray[np.float64]
    arrivals: Table
    """How many rows come from below then, 3k for that many and more."""
    picks: Table
    """By the rows that come from this donor and those before it: how many it sends."""
    befores: Table
    """And how many came from those before."""


VALUES: Final = struct(Values, regions="int32[::1]", rows="int64[::1]", starts="int32[::1]")
PUBLISHED: Final = struct(Published, parts="int32[::1]", rows="int64[::1]", regions="int32[::1]")
NODES: Final = struct(
    Nodes,
    rows="int64[::1]",
    regions="int32[::1]",
    firsts="int32[::1]",
    lasts="int32[::1]",
    starts="int32[::1]",
    donors="int32[::1]",
    forced="float64[::1]",
    sends="int64[::1]",
)
PLANS: Final = struct(
    Plans,
    costs="float64[:, ::1]",
    arrivals="int32[:, ::1]",
    picks="int32[:, ::1]",
    befores="int32[:, ::1]",
)


@compiled(f"{NODES}(int32[::1], int32[::1], int64[::1], int64)")
def list_nodes(parents: Positions, values: Positions, rows: Sizes, height: int) -> Nodes:
    """List the regions above some parts, which are sorted so that each region's lie together."""
    most = len(values) * (height + 1)
    nodes = Nodes(
        np.zeros(most, np.int64),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.zeros(height + 2, np.int32),
        np.full(most, -1, np.int32),
        np.zeros(most),
        np.zeros(most, np.int64),
    )
    count, first, last = 0, 0, len(values)
    for level in range(height + 1):
        nodes.starts[level] = count
        for below in range(first, last):
            region = values[below] if level == 0 else parents[nodes.regions[below]]
            if count == nodes.starts[level] or nodes.regions[count - 1] != region:
                nodes.regions[count], nodes.firsts[count] = region, below
                count += 1
            nodes.rows[count - 1] += rows[below] if level == 0 else nodes.rows[below]
            nodes.lasts[count - 1] = below + 1
        first, last = nodes.starts[level], count
    nodes.starts[height + 1] = count
    return nodes


@compiled(f"void({NODES}, {PLANS}, int64, int64, float64)")
def plan_value(nodes: Nodes, plans: Plans, node: int, k: int, step: float) -> None:
    """What it costs a value with k rows or more to send some up: k must stay, or none."""
    rows, donor = nodes.rows[node], nodes.donors[node]
    for sent in range(2 * k):
        able = sent == rows or rows - sent >= k
        plans.costs[donor, sent] = sent * step if able else np.inf


@compiled(f"void({NODES}, {PLANS}, int64, int64, float64, float64[::1])")
def choose_arrivals(
    nodes: Nodes, plans: Plans, node: int, k: int, step: float, costs: Figures
) -> None:
    """The cheapest number of rows to come from below for each that is sent: k stay, or none."""
    donor = nodes.donors[node]
    least, cheapest = np.inf, 3 * k
    for arrived in range(3 * k, k - 1, -1):
        if costs[arrived] < least:
            least, cheapest = costs[arrived], arrived
        sent = arrived - k
        if sent < 2 * k:
            none_stays = costs[sent] < least
            best = costs[sent] if none_stays else least
            plans.costs[donor, sent] = best + sent * step
            plans.arrivals[donor, sent] = sent if none_stays else cheapest


@compiled(f"void({NODES}, {PLANS}, int64, int64, float64, float64[:, ::1])")
def plan_group(
    nodes: Nodes, plans: Plans, node: int, k: int, step: float, scratch: NDArray[np.float64]
) -> None:
    """What it costs a group to send rows up, from what it costs its children."""
    most = 3 * k
    now, then = scratch[0], scratch[1]
    now[:] = np.inf
    forced, cost = 0, 0.0
    for child in range(nodes.firsts[node], nodes.lasts[node]):
        if nodes.donors[child] < 0:
            forced += nodes.rows[child]
            cost += nodes.forced[child]
    now[min(forced, most)] = cost
    for child in range(nodes.firsts[node], nodes.lasts[node]):
        donor = nodes.donors[child]
        if donor < 0:
            continue
        then[:] = np.inf
        for before in range(most + 1):
            if now[before] == np.inf:
                continue
            for sent in range(2 * k):
                total = min(before + sent, most)
                cost = now[before] + plans.costs[donor, sent]
                if cost < then[total]:
                    then[total] = cost
                    plans.picks[donor, total], plans.befores[donor, total] = sent, before
        now[:] = then
    choose_arrivals(nodes, plans, node, k, step, now)


@compiled(f"void({NODES}, {PLANS}, int64)")
def decide(nodes: Nodes, plans: Plans, height: int) -> None:
    """Read off from the top down how many rows each node sends up."""
    for node in range(nodes.starts[height + 1] - 1, -1, -1):
        if nodes.donors[node] < 0:
            nodes.sends[node] = nodes.rows[node]
        if node < nodes.starts[1] or nodes.donors[node] < 0:
            continue
        arrived = plans.arrivals[nodes.donors[node], nodes.sends[node]]
        for child in range(nodes.lasts[node] - 1, nodes.firsts[node] - 1, -1):
            donor = nodes.donors[child]
            if donor >= 0:
                nodes.sends[child] = plans.picks[donor, arrived]
                arrived = plans.befores[donor, arrived]


@compiled(f"int64({NODES}, int64[::1], int64, int64, {PUBLISHED}, int64)")
def deal_out(
    nodes: Nodes, rows: Sizes, height: int, offset: int, published: Published, written: int
) -> int:
    """Write which rows of which part stay at which region; the last of a region go up."""
    room = len(rows) + nodes.starts[height + 1]
    pieces, sizes = np.empty((2, room), np.int32), np.empty((2, room), np.int64)
    ends = np.empty(nodes.starts[height + 1] + 1, np.int32)
    pieces[0, : len(rows)] = np.arange(len(rows))
    sizes[0, : len(rows)] = rows
    for level in range(height + 1):
        now, above = level % 2, 1 - level % 2
        going = 0
        for node in range(nodes.starts[level], nodes.starts[level + 1]):
            first, last = nodes.firsts[node], nodes.lasts[node]
            if level > 0:
                first = 0 if first == nodes.starts[level - 1] else ends[first - 1]
                last = ends[last - 1]
            stay = sizes[now, first:last].sum() - nodes.sends[node]
            for piece in range(first, last):
                here = min(stay, sizes[now, piece])
                stay -= here
                if here:
                    published.parts[written] = offset + pieces[now, piece]
                    published.rows[written] = here
                    published.regions[written] = nodes.regions[node]
                    written += 1
                if here < sizes[now, piece]:
                    pieces[above, going] = pieces[now, piece]
                    sizes[above, going] = sizes[now, piece] - here
                    going += 1
            ends[node] = going
    return written


@compiled(f"int64({NODES}, int64)")
def number_donors(nodes: Nodes, k: int) -> int:
    """Number the nodes that have k rows or more."""
    count = 0
    for node in range(nodes.starts[-1]):
        if nodes.rows[node] >= k:
            nodes.donors[node] = count
            count += 1
    return count


@compiled(f"void({TREE}, {NODES}, {PLANS}, int64, int64)")
def plan(tree: Tree, nodes: Nodes, plans: Plans, height: int, k: int) -> None:
    """Work out from the bottom up what it costs each node to send rows up."""
    parents, _, bits = tree
    scratch = np.empty((2, 3 * k + 1))
    for node in range(nodes.starts[height + 1]):
        region = nodes.regions[node]
        step = bits[parents[region]] - bits[region]
        if nodes.donors[node] < 0:
            nodes.forced[node] = nodes.rows[node] * step
            if node >= nodes.starts[1]:
                nodes.forced[node] += nodes.forced[nodes.firsts[node] : nodes.lasts[node]].sum()
        elif node < nodes.starts[1]:
            plan_value(nodes, plans, node, k, step)
        else:
            plan_group(nodes, plans, node, k, step, scratch)


@compiled(f"int64({TREE}, {VALUES}, int64, int64, {PUBLISHED})")
def publish(tree: Tree, values: Values, height: int, k: int, published: Published) -> int:
    """Write what the rows of each class are published as; return how many pieces there are."""
    regions, rows, starts = values
    written = 0
    for number in range(len(starts) - 1):
        first, last = starts[number], starts[number + 1]
        nodes = list_nodes(tree.parents, regions[first:last], rows[first:last], height)
        donors = number_donors(nodes, k)
        plans = Plans(
            np.full((donors, 2 * k), np.inf),
            np.zeros((donors, 2 * k), np.int32),
            np.zeros((donors, 3 * k + 1), np.int32),
            np.zeros((donors, 3 * k + 1), np.int32),
        )
        plan(tree, nodes, plans, height, k)
        decide(nodes, plans, height)
        written = deal_out(nodes, rows[first:last], height, first, published, written)
    return written
