"""The words that tell what is meant, in three languages: all are looked for in small letters without accents."""

from __future__ import annotations

import re

from fingerpost.language.text import words

_CLEAR = (
    r"(?:please |can you |just |vamos |let['’]?s |por favor |puedes |pode )*(?:clear(?: all| everything"
    r"| the (?:bill|list|whole thing)| it all| out)?"
    r"|wipe(?: everything| it(?: all)?| the (?:whole thing|bill|list|lot))?|reset(?: everything| the bill| it)?"
    r"|start (?:over|again|from scratch)"
    r"|(?:delete|remove|erase|scrap) (?:everything|it all|the (?:whole thing|lot)|all(?: of it| the expenses"
    r"| expenses)?)"
    r"|(?:borra|elimina|quita|saca|borrar|eliminar)(?:lo)? (?:todo|toda la cuenta|todos los gastos|la cuenta)"
    r"|vacia(?:r)?(?: la cuenta| todo)?"
    r"|limpia(?:r)?(?: todo| la cuenta)?|(?:empezar|empieza|empecemos|empezamos) (?:de cero|de nuevo)"
    r"|reinicia\w*(?: todo| la cuenta)?"
    r"|(?:apaga|remove|exclui|tira|deleta|apagar|limpa|limpar|zera|zerar)(?: tudo| a conta(?: toda)?"
    r"| todas as despesas)"
    r"|zera(?:r)?|limpa(?:r)?|recome\w+|comec\w+ (?:do zero|de novo))\W*(?:please|pls|por favor|porfa|now|ya"
    r"|agora)?\W*"
)
CLEAR = re.compile(rf"^\W*{_CLEAR}(?:(?:and |y |e )?{_CLEAR})?(?:[,.;(–—-][^\d\n]{{0,60}})?$")
I_AM = re.compile(
    r"^\W*(?:(?:by the way|btw|hi|hey|hello|hola|oi|ola|ah|oh|por cierto|alias|a proposito|ok)\W+)*(?:i['’]?m|i am"
    r"|my name is|my name['’]s|call me|yo soy|soy"
    r"|me llamo|mi nombre es|eu sou|sou|me chamo|meu nome e|pode me chamar de|llamame|dime|me chama de)\s+(?:(?:o"
    r"|a)\s+)?(?P<name>[^\W\d_][^,.;:!?\n]{0,60}?)"
    r"(?:\s+(?:by the way|btw|por cierto))?\W*$"
)
TO = r"\s+(?:to be|to|as|into|a|como|por|para|pra|->|→)\s+"
RENAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:rename|renombra\w*|renomei\w*|renomear)\s+(?:a\s+|al\s+)?(?P<who>.+?){TO}(?P<name>.+)$",
        r"\b(?:change|cambia(?:le)?|muda|troca|altera|correct|fix|corrige)\s+(?:the name of|el nombre de"
        r"|el nombre a|o nome d[eoa]|o nome)\s+"
        rf"(?:a\s+|al\s+)?(?P<who>.+?){TO}(?P<name>.+)$",
        rf"\b(?:change|fix|correct)\s+(?P<who>.+?)['’]s? name{TO}(?P<name>.+)$",
        r"^\W*(?:actually\W+|en realidad\W+|na verdade|na vdd|na real\W+)?(?P<who>.+?)(?:['’]s name is(?: actually"
        r"| really| spelled)*|\s+(?:is"
        r"|should be) (?:actually |really )?(?:called|named|spelled)"
        r"|\s+se llama(?: en realidad)?|\s+en realidad se llama|\s+na verdade se chama|\s+se chama|\s+se escribe"
        r"|\s+se escreve)\s+(?P<name>.+)$",
        r"^\W*(?:call|llama|chama)\s+(?P<who>it|that|that one|lo|isso|\w+)\s+(?P<name>.+)$",
        r"\b(?:cambia\w{0,2}|muda|troca)\s+(?:el nombre|o nome)\s+(?:a|de|del|do|da|al|ao)\s+(?P<who>.+?)"
        r",?\s+(?:ponle|pon|por|y ponle|poe|bota|coloca)\s+(?P<name>.+)$",
        # "Change dinner to 30" is an amount.
        rf"^\W*(?:change|cambia|troca|muda)\s+(?:a\s+|o\s+|el\s+|la\s+"
        rf"|the\s+)?(?P<who>\w+){TO}(?P<name>[^\W\d_][^\d,]*?)\W*$",
    )
)
REMOVE = re.compile(
    r"\b(?:remove|removing|delete|drop|scrap|take|get rid of|cross off|cross|strike|erase|kick out|kick|ditch"
    r"|cancel|forget(?: about)?|lose|nix"
    r"|quit[ae]\w{0,3}|borr[ae]\w{0,3}|elimin[ae]\w{0,3}|sac[ao]\w{0,3}|saque|tach[ae]\w{0,3}|retir[ae]\w{0,3}"
    r"|descart[ae]|olvida\w{0,2}"
    r"|remov[ae]\w{0,2}|tir[ae]r?|apagu?[ae]\w{0,2}|exclu[ia]r?|delet[ae]r?|risca|esquece|cancela)(?:-[oa]s?)?\b"
)
ADDS = re.compile(
    r"^\W*(?:(?:please|pls|ok|can you|could you|por favor|porfa)\W+)?(?:add|include|put in|agreg\w+|anad\w+|sum[ae]\w*"
    r"|mete|pon|adicion\w+|inclu\w+|bota|coloca|poe)\b"
)
"""A message that adds, whatever the names in it mean."""
REMOVED = re.compile(
    r"\b(?:off the list|off the bill|off|out|from the list|de la lista|da lista|de la cuenta|da conta|fuera|fora)\b"
)
GONE = re.compile(
    r"\s+(?:(?:is|are|was)(?:n['’]?t| not)\s+(?:coming|joining|in(?=\W*$|\s+(?:any ?more|after all)))|(?:is"
    r"|are) out|dropped out|bailed"
    r"|left the group|can['’]?t (?:come|make it)"
    r"|(?:al final |ya )?no (?:viene|vienen|va a venir|puede venir|vino)|(?:ja |mais )?nao (?:vem|vai vir|vai mais"
    r"|veio|pode vir)(?: mais)?"
    r"|(?:se )?saio|se bajo|se baja|desistiu)\b"
)
OWNED = re.compile(r"^\W*\w+['’]s\s+\w")
FROM = re.compile(r"\s+(?:from|off(?: of)?|out of|de|del|do|da|dos|das|on|en|no|na)\s+")
THEM_FROM = re.compile(r"(?:her|him|them|ela|ele|elas|eles|ella)\s+(?:from|off|out of|de|del|da|do|das|dos)\b")
OWES = re.compile(
    r"\b(?:(?:me|te)\s+(?:debe|deve)|owes?|(?:yo\s+)?le\s+debo|le\s+debe|(?:eu\s+)?devo|debo|deve|debe)\b"
    r"(?:\s+(?:a|al|ao|pro|pra|para)\b(?:\s+[oa]\b)?)?"
)
ADD_ME = re.compile(
    r"^\W*(?:add me|count me in|include me|i['’]?m in|agregame|anademe|apuntame|sumame|incluyeme|meteme|me adiciona"
    r"|me inclui|me coloca"
    r"|me poe|me bota)(?:\s+(?:too|in|please|a mi|tambien|tambem|por favor|porfa|ai))*\W*$"
)
GROUP = words(
    "bill list split group the it all everything cuenta lista grupo la el todo conta a o division divisao tudo app"
)
SLIPS = re.compile(
    r"^\W*(?:(?:actually|no|nope|nah|wait|oops|sorry|correction|i mean|make it|perdon|ups|digo|en realidad|mejor dicho"
    r"|perdao|ops|na verdade|na vdd|na real|alias|quer dizer|nao|errei|me equivoque|my bad|espera|pera|ah|oh)\b\W*)+"
)
ANOTHER = re.compile(r"\b(?:another|one more|otr[oa]|outr[oa]|un[oa] mas|mais um|mais uma)\b")
NOT_PAID = re.compile(
    r"\b(?:no|nao|did(?:n['’]?t| not)|was(?:n['’]?t| not))\b[^,;.]{0,60}?\b(?:pag\w+|paid|pay|payed"
    r"|who paid)\b[^,;.]{0,60}?"
    r"(?:[,;.]\s*(?:but\s+|sino\s+(?:que\s+)?|mas\s+(?:sim\s+)?|que\s+)?(?:lo pago|la pago|los pago|las pago|pagou"
    r"|pago|it was|fue|foi|era|fui|was|quem pagou foi"
    r"|quien pago fue)\s+|\s+(?:sino|but)\s+(?:que\s+(?:fue|foi)\s+)?)"
)
NEGATED = re.compile(r"\b(?:no|nao|not|did(?:n['’]?t| not)|was(?:n['’]?t| not)|never|nunca)\b")
FROM_TO = re.compile(
    r"\b(?:from|de|desde|do|da)\b.*\d.*\b(?:to|a|pra|para|por|hasta)\b.*\d|\bnot\b|\binstead\b|\bvez de\b"
)
DEBTS = re.compile(
    r"\b(?:lo suyo|lo mio|lo que (?:debia|debe|debo)|what (?:he|she|they|i) owed?|(?:everything|all) (?:he|she|they"
    r"|i) owed?"
    r"|a parte (?:dele|dela)|o que (?:devia|deve|devo)|him|her|them|ele|ela|eles|elas)\b"
)
PART = re.compile(
    r"(?:(?:the|la|el|a|o|um|una?)\s+)?\b(?:half|a third|a quarter|part|most|mitad|tercio|cuarto|parte|metade|terco"
    r"|quarto)"
    r"\s+(?:of\s+|d[eoa]\s+|del\s+|de la\s+)(?:the\s+|el\s+|la\s+)?|\bhalf\s+the\s+"
)
EMPTY = words("""
    too now also then well later again still same yes tambien ahora luego igual tambem agora ja ya depois nao no lol
    thanks gracias obrigado valeu everything all todo todos tudo him her them mine yours
    """)
AND_THE = re.compile(
    r"^\W*(?:(?:and|y|e|also|plus|tambien|tambem|mas|mais|ah|oh)\b\W*)+(?:the|a|an|some|el|la|los|las|un|una|unos"
    r"|unas|o|os|as"
    r"|um|uma)\s+\w"
)
THE = re.compile(r"\b(?:the|an?|some|el|la|los|las|un|una|o|os|as|um|uma)\s+\S+\W*$")
BOUGHT = re.compile(
    r"\b(?:pa(?:id|yed|go|gou|gue|guei)|got|bought|covered|picked up|compro|compre|puso|puse|invito|comprou|comprei"
    r"|bancou"
    r"|trajo|trouxe)\b"
)
TOO = re.compile(
    r"\s+(?:too|also|as well|tambien|tambem)(?:\s+(?:now|paid|has|did|ya|ja|pago|pagou|agora|ahora|has paid))*\W*$"
)
AND_THEY = re.compile(r"[,.;]\s*(?:she|he|they|ella|el|ellos|ellas|ele|ela|eles|elas)(?:['’]\w+)?\s+.*$")
PERSONAL = re.compile(
    r"^\W*(?:(?:please|por favor|tambien|y|ok)\W+)*(?:agreg\w+|anad\w+|sum[ae]\w*|met[ae]\w*|incluy\w+|apunt\w+)\s+"
    r"(?:a|al)\s+"
)
STRONG = re.compile(
    r"\b(?:change|make (?:it|that|the)|update|fix|correct|edit|set|adjust|swap|switch|cambi[ae]\w{0,2}|corrig\w+"
    r"|corrij\w+|actualiz\w+|edit[ae]\w{0,2}"
    r"|modific\w+|arregl\w+|ponl[oae]|ponel[oae]|muda|mude|mudar|troca|troque|trocar|altera\w*|atualiz\w+|arruma"
    r"|should(?:['’]?ve| have)? been|should be"
    r"|instead of|rather than|en vez de|en lugar de|em vez de|no lugar de|debia ser|deberia ser|devia ser"
    r"|deveria ser)\b"
)
WEAK = re.compile(
    r"^\W*(?:(?:actually|no|wait|oops|sorry|correction|hmm|oh|perdon|ups|en realidad|de hecho|ojo|perdao|ops"
    r"|na verdade|na vdd|na real|alias|espera|pera|opa|ah|eh|ok)\W+)*"
    r"(?:(?:it|that|this|that one|eso|esto|ese|esa|isso|isto|esse|essa|the last one)\s+)?"
    r"(?:was|were|is|it was|that was|era|eran|eram|fue|fueron|foi|foram|cost|costs|costo|custou|no era|no eran"
    r"|no fue|no fueron|nao era|nao eram|nao foi|"
    r"nao foram|wasn['’]?t|it wasn['’]?t|that wasn['’]?t|lo pago|la pago|pagou)\b"
)
OOPS = re.compile(
    r"^\W*(?:actually|no wait|wait|oops|sorry|correction|perdon|ups|en realidad|de hecho|perdao|ops|na verdade"
    r"|na vdd|na real"
    r"|alias|me equivoque|errei|my bad)\b"
)
NOT = re.compile(
    r",?\s*\b(?:and not|not|instead of|rather than|y no|no|en vez de|en lugar de|e nao|nao|em vez de|no lugar de"
    r"|in place of)\s+"
)
FIRST_NOT = re.compile(
    r"(?:\b(?:wasn['’]?t|isn['’]?t|was not|not)|\bno (?:eran?|fueron|fue|es)|\bnao (?:eram?|foram|foi"
    r"|e))\s+(?P<old>.+?)\s*(?:,|;|\bbut\b|\bsino\b|\bmas\b|\bit was\b|\be sim\b)\s*"
    r"(?:it was|it['’]s|era[nm]?|fue|fueron|foi|foram|sim|que|but|sino)?\s*(?P<new>.+)$"
)
EDIT_WORDS = words("""
    change make update fix correct edit set adjust swap switch actually no wait oops sorry correction should be been
    have instead
    amount price cost payer currency name what who paid by pay was were is it's its not the to of for in on as from
    expense one it that this
    with between only just split share shared sharing please pls my bad me
    cambia cambiale cambialo cambiar cambie corrige corrigelo corregir actualiza edita modifica arregla ponlo ponle
    ponla monto precio importe
    valor moneda pagador quien pago era eran fue fueron a al el la lo de del en por para que es no y gasto perdon
    realidad hecho solo entre
    equivoque errei muda mude mudar troca troque trocar altera corrija corrigir atualiza arruma valor preco moeda
    quem pagou era eram
    foi foram pra pro para o vdd
    os as do da no na em e nao despesa verdade alias isso perdao so
    """)
PRONOUNS = words("""it that this one last that's them those the a lo la el eso esto ese esa este esta ultimo ultima
isso isto esse essa ele ela o a
    ultimo ultima the both aquele aquela""")
ADD = re.compile(
    r"^\W*(?:(?:please|can you|could you|also|ok|y|and|e|now|por favor|puedes|podrias|pode|tambien|tambem|let['’]?s"
    r"|quiero|quero|i want to|we need to)\W+)*"
    r"(?:add|include|put|invite|count in|throw in|agreg[ae]\w{0,3}|anad[aei]\w{0,3}|sum[ae]\w{0,3}|met[ae]\w{0,3}"
    r"|inclu[yi]\w{0,3}|inclua|pon|ponme|apunt[ae]\w{0,3}"
    r"|anot[ae]\w{0,3}|adicion[ae]\w{0,2}|coloca|coloque|bota|poe|acrescent[ae]\w{0,2}"
    r"|inser[ei]\w{0,2})\b\s*(?:in\s+)?(?:a\s+|al\s+|o\s+|os\s+|as\s+)?"
)
COMING = re.compile(
    r",?\s*\b(?:(?:they|he|she|we)(?:['’]re|['’]s| are| is)? (?:all )?(?:coming|joining|in|here|with us|sharing"
    r"|part of it)(?: too| as well| along)?"
    r"|(?:are|is|['’]s|['’]re) (?:all |also |both |now )?(?:in(?! on)|coming|joining(?: us)?(?: for .{1,30})?|here"
    r"|with us|part of (?:it"
    r"|this|the group))(?: too| as well| along| now)?"
    r"|que (?:tambien |tambem )?(?:vienen?|vem|vao|van)|(?:tambien |tambem )?(?:vienen?|se sum[ao]n?|se suma"
    r"|se apuntan?|se une[n]?|participan?|vem|vao|vai|entram?|participam?"
    r"|estan?|esta|estao)(?: (?:con nosotros|tambien|tambem|dentro|com a gente|junto|nessa|en esto))?|(?:to|in|on|a"
    r"|en|na|no|ao) (?:the |la |el )?(?:bill|split|group|list|cuenta|"
    r"grupo|lista|conta)|join(?:s|ed)(?: us)?|(?:tambem |tambien )?(?:ta|esta) (?:dentro|nessa)|too|as well|tambien"
    r"|tambem)\b\W*$"
)
WE_ARE = re.compile(
    r"^\W*(?:(?:ok|so|hi|hola|oi|bueno|bom|well)\W+)*(?:we(?:['’]re| are)|it(?:['’]?s| is)(?: just)?|there(?:['’]s"
    r"| is| are)|people(?: are)?|participants|the people are"
    r"|somos|estamos|vamos|fuimos|participan|vienen|viene|se suman?|se apuntan?|tambien vienen?|personas"
    r"|participantes|gente|entran?"
    r"|moramos|vivimos|fomos|participam|vem|entram?|tambem vem|pessoas|galera|e|sao|with|con|com|just|only)\s*:?\s+"
)
ALL_OF_THEM = re.compile(
    r"\b(?:for everything|in everything|on everything|always|en todo|siempre|em tudo|sempre|all expenses"
    r"|todos los gastos|todas as despesas)\b"
)
CURRENCY_OF_ALL = words("""
    everything all whole bill amounts prices numbers currency use todo toda cuenta montos precios importes moneda usa
    usemos usar tudo conta valores precos moeda
    """)
"""Of these, one stands in what tells the currency of the whole bill, and nothing beside them but small words."""
OTHERS = words("others rest earlier ones before otros otras demas anteriores antes outros outras resto")
"""All amounts but the newest."""
