"""The order in which layers are asked: declared, rules, memo, student, language model, fallback; then the supervisor.

`Cascade.decide` is a generator. It yields what it needs from outside (a vector, the student, a model's
verdict) and is given it; so that one text serves callers that wait, callers that await, and batches.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cached_property
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.resolve import resolve
from fingerpost.errors import MessageError, ModelError
from fingerpost.routebook.guards import HITS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import Ask, Deciding, Encode, Load, Loaded, Look, Need
from fingerpost.routing.evidence.probes import Probes, describe, with_hits
from fingerpost.routing.evidence.supervisor import CORRECTED, hangs_on_hits, may_hang_on_hits, supervise
from fingerpost.routing.layers.apps import NAMES_NONE, AppMatcher
from fingerpost.routing.layers.cues import read_cues
from fingerpost.routing.layers.memo import Key, Memo, Place, key_of, place_of
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.thresholds import fixed_threshold, least_confidence, or_next_likely
from fingerpost.routing.trail import closed, decision_of, resolve_steps, since
from fingerpost.types import ATTACHED, EDITOR, Decision, Evidence, Example, Message, Resolved, Step, Turn, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.layers.follow_up import Talk
    from fingerpost.routing.layers.llm import Question

CANDIDATES = 4
"""How many of the student's candidates a language model is told of."""
Kept = tuple[Key, Place]
"""Under what a verdict is kept in the memo: the normalised text, and the text as it was written."""


class _Seen:
    """What is known of a message on its way, for the supervisor."""

    __slots__ = ("evidence", "found", "naming", "references", "resolved", "turn", "vector")

    def __init__(self) -> None:
        self.naming = NAMES_NONE
        self.references: Resolved | None = None
        self.resolved: Resolved | None = None
        self.evidence: Evidence | None = None
        self.turn: Turn | None = None
        self.vector: Any = None
        self.found: list[Sequence[float] | None] = []


class Cascade:
    """The layers of one routebook.

    `learns` tells whether there is, or can be, a student, and `asks` whether there is a language model.
    `looks` tells whether documents can be searched for evidence. `classifiers` names student and model for the memo:
    their verdicts are not each other's.
    """

    def __init__(
        self, book: Routebook, memo: Memo, classifiers: str, *, learns: bool, asks: bool, looks: bool = False
    ) -> None:
        """Take the routebook and the memo that routers before and after a reload share."""
        self.book, self.memo, self._classifiers = book, memo, classifiers
        self.learns, self.asks = learns, asks
        self.probes = Probes(book)
        self._apps = AppMatcher(book) if book.apps else None
        self._supervises = self.probes.any or book.conversation
        self._looks = looks and HITS in self.probes.reads
        self._names, self._transparent = frozenset(book.names), book.transparent
        self._reads_attached = any(example.after == ATTACHED for example in book.examples)
        self.loaded: Loaded | None = None

    @cached_property
    def _talk(self) -> Talk:
        # Brings numpy along, which a message that a rule decides does without.
        from fingerpost.routing.layers.follow_up import Talk

        return Talk()

    @cached_property
    def version(self) -> str:
        """Return a name that changes with anything that a verdict depends on."""
        return f"{self.book.digest()}-{self._classifiers}"

    def resolve(self, message: Message) -> Resolved:
        """Return what the layers will see of a message."""
        resolved = resolve(message, self._transparent, self.book.assistant)
        return resolved._replace(attached=True) if message.attachments and self._reads_attached else resolved

    def decide(self, message: Message) -> Deciding:
        """Decide one message."""
        return self._supervised(message) if self._supervises else self._unsupervised(message)

    def _unsupervised(self, message: Message) -> Deciding:
        """Decide; the decision carries the references as they were resolved, for whoever answers."""
        seen = _Seen()
        decision = yield from self._decide(message, seen)
        return decision if seen.references is None else replace(decision, resolved=seen.references)

    def _supervised(self, message: Message) -> Deciding:
        """Decide, gather evidence and let the guards act on it."""
        seen = _Seen()
        decision = yield from self._decide(message, seen)
        if decision.layer == "declared":
            return decision
        began, resolved = perf_counter_ns(), seen.resolved or self.resolve(message)
        evidence = seen.evidence or self.probes.gather(message, resolved)
        if self._looks and hangs_on_hits(self.book, decision, evidence):
            found = yield from self._look(resolved, seen)
            if found is not None:
                evidence = with_hits(evidence, found)
        step = Step("probes", describe(evidence), since(began))
        decision = replace(decision, trail=(*decision.trail, step), resolved=resolved)
        decision = supervise(self.book, decision, evidence)
        return decision if self._apps is None else self._apps.sent(decision, message)

    def _look(self, resolved: Resolved, seen: _Seen) -> Generator[Need, Any, Sequence[float] | None]:
        if not seen.found:
            if seen.vector is None:
                try:
                    seen.vector = yield Encode(resolved.text)
                except ModelError:
                    return None
            yield Look(seen.vector, seen.found)
        return seen.found[0]

    def _decide(self, message: Message, seen: _Seen, *, local: bool = False) -> Deciding:
        """Ask the layers; `local` asks no language model."""
        began = perf_counter_ns()
        apps = self._apps
        if message.declared is not None:
            declared = self._declared(message.declared, began)
            return declared if apps is None else apps.sent(declared, message)
        if apps is None:
            return (yield from self._read(message, seen, began, local))
        settled = self._settled(apps, message, seen)
        if settled is not None:
            return apps.sent(decision_of(*settled, [], began), message)
        return apps.sent((yield from self._read(message, seen, began, local)), message)

    def _read(self, message: Message, seen: _Seen, began: int, local: bool) -> Deciding:
        """Ask the memo and the rules, and then the classifiers."""
        place = place_of(message, self.version)
        # What a conversation may have moved is not remembered for others.
        talking = self.book.conversation and bool(message.turns or message.intent_history)
        known = self.memo.recall_text(place)
        if known is not None and (not talking or CORRECTED in known.signals):
            return decision_of(known, "memo", [], began)
        resolved = seen.resolved = seen.references = seen.resolved or self.resolve(message)
        steps = resolve_steps(resolved, began)
        began = perf_counter_ns()
        if not resolved.text.strip():
            return self._fallback(resolved, None, "the message is empty", steps, began)
        fired = read_rules(self.book.rules, resolved)
        if fired is not None:
            if self._apps is not None:
                fired = self._apps.targeted(fired, message)
            return decision_of(fired, "rules", steps, began)
        if self.book.rules:
            steps.append(Step("rules", "abstain", since(began)))
        key = key_of(place, resolved)
        if key is not None:
            began = perf_counter_ns()
            known = self.memo.recall(key)
            if known is not None and (not talking or CORRECTED in known.signals):
                return decision_of(known, "memo", steps, began)
        kept = (key, place) if key is not None and not talking else None
        return (yield from self._classify(message, seen, kept, steps, local))

    def _settled(self, apps: AppMatcher, message: Message, seen: _Seen) -> tuple[Verdict, str] | None:
        """Return what the running app, its absence, or a trigger decides without any judgement."""
        resolved = seen.resolved = seen.references = self.resolve(message)
        seen.naming = apps.name(message, resolved)
        if seen.naming.likely is not None and resolved.addressed:
            # Where an app is named, it may be meant, whoever is called.
            seen.resolved = resolved._replace(addressed=False)
        return apps.settled(message, seen.naming) if resolved.text else None

    def _classify(self, message: Message, seen: _Seen, kept: Kept | None, steps: list[Step], local: bool) -> Deciding:
        verdict, vector, question = None, None, None
        resolved = seen.resolved or self.resolve(message)
        why = "no rule fired and the routebook has no examples"
        if self.learns:
            try:
                loaded: Loaded = self.loaded or (yield Load())
                resolved = seen.resolved = yield from self._judge_turn(message, resolved)
                began = perf_counter_ns()
                vector = seen.vector = yield Encode(resolved.text)
                steps.append(Step("encoder", f"{len(vector)} numbers", since(began)))
                if self.book.conversation:
                    resolved = seen.resolved = yield from self._follow(message, resolved, loaded, seen, steps)
                verdict, question = self._ask_student(message, loaded, seen, steps, local)
            except ModelError as fault:
                # An encoder behind a server that is down; the embedded one does not fail.
                why = f"no vector: {fault}"
                seen.found.append(None)
                steps.append(Step("encoder", why, since(perf_counter_ns())))
            else:
                if verdict.accepted and question is None:
                    if kept is not None:
                        self.memo.keep(kept[0], verdict, "student", kept[1])
                    return closed(verdict, "student", steps)
                why = verdict.reason
        if self.asks and not local:
            answered = yield from self._ask_model(message, seen, kept, question, steps)
            if answered is not None:
                return answered
        if verdict is not None and verdict.accepted:
            # The model was asked first, and gave no verdict.
            return closed(verdict, "student", steps)
        return self._fallback(resolved, verdict, why, steps, perf_counter_ns())

    def _judge_turn(self, message: Message, resolved: Resolved) -> Generator[Need, Any, Resolved]:
        """Judge the turns that it may lean on where nobody recorded their routes; small talk is looked past."""
        if resolved.turn is None or resolved.turn.route is not None or self._apps is not None:
            return resolved
        return resolved._replace(turn=(yield from self._first_judged(recent_user_turns(message)[::-1])))

    def _first_judged(self, turns: Sequence[Turn]) -> Generator[Need, Any, Turn]:
        """Return the first turn that is not small talk, judging what nobody has; the last where all is small talk."""
        for turn in turns:
            judged = turn
            if turn.route is None:
                judged = turn._replace(route=(yield from self._decide(Message(turn.text), _Seen(), local=True)).route)
            if judged.route not in self._transparent:
                break
        return judged

    def _follow(
        self, message: Message, resolved: Resolved, loaded: Loaded, seen: _Seen, steps: list[Step]
    ) -> Generator[Need, Any, Resolved]:
        """Tell how likely a message continues its conversation, by its meaning; no word needs to point back."""
        began, talk = perf_counter_ns(), self._talk
        talk.remember(resolved.text, seen.vector)
        weight = talk.weight(resolved, message, loaded.student.leans(seen.vector, resolved.folded))
        if not weight:
            return resolved
        turn = resolved.turn or (yield from self._first_judged(talk.meant(resolved, message, seen.vector)))
        seen.turn = turn
        resolved, said = talk.follow(resolved, message, turn, weight)
        steps.append(Step("conversation", said, since(began)))
        return resolved

    def _ask_student(
        self, message: Message, loaded: Loaded, seen: _Seen, steps: list[Step], local: bool
    ) -> tuple[Verdict, Question | None]:
        began, resolved, vector = perf_counter_ns(), seen.resolved, seen.vector
        if resolved is None:
            raise RuntimeError("the student is asked about what was resolved")
        student = loaded.student
        # What a person wants of an app does not follow from what they wanted before.
        on = None if self._apps is not None else after(resolved)
        judgement = student.judge(vector, resolved.folded, on)
        if resolved.follows is not None and seen.turn is not None:
            alone = student.judge(vector, resolved.folded)
            continuing = student.judge(vector, resolved.folded, seen.turn.route)
            judgement = continuing.blended(alone, resolved.follows)
        if self._apps is not None:
            judgement = self._apps.narrowed(judgement, message, seen.naming)
        verdict = student.verdict(judgement)
        bar = fixed_threshold(self.book, verdict)
        if bar is not None and (verdict.scope is None or verdict.scope >= 0):
            accepted = verdict.confidence >= bar
            says = "reaches" if accepted else "is below"
            reason = f"confidence {verdict.confidence:.2f} {says} the fixed bar of {bar:.2f}"
            verdict = verdict._replace(accepted=accepted, reason=reason)
        if self._apps is not None:
            verdict = self._apps.opened(verdict, seen.naming)
        if verdict.confidence < least_confidence(self.book, verdict):
            verdict = verdict._replace(accepted=False)
        said = f"{verdict.route}: {verdict.reason}" if verdict.accepted else verdict.reason
        question = None
        if self.asks and not local and (self.book.llm_first or not verdict.accepted):
            from fingerpost.routing.layers.llm import SHOTS, Question

            shots: list[Example] = []
            focused: list[list[Example]] = []
            if loaded.shots is not None:
                shots = loaded.shots.nearest(vector, on, SHOTS)
                focused = [loaded.shots.nearest(vector, on, SHOTS, v.focus) for v in self.book.variants]
            # Asked first, the model is not told what the student thinks.
            opinion = None if self.book.llm_first else verdict
            question = Question(resolved, opinion, judgement.ranked(CANDIDATES), shots, focused)
            if self._apps is not None:
                question = self._apps.told(question, message, seen.naming)
        steps.append(Step("student", said, since(began)))
        return verdict, question

    def _ask_model(
        self, message: Message, seen: _Seen, kept: Kept | None, question: Question | None, steps: list[Step]
    ) -> Generator[Need, Any, Decision | None]:
        began, resolved, vector = perf_counter_ns(), seen.resolved, seen.vector
        if resolved is None:
            raise RuntimeError("a model is asked about what was resolved")
        if kept is not None and vector is not None:
            known = self.memo.near(kept[0], resolved.text, vector)
            if known is not None:
                return decision_of(known, "memo", steps, began)
        if question is None:
            from fingerpost.routing.layers.llm import Question

            question = Question(resolved)
            if self._apps is not None:
                question = self._apps.told(question, message, seen.naming)
        look = None
        if self._looks and vector is not None:
            seen.evidence = self.probes.gather(message, resolved)
            if may_hang_on_hits(self.book, seen.evidence):
                # A model takes its time, in which the documents can be searched.
                look = Look(vector, seen.found)
        try:
            verdict: Verdict = yield Ask(question, look)
        except ModelError as fault:
            steps.append(Step("llm", f"no verdict: {fault}", since(began)))
            return None
        if self._apps is not None:
            verdict = self._apps.opened(verdict, seen.naming)
        verdict = or_next_likely(self.book, verdict)
        if kept is not None:
            self.memo.keep(kept[0], verdict, "llm", kept[1], resolved.text, vector)
        return decision_of(verdict, "llm", steps, began)

    def _declared(self, name: str, began: int) -> Decision:
        if name not in self._names:
            shown = name if len(name) <= 80 else f"{name[:79]}…"
            raise MessageError(f"declared route {shown!r} does not exist; routes: {', '.join(self.book.names)}")
        verdict = Verdict(name, accepted=True, confidence=1.0, reason="declared by the caller", margin=1.0)
        return decision_of(verdict, "declared", [], began)

    def _fallback(self, resolved: Resolved, guess: Verdict | None, why: str, steps: list[Step], began: int) -> Decision:
        """Nobody was sure: the student's candidate, else a cue, else the routebook's fallback, else none."""
        book = self.book
        stranger = guess is not None and guess.scope is not None and guess.scope < 0
        if guess is not None and not stranger:
            return decision_of(
                or_next_likely(self.book, guess._replace(reason=f"best guess: {why}")), "fallback", steps, began
            )
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
            verdict = guess._replace(route=route, runner_up=guess.route, reason=reason, qualifier=None, extras=())
        return decision_of(verdict, "fallback", steps, began)


def after(resolved: Resolved) -> str | None:
    """Return what a message leans on, as the student knows it: what came with it, the editor, or a route."""
    if resolved.attached:
        return ATTACHED
    if resolved.on_editor:
        return EDITOR
    return resolved.turn.route if resolved.turn else None
