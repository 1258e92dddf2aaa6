"""The router: a message in, a decision out. The layers and their order are in `cascade.py`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Protocol
from weakref import ref

from fingerpost.audit.auditor import Auditor, TextReading, report
from fingerpost.errors import MessageError, StudentError
from fingerpost.models.encoder import Batcher, Encoder
from fingerpost.models.factory import batcher_after_edit, document_batcher, given_or_opened, open_label_chooser
from fingerpost.observability import spans
from fingerpost.observability.events import is_logged
from fingerpost.observability.facts import HISTORY, LOADED, current_facts, record_facts
from fingerpost.routebook.apply_settings import configured
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import HITS
from fingerpost.routebook.load import is_student, load
from fingerpost.routebook.model import Cue, Routebook, Rule, Thresholds
from fingerpost.routing.cascade import Cascade
from fingerpost.routing.effects import AskModel, Effect, Encode, LoadedStudent, LoadStudent, ReadByApp, SearchDocuments
from fingerpost.routing.evidence.document_search import DocumentSearch, RoutebookDocuments
from fingerpost.routing.evidence.supervisor import CORRECTED
from fingerpost.routing.layers.memo import Memo, memo_key_of, text_key_of
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.message_state import context_of
from fingerpost.routing.run import DecisionRun, decide_batch
from fingerpost.routing.trace import count_decision, log_decision
from fingerpost.runtime import background_loop
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.runtime.origin import set_message, set_router
from fingerpost.settings import Settings
from fingerpost.types import Decision, Example, Fact, Message, Resolved, Route, Verdict

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser
    from fingerpost.retrieval.search import Retriever
    from fingerpost.routing.explanation.model import Explanation
    from fingerpost.routing.layers.few_shot import FewShotExamples
    from fingerpost.routing.layers.model_check import CheckedModel
    from fingerpost.routing.student.model import Prediction, Student


class RouterSource(Protocol):
    """Anything that provides the current router: a Router itself, or a LiveRouter."""

    @property
    def router(self) -> Router:
        """Return the current router; one request uses the same one throughout."""


class Router:
    """Decides the route of a message. Safe to share between threads and event loops, and across fork.

    Student and encoder are loaded when first needed, or ahead of the first message by `warm()`. A router never writes
    to a store. `records_decisions`: whether decisions are counted, traced and logged; False for a shadow router.
    """

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
        memo: Memo | None = None,
    ) -> None:
        """Take routes with their examples; `examples` are for messages that depend on a turn or on the editor."""
        book = build(
            "routes", routes, rules=rules, cues=cues, thresholds=thresholds, fallback=fallback, examples=examples
        )
        settings = settings or Settings.from_environment()
        self._start(book, Batcher(given_or_opened(encoder, settings)), settings, None, memo)

    @classmethod
    def from_routebook(
        cls,
        place: str | Path | Routebook,
        *,
        encoder: Encoder | None = None,
        settings: Settings | None = None,
        student: Student | None = None,
        memo: Memo | None = None,
        document_search: DocumentSearch | None = None,
    ) -> Router:
        """Build a router from an installed routebook's name, its folder, a trained student's folder, or a Routebook.

        `memo=Memo(size=0)` switches the memo off. `document_search` searches documents of your own for evidence, in
        place of the routebook's: it is given a message's vector and returns scores from 0 to 1.
        """
        settings = settings or Settings.from_environment()
        if not isinstance(place, Routebook):
            if student is None and is_student(Path(place)):
                from fingerpost.routing.student.serialization import load_student_folder

                encoder = given_or_opened(encoder, settings)
                place, student = load_student_folder(Path(place), encoder)
            else:
                place = load(place)
        encoder = given_or_opened(encoder, settings, place.encoder)
        router = cls.__new__(cls)
        router._start(place, Batcher(encoder), settings, student, memo, document_search=document_search)
        return router

    @property
    def router(self) -> Router:
        """Return the router itself, as a `RouterSource`."""
        return self

    @property
    def version(self) -> str:
        """Return an identifier that changes with routebook, encoder, given student and language model."""
        return self._cascade.version

    @cached_property
    def model(self) -> CheckedModel | None:
        """Return the language model, with how far its word goes here; None where the settings name none."""
        if self.chooser is None:
            return None
        from fingerpost.routing.layers.model_check import CheckedModel

        return CheckedModel(self.chooser, self.routebook, self.batcher, self.settings, self.memo, self._reference)

    def rebuilt(self, book: Routebook, student: Student | None = None) -> Router:
        """Return a router for a changed routebook, or another student (else it fits one), that shares all the rest."""
        router = type(self).__new__(type(self))
        batcher = batcher_after_edit(self.batcher, self.settings, self.routebook.encoder, book.encoder)
        router._start(book, batcher, self.settings, student, self.memo, self.chooser, self.documents)
        return router

    def _start(
        self,
        book: Routebook,
        batcher: Batcher,
        settings: Settings,
        student: Student | None,
        memo: Memo | None,
        chooser: LabelChooser | None = None,
        documents: RoutebookDocuments | None = None,
        document_search: DocumentSearch | None = None,
    ) -> None:
        book = configured(book, settings)
        self.routebook, self.batcher, self.settings = book, batcher, settings
        self.memo = memo or Memo()
        self.chooser = chooser or open_label_chooser(settings)
        self._student = student
        self._few_shot: FewShotExamples | None = None
        self.auditor = Auditor(book)
        self.records_decisions = True
        self._loading, self._reference = threading.Lock(), ref(self)
        model = self.chooser.chat.where if self.chooser else ""
        classifiers = f"{batcher.encoder.fingerprint}-{student.key if student else ''}-{model}"
        self.documents = documents or RoutebookDocuments(settings, document_batcher(batcher), document_search)
        self._cascade = Cascade(
            book,
            self.memo,
            classifiers,
            has_student=bool(book.examples) or student is not None,
            has_model=self.chooser is not None,
            has_documents=self.documents.has_own_search or any(route.retrieval for route in book.routes),
            one_encoder=self.documents.has_own_search or self.documents.batcher is batcher,
        )
        reset_after_fork(self)
        if settings.spans:
            spans.enable()

    def route(self, message: str | Message) -> Decision:
        """Return the decision for a message, blocking the caller's thread."""
        message, began = as_message(message), perf_counter_ns()
        run = DecisionRun(self._cascade.decide(message))
        while run.effect is not None:
            try:
                result = self._perform(run.effect, run.facts)
            except Exception as error:  # noqa: BLE001 - the cascade raises it again where it has no alternative
                run.throw(error)
            else:
                run.resume(result)
        return self._finish(message, run, began)

    async def aroute(self, message: str | Message) -> Decision:
        """Return the decision without blocking the event loop; concurrent calls are encoded in batches."""
        message, began = as_message(message), perf_counter_ns()
        run = DecisionRun(self._cascade.decide(message))
        while run.effect is not None:
            try:
                result = await self._aperform(run.effect, run.facts)
            except Exception as error:  # noqa: BLE001 - the cascade raises it again where it has no alternative
                run.throw(error)
            else:
                run.resume(result)
        return self._finish(message, run, began)

    def route_many(self, messages: Sequence[str | Message]) -> list[Decision]:
        """Return the decisions for a batch: texts are encoded together, and the model is asked concurrently."""
        batch, began = [as_message(message) for message in messages], perf_counter_ns()
        runs = [DecisionRun(self._cascade.decide(message)) for message in batch]
        decide_batch(runs, _BatchEffects(self))
        # Each message counts the time of the whole batch: its caller waited that long.
        return [self._finish(message, run, began) for message, run in zip(batch, runs, strict=True)]

    def explain(self, message: str | Message, decision: Decision | None = None, seconds: float = 5.0) -> Explanation:
        """Return why a message gets its decision (or this one), with trials that take about so many seconds."""
        from fingerpost.routing.explanation.explain import explain

        return explain(self, as_message(message), decision, seconds)

    def warm(self) -> Router:
        """Load student, encoder and the model's client now; return the router."""
        if self._cascade.has_student:
            self._load()
        self.batcher.encode("")
        if HITS in self._cascade.probes.reads and not self.documents.has_own_search:
            self.documents.open(self.routebook)
        if self.model is not None:
            # A child process forked during this import could never finish it.
            import openai  # noqa: F401
        return self

    def share_retriever(self, retriever: Retriever) -> None:
        """Use the retriever that finds passages for answers to search for evidence too, until `close`."""
        self.documents.share_retriever(retriever)

    def close(self) -> None:
        """Close the connections to model servers and the index."""
        self.documents.close()
        if self.chooser is not None and self.model is not None:
            self.model.close()
            background_loop.run_blocking(self.chooser.chat.close())
        if self.settings.encoder is not None:
            from fingerpost.models.remote_encoder import RemoteEncoder

            if isinstance(self.batcher.encoder, RemoteEncoder):
                self.batcher.encoder.close()

    def warm_student(self) -> Student | None:
        """Return the student, loaded or fitted at the first call; None without examples."""
        if self._student is None and self.routebook.examples:
            with self._loading:
                if self._student is None:
                    from fingerpost.routing.student.cache import load_or_fit

                    self._student = load_or_fit(self.routebook, self.batcher.yielding_encoder, self.settings.cache)
        return self._student

    def predict(self, resolved: Resolved, vector: Any) -> Prediction:
        """Return the student's probabilities for a resolved message and its vector."""
        if self._student is None:
            raise StudentError(
                "this router has no classifier: its routebook has no examples. Add some, or rely on rules"
            )
        return self._student.predict(vector, resolved.folded, context_of(resolved))

    def resolve(self, message: str | Message) -> Resolved:
        """Return the message as the layers see it."""
        return self._cascade.resolve(as_message(message))

    def correct(self, message: str | Message, route: str) -> None:
        """Store a person's correction: the memo returns this route for the message until the entry expires."""
        message = as_message(message)
        if route not in self.routebook.names:
            raise MessageError(f"route {route!r} does not exist; routes: {', '.join(self.routebook.names)}")
        resolved = self.resolve(message)
        key = memo_key_of(text_key_of(message, self._cascade.version), resolved)
        if key is None:
            raise MessageError("very long messages, and those that refer to others, are not stored: nothing to correct")
        verdict = Verdict(route, accepted=True, confidence=1.0, reason="corrected", margin=1.0, signals=(CORRECTED,))
        if read_rules(self.routebook.rules, resolved) is not None:
            raise MessageError("a rule of the routebook decides this message: change the rule")
        self.memo.correct(key, verdict, resolved.text)

    def _perform(self, effect: Effect, facts: list[Fact]) -> Any:
        if isinstance(effect, Encode):
            return (self.documents.batcher if effect.for_documents else self.batcher).encode(effect.text)
        if isinstance(effect, LoadStudent):
            facts.append(Fact(LOADED, {}))
            return self._load()
        if isinstance(effect, SearchDocuments):
            effect.results.append(self.documents.evidence_search(self.routebook).search(effect.vector))
            return None
        if isinstance(effect, ReadByApp):
            return effect.read()
        return background_loop.run_blocking(self._ask(effect, facts))

    async def _aperform(self, effect: Effect, facts: list[Fact]) -> Any:
        if isinstance(effect, Encode):
            return await (self.documents.batcher if effect.for_documents else self.batcher).aencode(effect.text)
        if isinstance(effect, LoadStudent):
            facts.append(Fact(LOADED, {}))
            return await self.batcher.run(self._load)
        if isinstance(effect, SearchDocuments):
            effect.results.append(await self.documents.evidence_search(self.routebook).asearch(effect.vector))
            return None
        if isinstance(effect, ReadByApp):
            return await asyncio.to_thread(effect.read)
        return await background_loop.run(self._ask(effect, facts))

    async def _ask(self, effect: AskModel, facts: list[Fact]) -> Verdict:
        """Ask the language model, on the background loop."""
        if self.model is None:
            raise RuntimeError("the cascade must not ask a model where none is configured")
        with record_facts(facts):
            if effect.search is None:
                return await self.model.ask(effect.question)
            evidence_search = self.documents.evidence_search(self.routebook)
            searching = asyncio.ensure_future(evidence_search.asearch(effect.search.vector))
            try:
                return await self.model.ask(effect.question)
            finally:
                effect.search.results.append(await searching)

    def _load(self) -> LoadedStudent:
        student = self.warm_student()
        if student is None:
            raise StudentError("the routebook has no examples, so there is no classifier to ask")
        if self.chooser is not None and self._few_shot is None and self.routebook.examples:
            with self._loading:
                if self._few_shot is None:
                    from fingerpost.routing.layers.few_shot import FewShotExamples

                    encoder = self.batcher.yielding_encoder
                    self._few_shot = FewShotExamples(self.routebook.examples, encoder, self.settings.cache)
        from fingerpost.routing.layers.small_talk import open_small_talk

        talk = open_small_talk(self.routebook, self.batcher.yielding_encoder, self.settings.cache)
        self._cascade.loaded = LoadedStudent(student, self._few_shot, talk)
        return self._cascade.loaded

    def _finish(self, message: Message, run: DecisionRun, began: int) -> Decision:
        """Return the decision of a run, after it was counted, checked, traced and logged."""
        if not self.records_decisions:
            return run.decision
        decision, facts, took = run.decision, run.facts, perf_counter_ns() - began
        set_router(decision, self._reference)
        set_message(decision, message)
        count_decision(decision, took / 1e9)
        outer = current_facts()
        if outer is not None:
            outer.extend(facts)
        if facts or decision.layer != "memo":
            self._check_contract(message, decision, facts)
        spans.record_decision(decision, took)
        if is_logged():
            log_decision(self.routebook, decision)
        return decision

    def _check_contract(self, message: Message, decision: Decision, facts: list[Fact]) -> None:
        """Report breaches of the contract. A verdict from the memo was checked when it was first decided."""
        declared, reading = message.declared is not None, TextReading()
        if not declared:
            passed_on = HISTORY in [fact.what for fact in facts]
            reading = self.auditor.read(message.text, with_references=passed_on)
        breaches = self.auditor.check_decision(reading, decision.route, declared=declared, facts=facts)
        if breaches:
            report(breaches)

    def after_fork(self) -> None:
        """Replace the lock, which a thread of the parent may hold."""
        self._loading = threading.Lock()


def as_message(message: str | Message) -> Message:
    """Return a Message for a text or a Message."""
    return message if isinstance(message, Message) else Message(message)


class _BatchEffects:
    """Carries out the effects of a batch of messages."""

    def __init__(self, router: Router) -> None:
        self._router = router

    def load(self) -> LoadedStudent:
        return self._router._load()

    def search_all(self, vectors: Sequence[Any]) -> Sequence[Any]:
        router = self._router
        evidence_search = router.documents.evidence_search(router.routebook)
        return [evidence_search.search(vector) for vector in vectors]

    def encode_all(self, texts: Sequence[str], for_documents: bool) -> Sequence[Any]:
        batcher = self._router.documents.batcher if for_documents else self._router.batcher
        return list(batcher.encode_many(texts))

    def ask_all(self, asks: Sequence[tuple[AskModel, list[Fact]]]) -> Sequence[Any]:
        async def gather() -> list[Any]:
            questions = (self._router._ask(ask, facts) for ask, facts in asks)
            answers: list[Any] = await asyncio.gather(*questions, return_exceptions=True)
            return answers

        return background_loop.run_blocking(gather())
