"""Create the encoder and the classification model that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.models.encoder import PLAIN, Batcher, EmbeddedEncoder, Encoder
from fingerpost.resilience.ladder import CLASSIFIER, ENCODER
from fingerpost.settings import EMBEDDED_ENCODERS, Settings

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser

NO_CLASSIFIER_MODEL = (
    "labels come from a language model, and none is configured: set OLLAMA_URL and OLLAMA_MODEL_NAME, or"
    " OPENAI_BASE_URL and OPENAI_MODEL_NAME"
)


def embedded_encoder(settings: Settings, of_routebook: str | None = None) -> EmbeddedEncoder:
    """Return the embedded encoder that the settings name, else the one that the routebook names, else the default."""
    return EmbeddedEncoder(settings.embedded_encoder or of_routebook or EMBEDDED_ENCODERS[0])


def open_encoder(settings: Settings, of_routebook: str | None = None) -> Encoder:
    """Return a remote encoder where the settings name a server, else the embedded one of settings or routebook."""
    if settings.encoder is None:
        return embedded_encoder(settings, of_routebook)
    from fingerpost.models.client import require_client_package
    from fingerpost.models.remote_encoder import RemoteEncoder

    require_client_package()
    return RemoteEncoder(settings.encoder, *settings.call_limit(ENCODER))


def given_or_opened(given: Encoder | None, settings: Settings, of_routebook: str | None = None) -> Encoder:
    """Return the encoder that a caller gave, else the one of settings or routebook; raises TypeError for a name."""
    if given is None:
        return open_encoder(settings, of_routebook)
    if isinstance(given, str | type) or not callable(getattr(given, "encode", None)):
        name = next((name for name in EMBEDDED_ENCODERS if repr(name) == repr(given)), EMBEDDED_ENCODERS[0])
        raise TypeError(
            f"encoder={given!r} must be an object with `encode` and `fingerprint`: pass EmbeddedEncoder({name!r}) from"
            f" fingerpost.models.encoder, or leave it out and pass settings=Settings(embedded_encoder={name!r})"
        )
    return given


def batcher_after_edit(batcher: Batcher, settings: Settings, before: str | None, now: str | None) -> Batcher:
    """Return the batcher for an edited routebook: a new one if it names another embedded encoder than before."""
    if before == now or not isinstance(batcher.encoder, EmbeddedEncoder):
        return batcher
    return Batcher(embedded_encoder(settings, now))


def document_batcher(messages: Batcher) -> Batcher:
    """Return what encodes documents and questions to them, beside a router that encodes its messages with `messages`.

    The other embedded encoders are tuned for telling intents apart, and find documents less well than the plain one.
    """
    encoder = messages.encoder
    if isinstance(encoder, EmbeddedEncoder) and encoder.name != PLAIN:
        return Batcher(EmbeddedEncoder(PLAIN))
    return messages


def open_label_chooser(settings: Settings) -> LabelChooser | None:
    """Return the label chooser of the model slot "classifier", or None where the settings have no such slot."""
    if "classifier" not in settings.slots:
        return None
    from fingerpost.models.chat import ChatClient
    from fingerpost.models.client import require_client_package
    from fingerpost.models.label_chooser import LabelChooser

    require_client_package()
    limit = settings.call_limit(CLASSIFIER)
    return LabelChooser(ChatClient(settings.slots["classifier"], "classifier"), limit.total, first=limit.first)
