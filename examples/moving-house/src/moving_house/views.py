"""What can be looked at of a move, and the words that ask for it."""

from __future__ import annotations

from fingerpost.assistants.miniapps.framework.parts import Language, State, View, said, words
from moving_house.showing import LIST, NO_BOX, NO_ROOM, NOBODY, box_text, heading, price_text, who_text

_LEFT = said("{n} left to pack.", "Por empacar: {n}.", "Falta embalar: {n}.")
_ALL_PACKED = said("Everything is packed.", "Está todo empacado.", "Está tudo embalado.")
_PACKED = said("{n} packed.", "Empacado: {n}.", "Embalado: {n}.")
_NONE_PACKED = said("Nothing is packed yet.", "Todavía no hay nada empacado.", "Ainda não há nada embalado.")
_ARRIVED = said("{n} arrived.", "Han llegado: {n}.", "Chegaram: {n}.")
_NONE_ARRIVED = said("Nothing has arrived yet.", "Todavía no ha llegado nada.", "Ainda não chegou nada.")
_CARE = said("{n} to handle with care.", "Con cuidado: {n}.", "Com cuidado: {n}.")
_NO_CARE = said("Nothing is fragile or heavy.", "Nada es frágil ni pesado.", "Nada é frágil nem pesado.")
_LEAVES = said("Not coming along: {n}.", "No se mudan: {n}.", "Não vão na mudança: {n}.")
_NONE_LEAVES = said("Everything comes along.", "Se lleva todo.", "Vai tudo na mudança.")
_BY_ROOM = said("The move by room.", "La mudanza por habitación.", "A mudança por cômodo.")
_BY_BOX = said("The move by box.", "La mudanza por caja.", "A mudança por caixa.")
_BY_PERSON = said("Who takes care of what.", "Quién se encarga de qué.", "Quem cuida de quê.")
_SALES = said("For sale: {sums}.", "En venta: {sums}.", "À venda: {sums}.")


def recap(state: State, language: Language) -> str:
    """Return the move in a few sentences."""
    things = state["things"]
    left = sum(not one["packed"] and one["fate"] == "keep" for one in things)
    told = [heading(state, language) + "."]
    if things:
        told.append(_LEFT[language].format(n=left) if left else _ALL_PACKED[language])
    sums: dict[str, int] = {}
    for price in (one["price"] for one in things if one["price"] and one["fate"] == "sell"):
        sums[price["currency"]] = sums.get(price["currency"], 0) + price["cents"]
    shown = [price_text({"cents": cents, "currency": currency}, language) for currency, cents in sums.items()]
    return " ".join([*told, *[_SALES[language].format(sums=" + ".join(shown))] * bool(shown)])


VIEWS = LIST.views(
    View(
        "list",
        words(
            "list, show, see, view, everything, what's on, what is on, what do we have, how many, which things",
            "lista, muestra, mostrar, muéstrame, ver, enséñame, qué tenemos, qué hay, dime, cuántas, cuántos",
            "lista, mostra, mostrar, mostre, ver, me mostra, o que temos, o que tem, quantas, quantos, quais",
        ),
        LIST.whole,
        default=True,
        example=said("show the list", "muestra la lista", "mostra a lista"),
    ),
    View(
        "left",
        words(
            "left, remaining, still, not packed, unpacked, to pack, haven't packed, missing, pending, to go",
            "falta, faltan, queda, quedan, pendiente, pendientes, sin empacar, por empacar, sin embalar, por guardar",
            "falta, faltam, resta, restam, pendente, pendentes, sem embalar, por embalar, ainda não, faltando",
        ),
        LIST.some(lambda one: not one["packed"] and one["fate"] == "keep", _LEFT, _ALL_PACKED),
        example=said("what is left to pack?", "¿qué falta?", "o que falta?"),
    ),
    View(
        "packed",
        words(
            "packed, what is packed, what's packed, packed so far, already packed, is ready, are ready",
            "empacado, empacada, empacamos, ya empacado, embalado, ya guardado, está listo, están listas",
            "embalado, embalada, já embalado, já embalamos, encaixotado, está pronto, já guardado",
        ),
        LIST.some(lambda one: bool(one["packed"]), _PACKED, _NONE_PACKED),
        example=said("what is packed?", "¿qué está empacado?", "o que está embalado?"),
    ),
    View(
        "arrived",
        words(
            "arrived, is there already, got there, unloaded", "llegado, llegó, llegaron", "chegou, chegaram, chegado"
        ),
        LIST.some(lambda one: bool(one["arrived"]), _ARRIVED, _NONE_ARRIVED),
        example=said("what has arrived?", "¿qué ha llegado?", "o que já chegou?"),
    ),
    View(
        "by room",
        words(
            "by room, rooms, per room, each room, room by room, which room",
            "por habitación, por cuarto, habitaciones, cuartos, cada cuarto, por ambiente",
            "por cômodo, cômodos, por quarto, quartos, cada cômodo, por ambiente",
        ),
        LIST.by("room", _BY_ROOM, NO_ROOM),
        example=said("show it by room", "por habitación", "por cômodo"),
    ),
    View(
        "by box",
        words("by box, boxes, box, which box, per box", "por caja, cajas, caja, qué caja", "por caixa, caixas, caixa"),
        LIST.by("box", _BY_BOX, NO_BOX, box_text),
        example=said("what is in the boxes?", "¿qué hay en las cajas?", "o que tem nas caixas?"),
    ),
    View(
        "by person",
        words(
            "who, by person, helpers, whose, each person",
            "quién, quiénes, por persona, encargados",
            "quem, por pessoa, responsáveis, ajudantes",
        ),
        LIST.by("who", _BY_PERSON, NOBODY, who_text),
        example=said("who takes what?", "¿quién lleva qué?", "quem leva o quê?"),
    ),
    View(
        "care",
        words(
            "fragile, heavy, breakable, with care",
            "frágil, frágiles, pesado, pesadas, pesados, con cuidado, delicado",
            "frágil, frágeis, pesado, pesados, pesadas, com cuidado, delicado",
        ),
        LIST.some(lambda one: one["care"] != "plain", _CARE, _NO_CARE),
        example=said("what is fragile?", "¿qué es frágil?", "o que é frágil?"),
    ),
    View(
        "leaves",
        words(
            "sell, selling, for sale, donate, donating, throw away, get rid, give away, giving away",
            "vender, vendemos, en venta, donar, donamos, regalar, tirar, tiramos",
            "vender, vendemos, à venda, doar, doamos, jogar fora, descartar",
        ),
        LIST.some(lambda one: one["fate"] != "keep", _LEAVES, _NONE_LEAVES),
        example=said("what do we sell or donate?", "¿qué vendemos o donamos?", "o que vamos vender ou doar?"),
    ),
    View(
        "recap",
        words(
            "recap, summary, summarize, overview, how's it going, how are we doing, progress, status, total",
            "resumen, resume, cómo va, cómo vamos, balance, estado, total",
            "resumo, resume, como está, como vai, como estamos, balanço, total",
        ),
        lambda state, _, language, __: (recap(state, language), (LIST.card(state, language),)),
        example=said("recap", "resumen", "resumo"),
    ),
)
