"""Rules of form that a message sets, and figures that nobody gave: kept, whatever a model writes.

A small model told "exactly 3 sentences" writes four, and asked for a quota it makes one up.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable

from fingerpost.answering.phrases import WITHHELD
from fingerpost.conversation.language import said
from fingerpost.text import fold

_COUNTS = {
    word: number
    for number, words in enumerate(
        (
            "one un una uno um uma",
            "two dos dois duas",
            "three tres",
            "four cuatro quatro",
            "five cinco",
            "six seis",
            "seven siete sete",
            "eight ocho oito",
        ),
        1,
    )
    for word in words.split()
}
_WANTED = re.compile(
    r"\b(?:exactly|only|just|in|within|exactamente|solo|en|exatamente|apenas|so|em|use|usa|write|escribe|escreve)\s+"
    r"(?:of |de )?(\d{1,2}|" + "|".join(_COUNTS) + r") "
    r"(?:short |complete |brief |full )?(?:sentences?|frases?|oraciones|oracion|oracoes)\b"
)
_END = re.compile(r"[.!?…][\"'”»)\]]*(?:\s+|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|p\. ?ej|ej|ex|no|nº|sr|sra|dr|dra|vs|aprox)\.|^\s*\d+\.)$", re.IGNORECASE
)
_FIGURE = re.compile(r"(?<![\w.])\d[\d.,\u00a0\u202f ]*\d|(?<![\w.])\d")


def sentences_wanted(text: str) -> int | None:
    """Return how many sentences a message asks for, in words or digits, if it does."""
    found = _WANTED.search(fold(text))
    if found is None:
        return None
    number = int(found[1]) if found[1].isdigit() else _COUNTS[found[1]]
    return number or None


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the space behind it; a line of its own is one too."""
    found, begin = [], 0
    for end in _ends(text):
        if text[begin:end].strip():
            found.append(text[begin:end])
            begin = end
    if text[begin:].strip():
        found.append(text[begin:])
    elif found:
        found[-1] += text[begin:]
    return found


def _ends(text: str) -> list[int]:
    ends = set()
    for match in _END.finditer(text):
        before = text[max(0, match.start() - 12) : match.start() + 1]
        if not _ABBREVIATION.search(before.rpartition("\n")[2]):
            ends.add(match.end())
    return sorted(ends | {match.end() for match in re.finditer(r"\n\s*", text)})


async def by_sentence(pieces: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield whole sentences of what comes in pieces: each when the next one begins."""
    held = ""
    try:
        async for piece in pieces:
            held += piece
            *whole, held = sentences(held) or [held]
            for sentence in whole:
                yield sentence
    finally:
        await pieces.aclose()
    if held:
        yield held


async def at_most(pieces: AsyncGenerator[str, None], most: int) -> AsyncGenerator[str, None]:
    """Yield sentences until there are as many as were wanted."""
    count = 0
    try:
        async for sentence in pieces:
            count += bool(sentence.strip())
            yield sentence.rstrip() if count == most else sentence
            if count == most:
                return
    finally:
        await pieces.aclose()


async def without_invented(
    pieces: AsyncGenerator[str, None], sources: Iterable[str], question: str
) -> AsyncGenerator[str, None]:
    """Yield sentences; one that holds a figure which is in no source is withheld, and that is said."""
    known: set[str] = set()
    for source in sources:
        known |= figures(source)
    try:
        async for sentence in pieces:
            body = re.sub(r"^\s*(?:\d+[.)]|[-*•])\s+", "", sentence)
            invented = [figure for figure in _FIGURE.findall(body) if not readings(figure) & known]
            yield said(WITHHELD, question) + " " if invented else sentence
    finally:
        await pieces.aclose()


def figures(text: str) -> set[str]:
    """Return every way to read every figure of a text."""
    found: set[str] = set()
    for figure in _FIGURE.findall(text):
        found |= readings(figure)
    return found


def readings(figure: str) -> set[str]:
    """Return the numbers that a figure may mean: its signs may group digits or begin a fraction."""
    digits = re.sub(r"\D", "", figure)
    found = {str(int(digits))}
    last = max(figure.rfind("."), figure.rfind(","))
    if last > 0:
        whole, part = re.sub(r"\D", "", figure[:last]) or "0", re.sub(r"\D", "", figure[last:]).rstrip("0")
        found.add(f"{int(whole)}.{part}" if part else str(int(whole)))
    return found
