"""Conversations as tables: what the router found, what is said, what must be seen."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.miniapps.framework.testing import Talk, shown


async def check(talk: Talk, lines: Sequence[tuple[str, str, str]]) -> None:
    """Lead a conversation: (what the router found, what is said, what must be seen; "!" before what must not be)."""
    for intent, text, wanted in lines:
        opens = next(iter(talk.apps)) if intent == "O" else ""
        reply = await talk.say(text, "T" if opens else intent, opens)
        seen = shown(reply)
        for part in wanted.split(" & "):
            assert part.removeprefix("!"), f"{text!r}: a row names what must be seen, or must not be"
            if part.startswith("!"):
                assert part[1:] not in seen, f"{text!r} -> {seen}"
            else:
                assert part in seen, f"{text!r} -> {seen}"
