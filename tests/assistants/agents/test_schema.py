"""The schema extension finds tables and columns of its allowlist, tells a model of them, and checks what that says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import AllowlistError
from fingerpost.assistants.agents.schema import (
    TABLES,
    SchemaExtension,
    SchemaMentions,
    allowlist_of,
    open_schema,
)
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Resolved, Turn

SHOP = Allowlist(
    (
        AllowedTable("orders", (AllowedColumn("order_id"), AllowedColumn("status", values=("delivered",)))),
        AllowedTable("customers", (AllowedColumn("customer_id"), AllowedColumn("city", synonyms=("town",)))),
    )
)
SCHEMA = SchemaExtension(SHOP)
PLAIN = Settings(cache=None)


def resolved(text: str, turn: Turn | None = None, complete: str = "") -> Resolved:
    return Resolved(text, text.lower(), text, turn=turn, complete=complete)


def written(file: Path, tables: dict[str, list[str]]) -> Path:
    file.write_text(json.dumps(tables), encoding="utf-8")
    return file


# The probe.


def test_named_tables_and_columns_are_evidence_and_an_extra() -> None:
    text = "how many orders by town?"
    finding = SCHEMA.probe(Message(text), resolved(text))
    assert finding == (True, SchemaMentions(("orders", "customers"), ("customers.city",)))


def test_a_message_about_something_else_is_neither() -> None:
    assert SCHEMA.probe(Message("good morning"), resolved("good morning")) == (False, None)


def test_a_follow_up_keeps_the_tables_of_the_turns_it_continues() -> None:
    before = Turn("user", "how many orders?", "analytics")
    message = Message("and by week?", turns=[before])
    alone = SCHEMA.probe(message, resolved("and by week?"))
    continued = SCHEMA.probe(message, resolved("and by week?", before))
    assert alone == (False, None)
    assert continued == (False, SchemaMentions(("orders",))), "the tables are needed, but this message names none"


def test_turns_of_another_route_do_not_count() -> None:
    other = Turn("user", "which customers complain?", "triage")
    before = Turn("user", "how many orders?", "analytics")
    finding = SCHEMA.probe(Message("and by week?", turns=[other, before]), resolved("and by week?", before))
    assert finding.extra == SchemaMentions(("orders",))


def test_the_trail_shows_the_tables() -> None:
    assert str(SchemaMentions(("orders", "customers"), ("customers.city",))) == "tables orders, customers"
    assert str(SchemaMentions(columns=("city",))) == ""


# What a language model is told, and what it says.


def test_a_model_is_shown_tables_with_their_columns() -> None:
    head, _, shown = SCHEMA.prompt(resolved("how many?")).partition("\n")
    assert head == "Tables and their columns:"
    assert json.loads(shown) == {"orders": ["order_id", "status"], "customers": ["customer_id", "city"]}


def test_of_a_large_schema_a_model_is_shown_what_is_nearest() -> None:
    many = tuple(AllowedTable(f"filler_{number}", (AllowedColumn("entry"),)) for number in range(3 * TABLES))
    large = SchemaExtension(Allowlist((*many, *SHOP.tables)))
    for asked in (resolved("how many customers?"), resolved("and those?", complete="how many customers?")):
        shown = json.loads(large.prompt(asked).partition("\n")[2])
        assert len(shown) == TABLES
        assert shown["customers"] == ["customer_id", "city"]


def test_of_what_a_model_names_only_what_exists_is_taken() -> None:
    answer = {"tables": ("Orders", "secrets"), "columns": ("status", "customers.city", "orders.password", "secrets.x")}
    assert SCHEMA.read_answer(answer) == SchemaMentions(("orders",), ("orders.status", "customers.city"))


@pytest.mark.parametrize("answer", [{}, {"tables": ()}, {"tables": ("secrets",), "columns": ("secrets.x", "y")}])
def test_an_answer_with_nothing_that_exists_adds_nothing(answer: dict[str, tuple[str, ...]]) -> None:
    assert SCHEMA.read_answer(answer) is None


def test_a_column_that_is_named_twice_is_taken_once() -> None:
    found = SCHEMA.read_answer({"tables": ("orders",), "columns": ("status", "orders.status")})
    assert found == SchemaMentions(("orders",), ("orders.status",))


# On the wire.


def test_clients_read_tables_and_columns_beside_the_route() -> None:
    mentions = SchemaMentions(("orders",), ("orders.status",))
    decision = Decision("analytics", True, 1.0, "rules", "r", extras=(mentions,))
    assert SCHEMA.wire_fields(decision) == {"tables": ("orders",), "columns": ("orders.status",)}
    bare = Decision("triage", True, 1.0, "rules", "r")
    assert SCHEMA.wire_fields(bare) == {"tables": (), "columns": ()}, "both are always there"


# The allowlist.


def test_the_extension_reads_the_file_that_the_routebook_names(tmp_path: Path) -> None:
    extension = open_schema(written(tmp_path / "allowlist.json", {"orders": ["order_id"]}))
    assert extension.allowlist.columns_by_table() == {"orders": ["order_id"]}
    with pytest.raises(AllowlistError, match=r"other\.json: file = .*name a readable file"):
        open_schema(tmp_path / "other.json")


def test_settings_may_name_another_allowlist(tmp_path: Path) -> None:
    file = written(tmp_path / "mine.json", {"invoices": ["number"]})
    assert SCHEMA.configured(PLAIN) is SCHEMA
    given = SCHEMA.configured(Settings(cache=None, sections=(AnalyticsSettings(allowlist=file),)))
    read = SCHEMA.configured(Settings.from_environment({"FINGERPOST_ALLOWLIST": str(file)}))
    assert given.allowlist.columns_by_table() == read.allowlist.columns_by_table() == {"invoices": ["number"]}


def test_the_digest_changes_with_the_allowlist() -> None:
    assert SCHEMA.digest() == SchemaExtension(Allowlist(SHOP.tables)).digest()
    assert SCHEMA.digest() != SchemaExtension(Allowlist(SHOP.tables, ignored=("out of order",))).digest()


def test_the_allowlist_of_a_routebook_is_that_of_its_extension() -> None:
    found = allowlist_of(load("agents"))
    assert found is not None
    assert found.table("orders") is not None
    assert allowlist_of(load("avap")) is None
