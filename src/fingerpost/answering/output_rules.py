"""Rules of form that a message sets, and figures that nobody gave: kept, whatever a model writes.

A small model told "exactly 3 sentences" writes four, and asked for a quota it makes one up.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable

from fingerpost.answering.phrases import WITHHELD
from fingerpost.language.numbers import MULTIPLIERS, number_words
from fingerpost.language.phrases import phrase_for
from fingerpost.language.text import fold

# "A single sentence" asks for one.
_COUNTS = number_words(range(1, 11)) | dict.fromkeys(("single", "sola", "unica", "solo"), 1)
_WANTED = re.compile(
    r"\b(?:exactly|only|just|in|within|with|than|most|to|maximum|max|exactamente|solo|en|con|maximo|exatamente|apenas|so"
    r"|em|com|numa?|use|usa|write|escribe|escreve)(?: of| de)? (?:a |una |uma )?"
    r"(?P<count>\d{1,2}|" + "|".join(_COUNTS) + r"|(?=frase))(?: \w{4,12})? ?"
    r"(?:sentences?|frases?|oraciones|oracion|oracoes|oracao)\b"
)
_END = re.compile(r"[.!?…][\"'”»)\]]*(?:\s+|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|p\. ?ej|ej|ex|nº|sr|sra|dr|dra|vs|aprox|approx)\.|^\s*\d{1,2}\.)$", re.IGNORECASE
)
_THOUSANDS = number_words((10**3, 10**6, 10**9, 10**12), table=MULTIPLIERS)
_SCALES = {"k": 3, "m": 6} | {word: len(str(value)) - 1 for word, value in _THOUSANDS.items()}
_FIGURE = re.compile(
    r"(?<!\d)(?<!\d[.,])(?:(?<!\w)\.)?\d+(?:[.,'_\u00a0\u202f]\d+| (?=\d{3}(?!\d))\d{3})*(?:e\d{1,2})?"
    r"\s?(?:(?:" + "|".join(_SCALES) + r")\b)?",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"^\s*(?:\d{1,2}[.)](?=\s+\S)|[-*•])\s+")
_SPOKEN = re.compile(r"\b(?:hundred|cientos|" + "|".join([*_THOUSANDS, *number_words(range(20, 101, 10))]) + r")\b")


def sentences_wanted(text: str) -> int | None:
    """Return how many sentences a message asks for, in words or digits, if it does."""
    found = _WANTED.search(fold(text))
    if found is None:
        return None
    count = found["count"]
    return (int(count) if count.isdigit() else _COUNTS.get(count, 1)) or None


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
        after = text[match.end() : match.end() + 1]
        # "8 p.m. tonight", "No. 7": what goes on in small letters or with a number is the same sentence.
        same = text[match.start()] == "." and (after.islower() or (after.isdigit() and before.lower().endswith("no.")))
        if not same and not _ABBREVIATION.search(before.rpartition("\n")[2]):
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
    given = " \n ".join(sources)
    known, spoken = figures(given), set(_SPOKEN.findall(fold(given)))
    try:
        async for sentence in pieces:
            body = fold(_LIST_MARK.sub("", sentence))
            invented = any(not readings(figure) & known for figure in _FIGURE.findall(body))
            # Numbers in words cannot be compared with digits; they are taken only where they were sent in words.
            invented = invented or not set(_SPOKEN.findall(_FIGURE.sub(" ", body))) <= spoken
            yield phrase_for(WITHHELD, question) + " " if invented else sentence
    finally:
        await pieces.aclose()


def figures(text: str) -> set[str]:
    """Return every way to read every figure of a text."""
    found: set[str] = set()
    text = fold(text)
    for figure in _FIGURE.findall(text):
        found |= readings(figure)
    # A date that is written in digits alone may be told in another order.
    for parts in re.findall(r"(?<!\d)(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?!\d)", text):
        found |= {part.lstrip("0") or "0" for part in parts}
    return found


def readings(figure: str) -> set[str]:
    """Return the numbers that a figure may mean: a sign in it may group digits by three, or begin a fraction."""
    plain = fold(figure).strip()
    scale = 0
    for word, power in _SCALES.items():
        if plain.endswith(word) and not plain[: -len(word)].strip()[-1:].isalpha():
            plain, scale = plain[: -len(word)].strip(), power
            break
    plain, _, power_of_ten = plain.partition("e")
    scale += int(power_of_ten or 0)
    parts = re.split(r"[.,'_\s\u00a0\u202f]", f"0{plain}" if plain.startswith(".") else plain)
    grouped = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3
    found = set()
    if grouped or len(parts) == 1:
        found.add(_number("".join(parts), "", scale))
    if len(parts) > 1 and (len(parts) == 2 or all(len(part) == 3 for part in parts[1:-1])):
        found.add(_number("".join(parts[:-1]), parts[-1], scale))
    return found or {"".join(parts)}


def _number(whole: str, part: str, scale: int) -> str:
    """Return a number in one writing, without turning digits of any length into one."""
    part = part.ljust(scale, "0")
    whole, part = (whole + part[:scale]).lstrip("0") or "0", part[scale:].rstrip("0")
    return f"{whole}.{part}" if part else whole
