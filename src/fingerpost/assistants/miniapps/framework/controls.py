"""What can be said in every app: yes, no, help, undo, redo, back (whichever of the two can be), done, cancel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from fingerpost.assistants.miniapps.framework.matching import Match, Word, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import Words, words
from fingerpost.language.function_words import AND, ARTICLES, FOR, PLEASE, THANKS
from fingerpost.language.text import words as listed

Control = Literal["yes", "no", "help", "undo", "redo", "back", "done", "cancel"]


def _each(verbs: str, ends: str) -> str:
    """Return every verb with every end: "bring it back, put it back, …"."""
    return ", ".join(f"{verb.strip()} {end.strip()}" for verb in verbs.split(",") for end in ends.split(","))


CONTROLS: Mapping[Control, Words] = {
    "yes": words(
        """yes, yep, yeah, yup, sure, of course, go ahead, do it, confirm, confirmed, ok, okay, absolutely, y,
        please do, sounds good, yes do it, fine, go for it""",
        "sí, claro, por supuesto, adelante, hazlo, dale, confirmo, vale, ok, s, venga, de acuerdo, si claro, sip",
        """sim, claro, com certeza, pode, pode ser, vai, manda ver, confirmo, isso, ok, s, beleza, bora, aham, uhum,
        blz, isso mesmo, pode apagar""",
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
        """help, commands, what can you do, what can i do, what can i say, how does this work, how does * work,
        how do i use this,
        what can i tell,
        what are my options, options, show commands, list commands, instructions, how does it work""",
        """ayuda, ayúdame, comandos, qué puedes hacer, qué puedo hacer, qué puedo decir, cómo funciona, cómo se usa,
        opciones, instrucciones, cómo funciona esto""",
        """ajuda, me ajuda, comandos, o que você faz, o que vc faz, o que posso fazer, o que posso dizer,
        o que dá pra fazer, como funciona, como usa, como se usa, opções, instruções, como funciona isso""",
    ),
    "undo": words(
        """undo, revert, reverse that, take that back, take it back, go back, go back one step, step back, roll back,
        roll that back, scratch that, un do, take back, ctrl z, leave it as it was, leave it
        how it was""",
        """deshaz, deshacé, deshacer, deshacelo, revierte, revertir, vuelve atrás, volvé atrás, volver atrás, ve atrás,
        da marcha atrás, marcha atrás, echa atrás, anula, anular, anulá""",
        """desfaz, desfazer, desfaça, desfaz isso, reverte, reverter, reverta, volta atrás, volte atrás, voltar atrás,
        volta uma, volta, anula, anular, volta como tava, deixa como tava""",
    ),
    "redo": words(
        "redo, do it again, undo the undo",
        "rehaz, rehacé, rehacer, vuelve a hacerlo",
        "refaz, refazer, refaça, faz de novo",
    ),
    "back": words(
        _each(
            "bring, put, get, add, give, want, need, have",
            _each("it, that, them, em, those, these, that one, both, everything", "back"),
        )
        + """, bring back, put back, restore, keep it after all, keep them after all, put it back how it was,
        put it back the way it was, how it was, the way it was, like it was""",
        _each(
            "vuelve a, volvé a, volver a", "ponerlo, ponerla, ponerlos, ponerlas, meterlo, meterla, agregarlo, añadirlo"
        )
        + ", "
        + _each("pon, poné, mete, deja, déjalo, vuelve", "de vuelta, de nuevo, otra vez, como estaba, como estaban")
        + """, restaura, restaurar, devuelve, devolvé, regresa, regresá, recupera, recuperá, como estaba, de vuelta,
        ponlo de vuelta, ponlo otra vez, ponelo de nuevo, devuélvelo""",
        _each("põe, bota, coloca, traz, mete, volta, deixa", "de volta, de novo, como estava, como era, como estavam")
        + ", restaura, restaurar, devolve, devolva, recupera, recupere, traz, como estava",
    ),
    "done": words(
        """done, i'm done, im done, we're done, were done, we are done, i am done, all done, finish, finished,
        that's all, thats all, that is all, that's it, thats it, that will be all, that'll be all, we're finished,
        i'm finished, wrap it up, wrap up, all set, we're good, that's everything, finish up, save and close,
        i'm all set, end it""",
        """listo, terminé, terminamos, terminado, terminar, termina, hemos terminado, eso es todo, ya está,
        ya está todo, es todo, acabamos, acabé, hecho, finalizar, finaliza, ya terminamos, ya terminé, ya acabamos,
        con eso es todo, con eso basta, nada más, estamos listos, ya estamos""",
        """pronto, terminei, terminamos, terminado, terminar, termina, acabou, acabamos, acabei, é isso, é só isso,
        só isso, por hoje é só, finalizar, finaliza, concluir, conclui, concluído, encerrar, encerra, já terminamos,
        já terminei, era isso, é tudo, tudo certo, fechou, pode encerrar, pode finalizar, já acabamos""",
    ),
    "cancel": words(
        """cancel, stop, quit, exit, abort, close, never mind, nevermind, forget it, forget about it, get out, leave,
        shut it down, shut down, call it off, call off, cancel everything, discard, scrap the whole thing""",
        """cancela, cancelar, cancele, para, parar, detén, detente, salir, sal, salte, cierra, cerrar, olvida, olvídate,
        aborta, abortar, dejémoslo, descarta""",
        """cancela, cancelar, cancele, para, parar, pare, sair, sai, saia, fecha, fechar, feche, esquece, esqueça,
        deixa pra lá, deixa para lá, aborta, abortar, descarta, descartar""",
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
    will let let's lets want to like app trip planner planning plan bill split session here everything all with
    last one thing change step action actually hmm no yes yeah right i'd id love mean oye hola bueno pues
    entonces ahora ya lo este esta esto eso ese esa mi nuestro nos se puedes podrias quiero de del en viaje
    planificador cuenta todo todos aqui con ultimo ultima cambio paso accion si vamos hay que pfv oi ola bom
    entao agora ja isso isto esse essa meu minha nosso pode poderia quero da do na pro viagem planejador
    planejamento conta tudo mudanca passo acao sim gente tem amigo tio cara mano
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
    chosen = max(whole, key=lambda match: (match.who == "no", match.size, -match.first), default=None)
    if chosen is None:
        return None
    languages = [match.languages for match in found if match.who == chosen.who and match.spans == chosen.spans]
    return chosen._replace(languages=frozenset().union(*languages))


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
