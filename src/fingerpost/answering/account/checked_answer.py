"""The answer of a model about an account as it is sent: checked, and with as many sentences as were asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import Any

from fingerpost.answering.account.sentence_check import AccountCheck
from fingerpost.answering.account.sentences import data_sentences
from fingerpost.answering.attachments import attachment_text
from fingerpost.answering.phrases import CORRECTED_NOTE, LEFT_OUT_NOTE, PHRASES
from fingerpost.answering.sentence_limits import allows_fewer, join_sentences, requested_sentences, split_sentences
from fingerpost.answering.state import AgentState
from fingerpost.language.detect import language_of
from fingerpost.language.phrases import phrase_for
from fingerpost.observability.metrics import METRICS
from fingerpost.types import Message

MAX_SOURCE_CHARACTERS = 100_000
"""Characters that are read of the extra context, of an attachment and of the message."""


def account_sources(message: Message) -> list[Any]:
    """Return the data of a request: its context, user info and attachments, and what the message states itself."""
    stated = [sentence for sentence in split_sentences(message.text) if not sentence.rstrip().endswith("?")]
    sources: list[Any] = [message.extra_context[:MAX_SOURCE_CHARACTERS], dict(message.user_info)]
    sources += [attachment_text(attachment)[:MAX_SOURCE_CHARACTERS] for attachment in message.attachments]
    return [*sources, "".join(stated)[:MAX_SOURCE_CHARACTERS]]


async def check_account(pieces: AsyncGenerator[str, None], state: AgentState) -> AsyncGenerator[str, None]:
    """Yield the sentences of a model as they may be sent, and count in the state what was changed.

    Where a number of sentences is asked for, sentences from the data take the place of those that are missing.
    """
    message = state["message"]
    # Much data takes a while to read: other requests go on meanwhile.
    check = await asyncio.to_thread(AccountCheck, account_sources(message), message.text)
    wanted = requested_sentences(message.text)
    sentences = join_sentences(pieces)
    said: list[str] = []
    try:
        async for sentence in sentences:
            kept = check.check(sentence)
            state["figures"] = (check.corrected, check.left_out)
            if not kept.strip():
                continue
            said.append(kept)
            yield kept.rstrip() if len(said) == wanted else kept
            if len(said) == wanted:
                return
    finally:
        await sentences.aclose()
    missing = wanted - len(said) if wanted and not allows_fewer(message.text) else int(not said)
    for extra in _unsaid(check, "".join(said), message.text):
        if missing <= 0:
            return
        missing -= 1
        yield f" {extra}" if said and not said[-1][-1:].isspace() else extra
        said.append(extra)


def account_notes(corrected: int, left_out: int, question: str) -> list[str]:
    """Return the notes on what was changed in an answer, in the language of the question, and count it."""
    notes = []
    for count, phrases, outcome in ((corrected, CORRECTED_NOTE, "corrected"), (left_out, LEFT_OUT_NOTE, "left_out")):
        if count:
            METRICS.count("account_figures", count, outcome=outcome)
            one, several = phrases[language_of(question)]
            notes.append(one if count == 1 else several.format(count=count))
    return notes


def _unsaid(check: AccountCheck, said: str, question: str) -> Iterator[str]:
    """Yield sentences from the data that were not said, then those that fit any data."""
    for sentence in data_sentences(check.data, language_of(question)):
        figures = [word for word in sentence.strip(".").split() if any(char.isdecimal() for char in word)]
        if sentence not in said and not (figures and all(figure.strip("().,") in said for figure in figures)):
            yield sentence
    names = ("source", "no_more") if check.data.quantities else ("no_figures", "no_more")
    for name in names:
        yield phrase_for(PHRASES[name], question)
