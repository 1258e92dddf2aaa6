"""The words that tell how an expense is shared, in three languages; looked for as those of `patterns.py`."""

from __future__ import annotations

import re

from fingerpost.language.numbers import number_words

PAYS = r"(?:paid|payed|pays|covered|bought|fronted|pago|puso|pagou|comprou|compro|botou|bancou|invito|cubrio|cobriu)"

_SPLIT = (
    r"(?:(?:it|this|that|lo|la|isso|esto|eso)\s+)?(?:is|was|gets|to be|se|es|fue|foi|e|vai ser)?\s*"
    r"(?:split|splits|shared?|divide[dsn]?|divid[aeo]\w*|dividil[oa]|dividir|repart\w+|rach\w+|compart\w+|goes)?"
)
_ONLY = (
    r"(?:just|only|solo|solamente|nomas|so|apenas|somente|equally|evenly|igual|por igual|igualmente|a partes iguales)"
)
AMONG = re.compile(
    rf"[,(]?\s*\b{_SPLIT}\s*(?:{_ONLY}\s+)?(?:in\s+between|between|among|amongst|entre"
    rf"|pra dividir entre)\s+(?:{_ONLY}\s+)?"
)
FOR = re.compile(
    rf"[,(]?\s*(?:\b(?P<only>{_ONLY})\s+)?\b(?:for|para|pra|pro|of|with|con|com|de|do|da)\s+(?:{_ONLY}\s+)?"
)
_USED = (
    r"(?:(?:was|were|is|are|was used by|used by|was for|lo|la|los|las|o|a|os|as|eramos|fuimos|fomos|usamos|usaron"
    r"|usaram"
    r"|usou|uso|tomamos|tomaron|comimos|comieron|comeram|comemos|bebimos|bebieron|beberam|bebemos|compartimos"
    r"|fueron|fue"
    r"|foram|foi|estabamos|estavamos|eran|eram|era|es|e|va|vai|para|pra|por|de|do|da|dos|entre|us|it|for|to)\s+)*"
)
JUST = re.compile(
    rf"[,(]?\s*(?:\b(?:pero|but|mas|and|y|e)\s+)?(?:\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?\b(?:just"
    rf"|only|solo|solamente|so|apenas|somente)\s+{_USED}"
)
TOGETHER = re.compile(
    r"\s+(?:only\s+|solo\s+|so\s+)?(?:shared|split|used|took|had|ate|drank|share|dividimos|compartimos|usamos|tomamos"
    r"|comimos|bebimos|rachamos|comemos|bebemos|usaron|comieron|bebieron|usaram|comeram|beberam|dividiram|racharam"
    r"|compartieron|dividieron|went|fuimos|fomos)\b(?:\s+(?:it|that|this|isso|eso))?"
)
ALONG = re.compile(
    r"[,(]?\s*\b(?:(?:it['’]?s|it is|to be|se|is|was|lo|la)\s+)?(?:split|shared?|sharing|splitting|halves|half"
    r"|fifty[ -]fifty"
    r"|50[/-]50|divid\w+|compart\w+|repart\w+|rach\w+|a medias|meio a meio|mitad y mitad)"
    r"(?:\s+(?:it|this|that|lo|la|isso|evenly|equally|igual|por igual))*\s+(?:with|w/|con|com)\s+"
)
ALONG_IT = re.compile(
    r"^\W*(?:split|share|divide|dividir|comparte|reparte|racha|rachar)\s+(?P<what>[^,;]{1,60}?)\s+(?:with|w/|con"
    r"|com)\s+"
)
USED_BY = re.compile(
    r"\b(?:lo|la|los|las|o|a|os|as|nos|se)\s+(?:compart\w+|usamos|usaron|dividimos|tomamos|comimos|bebimos|rachamos"
    r"|dividiram)\s+"
)
_TWO_TO_SIX = "|".join(number_words(range(2, 7)))
COUNTED = re.compile(
    r"[,(]?\s*(?:\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?(?:\b(?:between|among|by|for|entre|para|pra|por"
    r"|pelos)\s+)?"
    r"\b(?:all|the|all of|us|the other|los|las|os|as|nosotros|nos|todos)\s+(?:the\s+)?"
    rf"(?P<count>{_TWO_TO_SIX}|[2-9])(?:\s+(?:of us|people|nosotros))?(?=\W*$|\s*[,.;)])"
)
OTHERS = re.compile(
    r"[,(]?\s*(?:\b(?:so|then|entao|asi que|that|eso|isso|it)\s+)?(?:\b(?:goes|is|va|vai|fica|split|divid\w+"
    r"|rach\w+)\s+)?"
    r"(?:\b(?:just|only|solo|so|apenas)\s+)?\b(?:for|between|among|entre|para|pra|pros|pras|pelos|por)\s*"
    r"(?:the|los|las|os|as|all the)?\s*(?:other|others|rest|demas|otros|otras|outros|outras|restantes)\b"
    rf"(?:\s+(?P<count>\d{{1,2}}|{_TWO_TO_SIX}))?(?:\s+(?:people"
    r"|of us))?"
)
EQUALLY = re.compile(
    r"[,(]\s*(?:(?:y|e|and)\s+)?(?:(?:e|es|is|it['’]s|se|vai ser)\s+)?(?:(?:split|shared?|divid\w+|repart\w+"
    r"|rach\w+)\s+)?"
    r"(?:equal(?:ly)?|evenly|even|(?:a|en|em) partes igua(?:les|is)|partes iguais|por igual|igualmente|igual|iguais"
    r"|between all|entre todos|pra todos|para todos)\s*[.!)]*$"
)
WEIGHTS = re.compile(
    r"[,.;:(]?\s*(?:\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?(?:\b(?:it|lo|la|isso)\s+)?"
    r"(?:\b(?:by|por|with|con|com|in|en|em)\s+)?(?:\bthe\s+)?\b(?:weights?|pesos?|shares|parts|partes|proporcion\w*"
    r"|proporcao|ratio)\b\s*:?\s*$"
)
EVERYBODY = re.compile(
    r"[,(]?\s*\b(?:(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?(?:it\s+)?(?:(?:between|among|for|by|entre|para"
    r"|pra|por)\s+)?"
    r"(?:everyone|everybody|all of us|us all|the whole group|tod[oa]s(?: nosotros| nos)?|a galera toda|todo mundo"
    r"|todo el mundo)\b"
    r"|[,(]?\s*\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+(?:it\s+)?(?:equally|evenly|(?:en|a) partes iguales"
    r"|por igual|igualmente"
    r"|igual|equal)\b"
)
BUT = re.compile(
    r"[,(]?\s*\b(?:(?:for |between |among |entre |para |pra )?(?:everyone|everybody|all|all of us|todos|todas"
    r"|todo mundo)\s*,?\s*)?"
    r"(?:except(?: for)?|but not|excluding|apart from|leaving out|excepto|exceto|salvo|menos|tirando|a excepcion de"
    r"|fora|"
    r"everyone but|everybody but|all but|but|not|not for|not including|without|minus|sin|sem|pero no|y no|mas nao"
    r"|e nao|no|nao)"
    r"\s+(?:for |para |pra |a |with |con |com )?"
)
SURE_BUT = re.compile(r"except|exclu|apart|leaving|excep|exceto|salvo|menos|tirando|every|all but|todo")
NOT_INCLUDED = re.compile(
    r"\s+(?:should|does|do|did|must)(?:n['’]?t| not)\s+(?:include|count|involve)\s+|\s+(?:no|nao)\s+(?:incluye"
    r"|inclui)\s+(?:a\s+)?"
)
LEAVE_OUT = re.compile(r"\b(?:leave|keep|deja|dejen|deixa|deixe|deixem)\s+(?:fuera\s+|de fora\s+|fora\s+)?(?:a\s+)?")
OUT = re.compile(
    r"\s*(?:out|fuera|de fora|fora|aside)\b(?:\s+of\s+(?:it|this|that(?: one)?)|\s+(?:de|d)(?:\s+\w+)?(?=\s*$))?"
)
NOT_IN = re.compile(
    r"\s+(?:(?:really|also|ya|tambien|tampoco|tambem|nem)\s+)?"
    r"(?:(?:should|shall|must|does|did|do|is|was|are|were|has|had|can|could|will)(?:n['’]?t| not)|isnt|doesnt|didnt"
    r"|shouldnt|wasnt"
    r"|no|nao|n|nunca|tampoco|never|skipped|opted out|passed)\b"
    r"(?:\s+(?:really|be|to be|been|in|on|is|have|had|any|eat|eats|ate|eating|drink|drinks|drank|drinking|share"
    r"|sharing|part|pay|paying|owe|use"
    r"|used|join|go|went|come|came|count|included|for|entra\w*|debe\w*|deberia\w*|come|comio|comia|bebe|bebio|bebia"
    r"|toma|tomo|tomou|participa"
    r"|participo|participou|va|fue|vai|foi|ir|paga|comeu|bebeu|conta|cuenta|divide|usa|uso|usou|tiene|tem|estaba"
    r"|estava|esta|deve\w*|quis"
    r"|quiso|estar|entrar|pagar)\b)+"
)
HE = re.compile(r"\b(?:he|she|they|el|ella|ele|ela)\s*$")
THE_ONE = re.compile(
    r"(?:^\s*|\b(?:on|in|for|of|from|en|de|del|em|no|na|do|da)\s+)"
    r"((?:that|this|the|it|ese|esa|eso|este|esta|el|la|lo|esse|essa|isso|o|a)\b.*)$"
    # "no jantar", but not the Spanish "no entra"
    r"|\b(?:na|nos|nas|do|da|dos|das|del|no(?!\s+(?:entra|va|vai|come|bebe|toma|participa|paga|debe|cuenta"
    r"|conta)\w*))\s+(.+)$"
)
TIMES = {
    **number_words(range(2, 5)),
    **dict.fromkeys(("double", "twice", "2x", "x2", "doble", "dobro", "em dobro"), 2),
    **dict.fromkeys(("triple", "3x", "x3", "triplo"), 3),
    **dict.fromkeys(("4x", "x4"), 4),
}
_FACTOR = r"(?P<times>double|twice|triple|2x|x2|3x|x3|4x|x4|doble|triple|em dobro|dobro|triplo)"
_BY_TWO = (
    rf"(?:por|as|for|like)\s+(?P<by>{'|'.join(number_words(range(2, 5)))})\b"
    r"(?:\s+(?:people|personas|pessoas))?"
)
COUNTS = re.compile(
    rf"\s+(?:should\s+|debe\s+|deve\s+|que\s+)?(?:counts?|is paying|pays?|gets?|takes?|bears?|cuent[ae]|pag[au]e?"
    rf"|vale|come"
    rf"|conta|paga|leva|fica com|lleva|tiene"
    rf"|had|ate|drank|is|es|e)?\s*(?:a\s+|el\s+|o\s+|as\s+|com\s+(?:o\s+)?)?(?:{_FACTOR}|{_BY_TWO})\b(?:\s+(?:share"
    rf"|parte|part))?"
)
DOUBLE_FOR = re.compile(
    rf"(?:\b(?:put|give|count|charge|make|ponle|ponele|dale|pon|cobrale|cuenta|poe|bota|coloca|cobra|conta|da"
    rf"|deixa)\s+)?(?:a\s+|el\s+|o\s+)?"
    rf"{_FACTOR}\s+(?:share\s+)?(?:for|to|on|a|al|para|pra|pro|ao|de|do|da|el|la)\s+"
)
RATIO = re.compile(r"(?<![\w.,:/])(\d{1,4}(?:\s?[:/]\s?\d{1,4}){1,19})(?![\w:/])(?:\s*%)?")
HALVES = re.compile(
    r"\b(?:fifty[ -]fifty|half and half|halfsies|mitad y mitad|mitad mitad|meio a meio|metade metade|mita y mita)\b"
)
COUNTS_OF = {str(count): count for count in range(2, 7)} | number_words(range(2, 7), languages=("en",))
WAYS = re.compile(rf"\b({'|'.join(COUNTS_OF)})[ -]ways?\b")
SPLITS = re.compile(r"[,(]?\s*\b(?:split|shared?|divid\w+|repart\w+|rach\w+)(?:\s+(?:it|lo|la))?\s*$")
