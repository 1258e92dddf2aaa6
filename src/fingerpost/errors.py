"""The exceptions of Fingerpost. Each message says what was wrong, where, and what to do.

FingerpostError
├── MessageError      a message that cannot be read, or that declares an unknown route
│   ├── RequestIdError    a request id that stands for another message already
│   ├── NotFoundError     a session or message that does not exist, or is somebody else's
│   └── ConflictError     something that somebody else did, or is doing, first
├── AccessError       something that the caller's key does not permit
├── BusyError         something of which the caller's key has enough under way
├── RoutebookError    an invalid routebook: file, key, value and remedy
├── StudentError      a classifier file that is damaged, foreign or trained with another encoder
├── TrainingError     examples from which nothing can be learned
├── RowsError         a file of evaluation rows that cannot be used
├── BatchError        a file that cannot be routed, or not to its end; finished rows are kept
├── PartError         a part of an answer that cannot be had: its ladder tries the next rung
│   ├── ModelError        a model server that is down, slow, or gives an unusable answer
│   │   └── EncoderError      weights of the embedded encoder or reader that are missing, damaged or of another version
│   └── SearchError       a document index that is down, damaged, or of another encoder
├── StoreError        a database that is locked, full, read-only, missing or of another version
├── DeadlineError     the deadline passed before there was an answer
└── SettingsError     an environment variable with an unusable value
"""

from __future__ import annotations

from pathlib import Path


def short_repr(value: object) -> str:
    """Return a value as Python writes it, cut to 80 characters, for an error."""
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:77] + "…"


class FingerpostError(Exception):
    """Base class of all exceptions that Fingerpost raises on purpose."""


class MessageError(FingerpostError):
    """A message cannot be read, or declares a route that does not exist."""


class RequestIdError(MessageError):
    """A request id was used before, or is in use, with another text."""

    def __init__(self, request: str, place: str) -> None:
        """Name the request and the place, such as a session, in which its id is taken."""
        super().__init__(
            f"request {request!r} was already processed in {place} with another text:"
            " use a new request id for every message, and the same id only to repeat a message"
        )


class NotFoundError(MessageError):
    """A session or a message does not exist, or is somebody else's: the two are not told apart."""


class ConflictError(MessageError):
    """Somebody else did first what was asked, or is doing it."""


class AccessError(FingerpostError):
    """The caller's key does not permit what was asked."""


class BusyError(FingerpostError):
    """The caller's key has as much under way as one may have: when some of it has ended, it can be tried again."""


class RoutebookError(FingerpostError):
    """A routebook is invalid; names the file, the key, the value and the remedy."""

    def __init__(self, file: Path | str, key: str, value: object, remedy: str, place: str = "") -> None:
        """Store the parts as attributes, for tools; `place` is told after the key, such as its line.

        An error of a whole file or folder has the key "", and its message neither key nor value.
        """
        self.file, self.key, self.value, self.remedy, self.place = str(file), key, value, remedy, place
        told = f"{key}{place} = {short_repr(value)}: " if key else ""
        super().__init__(f"{self.file}: {told}{remedy}")


class StudentError(FingerpostError):
    """A classifier file is damaged, foreign, or was trained with another encoder."""


class TrainingError(FingerpostError):
    """Nothing can be learned from the given examples."""


class RowsError(FingerpostError):
    """A file of rows cannot be used for evaluation or training."""


class BatchError(FingerpostError):
    """A file of messages cannot be routed, or not to its end; finished rows are kept."""


FAILED, SLOW, LEFT_ALONE = "failed", "no answer in time", "failed repeatedly, not asked now"
"""Why a part of an answer cannot be had, in words that may be sent to a client."""


class PartError(FingerpostError):
    """A part of an answer cannot be had; `why` tells clients the reason, without addresses."""

    def __init__(self, message: str, why: str = FAILED) -> None:
        """Take the message for the operator, and the reason for clients."""
        super().__init__(message)
        self.why = why


class ModelError(PartError):
    """A model server is down, slow, or gives an unusable answer."""


class EncoderError(ModelError):
    """Weights of the embedded encoder or reader are missing, damaged or of another version; names file and remedy."""


class StoreError(FingerpostError):
    """A database is locked, full, read-only, missing, or of an unsupported version."""


class SearchError(PartError):
    """A document index is down, damaged or of another encoder, or a document cannot be read."""


class DeadlineError(FingerpostError):
    """The deadline passed before there was anything to answer with."""


class SettingsError(FingerpostError):
    """An environment variable has an unusable value."""
