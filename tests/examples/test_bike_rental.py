"""The example of an assistant over a database: its two commands run, and its figures are those of the database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fingerpost import Assistant
from fingerpost.runtime.env_file import read_env_file
from fingerpost.settings import Settings
from tests.page_runner import COMMAND

PROJECT = Path(__file__).parents[2] / "examples" / "bike-rental"
pytest.importorskip("sqlglot", reason="questions to a database need the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="questions to a database need the extra fingerpost[analytics]")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Copy the project and run its first command there."""
    folder = tmp_path / "bike-rental"
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("*.sqlite"))
    subprocess.run([sys.executable, "make_database.py"], cwd=folder, check=True)
    return folder


@pytest.fixture
async def rental(copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Assistant]:
    monkeypatch.chdir(copied)
    own = {"DATABASE_URL": f"sqlite:///{tmp_path}/store.sqlite", "FINGERPOST_CACHE": str(tmp_path / "cache")}
    settings = Settings.from_environment({**os.environ, **read_env_file(Path(".env")), **own})
    assistant = Assistant.open(str(copied), settings)
    yield assistant
    await assistant.close()


def counted(folder: Path, statement: str) -> list[tuple[object, ...]]:
    database = sqlite3.connect(folder / "rental.sqlite")
    try:
        return database.execute(statement).fetchall()
    finally:
        database.close()


async def test_figures_are_those_of_the_database(rental: Assistant, copied: Path) -> None:
    [(wanted,)] = counted(copied, "SELECT COUNT(*) FROM rentals WHERE rented_on BETWEEN '2026-05-01' AND '2026-05-31'")
    answer = await rental.ask("how many rentals did we have in May 2026?", session="s")
    assert answer.decision.route == "figures"
    assert f"**{wanted}**" in answer.text
    following = await rental.ask("and by city?", session="s")
    by_city = counted(
        copied,
        "SELECT city, COUNT(*) FROM rentals JOIN customers USING (customer_id)"
        " WHERE rented_on BETWEEN '2026-05-01' AND '2026-05-31' GROUP BY city",
    )
    assert len(by_city) == 3
    assert all(f"| {city} | {number} |" in following.text for city, number in by_city)


@pytest.mark.parametrize("text", ["ingresos por ciudad", "receita por cidade", "revenue by city"])
async def test_three_languages_ask_for_the_same(text: str, rental: Assistant, copied: Path) -> None:
    rows = counted(copied, "SELECT city, SUM(amount) FROM rentals JOIN customers USING (customer_id) GROUP BY city")
    answer = await rental.ask(text)
    assert all(f"| {city} | {total:g} |" in answer.text for city, total in rows), answer.text


async def test_what_is_no_question_to_the_database_does_not_reach_it(rental: Assistant) -> None:
    booking = await rental.ask("quiero alquilar una bici para el sábado")
    assert (booking.decision.route, booking.text[:4]) == ("booking", "Solo")
    other = await rental.ask("who painted the Mona Lisa?")
    assert other.decision.route == "other"


def test_the_allowlist_is_what_the_command_writes_with_the_words_that_were_added(copied: Path) -> None:
    before = (copied / "allowlist.json").read_text(encoding="utf-8")
    command = [str(COMMAND), "allowlist", "sqlite:///rental.sqlite"]
    subprocess.run(command, cwd=copied, check=True, capture_output=True)
    assert (copied / "allowlist.json").read_text(encoding="utf-8") == before
    assert "alquileres" in before
    (copied / "allowlist.json").unlink()
    subprocess.run(command, cwd=copied, check=True, capture_output=True)
    assert "alquileres" not in (copied / "allowlist.json").read_text(encoding="utf-8")


def test_the_database_is_the_same_on_every_run(copied: Path) -> None:
    rows = counted(copied, "SELECT * FROM rentals")
    subprocess.run([sys.executable, "make_database.py"], cwd=copied, check=True)
    assert counted(copied, "SELECT * FROM rentals") == rows
    assert len(rows) == 240


async def test_yes_and_no_to_what_a_question_may_mean_reach_the_figures(rental: Assistant) -> None:
    for said in ("yes", "sí", "sim"):
        told = await rental.ask("best customers", session=said)
        assert "It may mean this: Rentals; by customers" in told.text
        taken = await rental.ask(said, session=said)
        assert (taken.decision.route, "| rentals_count |" in taken.text) == ("figures", True), taken.text
    await rental.ask("best customers", session="no")
    refused = await rental.ask("no", session="no")
    assert (refused.decision.route, "put it otherwise" in refused.text) == ("figures", True), refused.text
