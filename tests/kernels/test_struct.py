"""A struct in a signature is its named tuple: fields by name, nested, in and out of a kernel."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from incrowd.kernels.compilation import compiled, struct


class Point(NamedTuple):
    x: int
    y: float


class Path(NamedTuple):
    start: Point
    steps: NDArray[np.int64]


POINT = struct(Point, x="int64", y="float64")
PATH = struct(Path, start=POINT, steps="int64[::1]")


@compiled(f"{POINT}({PATH})")
def walk(path: Path) -> Point:
    x = path.start.x
    for step in path.steps:
        x += step
    return Point(x, path.start.y * 2)


@given(st.integers(-1000, 1000), st.floats(-10, 10), st.lists(st.integers(-9, 9)))
def test_a_kernel_takes_and_returns_structs(x: int, y: float, steps: list[int]) -> None:
    reached = walk(Path(Point(x, y), np.array(steps, np.int64)))
    assert isinstance(reached, Point)
    assert reached == Point(x + sum(steps), y * 2)


def test_fields_are_named_in_their_order() -> None:
    for wrong in ({"y": "float64", "x": "int64"}, {"x": "int64"}, {"x": "int64", "z": "int64"}):
        with pytest.raises(TypeError, match="Point has other fields than"):
            struct(Point, **wrong)


def test_another_type_is_an_error_and_no_recompilation() -> None:
    with pytest.raises(TypeError, match="No matching definition"):
        walk(Path(Point(1, 2.0), np.array([1.5])))
