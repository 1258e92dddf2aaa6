"""The confidence that a language model states: fitted on labelled answers, and worth nothing without labels."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from fingerpost.routing.layers.ensemble import calibrated
from fingerpost.routing.layers.stated_confidence import MIN_ANSWERS, fit_calibration, mean_stated


def test_a_model_that_is_too_sure_is_taken_at_what_its_answers_are_worth() -> None:
    answers = [(0.95, i % 2 == 0) for i in range(40)] + [(0.6, i % 4 == 0) for i in range(40)]
    points = fit_calibration(answers)
    assert [stated for stated, _ in points] == [0.6, 0.95]
    assert abs(calibrated(0.95, points) - 0.5) < 0.02
    assert abs(calibrated(0.6, points) - 0.25) < 0.02


def test_a_confidence_that_says_nothing_is_one_point() -> None:
    answers = [(0.5 + i / 100, i % 10 < (8 if i < 20 else 5)) for i in range(40)]
    assert len(fit_calibration(answers)) < 10
    upside_down = [(0.2, True)] * 20 + [(0.9, False)] * 20
    assert fit_calibration(upside_down) == ((0.55, 0.5),)


def test_too_few_labels_fit_nothing() -> None:
    assert fit_calibration([(0.9, True)] * (MIN_ANSWERS - 1)) == ()
    assert fit_calibration([(0.9, True)] * MIN_ANSWERS) != ()


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=MIN_ANSWERS, max_size=80))
def test_what_is_fitted_rises_as_the_setting_wants_it(answers: list[tuple[float, bool]]) -> None:
    points = fit_calibration(answers)
    assert points
    assert all(low[0] <= high[0] and low[1] <= high[1] for low, high in itertools.pairwise(points))
    assert all(0 <= number <= 1 for point in points for number in point)


def test_only_what_was_stated_counts() -> None:
    assert mean_stated([None, 0.5, None, 0.75]) == 0.625
    assert mean_stated([None]) is None
