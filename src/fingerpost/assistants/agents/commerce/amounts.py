"""Numbers as documents write them: which sign is the decimal one is decided once, for the whole document."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from typing import NamedTuple

from fingerpost.language.currencies import DECIMAL_COMMA, DECIMAL_POINT, SIGNS, codes

# A bare "$" may be any of seven pesos: the rest of the document tells which.
_SIGNS = {
    **{sign.upper(): code for sign, code in codes(SIGNS).items() if sign != "$"},
    "S/.": "PEN",
    "RS.": "INR",
    "RS": "INR",
    "EUROS": "EUR",
    "EURO": "EUR",
    "REAIS": "BRL",
}
_CODES = ("USD", "BRL", "EUR", "GBP", "MXN", "COP", "CLP", "ARS", "PEN", "CAD", "AUD", "CHF", "UYU", "INR")
# A pen, a cop and a cad are words.
_WRITTEN = "|".join(f"(?-i:{code})" if code in ("PEN", "COP", "CAD", "ARS") else code for code in _CODES)
_BEFORE = r"(?:R\$|US\$|U\$S|U\$D|MX\$|AR\$|CA\$|C\$|A\$|S/\.?|(?<!\w)Rs\.?(?=\s?\d)|₹|€|£|\$|" + _WRITTEN + ")"
_AFTER = r"(?:R\$|US\$|€|£|\$|euros?\b|reais\b|(?:" + _WRITTEN + r")\b)"
UNITS = (
    r"unidades?|unids?|und|uni|uns?|u|pe[cç]as?|p[cçz]s?|p[cç]a|cx|caixas?|cajas?|box(?:es)?|kgs?|"
    r"quilos?|kilos?|grs?|g|lts?|litros?|l|ml|"
    r"mts?|metros?|m2|m²|m3|m³|m|pares?|par|pairs?|kits?|jogos?|jgo?s?|juegos?|sets?|horas?|hours?|hrs?|hs?|dias?|"
    r"d[ií]as?|days?|meses|m[eê]s|months?|"
    r"ea|pieces?|pcs|piezas?|pzas?|pza|uds?|units?|rolos?|rollos?|rolls?|rl|rll|pacotes?|pct|packs?|paquetes?|"
    r"sacos?|sacas?|bags?|fardos?|"
    r"resmas?|reams?|dozen|d[uú]zias?|dz|docenas?|gal(?:[oõ]es)?|gallons?|lbs?|oz|ft|sqft|ton|tn|t|vb|"
    r"sv|serv|servi[cç]os?|servicios?|"
    r"di[aá]rias?|licen[cç]as?|licencias?|licenses?|seats?|users?|lot|lotes?|garrafas?|botellas?|"
    r"bottles?|latas?|cans?|barras?|folhas?|hojas?|conj|nos|mtrs?|sf|lf|lin ?ft|sq ?ft"
)
"""Words and signs that may follow a quantity."""

MOST_DIGITS = 20
"""Digits of a number; what has more is none."""

_START = r"(?<![\w.,/'’#-])(?<!\d:)"
_END = r"(?![.,:'’/-]?\d|[-–][^\W\d_])"
_GROUPED = r"\d{1,3}(?:[.,'’\u202f]\d{3})+(?:[.,]\d{1,4})?"
_INDIAN = r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?"
_PLAIN = r"\d{1,15}[.,]\d{1,8}|\d{1,15}"
_SPACED = r"\d{1,3}(?: \d{3})+,\d{2}"


def _pattern(digits: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<open>\()\s?)?(?:(?:{_START}|(?<=\()|(?<=\d[xX])|"
        rf"(?<=[\s(][xX]))(?P<minus>[-−])?(?:(?<![^\W\d_])(?P<before>{_BEFORE})\s{{0,6}})?)"
        rf"(?P<sign>[-−])?(?P<digits>{digits}){_END}"
        rf"(?:(?P<percent>\s?%)|(?P<unit>\s?(?:{UNITS})(?![\w.,]\w|\w))|(?P<after>\s?{_AFTER}(?!\s{{0,3}}\d)))?"
        rf"(?P<close>\s?\))?(?P<trailing>-(?=\s|$))?(?:(?=[xX×](?![^\W\d_]))|(?![^\W_]))",
        re.IGNORECASE,
    )


_ONE = _pattern(f"{_INDIAN}|{_GROUPED}|{_PLAIN}")
_WITH_SPACES = _pattern(f"{_SPACED}|{_INDIAN}|{_GROUPED}|{_PLAIN}")
_TIMES = re.compile(r"\.?\s*[xX×*@](?![^\W\d_])")
_BOOKED = re.compile(r"[.,]\d\d$")
_IS_SPACED = re.compile(
    r"(?:^|[:€$£=]|total(?: ttc)?|  |\t|\|)\s{0,2}(\d{1,3}(?: \d{3})+,\d{2})(?!\d)", re.IGNORECASE | re.MULTILINE
)
_SEPARATED = re.compile(r"(?<![\w.,/:-])(\d{1,3}(?:[.,'’]\d{3})*|\d+)([.,])(\d+)(?![.,:/-]?\d|[^\W\d_])")


class Amount(NamedTuple):
    """A number in a text. `other` is what it would be with the decimal sign the other way round, if it could be."""

    value: Decimal
    start: int
    end: int
    text: str
    currency: str = ""
    percent: bool = False
    times: bool = False
    unit: str = ""
    other: Decimal | None = None

    @property
    def is_money(self) -> bool:
        """Whether it is written as money is: with a currency, or with two decimals."""
        return not self.percent and (bool(self.currency) or bool(_BOOKED.search(self.text)))


class NumberFormat(NamedTuple):
    """How one document writes numbers: its decimal sign, and whether a space parts the thousands."""

    decimal: str = "."
    spaced: bool = False

    def find(self, text: str) -> list[Amount]:
        """Return the numbers of a text in their order; what is part of a word, a code or a date is none."""
        found = []
        for match in (_WITH_SPACES if self.spaced else _ONE).finditer(text):
            digits = match["digits"]
            if sum(char.isdigit() for char in digits) > MOST_DIGITS:
                continue
            value, other = self.read(digits)
            # Bookkeepers put brackets around what is taken away; around a count they only mean a remark.
            bracketed = bool(
                match["open"]
                and match["close"]
                and not match["percent"]
                and (match["before"] or match["after"] or _BOOKED.search(digits))
            )
            negative = bool(match["minus"] or match["sign"] or match["trailing"]) or bracketed
            start = match.start("open") if bracketed else _first(match, "minus", "before", "sign", "digits")
            parts = ("digits", "percent", "unit", "after", "trailing")
            end = match.end() if bracketed else max(match.end(name) for name in parts)
            symbol = (match["before"] or match["after"] or "").strip().upper()
            found.append(
                Amount(
                    -value if negative else value,
                    start,
                    end,
                    digits,
                    _SIGNS.get(symbol, symbol),
                    bool(match["percent"]),
                    bool(_TIMES.match(text, end)) or text[max(0, start - 2) : start] in (" x", " X", "(x"),
                    (match["unit"] or "").strip(),
                    -other if other is not None and negative else other,
                )
            )
        return found

    def read(self, digits: str) -> tuple[Decimal, Decimal | None]:
        """Return the value of digits with separators, and the other way to read them where there are two."""
        digits = re.sub(r"['’\u202f ]", "", digits)
        signs = [sign for sign in digits if sign in ".,"]
        if not signs:
            return Decimal(digits), None
        last, tail = signs[-1], digits[max(digits.rfind("."), digits.rfind(",")) + 1 :]
        whole = Decimal(digits.replace(".", "").replace(",", ""))
        with_decimals = Decimal(digits[: -len(tail) - 1].replace(".", "").replace(",", "") + "." + tail)
        if len(set(signs)) == 2:
            return with_decimals, None
        if len(signs) > 1:
            return whole, None
        if len(tail) != 3 or digits.startswith("0") or len(digits) - 4 > 3:
            return with_decimals, None
        return (with_decimals, whole) if last == self.decimal else (whole, with_decimals)


def _first(match: re.Match[str], *names: str) -> int:
    return min(match.start(name) for name in names if match.start(name) >= 0)


def detect_number_format(text: str, currency: str, language: str) -> NumberFormat:
    """Return how a document writes numbers, from all the numbers it holds; currency and language break a tie."""
    votes: Counter[str] = Counter()
    for whole, sign, tail in _SEPARATED.findall(text):
        inner = {char for char in whole if char in ".,"}
        other = "," if sign == "." else "."
        if inner == {other} or (not inner and (len(tail) != 3 or whole == "0" or len(whole) > 3)):
            votes[sign] += 2 if inner else 1
        elif inner == {sign}:
            votes[other] += 1
    if votes["."] != votes[","]:
        decimal = max(votes, key=lambda sign: votes[sign])
    elif currency in DECIMAL_COMMA | DECIMAL_POINT and not (currency == "EUR" and language == "en"):
        decimal = "," if currency in DECIMAL_COMMA else "."
    else:
        decimal = "." if language == "en" else ","
    return NumberFormat(decimal, decimal == "," and bool(_IS_SPACED.search(text)))


_MONEY = re.compile(rf"(?<![^\W\d_])({_BEFORE})\s{{0,6}}[-−]?\d|\d\s?({_AFTER})|\b({_WRITTEN})\b", re.IGNORECASE)
_HINTS = (
    ("MXN", re.compile(r"\brfc\b|m[eé]xico\b|\bcfdi\b|pesos mexicanos|\bm\.\s?n\.|\bde c\.?v\b", re.IGNORECASE)),
    ("CLP", re.compile(r"\br\.?u\.?t\b|pesos chilenos|\bchile\b|\bboleta\b", re.IGNORECASE)),
    ("ARS", re.compile(r"\bcuit\b|argentina\b|\bafip\b", re.IGNORECASE)),
    ("COP", re.compile(r"\bnit\b|colombia\b|\bdian\b", re.IGNORECASE)),
)
_WITH_DOLLARS = (
    *_HINTS,
    ("MXN", re.compile(r"moneda nacional|\biva \(?16", re.IGNORECASE)),
    ("ARS", re.compile(r"\bfactura [abc]\b|\bremito\b|\biva \(?21", re.IGNORECASE)),
)
"""What tells of which country a dollar sign is: the last only beside one, since Spain has a tax of 21 % too."""
_STATES = (
    "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"
)
_WITHOUT = (
    (
        "BRL",
        re.compile(
            r"(?<![^\W_])(?:cnpj|cpf|icms|danfe|reais|nf-?e|nfs-?e|boleto|nota fiscal|r\$)(?![^\W_])", re.IGNORECASE
        ),
    ),
    ("EUR", re.compile(r"\b(?:euros?|nipc|nif|cif|n\.i\.f|c\.i\.f)\b|€|\bs\.l\.(?!\w)", re.IGNORECASE)),
    # A street, as Spain writes it.
    ("EUR", re.compile(r"\bC/ ?[A-ZÁÉÍÓÚ][a-záéíóúñ]{2,}(?: [A-Za-záéíóúñ]+){0,3},? \d{1,4}\b")),
    ("INR", re.compile(r"\bgstin\b|₹|\b[cs]gst\b|\(rs\.?\)|\brupees\b", re.IGNORECASE)),
    ("GBP", re.compile("£")),
    ("USD", re.compile(rf"\bsales tax\b|\b(?:{_STATES}) \d{{5}}(?:-\d{{4}})?\b", re.IGNORECASE)),
    ("USD", re.compile(rf", (?:[A-Z][a-z]+ ){{1,3}}(?:{_STATES})$", re.MULTILINE)),
    ("PEN", re.compile(r"\bigv\b|\bsoles\b", re.IGNORECASE)),
    ("GBP", re.compile(r"\bpounds? sterling\b", re.IGNORECASE)),
    *_HINTS,
)


def detect_currency(text: str, language: str) -> str:
    """Return the ISO code of the currency that a document is in; empty where nothing in it tells."""
    votes: Counter[str] = Counter()
    for groups in _MONEY.findall(text):
        symbol = next(filter(None, groups)).upper()
        votes[_SIGNS.get(symbol, symbol)] += 1
    plain = votes.pop("$", 0)
    if votes and not (plain > 2 * votes.total()):
        return votes.most_common(1)[0][0]
    if plain:
        named = next(iter(votes), "")
        hinted = next((code for code, hint in _WITH_DOLLARS if language != "en" and hint.search(text)), "")
        # A bare dollar sign in Spanish may be any of seven pesos, and is left open.
        return named or hinted or {"en": "USD", "pt": "BRL"}.get(language, "")
    return next((code for code, hint in _WITHOUT if hint.search(text)), "")
