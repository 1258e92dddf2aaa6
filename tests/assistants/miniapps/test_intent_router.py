"""The intent router against the tables of the document that asked for it, and what it must never mistake."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.intent_router import IntentRouter
from fingerpost.routing.router import Router
from fingerpost.settings import Settings

TRIP = {"destination": "Shanghai", "venues": [{"name": "The Bund"}, {"name": "Yu Garden"}]}
BILL = {"people": ["Ana", "Tom"], "expenses": [{"what": "dinner", "amount": 84.5, "payer": "Ana"}]}


@pytest.fixture(scope="module")
def router() -> IntentRouter:
    settings = Settings.from_environment()
    return IntentRouter(Router.from_routebook("miniapps", settings=settings))


# Before and after.


@pytest.mark.parametrize(
    ("message", "intent", "target"),
    [
        ("What are the best Hyatt hotels in Asia?", "CONVERSATIONAL", "assistant"),
        ("Sage what are the best Hyatt hotels in Asia?", "CONVERSATIONAL", "assistant"),
        ("Sage add Bar Mood", "TRANSACTIONAL", "miniapp"),
        ("Show my venues", "NAVIGATIONAL", "miniapp"),
        ("Should I visit the Bund?", "CONVERSATIONAL", "assistant"),
        ("Is dim sum good there?", "CONVERSATIONAL", "assistant"),
        ("Cancel", "META", "miniapp"),
        # Its five validation cases.
        ("What are the best hotels in Shanghai?", "CONVERSATIONAL", "assistant"),
        ("Add Park Hyatt to my list", "TRANSACTIONAL", "miniapp"),
        ("Show me my venues", "NAVIGATIONAL", "miniapp"),
        # Its examples for a language model.
        ("Is the Bund worth visiting?", "CONVERSATIONAL", "assistant"),
        ("Tell me about Shanghai's food scene", "CONVERSATIONAL", "assistant"),
        # Traps.
        ("done deal, but is the museum worth the price?", "CONVERSATIONAL", "assistant"),
        ("any chance you put the temple on there?", "TRANSACTIONAL", "miniapp"),
        ("is it rude to add a tip in Kyoto?", "CONVERSATIONAL", "assistant"),
        ("Nishiki Market as well", "TRANSACTIONAL", "miniapp"),
        ("help", "META", "miniapp"),
    ],
)
async def test_with_a_trip_running(router: IntentRouter, message: str, intent: str, target: str) -> None:
    decision = await router.classify_and_route(message, "trip_planner", TRIP)
    assert (decision.intent, decision.target) == (intent, target), decision.trail
    assert decision.miniapp_id == ("trip_planner" if target == "miniapp" else None)
    assert not decision.opens


async def test_what_is_owed_is_a_view(router: IntentRouter) -> None:
    decision = await router.classify_and_route("how much do I owe so far?", "bill_split", BILL)
    assert (decision.intent, decision.miniapp_id) == ("NAVIGATIONAL", "bill_split")


@pytest.mark.parametrize(
    "message",
    ["Sage help me plan", "help me plan a trip", "Sage, ayúdame a planear un viaje", "bora planejar uma viagem"],
)
async def test_without_a_session_a_trigger_opens_the_app(router: IntentRouter, message: str) -> None:
    decision = await router.classify_and_route(message, None, None)
    assert (decision.target, decision.miniapp_id, decision.opens) == ("miniapp", "trip_planner", True), decision.trail


async def test_a_trigger_of_another_app_opens_that_one(router: IntentRouter) -> None:
    decision = await router.classify_and_route("let's split the bill", "trip_planner", TRIP)
    assert (decision.miniapp_id, decision.opens) == ("bill_split", True)


async def test_a_trigger_of_the_running_app_goes_on_in_it(router: IntentRouter) -> None:
    decision = await router.classify_and_route("let's plan our trip to Shanghai", "trip_planner", TRIP)
    assert (decision.target, decision.miniapp_id, decision.opens) == ("miniapp", "trip_planner", False)


@pytest.mark.parametrize(
    "message",
    [
        "cancel",
        "help",
        "done",
        "add Bar Mood",
        "show my venues",
        "how do people split bills in Japan?",
        "my last trip was a disaster",
    ],
)
async def test_without_a_session_all_else_goes_to_the_assistant(router: IntentRouter, message: str) -> None:
    decision = await router.classify_and_route(message, None, None)
    assert (decision.target, decision.miniapp_id) == ("assistant", None)


@pytest.mark.parametrize(
    ("message", "layer"),
    [
        ("Sage what are the best hotels?", "rules"),
        ("what's the weather in Lisbon?", "rules"),
        ("¿cómo estás?", "rules"),
        ("me fala sobre o Pelourinho", "rules"),
        ("cancel, please!", "rules"),
        ("¡Listo, gracias!", "rules"),
        ("pronto, valeu", "rules"),
    ],
)
async def test_fast_paths_ask_no_classifier(router: IntentRouter, message: str, layer: str) -> None:
    decision = await router.classify_and_route(message, "trip_planner", TRIP)
    assert decision.decision.layer == layer
    assert not any(fact.what == "classifier" for fact in decision.decision.facts)


@pytest.mark.parametrize(
    "message",
    [
        "Sage add Bar Mood", "Sage, what's left?", "Sage, who owes what?", "Sage could you put the temple on?",
        "cancel Nomad, put Al Fassia instead", "stop it, is that true?", "done with day 1, mark it", "Sage, ¿cuánto debo?",
    ],
)  # fmt: skip
async def test_what_is_doubtful_takes_no_fast_path(router: IntentRouter, message: str) -> None:
    decision = await router.classify_and_route(message, "trip_planner", TRIP)
    assert decision.decision.layer not in ("rules", "session"), decision.decision.reason


async def test_history_moves_nothing_that_stands_alone(router: IntentRouter) -> None:
    history = [{"role": "user", "content": "add the Bund"}, {"role": "assistant", "content": "Added the Bund."}] * 3
    for message in ("Is the Bund worth visiting?", "Add Park Hyatt to my list"):
        alone = await router.classify_and_route(message, "trip_planner", TRIP)
        after = await router.classify_and_route(message, "trip_planner", TRIP, history)
        assert (alone.intent, alone.target) == (after.intent, after.target)


async def test_session_data_of_any_shape_is_taken(router: IntentRouter) -> None:
    for data in ({}, {"_asked": None}, {"venues": "none"}, {"x": {"y": [1]}}, None):
        decision = await router.classify_and_route("yes", "trip_planner", data)
        assert decision.intent
