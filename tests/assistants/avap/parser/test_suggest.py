"""The nearest name: by case, by habit, by letters; and none where every guess would be wild."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.suggest import CallableNames
from fingerpost.language.edit_distance import edit_distance

NAMES = CallableNames(["computeTotals"])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ADDVAR", "addVar"), ("add_var", "addVar"), ("adVar", "addVar"), ("addVra", "addVar"), ("print", "addResult"),
        ("imprimir", "addResult"), ("sino", "else"), ("sha256", "encodeSHA256"), ("computeTotal", "computeTotals"),
        ("x", None), ("zz", None), ("qwertyuiop", None), ("a" * 60, None),
    ],
)  # fmt: skip
def test_the_name_that_was_meant(written: str, meant: str | None) -> None:
    assert NAMES.nearest(written) == meant


def test_only_commands_and_the_program_s_own_functions_may_be_called() -> None:
    assert "addVar" in NAMES
    assert "computeTotals" in NAMES
    assert "print" not in NAMES
    assert NAMES.same_but_case("Computetotals") == "computeTotals"
    assert NAMES.same_but_case("computeTotal") is None


@pytest.mark.parametrize(
    ("one", "other", "steps"), [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xyz", 3)]
)
def test_distance_counts_a_swap_as_one(one: str, other: str, steps: int) -> None:
    assert edit_distance(one, other) == edit_distance(other, one) == steps
