"""The triage agent: greets, lists capabilities, asks for clarification, and declines what is out of scope.

The capabilities are the `offers` of the routes of the routebook, in the language of the message.
"""

from __future__ import annotations

import re

from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import Request
from fingerpost.errors import ModelError
from fingerpost.language.detect import language_of
from fingerpost.language.text import cut, fold, words
from fingerpost.models.chat import ChatClient, disable_thinking, remove_thinking
from fingerpost.models.guarded_chat import GuardedChat
from fingerpost.resilience.ladder import ANSWER, CLASSIFIER, record_degraded
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


_BY_MODEL = {
    "pt": "Resposta do modelo, não dos dados da loja: ",
    "en": "The model's answer, not from the store's data: ",
    "es": "Respuesta del modelo, no de los datos de la tienda: ",
}
_PROMPT = (
    "You are the first contact of a store's assistant. Answer in one or two sentences, in the language of the message. "
    "State no figure, policy or fact about the store; say what it can help with if that is what is asked:\n{offers}"
)
MAX_TOKENS = 160
"""Tokens of an answer of the model."""


class TriageAgent:
    """Handler that answers from the routebook; with a model, that answers what the routebook has no phrase for."""

    def __init__(self, chat: ChatClient | None = None, timeout: float = 20.0) -> None:
        """Take the model, if there is one, and the seconds that it has."""
        self._chat = GuardedChat(chat, timeout) if chat is not None else None

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
        if kind in ("vague", "out_of_scope") and self._chat is not None:
            told = await self._ask(self._chat, request, listed)
            if told:
                return HandlerReply(_BY_MODEL[language] + told)
        return HandlerReply(_PHRASES[kind][language].format(offers=listed))

    async def _ask(self, chat: GuardedChat, request: Request, offers: str) -> str:
        """Return the model's answer; empty if it gives none in time, or has failed too often."""
        question = disable_thinking(chat.slot.model, cut(request.message.text)[0])
        messages = [
            {"role": "system", "content": _PROMPT.format(offers=offers)},
            {"role": "user", "content": question},
        ]
        try:
            reply = await chat.ask(messages, purpose="triage", max_tokens=MAX_TOKENS)
        except ModelError as error:
            record_degraded(ANSWER, "phrases", error)
            return ""
        return remove_thinking(reply.text).strip()

    async def close(self) -> None:
        """Do nothing: the agent holds no resources of its own."""


def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Create the agent, with the model where there is one."""
    del book
    return TriageAgent(chat, settings.call_limit(CLASSIFIER).total)


def triage_kind(text: str, decision: Decision) -> str:
    """Return the kind of a message, a key of the phrases."""
    signals, said = set(decision.signals), _WORD.findall(fold(text))
    # One word says too little for a margin to mean anything.
    is_close = decision.margin < CLOSE_MARGIN or len(said) == 1
    unsure = not decision.accepted and decision.runner_up not in (None, decision.route) and is_close
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
