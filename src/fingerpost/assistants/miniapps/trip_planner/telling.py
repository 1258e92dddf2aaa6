"""Which words of what somebody tells are a name: "my cousin swears by Tartine" names Tartine."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.miniapps.framework.controls import FILLERS
from fingerpost.assistants.miniapps.framework.guarding import SENTENCE
from fingerpost.assistants.miniapps.trip_planner.kinds import is_kind
from fingerpost.language.pointing import POINTING, QUIET
from fingerpost.language.text import fold
from fingerpost.language.tokens import Word, listed, words_of

LONGEST = 300
"""Characters that are looked at."""

_FIRST = re.compile(
    r"^(?:(?:first up|first off|first|next up|next|finally|lastly|after that|for starters|then|primero"
    r"|por [úu]ltimo|finalmente"
    r"|primeiro|por fim|luego|despu[ée]s|depois|pero|but|mas)[\s,:]+)+(?=\S)"
)
"""What counts the places off, in small letters: "first up"."""
_LEADS = re.compile(
    r"^(?:(?:so|and|also|maybe|then|just|probably|definitely|first|y|e|luego|despu[ée]s|depois|tamb[ée]m|tambi[ée]n)\s+)*"
    r"(?:(?:we|i|you|they|u|a gente|n[óo]s|nosotros)\s+)?(?:(?:a|para|pra|de)\s+(?=\w+r\s))?"
    r"(?:(?:nos\s+)?vamos\s+(?:al?|ao?|no|na|em|à)|(?:to\s+)?(?:start(?:ing)?|begin(?:ning)?|kick(?:ing)? off"
    r"|end(?:ing)?|finish(?:ing)?)\s+(?:with|at)"
    r"|(?:to\s+)?(?:go(?:ing)?|head(?:ing)?|drive|walk)\s+to|(?:to\s+)?(?:visit|see|hit|try|explore|tour)(?:ing)?"
    r"|(?:to\s+)?(?:stop(?:ping)?|swing(?:ing)?|drop(?:ping)?)\s+(?:at|by|in)|(?:to\s+)?(?:eat|stay|dine|sleep)(?:ing)?\s+(?:at|in)"
    r"|(?:to\s+)?check(?:ing)?\s+out|(?:to\s+)?go\s+up|a\s+(?:stop|visit|trip|day)\s+(?:at|to|in)"
    r"|(?:lunch|dinner|breakfast|brunch|drinks|coffee|almuerzo|cena|desayuno|almo[çc]o|jantar|caf[ée])\s+(?:at|in|en|no|na|em)"
    r"|(?:we(?:['’]re|['’]ll be| are| will be)|i['’]?m|i am)\s+(?:staying|sleeping|eating|dining)\s+(?:at|in)"
    r"|(?:staying|sleeping)\s+at|nos\s+(?:quedamos|alojamos|hospedamos)\s+en"
    r"|(?:estamos|estaremos)\s+(?:aloj|hosped)ad[oa]s\s+(?:en|n[oa]|em)"
    r"|(?:vamos|vai)\s+(?:ficar|dormir)\s+(?:n[oa]|em)|(?:ficamos|dormimos)(?:\s+hospedad[oa]s)?\s+(?:n[oa]|em|en)"
    r"|(?:empezar|arrancar|comenzar|terminar)\s+(?:con|por|en)|(?:ir|pasar|subir|entrar)\s+(?:al?|por|en)|visitar|conocer|recorrer"
    r"|(?:comer|cenar|almorzar|desayunar|dormir|tomar algo)\s+(?:en|al?)|(?:come[çc]ar|terminar)\s+(?:com"
    r"|pel[oa]|no|na|em)"
    r"|(?:ir|passar|subir|entrar)\s+(?:ao?|no|na|em|pel[oa]|por)|conhecer|(?:comer|jantar|almo[çc]ar|dormir)\s+(?:no|na|em))"
    r"\s+(?=\S)",
    re.IGNORECASE,
)
"""What one does at a place, before its name: "start with", "cenar en"."""
_SAID_OF = re.compile(
    r"(?<=\w)\s+(?:for|with|w/|con|com|para|pra|because|since|cuz)\s+[a-zà-þ'’-]+(?:\s+[a-zà-þ'’-]+){0,3}$(?<=[a-zà-þ])"
)
"""What is said of a place behind its name, in small letters: "for hot chicken"."""
_SPEAKING = SENTENCE | listed("""says said say told heard hear recommended recommends recommend suggested suggests
    swears loves
    loved love want wants wanted wanna gotta need needs must miss cant can't have has had called named place this that
    another nice good great cool fun would be it its it's my our your his her friend friends mom mum dad cousin sister
    brother wife husband everyone apparently supposedly really also too if but only there go going start with
    dice dicen dijo recomendó recomendo recomendaron recomienda recomiendan encanta quiere quieren quiero queremos
    mi mis
    nuestro amiga amigo amigos prima primo hermana hermano mamá mama papá papa todos también tambien está esta es
    otro otra
    buena bueno lindo linda sería seria estaría estaria llamado llamada lugar sitio que me nos
    disse disseram recomendou recomendaram recomenda indicou indicaram adora quer querem minha meu nossa nosso
    amiga amigo galera prima primo irmã irma irmão irmao mãe mae pai também tambem fica seria legal bom boa outro outra
    chamado chamada lugar que""")
"""Words of somebody who tells something; with capitals further on, those are the name."""
_RUN = re.compile(
    r"(?:[A-ZÀ-Þ0-9][\w'’.&-]*)(?:\s+(?:(?:of|the|de|del|la|el|los|las|do|da|dos|das|di|du|des|le|les|in|on|at|for|and|y|e|&)\s+){0,2}"
    r"[A-ZÀ-Þ0-9][\w'’.&-]*)*"
)


def names_told(name: str) -> list[str]:
    """Return the names within what was taken for one; none where it only speaks."""
    name = _FIRST.sub("", name) if len(name) <= LONGEST else name
    text = _SAID_OF.sub("", _LEADS.sub("", name)) if len(name) <= LONGEST else name
    if not any(map(str.isupper, text)):
        text = _LEADS.sub("", name)
    words = text.split()
    small = [word for word in words if word.islower()]
    if fold(text) in _MEALS or _only_counts(words_of(text)):
        return []
    if all(_is_empty(word) for word in words):
        return [name] if any(word[0].isupper() and word != "I" for word in words) else []
    if small and len(small) < len(words) and any(fold(word).strip(".,!?") in _SPEAKING for word in small):
        runs = [run[0] for run in _RUN.finditer(text) if not _speaks(run[0])]
        return runs or [text]
    return [text]


def _only_counts(words: Sequence[Word]) -> bool:
    """Whether words only point at a kind of places: "two beaches", "both museums"."""
    pointing = any(word.folded in POINTING for word in words)
    return pointing and all(word.folded in POINTING or is_kind(word.folded) for word in words)


def _speaks(run: str) -> bool:
    return all(fold(word) in _SPEAKING or _is_empty(word) for word in run.split())


def _is_empty(word: str) -> bool:
    plain = fold(word).strip(".,!?")
    return plain in FILLERS or plain in QUIET or plain in _ASKING


_ASKING = listed("""add include put agrega añade pon adiciona coloca bota inclui so that it them eso isso back
    day dia day último ultima last primer primero primeiro""")
_MEALS = listed("""breakfast brunch lunch dinner supper drinks food desayuno almuerzo comida cena merienda almoço
    jantar lanche
    café""")
"""Nobody means a place by these alone."""
