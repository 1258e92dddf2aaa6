"""The line for people: why a message got its route, in English, Spanish or Portuguese."""

from __future__ import annotations

import re

from fingerpost.language.function_words import FUNCTION_WORDS
from fingerpost.language.text import fold
from fingerpost.routing.explanation.model import AGAINST, FOR, Explanation, NearExample, WhatIf, WordEffect
from fingerpost.routing.explanation.sentence_phrases import PHRASES
from fingerpost.routing.explanation.words import WORD, log_odds

MAX_NAMED = 3
"""Words that are named in the line."""

MIN_SHARE = 0.3
"""The least strength of a named word, as a share of the strongest one's."""

MIN_AGAINST = 0.03
"""The change in probability from which a word that weighs against the route is named."""

LONGEST = 80
"""Characters of an example, a turn or a matched text that are quoted."""


def summary_of(explanation: Explanation, *, searched: bool) -> str:
    """Return the line; `searched`: whether all edits of one and two words were tried."""
    line = _Line(explanation, searched)
    parts = [line.opening(), line.doubt(), *line.changes()]
    return " ".join(filter(None, parts))


def named_words(explanation: Explanation, weighs: str = FOR, most: int = MAX_NAMED) -> list[str]:
    """Return the words that the line names, in the order of the message; small words only if there are no others."""
    found = [effect for effect in explanation.words if effect.weighs == weighs and _moves(effect)]
    found = [effect for effect in found if _strength(effect) >= MIN_SHARE * _strength(found[0])]
    content = [effect for effect in found if not _is_small(effect.word)]
    named = {fold(effect.word) for effect in (content or found)[:most]}
    return list({fold(word): word for word in WORD.findall(explanation.text) if fold(word) in named}.values())


def _is_small(word: str) -> bool:
    """Whether a word names nothing, such as "the" or "what's"."""
    return re.split(r"['’]", fold(word))[0] in FUNCTION_WORDS


def _moves(effect: WordEffect) -> bool:
    """Whether the word is worth naming: against a route only if the figures that people see would change."""
    if effect.weighs == FOR:
        return effect.without < effect.probability
    return effect.without - effect.probability >= MIN_AGAINST


def _strength(effect: WordEffect) -> float:
    return abs(log_odds(effect.probability) - log_odds(effect.without))


class _Line:
    """The clauses of one line."""

    def __init__(self, explanation: Explanation, searched: bool) -> None:
        self._told, self._phrases, self._searched = explanation, PHRASES[explanation.language], searched

    def opening(self) -> str:
        told, cause = self._told, self._told.cause
        route = told.route or self._say("nothing")
        before = ""
        if told.continuation is not None and told.continuation.turn:
            before = self._say("continues", turn=_quoted(told.continuation.turn))
        if told.layer in ("rules", "small_talk"):
            matched = _quoted(cause.matched or told.text)
            return self._say(told.layer, route=route, rule=cause.name or "", matched=matched)
        if told.layer == "declared":
            return self._say("declared", route=route, own=cause.before or self._say("nothing"))
        if told.layer == "supervisor":
            other = cause.before or self._say("nothing")
            return self._say("guard", route=route, guard=cause.name or "", evidence=_evidence(cause.matched), own=other)
        if told.layer == "llm":
            key = "llm" if cause.agrees is None else "llm_agrees" if cause.agrees else "llm_differs"
            own, said = cause.before or "", cause.name or self._say("nothing")
            return before + self._say(key, route=route, said=said, own=own, p=self._probability(own))
        if told.layer in ("trigger", "session"):
            return self._say("app", route=route, reason=cause.said)
        if told.layer == "memo":
            before += self._say("memo", layer=self._layer(cause.before_layer))
        return before + self._classified(route)

    def _classified(self, route: str) -> str:
        """Return the clause for what the classifier, or the fallback after it, decided."""
        told = self._told
        if told.explained is None:
            return self._say("unread", route=route, reason=told.cause.said)
        if self._is_stranger():
            near = told.nearest[0] if told.nearest else None
            same = near is not None and near.sameness == "same text"
            if near is not None and near.route == told.route:
                # The out-of-scope route has examples of its own.
                return self._say("stranger_taught" if same else "stranger_like", route=route, **self._example(near))
            goes = self._say("goes_to", route=route) if told.route else ""
            if near is not None and near.sameness:
                # Not "unlike all examples", which it is not: the classifier weighs the others more.
                key = "stranger_same" if same else "stranger_near"
                return self._say(key, **self._example(near), other=near.route) + goes
            closest = "" if near is None else self._say("stranger_closest", **self._example(near), other=near.route)
            return self._say("stranger", closest=closest) + goes
        behind = ""
        if told.against is not None:
            distance = self._probability_of(told.explained) - self._probability_of(told.against)
            behind = self._say("behind", other=told.against, margin=self._number(distance))
        key = "because" if told.accepted else "guess"
        said = self._say(key, route=told.explained, reasons=self._reasons(), behind=behind)
        return said if told.accepted or told.route == told.explained else said + self._say("goes_to", route=route)

    def _reasons(self) -> str:
        told, reasons = self._told, []
        words = self._joined(named_words(told))
        if words:
            reasons.append(self._say("weighs" if len(words) == 1 else "weigh", words=self._listed(words)))
        near = told.nearest[0] if told.nearest else None
        if near is not None and near.route == told.explained:
            key = "same_text" if near.sameness == "same text" else "closest"
            reasons.append(self._say(key, **self._example(near)))
        said = self._say("and").join(reasons) or self._say("as_a_whole" if self._searched else "untried")
        against = named_words(told, AGAINST, 1)
        if against:
            said += self._say("although", words=f"“{against[0]}”")
        elif near is not None and near.route != told.explained:
            key = "same_text_other" if near.sameness == "same text" else "closest_other"
            said += self._say(key, **self._example(near), other=near.route)
        return said

    def doubt(self) -> str:
        """Return the clause on why it was accepted or not; empty where neither classifier nor model decided."""
        told, bar = self._told, self._told.bar
        if told.model is not None:
            counted = {"right": str(told.model.right), "answers": str(told.model.answers)}
            return self._say(f"model_{told.model.kind}", **counted)
        if bar is None or told.layer not in ("student", "fallback", "memo"):
            return ""
        if self._is_stranger():
            return ""
        digits = 2 if f"{bar.confidence:.2f}" != f"{bar.value:.2f}" else 4
        values = {"p": self._number(bar.confidence, digits), "bar": self._number(bar.value, digits)}
        if bar.reached:
            return self._say("sure" if told.accepted else "unlike", **values)
        return self._say("unsure", **values)

    def changes(self) -> list[str]:
        """Return the clauses on what would have changed the decision."""
        told = self._told
        if told.layer == "declared":
            return []
        edits = [tried for tried in told.what_ifs if tried.kind == "words"]
        said = [self._edit(edits[0])] if edits else [self._say("no_edit")] if self._searched else []
        if self._is_stranger():
            # That it would be learned as anything helps nobody; the table has it.
            return said
        examples = [tried for tried in told.what_ifs if tried.kind == "example" and tried.changes]
        return said + [self._example_more(tried) for tried in examples[:1]]

    def _is_stranger(self) -> bool:
        return self._told.strangeness is not None and self._told.strangeness.verdict == "belongs to no route"

    def _edit(self, tried: WhatIf) -> str:
        words = self._listed([f"“{word}”" for word in tried.without])
        if tried.route is None and self._told.route is not None:
            key = "without_none"
        elif tried.route != self._told.route:
            # Of a message that belongs to no route, the best guess is the same before and after.
            guess = "without_scope" if self._is_stranger() else "without_guess"
            key = "without_other" if tried.accepted else guess
        else:
            key = "without_sure" if tried.accepted else "without_unsure"
        return self._say(key, words=words, route=tried.route or self._say("nothing"))

    def _example_more(self, tried: WhatIf) -> str:
        key = "taught_sure" if tried.accepted else "taught"
        values = {"taught": tried.example_of or "", "route": tried.route or self._say("nothing")}
        return self._say(key, **values, p=self._number(tried.confidence))

    def _example(self, near: NearExample) -> dict[str, str]:
        return {"example": _quoted(near.text), "likeness": self._number(near.likeness)}

    def _joined(self, words: list[str]) -> list[str]:
        """Return the words in quotation marks; neighbours in the message as one phrase."""
        groups: list[list[str]] = []
        spoken = list(map(fold, WORD.findall(self._told.text)))
        for word in words:
            place = spoken.index(fold(word))
            if groups and place and fold(groups[-1][-1]) == spoken[place - 1]:
                groups[-1].append(word)
            else:
                groups.append([word])
        return [f"“{' '.join(group)}”" for group in groups]

    def _listed(self, items: list[str]) -> str:
        return items[0] if len(items) == 1 else f"{', '.join(items[:-1])}{self._say('and')}{items[-1]}"

    def _layer(self, layer: str | None) -> str:
        return self._phrases.get(f"layer_{layer}", layer or "?")

    def _probability_of(self, route: str) -> float:
        return dict(self._told.probabilities).get(route, 0.0)

    def _probability(self, route: str) -> str:
        return self._number(self._probability_of(route))

    def _number(self, value: float, digits: int = 2) -> str:
        shown = f"{value:.{digits}f}"
        return shown if self._told.language == "en" else shown.replace(".", ",")

    def _say(self, key: str, **values: str) -> str:
        # One pass over our own phrase: what stands in a value, braces included, is never read as a phrase.
        return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], self._phrases[key])


def _quoted(text: str | None) -> str:
    text = " ".join((text or "").split())
    return f"“{text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}”"


def _evidence(said: str | None) -> str:
    return (said or "").removeprefix("found ")
