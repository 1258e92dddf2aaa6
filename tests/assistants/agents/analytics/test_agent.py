"""The agent: a dialect without planner support is logged and stated in the answer; names are looked up."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics import agent
from fingerpost.assistants.agents.analytics.allowlist_file import write_allowlist
from fingerpost.assistants.agents.analytics.planner.dialect import DIALECTS
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.apply_settings import configured
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic
from tests.handler_input import handler_input


class Elsewhere(ReadOnlyDatabase):
    """A database that claims another dialect, whose driver is not installed."""

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(url, **options)
        self.dialect = "mysql"


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, store_file: Path) -> Settings:
    monkeypatch.setattr(agent, "ReadOnlyDatabase", Elsewhere)
    return Settings(cache=None, sections=(AnalyticsSettings(url=f"sqlite:///{store_file}"),))


@pytest.fixture(scope="module")
def book() -> Routebook:
    return load("agents")


def test_what_is_planned_is_what_the_planner_writes() -> None:
    """The list is separate, since the planner is imported lazily."""
    assert set(agent.PLANNED_DIALECTS) == set(DIALECTS.values())


def test_opening_says_which_databases_are_planned_for(
    book: Routebook, elsewhere: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """A warning is logged at start."""
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        agent.open_agent(book, elsewhere, None)
    assert "the planner supports sqlite, postgres, duckdb, not mysql" in caplog.text


def test_opening_a_database_that_is_planned_for_says_nothing(
    book: Routebook, store_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        agent.open_agent(book, Settings(cache=None, sections=(AnalyticsSettings(url=f"sqlite:///{store_file}"),)), None)
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "quantos pedidos temos em 2018?",
            "Só escrevo consultas para SQLite, PostgreSQL e DuckDB, e este banco de dados é mysql",
        ),
        (
            "how many orders were there in 2018?",
            "I write queries for SQLite, PostgreSQL and DuckDB alone, and this database is mysql",
        ),
        (
            "¿cuántos pedidos hubo en 2018?",
            "Solo escribo consultas para SQLite, PostgreSQL y DuckDB, y esta base de datos es mysql",
        ),
    ],
)
async def test_the_answer_says_so_too(book: Routebook, elsewhere: Settings, question: str, said: str) -> None:
    """The answer does not blame an unknown word."""
    analyst = agent.open_agent(book, elsewhere, None)
    reply = await analyst.answer(*handler_input(question, "analytics", book))
    assert reply.text.startswith(said)
    assert "OLLAMA_URL" in reply.text
    await analyst.close()


async def test_sql_of_ones_own_is_still_run(book: Routebook, elsewhere: Settings) -> None:
    """SQL sent by the user needs no planner."""
    analyst = agent.open_agent(book, elsewhere, None)
    reply = await analyst.answer(*handler_input("SELECT COUNT(*) FROM orders", "analytics", book))
    assert reply.text.startswith("**400**")
    await analyst.close()


async def test_names_are_looked_up_and_several_are_asked_back(tmp_path: Path) -> None:
    """A name that stands for several people is asked back, and no model is asked in the person's place."""
    url = make_clinic(tmp_path / "clinic.sqlite")
    write_allowlist(tmp_path / "allowlist.json", CLINIC)
    settings = Settings(cache=None, sections=(AnalyticsSettings(url=url, allowlist=tmp_path / "allowlist.json"),))
    book = configured(load("agents"), settings)
    with ScriptedServer([ScriptedReply("SELECT COUNT(*) FROM citas")]) as server:
        handler = agent.open_agent(book, settings, ChatClient(Slot(server.url, "model", "key"), "main"))
        one = await handler.answer(*handler_input("quantas citas teve a sala Torre Norte?", "analytics", book))
        several = await handler.answer(*handler_input("¿Cuántas citas tuvo Lucía Ferrer?", "analytics", book))
        assert server.requests == []
    await handler.close()
    assert "**20**" in one.text
    assert several.text.startswith("«Lucía Ferrer» puede ser varios")
    assert several.parts == ()
