"""What was bought, without the words around it."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.bill_split.state import LONGEST_WHAT
from fingerpost.assistants.miniapps.bill_split.who import plain
from fingerpost.language.function_words import AND, ARTICLES, DEFINITE_ARTICLES, FOR, OF, WITH
from fingerpost.language.text import words

AMOUNT = "\ue000"
"""Stands in a text where its amount was."""

EDGES = " \t\n\r.,;:!?¡¿-–—()\"“”«»'`*•·+=&/"

LONGEST_MORE = 5
"""Words of what a comma adds to a name."""

_HEAD = (
    ARTICLES
    | OF
    | FOR
    | AND
    | words("""
    split divide dividir racha rachar reparte share that's thats that’s same afterwards later despues luego
    depois mismo mesmo hm hmm uh eh omg forgot olvide esqueci acrescenta acrescente acrescentar junta junte
    actually wait oops sorry realidad verdade perdon perdao ops throw toss chuck stick sumale suma pone ponele
    agregale falta faltan faltaba ai ahi add put include log record track note also plus then so ok okay oh hey
    please pls can you could on at in to my our this that was were is it it's its new another one expense cost
    costs there's there we had have got well too just i spent paid total bill item us down agrega agregar
    agregame anade anadir anademe anota anotame apunta apuntame pon ponme mete registra tambien mas unos unas al
    en fue fueron era eran costo cuesta gasto otro otra esto eso lo se hay hubo ademas porfa nuevo nueva le me
    pagar pagamos que es son adiciona adicionar adicione coloca bota poe anote inclui soma tambem mais no na nos
    nas pro com pelo pela pelos pelas foi foram custou custa despesa outro outra isso teve ainda nova novo pfv
    """)
)
_TAIL = (
    DEFINITE_ARTICLES
    | WITH
    | AND
    | words("""
    between among entre yet han sido son sao there here ahi alli ali aqui too also please pls thanks was were is
    are cost costs costing came to for at of on in by from an total it well which that who today yesterday
    actually realidad verdade tambien porfa gracias fue fueron era eran costo costaron cuesta salio salieron por
    de del en lo que ya al tambem foi foram custou custaram deu saiu do da no na em pra favor obrigado obrigada
    valeu pfv ontem hoje
    """)
)


_CHATTER = re.compile(
    r"(?:but|pero|because|cause|since|porque|pq|pois|lol|haha\w*|kkk+|jaja\w*|thanks|thx|sorry|i|we|he|she|they|it"
    r"|it['’]s"
    r"|yo|eu|ele|ela|ellos|nos|so|then|btw|and i|e eu|y yo|que|which|who)\b"
)
_AT = re.compile(r"(?:at|in|from|with|en|em|no|na|del|de|do|da|con|com)\s+\S")


def tidy(text: str) -> str:
    """Return what was bought: without the words and signs around it."""
    return tidied(text)[0]


def is_chatter(text: str) -> bool:
    """Whether a text begins as a remark does: "but he took the suite"."""
    return bool(_CHATTER.match(plain(text).strip(EDGES)))


def tidied(text: str) -> tuple[str, str]:
    """Return what was bought, and what was said beside it."""
    kept: list[str] = []
    more: list[str] = []
    for place, part in enumerate(re.split(rf"({AMOUNT}|(?<!\d)[,;.]+(?=\s|$)|(?<=\d)[,;](?=\s|$)|\n)", text)):
        if place % 2:
            after = part
            continue
        bare = _bare_words(part)
        if not bare:
            continue
        if kept and (_CHATTER.match(plain(part).strip(EDGES)) or len(bare.split()) > LONGEST_MORE):
            more.append(part)
        elif kept and after == AMOUNT and _AT.match(plain(part).strip()):
            # "dinner 84.50 at Luigi's"
            kept[-1] = _trimmed(f"{kept[-1]} {part.strip(EDGES)}")
        else:
            kept.append(bare)
            more += [part] if len(kept) > 1 else []
    return ", ".join(kept)[:LONGEST_WHAT], ", ".join(more)


def _bare_words(text: str) -> str:
    kept = text.strip(EDGES).split()
    while kept and plain(kept[0].strip(EDGES)) in _HEAD | {""}:
        kept.pop(0)
    return _trimmed(" ".join(kept))


def _trimmed(text: str) -> str:
    kept = text.split()
    while kept and plain(kept[-1].strip(EDGES)) in _TAIL | {""}:
        kept.pop()
    return " ".join(kept).strip(EDGES)
