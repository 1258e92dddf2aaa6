"""How people point at venues, at sets of them, at days and districts: patterns in three languages."""

from __future__ import annotations

import re

from fingerpost.language.numbers import number_words
from fingerpost.language.tokens import listed

IN = r"(?:in|en|em|no|na|nos|nas)"
THE = r"(?:(?-i:the|el|la|los|las|os?|as?)\s+)?"
_CAPITALS = r"(?-i:[A-ZÀ-Þ])[\w'’.-]*(?:\s+(?:(?:de|do|da|del|dos|das|la|el|of)\s+)?(?-i:[A-ZÀ-Þ])[\w'’.-]*){0,4}"
_IS = r"(?:is|are|'s|s|est[áa]n?|quedan?|ficam?|[ée]|s[ãa]o|es|son|tambi[ée]n|tamb[ée]m|also)"
TOWN = re.compile(rf"\b{_IS}\s+(downtown|uptown|midtown)\b", re.IGNORECASE)
INSIDE = re.compile(
    rf"\b{_IS}\s+(?:(?:located|over|also|both|all|tambi[ée]n|tamb[ée]m|up|down)\s+){{0,2}}{IN}\s+{THE}"
    rf"({_CAPITALS}|[^\W\d_][\w'’-]*(?:\s+(?!(?:and|y|e|but|pero|mas|too|also|btw|tb|tbm|mesmo|lol)\b)[^\W\d_][\w'’-]*){{0,2}})",
    re.IGNORECASE,
)
"""Where something is said to be: "the gallery is in Soho"."""
WITHIN = re.compile(
    rf"(?<=[\w\ue000])\s+(?:also\s+)?{IN}\s+{THE}({_CAPITALS})"
    rf"|^[\W\ue000]*(?:(?:also|tambi[ée]n|tamb[ée]m|is|are)\s+)?{IN}\s+{THE}([^\W\d_]+(?:\s+[^\W\d_]+)?)\W*$",
    re.IGNORECASE,
)
AREA = re.compile(
    r"^(?:district|neighbou?rhood|area|barrio|distrito|zona|colonia|bairro|regi[ãa]o)\s+"
    r"(?:(?:of|de|do|da|del|dos|das)\s+(?:(?:la|el|los|las)\s+)?(?=\S)|(?=[A-ZÀ-Þ]))"
)
"""What only says that a district is one; with a capital it is of the name: "Bairro Alto"."""
INTO = re.compile(rf"(?<=[\w\ue000])\s+{IN}\s+{THE}", re.IGNORECASE)
TAIL = re.compile(
    r"(?:\s+(?:too|also|btw|tb|tbm|mesmo|lol|as well|tambi[ée]n|tamb[ée]m|though|tho|please|pls))+$", re.IGNORECASE
)
THERE = re.compile(
    r"\b(?:is|are|s|est[aá]n?|quedan?|ficam?|also|tambi[ée]n|tamb[ée]m)\s+(?:right\s+)?(?:there|ah[ií]|all[ií]|l[áa]|ali)\b",
    re.IGNORECASE,
)
SAME_DAY = re.compile(
    r"\b(?:goes?|going|go|va|van|vai|v[ãa]o|fica|together|junt[oa]s?)\s+(?:together\s+)?(?:w/?|with|con|com"
    r"|junto (?:a|con|com))\s+"
    r"(?:(?:the|el|la|los|las|o|a|os|as)\s+)?|\b(?:(?:on|for|to|el|al|no|ao|pro|para o?|pra|o|the"
    r"|en)\s+){0,3}(?:same day|mism[oa] d[ií]a|mesmo dia)\s+"
    r"(?:(?:as|than|that|like|with|que|de|do|da|del|a|o|la|el|los|las|os|the|dos|das)\s+){1,3}",
    re.IGNORECASE,
)
SAME_THEN = re.compile(
    r"\b(?:(?:on|for|the|that|el|ese|al|no|nesse|ao|o|para|en|em|este)\s+){0,2}(?:same (?:day|night|morning"
    r"|afternoon|evening)"
    r"|mism[oa] (?:d[ií]a|noche|tarde)|mesm[oa] (?:dia|noite|tarde))\b",
    re.IGNORECASE,
)
_ALL = (
    r"(?:everything|every(?:thing)? place|all|anything|whatever|whichever one|whichever|what|the ones|the one"
    r"|those|the stuff"
    r"|the places|the rest|stuff|places)"
)
_TODO = (
    rf"(?:(?:l[oa]s|[oa]s|the) (?:{'|'.join(number_words((2, 3)))})|todos?|todas?|tod[oa]s?\s+(?:lo|los|las"
    r"|o|os|as)|lo|los|las|os|as|o|tudo(?:\s+o)?|tudo que|aquel[lo]?as?)"
)
_THAT = r"(?:\s+(?:that|which|que|we have|we've got|tenemos|temos|hay|tem))?"
_ARE = (
    r"(?:\s*(?:'s|’s|\bs|\bis|\bare|\best[áa]n?|\best[ãa]o|\bes|\bson|\bé|\be|\bs[ãa]o|\bficam?"
    r"|\bquedan?|\bt[áa]|\bpuse|\bcae|\bcai))?"
)
_LINK = (
    r"\s+(?:on|in|from|for|of|en|de|del|el|no|na|nos|nas|do|da|dos|das|em|para|pra|pro|planned for"
    r"|set for|scheduled for)"
)
SET = re.compile(rf"\b(?:{_ALL}|{_TODO}){_THAT}{_ARE}{_LINK}\s+(?:(?:the|el|la|o|a|both)\s+)?", re.IGNORECASE)
"""What opens a set: "everything in …", "los del …", "the ones on …"."""
EVERY = re.compile(r"(?:everything|all|tod[oa]s?|tudo)\b", re.IGNORECASE)
ONES = re.compile(r"\s*\b(?:ones|one|places|place|stuff|spots|things|venues|lugares|sitios)\b", re.IGNORECASE)
VISITED = re.compile(
    rf"\b(?:{_ALL}(?:\s+that)?|(?:todos?|todas?|tudo)(?:\s+(?:lo|los|las|o|os|as))?(?:\s+que)?|(?:l?[oa]s?|aquel[ea]s?)\s+que|the|l[oa]s?|[oa]s)"
    r"(?:\s*(?:'s|we|we've|have|are|is|has|been|already|ya|j[áa]|hemos|tenemos|est[áa]n?|est[ãa]o|foram|a gente)\b)*"
    r"\s*(?P<not>\b(?:not|no|n[ãa]o|haven'?t|unvisited)\b\s*(?:(?:been|hemos|have)\s+)?)?"
    r"\b(?:(?<!the )been to|visited(?: ones| places)|(?<!the )visited|(?<!the )seen|visitad[oa]s"
    r"|(?<=que )(?:visitad|vist)[oa]s?"
    r"|(?<=(?:ya|já|ja) )(?:visitad|vist)[oa]s|(?<=(?:ue|ya|já|ja|te) )(?:visitamos|vimos|fuimos|fomos|viu))\b",
    re.IGNORECASE,
)
"""Those that were seen: "everything we've visited", "lo que ya vimos"."""
_COUNT = rf"(?:{'|'.join(number_words(range(2, 6)))}|[2-9])"
SEVERAL = re.compile(
    rf"\b(?:the\s+(?:first|last)\s+(?:{_COUNT}|few)|(?:los|las|os|as)\s+{_COUNT}\s+(?:primer[oa]s|[uú]ltim[oa]s|primeir[oa]s)"
    rf"|(?:los|las|os|as)\s+(?:primer[oa]s|[uú]ltim[oa]s|primeir[oa]s)\s+{_COUNT}|(?:first|last)\s+{_COUNT}"
    rf"|all\s+(?:of\s+)?(?:the\s+)?{_COUNT}|all of (?:them|those|these)|them\s+(?:all|both)|both(?: of (?:them"
    rf"|those|these))?(?! the\b| of (?:the|us|you)\b)"
    rf"|(?:the|those|these|esos|esas|estos|estas|esses|essas|estes|los|las|os|as)\s+{_COUNT}(?!\s+d[ií]as?\b|\s+days\b)"
    r"|ambos|ambas|them|those|these|everything|todos ellos|todas ellas|todos eles|todas elas|todos|todas|todo"
    r"|tudo|eles|elas"
    r"|ell[oa]s|es[oa]s|est[oa]s|esses|essas|(?<!after )(?<!at )(?<!above )all(?! (?:day|night|morning|good|the"
    r"|in all)\b))\b",
    re.IGNORECASE,
)
REST = re.compile(
    rf"\b(?:the|los|las|os|as|el|o|lo|a)\s+(?:other(?:s|\s+ones|\s+{_COUNT})?|rest|remaining(?:\s+(?:ones|{_COUNT}))?"
    rf"|otr[oa]s(?:\s+{_COUNT})?|outr[oa]s(?:\s+{_COUNT})?|dem[áa]s|demais|resto)\b|\b(?:everything|todo lo"
    rf"|tudo) (?:else|dem[áa]s|mais)\b",
    re.IGNORECASE,
)
_RANK = r"(?:first|second|third|fourth|fifth|last|latest|\d{1,2}(?:st|nd|rd|th))"
SINGLE = re.compile(
    rf"(?<!\w)#\s?\d{{1,3}}\b|\b(?:(?:the|that|this)\s+(?:very\s+)?{_RANK}\s+(?:one|place|venue|spot)"
    rf"|that last one|number \d{{1,3}}|n[úu]mero \d{{1,3}}"
    r"|(?:the|that|this)\s+one|(?:el|la|o|a|es[ea]|ess[ea])\s+[uú]ltim[oa]|(?:el|la|o)\s+(?:primer[oa]|primeir[oa]|tercer[oa]|terceir[oa]))(?!\s+d[ií]a)\b",
    re.IGNORECASE,
)
IT = re.compile(
    r"\b(?:it|that|this|es[eao]|est[eo]|ess[ea]|isso|isto|el[ea]|l[oe]|lhe)\b(?!\s+(?:day|d[ií]a|one day))",
    re.IGNORECASE,
)
ELLIPTIC = re.compile(
    r"(?:\b(?:on|for|to|in|para|pra|pro|pal|pa|ao|al|no|en|em)\s+(?:the\s+|el\s+|o\s+|la\s+)?|\b(?:el|o|the)\s+)"
    r"(?P<rank>(?:first|second|third|fourth|fifth|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|primeir[oa]|terceir[oa]"
    r"|\d{1,2}(?:st|nd|rd|th|er|ro|ero|do|to|[ºª])?))(?=\s*(?:$|[,.;!?]|\b(?:and|y|e|but|pero|mas|then"
    r"|por favor|please|pls)\b))",
    re.IGNORECASE,
)
FRACTION = re.compile(
    r"(?<!\bon )(?<!\bel )(?<!\bdia )(?<!\bdía )(?:\b(?:an?|una?|uma?)\s+)?\b"
    r"(?:([0-5](?:[.,]5)?)\s?(?:/\s?5\b|\*)|(\d{1,2})\s?/\s?10\b)(?!/)",
    re.IGNORECASE,
)
"""A rating that could be a day: "4/5"."""
COMMON = listed("""day days dia día días dias star stars visited note one first second last place list trip plan night
    morning the and for was were with from into onto then them they this that there here will would can got get go going
    went done did saw seen see new old big next top best bad good nice free open early late time week weekend
    los las del que una uno con por para ese esa eso ya muy más mas fue ver casa nuevo bien todo todos
    não nao uma com dos das foi pra pro isso mais muito bom ver casa novo tudo todos nota""")
"""Words that do not tell a venue by themselves, though its name may hold them."""
BACK = re.compile(
    r"(?:both|ambos|ambas|them|the(?:m|y)?\s+both|l[oa]s dos|os dois|as duas|those|all|todos|todas)\b", re.IGNORECASE
)
