"""Whether a text can be understood without what was said before: a cautious reading of the words alone."""

from __future__ import annotations

import re

from fingerpost.language.text import fold, normalised, words

MIN_WORDS = 6
"""Words from which a text without any word that points elsewhere counts as self-contained."""

_WORD = re.compile(r"[a-z0-9_]+")
_POINTING = words("""
it its this that these those them they their there one ones same another other others else again more less instead too
also previous above before last former latter he she his her both either neither such still yet said told mentioned
explained wrote answered back everything summarise summarize
esto eso ese esa esos esas este esta estos estas aquello aquel aquella lo la los las le les otro otra otros otras mismo
misma igual tambien ademas anterior ahi asi mas menos ello ambos todavia aun ultimo ultima dijiste explicaste contaste
mandaste volviendo resume resumen todo
isso isto esse essa esses essas este esta aquilo aquele aquela ele ela outro outra outros outras mesmo mesma tambem
anterior ai assim mais menos ambos ainda ultimo ultima nele nela dele dela nisso disso falou disse explicou mandou
escreveu voltando resuma resumo tudo
""")
_OPENING = words("""
and but or so then now what how with without for in only just if
y e o pero entonces ahora con sin para en solo si
mas agora entao so com sem no na se
""")
_ENCLITIC = re.compile(r".{3,}(?:lo|la|los|las|le|les|nos)")


def is_self_contained(text: str) -> bool:
    """Return whether a text surely refers to nothing that was said before; False where that is not certain."""
    found = _WORD.findall(fold(normalised(text[:2000])))
    if len(found) < MIN_WORDS:
        return False
    if found[0] in _OPENING and found[0] not in ("what", "how", "if", "si", "se"):
        return False
    return _POINTING.isdisjoint(found) and not any(map(_ENCLITIC.fullmatch, found))
