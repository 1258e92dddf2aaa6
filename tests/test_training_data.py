"""What was written for training has the form that it expects, and what measures took no part in it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
WRITTEN = sorted((ROOT / "training" / "domains").rglob("*.toml"))
HANDBOOKS = sorted((ROOT / "training" / "handbooks").glob("*.json"))
HELD_OUT = sorted((ROOT / "tests" / "data").glob("small-routers*/*.toml"))


def domain(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def texts(file: Path) -> list[str]:
    values = domain(file)
    routes = [text for route in values["routes"].values() for text in (*route["examples"], *route["messages"])]
    return [*routes, *values["strangers"]["near"]]


def folded(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .?!¿¡")


@pytest.mark.parametrize("file", [*WRITTEN, *HELD_OUT], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_domain_has_six_routes_and_strangers(file: Path) -> None:
    values = domain(file)
    assert values["about"]
    assert len(values["routes"]) == 6
    for route in values["routes"].values():
        assert route["description"]
        assert (len(route["examples"]), len(route["messages"])) == (10, 12)
    assert len(values["strangers"]["near"]) == 20
    assert all(text.strip() for text in texts(file))


def test_every_language_has_as_many_domains() -> None:
    languages = Counter(domain(file)["language"] for file in WRITTEN)
    assert languages == {"en": 31, "es": 31, "pt": 31}
    assert all(domain(file)["language"] == file.parent.name for file in WRITTEN)
    assert Counter(domain(file)["language"] for file in HELD_OUT) == {"en": 6, "es": 6, "pt": 6}


def test_what_measures_small_routers_is_not_trained_on() -> None:
    trades = {file.stem for file in WRITTEN}
    assert not trades & {file.stem.partition("_")[2] for file in HELD_OUT}
    messages = {
        folded(text) for file in HELD_OUT for route in domain(file)["routes"].values() for text in route["messages"]
    }
    assert not messages & {folded(text) for file in WRITTEN for text in texts(file)}


@pytest.mark.parametrize("file", HANDBOOKS, ids=lambda file: file.stem)
def test_every_answer_of_a_handbook_stands_on_its_page(file: Path) -> None:
    handbook = json.loads(file.read_text(encoding="utf-8"))
    pages = {page["name"]: page["text"] for page in handbook["pages"]}
    assert len(pages) == len(handbook["pages"]) >= 5
    assert Counter(bool(one["quotes"]) for one in handbook["questions"]) == {True: 24, False: 16}
    for one in handbook["questions"]:
        assert one["lang"] in ("en", "es", "pt")
        assert not one["page"] or one["page"] in pages
        assert all(quote in pages[one["page"]] for quote in one["quotes"]), one["text"]


def test_no_question_of_a_handbook_is_one_that_measures() -> None:
    measuring = {
        folded(json.loads(line)["text"])
        for file in (ROOT / "tests" / "data" / "answers").rglob("questions.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
        if "text" in json.loads(line)
    }
    trained = {folded(one["text"]) for file in HANDBOOKS for one in json.loads(file.read_text("utf-8"))["questions"]}
    assert len(HANDBOOKS) == 72
    assert len(measuring) > 300
    assert not measuring & trained
