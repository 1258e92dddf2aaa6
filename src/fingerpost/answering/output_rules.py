"""Rules that are enforced on the output of a model: the requested number of sentences, and no invented figures.

Small models write four sentences when asked for exactly three, and make up a quota that they do not know.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterable

from fingerpost.answering.phrases import WITHHELD_NOTE
from fingerpost.language.numbers import MULTIPLIERS, number_words
from fingerpost.language.phrases import phrase_for
from fingerpost.language.text import fold

# "A single sentence" requests one.
_COUNTS = number_words(range(1, 11)) | dict.fromkeys(("single", "sola", "unica", "solo"), 1)
_REQUESTED = re.compile(
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
_NUMBER_WORDS = re.compile(
    r"\b(?:hundred|cientos|" + "|".join([*_THOUSANDS, *number_words(range(20, 101, 10))]) + r")\b"
)


def requested_sentences(text: str) -> int | None:
    """Return the number of sentences that a message requests, in words or digits, or None."""
    found = _REQUESTED.search(fold(text))
    if found is None:
        return None
    count = found["count"]
    return (int(count) if count.isdigit() else _COUNTS.get(count, 1)) or None


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


async def limit_sentences(pieces: AsyncGenerator[str, None], limit: int) -> AsyncGenerator[str, None]:
    """Yield at most this many sentences."""
    count = 0
    try:
        async for sentence in pieces:
            count += bool(sentence.strip())
            yield sentence.rstrip() if count == limit else sentence
            if count == limit:
                return
    finally:
        await pieces.aclose()


async def withhold_unknown_figures(
    pieces: AsyncGenerator[str, None], sources: Iterable[str], question: str
) -> AsyncGenerator[str, None]:
    """Yield sentences; a note replaces one with a figure that is in no source."""
    given = " \n ".join(sources)
    known, known_words = figure_values(given), set(_NUMBER_WORDS.findall(fold(given)))
    try:
        async for sentence in pieces:
            body = fold(_LIST_MARK.sub("", sentence))
            invented = any(not possible_values(figure) & known for figure in _FIGURE.findall(body))
            # Number words are not compared with digits: they are accepted only if the sources have the same words.
            invented = invented or not set(_NUMBER_WORDS.findall(_FIGURE.sub(" ", body))) <= known_words
            yield phrase_for(WITHHELD_NOTE, question) + " " if invented else sentence
    finally:
        await pieces.aclose()


def figure_values(text: str) -> set[str]:
    """Return the possible values of all figures of a text."""
    found: set[str] = set()
    text = fold(text)
    for figure in _FIGURE.findall(text):
        found |= possible_values(figure)
    # A numeric date may be repeated in another order.
    for parts in re.findall(r"(?<!\d)(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?!\d)", text):
        found |= {part.lstrip("0") or "0" for part in parts}
    return found


def possible_values(figure: str) -> set[str]:
    """Return the possible values of a figure: a separator may group thousands or start the decimals."""
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
        found.add(_normalized("".join(parts), "", scale))
    if len(parts) > 1 and (len(parts) == 2 or all(len(part) == 3 for part in parts[1:-1])):
        found.add(_normalized("".join(parts[:-1]), parts[-1], scale))
    return found or {"".join(parts)}


def _normalized(whole: str, part: str, scale: int) -> str:
    """Return a number in canonical form, as a string: digits of any length are not converted."""
    part = part.ljust(scale, "0")
    whole, part = (whole + part[:scale]).lstrip("0") or "0", part[scale:].rstrip("0")
    return f"{whole}.{part}" if part else whole
