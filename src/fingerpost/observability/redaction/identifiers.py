"""Finds numbers of persons, companies and accounts by their form and check digits, or by the word before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fingerpost.observability.redaction import words
from fingerpost.observability.redaction.numbered_things import names_a_thing

_COUNTRIES = """AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24
    FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
    LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19
    SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"""
_IBAN_LENGTHS = {country[:2]: int(country[2:]) for country in _COUNTRIES.split()}
_IBAN = re.compile(r"(?i)(?<![^\W_])([a-z]{2})[ -]?\d\d(?:[ .-]?[a-z0-9]){11,30}")

_FIVE_DIGITS = re.compile(r"\d(?:[A-Za-z ./-]{0,3}\d){4}")
_NAMED = re.compile(
    rf"""(?x) (?<![^\W_]) (?i:{words.IDENTIFIERS}) (?![A-Za-z])
    (?i: [ ./-]{{0,2}} (?: no|n[or]|num(?:ero|ber)?s?|id|number|do|da|del?|cliente|client|titular|fiscal|s|is|es|e|was
        |era|code|permanente ) \b [.]? ){{0,4}} \s{{0,2}} [:=\#]? \s{{0,2}} ["'(]?
    ( [A-Za-z]{{0,4}} [ -]? \d (?: [ ./-]? [A-Za-z]{{0,2}} \d ){{4,22}} (?: [ ./-]? [A-Za-z0-9]{{1,3}} (?![^\W_]) )?
    | [A-Z0-9]{{2}} (?: [ ./-]? [A-Z0-9] ){{8,32}} ) (?![^\W_])"""
)
_POSSIBLE = re.compile(
    r"\d(?:[ ./-]?\d){8}|\d(?:[ .-]?\d){5,7}[ -]?[A-Za-z](?![a-z])|[A-Z]-?\d{8}|[A-Z0-9]/[A-Z0-9]{4}-\d"
)
"""What the forms below have in common: nine digits, or six to eight and a letter, or the stroke and dash of a CNPJ."""


def _form(pattern: str, ends: str = r"(?![\w-]|[.,]\d)") -> re.Pattern[str]:
    """Return a pattern that matches no part of a longer number or name."""
    return re.compile(rf"(?x) (?<![\w.,/-]) (?:{pattern}) {ends}")


_CPF = _form(r"\d{3}[.]\d{3}[.]\d{3}[-.\ /]\d\d | \d{3}[ -]\d{3}[ -]\d{3}[ -]\d\d | \d{9}-?\d\d")
_CNPJ = _form(r"[A-Z0-9]{2}[.]?[A-Z0-9]{3}[.]?[A-Z0-9]{3}/[A-Z0-9]{4}-?\d\d | \d{14}")
_DNI_NIE = _form(r"(?: [XYZxyz][ -]?\d{7} | \d{8} | \d\d[.]\d{3}[.]\d{3} ) [ -]?[A-Za-z]", r"(?![\w-])")
_CIF = _form(r"[ABCDEFGHJNPQRSUVW]-?\d{8}", r"(?![\w-])")
_NIF = _form(r"[1-35689]\d\d[ .]\d{3}[ .]\d{3} | PT[ ]?[1-35689]\d{8}")
_CITIZEN_CARD = _form(r"\d{8}[ -]?\d[ -]?[A-Z]{2}\d", r"(?![\w-])")
_SSN = _form(r"(?!000|666|9)\d{3}([ -])(?!00)\d\d\1(?!0000)\d{4}")
_CURP = _form(r"(?i:[a-z]{4}\d{6}[hm][a-z]{5}[a-z0-9]\d)")
_CUIT = _form(r"(?:20|2[3-7]|3[034])-?\d{8}-?\d")
_NINO = _form(r"(?![DFIQUV])[A-Z](?![DFIQUVO])[A-Z][ ]?\d\d[ ]?\d\d[ ]?\d\d[ ]?[A-D]")
_SIGNS = re.compile(r"[^A-Za-z0-9]")
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def find_ibans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of account numbers whose length is that of their country and whose check digits are right."""
    place = 0
    while found := _IBAN.search(text, place):
        end = _iban_end(found)
        place = end or found.start() + 2
        if end:
            yield found.start(), end


def _iban_end(found: re.Match[str]) -> int | None:
    length = _IBAN_LENGTHS.get(found[1].upper(), 0)
    places = [place for place in range(*found.span()) if found.string[place].isalnum()][:length]
    signs = "".join(found.string[place] for place in places)
    if not length or len(signs) < length:
        return None
    number = int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4]))
    return places[-1] + 1 if number % 97 == 1 else None


def find_identifiers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of numbers that stand for a person or a company."""
    if not _FIVE_DIGITS.search(text):
        return
    lower = text.lower()
    if any(hint in lower for hint in words.IDENTIFIER_HINTS):
        yield from (found.span(1) for found in _NAMED.finditer(text) if sum(map(str.isdigit, found[1])) >= 5)
    if not _POSSIBLE.search(text):
        return
    for form, is_one in _FORMS:
        for found in form.finditer(text):
            if (is_one is None or is_one(found[0])) and not names_a_thing(text, found.start()):
                yield found.span()


def _is_cpf(text: str) -> bool:
    digits = _SIGNS.sub("", text)
    # Its dots and dash are written in no other number.
    return (text.count(".") == 2 and "-" in text) or (len(set(digits)) > 1 and _has_check_digits(digits, 10, 11))


def _is_cnpj(text: str) -> bool:
    if not text.isdigit():
        return sum(map(str.isdigit, text)) >= 6
    # Fourteen digits may be a time: 20261115103000.
    return not text.startswith(("19", "20")) and _has_check_digits(text, 5, 6, again=9)


def _has_check_digits(digits: str, *firsts: int, again: int = 0) -> bool:
    """Whether the last two digits are check digits, modulo 11.

    The weights fall from the first to 2, and then from `again`.
    """
    for at, first in enumerate(firsts):
        length = len(digits) - 2 + at
        weights = [*range(first, 1, -1), *range(again, 1, -1)]
        total = sum(int(digit) * weight for digit, weight in zip(digits[:length], weights, strict=True))
        if (11 - total % 11) % 11 % 10 != int(digits[length]):
            return False
    return True


def _is_dni(text: str) -> bool:
    plain = _SIGNS.sub("", text).upper()
    number = str("XYZ".find(plain[0])) + plain[1:-1] if plain[0] in "XYZ" else plain[:-1]
    return _DNI_LETTERS[int(number) % 23] == plain[-1]


def _is_cif(text: str) -> bool:
    digits = _SIGNS.sub("", text)[1:]
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in digits[0:7:2])
    return (10 - (doubled + sum(map(int, digits[1:7:2]))) % 10) % 10 == int(digits[7])


def _is_nif(text: str) -> bool:
    digits = _SIGNS.sub("", text).removeprefix("PT")
    rest = sum(int(digit) * weight for digit, weight in zip(digits[:8], range(9, 1, -1), strict=True)) % 11
    return int(digits[8]) == (0 if rest < 2 else 11 - rest)


def _is_cuit(text: str) -> bool:
    digits = _SIGNS.sub("", text)
    total = sum(int(digit) * weight for digit, weight in zip(digits[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2), strict=True))
    return text.count("-") == 2 or (11 - total % 11) % 11 == int(digits[10])


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], bool] | None], ...] = (
    (_CNPJ, _is_cnpj), (_CPF, _is_cpf), (_DNI_NIE, _is_dni), (_CIF, _is_cif), (_SSN, None), (_NIF, _is_nif),
    (_CITIZEN_CARD, None), (_CURP, None), (_CUIT, _is_cuit), (_NINO, None),
)  # fmt: skip
"""Each form, and the check that tells it from another number; None where nothing else is written so."""
