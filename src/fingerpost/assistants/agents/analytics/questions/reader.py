"""Reads a question into a request: tags its words, takes the conditions, then what is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, columns_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Ref, Request
from fingerpost.assistants.agents.analytics.questions.asker_phrases import without_asker
from fingerpost.assistants.agents.analytics.questions.conditions import read_conditions
from fingerpost.assistants.agents.analytics.questions.date_differences import read_gaps
from fingerpost.assistants.agents.analytics.questions.date_expressions import read_dates
from fingerpost.assistants.agents.analytics.questions.denial import denies, is_not_of
from fingerpost.assistants.agents.analytics.questions.excluded_values import with_exclusions
from fingerpost.assistants.agents.analytics.questions.identifier_numbers import with_own_numbers
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.ordering import with_orders
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly, with_meanings
from fingerpost.assistants.agents.analytics.questions.question_target import AGGREGATES
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.target_reader import read_request
from fingerpost.assistants.agents.analytics.questions.tokens import Token, tokens, year_like
from fingerpost.assistants.agents.analytics.questions.words import ONE
from fingerpost.language.detect import language_of

_EXAMPLES = re.compile(
    r"\([^()]*\b(?:etc|and so on|and so forth|assim por diante|y as[ií] sucesivamente)\b[^()]*\)", re.IGNORECASE
)
"""What a question names only as examples: `by status (delivered, cancelled, etc.)`."""
COUNTED_ONCE = re.compile(
    r"\b(?:each|every|cada)\s+(\w+)\s+(?:counts?|(?:is |to be )?counted|conta|contad[ao]|cuenta)\s+"
    r"(?:only |just |apenas |só |so |solo |sólo )?"
    r"(?:once|(?:uma|una)\s+(?:única |unica |só |so |sola )?vez(?:\s+s[óo]\b)?)"
    r"(?:\s+(?:per|for each|in each|por|em cada|en cada|para cada)\s+\w+)?",
    re.IGNORECASE,
)
"""What says of which things each counts once: `each order counts once per category`."""
_OR, _NOT = frozenset(("o", "ou", "or", "u")), frozenset(("no", "não", "nao", "not"))
_ALONE = frozenset(("só", "so", "solo", "sola", "sozinho", "nomás", "nomas"))
_ALL = frozenset(("all", "todos", "todas"))
_SINGLE, _INTO = frozenset(("unico", "unica")), frozenset(("num", "numa"))
_COMPARISONS = ("gt", "ge", "lt", "le", "eq")
_THOUSANDS = {
    "mil": 1000,
    "thousand": 1000,
    "k": 1000,
    "million": 1_000_000,
    "milhao": 1_000_000,
    "milhões": 1_000_000,
    "milhoes": 1_000_000,
    "millon": 1_000_000,
    "millones": 1_000_000,
}
_DROPPED = frozenset(("small", "again", "sign", "onward", "at_day", "year_word", "on_file"))


def read_question(question: str, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return what a question asks for; raise NotUnderstoodError with the words that could not be placed."""
    assembly = Assembly(known_marks(question, allowlist, meanings), allowlist, meanings)
    read_conditions(assembly)
    return read_request(assembly)


def known_marks(question: str, allowlist: Allowlist, meanings: Meanings, before: Iterable[Ref] = ()) -> list[Mark]:
    """Return the marks of a question without what carries nothing; raise for words that nothing is known of.

    `before`: tables and columns that were spoken of already.
    """
    marks = with_denials(tagged(question, allowlist, meanings), question)
    if language_of(question) == "pt":
        # "mas de" is "but of" in Portuguese, "more than" in Spanish: `mas de 250 pedidos`.
        marks = [
            mark
            for mark, behind in zip(marks, [*marks[1:], *marks[-1:]], strict=False)
            if mark.words.lower() != "mas de" or (behind.of("number") and not year_like(behind.tokens[0].value))
        ]
        marks = [
            with_meanings(mark, Meaning("small")) if mark.of("in_or_not") and behind.of("table") else mark
            for mark, behind in zip(marks, [*marks[1:], *marks[-1:]], strict=False)
        ]
    _refuse_ratio(marks)
    marks = _different_behind(_divided(_of_owners(_of_every_value(marks, allowlist))))
    _refuse_single(marks)
    marks = denied_once(_other_names(_lengthened(marks, meanings, before), meanings, before))
    marks = _settled(marks, allowlist)
    marks = read_dates(marks)
    unknown = [mark.words for mark in marks if mark.kinds <= {"divide"}]
    if unknown:
        raise NotUnderstoodError("some words could not be placed", tuple(unknown))
    assembly = Assembly(marks, allowlist, meanings)
    read_gaps(assembly)
    # What begins somewhere says so with a time behind it; people are `from` a place.
    kept = (mark for mark in assembly.marks if mark.words.lower() != "from" or not mark.of("since"))
    return _spread([mark for mark in kept if not mark.kinds <= _DROPPED])


def _different_behind(marks: Sequence[Mark]) -> list[Mark]:
    """Return marks with "different" behind the column that it counts: `at least 10 different categories`."""
    found = list(marks)
    for at in range(1, len(found) - 1):
        number, different, noun = found[at - 1 : at + 2]
        if number.of("number") and different.of("distinct") and noun.of("column") and not noun.of("table"):
            found[at : at + 2] = [noun, different]
    return found


def tagged(question: str, allowlist: Allowlist, meanings: Meanings) -> list[Mark]:
    """Return all marks of a question, but for what it names only as examples."""
    return list(_tagged(question, allowlist, meanings))


@lru_cache(maxsize=64)
def _tagged(question: str, allowlist: Allowlist, meanings: Meanings) -> tuple[Mark, ...]:
    """Tag a question; what is read out of it is held against its words again."""
    said = COUNTED_ONCE.sub("without repetition", question)
    pieces = tokens(_EXAMPLES.sub(" ", said))
    marks = tag(pieces, schema_lexicon(allowlist, meanings))
    if language_of(question) == "es":
        # In Portuguese it is "of the".
        two = Meaning("number", number=2)
        marks = [with_meanings(mark, two) if mark.words.lower() == "dos" else mark for mark in marks]
    return tuple(with_own_numbers(with_orders(with_exclusions(without_asker(marks))), allowlist))


def dated_marks(pieces: Sequence[Token], allowlist: Allowlist) -> list[Mark]:
    """Return the marks of a question with its times and numbers put together; the other words may be unknown."""
    marks = tag(pieces, schema_lexicon(allowlist, Meanings()))
    marks = with_denials(marks, " ".join(piece.raw for piece in pieces))
    return read_dates(_settled(marks, allowlist))


def with_denials(marks: list[Mark], question: str) -> list[Mark]:
    """Read each "no" as a denial or as the Portuguese "in the", and `no de` as "not of" where something is denied."""
    found = list(marks)
    for at, mark in enumerate(marks):
        if mark.of("in_or_not") and (denied := denies(marks, at, question)) is not None:
            # What may be either is left as it is, and refused.
            found[at] = with_meanings(mark, Meaning("not" if denied else "small"))
        elif is_not_of(marks, at):
            found[at] = with_meanings(mark, Meaning("not"))
    return found


def _lengthened(marks: list[Mark], meanings: Meanings, before: Iterable[Ref]) -> list[Mark]:
    """Read `tipo` as `tipo de pagamento` where payments are spoken of."""
    spoken = {
        ref[0]
        for mark in marks
        for meaning in mark.meanings
        if meaning.kind in ("table", "column")
        for ref in meaning.refs
    }
    spoken |= {table for table, _ in before}
    names = {meaning.value for mark in marks for meaning in mark.meanings if meaning.kind == "measure"}
    for entry in meanings.measures:
        if entry.name in names:
            spoken |= {table for table, _ in columns_of(entry.select or entry.amount)}
    return [
        with_meanings(mark, Meaning("column", short.refs))
        if (short := mark.of("short")) and not mark.of("column") and short.refs[0][0] in spoken
        else mark
        for mark in marks
    ]


def _other_names(marks: list[Mark], meanings: Meanings, before: Iterable[Ref]) -> list[Mark]:
    """Read a column as another form of one that is spoken of, as in `by category, in English`, and only of such a one.

    What is there or is counted is the column itself, and where something is lacking each column is.
    """
    columns = [column.refs if (column := mark.of("column")) else () for mark in marks]
    found = list(marks)
    said = [at for at, mark in enumerate(marks) if not mark.kinds <= {"small", "sign"}]
    lacking = any(mark.of("not", "without") for mark in marks)
    for also in meanings.shown:
        shown = ((also.table, also.column),)
        spoken = also.of in {*before, *(ref for refs in columns if refs != shown for ref in refs)}
        for behind, at in zip([-1, *said], said, strict=False):
            one = marks[behind] if behind >= 0 else None
            held = lacking or (one is not None and (one.of("count") or (one.of("has") and not one.of("with"))))
            if also.of and spoken and columns[at] == shown and not held:
                found[at] = with_meanings(marks[at], Meaning("shown", (*shown, also.of)))
            elif not spoken and (form := marks[at].of("shown")) and form.refs[:1] == shown:
                found[at] = with_meanings(marks[at], Meaning("column", shown))
    return found


def _of_every_value(marks: list[Mark], allowlist: Allowlist) -> list[Mark]:
    """Read "all" before a column with few values as "whatever they are": `of all statuses`."""
    found = list(marks)
    for at, mark in enumerate(marks):
        behind = next((other for other in marks[at + 1 :] if not other.of("small")), mark)
        column = behind.of("column") if mark.of("small") and not behind.of("table") else None
        refs = column.refs if column and _ALL & {token.text for token in mark.tokens} else ()
        kinds = [entry for table, name in refs if (of := allowlist.table(table)) and (entry := of.column(name))]
        if kinds and all(entry.values and entry.kind == "text" for entry in kinds):
            found[at] = with_meanings(mark, Meaning("whatever"))
    return found


def _of_owners(marks: list[Mark]) -> list[Mark]:
    """Put the English genitive of a table and its column together: `the customer's state`."""
    found: list[Mark] = []
    for mark in marks:
        owner = found[-2].of("table") if len(found) > 1 and found[-1].words in ("s", "S") else None
        column = mark.of("column")
        refs = tuple(ref for ref in column.refs if ref[0] == owner.refs[0][0]) if owner and column else ()
        if refs:
            parts = (*found[-2:], mark)
            words = f"{parts[0].words}'s {mark.words}"
            inside = tuple(token for part in parts for token in part.tokens)
            found[-2:] = [Mark(words, parts[0].start, mark.end, (Meaning("column", refs),), inside)]
        else:
            found.append(mark)
    return found


def _refuse_ratio(marks: Sequence[Mark]) -> None:
    """Refuse one figure divided by another: `total freight divided by the number of orders`."""
    for mark, behind in pairwise([mark for mark in marks if not mark.kinds <= {"small"}]):
        if mark.of("divide") and behind.of("count", *AGGREGATES):
            raise NotUnderstoodError("one figure divided by another is not supported", (mark.words, behind.words))


def _refuse_single(marks: Sequence[Mark]) -> None:
    """Refuse "one seller only": that each has no more than one is not what "a seller" says."""
    for one, noun, alone in zip(marks, marks[1:], marks[2:], strict=False):
        said = one.tokens and one.tokens[0].text in ONE and noun.of("table") and alone.words.lower() in _ALONE
        if said:
            raise NotUnderstoodError("say this with a number: exactly 1", (f"{one.words} {noun.words} {alone.words}",))


def denied_once(marks: list[Mark]) -> list[Mark]:
    """Return the marks without denials that leave everything as it is."""
    return _either_way(_denied_twice(marks))


def _denied_twice(marks: list[Mark]) -> list[Mark]:
    """Read what is left out because it lacks something as having it: `without the products that have no category`."""
    lacks = [two for one, two in pairwise(marks) if one.of("with", "has") and two.of("in_or_not", "not")]
    # `orders that have no items`: only the "no" of the two counts.
    having = [one for one, two in pairwise(marks) if two in lacks]
    said = [mark for mark in marks if not mark.kinds <= {"small", "has", "sign"} and mark not in having]
    for one, noun, what in zip(said, said[1:], said[2:], strict=False):
        left_out = one.of("except", "drop") and noun.of("table") and not noun.of("condition")
        if left_out and what.of("condition"):
            # `ignore products without a category`: what is denied is the condition.
            start, end = marks.index(one), marks.index(what)
            return [*marks[:start], with_meanings(one, Meaning("except")), *marks[end:]]
    for one, noun, two, what in zip(said, said[1:], said[2:], said[3:], strict=False):
        lacking = noun.of("table") and (two.of("not", "without") or two in lacks)
        lacked = what.of("column") and not what.of("value", "adjective", "condition")
        of_rows = one.of("except", "drop") and what.of("table")
        if lacking and (of_rows or (one.of("without", "except", "drop") and lacked)):
            start, end = marks.index(one), marks.index(what)
            return [*marks[:start], with_meanings(one, Meaning("present" if of_rows else "has")), *marks[end:]]
    return marks


def _divided(marks: list[Mark]) -> list[Mark]:
    """Leave out what only says that a "by" follows: `break it down by state`, `reparte los pedidos por mes`."""
    last = max((at for at, mark in enumerate(marks) if mark.of("by")), default=-1)
    return [
        with_meanings(mark, Meaning("small")) if mark.of("divide") and mark.kinds <= {"divide"} and at < last else mark
        for at, mark in enumerate(marks)
    ]


def _either_way(marks: list[Mark]) -> list[Mark]:
    """Leave out what says that something does not matter: `sold or not`, `vivas o no`."""
    found: list[Mark] = []
    for mark in marks:
        if len(found) > 1 and mark.words.lower() in _NOT and found[-1].words.lower() in _OR:
            del found[-2:]
        else:
            found.append(mark)
    return found


def _spread(marks: list[Mark]) -> list[Mark]:
    """Give each of several aggregates its noun: `the lowest and the highest price`."""
    found = list(marks)
    at = 0
    while at < len(found):
        end = at
        several: list[Mark] = []
        while end < len(found) and (_is_aggregate(found[end]) or (several and found[end].of("and"))):
            several += [found[end]] if _is_aggregate(found[end]) else []
            end += 1
        noun = found[end] if end < len(found) else None
        # `the lowest average score` is one figure, and so is `the highest minimum price`.
        beside = several[1:] and (several[1].of("avg", "sum") or several[0].end == several[1].start)
        ranked = len(several) == 2 and end - at == 2 and beside and several[0].of("max", "min")
        if len(several) > 1 and not ranked and noun and noun.of("column", "measure", "event"):
            found[at : end + 1] = [mark for aggregate in several for mark in (aggregate, noun)]
            at += 2 * len(several)
        else:
            at += 1
    return found


def _is_number_of(marks: list[Mark], at: int, allowlist: Allowlist) -> bool:
    """Whether an article is a number: `in one instalment`."""
    behind = marks[at + 1] if at + 1 < len(marks) else None
    before = marks[at - 1].words.lower() if at else ""
    column = behind.of("column") if behind and not behind.of("table") else None
    if column is None or before not in ("em", "en", "in", "com", "con", "with"):
        return False
    kinds = {found.kind for table, name in column.refs if (of := allowlist.table(table)) and (found := of.column(name))}
    return kinds == {"integer"}


def _is_aggregate(mark: Mark) -> bool:
    return mark.of(*AGGREGATES) is not None and not mark.of("table", "column", "measure")


def _settled(marks: list[Mark], allowlist: Allowlist) -> list[Mark]:
    """Give words that can be several things the meaning that their neighbours leave: `um`, `mil`."""
    found: list[Mark] = []
    for at, mark in enumerate(marks):
        before = found[-1] if found else None
        number = before.of("number") if before else None
        if before and number and mark.words.lower() in _THOUSANDS:
            times = _THOUSANDS[mark.words.lower()]
            found[-1] = with_meanings(before, Meaning("number", number=number.number * times))
            continue
        meaning = _sense(marks, at, before, allowlist)
        found.append(with_meanings(mark, meaning) if meaning else mark)
    return found


def _asks_how_much(marks: Sequence[Mark]) -> bool:
    """Whether "how much" was asked, and no rows were named since."""
    said = [mark for mark in marks if mark.of("much", "table")]
    return bool(said) and said[-1].of("much") is not None


def _sense(marks: list[Mark], at: int, before: Mark | None, allowlist: Allowlist) -> Meaning | None:
    """Return what a word means beside its neighbours; None where they decide nothing."""
    mark = marks[at]
    if before and before.of(*_COMPARISONS) and mark.words.lower() in _THOUSANDS:
        # `above a thousand`
        return Meaning("number", number=_THOUSANDS[mark.words.lower()])
    if before and before.of("much") and mark.of("small") and mark.of("value"):
        # `how much is it worth`: the Spanish "vale" is a voucher too.
        return Meaning("small")
    if mark.of("measure") and mark.of("value", "adjective") and _asks_how_much(marks[:at]):
        # `cuánto hemos facturado`: beside a noun it is what orders can be.
        return mark.of("measure")
    one = bool(mark.tokens) and mark.tokens[0].text in ONE
    if one and ((before and before.of(*_COMPARISONS)) or _is_number_of(marks, at, allowlist)):
        return Meaning("number", number=1)
    noun = next((other for other in marks[at + 1 :] if not other.of("small")), None)
    if mark.of("between") and noun is not None and noun.of("table"):
        # `among the sellers of Paraná`
        return Meaning("small")
    return _joint_sense(marks, at, before)


def _holds(mark: Mark | None, kinds: tuple[str, ...]) -> bool:
    """Whether a mark can be of some kinds by itself: the preposition `para` is no Pará."""
    return mark is not None and any(meaning.kind in kinds and not meaning.bound for meaning in mark.meanings)


def _joint_sense(marks: list[Mark], at: int, before: Mark | None) -> Meaning | None:
    """Return what a word that joins or denies means beside its neighbours."""
    mark, behind = marks[at], marks[at + 1] if at + 1 < len(marks) else None
    counted = before is not None and before.of("table", "column") and at > 1 and marks[at - 2].of("count") is not None
    joins = ("number", "value", "adjective")
    alone = mark.of("distinct") is not None and mark.tokens[0].text in _SINGLE
    if alone and behind and behind.of("table") and marks[at - 1].words.lower() in _INTO and at:
        # `the highest freight in a single item`
        return Meaning("small")
    if mark.words.lower() == "o" and _holds(before, joins) and _holds(behind, joins):
        return Meaning("or")
    if mark.words.lower() == "nunca" and any(other.of("not", "in_or_not") for other in marks[:at]):
        # `no se vendieron nunca`
        return Meaning("small")
    if mark.of("none"):
        # Beside a "not" or a "never" it denies nothing more.
        denied = any(other.of("not", "without") for other in marks if other is not mark)
        return Meaning("small" if denied else "not")
    if mark.of("differs") and (counted or not (behind and behind.of("value", "adjective", "quote"))):
        return Meaning("distinct")
    return None
