"""Whether passages are about a question, by vectors and by a model's word."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.errors import ModelError
from fingerpost.validation.relevance import THRESHOLDS, parse_yes_no, relevance_score, relevance_threshold


def test_the_best_passage_counts() -> None:
    one, other = np.eye(2, dtype=np.float32)
    assert relevance_score(one, [other, one]) == 1.0
    assert relevance_score(one, [other]) == 0.0
    assert relevance_score(one, []) == -1.0


@pytest.mark.parametrize(
    ("answer", "yes"), [("YES", True), ("yes.", True), ("**No**, it is not", False), ("no", False)]
)
def test_a_model_says_yes_or_no_with_its_first_word(answer: str, yes: bool) -> None:
    assert parse_yes_no(answer) is yes


@pytest.mark.parametrize("answer", ["", "maybe", "yesterday", "it says yes"])
def test_any_other_word_is_no_answer(answer: str) -> None:
    with pytest.raises(ModelError, match="neither YES nor NO"):
        parse_yes_no(answer)


def test_a_threshold_belongs_to_an_encoder_unless_somebody_sets_one() -> None:
    [(name, fitted)] = THRESHOLDS.items()
    assert relevance_threshold(name, None) == fitted
    assert relevance_threshold(name, 0.0) == 0.0
    assert relevance_threshold("another", None) is None
