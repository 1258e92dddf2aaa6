"""Turns a message into its gist: finds people, amounts and expenses in it, and what its other words mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fingerpost.assistants.miniapps.bill_split.gist import MONEY, NUMBER, PERSON, THING, Gist
from fingerpost.assistants.miniapps.bill_split.lexis import FILLERS, LONGEST_PHRASE, ME_TOO, ONLY_IN, SENSES
from fingerpost.assistants.miniapps.bill_split.state import name_of
from fingerpost.assistants.miniapps.bill_split.who import ME, NO_NAME, Who, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.language.function_words import ARTICLES, OF
from fingerpost.language.money import Money, money_at
from fingerpost.language.numbers import ORDINALS, number_words
from fingerpost.language.text import words

MOST = 200
"""Signs of a kind in a message that is read so: whoever writes more writes a list."""

SEPARATORS = frozenset(",.;:!?()\n/—–-…")

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,:/]\d+)*|[^\w\s]|\n")
_ONE_OF = re.compile(r"\s+ones?\b")
_THAT_OF = re.compile(r"(?:\b(?:el|la|lo|o|a)\s+de\s+)$")
_NOT = re.compile(r"\w+n['’]t")
_HUNG = re.compile(r"(['’](?:s|re|m|ve|ll|d))$")
_HE = words("he she him her his hers ella ele ela dele dela él")
_THEY = words("they them their theirs ellos ellas eles elas deles delas")
_ARTICLES = ARTICLES
_THOSE = words("those los esos os esses")
_MINE = words("my mine mio mia mi mios mias meu minha meus minhas")
_COUNTS = number_words(range(1, 7))
# The first item has the index 0; the last one stays -1.
_ORDINALS = {word: rank - (rank > 0) for word, rank in number_words((1, 2, 3, -1), table=ORDINALS).items()}
MOST_DIGITS = 7
_OF = OF
_US = words("us them nosotros nos ellos eles")
_ONE = words("one ones expense expenses item items gasto gastos despesa despesas thing entry")
_TALKS = frozenset({"PAID", "GAVE", "JOIN", "SKIP", "NOT", "SETTLED", "OWE", "PAYS", "I_PAID"})


def gist(text: str, reading: Reading, new: bool = True) -> Gist | None:
    """Return a message in signs, or None where it is too long for that; `new`: names may be people who are new."""
    found = Gist(text)
    low = plain(text)
    taken: dict[int, tuple[int, str, object]] = {}
    for money, start, end in money_at(text):
        begin = _digits(text, start, end)
        ids = [one["id"] for one in reading.state["expenses"] if one["cents"] == money.cents]
        one = _ONE_OF.match(low, end)
        if len(ids) == 1 and (one or _THAT_OF.search(low, 0, begin)):
            # "the 15 one", "la de 15"
            taken[begin] = (one.end() if one else end, "thing", ids)
            continue
        taken[begin] = (end, "money", money)
    for start, end, ids in _things(low, reading):
        if not any(begin < end and start < stop for begin, (stop, _, _) in taken.items()):
            taken[start] = (end, "thing", ids)
    for who in mentioned(text, reading.state):
        if not any(begin < who.end and who.start < stop for begin, (stop, _, _) in taken.items()):
            taken[who.start] = (who.end, "person", who)
    if len(taken) > MOST:
        return None
    return _Reader(found, text, low, taken, reading, new).read()


def _digits(text: str, start: int, end: int) -> int:
    """Return where an amount itself begins, behind the "for" and "to" that go with it."""
    inner = re.search(r"(?:[-−]\s?)?(?:(?:[a-zA-Z]{0,3}[$€£¥₹]|[A-Z]{3})\s?)?(?:[-−]\s?)?\d", text[start:end])
    return start + inner.start() if inner else start


def _things(low: str, reading: Reading) -> list[tuple[int, int, list[int]]]:
    """Return where a text names expenses: by the whole name, or by a word that only one of them has."""
    places: list[tuple[int, int, list[int]]] = []
    named: dict[str, list[int]] = {}
    words: dict[str, set[int]] = {}
    for item in reading.items[-MOST:]:
        named.setdefault(plain(item.name), []).append(item.id)
        for word in re.findall(r"[^\W\d_]{4,}", plain(item.name)):
            words.setdefault(_stem(word), set()).add(item.id)
    for name in sorted(filter(None, named), key=len, reverse=True):
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", low):
            if not any(start < found.end() and found.start() < end for start, end, _ in places):
                places.append((found.start(), found.end(), named[name]))
    for found in re.finditer(r"[^\W\d_]{4,}", low):
        ids = words.get(_stem(found[0]), set())
        free = not any(start < found.end() and found.start() < end for start, end, _ in places)
        if ids and free and (found[0],) not in SENSES:
            places.append((found.start(), found.end(), sorted(ids)))
    return places


def _stem(word: str) -> str:
    return word.removesuffix("s")


class _Reader:
    """Goes through the words of a message once."""

    def __init__(
        self,
        found: Gist,
        text: str,
        low: str,
        taken: Mapping[int, tuple[int, str, object]],
        reading: Reading,
        new: bool,
    ) -> None:
        """Take a message, and what is known of places in it."""
        self.gist, self.text, self.low, self.taken, self.reading, self.new = found, text, low, taken, reading, new
        self.tokens = [match.span() for match in _TOKEN.finditer(low)]
        self.last: list[str] = []
        """Who was named so far, the speaker aside."""

    def read(self) -> Gist:
        """Return the gist."""
        place = 0
        while place < len(self.tokens):
            place = self._sign(place)
        return self.gist.finish()

    def _word(self, place: int) -> str:
        if not 0 <= place < len(self.tokens):
            return ""
        start, end = self.tokens[place]
        return self.low[start:end].replace("’", "'")

    def _sign(self, place: int) -> int:
        start, end = self.tokens[place]
        known = next(((stop, kind, value) for at, (stop, kind, value) in self.taken.items() if at == start), None)
        if known is not None:
            stop, kind, value = known
            self._known(kind, value, start, stop)
            return self._behind(place, stop)
        word = self._word(place)
        if word in SEPARATORS:
            self.gist.put("." if word in ".;!\n" else ",", start, end)
            return place + 1
        if word[:1].isdigit():
            part = self._word(place + 1) in _OF and self._word(place + 2) not in _US and word.isdecimal()
            if part and len(word) < MOST_DIGITS:
                # "50 of the dinner"
                self._known("money", Money(100 * int(word), ""), start, end)
            else:
                self._number(word, start, end)
            return place + 1
        pointed = self._pointed(place)
        return pointed or self._said(place, word)

    def _behind(self, place: int, stop: int) -> int:
        """Return the place after what ends here; of "Ana's" the "'s" is a sign of its own."""
        while place < len(self.tokens) and self.tokens[place][1] <= stop:
            place += 1
        if place < len(self.tokens) and self.tokens[place][0] < stop < self.tokens[place][1]:
            self.gist.put("'S", stop, self.tokens[place][1])
            place += 1
        return place

    def _known(self, kind: str, value: object, start: int, end: int) -> None:
        if kind == "money" and isinstance(value, Money):
            sign = chr(ord(MONEY) + len(self.gist.moneys))
            self.gist.moneys[sign] = value
            self.gist.put(sign, start, end)
        elif kind == "thing" and isinstance(value, list):
            self._thing(value, start, end)
        elif isinstance(value, Who):
            spoken = self.low[start:end] == "me" and self.reading.language != "en"
            if spoken and not (self.gist.signs and self.gist.people.get(self.gist.signs[-1].sign) == [ME]):
                # "me pagó Luis", "o Rui me deve": who gets it.
                self.gist.put("TO", start, start)
            self._person([value.name], start, end)
            if self.low[start:end] in _MINE and self._is_noun(self._place_at(end)):
                self.gist.put("'S", start, end)

    def _place_at(self, start: int) -> int:
        """Return the place of the first word from here on."""
        return next((place for place, (begin, _) in enumerate(self.tokens) if begin >= start), len(self.tokens))

    def _person(self, names: list[str], start: int, end: int) -> None:
        before = self.gist.signs[-1] if self.gist.signs else None
        if before is not None and self.gist.people.get(before.sign) == names:
            # "yo pagué" tells twice who did.
            return
        sign = chr(ord(PERSON) + len(self.gist.people))
        self.gist.people[sign] = names
        self.gist.put(sign, start, end)
        self.last += [name for name in names if name != ME]

    def _thing(self, ids: list[int], start: int, end: int) -> None:
        sign = chr(ord(THING) + len(self.gist.things))
        self.gist.things[sign] = ids
        self.gist.put(sign, start, end)

    def _number(self, word: str, start: int, end: int) -> None:
        if word.isdecimal() and len(word) < MOST_DIGITS:
            sign = chr(ord(NUMBER) + len(self.gist.numbers))
            self.gist.numbers[sign] = int(word)
            self.gist.put(sign, start, end)
        else:
            self.gist.put("?", start, end)

    def _pointed(self, place: int) -> int:
        """Read "the last one", "los dos primeros", "the 15 one", "it": expenses by their place in the list."""
        items = self.reading.items
        word = self._word(place)
        if not items:
            return 0
        count, ordinal, after = 1, _ORDINALS.get(word), place + 1
        if ordinal is not None:
            count = _COUNTS.get(self._word(place + 1), 1)
            after += self._word(place + 1) in _COUNTS
        elif word in _COUNTS and self._word(place + 1) in _ORDINALS:
            count, ordinal, after = _COUNTS[word], _ORDINALS[self._word(place + 1)], place + 2
        if ordinal is None or abs(ordinal) > len(items):
            return 0
        follows = self._word(after) in _ONE
        named = after < len(self.tokens) and self.taken.get(self.tokens[after][0], (0, "", None))[1] == "thing"
        if named:
            return 0
        ids = [item.id for item in (items[-count:] if ordinal < 0 else items[ordinal : ordinal + count])]
        self._thing(ids, self.tokens[place][0], self.tokens[after - 1 + follows][1])
        return after + follows

    def _said(self, place: int, word: str) -> int:
        start, end = self.tokens[place]
        hung = _HUNG.search(word)
        bare = word[: hung.start()] if hung else word
        if bare in _MINE and not (self.text[start].isupper() and bare == "mia") and self._is_mine(bare):
            self._person([ME], start, end)
            self.gist.put("'S", start, end)
            return place + 1
        # "He pagado yo": what "he" is in Spanish is nobody.
        he = (bare in _HE and (bare != "he" or self.reading.language == "en")) or self.text[start:end].lower() == "él"
        counted = bare in _THOSE and self._word(place + 1) in _COUNTS and bool(self._they(place))
        if he or bare in _THEY or counted:
            return self._pronoun(place, bare, self._he() if he else self._they(place))
        return self._hanging(place) or self._plain(place, word, bare)

    def _plain(self, place: int, word: str, bare: str) -> int:
        """Put what a word means, or somebody new, or the word itself."""
        start, end = self.tokens[place]
        hung = _HUNG.search(word)
        sense, size = self._sense(place)
        if sense:
            last = self.tokens[place + size - 1][1]
            if sense in ME_TOO:
                self._person([ME], start, start)
                sense = ME_TOO[sense]
            self.gist.put(sense, start, last)
            return place + size
        if _COUNTS.get(word, 0) > 1 and not (word == "dos" and self.reading.language == "pt"):
            self._number(str(_COUNTS[word]), start, end)
            return place + 1
        if hung and hung[1] in ("'s", "'m", "'re") and self._is_new(place, bare):
            self._person([self.text[start : start + len(bare)]], start, start + len(bare))
            self.gist.put("'S", start + len(bare), end)
        elif self._is_new(place, word):
            self._person([self.text[start:end]], start, end)
        elif word not in FILLERS:
            self.gist.put(bare, start, end)
        return place + 1

    def _sense(self, place: int) -> tuple[str, int]:
        """Return the sense of the longest phrase that begins here, and how many words it has."""
        for size in range(min(LONGEST_PHRASE, len(self.tokens) - place), 0, -1):
            phrase = tuple(self._word(place + n) for n in range(size))
            if size == 1 and _NOT.fullmatch(phrase[0]):
                return "NOT", 1
            if size == 1 and self.text[slice(*self.tokens[place])].lower() == "só":
                return "ONLY", 1
            if size == 1 and phrase[0] == "e" and self.text[self.tokens[place][0]] in "éÉ":
                return "WAS", 1
            if size == 1 and phrase[0] in ONLY_IN[self.reading.language]:
                return ONLY_IN[self.reading.language][phrase[0]], 1
            inside = any(self.tokens[place + n][0] in self.taken for n in range(1, size))
            # "Los dos últimos" are not both of two.
            inside = inside or (phrase[-1] in _COUNTS and self._word(place + size) in _ORDINALS)
            if phrase in SENSES and not inside:
                return SENSES[phrase], size
        return "", 0

    def _pronoun(self, place: int, word: str, names: Sequence[str]) -> int:
        start, end = self.tokens[place]
        size = 1
        if word in _THOSE:
            size = 2
            end = self.tokens[place + 1][1]
        if not names:
            self.gist.put("HE", start, end)
        else:
            self._person(list(names), start, end)
            if len(names) == 1 and not self._is_noun(place + 1):
                self.gist.meant.append((start, end, names[0]))
            owner = word in ("his", "hers", "dele", "dela") or (word in ("her", "their") and self._is_noun(place + 1))
            if owner or _HUNG.search(self._word(place)):
                self.gist.put("'S", start, end)
        return place + size

    def _hanging(self, place: int) -> int:
        """Read "quítalo", "tira-a": who was named before is meant where an expense follows, else that one."""
        word, (start, end) = self._word(place), self.tokens[place]
        base = re.fullmatch(r"(\w{3,}?)(?:l[oae]s?)", word) if self.reading.language != "en" else None
        sense = SENSES.get((base[1],), "") if base and (word,) not in SENSES else ""
        if sense not in ("REMOVE", "ADD", "CHANGE", "SPLIT", "RENAME", "TAKE"):
            return 0
        self.gist.put(sense, start, end)
        further = any(kind == "thing" for begin, (_, kind, _) in self.taken.items() if begin > start)
        if self.last and further:
            self._person(self.last[-1:], end, end)
        else:
            self.gist.put("IT", end, end)
        return place + 1

    def _is_noun(self, place: int) -> bool:
        """Whether a word is here that one may own."""
        word = self._word(place)
        return (
            word.isalpha()
            and word not in _ARTICLES
            and self._sense(place)[0] in ("", "SHARE", "DEBT", "WEIGHT", "HALF")
        )

    def _is_mine(self, word: str) -> bool:
        """Whether a word of owning is one here: "mia" is a name in English."""
        return word in ("my", "mine") or self.reading.language != "en"

    def _he(self) -> list[str]:
        """Return whom "she" means: who was named last here, else the only other one, else who did the last thing."""
        if self.last:
            return self.last[-1:]
        state = self.reading.state
        others = [one["id"] for one in state.get("people", ()) if one["id"] != state["speaker"]]
        if len(others) == 1:
            return [name_of(state, others[0])]
        if self.reading.kind == "joined" and others:
            return [name_of(state, others[-1])]
        if self.reading.kind == "paid" and state["payments"]:
            ends = [state["payments"][-1][end] for end in ("giver", "taker")]
            return [name_of(state, one) for one in ends if one != state["speaker"]][:1]
        newest = next((one for one in state["expenses"] if one["id"] in self.reading.recent[:1]), None)
        return [name_of(state, newest["payer"])] if newest and newest["payer"] != state["speaker"] else []

    def _they(self, place: int) -> list[str]:
        """Return whom "they" means: those who were named here, else the only two others."""
        if len(set(self.last)) > 1:
            return list(dict.fromkeys(self.last))
        state = self.reading.state
        others = [str(one["name"]) for one in state.get("people", ()) if one["id"] != state["speaker"]]
        count = _COUNTS.get(self._word(place + 1), 2)
        return others if len(others) == count else []

    def _is_new(self, place: int, word: str) -> bool:
        """Whether a word that means nothing here is somebody new: by a capital, or by the verb behind it."""
        start, end = self.tokens[place]
        if not self.new or word in NO_NAME or word in FILLERS or not word.isalpha() or len(word) < 2:
            return False
        before = self._word(place - 1)
        begins = place == 0 or before in SEPARATORS - {","}
        first = begins or (place == 1 and before in ("a", "o", "la", "el", "ok", "oh", "and", "y", "e"))
        capital = self.text[start].isupper() and not self.text[start:end].isupper()
        follows = self._sense(place + 1)[0] if place + 1 < len(self.tokens) else ""
        hung = _HUNG.search(self._word(place)) is not None
        if capital and not begins:
            return True
        return first and (follows in _TALKS or (capital and (hung or follows in ("TOO", "WAS"))))
