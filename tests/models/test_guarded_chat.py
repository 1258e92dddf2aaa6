"""A model that an answer can do without: each call has a limit, and one that keeps failing is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import pytest

from fingerpost.errors import ModelError
from fingerpost.models.chat import ChatClient, ChatReply, TruncatedReplyError
from fingerpost.models.guarded_chat import GuardedChat
from fingerpost.runtime.deadline import Deadline
from fingerpost.settings import Slot

ASKED = [{"role": "user", "content": "why?"}]


class Model(ChatClient):
    """A model that answers, fails, or hangs."""

    def __init__(self, fault: Exception | None = None, *, hangs: bool = False) -> None:
        super().__init__(Slot("http://127.0.0.1:9/v1", "tiny"), "main")
        self.fault, self.hangs, self.asked = fault, hangs, 0

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.fault is not None:
            raise self.fault
        return ChatReply("because")


async def test_a_reply_is_returned() -> None:
    chat = GuardedChat(Model(), 5)
    assert chat.slot.model == "tiny"
    assert (await chat.ask(ASKED, purpose="p", max_tokens=9)).text == "because"


async def test_a_model_that_hangs_has_its_limit_then_is_left_alone() -> None:
    model = Model(hangs=True)
    chat = GuardedChat(model, 0.05)
    for _ in range(6):
        with pytest.raises(ModelError):
            await chat.ask(ASKED, purpose="p", max_tokens=9)
    assert model.asked == 3


async def test_half_of_what_is_left_of_a_request_is_kept_for_what_comes_next() -> None:
    begun = perf_counter()
    with Deadline(0.4).applied(), pytest.raises(ModelError, match="within 0"):
        await GuardedChat(Model(hangs=True), 60).ask(ASKED, purpose="p", max_tokens=9)
    assert perf_counter() - begun < 0.35


async def test_a_reply_that_was_cut_comes_from_a_server_that_works() -> None:
    model = Model(TruncatedReplyError("too long"))
    chat = GuardedChat(model, 5)
    for _ in range(5):
        with pytest.raises(TruncatedReplyError):
            await chat.ask(ASKED, purpose="p", max_tokens=9)
    assert model.asked == 5
