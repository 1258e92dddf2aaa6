"""The triage agent: greets, lists capabilities, asks for clarification, and declines what is out of scope.

The capabilities are the `offers` of the routes of the routebook, in the language of the message.
"""

from __future__ import annotations

import re

from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import Request
from fingerpost.language.detect import language_of
from fingerpost.language.text import fold, words
from fingerpost.models.chat import ChatClient
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import Decision, Route

CLOSE_MARGIN = 0.35
"""Maximum margin of the decision over the runner-up for a clarifying question."""

MAX_VAGUE_WORDS = 12
"""Maximum number of words of a message that counts as vague rather than out of scope."""

_WORD = re.compile(r"\w+")
_THANKS = words("""
    obrigado obrigada brigado brigada valeu vlw gracias thanks thank thx tks tchau bye goodbye adios chau falou
""")
_GREETING = re.compile(
    r"\W*(?:oi+|ola+|opa|hey+|hi+|hello+|hola+|buenas|bom dia|boa (?:tarde|noite)|buen(?:os)? dias?"
    r"|good (?:morning|afternoon|evening)|morning|salve|alo)\b"
)
_HELP = words("ajuda ajudar ajude help ayuda ayudar ayudame duvida duda preciso necesito need socorro problema")

_PHRASES = {
    "greeting": {
        "pt": "Olá! Em que posso ajudar? Eu cuido de:\n{offers}",
        "en": "Hello! How can I help? I take care of:\n{offers}",
        "es": "¡Hola! ¿En qué puedo ayudar? Me encargo de:\n{offers}",
    },
    "thanks": {
        "pt": "De nada! Se precisar de mais alguma coisa, é só escrever.",
        "en": "You are welcome! Write whenever you need anything else.",
        "es": "¡De nada! Si necesitas algo más, escríbeme.",
    },
    "capabilities": {
        "pt": "Sou o assistente da loja. Posso ajudar com:\n{offers}\nEscreva em português, inglês ou espanhol.",
        "en": "I am the store's assistant. I can help with:\n{offers}\nWrite in English, Spanish or Portuguese.",
        "es": "Soy el asistente de la tienda. Puedo ayudar con:\n{offers}\nEscribe en español, inglés o portugués.",
    },
    "usage": {
        "pt": "Escreva a pergunta como diria a um colega; um documento vai como anexo ou colado na mensagem. "
        "Posso ajudar com:\n{offers}",
        "en": "Write your question as you would to a colleague; attach a document or paste it into the message. "
        "I can help with:\n{offers}",
        "es": "Escribe la pregunta como a un colega; un documento va adjunto o pegado en el mensaje. "
        "Puedo ayudar con:\n{offers}",
    },
    "no_document": {
        "pt": "Não há documento nesta conversa. Envie ou cole a nota fiscal, fatura, pedido ou orçamento, e eu leio.",
        "en": "There is no document in this conversation. "
        "Send or paste the invoice, order or quote, and I will read it.",
        "es": "No hay ningún documento en esta conversación. "
        "Envía o pega la factura, el pedido o el presupuesto, y lo leo.",
    },
    "between": {
        "pt": "Não tenho certeza do que você precisa. É sobre {route}?",
        "en": "I am not sure what you need. Is it about {route}?",
        "es": "No estoy seguro de lo que necesitas. ¿Es sobre {route}?",
    },
    "vague": {
        "pt": "Claro. Diga um pouco mais: do que você precisa? Posso ajudar com:\n{offers}",
        "en": "Sure. Tell me a little more: what do you need? I can help with:\n{offers}",
        "es": "Claro. Cuéntame un poco más: ¿qué necesitas? Puedo ayudar con:\n{offers}",
    },
    "out_of_scope": {
        "pt": "Isso está fora do que eu faço. Posso ajudar com:\n{offers}",
        "en": "That is outside of what I do. I can help with:\n{offers}",
        "es": "Eso está fuera de lo que hago. Puedo ayudar con:\n{offers}",
    },
}


class TriageAgent:
    """Handler that answers from the routebook alone."""

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Answer with the phrase for the kind of message, in its language."""
        language = language_of(request.message.text)
        offers = [route for route in request.book.routes if route.name != decision.route]
        kind = triage_kind(request.message.text, decision)
        if kind == "between":
            nearest = next(route for route in offers if route.name == decision.runner_up)
            return HandlerReply(
                _PHRASES[kind][language].format(route=_offer(nearest, language).partition(":")[0].rstrip("."))
            )
        listed = "\n".join(f"- {_offer(route, language)}" for route in offers)
        return HandlerReply(_PHRASES[kind][language].format(offers=listed))

    async def close(self) -> None:
        """Do nothing: the agent holds no resources."""


def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Create the agent; it needs neither settings nor a model."""
    del book, settings, chat
    return TriageAgent()


def triage_kind(text: str, decision: Decision) -> str:
    """Return the kind of a message, a key of the phrases."""
    signals, said = set(decision.signals), _WORD.findall(fold(text))
    unsure = (
        not decision.accepted and decision.runner_up not in (None, decision.route) and decision.margin < CLOSE_MARGIN
    )
    kinds = {
        "no_document": "document_missing" in signals,
        "usage": "meta_question_usage" in signals,
        "capabilities": not signals.isdisjoint(("meta_question", "meta_question_capabilities")),
        # Only among the first words: "write a thank you letter" is a request.
        "thanks": not _THANKS.isdisjoint(said[:2]) and len(said) <= MAX_VAGUE_WORDS,
        "greeting": len(said) <= MAX_VAGUE_WORDS and _GREETING.match(fold(text)) is not None,
        "between": unsure,
        "vague": not said or (len(said) <= MAX_VAGUE_WORDS and not _HELP.isdisjoint(said)),
    }
    return next((kind for kind, holds in kinds.items() if holds), "out_of_scope")


def _offer(route: Route, language: str) -> str:
    return route.offers.get(language) or route.description or route.name
