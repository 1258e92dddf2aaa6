"""Messages against the contract: the shipped router keeps it, and routers that breach it are found."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("openai", reason="a model behind a server needs the extra fingerpost[llm]")

from benchmarks import contract as planted
from benchmarks.faults import contract
from benchmarks.faults.campaign import MISSED, Line, Measured, run
from benchmarks.faults.mutations import CHANGES, Mutated, mutated

from fingerpost import Message, Router
from fingerpost.answering.nodes import Nodes
from fingerpost.evaluation.rows import Row

PHRASE = "You are a direct and concise assistant."
CODE = Mutated(Message("write an endpoint that reads a parameter and returns it"), 1, "none")


@pytest.fixture(scope="module")
def rows(avap: Router) -> list[Row]:
    return planted.rows_of(avap.routebook.names)


def test_messages_are_the_same_every_time_with_all_changes_and_some_histories(rows: list[Row]) -> None:
    messages = list(mutated(rows, 300))
    assert messages == list(mutated(rows, 300))
    changes = [message.changes.split("+") for message in messages]
    assert {name for names in changes for name in names} == {*CHANGES, "history"}
    assert 60 < sum("history" in names for names in changes) < 180
    assert len({message.row for message in messages}) == 300
    assert max(len(message.message.intent_history) for message in messages) > 6


async def test_the_shipped_router_keeps_the_contract(avap: Router, tmp_path: Path, rows: list[Row]) -> None:
    messages = [Mutated(Message(PHRASE), 0, "none"), CODE, *mutated(rows, 10)]
    assert await contract.ask_with_model(avap, tmp_path, messages) == []


async def test_a_router_that_breaches_is_found(avap: Router, tmp_path: Path) -> None:
    with planted._wrong_rule("RETRIEVAL"):  # type: ignore[attr-defined]
        faults = await contract.ask_with_model(avap, tmp_path, [Mutated(Message(f"{PHRASE} Now!"), 7, "prefix")])
    assert [fault.partition(" with ")[0] for fault in faults] == ["RC-01: row 7"]
    assert PHRASE not in "".join(faults), "no words of a frozen set in a report"
    [outcome] = run([Line("contract", "", lambda _: Measured("", faults))], 1)
    assert outcome.state == MISSED


async def test_an_answer_that_breaches_is_found(avap: Router, tmp_path: Path) -> None:
    async def pass_by(*_: object) -> dict[str, str]:
        return {"validation_status": ""}

    with patch.object(Nodes, "validate_code", pass_by), patch.object(contract, "REPLIES", contract.REPLIES[1:2]):
        faults = await contract.ask_with_model(avap, tmp_path, [CODE])
    assert [fault.partition(":")[0] for fault in faults] == ["RC-07"]


def test_a_saboteur_that_is_not_found_and_a_rule_without_one_miss_the_bar() -> None:
    found = dict.fromkeys(contract.RULES, (25, 0))
    assert contract.judge_saboteurs(found).faults == []
    assert contract.judge_saboteurs({**found, "RC-03": (24, 1)}).faults == ["RC-03: 1 not found"]
    del found["RC-08"]
    assert contract.judge_saboteurs(found).faults == ["RC-08: no saboteur"]
