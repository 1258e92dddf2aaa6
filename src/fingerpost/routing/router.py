"""The router: a message in, a decision out. Reads from top to bottom as the message goes."""

from __future__ import annotations

import logging
import os
import threading
import weakref
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar

from fingerpost.conversation.history import recent
from fingerpost.conversation.resolve import resolve
from fingerpost.errors import MessageError, StudentError
from fingerpost.folder import is_student, load
from fingerpost.models.encoder import Batcher, EmbeddedEncoder, Encoder
from fingerpost.routebook import EDITOR, Cue, Routebook, Rule, Thresholds, build
from fingerpost.routing.cues import read_cues
from fingerpost.routing.rules import read_rules
from fingerpost.settings import Settings
from fingerpost.types import Decision, Example, Message, Resolved, Route, Step, Turn, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.student import Judgement, Student

log = logging.getLogger("fingerpost")


class Router:
    """Decides what a message needs. Safe to share between threads and event loops, and across fork.

    Nothing is loaded before it is needed: a rule that answers wakes neither student nor encoder.
    `warm()` loads both ahead of the first message.
    """

    _living: ClassVar[weakref.WeakSet[Router]] = weakref.WeakSet()

    def __init__(
        self,
        routes: Sequence[Route],
        *,
        rules: Sequence[Rule] = (),
        cues: Sequence[Cue] = (),
        thresholds: Thresholds = Thresholds(),  # noqa: B008 - it is frozen
        fallback: str | None = None,
        examples: Sequence[Example] = (),
        encoder: Encoder | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Take routes with their examples, or `examples` apart where a message leans on a turn or the editor."""
        book = build(
            "routes", routes, rules=rules, cues=cues, thresholds=thresholds, fallback=fallback, examples=examples
        )
        self._start(book, encoder, settings, None)

    @classmethod
    def from_routebook(
        cls,
        place: str | Path | Routebook,
        *,
        encoder: Encoder | None = None,
        settings: Settings | None = None,
        student: Student | None = None,
    ) -> Router:
        """Build a router from an installed routebook's name, its folder, a trained student's folder, or a Routebook."""
        encoder = encoder or EmbeddedEncoder()
        if not isinstance(place, Routebook):
            if student is None and is_student(Path(place)):
                place, student = open_student(Path(place), encoder)
            else:
                place = load(place)
        router = cls.__new__(cls)
        router._start(place, encoder, settings, student)
        return router

    def _start(
        self, book: Routebook, encoder: Encoder | None, settings: Settings | None, student: Student | None
    ) -> None:
        self.routebook = book
        self.settings = settings or Settings.from_environment()
        self.batcher = Batcher(encoder or EmbeddedEncoder())
        self._names = frozenset(book.names)
        self._transparent = book.transparent
        self._student = student
        self._loading = threading.Lock()
        self._living.add(self)

    def route(self, message: str | Message) -> Decision:
        """Decide on the caller's own thread."""
        return self._logged(self._route(as_message(message)))

    async def aroute(self, message: str | Message) -> Decision:
        """Decide without blocking the event loop; concurrent calls share batches."""
        return self._logged(await self._aroute(as_message(message)))

    def route_many(self, messages: Sequence[str | Message]) -> list[Decision]:
        """Decide a batch: what needs the student is encoded together."""
        asked = [as_message(message) for message in messages]
        early = [self._without_student(message) for message in asked]
        waiting = [found for found in early if not isinstance(found, Decision)]
        if waiting:
            self.warm_student()
        began = perf_counter_ns()
        vectors = iter(self.batcher.encode_many([resolved.text for resolved, _ in waiting]) if waiting else ())
        together = Step("encoder", f"{len(waiting)} messages together", _since(began))
        decisions = []
        for message, found in zip(asked, early, strict=True):
            if isinstance(found, Decision):
                decisions.append(found)
                continue
            resolved, steps = found
            resolved = self._with_turn(message, resolved)
            decisions.append(self._with_student(resolved, next(vectors), (*steps, together)))
        return [self._logged(decision) for decision in decisions]

    def warm(self) -> Router:
        """Load student and encoder now, and return the router."""
        self.warm_student()
        self.batcher.encode("")
        return self

    def warm_student(self) -> Student | None:
        """Load or fit the student if the routebook has examples, once, whoever asks first."""
        if self._student is None and self.routebook.examples:
            with self._loading:
                if self._student is None:
                    from fingerpost.routing.shelf import obtain

                    self._student = obtain(self.routebook, self.batcher.encoder, self.settings.cache)
        return self._student

    def judge(self, resolved: Resolved, vector: Any) -> Judgement:
        """Return the student's opinion of a resolved message, for those who want more than the decision."""
        if self._student is None:
            raise StudentError("this router has no student: its routebook has no examples. Add some, or rely on rules")
        return self._student.judge(vector, resolved.folded, _after(resolved))

    def resolve(self, message: str | Message) -> Resolved:
        """Return what the layers will see of a message."""
        return resolve(as_message(message), self._transparent)

    # The cascade, in order: declared, rules, student, fallback.

    def _route(self, message: Message) -> Decision:
        early = self._without_student(message)
        if isinstance(early, Decision):
            return early
        resolved, steps = early
        self.warm_student()
        resolved = self._with_turn(message, resolved)
        began = perf_counter_ns()
        vector = self.batcher.encode(resolved.text)
        steps = (*steps, Step("encoder", f"{len(vector)} numbers", _since(began)))
        return self._with_student(resolved, vector, steps)

    async def _aroute(self, message: Message) -> Decision:
        early = self._without_student(message)
        if isinstance(early, Decision):
            return early
        resolved, steps = early
        if self._student is None:
            await self.batcher.run(self.warm_student)
        for turn in _unjudged(message, resolved):
            resolved = _leaning_on(resolved, turn, await self._aroute(Message(turn.text)))
            if _after(resolved) not in self._transparent:
                break
        began = perf_counter_ns()
        vector = await self.batcher.aencode(resolved.text)
        steps = (*steps, Step("encoder", f"{len(vector)} numbers", _since(began)))
        return self._with_student(resolved, vector, steps)

    def _with_turn(self, message: Message, resolved: Resolved) -> Resolved:
        """Judge the turns that it may lean on where nobody recorded their routes; small talk is looked past."""
        for turn in _unjudged(message, resolved):
            resolved = _leaning_on(resolved, turn, self._route(Message(turn.text)))
            if _after(resolved) not in self._transparent:
                break
        return resolved

    def _without_student(self, message: Message) -> Decision | tuple[Resolved, tuple[Step, ...]]:
        began = perf_counter_ns()
        if message.declared is not None:
            return self._declared(message.declared, began)
        resolved = resolve(message, self._transparent)
        steps = _resolve_steps(resolved, began)
        if not resolved.text.strip():
            return self._fallback(resolved, None, "the message is empty", steps, began)
        began = perf_counter_ns()
        fired = read_rules(self.routebook.rules, resolved)
        if fired is not None:
            return _decision(fired, "rules", steps, began)
        if self.routebook.rules:
            steps = (*steps, Step("rules", "abstain", _since(began)))
        if not self.routebook.examples and self._student is None:
            return self._fallback(resolved, None, "no rule fired and the routebook has no examples", steps, began)
        return resolved, steps

    def _with_student(self, resolved: Resolved, vector: Any, steps: tuple[Step, ...]) -> Decision:
        began = perf_counter_ns()
        student = self.warm_student()
        if student is None:
            raise StudentError("the routebook has no examples, so there is no student to ask")
        verdict = student.verdict(student.judge(vector, resolved.folded, _after(resolved)))
        bar = self.routebook.thresholds.accept
        if bar is not None and (verdict.scope is None or verdict.scope >= 0):
            accepted = verdict.confidence >= bar
            says = "reaches" if accepted else "is below"
            reason = f"confidence {verdict.confidence:.2f} {says} the fixed bar of {bar:.2f}"
            verdict = replace(verdict, accepted=accepted, reason=reason)
        if verdict.accepted:
            return _decision(verdict, "student", steps, began)
        steps = (*steps, Step("student", verdict.reason, _since(began)))
        return self._fallback(resolved, verdict, verdict.reason, steps, perf_counter_ns())

    def _declared(self, name: str, began: int) -> Decision:
        if name not in self._names:
            raise MessageError(f"declared route {name!r} does not exist; routes: {', '.join(self.routebook.names)}")
        verdict = Verdict(name, accepted=True, confidence=1.0, reason="declared by the caller", margin=1.0)
        return _decision(verdict, "declared", (), began)

    def _fallback(
        self, resolved: Resolved, guess: Verdict | None, why: str, steps: tuple[Step, ...], began: int
    ) -> Decision:
        """Nobody was sure: the student's candidate, else a cue, else the routebook's fallback, else none."""
        book = self.routebook
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

    def _logged(self, decision: Decision) -> Decision:
        if log.isEnabledFor(logging.INFO):
            fired = [rule for rule in self.routebook.rules if f"rule:{rule.name}" in decision.signals]
            if fired and fired[0].note:
                log.info("[classify] %s -> %s", fired[0].note, decision.route)
            else:
                said = f"layer={decision.layer} confidence={decision.confidence:.2f} accepted={decision.accepted}"
                log.info("[prepare/classify] %s -> %s", said, decision.route)
        return decision

    @classmethod
    def _after_fork(cls) -> None:
        # Whichever thread was loading a student lives on in the parent only.
        for router in list(cls._living):
            router._loading = threading.Lock()


def open_student(folder: Path, encoder: Encoder) -> tuple[Routebook, Student]:
    """Return what `fingerpost train` wrote, as a routebook of bare routes and its student."""
    from fingerpost.folder import read_examples
    from fingerpost.routing.student import Student

    student = Student.load(folder, encoder.fingerprint)
    taught = tuple(e for e in read_examples(folder / "examples.jsonl") if e.route in student.routes)
    return Routebook(name=folder.name, routes=tuple(map(Route, student.routes)), examples=taught), student


def as_message(message: str | Message) -> Message:
    """Take text or a Message."""
    return message if isinstance(message, Message) else Message(message)


def _decision(verdict: Verdict, layer: str, steps: tuple[Step, ...], began: int) -> Decision:
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
        trail=(*steps, Step(layer, f"{verdict.route}: {verdict.reason}", _since(began))),
    )


def _unjudged(message: Message, resolved: Resolved) -> Sequence[Turn]:
    """Return the turns it may lean on, the last first, if nobody recorded the route of the one it leans on."""
    if resolved.turn is None or resolved.turn.route is not None:
        return ()
    return recent(message)[::-1]


def _leaning_on(resolved: Resolved, turn: Turn, judged: Decision) -> Resolved:
    return replace(resolved, turn=turn._replace(route=judged.route))


def _after(resolved: Resolved) -> str | None:
    if resolved.on_editor:
        return EDITOR
    return resolved.turn.route if resolved.turn else None


def _resolve_steps(resolved: Resolved, began: int) -> tuple[Step, ...]:
    said = []
    if resolved.was_cut:
        said.append(f"cut from {len(resolved.whole):,} to {len(resolved.text):,} characters, head and tail")
    if resolved.again:
        said.append("wants the prior answer in another form")
    if resolved.leans:
        on = (
            "the open code"
            if resolved.on_editor
            else f"[{resolved.turn.route or '?'}]"
            if resolved.turn
            else "nothing known"
        )
        said.append(f"{resolved.leans}, leans on {on}")
    return (Step("resolve", "; ".join(said), _since(began)),) if said else ()


def _since(began: int) -> float:
    return (perf_counter_ns() - began) / 1000


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Router._after_fork)
