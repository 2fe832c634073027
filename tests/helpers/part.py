"""A part of many cases in the suite, all of them in what only `.ci/run` waits for."""

import os
from collections.abc import Iterable
from random import Random
from typing import Any, Final, TypeVar

import pytest

T = TypeVar("T")

EVERY: Final = os.environ.get("RAZAO_HYPOTHESIS") == "full"


def part_of(cases: Iterable[T], share: int, seed: str) -> list[T]:
    """Return one in so many cases, the same in every run; with RAZAO_HYPOTHESIS=full all."""
    every = list(cases)
    return every if EVERY else Random(seed).sample(every, -(-len(every) // share))


def mostly_deep(cases: Iterable[Any], share: int) -> list[Any]:
    """Return cases for ``parametrize``: one in so many for the suite, the others deep.

    Where `.ci/run` measures branches none is deep.
    """
    return [
        case
        if EVERY or index % share == 0
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep)
        for index, case in enumerate(cases)
    ]
