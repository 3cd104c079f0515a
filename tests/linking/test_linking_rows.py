"""All that linking tells against a walk through all pairs of rows: any join, any question."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, Phase, assume, event, given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from walked_rows import CONDITIONS, Know, Pair, Walk, slow_scan, things

from incrowd.errors import InvalidParameter
from incrowd.linking.joins.columns import joined_label
from incrowd.linking.repair.advice import advise_links
from incrowd.linking.repair.repair import propose_repairs
from incrowd.linking.repair.trial import Trial
from incrowd.service.linked.link import LinkAnalysis, LinkRequest, open_linked

pytestmark = pytest.mark.slow

IDS = st.sampled_from(["p1", "p2", "p3", "p4", None])
ZIPS = st.sampled_from(["130**", "13012", "13***", "14001", "*", None])
AGES = st.sampled_from(["20-30", "25-35", "[30-40[", "28", None])
ILLS = st.sampled_from(["flu", "HIV", "cold", None])
JOBS = st.sampled_from(["cook", "nurse", "", None])
LEFT = st.fixed_dictionaries({"id": IDS, "zip": ZIPS, "age": AGES, "ill": ILLS})
RIGHT = st.fixed_dictionaries({"id": IDS, "plz": ZIPS, "age": AGES, "job": JOBS, "ill": ILLS})
FACTS = {
    ("1.zip",): ["130**", "13012", "*"],
    ("2.plz",): ["130**", "13***", "14001"],
    ("1.zip", "2.plz"): ["130**", "13012", "13***"],
    ("1.age",): ["28", "20-30", "33-50"],
    ("2.age",): ["28", "25-35"],
    ("1.age", "2.age"): ["28", "20-30", "[30-40["],
    ("2.job",): ["cook", ""],
}
RANDOM = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a join takes minutes
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
NAMES = {("1.zip", "2.plz"): "1.zip,2.plz", ("1.age", "2.age"): "age"}


@st.composite
def walks(draw) -> Walk:
    rows = (
        draw(st.lists(LEFT, min_size=1, max_size=6)),
        draw(st.lists(RIGHT, min_size=1, max_size=6)),
    )
    condition = st.sampled_from(list(CONDITIONS))
    on = draw(
        st.sampled_from(
            [
                (("id", "id", "equal"),),
                (("zip", "plz", draw(condition)),),
                (("zip", "plz", draw(condition)), ("age", "age", draw(condition))),
                (),
            ]
        )
    )
    kind = draw(st.sampled_from(["inner", "left", "right", "full"])) if on else "cross"
    sensitive, different = draw(
        st.sampled_from(
            [(("1.ill",), False), (("2.ill",), False), (("1.ill", "2.ill"), True)]
            + [(("1.ill", "2.ill"), False)] * bool(on)
        )
    )
    return Walk(rows, kind, on, sensitive, different)


KNOWN = st.none() | st.lists(
    st.sampled_from(["1.zip", "1.age", "2.plz", "2.age", "2.job", "1.id"]),
    min_size=1,
    max_size=4,
    unique=True,
)
KNOW = st.lists(
    st.sampled_from([(labels, value) for labels, each in FACTS.items() for value in each]),
    max_size=2,
    unique_by=lambda fact: fact[0],
)


def table(rows: list[dict]) -> pa.Table:
    return pa.table({name: pa.array([row[name] for row in rows], pa.string()) for name in rows[0]})


def opened(walk: Walk, known: list[str] | None) -> LinkAnalysis:
    request = LinkRequest(
        sensitive=walk.sensitive,
        on=list(walk.on) if walk.on else None,
        join=walk.kind,
        different=walk.different,
        known=known,
        person=["none"],  # a repeating id would be one, and people would be counted
    )
    return open_linked([table(rows) for rows in walk.rows], request)


def asked(know: Know) -> dict[str, str]:
    return {NAMES.get(labels, labels[0]): value for labels, value in know}


def check_what_if(
    linking: LinkAnalysis, walk: Walk, pairs: list[Pair], know: Know, threshold: float
):
    found = linking.what_if(asked(know), threshold)
    met = walk.matching(pairs, know)
    told = [(one.n, one.v, one.p, one.rule, one.breach) for one in found.compositions.values()]
    slow = walk.composed(met, threshold)
    assert told == list(slow.values())
    assert found.breach == any(one[4] for one in slow.values())
    assert any("breach" in one or "leak" in one for one in found.sentences) == bool(told[0][0])
    if found.breach:
        assert any(
            one.startswith(("A breach", "A leak")) or ": a " in one for one in found.sentences
        )
    sensitive = [[walk.text(pair, label) for label in walk.sensitive] for pair in met]
    lost = any if walk.different else all
    assert found.without_value == sum(lost(text is None for text in each) for each in sensitive)


def check_scan(linking: LinkAnalysis, walk: Walk, pairs: list[Pair], facts: int, threshold: float):
    labels = list(map(joined_label, linking.sources.knowable))
    known = things(walk, labels)
    slow = slow_scan(walk, pairs, known, facts, threshold)
    found = linking.scan(facts, threshold)
    told = [
        (
            (one.exposed.rows, *one.exposed.sources),
            (one.certain.rows, *one.certain.sources),
        )
        for one in found.scan.growth
    ]
    assert told == slow.growth(pairs, facts)
    assert [one.labels for one in found.scan.by_column] == [one.labels for one in known]
    assert found.scan.tried == slow.tried
    listed = found.findings()
    assert slow.breaches == Counter(
        (
            one["about"] if walk.different else "",
            one["n"],
            one["v"],
            one["p"],
            one["rule"],
            one["facts"],
        )
        for one in listed
    )
    for one in listed:  # what is found is what a question about it finds
        again = linking.what_if(one["know"], threshold).compositions[one["about"]]
        assert (again.n, again.v, again.p, again.rule) == (
            one["n"],
            one["v"],
            one["p"],
            one["rule"],
        )
    return told


@settings(max_examples=scaled(25), deadline=None, phases=RANDOM, suppress_health_check=SLOW)
@given(
    walk=walks(),
    known=KNOWN,
    know=KNOW,
    facts=st.integers(1, 2),
    threshold=st.sampled_from([0.4, 0.6, 1.0]),
    scanned=st.booleans(),
)
def test_what_if_and_scan(walk, known, know, facts, threshold, scanned) -> None:
    pairs = walk.pairs()
    event(walk.kind)
    with _opened(walk, known) as linking:
        assert linking.sources.joined_rows == len(pairs)
        if scanned:  # what was asked before changes nothing
            check_scan(linking, walk, pairs, facts, threshold)
        check_what_if(linking, walk, pairs, know, threshold)
        if not scanned:
            told = check_scan(linking, walk, pairs, facts, threshold)
            trial = Trial(linking, linking.sources.knowable)
            for most in range(1, facts + 1):
                one = trial.exposed(most, threshold)
                a, b = one.exposed, one.certain
                assert told[one.facts] == ((a.rows, *a.sources), (b.rows, *b.sources))


def _opened(walk: Walk, known: list[str] | None) -> LinkAnalysis:
    try:
        return opened(walk, known)
    except InvalidParameter as error:
        # columns of which no value goes with any other are refused
        assume("goes with any value" not in error.message)
        raise


@settings(max_examples=scaled(25), deadline=None, phases=RANDOM, suppress_health_check=SLOW)
@given(walk=walks(), know=KNOW, threshold=st.sampled_from([0.4, 0.6, 1.0]))
def test_rows_left_out(walk, know, threshold) -> None:
    """A repair by leaving rows out tells what linking without these rows tells."""
    pairs = walk.pairs()
    met = walk.matching(pairs, know)
    with _opened(walk, None) as linking:
        if not walk.worst(met, threshold)[2]:
            return
        found = propose_repairs(linking, asked(know), threshold).repairs
    event("a leak")
    told = {one.source: one for one in found if one.kind == "suppress"}
    for source in (0, 1):
        options = []
        for part in (met, _likeliest(walk, met, threshold)):
            gone = {pair[source] for pair in part} - {None}
            if not gone:
                continue
            less = walk.without(source, gone)
            left = less.matching(less.pairs(), know)
            n, p, breach = less.worst(left, threshold)
            options.append((len(gone), n, p, not breach))
        best = min(
            [one for one in options if one[3]] or options, key=lambda one: one[0], default=None
        )
        if best is None or best[0] == len(walk.rows[source]):  # nobody, or nobody would be left
            assert source + 1 not in told
            continue
        one = told[source + 1]
        assert (one.rows, one.n, one.p, one.closes) == best
        assert one.cost == one.rows / len(walk.rows[source])


def _likeliest(walk: Walk, met: list[Pair], threshold: float) -> list[Pair]:
    found: list[Pair] = []
    for about in ("1", "2", "unordered") if walk.different else ("",):
        counted = Counter(walk.values(pair)[about] for pair in met)
        counted.pop(None, None)
        most = [value for value, n in counted.items() if n == max(counted.values())]
        found += [pair for pair in met if walk.values(pair)[about] in most]
    return found


@settings(max_examples=scaled(40), deadline=None, phases=RANDOM, suppress_health_check=SLOW)
@given(walk=walks())
def test_who_has_a_partner(walk) -> None:
    pairs = walk.pairs()
    with _opened(walk, None) as linking:
        advice = advise_links(linking, 0.6, 1)
        growth = linking.scan(1, 0.6).scan.growth[-1]
    assert advice.now.exposed == sum(growth.exposed.sources)
    for source, one in enumerate(advice.multiplied):
        met = Counter(pair[source] for pair in pairs if None not in pair)
        assert one.matched == pytest.approx(len(met) / len(walk.rows[source]))
        assert one.mean == pytest.approx(met.total() / len(met) if met else 0.0)
        assert one.most == max(met.values(), default=0)
