"""Every error a person can meet. Each says what was wrong, where, and what to do.

FingerpostError
├── MessageError      a message that cannot be read, or that declares an unknown route
├── RoutebookError    a routebook that is broken: file, key, value and remedy
├── StudentError      a model file that is damaged, foreign or fitted on another encoder
├── TrainingError     examples from which nothing can be learned
├── RowsError         a file of evaluation rows that cannot be used
├── BatchError        a file that cannot be routed from, to, or on: what was done is kept
├── ModelError        a model server that is down, slow, or answers what cannot be used
├── StoreError        a database that is locked, full, read-only, gone or of another version
├── SearchError       an index of documents that is down, damaged, or of another encoder
├── DeadlineError     time ran out before there was an answer
└── SettingsError     a value in the environment that cannot be used
"""

from __future__ import annotations

from pathlib import Path


class FingerpostError(Exception):
    """Base of all errors that Fingerpost raises on purpose."""


class MessageError(FingerpostError):
    """A message cannot be read, or declares a route that does not exist."""


class RoutebookError(FingerpostError):
    """A routebook is broken; says where, what was found and what to do."""

    def __init__(self, file: Path | str, key: str, value: object, remedy: str) -> None:
        """Keep the four parts apart, so that a tool can point at them."""
        self.file, self.key, self.value, self.remedy = str(file), key, value, remedy
        shown = repr(value)
        if len(shown) > 80:
            shown = shown[:77] + "…"
        super().__init__(f"{self.file}: {key} = {shown}: {remedy}")


class StudentError(FingerpostError):
    """A model file is damaged, foreign, or was fitted on another encoder."""


class TrainingError(FingerpostError):
    """Nothing can be learned from the given examples."""


class RowsError(FingerpostError):
    """A file of rows cannot be used for evaluation or training."""


class BatchError(FingerpostError):
    """A file of messages cannot be routed, or not to its end; what was done is kept."""


class ModelError(FingerpostError):
    """A model server is down, slow, or answers what cannot be used."""


class StoreError(FingerpostError):
    """A database is locked, full, read-only, gone, or of a version that this one cannot use."""


class SearchError(FingerpostError):
    """An index of documents is down, damaged, of another encoder, or a document cannot be read."""


class DeadlineError(FingerpostError):
    """Time ran out before there was anything to answer with."""


class SettingsError(FingerpostError):
    """A value in the environment cannot be used."""
