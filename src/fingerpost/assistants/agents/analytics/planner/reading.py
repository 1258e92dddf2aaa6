"""Turns a question into letters: marks, then times, then conditions, then a letter for each mark that is left.

The string of letters has to have one of a few known shapes from its beginning to its end (`shapes.py`). So no word
is passed over in silence: one that is neither small nor placed has no letter, and the question is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.conditions import read_conditions
from fingerpost.assistants.agents.analytics.planner.dates import read_dates
from fingerpost.assistants.agents.analytics.planner.letters import TAKEN, letters_of
from fingerpost.assistants.agents.analytics.planner.marking import Mark, Meaning, Ref, lexicon, marks
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    SEVERAL,
    UNPLACED,
    Having,
    NotUnderstoodError,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.sight import Reading
from fingerpost.assistants.agents.analytics.planner.tokens import tokens
from fingerpost.assistants.agents.analytics.planner.words import each
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold

LONGEST = 80
"""Tokens of a question; what is longer asks for more than one thing."""

_TELLING = each("""
    que that foram were fueron sao are son foi was fue had have tem tiveram chegaram chegou arrived eram which han
""")
_COMPARING = each("""
    compare comparar compara comparando comparacao comparacion comparison comparativo versus vs contra against
""")
_TOGETHER = each("juntos juntas together")
_SEVERAL = re.compile(r"[cwq].*_.*[&,][cwq]+.*_|[cwq].*[&,]c+_+,*")
"""A second question with conditions of its own: `quantos em SP e quantos entregues`, `how many, and how many late`."""


@dataclass(slots=True)
class Read:
    """A question after times and conditions were taken out: letters, the mark of each, and what was taken."""

    letters: str = ""
    marks: list[Mark] = field(default_factory=list)
    wheres: list[tuple[int, Where]] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    having: list[tuple[int, Having]] = field(default_factory=list)
    shown: list[tuple[Ref, Ref]] = field(default_factory=list)
    compare: bool = False
    told: list[int] = field(default_factory=list)
    """Places of words like "that were", which part what is counted from what is asked of it."""
    again: bool = False
    """Whether it begins with words that go on from the question before."""
    hours: bool = False
    together: bool = False
    """Whether values that were joined by "and" are to be taken together."""

    @property
    def tables(self) -> list[str]:
        """Return the tables that are named, in order."""
        return [found.refs[0][0] for mark in self.marks if (found := mark.of("table"))]

    def without(self, places: list[int]) -> Read:
        """Return the same without some letters."""
        kept = [at for at in range(len(self.letters)) if at not in places]
        letters = "".join(self.letters[at] for at in kept)
        return replace(self, letters=letters, marks=[self.marks[at] for at in kept], wheres=list(self.wheres))


def read(question: str, allowlist: Allowlist, meanings: Meanings) -> Read:
    """Read a question as far as single words go, and refuse it where one of them is not known."""
    pieces = tokens(question)
    if not pieces:
        raise NotUnderstoodError("the question is empty")
    if len(pieces) > LONGEST:
        raise NotUnderstoodError("the question is too long to be one question")
    found = _addressed(marks(pieces, lexicon(allowlist, meanings)))
    if language_of(question) == "pt":
        found = [_but(mark) for mark in found]
    again = bool(found) and bool(found[0].of("again"))
    reading = Reading(read_dates(found), allowlist, meanings)
    read_conditions(reading)
    return _lettered(reading, again)


def _addressed(found: list[Mark]) -> list[Mark]:
    """Leave out who is asking, before a colon: `marketing quer saber: …`."""
    colon = next((at for at, mark in enumerate(found[:8]) if mark.words == ":"), 0)
    if colon and not any(mark.kinds - {"small", "sign", "list", "which", "with", "has"} for mark in found[:colon]):
        return found[colon + 1 :]
    return found


def _but(mark: Mark) -> Mark:
    """Return the Portuguese "mas" without its meaning in Spanish, where many write it without the accent."""
    if mark.tokens and mark.tokens[0].raw.lower() == "mas" and len(mark.tokens) == 1:
        return replace(mark, meanings=(Meaning("small"),))
    return mark


def _lettered(reading: Reading, again: bool) -> Read:
    result = Read(again=again)
    unplaced: list[str] = []
    timed = any(mark.of("gap") or _is_timed(reading, mark) for mark in reading.marks)
    for at, mark in enumerate(reading.marks):
        letters = TAKEN if _take(result, mark) else letters_of(reading, at, result.letters)
        if letters is None and timed and mark.of("duration", "days_unit", "hours_unit", "until", "since"):
            letters = ""
            result.hours = result.hours or mark.of("hours_unit") is not None
        if letters is None:
            unplaced.append(mark.words)
            continue
        result.letters += letters
        result.marks += [mark] * len(letters)
        _note(result, mark)
    if unplaced:
        raise NotUnderstoodError(UNPLACED, tuple(unplaced))
    if _SEVERAL.fullmatch(result.letters):
        asked = [mark.words for mark, letter in zip(result.marks, result.letters, strict=True) if letter in "cwq_"]
        raise NotUnderstoodError(SEVERAL, tuple(asked))
    return _tidy(result)


def _take(result: Read, mark: Mark) -> bool:
    """Take out what was read as a condition or a time; say whether it was."""
    if isinstance(mark.made, When):
        result.whens.append(mark.made)
    elif isinstance(mark.made, Where):
        result.wheres.append((mark.start, mark.made))
    elif isinstance(mark.made, Having):
        result.having.append((mark.start, mark.made))
    elif shown := mark.of("shown"):
        result.shown.append((shown.refs[1], shown.refs[0]))
    else:
        return False
    return True


def _note(result: Read, mark: Mark) -> None:
    """Keep what single words say of the whole question."""
    words = fold(mark.words).split()
    if not _TELLING.isdisjoint(token.text for token in mark.tokens):
        result.told.append(mark.start)
    result.together = result.together or mark.of("sum") is not None or not _TOGETHER.isdisjoint(words)
    result.compare = result.compare or not _COMPARING.isdisjoint(words)


def _is_timed(reading: Reading, mark: Mark) -> bool:
    """Whether a mark speaks of a time between two dates."""
    named, made = reading.named(mark), mark.made
    if isinstance(made, Where | Having):
        gap, name = (made.gap, made.amount) if isinstance(made, Where) else (made.measure.gap, made.measure.name)
        return gap is not None or any(entry.unit == "days" for entry in reading.meanings.measures if entry.name == name)
    return named is not None and named.unit == "days"


def _tidy(result: Read) -> Read:
    """Take out what was taken as a condition, the commas and ands that only led to it, and what is said twice."""
    total = result.letters
    letters = ""
    kept: list[Mark] = []
    for at, mark in enumerate(result.marks):
        letter = total[at]
        if letter in "&,":
            letter = "&" if _joins(total, at, letters) else ""
        if not letter or _is_idle(result, at, letters) or (letters[-1:] == letter and _same(kept[-1], mark, letter)):
            continue
        letters += letter
        kept.append(mark)
    found = re.fullmatch(r"([^wlc%WmkxntZ9]*[^wlc%WmkxntZ9&])&?(c)", letters)
    if found and not result.having and kept[-1].tokens[0].text.startswith(("quant", "cuant", "how", "qt")):
        # `avaliações de 2018, quantas são?`
        letters, kept = "c" + found[1], [kept[-1], *kept[: len(found[1])]]
    result.letters, result.marks = letters, kept
    return result


def _joins(total: str, at: int, letters: str) -> bool:
    """Whether a comma or an "and" joins two things that are asked for."""
    behind = total[at + 1 :].lstrip("&,")[:1]
    if not behind or behind in "_wlhHbSO%" or not letters or letters[-1] in "&wlhHSO":
        return behind == "w" and bool(letters) and total[at] == "&" and total[at + 2 : at + 3] in tuple("saxn")
    # Before a table a comma joins only tables; behind a condition or "on average" it joins nothing.
    alone = total[at - 1] == TAKEN or letters == "a" or "%" in letters or (behind == "T" and letters[-1] != "T")
    return total[at] == "&" or not alone


def _is_idle(result: Read, at: int, letters: str) -> bool:
    """Whether a letter adds nothing where it stands."""
    total, letter = result.letters, result.letters[at]
    if letter == TAKEN or (letter == "w" and bool(letters.strip("wlhH"))):
        # `pedidos entregues, qual o ticket médio` asks one thing.
        return True
    if letter == "J":
        # `used` counts only beside "most".
        return letters[-1:] not in ("m", "k") and total[at + 1 : at + 2] not in ("m", "k")
    if letter == "T" and total[at - 1 : at + 2] == ",T_" and "b" in letters:
        # `…, pedidos de 2017` only says of what the time is.
        return True
    return letter in "CIDE" and letters[-1:] not in tuple("bcwlu9t&") and _restated(result, result.marks[at])


def _restated(result: Read, mark: Mark) -> bool:
    """Whether a column is only named again that a condition or a time has named: `em SP, o estado`."""
    found = mark.of("column", "event")
    refs = set(found.refs) if found else set()
    said = {ref for _, where in result.wheres for ref in where.refs} | {when.ref for when in result.whens if when.ref}
    return bool(refs) and (refs <= said or (len(refs) > 1 and bool(refs & said)))


def _same(one: Mark, other: Mark, letter: str) -> bool:
    """Whether two marks side by side name the same thing."""
    if letter == "%":
        return True
    return letter in "TCID" and one.of("table", "column") == other.of("table", "column")


def weak_places(result: Read, meanings: Meanings) -> list[int]:
    """Return the places of figures that count only where nothing else is asked for."""
    weak = {named.name for named in meanings.measures if named.weak}
    return [at for at, mark in enumerate(result.marks) if (found := mark.of("measure")) and found.value in weak]


def weak_tables(result: Read, places: list[int], meanings: Meanings) -> list[str]:
    """Return the tables that such figures are of."""
    named = {entry.name: entry for entry in meanings.measures}
    found = [named[meaning.value] for at in places if (meaning := result.marks[at].of("measure"))]
    return [columns_of(entry.select or entry.amount)[0][0] for entry in found]
