"""The commerce agent: answers questions about the documents of a message or of its conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from fingerpost.answering.handlers import Handler, HandlerReply
from fingerpost.answering.request import Request
from fingerpost.assistants.agents.commerce.document import CommercialDocument, DocumentError
from fingerpost.assistants.agents.commerce.files import read_document
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.parsing.detection import looks_like_document
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer_all, discrepancy_warnings
from fingerpost.assistants.agents.commerce.questions.field_answers import lines_table
from fingerpost.assistants.agents.commerce.questions.model_reader import read_with_model
from fingerpost.assistants.agents.commerce.session_codec import ROLE, from_text, to_text
from fingerpost.language.detect import language_of
from fingerpost.language.phrases import phrase_for
from fingerpost.language.text import cut
from fingerpost.models.chat import ChatClient
from fingerpost.models.guarded_chat import GuardedChat
from fingerpost.resilience.ladder import CLASSIFIER
from fingerpost.routebook.model import Routebook
from fingerpost.settings import Settings
from fingerpost.types import CONVERSATION, Attachment, Decision, Message, Part, Turn

MOST_FILES = 10
"""Maximum number of attachments read per message."""

_NO_DOCUMENT = {
    "pt": "Não há documento nesta conversa. Envie ou cole a nota fiscal, fatura, pedido ou orçamento "
    "(PDF com texto, CSV ou texto), e eu leio.",
    "en": "There is no document in this conversation. Send or paste the invoice, order or quote "
    "(PDF with text, CSV or text), and I will read it.",
    "es": "No hay ningún documento en esta conversación. Envía o pega la factura, el pedido o el presupuesto "
    "(PDF con texto, CSV o texto), y lo leo.",
}
_TOO_MANY_FILES = {
    "pt": "Li só os primeiros {0} de {1} arquivos: envie os outros em outra mensagem.",
    "en": "I read only the first {0} of {1} files: send the others in another message.",
    "es": "Leí solo los primeros {0} de {1} archivos: envía los otros en otro mensaje.",
}


_UNNAMED_ATTACHMENT = {"pt": "o anexo", "en": "the attachment", "es": "el adjunto"}


class _DocumentRequest(NamedTuple):
    """The documents of a request and the question about them.

    `new` is true where the documents came with this message; `faults` are the errors of attachments that could not be
    read, in the language of the message.
    """

    documents: list[CommercialDocument]
    new: bool
    faults: list[str]
    question: str


class _BuiltReply(NamedTuple):
    """The reply from the values of a document; `about` is the document of the questions `outside` them, if any.

    `told` are the answers without what the document lacks, and `remarks` what follows every answer.
    """

    reply: HandlerReply
    outside: tuple[str, ...] = ()
    about: CommercialDocument | None = None
    told: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class CommerceAgent:
    """Handler that parses documents and answers from their values; a model reads what these do not hold."""

    def __init__(self, chat: ChatClient | None = None, timeout: float = 20.0) -> None:
        """Take the model for questions outside the fields of a document, if there is one, and the seconds it has."""
        self._chat = GuardedChat(chat, timeout) if chat is not None else None

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Answer about the documents of the message, else about the latest ones of the conversation."""
        # The whole work runs in a thread: parsing and comparing documents may take seconds.
        built = await asyncio.to_thread(_build_reply, request.message, decision.route, self._chat is not None)
        if self._chat is None or built.about is None or not built.outside:
            return built.reply
        read = await read_with_model(self._chat, built.about, " ".join(built.outside))
        if not read:
            return built.reply
        marked = PHRASES["by_model"][language_of(request.message.text)].format(read)
        told = "\n".join(dict.fromkeys((*built.told, marked)))
        return built.reply._replace(text="\n\n".join((told, *built.remarks)))

    async def close(self) -> None:
        """Do nothing: the agent holds no resources."""


def open_agent(book: Routebook, settings: Settings, chat: ChatClient | None) -> Handler:
    """Create the agent with the main model, if there is one."""
    del book
    return CommerceAgent(chat, settings.call_limit(CLASSIFIER).total)


def _build_reply(message: Message, route: str | None, keep_text: bool) -> _BuiltReply:
    """Build the reply; the text of new documents is stored only where a model may read it later."""
    found = _collect_documents(message)
    if not found.documents:
        return _BuiltReply(HandlerReply("\n".join(found.faults) or phrase_for(_NO_DOCUMENT, message.text)))
    first, *others = found.documents
    answered = answer_all(first, found.question, others[0] if others else None)
    # Shown when a document arrives, not with every later answer about it.
    amiss = discrepancy_warnings(found.documents, found.question) if found.new else []
    notes = [note for document in found.documents[:2] for note in document.notes]
    remarks = (*amiss, *found.faults, *notes)
    stored = [document if keep_text else replace(document, text="") for document in found.documents]
    # Stored in reverse: `_earlier_documents` reads the newest turn first, so the first document must be stored last.
    keeps = tuple(Turn(ROLE, to_text(document), route) for document in reversed(stored))
    reply = HandlerReply(
        "\n\n".join((answered.text, *remarks)),
        tuple(map(_table, found.documents)),
        keeps if found.new or _is_long_ago(message) else (),
    )
    return _BuiltReply(reply, answered.outside if found.question else (), first, answered.told, remarks)


def _collect_documents(message: Message) -> _DocumentRequest:
    documents: list[CommercialDocument] = []
    faults: list[str] = []
    if len(message.attachments) > MOST_FILES:
        faults.append(phrase_for(_TOO_MANY_FILES, message.text).format(MOST_FILES, len(message.attachments)))
    for attachment in message.attachments[:MOST_FILES]:
        try:
            documents.append(read_document(_as_attachment(attachment, phrase_for(_UNNAMED_ATTACHMENT, message.text))))
        except DocumentError as error:
            faults.append(error.message_in(language_of(message.text)))
    is_pasted = looks_like_document(message.text)
    pasted = parse_text(message.text) if is_pasted else None
    if pasted is not None:
        documents.append(pasted)
    # Bounded, since every word of the question is compared with every line.
    question = _surrounding_question(message.text) if is_pasted else cut(message.text)[0]
    if documents or faults:
        return _DocumentRequest(documents, True, faults, question)
    return _DocumentRequest(_earlier_documents(message), False, [], question)


def _earlier_documents(message: Message) -> list[CommercialDocument]:
    """Return the documents of the conversation, newest first: stored ones, or pasted ones in turns of the caller."""
    found = []
    for turn in reversed(message.turns):
        if turn.role == ROLE:
            found.append(from_text(turn.text))
        elif turn.role == "user" and looks_like_document(turn.text):
            found.append(parse_text(turn.text))
    # A document that was pasted is stored too, without its text where no model may read it.
    by_values = {replace(document, text=""): document for document in reversed(found) if document is not None}
    return list(reversed(by_values.values()))


def _is_long_ago(message: Message) -> bool:
    """Whether the newest document will soon be out of the turns that a conversation shows, and must be stored again."""
    since = next((count for count, turn in enumerate(reversed(message.turns)) if turn.role == ROLE), 0)
    return since >= CONVERSATION // 2


def _as_attachment(given: object, unnamed: str) -> Attachment:
    if isinstance(given, Attachment):
        return given
    if isinstance(given, bytes | bytearray):
        return Attachment(unnamed, "", bytes(given))
    name, mime, data = (given.get(key) if isinstance(given, Mapping) else None for key in ("name", "mime", "data"))
    return Attachment(str(name or unnamed), str(mime or ""), data if isinstance(data, bytes) else b"")


def _surrounding_question(text: str) -> str:
    """Return the question around a pasted document: its first and last line where those read like sentences."""
    lines = [line for line in text.strip().split("\n") if line.strip()]
    asked = [line for line in (lines[0], lines[-1]) if line.rstrip().endswith(("?", ":", ".")) and len(line) < 200]
    return " ".join(dict.fromkeys(asked))


def _table(document: CommercialDocument) -> Part:
    columns, rows = lines_table(document)
    lines = [columns, ["---"] * len(columns), *rows]
    cells = ([" ".join(cell.replace("|", "\\|").split()) for cell in line] for line in lines)
    text = "\n".join("| " + " | ".join(line) + " |" for line in cells)
    return Part(
        "table", text, {"columns": list(columns), "rows": [list(row) for row in rows], "source": document.source}
    )
