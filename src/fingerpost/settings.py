"""What the environment says, read once at start, checked and frozen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from fingerpost.errors import SettingsError

SLOTS = ("main", "conversational", "classifier")
"""The named models. Routes say which one answers; `classifier` is asked when the local layers are unsure."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One model behind an OpenAI-compatible server."""

    url: str = field(repr=False)
    model: str
    key: str = field(default="none", repr=False)

    @property
    def place(self) -> str:
        """Return the address for people: without a name and a password that may be in it."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}"


@dataclass(frozen=True, slots=True)
class Retention:
    """How long what is kept. `text`: whether whole texts, redacted, outlive their session."""

    session_hours: float = 24
    days: float = 90
    text: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All that Fingerpost takes from the environment.

    `cache`: where students and embeddings are kept between runs; None keeps nothing. `slots`: the models
    by name, empty where none is set. `encoder`: the model that makes vectors; None means the embedded one.
    `database`: where turns and traces are kept. `traces`: "store", "off", or a JSONL file. `spans`: whether
    OpenTelemetry spans are sent.
    """

    cache: Path | None
    slots: Mapping[str, Slot] = field(default_factory=dict)
    encoder: Slot | None = None
    llm_timeout: float = 20.0
    database: str = field(default="sqlite:///fingerpost.sqlite", repr=False)
    retention: Retention = Retention()
    traces: str = "store"
    spans: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read and check every variable; docs/settings.md lists them."""
        env = os.environ if environment is None else environment
        slots, encoder = _models(env)
        return cls(
            cache=_cache(env),
            slots=slots,
            encoder=encoder,
            llm_timeout=_number(env, "FINGERPOST_LLM_TIMEOUT", 20.0),
            database=_database(env),
            retention=Retention(
                session_hours=_number(env, "FINGERPOST_SESSION_HOURS", 24.0),
                days=_number(env, "FINGERPOST_RETENTION_DAYS", 90.0),
                text=_switch(env, "FINGERPOST_KEEP_TEXT"),
            ),
            traces=_traces(env),
            spans=_switch(env, "FINGERPOST_SPANS"),
        )


VARIABLES = frozenset(
    f"FINGERPOST_{name}"
    for name in ("CACHE", "DATA", "KEEP_TEXT", "LLM_TIMEOUT", "RETENTION_DAYS", "SESSION_HOURS", "SPANS", "TRACES")
)
"""The variables of our own; DATA names a folder of public sets, for the benchmarks."""


def _value(env: Mapping[str, str], name: str) -> str:
    return env.get(name, "").strip()


def _cache(env: Mapping[str, str]) -> Path | None:
    value = _value(env, "FINGERPOST_CACHE")
    if value.lower() == "off":
        return None
    if value:
        try:
            folder = Path(value).expanduser()
            usable = folder.is_dir() or not folder.exists()
        except (OSError, RuntimeError, ValueError) as error:
            raise SettingsError(f"FINGERPOST_CACHE = {value!r}: {error}: name a folder, or `off`") from error
        if not usable:
            raise SettingsError(f"FINGERPOST_CACHE = {value!r} is a file: name a folder, or `off`")
        return folder
    # Nobody at home, as in a container whose user has no entry: keep nothing.
    return _home(env, "XDG_CACHE_HOME", "~/.cache")


def _home(env: Mapping[str, str], name: str, default: str) -> Path | None:
    base = env.get(name)
    try:
        return (Path(base) if base else Path(default).expanduser()) / "fingerpost"
    except RuntimeError:
        return None


def _database(env: Mapping[str, str]) -> str:
    value = _value(env, "DATABASE_URL")
    if value:
        scheme, colon, _ = value.partition("://")
        if scheme.lower() not in ("sqlite", "postgresql", "postgres") or not colon:
            # Of what is no address nothing is shown: it may hold a password anywhere.
            begins = f"begins with {scheme!r}" if colon else "is no address"
            raise SettingsError(f"DATABASE_URL {begins}: give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
        return value
    folder = _home(env, "XDG_DATA_HOME", "~/.local/share")
    return f"sqlite:///{folder / 'fingerpost.sqlite' if folder else 'fingerpost.sqlite'}"


def _traces(env: Mapping[str, str]) -> str:
    value = _value(env, "FINGERPOST_TRACES") or "store"
    if value not in ("store", "off") and not value.endswith(".jsonl"):
        raise SettingsError(f"FINGERPOST_TRACES = {value!r}: give `store`, `off`, or a file that ends in .jsonl")
    return value


def _number(env: Mapping[str, str], name: str, default: float) -> float:
    value = _value(env, name)
    if not value:
        return default
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise SettingsError(f"{name} = {value!r}: give a number greater than zero, or leave it out for {default:g}")
    return number


def _switch(env: Mapping[str, str], name: str) -> bool:
    value = _value(env, name).lower()
    if value in ("", "off", "0", "false", "no"):
        return False
    if value in ("on", "1", "true", "yes"):
        return True
    raise SettingsError(f"{name} = {value!r}: give `on` or `off`")


def _models(env: Mapping[str, str]) -> tuple[dict[str, Slot], Slot | None]:
    """Take the models from Ollama where OLLAMA_URL is set, else from OPENAI_MODEL_NAME; neither means none."""
    if _value(env, "OLLAMA_URL"):
        # Ollama serves the OpenAI-compatible API below /v1.
        url = _url(env, "OLLAMA_URL").rstrip("/").removesuffix("/v1") + "/v1"
        return _slots(env, "OLLAMA", url, "ollama", required=True)
    given = next((name for name in ("OPENAI_MODEL_NAME", "OPENAI_EMB_MODEL_NAME") if _value(env, name)), None)
    if given:
        key = _value(env, "OPENAI_API_KEY")
        if not key and not _value(env, "OPENAI_BASE_URL"):
            raise SettingsError(
                f"{given} is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL says where it is: set one"
            )
        url = _url(env, "OPENAI_BASE_URL") if _value(env, "OPENAI_BASE_URL") else "https://api.openai.com/v1"
        return _slots(env, "OPENAI", url.rstrip("/"), key or "none", required=False)
    return {}, None


def _url(env: Mapping[str, str], name: str) -> str:
    value = _value(env, name)
    try:
        parts = urlsplit(value)
        sound = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if not sound:
        # Whoever is named before the @ is left out, since a password may follow.
        shown = value.rpartition("@")[2] if "@" in value else value
        raise SettingsError(f"{name} = {shown!r} is no address: give one such as http://127.0.0.1:11434")
    return value


def _slots(
    env: Mapping[str, str], family: str, url: str, key: str, *, required: bool
) -> tuple[dict[str, Slot], Slot | None]:
    main = _value(env, f"{family}_MODEL_NAME")
    if not main and required:
        raise SettingsError(
            f"{family}_URL is set, but {family}_MODEL_NAME is not: name the main model, such as qwen3:1.7b"
        )
    slots = {}
    if main:
        for slot in SLOTS:
            own = main if slot == "main" else _value(env, f"{family}_MODEL_NAME_{slot.upper()}")
            slots[slot] = Slot(url, own or main, key)
    vectors = _value(env, f"{family}_EMB_MODEL_NAME")
    return slots, Slot(url, vectors, key) if vectors else None
