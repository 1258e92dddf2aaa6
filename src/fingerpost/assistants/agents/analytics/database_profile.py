"""Profiles a database: what its role may read, the references, kinds, roles and values that its rows show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.column_kinds import is_iso_date, settle_kind
from fingerpost.assistants.agents.analytics.column_names import is_personal_name
from fingerpost.assistants.agents.analytics.column_values import holds_people, is_personal, kept_values
from fingerpost.assistants.agents.analytics.foreign_keys import find_keys, find_references
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.schema_reflection import reflect_with_views, without_dangling_references
from fingerpost.assistants.agents.analytics.table_roles import find_amount, find_date, find_label
from fingerpost.assistants.agents.analytics.table_sample import Sample, Sampler

SECONDS = 60.0
"""Time for the whole profile, beside the reading of the schema."""


@dataclass(slots=True)
class Profile:
    """An allowlist, and what a person should know about how it came about.

    `refused` may not be read and is left out; `unread` are tables of which nothing was read, with the reason;
    `newest` is the newest date by `table.column`; `kept` are the columns whose values the allowlist holds.
    """

    allowlist: Allowlist
    refused: list[str] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)
    newest: dict[str, str] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)


def profile_database(url: str, *, values: bool = True, seconds: float = SECONDS) -> Profile:
    """Return the profile of a database; without `values`, no value of a row is kept.

    Raise QueryError where the database cannot be reached, also in the middle, or where nothing of it may be read.
    """
    schema, views = reflect_with_views(url)
    database = ReadOnlyDatabase(url, most_rows=10_000)
    try:
        profile, samples = _read(schema, Sampler(database, seconds), views, database.place)
        if values:
            _keep_values(profile, samples, Sampler(database, seconds / 3))
    finally:
        database.close()
    return profile


def _read(schema: Allowlist, sampler: Sampler, views: frozenset[str], place: str) -> tuple[Profile, dict[str, Sample]]:
    samples: dict[str, Sample] = {}
    profile = Profile(schema)
    for table in schema.tables:
        sample, refused = sampler.sample(table)
        profile.refused += refused
        if sample is not None:
            samples[table.name] = sample
            if sample.why:
                profile.unread[table.name] = sample.why
    if not samples:
        raise QueryError(
            f"this user may read none of the {len(schema.tables)} tables of {place}:"
            " have an administrator grant SELECT on some of them, or name another user in the URL"
        )
    tables = without_dangling_references(sample.table for sample in samples.values())
    _set_tables(samples, tables)
    tables, profile.references = find_references(find_keys(samples.values(), views, sampler), views, sampler)
    _set_tables(samples, tables)
    for sample in samples.values():
        sample.table = _with_roles(_with_kinds(sample, profile, sampler), sample)
    profile.allowlist = Allowlist(tuple(sample.table for sample in samples.values()), schema.ignored)
    return profile, samples


def _set_tables(samples: dict[str, Sample], tables: Iterable[AllowedTable]) -> None:
    for table in tables:
        samples[table.name].table = table


def _with_kinds(sample: Sample, profile: Profile, sampler: Sampler) -> AllowedTable:
    columns = []
    for column in sample.table.columns:
        settled = settle_kind(column, sample.values.get(column.name, []))
        if settled.kind == "date" and sample.values.get(column.name):
            settled = _with_newest(sample.table.name, column, settled, profile, sampler)
        columns.append(settled)
    return replace(sample.table, columns=tuple(columns))


def _with_newest(
    table: str, column: AllowedColumn, settled: AllowedColumn, profile: Profile, sampler: Sampler
) -> AllowedColumn:
    """Note the newest date of a column; one whose least or greatest text is no date is a text after all."""
    extremes = sampler.extremes(table, column.name)
    if extremes is None:
        return settled
    written = [value.isoformat() if hasattr(value, "isoformat") else str(value or "") for value in extremes]
    if not all(is_iso_date(value) for value in written if value.strip()):
        return replace(settled, kind="text")
    if not is_personal_name(column.name):
        profile.newest[f"{table}.{column.name}"] = written[1][:10]
    return settled


def _with_roles(table: AllowedTable, sample: Sample) -> AllowedTable:
    label = find_label(replace(sample, table=table))
    return replace(table, label=label, date=find_date(table), amount=find_amount(table))


def _keep_values(profile: Profile, samples: dict[str, Sample], sampler: Sampler) -> None:
    tables = []
    for table in profile.allowlist.tables:
        sample = samples[table.name]
        people = holds_people(sample)
        columns = []
        for column in table.columns:
            kept = () if is_personal(sample, column, people) else kept_values(sample, column, people, sampler)
            if kept:
                profile.kept[f"{table.name}.{column.name}"] = len(kept)
            columns.append(replace(column, values=kept))
        tables.append(replace(table, columns=tuple(columns)))
    profile.allowlist = replace(profile.allowlist, tables=tuple(tables))
