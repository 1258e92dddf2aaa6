"""Messages that set their own file aside: "ignore the attachment", "mandei a foto errada", "el pdf no va".

Such a message is decided as if it had come without the file, by what else it says. Which part of it sets the file
aside is learned: `training/file_aside.py` fits it on sentences in three languages.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, inf, log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from fingerpost.errors import EncoderError
from fingerpost.language.text import as_read, fold
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = Path(__file__).with_name("weights") / "file_aside.npz"
OTHER, OF_FILE, ASIDE = 0, 1, 2
"""What a part of a message is about: another matter, the file, or that the file is to be left aside."""

UNNAMED, ALONE, BAR = 1.25, 1.0, 0.25
"""In logarithms of the odds, what speaks against it: a part that does not name the file, one with nothing beside it.
The sum must be above the bar. Set, as what follows, on messages whose wording was left out of the fit."""
FOR, AGAINST, MOST = 0.7, 1.0, 3.0
"""What the rest of a message counts where it is about another matter, where it is about the file, and at most."""

STEMS, STEM, STEM_WEIGHT = 2048, 5, 0.4
"""Columns of the stems, letters of a stem, and what one weighs beside a vector of length 1."""

MAX_LENGTH, MAX_WORDS, MAX_PARTS = 2000, 300, 16
"""Characters, words, and parts with words, of the longest message that is looked at."""
MIN_WORDS = 2
"""Words on both sides of a conjunction that divides a part."""

_NAMED = re.compile(
    r"\b(?:(?:anex|adjunt|attach|upload|arquiv|archiv|ficheir|document|imag|foto|photo|pictur|print|screenshot|planilh"
    r"|spreadsheet|scan|invoice|receipt|quot|purchase order|fatura|factura|boleto|boleta|recibo|orcament|presupuest"
    r"|cotac|cotiza|comprova|comproba|mande[i]?\b|envie[i]?\b|sent\b|subi\b)\w*"
    r"|(?:file|bill|order|nota|pedido)s?|orden(?:es)?|pdf|xml|csv|docs?|po|nf-?e?)\b"
)
_KEPT = re.compile(
    # The encoder hardly sees a "not", or which file it is: "don't ignore the file", "ignore the old one".
    r"\b(?:nao|no|nunca|never|don.?t|do not|can.?t|cannot|nem|jamas)(?: (?:te|se|me|you|to|just))*"
    r" (?:ignor|desconsider|esque|olvid|forget|disregard|skip|descart|leave out|leave the|deix|dej)"
    r"|\b(?:anterior(?:es)?|previous|earlier|old|antig[oa]s?|viej[oa]s?)\b"
)
_SORRY = re.compile(
    r"^\W*(?:please|sorry|por favor|desculp\w+|perdon\w*|disculp\w+|enfim|en fin|anyway|k{2,}|(?:ja){2,})\W*$"
)
_CLAUSE = re.compile(r"[^.,;:!?()\n–—]+[.,;:!?()\n–—]*|[.,;:!?()\n–—]+")
_JOINT = re.compile(
    r"\s(?=(?:and|but|y|e|mas|pero|so|just|only|só|solo|sólo|apenas|agora|ahora|now|antes|first|primeiro|primero)\s)",
    re.IGNORECASE,
)
_JOINED = re.compile(r"^\W*(?:and|but|y|e|mas|pero|so)\b\W*", re.IGNORECASE)
_SIGNS = re.compile(r"^\W+|\W+$")
_WORD = re.compile(r"\w+")


class MessagePart(NamedTuple):
    """A part of a message.

    `aside`: the logarithm of the odds that it sets the file aside; `other`: of those that it is about another matter
    and not about the file.
    """

    text: str
    aside: float
    other: float

    @property
    def words(self) -> int:
        """How many words it has."""
        return len(_WORD.findall(self.text))


def without_file(text: str) -> str | None:
    """Return what a message says beside that its file is to be left aside, perhaps nothing; None if it does not say so.

    Only for messages that came with a file: "ignore it" would mean something else without one. Pages are not looked at.
    """
    if len(text) > MAX_LENGTH or len(_WORD.findall(text)) > MAX_WORDS:
        return None
    try:
        return _rest_of(text)
    except EncoderError:
        # Without an encoder nothing is known of the words, and a file that came counts. Perhaps there is one later.
        return None


@lru_cache(maxsize=64)
def _rest_of(text: str) -> str | None:
    """Return what `without_file` does of a message that is not too long; raise EncoderError where it cannot."""
    texts = split_parts(text)
    if not 0 < sum(map(_says, texts)) <= MAX_PARTS:
        return None
    parts = judge_parts(texts)
    if not sets_aside([part for part in parts if _says(part.text)]):
        return None
    rest, cut, best = "", False, max(map(_aside, parts))
    for part in parts:
        if part.aside > 0 or part.aside == best:
            cut = True
        elif _says(part.text) and not _SORRY.match(fold(part.text)):
            rest, cut = rest + (_JOINED.sub("", part.text) if cut else part.text), False
    return rest.strip()


def split_parts(text: str) -> list[str]:
    """Return the clauses of a text, divided before a conjunction between several words; together they are the text."""
    parts = []
    for clause in _CLAUSE.findall(text):
        ends = [0, *(found.start() for found in _JOINT.finditer(clause)), len(clause)]
        # A joint is at a space, so that no word is on both sides of one.
        counts = [len(_WORD.findall(clause, *between)) for between in pairwise(ends)]
        start = before = 0
        for end, count, after in zip(ends[1:], counts, counts[1:], strict=False):
            before += count
            if min(before, after) > MIN_WORDS:
                parts.append(clause[start:end])
                start, before = end, 0
        parts.append(clause[start:])
    return parts


def judge_parts(texts: Sequence[str]) -> list[MessagePart]:
    """Return what is learned of each part of a message; raise EncoderError where nothing can be encoded.

    Signs alone say nothing, and are not encoded.
    """
    weights, bias = _weights()
    scores = iter(features([text for text in texts if _says(text)]) @ weights + bias)
    return [part_of(text, next(scores)) if _says(text) else MessagePart(text, -inf, 0.0) for text in texts]


def features(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the vector of each part of a message, without the signs around it, and behind it the stems of its words.

    The encoder hardly sees a verb beside its noun. Raise EncoderError where nothing can be encoded.
    """
    import numpy as np

    vectors = EmbeddedEncoder(PLAIN).encode([as_read(_SIGNS.sub("", text)) for text in texts])
    found = np.zeros((len(texts), STEMS), dtype=np.float32)
    for row, text in zip(found, texts, strict=True):
        for word in _WORD.findall(fold(text)):
            row[crc32(word[:STEM].encode()) % STEMS] = STEM_WEIGHT
    return np.hstack([vectors, found])


def part_of(text: str, scores: NDArray[np.float32]) -> MessagePart:
    """Return a part of a message by its scores of what it may be about."""
    aside = float(scores[ASIDE]) - log(exp(scores[OTHER]) + exp(scores[OF_FILE]))
    return MessagePart(text, aside - _against(fold(text)), float(scores[OTHER] - scores[OF_FILE]))


def sets_aside(parts: Sequence[MessagePart]) -> bool:
    """Whether one part of a message sets its file aside, and what is beside it is not about the file."""
    best = max(parts, key=_aside)
    rest = [part for part in parts if part is not best and part.aside < 0]
    if not rest:
        return best.aside > BAR + ALONE
    # Longer parts tell more.
    other = sum(part.words * part.other for part in rest) / sum(part.words for part in rest)
    return best.aside + max(-MOST, min(MOST, other * (FOR if other > 0 else AGAINST))) > BAR


def _aside(part: MessagePart) -> float:
    return part.aside


def _says(text: str) -> bool:
    return _WORD.search(text) is not None


def _against(folded: str) -> float:
    """Return what speaks against it that a part sets the file aside."""
    if _KEPT.search(folded) or not _says(folded):
        return inf
    return 0.0 if _NAMED.search(folded) else UNNAMED


@cache
def _weights() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    import numpy as np

    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        return arrays["weights"].astype(np.float32), arrays["bias"].astype(np.float32)
