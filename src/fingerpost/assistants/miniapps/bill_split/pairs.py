"""People with a number each: "Kelly 80, Marcus 120", "Marek 50 Sofia 70", "Ana 2, Tom 1", "Ana 60% Tom 40%"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.assistants.miniapps.bill_split.who import Who, at_end, at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.language.money import read_money

MOST = 100
"""Numbers of a text up to which they are read as pairs."""

_NUMBER = re.compile(
    r"(?:(?:us|r|mx|ar|ca|au)?[$€£¥]\s?)?(?<![\w.,])\d+(?:[.,]\d+)*(?:\s?(?:[€£¥$%]|(?:k|euros?|eur|usd|gbp|reais|real"
    r"|brl|pesos?|dollars?|dolares|bucks|pounds?|quid|libras?)(?!\w)))?(?![\w])",
    re.IGNORECASE,
)
_HAS = re.compile(
    r"(?:\s*[:=]|\s+(?:pays?|owes?|had|has|is|was|gets?|puts?|paga|pone|debe|deve|poe|fica com|lleva"
    r"|ate|drank|consumed|comio|bebio|consumio|comi|bebi|comeu|bebeu|consumiu)|['’]s"
    r"|\s+[-–])?\s*$"
)
_BETWEEN = re.compile(r"(?:[\s,;:./&+]|\b(?:and|y|e|o|a|el|la|the|for|para|pra|plus|mais|mas)\b)*")
_FOR = re.compile(r"\s+(?:for|to|by|para|pra|pro|a|de|do|da)\s+")
_ENDS = " .,;!)\n"
_PRONOUN = re.compile(r"\b(?:he|she|they|el|ella|ele|ela)(?:['’](?:s|re|ll))?(?:\s+(?:is|pays?|paga|pone))?\s*$")


class Pair(NamedTuple):
    """A person and a number, where they stand; `tight`: nothing but a comma or an "and" stands before them."""

    name: str
    number: str
    start: int
    end: int
    tight: bool

    @property
    def cents(self) -> int | None:
        """Return the number as an amount."""
        moneys = read_money(self.number)[0]
        return moneys[0].cents if len(moneys) == 1 else None


def read_pairs(text: str, state: State) -> list[Pair]:
    """Return the pairs that a text ends with, each behind the last one."""
    numbers = list(_NUMBER.finditer(text))[: MOST + 1]
    if len(numbers) > MOST:
        return []
    found: list[Pair] = []
    low = plain(text)
    for place, number in enumerate(numbers):
        begin = numbers[place - 1].end() if place else 0
        verb = _HAS.search(low, begin, number.start())
        who = at_end(text[begin : verb.start() if verb else number.start()], state)
        start = begin + who.start if who is not None and who.sure else -1
        tight = start >= 0 and (not found or _BETWEEN.fullmatch(low, begin, start) is not None)
        if not tight:
            named = _meant(text, low, begin, number.start(), state)
            if named is not None and (start < 0 or not found):
                found.append(Pair(named.name, number[0], named.start, number.end(), False))
                continue
        if start >= 0 and who is not None:
            found.append(Pair(who.name, number[0], start, number.end(), tight))
        else:
            found = []
    end = found[-1].end if found else 0
    return found if found and not low[end:].strip(_ENDS) else _numbers_first(text, low, numbers, state)


def _numbers_first(text: str, low: str, numbers: Sequence[re.Match[str]], state: State) -> list[Pair]:
    """Read "40 me, 20 Will and 20 Joy", "100 para Ana, 50 pra mim"."""
    found: list[Pair] = []
    for place, number in enumerate(numbers):
        stop = numbers[place + 1].start() if place + 1 < len(numbers) else len(text)
        begin = number.end()
        towards = _FOR.match(low, begin, stop)
        begin = towards.end() if towards else begin
        who = at_start(text[begin:stop], state)
        if who is None or not who.sure or not _BETWEEN.fullmatch(low, begin + who.end, stop):
            found = []
            continue
        found.append(Pair(who.name, number[0], number.start(), begin + who.end, True))
    return found if len(found) > 1 and not low[found[-1].end :].strip(_ENDS) else []


def _meant(text: str, low: str, begin: int, end: int, state: State) -> Who | None:
    """Return whom a pronoun before a number stands for: "Nora has the big room so she's 600"."""
    if not _PRONOUN.search(low, begin, end):
        return None
    named = mentioned(text[begin:end], state)
    return named[-1]._replace(start=begin + named[-1].start) if named else None
