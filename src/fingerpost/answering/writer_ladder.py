"""Writing by the ladder: the model of a slot, then another model, then quotations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial

from fingerpost.answering.account.checked_answer import check_account
from fingerpost.answering.extractive import ExtractiveWriter
from fingerpost.answering.request import Request
from fingerpost.answering.state import AgentState
from fingerpost.answering.writers import AnswerWriter, RepetitionError
from fingerpost.errors import ModelError
from fingerpost.models.chat import TruncatedReplyError
from fingerpost.resilience.ladder import ANSWER, Rung, try_rungs

WRITING_SHARE = 0.95
"""The share of what is left of a request's time in which an answer that is sent whole is written: it may be checked."""


async def write_by_ladder(
    writers: Sequence[tuple[str, AnswerWriter]], state: AgentState, request: Request, *, whole: bool
) -> AsyncGenerator[str, None]:
    """Yield the answer of the first writer that does not fail.

    `whole`: nothing is sent before the answer is complete, so that a model that breaks off is replaced. Else a model
    is replaced only before its first words; when it breaks off later, its error is raised. What a model says about an
    account is checked.
    """
    rungs = [Rung(name, partial(_begin, writer, state, request, whole)) for name, writer in writers]
    async with aclosing(await try_rungs(ANSWER, rungs, request.deadline)) as pieces:
        async for piece in pieces:
            yield piece


async def _begin(
    writer: AnswerWriter, state: AgentState, request: Request, whole: bool, seconds: float
) -> AsyncGenerator[str, None]:
    """Return the pieces of a writer once its first words, or all of them, have come; raises ModelError for none."""
    pieces, read, ending = writer.write(state, request.book, seconds), list[str](), None
    try:
        async with asyncio.timeout(request.deadline.remaining * WRITING_SHARE if whole else None):
            async for piece in pieces:
                read.append(piece)
                if not whole and piece.strip():
                    break
    except (TimeoutError, TruncatedReplyError, RepetitionError) as error:
        ending = error
    except BaseException:
        await pieces.aclose()
        raise
    if not "".join(read).strip():
        await pieces.aclose()
        raise ModelError("the model returned no text: retry, or see the log of its server") from ending
    resumed = _resume(read, pieces, ending)
    written_from_data = state.get("handler") != "request" or isinstance(writer, ExtractiveWriter)
    return resumed if written_from_data else check_account(resumed, state)


async def _resume(
    read: Sequence[str], pieces: AsyncGenerator[str, None], ending: Exception | None
) -> AsyncGenerator[str, None]:
    """Yield what was read and what is still to come, and raise the error that ended it."""
    async with aclosing(pieces):
        for piece in read:
            yield piece
        if ending is not None:
            raise ending
        async for piece in pieces:
            yield piece
