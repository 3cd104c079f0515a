"""Hospitals are written where they are asked for, and replace nothing unless that is asked for."""

from __future__ import annotations

import pytest

from incrowd.errors import InvalidParameter
from incrowd.service.linked.hospitals import HospitalWish, generate_hospitals

WISH = HospitalWish(hospitals=2, k=2, l=1)


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_folder_keeps_the_name_that_it_was_given(tmp_path):
    made = generate_hospitals(tmp_path / "mine.v2", 30, 1, WISH)
    assert made.path == str(tmp_path / "mine.v2")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.v2"]


@pytest.mark.slow
def test_every_file_that_is_there_is_refused_before_anything_is_written(tmp_path):
    generate_hospitals(tmp_path / "made", 30, 1, WISH)
    names = [path.relative_to(tmp_path / "made") for path in files(tmp_path / "made")]
    assert (
        len(names) == 8
    )  # the truth, and of each hospital the raw table, the release, hierarchies
    for place, name in enumerate(names):
        folder = tmp_path / f"other {place}"
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text("mine")
        with pytest.raises(InvalidParameter, match="exists already") as caught:
            generate_hospitals(folder, 30, 2, WISH)
        assert str(folder / name) in caught.value.message
        assert files(folder) == {folder / name: b"mine"}


@pytest.mark.slow
def test_files_are_replaced_where_that_is_asked_for(tmp_path):
    generate_hospitals(tmp_path / "a", 30, 1, WISH)
    before = files(tmp_path)
    generate_hospitals(tmp_path / "a", 30, 2, WISH, overwrite=True)
    after = files(tmp_path)
    assert after.keys() == before.keys()
    assert after != before
