"""Answers without a model: in which language they are written, and which passages they cite."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from fingerpost import Answer, Router
from fingerpost.answering.assistant import Assistant
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

BOOK = """
fallback = "guide"
[[routes]]
name = "guide"
retrieval = true
title = { es = "El reglamento", en = "The rules of the road" }
"""
PAGES = {
    "multas.md": "# Multas\n\nLas multas llegan por correo.\n\n## Pagar\n\nSe paga en el banco.\n",
    "puntos.md": "# Puntos\n\nCada carnet tiene doce puntos.\n\n## Recuperar\n\nUn curso devuelve puntos.\n",
    "horario.md": "# Horario\n\nLa escuela abre a las nueve.\n\n## Verano\n\nEn agosto se cierra.\n",
}


@pytest.fixture
async def school(own_cache: Path, tmp_path: Path) -> AsyncIterator[Assistant]:
    folder = tmp_path / "school"
    (folder / "knowledge").mkdir(parents=True)
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    (folder / "examples.jsonl").write_text("", encoding="utf-8")
    for name, text in PAGES.items():
        (folder / "knowledge" / name).write_text(text, encoding="utf-8")
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")
    assistant = Assistant.open(Router.from_routebook(folder, encoder=WordEncoder(), settings=settings), settings)
    yield assistant
    await assistant.close()


async def test_a_message_of_no_language_is_answered_in_the_first_declared_one(school: Assistant) -> None:
    assert (await school.ask("multas")).text.startswith("No hay ningún modelo de lenguaje configurado")


async def test_only_passages_that_are_quoted_are_cited(school: Assistant) -> None:
    answer = await school.ask("¿cómo llegan las multas?")
    async with aclosing(school.stream("¿cómo llegan las multas?")) as events:
        *_, streamed = [event async for event in events]
    quoted = [int(number) for number in re.findall(r"— \[(\d+)\]", answer.text)]
    assert 0 < len(quoted) < 6
    assert sorted(quoted) == [part.values["citation"] for part in answer.citations]
    assert isinstance(streamed, Answer)
    assert streamed.citations == answer.citations
