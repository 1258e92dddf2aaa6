"""Which of the items at hand a person means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from difflib import SequenceMatcher

from fingerpost.assistants.miniapps.reading.fillers import PLACES, trimmed
from fingerpost.language.function_words import AND, ARTICLES, OF
from fingerpost.language.number_reader import ordinal_at
from fingerpost.language.pointing import (
    ALL,
    DEMONSTRATIVES,
    NOTHING,
    POINTING,
    POINTS,
    QUIET,
    Found,
    Pointer,
    is_in,
    is_quiet,
)
from fingerpost.language.tokens import Word, folded_words, listed, phrases, words_of

__all__ = ["NOTHING", "Found", "alike", "find", "only_names", "only_points"]

CLOSE = 0.8
"""How alike two spellings are that mean the same."""
READ = 400
"""Characters of a text that are read: who means an item does not need more."""
_NAME = 200
_BUT = phrases("except|except for|but|apart from|besides|menos|excepto|salvo|exceto|a no ser|tirando")
_JOINS = listed("and y e & , ; +")
_SMALL = ARTICLES | OF | AND | listed("en no na & to in at")


def find(items: Sequence[str], text: str, recent: Sequence[int] = (), last: int | None = None) -> Found:
    """Return the items, oldest first, that a text means.

    `recent` holds the places touched last, newest first; the first `last` of them were touched at once.
    """
    recent = list(dict.fromkeys(place for place in recent if 0 <= place < len(items)))
    text = text[:READ]
    if not items or not text.strip():
        return NOTHING
    return _Finder(items, recent, len(recent) if last is None else last).find(text)


def only_points(text: str) -> bool:
    """Whether a text points at something and names nothing: "the first two", "both", "esos dos", "that last one"."""
    words = words_of(text[:READ])
    letters = [word for word in words if word.is_letters]
    pointing = any(word.folded in POINTS or ordinal_at(words, place) for place, word in enumerate(words))
    return (
        pointing
        and all(word.folded in POINTING or is_quiet(word) for word in letters)
        and not any(word.is_capital for word in letters[1:])
    )


def only_names(items: Sequence[str], text: str) -> bool:
    """Whether each word of a text is one of these names, or names nothing."""
    known = [word for item in items for word in folded_words(item[:_NAME])]
    for word in words_of(text[:READ]):
        if not word.is_letters or word.folded in POINTING or word.folded in _SMALL or is_quiet(word):
            continue
        alike = (
            word.folded == other or _likeness(word.folded, other) >= CLOSE or _affixed(word.folded, other)
            for other in known
        )
        if not any(alike):
            return False
    return True


class _Finder:
    """The items as they compare, for one look."""

    def __init__(self, items: Sequence[str], recent: Sequence[int], last: int) -> None:
        """Fold the items once."""
        self.items = [item[:_NAME] for item in items]
        self.recent = recent
        self.words = [folded_words(item) for item in self.items]
        self.telling = [frozenset(words) - _SMALL or frozenset(words) for words in self.words]
        self.known: frozenset[str] = frozenset().union(*self.telling)
        self.pointer = Pointer(self.telling, self.known, recent, last)

    def find(self, text: str) -> Found:
        """Try the whole text as a name, then what it points at, then its parts, then spellings that are close."""
        words = words_of(text)
        start, end = trimmed(words, 0, len(words))
        if start >= end:
            start, end = 0, len(words)
        spelled = self._spelled(text.strip(), words, start, end)
        if spelled.places or spelled.close:
            return spelled
        return self._parts(words) or self._one(words)

    def _spelled(self, text: str, words: Sequence[Word], start: int, end: int) -> Found:
        """Return the items that are called so: to the letter, else accents and case aside."""
        exact = [place for place, item in enumerate(self.items) if item == text]
        if exact:
            return _one_of(exact)
        wanted = {
            tuple(word.folded for word in part if word.is_letters or word.is_digits)
            for part in (words, words[start:end])
        } - {()}
        return _one_of([place for place, name in enumerate(self.words) if name in wanted])

    def _parts(self, words: Sequence[Word]) -> Found | None:
        """Return what a list of names and places means, where each of its parts means something."""
        excepted = next((n for n in range(1, len(words)) if _BUT.at(words, n)), 0)
        if excepted and ALL.before(words, excepted):
            rest = words[excepted + _BUT.at(words, excepted) :]
            left_out = self._parts(rest) or self._one(rest)
            if not left_out.places:
                return Found((), left_out.close)
            return Found(tuple(n for n in range(len(self.items)) if n not in left_out.places), ())
        cuts = [n for n, word in enumerate(words) if word.folded in _JOINS]
        if not cuts or len(cuts) > 50:
            return None
        found = []
        begin = 0
        for n in [*cuts, len(words)]:
            if n > begin:
                found.append(self._one(words[begin:n]))
            begin = n + 1
        if len(found) < 2 or not all(one.places for one in found):
            # "Prado and Foo": what is known is meant; a part that is unclear makes all of it unclear.
            unclear = tuple(sorted({place for one in found for place in one.close}))
            if unclear or not any(one.places for one in found) or len(found) < 2:
                return Found((), unclear) if unclear and len(found) > 1 else None
            whole = self._one(words)
            return whole if whole.places else _all_of(found)
        return _all_of(found)

    def _one(self, words: Sequence[Word]) -> Found:
        """Return what one part means: a place in the list, a name, a close spelling."""
        start, end = trimmed(words, 0, len(words))
        if start < end:
            spelled = self._spelled("", words, start, end)
            if spelled != NOTHING:
                return spelled
        said = [word.folded for word in words if word.is_letters or word.is_digits]
        whole = self._whole_names(said)
        if whole != NOTHING:
            return whole
        only = self._is_only_pointing(words)
        # A rank may count what a name holds ("the second museum"); "it" beside a name says nothing.
        pointed = self.pointer.find(words, only, ranks_alone=not only)
        if pointed is None:
            named = self._named(words, said)
            if named != NOTHING:
                return named
            pointed = self.pointer.find(words, False, ranks_alone=False)
        return self._alike(words[start:end]) if pointed is None else pointed

    def _is_only_pointing(self, words: Sequence[Word]) -> bool:
        """Whether no word of a text is one of an item's name."""
        return not any(word.folded in self.known for word in words if word.folded not in QUIET and not word.is_digits)

    def _whole_names(self, said: Sequence[str]) -> Found:
        """Return the items whose names a text holds in one piece."""
        within = [place for place, name in enumerate(self.words) if name and _holds(said, name)]
        # "Museo del Prado" names no item called "Prado" too.
        within = [
            one
            for one in within
            if not any(
                len(self.words[two]) > len(self.words[one]) and _holds(self.words[two], self.words[one])
                for two in within
            )
        ]
        within = [one for one in within if self.telling[one] - QUIET or len(said) == len(self.words[one])]
        same = {self.words[one] for one in within}
        return Found(tuple(within), ()) if len(same) == len(within) else Found((), tuple(within))

    def _named(self, words: Sequence[Word], said: Sequence[str]) -> Found:
        """Return the items that hold all words of a text, else those all whose words it holds."""
        telling = frozenset(said) - _SMALL - (POINTING - self.known) - (QUIET - self.known)
        if not telling:
            return NOTHING
        held = [place for place, name in enumerate(self.telling) if all(_tells(word, name) for word in telling)]
        if not held:
            # "The museums" are all of them.
            several = [place for place, name in enumerate(self.telling) if all(is_in(word, name) for word in telling)]
            if several:
                return Found(tuple(several), ())
            held = [place for place, name in enumerate(self.telling) if all(_begins(word, name) for word in telling)]
        if not held:
            unspoken = frozenset(said) - _SMALL - POINTING - QUIET - (PLACES - self.known)
            held = [place for place, name in enumerate(self.telling) if unspoken and unspoken <= name]
        if not held:
            held = [place for place, name in enumerate(self.telling) if len(name) > 1 and name <= telling]
        if len(held) > 1 and any(word.folded in DEMONSTRATIVES for word in words):
            touched = [place for place in self.recent if place in held]
            return Found((touched[0],), ()) if touched else Found((), tuple(held))
        return _one_of(held)

    def _alike(self, words: Sequence[Word]) -> Found:
        """Return the item whose spelling is close: as a whole, else word by word."""
        said = [word.folded for word in words if word.is_letters or word.is_digits]
        telling = [word for word in said if word not in _SMALL and (word not in QUIET or word in self.known)]
        if not telling or len(said) > 12:
            return NOTHING
        whole = " ".join(telling)
        scored: list[tuple[float, int]] = []
        matches: dict[tuple[str, str], float] = {}
        for place, name in enumerate(self.words):
            full = " ".join(word for word in name if word not in _SMALL) or " ".join(name)
            score = max(_likeness(whole, full), _likeness(" ".join(said), " ".join(name)))
            if score < CLOSE:
                score = min(self._word_alike(word, name, matches) for word in telling)
            if score >= CLOSE:
                scored.append((score, place))
        scored.sort(key=lambda one: (-one[0], one[1]))
        if len(scored) > 1 and scored[0][0] - scored[1][0] < 0.05:
            return Found((), tuple(sorted(place for score, place in scored if scored[0][0] - score < 0.05)))
        return Found((scored[0][1],), ()) if scored else NOTHING

    def _word_alike(self, word: str, name: Iterable[str], matches: dict[tuple[str, str], float]) -> float:
        best = 0.0
        for other in name:
            if len(other) < 4 or other in _SMALL:
                continue
            if (word, other) not in matches:
                matches[word, other] = _likeness(word, other) if len(word) >= 4 or word == other else 0.0
            best = max(best, matches[word, other])
        return best


def _affixed(word: str, other: str) -> bool:
    """Whether one word is the end or the beginning of another, or its plural."""
    return (len(word) > 3 and (other.endswith(word) or other.startswith(word))) or word.rstrip("s") == other


def _tells(word: str, name: Set[str]) -> bool:
    """Whether a word is one of a name; a kind of place may be the end of one: the park, of "Vondelpark"."""
    return word in name or (word in PLACES and len(word) > 3 and any(other.endswith(word) for other in name))


def _begins(word: str, name: Set[str]) -> bool:
    """Whether a word is one of a name or the beginning of one: "rijks" of "Rijksmuseum"."""
    return word in name or (len(word) > 3 and any(other.startswith(word) for other in name))


def _one_of(places: Sequence[int]) -> Found:
    return Found(tuple(places), ()) if len(places) == 1 else Found((), tuple(places))


def _all_of(found: Iterable[Found]) -> Found:
    return Found(tuple(sorted({place for one in found for place in one.places})), ())


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether the words hold the part in one piece."""
    size = len(part)
    return any(tuple(words[n : n + size]) == tuple(part) for n in range(len(words) - size + 1))


def alike(one: str, two: str) -> bool:
    """Whether two spellings may mean the same."""
    return _likeness(one, two) >= CLOSE


def _likeness(one: str, two: str) -> float:
    if not one or not two or 2 * min(len(one), len(two)) < CLOSE * (len(one) + len(two)):
        return 0.0
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0
