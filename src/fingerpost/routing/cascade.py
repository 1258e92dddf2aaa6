"""The cascade: declared route, memo, rules, small talk, student, language model, fallback; evidence; supervisor.

`Cascade.decide` is a generator that yields effects (encode, load the student, ask the model, search the documents) and
is resumed with their results, so that the same code serves sync callers, async callers and batches.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from fingerpost.conversation.file_aside import without_file
from fingerpost.conversation.history import recent_user_turns
from fingerpost.conversation.resolve import resolve
from fingerpost.errors import ModelError
from fingerpost.routebook.guards import HITS
from fingerpost.routebook.model import Routebook
from fingerpost.routing.effects import (
    AskModel,
    DecisionGenerator,
    Effect,
    Encode,
    LoadedStudent,
    LoadStudent,
    NoScores,
    ReadByApp,
    SearchDocuments,
)
from fingerpost.routing.evidence.probes import Probes, describe, with_search
from fingerpost.routing.evidence.supervisor import CORRECTED, may_need_search, needs_search, supervise
from fingerpost.routing.evidence.weights import needs_hits, weigh_evidence
from fingerpost.routing.layers.apps import READ_BY_APP, SESSION, AppMatcher
from fingerpost.routing.layers.cues import read_cues
from fingerpost.routing.layers.declared import read_declared
from fingerpost.routing.layers.memo import Memo, MemoKey, TextKey, memo_key_of, text_key_of
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.message_state import MessageState, context_of
from fingerpost.routing.thresholds import (
    beside_neighbours,
    compile_exclusions,
    has_taught_fallback,
    is_excluded,
    minimum_confidence,
    or_next_route,
    possible_verdict,
    with_fixed_threshold,
)
from fingerpost.routing.trail import decision_of, failed_step, final_decision, micros_since, resolve_steps
from fingerpost.types import ATTACHED, Decision, Example, Message, Resolved, Step, Turn, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.layers.follow_up import FollowUpDetector
    from fingerpost.routing.layers.llm import ClassificationQuestion

MemoKeys = tuple[MemoKey, TextKey]
"""The keys of a verdict in the memo: the normalised text, and the text as written."""


class Cascade:
    """The layers of one routebook.

    `has_student`: there is a student, or examples to fit one. `has_model`: there is a language model.
    `has_documents`: documents can be searched for evidence; `one_encoder`: by the messages' own vectors. `classifiers`
    identifies student and model in the memo's keys, so that verdicts of other classifiers are not reused.
    """

    def __init__(
        self,
        book: Routebook,
        memo: Memo,
        classifiers: str,
        *,
        has_student: bool,
        has_model: bool,
        has_documents: bool = False,
        one_encoder: bool = True,
    ) -> None:
        """Take the routebook, and the memo that is shared by the routers before and after a reload."""
        self.book, self.memo, self._classifiers = book, memo, classifiers
        self.has_student, self.has_model, self._one_encoder = has_student, has_model, one_encoder
        self.probes = Probes(book)
        self._apps = AppMatcher(book) if book.apps else None
        self._supervises = self.probes.any or book.conversation
        self._searches = has_documents and HITS in self.probes.reads
        self._topicless = book.transparent
        self._attachments_matter = any(example.after == ATTACHED for example in book.examples)
        self._taught_fallback = has_taught_fallback(book)
        self._never = compile_exclusions(book)
        self.loaded: LoadedStudent | None = None

    @cached_property
    def _follow_ups(self) -> FollowUpDetector:
        # Imports numpy, which a message decided by a rule does not need.
        from fingerpost.routing.layers.follow_up import FollowUpDetector

        return FollowUpDetector()

    @cached_property
    def version(self) -> str:
        """Return an identifier that changes with anything that a verdict depends on."""
        return f"{self.book.digest()}-{self._classifiers}"

    def resolve(self, message: Message) -> Resolved:
        """Return the message as the layers see it."""
        said = without_file(message.text) if message.attachments and self._supervises else None
        resolved = resolve(replace(message, text=said) if said else message, self._topicless, self.book.assistant)
        attached = bool(message.attachments) and self._attachments_matter and said is None
        return resolved._replace(attached=attached, file_aside=said is not None) if message.attachments else resolved

    def decide(self, message: Message) -> DecisionGenerator:
        """Return the generator that decides one message."""
        return self._supervised(message) if self._supervises else self._decide(message, MessageState())

    def _supervised(self, message: Message) -> DecisionGenerator:
        """Decide, gather evidence and apply the guards."""
        state = MessageState()
        decision = yield from self._decide(message, state)
        if decision.layer == "declared":
            return decision
        began, resolved = perf_counter_ns(), state.resolved or self.resolve(message)
        evidence = state.evidence or self.probes.gather(message, resolved)
        if self._searches and (
            needs_search(self.book, decision, evidence) or needs_hits(self.book, decision, evidence)
        ):
            evidence = with_search(evidence, (yield from self._search(resolved, state)))
        step = Step("probes", describe(evidence), micros_since(began))
        decision = replace(decision, trail=(*decision.trail, step), resolved=resolved)
        decision = weigh_evidence(self.book, decision, evidence, state.candidates)
        decision = supervise(self.book, decision, evidence)
        return decision if self._apps is None else self._apps.with_target(decision, message)

    def _search(self, resolved: Resolved, state: MessageState) -> Generator[Effect, Any, Sequence[float] | NoScores]:
        if not state.search_results and (search := (yield from self._near(resolved, state))):
            yield search
        return state.search_results[0] if state.search_results else NoScores.FAILED

    def _near(self, resolved: Resolved, state: MessageState) -> Generator[Effect, Any, SearchDocuments | None]:
        """Return the search for documents near the message; None where it cannot be encoded."""
        vector = state.vector if self._one_encoder else None
        if vector is None:
            try:
                vector = yield Encode(resolved.text, for_documents=not self._one_encoder)
            except ModelError:
                return None
        return SearchDocuments(vector, state.search_results)

    def _decide(self, message: Message, state: MessageState, *, local: bool = False) -> DecisionGenerator:
        """Decide by the layers; with `local` without the language model."""
        began = perf_counter_ns()
        apps = self._apps
        if message.declared is not None:
            declared = decision_of(read_declared(self.book, message.declared), "declared", [], began)
            return declared if apps is None else apps.with_target(declared, message)
        if apps is None:
            return (yield from self._memo_and_rules(message, state, began, local))
        direct = self._decide_by_apps(apps, message, state)
        if direct is not None:
            return apps.with_target(decision_of(*direct, [], began, state.references), message)
        return apps.with_target((yield from self._memo_and_rules(message, state, began, local)), message)

    def _memo_and_rules(self, message: Message, state: MessageState, began: int, local: bool) -> DecisionGenerator:
        """Decide by the memo and the rules, else by the classifiers."""
        text_key = text_key_of(message, self.version)
        # A verdict that the conversation may have influenced is not stored, and not replaced by a stored one.
        in_conversation = self.book.conversation and bool(message.turns or message.intent_history)
        known = self.memo.recall_text(text_key)
        if known is not None and (not in_conversation or CORRECTED in known.signals):
            return decision_of(known, "memo", [], began)
        resolved = state.resolved = state.references = state.resolved or self.resolve(message)
        steps = resolve_steps(message.text, resolved, began)
        began = perf_counter_ns()
        if not resolved.text.strip():
            why = "the message has no readable character" if message.text.strip() else "the message is empty"
            return self._fallback(state, None, why, steps, began)
        fired = read_rules(self.book.rules, resolved)
        if fired is not None:
            if self._apps is not None:
                fired = self._apps.add_target(fired, message)
            return decision_of(fired, "rules", steps, began, resolved)
        if self.book.rules:
            steps.append(Step("rules", "abstain", micros_since(began)))
        if self._apps is not None and self._apps.can_read(message, state.mention):
            read = yield ReadByApp(partial(self._apps.read, message))
            if read is not None:
                return decision_of(read, SESSION, steps, began, resolved)
        key = memo_key_of(text_key, resolved)
        if key is not None:
            began = perf_counter_ns()
            known = self.memo.recall(key)
            if known is not None and (not in_conversation or CORRECTED in known.signals):
                return decision_of(known, "memo", steps, began, resolved)
        keys = (key, text_key) if key is not None and not in_conversation else None
        return (yield from self._classify(message, state, keys, steps, local))

    def _decide_by_apps(self, apps: AppMatcher, message: Message, state: MessageState) -> tuple[Verdict, str] | None:
        """Return verdict and layer where the running app, its absence or a trigger decides without a classifier."""
        resolved = state.resolved = state.references = self.resolve(message)
        state.mention = apps.find_mention(message, resolved)
        if state.mention.likely is not None and resolved.addressed:
            # A message that mentions an app may be for the app, even if it addresses the assistant.
            state.resolved = resolved._replace(addressed=False)
        return apps.decide_directly(message, state.mention) if resolved.text else None

    def _classify(
        self, message: Message, state: MessageState, keys: MemoKeys | None, steps: list[Step], local: bool
    ) -> DecisionGenerator:
        """Decide by the student, else by the language model, else by the fallback; the memo stores it under `keys`."""
        verdict, vector, question = None, None, None
        resolved = state.resolved or self.resolve(message)
        why = "no rule fired and the routebook has no examples"
        if self.has_student:
            try:
                loaded: LoadedStudent = self.loaded or (yield LoadStudent())
                resolved = state.resolved = yield from self._route_referred_turn(message, resolved)
                began = perf_counter_ns()
                vector = state.vector = yield Encode(resolved.text)
                steps.append(Step("encoder", f"{len(vector)} numbers", micros_since(began)))
                told = loaded.small_talk
                talk = None if told is None else told.verdict(message, resolved, vector)
                if talk is not None:
                    if keys is not None:
                        self.memo.store(keys[0], talk, "small_talk", keys[1])
                    return decision_of(talk, "small_talk", steps, began, state.references)
                if self.book.conversation:
                    resolved = state.resolved = yield from self._detect_follow_up(
                        message, resolved, loaded, state, steps
                    )
                verdict, question = self._ask_student(message, loaded, state, steps, local)
            except ModelError as fault:
                # A remote encoder that is down, or damaged weights of an embedded one.
                why = f"no vector: {fault}"
                state.search_results.append(NoScores.FAILED)
                steps.append(failed_step("encoder", why, fault, perf_counter_ns()))
            else:
                if verdict.accepted and question is None:
                    if keys is not None:
                        self.memo.store(keys[0], verdict, "student", keys[1])
                    return final_decision(verdict, "student", steps, state.references)
                why = verdict.reason
        if self.has_model and not local:
            answered = yield from self._ask_model(message, state, keys, question, steps)
            if answered is not None:
                return answered
        if verdict is not None and verdict.accepted:
            # With `llm_first` the model is asked although the student is sure; it gave no verdict.
            return final_decision(verdict, "student", steps, state.references)
        if verdict is not None and self.book.weights:
            verdict, state.prediction = beside_neighbours(loaded.student, self._never, verdict, state, resolved)
            why = verdict.reason
        return self._fallback(state, verdict, why, steps, perf_counter_ns())

    def _route_referred_turn(self, message: Message, resolved: Resolved) -> Generator[Effect, Any, Resolved]:
        """Return the message with the turn it refers to, whose route is decided now if it was not recorded."""
        if resolved.turn is None or resolved.turn.route is not None or self._apps is not None:
            return resolved
        return resolved._replace(turn=(yield from self._first_topic_turn(recent_user_turns(message)[::-1])))

    def _first_topic_turn(self, turns: Sequence[Turn]) -> Generator[Effect, Any, Turn]:
        """Return the first turn, with its route, whose route carries a topic; the last turn if none does."""
        for turn in turns:
            routed = turn
            if turn.route is None:
                routed = turn._replace(
                    route=(yield from self._decide(Message(turn.text), MessageState(), local=True)).route
                )
            if routed.route not in self._topicless:
                break
        return routed

    def _detect_follow_up(
        self, message: Message, resolved: Resolved, loaded: LoadedStudent, state: MessageState, steps: list[Step]
    ) -> Generator[Effect, Any, Resolved]:
        """Return the message with the probability that it continues its conversation, judged by meaning."""
        began, follow_ups = perf_counter_ns(), self._follow_ups
        follow_ups.store_vector(resolved.text, state.vector)
        probability = follow_ups.probability(
            resolved, message, loaded.student.dependence(state.vector, resolved.folded)
        )
        if not probability:
            return resolved
        turn = resolved.turn
        if turn is None:
            turn = yield from self._first_topic_turn(follow_ups.candidate_turns(resolved, message, state.vector))
        state.turn = turn
        resolved, description = follow_ups.apply(resolved, message, turn, probability)
        steps.append(Step("conversation", description, micros_since(began)))
        return resolved

    def _ask_student(
        self, message: Message, loaded: LoadedStudent, state: MessageState, steps: list[Step], local: bool
    ) -> tuple[Verdict, ClassificationQuestion | None]:
        began, resolved, vector = perf_counter_ns(), state.resolved, state.vector
        if resolved is None:
            raise RuntimeError("the message must be resolved before the student is asked")
        student = loaded.student
        # A request to an app does not depend on the route of an earlier turn.
        context = None if self._apps is not None else context_of(resolved)
        prediction = student.predict(vector, resolved.folded, context)
        if resolved.follows is not None and state.turn is not None:
            alone = student.predict(vector, resolved.folded)
            continuing = student.predict(vector, resolved.folded, state.turn.route)
            prediction = continuing.blended(alone, resolved.follows)
        if self._apps is not None:
            prediction = self._apps.restrict(prediction, message, state.mention)
        verdict, prediction = possible_verdict(student, self._never, prediction, resolved)
        verdict, state.prediction = with_fixed_threshold(self.book, verdict), prediction
        if self._apps is not None:
            verdict = self._apps.as_opening(verdict, state.mention)
        if verdict.confidence < minimum_confidence(self.book, verdict):
            verdict = verdict._replace(accepted=False)
        description = f"{verdict.route}: {verdict.reason}" if verdict.accepted else verdict.reason
        question = None
        if self.has_model and not local and (self.book.llm_first or not verdict.accepted):
            from fingerpost.routing.layers.llm import FEW_SHOT_EXAMPLES, MAX_CANDIDATES, ClassificationQuestion
            from fingerpost.routing.layers.model_trust import familiarity_of

            nearest: list[Example] = []
            by_variant: list[list[Example]] = []
            if loaded.examples is not None:
                count, examples = FEW_SHOT_EXAMPLES, loaded.examples
                nearest = examples.nearest(vector, context, count)
                by_variant = [examples.nearest(vector, context, count, v.focus) for v in self.book.variants]
            # With `llm_first` the model is not shown the student's verdict.
            shown = None if self.book.llm_first else verdict
            ranked, familiarity = prediction.ranked(MAX_CANDIDATES), familiarity_of(student, prediction)
            question = ClassificationQuestion(resolved, shown, ranked, nearest, by_variant, familiarity=familiarity)
            if self._apps is not None:
                question = self._apps.with_app(question, message, state.mention)
        steps.append(Step("student", description, micros_since(began)))
        return verdict, question

    def _ask_model(
        self,
        message: Message,
        state: MessageState,
        keys: MemoKeys | None,
        question: ClassificationQuestion | None,
        steps: list[Step],
    ) -> Generator[Effect, Any, Decision | None]:
        began, resolved, vector = perf_counter_ns(), state.resolved, state.vector
        if resolved is None:
            raise RuntimeError("the message must be resolved before the model is asked")
        if keys is not None:
            known = self.memo.recall_equivalent(keys[0], resolved.text)
            if known is not None:
                return decision_of(known, "memo", steps, began, state.references)
        if question is None:
            from fingerpost.routing.layers.llm import ClassificationQuestion

            question = ClassificationQuestion(resolved)
            if self._apps is not None:
                question = self._apps.with_app(question, message, state.mention)
        search = None
        if self._searches and vector is not None:
            state.evidence = self.probes.gather(message, resolved)
            if may_need_search(self.book, state.evidence):
                # The documents are searched while the model answers.
                search = yield from self._near(resolved, state)
        try:
            verdict: Verdict = yield AskModel(question, search)
        except ModelError as fault:
            steps.append(failed_step("llm", f"no verdict: {fault}", fault, began))
            return None
        if is_excluded(self._never, verdict.route, resolved):
            steps.append(Step("llm", f"no verdict: the message excludes {verdict.route}", micros_since(began)))
            return None
        if self._apps is not None:
            verdict = self._apps.as_opening(verdict, state.mention)
        verdict = or_next_route(self.book, verdict)
        if keys is not None and READ_BY_APP not in verdict.signals:
            self.memo.store(keys[0], verdict, "llm", keys[1], resolved.text)
        return decision_of(verdict, "llm", steps, began, state.references)

    def _fallback(
        self, state: MessageState, guess: Verdict | None, why: str, steps: list[Step], began: int
    ) -> Decision:
        """Return the decision when no layer is sure: the student's guess, else a cue, else the routebook's fallback."""
        book = self.book
        guess = guess._replace(scope=None) if guess is not None and self._taught_fallback else guess
        out_of_scope = guess is not None and guess.scope is not None and guess.scope < 0
        if guess is not None and not out_of_scope:
            best = or_next_route(self.book, guess._replace(reason=f"best guess: {why}"))
            return decision_of(best, "fallback", steps, began, state.references)
        cue = None if state.resolved is None else read_cues(book.cues, state.resolved)
        if book.out_of_scope is not None and out_of_scope:
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
        return decision_of(verdict, "fallback", steps, began, state.references)
