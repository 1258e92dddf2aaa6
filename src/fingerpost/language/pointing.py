"""Items that are pointed at: by their rank in the list, or by a word such as "it", "both" or "all"."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import takewhile
from typing import NamedTuple

from fingerpost.language.function_words import AND, ARTICLES, FOR, OF, TO_THE, WITH
from fingerpost.language.number_reader import ordinal_at, spoken_at
from fingerpost.language.numbers import number_words
from fingerpost.language.tokens import Phrases, Word, at, glued, listed, phrases


class Found(NamedTuple):
    """The places of the items that are meant; `close` holds those among which it is unclear."""

    places: tuple[int, ...]
    close: tuple[int, ...]


NOTHING = Found((), ())
ALL = phrases("""all|all of them|all of it|everything|every one|everyone|the lot|the whole list|whole list
    todos|todas|todo|todos ellos|todas ellas|la lista entera|toda la lista|la lista completa
    tudo|todos eles|todas elas|a lista toda|a lista inteira|toda a lista""")
_BOTH = phrases("""both|both of them|both of those|the two|the two of them|the pair|ambos|ambas|los dos|las dos|os dois
    as duas""")
_OTHER = phrases("""everything else|all the others|all the rest|the remaining ones|todo lo demás|todos los demás
    todas las demás|todo el resto|todos los otros|tudo mais|todo o resto|todos os outros|todas as outras|os restantes
    the other|the others|the rest|the remaining|the other ones|el resto|los otros|las otras|los demás
    las demás|lo demás|o resto|os outros|as outras|os demais|as demais""")
_THEM = listed("them those these esos esas estos estas ellos ellas esses essas estes eles elas aqueles aquelas")
_IT = phrases("it|the same|the same one|el mismo|la misma|lo mismo|ello|o mesmo|a mesma|ele|ela|lo|the one")
DEMONSTRATIVES = listed("that this ese esa eso este esta esto aquel aquella esse essa isso isto aquele aquela aquilo")
POINTING = (
    DEMONSTRATIVES
    | _THEM
    | number_words(range(2, 5)).keys()
    | listed("""all everything both every each ambos ambas todos todas todo cada else tudo other others rest otro otra
    outro outra otros otras demás outros outras demais resto pair couple par""")
)
"""Words that point or count; beside a noun, the noun tells what is meant."""
_FIXED: tuple[tuple[int, Phrases], ...] = (
    (-2, phrases("second to last|second last|last but one|next to last")),
    (-1, phrases("most recent|newest|latest|más reciente|más nuevo|mais recente|mais novo|bottom|de abajo|de baixo")),
    (0, phrases("oldest|earliest|top|más antiguo|más viejo|mais antigo|mais velho|de arriba|de cima")),
)
_PREVIOUS = phrases("previous|previous one|one before|one before that|anterior|de antes")
_NUMBERED = listed("number numbers números items num número numero nº no nr # item ítem position")
_THE = listed("""the that this those these el la los las ese esa esos esas este esta estos estas o a os as esse essa
    esses essas aquele aquela aquel aquella del al do da dos das no na my mi minha""")
_PLURAL_THE = listed("los las os as the those these")
QUIET = (
    ARTICLES
    | OF
    | TO_THE
    | WITH
    | FOR
    | AND
    | listed("""
    one ones them it on in at to from off out up my item items thing things entry list please again now just too also
    thanks en que cosa cosas lista favor ya mi como también gracias no na nos nas coisa coisas itens já meu minha pro
    também aí ali ahí then entonces então already actually instead better rather mejor melhor tb tbm tmb tho though
    about number número
    """)
)
"""Words that say nothing about which item is meant."""
_AFTER_IT = listed("was is were has had s isn wasn era fue es foi é estava estaba")
"""After "it" these begin a remark: "the Prado, it was great"."""
_HYPHENED, _HYPHENED_PLURAL = listed("o a lo la no na"), listed("os as los las nos nas")
_TO = listed("- – to a al ao até")


class Pointer:
    """A list of so many items that words may point into, with the places touched, `last` of them at once."""

    def __init__(self, count: int, recent: Sequence[int], last: int) -> None:
        """Take how many there are, and the places touched, newest first."""
        self.count, self.recent, self.last = count, recent, last

    def find(self, words: Sequence[Word]) -> Found | None:
        """Return the items that a text points at; None where it does not point.

        Where the text names nothing, a number alone is a rank.
        """
        bare = all(is_quiet(word) for word in words)
        for n in range(len(words)):
            pointed = self._ranked_at(words, n, bare) or self._several_at(words, n, bare) or self._single_at(words, n)
            if pointed is not None:
                return pointed
        return None

    # Ranks

    def _ranked_at(self, words: Sequence[Word], n: int, bare: bool) -> Found | None:
        """Read "the first two", "los dos primeros", "number 3", "el segundo", "la última", and a bare 3."""
        for place, fixed in _FIXED:
            if fixed.at(words, n):
                return self._at(place if place == 0 else self.count + place)
        ranked = ordinal_at(words, n)
        if ranked is not None:
            return self._rank(words, n, *ranked, bare)
        number = _number(words, n)
        return self._numbered(words, n, *number, bare) if number and number[0] > 0 else None

    def _numbered(self, words: Sequence[Word], n: int, value: int, after: int, bare: bool) -> Found | None:
        """Read a number: before a rank it is how many, after "number" it is a rank."""
        rank = ordinal_at(words, after)
        if rank and rank[0] in (1, -1):
            return self._run(rank[0], value)
        named = at(words, n - 1) in _NUMBERED
        if named or (bare and words[n].is_digits and at(words, after) != "%"):
            last = _number(words, after + 1) if at(words, after) in _TO else None
            if last and value < last[0] <= self.count:
                return Found(tuple(range(value - 1, last[0])), ())
            return self._at(value - 1)
        if bare and value > 1 and after == len(words) and at(words, n - 1) not in _THE:
            return self._at(value - 1)
        return None

    def _rank(self, words: Sequence[Word], n: int, rank: int, after: int, bare: bool) -> Found | None:
        """Read a rank: with a number after it a run."""
        if rank in (1, -1):
            number = _number(words, after)
            if at(words, after) in ("couple", "few", "pair"):
                number = (2, after + 1)
            if number and number[0] > 1:
                return self._run(rank, number[0])
        if not (at(words, n - 1) in _THE or at(words, after) == "one" or words[n].is_digits or bare):
            return None
        # "The Last Supper" is a name that we do not know.
        if after < len(words) and not is_quiet(words[after]):
            return None
        return self._at(rank - 1 if rank > 0 else self.count + rank)

    # Several

    def _several_at(self, words: Sequence[Word], n: int, bare: bool) -> Found | None:
        """Read "all", "all three", "both", "los tres", "the other two", "them"; before a name the name tells."""
        others, everything = _OTHER.at(words, n), ALL.at(words, n)
        if others or everything:
            return self._others(words, n + others) if others else self._all(words, n + everything)
        taken = _BOTH.at(words, n)
        if taken:
            # "Los dos primeros" are the first two.
            named = _names_something(words, n + taken)
            return self._ranked_at(words, n + 1, bare) or (None if named else self._several(2))
        number = _number(words, n) if at(words, n - 1) in _PLURAL_THE or at(words, n - 1) in _THEM else None
        if number and number[0] > 1 and not words[n].is_digits:
            return None if _names_something(words, number[1]) else self._several(number[0])
        them = words[n].folded in _THEM and not _number(words, n + 1) and not _names_something(words, n + 1)
        if them or _is_hyphened(words, n, _HYPHENED_PLURAL):
            return self._several(min(len(self.recent), max(self.last, 2)) or (self.count if self.count <= 2 else 0))
        return None

    def _all(self, words: Sequence[Word], after: int) -> Found | None:
        """Read what follows "all": "three", or nothing."""
        number = _number(words, after)
        if _names_something(words, number[1] if number else after):
            return None
        return self._several(number[0]) if number else Found(tuple(range(self.count)), ())

    def _others(self, words: Sequence[Word], after: int) -> Found | None:
        """Return the items beside those touched last; where it is said how many others there are, that tells."""
        number = _number(words, after)
        if _names_something(words, number[1] if number else after):
            return None
        skipped = self.count - number[0] if number else self.last
        others = tuple(sorted(set(range(self.count)) - set(self.recent[:skipped])))
        wanted = number[0] if number else 1 if at(words, after) == "one" else len(others)
        fits = others and len(others) == wanted
        return Found(others, ()) if fits else Found((), others)

    # One

    def _single_at(self, words: Sequence[Word], n: int) -> Found | None:
        """Read "it", "that one", "ese", "isso", "quítalo", "remove-o", "the previous one"."""
        newest = self.recent[0] if self.recent else self.count - 1
        if _PREVIOUS.at(words, n):
            return self._at(newest - 1)
        taken = _IT.at(words, n)
        # In "lo de la montaña" what follows tells.
        taken = 0 if at(words, n) == "lo" and at(words, n + 1) in ("de", "del") else taken
        is_it = taken and at(words, n + taken) not in _AFTER_IT and at(words, n + taken) not in ("'", "’")
        demonstrated = words[n].folded in DEMONSTRATIVES and _is_alone(words, n)
        clitic = _is_hyphened(words, n, _HYPHENED)
        return self._at(newest) if is_it or demonstrated or clitic else None

    def _at(self, place: int) -> Found:
        return Found((place,), ()) if 0 <= place < self.count else NOTHING

    def _run(self, rank: int, length: int) -> Found:
        length = min(length, self.count)
        return Found(tuple(range(length)) if rank == 1 else tuple(range(self.count - length, self.count)), ())

    def _several(self, length: int) -> Found:
        """Return that many items: those touched last, else all there are; else it is unclear which."""
        if 0 < length <= len(self.recent):
            return Found(tuple(sorted(self.recent[:length])), ())
        everything = tuple(range(self.count))
        return Found(everything, ()) if self.count == length else Found((), everything)


def _is_alone(words: Sequence[Word], place: int) -> bool:
    """Whether no noun stands with "that", before or behind it: "that bakery", "la bodega esa"."""
    if at(words, place - 2) in _THE and not is_quiet(words[place - 1]):
        return False
    # In "that last one" the rank tells.
    return place + 1 >= len(words) or (is_quiet(words[place + 1]) and not ordinal_at(words, place + 1))


def _names_something(words: Sequence[Word], start: int) -> bool:
    """Whether a word that names something follows from a place on, before any sign."""
    named = (not is_quiet(word) for word in takewhile(lambda word: word.is_letters, words[start:]))
    return any(named)


def is_in(noun: str, name: Set[str]) -> bool:
    """Whether a noun is a word of a name; one for several may stand for each of them: "museums", "bares"."""
    return any(form in name for form in (noun, noun.removesuffix("s"), noun.removesuffix("es")))


def _number(words: Sequence[Word], place: int) -> tuple[int, int] | None:
    folded = at(words, place)
    if folded.isdecimal():
        return (int(folded), place + 1) if len(folded) <= 4 and not ordinal_at(words, place) else None
    if folded in ("a", "an", "un", "una", "um", "uma", "one", "half", "media", "meia", "uno"):
        return None
    return spoken_at(words, place)


def is_quiet(word: Word) -> bool:
    """Whether a word names nothing: signs, numbers, ranks, small words."""
    if not word.is_letters or word.folded in QUIET or word.folded in _THE or word.folded in _NUMBERED:
        return True
    return bool(ordinal_at([word], 0) or spoken_at([word], 0) or word.folded in ("st", "nd", "rd", "th", "º", "ª"))


def _is_hyphened(words: Sequence[Word], n: int, ends: Set[str]) -> bool:
    """Whether a word is the pronoun of "remove-o"."""
    return words[n].folded in ends and at(words, n - 1) == "-" and glued(words, n) and glued(words, n - 1)
