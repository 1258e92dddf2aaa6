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
    "unsure": {
        "en": "{no_model}, and no passage of the documentation clearly answers this; the nearest are:",
        "es": "{no_model} y ningún pasaje de la documentación responde claramente; los más cercanos son:",
        "pt": "{no_model} e nenhum trecho da documentação responde claramente; os mais próximos são:",
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
    "figures": {
        "en": "From the data of this request: {figures}.",
        "es": "De los datos de esta petición: {figures}.",
        "pt": "Dos dados deste pedido: {figures}.",
    },
    "no_figures": {
        "en": "The data of this request does not hold it, so it is not available here.",
        "es": "Los datos de esta petición no lo contienen, así que aquí no está disponible.",
        "pt": "Os dados deste pedido não o contêm, portanto não está disponível aqui.",
    },
    "no_model": {
        "en": "{no_model}, so nothing is concluded from it.",
        "es": "{no_model}, así que no se saca ninguna conclusión.",
        "pt": "{no_model}, portanto nada se conclui disso.",
    },
    "source": {
        "en": "Every figure stands as it was sent.",
        "es": "Cada cifra está tal como se envió.",
        "pt": "Cada número está tal como foi enviado.",
    },
}
"""The phrases of the extractive writer, and of the assistant where a message to an app was overtaken."""

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

WITHHELD_NOTE = {
    "en": "(A figure was left out here: it is not in the data of this request.)",
    "es": "(Aquí se omitió una cifra: no está en los datos de esta petición.)",
    "pt": "(Um número foi omitido aqui: não está nos dados deste pedido.)",
}

ASK_BACK = {
    "en": "I am not sure what this is about. Which is it?",
    "es": "No estoy seguro de qué se trata. ¿Qué es?",
    "pt": "Não tenho certeza do que se trata. Qual é?",
}
"""The question after a message whose route is not sure; the options follow."""

SOMETHING_ELSE = {"en": "Something else", "es": "Otra cosa", "pt": "Outra coisa"}
"""The last option of the question."""
