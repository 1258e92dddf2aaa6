"""Trees give a probability by the evidence alone, whatever their depth."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.assistants.agents.analytics.semantic_parser.confidence import LINE, NODES, Confidence


def _confidence(**changed: list[list[float]]) -> Confidence:
    """Two trees, one asks evidence 0 and then 1, the other is a leaf; the line counts evidence 1 a tenth."""
    arrays: dict[str, list[list[float]]] = {
        "feature": [[0, 0, 1, 0, 0], [0, 0, 0, 0, 0]],
        "threshold": [[0.0, 0, 10.0, 0, 0], [0, 0, 0, 0, 0]],
        "left": [[1, 1, 3, 3, 4], [0, 0, 0, 0, 0]],
        "right": [[2, 1, 4, 3, 4], [0, 0, 0, 0, 0]],
        "value": [[0, 0, 0, 1.0, 2.0], [0.5, 0, 0, 0, 0]],
        **changed,
    }
    assert set(arrays) == set(NODES)
    line = dict(zip(LINE, ([0.0, 0.0], [1.0, 10.0], [0.0, 1.0]), strict=True))
    every = {**arrays, **line, "offsets": [-1.0, -2.0]}
    return Confidence({name: np.array(rows, np.float32) for name, rows in every.items()})


@pytest.mark.parametrize(("evidence", "score"), [((0.0, 99.0), 3.7), ((0.1, 10.0), -0.25), ((0.1, 20.0), 0.75)])
def test_a_probability_is_that_of_the_leaves_which_are_reached(evidence: tuple[float, float], score: float) -> None:
    assert _confidence().probability(evidence) == pytest.approx(1 / (1 + np.exp(-score)))


def test_other_leaves_give_another_probability() -> None:
    other = _confidence(value=[[0, 0, 0, 1.0, 3.0], [0.5, 0, 0, 0, 0]])
    assert other.probability((0.1, 10.1)) > _confidence().probability((0.1, 10.1))
