"""A question cut into words, numbers, dates, quotes and signs."""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from fingerpost.language.text import clean, fold

WORD, NUMBER, DATE, QUOTE, SIGN = "word", "number", "date", "quote", "sign"

_TOKEN = re.compile(
    r"""
    (?P<quote> "[^"]{1,100}" | “[^”]{1,100}” | «[^»]{1,100}» | (?<!\w)'[^']{1,100}'(?!\w) )
  | (?P<day> \d{4}-\d{2}-\d{2}(?!\d) | (?<!\d)\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?!\d) )
  | (?P<month> \d{4}-\d{2}(?![\d-]) | \d{1,2}/\d{4}(?!\d) )
  | (?P<number> \d+(?:[.,]\d+)*(?![^\W_]) )
  | (?P<word> [rR]\$ | [^\W_]+ )
  | (?P<compared> [!/]{0,2}[=<>][!=<>/]* )
  | (?P<sign> [^\s\w] )
    """,
    re.VERBOSE,
)
_COMPARED = {"==": "=", "=<": "<=", "=>": ">=", "≤": "<=", "≥": ">="}
_KNOWN = ("=", "<", ">", "<=", ">=")
_DIFFERS = ("!=", "<>", "≠", "=/=", "/=")
_HARMLESS = frozenset("?!.,;:()[]{}/&+*%-–—…¿¡\"'`´“”‘’«»•·°$#")
"""Signs that say nothing that words do not say; of any other, a result may hang on it."""
_EMAIL = re.compile(r"\be[- ]mail\b", re.IGNORECASE)
_SHORT = re.compile(r"\b([pcs])/\s*(?=\w)", re.IGNORECASE)
_LONG = {"p": "para", "c": "com", "s": "sem"}
_JOINED = re.compile(r"(?<=[^\W\d_])[-'’](?=\w)|(?<=\w)-(?=[^\W\d_])")
_TIMES = re.compile(r"\b(\d{1,2})x\b", re.IGNORECASE)
_KILO = re.compile(r"\b(\d+(?:[.,]\d+)?)k\b", re.IGNORECASE)
_END = (
    r"(maior(?:es)?|mayor(?:es)?|menor(?:es)?|melhor|mejor|pior|peor|highest|lowest|largest|smallest|biggest|best|worst"
    r"|most|least|(?:mais|más|mas|menos)(?:\s+(?!para\b|pr[ao]\b|ao?\b|al\b)\w+)?)"
)
_SORTED = re.compile(
    rf"\b(?:d[oae]l?|d[oa]s|de l[ao]s?|from(?: the)?)\s+{_END}\s+(?:para|pr[ao]|a|ao|al|to)\s+"
    rf"(?:l?[oa]s?\s+|el\s+|the\s+)?{_END}\b",
    re.IGNORECASE,
)
"""How a result is to be sorted: `da mais cara pra mais barata`, `from best to worst`."""
_DOWN = ("mai", "may", "mas", "más", "hig", "mos", "lar", "big", "mel", "mej", "bes")
_UP = ("men", "low", "lea", "sma", "pio", "peo", "wor")
_NUMBERED = re.compile(
    r"\(\s*0\s*=\s*(?:domingo|sunday)[^)]*\)"
    r"|[,;]?\s*(?:using|with|usando|con|com)?\s*(?:the|o|el)?\s*(?:weekday\s+)?(?:number|n[uú]mero)?\s*"
    r"(?:where|onde|donde|em que|en que)\s+0\s+(?:is|[eé]|es|means|significa)\s+(?:o\s+|el\s+)?(?:domingo|sunday)\b"
    r"|\((?:trimestres?|quarters?)?\s*(?:de|from|del)?\s*1\s*(?:a|to|al|-)\s*4\s*\)",
    re.IGNORECASE,
)
"""How weekdays and quarters are to be numbered, which is how they are."""
_SHORTEST_CODE = 6
_CODE = re.compile(r"(?=(?:[a-z]*\d){2})(?:\d+[a-z]+\d|[a-z]+\d)[a-z\d]*")
_THOUSANDS = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a question: as it is compared, as it was written, and what kind it is of."""

    text: str
    raw: str
    kind: str = WORD
    value: float = 0.0
    dates: tuple[str, str] = ("", "")
    """First day, and the day after the last one."""
    capital: bool = False


def tokens(question: str) -> list[Token]:
    """Return the pieces of a question."""
    return list(_tokens(question))


@lru_cache(maxsize=64)
def _tokens(question: str) -> tuple[Token, ...]:
    """Cut a question; its words and the network both read it."""
    text = _EMAIL.sub("email", " ".join(_composed(clean(question)).split()))
    text = _JOINED.sub(" ", _NUMBERED.sub(" ", text))
    text = _KILO.sub(r"\1 k", _TIMES.sub(r"\1 x ", _SORTED.sub(_order, text)))
    text = _SHORT.sub(lambda found: f"{_LONG[found[1].lower()]} ", text)
    shouted = text.isupper()
    last = next((at for at in range(len(text) - 1, -1, -1) if text[at].isalnum()), -1)
    return tuple(token for found in _TOKEN.finditer(text) for token in _token(found, shouted, last))


def _composed(text: str) -> str:
    """Return letters with their accents in one piece and nothing that cannot be seen: else `não` is cut in two."""
    if text.isascii():
        return text
    return "".join(char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char) != "Cf")


def _order(found: re.Match[str]) -> str:
    first = found[1].lower()[:3]
    return " descending " if first in _DOWN else " ascending " if first in _UP else " sorted "


def _token(found: re.Match[str], shouted: bool, last: int) -> list[Token]:
    raw, kind = found[0], found.lastgroup
    if kind == "quote":
        return [Token(fold(raw[1:-1]).strip(), raw[1:-1].strip(), QUOTE)]
    if kind in ("day", "month"):
        dates = _day(raw) if kind == "day" else _month(raw)
        # A day that no calendar has is a word that nobody knows, and not a sign to pass over.
        return [Token(raw, raw, DATE, dates=dates) if dates else Token(raw, raw)]
    if kind == "number":
        return [Token(raw, raw, NUMBER, value=number(raw))]
    if kind == "word":
        return [Token(fold(raw), raw, capital=raw.isupper() and not shouted)]
    return [_sign(found, last)]


def _sign(found: re.Match[str], last: int) -> Token:
    """Return a sign; one that may turn round what follows it is a word that nobody knows, or the word for it.

    `last`: where the last word ends, behind which a sign can turn nothing round.
    """
    raw = found[0]
    sign = _COMPARED.get(raw, raw)
    if sign in _DIFFERS:
        return Token("except", raw)
    if sign in _KNOWN:
        return Token(sign, raw, SIGN)
    if found.start() > last or (raw in _HARMLESS and not _turns(found)):
        return Token(raw, raw, SIGN)
    return Token(raw, raw)


def _turns(found: re.Match[str]) -> bool:
    """Whether an exclamation mark or a dash belongs to what follows it: `!entregues`, `-10`."""
    sign, text, start = found[0], found.string, found.start()
    before, behind = text[max(0, start - 2) : start], text[found.end() : found.end() + 1]
    glued, apart = behind.isalnum(), before[-1:] in (" ", "(")
    if sign == "!":
        return glued or apart
    # A dash at the beginning opens an item of a list; between two numbers it reaches from the one to the other.
    ranges = before.strip()[-1:].isdigit() and behind.isdigit()
    return sign == "-" and glued and apart and not ranges


def is_code(token: Token) -> bool:
    """Whether a word can only be what a row is filed under: letters and digits mixed, and no number with its unit."""
    return token.kind == WORD and len(token.text) >= _SHORTEST_CODE and _CODE.fullmatch(token.text) is not None


def number(text: str) -> float:
    """Read a number as it is written in any of the three languages: 1.000, 1,000.50 and 99,9."""
    if whole := _THOUSANDS.fullmatch(text):
        mark = whole[1]
        text = text.replace(mark, "").replace("," if mark == "." else ".", ".")
    elif text.count(",") + text.count(".") == 1:
        text = text.replace(",", ".")
    else:
        text = text.replace(",", "").replace(".", "")
    # More digits than anything in a database has.
    return float(text[:18])


def _day(raw: str) -> tuple[str, str] | None:
    if re.match(r"\d{4}-", raw):
        year, month, day = (int(part) for part in raw.split("-"))
    else:
        day, month, year = (int(part) for part in re.split(r"[/.-]", raw))
        if month > 12:
            # 01/25/2018 can only be read with the month first.
            day, month = month, day
    return day_span(year, month, day)


def _month(raw: str) -> tuple[str, str] | None:
    parts = [int(part) for part in re.split(r"[/-]", raw)]
    year, month = (parts[1], parts[0]) if "/" in raw else (parts[0], parts[1])
    return month_span(year, month) if 1 <= month <= 12 and year_like(year) else None


def year_like(year: float) -> bool:
    """Whether a number can be a year of somebody's data."""
    return 1950 <= year <= 2100 and year == int(year)


def day_span(year: int, month: int, day: int) -> tuple[str, str] | None:
    """Return a day and the day after it, or nothing where the calendar has no such day."""
    if not year_like(year):
        return None
    try:
        first = datetime.date(year, month, day)
    except ValueError:
        return None
    return first.isoformat(), (first + datetime.timedelta(days=1)).isoformat()


def month_span(year: int, month: int, months: int = 1) -> tuple[str, str]:
    """Return the first day of a month, and of the one that comes so many months later."""
    later = year * 12 + month - 1 + months
    return f"{year:04d}-{month:02d}-01", f"{later // 12:04d}-{later % 12 + 1:02d}-01"
