"""Finds in a question what each word can mean: closed words, names of the schema, values, and words like those."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning, stem
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import SchemaLexicon, parted
from fingerpost.assistants.agents.analytics.questions.schema_name_matching import AHEAD
from fingerpost.assistants.agents.analytics.questions.spelling_correction import mended
from fingerpost.assistants.agents.analytics.questions.tokens import DATE, NUMBER, QUOTE, SIGN, WORD, Token, is_code
from fingerpost.assistants.agents.analytics.questions.words import (
    AUXILIARY,
    BETWEEN,
    each,
    verb_comparisons,
    vocabulary,
)
from fingerpost.language.function_words import AND

_LONGEST_SPAN = 3
"""Maximum number of unknown words that are looked up by meaning as one."""
_BEFORE_PLACES = each("em de do da no na in from en of para pra e ou and or y o uf estado state , ( / dos das")
_BEFORE_NOUNS = each("per each every an the of by")
_PREPOSITIONS, _OF_THE = each("para por com con sin sem entre desde"), each("do da del")
"""What no preposition stands behind."""
_OBJECTS = each("it that this them these those isso isto esto eso")
"""Words that stand inside a phrase of several words for what was spoken of: `break that down`."""
_AGREE = {
    word: kind
    for kind, words in (
        ("avg", "medio media promedio medios medias average"),
        ("sum", "total"),
        ("max", "maximo maxima"),
        ("min", "minimo minima"),
    )
    for word in each(words)
}
"""Adjectives that people set inside a name: `tempo médio de entrega`."""


def tag(pieces: Sequence[Token], words: SchemaLexicon) -> list[Mark]:
    """Return the marks of a question, longest phrase first; what nothing is known of is looked up by likeness."""
    return list(_tagged(tuple(pieces), words))


@lru_cache(maxsize=64)
def _tagged(pieces: tuple[Token, ...], words: SchemaLexicon) -> tuple[Mark, ...]:
    """Tag a question; it is read in two ways, and again where another goes on from it."""
    mended_pieces, known = _spelled(pieces, words)
    return tuple(_merged(_look_up(list(known), mended_pieces, words), mended_pieces))


@lru_cache(maxsize=64)
def _spelled(pieces: tuple[Token, ...], words: SchemaLexicon) -> tuple[tuple[Token, ...], tuple[Mark, ...]]:
    """Return the words of a question without slips, and the marks of those that are known and of those that are not."""
    mended_pieces = tuple(mended(token, words) for token in pieces)
    return mended_pieces, tuple(_known(mended_pieces, words))


def all_known(pieces: Sequence[Token], words: SchemaLexicon) -> bool:
    """Whether every word is a closed word, a name or a value as it is spelled, so that nothing is guessed.

    A word with a capital inside a question is a name, which is never guessed.
    """
    mended_pieces, known = _spelled(tuple(pieces), words)
    if mended_pieces != tuple(pieces):
        return False
    return not any(_unknown(mark) and not (mark.start and mark.words[:1].isupper()) for mark in known)


def unknown_phrases(pieces: Sequence[Token], words: SchemaLexicon) -> list[str]:
    """Return the phrases of several unknown words that are looked up by meaning as one."""
    _, marks = _spelled(tuple(pieces), words)
    return [
        _raw(marks[at:end])
        for at in range(len(marks))
        for end in range(at + 2, min(at + _LONGEST_SPAN, len(marks)) + 1)
        if all(_unknown(mark) for mark in marks[at:end])
    ]


def _raw(marks: Sequence[Mark]) -> str:
    """Return the words of marks as their vectors are made."""
    return " ".join(token.raw.lower() for mark in marks for token in mark.tokens)


def _known(pieces: Sequence[Token], words: SchemaLexicon) -> list[Mark]:
    """Return the marks of phrases that are known, and of words that are not."""
    found: list[Mark] = []
    at = 0
    while at < len(pieces):
        here = _longest(pieces, at, words)
        found += here
        at = here[-1].end
    return found


def _merged(marks: Sequence[Mark], pieces: Sequence[Token]) -> list[Mark]:
    """Put two marks side by side that name the same thing into one: `support tickets`, `correo electrónico`."""
    found: list[Mark] = []
    for mark in marks:
        before = found[-1] if found else None
        one, two = (entry.of("table", "column") if entry else None for entry in (before, mark))
        if before and one and two and one.kind == two.kind and one.refs == two.refs and not _has_value(before, mark):
            kept = [meaning for meaning in mark.meanings if meaning.kind == two.kind]
            found[-1] = _mark(pieces, before.start, mark.end, kept)
        else:
            found.append(mark)
    return found


def _longest(pieces: Sequence[Token], at: int, words: SchemaLexicon) -> list[Mark]:
    """Return the mark of the longest phrase that begins here, behind one for an "average" that stands inside it."""
    token = pieces[at]
    if token.kind in (NUMBER, DATE, QUOTE):
        return [_mark(pieces, at, at + 1, _literal(token, words))]
    exact, closed = _exact(pieces, at, words)
    loose, named, agree = _named(pieces, at, words)
    if agree and loose > exact:
        inside = _mark(pieces, agree, agree + 1, [Meaning(_AGREE[pieces[agree].text])])
        return [inside, _mark(pieces, at, loose, named)]
    if loose > exact or (loose == exact > at):
        if closed and loose == exact and _is_name(pieces, at, named):
            return [_mark(pieces, at, loose, [meaning._replace(bound=False) for meaning in named])]
        return [_mark(pieces, at, loose, named + (closed if loose == exact else []))]
    if exact > at:
        return [_mark(pieces, at, exact, closed)]
    code = [Meaning("quote", value=token.raw)] if is_code(token) else []
    return [_mark(pieces, at, at + 1, [Meaning("sign")] if token.kind == SIGN else code)]


def _is_name(pieces: Sequence[Token], at: int, named: Sequence[Meaning]) -> bool:
    """Whether a closed word is a value that is written alike: with a capital inside a question, or as in `do para`."""
    capital = pieces[at].raw[:1].isupper() and not pieces[at].raw.isupper()
    value = any(meaning.kind in ("value", "adjective") for meaning in named)
    return value and at > 0 and (capital or (pieces[at].text in _PREPOSITIONS and pieces[at - 1].text in _OF_THE))


def _literal(token: Token, words: SchemaLexicon) -> list[Meaning]:
    """Return what a number, a date or a text in quotes means."""
    if token.kind == NUMBER:
        return [Meaning("number", number=token.value)]
    if token.kind == DATE:
        return [Meaning("date")]
    parts = parted(token.text)
    # As values are kept: `Jardim das Flores` without its `das`.
    known = words.values.get(tuple(stem(word) for word in parts if word not in BETWEEN) or tuple(parts), [])
    return [meaning._replace(bound=False) for meaning in known] + [Meaning("quote", value=token.raw)]


def _mark(pieces: Sequence[Token], start: int, end: int, meanings: list[Meaning]) -> Mark:
    inside = tuple(pieces[start:end])
    return Mark(" ".join(token.raw for token in inside), start, end, tuple(meanings), inside)


def _exact(pieces: Sequence[Token], at: int, words: SchemaLexicon) -> tuple[int, list[Meaning]]:
    """Return where the longest closed phrase ends that begins here, and what it means."""
    texts = tuple(token.text for token in pieces[at : at + words.longest])
    for end in range(at + len(texts), at, -1):
        key = texts[: end - at]
        if key == ("order", "by") and at and pieces[at - 1].text in _BEFORE_NOUNS:
            # `items per order by state`
            continue
        around = len(key) > 2 and key[1] in _OBJECTS and key[0] not in AUXILIARY
        found = words.exact.get(key) or (words.exact.get(key[:1] + key[2:]) if around else None)
        if found and (key in verb_comparisons() or ("priced", 0) in found) and not _number_behind(pieces, end, words):
            # `llegaron a tiempo` compares nothing, nor does `o mais caro que vendemos`.
            continue
        if found:
            return end, [Meaning(kind, number=number) for kind, number in found]
    return at, []


def _number_behind(pieces: Sequence[Token], at: int, words: SchemaLexicon) -> bool:
    """Whether a number stands at a place, or behind the article there."""
    behind = [token for token in pieces[at : at + 2] if token.text not in BETWEEN][:1]
    return any(
        token.kind == NUMBER or any(kind in ("number", "currency") for kind, _ in words.exact.get((token.text,), ()))
        for token in behind
    )


def _named(pieces: Sequence[Token], at: int, words: SchemaLexicon) -> tuple[int, list[Meaning], int]:
    """Return where the longest name or value ends that begins here, what it means, and where "average" is inside."""
    best: tuple[int, list[Meaning], int] = (at, [], 0)
    agree, helped = 0, False
    if pieces[at].kind != WORD:
        return best
    key: tuple[str, ...] = ()
    for end in range(at, len(pieces)):
        text = pieces[end].text
        longer = (*key, stem(text))
        if longer not in words.begun:
            if key and text in AND | {",", "&"} and _goes_on(pieces, end + 1, key, words):
                # `watches & gifts` is one value.
                continue
            if key and text in BETWEEN - AND | AUXILIARY:
                helped = helped or (text in AUXILIARY and text not in BETWEEN)
                continue
            if key and not agree and text in _AGREE and text != "total":
                agree = end
                continue
            break
        key = longer
        meant = [*words.phrases.get(key, ()), *words.values.get(key, ())]
        if helped:
            # `reviews have a title` is not `review title`.
            meant = [meaning for meaning in meant if meaning.kind in ("measure", "condition", "event")]
        if end > at and not all(meaning.kind != "column" for meaning in meant):
            meant = _without_value(pieces, at, end, meant, words)
        if meant and _allowed(pieces, at, end + 1, meant):
            best = (end + 1, meant, agree)
    if best[0] == at + 1 and not any(meaning.kind in ("table", "measure") for meaning in best[1]):
        best[1].extend(words.shortened_tables(pieces[at].text))
    return best


def _without_value(
    pieces: Sequence[Token], at: int, end: int, meant: list[Meaning], words: SchemaLexicon
) -> list[Meaning]:
    """Return what a name means, unless it is a column and one of its values, or an average and something else.

    `status delivered` says both; `médio pago` without its "de" is no `medio de pago`.
    """
    value = bool(words.values.get((stem(pieces[end].text),)))
    average = pieces[at].text in _AGREE and end == at + 1
    return [meaning for meaning in meant if meaning.kind != "column"] if value or average else meant


def _goes_on(pieces: Sequence[Token], at: int, key: tuple[str, ...], words: SchemaLexicon) -> bool:
    return at < len(pieces) and (*key, stem(pieces[at].text)) in words.values_begun


def _allowed(pieces: Sequence[Token], at: int, end: int, meant: Sequence[Meaning]) -> bool:
    """Whether a code of two letters was meant as one: in capitals, or where a place can stand."""
    token = pieces[at]
    if end - at > 1 or len(token.text) > 2 or not all(meaning.kind in ("value", "adjective") for meaning in meant):
        return True
    if token.capital:
        return True
    closed = token.text in _BEFORE_PLACES or (token.text,) in vocabulary()
    return at > 0 and pieces[at - 1].text in _BEFORE_PLACES and not closed


def _look_up(marks: list[Mark], pieces: Sequence[Token], words: SchemaLexicon) -> list[Mark]:
    """Give unknown words the meaning of what they are most like, several of them together first."""
    found: list[Mark] = []
    at = 0
    while at < len(marks):
        if marks[at].meanings or marks[at].tokens[0].kind != WORD:
            found.append(marks[at])
            at += 1
            continue
        end = at
        while end + 1 < len(marks) and end + 1 - at < _LONGEST_SPAN and _unknown(marks[end + 1]):
            end += 1
        options = []
        for stop in range(at, end + 1):
            span = marks[at : stop + 1]
            text = " ".join(token.text for mark in span for token in mark.tokens)
            meant, score = _like(text, _raw(span), words)
            options.append((score if meant else 0.0, span, meant))
        # Of several words together each must make it likelier: `correo electrónico`, but not `alumnos nacidos`.
        best = options[0]
        for option in options[1:]:
            if option[0] > best[0] + AHEAD:
                best = option
        found.append(_mark(pieces, best[1][0].start, best[1][-1].end, best[2]))
        at += len(best[1])
    return found


def _unknown(mark: Mark) -> bool:
    return not mark.meanings and mark.tokens[0].kind == WORD


def _like(text: str, raw: str, words: SchemaLexicon) -> tuple[list[Meaning], float]:
    """Return what a text is like, and how much."""
    if len(text) < 3:
        return [], 0.0
    if " " not in text and (found := words.likeness.begins(text) or words.likeness.shortened(text)):
        return found, 1.0
    return words.likeness.means(raw)


def _has_value(*marks: Mark) -> bool:
    return any(mark.of("value", "adjective") for mark in marks)
