"""Parses questions about a document: the fields and line items named, and the figures and days given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem
from fingerpost.assistants.agents.commerce.language.catalogue import (
    CatalogueMention,
    fields,
    find_fields,
    find_operations,
    is_catalogue_word,
)
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.semantic_similarity import means_leaving_out, nearest_of
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.assistants.agents.commerce.questions.formatting import answer_language
from fingerpost.assistants.agents.commerce.questions.goods_mentions import (
    NEXT_NAME,
    GoodsMention,
    find_sections,
    goods_of_sections,
    line_words,
)
from fingerpost.assistants.agents.commerce.questions.question_figures import (
    QuestionFigure,
    find_figures,
    find_question_days,
    in_digits,
)
from fingerpost.language.function_words import AND, ARTICLES, BE, DO, FIRST_PERSON_POSSESSIVES, HAVE, OF, OR, SMALL
from fingerpost.language.text import words

_IN_TOTAL = re.compile(
    r"(?<![^\W_])(?:(?:no|in|en|ao) total|(?:de|in) (?:fato|facto|hecho|fact|verdade|verdad)|(?:ao|por|de) cert[oa]|"
    r"for sure)(?![^\W_])"
)
"""Adverbs of two words that name nothing: "in total", "de fato"."""
_WORD = re.compile(r"[^\W_]{2,}")
_NO = re.compile(r"(?i:(?<![^\W_])no(?![^\W_]))")
_NUMBER_SIGN = re.compile(r"(?<![^\W_])[nN](?:[º°]|\.[º°o](?![^\W_])|ro\.?(?![^\W_]))")
_THING = re.compile(
    r"(?<![^\W_])(?:o|a|os|as|the|el|la|los|las|de|do|da|dos|das|del|of|sem|sin|without|com|con|with|um|uma|un|una|any|"
    r"ha|hay|tem|tiene|has|for|para|algum|alguma|alguna|algun|qual|quais|que|what|which|cual|cuales|quant[oa]s|"
    r"cuant[oa]s|how many|cada|each|per|por)\s+(?=([^\W\d_](?:-?[^\W\d_]){2,})(?![^\W_]))"
)
"""A word after an article, a preposition or "which", which names something."""
_STOP_WORDS = (
    FIRST_PERSON_POSSESSIVES
    | ARTICLES
    | AND
    | DO
    | words("""
    de da dos das em no na nos nas que qual quais quanto quantos quanta quantas custa custam custou preco valor
    foi pelo pela por para com esta este essa esse isso nota fiscal fatura pedido of in on is are was how much
    many what price cost costs it this that invoice order quote receipt bill for each per pay paid we i me en es
    son cuanto cuantos cuanta cuantas cuesta cuestan costo precio factura presupuesto hay tem there unitario
    unit cada se ao total unidade unidades units item itens items produto product vezes comprei compramos bought
    devo debo pagar pago owe deu deve tenho tengo need to preciso aqui here quero want saber know ficou fica sai
    saiu so tudo all everything todo altogether final mesmo afinal dessa desse deste desta nessa nesse nisso you
    your my meu minha mi importe amount documento document recibo boleto orcamento cobrado cobrada cobran
    charged foram were fueron been sao gastei gastamos spent gaste encomenda cfdi orden danfe nfe quotation
    cotizacion cotacao proposta
    propuesta payslip holerite contracheque nomina stated mention mentioned would come ficaria seria serian seriam
    sale salen quedaria
    """)
)
"""Words that name no goods."""
MOST_NAMED, MOST_LINES = 5, 20
"""Maximum number of line items that the same words name, and of all that a question names."""
FAR = 200
"""Maximum number of characters between two mentions that belong together; it bounds the work for long questions."""
_SIDES = frozenset({"seller", "buyer"})
_OF_A_PARTY = frozenset({"tax_id", "address"})
_OF_THEIR_OWN = ("pay", "late", "raised", "off", "early")
"""Operations whose words name what a question is about: "what interest do they charge if we are late"."""


class DocumentQuestion(NamedTuple):
    """A parsed question.

    `plain` is the normalized text, and `written_as` the text as it was; `mentions` the fields that are named, and
    `asked` their names; `operations` the words of what is to be done with them; `goods` the line items; `figures` and
    `days` what the question gives itself;
    `unknown` the other words that mean something, `things` those of them that name something, and
    `written` the same as `unknown` with accents.
    """

    plain: str
    mentions: tuple[CatalogueMention, ...]
    operations: tuple[CatalogueMention, ...]
    goods: tuple[GoodsMention, ...]
    figures: tuple[QuestionFigure, ...]
    days: tuple[date, ...]
    unknown: tuple[str, ...]
    things: tuple[str, ...]
    written: tuple[str, ...]
    written_as: str = ""

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the names of the fields without repetition."""
        return tuple(dict.fromkeys(mention.name for mention in self.mentions))

    @property
    def lines(self) -> tuple[LineItem, ...]:
        """Return the line items that are named."""
        rows = {line.row: line for goods in self.goods for line in goods.lines}
        return tuple(rows.values())[:MOST_LINES]

    def does(self, operation: str) -> bool:
        """Return whether the question has words of an operation."""
        return any(one.name == operation for one in self.operations)

    def wording(self, *operations: str) -> list[CatalogueMention]:
        """Return the words of some operations, in order."""
        return [one for one in self.operations if one.name in operations]


def parse_question(question: str, document: CommercialDocument) -> DocumentQuestion:
    """Parse one question about a document."""
    question = in_digits(_NUMBER_SIGN.sub("numero", question))
    plain = _IN_TOTAL.sub(lambda found: " " * len(found[0]), normalize(question))
    mentions = _without_weak(find_fields(plain), plain)
    operations = find_operations(plain)
    sections = find_sections(document, plain, _STOP_WORDS | SMALL)
    parts = [(one.start, one.end) for one in sections]
    beside = [one for one in mentions if not any(start <= one.start < end for start, end in parts)]
    if any(fields()[one.name].kind not in ("amount", "task") and not one.is_weak for one in beside):
        # "What is the address of the house" is about no line items under it.
        sections, parts, beside = [], [], mentions
    mentions = beside
    taken = [(mention.start, mention.end) for mention in mentions] + parts
    absent = {word for one in mentions if not _is_held(one, document) for word in _WORD.findall(one.text)}
    goods = _find_goods(document, plain, taken, absent)
    goods = [one for one in goods if not any(start <= one.start < end for start, end in parts)]
    without = [one.start for one in operations if one.name == "without"]
    goods = goods_of_sections(sections, goods, plain, without)
    mentions = [one for one in mentions if not _is_in_goods(one, goods, plain, absent)]
    days = find_question_days(question, document)
    taken += [(one.start, one.end) for one in operations] + [(begin, end) for _, begin, end in days]
    named = {word for one in sections for word in _WORD.findall(normalize(one.lines[0].section))}
    unknown = [
        word
        for _, word in _content_words(plain, taken)
        if not any(same_stem(word, other) for other in named)
        and not any(same_stem(word, other) for one in goods for line in one.lines for other in line_words(line))
    ]
    if answer_language(_NO.sub("", question), document) == "pt":
        # "No" is "in the".
        operations = [one for one in operations if one.text != "no"]
    operations, unknown = _supposed_away(operations, unknown, plain, [one.start for one in mentions])
    named = {word for thing in _THING.findall(plain) for word in thing.split("-")}
    things = [word for word in unknown if word in named]
    # "A menu for coeliacs" is none of the menus.
    goods = [one for one in goods if len(one.lines) == 1 or not _is_of_another_kind(one, things, plain)]
    mentions = [mention for mention in mentions if not _is_of_unknown(mention, plain, unknown)]
    labels = {word for pair in document.said.split("\n") for word in _WORD.findall(normalize(pair.partition("\t")[0]))}
    unsaid = [word for word in things if not any(same_stem(word, other) for other in labels)]
    if unsaid and document.lines:
        meant = _goods_by_meaning(document, _as_written(unsaid, question, plain), plain)
        meant = [one for one in meant if not any(set(one.lines) & set(other.lines) for other in goods)]
        goods = sorted([*goods, *meant], key=lambda one: one.start)
        starts = {one.start for one in meant}
        things = [word for word in things if plain.find(word) not in starts]
    return DocumentQuestion(
        plain,
        tuple(mentions),
        tuple(operations),
        tuple(goods),
        tuple(find_figures(question, [(begin, end) for _, begin, end in days])),
        tuple(day for day, _, _ in days),
        tuple(unknown),
        tuple(things),
        tuple(_as_written(unknown, question, plain)),
        question,
    )


def in_context(question: DocumentQuestion, earlier: DocumentQuestion | None) -> DocumentQuestion:
    """Return a question that names nothing itself ("how much is it") with what the one before it named."""
    named = question.goods or question.mentions or question.things
    if earlier is not None and _OF_A_PARTY & set(question.asked) and not _SIDES & set(question.asked):
        # "Who is the client, and what is their address."
        return question._replace(
            mentions=(*[one for one in earlier.mentions if one.name in _SIDES], *question.mentions)
        )
    tasks = all(fields()[one.name].kind == "task" for one in question.mentions)
    compared = any(map(question.does, ("dearer", "difference", "most", "least")))
    if earlier is not None and len(earlier.goods) > 1 and tasks and compared and not question.goods:
        return question._replace(goods=earlier.goods, mentions=())
    if earlier is None or named or not question.operations or any(map(question.does, _OF_THEIR_OWN)):
        return question
    return question._replace(
        mentions=earlier.mentions,
        goods=earlier.goods,
        unknown=earlier.unknown,
        things=earlier.things,
        written=earlier.written,
    )


def fields_in(plain: str) -> set[str]:
    """Return the fields whose words are in a normalized text."""
    return {mention.name for mention in find_fields(plain)}


def _without_weak(mentions: Sequence[CatalogueMention], plain: str) -> list[CatalogueMention]:
    """Return the mentions without those that only say of which kind another one is: "the date on which it expires"."""
    return [
        one
        for one in mentions
        if not (one.is_weak and any(_goes_with(one, other, plain) for other in mentions if other.name != one.name))
    ]


def _goes_with(one: CatalogueMention, other: CatalogueMention, plain: str) -> bool:
    """Return whether two mentions are of one kind and belong together; words between part all but dates."""
    kind = fields()[one.name].kind
    first, second = sorted((one, other), key=lambda mention: mention.start)
    between = plain[first.end : second.start]
    if len(between) > FAR:
        return False
    found = set(re.findall(r"[^\W_]+", between))
    if fields()[other.name].kind != kind or re.search(r"[,;+]", between) or found & (AND | OR):
        return False
    return kind == "date" or found <= SMALL


def _supposed_away(
    operations: Sequence[CatalogueMention], unknown: Sequence[str], plain: str, starts: Sequence[int]
) -> tuple[list[CatalogueMention], list[str]]:
    """Return the operations with what a supposition leaves out, by "not" or by a verb, and the other unknown words.

    "If we do not take the van", "if we strike off the rope", "no VAT".
    """
    supposed = any(one.name == "if" for one in operations)
    found = [
        one._replace(name="without") if one.name == "not" else one
        for one in operations
        if one.name != "not"
        or supposed
        or (one.text == "no" and one.end + 1 in starts and _is_told(plain[: one.start]))
    ]
    verbs = [word for word in unknown if supposed and means_leaving_out(word)]
    for verb in verbs:
        start = plain.find(verb)
        found.append(CatalogueMention("without", start, start + len(verb), verb, len(verb)))
    return sorted(found, key=lambda one: one.start), [word for word in unknown if word not in verbs]


def _is_told(before: str) -> bool:
    """Return whether "no" comes after what it is left out of, and asks for nothing: not "is there no discount"."""
    said = re.findall(r"[^\W_]+", before)
    asks = {*said[:1], *said[-1:]} & (BE | HAVE | DO | {"there"})
    named = fields_in(before) or any(one.name == "amount" for one in find_operations(before))
    return bool(named) and not asks


def _content_words(plain: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yield the words with their place that name something, and no field or operation."""
    for found in _WORD.finditer(plain):
        inside = any(start <= found.start() < end for start, end in taken)
        if inside or found[0] in _STOP_WORDS | SMALL or found[0].isdigit():
            continue
        in_compound = "-" in (plain[max(0, found.start() - 1) : found.start()], plain[found.end() : found.end() + 1])
        if is_catalogue_word(found[0]) and not in_compound:
            continue
        yield found.start(), found[0]


def _is_held(mention: CatalogueMention, document: CommercialDocument) -> bool:
    """Return whether an amount of the document answers to a mention, so that its words name no goods."""
    return fields()[mention.name].kind != "amount" or bool(getattr(document, mention.name, True))


def _find_goods(
    document: CommercialDocument, plain: str, taken: Sequence[tuple[int, int]], absent: Collection[str]
) -> list[GoodsMention]:
    """Return the line items that a question names: between "and", "than" or "with", those that fit best.

    `absent` are words of fields which the document does not have: they may name goods.
    """
    named: list[GoodsMention] = []
    head: list[tuple[int, str]] = []
    edges = [0, *(edge for found in NEXT_NAME.finditer(plain) for edge in found.span()), len(plain)]
    inside = [(line, line_words(line)) for line in document.lines]
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        said = [
            (found.start() + begin, found[0])
            for found in _WORD.finditer(plain[begin:end])
            if found[0] not in _STOP_WORDS | SMALL
        ]
        scores = [(_score(said, other, taken, absent), line) for line, other in inside]
        best = max((score for score, _ in scores), default=0)
        if best == 0 and head and said:
            # "The bottle of 750 and the one of 200."
            scores = [(_score([*head, *said], other, taken, absent), line) for line, other in inside]
            least = sum(len(word) for _, word in head)
            scores = [(score if score > least else 0, line) for score, line in scores]
            best = max((score for score, _ in scores), default=0)
        if best >= 3:
            lines = tuple(line for score, line in scores if score == best)[:MOST_NAMED]
            lines = tuple(line for line in lines if line.total != 0) or lines
            start = min(place for place, word in said if any(same_stem(word, other) for other in line_words(lines[0])))
            if not any(lines == other.lines for other in named):
                named.append(GoodsMention(lines, start))
            head = [
                (place, word)
                for place, word in said
                if not word.isdigit() and any(same_stem(word, other) for other in line_words(lines[0]))
            ][:1]
    return named


def _score(
    said: Sequence[tuple[int, str]],
    inside: Sequence[str],
    taken: Sequence[tuple[int, int]],
    absent: Collection[str],
) -> int:
    """Return how many letters of words fit a line item; words of the catalogue and digits only count beside others."""
    fitting = [(place, word) for place, word in said if any(same_stem(word, other) for other in inside)]
    bare = [
        word
        for place, word in fitting
        if word in absent
        or not (
            (word.isdigit() and len(word) < 4)
            or any(start <= place < end for start, end in taken)
            or is_catalogue_word(word)
        )
    ]
    return sum(len(word) for _, word in fitting) if bare else 0


def _as_written(words: Sequence[str], question: str, plain: str) -> list[str]:
    """Return words with their accents, without which the encoder does not know them."""
    places = [(plain.find(word), word) for word in words]
    return [question[place : place + len(word)].lower() for place, word in places]


def _is_of_another_kind(goods: GoodsMention, things: Sequence[str], plain: str) -> bool:
    """Return whether words that name several goods go on with what none of them is."""
    inside = {word for line in goods.lines for word in line_words(line)}
    for found in _WORD.finditer(plain, goods.start):
        if found[0] in things:
            return True
        if found[0] not in SMALL and not any(same_stem(found[0], word) for word in inside):
            return False
    return False


def _is_in_goods(mention: CatalogueMention, goods: Sequence[GoodsMention], plain: str, absent: Collection[str]) -> bool:
    """Return whether the words of a mention are part of the name of goods: the "items" of "bathroom items"."""
    near = plain[max(0, mention.start - 20) : mention.end + 20]
    for one in goods:
        for line in one.lines:
            inside = line_words(line)
            fitting = [word for word in _WORD.findall(near) if any(same_stem(word, other) for other in inside)]
            inner = _WORD.findall(mention.text)
            if all(word in fitting for word in inner) and (len(set(fitting)) > 1 or set(inner) <= set(absent)):
                return True
    return False


def _is_of_unknown(mention: CatalogueMention, plain: str, unknown: Sequence[str]) -> bool:
    """Return whether a weak mention belongs to a thing that no field holds: "batch number", "número do lote"."""
    if not mention.is_weak or not unknown:
        return False
    after = re.findall(r"[^\W_]+", plain[mention.end :])
    while after and after[0] in OF | ARTICLES:
        after.pop(0)
    before = re.findall(r"[^\W_]+", plain[: mention.start])
    return bool((after and after[0] in unknown) or (before and before[-1] in unknown))


def _goods_by_meaning(document: CommercialDocument, things: Sequence[str], plain: str) -> list[GoodsMention]:
    """Return the line items that mean what a question calls them in other words, or in another language."""
    named = {line: re.findall(r"[^\W\d_]{4,}", f"{line.description} {line.unit}".lower()) for line in document.lines}
    found = []
    for thing in things:
        lines = nearest_of(thing, {line: [*words, line.description] for line, words in named.items() if words})
        if lines:
            found.append(GoodsMention(lines[:MOST_NAMED], max(0, plain.find(normalize(thing)))))
    return found
