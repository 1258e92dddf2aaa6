"""The order in which layers are asked: declared, rules, memo, student, language model, fallback.

`Cascade.decide` is a generator. It yields what it needs from outside (a vector, the student, a model's
verdict) and is given it; so that one text serves callers that wait, callers that await, and batches.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cached_property
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.conversation.history import recent
from fingerpost.conversation.resolve import resolve
from fingerpost.errors import MessageError, ModelError
from fingerpost.facts import recorded
from fingerpost.routebook import EDITOR, Routebook
from fingerpost.routing.cues import read_cues
from fingerpost.routing.memo import Key, Memo, Place, key_of, place_of
from fingerpost.routing.rules import read_rules
from fingerpost.types import Decision, Message, Resolved, Step, Turn, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.llm import Question
    from fingerpost.routing.shots import Shots
    from fingerpost.routing.student import Student

CANDIDATES = 4
"""How many of the student's candidates a language model is told of."""


class Encode(NamedTuple):
    """The vector of a text is needed."""

    text: str


class Load(NamedTuple):
    """The student is needed, and with a language model the examples' vectors."""


class Ask(NamedTuple):
    """The language model's verdict is needed."""

    question: Question


Need = Encode | Load | Ask
Deciding = Generator[Need, Any, Decision]
Kept = tuple[Key, Place]
"""Under what a verdict is kept in the memo: the normalised text, and the text as it was written."""


class Loaded(NamedTuple):
    """What `Load` gives."""

    student: Student
    shots: Shots | None


class Cascade:
    """The layers of one routebook.

    `learns` tells whether there is, or can be, a student, and `asks` whether there is a language model.
    `classifiers` names both for the memo: their verdicts are not each other's.
    """

    def __init__(self, book: Routebook, memo: Memo, classifiers: str, *, learns: bool, asks: bool) -> None:
        """Take the routebook and the memo that routers before and after a reload share."""
        self.book, self.memo, self._classifiers = book, memo, classifiers
        self.learns, self.asks = learns, asks
        self._names, self._transparent = frozenset(book.names), book.transparent
        self.loaded: Loaded | None = None

    @cached_property
    def version(self) -> str:
        """Return a name that changes with anything that a verdict depends on."""
        return f"{self.book.digest()}-{self._classifiers}"

    def resolve(self, message: Message) -> Resolved:
        """Return what the layers will see of a message."""
        return resolve(message, self._transparent)

    def decide(self, message: Message, *, local: bool = False) -> Deciding:
        """Decide one message; `local` asks no language model."""
        began = perf_counter_ns()
        if message.declared is not None:
            return self._declared(message.declared, began)
        place = place_of(message, self.version)
        known = self.memo.recall_text(place)
        if known is not None:
            return _decision(known, "memo", [], began)
        resolved = self.resolve(message)
        steps = _resolve_steps(resolved, began)
        began = perf_counter_ns()
        if not resolved.text.strip():
            return self._fallback(resolved, None, "the message is empty", steps, began)
        fired = read_rules(self.book.rules, resolved)
        if fired is not None:
            return _decision(fired, "rules", steps, began)
        if self.book.rules:
            steps.append(Step("rules", "abstain", _since(began)))
        key = key_of(place, resolved)
        if key is not None:
            began = perf_counter_ns()
            known = self.memo.recall(key)
            if known is not None:
                return _decision(known, "memo", steps, began)
        return (yield from self._classify(message, resolved, key and (key, place), steps, local))

    def _classify(
        self, message: Message, resolved: Resolved, kept: Kept | None, steps: list[Step], local: bool
    ) -> Deciding:
        verdict, vector, question = None, None, None
        why = "no rule fired and the routebook has no examples"
        if self.learns:
            try:
                loaded: Loaded = self.loaded or (yield Load())
                resolved = yield from self._judge_turn(message, resolved)
                began = perf_counter_ns()
                vector = yield Encode(resolved.text)
                steps.append(Step("encoder", f"{len(vector)} numbers", _since(began)))
                verdict, question = self._ask_student(loaded, resolved, vector, steps, local)
            except ModelError as fault:
                # An encoder behind a server that is down; the embedded one does not fail.
                why = f"no vector: {fault}"
                steps.append(Step("encoder", why, _since(perf_counter_ns())))
            else:
                if verdict.accepted:
                    if kept is not None:
                        self.memo.keep(kept[0], verdict, "student", kept[1])
                    return _last(verdict, "student", steps)
                why = verdict.reason
        if self.asks and not local:
            answered = yield from self._ask_model(resolved, kept, vector, question, steps)
            if answered is not None:
                return answered
        return self._fallback(resolved, verdict, why, steps, perf_counter_ns())

    def _judge_turn(self, message: Message, resolved: Resolved) -> Generator[Need, Any, Resolved]:
        """Judge the turns that it may lean on where nobody recorded their routes; small talk is looked past."""
        for turn in _unjudged(message, resolved):
            judged = yield from self.decide(Message(turn.text), local=True)
            resolved = replace(resolved, turn=turn._replace(route=judged.route))
            if after(resolved) not in self._transparent:
                break
        return resolved

    def _ask_student(
        self, loaded: Loaded, resolved: Resolved, vector: Any, steps: list[Step], local: bool
    ) -> tuple[Verdict, Question | None]:
        began = perf_counter_ns()
        student = loaded.student
        judgement = student.judge(vector, resolved.folded, after(resolved))
        verdict = student.verdict(judgement)
        bar = self.book.thresholds.accept
        if bar is not None and (verdict.scope is None or verdict.scope >= 0):
            accepted = verdict.confidence >= bar
            says = "reaches" if accepted else "is below"
            reason = f"confidence {verdict.confidence:.2f} {says} the fixed bar of {bar:.2f}"
            verdict = replace(verdict, accepted=accepted, reason=reason)
        said = f"{verdict.route}: {verdict.reason}" if verdict.accepted else verdict.reason
        question = None
        if self.asks and not local and not verdict.accepted:
            from fingerpost.routing.llm import SHOTS, Question

            shots = loaded.shots.nearest(vector, after(resolved), SHOTS) if loaded.shots else ()
            question = Question(resolved, verdict, judgement.ranked(CANDIDATES), shots)
        steps.append(Step("student", said, _since(began)))
        return verdict, question

    def _ask_model(
        self, resolved: Resolved, kept: Kept | None, vector: Any, question: Question | None, steps: list[Step]
    ) -> Generator[Need, Any, Decision | None]:
        began = perf_counter_ns()
        if kept is not None and vector is not None:
            known = self.memo.near(kept[0], resolved.text, vector)
            if known is not None:
                return _decision(known, "memo", steps, began)
        if question is None:
            from fingerpost.routing.llm import Question

            question = Question(resolved)
        try:
            verdict: Verdict = yield Ask(question)
        except ModelError as fault:
            steps.append(Step("llm", f"no verdict: {fault}", _since(began)))
            return None
        if kept is not None:
            self.memo.keep(kept[0], verdict, "llm", kept[1], resolved.text, vector)
        return _decision(verdict, "llm", steps, began)

    def _declared(self, name: str, began: int) -> Decision:
        if name not in self._names:
            shown = name if len(name) <= 80 else f"{name[:79]}…"
            raise MessageError(f"declared route {shown!r} does not exist; routes: {', '.join(self.book.names)}")
        verdict = Verdict(name, accepted=True, confidence=1.0, reason="declared by the caller", margin=1.0)
        return _decision(verdict, "declared", [], began)

    def _fallback(self, resolved: Resolved, guess: Verdict | None, why: str, steps: list[Step], began: int) -> Decision:
        """Nobody was sure: the student's candidate, else a cue, else the routebook's fallback, else none."""
        book = self.book
        stranger = guess is not None and guess.scope is not None and guess.scope < 0
        if guess is not None and not stranger:
            return _decision(replace(guess, reason=f"best guess: {why}"), "fallback", steps, began)
        cue = read_cues(book.cues, resolved)
        if book.out_of_scope is not None and stranger:
            route, reason = book.out_of_scope, f"none of these: {why}"
        elif cue is not None:
            route, reason = cue[0], f'{why}; the word "{cue[1]}" hints at it'
        elif book.fallback is not None:
            route, reason = book.fallback, f"{why}; the routebook's fallback"
        else:
            route, reason = None, f"none of these: {why}"
        if guess is None:
            verdict = Verdict(route, accepted=False, confidence=0.0, reason=reason)
        else:
            verdict = replace(guess, route=route, runner_up=guess.route, reason=reason, uses_editor=False)
        return _decision(verdict, "fallback", steps, began)


def after(resolved: Resolved) -> str | None:
    """Return what a message leans on, as the student knows it: a route, or the editor."""
    if resolved.on_editor:
        return EDITOR
    return resolved.turn.route if resolved.turn else None


def _decision(verdict: Verdict, layer: str, steps: list[Step], began: int) -> Decision:
    steps.append(Step(layer, f"{verdict.route}: {verdict.reason}", _since(began)))
    return _last(verdict, layer, steps)


def _last(verdict: Verdict, layer: str, steps: list[Step]) -> Decision:
    return Decision(
        route=verdict.route,
        accepted=verdict.accepted,
        confidence=verdict.confidence,
        layer=layer,
        reason=verdict.reason,
        runner_up=verdict.runner_up,
        margin=verdict.margin,
        signals=verdict.signals,
        uses_editor=verdict.uses_editor,
        scope=verdict.scope,
        trail=tuple(steps),
        facts=tuple(recorded() or ()),
    )


def _unjudged(message: Message, resolved: Resolved) -> Sequence[Turn]:
    """Return the turns it may lean on, the last first, if nobody recorded the route of the one it leans on."""
    if resolved.turn is None or resolved.turn.route is not None:
        return ()
    return recent(message)[::-1]


def _resolve_steps(resolved: Resolved, began: int) -> list[Step]:
    said = []
    if resolved.was_cut:
        said.append(f"cut from {len(resolved.whole):,} to {len(resolved.text):,} characters, head and tail")
    if resolved.again:
        said.append("wants the prior answer in another form")
    if resolved.leans:
        on = "nothing known"
        if resolved.on_editor:
            on = "the open code"
        elif resolved.turn:
            on = f"[{resolved.turn.route or '?'}]"
        said.append(f"{resolved.leans}, leans on {on}")
    return [Step("resolve", "; ".join(said), _since(began))] if said else []


def _since(began: int) -> float:
    return (perf_counter_ns() - began) / 1000
