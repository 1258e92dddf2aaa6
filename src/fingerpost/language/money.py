"""Amounts of money as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from fingerpost.language.currencies import COUNTRIES, NAMES, SHARED_NAMES, SIGNS, codes
from fingerpost.language.number_reader import (
    COUNTED,
    figure,
    figure_at,
    is_apart,
    is_negative,
    is_number,
    spoken_at,
)
from fingerpost.language.tokens import Word, at, glued, listed, words_of


class Money(NamedTuple):
    """An amount in hundredths of a currency; `currency` is its ISO code, "" where none was said."""

    cents: int
    currency: str


_SIGNS = codes(SIGNS)
_WORDS = codes(NAMES)
_CAPITAL_CODES = frozenset({"ARS", "COP", "PEN", "TRY", "ILS", "PHP", "CRC", "ZAR", "MYR", "AED", "DOP", "RUB", "UAH"})
"""Codes that are words too, and count in capitals alone."""
_COUNTRY = codes(COUNTRIES)
_DOLLARS = listed("dollar dollars dólar dólares")
_THOUSANDS = listed("k mil thousand grand")
_MILLIONS = listed("million millions millón millones milhão milhões")
_LUCAS = listed("luca lucas")
_CENTS = listed("cent cents centavo centavos céntimo céntimos cêntimo cêntimos pence")
_HALVES = listed("half medio media meio meia")
_NAME_LIKE = listed("real sol franco lira")
"""Currencies that a capital makes a name: "2 Real Madrid shirts"."""
_JOINS = listed("and y e con com")
_BEFORE = listed("for por de of at to a para pra en em about around like roughly unos unas uns umas aprox ~ = :")
_SMALL_AFTER = listed("at for para pra las às a")
_SHARED_AFTER = listed("""between among entre into / ÷ x × * day día dia table mesa room number número numero # nº no
    line gate expense expenses gasto despesa item ítem""")
_DAYS, _LATEST_DAY = listed("day día dia"), 3100
_PAID = listed("""pay paid pays paying put cost costs owe owes owed spent gave lent chipped pagué pagó pago pagamos
    pagaron paguei pagou pagaram costó cuesta costaron custou custa debe debo devo deve gasté gastó gastei gastou
    puso puse put pus botei dei di dio""")
_FOLLOWED = listed("for por de of on in en em no na and y e each cada para pra from to a , . ; ) ! ?")

_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}(?=,\d\d(?!\d)|[ \u00a0]?€)")
_CODED = re.compile(
    r"(?<!\w)(?:usd|us|u|mxn|mx|ar|clp|cl|col|cad|ca|c|aud|au|a|nz|hk|sg|r)?\$[sd]?(?![^\W\d_])", re.IGNORECASE
)
_SOLES = re.compile(r"(?<!\w)S/\.?(?=\s?\d)")


class _Amount(NamedTuple):
    """An amount, and the words it takes: from the first to the one after the last."""

    money: Money
    first: int
    after: int
    sure: bool
    """It was said to be money, by a currency or by its cents."""


_PARTS = {"½": "50", "¼": "25", "¾": "75"}
_FRACTION = re.compile(r"(?<![\d.,])(\d{1,9})\s?([½¼¾])")


def read_money(text: str) -> list[Money]:
    """Return the amounts of a text in their order."""
    told = _FRACTION.sub(lambda found: f"{found[1]}.{_PARTS[found[2]]}", text)
    return [money for money, _, _ in money_at(told)]


def money_at(text: str) -> list[tuple[Money, int, int]]:
    """Return the amounts of a text with where each begins and ends, "for" and "about" before it included."""
    words = _words(text)
    found: list[_Amount] = []
    place = 0
    while place < len(words):
        amount, place = _amount_at(text, words, place, found[-1].after if found else 0)
        if amount is not None:
            found.append(amount)
    sure = any(one.sure for one in found)
    # "From 10 to 12" changes an amount; "85 € for 4" shares it.
    changed = {one.after for one in found if not one.sure}
    kept = [one for one in found if one.sure or not _is_count(words, one, len(found) == 1, sure, changed)]
    return [(one.money, words[_begin(words, one)].start, words[one.after - 1].end) for one in kept]


def _words(text: str) -> list[Word]:
    """Return the words of a text; a currency sign with its letters, and digits with spaces between, are one."""
    pieces = [(match.start(), match.end()) for match in _SPACED.finditer(text)]
    pieces += [match.span() for match in _CODED.finditer(text) if match.end() - match.start() > 1]
    pieces += [match.span() for match in _SOLES.finditer(text)]
    if not pieces:
        return words_of(text)
    words: list[Word] = []
    done = 0
    for start, end in sorted(pieces):
        words += [_moved(word, done) for word in words_of(text[done:start])]
        piece = text[start:end]
        plain = re.sub(r"\s", "", piece)
        words.append(Word(plain, plain.lower().rstrip("."), start, end))
        done = end
    return words + [_moved(word, done) for word in words_of(text[done:])]


def _moved(word: Word, by: int) -> Word:
    return word._replace(start=word.start + by, end=word.end + by)


def _amount_at(text: str, words: Sequence[Word], place: int, free: int) -> tuple[_Amount | None, int]:
    """Return the amount whose number begins here, if one does, and where to go on."""
    value, raw, after, following = _number_at(words, place)
    if value is None:
        return None, after
    negative = is_negative(words, place) or (at(words, place - 1) in ("-", "−") and at(words, place - 2) in _SIGNS)
    number = place - negative
    if raw and not is_apart(words, number, following, _GLUED):
        return None, after
    first, before = number, ""
    if number > free and words[place].start - words[number - 1].end <= 3:
        before = _currency_before(words[number - 1])
    if before:
        first = number - 1 - is_negative(words, number - 1)
        negative = negative or is_negative(words, number - 1)
    currency, end = _currency_after(words, following, before)
    # In "$20 pesos" the word tells that the sign is not that of the United States.
    currency = currency if end > following else before
    sure = bool(before) or end > following
    if at(words, following) in _LUCAS:
        value *= 1000
    if at(words, following) in _CENTS and not before:
        value, sure, end = value / 100, True, following + 1
    elif sure:
        value, end = _with_cents(words, value, end)
    if not raw and not sure and not _is_said(text, words, place, following):
        return None, after
    cents = int(value * 100 + Fraction(1, 2))
    return _Amount(Money(-cents if negative else cents, currency), first, end, sure or "." in raw or "," in raw), end


def _number_at(words: Sequence[Word], place: int) -> tuple[Fraction | None, str, int, int]:
    """Return the number at a place, its digits ("" where it is in words), and the places after it and its "mil"."""
    read = figure_at(words, place)
    if read is not None:
        value, after = _value(read[0], words, place, read[1])
        following = after
        if value is not None:
            value, following = _multiplied(words, value, after)
        return value, read[0], after, following
    said = spoken_at(words, place)
    if said is None:
        return None, "", place + 1, place + 1
    value, after = Fraction(said[0]), said[1]
    if at(words, after) in _JOINS and at(words, after + 1) in _HALVES:
        return value + Fraction(1, 2), "", after, after + 2
    return value, "", after, after


_GLUED = frozenset(_WORDS) | SHARED_NAMES | _THOUSANDS | frozenset(_SIGNS) | _CENTS | {"x"}


def _value(raw: str, words: Sequence[Word], place: int, after: int) -> tuple[Fraction | None, int]:
    """Return the value of digits; those that commas only part ("10,20,30") are read one by one."""
    value = figure(raw)
    listed_so = place > 1 and at(words, place - 1) == "," and glued(words, place) and words[place - 2].is_digits
    if (value is None or listed_so) and "." not in raw and "," in raw:
        first = raw.partition(",")[0]
        return figure(first), place + 1
    return value, after


def _multiplied(words: Sequence[Word], value: Fraction, after: int) -> tuple[Fraction, int]:
    if at(words, after) in _THOUSANDS:
        return value * 1000, after + 1
    if at(words, after) in _MILLIONS:
        return value * 1_000_000, after + 1 + (at(words, after + 1) == "de")
    return value, after


def _currency_before(word: Word) -> str:
    if word.folded in _SIGNS:
        return _SIGNS[word.folded]
    if word.text in _CAPITAL_CODES:
        return word.text
    code = word.folded.upper()
    return code if _WORDS.get(word.folded) == code else ""


def _currency_after(words: Sequence[Word], place: int, before: str) -> tuple[str, int]:
    """Return the currency said after a number ("" where its word does not tell), and the place after it."""
    said, following = at(words, place), at(words, place + 1)
    code, taken = "", 0
    if not said or before not in ("", "USD"):
        return "", place
    if said in _COUNTRY and (following in _DOLLARS or following in SHARED_NAMES):
        code, taken = _COUNTRY[said], 2
    elif said in _DOLLARS or said in SHARED_NAMES:
        told = _COUNTRY.get(following, "")
        code, taken = told or ("USD" if said in _DOLLARS else ""), 1 + bool(told)
    elif words[place].text in _CAPITAL_CODES:
        code, taken = words[place].text, 1
    elif said in _SIGNS:
        # In "20 €30" the sign belongs to what it touches.
        next_one = not glued(words, place) and glued(words, place + 1) and words[place + 1].is_digits
        code, taken = ("", 0) if before or next_one else (_SIGNS[said], 1)
    elif said in _WORDS and not (words[place].is_capital and said in _NAME_LIKE):
        code, taken = _WORDS[said], 1
    return code, place + taken


def _with_cents(words: Sequence[Word], value: Fraction, after: int) -> tuple[Fraction, int]:
    """Add the cents of "12 euros con 50", "5 dollars and 20 cents", "12€50", and the half of "dos euros y medio"."""
    joined = at(words, after) in _JOINS
    place = after + joined
    half = place + (at(words, place) == "a")
    if joined and at(words, half) in _HALVES:
        return value + Fraction(1, 2), half + 1
    cents = at(words, place)
    if not (cents.isdecimal() and len(cents) <= 2) or value.denominator != 1:
        return value, after
    named = at(words, place + 1) in _CENTS
    if named or (at(words, after) in ("con", "com") and len(cents) == 2) or (glued(words, place) and len(cents) == 2):
        return value + Fraction(int(cents), 100), place + 1 + named
    return value, after


def _is_said(text: str, words: Sequence[Word], start: int, after: int) -> bool:
    """Whether a number word without a currency is an amount: "paid twenty for the taxi", not "two beers"."""
    if at(words, after) in COUNTED or not is_number(text, words, start, after):
        return False
    ends = after >= len(words) or at(words, after) in _FOLLOWED
    said = spoken_at(words, start)
    return ends and (at(words, start - 1) in _PAID or (said is not None and said[0] >= 10))


def _is_count(words: Sequence[Word], one: _Amount, alone: bool, beside_sure: bool, changed: set[int]) -> bool:
    """Whether a bare number counts something else: people, nights, a share, an hour."""
    before, after = at(words, one.first - 1), at(words, one.after)
    if before in _DAYS and one.money.cents > _LATEST_DAY:
        # "Spa day 260"
        before = ""
    if after in COUNTED or after in ("%", "°", "º", "ª", "⭐", "★", "x", "×") or before in _SHARED_AFTER:
        return True
    if alone:
        return False
    small = 0 <= one.money.cents <= 2000
    if small and before in _SMALL_AFTER and one.first - 1 not in changed:
        return True
    # Beside an amount that is said to be money, a number before a noun counts it: "2 beers, 12 €".
    noun = one.after < len(words) and words[one.after].is_letters and not words[one.after].is_capital
    return small and noun and after not in _FOLLOWED and beside_sure


def _begin(words: Sequence[Word], one: _Amount) -> int:
    """Return the first word that goes with an amount: "for", "de", "about" before it belong to it."""
    first = one.first
    for _ in range(2):
        if first > 0 and at(words, first - 1) in _BEFORE and not (words[first - 1].is_letters and glued(words, first)):
            first -= 1
    return first
