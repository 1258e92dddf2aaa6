"""Words that tell what is said of a venue: that it was seen, or not, or shall go; each at its place in a flat text."""

from __future__ import annotations

import re
import unicodedata

_PAST = (
    r"(?!(?:vamos|estamos|terminamos|acabamos|quedamos|dejamos|llevamos|ponemos|deixamos"
    r"|ficamos)\b)\w+(?:imos|amos|omos)"
)
VISITED = re.compile(
    r"\b(?:been|went|visited|seen|saw|toured|hiked|climbed|explored|(?:tick|check)(?:ed|ing)? (?=[^,.;]{0,80}\boff\b)"
    r"|(?:tick|check|cross)ed|(?:got |came |just )?back from|acab\w+ de \w+r\b|stopped (?:by|at)|ate at"
    r"|had (?:lunch|dinner"
    r"|breakfast|drinks) at"
    r"|check ?mark(?:ed)?|(?:we|i|already|just|ve) (?:did|tried|finished|had|made it to)"
    r"|(?<!get )(?<!be )done(?: with)?|finished with|knocked out|✓|✔|✅"
    rf"|(?:ya|ja) (?:(?:nos|lo|la|los|las|le|o|a|os|as|me) ){{0,2}}{_PAST}"
    r"|(?:ya|ja) (?:(?:lo|la|los|las|o|a|os|as) )?(?:vi|fui|fue|fueron|foi|foram|estuve|hice|fiz|vist[oa]s?"
    r"|hech[oa]s?|feit[oa]s?)"
    r"|(?:ya|ja) (?:esta|estan|ta)(?! (?:en|em|no|na|cerr|fech))|(?:ja|a gente) (?:viu|foi|fez|visitou"
    r"|conheceu)|fuimos|vimos|visitamos|visite|visitei|estuvimos|estuve|conocimos|hicimos|fomos|estivemos"
    r"|conhecemos|fizemos"
    r"|visitad[oa]s?|como (?:vist|hech|feit)[oa]s?|(?:vist|hech|feit)[oa]s?(?=\W*$))(?!\w)"
)
_NEVER = (
    r"(?:did ?n[o']?t|didnt|have ?n[o']?t|havent|has ?n[o']?t|hasnt|never|not|no|nao|ni|aun no|todavia no|ainda nao)"
)
UNVISITED = re.compile(
    rf"\b{_NEVER} (?:\w+ ){{0,2}}?(?:been|gone|go|went|make it|made it|get to|got to|visit|visited|see|seen|saw|do|done"
    r"|ido|fui|fuimos|fomos|estado|visto|vimos|vista|visitad[oa]s?|visitamos|pudimos|conseguimos|deu tempo)\b"
    r"|\b(?:not|no|nao) (?:\S+ ){1,3}?(?:yet|todavia|aun|ainda)\b|\b(?:unmark|untick|uncheck|desmarca\w*"
    r"|desmarque|unvisited|not yet|(?:todavia|aun) no|ainda nao|still to do|pendientes?|pendentes?"
    r"|only drove (?:by|past)|drove (?:by|past)|we skipped|al final no(?: fuimos)?|no fim nao(?: fomos)?"
    r"|sin visitar|por visitar)\b"
)
_WANT = r"(?:wanna|want(?: to)?|gonna|going to|go(?:ing)?|make it|have time|need|feel like|doing|do|visit|bother|fit)"
REMOVE = re.compile(
    rf"\b(?:(?:don.?t|dont|do not|won.?t|wont|will not|can.?t|cant|not|no longer"
    rf"|never) (?:\w+ )?{_WANT}(?: \w+)?\b(?! off\b)"
    r"|remov(?:e|ing)|delet(?:e|ing)|drop|scrap|ditch|axe|nix|erase|bin|cut|lose|kill|skip|strike"
    r"|forget(?: about)?|get rid of|no more"
    r"|(?:take|leave|kick|throw|cross|toss|chuck|strike|scratch)(?=[^,.;]{0,80}\b(?:off|out)\b)|scratch"
    r"|(?:quit|sac|elimin|borr|tach|retir|descart|cancel)(?:a|e|ar|ame|amos|en|emos)(?:me)?(?:l[oae]s?)?|suprime|fuera|olvida\w*"
    r"|(?:ya )?no (?:l[oa]s? )?(?:quiero|queremos|vamos|voy|iremos|quieren|nos da tiempo|da tiempo)"
    r"|(?:sai|saem|sale|salen|se va|se van|cae|caen|dancou|is out|are out|s out|comes off)(?= *(?:$|[,.;!(])"
    r"| (?:porque|pois|pq|because|cuz|da lista|de la lista)\b)"
    r"|(?:tir|apag|delet|risc|cort|descart|retir|elimin|cancel)(?:a|e|ar|em)(?:-?[oa]s?)?|remov(?:a|er)|exclu(?:i|a|ir)|esquece|fora"
    r"|(?:nao|n) (?:quero|queremos|vamos|vou|rola|vai dar|da tempo|vai rolar)(?: mais)?)\b"
)
CLITIC = re.compile(r"\b\w{2,}?(?:r|a|e|n|me|z)-?(l[oae]s?|lhes?)\b|\b\w+-([oa]s?|lhes?)\b")
"""What hangs on a verb: "sácalo", "ponle", "marca-os"."""
VERB = re.compile(
    r"(?:quit|sac|elimin|borr|tach|pon|mete|mete|marc|dej|pas|muev|cambi|da|de|dou|anot|apunt|califi|puntu|valor|tir|apag|remov"
    r"|coloc|bot|poe|mud|troc|avali|dej|lleva|manda|agreg|exclu)"
)
DENIED = re.compile(r"\b(?:don.?t|do not|never|not|no|nao|nunca|jamas) (?:\w+ )?$")
"""Before a word that asks for a removal this takes it back: "don't remove it"."""
SWAP = re.compile(
    r"\b(?:swap|switch|trade|exchange|flip|intercambi\w+|permut\w+|invert\w+|invierte|troca\w*|troque|cambia\w*)\b"
)
AROUND = re.compile(
    r"\b(?:(?:the )?other way (?:a?round)|the opposite|vice ?versa|mixed (?:them|those|it) up|backwards"
    r"|al (?:reves|contrario)"
    r"|ao contrario|o contrario|inverti(?:do|da)?s?|confundi|troquei (?:as bolas|tudo)|troquei)\b"
)
"""Who says so wants two values to change places."""
EXCEPT = re.compile(
    r"\b(?:except(?: for)?|but not|apart from|besides|menos|salvo|excepto|exceto|tirando|fora(?!\s*(?:$|[,.;!])))\b"
)
TOO = re.compile(r"\b(?:too|also|as well|aswell|tambien|tambem|tb|tbm|tmb|igual)\b")
NOTED = re.compile(
    r"(?<![\s,.;!])\s*[,.;!]+\s*(?:(?:please|pls|so|por favor|porfa|y|e|and)\s+)?(?:ap[uú]nt[ae]l[oae]"
    r"|an[oó]t[ae]l[oae]"
    r"|anota (?:isso|a[ií]|eso)|apunta eso"
    r"|note (?:that|it)(?: down)?|(?:write|jot|note) (?:that|it) down|make a note(?: of (?:that|it))?"
    r"|put that in (?:the|a) notes?"
    r"|remember that)[\s.!]*$",
    re.IGNORECASE,
)
"""What asks for a note of all that stands before it."""
CHATTER = re.compile(
    r"^\W*(?:que (?!tal\b)|q |who |whos |what a |how (?!about)|k{3,}|(?:ja){2,}|(?:ha){2,}|lmao|lol\b|omg|wow"
    r"|wtf|uau|nossa\b|guau)"
    r"|\b(?:eres|sos|asked you|are you|tu madre|(?:ja){2,}j?|a?(?:ha){2,}h?|k{3,}|lmao|rsrs+)\b(?!\W*\w)"
)
"""Small talk, whose words are nobody's wish."""


def flat(text: str) -> str:
    """Return a text in small letters without accents, each at its place."""
    if text.isascii():
        return text.lower()
    return "".join((unicodedata.normalize("NFD", sign)[0].lower() or sign)[0] for sign in text)


NOTING = re.compile(
    r"\b(?:notes?|nota|notita|lembrete|recordatorio|recordar|comentario|comment|reminder|remind|obs|observacao|aviso|anot\w+|apunt\w+"
    r"|jot|recuerd\w+|lembr\w+|remember)\b"
)
"""Before a colon this makes what follows a note."""
SAME = re.compile(
    r"^\W*(?:(?:and|y|e)\s+)?(?:the )?(?:same|ditto|lo mismo|igual|o mesmo|mesma coisa|la misma"
    r"|a mesma)(?: (?:thing|day|rating|dia|nota))?"
    r"(?: (?:goes|va|vale|vai))?(?: (?:for|with|to|para|con|com|pra|pro))\b"
)
"""Who says so wants done to another what was done last: "same for the castle"."""
