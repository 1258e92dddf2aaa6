"""Settings from environment variables: read once at start, checked and frozen."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol, Self, TypeVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.access_settings import AccessSettings
from fingerpost.runtime.environment import choice_of, flag_of, folder_of, integer_of, number_of, text_of, url_of

SECTION_POINTS = "fingerpost.settings"
"""The entry-point group of settings sections of other packages."""

SLOTS = ("main", "conversational", "classifier")
"""The named models. A route names the one that answers; `classifier` decides when the local layers are unsure."""

ANSWERING_SLOTS = ("main", "conversational")
"""The slots that answer; while the model of one fails, that of the other is asked, if it is another model."""

EMBEDDED_ENCODERS = ("tuned", "plain")
"""The embedded encoders; the first is that of routebooks that name none."""

SEARCH_LIMIT = 5.0
"""The most seconds of one search in Elasticsearch; then the embedded index is searched, if the routebook has one."""


LARGEST_RESPONSE = 8_000_000
"""The most bytes of a server's response; 64 vectors of 4,096 numbers take 6 MB, a thousand streamed tokens 300 kB."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One model on an OpenAI-compatible server; `largest`: the most bytes of a response."""

    url: str = field(repr=False)
    model: str
    key: str = field(default="none", repr=False)
    largest: int = LARGEST_RESPONSE

    @property
    def place(self) -> str:
        """Return the address without user name and password, for messages."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}"


@dataclass(frozen=True, slots=True)
class RetentionSettings:
    """How long data is stored.

    `session_hours`: a session ends so long after its last message; until then its messages are stored whole. `days`:
    how long turns and traces are stored. `text`: whether whole texts, redacted, are stored after their session.
    """

    session_hours: float = 24
    days: float = 90
    text: bool = False


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Where the document index is.

    `elasticsearch`: the server, and `name` its index; None uses SQLite. `file`: the SQLite index; without it every
    routebook has its own index in `folder`, or in memory if that is None. `largest`: the most bytes of a response.
    """

    elasticsearch: str | None = field(default=None, repr=False)
    name: str = "fingerpost"
    file: Path | None = None
    folder: Path | None = None
    largest: int = LARGEST_RESPONSE


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The servers' addresses and limits.

    `key`: the API key that clients must send. `largest`: the largest request in bytes. `rate`: requests per client and
    second (0: unlimited). `access`: keys of clients, names and origins, certificates.
    """

    host: str = "127.0.0.1"
    http_port: int = 8080
    grpc_port: int = 50051
    workers: int = 1
    key: str | None = field(default=None, repr=False)
    largest: int = 16_000_000
    rate: float = 0.0
    access: AccessSettings = field(default_factory=AccessSettings)


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """Automatic training: whether a server trains after so many sessions, and the held-out rows to compare on."""

    automatic: bool = False
    after: int = 500
    held_out: Path | None = None


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    """The ensemble of a routebook that declares several variants of the language model's question.

    `ensemble`: all variants are asked, not the first alone. `scorer`: the classifier's probabilities break a tie.
    `hints`: the other routes chosen are added as signals. `calibration`: pairs of a confidence and its calibrated
    value, in order: of what the model states where it states any, else of the verdict.
    """

    ensemble: bool = True
    scorer: bool = True
    hints: bool = True
    calibration: tuple[tuple[float, float], ...] = ()


class SettingsSection(Protocol):
    """The settings of one package, with a default for every field.

    An entry point of the group `fingerpost.settings` names the class, so that `fingerpost doctor` lists its variables.
    """

    variables: ClassVar[tuple[str, ...]]

    @classmethod
    def from_environment(cls, env: Mapping[str, str], /) -> Self:
        """Return the package's settings; raise SettingsError for an unusable value."""


OwnSettings = TypeVar("OwnSettings", bound=SettingsSection)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the engine.

    `cache`: the folder of trained classifiers and embeddings; None caches nothing. `slots`: the models by name, empty
    if none is set. `encoder`: the embedding model on a server; None means an embedded one: that of `embedded_encoder`,
    else the routebook's. `llm_timeout`: seconds for one call to a model or an embedding server, but for an answer.
    `llm_first`: the model is asked even if the classifier is sure; None leaves that to the routebook. `voting`: its
    ensemble.
    `database`: the URL of the store. `store_down`: "refuse" or "answer" messages of a session while the store fails.
    `traces`: "store", "off", or a JSONL file. `spans`: whether OpenTelemetry spans are sent. `answer_timeout`:
    seconds for a whole answer. `relevance`: how the relevance of passages is judged, by "cosine" or "model";
    `relevance_threshold` overrides the fitted one. `assistant_name`: the name by which people address the assistant.
    `behind`: the routebook that answers the messages that are not for an app.
    `environment`: the variables as read, and `sections` given settings of packages: see `section`.
    """

    cache: Path | None
    slots: Mapping[str, Slot] = field(default_factory=dict)
    encoder: Slot | None = None
    embedded_encoder: str | None = None
    llm_timeout: float = 20.0
    llm_first: bool | None = None
    voting: EnsembleSettings = EnsembleSettings()
    database: str = field(default="sqlite:///fingerpost.sqlite", repr=False)
    store_down: str = "refuse"
    retention: RetentionSettings = RetentionSettings()
    traces: str = "store"
    spans: bool = False
    answer_timeout: float = 120.0
    relevance: str = "cosine"
    relevance_threshold: float | None = None
    search: SearchSettings = SearchSettings()
    serving: ServerSettings = ServerSettings()
    learning: LearningSettings = LearningSettings()
    assistant_name: str | None = None
    behind: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    sections: tuple[object, ...] = ()

    @property
    def first_piece_limit(self) -> float:
        """Return the seconds that a model has for the first words of an answer: half of those for a whole answer."""
        return self.answer_timeout / 2

    @property
    def search_limit(self) -> float:
        """Return the seconds that Elasticsearch has for one search."""
        return min(SEARCH_LIMIT, self.answer_timeout / 2)

    @property
    def model_limit(self) -> float:
        """Return the seconds for one call to a model, which leave time for what is done where it fails."""
        return min(self.llm_timeout, self.answer_timeout / 2)

    def section(self, kind: type[OwnSettings]) -> OwnSettings:
        """Return the settings of a package: those in `sections`, else read from the environment."""
        given = next((section for section in self.sections if isinstance(section, kind)), None)
        return kind.from_environment(self.environment) if given is None else given

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Return the settings from the environment variables of docs/reference/settings.md; raise SettingsError."""
        env = os.environ if environment is None else environment
        (slots, encoder), limit = _models(env), "RELEVANCE_THRESHOLD"
        return cls(
            cache=_cache(env),
            slots=slots,
            encoder=encoder,
            embedded_encoder=choice_of(env, "FINGERPOST_ENCODER", ("", *EMBEDDED_ENCODERS)) or None,
            llm_timeout=number_of(env, "FINGERPOST_LLM_TIMEOUT", 20.0),
            llm_first=flag_of(env, "ROUTER_LLM_FIRST") if text_of(env, "ROUTER_LLM_FIRST") else None,
            voting=EnsembleSettings(
                ensemble=flag_of(env, "ROUTER_ENSEMBLE_ENABLED", default=True),
                scorer=flag_of(env, "ROUTER_SCORER_ENABLED", default=True),
                hints=flag_of(env, "ROUTER_SECONDARY_HINTS", default=True),
                calibration=_calibration(env),
            ),
            database=_database(env),
            store_down=choice_of(env, "FINGERPOST_STORE_DOWN", ("refuse", "answer")),
            retention=RetentionSettings(
                session_hours=number_of(env, "FINGERPOST_SESSION_HOURS", 24.0),
                days=number_of(env, "FINGERPOST_RETENTION_DAYS", 90.0),
                text=flag_of(env, "FINGERPOST_KEEP_TEXT"),
            ),
            traces=_traces(env),
            spans=flag_of(env, "FINGERPOST_SPANS"),
            answer_timeout=number_of(env, "FINGERPOST_ANSWER_TIMEOUT", 120.0),
            relevance=choice_of(env, "FINGERPOST_RELEVANCE", ("cosine", "model")),
            relevance_threshold=number_of(env, limit, 0.0, minimum=-1.0) if text_of(env, limit) else None,
            search=_search(env),
            serving=_serving(env),
            learning=_learning(env),
            assistant_name=text_of(env, "FINGERPOST_ASSISTANT_NAME") or None,
            behind=text_of(env, "FINGERPOST_BEHIND") or None,
            environment=dict(env),
        )


VARIABLES = frozenset(f"FINGERPOST_{name}" for name in (
    "ANSWER_TIMEOUT", "API_KEY", "ASSISTANT_NAME", "BEHIND", "BODY_TIMEOUT", "CACHE", "DATA", "ENCODER", "GRPC_PORT",
    "HEAD_TIMEOUT", "HELD_OUT", "HOST", "HOSTS", "HTTP_PORT", "INDEX", "KEEP_TEXT", "KEYS", "LARGEST",
    "LARGEST_RESPONSE", "LEARN", "LEARN_AFTER", "LLM_TIMEOUT", "MAX_CONNECTIONS", "MAX_HEAD", "MAX_HEADERS",
    "MAX_ITEMS", "MAX_REQUESTS", "MAX_URL", "MAX_VALUES", "MAX_WAIT", "ORIGINS", "RATE", "RELEVANCE", "RETENTION_DAYS",
    "ROUTEBOOK", "SESSION_HOURS", "SPANS", "STORE_DOWN", "TLS_CERT", "TLS_KEY", "TRACES", "WORKERS",
))  # fmt: skip
"""The variables of the engine; DATA is a folder of public data sets, for the benchmarks."""


_FAMILIES = ("FINGERPOST_", "OLLAMA_", "OPENAI_", "ELASTICSEARCH_", "OTEL_", "ROUTER_")
_OTHERS = ("DATABASE_URL", "RELEVANCE_THRESHOLD")


def is_setting(name: str) -> bool:
    """Whether a variable is one that the engine, a package of it, or a client that it uses reads."""
    if name.startswith(_FAMILIES) or name in _OTHERS:
        return True
    return any(name in section.variables for section in declared_sections())


def declared_sections() -> list[type[SettingsSection]]:
    """Return the settings sections of installed packages."""
    from importlib.metadata import entry_points

    return [point.load() for point in entry_points(group=SECTION_POINTS)]


def _cache(env: Mapping[str, str]) -> Path | None:
    value = text_of(env, "FINGERPOST_CACHE")
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
    # None without a home folder, as in a container whose user has no entry.
    return folder_of(env, "XDG_CACHE_HOME", "~/.cache")


def _database(env: Mapping[str, str]) -> str:
    value = text_of(env, "DATABASE_URL")
    if value:
        scheme, colon, _ = value.partition("://")
        if scheme.lower() not in ("sqlite", "postgresql", "postgres") or not colon:
            # A value that is not a URL is not shown: it may contain a password.
            begins = f"begins with {scheme!r}" if colon else "is not a URL"
            raise SettingsError(f"DATABASE_URL {begins}: give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
        return value
    folder = folder_of(env, "XDG_DATA_HOME", "~/.local/share")
    return f"sqlite:///{folder / 'fingerpost.sqlite' if folder else 'fingerpost.sqlite'}"


def _traces(env: Mapping[str, str]) -> str:
    value = text_of(env, "FINGERPOST_TRACES") or "store"
    if value not in ("store", "off") and not value.endswith(".jsonl"):
        raise SettingsError(f"FINGERPOST_TRACES = {value!r}: give `store`, `off`, or a file that ends in .jsonl")
    return value


def _search(env: Mapping[str, str]) -> SearchSettings:
    name = text_of(env, "ELASTICSEARCH_INDEX") or "fingerpost"
    if name != name.lower() or name[0] in "_-+" or any(sign in name for sign in '\\/*?"<>| ,#:'):
        raise SettingsError(
            f"ELASTICSEARCH_INDEX = {name!r}: give a name in lower case without special characters, such as fingerpost"
        )
    file = text_of(env, "FINGERPOST_INDEX")
    return SearchSettings(
        elasticsearch=url_of(env, "ELASTICSEARCH_URL").rstrip("/") if text_of(env, "ELASTICSEARCH_URL") else None,
        name=name,
        file=Path(file) if file else None,
        folder=folder_of(env, "XDG_DATA_HOME", "~/.local/share"),
        largest=_largest_response(env),
    )


def _largest_response(env: Mapping[str, str]) -> int:
    name = "FINGERPOST_LARGEST_RESPONSE"
    return integer_of(env, name, LARGEST_RESPONSE, minimum=10_000, maximum=1_000_000_000)


def _serving(env: Mapping[str, str]) -> ServerSettings:
    return ServerSettings(
        host=text_of(env, "FINGERPOST_HOST") or "127.0.0.1",
        http_port=integer_of(env, "FINGERPOST_HTTP_PORT", 8080, minimum=0, maximum=65535),
        grpc_port=integer_of(env, "FINGERPOST_GRPC_PORT", 50051, minimum=0, maximum=65535),
        workers=integer_of(env, "FINGERPOST_WORKERS", 1, minimum=1, maximum=1024),
        key=text_of(env, "FINGERPOST_API_KEY") or None,
        largest=integer_of(env, "FINGERPOST_LARGEST", 16_000_000, minimum=1_000, maximum=1_000_000_000),
        rate=number_of(env, "FINGERPOST_RATE", 0.0, minimum=0.0),
        access=AccessSettings.from_environment(env),
    )


def _learning(env: Mapping[str, str]) -> LearningSettings:
    file = text_of(env, "FINGERPOST_HELD_OUT")
    return LearningSettings(
        automatic=flag_of(env, "FINGERPOST_LEARN"),
        after=integer_of(env, "FINGERPOST_LEARN_AFTER", 500, minimum=1, maximum=1_000_000),
        held_out=Path(file) if file else None,
    )


def _calibration(env: Mapping[str, str]) -> tuple[tuple[float, float], ...]:
    """Return the points of `[[0.5, 0.4], [1.0, 0.95]]` or `{"0.5": 0.4, "1.0": 0.95}`."""
    name = "ROUTER_CALIBRATION"
    value = text_of(env, name)
    if not value:
        return ()
    try:
        read = json.loads(value)
        pairs = read.items() if isinstance(read, dict) else read
        points = sorted((float(confidence), float(calibrated)) for confidence, calibrated in pairs)
    except (ValueError, TypeError, OverflowError, RecursionError, AttributeError):
        points = []
    rising = all(low[0] < high[0] and low[1] <= high[1] for low, high in itertools.pairwise(points))
    if not points or not rising or not all(0 <= number <= 1 for pair in points for number in pair):
        raise SettingsError(
            f"{name} = {value[:80]!r}: give pairs of confidence and calibrated value from 0 to 1, both rising, "
            "such as [[0.5, 0.4], [0.9, 0.8], [1.0, 0.95]]"
        )
    return tuple(points)


def _models(env: Mapping[str, str]) -> tuple[dict[str, Slot], Slot | None]:
    """Return the models and the encoder: of Ollama if OLLAMA_URL is set, else of OPENAI_MODEL_NAME, else none."""
    if text_of(env, "OLLAMA_URL"):
        # Ollama serves the OpenAI-compatible API below /v1.
        url = url_of(env, "OLLAMA_URL").rstrip("/").removesuffix("/v1") + "/v1"
        return _slots(env, "OLLAMA", url, "ollama", required=True)
    given = next((name for name in ("OPENAI_MODEL_NAME", "OPENAI_EMB_MODEL_NAME") if text_of(env, name)), None)
    if given:
        key = text_of(env, "OPENAI_API_KEY")
        if not key and not text_of(env, "OPENAI_BASE_URL"):
            raise SettingsError(f"{given} is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is: set one")
        url = url_of(env, "OPENAI_BASE_URL") if text_of(env, "OPENAI_BASE_URL") else "https://api.openai.com/v1"
        return _slots(env, "OPENAI", url.rstrip("/"), key or "none", required=False)
    return {}, None


def _slots(
    env: Mapping[str, str], family: str, url: str, key: str, *, required: bool
) -> tuple[dict[str, Slot], Slot | None]:
    main = text_of(env, f"{family}_MODEL_NAME")
    if not main and required:
        raise SettingsError(
            f"{family}_URL is set, but {family}_MODEL_NAME is not: name the main model, such as qwen3:1.7b"
        )
    slots, largest = {}, _largest_response(env)
    if main:
        for slot in SLOTS:
            own = main if slot == "main" else text_of(env, f"{family}_MODEL_NAME_{slot.upper()}")
            slots[slot] = Slot(url, own or main, key, largest)
    vectors = text_of(env, f"{family}_EMB_MODEL_NAME")
    return slots, Slot(url, vectors, key, largest) if vectors else None
