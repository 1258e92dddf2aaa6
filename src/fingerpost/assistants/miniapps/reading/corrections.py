"""What a person takes back within a message: "4 stars not 5", "on Saturday.. I mean day 1", "no wait, day 3"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from fingerpost.language.numbers import number_words

Value = TypeVar("Value")

_COUNT = rf"(?:\d{{1,3}}(?:[.,]\d)?|{'|'.join(number_words(range(1, 8), accents=True))})"
_FIGURE = re.compile(rf"\b{_COUNT}\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:^|[\s,;(])(?:(?:and|y|e|but|pero|mas)\s+)?(?:not|no(?!\s+dia\b)|não|nao|instead of|rather than"
    r"|en vez de|en lugar de|em vez de"
    r"|ao inv[ée]s de)\s+(?:(?:on|a|an|the|el|los|las|o|os|as|al?|un|um|day|d[ií]a|the)\s+){0,3}"
    rf"(?:{_COUNT})\b(?:\s*(?:stars?|estrell?as?))?\)?(?=\s*(?:$|[.,;!]))",
    re.IGNORECASE,
)
_RATHER = re.compile(
    r"[\s,;.…(–—-](?:i mean[t]?|no,? wait|wait,? no|sorry,?(?: no)?|actually|make (?:that|it)|scratch that"
    r"|digo|perd[oó]n"
    r"|quise decir|mejor dicho|o sea|quer dizer|quis dizer|ali[áa]s|ou melhor|desculpa|no,? perd[oó]n|no,? espera"
    r"|n[ãa]o,? espera|n[ãa]o,? pera[ií]?)[\s,;:.…]+",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"^\W*(?:(?:hm+|um+|uh+|ah+|o+h+|mm+)[\s,.…]+|(?:(?:oh|uy|ah|ay|ai|uh|ok|okay|hmm+|uff?)[\s,!]+)?(?:(?:no+"
    r"|nah|nope|n[ãa]o+)(?:\s*[,;!.…–—-]+\s*|\s+(?=wait|i mean|it'?s\b|quise|quis\b|digo\b|era\b"
    r"|espera|pera|perd[oó]n|sorry|desculpa|mejor\b|melhor\b))|(?:oops|ops|ups|upsi|whoops|opa(?=\s*[,!.])|eita|epa(?=\s*[,!.])|vixe|putz|sorry|perd[oó]n|desculpa"
    r"|wait|espera|pera[ií]?|actually|my (?:bad|mistake)|foi mal|i meant?|digo|quise decir|quer dizer"
    r"|quis dizer|ali[áa]s"
    r"|en realidad"
    r"|na verdade|me equivoqu[eé]|me confund[ií]|me he equivocado|enganei-?me|confundi|errei|inverti|me enganei"
    r"|change of plans?|cambio de planes?|mudan[çc]a de planos?"
    r"|perdon[ae]n?|disculp[ae]n?|desculpe|i (?:made a mistake|was wrong)"
    r"|al final|afinal|no fim|on second thoughts?|pens[áa]ndolo (?:bien|mejor)|pensando bem"
    r"|mejor no|melhor n[ãa]o|better not)\b[\s,;:.!…–—-]*))+",
    re.IGNORECASE,
)


def turned(text: str) -> str:
    """Return what follows the words that take something back: "no wait, day 3" is day 3; "no" alone stays."""
    found = _TURN.match(text)
    return text[found.end() :] if found and any(map(str.isalnum, text[found.end() :])) else text


def without_denied(text: str) -> str:
    """Return a text without the figure that is said not to be: "4 stars not 5"."""
    found = _DENIED.search(text)
    if found is None or not (_FIGURE.search(text, 0, found.start()) or _FIGURE.search(text, found.end())):
        return text
    return text[: found.start()].rstrip(" ,;(") + text[found.end() :]


def corrected(text: str, read: Callable[[str], tuple[Value, str]]) -> str:
    """Return a text without the value that a later one replaces: "on Saturday.. I mean day 1"."""
    text = without_denied(text)
    for found in list(_RATHER.finditer(text))[:5]:
        value, left = read(text[: found.start()])
        if value is not None and read(text[found.end() :])[0] is not None:
            return f"{left.rstrip(' ,;.')} {text[found.end() :]}"
    return text
