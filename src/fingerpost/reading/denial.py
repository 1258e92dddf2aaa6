"""Requests that are denied, set under a condition, or taken back: their words name an action that is not asked for.

"Don't remove Gion" is as like the examples of removing as "remove Gion". What is denied is told by the app's own
examples: a negation before a verb of an action denies it, unless its examples say it so too ("don't charge Ben").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from fingerpost.language.detect import language_of
from fingerpost.language.function_words import (
    AND,
    ARTICLES,
    BUT,
    FUNCTION_WORDS,
    MODALS,
    OR,
    PLEASE,
    SUBJECT_PRONOUNS,
)
from fingerpost.language.tokens import Word, at, listed, phrases, words_of
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.declaration import NONE, Declaration
from fingerpost.reading.marks import MarkedText

DENIED = 0.0
DOUBTED = 0.45
"""How sure a request at most is that is to be asked back."""

_NEVER = listed("not never nunca jamas jamais nao no dont doesnt didnt wont cannot")
_NOT_A_VALUE = listed("not nao")
_LINKS = (FUNCTION_WORDS | PLEASE) - BUT | listed("""to want need said told ever have go going wanna gonna
    lo la los las quiero quiera quieras dije dijo hace falta necesito hay tienes debes vayas va
    quero queria querer disse preciso precisa deves vai""")
"""Words between a negation and the verb that it denies."""
_CLAUSE = (
    AND | OR | BUT | SUBJECT_PRONOUNS | MODALS | PLEASE | listed("que so then entao entonces ya ja also tambien tambem")
)
"""Before a negation these begin what is denied; after others it tells of somebody: "Ben doesn't pay"."""
_SUGGESTED = phrases("why|why do|por que|porque|q tal si|what if")
"""Before a negation these ask for what it seems to deny: "why don't you add it"."""
_POLITE = phrases("""you can|you could|you don ' t mind|you like|possible|needed|that ' s ok|puedes|puede|podes|podeis
    pudieras|no es molestia|no te importa|se puede|eres tan amable|es tan amable|te parece|quieres|te soy sincera
    te soy sincero|puder|puderes|der|quiser|quiseres|faz favor|possivel|for possivel|calhar|nao se importa
    couber|nao for incomodo|o si""")
"""After "if" these set no condition."""
_FEASIBLE = listed("""time room chance allow allows permit permits holds works fits tiempo lugar hueco permite permiten
    aguanta aguantan dejan tempo espaco permitir permitirem deixar deixarem""")
"""In what follows "if" these only hope that it can be done."""
_CONDITIONS = phrases("""if|unless|in case|provided that|as long as|assuming|pretend|pretending|imagine
    a menos que|a no ser que|en caso de que|siempre que|siempre y cuando|con tal de que|suponiendo|finge|fingir|imagina
    a nao ser que|caso|desde que|contanto que|finja|salvo si|salvo se""")
_ASKED_WHETHER = listed("see check whether know sure wonder ver mira mirar revisa fijate por saber sabe ve veja checa")
"""Before "if" these ask or look."""
_FUTURE = ("r", "rem", "rmos", "res")
"""How the verb after "se" ends where that is "if"."""
_TAKEN_BACK = phrases("""no wait|wait|no no|scratch that|i mean|i meant|sorry|make that|actually|or rather|no , espera
    no espera|espera|no , mejor|mejor dicho|digo|perdon|quise decir|nao , espera|nao espera|espere|instead of
    rather than|en vez de|en lugar de|em vez de|ao inves de|quer dizer|alias
    ou melhor|desculpa|nao nao""")
"""Between two values of one parameter these put the second in the place of the first."""
_MOSTLY = 0.2
"""Share of an action's examples with a negation from which negations belong to it."""
_OFTEN = 0.05
"""Share of an action's examples with a condition from which conditions belong to it."""
_RARE = 0.01
"""Share of an action's examples that a word must lead to be a verb of it."""
_LEADING = 2
"""Words before the first value of an example that may be its verb."""


class _Wording(NamedTuple):
    """How the examples of an action speak: their leading words, and the words that they deny, "" for a value.

    `negative`, `conditional`: whether it is in the nature of the action that it is told by negations ("Ben doesn't
    pay") or under conditions.
    """

    verbs: frozenset[str]
    denied: frozenset[str]
    negative: bool
    conditional: bool


class _Denial(NamedTuple):
    """A negation, and the word that it denies, "" for a value; both by their places among the words."""

    place: int
    denied: int
    word: str


def most_sure(
    declaration: Declaration, action: str, spans: Sequence[ValueSpan], marked: MarkedText, start: int, end: int
) -> float:
    """Return how sure a request can be that is read as an action: `DENIED` where it says not to do that."""
    if action == NONE:
        return DENIED
    words = [word for word in marked.words if start <= word.start < end]
    many = {one.name for one in declaration.actions[action].parameters.values() if one.many}
    sure = min((_left(one, declaration, action, words, spans, many) for one in _denials(words, spans)), default=1.0)
    if _has_condition(words, spans) and not _wordings(declaration)[action].conditional:
        sure = min(sure, DOUBTED)
    if any(
        first.parameter == second.parameter and first.parameter in many and _is_taken_back(words, first, second)
        for first, second in pairwise(sorted(spans))
    ):
        sure = min(sure, DOUBTED)
    return sure


def _left(
    denial: _Denial,
    declaration: Declaration,
    action: str,
    words: Sequence[Word],
    spans: Sequence[ValueSpan],
    many: Collection[str],
) -> float:
    """Return how sure a denial leaves a request: what is said before it, or again after it, may still be meant."""
    wordings = _wordings(declaration)
    own, place = wordings[action], words[denial.denied].start
    # "No day yet" has no verb.
    noun = words[denial.place].folded == "no" and denial.word in declaration.actions[action].parameters
    if own.negative or noun or _is_one_of(denial.word, own.denied):
        return 1.0
    before = any(span.start < words[denial.place].start for span in spans)
    if denial.word and not _is_one_of(denial.word, own.verbs):
        after = any(span.start >= place for span in spans)
        of_another = before and after and any(_is_one_of(denial.word, one.verbs) for one in wordings.values())
        return DOUBTED if of_another else 1.0
    if not denial.word and not any(span.start == place and span.parameter in many for span in spans):
        return 1.0
    again = any(_is_one_of(word.folded, own.verbs) for word in words[denial.denied + 1 :])
    return DOUBTED if before or again or words[-1].text == "?" else DENIED


def _denials(words: Sequence[Word], spans: Sequence[ValueSpan]) -> Iterator[_Denial]:
    """Yield the negations that deny a word or a value."""
    begins, inside = {span.start for span in spans}, _inside(words, spans)
    for place, word in enumerate(words):
        if place in inside or not _is_negation(words, place):
            continue
        contracted = word.folded == "t"
        first = place - 2 if contracted else place
        first -= at(words, first - 1) in ("do", "does", "did")
        if _SUGGESTED.before(words, first) or (contracted and at(words, place + 1) in ("you", "we")):
            continue
        if first > 0 and words[first - 1].is_letters and words[first - 1].folded not in _CLAUSE:
            continue
        only_articles = word.folded in _NOT_A_VALUE or (word.folded == "no" and at(words, place - 1) in BUT | {"y"})
        for following in range(place + 1, len(words)):
            said = words[following]
            if said.start in begins:
                if only_articles:
                    yield _Denial(first, following, "")
                break
            if following in inside or not said.is_letters:
                break
            only_articles = only_articles and said.folded in ARTICLES
            if said.folded not in _LINKS:
                yield _Denial(first, following, said.folded)
                break


def _is_negation(words: Sequence[Word], place: int) -> bool:
    said = words[place].folded
    if said == "t":
        return at(words, place - 1) in ("'", "’") and at(words, place - 2).endswith("n")
    if said == "no":
        # "In the", in Portuguese.
        return language_of(" ".join(word.text for word in words)) != "pt"
    return said in _NEVER


def _inside(words: Sequence[Word], spans: Sequence[ValueSpan]) -> set[int]:
    return {n for n, word in enumerate(words) if any(span.start <= word.start < span.end for span in spans)}


def _has_condition(words: Sequence[Word], spans: Sequence[ValueSpan]) -> bool:
    inside = _inside(words, spans)
    for place, word in enumerate(words):
        if place in inside:
            continue
        before, after = at(words, place - 1), at(words, place + 1)
        # "Sí" is yes, "¿y si …?" proposes, and "se" is "if" before a future alone: "se chover".
        doubtful = word.text.lower() == "si" and after.isalpha() and before not in ("o", "y")
        doubtful = doubtful or (word.folded == "se" and before not in ("vai", "pode", "quer") and _is_future(after))
        if not doubtful and not _CONDITIONS.at(words, place):
            continue
        if not _POLITE.at(words, place + 1) and before not in _ASKED_WHETHER and not _is_hoped(words[place + 1 :]):
            return True
    return False


def _is_hoped(words: Sequence[Word]) -> bool:
    clause = takewhile(lambda word: word.is_letters or word.text in "'’", words)
    return any(word.folded in _FEASIBLE for word in clause)


def _is_future(word: str) -> bool:
    return word == "for" or (len(word) > 3 and word.endswith(_FUTURE))


def _is_taken_back(words: Sequence[Word], first: ValueSpan, second: ValueSpan) -> bool:
    between = [word for word in words if first.end <= word.start < second.start]
    return any(_TAKEN_BACK.at(between, n) for n in range(len(between)))


@lru_cache(maxsize=16)
def _wordings(declaration: Declaration) -> dict[str, _Wording]:
    """Return how each action's examples speak."""
    verbs: dict[str, Counter[str]] = {name: Counter() for name in declaration.actions}
    denied: dict[str, set[str]] = {name: set() for name in declaration.actions}
    conditions: dict[str, list[bool]] = {name: [] for name in declaration.actions}
    negated: dict[str, list[bool]] = {name: [] for name in declaration.actions}
    for example in declaration.examples:
        words_there = words_of(example.annotated.text)
        for action, request in example.requests:
            if action == NONE:
                continue
            words = [word for word in words_there if request.start <= word.start < request.end]
            told = [one.word for one in _denials(words, request.spans)]
            first = min((span.start for span in request.spans), default=request.end)
            leading = [word.folded for word in words if word.start < first and word.is_letters and len(word.folded) > 2]
            telling = [word for word in leading if word not in _LINKS | _NEVER and word not in told]
            verbs[action].update(telling[:_LEADING])
            denied[action].update(told)
            negated[action].append(any(_is_negation(words, n) for n in range(len(words))))
            conditions[action].append(_has_condition(words, request.spans))
    return {
        name: _Wording(
            frozenset(word for word, count in verbs[name].items() if count > _RARE * len(of)) | _called(name),
            frozenset(denied[name]),
            sum(negated[name]) > _MOSTLY * len(of),
            sum(of) > _OFTEN * len(of),
        )
        for name, of in conditions.items()
    }


def _called(action: str) -> frozenset[str]:
    """Return the verbs of an action's name."""
    return frozenset(action.lower().split("_")) - _LINKS - _NEVER


def _is_one_of(word: str, known: frozenset[str]) -> bool:
    """Whether a word is among some, or another form of one: "borres" of "borra"."""
    return word in known or (len(word) > 2 and any(_is_form(word, one) for one in known))


def _is_form(one: str, other: str) -> bool:
    # "Saques" is of "saca", "apague" of "apaga".
    one, other = (word.replace("qu", "c").replace("gu", "g") for word in (one, other))
    size = max(3, min(len(one), len(other)) - 1)
    return min(len(one), len(other)) >= size and one[:size] == other[:size]
