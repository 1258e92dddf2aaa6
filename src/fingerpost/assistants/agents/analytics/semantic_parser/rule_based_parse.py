"""A question as its words alone are read, beside which the network's reading is judged."""

from __future__ import annotations

from typing import NamedTuple

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import all_known, unknown_phrases
from fingerpost.assistants.agents.analytics.questions.tokens import QUOTE, tokens
from fingerpost.assistants.agents.analytics.questions.word_vectors import texts_of, unit_vectors


class WordsReading(NamedTuple):
    """The request and statement that the words make, or why they make none.

    `known`: whether each word is known as it is spelled, so that nothing is guessed; `quoted`: whether a text stands in
    quotes.
    """

    request: Request | None = None
    statement: exp.Select | None = None
    refused: NotUnderstoodError | None = None
    known: bool = False
    quoted: bool = False


def read_words(question: str, allowlist: Allowlist, meanings: Meanings) -> WordsReading:
    """Return what the words of a question ask for, every one of them accounted for."""
    pieces = tokens(question)
    lexicon = schema_lexicon(allowlist, meanings)
    known = all_known(pieces, lexicon)
    if pieces and not known:
        # Its unknown words are compared by meaning, and then the network is asked: all that both need, in one pass.
        unit_vectors([*unknown_phrases(pieces, lexicon), *texts_of(pieces)])
    quoted = any(piece.kind == QUOTE for piece in pieces)
    try:
        request = accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
        statement = writer_of(request, allowlist, meanings, "sqlite").statement
    except NotUnderstoodError as error:
        return WordsReading(refused=error, known=known, quoted=quoted)
    return WordsReading(request, statement, known=known, quoted=quoted)
