"""Open what the settings name: the encoder, and the model that classifies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.models.encoder import EmbeddedEncoder, Encoder
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser

NO_CLASSIFIER_MODEL = (
    "labels come from a language model, and none is set: set OLLAMA_URL and OLLAMA_MODEL_NAME, or OPENAI_BASE_URL and"
    " OPENAI_MODEL_NAME"
)


def open_encoder(settings: Settings) -> Encoder:
    """Return the encoder of the settings: the one in this process, unless they name a server."""
    if settings.encoder is None:
        return EmbeddedEncoder()
    from fingerpost.models.client import require_client_package
    from fingerpost.models.remote_encoder import RemoteEncoder

    require_client_package()
    return RemoteEncoder(settings.encoder, settings.llm_timeout)


def open_label_chooser(settings: Settings) -> LabelChooser | None:
    """Return who asks the classifier's model, or None where the settings name none."""
    if "classifier" not in settings.slots:
        return None
    from fingerpost.models.chat import ChatClient
    from fingerpost.models.client import require_client_package
    from fingerpost.models.label_chooser import LabelChooser

    require_client_package()
    return LabelChooser(ChatClient(settings.slots["classifier"], "classifier"), settings.llm_timeout)
