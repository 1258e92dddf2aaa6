"""Figures agree with values worked out by hand and with slow, obvious counts."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb

import numpy as np
import pytest

from fingerpost.evaluation.metrics import (
    accuracy_with_interval,
    auroc,
    ece,
    groups_to_show,
    jensen_shannon_divergence,
    mcnemar,
    paired_bootstrap_interval,
    reliability,
    risk_coverage,
    wilson_interval,
    worst_first,
)


def slow_auroc(inside: list[float], outside: list[float]) -> float:
    """Count every pair, a tie as half."""
    wins = sum(1.0 if high > low else 0.5 if high == low else 0.0 for high, low in product(inside, outside))
    return wins / (len(inside) * len(outside))


@pytest.mark.parametrize(
    ("hits", "rows", "expected"),
    [
        (8, 10, [0.4902, 0.9433]),
        (5, 10, [0.2366, 0.7634]),
        (90, 100, [0.8256, 0.9448]),
        (1, 1, [0.2065, 1.0]),
    ],
)
def test_wilson_gives_the_values_of_the_formula(hits: int, rows: int, expected: list[float]) -> None:
    assert wilson_interval(hits, rows) == pytest.approx(expected, abs=1e-4)


def test_wilson_of_no_rows_is_the_whole_scale() -> None:
    assert wilson_interval(0, 0) == [0.0, 1.0]


@pytest.mark.parametrize("rows", [1, 7, 100, 10_000])
def test_wilson_stays_on_the_scale_around_its_share(rows: int) -> None:
    for hits in {0, 1, rows // 2, rows}:
        low, high = wilson_interval(hits, rows)
        assert 0 <= low <= hits / rows <= high <= 1
        assert low < high


def test_wilson_mirrors_hits_and_misses() -> None:
    low, high = wilson_interval(3, 20)
    assert wilson_interval(17, 20) == pytest.approx([1 - high, 1 - low])


def test_wilson_narrows_with_more_rows() -> None:
    widths = [high - low for low, high in (wilson_interval(n * 9 // 10, n) for n in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)


def test_a_group_tells_rows_accuracy_and_interval() -> None:
    expected = {"rows": 4, "accuracy": 0.75, "interval": wilson_interval(3, 4), "thin": True}
    assert accuracy_with_interval([True, True, False, True]) == expected
    assert accuracy_with_interval([True] * 29)["thin"]
    assert not accuracy_with_interval([True] * 30)["thin"]


@pytest.mark.parametrize(("rows", "rate"), [(12, 0.5), (40, 0.9), (150, 0.97), (400, 0.6)])
def test_an_interval_covers_the_truth_as_often_as_it_says(rows: int, rate: float) -> None:
    hits = np.random.default_rng(rows).binomial(rows, rate, 4000)
    inside = [low <= rate <= high for low, high in (wilson_interval(int(n), rows) for n in hits)]
    assert 0.92 <= float(np.mean(inside)) <= 0.985


def test_an_interval_that_is_too_narrow_would_be_caught() -> None:
    """The saboteur: half as wide, it misses the truth far too often."""
    hits = np.random.default_rng(1).binomial(150, 0.9, 4000)
    ends = [(n / 150, *wilson_interval(int(n), 150)) for n in hits]
    inside = [p - (p - low) / 2 <= 0.9 <= p + (high - p) / 2 for p, low, high in ends]
    assert float(np.mean(inside)) < 0.8


def test_the_worst_come_first_and_handfuls_behind() -> None:
    groups = {
        "good": accuracy_with_interval([True] * 40),
        "bad": accuracy_with_interval([True] * 20 + [False] * 20),
        "lucky": accuracy_with_interval([True] * 3),
        "unlucky": accuracy_with_interval([False] * 3),
    }
    assert worst_first(groups) == ["bad", "good", "unlucky", "lucky"]
    assert groups_to_show(groups) == ["bad", "good", "unlucky"]


def test_paired_finds_a_difference_and_no_more_than_there_is() -> None:
    rng = np.random.default_rng(0)
    old = rng.random(400) < 0.8
    better = old | (rng.random(400) < 0.3)
    low, high = paired_bootstrap_interval(old, better)
    assert 0 < low < float(better.mean() - old.mean()) < high
    assert paired_bootstrap_interval(old, old) == (0.0, 0.0)
    low, high = paired_bootstrap_interval(old, rng.permutation(old))
    assert low < 0 < high


def test_divergence_goes_from_the_same_to_nothing_shared() -> None:
    assert float(jensen_shannon_divergence([0.5, 0.5], [0.5, 0.5])) == 0.0
    assert float(jensen_shannon_divergence([1.0, 0.0], [0.0, 1.0])) == pytest.approx(1.0)
    assert float(jensen_shannon_divergence([0.2, 0.8], [0.6, 0.4])) == pytest.approx(
        float(jensen_shannon_divergence([0.6, 0.4], [0.2, 0.8]))
    )
    assert jensen_shannon_divergence([[0.5, 0.5], [1.0, 0.0]], [[0.5, 0.5], [0.0, 1.0]]).tolist() == pytest.approx(
        [0.0, 1.0]
    )


def test_every_row_falls_into_one_cell_even_at_the_edges() -> None:
    cells = reliability([0.0, 0.1, 0.55, 0.999, 1.0], [True, False, True, True, False])
    assert [cell["rows"] for cell in cells] == [1, 1, 0, 0, 0, 1, 0, 0, 0, 2]
    assert cells[9]["accuracy"] == 0.5
    assert cells[9]["confidence"] == pytest.approx(0.9995)
    assert cells[2]["accuracy"] is None


def test_ece_is_the_weighed_gap_of_the_cells() -> None:
    # Two cells: confidence 0.9 and accuracy 0.5 on two rows, confidence 0.2 and accuracy 0 on one.
    assert ece([0.9, 0.9, 0.2], [True, False, False]) == pytest.approx((2 * 0.4 + 1 * 0.2) / 3)


def test_ece_of_confidence_that_is_earned_is_nothing() -> None:
    assert ece([1.0, 1.0, 0.0], [True, True, False]) == 0.0
    assert ece([0.75] * 4, [True, True, True, False]) == pytest.approx(0.0)


def test_ece_of_sure_and_always_wrong_is_one() -> None:
    assert ece([1.0] * 5, [False] * 5) == 1.0


def test_ece_of_no_rows_is_unknown() -> None:
    assert ece([], []) is None


def test_auroc_of_apart_and_of_swapped_is_one_and_zero() -> None:
    assert auroc([2.0, 3.0], [0.0, 1.0]) == 1.0
    assert auroc([0.0, 1.0], [2.0, 3.0]) == 0.0


def test_auroc_counts_a_tie_as_half() -> None:
    assert auroc([1.0], [1.0]) == 0.5
    assert auroc([1.0, 2.0], [1.0]) == 0.75
    assert auroc([5.0] * 7, [5.0] * 3) == 0.5


@pytest.mark.parametrize("seed", range(8))
def test_auroc_agrees_with_counting_every_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    inside = [float(n) for n in rng.integers(0, 6, 40)]
    outside = [float(n) for n in rng.integers(-3, 4, 25)]
    assert auroc(inside, outside) == pytest.approx(slow_auroc(inside, outside))


def test_auroc_ranks_rows_that_no_student_saw_above_all_others() -> None:
    assert auroc([np.inf, 0.2], [0.3, -1.0]) == 0.75


@pytest.mark.parametrize(("inside", "outside"), [([], [1.0]), ([1.0], []), ([], [])])
def test_auroc_without_both_kinds_is_unknown(inside: list[float], outside: list[float]) -> None:
    assert auroc(inside, outside) is None


def test_risk_grows_with_coverage_where_confidence_ranks_well() -> None:
    points = risk_coverage([0.2, 0.9, 0.6, 0.8], [False, True, False, True])
    assert points == [[0.25, 0.0], [0.5, 0.0], [0.75, pytest.approx(1 / 3)], [1.0, 0.5]]


@pytest.mark.parametrize("rows", [1, 2, 199, 200, 201, 1234])
def test_coverage_rises_from_the_surest_row_to_all(rows: int) -> None:
    rng = np.random.default_rng(rows)
    right = rng.random(rows) < 0.8
    points = risk_coverage(rng.random(rows), right)
    assert all(before[0] < after[0] for before, after in pairwise(points))
    assert points[0][0] == pytest.approx(1 / rows)
    assert points[-1] == [1.0, pytest.approx(1 - float(right.mean()))]
    assert len(points) <= 200
    assert all(0 <= error <= 1 for _, error in points)


def test_risk_coverage_of_no_rows_is_empty() -> None:
    assert risk_coverage([], []) == []


@pytest.mark.parametrize(
    ("fixed", "broken", "expected"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (3, 3, 1.0),
        (5, 0, 0.0625),
        (6, 0, 0.03125),
        (8, 1, 2 * (1 + 9) / 512),
        (10, 2, 2 * (1 + 12 + 66) / 4096),
    ],
)
def test_mcnemar_gives_the_values_worked_out_by_hand(fixed: int, broken: int, expected: float) -> None:
    assert mcnemar(fixed, broken) == pytest.approx(expected)
    assert mcnemar(broken, fixed) == mcnemar(fixed, broken)


def test_mcnemar_agrees_with_the_sum_of_all_splits_as_uneven() -> None:
    for n in range(1, 25):
        for fixed in range(n + 1):
            uneven = abs(2 * fixed - n)
            chance = sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= uneven) / 2**n
            assert mcnemar(fixed, n - fixed) == pytest.approx(chance)


def test_mcnemar_of_very_many_flips_is_still_a_chance() -> None:
    assert mcnemar(2000, 2000) == 1.0
    assert 0 <= mcnemar(3000, 1000) < 1e-6
