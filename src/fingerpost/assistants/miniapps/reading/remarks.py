"""What people say beside a name and about it: why, what for, how glad they are; none of it is a name."""

from __future__ import annotations

import re

from fingerpost.language.function_words import AND, DEFINITE_ARTICLES, OF
from fingerpost.language.text import fold
from fingerpost.language.tokens import listed

_LAUGH = r"(?:a?(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}j?|(?:je){2,}|k{2,}|(?:rs){2,}|(?:hua){2,}|lo+l|lmao|xd+)"
_CALLED = r"""(?:che|tío|tía|tio|dude|bro|mate|man|guys|folks|y'?all|everyone|people|crew|galera|pessoal|gente|mano
    |cara|meu|amor|amigos?|amig[ao]s?|chicos|chicas|muchachos|parce|wey|güey|boludo|babe|fam)"""
_DEAR = r"""(?:my\ )?(?:dear|dearest|darling|honey|hon|love|sweetie|sweetheart|sir|madam|ma'?am|buddy|pal|friend)
    |(?:mi\ )?(?:cariño|corazón|corazon|señor|señora|señorita|querid[oa]|cielo|joven|amigo|amiga|vida|reina)
    |(?:meu|minha)\ (?:bem|querid[oa]|amig[oa]|senhora?)|senhor|senhora|moç[oa]|jovem"""
"""How somebody is called, behind a comma."""
_MEAL = r"""(?:breakfast|brunch|lunch|dinner|supper|drinks|a\ drink|coffee|dessert|tapas|sunset|sunrise
    |cenar|comer|desayunar|almorzar|merendar|tomar\ algo|dormir|la\ cena|el\ almuerzo|el\ desayuno|la\ comida
    |jantar|almoçar|almocar|lanchar|tomar\ café|o\ jantar|o\ almoço|o\ almoco|o\ café\ da\ manhã|o\ café)"""
_PURPOSE = r"""(?:to|para|pra)\ (?:eat|drink|see|watch|grab|get|have|catch|try|relax|tomar|beber|comer|ver|probar
    |provar|sacar|tirar|tomarnos|descansar|relaxar)\b[^,;]{0,60}
    |(?:para|pra)\ [^\W\d_]{2,}[aei]r(?:mos|em|nos|se|l[oa]s?)?\b[^,;]{0,40}
    |for\ (?:the|a|an|some|our|my)\ [a-z]+(?:\ [a-z]+)?|por\ (?:la|las|el|los)\ (?:vista|vistas|comida|fotos?)"""
_HOUR = r"""(?:in\ the\ (?:morning|afternoon|evening)|at\ (?:night|sunset|sunrise|noon|dusk|dawn)|first\ thing
    |before\ lunch
    |after\ lunch|por\ la\ (?:mañana|manana|tarde|noche)|a\ mediodía|al\ (?:atardecer|amanecer)|de\ (?:manhã|manha
    |noite)
    |à\ (?:tarde|noite)|ao\ (?:pôr|por)\ do\ sol)"""
_WISH = r"""(?:if\ (?:you|u|we|it|there)['\w]*\ [\w' ]{1,40}|if\ (?:possible|so)|when(?:ever)?\ (?:you|u)\ can
    |si\ (?:pod[eé]s|puedes|se\ puede|da\ tiempo|hay\ tiempo|quieres|quer[eé]s|te\ parece|podemos|no\ te\ importa)
    |se\ (?:der|puder|puderes|rolar|possível|possivel|não\ for\ incômodo)(?:\ tempo)?)"""
_REASON = r"""(?:because|bcs|bc|cuz|coz|since|porque|pq|ya\ que|já\ que|ja\ que|pois|puesto\ que|so\ (?:that|we|i|they)
    |para\ que|pra\ que|que\ (?:cierra|est[áa]n?|es|son|queda|ya|no|nos|me|fica|fecha|é|tá|tem|não|nao|fui|fuimos)
    |before\ (?:we|i|they)|after\ (?:we|i|that)|antes\ de\ que|i\ (?:think|guess|suppose|heard|mean)
    |(?:creo|acho|supongo)(?:\ que)?)\b.*"""
_TAIL = re.compile(
    rf"(?<=[\w)\"”»'])(?:\s+|\s*[,;:(–—-]\s*)(?:{_LAUGH}|{_CALLED}|(?<=[,;]\s)(?:{_DEAR})|(?:for|4|para|pra|p/)\s+{_MEAL}"
    rf"|{_PURPOSE}|{_HOUR}|{_WISH}|{_REASON}"
    r"|(?:from|de|da)\ (?:me|us|mi\ parte|minha\ parte)|rola|pode\ ser|fechou|beleza|né|eh|deal|cool|verdad|dale"
    r"|btw|obvs|obviously|of\ course|por\ supuesto|claro|xfa|xfi|pliss?|mesmo|onto(?:\s+(?:it|there|that))?"
    r"|real\ quick|for\ sure|asap|for\ now|\^\^|:\)|;\)|:d)[\s.!?…)]*$",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SENTENCES = """is are was were isn't isnt aren't it it's its i'm im we're we we've they they're he she you ur u r
    too so very really pretty just don't dont doesn't didn't can't cant won't not never because want wants wanted
    begging asking asked love loves loved like likes hear heard says said need needs looks sounds seems must gotta
    know think guess hope ask thats that's heres here's there's everyone everybody kids apparently supposedly closed far
    expensive boring overrated crowded pricey cheap worth enough rush hurry worries prisa apuro pressa
    es está están son fue era muy demasiado tan porque quiere quieren quiero dicen dice dijo dijeron encanta
    encantan pide piden queda quedan hay lejos caro cara cerrado cerrada aburrido niños nenes chicos pesados estuvo
    fuimos fui went fomos estive
    nos les vale pena gusta gustan aburre olvides
    é são foi estava tá ta tão muito demais quer querem quero dizem disse disseram adora adoram pedindo pediu pedem
    fica ficam tem longe fechado fechada chato crianças meninos gostam gosta insistem estan ninos criancas sao
    nao não"""
_SENTENCE = frozenset(word for line in _SENTENCES.splitlines() for word in line.split())
"""Words of sentences, as they are written ("é" is one, "e" is not): but for names with capitals, no name has them."""
_NO_NAMES = listed("""yes no ok okay thanks what how why who when where which nope nah sure maybe idk lol
    sí si no vale gracias qué cómo cuándo dónde cuál quién quizá nada sim não nao obrigado obrigada valeu que como
    quando onde qual quem talvez blz ok whatever nothing stuff night tonight morning
    afternoon evening noche tarde mañana noite manhã better mejor melhor rather""") | frozenset(("por que", "porque"))
"""Answers and questions of one word, which nobody means as a name."""
_OPEN = DEFINITE_ARTICLES | OF | AND | listed("an to in at")
"""After these a word belongs to a name: "praia do amor"."""
_LAUGHS = re.compile(rf"{_LAUGH}\Z", re.IGNORECASE)
_KNOWN_ONE = re.compile(r"\s*(?:the|that)\s+\w+\s+ones?\W*\Z", re.IGNORECASE)
"""Behind a name this tells which of the kind it is: "the famous one"."""
_WRITTEN = re.compile(r"[^\W\d_](?:[^\W\d_]|['’](?=[^\W\d_]))*")
MOST = 300
"""Characters of a piece that are looked at: nobody remarks more."""


def without_remark(text: str) -> str:
    """Return a text without the chatter at its end: "the castle for breakfast lol" is a castle."""
    for _ in range(4):
        begin = max(0, len(text) - MOST)
        found = _TAIL.search(text, begin)
        # With a capital it may be a name's own: "Bar Amigos".
        if found is None or not _is_small(found[0]) or text[: found.start()].rpartition(" ")[2].lower() in _OPEN:
            break
        text = text[: found.start()]
    return text


def is_remark(piece: str) -> bool:
    """Whether a piece of a list is a sentence about the others: "kids r begging", "too far", "dicen que es caro"."""
    if not _is_small(piece) or any(sign in piece for sign in '"“«'):
        return False
    if _KNOWN_ONE.match(piece) or without_remark(f"x, {piece.strip()}") == "x":
        return True
    told = [word.lower().replace("’", "'") for word in _WRITTEN.findall(piece[:MOST])]
    return not _SENTENCE.isdisjoint(told)


def is_no_name(text: str) -> bool:
    """Whether a text is a bare yes, no, question or laugh."""
    return fold(text) in _NO_NAMES or _LAUGHS.match(text) is not None


def _is_small(text: str) -> bool:
    """Whether no word is written with a capital, but for "I" and the first one; shouting has no small letter."""
    words = _WRITTEN.findall(text)
    return not any(word[0].isupper() and word not in ("I", "I'm") for word in words[1:]) and (
        not words or not words[0][0].isupper() or words[0] in ("I", "I'm", "It", "It's")
    )
