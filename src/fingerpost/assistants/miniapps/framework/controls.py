"""What can be said in every app: yes, no, help, undo, redo, back (whichever of the two can be), done, cancel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from fingerpost.assistants.miniapps.framework.matching import Match, Word, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import Said, Words, words
from fingerpost.language.agreement import AGREEING
from fingerpost.language.function_words import AND, ARTICLES, FOR, PLEASE, THANKS
from fingerpost.language.text import fold
from fingerpost.language.text import words as listed

Control = Literal["yes", "no", "help", "undo", "redo", "back", "done", "cancel"]


def _agreeing(language: str) -> str:
    return ", ".join(AGREEING[language].split())


CONTROLS: Mapping[Control, Words] = {
    "yes": words(
        f"""{_agreeing("en")}, of course, go ahead, do it, confirm, confirmed, y, please do, sounds good, yes do it,
        fine, go for it""",
        f"{_agreeing('es')}, por supuesto, adelante, hazlo, confirmo, s, venga, de acuerdo, si claro, sip",
        f"""{_agreeing("pt")}, com certeza, pode, pode ser, vai, manda ver, confirmo, s, bora, blz, isso mesmo,
        pode apagar""",
    ),
    "no": words(
        """no, nope, nah, don't, dont, do not, no way, n, rather not, keep it, keep them, not now, leave it, never,
        none, none of them, neither, i don't know, i dont know, idk, dunno, no idea""",
        """no, que no, mejor no, para nada, nel, déjalo, déjalo así, n, ahora no, no lo hagas, todavía no, ni hablar,
        ninguno, ninguna, no sé, ni idea""",
        """não, nao, nem, melhor não, deixa, deixa assim, n, agora não, nada disso, ainda não, não faz isso, nem pensar,
        nenhum, nenhuma, não sei, sei lá""",
    ),
    "help": words(
        "help, commands, show commands, list commands, options, what can i say, how does this work, how does * work",
        "ayuda, comandos, opciones, qué puedo decir, cómo funciona",
        "ajuda, comandos, opções, instruções, o que posso dizer, como funciona",
    ),
    "undo": words(
        "undo, un do, revert, take that back, take it back, go back, scratch that, leave it as it was",
        "deshaz, deshacé, deshacer, revierte, vuelve atrás, volver atrás, anula, anular, anulá",
        "desfaz, desfazer, desfaça, reverte, volta atrás, volta uma, volta, anula, anular, deixa como tava",
    ),
    "redo": words(
        "redo, do it again, undo the undo",
        "rehaz, rehacé, rehacer, vuelve a hacerlo",
        "refaz, refazer, refaça, faz de novo",
    ),
    "back": words(
        """bring * back, put * back, get * back, add * back, give * back, want * back, need * back, have * back,
        restore, keep it after all, keep them after all, how it was, the way it was, like it was""",
        """vuelve a ponerlo, vuelve a ponerla, vuelve a ponerlos, volvé a ponerlo, volver a ponerlo, pon * de vuelta,
        pon * de nuevo, pon * otra vez, mete * otra vez, de vuelta, como estaba, como estaban, restaura, devuelve,
        regresa, recupera""",
        """põe * de volta, bota * de volta, coloca * de volta, traz * de volta, põe * de novo, bota * de novo,
        coloca * de novo, como estava, como estavam, como era, restaura, devolve, recupera, traz""",
    ),
    "done": words(
        "done, finished, i'm done, we're done, were done, we are done, i am done, that's all, that's it, thats it",
        "listo, termina, terminar, terminamos, finaliza, acabé, acabamos, eso es todo, con eso basta, ya estamos",
        """pronto, termina, terminar, terminamos, finaliza, acabamos, é isso, só isso, era isso, encerra, encerrar,
        tudo certo, fechou""",
    ),
    "cancel": words(
        "cancel, stop, quit, exit, close, never mind, nevermind, forget it, discard",
        "cancela, cancelar, para, detén, detente, salir, salte, cierra, dejémoslo, descarta",
        "cancela, cancelar, para, pare, sair, saia, fecha, fechar, feche, deixa pra lá, deixa para lá, descarta",
    ),
}

FILLERS = (
    ARTICLES
    | FOR
    | AND
    | PLEASE
    | THANKS
    | listed("""
    kindly you thx hey hi ok okay oh well so then now this that it its my our me us i we just can could would
    will let let's lets want to like app session here everything all with last one thing change step action actually
    hmm no yes yeah right i'd id love mean oye hola bueno pues entonces ahora ya lo este esta esto eso ese esa mi
    nuestro nos se puedes podrias quiero de del en todo todos aqui con ultimo ultima cambio paso accion si vamos hay
    que pfv oi ola bom entao agora ja isso isto esse essa meu minha nosso pode poderia quero da do na pro tudo
    mudanca passo acao sim gente tem amigo tio cara mano
    """)
)
"""Words that say nothing of their own around one that does."""

_LONG = re.compile(r"([aeiou])\1{2,}")
"""What somebody drew out: "noooo"."""
MOST_WORDS = 60
"""Words of a message that says nothing beside a control."""

_AROUND_ENDS = FILLERS - listed("last one thing change step action ultimo ultima cambio paso accion mudanca passo acao")
"""Around a word that ends the app: with one of these something in it is meant, "forget the last one"."""

_SLIPS = listed("""
    oops whoops ops ups upsi uy ay ai ui ugh argh uff ah eita putz vixe epa opa caramba damn dang shoot crap nah nope
    lol haha jaja jajaja kkk kkkk sorry nvm wait no nao perdon equivoque desculpa foi mal errei mistake wrong my bad
    back them those these both two esos esas esses essas los dos os dois mejor melhor hmm again bring nada engano
    afinal fica era estaba tava was were scrap scratch queda quede bit that
""")
"""What people say around an undo."""


def control_of(text: str, among: Sequence[Control], meta: bool = False) -> Match[Control] | None:
    """Return the control that a message says and says nothing beside it; one that is known to be control may.

    The longest phrase counts, and a no before any yes: "ok no" confirms nothing.
    """
    message = words_of(text)
    if len(message) > MOST_WORDS and not meta:
        return None
    found = list(matches(message, [(name, CONTROLS[name]) for name in among]))
    whole = [match for match in found if meta or _says_all(message, match)]
    return max(whole, key=lambda match: (match.who == "no", match.size, -match.first), default=None)


def unnamed(text: str, title: Said) -> str:
    """Return a message without the words of an app's title: "cancel the trip" says no more than "cancel"."""
    names = {fold(word) for name in title.values() for word in name.split()}
    for word in reversed(words_of(text)):
        if word.folded in names:
            text = text[: word.start] + text[word.end :]
    return text


def says_only(text: str, among: Sequence[Control]) -> bool:
    """Whether a message says one of these, perhaps in more than one way, and nothing beside it."""
    message = words_of(text)
    covered = {span for match in matches(message, [(name, CONTROLS[name]) for name in among]) for span in match.spans}
    return bool(covered) and all((word.start, word.end) in covered or word.folded in _AROUND_ENDS for word in message)


def _says_all(message: Sequence[Word], match: Match[Control]) -> bool:
    covered = set(match.spans)
    fillers = FILLERS | _SLIPS if match.who in {"undo", "redo", "back"} else FILLERS
    if match.who in {"done", "cancel"}:
        fillers = _AROUND_ENDS
    return all((word.start, word.end) in covered or _LONG.sub(r"\1", word.folded) in fillers for word in message)
