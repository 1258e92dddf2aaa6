"""Questions about documents by an author who saw no code, and the rule by which they are right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from benchmarks.documents import OPEN_SET, ask_all, field_score, is_right, says_it_lacks

ROWS: list[dict[str, Any]] = [json.loads(line) for line in OPEN_SET.read_text(encoding="utf-8").splitlines()]


def test_fields_and_questions_are_right_as_often_as_they_were() -> None:
    values, right = field_score(ROWS)
    assert sum(right.values()) >= 0.97 * sum(values.values())
    asked = ask_all(ROWS)
    assert len(asked) == 90
    assert sum(one.right for one in asked) >= 80, [one.question["text"] for one in asked if not one.right]


def test_the_score_notices_answers_and_fields_of_another_document() -> None:
    turned = [
        row | {"expected": other["expected"], "questions": other["questions"]}
        for row, other in zip(ROWS, ROWS[1:] + ROWS[:1], strict=True)
    ]
    values, right = field_score(turned)
    assert sum(right.values()) < 0.4 * sum(values.values())
    assert sum(one.right for one in ask_all(turned) if one.question["must"] is not None) < 10


@pytest.mark.parametrize(
    ("must", "said", "right"),
    [
        ([["4199.37"]], "O total é R$ 4.199,37.", True),
        ([["4.199,37"]], "The total is R$ 4,199.37.", True),
        ([["4199.37"]], "O total é R$ 4.199,73.", False),
        ([["2025-04-10"]], "Vence em 10/04/2025.", True),
        ([["2025-04-10"]], "It is due on 10 April 2025.", True),
        ([["2025-04-10"]], "Vence em 11/04/2025.", False),
        ([["8.3%"]], "1.00 ÷ 12.00 = 8.33%", True),
        ([["PO-33871"]], "El número es PO-33871.", True),
        ([["PO-33871"]], "El número es PO-33872.", False),
        ([["não", "nao"], ["662.50"]], "ISS R$ 662,50: não retido.", True),
        ([["tres"]], "Son 3.", False),
        (None, "This order has no carrier.", True),
        (None, "This order has no carrier. The total is 5.00.", False),
        (None, "The total is 5.00.", False),
    ],
)
def test_an_answer_is_right_whatever_its_notation(must: list[list[str]] | None, said: str, right: bool) -> None:
    assert is_right({"text": "?", "must": must}, said) is right


def test_what_must_not_be_said_makes_an_answer_wrong() -> None:
    question = {"text": "?", "must": [["5.00"]], "must_not": [["7.00"][0]]}
    assert is_right(question, "It is 5.00.")
    assert not is_right(question, "It is 5.00 of 7,00.")


@pytest.mark.parametrize(
    "said", ["This order has no freight.", "Este pedido não diz nada sobre “cor”.", "Esta factura no tiene IVA."]
)
def test_an_answer_says_that_the_document_lacks_something(said: str) -> None:
    assert says_it_lacks(said)
    assert not says_it_lacks("The total is 5.00.")
