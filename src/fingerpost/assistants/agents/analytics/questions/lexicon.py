"""Finds in a question the words that are known: closed words, names of a schema, names of figures and of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Also, Meanings
from fingerpost.assistants.agents.analytics.planner.request import Ref
from fingerpost.assistants.agents.analytics.questions.tokens import DATE, NUMBER, QUOTE, SIGN, WORD, Token
from fingerpost.assistants.agents.analytics.questions.words import AUXILIARY, BETWEEN, each, vocabulary
from fingerpost.language.edit_distance import first_difference
from fingerpost.language.function_words import AND
from fingerpost.language.text import fold

_BEFORE_PLACES = each("em de do da no na in from en of para pra e ou and or y o uf estado state , ( / dos das")
_PARTED = re.compile(r"[_,'’-]")
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
_NEAR = {frozenset(pair) for pair in ["sz", "cz", "cs", "sc", "vb", "iy", "qk", "gj", "mn"]} | {
    frozenset((row[at], row[at + 1])) for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for at in range(len(row) - 1)
}


class Meaning(NamedTuple):
    """One thing that words can mean: a kind, and the columns, value or number that goes with it."""

    kind: str
    refs: tuple[Ref, ...] = ()
    value: str = ""
    number: float = 0
    bound: bool = False
    """Whether it counts only beside the name of its column."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a question, from one token to before another, and what they can mean."""

    words: str
    start: int
    end: int
    meanings: tuple[Meaning, ...]
    tokens: tuple[Token, ...] = field(default=(), compare=False)
    made: object = None
    """What several marks were put together into."""

    def of(self, *kinds: str) -> Meaning | None:
        """Return the first meaning that is of one of these kinds."""
        return next((meaning for kind in kinds for meaning in self.meanings if meaning.kind == kind), None)

    @property
    def kinds(self) -> frozenset[str]:
        """Return all kinds it can be of."""
        return frozenset(meaning.kind for meaning in self.meanings)


def stem(word: str) -> str:
    """Return one form for singular and plural, masculine and feminine; not a word, only the same for all."""
    if len(word) < 4 or word.endswith(("us", "ss")) or (len(word) > 7 and word.endswith("mos")):
        return word
    if len(word) > 5 and word.endswith(("oes", "aes")):
        word = word[:-3] + "ao"
    elif len(word) > 5 and word.endswith(("ais", "eis", "ois")):
        word = word[:-2] + "l"
    elif word.endswith(("ies", "xes")) or (len(word) > 6 and word.endswith(("res", "nes", "les", "zes", "ses"))):
        word = word[:-2]
    else:
        word = word.removesuffix("s")
    # `cidade` and `ciudad`, `unidade` and `unidad` are spelled alike so far.
    if word.endswith("dade"):
        word = word[:-1]
    if len(word) > 4 and word[-1] in "oa" and not word.endswith("ao"):
        word = word[:-1]
    return word[:-1] + {"m": "n", "y": "i"}.get(word[-1], word[-1])


class Lexicon:
    """All phrases that are known for one schema, by their words."""

    def __init__(self, allowlist: Allowlist, meanings: Meanings) -> None:
        """Take the names of the schema, then those of its figures, which go before them."""
        self.exact = vocabulary()
        self.phrases: dict[tuple[str, ...], list[Meaning]] = {}
        self.values: dict[tuple[str, ...], list[Meaning]] = {}
        self.spellings: set[str] = set()
        self._schema(allowlist)
        self._figures(meanings)
        self._known_values(allowlist, meanings)
        self.longest = max(map(len, self.exact))
        self.phrases_begun, self.values_begun = _begun(self.phrases), _begun(self.values)
        self.words = frozenset(word for key in self.exact for word in key)
        self.stems = frozenset(word for keys in (self.phrases, self.values) for key in keys for word in key)
        plurals = {word + end for word in self.spellings for end in ("s", "es")}
        self.spelled = _by_letter(self.words | self.spellings | plurals)

    def _schema(self, allowlist: Allowlist) -> None:
        for table in allowlist.tables:
            for name in (table.name, *table.synonyms):
                self._add(self._key(name), Meaning("table", ((table.name, ""),)))
            for column in table.columns:
                # An item's order_id is its order's: one meaning is enough, and the key's own table has it.
                if column.references and column.name == column.references[1] and not column.synonyms:
                    continue
                for name in (column.name, *filter(self._plain, column.synonyms)):
                    self._add(self._key(name), Meaning("column", ((table.name, column.name),)))
        for phrase in allowlist.ignored:
            # What is made of known words alone is read by them: `orders by state`.
            if not all(self._known(word) for word in fold(phrase).split()):
                self.phrases[self._key(phrase)] = [Meaning("unread")]

    def _plain(self, name: str) -> bool:
        """Whether a name holds no word that says what is wanted of it: `nota média` is the average of `nota`."""
        kinds = {kind for word in fold(name).split() for kind, _ in self.exact.get((word,), ())}
        return not kinds & {"avg", "sum", "count", "max", "min"}

    def _known(self, word: str) -> bool:
        return (word,) in self.exact or (stem(word),) in self.phrases

    def _figures(self, meanings: Meanings) -> None:
        """Take the names of a file, which go before those of the allowlist; of two in the file the later one counts."""
        named: dict[tuple[str, ...], list[Meaning]] = {}

        def put(words: Iterable[str], *meant: Meaning) -> None:
            for word in words:
                named[self._key(word, AUXILIARY)] = list(meant)

        put(meanings.unread, Meaning("unread"))
        for kind, entries in (("", meanings.names), ("event", meanings.events), ("short", meanings.short)):
            for also in entries:
                self._also(named, kind or ("column" if also.column else "table"), also)
        for also in meanings.scaled:
            put(also.words, Meaning("column", ((also.table, also.column),), number=also.times))
        for also in meanings.shown:
            put(also.words, Meaning("shown", ((also.table, also.column), also.of or ("", ""))))
        for entry in meanings.measures:
            for word in entry.words:
                # `pagos` are payments in Spanish, and what was paid in Portuguese.
                tables = [m for m in named.get(self._key(word, AUXILIARY), ()) if m.kind == "table" and entry.weak]
                put((word,), Meaning("measure", value=entry.name), *tables)
        for at, known in enumerate(meanings.conditions):
            put(known.words, Meaning("condition", number=at))
        for unit in meanings.units:
            put(unit.words, Meaning("unit", unit.columns, unit.measure))
        self.phrases.update(named)

    def _also(self, named: dict[tuple[str, ...], list[Meaning]], kind: str, also: Also) -> None:
        """Take more names of one column; several columns may have the same."""
        for word in also.words:
            key = self._key(word)
            refs = [ref for meaning in named.get(key, ()) if meaning.kind == kind for ref in meaning.refs]
            named[key] = [Meaning(kind, tuple(dict.fromkeys((*refs, (also.table, also.column)))))]

    def _known_values(self, allowlist: Allowlist, meanings: Meanings) -> None:
        for entry in meanings.values:
            for value, names in entry.names:
                for name in (value, *names):
                    for ref in entry.columns:
                        self._value(name, ref, value, adjective=entry.adjective)
            # A name that needs its column takes that need to the plain value too: `created`.
            for _, names in entry.names:
                for name in (name[1:] for name in names if name.startswith("=")):
                    key = self._key(name, AND)
                    self.values[key] = [meaning._replace(bound=True) for meaning in self.values[key]]
        # What a file says a name means goes before a value that happens to be spelled so.
        for table in allowlist.tables:
            for column in table.columns:
                for value in column.values:
                    self._value(value, (table.name, column.name), value)
        for key in self.values:
            if found := [meaning for meaning in self.phrases.get(key, ()) if meaning.kind not in ("table", "column")]:
                self.phrases[key] = found
            else:
                self.phrases.pop(key, None)

    def _value(self, name: str, ref: Ref, value: str, *, adjective: bool = False) -> None:
        kind = "adjective" if adjective else "value"
        key = self._key(name.removeprefix("="), AND)
        entries = self.values.setdefault(key, [])
        for at, entry in enumerate(entries):
            if entry.value == value:
                refs = entry.refs if ref in entry.refs else (*entry.refs, ref)
                entries[at] = entry._replace(refs=refs, kind=kind if adjective else entry.kind)
                return
        entries.append(Meaning(kind, (ref,), value))

    def _key(self, name: str, between: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """Return a name as it is compared, and keep its words as they are spelled."""
        words = _PARTED.sub(" ", fold(name)).split()
        self.spellings.update(words)
        return tuple(stem(word) for word in words if word not in BETWEEN - AND | between) or tuple(words)

    def _add(self, key: tuple[str, ...], meaning: Meaning) -> None:
        if not key:
            return
        entries = self.phrases.setdefault(key, [])
        for at, entry in enumerate(entries):
            if entry.kind == meaning.kind:
                entries[at] = entry._replace(refs=tuple(dict.fromkeys((*entry.refs, *meaning.refs))))
                return
        entries.append(meaning)


def _begun(phrases: Iterable[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    """Return all beginnings of phrases."""
    return frozenset(phrase[:length] for phrase in phrases for length in range(1, len(phrase) + 1))


def _by_letter(words: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        found.setdefault(word[0], []).append(word)
    return found


@lru_cache(maxsize=8)
def lexicon(allowlist: Allowlist, meanings: Meanings) -> Lexicon:
    """Return the lexicon of a schema; building one takes milliseconds."""
    return Lexicon(allowlist, meanings)


def marks(pieces: Sequence[Token], words: Lexicon) -> list[Mark]:
    """Return what is known of a question, longest phrase first; a token that nothing is known of has no meaning."""
    pieces = [_mended(token, words) for token in pieces]
    found: list[Mark] = []
    at = 0
    while at < len(pieces):
        here = _longest(pieces, at, words)
        found += here
        at = here[-1].end
    return found


def _longest(pieces: Sequence[Token], at: int, words: Lexicon) -> list[Mark]:
    token = pieces[at]
    if token.kind in (NUMBER, DATE, QUOTE):
        return [_mark(pieces, at, at + 1, _literal(token, words))]
    exact, exact_meanings = _exact(pieces, at, words)
    loose, loose_meanings, agree = _loose(pieces, at, words)
    if exact == at + 1 == loose and token.raw.lower() == token.text and all(m.bound for m in loose_meanings):
        # `para` without an accent is not Pará.
        loose = at
    if agree and loose > exact:
        inside = _mark(pieces, agree, agree + 1, [Meaning(_AGREE[pieces[agree].text])])
        return [inside, _mark(pieces, at, loose, loose_meanings)]
    if loose >= exact > at or loose > exact:
        return [_mark(pieces, at, loose, loose_meanings + (exact_meanings if loose == exact else []))]
    if exact > at:
        return [_mark(pieces, at, exact, exact_meanings)]
    return [_mark(pieces, at, at + 1, [Meaning("sign")] if token.kind == SIGN else [])]


def _literal(token: Token, words: Lexicon) -> list[Meaning]:
    """Return what a number, a date or a text in quotes means."""
    if token.kind == NUMBER:
        return [Meaning("number", number=token.value)]
    if token.kind == DATE:
        return [Meaning("date")]
    known = words.values.get(tuple(stem(word) for word in _PARTED.sub(" ", token.text).split()), [])
    return [meaning._replace(bound=False) for meaning in known] + [Meaning("quote", value=token.raw)]


def _mark(pieces: Sequence[Token], start: int, end: int, meanings: list[Meaning]) -> Mark:
    inside = tuple(pieces[start:end])
    return Mark(" ".join(token.raw for token in inside), start, end, tuple(meanings), inside)


def _exact(pieces: Sequence[Token], at: int, words: Lexicon) -> tuple[int, list[Meaning]]:
    for end in range(min(len(pieces), at + words.longest), at, -1):
        key = tuple(token.text for token in pieces[at:end])
        if found := words.exact.get(key):
            return end, [Meaning(kind, number=number) for kind, number in found]
    return at, []


def _loose(pieces: Sequence[Token], at: int, words: Lexicon) -> tuple[int, list[Meaning], int]:
    """Return where the longest name ends that begins here, what it means, and where an adjective stands inside it."""
    best: tuple[int, list[Meaning], int] = (at, [], 0)
    if pieces[at].kind != WORD:
        return best
    for table, begun, skipped in (
        (words.phrases, words.phrases_begun, BETWEEN - AND | AUXILIARY),
        (words.values, words.values_begun, BETWEEN | {","}),
    ):
        key: tuple[str, ...] = ()
        agree, helped = 0, False
        for end in range(at, len(pieces)):
            token = pieces[end]
            longer = (*key, stem(token.text))
            if longer not in begun:
                if key and token.text in skipped:
                    helped = helped or token.text in AUXILIARY
                    continue
                # `tempo médio de entrega` is `tempo de entrega` with an adjective inside.
                if key and not agree and token.text in _AGREE and table is words.phrases:
                    agree = end
                    continue
                break
            key = longer
            meant = table.get(key)
            if helped and meant and table is words.phrases:
                # `reviews have score 3` is not `review score`.
                meant = [meaning for meaning in meant if meaning.kind in ("measure", "condition", "event")]
            if meant and end + 1 > best[0] and _allowed(pieces, at, end + 1, meant):
                best = (end + 1, list(meant), agree)
    return best


def _allowed(pieces: Sequence[Token], at: int, end: int, meant: Sequence[Meaning]) -> bool:
    """Whether a code of two letters was meant as one: in capitals, or where a place can stand."""
    token = pieces[at]
    if end - at > 1 or len(token.text) > 2 or not all(meaning.kind in ("value", "adjective") for meaning in meant):
        return True
    return token.capital or (at > 0 and pieces[at - 1].text in _BEFORE_PLACES and token.text not in _BEFORE_PLACES)


def _mended(token: Token, words: Lexicon) -> Token:
    """Return a word that nobody knows as the one that it was a slip of, if there is exactly one such."""
    if token.kind != WORD or len(token.text) < 5 or token.text in words.words or stem(token.text) in words.stems:
        return token
    near = {stem(word): word for word in words.spelled.get(token.text[0], ()) if _slip(token.text, word)}
    return replace(token, text=next(iter(near.values()))) if len(near) == 1 else token


def _slip(typed: str, word: str) -> bool:
    """Whether one letter is missing, doubled, swapped with its neighbour, or hit beside its key.

    A letter too many is no slip: `perdidos` is not `pedidos`, and `median` not `media`.
    """
    if abs(len(typed) - len(word)) > 1 or len(word) < 5 or typed == word:
        return False
    at = first_difference(typed, word)
    if len(typed) > len(word):
        return typed[:at] + typed[at + 1 :] == word and typed[at] == typed[at - 1]
    if len(typed) < len(word):
        # A word may well lack its last letter because it is another one.
        return word[:at] + word[at + 1 :] == typed and at < len(typed)
    if typed[at + 1 :] == word[at + 1 :]:
        return len(word) > 5 and frozenset((typed[at], word[at])) in _NEAR
    return typed[at : at + 2] == word[at : at + 2][::-1] and typed[at + 2 :] == word[at + 2 :]
