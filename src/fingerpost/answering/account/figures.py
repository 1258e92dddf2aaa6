"""The figures of a text: numbers in digits and words, percentages, fractions, amounts of money and multiples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from fingerpost.answering.account.dates import Dated
from fingerpost.answering.account.vocabulary import THINGS, name_of
from fingerpost.language.currencies import NAMES, SIGNS, SLANG, codes
from fingerpost.language.detect import language_of
from fingerpost.language.number_reader import figure, figure_at, is_number, spoken_at
from fingerpost.language.numbers import MULTIPLIERS, number_words
from fingerpost.language.tokens import Word, at, glued, listed, phrases

PERCENT, MONEY, MULTIPLE = "%", "money", "times"

_SCALES = {"k": 1000, "m": 10**6, "mm": 10**6, "mi": 10**6} | number_words([10**3, 10**6, 10**9], table=MULTIPLIERS)
_GLUED_SCALES = ("k", "m")
_CURRENCIES = {name: code for name, code in codes(NAMES).items() if name not in SLANG}
_CURRENCY_SIGNS = codes(SIGNS)
_PERCENT_WORDS = phrases("%|percent|per cent|percentage points|por ciento|por cento")
_FRACTIONS = {
    word: Fraction(1, whole)
    for whole, row in {
        2: "half mitad metade",
        3: "third thirds tercio tercios terço terços tercera terceras terça terças",
        4: "quarter quarters cuarto cuartos cuarta cuartas quarto quartos quarta quartas",
        5: "fifth fifths quinto quintos quinta quintas",
        8: "eighth eighths octavo octava oitavo oitava",
        10: "tenth tenths décimo décimos décima décimas",
    }.items()
    for word in listed(row)
}
_PARTS = listed("parte partes")
_NEED_NUMERATOR = listed(
    "third fifth eighth tenth tercera terça cuarta quarta quinta cuarto quarto quinto octavo octava oitavo oitava"
    " décimo décima"
)
_MULTIPLES = {
    **dict.fromkeys(listed("double twice doble dobro"), 2),
    **dict.fromkeys(listed("triple triplo"), 3),
    **dict.fromkeys(listed("quadruple cuádruple quádruplo"), 4),
}  # fmt: skip
_TIMES = listed("times veces vezes x")
_GLUED_UNITS = listed("ms st nd rd th px am pm hz ghz mhz kb kwh hs hrs mins secs bn")
_CENTS = listed("cent cents centavo centavos céntimo céntimos cêntimo cêntimos")
_HALVES = phrases("and a half|y medio|y media|e meio|e meia")
_MANY_TIMES = 100
"""From here on digits before "times" count how often something happened."""
_ARTICLES = listed("a an the un una la el los las um uma o os as")
_ABOUT = phrases(
    """about|around|roughly|approximately|approx|approx.|some|circa|close to|~|≈|aprox|aprox.
    unos|unas|alrededor de|aproximadamente|cerca de|cerca de la|cerca del|en torno a|más o menos
    uns|umas|por volta de|mais ou menos|em torno de|cerca do|cerca da|cerca dos|cerca das"""
)
_BELOW = phrases(
    """almost|nearly|just under|just below|under|less than|fewer than|not quite|below|a little under|up to
    un poco menos de|un poco menos de la|um pouco menos de|um pouco menos da
    casi|menos de|menos de la|menos del|poco menos de|algo menos de
    quase|menos que|menos da|menos do|pouco menos de"""
)
_ABOVE = phrases(
    """more than|over|just over|above|at least|upwards of|a little over|slightly over|slightly more than
    un poco más de|un poco más de la|um pouco mais de|um pouco mais da|um pouco mais do|ligeramente más de
    más de|más de la|más del|algo más de|poco más de|por encima de|al menos
    mais de|mais da|mais do|mais das|mais dos|pouco mais de|acima de|pelo menos"""
)
_COUNTABLE_ONE = "one"
_NUMBER_WORDS = number_words([*range(100), *range(100, 1000, 100)])
_FIRST_WORDS = frozenset(
    {*_NUMBER_WORDS, *number_words([12, 100, 10**3, 10**6], table=MULTIPLIERS), *_FRACTIONS, *_MULTIPLES, *_ARTICLES}
)
"""Words that a figure in words begins with; most words begin none."""


_Number = tuple[tuple[tuple[float, float], ...], int]
"""The readings of a number, and the place after it."""


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A figure of a text: the words first to after, and what it may mean.

    readings: each value that the writing allows, with the unit of its last digit: a point may part thousands.
    unit: PERCENT, MONEY, MULTIPLE, or empty for a number; spelled: whether it is a fraction in words.
    bound: "~" for about, "<" for almost, ">" for more than; begin: the first word of that, or of the figure.
    """

    readings: tuple[tuple[float, float], ...]
    first: int
    after: int
    unit: str = ""
    currency: str = ""
    bound: str = ""
    spelled: bool = False
    begin: int = -1

    @property
    def value(self) -> float:
        """The likeliest value."""
        return self.readings[0][0]


def find_figures(words: Sequence[Word], dates: Sequence[Dated] = ()) -> list[WrittenFigure]:
    """Return the figures of a text outside its dates."""
    taken = {place for dated in dates for place in range(dated.first, dated.after)}
    found: list[WrittenFigure] = []
    place = 0
    while place < len(words):
        may_begin = words[place].is_digits or words[place].folded in _FIRST_WORDS
        read = _figure_at(words, place) if may_begin and place not in taken else None
        if read is not None:
            found.append(read)
        digits = figure_at(words, place) if read is None else None
        # Digits that are no number, "1,1,1,1", are gone through once.
        place = read.after if read else digits[1] if digits else place + 1
    return found


def _figure_at(words: Sequence[Word], place: int) -> WrittenFigure | None:
    number = _digits_at(words, place)
    read = _fraction_at(words, place) or _multiple_at(words, place, number)
    if read is None:
        number = number or _spoken_number_at(words, place)
        if number is None:
            return None
        read = _with_unit(words, place, *_and_a_half(words, *number))
    bound, begin = _bound_before(words, place)
    return replace(read, bound=bound, begin=begin)


def _and_a_half(
    words: Sequence[Word], readings: tuple[tuple[float, float], ...], after: int
) -> tuple[tuple[tuple[float, float], ...], int]:
    """Return a number with the half that is said after it, or after what it counts: "four terabytes and a half"."""
    for place in (after, after + 1):
        if length := _HALVES.at(words, place):
            end = after + length if place == after else after
            return tuple((value + 0.5, step / 2) for value, step in readings), end
    return readings, after


def _digits_at(words: Sequence[Word], place: int) -> _Number | None:
    """Read digits with their signs and a scale: 1,240.5, 12 000, 18k, 1,25 millones."""
    found = figure_at(words, place)
    if found is None or _is_inside_name(words, place):
        return None
    raw, after = found
    while raw.isdecimal() and len(words[place].text) <= 3 and _is_group(words, after):
        raw, after = raw + words[after].folded, after + 1
    scale = 1
    if at(words, after) == "e" and glued(words, after) and at(words, after + 1).isdecimal() and glued(words, after + 1):
        scale, after = 10 ** min(int(at(words, after + 1)), 15), after + 2
    word = at(words, after)
    if word in _SCALES and (word not in _GLUED_SCALES or glued(words, after)) and not _is_unit_after(words, after):
        scale, after = _SCALES[word], after + 1
    readings = tuple(_readings(raw, scale))
    return (readings, after) if readings else None


def _is_group(words: Sequence[Word], place: int) -> bool:
    """Whether a word is three digits after one space: the thousands of 12 000."""
    if place >= len(words) or not words[place].is_digits or len(words[place].text) != 3:
        return False
    following = place + 1 < len(words) and glued(words, place + 1)
    return words[place].start - words[place - 1].end == 1 and not (following and words[place + 1].is_letters)


def _is_unit_after(words: Sequence[Word], place: int) -> bool:
    """Whether the letters glued to digits go on: the "m" of 5m is a scale, that of "5 m2" none."""
    return glued(words, place + 1) and (at(words, place + 1).isalnum())


def _is_inside_name(words: Sequence[Word], place: int) -> bool:
    """Whether digits are part of a name or a time of day: v2, INV-2024, /orders/3, 14:30."""
    is_time = at(words, place + 1) == ":" and glued(words, place + 1) and glued(words, place + 2)
    if is_time or _is_before_letters(words, place) or _is_day_number(words, place):
        return True
    if not glued(words, place):
        return False
    before = words[place - 1]
    if before.text == ":" and glued(words, place - 1):
        return True
    if before.is_letters:
        return before.folded not in _CURRENCIES and before.folded != "r"
    if before.text in ("-", "_", "/", "#", "."):
        return glued(words, place - 1) and place > 1 and words[place - 2].is_letters
    return False


def _is_before_letters(words: Sequence[Word], place: int) -> bool:
    """Whether letters are glued to digits that are no unit: 5xx."""
    if not glued(words, place + 1) or not words[place + 1].is_letters or len(words[place + 1].text) < 2:
        return False
    word = at(words, place + 1)
    return word not in _SCALES and word not in _CURRENCIES and not is_thing(word) and word not in _GLUED_UNITS


def _is_day_number(words: Sequence[Word], place: int) -> bool:
    """Whether digits say which day of a month is meant: "no dia 4", but not "day 4 of 30"."""
    before = at(words, place - 1) in ("day", "dia") and not glued(words, place)
    return before and len(words[place].text) <= 2 and at(words, place + 1) not in ("of", "de", "/", ".")


def _readings(raw: str, scale: int) -> list[tuple[float, float]]:
    """Return the values of digits with signs, the likeliest first, each with the unit of its last digit."""
    found: list[tuple[float, float]] = []
    value = figure(raw)
    signs = [sign for sign in raw if sign in ".,"]
    if scale > 1 and len(signs) == 1:
        value = None
    if value is not None:
        decimals = (
            len(raw) - max(raw.rfind("."), raw.rfind(",")) - 1 if value.denominator > 1 or _is_decimal(raw) else 0
        )
        found.append((float(value * scale), scale / 10**decimals))
    if len(signs) == 1:
        whole, _, part = raw.replace("'", "").partition(signs[0])
        other = (float(Fraction(int(whole + part), 10 ** len(part)) * scale), scale / 10 ** len(part))
        found += [other] if other not in found else []
    return found


def _is_decimal(raw: str) -> bool:
    """Whether the last sign begins decimals though the value is whole: 49.00."""
    last = max(raw.rfind("."), raw.rfind(","))
    return last >= 0 and len(raw) - last - 1 != 3


def _spoken_number_at(words: Sequence[Word], place: int) -> _Number | None:
    """Read "one thousand", "doce", "cento e cinquenta"; "one" and its like only before what is counted."""
    found = spoken_at(words, place)
    if found is None or words[place].text[0] in "#-":
        return None
    value, after = found
    if value <= 1 and after == place + 1:
        is_counted = at(words, place) == _COUNTABLE_ONE and is_thing(at(words, after))
        is_counted = is_counted or bool(_HALVES.at(words, after))
        if not is_counted and at(words, after) not in _SCALES:
            return None
    if after == place + 1 and at(words, place) == "dos" and _is_of_the(words, place):
        return None
    text = " ".join(word.text for word in words[:60])
    if (not is_number(text, words, place, after) and not is_thing(at(words, after))) or at(words, after) in _FRACTIONS:
        return None
    return ((float(value), 1.0),), after


def _is_of_the(words: Sequence[Word], place: int) -> bool:
    """Whether "dos" is the Portuguese "of the": "75% dos minutos", "metade dos 12 assentos"."""
    before = at(words, place - 1)
    after_share = before == "%" or before in _FRACTIONS or before in _PARTS or before in ("cento", "percent")
    return after_share or (place + 1 < len(words) and words[place + 1].is_digits) or _is_portuguese(words)


def _is_portuguese(words: Sequence[Word]) -> bool:
    """Whether the words beside "dos" are Portuguese, where it means "of the"."""
    return language_of(" ".join(word.text for word in words[:60] if word.folded != "dos")) == "pt"


def is_thing(word: str) -> bool:
    """Whether a folded word is something that accounts count."""
    return name_of(word) in THINGS


def _fraction_at(words: Sequence[Word], place: int) -> WrittenFigure | None:
    """Read "half", "two thirds", "tres cuartas partes", "a quarter", "un tercio"."""
    after, numerator, said = place, 1, ""
    if at(words, after) in _ARTICLES:
        after += 1
        said = "article"
    elif (spoken := spoken_at(words, after)) and spoken[0] < 10:
        numerator, after = spoken
        said = "number"
    elif words[after].is_digits and at(words, after + 1) in _FRACTIONS:
        numerator, after, said = int(words[after].folded), after + 1, "number"
    word = at(words, after)
    if word not in _FRACTIONS or (word in _NEED_NUMERATOR and not said):
        return None
    part = _FRACTIONS[word] * numerator
    end = after + 1 + (at(words, after + 1) in _PARTS)
    # "The third project", "el cuarto mes" are ranks.
    is_rank = (
        part != Fraction(1, 2)
        and numerator == 1
        and end == after + 1
        and at(words, end) not in ("of", "de", "del", "do", "da", "dos", "das", "", ",", ".")
    )
    if part > 1 or is_rank:
        return None
    return WrittenFigure(((float(part * 100), 1.0),), place, end, PERCENT, spelled=True)


def _multiple_at(words: Sequence[Word], place: int, number: _Number | None) -> WrittenFigure | None:
    """Read "twice", "el doble", "three times", "2.5 veces", "1.5x"."""
    if at(words, place) in _MULTIPLES:
        return WrittenFigure(((float(_MULTIPLES[at(words, place)]), 1.0),), place, place + 1, MULTIPLE, spelled=True)
    if number is None and (spoken := spoken_at(words, place)):
        number = ((float(spoken[0]), 1.0),), spoken[1]
    if number is not None and at(words, place - 1) == "por" and at(words, place - 2).startswith("multiplic"):
        return WrittenFigure(number[0], place, number[1], MULTIPLE)
    if number is None or at(words, number[1]) not in _TIMES:
        return None
    if at(words, number[1] + 1) == "out" or (words[place].is_digits and number[0][0][0] >= _MANY_TIMES):
        return None
    return WrittenFigure(number[0], place, number[1] + 1, MULTIPLE)


def _with_unit(
    words: Sequence[Word], place: int, readings: tuple[tuple[float, float], ...], after: int
) -> WrittenFigure:
    """Return the figure with the sign or word beside it: 20 %, € 49, 49 euros."""
    if length := _PERCENT_WORDS.at(words, after):
        return WrittenFigure(readings, place, after + length, PERCENT)
    before = at(words, place - 1)
    code = _CURRENCY_SIGNS.get(before, "") or (_CURRENCIES.get(before, "") if len(before) == 3 else "")
    if before == "$" and at(words, place - 2) in ("r", "us", "mx") and glued(words, place - 1):
        code = _CURRENCY_SIGNS[at(words, place - 2) + "$"]
    if code:
        return WrittenFigure(readings, place, after, MONEY, code)
    following = at(words, after)
    if following in _CENTS:
        return WrittenFigure(tuple((value / 100, step / 100) for value, step in readings), place, after + 1, MONEY)
    code = _CURRENCY_SIGNS.get(following, "") or _CURRENCIES.get(following, "")
    if following == "r" and at(words, after + 1) == "$":
        code = ""
    return WrittenFigure(readings, place, after, MONEY if code else "", code)


def _bound_before(words: Sequence[Word], first: int) -> tuple[str, int]:
    """Return whether a figure is said to be about, almost or more than something, and where that begins."""
    end = first
    while end and (
        at(words, end - 1) in _ARTICLES or at(words, end - 1) in ("$", "€", "r", "us", "your", "you", "tus", "seus")
    ):
        end -= 1
    for tried in (first, end):
        for bound, known in ((">", _ABOVE), ("<", _BELOW), ("~", _ABOUT)):
            if length := known.before(words, tried):
                return bound, tried - length
    return "", first
