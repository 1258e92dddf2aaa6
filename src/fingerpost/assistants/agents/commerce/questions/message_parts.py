"""Splits a message into its questions, and tells a question from what is only told before it."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.language.function_words import BE, DO, HAVE, INFLECTED_QUESTION_WORDS, QUESTION_WORDS

_QUESTION_START = (
    r"(?:(?:(?:on|at|in|from|to|by|for|until|since|a|em|en|por|para|con|com|ate|hasta|desde) )?"
    r"(?:quais|qual|quant|quando|quem|onde|what|when|who|how|where|which|cual|cuando|cuant|quien|donde|"
    r"que (?=[^\W_]{3}))|"
    r"(?:de|of) (?:qual|quem|cual|quien|which|what|whom)|"
    r"(?:a|de|em|en|por|para|con|com|ate|hasta) que |is |are |does|if |se |by when|until|ha |hay |tem |tiene |y si |"
    r"por |para )"
)
_NEXT_QUESTION = re.compile(
    rf"[?;\n]+|\.(?=\s)|(?:,\s*)?(?<![^\W_])(?:e|y|and|also|tambem|tambien)(?![^\W_])\s+(?={_QUESTION_START})|"
    rf",\s+(?={_QUESTION_START})"
)
_WHAT_DAY = re.compile(r"que (?:dia|fecha|data|mes|hora|horario|plazo|prazo)(?![^\W_])")
"""What is no "that", whether it is written with its accent or not."""
_CONDITION = re.compile(
    r"\W*(?:(?:e|y|and|what) )?(?:se|si|if|caso|entre|between|com|con|with|sem|sin|without|net of|in|em|en|de|of)"
    r"(?![^\W_])"
)
"""What goes before its question: "if we take 50, how much is it"."""


def split_questions(question: str) -> list[str]:
    """Return the questions of a message, each as it is written."""
    plain, begin, found = normalize(question), 0, []
    for match in _NEXT_QUESTION.finditer(plain):
        joined = question[match.start() : match.end()].lower()
        what = plain.startswith("que ", match.end()) and not _WHAT_DAY.match(plain, match.end())
        if what and question[match.end() : match.end() + 3].lower() != "qué":
            # "And that ...", not "and what".
            continue
        # "É" is no "e", and a condition goes with the question after it.
        if plain[begin : match.start()].strip(" ¿") in QUESTION_WORDS and not re.search(r"[?.;\n]", joined):
            # "When and where is it delivered" asks both of one thing.
            continue
        if "é" in joined or (joined.startswith(",") and _CONDITION.match(plain, begin)):
            continue
        found.append(question[begin : match.start()])
        begin = match.end()
    found.append(question[begin:])
    return [part.strip() for part in found if re.search(r"\w", part)] or [question]


def asks(part: str) -> bool:
    """Return whether a part of a message begins as a question does, and tells nothing."""
    first = re.findall(r"[^\W_]+", normalize(part))[:2]
    return any(word in QUESTION_WORDS | INFLECTED_QUESTION_WORDS | BE | DO | HAVE for word in first)
