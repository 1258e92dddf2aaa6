"""Whole conversations with the bill, in three languages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.state import balances, currencies, ids_of, name_of
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.framework.replay import replay
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.routebook.apps import AppEvent
from tests.assistants.miniapps.framework.talking import check

ENGLISH = [
    ("O", "Sage, let's split the bill", "Let's split the bill!"),
    ("T", "me, Oskar, Lin and Petra are in", "You, Oskar, Lin and Petra are in."),
    ("T", "add Niamh and Roisin, they're coming", "Niamh and Roisin are in."),
    ("T", "dinner 84.50, Ana paid", "Added dinner: 84.50 (Ana paid); new on the bill: Ana."),
    ("T", "Ana paid 30 for the taxi", "Added taxi: 30 (Ana paid)."),
    ("T", "it was 32 not 23", "Changed: taxi: 32 (Ana paid)."),
    ("T", "toilet paper 6.40 me", "Added toilet paper: 6.40 (you paid)."),
    ("T", "plus 14 for the car wash", "Who paid (car wash)?"),
    ("T", "Oskar", "Added car wash: 14 (Oskar paid)."),
    ("T", "the taxi was 30", "Changed: taxi: 30 (Ana paid)."),
    ("T", "dinner: split between Petra and Lin", "Changed: dinner: 84.50 (Ana paid; between Petra and Lin)."),
    ("T", "ribs 70 Lin", "Added ribs: 70 (Lin paid)."),
    ("T", "Theo doesn't eat meat so he shouldn't be in on that one", "Changed: ribs: 70 (Lin paid; without Theo)."),
    ("T", "Petra counts double", "Changed: ribs: 70 (Lin paid; Petra ×2, without Theo)."),
    ("T", "tickets 40 except Lin, Oskar paid", "Added tickets: 40 (Oskar paid; without Lin)."),
    ("T", "hotel 400, 2:1:1 between Ana, Lin and Petra, Lin paid", "Added hotel: 400 (Lin paid; Ana ×2, Lin ×1,"),
    ("T", "that was CAD not USD", "Changed: hotel: 400 CAD (Lin paid; Ana ×2, Lin ×1, Petra ×1)."),
    ("N", "who owes whom?", "Petra owes Ana 71.77, Niamh owes Oskar 20.76, Roisin owes Ana 20.76, you owe Lin 12.70,"),
    ("N", "how much do I owe?", "You paid 6.40, and your share is 20.77: you owe Lin 12.70, you owe Ana 1.21 and you"),
    ("N", "what did Ana pay?", "Ana paid 114.50, with a share of 20.76 + 200 CAD: Petra owes Ana 71.77, Roisin owes"),
    ("N", "what's the total", "The total is 244.90 + 400 CAD (7 expenses, 244.90 + 400 CAD · 8 people)."),
    ("N", "list expenses", "7 expenses, 244.90 + 400 CAD · 8 people: dinner: 84.50 (Ana paid; between Petra and"),
    ("T", "remove the car wash", "Removed car wash."),
    ("T", "remove Roisin", "Removed Roisin from the bill."),
    ("T", "remove Ana", "Ana has expenses or payments on the bill: remove them, or change who paid and who shares,"),
    ("T", "Alex paid me back", "Alex is not on the bill."),
    ("T", "beers 60 Alex", "Added beers: 60 (Alex paid); new on the bill: Alex."),
    ("T", "gas 90 me", "Added gas: 90 (you paid)."),
    ("T", "Alex paid me back", "There is no open debt (Alex → me); if money changed hands, say how much and to whom."),
    ("T", "settle up Petra's part", "Noted: Petra paid Ana 76.74, Petra paid you 12.03 and Petra paid Lin 100 CAD."),
    ("T", "Theo paid Ana 20", "Noted: Theo paid Ana 20."),
    ("T", "I'm Carla", "Hi Carla, now I know who you are."),
    ("N", "how much do I owe?", "Carla paid 96.40, with a share of 37.77: Niamh owes Carla 37.76 and Theo owes Carla"),
    ("T", "rename Lin to Linda", "Lin is now Linda."),
    ("T", "add Ana", "Already on the bill: Ana. If that is somebody else, give another name, such as “Ana B”."),
    ("T", "add Ana and Gus", "Gus is in; Ana was there already; for somebody else, give another name such as “Ana B”."),
    ("T", "actually Petra paid for the dinner", "Changed: dinner: 84.50 (Petra paid; between Petra and Linda)."),
    ("T", "it was Linda, not Petra", "Changed: dinner: 84.50 (Linda paid; between Petra and Linda)."),
    ("T", "change the dinner to 90", "Changed: dinner: 90 (Linda paid; between Petra and Linda)."),
    ("T", "lunch 285 Ana paid: Kelly 80, Marcus 120, Yuki 85", "Added lunch: 285 (Ana paid; Kelly 80, Marcus 120,"),
    ("T", "brunch 285 Ana paid: Kelly 80, Marcus 120, Yuki 80", "The shares add up to 280, but it was 285: 5 is"),
    ("T", "Kelly 85, Marcus 120, Yuki 80", "Changed: lunch: 285 (Ana paid; Kelly 85, Marcus 120, Yuki 80)."),
    ("T", "change the lunch to 300", "lunch is shared by amounts, and with 300 they are off by 15: say the new"),
    ("T", "museum -20 Ana", "An amount must be above zero; I left everything as it was. For money given back, say"),
    ("T", "undo", "Done: I took the last change back. & Kelly 80, Marcus 120, Yuki 85"),
    ("T", "redo", "Done: I brought the last change back. & Kelly 85, Marcus 120, Yuki 80"),
    ("T", "add ice cream", "How much was it (ice cream)?"),
    ("T", "12.50", "Who paid (ice cream)?"),
    ("T", "me", "Added ice cream: 12.50 (Carla paid)."),
    ("T", "call it gelato", "Changed: gelato: 12.50 (Carla paid)."),
    ("T", "leave Gus out", "Changed: gelato: 12.50 (Carla paid; without Gus)."),
    ("T", "add Gus to the gelato", "Changed: gelato: 12.50 (Carla paid), split equally."),
    ("T", "can you add 12 for tolls? I paid", "Added tolls: 12 (Carla paid)."),
    ("T", "could you put down 15 for snacks, Theo?", "Added snacks: 15 (Theo paid)."),
    ("T", "scrap that last one", "Removed snacks."),
    ("T", "remove Theo from the tolls", "Changed: tolls: 12 (Carla paid; without Theo)."),
    ("T", "Kelly and Marcus paid 40 for parking", "An expense has one payer: add what each of them paid on its own."),
    ("T", "ticket 20 Tom, ticket 30 Bea and bus 12 me", "Added 3 expenses: ticket, ticket and bus; new on the bill:"),
    ("T", "remove the ticket", "Which one is “the ticket”: 12. ticket (20), 13. ticket (30)? Say its number."),
    ("T", "number 13", "Removed ticket."),
    ("T", "coffees 4.50 each, Gus paid", "Added coffees: 63 (Gus paid); 14 × 4.50."),
    ("T", "tip 10 Ana, split 60/40 between Ana and Gus", "Added tip: 10 (Ana paid; Ana ×60, Gus ×40)."),
    ("N", "per person", "Carla paid 132.90, with a share of 30.03: Kelly owes Carla 90.84."),
    ("T", "everyone paid", "This marks all open debts (13) as paid. Are you sure? (yes/no)"),
    ("T", "yes", "Noted: Niamh paid Alex 30, Marcus paid Ana 149.96, Kelly paid Carla 90.84, Yuki paid Linda 88.05,"),
    ("N", "who owes whom?", "Nobody owes anything."),
    ("T", "clear everything", "This removes all 15 expenses and 14 people. Are you sure? (yes/no)"),
    ("T", "no", "OK, I left everything as it was."),
    ("T", "clear everything", "This removes all 15 expenses and 14 people. Are you sure? (yes/no)"),
    ("T", "yes", "The bill is empty now."),
]
SPANISH = [
    ("O", "Sage, dividamos la cuenta", "¡Dividamos la cuenta!"),
    ("T", "somos Ana, Beto, Quique y yo", "Ana, Beto, Quique y tú están en la cuenta."),
    ("T", "hielo 3500 sofi", "Añadí hielo: 3.500 (pagó sofi); se suma sofi."),
    ("T", "cena 12000, pagó Beto", "Añadí cena: 12.000 (pagó Beto)."),
    ("T", "Ana pagó 3000 del taxi", "Añadí taxi: 3.000 (pagó Ana)."),
    ("T", "yo puse 4500 de la carne", "Añadí carne: 4.500 (pagaste tú)."),
    ("T", "la carne solo entre Beto y yo", "Cambiado: carne: 4.500 (pagaste tú; entre Beto y tú)."),
    ("T", "carbón 1600 Ana", "Añadí carbón: 1.600 (pagó Ana)."),
    ("T", "ponle doble a Quique", "Cambiado: carbón: 1.600 (pagó Ana; Quique ×2)."),
    ("T", "gaseosas 2000 quique, solo entre Beto y yo", "Añadí gaseosas: 2.000 (pagó Quique; entre Beto y tú)."),
    ("T", "cambia el taxi a 3200", "Cambiado: taxi: 3.200 (pagó Ana)."),
    ("T", "eran 3300 no 3200", "Cambiado: taxi: 3.300 (pagó Ana)."),
    ("T", "el hielo fueron 3600", "Cambiado: hielo: 3.600 (pagó sofi)."),
    ("T", "agrega la ensalada", "¿Cuánto fue (ensalada)?"),
    ("T", "2500", "¿Quién pagó (ensalada)?"),
    ("T", "fui yo", "Añadí ensalada: 2.500 (pagaste tú)."),
    ("T", "apunta 700 de peaje", "¿Quién pagó (peaje)?"),
    ("T", "pagó Beto", "Añadí peaje: 700 (pagó Beto)."),
    ("N", "¿quién le debe a quién?", "Quique le debe 2.953,33 a Beto, sofi le debe 1.086,66 a Beto, le debes 723,34"),
    ("N", "¿cuánto debo?", "Pagaste 7.000 y tu parte es 7.936,67: le debes 723,34 a Beto y le debes 213,33 a Ana."),
    ("N", "¿cuánto debe Beto?", "Beto pagó 12.700 y su parte es 7.936,67: Quique le debe 2.953,33 a Beto, sofi le"),
    ("N", "¿cuánto llevamos?", "El total es 30.200 (8 gastos, 30.200 · 5 personas)."),
    ("N", "lista de gastos", "8 gastos, 30.200 · 5 personas: hielo: 3.600 (pagó sofi); cena: 12.000 (pagó Beto);"),
    ("N", "qué pagó Ana", "Ana pagó 4.900 y su parte es 4.686,67: le debes 213,33 a Ana."),
    ("T", "Beto le devolvió 2000 a Ana", "Anotado: Beto le pagó 2.000 a Ana."),
    ("T", "Sofi ya me pagó", "No hay ninguna deuda abierta (sofi → yo); si hubo un pago, di cuánto y a quién."),
    ("T", "le pagué 500 a Ana", "Anotado: le pagaste 500 a Ana."),
    ("T", "quita el taxi", "Quité taxi."),
    ("T", "quita a Quique", "Quique tiene gastos o pagos en la cuenta: quítalos, o cambia quién pagó y quién"),
    ("T", "borra el último", "Quité peaje."),
    ("T", "deshaz", "Listo: deshice el último cambio. & 7. peaje: 700 (pagó Beto)"),
    ("T", "rehaz", "Listo: rehice el último cambio. & !peaje"),
    ("T", "agrega a Leo y Marta", "Leo y Marta están en la cuenta."),
    ("T", "Leo no viene", "Quité a Leo de la cuenta."),
    ("T", "cambia el nombre de Marta a Martina", "Marta ahora es Martina."),
    ("T", "soy Pedro", "Hola Pedro, ya sé quién eres."),
    ("N", "¿cuánto debo?", "Pedro pagó 7.000 y su parte es 6.495,24: Quique le debe 1.004,76 a Pedro."),
    ("T", "también viene Lucas", "Lucas está en la cuenta."),
    ("T", "pizza 60/40 entre Ana y Beto, 5000, pagó Ana", "Añadí pizza: 5.000 (pagó Ana; Ana ×60, Beto ×40)."),
    ("T", "la pizza la pagó Beto", "Cambiado: pizza: 5.000 (pagó Beto; Ana ×60, Beto ×40)."),
    ("T", "en realidad la pizza la pagó Sofi", "Cambiado: pizza: 5.000 (pagó sofi; Ana ×60, Beto ×40)."),
    ("T", "Lucas no come postre así que no entra", "Ya está así."),
    ("T", "postres 90 euros pagó Ana", "Añadí postres: 90 euros (pagó Ana); tomo también los montos anteriores en"),
    ("T", "eso fue en dólares, no euros", "Cambiado: postres: 90 dólares (pagó Ana)."),
    ("T", "excepto Lucas", "Cambiado: postres: 90 dólares (pagó Ana; sin Lucas)."),
    ("T", "salda la parte de Beto", "Anotado: Beto le pagó 15 dólares a Ana."),
    ("T", "marca a Quique como pagado", "Anotado: Quique le pagó 985,72 euros a Pedro y Quique le pagó 15 dólares a"),
    ("T", "birras 15 mil Beto", "Añadí birras: 15.000 euros (pagó Beto)."),
    ("T", "vino 5000 Ana, queso 3000 Beto y pan 1000 yo", "Añadí 3 gastos: vino, queso y pan."),
    ("T", "hotel 30000 pagó Ana: Ana 10000, Beto 15000, Sofi 5000", "Añadí hotel: 30.000 euros (pagó Ana; Ana 10.000"),
    ("T", "hotel 30000 pagó Ana: Ana 10000, Beto 15000, Sofi 4000", "Las partes suman 29.000, pero fue 30.000:"),
    ("T", "helado -20 Ana", "El monto debe ser mayor que cero; dejé todo como estaba. Si es dinero devuelto, di"),
    ("T", "agrega a Ana", "Ya está en la cuenta: Ana. Si es otra persona, dale otro nombre, como «Ana B»."),
    ("T", "la pagó Juancho, la entrada, 800", "Añadí entrada: 800 euros (pagó Juancho); se suma Juancho."),
    ("T", "borra todo", "Esto borra los 14 gastos y 8 personas. ¿Seguro? (sí/no)"),
    ("T", "no", "Vale, lo dejé todo como estaba."),
    ("T", "borra todo", "Esto borra los 14 gastos y 8 personas. ¿Seguro? (sí/no)"),
    ("T", "sí", "La cuenta está vacía ahora."),
]
PORTUGUESE = [
    ("O", "Sage, vamos dividir a conta, por favor", "Vamos dividir a conta!"),
    ("T", "somos eu, Thiago, Bia e Caio", "Você, Thiago, Bia e Caio estão na conta."),
    ("T", "carne 120 Thiago", "Adicionei carne: 120 (Thiago pagou)."),
    ("T", "o gelo também, 15 reais do Thiago", "Adicionei gelo: 15 reais (Thiago pagou); considero os valores"),
    ("T", "a Bia pagou 90 no mercado", "Adicionei mercado: 90 reais (Bia pagou)."),
    ("T", "eu paguei a luz, 187,40", "Adicionei luz: 187,40 reais (você pagou)."),
    ("T", "muda a luz pra 178,40", "Mudei: luz: 178,40 reais (você pagou)."),
    ("T", "na verdade a luz foi 180", "Mudei: luz: 180 reais (você pagou)."),
    ("T", "cerveja 60 do Caio, menos a Bia", "Adicionei cerveja: 60 reais (Caio pagou; sem Bia)."),
    ("T", "a cerveja só entre eu e o Caio", "Mudei: cerveja: 60 reais (Caio pagou; entre você e Caio)."),
    ("T", "pão 8 Bia", "Adicionei pão: 8 reais (Bia pagou)."),
    ("T", "o Caio conta em dobro", "Mudei: pão: 8 reais (Bia pagou; Caio ×2)."),
    ("T", "adiciona o carvão", "Quanto foi (carvão)?"),
    ("T", "25", "Quem pagou (carvão)?"),
    ("T", "foi o Thiago", "Adicionei carvão: 25 reais (Thiago pagou)."),
    ("T", "pizza R$ 80, quem pagou foi a Bia", "Adicionei pizza: 80 reais (Bia pagou)."),
    ("N", "quem deve pra quem?", "Caio deve 48,90 reais a Bia, Caio deve 30,90 reais a Thiago e Caio te deve 20,90"),
    ("N", "quanto eu devo?", "Você pagou 180 reais e a sua parte é 159,10 reais: Caio te deve 20,90 reais."),
    ("N", "quanto o Caio deve?", "Caio pagou 60 reais e a sua parte é 160,70 reais: Caio deve 48,90 reais a Bia,"),
    ("N", "quanto deu no total?", "O total é 578 reais (8 despesas, 578 reais · 4 pessoas)."),
    ("N", "lista de despesas", "8 despesas, 578 reais · 4 pessoas: carne: 120 reais (Thiago pagou); gelo: 15 reais"),
    ("N", "o que a Bia pagou?", "Bia pagou 178 reais e a sua parte é 129,10 reais: Caio deve 48,90 reais a Bia."),
    ("T", "o Caio devolveu 20 pra Bia", "Anotado: Caio pagou 20 reais a Bia."),
    ("T", "o Caio já me pagou", "Anotado: Caio te pagou 20,90 reais."),
    ("T", "paguei 10 pro Thiago", "Anotado: você pagou 10 reais a Thiago."),
    ("T", "fiz um pix de 5 pra Bia", "Anotado: você pagou 5 reais a Bia."),
    ("T", "tira o gelo", "Removi gelo."),
    ("T", "tira o Caio", "Caio tem despesas ou pagamentos na conta: remova-os, ou mude quem pagou e quem divide, e"),
    ("T", "remove a última", "Removi pizza."),
    ("T", "desfaz", "Pronto: desfiz a última mudança. & 7. pizza: 80 reais (Bia pagou)"),
    ("T", "refaz", "Pronto: refiz a última mudança. & !pizza"),
    ("T", "adiciona a Manu e o Léo", "Manu e Léo estão na conta."),
    ("T", "o Léo não vem mais", "Removi Léo da conta."),
    ("T", "renomeia Manu para Manuela", "Manu agora é Manuela."),
    ("T", "sou a Carla", "Oi Carla, agora sei quem você é."),
    ("N", "quanto eu devo?", "Carla pagou 180 reais e a sua parte é 114,34 reais: Manuela deve 59,76 reais a Carla."),
    ("T", "não era 25, era 35", "Mudei: carvão: 35 reais (Thiago pagou)."),
    ("T", "isso foi em euros, não reais", "Mudei: carvão: 35 euros (Thiago pagou)."),
    ("T", "a Bia não bebe então não entra nessa", "Mudei: carvão: 35 euros (Thiago pagou; sem Bia)."),
    ("T", "uber 18,90 pagou Thiago", "Adicionei uber: 18,90 reais (Thiago pagou)."),
    ("T", "o uber quem pagou foi a Bia", "Mudei: uber: 18,90 reais (Bia pagou)."),
    ("T", "divide igual", "Já está assim."),
    ("T", "acerta a parte do Caio", "Anotado: Caio pagou 8,79 reais a Bia, Caio pagou 4,76 reais a Thiago e Caio"),
    ("T", "marca a Bia como paga", "Não há nenhuma dívida aberta (Bia → …); se houve um pagamento, diga quanto e a"),
    ("T", "vinho 50 Bia, queijo 30 Thiago e suco 10 eu", "Adicionei 3 despesas: vinho, queijo e suco."),
    ("T", "aluguel 3000 Thiago pagou: Thiago 1000, Bia 1500, Caio 500", "Adicionei aluguel: 3.000 reais (Thiago"),
    ("T", "aluguel 3000 Thiago pagou: Thiago 1000, Bia 1500, Caio 400", "As partes somam 2.900, mas foi 3.000:"),
    ("T", "hotel 100, 60/40 entre Bia e Caio, Bia pagou", "Adicionei hotel: 100 reais (Bia pagou; Bia ×60, Caio ×40)."),
    ("T", "mais 14 do estacionamento", "Quem pagou (estacionamento)?"),
    ("T", "eu", "Adicionei estacionamento: 14 reais (Carla pagou)."),
    ("T", "aluguel -5 Bia", "O valor deve ser maior que zero; deixei tudo como estava. Se for dinheiro devolvido,"),
    ("T", "adiciona a Bia", "Já está na conta: Bia. Se for outra pessoa, dê outro nome, como “Bia B”."),
    ("T", "deixa o Caio fora", "Mudei: estacionamento: 14 reais (Carla pagou; sem Caio)."),
    ("T", "coloca o Caio no estacionamento", "Mudei: estacionamento: 14 reais (Carla pagou), dividido por igual."),
    ("T", "todo mundo já pagou", "Isto marca como pagas todas as dívidas (6). Tem certeza? (sim/não)"),
    ("T", "sim", "Anotado: Bia pagou 1.430,80 reais a Thiago, Caio pagou 560,80 reais a Thiago, Manuela pagou 64,18"),
    ("N", "quem deve pra quem?", "Ninguém deve nada."),
    ("T", "apaga tudo", "Isto apaga as 13 despesas e 5 pessoas. Tem certeza? (sim/não)"),
    ("T", "não", "Certo, deixei tudo como estava."),
    ("T", "zera", "Isto apaga as 13 despesas e 5 pessoas. Tem certeza? (sim/não)"),
    ("T", "sim", "A conta está vazia agora."),
]


@pytest.mark.parametrize("lines", [ENGLISH, SPANISH, PORTUGUESE], ids=["en", "es", "pt"])
async def test_whole_conversations(lines: list[tuple[str, str, str]]) -> None:
    assert len(lines) >= 50
    talk = Talk(APP)
    for one in lines:
        await check(talk, [one])
        for currency in currencies(talk.state):
            assert sum(balances(talk.state, currency).values()) == 0


def found(state: State) -> list[tuple[str, int, str, str]]:
    """Return what was bought, for how much, in which currency and by whom."""
    return [(one["what"], one["cents"], one["currency"], name_of(state, one["payer"])) for one in state["expenses"]]


@pytest.mark.parametrize(
    ("text", "what", "cents", "payer"),
    [
        ("dinner 84.50, Ana paid", "dinner", 8450, "Ana"),
        ("Dinner was 84.50 and Ana paid", "Dinner", 8450, "Ana"),
        ("Ana paid 30 for the taxi", "taxi", 3000, "Ana"),
        ("ana paid 30 for the taxi", "taxi", 3000, "Ana"),
        ("the taxi cost 30, paid by Ana", "taxi", 3000, "Ana"),
        ("taxi 30 ana", "taxi", 3000, "Ana"),
        ("30 taxi Ana", "taxi", 3000, "Ana"),
        ("Ana 30 taxi", "taxi", 3000, "Ana"),
        ("taxi: 30, Ana", "taxi", 3000, "Ana"),
        ("toilet paper 6.40 me", "toilet paper", 640, "me"),
        ("I got the coffees, 12.40", "coffees", 1240, "me"),
        ("I spent 20 bucks on snacks", "snacks", 2000, "me"),
        ("add 20 dollars for parking, paid by Bea", "parking", 2000, "Bea"),
        ("please add the ferry, 44, Bea covered it", "ferry", 4400, "Bea"),
        ("drinks were 27 on Bea", "drinks", 2700, "Bea"),
        ("Will paid 15 for the map", "map", 1500, "Will"),
        ("rent 1k Tom", "rent", 100_000, "Tom"),
        ("hielo 3500 sofi", "hielo", 350_000, "sofi"),
        ("Sofi puso 3500 del hielo", "hielo", 350_000, "Sofi"),
        ("15 mil pesos de carne, pagó Sofi", "carne", 1_500_000, "Sofi"),
        ("yo pague 300 de la gasolina", "gasolina", 30_000, "me"),
        ("cerveza 12 euros yo", "cerveza", 1200, "me"),
        ("la luz la pagó Ana, 45,60", "luz", 4560, "Ana"),
        ("o gelo também, 15 reais do Thiago", "gelo", 1500, "Thiago"),
        ("o gelo tambem, 15 reais do Thiago", "gelo", 1500, "Thiago"),
        ("a Bia pagou R$ 1.234,56 no hotel", "hotel", 123_456, "Bia"),
        ("uber 18,90 pagou Thiago", "uber", 1890, "Thiago"),
        ("eu paguei 50 no mercado", "mercado", 5000, "me"),
        ("paguei 50 no mercado", "mercado", 5000, "me"),
    ],
)
async def test_an_expense_in_many_words(text: str, what: str, cents: int, payer: str) -> None:
    talk = Talk(APP)
    await check(talk, [("O", "split the bill", "no expenses yet"), ("T", "Ana, Tom and Leo are in", "are in")])
    reply = await talk.say(text)
    [(bought, amount, _, who)] = found(talk.state)
    assert (bought, amount) == (what, cents), reply.text
    # The speaker is called by the word of the language that was spoken.
    assert who == payer or (payer == "me" and who in ("me", "yo", "eu")), reply.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pizza 30 Ana, split between Tom and Bea", {"Tom": 1500, "Bea": 1500}),
        ("pizza 30 Ana, just for Tom and Leo", {"Tom": 1500, "Leo": 1500}),
        ("pizza 30 Ana except Leo", {"Ana": 1500, "Tom": 1500}),
        ("pizza 30, Ana paid, everyone but Leo", {"Ana": 1500, "Tom": 1500}),
        ("pizza 30 Ana. Leo doesn't eat cheese so he shouldn't be in on that one", {"Ana": 1500, "Tom": 1500}),
        ("pizza 40 Ana, Tom counts double", {"Ana": 1000, "Tom": 2000, "Leo": 1000}),
        ("pizza 40 Ana 2:1:1", {"Ana": 2000, "Tom": 1000, "Leo": 1000}),
        ("pizza 40 Ana, 60/40 between Tom and Leo", {"Tom": 2400, "Leo": 1600}),
        ("pizza 40 Ana: Tom 25, Leo 15", {"Tom": 2500, "Leo": 1500}),
        ("pizza 40 Ana, solo entre Tom y Leo", {"Tom": 2000, "Leo": 2000}),
        ("pizza 40 Ana, menos Leo", {"Ana": 2000, "Tom": 2000}),
        ("pizza 40 pagó Ana, ponle doble a Tom", {"Ana": 1000, "Tom": 2000, "Leo": 1000}),
        ("pizza 40 da Ana, só entre Tom e Leo", {"Tom": 2000, "Leo": 2000}),
        ("pizza 40 da Ana, o Leo não entra", {"Ana": 2000, "Tom": 2000}),
        ("pizza 40 da Ana, o Tom conta em dobro", {"Ana": 1000, "Tom": 2000, "Leo": 1000}),
        ("pizza 10 Ana", {"Ana": 334, "Tom": 333, "Leo": 333}),
    ],
)
async def test_shares_in_many_words(text: str, parts: dict[str, int]) -> None:
    talk = Talk(APP)
    await check(talk, [("O", "split the bill", "no expenses yet"), ("T", "Ana, Tom and Leo are in", "are in")])
    reply = await talk.say(text)
    one = talk.state["expenses"][0]
    borne_by = borne(one["cents"], one["shares"], ids_of(talk.state))
    assert {name_of(talk.state, who): cents for who, cents in borne_by.items()} == parts, reply.text


@pytest.mark.parametrize(
    "text",
    [
        "Tom paid Ana back", "Tom paid back Ana", "Tom paid Ana 15", "tom has paid ana back", "Tom gave Ana back 15", "Tom repaid Ana",
        "settle up Tom's part", "mark Tom as paid", "Tom's debt is paid", "Tom settled up", "Tom and Ana are even", "Ana and Tom are even", "Ana y Tom están a mano",
        "Tom le devolvió 15 a Ana", "Tom le pagó a Ana", "Tom ya le pagó 15 a Ana", "salda la parte de Tom", "marca a Tom como pagado",
        "o Tom devolveu 15 pra Ana", "Tom pagou 15 pra Ana", "o Tom quitou a parte dele", "acerta a parte do Tom", "marca o Tom como pago",
        "Tom fez um pix de 15 pra Ana",
    ],
)  # fmt: skip
async def test_a_debt_is_paid(text: str) -> None:
    talk = Talk(APP)
    await check(
        talk,
        [
            ("O", "split the bill", "no expenses yet"),
            ("T", "Ana and Tom are in", "are in"),
            ("T", "taxi 30 Ana", "Added taxi: 30 (Ana paid)."),
        ],
    )
    reply = await talk.say(text)
    [payment] = talk.state["payments"]
    ends = name_of(talk.state, payment["giver"]), name_of(talk.state, payment["taker"])
    assert (*ends, payment["cents"]) == ("Tom", "Ana", 1500), reply.text
    assert not any(balances(talk.state, "").values())


async def test_what_opens_it_may_name_people() -> None:
    talk = Talk(APP)
    reply = await talk.say("let's split the bill with Ana and Tom, I'm Carla", opens="bill_split")
    assert [one["name"] for one in talk.state["people"]] == ["Carla", "Ana", "Tom"]
    assert name_of(talk.state, talk.state["speaker"]) == "Carla"
    assert "Carla, Ana and Tom" in reply.text


async def test_what_opens_it_may_ask_for_more() -> None:
    talk = Talk(APP)
    reply = await talk.say("let's split the bill, add dinner 84.50 Ana", opens="bill_split")
    assert found(talk.state) == [("dinner", 8450, "", "Ana")], reply.text


async def test_the_speaker_gets_a_name() -> None:
    talk = Talk(APP)
    await check(
        talk,
        [
            ("O", "split the bill", "no expenses yet"),
            ("T", "taxi 30 me", "you paid"),
            ("T", "dinner 50 Tom", "Added dinner: 50 (Tom paid); new on the bill: Tom."),
            ("N", "how much do I owe?", "you owe Tom 10"),
            ("T", "I'm Tom", "both on the bill"),
            ("T", "I'm Ana", "Hi Ana"),
            ("N", "how much do I owe?", "Ana owes Tom 10"),
            ("T", "beer 10 me", "Ana paid"),
        ],
    )
    assert [one["name"] for one in talk.state["people"]] == ["Ana", "Tom"]


async def test_a_name_that_is_known_may_be_the_speakers() -> None:
    talk = Talk(APP)
    lines = [
        ("O", "split the bill", "no expenses yet"),
        ("T", "taxi 30 Ana", "Added taxi: 30 (Ana paid)."),
        ("T", "I'm Ana", "Hi Ana"),
        ("T", "wine 8 me", "Ana paid"),
    ]
    await check(talk, lines)
    assert [one["name"] for one in talk.state["people"]] == ["Ana"]


async def test_several_currencies_are_settled_each_on_its_own() -> None:
    talk = Talk(APP)
    await check(
        talk,
        [
            ("O", "split the bill", "no expenses yet"),
            ("T", "hotel €300 Ana", "€300"),
            ("T", "museum $40 Tom", "$40"),
            ("N", "who owes whom?", "Tom owes Ana €150 & Ana owes Tom $20"),
            ("N", "total", "€300 + $40"),
            ("T", "that was CAD not USD", "40 CAD"),
            ("N", "who owes whom?", "Ana owes Tom 20 CAD"),
            ("T", "Tom paid Ana back", "Tom paid Ana €150"),
            ("N", "who owes whom?", "Ana owes Tom 20 CAD & !€150 "),
        ],
    )


async def test_amounts_without_a_currency_get_the_first_one() -> None:
    talk = Talk(APP)
    lines = [
        ("O", "split the bill", "no expenses yet"),
        ("T", "taxi 30 Ana", "Added taxi: 30 (Ana paid)."),
        ("T", "wine 8 euros Tom", "earlier amounts"),
    ]
    await check(talk, [*lines, ("T", "bread 2 Ana", "2 euros")])
    assert {one["currency"] for one in talk.state["expenses"]} == {"EUR"}


async def test_questions_are_asked_once_and_dropped() -> None:
    talk = Talk(APP)
    await check(
        talk,
        [
            ("O", "split the bill", "no expenses yet"),
            ("T", "taxi 30", "Who paid (taxi)?"),
            ("T", "dinner 84.50, Ana paid", "Added dinner"),
            ("T", "add the museum", "How much was it (museum)?"),
            ("T", "never mind", "left everything as it was"),
        ],
    )
    assert [what for what, *_ in found(talk.state)] == ["dinner"]
    assert APP.expects(APP.data(talk.session.events if talk.session else ()), "Ana") is False


async def test_it_expects_the_answer_to_its_question() -> None:
    talk = Talk(APP)
    await check(talk, [("O", "split the bill", "no expenses yet"), ("T", "taxi 30", "Who paid")])
    data = APP.data(talk.session.events if talk.session else ())
    assert all(
        APP.expects(data, text) for text in ("Ana", "me", "it was Tom", "Ana paid", "paid by Ana", "fui eu", "pagó Ana")
    )
    assert not any(
        APP.expects(data, text) for text in ("who owes whom?", "dinner 84.50 Ana", "what a day", "remove the taxi")
    )


async def test_a_repeated_request_says_the_same_and_changes_nothing() -> None:
    talk = Talk(APP)
    await talk.say("split the bill", opens="bill_split")
    first = await talk.say("taxi 30 Ana", request="same")
    again = await talk.say("taxi 30 Ana", request="same")
    assert again.text == first.text
    assert again.change is None
    assert len(talk.state["expenses"]) == 1


async def test_replay_of_a_conversation_gives_its_state() -> None:
    talk = Talk(APP)
    for intent, text, _ in ENGLISH[:40]:
        await talk.say(text, "T" if intent == "O" else intent, "bill_split" if intent == "O" else "")
    assert talk.session is not None
    events: tuple[AppEvent, ...] = talk.session.events
    assert replay(APP.start, APP.apply, events).state == talk.state


async def test_done_tells_who_owes_whom() -> None:
    talk = Talk(APP)
    await check(
        talk,
        [
            ("O", "split the bill", "no expenses yet"),
            ("T", "taxi 30 Ana", "Added taxi: 30 (Ana paid)."),
            ("T", "wine 10 Tom", "Added wine: 10 (Tom paid); new on the bill: Tom."),
        ],
    )
    reply = await talk.say("done", "M")
    assert "Tom owes Ana 10" in reply.text
    assert talk.session is not None
    assert talk.session.ended == "done"


async def test_cards_hold_what_programs_need() -> None:
    talk = Talk(APP)
    await talk.say("split the bill", opens="bill_split")
    reply = await talk.say("taxi 30 Ana, split between Ana and Tom")
    [card] = reply.parts
    assert card.kind == "card"
    assert card.values["app"] == "bill_split"
    assert card.values["people"] == ["Ana", "Tom"]
    assert [(one["what"], one["cents"], one["payer"]) for one in card.values["items"]] == [("taxi", 3000, "Ana")]
    assert [(one["giver"], one["taker"], one["cents"]) for one in card.values["transfers"]] == [("Tom", "Ana", 1500)]
    assert "Tom → Ana: 15" in shown(reply)
