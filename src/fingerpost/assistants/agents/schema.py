"""The schema extension: which tables and columns of the allowlist a message speaks of.

A routebook declares it with `[extensions]` `schema = "allowlist.json"`; guards read its evidence as `schema`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.conversation.history import recent
from fingerpost.routebook.extensions import ProbeResult
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Resolved

TABLES = 12
"""Tables that a language model is shown with their columns: those nearest to the message."""


@dataclass(frozen=True, slots=True)
class SchemaMentions:
    """The tables that a question needs, and the columns that it names, as `table.column` where that is clear."""

    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the tables as the trail shows them."""
        return f"tables {', '.join(self.tables)}" if self.tables else ""


@dataclass(frozen=True)
class SchemaExtension:
    """Finds the tables and columns of one allowlist in messages."""

    allowlist: Allowlist
    name: str = "schema"
    fields: tuple[str, ...] = ("tables", "columns")

    def configured(self, settings: Settings) -> SchemaExtension:
        """Return one that reads the allowlist of FINGERPOST_ALLOWLIST, where that is set."""
        file = settings.section(AnalyticsSettings).allowlist
        return self if file is None else SchemaExtension(read_allowlist(file))

    def digest(self) -> str:
        """Return the allowlist as text."""
        return repr(self.allowlist)

    def probe(self, message: Message, resolved: Resolved) -> ProbeResult:
        """Look for names of tables and columns, and for the tables that the whole question needs."""
        mentioned = self.allowlist.mentions(resolved.text)
        tables = self.allowlist.needed(_conversation(message, resolved))
        holds = bool(mentioned.tables or mentioned.columns)
        return ProbeResult(holds, SchemaMentions(tables, mentioned.columns) if tables or mentioned.columns else None)

    def prompt(self, resolved: Resolved) -> str:
        """Return the tables that are nearest to the message, with their columns."""
        near = self.allowlist.near(resolved.complete or resolved.text, TABLES)
        return f"Tables and their columns:\n{json.dumps(near.columns_by_table(), ensure_ascii=False)}"

    def read_answer(self, values: Mapping[str, tuple[str, ...]]) -> SchemaMentions | None:
        """Return the tables and columns that a model named and that exist."""
        tables = {
            table.name: table for name in values.get("tables", ()) if (table := self.allowlist.table(name)) is not None
        }
        columns: list[str] = []
        for name in values.get("columns", ()):
            owner, _, column = name.rpartition(".")
            among = [self.allowlist.table(owner)] if owner else list(tables.values())
            columns += [f"{t.name}.{found.name}" for t in among if t is not None and (found := t.column(column))]
        return SchemaMentions(tuple(tables), tuple(dict.fromkeys(columns))) if tables or columns else None

    def wire_fields(self, decision: Decision) -> Mapping[str, Any]:
        """Return `tables` and `columns`, which clients of this assistant read beside the route."""
        return asdict(decision.get(SchemaMentions) or SchemaMentions())


def open_schema(file: Path) -> SchemaExtension:
    """Open the extension on an allowlist file."""
    return SchemaExtension(read_allowlist(file))


def allowlist_of(book: Routebook) -> Allowlist | None:
    """Return the allowlist of a routebook; None where it does not declare the extension."""
    return next((e.allowlist for e in book.extensions if isinstance(e, SchemaExtension)), None)


def _conversation(message: Message, resolved: Resolved) -> str:
    """Return a message with the turns that it continues: what it is about was named there."""
    if resolved.turn is None:
        return resolved.text
    before = [turn.text for turn in recent(message) if turn.route in (None, resolved.turn.route)]
    return " ".join([*before, resolved.text])
