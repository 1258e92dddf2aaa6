"""The words that ask for the bill's actions and views, what is asked back, and examples, in three languages.

No verb of paying stands here alone: it may begin the answer to "Who paid?".
"""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import said, words

EXPENSE = words(
    "add, put down, log, record, track, paid * for, paid for, was paid by, plus, throw in, i spent, we spent, note "
    "down, write down, jot down, total * paid, ^i owe, ^we owe",
    """añade, añadir, añada, añademe, agrega, agregar, agregue, agrégame, anota, anotar, anótame, apunta, apuntar,
    apúntame, suma, registra, registrar, mete,
    pagó * por, pagó * de, pagó el, pagó la, pagué * por, pagué * de, pagué el, pagué la, puse * de,
    pon el, pon la, pon los, pon las, pon un, pon una, ponme,
    ^le debo, ^debo, ^yo le debo, ^te debo, ^me debe, ^me deben,
    total * pagó""",
    """adiciona, adicionar, adicione, anota, anotar, anote, registra, registrar, coloca, colocar, coloque, bota,
    botar, põe, inclui, inclua, acrescenta,
    pagou * no, pagou * na, pagou * do, pagou * da, paguei * no, paguei * na, paguei o, paguei a, gastei, soma,
    ^eu devo, ^devo, ^me deve, ^me devem,
    total * pagou""",
)
PEOPLE = words(
    "are in, is in, are coming, is coming, is joining, are joining, joins us, include, invite, we are, we're",
    "somos, vienen, viene, se suma, se suman, se apunta, se apuntan, participan, incluye, incluir",
    "vem, vão, participam, entra, entram, somos, incluir, também vem",
)
EDIT = words(
    """change, make it, make that, update, fix, correct, edit, set, should be, should have been,
    actually, instead of, switch, swap""",
    """cambia, cambiar, cambie, corrige, corregir, actualiza, actualizar, edita, editar, modifica, modificar,
    arregla, en realidad, en vez de, eran, fueron, no era, no eran""",
    """muda, mudar, mude, troca, trocar, troque, altera, alterar, corrige, corrigir, corrija, atualiza, atualizar,
    na verdade, em vez de, arruma, eram, foram, não era, não foi""",
)
SHARE = words(
    "counts double, counts twice, leave * out, shouldn't be in, except, only between, just between, split it, split "
    "that, share it, divide it",
    "ponle doble, cuenta doble, paga doble, deja fuera, excepto, solo entre, divídelo, repártelo, no entra, divide",
    "conta em dobro, paga o dobro, deixa * fora, exceto, só entre, divide, racha, não entra",
)
PAY_BACK = words(
    """paid me back, paid * back, pay * back, paid back, settle up, settle, settled up, settled, mark * as paid,
    mark * paid, repaid, squared up, reimbursed, we're even,
    gave * back, paid me""",
    "devolvió, devolví, le devolvió, me pagó, le pagó, le pagué, me devolvió, salda, saldó, marca * pagado, marca * "
    "pagada, liquida, liquidó, ya me pagó, ya pagó, a mano",
    "devolveu, devolvi, me pagou, me devolveu, quitou, quitei, acertou, acertei, marca * pago, marca * paga, já me "
    "pagou, já pagou, pix, quites, acerta",
)
RENAME = words(
    "rename, change the name of, my name is, is actually called, is called, call me, should be called, i'm, i am",
    "renombra, renombrar, cambia el nombre, me llamo, mi nombre es, soy, se llama, yo soy",
    "renomeia, renomear, muda o nome, me chamo, meu nome é, sou, eu sou, se chama, troca o nome",
)
CLEAR = words(
    "clear, clear everything, clear all, wipe, reset, start over, start again, start from scratch, delete "
    "everything, remove everything, scrap everything",
    "borra todo, borrar todo, vacía, vaciar, limpia, limpiar, elimina todo, quita todo, empezar de cero, empieza de "
    "cero, empecemos de cero, reinicia, reiniciar, bórralo todo",
    "apaga tudo, apagar tudo, limpa, limpar, remove tudo, exclui tudo, tira tudo, zera, zerar, recomeçar, recomeça, "
    "começa do zero, começar do zero",
)
REMOVE = words(
    "remove, delete, drop, scrap, take off, take * off, take out, take * out, get rid of, erase, kick, kick out, "
    "cross off, isn't coming, is not coming, ditch",
    "quita, quitar, quite, borra, borrar, borre, elimina, eliminar, elimine, saca, sacar, saque, tira, retira, "
    "tacha, ya "
    "no viene, no viene",
    "remove, remover, remova, tira, tirar, tire, apaga, apagar, apague, exclui, excluir, exclua, deleta, deletar, "
    "retira, não vem, não vai mais",
)

OWED = words(
    """who owes, who owes whom, who owes who, owes, balance, balances, settle, settlement, settle up, show, summary,
    status, recap, how do we stand, where do we stand, see,
    who should pay, who has to pay, debts""",
    """quién le debe, quién debe, quien debe a quien, deben, saldo, saldos, balance, muestra, muéstrame, resumen,
    deudas, cómo vamos, cómo estamos""",
    """quem deve, quem deve a quem, quem deve pra quem, devem, devendo, saldo, saldos, balanço, mostra, mostrar, resumo,
    dívidas, como estamos, como tá, como está""",
)
TOTAL = words(
    """total, totals, how much in total, how much have we spent, how much did we spend, have we spent, did we spend,
    we spent, spent so far, sum, altogether, how much is it all, overall,
    grand total, all together, how much so far""",
    """total, totales, cuánto llevamos, cuánto gastamos, cuánto hemos gastado, hemos gastado, llevamos gastado,
    en total, cuánto es todo, suma, cuánto va""",
    """total, totais, quanto gastamos, quanto já gastamos, gastamos, a gente gastou, quanto deu, no total,
    quanto é tudo, soma, ao todo, quanto já foi""",
)
PERSON = words(
    """do i owe, i owe, am i owed, owe me, owes me, did i pay, have i paid, what i paid, my share, my balance,
    my part, what's my, does * owe, did * pay, has * paid, 's share, 's balance, is * owed,
    how much for me, each person, by person, per person, everyone's, each one""",
    """debo, le debo, me debe, me deben, cuánto pagué, qué pagué, he pagado, mi parte, mi saldo,
    tengo que poner, tengo que pagar,
    debe, qué pagó,
    cuánto pagó, qué * pagó, cuánto * pagó, ha pagado, parte de, saldo de, por persona, cada uno, cada quien,
    cada una""",
    """eu devo, devo, me deve, me devem, quanto * paguei, que * paguei, minha parte, meu saldo,
    tenho que pagar, tenho que pôr,
    deve, quanto * pagou,
    que * pagou, quanto pagou, parte do, parte da, saldo do, saldo da, por pessoa, cada um, cada uma""",
)
LIST = words(
    """list, expenses, list of expenses, show expenses, all expenses, what have we got, what do we have, what's on,
    whats on, what is on, what did we, entries, everything so far, who is in,
    who's in, what's in""",
    """lista, gastos, listar, lista de gastos, qué gastos, qué tenemos, qué llevamos, qué hay, quiénes somos,
    quiénes están, apuntado, anotado""",
    """lista, despesas, gastos, listar, lista de despesas, quais despesas, o que temos, o que tem, quem tá,
    quem está, anotado, o que já""",
)

ASK_EXPENSE = said(
    "What was it, how much, and who paid?", "¿Qué fue, cuánto y quién pagó?", "O que foi, quanto e quem pagou?"
)
ASK_PEOPLE = said("Who is in?", "¿Quiénes participan?", "Quem participa?")
ASK_EDIT = said("What shall I change, and to what?", "¿Qué cambio, y a qué?", "O que eu mudo, e para quê?")
ASK_PAY_BACK = said("Who paid whom back?", "¿Quién le devolvió a quién?", "Quem devolveu para quem?")
ASK_REMOVE = said("Which one shall I remove?", "¿Cuál quito?", "Qual eu tiro?")

EXAMPLE_EXPENSE = said(
    "dinner 84.50, Ana paid, split between Tom and Bea",
    "cena 84,50, pagó Ana, entre Tom y Bea",
    "jantar 84,50, a Ana pagou, entre Tom e Bea",
)
EXAMPLE_PEOPLE = said("add Niamh and Roisin", "agrega a Niamh y Roisin", "adiciona a Niamh e a Roisin")
EXAMPLE_EDIT = said("the taxi was 32 not 23", "cambia el taxi a 32", "muda o táxi pra 32")
EXAMPLE_SHARE = said("Tom counts double for the dinner", "ponle doble a Tom", "o Tom conta em dobro")
EXAMPLE_PAY_BACK = said("Tom paid Ana back 20", "Tom le devolvió 20 a Ana", "o Tom devolveu 20 pra Ana")
EXAMPLE_RENAME = said(
    "rename Tom to Tomas · I'm Ana", "renombra a Tom como Tomás · soy Ana", "renomeia Tom para Tomás · sou a Ana"
)
EXAMPLE_CLEAR = said("clear everything", "borra todo", "apaga tudo")
EXAMPLE_REMOVE = said("remove the taxi", "quita el taxi", "tira o táxi")
EXAMPLE_OWED = said("who owes whom?", "¿quién le debe a quién?", "quem deve pra quem?")
EXAMPLE_TOTAL = said("what's the total?", "¿cuánto llevamos?", "quanto deu no total?")
EXAMPLE_PERSON = said("how much do I owe?", "¿cuánto debo?", "quanto eu devo?")
EXAMPLE_LIST = said("list the expenses", "lista de gastos", "lista de despesas")
