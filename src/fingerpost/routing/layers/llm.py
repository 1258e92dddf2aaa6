"""The language-model layer: asked only when the local layers are unsure, and weighed against what they know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fingerpost.conversation.history import format_intent_history
from fingerpost.models.label_chooser import LabelChoice, LabelChooser, estimate_choice_tokens
from fingerpost.observability.facts import CLASSIFIER, HISTORY, record_fact
from fingerpost.routebook.apps import App
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.ensemble import SECONDARY, calibrated, trust_of, vote
from fingerpost.settings import EnsembleSettings
from fingerpost.types import Example, Resolved, Verdict

SHOTS = 4
"""Examples before a question, the nearest one last; each costs a small model on a CPU most of a second."""

LONGEST = 160
"""Characters of an example in a question: the routes are told apart by less."""

REASON = 200
"""Characters of a model's reason that are kept."""

NONE = "NONE"
"""What a model may answer where the routebook has no place for strangers."""

_HISTORY_RULE = re.compile(r"\s*<history_rule>.*?</history_rule>", re.DOTALL)
_DEFAULT_HISTORY_RULE = """

<history_rule>
Earlier turns are listed only to tell what the message refers to.
How often a type occurs among them says nothing about this message.
</history_rule>"""


@dataclass(frozen=True, slots=True)
class Question:
    """All that is known of a message when the model is asked: the student's opinion, and the nearest examples.

    `focused`: the examples of each variant of an ensemble, in the routebook's order. `app`: the app that runs,
    and `hidden`: a route that cannot be meant here.
    """

    resolved: Resolved
    student: Verdict | None = None
    candidates: Sequence[tuple[str, float]] = ()
    shots: Sequence[Example] = ()
    focused: Sequence[Sequence[Example]] = ()
    app: App | None = None
    hidden: str | None = None


async def decide(chooser: LabelChooser, book: Routebook, question: Question, voting: EnsembleSettings) -> Verdict:
    """Return the model's verdict; raise ModelError where it gives none."""
    record_fact(CLASSIFIER, kind="llm")
    if question.resolved.history:
        record_fact(HISTORY, to="llm", entries=len(question.resolved.history))
    if book.variants:
        verdict = await _together(chooser, book, question, voting)
    else:
        label = await chooser.choose(
            _system(book, question), _shown(question.shots), _question(question), labels(book, question)
        )
        verdict = weigh(book, question, label)
    confidence = calibrated(verdict.confidence, voting.calibration)
    # More likely than not: below that nobody is sure, the model included.
    return verdict._replace(confidence=confidence, accepted=verdict.accepted and confidence >= 0.5)


async def _together(chooser: LabelChooser, book: Routebook, question: Question, voting: EnsembleSettings) -> Verdict:
    """Ask the variants of the ensemble, or the first alone where it is switched off."""
    variants = book.variants if voting.ensemble else book.variants[:1]
    shots = dict(zip((variant.name for variant in book.variants), question.focused, strict=False))
    system, asked, choices = _system(book, question), _question(question), labels(book, question)
    lists = [name for extension in book.extensions for name in extension.fields]

    async def ask(variant: EnsembleVariant) -> LabelChoice:
        return await chooser.reason(system, _shown(shots.get(variant.name, question.shots)), asked, choices, lists)

    outcome = await vote(variants, ask, dict(question.candidates), scorer=voting.scorer)
    verdict = weigh(book, question, outcome.chosen.label, trust_of(book.thresholds.llm_trust, outcome))
    said = outcome.chosen.reasoning.strip()
    signals = [outcome.signal] if outcome.signal else []
    if voting.hints:
        said_too = dict.fromkeys(split_label(book.names, other)[0] for other in outcome.others)
        signals += [f"{SECONDARY}{name}" for name in said_too if name in book.names and name != verdict.route]
    named = [extension.read_answer(outcome.chosen.lists) for extension in book.extensions]
    return verdict._replace(
        reason=f"{verdict.reason}: {said[:REASON]}" if said else verdict.reason,
        signals=(*verdict.signals, *signals),
        extras=(*verdict.extras, *(extra for extra in named if extra is not None)),
    )


def tokens(book: Routebook, question: Question, voting: EnsembleSettings) -> list[tuple[int, int]]:
    """Estimate what deciding so would take: tokens of each call's prompt and of its answer, without a call."""
    heard = (book.variants if voting.ensemble else book.variants[:1]) or (None,)
    asked = _system(book, question), _shown(question.shots), _question(question), labels(book, question)
    # The voices are all asked at once, with as many examples each.
    return [estimate_choice_tokens(*asked, reasons=voice is not None) for voice in heard]


def _shown(shots: Sequence[Example]) -> list[tuple[str, str]]:
    return [(_asked(shot.text), _label(shot.route, shot.qualifier)) for shot in reversed(shots)]


def labels(book: Routebook, question: Question) -> list[str]:
    """Return what the model may answer, the likeliest first: `ROUTE`, and `ROUTE QUALIFIER` where examples have one."""
    qualified: dict[str, dict[str, None]] = {}
    for example in book.examples:
        if example.qualifier is not None:
            qualified.setdefault(example.route, {})[_label(example.route, example.qualifier)] = None
    # A model that is asked first is not told what the student thinks, by order neither.
    order = [route for route, _ in question.candidates] if question.student is not None else []
    order += [route for route in book.names if route not in order]
    order = [route for route in order if route != question.hidden]
    found = [name for route in order for name in (route, *qualified.get(route, ()))]
    return found if _has_place_for_strangers(book) else [*found, NONE]


def _has_place_for_strangers(book: Routebook) -> bool:
    return bool(book.fallback or book.out_of_scope) or any(name.casefold() == NONE.casefold() for name in book.names)


def _system(book: Routebook, question: Question) -> str:
    system = book.prompts.get("classify") or _default_prompt(book)
    if book.apps:
        app = question.app
        system = system.replace("{app_name}", app.name if app else "none")
        system = system.replace("{app_description}", app.description if app else "No app runs.")
    for extension in book.extensions:
        system += f"\n\n{extension.prompt(question.resolved)}"
    if not question.resolved.history:
        return _HISTORY_RULE.sub("", system)
    return system if "<history_rule>" in system else system + _DEFAULT_HISTORY_RULE


def _question(question: Question) -> str:
    resolved, parts = question.resolved, []
    if resolved.history:
        parts.append(f"Earlier turns:\n{format_intent_history(resolved.history)}")
    elif resolved.on_editor:
        parts.append("Code is selected in the editor.")
    parts.append(_asked(resolved.text, len(resolved.text)))
    return "\n\n".join(parts)


def weigh(book: Routebook, question: Question, label: str, trust: float | None = None) -> Verdict:
    """Weigh the model's word against the student's opinion by Bayes' rule.

    A small model errs too: its word is taken as right in `trust` of cases, `llm_trust` unless told otherwise, so it
    decides between close candidates and does not overrule a student that was nearly sure.
    """
    trust = book.thresholds.llm_trust if trust is None else trust
    route, qualifier = split_label(book.names, label)
    said = None if route == NONE and not _has_place_for_strangers(book) else route
    student = question.student
    others = max(1, len(book.names) - 1)
    known = dict(question.candidates)
    if student is None or not known or (student.scope is not None and student.scope < 0):
        return _verdict(said, trust, "nothing else is known of it", qualifier, None, trust - (1 - trust) / others)
    if said is None:
        reason = f"the model said {NONE}, the student {student.reason}"
        return student._replace(accepted=False, reason=reason)
    rest = max(0.0, 1 - sum(known.values())) / max(1, len(book.names) - len(known))
    votes = {name: known.get(name, rest) * (trust if name == said else (1 - trust) / others) for name in {*known, said}}
    total = sum(votes.values())
    ranked = sorted(votes, key=votes.__getitem__, reverse=True)
    best, runner_up = ranked[0], ranked[1] if len(ranked) > 1 else None
    confidence = votes[best] / total
    margin = confidence - (votes[runner_up] / total if runner_up else 0.0)
    if best == said:
        return _verdict(best, confidence, "the model chose it", qualifier, runner_up, margin)
    reason = f"the model said {said}, but the student's {known.get(best, 0.0):.2f} outweighs it"
    return _verdict(best, confidence, reason, student.qualifier if best == student.route else None, runner_up, margin)


def _verdict(
    route: str | None, confidence: float, reason: str, qualifier: str | None, runner_up: str | None, margin: float
) -> Verdict:
    # More likely than not: below that nobody is sure, the model included.
    return Verdict(
        route, accepted=confidence >= 0.5, confidence=confidence, reason=reason, runner_up=runner_up, margin=margin,
        qualifier=None if route is None else qualifier,
    )  # fmt: skip


def _default_prompt(book: Routebook) -> str:
    listed = "\n".join(f"- {route.name}: {route.description or 'see the examples'}" for route in book.routes)
    none = "" if _has_place_for_strangers(book) else f"\n- {NONE}: none of these"
    return f"You sort messages to an assistant. Answer with one type and nothing else.\n\n{listed}{none}"


def _label(route: str, qualifier: str | None) -> str:
    return route if qualifier is None else f"{route} {qualifier}"


def split_label(names: Sequence[str], label: str) -> tuple[str, str | None]:
    """Return the route and the qualifier of a label."""
    if label in names or " " not in label:
        return label, None
    route, _, qualifier = label.rpartition(" ")
    return route, qualifier


def _asked(text: str, longest: int = LONGEST) -> str:
    text = " ".join(text.split()).replace('"', "'")
    return f'Message: "{text if len(text) <= longest else text[: longest - 1] + "…"}"'
