"""Cost of the language model on rows, compared with a model call for every message: calls, tokens, money."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.observability.facts import CLASSIFIER, MODEL, TOKENS
from fingerpost.routing.layers.llm import FEW_SHOT_EXAMPLES, ClassificationQuestion, estimate_call_tokens
from fingerpost.routing.router import Router
from fingerpost.types import Decision, Example, Message

if TYPE_CHECKING:
    from fingerpost.evaluation.evaluate import RowResult

MILLION = 1_000_000


class Prices(NamedTuple):
    """Prices of a million prompt tokens and a million completion tokens."""

    prompt: float
    completion: float


class TokenCounts(NamedTuple):
    """Tokens of prompts and of completions."""

    prompt: float = 0.0
    completion: float = 0.0

    def cost(self, prices: Prices) -> float:
        """Return what they cost."""
        return (self.prompt * prices.prompt + self.completion * prices.completion) / MILLION


class _Usage(NamedTuple):
    calls: float = 0.0
    prompt: float = 0.0
    completion: float = 0.0


def cost(router: Router, results: Sequence[RowResult], prices: Prices | None = None) -> dict[str, Any]:
    """Return the model usage of deciding these rows, and that of one call for each of them.

    If a model ran, its own token counts are used. Otherwise the usage is estimated for the messages that it would have
    been asked about, at four characters per token.
    """
    ran = router.chooser is not None
    asked = [asked_model(o.decision) if ran else would_ask(router, o.decision) for o in results]
    typical = _typical_examples(router.routebook.examples)
    calls = [_estimate_usage(router, result.row.message, typical) for result in results]
    used = expected = _total(call for one, sent in zip(calls, asked, strict=True) if sent for call in one)
    if ran:
        used = _total(_recorded_usage(result.decision) for result in results)
    # The estimate is scaled by the real tokenizer's counts.
    scale = [real / guess if real and guess else 1.0 for real, guess in zip(used[1:], expected[1:], strict=True)]
    one_call_each = _total(one[0] for one in calls)
    every_message = _Usage(one_call_each.calls, one_call_each.prompt * scale[0], one_call_each.completion * scale[1])
    reported = [fact.detail["told"] for o in results for fact in o.decision.facts if fact.what == TOKENS]
    return {
        "ran": ran,
        "told": bool(reported) and all(reported),
        "messages": len(results),
        "asked": sum(asked),
        **_usage_fields(used, prices),
        "every": _usage_fields(every_message, prices),
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
    # An empty message needs no model; without examples no student precedes the fallback.
    return "fallback" in who and ("student" in who or not router.routebook.examples)


def estimated_call(router: Router, messages: Sequence[Message]) -> TokenCounts | None:
    """Return the tokens that one call of a model takes in the mean to decide such messages; None without any.

    Estimated, at four characters per token.
    """
    typical = _typical_examples(router.routebook.examples)
    whole = _total(_estimate_usage(router, message, typical)[0] for message in messages)
    return TokenCounts(whole.prompt / whole.calls, whole.completion / whole.calls) if messages else None


def _estimate_usage(router: Router, message: Message, examples: Sequence[Example]) -> list[_Usage]:
    """Return the estimated usage of each model call for a message, one per prompt variant."""
    book = router.routebook
    app = next((app for app in book.apps if app.id == message.active_app), None)
    question = ClassificationQuestion(router.resolve(message), examples=examples, app=app)
    calls = estimate_call_tokens(book, question, router.settings.voting)
    return [_Usage(1, prompt, completion) for prompt, completion in calls]


def _typical_examples(examples: Sequence[Example]) -> list[Example]:
    """Return examples of median length, in place of those nearest to a message."""
    ranked = sorted(examples, key=lambda example: len(example.text))
    middle = len(ranked) // 2
    return ranked[max(middle - FEW_SHOT_EXAMPLES // 2, 0) :][:FEW_SHOT_EXAMPLES]


def _recorded_usage(decision: Decision) -> _Usage:
    calls = sum(fact.what == MODEL for fact in decision.facts)
    usages = [fact.detail for fact in decision.facts if fact.what == TOKENS]
    return _Usage(calls, sum(one["prompt"] for one in usages), sum(one["completion"] for one in usages))


def _total(parts: Iterable[_Usage]) -> _Usage:
    usages = list(parts)
    return _Usage(*(sum(column) for column in zip(*usages, strict=True))) if usages else _Usage()


def _usage_fields(used: _Usage, prices: Prices | None) -> dict[str, Any]:
    money = None
    if prices is not None:
        money = round(TokenCounts(used.prompt, used.completion).cost(prices), 6)
    return {
        "calls": round(used.calls),
        "prompt_tokens": round(used.prompt),
        "completion_tokens": round(used.completion),
        "money": money,
    }
