"""Days by their number and of the calendar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from fingerpost.language import day_words
from fingerpost.language.detect import language_of
from fingerpost.language.number_reader import ordinal_at, spoken_at
from fingerpost.language.tokens import Word, at, glued, listed, phrases, words_of


class Day(NamedTuple):
    """The day that is meant: by its number, or by its date (ISO)."""

    number: int | None
    date: str | None


class _Named(NamedTuple):
    """A day, and the words it takes: from the first to the one after the last."""

    day: Day
    first: int
    after: int


def find_days(text: str, today: date, left_too: bool = False) -> list[tuple[Day, int, int]]:
    """Return the days that a text names and where; `left_too`: also those that something is moved away from."""
    words = words_of(text)
    english = language_of(text) == "en"
    found: list[tuple[Day, int, int]] = []
    place = 0
    while place < len(words) and len(found) < 20:
        named = _named_at(words, place, today, english)
        if named is None:
            place += 1
            continue
        first = _begin(words, named.first)
        leaving = (at(words, place), *(word.folded for word in words[first : named.first]))
        if left_too or day_words.LEAVING.isdisjoint(leaving):
            found.append((named.day, words[first].start, words[named.after - 1].end))
        place = named.after
    return found


def _named_at(words: Sequence[Word], place: int, today: date, english: bool) -> _Named | None:
    return (
        _written_at(words, place, today, english)
        or _month_at(words, place, today)
        or _number_at(words, place, today)
        or _relative_at(words, place, today)
        or _weekday_at(words, place, today, english)
    )


def _begin(words: Sequence[Word], first: int) -> int:
    """Return the first word that goes with a day: "on the", "para o" before it belong to it."""
    for _ in range(3):
        if at(words, first - 1) in day_words.BEFORE and not glued(words, first):
            first -= 1
    return first


def _iso(number: int, month: int, day: int) -> str | None:
    try:
        return date(number, month, day).isoformat()
    except ValueError:
        return None


def _coming(month: int, day: int, today: date) -> str | None:
    """Return the next date of that day and month, today included."""
    # The 29th of February is eight years away at most.
    for year in range(today.year, today.year + 9):
        found = _iso(year, month, day)
        if found is not None and found >= today.isoformat():
            return found
    return None


def _later(today: date, days: int) -> str | None:
    try:
        return (today + timedelta(days=days)).isoformat()
    except OverflowError:
        return None


def _small(word: str, most: int = 2) -> int:
    """Return the value of a few digits; 0 where it is something else."""
    return int(word) if word.isdecimal() and len(word) <= most else 0


def _written_at(words: Sequence[Word], place: int, today: date, english: bool) -> _Named | None:
    """Read 2026-05-03, 5/3, 05.03.2026."""
    if not words[place].is_digits or (glued(words, place) and words[place - 1].text not in "(¿¡\"'«“"):
        return None
    after = place + 1
    if at(words, after) not in ("-", "/", "."):
        return None
    sign = at(words, after)
    parts = [at(words, place)]
    while len(parts) < 3 and at(words, after) == sign and at(words, after + 1).isdecimal():
        if not (glued(words, after) and glued(words, after + 1)):
            break
        parts.append(at(words, after + 1))
        after += 2
    if glued(words, after) and (words[after].is_letters or words[after].is_digits or words[after].text in "/%"):
        return None
    found = _date_of(parts, sign, today, english)
    return _Named(Day(None, found), place, after) if found else None


def _date_of(parts: Sequence[str], sign: str, today: date, english: bool) -> str | None:
    if any(len(part) > 4 for part in parts):
        return None
    values = [int(part) for part in parts]
    if len(values) == 3 and len(parts[0]) == 4:
        return _iso(*values)
    if len(values) == 3 and len(parts[2]) in (2, 4):
        year = values[2] + 2000 * (len(parts[2]) == 2)
        return _iso(year, values[1], values[0]) or (_iso(year, values[0], values[1]) if english else None)
    # Round the clock is no day of July.
    if len(values) != 2 or sign != "/" or values == [24, 7]:
        return None
    return _coming(values[1], values[0], today) or (_coming(values[0], values[1], today) if english else None)


def _month_at(words: Sequence[Word], place: int, today: date) -> _Named | None:
    """Read "3 May", "3rd of May 2027", "May 3", "3 de mayo", "primero de mayo", "1º de maio"."""
    if words[place].folded in day_words.MONTHS and words[place].folded not in day_words.MONTHS_AFTER_DE:
        day, after = _small(at(words, place + 1)), place + 2
        ranked = ordinal_at(words, place + 1)
        if ranked and not day:
            day, after = ranked
        elif ranked:
            after = ranked[1]
        # "may 3 people come" is no date.
        sure = words[place].folded != "may" or words[place].is_capital or at(words, place - 1) in day_words.FOR_DATE
        if day and sure and not (glued(words, after) and words[after].text in ".,/:" and glued(words, after + 1)):
            return _dated(words, place, after, words[place].folded, day, today)
        return None
    ranked = ordinal_at(words, place)
    day, after = ranked or (_small(at(words, place)), place + 1)
    if ranked is None and not day:
        said = spoken_at(words, place)
        day, after = said if said and said[0] <= 31 else (0, place)
    linked = at(words, after) in ("of", "de", "-", "/")
    month = at(words, after + linked)
    if day <= 0 or (linked and month and _is_named_so(words, place, after + 1)):
        return None
    if month not in day_words.MONTHS or (month in day_words.MONTHS_AFTER_DE and not linked and month != "mar"):
        return None
    if not linked and words[place].is_letters:
        return None
    return _dated(words, place, after + linked + 1, month, day, today)


def _is_named_so(words: Sequence[Word], place: int, month: int) -> bool:
    """Whether a date is part of a name: "Mercado 20 de Noviembre", "Avenida 9 de Julho"; "Viernes 20 de Mayo" is
    none."""
    before = words[place - 1] if place else None
    if before is None or not (before.is_capital and words[month].is_capital):
        return False
    return before.folded not in day_words.BEFORE and before.folded not in day_words.WEEKDAYS | day_words.FEIRAS


def _dated(words: Sequence[Word], first: int, after: int, month: str, day: int, today: date) -> _Named | None:
    """Return the date with the year that may follow."""
    place = after + (at(words, after) == ".")
    while at(words, place) in (",", "de", "del", "of") and place < after + 2:
        place += 1
    year = _small(at(words, place), 4)
    if year >= 1900:
        found, after = _iso(year, day_words.MONTHS[month], day), place + 1
    else:
        found = _coming(day_words.MONTHS[month], day, today)
    if found is None:
        return None
    return _Named(Day(None, found), first, after)


def _number_at(words: Sequence[Word], place: int, today: date) -> _Named | None:
    """Read "day 2", "día tres", "second day", "el primer día", "in 3 days", "on the 14th"."""
    if words[place].folded in day_words.DAY:
        return _after_day(words, place, today)
    ranked = ordinal_at(words, place)
    if ranked is not None and ranked[0] > 0:
        if at(words, ranked[1]) in day_words.DAY:
            return _Named(Day(ranked[0], None), place, ranked[1] + 1)
        ends = not any(word.is_letters or word.is_digits for word in words[ranked[1] : ranked[1] + 3])
        if words[place].folded in day_words.RANKED and ends and at(words, place - 1) in day_words.TOWARDS:
            # "The castle on the first day and the zoo for the second."
            return _Named(Day(ranked[0], None), place, ranked[1])
        spelled = (
            words[place].is_digits and at(words, place - 1) == "the" and at(words, place - 2) in day_words.FOR_DATE
        )
        return _Named(Day(None, _of_month(ranked[0], today)), place, ranked[1]) if spelled else None
    return _ahead_at(words, place, today)


def _after_day(words: Sequence[Word], place: int, today: date) -> _Named | None:
    """Read what follows "day": a date ("día 3 de mayo"), else a number."""
    dated = _month_at(words, place + 1, today) if place + 1 < len(words) else None
    if dated is not None:
        return dated._replace(first=place)
    number, after = _count_at(words, place + 1 + (at(words, place + 1) in ("#", "number", "numero", ":")))
    if number is None or (glued(words, after) and words[after].text in "/:" and glued(words, after + 1)):
        return None
    return _Named(Day(number, None), place, after)


def _count_at(words: Sequence[Word], place: int) -> tuple[int | None, int]:
    """Return the number that follows "day"; decimals and long ones are none."""
    folded = at(words, place)
    if folded.isdecimal():
        after = place + 1 + (at(words, place + 1) in ("o", "st", "nd", "rd", "th") and glued(words, place + 1))
        return (int(folded) if len(folded) <= 3 else None), after
    said = spoken_at(words, place) if folded not in ("a", "an", "half", "media", "meia") else None
    return said or (None, place)


def _of_month(day: int, today: date) -> str | None:
    """Return the next date with that day of the month."""
    for ahead in range(62):
        found = _later(today, ahead)
        if found is not None and int(found[-2:]) == day:
            return found
    return None


_IN = phrases("in|en|em|dentro de|daqui a|daqui|within")


def _ahead_at(words: Sequence[Word], place: int, today: date) -> _Named | None:
    taken = _IN.at(words, place)
    if not taken:
        return None
    number, after = _count_at(words, place + taken)
    if number is None or number > 1000 or at(words, after) not in day_words.DAYS:
        return None
    found = _later(today, number)
    return _Named(Day(None, found), place, after + 1) if found else None


def _relative_at(words: Sequence[Word], place: int, today: date) -> _Named | None:
    """Read "tomorrow", "mañana", "depois de amanhã"; "por la mañana" is no day."""
    best = max(((said.at(words, place), days) for days, said in day_words.RELATIVE), key=lambda one: one[0])
    if not best[0] or _inside_name(words, place):
        return None
    if words[place].folded == "manana" and at(words, place - 1) in day_words.MORNING_AFTER:
        return None
    found = _later(today, best[1])
    return _Named(Day(None, found), place, place + best[0]) if found else None


def _inside_name(words: Sequence[Word], place: int) -> bool:
    """Whether a word is part of a name: "Bar Mañana", "Santo Domingo"; the days of English have capitals anyway."""
    if at(words, place - 1) in day_words.NOT_BEFORE or at(words, place + 1) in ("santo", "santa"):
        return True
    if words[place].folded in ("today", "tonight", "tomorrow") or words[place].folded.endswith("day"):
        return False
    before = words[place - 1] if place else None
    shouting = words[place].text.isupper()
    return bool(
        before
        and words[place].is_capital
        and before.is_capital
        and before.folded not in day_words.BEFORE
        and not shouting
    )


def _weekday_at(words: Sequence[Word], place: int, today: date, english: bool) -> _Named | None:
    folded, after = words[place].folded, place + 1
    if folded in day_words.WEEKDAYS:
        weekday = day_words.WEEKDAYS[folded]
    elif folded in day_words.FEIRAS:
        weekday = day_words.FEIRAS[folded]
        hyphen = at(words, after) == "-"
        if at(words, after + hyphen) == "feira":
            after += hyphen + 1
        elif not _is_feira(words, place):
            return None
    elif folded in day_words.SHORT and (len(words) == 1 or at(words, place - 1) in day_words.SHORT_AFTER[folded]):
        weekday = day_words.SHORT[folded]
    else:
        return None
    if _inside_name(words, place):
        return None
    # "Friday, 3 May", "sexta-feira, dia 3 de maio": the date tells more.
    beyond = after + (at(words, after) == ",")
    beyond += at(words, beyond) in ("the", "el", "o", "dia")
    dated = (
        (_written_at(words, beyond, today, english) or _month_at(words, beyond, today)) if at(words, beyond) else None
    )
    if dated is not None:
        return dated._replace(first=place)
    ahead = (weekday - today.weekday()) % 7
    first = place
    if at(words, after) in day_words.LAST or at(words, first - 1) in day_words.LAST:
        ahead = -((today.weekday() - weekday) % 7 or 7)
        after, first = (after + 1, first) if at(words, after) in day_words.LAST else (after, first - 1)
    else:
        coming = day_words.COMING.at(words, after)
        if coming or at(words, first - 1) in day_words.NEXT:
            ahead = ahead or 7
        after += coming
    found = _later(today, ahead)
    return _Named(Day(None, found), first, after) if found else None


_FEIRA_AFTER = listed("na nesta nessa naquela para pra até próxima proxima toda this next de essa desta")


def _is_feira(words: Sequence[Word], place: int) -> bool:
    """Whether segunda, terça, quarta, quinta or sexta is a weekday: not "a segunda", not "Quinta da Regaleira"."""
    if at(words, place + 1) in day_words.NAMING and at(words, place + 2) not in day_words.PARTS_OF_DAY:
        return False
    before = at(words, place - 1)
    if before in _FEIRA_AFTER or (before == "a" and at(words, place - 2) in ("para", "pra", "ate")):
        return True
    if before in ("a", "la", "o", "el", "the", "minha", "mi") or words[place].is_capital:
        return len(words) == 1
    ends = place + 1 >= len(words) or not words[place + 1].is_letters or at(words, place + 1) in _FEIRA_END
    return ends or at(words, place + 1) in day_words.LAST or at(words, place + 1) == "que"


_FEIRA_END = listed("por a à as às e de o no na vou vamos")
