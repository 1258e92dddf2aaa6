"""The router: a message in, a decision out. Its layers and their order stand in `cascade.py`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Protocol

from fingerpost.errors import MessageError, StudentError
from fingerpost.models.encoder import Batcher, Encoder
from fingerpost.models.factory import open_encoder, open_label_chooser
from fingerpost.observability import spans
from fingerpost.observability.events import is_logged, log_event
from fingerpost.observability.facts import RULES, current_facts, record_facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.check import build
from fingerpost.routebook.configure import configured
from fingerpost.routebook.guards import HITS
from fingerpost.routebook.load import is_student, load
from fingerpost.routebook.model import Cue, Routebook, Rule, Thresholds
from fingerpost.routing.cascade import Cascade, after
from fingerpost.routing.contract import Demands, check_routing, report
from fingerpost.routing.effects import Ask, Encode, Load, Loaded, Look, Need
from fingerpost.routing.evidence.document_search import Documents, Find
from fingerpost.routing.evidence.supervisor import CORRECTED
from fingerpost.routing.layers.memo import Memo, key_of, place_of
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.run import Run, decide_together
from fingerpost.runtime.fork import reset_after_fork
from fingerpost.settings import Settings
from fingerpost.types import Decision, Example, Fact, Message, Resolved, Route, Verdict

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser
    from fingerpost.retrieval.search import Retriever
    from fingerpost.routing.layers.few_shot import Shots
    from fingerpost.routing.student.model import Judgement, Student


class Routes(Protocol):
    """What gives the router of this moment: a Router itself, or a LiveRouter."""

    @property
    def router(self) -> Router:
        """Return the router on which a request begins and ends."""


class Router:
    """Decides what a message needs. Safe to share between threads and event loops, and across fork.

    Nothing is loaded before it is needed: a rule that answers wakes neither student nor encoder.
    `warm()` loads both ahead of the first message. It never writes to a store.
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
        """Take routes with their examples, or `examples` apart where a message leans on a turn or the editor."""
        book = build(
            "routes", routes, rules=rules, cues=cues, thresholds=thresholds, fallback=fallback, examples=examples
        )
        settings = settings or Settings.from_environment()
        self._start(book, Batcher(encoder or open_encoder(settings)), settings, None, memo)

    @classmethod
    def from_routebook(
        cls,
        place: str | Path | Routebook,
        *,
        encoder: Encoder | None = None,
        settings: Settings | None = None,
        student: Student | None = None,
        memo: Memo | None = None,
        find: Find | None = None,
    ) -> Router:
        """Build a router from an installed routebook's name, its folder, a trained student's folder, or a Routebook.

        `memo=Memo(size=0)` remembers nothing from one message to the next. `find` looks for evidence in documents of
        your own, in place of those of the routebook: it is given a message's vector and returns scores from 0 to 1.
        """
        settings = settings or Settings.from_environment()
        encoder = encoder or open_encoder(settings)
        if not isinstance(place, Routebook):
            if student is None and is_student(Path(place)):
                place, student = open_student(Path(place), encoder)
            else:
                place = load(place)
        router = cls.__new__(cls)
        router._start(place, Batcher(encoder), settings, student, memo, find=find)
        return router

    @property
    def router(self) -> Router:
        """Return itself: whoever may be given a LiveRouter asks for the router of the moment."""
        return self

    @property
    def version(self) -> str:
        """Return a name that changes with routebook, encoder, given student and language model."""
        return self._cascade.version

    def rebuilt(self, book: Routebook, student: Student | None = None) -> Router:
        """Return a router for a changed routebook or another student that shares encoder, memo and language model.

        Without a student it is the one that the routebook's own examples give.
        """
        router = type(self).__new__(type(self))
        router._start(book, self.batcher, self.settings, student, self.memo, self.chooser, self._documents)
        return router

    def _start(
        self,
        book: Routebook,
        batcher: Batcher,
        settings: Settings,
        student: Student | None,
        memo: Memo | None,
        chooser: LabelChooser | None = None,
        documents: Documents | None = None,
        find: Find | None = None,
    ) -> None:
        book = configured(book, settings)
        self.routebook, self.batcher, self.settings = book, batcher, settings
        self.memo = memo or Memo()
        self.chooser = chooser or open_label_chooser(settings)
        self._student = student
        self._shots: Shots | None = None
        self.demands = Demands(book)
        self.counted = True
        self._loading = threading.Lock()
        model = self.chooser.chat.where if self.chooser else ""
        classifiers = f"{batcher.encoder.fingerprint}-{student.key if student else ''}-{model}"
        learns = bool(book.examples) or student is not None
        self._documents = documents or Documents(settings, batcher, find)
        looks = self._documents.own or any(route.retrieval for route in book.routes)
        self._cascade = Cascade(book, self.memo, classifiers, learns=learns, asks=self.chooser is not None, looks=looks)
        reset_after_fork(self)
        if settings.spans:
            spans.enable()

    def route(self, message: str | Message) -> Decision:
        """Decide on the caller's own thread."""
        message, began = as_message(message), perf_counter_ns()
        run = Run(self._cascade.decide(message))
        while run.needs is not None:
            try:
                given = self._provide(run.needs, run.facts)
            except Exception as error:  # noqa: BLE001 - the cascade raises again what it cannot do without
                run.fail(error)
            else:
                run.give(given)
        return self._finished(message, run, began)

    async def aroute(self, message: str | Message) -> Decision:
        """Decide without blocking the event loop; concurrent calls share batches."""
        message, began = as_message(message), perf_counter_ns()
        run = Run(self._cascade.decide(message))
        while run.needs is not None:
            try:
                given = await self._aprovide(run.needs, run.facts)
            except Exception as error:  # noqa: BLE001 - the cascade raises again what it cannot do without
                run.fail(error)
            else:
                run.give(given)
        return self._finished(message, run, began)

    def route_many(self, messages: Sequence[str | Message]) -> list[Decision]:
        """Decide a batch: what needs the student is encoded together, what needs the model is asked at once."""
        asked, began = [as_message(message) for message in messages], perf_counter_ns()
        runs = [Run(self._cascade.decide(message)) for message in asked]
        decide_together(runs, _Together(self))
        # Each took as long as its batch: that is what its caller waited.
        return [self._finished(message, run, began) for message, run in zip(asked, runs, strict=True)]

    def warm(self) -> Router:
        """Load student, encoder and the model's client now, and return the router."""
        if self._cascade.learns:
            self._load()
        self.batcher.encode("")
        if HITS in self._cascade.probes.reads and not self._documents.own:
            self._documents.open(self.routebook)
        if self.chooser is not None:
            # A child that is forked in the middle of this import could never finish it.
            import openai  # noqa: F401
        return self

    def lend(self, retriever: Retriever) -> None:
        """Take what searches the documents for answers for evidence too, until `close`."""
        self._documents.lend(retriever)

    def close(self) -> None:
        """Close the connections to model servers and the index, if there are any."""
        self._documents.close()
        if self.chooser is not None:
            from fingerpost.runtime import background_loop

            background_loop.run_blocking(self.chooser.chat.close())
        if self.settings.encoder is not None:
            from fingerpost.models.remote_encoder import RemoteEncoder

            if isinstance(self.batcher.encoder, RemoteEncoder):
                self.batcher.encoder.close()

    def warm_student(self) -> Student | None:
        """Load or fit the student if the routebook has examples, once, whoever asks first."""
        if self._student is None and self.routebook.examples:
            with self._loading:
                if self._student is None:
                    from fingerpost.routing.student.cache import obtain

                    self._student = obtain(self.routebook, self.batcher.yielding_encoder, self.settings.cache)
        return self._student

    def judge(self, resolved: Resolved, vector: Any) -> Judgement:
        """Return the student's opinion of a resolved message, for those who want more than the decision."""
        if self._student is None:
            raise StudentError("this router has no student: its routebook has no examples. Add some, or rely on rules")
        return self._student.judge(vector, resolved.folded, after(resolved))

    def resolve(self, message: str | Message) -> Resolved:
        """Return what the layers will see of a message."""
        return self._cascade.resolve(as_message(message))

    def correct(self, message: str | Message, route: str) -> None:
        """Decide this very message so from now on, for as long as the memo keeps it."""
        message = as_message(message)
        if route not in self.routebook.names:
            raise MessageError(f"route {route!r} does not exist; routes: {', '.join(self.routebook.names)}")
        key = key_of(place_of(message, self._cascade.version), self.resolve(message))
        if key is None:
            raise MessageError("a message that leans on others, or is very long, is not remembered: nothing to correct")
        verdict = Verdict(route, accepted=True, confidence=1.0, reason="corrected", margin=1.0, signals=(CORRECTED,))
        if read_rules(self.routebook.rules, self.resolve(message)) is not None:
            raise MessageError("a rule of the routebook decides this message: change the rule")
        self.memo.correct(key, verdict)

    # What the cascade needs from outside, for callers that wait and callers that await.

    def _provide(self, need: Need, facts: list[Fact]) -> Any:
        if isinstance(need, Encode):
            return self.batcher.encode(need.text)
        if isinstance(need, Load):
            return self._load()
        if isinstance(need, Look):
            need.found.append(self._documents.finder(self.routebook).look(need.vector))
            return None
        from fingerpost.runtime import background_loop

        return background_loop.run_blocking(self._ask(need, facts))

    async def _aprovide(self, need: Need, facts: list[Fact]) -> Any:
        if isinstance(need, Encode):
            return await self.batcher.aencode(need.text)
        if isinstance(need, Load):
            return await self.batcher.run(self._load)
        if isinstance(need, Look):
            need.found.append(await self._documents.finder(self.routebook).alook(need.vector))
            return None
        from fingerpost.runtime import background_loop

        return await background_loop.run(self._ask(need, facts))

    async def _ask(self, need: Ask, facts: list[Fact]) -> Verdict:
        """Ask the language model, on the background loop."""
        from fingerpost.routing.layers.llm import decide

        if self.chooser is None:
            raise RuntimeError("the cascade asks a model only where there is one")
        with record_facts(facts):
            if need.look is None:
                return await decide(self.chooser, self.routebook, need.question, self.settings.voting)
            import asyncio

            finder = self._documents.finder(self.routebook)
            looking = asyncio.ensure_future(finder.alook(need.look.vector))
            try:
                return await decide(self.chooser, self.routebook, need.question, self.settings.voting)
            finally:
                need.look.found.append(await looking)

    def _load(self) -> Loaded:
        student = self.warm_student()
        if student is None:
            raise StudentError("the routebook has no examples, so there is no student to ask")
        if self.chooser is not None and self._shots is None and self.routebook.examples:
            with self._loading:
                if self._shots is None:
                    from fingerpost.routing.layers.few_shot import Shots

                    self._shots = Shots(self.routebook.examples, self.batcher.yielding_encoder, self.settings.cache)
        self._cascade.loaded = Loaded(student, self._shots)
        return self._cascade.loaded

    counted: bool
    """Whether its decisions count: those of one that only decides beside another are neither measured nor told."""

    def _finished(self, message: Message, run: Run, began: int) -> Decision:
        if not self.counted:
            return run.decision
        decision, facts, took = run.decision, run.facts, perf_counter_ns() - began
        METRICS.observe("decisions", took / 1e9, (("layer", decision.layer), ("route", decision.route or "")))
        outer = current_facts()
        if outer is not None:
            outer.extend(facts)
        if facts or decision.layer != "memo":
            self._check(message, decision, facts)
        spans.record_decision(decision, took)
        if is_logged():
            self._tell(decision)
        return decision

    def _check(self, message: Message, decision: Decision, facts: list[Fact]) -> None:
        """Compare the decision with the contract. What the memo gives was checked when it was first decided.

        Where the rules were read, they carry RC-01 and RC-02 out; a trace has the text read again, apart from them.
        """
        declared = message.declared is not None
        unread = not declared and not any(fact.what == RULES for fact in facts)
        demand = self.demands.of(message.text) if unread else None
        breaches = check_routing(demand, decision.route, declared=declared, facts=facts)
        if breaches:
            report(breaches)

    def _tell(self, decision: Decision) -> None:
        values = {"route": decision.route, "layer": decision.layer, "confidence": round(decision.confidence, 4)}
        fired = [rule for rule in self.routebook.rules if f"rule:{rule.name}" in decision.signals]
        if fired and fired[0].note:
            log_event(f"[classify] {fired[0].note} -> {decision.route}", **values)
        else:
            said = f"layer={decision.layer} confidence={decision.confidence:.2f} accepted={decision.accepted}"
            log_event(f"[prepare/classify] {said} -> {decision.route}", accepted=decision.accepted, **values)

    def after_fork(self) -> None:
        """Begin with a free lock: whichever thread was loading a student lives on in the parent only."""
        self._loading = threading.Lock()


def open_student(folder: Path, encoder: Encoder) -> tuple[Routebook, Student]:
    """Return what `fingerpost train` wrote, as a routebook of bare routes and its student."""
    from fingerpost.routebook.load import read_examples
    from fingerpost.routing.student import serialization

    student = serialization.load(folder, encoder.fingerprint)
    taught = tuple(e for e in read_examples(folder / "examples.jsonl") if e.route in student.routes)
    return Routebook(name=folder.name, routes=tuple(map(Route, student.routes)), examples=taught), student


def as_message(message: str | Message) -> Message:
    """Take text or a Message."""
    return message if isinstance(message, Message) else Message(message)


class _Together:
    """What a batch of messages needs, for all of them at once."""

    def __init__(self, router: Router) -> None:
        self._router = router

    def load(self) -> Loaded:
        return self._router._load()

    def look_all(self, vectors: Sequence[Any]) -> Sequence[Sequence[float] | None]:
        router = self._router
        finder = router._documents.finder(router.routebook)
        return [finder.look(vector) for vector in vectors]

    def encode_all(self, texts: Sequence[str]) -> Sequence[Any]:
        return list(self._router.batcher.encode_many(texts))

    def ask_all(self, asks: Sequence[tuple[Ask, list[Fact]]]) -> Sequence[Any]:
        import asyncio

        from fingerpost.runtime import background_loop

        async def together() -> list[Any]:
            questions = (self._router._ask(ask, facts) for ask, facts in asks)
            answers: list[Any] = await asyncio.gather(*questions, return_exceptions=True)
            return answers

        return background_loop.run_blocking(together())
