"""Do two messages ask for the very same, but for politeness, articles, capitals and the like?

For a memo that answers one message with the verdict of another. Vectors cannot tell "add X" from "don't
add X" or "from A to B" from "from B to A"; so all words that may matter must be there, in the same order.
When in doubt the answer is no: that costs a question to a model, and a wrong yes costs a wrong answer.
"""

from __future__ import annotations

import re

from fingerpost.text import fold

_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,:/]\d+)*|[_%€$£#@&+*/<>=^~|\\-]")
_CONTRACTIONS = (
    (re.compile(r"\b(can)['’]?t\b"), "can not"),
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
_DASH = re.compile(r"(?<=\w)-(?=[^\W\d])|(?<!\S)-+(?!\S)")
"""A hyphen inside a word or a dash between words; a minus stands before a digit."""

_HARMLESS_PHRASES = (
    "good morning", "good afternoon", "good evening", "thank you", "thanks in advance", "por favor", "buenos dias",
    "buenas tardes", "buenas noches", "muchas gracias", "bom dia", "boa tarde", "boa noite", "muito obrigado",
    "muito obrigada", "se faz favor", "desde ja obrigado", "gracias de antemano", "if you please",
)  # fmt: skip
_HARMLESS = frozenset(
    """
    please pls plz kindly hi hey hello hiya thanks thx um uh uhm hmm er erm ok okay the hola buenas oye gracias porfa
    porfavor pues eh el los las ola oi opa obrigado obrigada obg valeu pf pfv favor entao os as ne
    """.split()  # noqa: SIM905 - a list of words reads better so
)
_ASKING = frozenset(
    """
    what which who whose whom where when why how is are am was were do does did can could will would shall should has
    have had may might must que cual cuales quien quienes donde adonde cuando cuanto cuanta cuantos cuantas como qual
    quais quem onde quando quanto quanta quantos quantas porque
    """.split()  # noqa: SIM905 - a list of words reads better so
)
_BEFORE_QUE = ("por", "o", "de", "en", "em", "a", "para", "pra", "con", "com")
_SAFE_ENDINGS = ("cion", "sion", "cao", "coes", "sao", "soes", "encia", "ancia", "ario", "orio")
_SAFE = frozenset(
    """
    que cual cuales quien quienes donde cuando cuanto cuanta cuantos cuantas como adonde tambien despues aqui alli asi
    codigo linea lineas pagina paginas funcion metodo parametro parametros dia dias facil dificil rapido util ultimo
    ultima proximo proxima credito creditos mes ingles portugues espanol nao voce voces tambem ja so ate atras alem apos
    conteudo endereco servico servicos preco precos usuario usuarios laco cabeca codigos numero numeros titulo variavel
    variaveis possivel disponivel automatico automatica telefono electronico
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""Words that mean the same with and without their accents; of others an accent may make another word."""


def ask_the_same(one: str, other: str) -> bool:
    """Whether two messages differ in nothing that may matter."""
    first, second = _read(one), _read(other)
    return (
        first is not None and second is not None and len(first) == len(second) and all(map(_same_word, first, second))
    )


def _read(text: str) -> list[str] | None:
    """Return the words, figures and signs that may matter, in order; None where there are none."""
    lowered = text.lower()
    for pattern, plain in _CONTRACTIONS:
        lowered = pattern.sub(plain, lowered)
    words = _TOKEN.findall(_DASH.sub(" ", lowered))
    folded = [fold(word) for word in words]
    kept = [word for word, harmless in zip(words, _harmless(folded), strict=True) if not harmless]
    if not kept:
        return None
    first = fold(kept[0])
    # "por que", "o que", "de que": the question begins with its second word.
    asks = "?" in text or first in _ASKING or (first in _BEFORE_QUE and fold(" ".join(kept[1:2])) == "que")
    return [*kept, "?" if asks else "."]


def _harmless(words: list[str]) -> list[bool]:
    marks = [word in _HARMLESS for word in words]
    joined = " ".join(words)
    for phrase in _HARMLESS_PHRASES:
        if phrase in joined:
            parts = phrase.split()
            for i in range(len(words) - len(parts) + 1):
                if words[i : i + len(parts)] == parts:
                    marks[i : i + len(parts)] = [True] * len(parts)
    return marks


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    plain = fold(one)
    return plain == fold(other) and (plain in _SAFE or plain.endswith(_SAFE_ENDINGS))
