"""The journal: on the disk before it answers, never broken by a kill, undo in any order."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis_profiles import scaled
from journal_moves import decisions, moves, play

from incrowd.errors import DamagedJournal, DiskFull, DiskNotWritable, InvalidParameter, NotFound
from incrowd.journal import Generalize, Journal, Suppress, active_at

few = settings(max_examples=scaled(25))
"""Every event waits for the disk."""


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "journal.jsonl", clock=lambda: "then")


def opened(folder: Path) -> Journal:
    path = folder / "journal.jsonl"
    path.unlink(missing_ok=True)
    return Journal.open(path, clock=lambda: "then")


def test_a_decision_is_on_the_disk_when_append_returns(journal, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(handle) or real(handle))
    journal.append(*journal.planned(Suppress(5)))
    assert synced
    assert b'"k": 5' in journal.path.read_bytes()
    assert (journal.revision, journal.active[0].id) == (1, "d1")


def test_undo_in_the_middle_keeps_the_others(journal):
    for decision in (Generalize("age", 1), Suppress(5), Generalize("sex", 1)):
        journal.append(*journal.planned(decision))
    journal.append(journal.undoing("d2"))
    assert [entry.id for entry in journal.active] == ["d1", "d3"]
    assert [entry.id for entry in journal.undone] == ["d2"]
    journal.append(journal.redoing("d2"))
    assert [entry.id for entry in journal.active] == ["d1", "d2", "d3"]
    assert journal.revision == 5


def test_what_cannot_be_undone_or_redone_says_so(journal):
    journal.append(*journal.planned(Suppress(5)))
    with pytest.raises(InvalidParameter, match="cannot be redone") as caught:
        journal.redoing("d1")
    assert caught.value.hint == "It is already applied."
    journal.append(journal.undoing("d1"))
    with pytest.raises(InvalidParameter, match="cannot be undone"):
        journal.undoing("d1")
    with pytest.raises(NotFound, match="no decision 'd9'"):
        journal.undoing("d9")
    with pytest.raises(InvalidParameter, match="no revision 3"):
        journal.jumping(3)


def test_jumping_back_and_forth(journal):
    for k in (2, 3, 4):
        journal.append(*journal.planned(Suppress(k)))
    journal.append(*journal.jumping(1))
    assert [entry.decision for entry in journal.active] == [Suppress(2)]
    assert journal.revision == 5
    journal.append(*journal.jumping(3))
    assert [entry.id for entry in journal.active] == ["d1", "d2", "d3"]
    assert journal.jumping(3) == ()


@few
@given(made=moves, decision=decisions)
def test_apply_then_undo_is_the_identity(tmp_path_factory, made, decision):
    journal = play(opened(tmp_path_factory.getbasetemp()), made)
    before = journal.active
    (event,) = journal.planned(decision)
    journal.append(event)
    assert journal.active[-1].decision == decision
    journal.append(journal.undoing(event.decision_id))
    assert journal.active == before
    journal.append(journal.redoing(event.decision_id))
    assert journal.active[-1].decision == decision


@few
@given(made=st.lists(decisions, min_size=2, max_size=6), data=st.data())
def test_the_order_of_undoing_does_not_matter(tmp_path_factory, made, data):
    ids = [f"d{place + 1}" for place in range(len(made))]
    gone = data.draw(st.lists(st.sampled_from(ids), unique=True))
    left = []
    for order in (gone, data.draw(st.permutations(gone))):
        journal = play(opened(tmp_path_factory.getbasetemp()), made)
        for decision_id in order:
            journal.append(journal.undoing(decision_id))
        left.append(journal.active)
    assert left[0] == left[1]
    assert [entry.id for entry in left[0]] == [one for one in ids if one not in gone]


@few
@given(made=moves)
def test_opening_again_gives_the_same(tmp_path_factory, made):
    journal = play(opened(tmp_path_factory.getbasetemp()), made)
    again = Journal.open(journal.path)
    assert again.events == journal.events
    assert (again.active, again.undone) == (journal.active, journal.undone)


@few
@given(made=moves, revision=st.integers(0, 99))
def test_jumping_brings_back_exactly_what_was_in_force(tmp_path_factory, made, revision):
    journal = play(opened(tmp_path_factory.getbasetemp()), made)
    target = revision % (journal.revision + 1)
    then = active_at(journal.events, target)
    journal.append(*journal.jumping(target))
    assert journal.active == then


@few
@given(made=moves, data=st.data())
def test_cut_off_anywhere_only_the_last_event_is_lost(tmp_path_factory, made, data):
    journal = play(opened(tmp_path_factory.getbasetemp()), made)
    raw = journal.path.read_bytes() if journal.path.exists() else b""
    length = data.draw(st.integers(0, len(raw)))
    journal.path.write_bytes(raw[:length])
    whole = raw[:length].count(b"\n")
    again = Journal.open(journal.path)
    assert again.events == journal.events[:whole]
    again.append(*again.planned(Suppress(7)))
    assert Journal.open(journal.path).events == again.events


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [lines[0], b"{nonsense\n", lines[2]], "line 2 cannot be read"),
        (lambda lines: [lines[0], lines[2]], "line 2 says that it is event 3"),
        (lambda lines: [lines[0], b"\n", lines[2]], "line 2 cannot be read"),
        (lambda lines: [b"[1]\n", *lines[1:]], "line 1 cannot be read"),
        (lambda lines: [lines[0].replace(b"suppress", b"supress"), *lines[1:]], "line 1 cannot"),
        (lambda lines: [lines[0].replace(b"decide", b"devise"), *lines[1:]], "line 1 cannot"),
        (lambda lines: [lines[0].replace(b'"k"', b'"q"'), *lines[1:]], "line 1 cannot"),
    ],
)
def test_damage_in_the_middle_is_told_with_its_line(journal, spoil, message):
    for k in (2, 3, 4):
        journal.append(*journal.planned(Suppress(k)))
    lines = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join(spoil(lines)))
    with pytest.raises(DamagedJournal, match=message) as caught:
        Journal.open(journal.path)
    assert caught.value.hint


def test_a_disk_so_full_that_no_journal_can_begin(tmp_path, monkeypatch):
    journal = Journal.open(tmp_path / "journal.jsonl")

    def fail(path: Path, *options: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", fail)
        with pytest.raises(DiskFull, match="the disk is full"):
            journal.append(*journal.planned(Suppress(2)))
    assert journal.revision == 0


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.ENOSPC, DiskFull), (errno.EIO, DiskNotWritable), (errno.EROFS, DiskNotWritable)],
)
def test_what_cannot_be_written_is_not_acknowledged(journal, monkeypatch, number, kind):
    journal.append(*journal.planned(Suppress(2)))
    before = journal.path.read_bytes()

    def fail(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.raises(kind, match="could not be saved"):
            journal.append(*journal.planned(Suppress(3)))
    assert journal.path.read_bytes() == before
    assert journal.revision == 1
    journal.append(*journal.planned(Suppress(4)))
    assert [entry.decision for entry in Journal.open(journal.path).active] == [
        Suppress(2),
        Suppress(4),
    ]


def test_no_flipped_bit_goes_unseen(journal):
    journal.append(*journal.planned(Generalize("age", 1), Suppress(5)))
    journal.append(journal.undoing("d1"))
    whole = journal.path.read_bytes()
    for place in range(8 * len(whole)):
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        journal.path.write_bytes(flipped)
        with pytest.raises(DamagedJournal, match=r"is damaged: line [123] "):
            Journal.open(journal.path)
        assert journal.path.read_bytes() == flipped


def test_a_journal_of_an_older_version_has_no_checks(journal):
    journal.append(*journal.planned(Suppress(5)))
    old = re.sub(rb', "check": "[0-9a-f]+"', b"", journal.path.read_bytes())
    assert b"check" not in old
    journal.path.write_bytes(old)
    again = Journal.open(journal.path)
    again.append(*again.planned(Suppress(6)))
    assert [entry.decision for entry in Journal.open(journal.path).active] == [
        Suppress(5),
        Suppress(6),
    ]
