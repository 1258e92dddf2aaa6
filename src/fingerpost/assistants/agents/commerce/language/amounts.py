"""Number parsing: the decimal separator is detected once for the whole document."""

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
"""Units of measure that may follow a quantity."""

MOST_DIGITS = 20
"""Maximum number of digits; longer digit runs are not numbers."""

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
        rf"(?P<close>\s?\))?(?P<trailing>-(?=\s|$))?(?:(?=[xX×](?![^\W\d_]))|(?<=[.,]\d\d)(?=(?-i:[A-Z])\s*$)|(?![^\W_]))",
        re.IGNORECASE,
    )


_ONE = _pattern(f"{_INDIAN}|{_GROUPED}|{_PLAIN}")
_WITH_SPACES = _pattern(f"{_SPACED}|{_INDIAN}|{_GROUPED}|{_PLAIN}")
_TIMES = re.compile(r"\.?\s*[xX×*@](?![^\W\d_])")
_BOOKED = re.compile(r"[.,]\d\d$")
_IS_SPACED = re.compile(
    r"(?:^|[:€$£=]|total(?: ttc)?|  |\t|\|)\s{0,2}(\d{1,3}(?: \d{3})+,\d{2})(?!\d)", re.IGNORECASE | re.MULTILINE
)
_WHOLE_SPACED = re.compile(r"\s*([1-9]\d{0,2}(?: \d{3})+)\s*")
_SEPARATED = re.compile(r"(?<![\w.,/:-])(\d{1,3}(?:[.,'’]\d{3})*|\d+)([.,])(\d+)(?![.,:/-]?\d|[^\W\d_])")


class Amount(NamedTuple):
    """A number found in a text.

    `text` holds its digits; `times` is true before or after a multiplication sign; `other` is the value under the
    opposite decimal separator where the digits are ambiguous.
    """

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
        """Whether it is written like money: with a currency, or with two decimals."""
        return not self.percent and (bool(self.currency) or bool(_BOOKED.search(self.text)))


class NumberFormat(NamedTuple):
    """The number format of a document: its decimal separator, and whether spaces separate thousands."""

    decimal: str = "."
    spaced: bool = False

    def find(self, text: str) -> list[Amount]:
        """Return the numbers of a text in order, without those inside words, codes or dates."""
        if self.spaced and (whole := _WHOLE_SPACED.fullmatch(text)):
            # Only alone in its cell: in a row "38 000" may be two columns.
            return [Amount(Decimal(whole[1].replace(" ", "")), whole.start(1), whole.end(1), whole[1])]
        found = []
        for match in (_WITH_SPACES if self.spaced else _ONE).finditer(text):
            digits = match["digits"]
            if sum(char.isdigit() for char in digits) > MOST_DIGITS:
                continue
            value, other = self.read(digits)
            # In accounting, brackets mark negative money; around a count they are only a remark.
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
        """Return the value of digits with separators, and the alternative value where they are ambiguous."""
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
    """Detect the number format from all numbers of a document; currency and language break a tie."""
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
    ("ARS", re.compile(r"\bc\.?u\.?i\.?t\b|argentina\b|\bafip\b", re.IGNORECASE)),
    ("COP", re.compile(r"\bnit\b|colombia\b|\bdian\b", re.IGNORECASE)),
)
_NAMED_DOLLARS = ("USD", re.compile(r"\b(?:us|u\.s\.) dollars?\b|\bd[oó]lares\b|\becuador\b", re.IGNORECASE))
_WITH_DOLLARS = (
    _NAMED_DOLLARS,
    *_HINTS,
    ("MXN", re.compile(r"moneda nacional|\biva \(?16", re.IGNORECASE)),
    ("ARS", re.compile(r"\bfactura [abc]\b|\bremito\b|\biva \(?21", re.IGNORECASE)),
)
"""Evidence for the country of a dollar sign; the last entries count only beside one, since Spain has a 21 % tax too."""
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
    _NAMED_DOLLARS,
    *_HINTS,
)


def detect_currency(text: str, language: str) -> str:
    """Return the ISO code of the currency of a document; empty where nothing indicates one."""
    votes: Counter[str] = Counter()
    for groups in _MONEY.findall(text):
        written = next(filter(None, groups))
        if written == "s/":
            # "21% s/ 390,00" is "on": the sol has a capital letter.
            continue
        symbol = written.upper()
        votes[_SIGNS.get(symbol, symbol)] += 1
    plain = votes.pop("$", 0)
    if votes and not (plain > 2 * votes.total()):
        return votes.most_common(1)[0][0]
    if plain:
        named = next(iter(votes), "")
        hinted = next((code for code, hint in _WITH_DOLLARS if language != "en" and hint.search(text)), "")
        # A bare dollar sign in Spanish may be any of seven pesos, so the currency stays empty.
        return named or hinted or {"en": "USD", "pt": "BRL"}.get(language, "")
    return next((code for code, hint in _WITHOUT if hint.search(text)), "")
