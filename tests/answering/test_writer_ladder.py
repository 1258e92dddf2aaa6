"""Writing by the ladder: which writer writes, before and after its first words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.state import AgentState
from fingerpost.answering.writer_ladder import write_by_ladder
from fingerpost.answering.writers import AnswerWriter, RepetitionError
from fingerpost.errors import ModelError
from fingerpost.models.chat import TruncatedReplyError
from fingerpost.routebook.model import Routebook
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Message


class Writer:
    """A writer with a script: pieces to write, seconds to wait, and errors to raise."""

    slot = "main"

    def __init__(self, *script: str | float | Exception) -> None:
        self.script, self.closed = script, False

    async def write(self, state: AgentState, book: Routebook, seconds: float) -> AsyncGenerator[str, None]:
        del state, book, seconds
        try:
            for entry in self.script:
                if isinstance(entry, str):
                    yield entry
                elif isinstance(entry, float):
                    await asyncio.sleep(entry)
                else:
                    raise entry
        finally:
            self.closed = True


async def _written(*writers: Writer, whole: bool, seconds: float = 30.0) -> str:
    request: Any = SimpleNamespace(deadline=Deadline(seconds), book=None)
    named = [(f"writer {number}", writer) for number, writer in enumerate(writers)]
    text = ""
    async for piece in write_by_ladder(named, {}, request, whole=whole):
        text += piece
    return text


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("script", [(ModelError("down"),), (), (" ", "\n"), (TruncatedReplyError("all thinking"),)])
async def test_a_writer_that_does_not_begin_is_replaced(script: tuple[Any, ...], whole: bool) -> None:
    first = Writer(*script)
    assert await _written(first, Writer("by ", "the second"), whole=whole) == "by the second"
    assert first.closed


async def test_a_writer_that_breaks_off_is_replaced_while_nothing_was_sent() -> None:
    broken = "half of", ModelError("broke off")
    assert await _written(Writer(*broken), Writer("the second"), whole=True) == "the second"
    with pytest.raises(ModelError, match="broke off"):
        await _written(Writer(*broken), Writer("the second"), whole=False)


@pytest.mark.parametrize("ending", [TruncatedReplyError("cut"), RepetitionError("again")])
@pytest.mark.parametrize("whole", [True, False])
async def test_an_answer_that_is_cut_off_is_kept(ending: ModelError, whole: bool) -> None:
    request: Any = SimpleNamespace(deadline=Deadline(30.0), book=None)
    pieces = write_by_ladder([("a", Writer("all ", "of it", ending)), ("b", Writer("no"))], {}, request, whole=whole)
    assert [await anext(pieces), await anext(pieces)] == ["all ", "of it"]
    with pytest.raises(type(ending)):
        await anext(pieces)


async def test_what_a_whole_answer_has_when_its_time_ends_is_kept() -> None:
    request: Any = SimpleNamespace(deadline=Deadline(0.2), book=None)
    pieces = write_by_ladder([("a", Writer("begun", 30.0)), ("b", Writer("no"))], {}, request, whole=True)
    assert await anext(pieces) == "begun"
    with pytest.raises(TimeoutError):
        await anext(pieces)


@pytest.mark.parametrize("whole", [True, False])
async def test_what_a_model_says_of_an_account_is_checked_and_quotations_are_not(avap: Router, whole: bool) -> None:
    message = Message("How much have I used? Two sentences.", extra_context="Used: 300 MB of 1000 MB.")
    request: Any = SimpleNamespace(deadline=Deadline(30.0), book=avap.routebook)
    quoting = ExtractiveWriter("main", avap.documents.batcher, model_is_down=True)
    said = {}
    tried: dict[str, list[tuple[str, AnswerWriter]]] = {
        "model": [("main", Writer("You have used 400 MB. ", "That is fine.")), ("extractive", quoting)],
        "quotations": [("main", Writer(ModelError("down"))), ("extractive", quoting)],
    }
    for name, writers in tried.items():
        state: AgentState = {"message": message, "handler": "request"}
        text = "".join([piece async for piece in write_by_ladder(writers, state, request, whole=whole)])
        said[name] = text, state.get("figures")
    assert "400" not in said["model"][0]
    assert said["model"][1] not in (None, (0, 0)), "what was changed is counted"
    assert "300" in said["quotations"][0]
    assert said["quotations"][1] is None
