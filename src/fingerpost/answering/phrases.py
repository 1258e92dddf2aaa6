"""The fixed texts of answers, in three languages."""

from __future__ import annotations

from fingerpost.answering.state import (
    CHECK_OFF,
    CUT_BY_DEADLINE,
    CUT_BY_FAULT,
    CUT_BY_LENGTH,
    CUT_BY_REPETITION,
    INVALID_UNRESOLVED,
    NO_PROGRAM,
    PARSER_UNAVAILABLE,
    PARTLY_CHECKED,
    UNKNOWN_COMMANDS,
)

NO_MODEL = {
    "en": "No language model is set",
    "es": "No hay ningún modelo de lenguaje configurado",
    "pt": "Nenhum modelo de linguagem está configurado",
}
MODEL_DOWN = {
    "en": "The language model does not answer now",
    "es": "El modelo de lenguaje no responde ahora",
    "pt": "O modelo de linguagem não responde agora",
}
"""What stands for `{no_model}` in a phrase: there is no model, or the model fails."""

PHRASES: dict[str, dict[str, str]] = {
    "quotes": {
        "en": "{no_model}, so these are quotations from the documentation:",
        "es": "{no_model}, así que esto son citas de la documentación:",
        "pt": "{no_model}, então isto são citações da documentação:",
    },
    "unanswered": {
        "en": "Nothing in the documentation answers this. The nearest topics in it are: {topics}.",
        "es": "Nada en la documentación responde a esto. Los temas más cercanos son: {topics}.",
        "pt": "Nada na documentação responde a isto. Os temas mais próximos são: {topics}.",
    },
    "nothing": {
        "en": "The documentation holds nothing on this.",
        "es": "La documentación no dice nada sobre esto.",
        "pt": "A documentação não diz nada sobre isto.",
    },
    "example": {
        "en": "{no_model}, so no code was written for your request. The nearest example in the documentation is from {where}:",
        "es": "{no_model}, así que no se escribió código para tu petición. El ejemplo más cercano de la documentación es de {where}:",
        "pt": "{no_model}, então nenhum código foi escrito para o seu pedido. O exemplo mais próximo da documentação é de {where}:",
    },
    "no_example": {
        "en": "{no_model}, and the documentation holds no example that is near your request.",
        "es": "{no_model} y la documentación no tiene un ejemplo cercano a tu petición.",
        "pt": "{no_model} e a documentação não tem um exemplo próximo do seu pedido.",
    },
    "composed": {
        "en": "{no_model}: this program is put together from checked examples of the documentation; names and values are placeholders.",
        "es": "{no_model}: este programa se compone de ejemplos comprobados de la documentación; los nombres y valores son de muestra.",
        "pt": "{no_model}: este programa é composto de exemplos verificados da documentação; os nomes e valores são de amostra.",
    },
    "documented": {
        "en": "The documentation says on this:",
        "es": "La documentación dice sobre esto:",
        "pt": "A documentação diz sobre isto:",
    },
    "faults": {
        "en": "{no_model}; this is what the parser finds in your code:",
        "es": "{no_model}; esto es lo que el analizador encuentra en tu código:",
        "pt": "{no_model}; isto é o que o analisador encontra no seu código:",
    },
    "line": {"en": "line {number}", "es": "línea {number}", "pt": "linha {number}"},
    "lines": {"en": "lines {first} to {last}", "es": "líneas {first} a {last}", "pt": "linhas {first} a {last}"},
    "assigns": {
        "en": "sets the variable `{name}`",
        "es": "da valor a la variable `{name}`",
        "pt": "dá valor à variável `{name}`",
    },
    "condition": {
        "en": "only when `{condition}`",
        "es": "solo cuando `{condition}`",
        "pt": "só quando `{condition}`",
    },
    "counted": {
        "en": "`{counter}` goes from `{first}` to `{last}`",
        "es": "`{counter}` va de `{first}` a `{last}`",
        "pt": "`{counter}` vai de `{first}` a `{last}`",
    },
    "rounds": {"en": ", {count} rounds", "es": ", {count} vueltas", "pt": ", {count} voltas"},
    "block": {"en": "up to line {last}", "es": "hasta la línea {last}", "pt": "até a linha {last}"},
    "repaired": {
        "en": "Changed like this, the parser finds no fault in it; check names and values that were added:",
        "es": "Con este cambio el analizador no encuentra ningún fallo; revisa los nombres y valores añadidos:",
        "pt": "Com esta mudança o analisador não encontra nenhuma falha; confira os nomes e valores acrescentados:",
    },
    "not_repaired": {
        "en": "No small change makes it sound. The documentation says of what it uses:",
        "es": "Ningún cambio pequeño lo arregla. La documentación dice de lo que usa:",
        "pt": "Nenhuma mudança pequena o corrige. A documentação diz sobre o que ele usa:",
    },
    "sound": {
        "en": "{no_model}, so nothing was written. The parser finds no fault in your code; line by line, in the words of the documentation{mark}:",
        "es": "{no_model}, así que no se escribió nada. El analizador no encuentra fallos en tu código; línea por línea, con palabras de la documentación{mark}:",
        "pt": "{no_model}, então nada foi escrito. O analisador não encontra falhas no seu código; linha por linha, com as palavras da documentação{mark}:",
    },
    "again": {
        "en": "{no_model}, so I cannot put it another way; the core of the last answer was:",
        "es": "{no_model} y no puedo decirlo de otra forma; lo esencial de la última respuesta era:",
        "pt": "{no_model} e não posso dizer de outra forma; o essencial da última resposta era:",
    },
    "nothing_said": {
        "en": "Nothing has been said yet that I could put another way.",
        "es": "Todavía no se ha dicho nada que pueda reformular.",
        "pt": "Ainda não foi dito nada que eu possa reformular.",
    },
    "chat": {
        "en": "Hello! {no_model}, so I cannot chat, but I can look things up: what would you like to know?",
        "es": "¡Hola! {no_model} y no puedo conversar, pero sí buscar: ¿qué te gustaría saber?",
        "pt": "Olá! {no_model} e não posso conversar, mas posso procurar: o que você gostaria de saber?",
    },
    "not_set_up": {
        "en": "I take this to be about “{route}”, but nothing is set up here to answer it.",
        "es": "Entiendo que se trata de «{route}», pero aquí no hay nada preparado para responderlo.",
        "pt": "Entendo que se trata de “{route}”, mas aqui não há nada preparado para responder.",
    },
    "no_route": {
        "en": "I cannot tell what this is about, so I have no answer to it. Could you say it in other words?",
        "es": "No sé de qué se trata, así que no tengo respuesta. ¿Puedes decirlo con otras palabras?",
        "pt": "Não sei do que se trata, por isso não tenho resposta. Pode dizer com outras palavras?",
    },
    "missing_values": {
        "en": "To answer that I also need: {names}. Please write it in your message.",
        "es": "Para responder a eso necesito también: {names}. Escríbelo en tu mensaje, por favor.",
        "pt": "Para responder a isso preciso também de: {names}. Escreva-o na sua mensagem, por favor.",
    },
    "function_failed": {
        "en": "Something went wrong here, so I could not answer that. Please try again later.",
        "es": "Algo ha fallado aquí y no he podido responder a eso. Inténtalo de nuevo más tarde, por favor.",
        "pt": "Algo falhou aqui e não consegui responder a isso. Tente de novo mais tarde, por favor.",
    },
    "app_goes_on": {
        "en": "{no_model}, so I cannot answer that myself. {app} is still open, just as it was.",
        "es": "{no_model}, así que no puedo responder a eso. {app} sigue abierto, tal como estaba.",
        "pt": "{no_model}, por isso não consigo responder a isso. {app} continua aberto, tal como estava.",
    },
    "hello": {
        "en": "Hello! What I have for you here: {apps}. Say “help” to see what you can do.",
        "es": "¡Hola! Lo que tengo aquí para ti: {apps}. Di «ayuda» para ver qué puedes hacer.",
        "pt": "Olá! O que tenho aqui para você: {apps}. Diga “ajuda” para ver o que dá para fazer.",
    },
    "bye": {"en": "Bye, until next time!", "es": "¡Hasta la próxima!", "pt": "Até a próxima!"},
    "overtaken": {
        "en": "Another message came in between and closed or changed what was open, so I did nothing. Say it again if it still holds.",
        "es": "Otro mensaje llegó antes y cerró o cambió lo que estaba abierto, así que no hice nada. Dilo otra vez si sigue valiendo.",
        "pt": "Outra mensagem chegou antes e fechou ou trocou o que estava aberto, por isso não fiz nada. Diga de novo se ainda valer.",
    },
    "apps": {
        "en": "{no_model}, so I cannot answer that myself. What I can open for you: {apps}.",
        "es": "{no_model}, así que no puedo responder a eso. Lo que sí puedo abrir: {apps}.",
        "pt": "{no_model}, por isso não consigo responder a isso. O que posso abrir: {apps}.",
    },
    "thanks": {"en": "You are welcome!", "es": "¡De nada!", "pt": "De nada!"},
    "no_figures": {
        "en": "The data of this request does not hold it, so it is not available here.",
        "es": "Los datos de esta petición no lo contienen, así que aquí no está disponible.",
        "pt": "Os dados deste pedido não o contêm, portanto não está disponível aqui.",
    },
    "source": {
        "en": "Every figure is from the data of this request or follows from it.",
        "es": "Cada cifra está en los datos de esta petición o se deduce de ellos.",
        "pt": "Cada número está nos dados deste pedido ou decorre deles.",
    },
    "no_more": {
        "en": "The data says nothing more about this.",
        "es": "Los datos no dicen nada más sobre esto.",
        "pt": "Os dados não dizem mais nada sobre isso.",
    },
    "no_model": {
        "en": "{no_model}.",
        "es": "{no_model}.",
        "pt": "{no_model}.",
    },
}
"""The phrases of the extractive writer, and of the assistant where a message to an app was overtaken."""

QUOTED_LANGUAGE = {
    "en": {"es": "in Spanish", "pt": "in Portuguese"},
    "es": {"en": "en inglés", "pt": "en portugués"},
    "pt": {"en": "em inglês", "es": "em espanhol"},
}
"""The mark of a quotation in another language, by the language of the reader and of the quotation."""

NOTES = {
    INVALID_UNRESOLVED: {
        "en": "This code failed the parser, here is where:\n{trace}",
        "es": "Este código no pasó el analizador; falla aquí:\n{trace}",
        "pt": "Este código não passou no analisador; falha aqui:\n{trace}",
    },
    PARSER_UNAVAILABLE: {
        "en": "Not checked: the parser could not be reached, so this code may or may not be right.",
        "es": "Sin comprobar: no se pudo contactar con el analizador; el código puede ser correcto o no.",
        "pt": "Não verificado: não foi possível contactar o analisador; o código pode estar certo ou não.",
    },
    CHECK_OFF: {
        "en": "Not checked: the parser is turned off, so this code may or may not be right.",
        "es": "Sin comprobar: el analizador está desactivado; el código puede ser correcto o no.",
        "pt": "Não verificado: o analisador está desligado; o código pode estar certo ou não.",
    },
    NO_PROGRAM: {
        "en": "Not checked: no program was found in this answer.",
        "es": "Sin comprobar: no se encontró ningún programa en esta respuesta.",
        "pt": "Não verificado: nenhum programa foi encontrado nesta resposta.",
    },
    PARTLY_CHECKED: {
        "en": "Only the program was checked: other code in this answer may or may not be right.",
        "es": "Solo se comprobó el programa: el resto del código de esta respuesta puede ser correcto o no.",
        "pt": "Só o programa foi verificado: o resto do código desta resposta pode estar certo ou não.",
    },
    UNKNOWN_COMMANDS: {
        "en": "Named in this answer, but no command of the language: {names}.",
        "es": "Nombrado en esta respuesta, pero no es un comando del lenguaje: {names}.",
        "pt": "Citado nesta resposta, mas não é um comando da linguagem: {names}.",
    },
    CUT_BY_DEADLINE: {
        "en": "Cut short: the time for this answer was over.",
        "es": "Respuesta cortada: se acabó el tiempo.",
        "pt": "Resposta cortada: o tempo acabou.",
    },
    CUT_BY_LENGTH: {
        "en": "Cut short: the model had more to say than it is allowed to.",
        "es": "Respuesta cortada: el modelo tenía más que decir de lo permitido.",
        "pt": "Resposta cortada: o modelo tinha mais a dizer do que é permitido.",
    },
    CUT_BY_FAULT: {
        "en": "Cut short: the model stopped answering.",
        "es": "Respuesta cortada: el modelo dejó de responder.",
        "pt": "Resposta cortada: o modelo parou de responder.",
    },
    CUT_BY_REPETITION: {
        "en": "Cut short: the model began to repeat itself.",
        "es": "Respuesta cortada: el modelo empezó a repetirse.",
        "pt": "Resposta cortada: o modelo começou a se repetir.",
    },
}
"""The notes to an answer, by the status of its validation, why it was not checked, or why it was cut short."""

CORRECTED_NOTE = {
    "en": (
        "1 figure corrected from the data of this request.",
        "{count} figures corrected from the data of this request.",
    ),
    "es": (
        "1 cifra corregida con los datos de esta petición.",
        "{count} cifras corregidas con los datos de esta petición.",
    ),
    "pt": ("1 número corrigido com os dados deste pedido.", "{count} números corrigidos com os dados deste pedido."),
}
LEFT_OUT_NOTE = {
    "en": (
        "1 clause left out: it does not follow from the data of this request.",
        "{count} clauses left out: they do not follow from the data of this request.",
    ),
    "es": (
        "1 parte omitida: no se deduce de los datos de esta petición.",
        "{count} partes omitidas: no se deducen de los datos de esta petición.",
    ),
    "pt": (
        "1 trecho omitido: não decorre dos dados deste pedido.",
        "{count} trechos omitidos: não decorrem dos dados deste pedido.",
    ),
}
"""The notes on figures, dates and names of an account that were wrong: for one, and for several."""

ASK_BACK = {
    "en": "I am not sure what this is about. Which is it?",
    "es": "No estoy seguro de qué se trata. ¿Qué es?",
    "pt": "Não tenho certeza do que se trata. Qual é?",
}
"""The question after a message whose route is not sure; the options follow."""

SOMETHING_ELSE = {"en": "Something else", "es": "Otra cosa", "pt": "Outra coisa"}
"""The last option of the question."""


def say(name: str, language: str, *, model_is_down: bool = False, **values: str) -> str:
    """Return a phrase in a language; `model_is_down`: there is a model, and it fails."""
    no_model = (MODEL_DOWN if model_is_down else NO_MODEL)[language]
    return PHRASES[name][language].format(no_model=no_model, **values)
