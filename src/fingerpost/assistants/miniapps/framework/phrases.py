"""What the framework itself says to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fingerpost.assistants.miniapps.framework.parts import Action, Language, View, said
from fingerpost.routing.layers.apps import asks_to_resume

if TYPE_CHECKING:
    from fingerpost.assistants.miniapps.framework.app import MiniApp

DECLINED = said(
    "OK, I left everything as it was.", "Vale, lo dejé todo como estaba.", "Certo, deixei tudo como estava."
)
UNDONE = said(
    "Done: I took the last change back.", "Listo: deshice el último cambio.", "Pronto: desfiz a última mudança."
)
REDONE = said(
    "Done: I brought the last change back.", "Listo: rehice el último cambio.", "Pronto: refiz a última mudança."
)
NO_UNDO = said(
    "There is nothing to take back yet.", "Todavía no hay nada que deshacer.", "Ainda não há nada para desfazer."
)
SAME_ALREADY = said("That is how it is already.", "Ya está así.", "Já está assim.")
TOO_MUCH = said(
    "That was a lot: I did the first {n}. Send me the rest in another message.",
    "Era mucho: hice lo primero, {n} cosas. Mándame el resto en otro mensaje.",
    "Era muita coisa: fiz as primeiras {n}. Mande o resto em outra mensagem.",
)
NO_REDO = said("There is nothing to bring back.", "No hay nada que rehacer.", "Não há nada para refazer.")
NO_APP = said(
    "No app is open here at the moment. Say what you want to start: {apps}.",
    "Ahora mismo no hay ninguna app abierta. Di qué quieres empezar: {apps}.",
    "Não há nenhum app aberto agora. Diga o que quer começar: {apps}.",
)
FAILED = said(
    "Something broke in {app}. Nothing was changed and nothing was lost; please try it in other words.",
    "Algo falló en {app}. No se cambió ni se perdió nada; prueba a decirlo de otra forma.",
    "Algo falhou em {app}. Nada foi mudado nem perdido; tente dizer de outro jeito.",
)
DAMAGED = said(
    "{app} cannot read messages: it is installed with damaged files, which the log names. Nothing was changed, and what"
    " you wrote is not at fault.",
    "{app} no puede leer mensajes: su instalación tiene archivos dañados, que el registro nombra. No se cambió nada, y"
    " lo que escribiste está bien.",
    "{app} não consegue ler mensagens: a instalação tem arquivos danificados, que o registro indica. Nada foi mudado, e"
    " o que você escreveu está certo.",
)
FAILED_ENDED = said(
    "I closed {app}, which has a fault. Nothing that was stored is lost.",
    "Cerré {app}, que tiene un fallo. No se perdió nada de lo guardado.",
    "Fechei {app}, que está com uma falha. Nada do que foi guardado se perdeu.",
)
UNDERSTOOD = said(
    "Did I understand you right? I would do this: {told} (yes/no)",
    "¿Te entendí bien? Haría esto: {told} (sí/no)",
    "Entendi bem? Eu faria isto: {told} (sim/não)",
)
WHICH_OF = said("Which one do you mean: {names}?", "¿Cuál quieres decir: {names}?", "Qual você quer dizer: {names}?")
CLOSE = said("Shall I close {app}? (yes/no)", "¿Cierro {app}? (sí/no)", "Fecho {app}? (sim/não)")
SWITCH = said(
    "{app} is open ({holds}). Close it and start {other}? (yes/no)",
    "{app} está en marcha ({holds}). ¿Lo cierro y empiezo {other}? (sí/no)",
    "{app} está em andamento ({holds}). Fecho e começo {other}? (sim/não)",
)
SWITCH_BACK = said(
    "{app} is open ({holds}). Close it and go back to the earlier one ({earlier})? (yes/no)",
    "{app} está en marcha ({holds}). ¿Lo cierro y vuelvo al anterior ({earlier})? (sí/no)",
    "{app} está em andamento ({holds}). Fecho e volto ao anterior ({earlier})? (sim/não)",
)
RESUMED = said(
    "We go on where it was: {holds}.", "Seguimos donde estaba: {holds}.", "Continuamos de onde estava: {holds}."
)
KEPT = said(
    "An earlier one is kept ({holds}): say “{words}” to go back to it.",
    "Queda guardado uno anterior ({holds}): di «{words}» para volver a él.",
    "Há um anterior guardado ({holds}): diga “{words}” para voltar a ele.",
)
NONE_KEPT = said(
    "There is no earlier one here, so this is a new one.",
    "Aquí no hay ninguno anterior, así que este es nuevo.",
    "Aqui não há nenhum anterior, então este é novo.",
)
_REOPEN = said("reopen {app}", "retomar {app}", "retomar {app}")
UNKNOWN = said(
    "I did not catch what to do. For example: {examples}. “help” shows everything.",
    "No entendí qué hacer. Por ejemplo: {examples}. «ayuda» lo muestra todo.",
    "Não entendi o que fazer. Por exemplo: {examples}. “ajuda” mostra tudo.",
)
_HELP = said("This is what you can say in {app}:", "Esto puedes decir en {app}:", "Isto você pode dizer em {app}:")
_ALWAYS = said(
    "undo · redo · done · cancel · help",
    "deshaz · rehaz · listo · cancela · ayuda",
    "desfaz · refaz · pronto · cancela · ajuda",
)


def help_text(app: MiniApp, language: Language) -> str:
    """Return all that can be said in an app, by example."""
    listed = [*_examples(app.actions, language), *_examples(app.views, language), _ALWAYS[language]]
    return "\n".join([_HELP[language].format(app=app.title[language]), *(f"- {example}" for example in listed)])


def unknown_text(app: MiniApp, language: Language) -> str:
    """Return what is said where nothing was understood: the first things that one can say."""
    examples = [*_examples(app.actions, language)[:2], *_examples(app.views, language)[:1]]
    return UNKNOWN[language].format(examples=" · ".join(examples))


def _examples(parts: Sequence[Action] | Sequence[View], language: Language) -> list[str]:
    return [part.example[language] for part in parts if part.example]


def kept_text(app: MiniApp, holds: str, language: Language) -> str:
    """Return how to go back to an earlier session where a new one begins; nothing where no words would do it."""
    if not holds:
        return NONE_KEPT[language]
    words = _REOPEN[language].format(app=app.title[language].lower())
    return KEPT[language].format(holds=holds, words=words) if asks_to_resume(app, words) else ""
