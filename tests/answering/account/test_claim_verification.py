"""A claim is right where its value follows from the data in the role that is said."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.claim_verification import ClaimVerdict, judge
from fingerpost.answering.account.claims import read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.derive import derive

CALLS = "calls used: 9000\ncalls limit: 10000\nusers: 4\nprice: 49 EUR"


def verdict(data: str, sentence: str) -> ClaimVerdict:
    """Return the verdict on the last claim of a sentence."""
    read = read_data([data])
    reading = read_sentence(sentence, read.names)
    claim = reading.claims[-1]
    return judge(claim, reading, reading.names_before(claim.clause), derive(read))


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("You have 9,000 calls left.", 1000),
        ("You have used 10,000 calls.", 9000),
        ("Your limit is 9,000 calls.", 10000),
        ("You have used 10% of your calls.", 90),
        ("Te queda el 90 % de las llamadas.", 10),
        ("It costs 4 euros.", 49),
        ("Você tem 9.000 usuários.", 4),
    ],
)
def test_a_figure_that_is_of_something_else_is_wrong_and_the_right_one_is_known(sentence: str, instead: float) -> None:
    assert verdict(CALLS, sentence) == ClaimVerdict(False, instead)


@pytest.mark.parametrize(
    "sentence",
    ["It costs 49 dollars.", "You made 49 errors.", "You made 9,000 calls a day."],
)
def test_what_the_data_does_not_hold_is_wrong_and_nothing_takes_its_place(sentence: str) -> None:
    assert verdict(CALLS, sentence) == ClaimVerdict(False, None)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("You have used 24.8% of the calls.", True),
        ("You have used 25% of the calls.", True),
        ("You have used 24% of the calls.", True),
        ("You have used 26% of the calls.", False),
        ("You have used about a quarter of the calls.", True),
        ("You have used nearly a third of the calls.", False),
        ("You have made 1,240 calls.", True),
        ("You have made 1.2k calls.", True),
        ("You have made about 1,200 calls.", True),
        ("You have made 1,200 calls.", False),
        ("You have made more than 1,200 calls.", True),
        ("You have made more than 1,300 calls.", False),
        ("You have made almost 1,300 calls.", True),
    ],
)
def test_people_round(sentence: str, right: bool) -> None:
    assert verdict("calls used: 1240\ncalls limit: 5000", sentence).right is right


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("You made 25% more calls than last month.", True),
        ("You made 25% fewer calls than last month.", False),
        ("Last month you made 2,000 fewer calls than this month.", True),
        ("Tus llamadas subieron un 25 %.", True),
        ("As chamadas caíram; houve uma queda de 25%.", False),
    ],
)
def test_a_change_has_a_direction(sentence: str, right: bool) -> None:
    assert verdict("calls last month: 8000\ncalls this month: 10000", sentence).right is right


@pytest.mark.parametrize(
    ("sentence", "right"),
    [("In 10 days you will use 200 credits.", True), ("In 10 days you will use 300 credits.", False)],
)
def test_a_rate_may_be_continued_for_a_period_of_the_sentence(sentence: str, right: bool) -> None:
    assert verdict("credits: 300\ncredits used per day: 20", sentence).right is right


def test_one_of_several_resources_is_meant_by_its_name() -> None:
    data = "projeto Vega: 200 execuções\nprojeto Atlas: 300 execuções\ncota: 2000 execuções"
    assert verdict(data, "O projeto Vega fez 300 execuções.") == ClaimVerdict(False, 200)
    assert verdict(data, "Juntos, Vega e Atlas fizeram 500 execuções.").right
    assert verdict(data, "Restam 1.700 execuções na cota.") == ClaimVerdict(False, 1500)
