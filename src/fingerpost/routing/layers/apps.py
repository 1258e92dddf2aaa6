"""Apps in the router: which one a message names or opens, and what needs no judgement.

In this order: a trigger for an app that does not run opens it, and so do words that ask to take it up again ("back to
the trip"); what answers a question of the running app goes to
it; without a running app, a message that names none goes to the assistant. All else is classified.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fingerpost.language.function_words import AND, FOR, OF, WITH
from fingerpost.language.text import fold, words
from fingerpost.observability.events import log_event
from fingerpost.routebook.apps import App, AppTarget, Trigger
from fingerpost.routebook.model import Routebook
from fingerpost.types import Decision, Message, Resolved, Verdict

if TYPE_CHECKING:
    from fingerpost.routing.layers.llm import Question
    from fingerpost.routing.student.model import Judgement

TRIGGER, SESSION = "trigger", "session"
"""The layers' names: an app was opened for certain, and the running app, or its absence, decided."""

_WORD = re.compile(r"\w+")
_NEVER = re.compile(r"(?!)")
_OF_WHAT = OF | WITH | FOR | AND | words("from in on at to or em no na pro pros pras")
"""Small words after which it is said what something is of, for or with."""
_URL = re.compile(r"\bhttps?://|\bwww\.")
_BEFORE = """hey, hi, hello, ok, okay, please, so, now, right, guys, can you, can we, could you, could we, would you,
    will you, i want to, we want to, i need to, we need to, i d like to, we d like to, i wanna, we wanna, lets, let s,
    let us, help me, help us, time to, hola, oye, che, dale, vamos a, quiero, queremos, quisiera, necesito, necesitamos,
    puedes, podes, podemos, me ayudas a, ayudame a, ayudanos a, por favor, porfa, oi, gente, galera, vamos, bora, quero,
    queremos, queria, preciso, precisamos, pode, voce pode, vc pode, me ajuda a, ajuda a gente a"""


def _listed(words: str) -> str:
    return "|".join(r"\W+".join(each.split()) for each in words.split(","))


_POLITE = rf"(?:(?:{_listed(_BEFORE)})\W+){{0,6}}"
"""What may stand before a phrase that opens an app."""

_AGAIN = """continue, continue with, go on with, carry on with, keep going with, get back to, go back to, return to,
    back to, reopen, continua, continuar, continuamos, continuemos, sigue con, seguir con, seguimos con, sigamos con,
    retoma, retomar, retomamos, retomemos, reanuda, reanudar, reanudemos, reabre, reabrir, reabramos, volver, volvamos,
    volvemos, vuelve, regresar, regresemos, regresa, segue com, seguir com, seguimos com, sigamos com, reabra, voltar,
    voltemos, voltamos, volta, volte"""
# In Spanish and Portuguese it asks for a summary.
_NOT_ENGLISH = "el, la, los, las, mi, nuestro, nuestra, o, a, os, as, meu, minha, nosso, nossa"
_RESUME = rf"resume(?!\W+(?:{_listed(_NOT_ENGLISH)})\b)"
_SMALL = """the, my, our, that, this, last, old, previous, earlier, to, on, planning, splitting, con, al, a, el, la,
    los, las, mi, nuestro, nuestra, ese, esa, aquel, aquella, ultimo, ultima, anterior, de, del, com, o, os, as, ao,
    meu, minha, nosso, nossa, esse, essa, aquele, aquela, para, pra, pro, na, no, da, do"""
_TAKE_UP = (
    rf"\W*{_POLITE}(?:(?:{_listed(_AGAIN)}|{_RESUME})\W+(?:(?:(?:{_listed(_SMALL)})\W+){{1,4}}(?:\w+\W+){{0,2}}?)?"
    r"|(?:reopen|retomar)\W+(?:\w+\W+){0,2}?)"
)
"""Words that ask to take an app up again, as far as what names it: "continue my Kyoto …", "sigamos con el …"."""
_FEW = re.compile(r"\W*(?:\w+\W+){0,3}")
"""What may follow in a question that asks for the app all the same: "can we go back to the trip now?"."""


class Naming(NamedTuple):
    """What a message has to do with apps: `certain` opens one that does not run, `likely` is one that is named.

    `goes_on`: it would open the one that runs, and so goes on in it.
    """

    certain: App | None = None
    likely: App | None = None
    goes_on: bool = False


NAMES_NONE = Naming()


class AppMatcher:
    """Matches messages to the apps of one routebook."""

    def __init__(self, book: Routebook) -> None:
        """Take a routebook that has apps."""
        self._apps = {app.id: app for app in book.apps}
        self._read = [(app, [_Reader(trigger) for trigger in app.triggers]) for app in book.apps]
        triggers = [trigger for app in book.apps for trigger in app.triggers]
        firsts = [_WORD.findall(fold(word))[:1] for t in triggers for word in t.keywords]
        self._plain = all(firsts) and not any(t.has_image or t.has_url or t.when for t in triggers)
        self._firsts = frozenset(word for first in firsts for word in first)
        self._phrases = _any_of([phrase for t in triggers for phrase in t.phrases], rf"\W*{_POLITE}")
        self._fallback, self._opening = book.fallback or "", book.opening
        self._acts = book.acting or ""
        self._to_app = frozenset(route.name for route in book.routes if route.app)
        self._nothing_runs = _verdict(self._fallback, "no app runs, and none is named")
        self._keywords = {
            app.id: _any_of([word for trigger in app.triggers for word in trigger.keywords]) or _NEVER
            for app in book.apps
        }
        self._asking = [clue for clue in book.clues if self._opening and clue.name == self._opening.clue]

    def name(self, message: Message, resolved: Resolved) -> Naming:
        """Tell which app that does not run a message opens for certain, or else names more than the one that does."""
        words = frozenset(_WORD.findall(resolved.folded))
        if (
            self._plain
            and words.isdisjoint(self._firsts)
            and not (self._phrases and self._phrases.match(resolved.folded))
        ):
            # Most messages have to do with no app at all.
            return NAMES_NONE
        counts, running, goes_on = dict[str, int](), 0, False
        for app, readers in self._read:
            for reader in readers:
                certain, count = reader.read(app, message, resolved.folded, words)
                if app.id == message.active_app:
                    running, goes_on = max(running, count), goes_on or certain
                elif certain:
                    return Naming(certain=app)
                else:
                    counts[app.id] = max(count, counts.get(app.id, 0))
        if goes_on:
            return Naming(goes_on=True)
        most = max(counts.values(), default=0)
        if most <= running or not all(clue.found(resolved.folded) for clue in self._asking):
            return Naming()
        near = [app for app in self._apps if counts.get(app, 0) >= max(running + 1, most - 1)]
        asked_for = self._object(resolved.folded, near) if len(near) > 1 else None
        return Naming(likely=self._apps[asked_for or max(near, key=lambda app: counts[app])])

    def _object(self, folded: str, among: Sequence[str]) -> str | None:
        """Return the app whose keyword is what a message asks for: in "split the trip expenses", the expenses.

        That is the last keyword before a small word that says of what or for what it is.
        """
        spans = [(*found.span(), app) for app in among for found in self._keywords[app].finditer(folded)]
        end, meant = 0, None
        # The longer one where two begin alike: "road trip" and "road".
        for first, last, app in sorted(spans, key=lambda span: (span[0], -span[1])):
            if meant is not None and not _OF_WHAT.isdisjoint(_WORD.findall(folded[end:first])):
                break
            end, meant = last, app
        return meant

    def settled(self, message: Message, naming: Naming) -> tuple[Verdict, str] | None:
        """Return what needs no judgement, and the name of the layer that knows it."""
        if naming.certain is not None:
            reason = f"a phrase that opens {naming.certain.id}"
            return _verdict(self._acts, reason, opens=naming.certain.id), TRIGGER
        running = self._apps.get(message.active_app) if message.active_app else None
        if running is not None:
            if naming.goes_on:
                return _verdict(self._acts, f"a phrase that opens {running.id}, which runs"), TRIGGER
            if _said(running, running.expects, message.app_data, message.text):
                return _verdict(self._acts, f"answers what {running.id} asked"), SESSION
        elif naming.likely is None:
            return self._nothing_runs, SESSION
        return None

    def narrowed(self, judgement: Judgement, message: Message, naming: Naming) -> Judgement:
        """Return the student's opinion of what is possible here.

        Nothing can be opened that was not named; asking for the app that runs goes on in it. Without a running app
        the question is only whether one is opened.
        """
        if self._opening is None:
            return judgement
        if message.active_app not in self._apps:
            return judgement.merged(self._fallback, keep=(self._opening.name,))
        if naming.likely is None:
            return judgement.merged(self._acts, take=(self._opening.name,))
        return judgement

    def told(self, question: Question, message: Message, naming: Naming) -> Question:
        """Have a model told which app runs, and not offered to open one that was not named."""
        hidden = self._opening.name if self._opening is not None and naming.likely is None else None
        return replace(question, app=self._apps.get(message.active_app or ""), hidden=hidden)

    def sent(self, decision: Decision, message: Message) -> Decision:
        """Return a decision with the app that it goes to: the one it opens, or the one that runs."""
        known = decision.get(AppTarget)
        app = self.app_of(message, decision.route)
        if (known is not None and known.opens) or (known.app if known is not None else None) == app:
            return decision
        others = tuple(extra for extra in decision.extras if extra is not known)
        return replace(decision, extras=others if app is None else (*others, AppTarget(app)))

    def targeted(self, verdict: Verdict, message: Message) -> Verdict:
        """Return a verdict with the app that runs, where its route goes to it."""
        app = self.app_of(message, verdict.route)
        return verdict if app is None else verdict._replace(extras=(AppTarget(app),))

    def app_of(self, message: Message, route: str | None) -> str | None:
        """Return the app that runs, where a route goes to it."""
        return message.active_app if message.active_app in self._apps and route in self._to_app else None

    def opened(self, verdict: Verdict, naming: Naming) -> Verdict:
        """Return a verdict of the opening route as one of the route it counts as, with the app that it opens."""
        if self._opening is None or verdict.route != self._opening.name:
            return verdict
        opened = (AppTarget(naming.likely.id, opens=True),) if naming.likely else ()
        return verdict._replace(route=self._acts, extras=(*verdict.extras, *opened))


class _Reader:
    """One trigger, ready to be looked for."""

    def __init__(self, trigger: Trigger) -> None:
        self._trigger = trigger
        keywords = [fold(word) for word in trigger.keywords]
        self._words = frozenset(word for word in keywords if _WORD.fullmatch(word))
        self._several = _any_of([word for word in keywords if word not in self._words])
        # A phrase in the middle may be spoken of; at the beginning it is meant.
        self._phrases = _any_of(trigger.phrases, rf"\W*{_POLITE}")

    def read(self, app: App, message: Message, folded: str, words: frozenset[str]) -> tuple[bool, int]:
        """Return whether it opens the app for certain, and else how many keywords are there."""
        trigger = self._trigger
        if trigger.has_image and not any(_is_image(attachment) for attachment in message.attachments):
            return False, 0
        if trigger.has_url and _URL.search(folded) is None:
            return False, 0
        if trigger.when is not None and not _said(app, trigger.when, message.app_data):
            return False, 0
        if (self._phrases is not None and self._phrases.match(folded)) or _takes_up(trigger.keywords, folded):
            return True, 0
        if trigger.keywords:
            several = len(set(self._several.findall(folded))) if self._several is not None else 0
            return False, len(self._words & words) + several
        return self._phrases is None, 0


def _verdict(route: str | None, reason: str, opens: str | None = None) -> Verdict:
    extras = () if opens is None else (AppTarget(opens, opens=True),)
    return Verdict(route, accepted=True, confidence=1.0, reason=reason, margin=1.0, extras=extras)


def asks_to_go_on(app: App, text: str) -> bool:
    """Whether a message begins with words that ask to take an app up again: "continue my trip", "reabre la cuenta"."""
    return any(_takes_up(trigger.keywords, fold(text)) for trigger in app.triggers)


def _takes_up(keywords: tuple[str, ...], folded: str) -> bool:
    taking_up = _taking_up(keywords)
    found = taking_up.match(folded) if taking_up is not None else None
    if found is None:
        return False
    rest = folded[found.end() :]
    return "?" not in rest or _FEW.fullmatch(rest) is not None


@lru_cache(maxsize=256)
def _taking_up(keywords: tuple[str, ...]) -> re.Pattern[str] | None:
    return _any_of(keywords, _TAKE_UP)


def _said(app: App, asked: Callable[..., bool], *values: object) -> bool:
    """Return what an app says; one that fails says no, and the talk goes on."""
    try:
        return bool(asked(*values))
    except Exception as error:  # noqa: BLE001 - what somebody's app does is unknown
        log_event(f"[app] {app.id} failed while a message was routed: {error!r}", logging.ERROR, app=app.id)
        return False


def _any_of(words: Sequence[str], before: str = "") -> re.Pattern[str] | None:
    if not words:
        return None
    listed = "|".join(re.escape(fold(word)) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"{before}(?<!\w)(?:{listed})(?!\w)")


def _is_image(attachment: object) -> bool:
    return str(getattr(attachment, "mime", "")).lower().startswith("image/")
