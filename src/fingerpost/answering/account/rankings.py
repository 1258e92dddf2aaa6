"""What a sentence says of more and less, most and least, rising and falling, where the data says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fingerpost.answering.account.claim_verification import says
from fingerpost.answering.account.claims import Claim, SentenceReading
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT, WrittenFigure
from fingerpost.answering.account.mentions import RowMention, RowMentions
from fingerpost.answering.account.rows import Column, Table
from fingerpost.answering.account.vocabulary import ABOVE, BELOW, EACH, THING_NAMES, direction_of, name_of
from fingerpost.language.number_reader import ordinal_at
from fingerpost.language.tokens import at, listed

_MOST = listed(
    "most highest largest biggest greatest maximum max top longest slowest priciest dearest busiest heaviest peak"
    " mayor mayores maior maiores máximo máxima pico best mejor melhor"
)
_LEAST = listed(
    "least lowest smallest fewest minimum cheapest shortest fastest quietest weakest menor menores mínimo mínima worst"
)
_MORE = listed("más mais")
_LESS = listed("menos")
_SMALL = listed(
    "barato barata baratos baratas bajo baja baixo baixa pequeño pequeña pequeno pequena corto corta curto curta rápido"
    " rápida flojo floja fraco fraca débil económico económica econômico econômica"
)
_FAST = listed("fastest rápido rápida slowest lento lenta")
_NO_RANK = listed("recent reciente recientes recente recentes parte part likely important importante")
_SECOND = listed("second segundo segunda")
_RATES = listed("rate rates ratio tasa taxa percentage porcentaje porcentagem proporción proporção")
_BIGGER = listed("mayor mayores maior maiores bigger larger greater")
_SMALLER = listed("menor menores smaller")
_LESSER = listed("smaller lower shorter cheaper fewer faster lighter quieter younger")
_THAN = listed("than que")
_FIRST = listed("first earliest soonest primero primeiro")
_VERBS = listed("is are was were be been es está son están é são fica ficam estará estaría would you'd which que")
_ONE = listed("un una um uma one a an")
_NONE = listed("no ningún ninguna ningun nenhum nenhuma zero cero")
_COPULAS = listed("is are was were es son está están fue é são foi está estão")
_NOT = listed("not no não isn't aren't nor never nunca only")
_JOINED = listed("and y e or o ou , ; ( with con com vs versus contra frente than from to de")
_NEAR = 4
_AGAINST = listed("vs versus contra against frente compared")
_FROM = listed("from de desde del do da")
_TO = listed("to a ao al para até hasta until")
_PERIODS = listed("month months mes meses mês week semana day día dia")
_ARTICLES = listed("the el la los las lo o a os as your tu tus su sus seu sua")


def unsupported(reading: SentenceReading, found: Sequence[RowMention]) -> Iterator[int]:
    """Yield the clauses that call something the most or least that the data does not name, without a figure."""
    for place, _, _ in superlatives(reading):
        clause = reading.clause_at(place)
        begin, end = reading.clauses[clause]
        told = any(claim.clause == clause for claim in reading.claims) or any(
            begin <= first < end for first in [one.first for one in reading.dates] + [one.first for one in found]
        )
        if not told and not reading.names[clause] and reading.claims and not found:
            yield clause


class Rankings:
    """Finds the clauses of a sentence whose order of things is not that of the data."""

    def __init__(self, mentions: RowMentions) -> None:
        """Take the tables that rows are ranked in."""
        self._mentions = mentions

    def refuted(self, reading: SentenceReading, found: Sequence[RowMention]) -> set[int]:
        """Return the clauses that are wrong."""
        wrong = set(_misordered(reading))
        for place, direction, rank in superlatives(reading):
            clause = reading.clause_at(place)
            if self._is_not_extreme(reading, found, clause, direction, rank):
                wrong.add(clause)
        for place, word in enumerate(reading.words):
            if word.folded in _FIRST and self._is_not_first(reading, found, place):
                wrong.add(reading.clause_at(place))
        wrong |= {reading.clause_at(place) for place in self._falsely_none(reading, found)}
        for number in range(len(reading.clauses)):
            if self._is_reversed(reading, found, number):
                wrong.add(number)
        for one, other in _of_another_kind(reading, found):
            wrong |= {reading.clause_at(one.first), reading.clause_at(other.first)}
        return wrong

    def _subject(self, reading: SentenceReading, found: Sequence[RowMention], clause: int) -> RowMention | None:
        """Return the one row that is spoken of: of the clause, else of the sentence."""
        alone = [one for one in found if one.alone and len(one.rows) == 1]
        own = [one for one in alone if reading.clause_at(one.first) == clause]
        for some in (own, alone):
            rows = {(one.table, one.rows) for one in some}
            if len(rows) == 1:
                return some[0]
            if rows:
                return None
        return None

    def _falsely_none(self, reading: SentenceReading, found: Sequence[RowMention]) -> Iterator[int]:
        """Yield where a row is said to have one of what it has none of, or none of what it has."""
        for place, word in enumerate(reading.words):
            some, none = word.folded in _ONE, word.folded in _NONE
            noun = name_of(at(reading.words, place + 1)) if some or none else ""
            subject = self._subject(reading, found, reading.clause_at(place)) if noun in THING_NAMES else None
            if subject is None:
                continue
            table = self._mentions.tables[subject.table]
            named = self._mentions.columns(reading.words)
            cells = [
                value
                for column, value in table.rows[min(subject.rows)].cells.items()
                if noun in column.names and column in named
            ]
            if len(cells) == 1 and (cells[0] == 0) == some:
                yield place

    def _columns(self, table: Table, reading: SentenceReading, clause: int) -> list[Column]:
        """Return the columns that a clause ranks by: those of its figures, those it names, or the only one."""
        figures = [claim.figure for claim in reading.claims if claim.figure.unit not in (PERCENT, MULTIPLE)]
        by_figure = [
            column
            for column in table.columns
            if any(
                figure.unit in (column.unit, "") and says(figure, row.cells[column])
                for figure in figures
                for row in table.rows
                if column in row.cells
            )
        ]
        begin, end = reading.clauses[clause]
        named = self._mentions.columns(reading.words[begin:end]) or self._mentions.columns(reading.words)
        both = [column for column in by_figure if column in named]
        own = [column for column in table.columns if column in named]
        if by_figure and not both:
            here = self._mentions.columns(reading.words[begin:end])
            return list(dict.fromkeys([*by_figure, *(one for one in own if one in here)]))
        return (by_figure if both else []) or own or (table.columns if len(table.columns) == 1 else [])

    def _is_not_extreme(
        self, reading: SentenceReading, found: Sequence[RowMention], clause: int, direction: int, rank: int
    ) -> bool:
        subject = self._subject(reading, found, clause)
        tables = self._mentions.tables
        for number, table in enumerate(tables):
            if subject is not None and subject.table != number:
                continue
            columns = self._columns(table, reading, clause)
            if not columns:
                continue
            if subject is not None:
                row = table.rows[min(subject.rows)]
                shares = [claim.figure for claim in reading.claims if claim.figure.unit == PERCENT]
                rated = any(word.folded in _RATES for word in reading.words)
                if rated and self._is_rate_extreme(table, min(subject.rows), direction, rank, shares):
                    return False
                if rated and shares and not any(column.unit == PERCENT for column in table.columns):
                    return True
                return not any(_rank(table, column, row.cells.get(column), direction) == rank for column in columns)
            said = [
                claim.figure
                for claim in reading.claims
                if claim.clause == clause and claim.figure.unit == columns[0].unit
            ]
            if len(said) == 1 and len(columns) == 1 and not any(one.alone for one in found):
                values = [
                    row.cells[columns[0]]
                    for row in table.rows
                    if columns[0] in row.cells and says(said[0], row.cells[columns[0]])
                ]
                if values and all(_rank(table, columns[0], value, direction) != rank for value in values):
                    return True
        return False

    def _is_rate_extreme(
        self, table: Table, place: int, direction: int, rank: int, said: Sequence[WrittenFigure]
    ) -> bool:
        """Whether a row is first by what one column is of another: by its rate, `said` where the sentence gives it."""
        plain = [one for one in table.columns if one.unit == ""]
        for part, whole in ((one, other) for one in plain for other in plain if one is not other):
            if not all(row.cells.get(whole) and part in row.cells for row in table.rows):
                continue
            rates = [row.cells[part] / row.cells[whole] for row in table.rows]
            if said and not any(says(figure, rates[place] * 100) for figure in said):
                continue
            if 1 + sum((other - rates[place]) * direction > 0 for other in rates) == rank:
                return True
        return False

    def _is_not_first(self, reading: SentenceReading, found: Sequence[RowMention], place: int) -> bool:
        """Whether something is said to be first by its date, and another is earlier."""
        subject = self._subject(reading, found, reading.clause_at(place))
        if subject is None:
            return False
        rows = self._mentions.tables[subject.table].rows
        own = rows[min(subject.rows)]
        return bool(own.days) and all(
            any(other.days.get(title, day) < day for other in rows) for title, day in own.days.items()
        )

    def _is_reversed(self, reading: SentenceReading, found: Sequence[RowMention], clause: int) -> bool:
        """Whether a clause says that one row has more than another, or that something rose, and it is less."""
        begin, end = reading.clauses[clause]
        ways = [(place, way) for place in range(begin, end) if (way := _way(reading, place))]
        if not ways:
            return False
        place, way = ways[0]
        words = reading.words
        pairs = _compared(reading, [one for one in found if one.alone and len(one.rows) == 1], clause, place)
        for table, late, early in pairs:
            rows = self._mentions.tables[table].rows
            columns = [
                one
                for one in self._columns(self._mentions.tables[table], reading, clause)
                if one in rows[late].cells and one in rows[early].cells
            ]
            if columns and all((rows[late].cells[one] - rows[early].cells[one]) * way <= 0 for one in columns):
                return True
        if any(
            words[one].folded in EACH and at(words, one + 1) in _PERIODS | {"los", "os", "las", "as"}
            for one in range(begin, end)
        ):
            return self._is_uneven(reading, clause, way)
        return False

    def _is_uneven(self, reading: SentenceReading, clause: int, way: int) -> bool:
        """Whether something that is said to rise or fall all the time does not."""
        for table in self._mentions.tables:
            columns = self._columns(table, reading, clause)
            if not columns or not all(any(name.startswith("month ") for name in row.names) for row in table.rows):
                continue
            for column in columns:
                values = [row.cells[column] for row in table.rows if column in row.cells]
                if all((late - early) * way > 0 for early, late in pairwise(values)):
                    return False
            return True
        return False


def _of_another_kind(reading: SentenceReading, found: Sequence[RowMention]) -> Iterator[tuple[RowMention, RowMention]]:
    """Yield the rows that are said to be of a kind that they are not of: "the overdue invoice is INV-7"."""
    words = reading.words
    for one, other in pairwise(found):
        if (
            one.table != other.table
            or one.alone == other.alone
            or reading.clause_at(other.first) > reading.clause_at(one.first) + 1
        ):
            continue
        begin = one.after + (at(words, one.after) == at(words, one.first - 1) == ",")
        between = [at(words, place) for place in range(begin, other.first)]
        around = [*between, at(words, one.first - 1)]
        copula = any(word in _COPULAS for word in between)
        # "Job 7 used an H100": nothing stands between that compares or joins.
        plain = one.alone and bool(between) and not any(word in _JOINED or word in _THAN for word in between)
        said = len(between) <= _NEAR and (copula or plain)
        if said and not any(word in _NOT for word in around) and not one.rows & other.rows:
            yield one, other


def superlatives(reading: SentenceReading) -> Iterator[tuple[int, int, int]]:
    """Yield where a sentence says most or least: the place, 1 or -1, and the rank, 2 for the second largest."""
    words = reading.words
    for place, word in enumerate(words):
        following = at(words, place + 1)
        direction = 1 if word.folded in _MOST else -1 if word.folded in _LEAST else 0
        if word.folded in _MORE | _LESS and _is_superlative(reading, place):
            small = following in _SMALL
            direction = -1 if small != (word.folded in _LESS) else 1
        if word.folded in ("most", "least") and at(words, place - 1) == "at":
            continue
        no_rank = following in _NO_RANK or (word.folded == "most" and following in ("of", ""))
        if not direction or no_rank:
            continue
        if word.folded in _FAST or following in _FAST:
            # Slow is a large number of milliseconds, and a small one of anything else.
            direction = 1 if word.folded == "slowest" or following in ("lento", "lenta") else -1
        ranked = ordinal_at(words, place - 1) or (ordinal_at(words, place - 2) if at(words, place - 1) == "-" else None)
        if ranked is None and any(at(words, place - step) in _SECOND for step in (1, 2, 3)):
            ranked = 2, place
        yield place, direction, ranked[0] if ranked and 1 < ranked[0] < 20 else 1


def _is_superlative(reading: SentenceReading, place: int) -> bool:
    """Whether "más" is most, and not more: an article or "que" before, no "que" and no figure after."""
    words = reading.words
    _, end = reading.clauses[reading.clause_at(place)]
    near = [at(words, one) for one in range(place + 1, min(place + 5, end))]
    if any(word in _THAN for word in near) or at(words, place + 1) in ("de", "del", "da", "do") or not near:
        return False
    if (
        words[place - 1].is_digits
        or at(words, place - 1) in ("%", "a", "veces", "vezes")
        or not words[place + 1].is_letters
    ):
        return False
    before = [at(words, one) for one in range(max(place - 4, 0), place)]
    return any(word in _ARTICLES or word == "que" for word in before)


def _rank(table: Table, column: Column, value: float | None, direction: int) -> int:
    """Return which place a value has in a column: 1 for the largest, or for the smallest."""
    if value is None:
        return 0
    values = [row.cells[column] for row in table.rows if column in row.cells]
    return 1 + sum((other - value) * direction > 0 for other in values)


def _compared(
    reading: SentenceReading, alone: Sequence[RowMention], clause: int, place: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the table, the row that is said to be more or less, and the row that it is compared with."""
    own = [one for one in alone if reading.clause_at(one.first) == clause]
    words = reading.words
    for one, other in pairwise(own):
        if one.table != other.table or one.rows == other.rows:
            continue
        first, second = min(one.rows), min(other.rows)
        between = [at(words, at_place) for at_place in range(one.after, other.first)]
        if at(words, one.first - 1) in _FROM and any(word in _TO for word in between[-2:]):
            yield one.table, second, first
        elif one.first < place < other.first and any(word in _THAN or word in _AGAINST for word in between):
            yield one.table, first, second
        return


def _misordered(reading: SentenceReading) -> Iterator[int]:
    """Yield the clauses that put two figures in a wrong order: "558,000, which is below 500,000"."""
    words = reading.words
    for one, other in pairwise(reading.claims):
        if not _compare(one, other):
            continue
        between = [at(words, place) for place in range(one.figure.after, other.figure.first)]
        less = one.figure.value < other.figure.value
        sides = [1 if word in ABOVE else -1 for word in between if word in ABOVE or word in BELOW]
        if sides and any(word in _VERBS or word in (",", ":", ";") for word in between):
            if (sides[-1] == 1) == less:
                yield other.clause
            continue
        if any(word in _AGAINST for word in between):
            way, place = _way_before(reading, one)
            if way and (way == 1) == less:
                yield from (one.clause, other.clause, reading.clause_at(place))
        elif at(words, one.figure.begin - 1) in _FROM and between and between[-1] in _TO:
            way, place = _verb_before(reading, one)
            if way and (way == 1) != less:
                yield from (one.clause, reading.clause_at(place))


def _compare(one: Claim, other: Claim) -> bool:
    first, second = one.figure, other.figure
    if first.unit != second.unit or first.unit == MULTIPLE or first.value == second.value:
        return False
    return one.thing == other.thing or not one.thing or not other.thing or first.unit == MONEY


def _way_before(reading: SentenceReading, claim: Claim) -> tuple[int, int]:
    """Return whether the words before a figure say more or less, above or below, 0 for neither, and where."""
    for place in range(claim.figure.begin - 1, -1, -1):
        word = reading.words[place].folded
        if word in ABOVE or word in BELOW:
            return (1 if word in ABOVE else -1), place
        if way := _way(reading, place):
            return way, place
    return 0, 0


def _way(reading: SentenceReading, place: int) -> int:
    """Return 1 for a word that says more, -1 for less; "mayor" and its like only before "que"."""
    word = reading.words[place].folded
    if word in _BIGGER or word in _SMALLER:
        than = any(at(reading.words, place + step) in _THAN for step in range(1, 5))
        return (1 if word in _BIGGER else -1) if than else 0
    if word.endswith("er") and len(word) > 4 and at(reading.words, place + 1) == "than":
        return -1 if word in _LESSER else direction_of(word) or 1
    return direction_of(word)


def _verb_before(reading: SentenceReading, claim: Claim) -> tuple[int, int]:
    found = ((direction_of(reading.words[place].folded), place) for place in range(claim.figure.begin - 1, -1, -1))
    return next((one for one in found if one[0]), (0, 0))
