"""The requests of a message one by one: where a new one begins, and which values go with which names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.asking import FIGURES, read_value
from fingerpost.assistants.miniapps.framework.controls import FILLERS
from fingerpost.assistants.miniapps.framework.matching import QUOTED, Match, Word, best, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import Action, Reading
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.language.numbers import number_words
from fingerpost.language.text import words

MOST_PIECES = 50
"""Pieces of a list that are looked at for values of their own."""

_APART = re.compile(r"(?:[,;\n]|(?<=[^\W\d_]{3})\.\s|\s(?:and|y|e|&|n)\s)\s*", re.IGNORECASE)
"""What parts the things of a list."""
LONGEST_TOLD, MOST_FURTHER = 500, 5
"""Characters of a clause that is parted from what it says further, and how often it is."""
_ALL, _TODOS = ("|".join(number_words(range(2, 5), languages=(language,))) for language in ("en", "es"))
_FURTHER = re.compile(
    r"\s*,\s+(?:pero|but|mas)\s+(?=[^,;.]{0,40}\b(?:day|d[ií]a)\b)|"
    r"\s*[,;.(–—-]\s+(?:(?:and|y|e|pero|but|mas)\s+)?(?=(?:both|all (?:of them|" + _ALL + r")|they'?r?e?|ambos|ambas"
    rf"|l[oa]s (?:{_TODOS})|[oa]s (?:dois|duas|tr[êe]s)|tod[oa]s|es[ea]|ess[ea]|ele|ela|it(?:'?s| is)"
    r"|th(?:at|is)(?: one)?(?:'?s| is)"
    r"|which (?:is|are)|que|also|tambi[ée]n|tamb[ée]m|queda|fica|est[áa]"
    r"|(?:(?:for|on|the|el|no|al|ao|para|pro|o)\s){0,2}(?:same day|mismo d[ií]a|mesmo dia))\s"
    r"[^,;.]{0,40}?\b(?:in|on|en|em|no|na|day|d[ií]a|for|para|pra|as|que|do|da)\s)",
    re.IGNORECASE,
)
"""What begins with a word that points back, and tells where or when something is."""
_WITH_NOTE = re.compile(
    r"(?<=\w),?\s(?:with|con|com|and|y|e)\s(?:(?:an?|the|una|la|uma)\s)?(note|nota)(?::|\s(?:that|saying|que|diciendo|dizendo)\s)\s*(?=\S)",
    re.IGNORECASE,
)
"""What begins a note about what was just named: "add the chapel with a note: go early"."""
_SO_ADD = re.compile(
    r"(?<=\w)[,;.!]\s(?:(?:so|and|y|e|please|pls|por favor)\s)?(?:(?:put|pop|stick|add|get|write)\s(?:that|it|this)"
    r"(?:\s(?:one|in|on|down|there|to the list|on the list))*"
    r"|(?:a[ñn][áa]de|agr[ée]ga|m[ée]te|ap[úu]nta|an[óo]ta|pon)l[oa]"
    r"|(?:adiciona|coloca|bota|p[õo]e|anota|inclui)(?:\s(?:isso|esse|essa|ele|ela|a[ií])|-[oa]))"
    r"(?:\s(?:too|also|as well|please|pls|tambi[ée]n|tamb[ée]m|tb|por favor|a la lista|na lista))*[\s.!]*$",
    re.IGNORECASE,
)
"""What only asks to keep what was named before it: "we're staying at the Ritz, put that in"."""
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3})[.!?]+\s+(?=\w)|(?<=\d)[.!?]+\s+(?=[^\W\d_])")
_AND = words("and then also y e luego despues entonces tambien depois entao tambem ademas & plus")
_ENDED = re.compile(r"[.;!\n]")


def clauses(app: MiniApp, text: str, opening: bool = False) -> list[str]:
    """Return the requests of a message one by one: "add the temple and mark it as visited" has two.

    What an action takes as free text is never parted, and neither is what stands before the first action, unless the
    message opens the app.
    """
    if app.reads is not None and len(text) <= LONGEST_TOLD and not opening:
        text = _SO_ADD.sub("", text)
        noted = _WITH_NOTE.search(text)
        if noted and not QUOTED.search(text):
            return [*clauses(app, text[: noted.start()]), f"{noted[1]}: {text[noted.end() :]}"]
    message = words_of(text)
    found: dict[int, Match[Action]] = {}
    for match in matches(message, [(action, action.words) for action in app.actions]):
        if match.first not in found or match.size > found[match.first].size:
            found[match.first] = match
    cuts: list[int] = []
    inside, end, covered = opening, 0, set[tuple[int, int]]()
    for place in sorted(found):
        match = found[place]
        if message[place].start < end:
            continue
        # A request has something to be about: in "add; drop table" nothing is asked to be dropped.
        begun = min(covered, default=(0, 0))[0]
        about = any(
            word.start >= begun and (word.start, word.end) not in covered and word.folded not in _AND
            for word in message[:place]
        )
        if inside and about and _begins(message, text, place):
            cuts.append(place)
        elif inside:
            continue
        inside, end, covered = True, match.spans[-1][1], set(match.spans)
        if any(param.kind == "text" for param in match.who.params):
            break
    ends = [*(_cut_before(message, place) for place in cuts), len(text)]
    starts = [0, *(message[place].start for place in cuts)]
    parted = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    return parted if app.reads is None or opening else [one for clause in parted for one in _told_apart(clause)]


def sentences(text: str) -> list[str]:
    """Return the sentences of a message; what a colon or quotes begin, and what is listed by lines, stays whole."""
    if ":" in text or "\n" in text or len(text) > LONGEST_TOLD or QUOTED.search(text):
        return [text]
    found = [one.strip() for one in _SENTENCE_END.split(text)]
    return found if len(found) <= MOST_FURTHER and all(found) else [text]


def _told_apart(clause: str) -> list[str]:
    """Return a clause, and what it says further of what it names: "add the bar and the zoo, both in Gion"."""
    if ":" in clause or len(clause) > LONGEST_TOLD or QUOTED.search(clause):
        return [clause]
    begin = 0
    parts = []
    for found in list(_FURTHER.finditer(clause))[:MOST_FURTHER]:
        parts.append(clause[begin : found.start()])
        begin = found.end()
    return [part.strip() for part in [*parts, clause[begin:]] if part.strip(" ,.;!")] or [clause]


def each_apart(app: MiniApp, session: Session, clause: str, today: date) -> list[str]:
    """Return the requests of a clause whose values differ: "rate Gion 5 and Nara 4" is "rate Gion 5" and "rate Nara 4".

    A value belongs to the names before it, unless the clause begins with one: "day 1 for the castle, 2 for the zoo".
    """
    match = best(matches(words_of(clause), [(action, action.words) for action in app.actions]))
    leads = match is not None and all(word.folded in FILLERS for word in words_of(clause)[: match.first])
    actions = [match.who] if match else []
    if not leads:
        # "The castle gets 5, the zoo 4": what follows has no verb of its own.
        actions += [action for action in app.actions if action.default]
    actions = [action for action in actions if action.several]
    if not actions or QUOTED.search(clause):
        return [clause]
    begin = match.spans[0][1] if match and leads else 0
    pieces, ends = [], [*(found.span() for found in _APART.finditer(clause, begin)), (len(clause), len(clause))]
    for end, after in ends[:MOST_PIECES]:
        pieces.append((begin, end))
        begin = after
    asks = clause[: match.spans[0][1]] if match and leads else ""
    verb = match.spans[-1][1] if match and not leads else 0
    valued = [
        "last" if start < verb <= end else _valued(actions, app.reading(session.now, clause[start:end], today, "en"))
        for start, end in pieces
    ]
    if "near" in valued[:-1] and not {"first", "last", "alone"} & {*valued}:
        return _each_near(clause, asks, pieces, valued)
    valued = ["last" if one == "near" else one for one in valued]
    if sum(one is not None for one in valued) < 2:
        return [clause]
    forward = next(one for one in valued if one is not None) == "first"
    groups: list[tuple[int, int]] = []
    opened = False
    for (start, end), one in zip(pieces, valued, strict=True):
        if groups and (one == "alone" or (one is None if forward else opened)):
            # What is only a value, and names without one, go with those they stand beside.
            groups[-1] = (groups[-1][0], end)
        else:
            groups.append((start, end))
        opened = one is None
    return [f"{asks} {clause[start:end]}".strip() for start, end in groups]


def _each_near(clause: str, asks: str, pieces: Sequence[tuple[int, int]], valued: Sequence[str | None]) -> list[str]:
    """Return the names that have a value of their own, and those without one, apart from each other."""
    groups: list[tuple[int, int]] = []
    before: str | None = "near"
    for (start, end), one in zip(pieces, valued, strict=True):
        if one is None and before is None:
            groups[-1] = (groups[-1][0], end)
        else:
            groups.append((start, end))
        before = one
    return [f"{asks} {clause[start:end]}".strip() for start, end in groups]


def _valued(actions: Sequence[Action], piece: Reading) -> str | None:
    """Return where a piece of a list has a value: "first", "last", "near" or "alone"; None for nowhere."""
    for param in (param for action in actions for param in action.params):
        reading = replace(piece)
        if (param.required and param.kind not in FIGURES) or read_value(param, reading) is None:
            continue
        left, said = (
            [word.folded for word in words_of(text) if word.folded not in FILLERS]
            for text in (reading.text, piece.text)
        )
        last = "near" if param.near else "last"
        return "alone" if not left else last if left[0] == said[0] else "first"
    return None


def _begins(message: Sequence[Word], text: str, place: int) -> bool:
    """Whether a new request may begin at a word: behind a full stop, or in small letters behind a comma or an "and"."""
    before, word = message[place - 1], message[place]
    between = text[before.end : word.start]
    if _ENDED.search(between):
        return True
    return not word.capital and (before.folded in _AND or "," in between)


def _cut_before(message: Sequence[Word], place: int) -> int:
    while place > 1 and message[place - 1].folded in _AND:
        place -= 1
    return message[place - 1].end
