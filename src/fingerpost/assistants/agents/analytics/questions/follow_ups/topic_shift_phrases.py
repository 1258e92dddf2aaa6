"""Finds the words by which somebody leaves what was spoken of: `another thing:`, `mudando de assunto,`."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.text import fold

_TOPIC = each("""
    thing topic subject question matter coisa cosa assunto asunto tema topico pergunta pregunta duda duvida questao
    cuestion
""")
_OTHER = each(
    "other another different new next separate outra outro otra otro nova novo nueva nuevo diferente distinta"
)
_LEAVING = each("""
    changing change switching switch moving mudando muda mudar mudemos trocando trocar cambiando cambiar cambio
    cambiemos pasando passando
""")
_AROUND = each("""
    a an the my on to of de do da del al o el la um uma un una now agora ahora ok okay well bem bueno completely
    completamente totalmente totally so then entao entonces vamos let s and e y i have tenho tengo
""")
_END = re.compile(r"[:,.;!–—-]\s*|\s+")


def new_topic(question: str) -> str:
    """Return what stands behind the words that open a new topic; empty where a question opens none.

    Without a sign behind them only those that say that the topic changes are taken.
    """
    text = question.lstrip("¡¿ ")
    for end in _END.finditer(text):
        said = fold(text[: end.start()]).replace("'", " ").split()
        known = set(said) <= _TOPIC | _OTHER | _LEAVING | _AROUND
        if not known:
            return ""
        leaves = bool(_LEAVING.intersection(said))
        closed = bool(end[0].strip()) or text[end.end() : end.end() + 1] in ("-", "–", "—")
        if said and said[-1] in _TOPIC and (leaves or (closed and _OTHER.intersection(said))):
            return text[end.end() :].lstrip(":,.;!–—- ")
    return ""
