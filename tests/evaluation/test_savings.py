"""Savings: sums over time, phases, tokens measured or estimated, prices, and what the figures rest on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.evaluation import savings as module
from fingerpost.evaluation.cost import Prices
from fingerpost.evaluation.savings import PERIODS, PHASES, Savings, assumptions, percentile, phase_of, savings
from fingerpost.settings import RetentionSettings
from fingerpost.stores import Store
from fingerpost.stores.decision_counts import PaceCount, micros_of

NOW = 1_800_000_000.0
DAY = 86_400.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}", clock=lambda: NOW) as store:
        yield store


def trace(router: Router, at: float, layer: str = "rules", **more: Any) -> dict[str, Any]:
    found = {"routebook": router.routebook.name, "at": at, "layer": layer, "text": "where is my parcel?"}
    return {**found, "steps": [["classify", 0.0, 300.0]], "facts": [], "trail": [], **more}


def by_model(router: Router, at: float, prompt: int = 800, told: bool = True) -> dict[str, Any]:
    used = {"purpose": "classify", "prompt": prompt, "completion": 10, "told": told}
    facts = [["classifier", {"kind": "llm"}], ["model", {"purpose": "classify"}], ["tokens", used]]
    return trace(router, at, "llm", facts=facts, steps=[["classify", 0.0, 900_000.0]])


def unsure(router: Router, at: float) -> dict[str, Any]:
    return trace(router, at, "fallback", trail=[["student", "?", 1.0], ["fallback", "?", 1.0]])


def of(store: Store, router: Router, last: str = "30d", prices: Prices | None = None) -> Savings:
    return savings(store, router, PERIODS[last], prices)


def test_what_was_decided_is_beside_a_model_on_every_message(store: Store, new_shop: Router) -> None:
    store.put_traces([trace(new_shop, NOW - 60)] * 8 + [by_model(new_shop, NOW - 60), by_model(new_shop, NOW, 1000)])
    found = of(store, new_shop, prices=Prices(2.0, 10.0))
    assert (found.sums.decisions, found.sums.asked, found.avoided, found.left_to_model) == (10, 2, 8, 0.2)
    assert found.measured
    assert found.call == (900.0, 10.0)
    assert found.used == (1800, 20)
    assert found.every == (9000.0, 100.0)
    assert found.used.cost(Prices(2.0, 10.0)) == pytest.approx(0.0038)
    assert found.every.cost(Prices(2.0, 10.0)) == pytest.approx(0.019)
    assert [(layer.layer, layer.decisions) for layer in found.layers] == [("rules", 8), ("llm", 2)]
    said = " ".join(assumptions(found))
    assert "as the model's server reported them" in said
    assert "2 in prompts and 10 in completions" in said
    assert "estimated" not in said


def test_tokens_that_no_server_reported_are_said_to_be_estimated(store: Store, new_shop: Router) -> None:
    store.put_traces([by_model(new_shop, NOW), by_model(new_shop, NOW, told=False)])
    said = " ".join(assumptions(of(store, new_shop)))
    assert "reported by the model's server for 1 calls, and estimated at four characters per token for 1" in said


def test_without_a_model_the_tokens_of_a_call_are_estimated_on_stored_messages(store: Store, new_shop: Router) -> None:
    store.put_traces([trace(new_shop, NOW)] * 3 + [unsure(new_shop, NOW), trace(new_shop, NOW, routebook="other")])
    found = of(store, new_shop)
    assert not found.measured
    assert found.sample == 4
    assert found.call is not None
    assert found.call.prompt > 50
    assert found.every == (found.call.prompt * 3, found.call.completion * 3), "one was unsure: nothing was saved on it"
    assert found.used == (0, 0)
    assert (found.left_to_model, found.phase) == (0.25, PHASES[0])
    said = " ".join(assumptions(found))
    assert "No model was called" in said
    assert "newest 4 stored messages" in said
    assert "Of 1 messages no layer was sure, and no model was there to ask" in said


def test_each_message_is_decided_asked_or_unsure_and_only_the_first_saves_a_call(
    store: Store, new_shop: Router
) -> None:
    store.put_traces([*[trace(new_shop, NOW)] * 5, *[by_model(new_shop, NOW)] * 2, *[unsure(new_shop, NOW)] * 3])
    found = of(store, new_shop)
    assert (found.avoided, found.sums.asked, found.sums.unsure, found.sums.decisions) == (5, 2, 3, 10)
    assert found.left_to_model == 0.5
    assert found.every is not None
    assert found.every.prompt - found.used.prompt == 800 * found.avoided


def test_messages_are_found_behind_those_of_a_busier_routebook(store: Store, new_shop: Router) -> None:
    other = trace(new_shop, NOW, routebook="other")
    store.put_traces([*[trace(new_shop, NOW)] * 3, *[other] * (module.SAMPLE + 5)])
    assert of(store, new_shop).sample == 3
    store.put_traces([*[trace(new_shop, NOW)] * (module.SAMPLE + 7), other])
    assert of(store, new_shop).sample == module.SAMPLE


def test_without_any_text_no_tokens_are_told(store: Store, new_shop: Router) -> None:
    store.put_traces([trace(new_shop, NOW, text="")])
    found = of(store, new_shop, prices=Prices(1.0, 1.0))
    assert (found.call, found.every) == (None, None)
    assert "tokens of a call" not in " ".join(assumptions(found))


def test_a_period_has_whole_days_of_utc_and_nothing_older(store: Store, new_shop: Router) -> None:
    midnight = NOW // DAY * DAY
    store.put_traces([trace(new_shop, at) for at in (NOW, midnight, midnight - 1, midnight - 29 * DAY, NOW - 31 * DAY)])
    found = of(store, new_shop)
    assert [part.at for part in found.parts] == [midnight - 29 * DAY, midnight - DAY, midnight]
    assert [part.sums.decisions for part in found.parts] == [1, 1, 2]
    assert found.since == midnight - 29 * DAY
    assert found.until > NOW
    hours = of(store, new_shop, "24h")
    assert hours.part_hours == 1
    assert len(hours.parts) <= 24
    assert of(store, new_shop, "90d").sums.decisions == 5


def test_a_period_that_is_longer_than_counts_are_kept_says_so(tmp_path: Path, new_shop: Router) -> None:
    kept = RetentionSettings(days=30.0)
    with Store.open(f"sqlite:///{tmp_path / 'short.sqlite'}", kept, clock=lambda: NOW) as short:
        said = {last: " ".join(assumptions(of(short, new_shop, last))) for last in PERIODS}
    assert [last for last in PERIODS if "Counts are deleted after 30 days" in said[last]] == ["90d"]


def test_an_empty_store_has_no_share_and_no_phase(store: Store, new_shop: Router) -> None:
    found = of(store, new_shop)
    assert (found.left_to_model, found.phase, found.parts, found.layers, found.every) == (None, None, [], [], None)


@pytest.mark.parametrize(
    ("share", "place"),
    [(1.0, 0), (0.95, 0), (0.201, 0), (0.2, 1), (0.05, 1), (0.049, 2), (0.02, 2), (0.019, 3), (0.0, 3)],
)
def test_phases_of_adr_0008(share: float, place: int) -> None:
    assert phase_of(share) == PHASES[place]


def test_percentiles_are_those_of_the_paces() -> None:
    paces = [PaceCount("x", 20, 90), PaceCount("x", 30, 6), PaceCount("x", 50, 4)]
    assert percentile(paces, 0.5) == micros_of(20)
    assert percentile(paces, 0.95) == micros_of(30)
    assert percentile(paces, 0.97) == micros_of(50)
    assert percentile([], 0.5) is None


def test_no_trace_is_read_where_a_model_was_called(
    store: Store, new_shop: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put_traces([by_model(new_shop, NOW)])
    monkeypatch.setattr(module, "_stored_texts", lambda *_: pytest.fail("traces were read"))
    assert of(store, new_shop).measured


def test_another_price_is_another_cost(store: Store, new_shop: Router) -> None:
    store.put_traces([by_model(new_shop, NOW)])
    used = of(store, new_shop).used
    assert used.cost(Prices(1.0, 1.0)) != used.cost(Prices(2.0, 1.0)) != used.cost(Prices(2.0, 3.0))
