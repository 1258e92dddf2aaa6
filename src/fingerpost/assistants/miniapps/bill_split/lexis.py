"""The words that matter on a bill, in three languages, by what they mean: one sense, one word in capitals.

All are written folded: small letters without accents. A row may hold phrases; the longest one that fits counts.
`ME_TOO` are senses whose verb says that the speaker did it ("pagué"), `ONLY_IN` those of one language alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.assistants.miniapps.framework.parts import Language

_SENSES = """
PAID: paid|payed|covered|bought|got|fronted|spent|picked up|grabbed|put in|put down|put|shelled out|forked out
PAID: took care of|handled|sorted|sorted out|treated|treated us to|footed|sprang for|sprung for|chipped in|dropped
PAID: booked|ended up paying|has paid|had paid|paid for|paid up front for|is paying|is covering|laid out
PAID: pago|pagaron|pagamos|pusieron|pusimos|compramos|puso|compro|invito|cubrio|ha pagado|ha puesto|adelanto|banco
PAID: desembolso|se encargo|acabo pagando
PAID: pagou|pagaram|comprou|bancou|botou|colocou|cobriu|gastou|adiantou|desembolsou|arcou|acabou pagando
I_PAID: pague|puse|compre|cubri|gaste|he pagado|he puesto|he comprado|acabe pagando
I_PAID: paguei|comprei|botei|coloquei|banquei|gastei|cobri|pus|adiantei|acabei pagando
PAYS: pays|pay|puts|put|pagan|ponen|pagam|bears|bear|takes|take|covers|cover|gets|get|had|has|have|ate|drank|consumed
PAYS: paga|pone|consumio|comio|bebio|tuvo|lleva|tocan|fica com|ficou com|consumiu|comeu|bebeu|gets charged|is on for
PAYS: should pay|has to pay|le toca|le tocan|le corresponde|le corresponden|toca|me toca|me tocan|cabe|le cabe|gasto
GAVE: gave|lent|loaned|sent|transferred|handed|venmoed|venmo'd|wired|zelled|paypaled|slipped|repaid|reimbursed
GAVE: returned|refunded
GAVE: gave back|sent over|paid back|payed back|dio|paso|mando|envio|transfirio|transferio|devolvio|entrego|reembolso
GAVE: hizo un bizum|hizo bizum|ha hecho un bizum|acaba de hacer un bizum|hizo una transferencia|hizo un yape|ha dado
GAVE: ha pasado|ha devuelto|ha enviado|ha mandado|acaba de pasar|acaba de dar|acaba de devolver|acaba de pagar
GAVE: presto|emprestou|deu|mandou|passou|transferiu|devolveu|enviou|entregou|fez pix|fez um pix|fez o pix
GAVE: fez uma transferencia
GAVE: acabou de pagar|acabou de passar|acabou de mandar|fez mb way|fez mbway|fez um mbway|mandou um pix|mandou pix
I_GAVE: di|pase|mande|envie|transferi|devolvi|entregue|hice un bizum|hice bizum|hice una transferencia|he pasado
I_GAVE: he dado|he devuelto|he enviado|acabo de pasar|acabo de dar|acabo de pagar|dei|mandei|passei|enviei|entreguei
I_GAVE: fiz pix|fiz um pix|fiz o pix|fiz mb way|fiz mbway|fiz um mbway|mandei pix|mandei um pix|acabei de pagar
I_GAVE: acabei de mandar|acabei de passar
BACK: back|de vuelta|de volta
SETTLED: settled|settled up|squared up|square|squared|paid up|paid off|cleared|evened up|settled everything|even
SETTLED: quits|square now|a mano|en paz|saldado|saldada|saldo|liquido|liquidado|ha saldado|quedo a mano
SETTLED: quitou|acertou|quite|quites|acertado|quitado|quitada|zerou|acertou as contas|ajusto cuentas
I_SETTLED: estoy a mano|ya estoy a mano|quede a mano|estoy en paz|estou quite|estou quites|salde|liquide|quitei
I_SETTLED: acertei|zerei
MARK: mark|tick off|tick|check off|count|consider|marca|marcar|marque|da por|dale por|pon|conta|considera|registra
AS_PAID: as paid|as settled|paid off|as done|como pagado|como pagada|como pagadas|como pagados|como saldada|como saldado
AS_PAID: como pago|como paga|como pagas|como pagos|como quitada|como quitado|por pagada|por pagado|por saldada|pagada
AS_PAID: pagado|como quitadas|de pagada|paid
OWE: owe|owes|owed|debe|debia|deben|deve|devia|devem|debian|deviam
I_OWE: debo|devo
DEBT: debt|debts|tab|deuda|deudas|divida|dividas|lo que|what|o que|everything|all
SHARE: share|part|portion|cut|bit|slice|parte|cuota|porcion|quota|cota|lo suyo|lo mio
HALF: half|mitad|la mitad|metade|a metade
SPLIT: split|splits|splitting|shared|shares|sharing|divide|divided|divides|dividing|goes|go|counted
SPLIT: dividi|reparti|dividilo|dividila|repartilo|repartila|dividir|dividimos|dividido|dividida|dividelo|dividela
SPLIT: se divide|reparte|repartir|repartido|repartida|reparten
SPLIT: repartelo|compartido|comparten|compartimos|compartieron|dividen|dividieron|va|van|se reparte|se comparte
SPLIT: racha|rachar|rachado|rachada|rachamos|dividem|dividam|dividiram|racham|vai|ratea|rateado|se dividen
EQUAL: equal|equally|evenly|even|normal|normally|equal shares|in equal parts|the usual way|as usual|same for everyone
EQUAL: igual|iguales|por igual|a partes iguales|partes iguales|en partes iguales|igualmente|parejo|normalmente
EQUAL: iguais|partes iguais|em partes iguais|equal parts|equal split|equal amounts|fifty fifty|50 50|half and half
EQUAL: a medias|mitad y mitad|meio a meio|no normal
ONLY: only|just|solo|solamente|nomas|unicamente|apenas|somente|exclusively
BETWEEN: between|among|amongst|in between|entre
EXCEPT: except|except for|excepto|exceto|salvo|menos|apart from|excluding|other than|tirando|minus|a excepcion de
EXCEPT: leaving out|not counting|sin contar|sem contar|not including|all but|but not|pero no|mas nao|aparte de
EXCEPT: everyone but
WITHOUT: without|sin|sem
ALL: everyone|everybody|all of us|us all|all of them|todos|todas|todo mundo|todo el mundo|a galera toda|the whole group
ALL: the group|each of us|cada uno|cada um|cada quien|all together|the lot of us|whole group|todo o mundo|us|nosotros
ALL: a gente|toda la banda|galera|todo o grupo|todo el grupo|nos
REST: rest|the others|others|other ones|remainder|remaining|resto|demas|otros|otras|outros|outras|restantes
REST: rest of us|los demas|o resto|os outros|everyone else|everybody else|todos los demas|todos os outros|the other
EACH: each|apiece|per person|per head|cada uno|cada una|cada um|cada uma|por persona|por pessoa|por cabeza|c/u|cada
DOUBLE: double|twice|2x|x2|twice as much|doble|el doble|dobro|o dobro|em dobro|two shares|dos partes|duas partes
TRIPLE: triple|3x|x3|three times|triplo|el triple|o triplo|three shares
WEIGHT: weight|weights|pesos|os pesos|los pesos|weighted|by weight|weighting|por peso|por pesos|con pesos|com pesos
WEIGHT: peso|ratio|proporcion
WEIGHT: proporcao|in shares|por partes|by shares|by nights|por noches|por noites|por dias|by days|as weights
TIP: tip|tips|propina|gorjeta|gratuity|service|service charge|servicio|servico|tax|taxes|impuesto|imposto|delivery
TIP: delivery fee|fee|taxa|taxa de servico|envio gratis
PLUS: plus|on top|extra|mas|mais|encima|aparte|de mas|a mais|por encima|em cima
MORE: more|extra|another
LESS: less|menos|off|discount|descuento|desconto
ADD: add|include|throw in|count in|bring in|invite|agrega|agregar|agregale|anade|anadir|anadele|suma|sumale|mete
ADD: incluye|incluir|apunta|adiciona|adicionar|coloca|colocar|bota|poe|inclui|acrescenta|soma|anota|ponle|mete a
REMOVE: kick|kick out|remove|delete|drop|scrap|scratch|take off|take out|get rid of|cross off|cross out|ditch|nix|kill
REMOVE: erase|lose
REMOVE: never mind|nevermind|forget|forget about|take away|strike|cancel|skip|quita|quitar|quitale|borra|borrar
REMOVE: elimina|eliminar|saca|sacar|tacha|retira|descarta|olvida|olvidate de|cancela|anula|tira|tirar|remover|apaga
REMOVE: apagar|exclui|excluir|deleta|deletar|risca|esquece|esqueca|descarta|cancelar|take
TAKE: take|takes|keep|leave|count|charge|include|deja|dejen|deixa|deixe|cobra|cobres|cuenten|cuentes|inclui
OUT: out|out of|off|fuera|fuera de|fora|fora de|de fora|aside|afuera|left out|excluded|excluido|excluida|not in
CHANGE: change|make|update|fix|correct|edit|adjust|switch|swap|turn|bump|raise|lower|set|give|cambia|cambiar|cambialo
CHANGE: corrige|corregir|actualiza|edita|modifica|arregla|ponlo|ponla|sube|subele|baja|deja|dejalo|muda|mudar|troca
CHANGE: trocar|altera|alterar|atualiza|ajusta|arruma|corrija|mude|troque|bota|let's|lets|do|can we|can you|could you
CHANGE: dejala|dejemos|deixa|vamos|sobe|aumenta|let|hagamos|haz|haga|faz|faca|pasa|passa|podes|puedes|pode|quiero|quero
SHOULD: should|should have|needs|has|tiene que|deberia|debia|deveria|devia|tem que|hay que|tem de|supposed to
SHOULD: was supposed to
WAS: was|were|is|are|be|been|being|came to|comes to|came out|cost|costs|came out at|was like|ended up|ended up being|=
WAS: fue|fueron|era|eran|es|son|ser|costo|costaron|salio|salieron|cuesta|sale|ha sido|han sido|fuera|quedo en|esta|estan
WAS: foi|foram|eram|sao|custou|custaram|saiu|sairam|ficou|ficou em|ta|estao|que foi|que fue|'s|'re|'m
JOIN: is in|are in|'s in|'re in|'m in|joined|joins|joining|came|comes|coming|in|along|came along|tagged along
JOIN: hopped in|turned up|showed up|was there
JOIN: were there|was with us|here|part of it|part of this|se suma|se sumo|se suman|se une|se unio|se apunta|se apunto
JOIN: viene|vino|vienen|vinieron|participa|participan|entra|entran|llego|con nosotros|estuvo|se incorpora|se agrega
JOIN: vem|veio|vieram|entra|entrou|entram|chegou|se juntou|participa|junto|com a gente|tava junto|foi junto|vai junto
JOIN: se suma a esto|se nos suma|was also there|made it|se sumaron|se unen
SKIP: skips|skipped|skipping|skip|sat out|sits out|missed|misses|opted out|passed on|passes on|stayed home|sitting out
SKIP: se salto|se salta|falto|se perdio|se pierde|pulou|pula|faltou|ficou de fora|fica fora|fica de fora|queda fuera
SKIP: quedo fuera|se quedo fuera|se queda fuera|was away|wasnt there|bailed on|ducked out of|dispensou|paso de|passa
NOT: not|never|nunca|tampoco|neither|didnt|doesnt|dont|isnt|wasnt|werent|cant|shouldnt|wont|hasnt|havent|nao|nem|ni
BUT: but|though|however|pero|porem|so|because|cause|cuz|since|as|porque|pq|pues|asi que|entonces|entao|por eso|por isso
BUT: ya que|que|sino|and so|while|mientras|which
AND: and|&|+|y|n|e|with|con|com|plus|junto con|as well as|tambien con
TOO: too|also|as well|aswell|tambien|tambem|tb|tbm|tmb|igualmente
BY: by|under|por|pelo|pela|from|on|thanks to|courtesy of|por conta de|a cargo de|por cuenta de
TO: to|al|ao|aos|pro|pra|pras|pros|para|into
OF: of|for|in|on|from|de|del|do|da|dos|das|em|en|na|nas|at|with|por|towards|about|off|off of|for the|as for|nesse|nessa
THIRD: a third|un tercio|um terco
LATER: from here on|from now on|from this point on|from this point|onwards|going forward|de ahora en adelante
LATER: a partir de ahora|desde ahora|de aqui en adelante|daqui pra frente|a partir de agora|de agora em diante
LATER: de aqui para frente|starting now|from then on|after that
AFTER: after|despues|despues de|depois|depois de|depois da|depois do|tras
WHO: who|quien|quem|that one who
DID: did|did it|fui|fue el|fue ella
PAYER: payer|pagador|pagadora|who paid|quien pago|quem pagou
RENAME: rename|call|should say|deberia decir|deveria dizer|llamemoslo|llamemosla|chamemos|ponle de nombre|renombra
RENAME: renombrar|renomeia|renomear|llamalo|llamala|llamalas|llamalos|chama|llama|llamale
IT: it|that|this|that one|this one|eso|esto|ese|esa|esse|essa|isso|isto|este|esta|that thing|them|those|aquilo|ellos
BOTH: both|both of them|both of those|both things|ambos|ambas|los dos|las dos|os dois|as duas|all of it|all of that
BOTH: the two|ambas cosas|all three|todo eso|tudo isso|las tres|los tres|os tres|as tres|the lot|all|todo|tudo|dois
"""
"""Rows of `SENSE: phrase|phrase`; a word that stands in several rows takes the first one."""

_FILLERS = """
    we the an a el la los las lo un una unos unas o os as um uma le les lhe se te please pls plz actually already
    now then well hey hi ok okay oh btw lol haha tbh really right thanks thx guys uh hmm like own still finally ya
    ahora luego porfa gracias bueno che oye mira ojo realidad verdad hecho finalmente fin favor dale eh ah epa ja
    agora pfv valeu obrigado obrigada ne ai entao vdd real mesmo mesma mismo misma ate por_favor gente cara mano
    mejor melhor better best cosa coisa tipo soh whole entire totally completely simply instead rather again thing
    things stuff bill expense expenses one ones gasto despesa conta cuenta item today yesterday ayer hoy hoje ontem
    tonight yeah yes yep si sim sage tal euh just_now later there
"""

ONLY_IN: Mapping[Language, Mapping[str, str]] = {
    "en": {"so": "BUT", "a": "", "as": "BUT", "no": "NOT", "do": "CHANGE", "in": "OF", "e": "AND", "me": "", "mas": ""},
    "es": {
        "no": "NOT",
        "a": "TO",
        "so": "BUT",
        "as": "",
        "e": "AND",
        "va": "SPLIT",
        "mas": "PLUS",
        "nos": "",
        "que": "WHO",
    },
    "pt": {"do": "OF", "so": "ONLY", "no": "OF", "n": "NOT", "a": "", "as": "", "mas": "BUT", "e": "AND", "que": "WHO"},
}
"""Words that mean something else in each language."""

ME_TOO: Mapping[str, str] = {"I_PAID": "PAID", "I_GAVE": "GAVE", "I_SETTLED": "SETTLED", "I_OWE": "OWE"}

LONGEST_PHRASE = 5


def _table() -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for row in filter(None, map(str.strip, _SENSES.splitlines())):
        sense, _, phrases = row.partition(":")
        for phrase in phrases.split("|"):
            found.setdefault(tuple(phrase.split()), sense)
    return found


SENSES = _table()
FILLERS = frozenset(_FILLERS.split())
