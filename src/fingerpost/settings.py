"""Settings from environment variables: read once at start, checked and frozen."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Protocol, Self, TypeVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.call_limits import CallLimit, call_limits_of
from fingerpost.runtime.environment import (
    Variable,
    choice_of,
    flag_of,
    folder_of,
    integer_of,
    number_of,
    optional_of,
    path_of,
    read_fields,
    setting,
    text_of,
    url_of,
    variables_of,
)
from fingerpost.runtime.server_settings import AccessSettings, Limits
from fingerpost.runtime.server_settings import ServerSettings as ServerSettings  # noqa: PLC0414 - public by this module's name

SECTION_POINTS = "fingerpost.settings"
"""The entry-point group of settings sections of other packages."""

SLOTS = ("main", "conversational", "classifier")
"""The named models. A route names the one that answers; `classifier` decides when the local layers are unsure."""

ANSWERING_SLOTS = ("main", "conversational")
"""The slots that answer; while the model of one fails, that of the other is asked, if it is another model."""

EMBEDDED_ENCODERS = ("tuned", "plain")
"""The embedded encoders; the first is that of routebooks that name none."""

SEARCH_LIMIT = 5.0
"""The most seconds of one search in Elasticsearch, unless they are set."""


LARGEST_RESPONSE = 8_000_000
"""The most bytes of a server's response; 64 vectors of 4,096 numbers take 6 MB, a thousand streamed tokens 300 kB."""


def _cache(env: Mapping[str, str], name: str) -> Path | None:
    value = text_of(env, name)
    if value.lower() == "off":
        return None
    if value:
        try:
            folder = Path(value).expanduser()
            usable = folder.is_dir() or not folder.exists()
        except (OSError, RuntimeError, ValueError) as error:
            raise SettingsError(f"{name} = {value!r}: {error}: name a folder, or `off`") from error
        if not usable:
            raise SettingsError(f"{name} = {value!r} is a file: name a folder, or `off`")
        return folder
    # None without a home folder, as in a container whose user has no entry.
    return folder_of(env, "XDG_CACHE_HOME", "~/.cache")


def _database(env: Mapping[str, str], name: str) -> str:
    value = text_of(env, name)
    if value:
        scheme, colon, _ = value.partition("://")
        if scheme.lower() not in ("sqlite", "postgresql", "postgres") or not colon:
            # A value that is not a URL is not shown: it may contain a password.
            begins = f"begins with {scheme!r}" if colon else "is not a URL"
            raise SettingsError(f"{name} {begins}: give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
        return value
    folder = folder_of(env, "XDG_DATA_HOME", "~/.local/share")
    return f"sqlite:///{folder / 'fingerpost.sqlite' if folder else 'fingerpost.sqlite'}"


def _traces(env: Mapping[str, str], name: str) -> str:
    value = text_of(env, name, "store")
    if value not in ("store", "off") and not value.endswith(".jsonl"):
        raise SettingsError(f"{name} = {value!r}: give `store`, `off`, or a file that ends in .jsonl")
    return value


def _index_name(env: Mapping[str, str], variable: str) -> str:
    name = text_of(env, variable, "fingerpost")
    if name != name.lower() or name[0] in "_-+" or any(sign in name for sign in '\\/*?"<>| ,#:'):
        raise SettingsError(
            f"{variable} = {name!r}: give a name in lower case without special characters, such as fingerpost"
        )
    return name


def _calibration(env: Mapping[str, str], name: str) -> tuple[tuple[float, float], ...]:
    """Return the points of `[[0.5, 0.4], [1.0, 0.95]]` or `{"0.5": 0.4, "1.0": 0.95}`."""
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

    session_hours: float = setting("FINGERPOST_SESSION_HOURS", number_of, 24.0)
    days: float = setting("FINGERPOST_RETENTION_DAYS", number_of, 90.0)
    text: bool = setting("FINGERPOST_KEEP_TEXT", flag_of)


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Where the document index is.

    `elasticsearch`: the server, and `name` its index; None uses SQLite. `file`: the SQLite index; without it every
    routebook has its own index in `folder`, or in memory if that is None. `largest`: the most bytes of a response.
    """

    elasticsearch: str | None = setting("ELASTICSEARCH_URL", optional_of, url_of, secret=True)
    name: str = setting("ELASTICSEARCH_INDEX", _index_name)
    file: Path | None = setting("FINGERPOST_INDEX", path_of)
    folder: Path | None = None
    largest: int = setting(
        "FINGERPOST_LARGEST_RESPONSE", integer_of, LARGEST_RESPONSE, minimum=10_000, maximum=1_000_000_000
    )


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """Automatic training: whether a server trains after so many sessions, and the held-out rows to compare on."""

    automatic: bool = setting("FINGERPOST_LEARN", flag_of)
    after: int = setting("FINGERPOST_LEARN_AFTER", integer_of, 500, minimum=1, maximum=1_000_000)
    held_out: Path | None = setting("FINGERPOST_HELD_OUT", path_of)


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    """The ensemble of a routebook that declares several variants of the language model's question.

    `ensemble`: all variants are asked, not the first alone. `scorer`: the classifier's probabilities break a tie.
    `hints`: the other routes chosen are added as signals. `calibration`: pairs of a confidence and its calibrated
    value, in order: of what the model states where it states any, else of the verdict.
    """

    ensemble: bool = setting("ROUTER_ENSEMBLE_ENABLED", flag_of, default=True)
    scorer: bool = setting("ROUTER_SCORER_ENABLED", flag_of, default=True)
    hints: bool = setting("ROUTER_SECONDARY_HINTS", flag_of, default=True)
    calibration: tuple[tuple[float, float], ...] = setting("ROUTER_CALIBRATION", _calibration)


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
    `call_limits`: those of single parts, which `call_limit` keeps within the time for an answer.
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
    embedded_encoder: str | None = setting("FINGERPOST_ENCODER", optional_of, choice_of, EMBEDDED_ENCODERS)
    llm_timeout: float = setting("FINGERPOST_LLM_TIMEOUT", number_of, 20.0)
    call_limits: tuple[tuple[str, CallLimit], ...] = setting("FINGERPOST_CALL_LIMITS", call_limits_of)
    llm_first: bool | None = setting("ROUTER_LLM_FIRST", optional_of, flag_of)
    voting: EnsembleSettings = EnsembleSettings()
    database: str = field(default="sqlite:///fingerpost.sqlite", repr=False)
    store_down: str = setting("FINGERPOST_STORE_DOWN", choice_of, ("refuse", "answer"))
    retention: RetentionSettings = RetentionSettings()
    traces: str = setting("FINGERPOST_TRACES", _traces)
    spans: bool = setting("FINGERPOST_SPANS", flag_of)
    answer_timeout: float = setting("FINGERPOST_ANSWER_TIMEOUT", number_of, 120.0)
    relevance: str = setting("FINGERPOST_RELEVANCE", choice_of, ("cosine", "model"))
    relevance_threshold: float | None = setting("RELEVANCE_THRESHOLD", optional_of, number_of, 0.0, minimum=-1.0)
    search: SearchSettings = SearchSettings()
    serving: ServerSettings = field(default_factory=ServerSettings)
    learning: LearningSettings = LearningSettings()
    assistant_name: str | None = setting("FINGERPOST_ASSISTANT_NAME", optional_of, text_of)
    behind: str | None = setting("FINGERPOST_BEHIND", optional_of, text_of)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    sections: tuple[object, ...] = ()

    def call_limit(self, part: str, default: float | None = None) -> CallLimit:
        """Return the seconds of one call to a part, which leave time for what is done where it fails.

        Without a setting for the part the default counts, or that of its kind.
        """
        half = self.answer_timeout / 2
        kinds = {"search": SEARCH_LIMIT, "answer": self.answer_timeout}
        total, first = dict(self.call_limits).get(part) or CallLimit(default or kinds.get(part, self.llm_timeout))
        # An answer is streamed: with its first words the server has shown that it works.
        total = min(total, self.answer_timeout if part == "answer" else half)
        return CallLimit(total, min(first, total, half))

    def section(self, kind: type[OwnSettings]) -> OwnSettings:
        """Return the settings of a package: those in `sections`, else read from the environment."""
        given = next((section for section in self.sections if isinstance(section, kind)), None)
        return kind.from_environment(self.environment) if given is None else given

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Return the settings from the environment variables of docs/reference/settings.md; raise SettingsError."""
        env = os.environ if environment is None else environment
        folder = folder_of(env, "XDG_DATA_HOME", "~/.local/share")
        search = SearchSettings(**read_fields(SearchSettings, env), folder=folder)
        slots, encoder = _models(env, search.largest)
        return cls(
            **read_fields(cls, env),
            cache=_CACHE.read(env),
            slots=slots,
            encoder=encoder,
            voting=EnsembleSettings(**read_fields(EnsembleSettings, env)),
            database=_DATABASE.read(env),
            retention=RetentionSettings(**read_fields(RetentionSettings, env)),
            search=search,
            serving=ServerSettings.from_environment(env),
            learning=LearningSettings(**read_fields(LearningSettings, env)),
            environment=dict(env),
        )


_CACHE, _DATABASE = Variable("FINGERPOST_CACHE", _cache), Variable("DATABASE_URL", _database)

DECLARED = (
    *(each for kind in (Settings, SearchSettings, RetentionSettings, EnsembleSettings, LearningSettings,
                        ServerSettings, AccessSettings, Limits) for each in variables_of(kind)),
    _CACHE, _DATABASE,
    Variable("OLLAMA_URL", url_of), Variable("OPENAI_BASE_URL", url_of), Variable("OPENAI_API_KEY", text_of),
    *(Variable(f"{family}_{model}", text_of) for family in ("OLLAMA", "OPENAI")
      for model in ("MODEL_NAME", "MODEL_NAME_CONVERSATIONAL", "MODEL_NAME_CLASSIFIER", "EMB_MODEL_NAME")),
    # Of the command line, before the settings are read, and a folder of public data sets, for the benchmarks.
    Variable("FINGERPOST_ROUTEBOOK", text_of), Variable("FINGERPOST_DATA", text_of),
)  # fmt: skip
"""The variables of the engine, as they are read; packages have their own."""

VARIABLES = frozenset(variable.name for variable in DECLARED)
"""Their names."""


_FAMILIES = ("FINGERPOST_", "OLLAMA_", "OPENAI_", "ELASTICSEARCH_", "OTEL_", "ROUTER_")


def is_setting(name: str) -> bool:
    """Whether a variable is one that the engine, a package of it, or a client that it uses reads."""
    if name.startswith(_FAMILIES) or name in VARIABLES:
        return True
    return any(name in section.variables for section in declared_sections())


def declared_sections() -> list[type[SettingsSection]]:
    """Return the settings sections of installed packages."""
    from importlib.metadata import entry_points

    return [point.load() for point in entry_points(group=SECTION_POINTS)]


def _models(env: Mapping[str, str], largest: int) -> tuple[dict[str, Slot], Slot | None]:
    """Return the models and the encoder: of Ollama if OLLAMA_URL is set, else of OPENAI_MODEL_NAME, else none."""
    if text_of(env, "OLLAMA_URL"):
        # Ollama serves the OpenAI-compatible API below /v1.
        url = url_of(env, "OLLAMA_URL").removesuffix("/v1") + "/v1"
        return _slots(env, "OLLAMA", Slot(url, "", "ollama", largest), required=True)
    given = next((name for name in ("OPENAI_MODEL_NAME", "OPENAI_EMB_MODEL_NAME") if text_of(env, name)), None)
    if given:
        key = text_of(env, "OPENAI_API_KEY")
        if not key and not text_of(env, "OPENAI_BASE_URL"):
            raise SettingsError(f"{given} is set, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is: set one")
        url = url_of(env, "OPENAI_BASE_URL") if text_of(env, "OPENAI_BASE_URL") else "https://api.openai.com/v1"
        return _slots(env, "OPENAI", Slot(url, "", key or "none", largest), required=False)
    return {}, None


def _slots(env: Mapping[str, str], family: str, server: Slot, *, required: bool) -> tuple[dict[str, Slot], Slot | None]:
    main = text_of(env, f"{family}_MODEL_NAME")
    if not main and required:
        raise SettingsError(
            f"{family}_URL is set, but {family}_MODEL_NAME is not: name the main model, such as qwen3:1.7b"
        )
    slots = {}
    if main:
        for slot in SLOTS:
            own = main if slot == "main" else text_of(env, f"{family}_MODEL_NAME_{slot.upper()}")
            slots[slot] = replace(server, model=own or main)
    vectors = text_of(env, f"{family}_EMB_MODEL_NAME")
    return slots, replace(server, model=vectors) if vectors else None
