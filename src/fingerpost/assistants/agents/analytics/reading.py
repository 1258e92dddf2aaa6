"""Turns a question into letters: marks, then times, then conditions, then a letter for each mark that is left.

The string of letters has to have one of a few known shapes from its beginning to its end (`shapes.py`). So no word
is passed over in silence: one that is neither small nor placed has no letter, and the question is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fingerpost.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.conditions import read_conditions
from fingerpost.assistants.agents.analytics.dates import read_dates
from fingerpost.assistants.agents.analytics.marking import Mark, Meaning, Ref, lexicon, marks
from fingerpost.assistants.agents.analytics.meanings import Meanings, Named, columns_of
from fingerpost.assistants.agents.analytics.request import UNPLACED, Gap, Having, NotUnderstoodError, When, Where
from fingerpost.assistants.agents.analytics.sight import Reading
from fingerpost.assistants.agents.analytics.tokens import tokens

LONGEST = 80
"""Tokens of a question; what is longer asks for more than one thing."""

PARTS = ("month", "year", "quarter", "weekday", "week", "hour", "month_of_year", "day")
_LETTERS = (
    ("percent", "%"), ("share", "%"), ("difference", "f"), ("count", "c"), ("much", "q"), ("desc", "S"), ("asc", "S"),
    ("ordered", "O"), ("ranked", "r"), ("most", "m"), ("least", "k"), ("max", "x"), ("min", "n"), ("avg", "a"),
    ("sum", "s"), ("worth", "V"), ("echo", "i"), ("top", "t"), ("bottom", "B"), ("distinct", "u"), ("and", "&"), ("list", "l"), ("spread", "h"), ("whole", "H"),
)  # fmt: skip
_PASSED = frozenset("small with has sign only again in_or_not onward year_word take at_day".split())
_TELLING = frozenset(
    "que that foram were fueron sao are son foi was fue had have tem tiveram chegaram chegou arrived eram which han".split()
)
_DONE = frozenset(
    "feito feitos feita feitas realizado realizados realizadas made placed done hechos hechas realizadas given written"
    " dadas dados escritas efetuados efetuadas efectuados recebidos received recibidos gerado gerada generated"
    " vendido vendidos vendida vendidas vendieron sold comprado comprados compradas bought pagos paid pagados enviados".split()
)
"""Behind these, "by" names who did it: `pedidos feitos por clientes de SP`."""


@dataclass(slots=True)
class Read:
    """A question after times and conditions were taken out: letters, the mark of each, and what was taken."""

    letters: str = ""
    marks: list[Mark] = field(default_factory=list)
    wheres: list[tuple[int, Where]] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    having: list[tuple[int, Having]] = field(default_factory=list)
    shown: list[tuple[Ref, Ref]] = field(default_factory=list)
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
    found = marks(pieces, lexicon(allowlist, meanings))
    again = bool(found) and bool(found[0].of("again"))
    reading = Reading(read_dates(found), allowlist, meanings)
    read_conditions(reading)
    return _lettered(reading, again)


def letter_of(named: Named) -> str:
    """Return the letter of a figure with a name."""
    if named.order:
        return "Z"
    if named.adjective:
        return "J"
    if named.amount:
        return "N"
    return "A" if named.sums else "R"


def _lettered(reading: Reading, again: bool) -> Read:
    result = Read(again=again)
    unplaced: list[str] = []
    timed = any(mark.of("gap") or _is_timed(reading, mark) for mark in reading.marks)
    for at, mark in enumerate(reading.marks):
        letter: str | None = "_"
        if isinstance(mark.made, When):
            result.whens.append(mark.made)
        elif isinstance(mark.made, Where):
            result.wheres.append((mark.start, mark.made))
        elif isinstance(mark.made, Having):
            result.having.append((mark.start, mark.made))
        elif shown := mark.of("shown"):
            result.shown.append((shown.refs[1], shown.refs[0]))
        else:
            letter = _letter(reading, at, result)
        if any(token.text in _TELLING for token in mark.tokens):
            result.told.append(mark.start)
        if letter is None and timed and mark.of("duration", "days_unit", "hours_unit", "until", "since"):
            letter = ""
            result.hours = result.hours or mark.of("hours_unit") is not None
        if mark.of("sum") or mark.words.lower() in ("juntos", "together"):
            result.together = True
        if letter is None:
            unplaced.append(mark.words)
        elif letter:
            result.letters += letter
            result.marks.append(mark)
    if unplaced:
        raise NotUnderstoodError(UNPLACED, tuple(unplaced))
    return _tidy(result)


def _is_timed(reading: Reading, mark: Mark) -> bool:
    """Whether a mark speaks of a time between two dates."""
    named, made = reading.named(mark), mark.made
    if isinstance(made, Where | Having):
        gap, name = (made.gap, made.amount) if isinstance(made, Where) else (made.measure.gap, made.measure.name)
        return gap is not None or any(entry.unit == "days" for entry in reading.meanings.measures if entry.name == name)
    return named is not None and named.unit == "days"


def _letter(reading: Reading, at: int, result: Read) -> str | None:
    """Return the letter of a mark; nothing for a small word, None for one that cannot be placed."""
    mark = reading.marks[at]
    kinds = mark.kinds
    if named := reading.named(mark):
        return letter_of(named)
    if "gap" in kinds:
        return "N"
    if "table" in kinds:
        return "T"
    if column := mark.of("column"):
        kinds_held = {reading.kind_of(ref) for ref in column.refs}
        return "I" if kinds_held == {"integer"} else "N" if reading.is_number(mark) else "D" if kinds_held == {"date"} else "C"
    if "event" in kinds:
        return "E"
    if "between" in kinds and (behind := reading.at(reading.beside(at, 1))) and behind.of("table"):
        # `entre os vendedores do Paraná`
        return ""
    is_part = any(f"part_{part}" in kinds for part in PARTS)
    if is_part and (result.letters[-1:] in tuple("bw9t") or not kinds & {"when_asked", "days_unit", "hours_unit"}):
        return "P"
    if "number" in kinds:
        return "9"
    if kinds & {"first", "last"}:
        return "F" if "first" in kinds else "L"
    if "when_asked" in kinds:
        return "W"
    if "which" in kinds and ("small" not in kinds or not result.letters.strip("_&")):
        return "w"
    if "by" in kinds:
        return "b" if _leads(reading, at) else ""
    for kind, letter in _LETTERS:
        if kind in kinds:
            return letter
    if mark.words in (",", ";", ":"):
        return ","
    return "" if kinds & _PASSED else None


def _leads(reading: Reading, at: int) -> bool:
    """Whether "by" stands before something to group or rank by: `pago por boleto` does not group."""
    behind_at = reading.beside(at, 1, "with", "list")
    behind = reading.at(behind_at)
    if behind is None or behind.made is not None and not isinstance(behind.made, Gap) or behind.of("sign"):
        return False
    before = reading.at(at - 1)
    if before and behind.of("table") and behind.tokens[0].text.endswith("s"):
        # `vendidos por vendedores de SP` says who sold.
        named = reading.named(before)
        return not ((named and named.weak) or any(token.text in _DONE for token in before.tokens))
    return True


def _tidy(result: Read) -> Read:
    """Take out what was taken as a condition, the commas and ands that only led to it, and what is said twice."""
    total = result.letters
    letters, kept = "", []
    skipped = {at + n for at in range(len(total)) if total[at : at + 3] == ",T_" and "b" in letters + total[:at] for n in (0, 1)}
    for at, letter in enumerate(total):
        mark = result.marks[at]
        if at in skipped:
            # `…, pedidos de 2017` only says of what the time is.
            continue
        if letter in "&,":
            behind = total[at + 1 :].lstrip("&,")[:1]
            leads_on = behind and behind not in "_wlhHbSO%" and letters and letters[-1] not in "&wlhHSO"
            if not leads_on or (letter == "," and (total[at - 1] == "_" or letters == "a")):
                continue
            letter = "&"
        if letter == "_" or (letter == "J" and letters[-1:] not in ("m", "k") and total[at + 1 : at + 2] not in ("m", "k")):
            continue
        if letter in "TCID" and letters[-1:] == letter and _same(kept[-1], mark):
            continue
        letters += letter
        kept.append(mark)
    result.letters, result.marks = letters, kept
    return result


def _same(one: Mark, other: Mark) -> bool:
    def meant(mark: Mark) -> Meaning | None:
        return mark.of("table", "column")

    return meant(one) == meant(other)


def weak_places(result: Read, meanings: Meanings) -> list[int]:
    """Return the places of figures that count only where nothing else is asked for."""
    weak = {named.name for named in meanings.measures if named.weak}
    return [at for at, mark in enumerate(result.marks) if (found := mark.of("measure")) and found.value in weak]


def weak_tables(result: Read, places: list[int], meanings: Meanings) -> list[str]:
    """Return the tables that such figures are of."""
    named = {entry.name: entry for entry in meanings.measures}
    found = [named[meaning.value] for at in places if (meaning := result.marks[at].of("measure"))]
    return [columns_of(entry.select or entry.amount)[0][0] for entry in found]
