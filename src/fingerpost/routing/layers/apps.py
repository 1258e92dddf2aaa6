"""Apps in the router: which app a message mentions or opens, and which messages need no classifier.

In this order: a trigger phrase, or words that ask to resume an app ("back to the trip"), opens an app that is not
running; an answer to the running app's question goes to that app; without a running app, a message that mentions none
goes to the assistant. All other messages are classified.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.language.function_words import AND, FOR, OF, WITH
from fingerpost.language.text import fold, words
from fingerpost.observability.events import log_event
from fingerpost.routebook.apps import App, AppTarget, Trigger
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.openings import openings_of
from fingerpost.types import Decision, Message, Resolved, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.layers.llm import ClassificationQuestion
    from fingerpost.routing.student.model import Prediction

TRIGGER, SESSION = "trigger", "session"
"""The layers' names: a trigger opened an app; the running app, or its absence, decided."""
READ_BY_APP = "read_by_app"
"""The signal of a verdict that holds for what the running app has now: it is not kept for another time."""

_WORD = re.compile(r"\w+")
_NEVER = re.compile(r"(?!)")
_OF_WHAT = OF | WITH | FOR | AND | words("from in on at to or em no na pro pros pras")
"""Prepositions and conjunctions that introduce what something is of, for or with."""
_URL = re.compile(r"\bhttps?://|\bwww\.")
_BEFORE = """hey, hi, hello, ok, okay, please, so, now, right, guys, can you, can we, could you, could we, would you,
    will you, i want to, we want to, i need to, we need to, i d like to, we d like to, i wanna, we wanna, lets, let s,
    let us, help me, help us, time to, hola, oye, che, dale, vamos a, quiero, queremos, quisiera, necesito, necesitamos,
    puedes, podes, podemos, me ayudas a, ayudame a, ayudanos a, por favor, porfa, oi, gente, galera, vamos, bora, quero,
    queremos, queria, preciso, precisamos, pode, voce pode, vc pode, me ajuda a, ajuda a gente a"""


def _listed(words: str) -> str:
    return "|".join(r"\W+".join(each.split()) for each in words.split(","))


_POLITE = rf"(?:(?:{_listed(_BEFORE)})\W+){{0,6}}"
"""Polite words that may precede a phrase that opens an app."""

_NO_MORE = re.compile(rf"(?:\W*(?:{_listed(_BEFORE)}|pls|plz|pfv))*\W*")

_AGAIN = """continue, continue with, go on with, carry on with, keep going with, get back to, go back to, return to,
    back to, reopen, continua, continuar, continuamos, continuemos, sigue con, seguir con, seguimos con, sigamos con,
    retoma, retomar, retomamos, retomemos, reanuda, reanudar, reanudemos, reabre, reabrir, reabramos, volver, volvamos,
    volvemos, vuelve, regresar, regresemos, regresa, segue com, seguir com, seguimos com, sigamos com, reabra, voltar,
    voltemos, voltamos, volta, volte"""
# In Spanish and Portuguese "resume" asks for a summary.
_NOT_ENGLISH = "el, la, los, las, mi, nuestro, nuestra, o, a, os, as, meu, minha, nosso, nossa"
_RESUME = rf"resume(?!\W+(?:{_listed(_NOT_ENGLISH)})\b)"
_SMALL = """the, my, our, that, this, last, old, previous, earlier, to, on, planning, splitting, con, al, a, el, la,
    los, las, mi, nuestro, nuestra, ese, esa, aquel, aquella, ultimo, ultima, anterior, de, del, com, o, os, as, ao,
    meu, minha, nosso, nossa, esse, essa, aquele, aquela, para, pra, pro, na, no, da, do"""
_RESUMING = (
    rf"\W*{_POLITE}(?:(?:{_listed(_AGAIN)}|{_RESUME})\W+(?:(?:(?:{_listed(_SMALL)})\W+){{1,4}}(?:\w+\W+){{0,2}}?)?"
    r"|(?:reopen|retomar)\W+(?:\w+\W+){0,2}?)"
)
"""Words that ask to resume an app, up to its keyword: "continue my Kyoto …", "sigamos con el …"."""
_FEW = re.compile(r"\W*(?:\w+\W+){0,3}")
"""What may follow the keyword in a question that still asks to resume: "can we go back to the trip now?"."""


class AppMention(NamedTuple):
    """How a message relates to the apps.

    `certain`: an app that is not running and that the message opens. `likely`: an app that is not running and that the
    message may open. `reopens_running`: the message would open the running app, and so continues in it.
    """

    certain: App | None = None
    likely: App | None = None
    reopens_running: bool = False


NO_MENTION = AppMention()


class AppMatcher:
    """Matches messages to the apps of one routebook."""

    def __init__(self, book: Routebook) -> None:
        """Compile the triggers of a routebook that has apps."""
        self._apps = {app.id: app for app in book.apps}
        self._matchers = [(app, [_TriggerMatcher(trigger) for trigger in app.triggers]) for app in book.apps]
        triggers = [trigger for app in book.apps for trigger in app.triggers]
        first_words = [_WORD.findall(fold(word))[:1] for t in triggers for word in t.keywords]
        self._words_only = all(first_words) and not any(t.has_image or t.has_url or t.when for t in triggers)
        self._first_words = frozenset(word for first in first_words for word in first)
        self._phrases = _opening_pattern(tuple(phrase for t in triggers for phrase in t.phrases))
        self._fallback, self._opening = book.fallback or "", book.opening
        self._app_route = book.acting or ""
        self._app_routes = frozenset(route.name for route in book.routes if route.app)
        self._no_app = _verdict(self._fallback, "no app is running, and none is mentioned")
        self._keywords = {
            app.id: _any_of([word for trigger in app.triggers for word in trigger.keywords]) or _NEVER
            for app in book.apps
        }
        self._openings = openings_of(book)
        self._opening_clues = [clue for clue in book.clues if self._opening and clue.name == self._opening.clue]

    def find_mention(self, message: Message, resolved: Resolved) -> AppMention:
        """Return the app that a message opens, or else mentions more often than the running app."""
        words = frozenset(_WORD.findall(resolved.folded))
        counts, running, reopens_running = dict[str, int](), 0, False
        # Most messages have no word of a trigger.
        if not (
            self._words_only
            and words.isdisjoint(self._first_words)
            and not (self._phrases and self._phrases.match(resolved.folded))
        ):
            for app, matchers in self._matchers:
                for matcher in matchers:
                    certain, count = matcher.match(app, message, resolved.folded, words)
                    if app.id == message.active_app:
                        running, reopens_running = max(running, count), reopens_running or certain
                    elif certain:
                        return AppMention(certain=app)
                    else:
                        counts[app.id] = max(count, counts.get(app.id, 0))
        if reopens_running:
            return AppMention(reopens_running=True)
        if not counts and message.active_app in self._apps:
            return NO_MENTION
        mentioned = {app: count for app, count in counts.items() if count > running}
        # Beside a running app, only one that is mentioned.
        possible = mentioned if message.active_app in self._apps else self._apps
        likely = self._openings.likeliest(words, possible, mentioned)
        if likely is None and mentioned and all(clue.found(resolved.folded) for clue in self._opening_clues):
            likely = self._named({app: n for app, n in mentioned.items() if app not in self._openings.apps}, resolved)
        return AppMention(likely=self._apps[likely]) if likely else NO_MENTION

    def _named(self, mentioned: Mapping[str, int], resolved: Resolved) -> str | None:
        """Return which app without examples is mentioned most, or of several the one that the request is about."""
        most = max(mentioned.values(), default=0)
        near = [app for app, count in mentioned.items() if count >= max(1, most - 1)]
        asked_for = self._object(resolved.folded, near) if len(near) > 1 else None
        return asked_for or max(near, key=mentioned.__getitem__, default=None)

    def _object(self, folded: str, among: Sequence[str]) -> str | None:
        """Return the app whose keyword is the object of the request: in "split the trip expenses", the expenses.

        That is the last keyword before a preposition or conjunction.
        """
        spans = [(*found.span(), app) for app in among for found in self._keywords[app].finditer(folded)]
        end, found_app = 0, None
        # Of two keywords that start at the same place, the longer: "road trip" and "road".
        for first, last, app in sorted(spans, key=lambda span: (span[0], -span[1])):
            if found_app is not None and not _OF_WHAT.isdisjoint(_WORD.findall(folded[end:first])):
                break
            end, found_app = last, app
        return found_app

    def decide_directly(self, message: Message, mention: AppMention) -> tuple[Verdict, str] | None:
        """Return the verdict and its layer where no classifier is needed; None elsewhere."""
        if mention.certain is not None:
            reason = f"a phrase that opens {mention.certain.id}"
            return _verdict(self._app_route, reason, opens=mention.certain.id), TRIGGER
        running = self._apps.get(message.active_app) if message.active_app else None
        if running is not None:
            if mention.reopens_running:
                return _verdict(self._app_route, f"a phrase that opens {running.id}, which is running"), TRIGGER
            if _app_says(running, running.expects, message.app_data, message.text):
                return _verdict(self._app_route, f"answers the question of {running.id}"), SESSION
        elif mention.likely is None:
            return self._no_app, SESSION
        return None

    def can_read(self, message: Message, mention: AppMention) -> bool:
        """Whether an app runs that has a reader of its own, and no other one is mentioned."""
        return mention.likely is None and hasattr(self._apps.get(message.active_app or ""), "route_for")

    def read(self, message: Message) -> Verdict | None:
        """Return the verdict of the running app, if it has a reader of its own that is sure what the message asks."""
        app = self._apps.get(message.active_app) if message.active_app else None
        route_for = getattr(app, "route_for", None)
        if app is None or route_for is None:
            return None
        try:
            route = route_for(message.app_data, message.text)
        except Exception as error:  # noqa: BLE001 - an app is third-party code and may raise anything
            log_event(f"[app] {app.id} failed while it read a message: {error!r}", logging.ERROR, app=app.id)
            return None
        if route not in self._app_routes:
            return None
        return self.add_target(_verdict(route, f"{app.id} reads what it asks for"), message)

    def restrict(self, prediction: Prediction, message: Message, mention: AppMention) -> Prediction:
        """Return the student's prediction, restricted to the routes that are possible for this message.

        An app that is not mentioned cannot be opened. Without a running app, a message either opens an app or goes to
        the fallback, and what it would ask of an app tells nothing.
        """
        if self._opening is None:
            return prediction
        if message.active_app not in self._apps:
            possible = prediction.without(self._app_routes)
            return possible.merged(self._fallback, keep=(self._opening.name,))
        if mention.likely is None:
            return prediction.merged(self._app_route, take=(self._opening.name,))
        return prediction

    def with_app(
        self, question: ClassificationQuestion, message: Message, mention: AppMention
    ) -> ClassificationQuestion:
        """Return the model's question with the running app, and without the opening route if no app is mentioned."""
        hidden = self._opening.name if self._opening is not None and mention.likely is None else None
        read = message if self.can_read(message, mention) else None
        return replace(question, app=self._apps.get(message.active_app or ""), hidden_route=hidden, read_by_app=read)

    def with_target(self, decision: Decision, message: Message) -> Decision:
        """Return a decision with its target: the app that it opens, or the running app."""
        known = decision.get(AppTarget)
        app = self.target_app(message, decision.route)
        if (known is not None and known.opens) or (known.app if known is not None else None) == app:
            return decision
        others = tuple(extra for extra in decision.extras if extra is not known)
        return replace(decision, extras=others if app is None else (*others, AppTarget(app)))

    def add_target(self, verdict: Verdict, message: Message) -> Verdict:
        """Return a verdict with the running app as its target, if its route is one for apps."""
        app = self.target_app(message, verdict.route)
        return verdict if app is None else verdict._replace(extras=(AppTarget(app),))

    def target_app(self, message: Message, route: str | None) -> str | None:
        """Return the running app if the route is one for apps."""
        return message.active_app if message.active_app in self._apps and route in self._app_routes else None

    def as_opening(self, verdict: Verdict, mention: AppMention) -> Verdict:
        """Return a verdict for the opening route as one for its `opens_as` route, with the app that it opens."""
        if self._opening is None or verdict.route != self._opening.name:
            return verdict
        opened = (AppTarget(mention.likely.id, opens=True),) if mention.likely else ()
        return verdict._replace(route=self._app_route, extras=(*verdict.extras, *opened))


class _TriggerMatcher:
    """The compiled patterns of one trigger."""

    def __init__(self, trigger: Trigger) -> None:
        self._trigger = trigger
        keywords = [fold(word) for word in trigger.keywords]
        self._words = frozenset(word for word in keywords if _WORD.fullmatch(word))
        self._several = _any_of([word for word in keywords if word not in self._words])
        self._phrases = _opening_pattern(trigger.phrases)

    def match(self, app: App, message: Message, folded: str, words: frozenset[str]) -> tuple[bool, int]:
        """Return whether the message opens the app for certain, and otherwise the number of its keywords."""
        trigger = self._trigger
        if trigger.has_image and not any(_is_image(attachment) for attachment in message.attachments):
            return False, 0
        if trigger.has_url and _URL.search(folded) is None:
            return False, 0
        if trigger.when is not None and not _app_says(app, trigger.when, message.app_data):
            return False, 0
        if (self._phrases is not None and self._phrases.match(folded)) or _asks_to_resume(trigger.keywords, folded):
            return True, 0
        if trigger.keywords:
            several = len(set(self._several.findall(folded))) if self._several is not None else 0
            return False, len(self._words & words) + several
        return self._phrases is None and not trigger.examples, 0


def _verdict(route: str | None, reason: str, opens: str | None = None) -> Verdict:
    extras = () if opens is None else (AppTarget(opens, opens=True),)
    return Verdict(route, accepted=True, confidence=1.0, reason=reason, margin=1.0, extras=extras)


def asks_to_resume(app: App, text: str) -> bool:
    """Whether a message begins with words that ask to resume an app: "continue my trip", "reabre la cuenta"."""
    return any(_asks_to_resume(trigger.keywords, fold(text)) for trigger in app.triggers)


def only_opens(app: App, text: str) -> bool:
    """Whether a message is a phrase that opens an app, and nothing more but polite words."""
    folded = fold(text)
    found = (pattern.match(folded) for t in app.triggers if (pattern := _opening_pattern(t.phrases)) is not None)
    return any(match is not None and _NO_MORE.fullmatch(folded, match.end()) for match in found)


def _asks_to_resume(keywords: tuple[str, ...], folded: str) -> bool:
    pattern = _resuming_pattern(keywords)
    found = pattern.match(folded) if pattern is not None else None
    if found is None:
        return False
    rest = folded[found.end() :]
    return "?" not in rest or _FEW.fullmatch(rest) is not None


@lru_cache(maxsize=256)
def _opening_pattern(phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    # Only at the start: a phrase in the middle may merely be talked about.
    return _any_of(phrases, rf"\W*{_POLITE}")


@lru_cache(maxsize=256)
def _resuming_pattern(keywords: tuple[str, ...]) -> re.Pattern[str] | None:
    return _any_of(keywords, _RESUMING)


def _app_says(app: App, question: Callable[..., bool], *values: object) -> bool:
    """Return the app's answer to a yes-or-no question; an app that raises is logged and counts as no."""
    try:
        return bool(question(*values))
    except Exception as error:  # noqa: BLE001 - an app is third-party code and may raise anything
        log_event(f"[app] {app.id} failed while a message was routed: {error!r}", logging.ERROR, app=app.id)
        return False


def _any_of(words: Sequence[str], before: str = "") -> re.Pattern[str] | None:
    if not words:
        return None
    listed = "|".join(re.escape(fold(word)) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"{before}(?<!\w)(?:{listed})(?!\w)")


def _is_image(attachment: object) -> bool:
    return str(getattr(attachment, "mime", "")).lower().startswith("image/")
