"""The language-model layer: asked when the student is unsure, and combined with the student's probabilities.

Whether its word is accepted is told by how often it was right about the examples: see `model_trust.py`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass

from fingerpost.conversation.history import format_intent_history
from fingerpost.models.label_chooser import LabelChoice, LabelChooser, estimate_choice_tokens
from fingerpost.observability.events import log_event
from fingerpost.observability.facts import CLASSIFIER, HISTORY, STATED, record_fact
from fingerpost.routebook.apps import App
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routebook.model import LLM_TRUST, Routebook
from fingerpost.routing.layers.apps import READ_BY_APP
from fingerpost.routing.layers.ensemble import SECONDARY, Vote, calibrated, ensemble_trust, vote
from fingerpost.routing.layers.model_trust import FAMILIAR, OTHER, SAME, STRANGE, Case, TrustTable, agreement_of
from fingerpost.settings import EnsembleSettings
from fingerpost.types import Example, Message, Resolved, Verdict

FEW_SHOT_EXAMPLES = 4
"""Examples in a prompt, the nearest last; each costs a small model on a CPU most of a second."""

MAX_CANDIDATES = 4
"""Candidates of the student that a language model is shown."""

MAX_EXAMPLE_LENGTH = 160
"""Characters of an example in a prompt."""

MAX_REASON_LENGTH = 200
"""Characters of a model's reason that are kept."""

NONE = "NONE"
"""The label for "none of these", offered where the routebook has no out-of-scope route of its own."""

_HISTORY_RULE = re.compile(r"\s*<history_rule>.*?</history_rule>", re.DOTALL)
_DEFAULT_HISTORY_RULE = """

<history_rule>
Earlier turns are listed only to tell what the message refers to.
How often a type occurs among them says nothing about this message.
</history_rule>"""


@dataclass(frozen=True, slots=True)
class ClassificationQuestion:
    """The input of the language-model layer for one message.

    `student`: the student's verdict; None if the model must not see it. `candidates`: the student's most probable
    routes. `examples`: the nearest examples. `variant_examples`: those of each variant of the ensemble, in the
    routebook's order. `app`: the running app. `hidden_route`: a route that is not possible here and not offered.
    `familiarity`: how the message compares with the examples. `read_by_app`: the message, where the running app may
    have the model read it.
    """

    resolved: Resolved
    student: Verdict | None = None
    candidates: Sequence[tuple[str, float]] = ()
    examples: Sequence[Example] = ()
    variant_examples: Sequence[Sequence[Example]] = ()
    app: App | None = None
    hidden_route: str | None = None
    familiarity: str = FAMILIAR
    read_by_app: Message | None = None


async def ask_llm(
    chooser: LabelChooser,
    book: Routebook,
    question: ClassificationQuestion,
    settings: EnsembleSettings,
    table: TrustTable | None = None,
) -> Verdict:
    """Return the model's verdict; raise ModelError if it gives none.

    `table` tells how far the model's word goes; without one it is taken to be right with probability `llm_trust`.
    """
    record_fact(CLASSIFIER, kind="llm")
    if question.resolved.history:
        record_fact(HISTORY, to="llm", entries=len(question.resolved.history))
    read = await _read_by_app(chooser, book, question)
    if read is not None:
        return read
    if book.variants:
        outcome = await _vote(chooser, book, question, settings)
        verdict = _voted(book, question, outcome, settings, table)
        if outcome.stated is not None and settings.calibration:
            # What the model states was calibrated already.
            return verdict
    else:
        label = await ask_label(chooser, book, question, settings)
        verdict = judged(book, question, label, weigh(book, question, label, _trust(book, table)), table)
    confidence = calibrated(verdict.confidence, settings.calibration)
    # Accepted only if more probable than not.
    return verdict._replace(confidence=confidence, accepted=verdict.accepted and confidence >= 0.5)


async def _read_by_app(chooser: LabelChooser, book: Routebook, question: ClassificationQuestion) -> Verdict | None:
    """Return the verdict for what the running app can do, where the model reads that and the app has checked it."""
    app, message = question.app, question.read_by_app
    route_by_model = getattr(app, "route_by_model", None)
    if app is None or message is None or route_by_model is None:
        return None
    said_last = [turn.text for turn in question.resolved.history]
    try:
        route = await route_by_model(chooser, message.app_data, message.text, said_last)
    except Exception as error:  # noqa: BLE001 - an app is third-party code and may raise anything
        log_event(f"[app] {app.id} failed while a model read a message: {error!r}", logging.ERROR, app=app.id)
        return None
    if route is None or not (route in book.names and book[route].app):
        return None
    # As sure as what the app's own reader reads: its checks are the app's, and not the model's.
    reason = f"the model reads what {app.id} can do, and the app has checked it"
    return Verdict(route, accepted=True, confidence=1.0, reason=reason, margin=1.0, signals=(READ_BY_APP,))


async def ask_label(
    chooser: LabelChooser, book: Routebook, question: ClassificationQuestion, settings: EnsembleSettings
) -> str:
    """Return the label that the model, or its ensemble, chooses; raise ModelError if it gives none."""
    if book.variants:
        return (await _vote(chooser, book, question, settings)).chosen.label
    return await chooser.choose(
        system_prompt(book, question), _few_shot(question.examples), _user_prompt(question), labels(book, question)
    )


def _trust(book: Routebook, table: TrustTable | None) -> float:
    """Return the accuracy that the model is taken to have on messages, never less than that of a guess.

    Examples are plainer than what people send: being right about nearly all of them promises no more than `LLM_TRUST`.
    """
    if table is None or not table.asked:
        return book.thresholds.llm_trust or LLM_TRUST
    return max(min(table.accuracy, LLM_TRUST), 1 / max(2, len(book.names)))


def _voted(
    book: Routebook,
    question: ClassificationQuestion,
    outcome: Vote,
    settings: EnsembleSettings,
    table: TrustTable | None,
) -> Verdict:
    """Return the verdict of the ensemble, or of its first variant where the ensemble is switched off."""
    label, trust = outcome.chosen.label, _trust(book, table)
    if outcome.stated is not None:
        record_fact(STATED, label=label, confidence=outcome.stated)
        if settings.calibration:
            trust = calibrated(outcome.stated, settings.calibration)
    trust = ensemble_trust(trust, outcome)
    verdict = weigh(book, question, label, trust)
    if outcome.answered > 1 and outcome.agreed:
        verdict = _unless_outvoted(book, question, label, verdict, trust)
    verdict = judged(book, question, label, verdict, table)
    reasoning = outcome.chosen.reasoning.strip()
    signals = [outcome.signal] if outcome.signal else []
    if settings.hints:
        secondary = dict.fromkeys(split_label(book.names, other)[0] for other in outcome.others)
        signals += [f"{SECONDARY}{name}" for name in secondary if name in book.names and name != verdict.route]
    extras = [extension.read_answer(outcome.chosen.lists) for extension in book.extensions]
    return verdict._replace(
        reason=f"{verdict.reason}: {reasoning[:MAX_REASON_LENGTH]}" if reasoning else verdict.reason,
        signals=(*verdict.signals, *signals),
        extras=(*verdict.extras, *(extra for extra in extras if extra is not None)),
    )


def _unless_outvoted(
    book: Routebook, question: ClassificationQuestion, label: str, verdict: Verdict, trust: float
) -> Verdict:
    """Return a weighed verdict, or the majority's where the classifier is unsure and the majority is worth more."""
    chosen, qualifier = route_of(book, label)
    student = question.student
    if chosen is None or student is None or verdict.route == chosen:
        return verdict
    if student.accepted or student.confidence >= trust:
        return verdict
    reason = f"a majority chose it, and the classifier's {student.confidence:.2f} for {student.route} is unsure"
    return _verdict(chosen, trust, reason, qualifier, student.route, trust - student.confidence)


async def _vote(
    chooser: LabelChooser, book: Routebook, question: ClassificationQuestion, settings: EnsembleSettings
) -> Vote:
    variants = book.variants if settings.ensemble else book.variants[:1]
    examples = dict(zip((variant.name for variant in book.variants), question.variant_examples, strict=False))
    system, asked, choices = system_prompt(book, question), _user_prompt(question), labels(book, question)
    lists = [name for extension in book.extensions for name in extension.fields]

    async def ask(variant: EnsembleVariant) -> LabelChoice:
        shown = _few_shot(examples.get(variant.name, question.examples))
        return await chooser.reason(system, shown, asked, choices, lists)

    return await vote(variants, ask, dict(question.candidates), scorer=settings.scorer)


def estimate_call_tokens(
    book: Routebook, question: ClassificationQuestion, settings: EnsembleSettings
) -> list[tuple[int, int]]:
    """Return an estimate of the prompt and completion tokens of each call, without calling the model."""
    variants = (book.variants if settings.ensemble else book.variants[:1]) or (None,)
    choices = labels(book, question)
    asked = system_prompt(book, question), _few_shot(question.examples), _user_prompt(question), choices
    # Every variant has the same number of examples.
    return [estimate_choice_tokens(*asked, reasons=variant is not None) for variant in variants]


def _few_shot(examples: Sequence[Example]) -> list[tuple[str, str]]:
    return [(_quoted(example.text), _label(example.route, example.qualifier)) for example in reversed(examples)]


def labels(book: Routebook, question: ClassificationQuestion) -> list[str]:
    """Return the labels the model may choose, the most probable first: `ROUTE`, and `ROUTE QUALIFIER` if taught."""
    qualified: dict[str, dict[str, None]] = {}
    for example in book.examples:
        if example.qualifier is not None:
            qualified.setdefault(example.route, {})[_label(example.route, example.qualifier)] = None
    # With `llm_first` the order must not reveal the student's ranking either.
    order = [route for route, _ in question.candidates] if question.student is not None else []
    order += [route for route in book.names if route not in order]
    order = [route for route in order if route != question.hidden_route]
    found = [name for route in order for name in (route, *qualified.get(route, ()))]
    return [*found, NONE] if _offers_none(book) else found


def _offers_none(book: Routebook) -> bool:
    """Whether the model may say that a message is for none of the routes.

    A routebook whose `llm_trust` was measured keeps the choices that it was measured with.
    """
    measured = book.fallback is not None and book.thresholds.llm_trust is not None
    return not (measured or book.out_of_scope or any(name.casefold() == NONE.casefold() for name in book.names))


def system_prompt(book: Routebook, question: ClassificationQuestion) -> str:
    """Return what the model is told before the examples."""
    system = book.prompts.get("classify") or _default_prompt(book)
    if _offers_none(book) and NONE not in system:
        system += f"\n\nAnswer {NONE} if the message is for none of these."
    if book.apps:
        app = question.app
        system = system.replace("{app_name}", app.name if app else "none")
        system = system.replace("{app_description}", app.description if app else "No app runs.")
    for extension in book.extensions:
        system += f"\n\n{extension.prompt(question.resolved)}"
    if not question.resolved.history:
        return _HISTORY_RULE.sub("", system)
    return system if "<history_rule>" in system else system + _DEFAULT_HISTORY_RULE


def _user_prompt(question: ClassificationQuestion) -> str:
    resolved, parts = question.resolved, []
    if resolved.history:
        parts.append(f"Earlier turns:\n{format_intent_history(resolved.history)}")
    elif resolved.on_editor:
        parts.append("Code is selected in the editor.")
    parts.append(_quoted(resolved.text, len(resolved.text)))
    return "\n\n".join(parts)


def weigh(book: Routebook, question: ClassificationQuestion, label: str, trust: float | None = None) -> Verdict:
    """Return the verdict that combines the model's label with the student's probabilities by Bayes' rule.

    `trust` is the assumed accuracy of the model (default: `llm_trust`), so that the model decides between close
    candidates and does not overrule a student that was nearly sure.
    """
    trust = _trust(book, None) if trust is None else trust
    chosen, qualifier = route_of(book, label)
    student = question.student
    others = max(1, len(book.names) - 1)
    known = dict(question.candidates)
    if student is None or not known or (student.scope is not None and student.scope < 0):
        route = chosen or book.fallback
        return _verdict(route, trust, "the model alone chose it", qualifier, None, trust - (1 - trust) / others)
    if chosen is None:
        reason = f"the model said {NONE}, the classifier: {student.reason}"
        return student._replace(accepted=False, reason=reason)
    rest = max(0.0, 1 - sum(known.values())) / max(1, len(book.names) - len(known))
    # In the order of the candidates, so that a tie falls the same way in every process.
    posterior = {
        name: known.get(name, rest) * (trust if name == chosen else (1 - trust) / others)
        for name in dict.fromkeys((*known, chosen))
    }
    total = sum(posterior.values())
    ranked = sorted(posterior, key=posterior.__getitem__, reverse=True)
    best, runner_up = ranked[0], ranked[1] if len(ranked) > 1 else None
    confidence = posterior[best] / total
    margin = confidence - (posterior[runner_up] / total if runner_up else 0.0)
    if best == chosen:
        return _verdict(best, confidence, "the model chose it", qualifier, runner_up, margin)
    reason = f"the model said {chosen}, but the classifier's {known.get(best, 0.0):.2f} outweighs it"
    return _verdict(best, confidence, reason, student.qualifier if best == student.route else None, runner_up, margin)


def judged(
    book: Routebook, question: ClassificationQuestion, label: str, verdict: Verdict, table: TrustTable | None
) -> Verdict:
    """Return a weighed verdict, accepted if the model was right often enough in such cases; as it is without a table.

    A verdict that is not the model's own is not accepted: neither the classifier nor the model is sure of it.
    """
    route, _ = route_of(book, label)
    if table is None:
        return verdict
    if route is None or verdict.route != route:
        return verdict._replace(accepted=False)
    judgement = table.judge(case_of(book, question.candidates, question.familiarity, route))
    return verdict._replace(
        accepted=judgement.accepted,
        confidence=verdict.confidence if judgement.estimate is None else judgement.estimate,
        reason=f"{verdict.reason}; {judgement.reason}",
    )


def case_of(book: Routebook, candidates: Sequence[tuple[str, float]], familiarity: str, route: str) -> Case:
    """Return the case of a route that the model chose; of strangers the classifier says the out-of-scope route."""
    if route == book.out_of_scope:
        return Case(SAME if familiarity == STRANGE else OTHER, FAMILIAR)
    return Case(agreement_of(candidates, route), familiarity)


def route_of(book: Routebook, label: str) -> tuple[str | None, str | None]:
    """Return the route and the qualifier of a label; no route for NONE."""
    route, qualifier = split_label(book.names, label)
    return (None if route == NONE and _offers_none(book) else route), qualifier


def _verdict(
    route: str | None, confidence: float, reason: str, qualifier: str | None, runner_up: str | None, margin: float
) -> Verdict:
    # Accepted only if more probable than not.
    return Verdict(
        route, accepted=confidence >= 0.5, confidence=confidence, reason=reason, runner_up=runner_up, margin=margin,
        qualifier=None if route is None else qualifier,
    )  # fmt: skip


def _default_prompt(book: Routebook) -> str:
    listed = "\n".join(f"- {route.name}: {route.description or 'see the examples'}" for route in book.routes)
    none = f"\n- {NONE}: none of these" if _offers_none(book) else ""
    return f"You sort messages to an assistant. Answer with one type and nothing else.\n\n{listed}{none}"


def _label(route: str, qualifier: str | None) -> str:
    return route if qualifier is None else f"{route} {qualifier}"


def split_label(names: Sequence[str], label: str) -> tuple[str, str | None]:
    """Return the route and the qualifier of a label."""
    if label in names or " " not in label:
        return label, None
    route, _, qualifier = label.rpartition(" ")
    return route, qualifier


def _quoted(text: str, longest: int = MAX_EXAMPLE_LENGTH) -> str:
    text = " ".join(text.split()).replace('"', "'")
    return f'Message: "{text if len(text) <= longest else text[: longest - 1] + "…"}"'
