"""Which currency somebody names: "euros", "R$", "Indian rupees", "pesos mexicanos", "chf"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fingerpost.language.currencies import COUNTRIES, NAMES, SIGNS, SLANG, codes
from fingerpost.language.function_words import SMALL
from fingerpost.language.text import fold, words
from fingerpost.language.tokens import words_of

_MORE_NAMES: Mapping[str, str] = {
    "NGN": "naira nairas", "ZAR": "rand rands", "GHS": "cedi cedis", "MYR": "ringgit ringgits", "IDR": "rupiah rupiahs",
    "ILS": "shekel shekels shéquel séquel", "RUB": "ruble rubles rublo rublos", "UAH": "hryvnia hryvnias grivna",
    "HUF": "forint forints florín florines", "RON": "leu lei", "BGN": "lev leva", "VND": "dong dongs",
    "CRC": "colón colones", "GTQ": "quetzal quetzales quetzais", "HNL": "lempira lempiras", "PAB": "balboa balboas",
    "PYG": "guaraní guaraníes guaranis", "BOB": "boliviano bolivianos", "VES": "bolívar bolívares",
    "AOA": "kwanza kwanzas", "MZN": "metical meticais meticales", "BRL": "reales",
}  # fmt: skip
"""Names that stand for one currency and are no money beside a number in a sentence of its own."""

_NAMES = {**codes(_MORE_NAMES), **codes(NAMES)}
_SIGNS = codes(SIGNS)
_OF = codes(COUNTRIES)
_CODES = {code.lower() for table in (NAMES, SIGNS, _MORE_NAMES, COUNTRIES) for code in table}
_SHARED: Mapping[str, str] = {
    "peso pesos luca lucas plata mango mangos": "MXN ARS CLP COP UYU DOP CUP PHP",
    "corona coronas coroa coroas crown crowns kr": "SEK NOK DKK CZK ISK",
    "dirham dirhams": "MAD AED", "escudo escudos": "CVE", "dinar dinars dinares": "",
    "shilling shillings chelín chelines xelim xelins": "KES UGX TZS",
}  # fmt: skip
"""Names that several currencies share, with those that are known."""
_SEVERAL = {fold(name): frozenset(row.split()) for names, row in _SHARED.items() for name in names.split()}
_KNOWN = frozenset((*_NAMES, *_OF, *_SEVERAL, *_CODES))
_PESOS = words("luca lucas plata mango mangos")
_FILLING = SMALL | words("sri south currency moneda moedas moeda")


class NamedCurrency(NamedTuple):
    """A currency: its code ("" where only its name is known, as of pesos), and how to write it ("": by its code)."""

    code: str
    written: str


def currency_named(text: str) -> NamedCurrency | None:
    """Return the currency that a text names; None where it names none, or several."""
    sign = fold(text).strip(" .,;:!?")
    if sign in _SIGNS:
        return NamedCurrency(_SIGNS[sign], written(sign, _SIGNS[sign]))
    said = [word for word in words_of(text) if word.is_letters and word.folded not in _FILLING - _KNOWN]
    if any(word.folded not in _KNOWN for word in said):
        return None
    folded = [word.folded for word in said]
    told = {word.upper() for word in folded if word in _CODES} or {_OF[word] for word in folded if word in _OF}
    told = told or {_NAMES.get(word, "") for word in folded}
    if len(told) != 1:
        return None
    code = told.pop()
    # In the singular, a name is that of the currency: an amount is not written with it.
    name = said[0].text if len(said) == 1 and (not code or folded[0].endswith("s")) else ""
    return NamedCurrency(code, written(name, code)) if code or name else None


def written(name: str, code: str) -> str:
    """Return how a currency is written on a bill after a person wrote it so; "" for by its code.

    Slang is said and not written, and what is no name of the currency is no way to write it.
    """
    told = fold(name).strip()
    if _SIGNS.get(told) == code:
        return told.upper()
    if told in _PESOS and not code:
        return "pesos"
    is_name = _NAMES.get(told, "") == code and told in _KNOWN and told not in SLANG
    return name.strip().lower() if is_name and told not in _CODES else ""


def may_be(name: str, code: str) -> bool:
    """Whether a name that several currencies share may mean this one."""
    return code in _SEVERAL.get(fold(name).strip(), ())
