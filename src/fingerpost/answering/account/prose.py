"""Listings in prose: "2,800 to Mexico, 1,050 to Brazil and 350 to Chile", "(3 linux, 1 windows)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.answering.account.claims import Claim, SentenceReading, read_sentence
from fingerpost.answering.account.vocabulary import THING_NAMES, name_of, role_of
from fingerpost.language.tokens import Word, at, listed

Cells = list[tuple[str, str]]
_SENTENCE = re.compile(r"(?<=[^\d\s])[.;!]\s+|(?<=\d)[.;]\s+(?=[A-ZÁÉÍÓÚ])|\n")
_LINKS = listed("to in on for from at by en a em para por de desde no na ao do da with con com")
_ENDS = listed(", ; . ) ( : and y e —")
_MAX_GAP, _MAX_NAME = 3, 4


def listings(text: str) -> Iterator[list[Cells]]:
    """Yield the rows of every sentence that gives figures of one kind to several names."""
    for sentence in _SENTENCE.split(text):
        reading = read_sentence(sentence)
        if len(reading.claims) < 2:
            continue
        rows: dict[str, list[Cells]] = {}
        last = ""
        for claim in reading.claims:
            last = claim.thing or last
            name = _name_after(reading, claim)
            if name:
                shown = _shown(sentence, reading, claim)
                title = claim.thing or claim.figure.unit or last or "value"
                rows.setdefault(title, []).append([("", name), (title, shown)])
        yield from (some for some in rows.values() if len(some) > 1 and len({row[0][1] for row in some}) == len(some))


def _shown(sentence: str, reading: SentenceReading, claim: Claim) -> str:
    words, figure = reading.words, claim.figure
    signed = figure.first and at(words, figure.first - 1) in ("$", "€", "£")
    return sentence[words[figure.first - signed].start : words[figure.after - 1].end]


def _name_after(reading: SentenceReading, claim: Claim) -> str:
    """Return the name that a figure is given to: after "to", "in" …, or in brackets right after the figure."""
    words = reading.words
    place = claim.figure.after
    for step in range(_MAX_GAP):
        if at(words, place + step) in _LINKS and _is_name(words, place + step + 1):
            return _run(words, place + step + 1)
        if at(words, place + step) in _ENDS:
            break
    word = at(words, place)
    bracketed = any(at(words, one) == "(" for one in range(max(claim.figure.first - 12, 0), claim.figure.first))
    plain = bool(word) and words[place].is_letters and name_of(word) not in THING_NAMES and not role_of(word)
    return words[place].text if bracketed and plain and at(words, place + 1) in {*_ENDS, ""} else ""


def _is_name(words: Sequence[Word], place: int) -> bool:
    return place < len(words) and words[place].is_capital and not name_of(words[place].folded).startswith("month ")


def _run(words: Sequence[Word], place: int) -> str:
    end = place
    while end < min(len(words), place + _MAX_NAME) and words[end].is_capital:
        end += 1
    return " ".join(word.text for word in words[place:end])
