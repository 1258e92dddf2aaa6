"""What was decided for a question is said in its language: the definition of a figure, the year, the newest date."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="questions are planned with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import agent
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from tests.handler_input import handler_input


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("revenue by state", ("revenue: item prices, without freight",)),
        ("revenue by payment type", ("revenue: what was paid, with freight",)),
        ("revenue by category", ("revenue: item prices, without freight",)),
        ("faturamento por categoria em 2018", ("faturamento: preços dos itens, sem frete",)),
        ("¿cuál es el ticket promedio?", ("ticket promedio: precios de los artículos, sin flete",)),
        ("pedidos em maio", ("sem ano, vale o mais recente nos dados",)),
        ("orders last month", ("relative times count from the newest date in the data",)),
        ("pedidos de los últimos 30 días", ("los tiempos relativos cuentan desde la fecha más reciente de los datos",)),
        ("orders in 2018", ()),
        ("average score by category", ()),
    ],
)
def test_what_was_not_said_is_told(question: str, told: tuple[str, ...]) -> None:
    assert plan(question, store_allowlist(), meanings=store_meanings()).notes == told


def test_all_figures_with_two_definitions_say_which_in_three_languages() -> None:
    """One that a file gives a second definition without a name for both would be told as if it had one."""
    for named in store_meanings().measures:
        assert bool(named.instead) == bool(named.means) == bool(named.instead_means), named.name
        if named.instead:
            assert set(named.means) == set(named.instead_means) == {"pt", "en", "es"}
            assert named.means != named.instead_means


async def test_the_answer_shows_it(store_file: Path) -> None:
    """Below how the question was understood, before the figure."""
    settings = Settings(cache=None, sections=(AnalyticsSettings(url=f"sqlite:///{store_file}"),))
    analyst = agent.open_agent(load("agents"), settings, None)
    reply = await analyst.answer(*handler_input("revenue by category in May", "analytics"))
    told = "May: 2018-05-01 – 2018-05-31. Revenue: item prices, without freight. Without a year the latest in the data"
    assert f"by category\n{told} is meant.\n" in reply.text
    await analyst.close()
