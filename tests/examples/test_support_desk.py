"""The example of a support desk: its files are sound, and it decides and answers in three languages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fingerpost import Assistant
from fingerpost.routebook.load import load
from fingerpost.settings import Settings
from tests.page_runner import blocks, commands

PROJECT = Path(__file__).parents[2] / "examples" / "support-desk"
LANGUAGES = {"en", "es", "pt"}


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Assistant]:
    settings = Settings(cache=tmp_path / "cache", database=f"sqlite:///{tmp_path}/store.sqlite", traces="off")
    assistant = Assistant.open(str(PROJECT), settings)
    yield assistant
    await assistant.close()


async def test_it_answers_in_the_language_of_the_message(desk: Assistant) -> None:
    for text, route, begins in (
        ("my internet is down", "outage", "Please unplug the router"),
        ("no entiendo esta factura", "bill", "Tus facturas están en"),
        ("vou mudar de endereço em junho", "move", "Informe o novo endereço"),
        ("how do I change the wifi password?", "setup", "No language model is set"),
        ("muito obrigado!", "talk", "Olá!"),
        ("can you recommend a pizza place?", "other", "That is not for this desk."),
    ):
        answer = await desk.ask(text)
        assert (answer.decision.route, answer.text[: len(begins)]) == (route, begins), text
    nearest, *_ = (await desk.ask("how do I change the wifi password?")).citations
    assert nearest.values["file"] == "router.md"


async def test_it_asks_back_with_titles_where_it_is_not_sure(desk: Assistant) -> None:
    answer = await desk.ask("the thing does not do what it should")
    assert not answer.decision.accepted
    [choice] = [part for part in answer.parts if part.kind == "choice"]
    assert {option["title"] for option in choice.values["options"]} > {"Something else"}


def test_each_taught_route_has_ten_examples_and_each_reply_three_languages() -> None:
    book = load(PROJECT)
    assert Counter(example.route for example in book.examples) == dict.fromkeys(("outage", "bill", "move", "setup"), 10)
    assert all(set(route.reply) == LANGUAGES for route in book.routes if route.reply)
    assert sum(bool(route.reply) for route in book.routes) == 5


def test_its_rows_are_no_examples() -> None:
    rows = [json.loads(line) for line in (PROJECT / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    taught = {example.text.lower() for example in load(PROJECT).examples}
    assert [row["text"] for row in rows if row["text"].lower() in taught] == []
    assert {row["lang"] for row in rows} == LANGUAGES
    assert {row["expected"] for row in rows} == {"outage", "bill", "move", "setup", "oos"}


@pytest.mark.parametrize("project", ["support-desk", "bike-rental", "moving-house"])
def test_an_example_runs_with_two_commands(project: str) -> None:
    page = (PROJECT.parent / project / "README.md").read_text(encoding="utf-8")
    [block] = blocks(page, "console")
    assert len(list(commands(block.body))) == 2
    assert f"[{project}]({project}/README.md)" in (PROJECT.parent / "README.md").read_text(encoding="utf-8")
