"""The answer about an account: sentence by sentence, as many as were asked for, and told what was changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from fingerpost.answering.account.checked_answer import account_notes, account_sources, check_account
from fingerpost.answering.sentence_limits import split_sentences
from fingerpost.answering.state import AgentState
from fingerpost.observability.metrics import METRICS
from fingerpost.types import Attachment, Message

DATA = "plan: Pro\ncalls used: 9000\ncalls limit: 10000\nrenews: 2025-07-01"


async def _in_pieces(text: str, size: int = 3) -> AsyncGenerator[str, None]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


async def said(text: str, question: str, size: int = 3) -> tuple[list[str], AgentState]:
    state: AgentState = {"message": Message(question, extra_context=DATA)}
    return [piece async for piece in check_account(_in_pieces(text, size), state)], state


@pytest.mark.parametrize("size", [1, 3, 7, 500])
async def test_no_more_sentences_than_asked_for_come_out_of_a_stream(size: int) -> None:
    text = "You used 90 % of it. There is room left. Keep an eye on it. And one more. And another."
    pieces, _ = await said(text, "exactly 3 sentences", size)
    assert "".join(pieces) == "You used 90 % of it. There is room left. Keep an eye on it."


@pytest.mark.parametrize(
    "text",
    [
        "You used 9,000 calls. There were 77 errors. All is well.",
        "There were 77 errors. There were 78 errors. There were 79 errors.",
        "You used 9,000 calls.",
        "Your Gold plan has 77 errors! You have 1,000 calls left.",
    ],
)
@pytest.mark.parametrize("asked", ["exactly 3 sentences", "exactamente tres frases", "exatamente 3 frases"])
async def test_exactly_three_sentences_are_three_also_after_the_check(text: str, asked: str) -> None:
    pieces, _ = await said(text, f"How much did I use? Rules: {asked}.")
    assert len(split_sentences("".join(pieces))) == 3
    assert "7" not in "".join(pieces).replace("2025-07", "").replace("July", "")


async def test_at_most_three_may_be_fewer() -> None:
    pieces, _ = await said("You used 9,000 calls.", "at most 3 sentences")
    assert "".join(pieces) == "You used 9,000 calls."


async def test_sentences_go_out_one_by_one() -> None:
    went_on: list[str] = []

    async def model() -> AsyncGenerator[str, None]:
        for piece in ("You used 9,000 calls. ", "You have 1,000 ", "left. ", "All is well."):
            went_on.append(piece)
            yield piece

    state: AgentState = {"message": Message("how much?", extra_context=DATA)}
    pieces = check_account(model(), state)
    assert await anext(pieces) == "You used 9,000 calls. "
    assert len(went_on) < 4
    await pieces.aclose()


async def test_what_was_changed_is_in_the_state_and_in_the_notes() -> None:
    pieces, state = await said("You have 2,000 calls left. There were 77 errors.", "how much?")
    assert "".join(pieces).strip() == "You have 1,000 calls left."
    assert state["figures"] == (1, 1)
    before = METRICS.value("account_figures", outcome="corrected")
    notes = account_notes(1, 2, "¿cuántas llamadas llevo?")
    assert notes[0].startswith("1 cifra corregida")
    assert notes[1].startswith("2 partes omitidas")
    assert METRICS.value("account_figures", outcome="corrected") == before + 1
    assert account_notes(0, 0, "how much?") == []


async def test_an_answer_of_which_nothing_stays_is_made_from_the_data() -> None:
    pieces, _ = await said("There were 77 errors.", "quantos erros eu tive?")
    assert "".join(pieces).startswith("Você usou 9.000 de 10.000 chamadas")
    state: AgentState = {"message": Message("how many calls?")}
    assert "not available" in "".join([piece async for piece in check_account(_in_pieces("You made 5 calls."), state)])


def test_questions_are_no_data() -> None:
    file = Attachment("usage.csv", "text/csv", b"day,calls\nmonday,1240\n")
    message = Message("I have 5 users. Do I have 9 calls left?", user_info={"plan": "Pro"}, attachments=[file])
    assert account_sources(message) == ["", {"plan": "Pro"}, "day,calls\nmonday,1240", "I have 5 users. "]
