"""Finds in a question what each word can mean: closed words, names of the schema, values, and words like those."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.questions.lexicon import (
    _AGREE,
    Lexicon,
    Mark,
    Meaning,
    _allowed,
    _exact,
    _literal,
    _mark,
    _mended,
    stem,
)
from fingerpost.assistants.agents.analytics.questions.likeness import AHEAD, Likeness
from fingerpost.assistants.agents.analytics.questions.names import column_names, single_words, table_names
from fingerpost.assistants.agents.analytics.questions.synonyms import adjectives, stand_ins, synonyms_of
from fingerpost.assistants.agents.analytics.questions.tokens import DATE, NUMBER, QUOTE, SIGN, WORD, Token
from fingerpost.assistants.agents.analytics.questions.words import AUXILIARY, BETWEEN
from fingerpost.language.function_words import AND

_BEGINNING = 5
_LONGEST_SPAN = 3
"""Maximum number of unknown words that are looked up by meaning as one."""


class SchemaLexicon(Lexicon):
    """All phrases of one schema; `likeness` compares words that are none of them."""

    def __init__(self, allowlist: Allowlist, meanings: Meanings) -> None:
        """Collect names, values and figures."""
        self._terms: list[tuple[str, Meaning]] = []
        self._parts: list[tuple[str, Meaning]] = []
        self._tables: list[tuple[str, Meaning]] = []
        super().__init__(allowlist, meanings)
        for entry in meanings.measures:
            self._terms += [(word, Meaning("measure", value=entry.name)) for word in entry.words if not entry.weak]
        self.likeness = Likeness(self._terms, self._parts)
        self.begun = self.phrases_begun | self.values_begun

    def _schema(self, allowlist: Allowlist) -> None:
        singles: dict[str, list[Meaning]] = {}
        for table in allowlist.tables:
            meaning = Meaning("table", ((table.name, ""),))
            names = table_names(table)
            self._tables += [(name[0], meaning) for name in names if len(name) == 1]
            self._named(names, meaning)
            for word in _words(table_names(replace(table, synonyms=()))):
                singles.setdefault(word, []).append(meaning)
            for column in table.columns:
                own = Meaning("column", ((table.name, column.name),))
                plain = replace(column, synonyms=tuple(filter(self._plain, column.synonyms)))
                names = column_names(plain, table)
                if column.references:
                    own = Meaning("table", ((column.references[0], ""),))
                    names = [name for name in names[1:] if name] or names
                self._named(names, own)
                for word in _words(column_names(replace(column, synonyms=()), table)):
                    singles.setdefault(word, []).append(own)
        for word, found in list(singles.items()):
            for other in synonyms_of(word):
                singles.setdefault(other, []).extend(
                    meaning for meaning in found if meaning not in singles.get(other, ())
                )
        for word, found in singles.items():
            key = (stem(word),)
            if key not in self.phrases and (word,) not in self.exact:
                for meaning in found:
                    self._add(key, meaning._replace(bound=True))
                    self._parts.append((word, meaning._replace(bound=True)))
        for word, others in stand_ins().items():
            found = {
                meaning.refs
                for other in others
                for name in (other, *synonyms_of(other))
                for meaning in self.phrases.get((stem(name),), ())
                if meaning.kind == "table"
            }
            for name in (word, *synonyms_of(word)) if len(found) == 1 else ():
                if (stem(name),) not in self.phrases:
                    self.phrases[(stem(name),)] = [Meaning("table", next(iter(found)))]
        for word, (noun, turned) in adjectives().items():
            nouns = (noun, *synonyms_of(noun), *(("amount", *synonyms_of("amount")) if noun == "price" else ()))
            refs = [
                ref
                for name in nouns
                for meaning in self.phrases.get((stem(name),), ())
                if meaning.kind == "column"
                for ref in meaning.refs
            ]
            if refs and (stem(word),) not in self.phrases:
                named = Meaning("adjective_of", tuple(dict.fromkeys(refs)), "-" if turned else "+")
                self.phrases[(stem(word),)] = [named]
        for phrase in allowlist.ignored:
            if not all(self._known(word) for word in phrase.split()):
                self.phrases[self._key(phrase)] = [Meaning("unread")]

    def shortened_tables(self, word: str) -> list[Meaning]:
        """Return the table whose name is the beginning of a word: `mensalid` of mensalidades."""
        return [
            meaning
            for name, meaning in self._tables
            if len(name) >= _BEGINNING and word.startswith(name) and word != name
        ]

    def _named(self, names: Sequence[tuple[str, ...]], meaning: Meaning) -> None:
        for name in names:
            self._add(self._key(" ".join(name)), meaning)
            self._terms.append((" ".join(name), meaning))

    def _value(self, name: str, ref: tuple[str, str], value: str, *, adjective: bool = False) -> None:
        super()._value(name, ref, value, adjective=adjective)
        self._terms.append((name.removeprefix("=").lower().replace("_", " "), Meaning("value", (ref,), value)))

    def _known_values(self, allowlist: Allowlist, meanings: Meanings) -> None:
        kept = dict(self.phrases)
        super()._known_values(allowlist, meanings)
        self.phrases.update(kept)


def _words(names: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the words of names: whole names of one word, whose synonyms count, and parts of longer ones."""
    yield from (name[0] for name in names if len(name) == 1)
    yield from single_words(list(names))


@lru_cache(maxsize=8)
def schema_lexicon(allowlist: Allowlist, meanings: Meanings) -> SchemaLexicon:
    """Return the lexicon of a schema; building one takes milliseconds."""
    return SchemaLexicon(allowlist, meanings)


def tag(pieces: Sequence[Token], words: SchemaLexicon) -> list[Mark]:
    """Return the marks of a question, longest phrase first; what nothing is known of is looked up by likeness."""
    pieces = [_mended(token, words) for token in pieces]
    found: list[Mark] = []
    at = 0
    while at < len(pieces):
        here = _longest(pieces, at, words)
        found += here
        at = here[-1].end
    return _merged(_look_up(found, pieces, words), pieces)


def _merged(marks: Sequence[Mark], pieces: Sequence[Token]) -> list[Mark]:
    """Put two marks side by side that name the same thing into one: `support tickets`, `correo electrónico`."""
    found: list[Mark] = []
    for mark in marks:
        before = found[-1] if found else None
        one, two = (entry.of("table", "column") if entry else None for entry in (before, mark))
        if before and one and two and one.kind == two.kind and one.refs == two.refs and not before.of("value"):
            kept = [meaning for meaning in mark.meanings if meaning.kind == two.kind]
            found[-1] = _mark(pieces, before.start, mark.end, kept)
        else:
            found.append(mark)
    return found


def _longest(pieces: Sequence[Token], at: int, words: SchemaLexicon) -> list[Mark]:
    token = pieces[at]
    if token.kind in (NUMBER, DATE, QUOTE):
        return [_mark(pieces, at, at + 1, _literal(token, words))]
    exact, closed = _exact(pieces, at, words)
    loose, named, agree = _named(pieces, at, words)
    if agree and loose > exact:
        inside = _mark(pieces, agree, agree + 1, [Meaning(_AGREE[pieces[agree].text])])
        return [inside, _mark(pieces, at, loose, named)]
    if loose > exact or (loose == exact > at):
        return [_mark(pieces, at, loose, named + (closed if loose == exact else []))]
    if exact > at:
        return [_mark(pieces, at, exact, closed)]
    return [_mark(pieces, at, at + 1, [Meaning("sign")] if token.kind == SIGN else [])]


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
        if meant and _allowed(pieces, at, end + 1, meant):
            best = (end + 1, meant, agree)
    if best[0] == at + 1 and not any(meaning.kind in ("table", "measure") for meaning in best[1]):
        best[1].extend(words.shortened_tables(pieces[at].text))
    return best


def _goes_on(pieces: Sequence[Token], at: int, key: tuple[str, ...], words: SchemaLexicon) -> bool:
    return at < len(pieces) and (*key, stem(pieces[at].text)) in words.values_begun


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
            inside = [token for mark in span for token in mark.tokens]
            meant, score = _like(" ".join(t.text for t in inside), " ".join(t.raw.lower() for t in inside), words)
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
    if " " not in text:
        if found := words.likeness.begins(text) or words.likeness.shortened(text):
            return found, 1.0
    return words.likeness.means(raw)
