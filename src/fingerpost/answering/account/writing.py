"""Figures and dates as they are written in three languages."""

from __future__ import annotations

from fingerpost.answering.account.figures import MONEY, PERCENT
from fingerpost.language.calendar_words import MONTHS, usual


def number_text(value: float, language: str, decimals: int | None = None) -> str:
    """Return a number with the signs of a language: 1,240.5 in English, 1.240,5 in Spanish and Portuguese."""
    places = decimals if decimals is not None else _places(value)
    text = f"{value:,.{places}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


def _places(value: float) -> int:
    """Return how many decimals tell enough: all where they are few, else one, none of a large number."""
    exact = next((places for places in range(3) if abs(value - round(value, places)) < 1e-6), None)
    if exact is not None:
        return exact
    if abs(value) < 1:
        return 2
    return 0 if abs(value) >= 100 or round(value, 1).is_integer() else 1


def percent_text(value: float, language: str) -> str:
    """Return a percentage: 20%, or 20 % in Spanish."""
    return f"{number_text(value, language)}{' %' if language == 'es' else '%'}"


def money_text(value: float, currency: str, language: str) -> str:
    """Return an amount with its currency: €49, 49 €, R$ 49,90, 49 CHF."""
    whole = abs(value - round(value)) < 0.005
    number = number_text(value, language, 0 if whole else 2)
    sign = {"EUR": "€", "USD": "$", "GBP": "£"}.get(currency, "")
    if currency == "BRL":
        return f"R$ {number}"
    if not sign:
        return f"{number} {currency}".strip()
    return f"{sign}{number}" if language == "en" else f"{number} {sign}"


def value_text(value: float, unit: str, currency: str, language: str) -> str:
    """Return a value of any unit."""
    if unit == PERCENT:
        return percent_text(value, language)
    return money_text(value, currency, language) if unit == MONEY else number_text(value, language)


def date_text(day: tuple[int, int, int], language: str, with_year: bool = True) -> str:
    """Return a date in words: July 1, 2025; 1 de julio de 2025."""
    year, month, number = day
    name = usual(MONTHS[language])[month - 1]
    if language == "en":
        text = f"{name.capitalize()} {number}" if number else name.capitalize()
        return f"{text}, {year}" if with_year and year else text
    text = f"{number} de {name}" if number else name
    return f"{text} de {year}" if with_year and year else text
