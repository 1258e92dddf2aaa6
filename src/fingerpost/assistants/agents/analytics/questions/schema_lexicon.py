"""Every phrase that a question about one schema can hold: its names, its values, its figures, and closed words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from fingerpost.assistants.agents.analytics.allowlist import AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Also, Meanings
from fingerpost.assistants.agents.analytics.planner.request import Ref
from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning, stem
from fingerpost.assistants.agents.analytics.questions.schema_name_matching import Likeness
from fingerpost.assistants.agents.analytics.questions.schema_names import column_names, single_words, table_names
from fingerpost.assistants.agents.analytics.questions.synonyms import adjectives, stand_ins, synonyms_of
from fingerpost.assistants.agents.analytics.questions.words import AUXILIARY, BETWEEN, with_verbs
from fingerpost.language.function_words import AND
from fingerpost.language.text import fold

_PARTED = re.compile(r"[_,'’-]")
_BEGINNING = 5


class SchemaLexicon:
    """All phrases that are known for one schema, by their words; `likeness` compares words that are none of them."""

    def __init__(self, allowlist: Allowlist, meanings: Meanings) -> None:
        """Take the names of the schema, then those of its figures, which go before them."""
        self.exact = with_verbs()
        self.phrases: dict[tuple[str, ...], list[Meaning]] = {}
        self.values: dict[tuple[str, ...], list[Meaning]] = {}
        self.spellings: set[str] = set()
        self._terms: list[tuple[str, Meaning]] = []
        self._parts: list[tuple[str, Meaning]] = []
        self._tables: list[tuple[str, Meaning]] = []
        self._schema(allowlist)
        self._figures(meanings)
        self._known_values(allowlist, meanings)
        for entry in meanings.measures:
            self._terms += [(word, Meaning("measure", value=entry.name)) for word in entry.words if not entry.weak]
        self.likeness = Likeness(self._terms, self._parts)
        self.longest = max(map(len, self.exact))
        self.values_begun = _begun(self.values)
        self.begun = _begun(self.phrases) | self.values_begun
        self.words = frozenset(word for key in self.exact for word in key)
        self.stems = frozenset(word for keys in (self.phrases, self.values) for key in keys for word in key)
        plurals = {word + end for word in self.spellings for end in ("s", "es")}
        self.spelled = _by_letter_and_length(self.words | self.spellings | plurals)

    def _schema(self, allowlist: Allowlist) -> None:
        """Take the names of tables and columns, then words that stand for one of them where nothing else does."""
        singles: dict[str, list[Meaning]] = {}
        for table in allowlist.tables:
            self._table(table, singles)
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
        self._people()
        self._adjectives()
        for phrase in allowlist.ignored:
            # What is made of known words alone is read by them: `orders by state`.
            if not all(self._known(word) for word in phrase.split()):
                self.phrases[self._key(phrase)] = [Meaning("unread")]

    def _table(self, table: AllowedTable, singles: dict[str, list[Meaning]]) -> None:
        """Take the names of a table and of its columns; the words of longer names are added to `singles`."""
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

    def _people(self) -> None:
        """Take words for people that stand for the one table of people that a schema has."""
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

    def _adjectives(self) -> None:
        """Take adjectives that rank by a column of the schema: `expensive` by a price."""
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

    def _plain(self, name: str) -> bool:
        """Whether a name holds no word that says what is wanted of it: `nota média` is the average of `nota`."""
        kinds = {kind for word in fold(name).split() for kind, _ in self.exact.get((word,), ())}
        return not kinds & {"avg", "sum", "count", "max", "min"}

    def _known(self, word: str) -> bool:
        return (word,) in self.exact or (stem(word),) in self.phrases

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
            for word in known.words:
                key = self._key(word, AUXILIARY)
                # `al contado` is not every `contados`: where one word is left, the small ones belong to it.
                whole = tuple(stem(one) for one in parted(fold(word))) if len(key) == 1 else key
                named[whole] = [Meaning("condition", number=at)]
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
        for table in allowlist.tables:
            for column in table.columns:
                for value in column.values:
                    self._value(value, (table.name, column.name), value)
                for value, names in column.value_synonyms:
                    for name in names:
                        self._value(name, (table.name, column.name), value)

    def _value(self, name: str, ref: Ref, value: str, *, adjective: bool = False) -> None:
        self._terms.append((name.removeprefix("=").lower().replace("_", " "), Meaning("value", (ref,), value)))
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
        words = parted(fold(name))
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


def _by_letter_and_length(words: Iterable[str]) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for word in sorted(words):
        found.setdefault((word[0], len(word)), []).append(word)
    return found


def _words(names: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the words of names: whole names of one word, whose synonyms count, and parts of longer ones."""
    yield from (name[0] for name in names if len(name) == 1)
    yield from single_words(list(names))


def parted(text: str) -> list[str]:
    """Return the words of a folded text, cut at the signs that join them."""
    return _PARTED.sub(" ", text).split()


@lru_cache(maxsize=32)
def schema_lexicon(allowlist: Allowlist, meanings: Meanings) -> SchemaLexicon:
    """Return the lexicon of a schema; building one takes milliseconds."""
    return SchemaLexicon(allowlist, meanings)
