"""The schema extension: finds the tables and columns of the allowlist that a message mentions.

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
from fingerpost.conversation.history import recent_user_turns
from fingerpost.routebook.extensions import ProbeResult
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Resolved

TABLES = 12
"""Maximum number of tables in a prompt, with their columns: those most relevant to the message."""


@dataclass(frozen=True, slots=True)
class SchemaMentions:
    """The tables that a question needs, and the columns it names, as `table.column` where unambiguous."""

    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the tables for the decision trail."""
        return f"tables {', '.join(self.tables)}" if self.tables else ""


@dataclass(frozen=True)
class SchemaExtension:
    """Finds the tables and columns of one allowlist in messages."""

    allowlist: Allowlist
    name: str = "schema"
    fields: tuple[str, ...] = ("tables", "columns")

    def configured(self, settings: Settings) -> SchemaExtension:
        """Return an extension with the allowlist of FINGERPOST_ALLOWLIST where that is set, else this one."""
        file = settings.section(AnalyticsSettings).allowlist
        return self if file is None else SchemaExtension(read_allowlist(file))

    def digest(self) -> str:
        """Return the content that identifies this version of the allowlist."""
        return repr(self.allowlist)

    def probe(self, message: Message, resolved: Resolved) -> ProbeResult:
        """Find the mentioned tables and columns, and the tables that the whole question needs."""
        mentioned = self.allowlist.mentions(resolved.text)
        tables = self.allowlist.needed(_text_with_context(message, resolved))
        holds = bool(mentioned.tables or mentioned.columns)
        return ProbeResult(holds, SchemaMentions(tables, mentioned.columns) if tables or mentioned.columns else None)

    def prompt(self, resolved: Resolved) -> str:
        """Return the prompt section with the tables most relevant to the message."""
        near = self.allowlist.near(resolved.complete or resolved.text, TABLES)
        return f"Tables and their columns:\n{json.dumps(near.columns_by_table(), ensure_ascii=False)}"

    def read_answer(self, values: Mapping[str, tuple[str, ...]]) -> SchemaMentions | None:
        """Return the tables and columns of a model's answer that exist in the allowlist."""
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
        """Return the response fields `tables` and `columns`."""
        return asdict(decision.get(SchemaMentions) or SchemaMentions())


def open_schema(file: Path) -> SchemaExtension:
    """Create the extension from an allowlist file."""
    return SchemaExtension(read_allowlist(file))


def allowlist_of(book: Routebook) -> Allowlist | None:
    """Return the allowlist of a routebook; None where it does not declare the extension."""
    return next((e.allowlist for e in book.extensions if isinstance(e, SchemaExtension)), None)


def _text_with_context(message: Message, resolved: Resolved) -> str:
    """Return the text of a message with the earlier turns that it continues."""
    if resolved.turn is None:
        return resolved.text
    before = [turn.text for turn in recent_user_turns(message) if turn.route in (None, resolved.turn.route)]
    return " ".join([*before, resolved.text])
