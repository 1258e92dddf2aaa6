"""Names of months and weekdays in three languages.

A row holds every spelling of a name; the first one is the usual one. Months count from 1, weekdays from Monday as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fingerpost.language.numbers import LANGUAGES
from fingerpost.language.text import fold

MONTHS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ),
    "es": (
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre setiembre", "octubre",
        "noviembre", "diciembre",
    ),
    "pt": (
        "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
        "novembro", "dezembro",
    ),
}  # fmt: skip

SHORT_MONTHS: Mapping[str, tuple[str, ...]] = {
    "en": ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep sept", "oct", "nov", "dec"),
    "es": ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep sept", "oct", "nov", "dic"),
    "pt": ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"),
}  # fmt: skip

WEEKDAYS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "monday mondays", "tuesday tuesdays", "wednesday wednesdays", "thursday thursdays", "friday fridays",
        "saturday saturdays", "sunday sundays",
    ),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado sábados", "domingo domingos"),
    "pt": (
        "segunda-feira segundas-feiras", "terça-feira terças-feiras", "quarta-feira quartas-feiras",
        "quinta-feira quintas-feiras", "sexta-feira sextas-feiras", "sábado sábados", "domingo domingos",
    ),
}  # fmt: skip

SHORT_WEEKDAYS: Mapping[str, tuple[str, ...]] = {
    "en": ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun"),
    "es": ("lun", "mar", "mié", "jue", "vie", "sáb", "dom"),
    "pt": ("seg", "ter", "qua", "qui", "sex", "sáb", "dom"),
}  # fmt: skip


def usual(names: Iterable[str]) -> tuple[str, ...]:
    """Return the usual spelling of each name."""
    return tuple(name.split()[0] for name in names)


def month_numbers(
    *tables: Mapping[str, tuple[str, ...]], languages: Iterable[str] = LANGUAGES, accents: bool = False
) -> dict[str, int]:
    """Return the names of some tables, by default long and short ones, with the number of the month from 1."""
    return _numbered(tables or (MONTHS, SHORT_MONTHS), languages, accents, 1)


def weekday_numbers(
    *tables: Mapping[str, tuple[str, ...]], languages: Iterable[str] = LANGUAGES, accents: bool = False
) -> dict[str, int]:
    """Return the names of some tables, by default the long ones, with the number of the weekday: 0 for Monday."""
    return _numbered(tables or (WEEKDAYS,), languages, accents, 0)


def _numbered(
    tables: Iterable[Mapping[str, tuple[str, ...]]], languages: Iterable[str], accents: bool, first: int
) -> dict[str, int]:
    spoken = tuple(languages)
    return {
        spelling if accents else fold(spelling): number
        for table in tables
        for language in spoken
        for number, spellings in enumerate(table[language], first)
        for spelling in spellings.split()
    }
