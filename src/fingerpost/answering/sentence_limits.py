"""Sentences: how many a message asks for, and those of a text, also while it is being written."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator

from fingerpost.language.numbers import number_words
from fingerpost.language.text import fold

# "A single sentence" requests one.
_COUNTS = number_words(range(1, 11)) | dict.fromkeys(("single", "sola", "unica", "solo"), 1)
_REQUESTED = re.compile(
    r"\b(?:exactly|only|just|in|within|with|than|most|to|maximum|max|exactamente|solo|en|con|maximo|exatamente|apenas|so"
    r"|em|com|numa?|use|usa|write|escribe|escreve)(?: of| de)? (?:a |una |uma )?"
    r"(?P<count>\d{1,2}|" + "|".join(_COUNTS) + r"|(?=frase))(?: \w{4,12})? ?"
    r"(?:sentences?|frases?|oraciones|oracion|oracoes|oracao)\b"
)
_AT_MOST = re.compile(r"^(?:within|than|most|maximum|max|maximo)\b")
_END = re.compile(r"[.!?…][\"'”»)\]]*(?:\s+|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|p\. ?ej|ej|ex|nº|sr|sra|dr|dra|vs|aprox|approx)\.|^\s*\d{1,2}\.)$", re.IGNORECASE
)


def requested_sentences(text: str) -> int | None:
    """Return the number of sentences that a message requests, in words or digits, or None."""
    found = _REQUESTED.search(fold(text))
    if found is None:
        return None
    count = found["count"]
    return (int(count) if count.isdigit() else _COUNTS.get(count, 1)) or None


def allows_fewer(text: str) -> bool:
    """Return whether the number of sentences that a message requests is the most that it wants."""
    found = _REQUESTED.search(fold(text))
    return found is not None and _AT_MOST.search(found[0]) is not None


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with its trailing whitespace; a line break ends a sentence too."""
    found, begin = [], 0
    for end in _sentence_ends(text):
        if text[begin:end].strip():
            found.append(text[begin:end])
            begin = end
    if text[begin:].strip():
        found.append(text[begin:])
    elif found:
        found[-1] += text[begin:]
    return found


def _sentence_ends(text: str) -> list[int]:
    ends = set()
    for match in _END.finditer(text):
        before = text[max(0, match.start() - 12) : match.start() + 1]
        after = text[match.end() : match.end() + 1]
        # "8 p.m. tonight", "No. 7": text that continues in lower case or with a number is the same sentence.
        same = text[match.start()] == "." and (after.islower() or (after.isdigit() and before.lower().endswith("no.")))
        if not same and not _ABBREVIATION.search(before.rpartition("\n")[2]):
            ends.add(match.end())
    return sorted(ends | {match.end() for match in re.finditer(r"\n\s*", text)})


async def join_sentences(pieces: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield whole sentences from pieces of text, each as soon as the next one begins."""
    buffer = ""
    try:
        async for piece in pieces:
            buffer += piece
            *whole, buffer = split_sentences(buffer) or [buffer]
            for sentence in whole:
                yield sentence
    finally:
        await pieces.aclose()
    if buffer:
        yield buffer
