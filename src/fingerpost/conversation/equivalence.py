"""Decide whether two messages are equivalent: equal except for politeness, case and contractions.

The memo reuses the verdict of an equivalent message. Vectors cannot tell "add X" from "don't add X" or "from A to B"
from "from B to A", so every significant word, number and sign must match, in the same order. When in doubt they are
not equivalent: that costs one model call, while a false match gives a wrong answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from fingerpost.language.function_words import DO, HAVE, INFLECTED_QUESTION_WORDS, MODALS, QUESTION_WORDS
from fingerpost.language.text import fold, words

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_CONTRACTIONS = (
    (re.compile(r"\bcan['’]?t\b"), "can not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bwon['’]t\b"), "will not"),
    (re.compile(r"n['’]t\b"), " not"),
    (re.compile(r"\b(what|where|who|how|when|that|there|here|it|he|she)['’]s\b"), r"\1 is"),
    (re.compile(r"\bwhats\b"), "what is"),
    (re.compile(r"['’]re\b"), " are"),
    (re.compile(r"['’]m\b"), " am"),
    (re.compile(r"['’]ve\b"), " have"),
    (re.compile(r"['’]ll\b"), " will"),
    (re.compile(r"['’]d like\b"), " would like"),
)
_OPENING = words("""
    please pls plz kindly hi hey hello hiya ok okay so well um uh hmm
    hola buenas oye porfa porfavor pues bueno ola oi opa pfv
""")
_OPENING_PHRASES = (
    "good morning", "good afternoon", "good evening", "hi there", "por favor", "buenos dias", "buenas tardes",
    "buenas noches", "a ver", "bom dia", "boa tarde", "boa noite", "se faz favor",
)  # fmt: skip
_CLOSING = words("please pls plz thanks thx gracias porfa porfavor obrigado obrigada obg valeu pfv")
_CLOSING_PHRASES = ("thank you", "por favor", "por gentileza", "muchas gracias", "muito obrigado", "muito obrigada")
"""Politeness at the start or end of a message; in the middle it may be part of the content."""
_QUOTING = words("""
    say says saying said word words phrase translate write print prints return returns with world mundo
    dice decir digo di palabra frase traduce traducir escribe imprime devuelve con
    dizer diz diga palavra traduz traduzir escreve escreva imprime devolve com
""")
"""Words beside which politeness is part of the content."""
_ENDS = frozenset(".!?")
_ASKING = HAVE | DO | MODALS | QUESTION_WORDS | INFLECTED_QUESTION_WORDS | words("is are am was were adonde")
_BEFORE_QUE = ("por", "o", "de", "en", "em", "a", "para", "pra", "con", "com")
_SAFE_ENDINGS = ("cion", "sion", "cao", "coes")
_SAFE = words("""
    que cual cuales quien quienes donde cuando cuanto cuanta cuantos cuantas como adonde tambien despues codigo codigos
    parametro parametros metodo dia dias facil dificil nao voce voces tambem servico servicos preco precos laco
    conteudo endereco variavel variaveis possivel disponivel portugues ingles espanol
""")
"""Words with the same meaning with and without accents; of others an accent may make another word."""


def are_equivalent(one: str, other: str) -> bool:
    """Whether two messages differ in no significant token."""
    first = equivalent_form(one)
    return bool(first) and first == equivalent_form(other)


def equivalent_form(text: str) -> str:
    """Return what all equivalent messages have in common; empty for a message without a significant token."""
    return " ".join(map(_plain, _significant_tokens(text)))


def _significant_tokens(text: str) -> list[str]:
    """Return the significant words, numbers and signs, in order."""
    lowered = unicodedata.normalize("NFC", text).lower()
    for pattern, plain in _CONTRACTIONS:
        lowered = pattern.sub(plain, lowered)
    tokens = _without_closing(_without_opening(_TOKEN.findall(lowered)))
    kept = [token for i, token in enumerate(tokens) if fold(token) != "the" or i + 1 == len(tokens)]
    if not kept:
        return []
    first = fold(kept[0])
    # "por que", "o que", "de que": the question begins with its second word.
    asks = "?" in text or first in _ASKING or (first in _BEFORE_QUE and fold(" ".join(kept[1:2])) == "que")
    return [*kept, "?" if asks else "."]


def _without_opening(tokens: list[str]) -> list[str]:
    """Return the tokens without politeness at the start and the separator after it."""
    while tokens and tokens[0] in "¿¡":
        tokens = tokens[1:]
    taken = _count_politeness(tokens, _OPENING, _OPENING_PHRASES)
    rest = tokens[taken:]
    if not taken or not rest or fold(rest[0]) in _QUOTING:
        return tokens
    return _without_opening(rest[1:] if rest[0] in ",.!:;" else rest)


def _without_closing(tokens: list[str]) -> list[str]:
    """Return the tokens without politeness at the end and the separator before it, unless it may be content."""
    while tokens and tokens[-1] in _ENDS:
        tokens = tokens[:-1]
    backwards = [" ".join(reversed(phrase.split())) for phrase in _CLOSING_PHRASES]
    taken = _count_politeness(tokens[::-1], _CLOSING, backwards)
    rest = tokens[: len(tokens) - taken]
    if not taken or not rest:
        return tokens
    if rest[-1] in ",.!;":
        return _without_closing(rest[:-1])
    return _without_closing(rest) if len(rest) > 2 and _QUOTING.isdisjoint(map(fold, rest)) else tokens


def _count_politeness(tokens: list[str], single: frozenset[str], phrases: Iterable[str]) -> int:
    """Return the number of politeness tokens at the start."""
    for phrase in phrases:
        parts = phrase.split()
        if [fold(token) for token in tokens[: len(parts)]] == parts:
            return len(parts)
    return 1 if tokens and fold(tokens[0]) in single else 0


def _plain(token: str) -> str:
    """Return a token without accents where these make no other word."""
    plain = fold(token)
    return plain if plain in _SAFE or plain.endswith(_SAFE_ENDINGS) else token
