"""Every table that is named is read."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.planner.named_tables import with_named_tables
from fingerpost.assistants.agents.analytics.planner.request import Request


def test_a_table_that_was_named_and_is_not_read_is_asked_for() -> None:
    from sqlglot import select

    request = Request(mentioned=("orders", "items"))
    wider = with_named_tables(request, select("1").from_("orders"))
    assert wider is not None
    assert [(where.how, where.refs) for where in wider.wheres] == [("exists", (("items", ""),))]
    assert with_named_tables(Request(mentioned=("orders",)), select("1").from_("orders")) is None
