"""Chooses the columns whose values an allowlist may hold: few, short, and nothing personal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.column_kinds import date_format, is_iso_date, is_month
from fingerpost.assistants.agents.analytics.column_names import (
    STAFF,
    is_personal_name,
    is_table_of_people,
    means_people,
    says,
    words_of,
)
from fingerpost.assistants.agents.analytics.table_sample import Sample, Sampler, texts

MOST = 60
"""Values of a column that are kept at most."""
MOST_CODES = 10
"""The same of values without a letter."""
LONGEST = 60
"""Characters of a value that is kept."""
LONGEST_MEAN = 30
"""The same on average, where the values do not name rows: longer ones are sentences that somebody wrote."""

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_PHONE = re.compile(r"\+?[\d ()./-]{7,20}")
_URL = re.compile(r"(?:https?|ftp|file|www)[.:]\S+", re.IGNORECASE)
_IDENTITY = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}|[A-Z]{2}\d{2}[A-Z0-9 ]{11,30}"
    r"|[XYZ]?\d{7,8}-?[A-Z]|\d{3}\.\d{3}\.\d{3}-\d{2}|\d{3}-\d{2}-\d{4}|\d{1,3}(?:\.\d{1,3}){3}|[\[{].*",
    re.IGNORECASE,
)
"""Identifiers: UUID, hashes, IBAN, national numbers of three countries, network addresses; and JSON."""
_PERSON = re.compile(
    r"(?:(?:[Dd]ra?|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]ra?|[Dd]ñ?a?)\.? )?[^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?"
    r"(?: (?:d[aeo]s?|del?|de la|van|von|y|e))?(?: [^\W\d_]\.| [^\W\d_a-z][^\W\d_]*(?:['-][^\W\d_]+)?){1,4}"
)
"""Two to five words with capitals, as names of people are written."""


def holds_people(sample: Sample) -> bool:
    """Return whether the rows of a table are people, by the other columns of the table or by its name."""
    names = [column.name for column in sample.table.columns]
    if is_table_of_people(sample.table.name):
        return True
    if any(is_personal_name(name) or says(words_of(name), STAFF) for name in names):
        return True
    if any(looks_personal(texts(sample.values.get(name, []))) for name in names):
        return True
    return means_people(sample.table.name) and _has_names_of_people(sample)


def is_personal(sample: Sample, column: AllowedColumn, people: bool) -> bool:
    """Return whether a column may hold something personal; `people`: the rows of its table are people."""
    if is_personal_name(column.name) or (people and column.name in sample.table.label):
        return True
    seen = texts(sample.values.get(column.name, []))
    if looks_personal(seen):
        return True
    # Of people, a name that comes back in many rows is that of a city or a company.
    unlike = people and len(set(seen)) * 2 > len(seen)
    return (unlike or means_people(column.name)) and _are_names_of_people(seen)


def looks_personal(values: Sequence[str]) -> bool:
    """Return whether some values look like e-mail addresses, telephone numbers, identifiers or addresses of pages."""
    shown = [value for value in values if not is_iso_date(value) and not is_month(value)]
    if date_format(shown):
        return False
    hits = sum(any(kind.fullmatch(value) for kind in (_EMAIL, _PHONE, _URL, _IDENTITY)) for value in shown)
    emails = sum(_EMAIL.fullmatch(value) is not None for value in shown)
    return emails > 0 or hits * 5 > len(shown)


def kept_values(sample: Sample, column: AllowedColumn, people: bool, sampler: Sampler) -> tuple[str, ...]:
    """Return the values of a text column that is not personal where they are few and short, sorted."""
    if column.kind != "text" or column.references:
        return ()
    seen = texts(sample.values.get(column.name, []))
    if not _may_be_kept(seen, sample, column, people):
        return ()
    found = sorted(set(seen)) if sample.whole else sampler.distinct(sample.table.name, column.name, MOST)
    # Where all values take too long to read, those of the sample are known.
    found = sorted(set(seen)) if found is None and len(set(seen)) <= MOST // 2 else found
    if found is None or looks_personal(found):
        return ()
    kept = sorted({value for value in found if value.strip() and value.isprintable()})
    return tuple(kept) if kept and max(map(len, kept)) <= LONGEST and len(kept) <= _most(kept) else ()


def _may_be_kept(seen: Sequence[str], sample: Sample, column: AllowedColumn, people: bool) -> bool:
    different = set(seen)
    if not different or len(different) > _most(different) or max(map(len, different)) > LONGEST:
        return False
    if all(is_month(value) or is_iso_date(value) for value in different) or date_format(sorted(different)):
        return False
    if column.name in sample.table.label or column.key:
        return True
    if sum(map(len, different)) > LONGEST_MEAN * len(different):
        return False
    if len(different) * 2 <= len(seen):
        return True
    # What differs in each row is no category, unless in a small table: the cities of five places.
    small = sample.whole and sample.rows <= MOST and _most(different) == MOST
    return small and (not people or len(different) < len(seen))


def _most(values: Sequence[str] | set[str]) -> int:
    lettered = sum(any(letter.isalpha() for letter in value) for value in values)
    return MOST if lettered * 2 > len(values) else MOST_CODES


def _has_names_of_people(sample: Sample) -> bool:
    table: AllowedTable = sample.table
    return any(_are_names_of_people(texts(sample.values.get(name, []))) for name in table.label)


def _are_names_of_people(values: Sequence[str]) -> bool:
    hits = sum(_PERSON.fullmatch(value.strip()) is not None for value in values)
    return bool(values) and hits * 2 > len(values)
