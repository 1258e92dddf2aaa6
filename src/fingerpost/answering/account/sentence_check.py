"""What a model says about an account, sentence by sentence: kept, corrected, or without the clause that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.answering.account import arithmetic, limits, spans
from fingerpost.answering.account.claim_verification import ClaimVerdict, judge
from fingerpost.answering.account.claims import Claim, SentenceReading, read_sentence
from fingerpost.answering.account.data import read_data
from fingerpost.answering.account.dates import Dated
from fingerpost.answering.account.derive import Derived, derive, resources
from fingerpost.answering.account.figures import MONEY, MULTIPLE, PERCENT
from fingerpost.answering.account.mentions import RowMention
from fingerpost.answering.account.names import known_words, plans_of, unknown_dates, unknown_identifiers, unknown_names
from fingerpost.answering.account.quantities import AccountData
from fingerpost.answering.account.rankings import Rankings, unsupported
from fingerpost.answering.account.rows import read_tables
from fingerpost.answering.account.table_arithmetic import Reckoning
from fingerpost.answering.account.vocabulary import CHANGE, LIMIT, OVER, PROJECTED, role_of
from fingerpost.answering.account.writing import date_text, number_text, percent_text
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold
from fingerpost.language.tokens import at

_LIST_MARK = re.compile(r"^\s*(?:\d{1,2}[.)](?=\s+\S)|[-*•])\s+")
_EXHAUSTED = re.compile(
    r"\b(?:no|zero|nenhuma?|ningun[ao]?|cero) (?:\w+ ){0,3}(?:left|remain\w*|disponib\w+|disponive\w+|restantes?)\b"
    r"|\bno te queda\w*\b|\bnao (?:te |lhe )?rest\w+\b|\bused (?:up )?all\b|\busado tod[oa]s?\b|\busou tod[oa]s?\b"
    r"|\b(?:agotad[oa]s?|agotaste|esgotad[oa]s?|esgotou|exhausted|ran out|run out)\b"
)
_NOT_REACHED = re.compile(
    r"\b(?:(?:not|haven't) (?:yet )?(?:reached|exceeded)|no has (?:llegado|superado|alcanzado)"
    r"|nao (?:chegou|atingiu|ultrapassou)|(?:below|under|within) (?:the|your) limit|dentro d(?:el|o) limite)\b"
)
_UNSURE = re.compile(
    r"\b(?:not|n't|don't|haven't|hasn't|never|if|before|avoid|without|may|might|could|would|will|when|until|close|near"
    r"|nearly|almost|nao|nunca|se|antes|evit\w+|sem|pode\w*|quando|ate|quase|perto|sin|si|podria\w*|puede\w*|cuando"
    r"|hasta|casi|cerca)\b|\bno (?:has|ha|han|lo|la|se|te)\b"
)
_LEADING = re.compile(r"^(?:and|so|but|y|e|o que|mas|pero|which is|which|por lo que|así que)\s+", re.IGNORECASE)
_TRAILING = re.compile(r"[\s,;:(—–]+(?:(?:and|so|but|y|e|pero|mas|which is|which|por lo que)[\s,]*)?$", re.IGNORECASE)
MAX_SENTENCE = 4000
"""Characters of a sentence that is checked; what is longer is none, and is left out."""
MIN_WORDS = 4
"""Words without a figure that are still a sentence."""


class _Edit(NamedTuple):
    """The words first to after, and the text that takes their place."""

    first: int
    after: int
    text: str


class AccountCheck:
    """Checks the sentences of one answer against the data of its request; counts what it changes."""

    def __init__(self, sources: Iterable[str | Mapping[str, Any]], question: str) -> None:
        """Read the data: `question` is what was asked, whose names and figures may be repeated."""
        sources = list(sources)
        self.data: AccountData = read_data(sources)
        self._tables = Reckoning(read_tables(sources), question)
        self._rankings = Rankings(self._tables.mentions)
        self.known = [*derive(self.data), *_asked(self.data, question)]
        self._resources = resources(self.data)
        self.corrected = self.left_out = 0
        self._names = self.data.names
        self._plans = plans_of(self.data)
        self._question = question
        self._known_words = known_words(self.data, question)
        self._carried: frozenset[str] = frozenset()

    def check(self, sentence: str) -> str:
        """Return a sentence as it may be sent: empty where nothing of it may."""
        mark = _LIST_MARK.match(sentence)
        begin = mark.end() if mark else 0
        body = sentence[begin:].rstrip()
        if len(body) > MAX_SENTENCE:
            self.left_out += 1
            return ""
        end = sentence[begin + len(body) :]
        reading = read_sentence(body, self._names)
        language = _writing(body, language_of(f"{body} {self._question}"))
        if unknown_identifiers(body, self.data, self._question) or self._claims_too_much(reading, body):
            self.left_out += 1
            return ""
        edits, wrong = self._judged(reading, body, language)
        if not edits and not wrong:
            return sentence
        if edits and not self._is_put_right(body, reading, edits, language):
            # What would be said instead is no surer than what was: it goes without it.
            wrong |= {reading.clause_at(edit.first) for edit in edits}
            edits = []
        self.corrected += len(edits)
        self.left_out += len(wrong)
        kept = _rewritten(body, reading, edits, wrong)
        return f"{sentence[:begin]}{kept}{end}" if kept else ""

    def _is_put_right(self, body: str, reading: SentenceReading, edits: list[_Edit], language: str) -> bool:
        """Whether a sentence is right as a whole when just one thing in it is changed."""
        if len(edits) > 1:
            return False
        changed = _rewritten(body, reading, edits, set())
        again = read_sentence(changed, self._names)
        carried = self._carried
        found = self._judged(again, changed, language)
        self._carried = carried
        return found == ([], set())

    def _judged(self, reading: SentenceReading, body: str, language: str) -> tuple[list[_Edit], set[int]]:
        """Return what is put right, and the clauses that cannot be."""
        edits: list[_Edit] = []
        mentioned = self._tables.read(reading)
        wrong = self._rankings.refuted(reading, mentioned)
        wrong |= {*unsupported(reading, mentioned), *limits.refuted(reading, self._resources)}
        wrong |= set(spans.misplaced_dates(reading, self._tables.tables, mentioned))
        for claim, verdict in self._verdicts(reading, body, mentioned):
            text = "" if verdict.instead is None else _figure_text(claim, verdict.instead, reading, body, language)
            if text:
                edits.append(_Edit(claim.figure.first, claim.figure.after, text))
            else:
                wrong.add(claim.clause)
        for first, after, instead in unknown_names(reading, self._known_words, self._plans):
            if instead:
                edits.append(_Edit(first, after, instead))
            else:
                wrong.add(reading.clause_at(first))
        for dated, day in unknown_dates(
            reading, self.data, self.known, day_first=language != "en", months=self._tables.months
        ):
            if day is None:
                wrong.add(reading.clause_at(dated.first))
            else:
                edits.append(_Edit(dated.first, dated.after, _date_like(dated, day, reading, body, language)))
        return [edit for edit in edits if reading.clause_at(edit.first) not in wrong], wrong

    def _verdicts(
        self, reading: SentenceReading, body: str, mentioned: Sequence[RowMention]
    ) -> list[tuple[Claim, ClaimVerdict]]:
        """Return the claims that are wrong: they stand nowhere, follow from nothing, or are of something else."""
        doubted: list[tuple[Claim, ClaimVerdict]] = []
        right: list[Claim] = []
        for claim in reading.claims:
            self._carried = reading.names_before(claim.clause) or self._carried
            verdict = judge(claim, reading, self._carried, self.known)
            is_right = verdict.right or self._is_year(claim, body, reading)
            if (is_right and not self._tables.is_of_others(claim, reading, mentioned)) or (
                not is_right and self._follows(claim, reading, mentioned)
            ):
                right.append(claim)
            else:
                doubted.append((claim, verdict))
        open_ones = [claim for claim, verdict in doubted if not verdict.right]
        reckoned = (
            arithmetic.reckoned(open_ones, right, self.known, frozenset().union(*reading.names)) if open_ones else []
        )
        return [(claim, verdict) for claim, verdict in doubted if claim not in reckoned]

    def _follows(self, claim: Claim, reading: SentenceReading, mentioned: Sequence[RowMention]) -> bool:
        """Whether a claim follows from tables or dates, in its own measure or another."""
        others = [*arithmetic.in_other_measures(claim, self._names), *arithmetic.other_readings(claim, reading)]
        for one in (claim, *others):
            if one is not claim and self._stands(one, reading):
                return True
            if self._tables.follows(one, reading, mentioned):
                return True
            if spans.follows(one, reading, self.data, self._tables.tables, mentioned):
                return True
        return False

    def _stands(self, claim: Claim, reading: SentenceReading) -> bool:
        names = (self._carried, self._carried | {"previous"}, self._carried - {"previous"})
        return any(judge(claim, reading, some, self.known).right for some in names)

    def _is_year(self, claim: Claim, body: str, reading: SentenceReading) -> bool:
        text = body[reading.words[claim.figure.first].start : reading.words[claim.figure.after - 1].end]
        return text.isdecimal() and len(text) == 4 and any(one.day[0] == int(text) for one in self.data.dates)

    def _claims_too_much(self, reading: SentenceReading, body: str) -> bool:
        """Whether a sentence says without a figure that something is exceeded or used up, and nothing is."""
        if reading.future or any(claim.role != LIMIT for claim in reading.claims):
            return False
        folded = fold(body)
        lefts = [one.left for one in self._resources if one.left is not None]
        if _NOT_REACHED.search(folded):
            return bool(lefts) and all(left < 0 for left in lefts)
        over = any(role_of(word.folded) == OVER for word in reading.words)
        spent = _EXHAUSTED.search(folded) is not None
        if not (over or spent) or (_UNSURE.search(folded) and not spent):
            return False
        return bool(lefts) and all(left > 0 for left in lefts)


def _writing(body: str, language: str) -> str:
    """Return the language whose signs of numbers a sentence has; the other one where nothing tells."""
    if re.search(r"\d,\d{3}(?!\d)|\d\.\d{1,2}(?!\d)", body):
        return "en"
    if re.search(r"\d\.\d{3}(?!\d)|\d,\d{1,2}(?!\d)", body):
        return language if language != "en" else "es"
    return language


def _asked(data: AccountData, question: str) -> list[Derived]:
    """Return the figures of a question, and where they lead: they may be repeated, but are no statements."""
    found: list[Derived] = []
    for sentence in re.split(r"(?<=[?!.])\s+", question):
        if not sentence.rstrip().endswith("?"):
            continue
        for claim in read_sentence(sentence).claims:
            value, unit, names = claim.figure.value, claim.figure.unit, frozenset({claim.thing} - {""})
            found += [Derived(value, unit, role, names, frozenset()) for role in (CHANGE, PROJECTED)]
            for one in resources(data):
                if one.used is not None and one.left is not None and unit == one.unit:
                    found.append(Derived(one.used + value, unit, PROJECTED, one.things, one.labels))
                    found.append(Derived(max(one.left - value, 0.0), unit, PROJECTED, one.things, one.labels))
    return found


def _figure_text(claim: Claim, value: float, reading: SentenceReading, body: str, language: str) -> str:
    """Return the right value in the writing of the wrong one; empty where no plain number says it."""
    figure = claim.figure
    if figure.unit == MULTIPLE:
        return ""
    said = body[reading.words[figure.first].start : reading.words[figure.after - 1].end]
    if figure.unit == PERCENT:
        if figure.spelled:
            bare = language != "es" or at(reading.words, figure.first - 1) in ("de", "el", "un", "del")
            return ("" if bare else "el ") + percent_text(value, language)
        sign = re.search(r"\s?[^\d\s.,]+.*$", said)
        return number_text(value, language) + (sign[0] if sign else "%")
    decimals = (
        2 if figure.unit == MONEY and (abs(value - round(value)) > 0.004 or re.search(r"[.,]\d\d$", said)) else None
    )
    if figure.unit == "" and abs(value - round(value)) > 1e-6 and value >= 100:
        decimals = 0
    return number_text(value, language, decimals)


def _date_like(dated: Dated, day: tuple[int, int, int], reading: SentenceReading, body: str, language: str) -> str:
    """Return the right date in the writing of the wrong one."""
    said = body[reading.words[dated.first].start : reading.words[dated.after - 1].end]
    year, month, number = day
    if re.match(r"\d{4}-", said):
        return f"{year:04}-{month:02}-{number:02}"
    if re.fullmatch(r"[\d/.-]+", said):
        return f"{number:02}/{month:02}/{year:04}" if language != "en" else f"{year:04}-{month:02}-{number:02}"
    return date_text(day if dated.readings[0][2] else (year, month, 0), language, with_year=bool(dated.readings[0][0]))


def _rewritten(body: str, reading: SentenceReading, edits: list[_Edit], wrong: set[int]) -> str:
    """Return the sentence with what is put right, without its wrong clauses; empty where too little stays."""
    kept = [number for number in range(len(reading.clauses)) if number not in wrong]
    pieces: list[str] = []
    words = reading.words
    for number in kept:
        begin, end = reading.clauses[number]
        start = words[begin].start
        stop = words[end].start if end < len(words) else len(body)
        text, done = "", start
        for edit in sorted(edit for edit in edits if begin <= edit.first < end):
            text += body[done : words[edit.first].start] + edit.text
            done = words[edit.after - 1].end
        pieces.append(text + body[done:stop])
    whole = "".join(pieces).strip()
    if not wrong:
        return whole
    stays = any(claim.clause in kept for claim in reading.claims)
    if not stays and len(re.findall(r"[^\W\d_]+", whole)) < MIN_WORDS:
        return ""
    whole = _LEADING.sub("", whole) if 0 in wrong else whole
    whole = re.sub(r"\s*\(\s*(?=[,.;)]|$)", "", whole)
    close = body[-1] if body[-1] in ".!?" else ""
    whole = _TRAILING.sub("", whole.rstrip(close)) + close
    return whole[0].upper() + whole[1:]
