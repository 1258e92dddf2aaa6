"""What the language model costs on rows, beside what one on every message would: calls, tokens, money."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.observability.facts import CLASSIFIER, MODEL, TOKENS
from fingerpost.routing.layers.llm import SHOTS, Question, tokens
from fingerpost.routing.router import Router
from fingerpost.types import Decision, Example

if TYPE_CHECKING:
    from fingerpost.evaluation.evaluate import Outcome

MILLION = 1_000_000


class Prices(NamedTuple):
    """Money for a million tokens of prompts, and of completions."""

    prompt: float
    completion: float


class _Spent(NamedTuple):
    calls: float = 0.0
    prompt: float = 0.0
    completion: float = 0.0


def cost(router: Router, outcomes: Sequence[Outcome], prices: Prices | None = None) -> dict[str, Any]:
    """Return what deciding these rows took of a model, and what one call about each of them would.

    Where a model ran, its own counts are taken. Without one, it is estimated what the messages would have taken that
    it would have been asked about: four characters a token.
    """
    ran = router.chooser is not None
    asked = [asked_model(o.decision) if ran else would_ask(router, o.decision) for o in outcomes]
    calls = [_estimated(router, outcome) for outcome in outcomes]
    spent = expected = _total(call for one, sent in zip(calls, asked, strict=True) if sent for call in one)
    if ran:
        spent = _total(_noted(outcome.decision) for outcome in outcomes)
    # In the measure of what was counted: a tokenizer that makes more of a text does so everywhere.
    scale = [real / guess if real and guess else 1.0 for real, guess in zip(spent[1:], expected[1:], strict=True)]
    each = _total(one[0] for one in calls)
    every = _Spent(each.calls, each.prompt * scale[0], each.completion * scale[1])
    told = [fact.detail["told"] for o in outcomes for fact in o.decision.facts if fact.what == TOKENS]
    return {
        "ran": ran,
        "told": bool(told) and all(told),
        "messages": len(outcomes),
        "asked": sum(asked),
        **_shown(spent, prices),
        "every": _shown(every, prices),
        "prices": None if prices is None else {"prompt": prices.prompt, "completion": prices.completion},
    }


def asked_model(decision: Decision) -> bool:
    """Whether a model was asked about a message."""
    return any(fact.what == CLASSIFIER and fact.detail["kind"] == "llm" for fact in decision.facts)


def would_ask(router: Router, decision: Decision) -> bool:
    """Whether a model would have been asked about a message that was decided without one."""
    who = [step.who for step in decision.trail]
    if router.routebook.llm_first and "student" in who:
        return True
    # Nobody is asked about nothing; without examples no student speaks before the fallback.
    return "fallback" in who and ("student" in who or not router.routebook.examples)


def _estimated(router: Router, outcome: Outcome) -> list[_Spent]:
    """Estimate the calls that asking about a message would take, one a voice."""
    book, message = router.routebook, outcome.row.message
    app = next((app for app in book.apps if app.id == message.active_app), None)
    question = Question(router.resolve(message), shots=_typical(book.examples), app=app)
    calls = tokens(book, question, router.settings.voting)
    return [_Spent(1, prompt, completion) for prompt, completion in calls]


def _typical(examples: Sequence[Example]) -> list[Example]:
    """Return examples of middling length, in place of those nearest to a message."""
    ranked = sorted(examples, key=lambda example: len(example.text))
    middle = len(ranked) // 2
    return ranked[max(middle - SHOTS // 2, 0) :][:SHOTS]


def _noted(decision: Decision) -> _Spent:
    calls = sum(fact.what == MODEL for fact in decision.facts)
    took = [fact.detail for fact in decision.facts if fact.what == TOKENS]
    return _Spent(calls, sum(one["prompt"] for one in took), sum(one["completion"] for one in took))


def _total(parts: Iterable[_Spent]) -> _Spent:
    every = list(parts)
    return _Spent(*(sum(column) for column in zip(*every, strict=True))) if every else _Spent()


def _shown(spent: _Spent, prices: Prices | None) -> dict[str, Any]:
    money = None
    if prices is not None:
        money = round((spent.prompt * prices.prompt + spent.completion * prices.completion) / MILLION, 6)
    return {
        "calls": round(spent.calls),
        "prompt_tokens": round(spent.prompt),
        "completion_tokens": round(spent.completion),
        "money": money,
    }
