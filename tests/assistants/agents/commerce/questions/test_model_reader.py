"""What a model says about a document is shown only where its figures are in the text."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce.document import CommercialDocument
from fingerpost.assistants.agents.commerce.questions.model_reader import holds_figures, read_with_model
from fingerpost.models.chat import ChatClient
from fingerpost.settings import Slot
from fingerpost.testing import ScriptedReply, ScriptedServer

TEXT = "Total R$ 1.284,50 until 10/06/2025"


@pytest.mark.parametrize(
    ("said", "holds"),
    [("R$ 1284.50", True), ("on 10/06/2025.", True), ("in brass", True), ("R$ 1.285,50", False), ("12 months", False)],
)
def test_figures_that_the_text_does_not_have_are_noticed(said: str, holds: bool) -> None:
    assert holds_figures(TEXT, said) is holds


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (ScriptedReply("Until  10/06/2025"), "Until 10/06/2025"),
        (ScriptedReply("Not stated."), ""),
        (ScriptedReply("R$ 9.999,00"), ""),
        (ScriptedReply("x", status=500), ""),
    ],
)
async def test_the_model_reads_the_text(reply: ScriptedReply, wanted: str) -> None:
    pytest.importorskip("openai", reason="a model needs the extra fingerpost[llm]")
    with ScriptedServer([reply]) as server:
        chat = ChatClient(Slot(server.url, "m"), "main")
        assert await read_with_model(chat, CommercialDocument(text=TEXT), "until when?") == wanted
        await chat.close()
        assert TEXT in str(server.requests[0]["messages"])
