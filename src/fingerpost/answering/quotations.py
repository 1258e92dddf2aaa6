"""Quotations of passages in answers."""

from __future__ import annotations

import re

from fingerpost.retrieval.search import Hit

MAX_QUOTES, MAX_QUOTE_CHARACTERS = 3, 700
"""The most quoted passages, and characters of each."""


def quotation(number: int, hit: Hit, *, opening: bool = False) -> str:
    """Return a passage as a quotation with its number and place; `opening`: its first paragraph alone, without code."""
    passage = hit.passage
    text = without_code(passage.text).partition("\n\n")[0] if opening else passage.text
    if len(text) > MAX_QUOTE_CHARACTERS:
        text = text[:MAX_QUOTE_CHARACTERS].rpartition("\n\n")[0] or text[:MAX_QUOTE_CHARACTERS].rpartition(" ")[0]
        # The cut may have removed the end of a code fence.
        text += "\n```" if text.count("```") % 2 else ""
        text += "\n…"
    quoted = "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
    return f"{quoted}\n> — [{number}] {passage.file} › {passage.heading}"


def without_code(text: str) -> str:
    """Return a text without its fenced code blocks."""
    return re.sub(r"```.*?(?:```|\Z)", "", text, flags=re.DOTALL).strip()
