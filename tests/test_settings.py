"""What the environment may say, what it means, and how a bad value is told."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import text_of, variables_of
from fingerpost.settings import (
    DECLARED,
    SECTION_POINTS,
    SLOTS,
    VARIABLES,
    ServerSettings,
    Settings,
    Slot,
    declared_sections,
)

OLLAMA = {"OLLAMA_URL": "http://127.0.0.1:11434", "OLLAMA_MODEL_NAME": "qwen3:1.7b"}
OPENAI = {"OPENAI_MODEL_NAME": "small", "OPENAI_API_KEY": "sk-hidden"}
SECRET = "hunter2"  # noqa: S105 - looked for in what is printed


def read(**environment: str) -> Settings:
    """Read the settings of the engine, and those of all packages."""
    settings = Settings.from_environment(environment)
    for section in declared_sections():
        settings.section(section)
    return settings


# Models.


def test_an_empty_environment_names_no_model_and_leaves_every_default() -> None:
    settings, bare = read(), Settings(cache=None)
    assert (settings.slots, settings.encoder) == ({}, None)
    assert (settings.spans, settings.traces) == (False, "store")
    assert (settings.llm_timeout, settings.retention) == (bare.llm_timeout, bare.retention)


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", " "])
def test_an_ollama_url_means_its_openai_api(end: str) -> None:
    settings = read(OLLAMA_URL=f"http://127.0.0.1:11434{end}", OLLAMA_MODEL_NAME="qwen3:1.7b")
    assert {slot.url for slot in settings.slots.values()} == {"http://127.0.0.1:11434/v1"}


def test_an_ollama_url_below_a_path_keeps_the_path() -> None:
    settings = read(OLLAMA_URL="https://models.example/ollama/", OLLAMA_MODEL_NAME="qwen3:1.7b")
    assert settings.slots["main"].url == "https://models.example/ollama/v1"


@pytest.mark.parametrize("name", ["", "  "])
def test_ollama_needs_the_name_of_its_main_model(name: str) -> None:
    with pytest.raises(SettingsError, match=r"OLLAMA_MODEL_NAME is not: name the main model"):
        read(OLLAMA_URL="http://127.0.0.1:11434", OLLAMA_MODEL_NAME=name)


@pytest.mark.parametrize("family", ["OLLAMA", "OPENAI"])
def test_the_other_slots_fall_back_to_the_main_model(family: str) -> None:
    base = OLLAMA if family == "OLLAMA" else OPENAI
    main = base[f"{family}_MODEL_NAME"]
    assert {name: slot.model for name, slot in read(**base).slots.items()} == dict.fromkeys(SLOTS, main)


@pytest.mark.parametrize("family", ["OLLAMA", "OPENAI"])
@pytest.mark.parametrize("slot", ["conversational", "classifier"])
def test_a_slot_may_have_a_model_of_its_own(family: str, slot: str) -> None:
    base = OLLAMA if family == "OLLAMA" else OPENAI
    settings = read(**base, **{f"{family}_MODEL_NAME_{slot.upper()}": "other"})
    expected = {name: "other" if name == slot else base[f"{family}_MODEL_NAME"] for name in SLOTS}
    assert {name: found.model for name, found in settings.slots.items()} == expected


def test_the_embedding_model_has_the_address_of_its_family() -> None:
    assert read(**OLLAMA).encoder is None
    ollama = read(**OLLAMA, OLLAMA_EMB_MODEL_NAME="bge-m3").encoder
    assert ollama == Slot("http://127.0.0.1:11434/v1", "bge-m3", "ollama")
    openai = read(**OPENAI, OPENAI_EMB_MODEL_NAME="vectors").encoder
    assert openai == Slot("https://api.openai.com/v1", "vectors", "sk-hidden")


def test_an_openai_embedding_model_may_stand_alone() -> None:
    settings = read(OPENAI_EMB_MODEL_NAME="vectors", OPENAI_API_KEY="sk-hidden")
    assert settings.slots == {}
    assert settings.encoder is not None
    assert settings.encoder.model == "vectors"


def test_openai_takes_a_key() -> None:
    assert read(**OPENAI).slots["main"] == Slot("https://api.openai.com/v1", "small", "sk-hidden")


@pytest.mark.parametrize("end", ["", "/"])
def test_openai_takes_a_base_url_without_a_key(end: str) -> None:
    settings = read(OPENAI_MODEL_NAME="small", OPENAI_BASE_URL=f"http://127.0.0.1:8000/v1{end}")
    assert settings.slots["main"] == Slot("http://127.0.0.1:8000/v1", "small", "none")


def test_openai_takes_a_base_url_with_a_key() -> None:
    settings = read(**OPENAI, OPENAI_BASE_URL="http://127.0.0.1:8000/v1")
    assert settings.slots["main"] == Slot("http://127.0.0.1:8000/v1", "small", "sk-hidden")


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "OPENAI_BASE_URL"])
def test_a_key_or_an_address_without_a_model_sets_nothing(name: str) -> None:
    settings = Settings.from_environment({name: "http://127.0.0.1:8000/v1"})
    assert settings.slots == {}
    assert settings.encoder is None


@pytest.mark.parametrize("name", ["OPENAI_MODEL_NAME", "OPENAI_EMB_MODEL_NAME"])
def test_a_model_without_key_and_address_is_told_by_its_own_variable(name: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({name: "small"})
    assert f"{name} is set" in str(told.value)
    assert "OPENAI_API_KEY" in str(told.value)
    assert "OPENAI_BASE_URL" in str(told.value)


def test_ollama_comes_before_openai() -> None:
    assert read(**OLLAMA, **OPENAI).slots["main"].model == "qwen3:1.7b"


# Secrets.


def test_keys_never_show() -> None:
    settings = read(**OPENAI, OPENAI_EMB_MODEL_NAME="vectors")
    assert "sk-hidden" not in repr(settings)
    assert "sk-hidden" not in str(settings.slots)
    assert "sk-hidden" not in repr(settings.encoder)


def test_the_password_of_the_database_never_shows() -> None:
    assert SECRET not in repr(read(DATABASE_URL=f"postgresql://ana:{SECRET}@host/talks"))


@pytest.mark.parametrize("name", ["OLLAMA_URL", "OPENAI_BASE_URL"])
@pytest.mark.parametrize("url", ["ftp://ana:{}@host", "http://ana:{}@host:port", "http://ana:{}@host:0"])
def test_a_bad_address_is_told_without_its_password(name: str, url: str) -> None:
    with pytest.raises(SettingsError, match=name) as told:
        Settings.from_environment({name: url.format(SECRET), **_models(name)})
    assert SECRET not in str(told.value)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ana:{}@host/talks",
        "ana:{}@host/talks",
        "//ana:{}@host/talks",
        "host=db user=ana password={} dbname=talks",
    ],
)
def test_a_bad_database_is_told_without_its_password(url: str) -> None:
    with pytest.raises(SettingsError, match="DATABASE_URL") as told:
        read(DATABASE_URL=url.format(SECRET))
    assert SECRET not in str(told.value)
    assert "give sqlite:///FILE or postgresql://" in str(told.value)


# Bad values.


@pytest.mark.parametrize("name", ["OLLAMA_URL", "OPENAI_BASE_URL"])
@pytest.mark.parametrize(
    "url", ["127.0.0.1:11434", "localhost", "ftp://host", "http://", "http://host:port", "http://[::1", "http://host:0"]
)
def test_a_bad_address_names_the_variable_and_an_example(name: str, url: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({name: url, **_models(name)})
    assert str(told.value).startswith(f"{name} = ")
    assert "give one such as http://127.0.0.1:11434" in str(told.value)


@pytest.mark.parametrize("name", ["FINGERPOST_LLM_TIMEOUT", "FINGERPOST_SESSION_HOURS", "FINGERPOST_RETENTION_DAYS"])
@pytest.mark.parametrize("value", ["soon", "0", "-1", "nan", "inf", "1e9", "1,5"])
def test_a_bad_number_names_the_variable_and_its_default(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({name: value})
    assert str(told.value).startswith(f"{name} = {value!r}: give a number greater than zero, or leave it out for ")


def test_numbers_are_read() -> None:
    settings = read(FINGERPOST_LLM_TIMEOUT=" 2.5 ", FINGERPOST_SESSION_HOURS="1", FINGERPOST_RETENTION_DAYS="0.5")
    assert settings.llm_timeout == 2.5
    assert (settings.retention.session_hours, settings.retention.days) == (1, 0.5)


@pytest.mark.parametrize("name", ["FINGERPOST_SPANS", "FINGERPOST_KEEP_TEXT"])
def test_a_bad_switch_names_the_variable_and_both_ways(name: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({name: "maybe"})
    assert str(told.value) == f"{name} = 'maybe': give `on` or `off`"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("on", True), ("ON", True), ("1", True), ("true", True), ("yes", True), (" on ", True),
        ("off", False), ("0", False), ("False", False), ("no", False), ("", False), ("  ", False),
    ],
)  # fmt: skip
def test_a_switch_is_on_or_off(value: str, expected: bool) -> None:
    settings = read(FINGERPOST_SPANS=value, FINGERPOST_KEEP_TEXT=value)
    assert settings.spans is expected
    assert settings.retention.text is expected


# Places.


@pytest.mark.parametrize("url", ["sqlite:///talks.sqlite", "postgresql://host/talks", "postgres://host/talks"])
def test_a_database_is_taken_as_it_is(url: str) -> None:
    assert read(DATABASE_URL=url).database == url


def test_the_database_lies_in_the_data_folder(tmp_path: Path) -> None:
    assert read(XDG_DATA_HOME=str(tmp_path)).database == f"sqlite:///{tmp_path}/fingerpost/fingerpost.sqlite"


def test_the_data_folder_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read().database == f"sqlite:///{tmp_path}/.local/share/fingerpost/fingerpost.sqlite"


def test_traces_may_go_to_a_file() -> None:
    assert read(FINGERPOST_TRACES="traces.jsonl").traces == "traces.jsonl"
    assert read(FINGERPOST_TRACES="off").traces == "off"
    assert read(FINGERPOST_TRACES=" ").traces == "store"


@pytest.mark.parametrize("value", ["off", "OFF", " off "])
def test_the_cache_may_be_off(value: str) -> None:
    assert read(FINGERPOST_CACHE=value).cache is None


def test_the_cache_is_the_named_folder_or_the_usual_one(tmp_path: Path) -> None:
    assert read(FINGERPOST_CACHE=str(tmp_path / "new")).cache == tmp_path / "new"
    assert read(FINGERPOST_CACHE="", XDG_CACHE_HOME=str(tmp_path)).cache == tmp_path / "fingerpost"


def test_a_cache_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SettingsError, match=r"FINGERPOST_CACHE = .* is a file: name a folder, or `off`"):
        read(FINGERPOST_CACHE=str(file))


def test_an_allowlist_in_a_home_that_is_not_there_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"FINGERPOST_ALLOWLIST = '~nobody-of-that-name/x.*give the full path"):
        read(FINGERPOST_ALLOWLIST="~nobody-of-that-name/x.json")


# Answers and servers.


def test_answers_work_with_nothing_set(tmp_path: Path) -> None:
    settings = read(XDG_DATA_HOME=str(tmp_path))
    assert settings.answer_timeout == 120
    assert (settings.relevance, settings.relevance_threshold) == ("cosine", None)
    assert (settings.search.elasticsearch, settings.search.file) == (None, None)
    assert settings.search.folder == tmp_path / "fingerpost"
    parser, serving = settings.section(ParserSettings).policy, settings.serving
    assert (parser.address, parser.timeout, parser.threshold, parser.cooldown, parser.version) == (None, 2, 3, 30, None)
    assert (serving.host, serving.key, serving.workers, serving.rate) == ("127.0.0.1", None, 1, 0)


def test_the_parser_is_named_with_or_without_its_scheme() -> None:
    for value in ("grpc://127.0.0.1:50052", "127.0.0.1:50052", "grpc://127.0.0.1:50052/"):
        assert read(AVAP_PARSER_URL=value).section(ParserSettings).policy.address == "127.0.0.1:50052"
    settings = read(
        AVAP_PARSER_TIMEOUT="0", PARSER_CB_THRESHOLD="5", PARSER_CB_COOLDOWN="1.5", AVAP_PARSER_VERSION="1.0.0"
    )
    policy = settings.section(ParserSettings).policy
    assert (policy.timeout, policy.threshold, policy.cooldown, policy.version) == (0, 5, 1.5, "1.0.0")


def test_elasticsearch_and_servers_are_taken_as_they_are() -> None:
    settings = read(
        ELASTICSEARCH_URL="http://127.0.0.1:9200/", ELASTICSEARCH_INDEX="docs-1", FINGERPOST_INDEX="i.sqlite"
    )
    assert (settings.search.elasticsearch, settings.search.name) == ("http://127.0.0.1:9200", "docs-1")
    assert settings.search.file == Path("i.sqlite")
    settings = read(
        FINGERPOST_LARGEST_RESPONSE="50000", OLLAMA_URL="http://127.0.0.1:1", OLLAMA_MODEL_NAME="m",
        OLLAMA_EMB_MODEL_NAME="e",
    )  # fmt: skip
    assert settings.encoder
    assert settings.search.largest == settings.encoder.largest == settings.slots["main"].largest == 50_000
    settings = read(
        FINGERPOST_HOST="192.0.2.1", FINGERPOST_HTTP_PORT="0", FINGERPOST_API_KEY=" k ", FINGERPOST_RATE="2.5"
    )
    assert (settings.serving.host, settings.serving.http_port) == ("192.0.2.1", 0)
    assert (settings.serving.key, settings.serving.rate) == ("k", 2.5)
    assert "k" not in repr(settings.serving).split("key")[-1][:4]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FINGERPOST_ANSWER_TIMEOUT", "0"),
        ("FINGERPOST_ANSWER_TIMEOUT", "nan"),
        ("FINGERPOST_RELEVANCE", "guess"),
        ("RELEVANCE_THRESHOLD", "high"),
        ("RELEVANCE_THRESHOLD", "-2"),
        ("AVAP_PARSER_URL", "somewhere"),
        ("AVAP_PARSER_URL", "grpc://user@host:1"),
        ("AVAP_PARSER_TIMEOUT", "-1"),
        ("PARSER_CB_THRESHOLD", "0"),
        ("PARSER_CB_THRESHOLD", "2.5"),
        ("PARSER_CB_COOLDOWN", "0"),
        ("ELASTICSEARCH_URL", "ftp://x"),
        ("ELASTICSEARCH_INDEX", "Big*Name"),
        ("FINGERPOST_HTTP_PORT", "70000"),
        ("FINGERPOST_GRPC_PORT", "-1"),
        ("FINGERPOST_WORKERS", "0"),
        ("FINGERPOST_LARGEST", "1"),
        ("FINGERPOST_LARGEST_RESPONSE", "1"),
        ("FINGERPOST_RATE", "-3"),
    ],
)
def test_what_cannot_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read(**{name: value})


# The whole.


def test_settings_are_frozen() -> None:
    settings = read(**OLLAMA)
    for target in (settings, settings.retention, settings.slots["main"]):
        name = next(iter(target.__slots__))
        with pytest.raises(FrozenInstanceError):
            setattr(target, name, "changed")


def test_the_process_environment_is_read_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///mine.sqlite")
    monkeypatch.setenv("FINGERPOST_LLM_TIMEOUT", "3")
    settings = Settings.from_environment()
    assert (settings.database, settings.llm_timeout) == ("sqlite:///mine.sqlite", 3)


def _models(name: str) -> dict[str, str]:
    return {f"{name.partition('_')[0]}_MODEL_NAME": "small"}


# Settings of packages.


@dataclass(frozen=True)
class PriceSettings:
    """Settings that a package declares."""

    variables: ClassVar[tuple[str, ...]] = ("SHOP_CURRENCY",)

    currency: str = "EUR"

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> PriceSettings:
        currency = env.get("SHOP_CURRENCY", "EUR")
        if len(currency) != 3:
            raise SettingsError(f"SHOP_CURRENCY = {currency!r}: give three letters")
        return cls(currency)


def test_a_package_reads_its_section_from_the_environment_that_was_read() -> None:
    assert Settings.from_environment({"SHOP_CURRENCY": "BRL"}).section(PriceSettings).currency == "BRL"
    assert Settings.from_environment({}).section(PriceSettings) == PriceSettings()


def test_the_environment_is_kept_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_CURRENCY", "BRL")
    settings = Settings.from_environment()
    monkeypatch.setenv("SHOP_CURRENCY", "USD")
    assert settings.section(PriceSettings).currency == "BRL"
    assert Settings(cache=None).section(PriceSettings).currency == "EUR", "nothing is read behind the settings' back"


def test_a_section_that_is_given_comes_before_the_environment() -> None:
    given = PriceSettings("USD")
    settings = Settings(cache=None, environment={"SHOP_CURRENCY": "BRL"}, sections=(AnalyticsSettings(), given))
    assert settings.section(PriceSettings) is given


def test_a_bad_value_of_a_package_names_its_variable() -> None:
    with pytest.raises(SettingsError, match="SHOP_CURRENCY = 'euro': give three letters"):
        Settings.from_environment({"SHOP_CURRENCY": "euro"}).section(PriceSettings)


def test_variables_of_packages_never_show() -> None:
    assert SECRET not in repr(Settings.from_environment({"SHOP_PASSWORD": SECRET}))


def test_sections_are_declared_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(declared_sections()) >= {AnalyticsSettings, ParserSettings}
    assert PriceSettings not in declared_sections()
    point = importlib.metadata.EntryPoint("prices", f"{__name__}:PriceSettings", SECTION_POINTS)
    honest = importlib.metadata.entry_points

    def entry_points(**params: Any) -> importlib.metadata.EntryPoints:
        own = importlib.metadata.EntryPoints([point]).select(**params)
        return importlib.metadata.EntryPoints([*honest(**params), *own])

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert PriceSettings in declared_sections()


class Noting(dict[str, str]):
    """An environment that notes what is asked for."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


def undeclared(env: Noting) -> set[str]:
    """Return what was asked for beside the variables of the engine and the folders of the system."""
    return env.asked - {"XDG_CACHE_HOME", "XDG_DATA_HOME"} - VARIABLES


def test_a_variable_that_is_read_and_not_declared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def reads_more(env: Mapping[str, str]) -> ServerSettings:
        return ServerSettings(host=text_of(env, "FINGERPOST_SECRET_HOST", "x"))

    monkeypatch.setattr(ServerSettings, "from_environment", reads_more)
    env = Noting({})
    Settings.from_environment(env)
    assert undeclared(env) == {"FINGERPOST_SECRET_HOST"}


@pytest.mark.parametrize("given", [{}, OLLAMA, OPENAI])
def test_nothing_is_read_that_is_not_declared(given: Mapping[str, str]) -> None:
    env = Noting(given)
    Settings.from_environment(env)
    assert undeclared(env) == set()
    assert len(env.asked) > 40
    for section in declared_sections():
        env.asked.clear()
        section.from_environment(env)
        assert env.asked == set(section.variables) == {variable.name for variable in variables_of(section)}


def test_no_variable_is_declared_twice() -> None:
    assert len(DECLARED) == len(VARIABLES)
    assert {variable.read({}) for variable in DECLARED if variable.name == "FINGERPOST_HTTP_PORT"} == {8080}


def test_no_two_packages_read_the_same_variable() -> None:
    declared = [name for section in declared_sections() for name in section.variables]
    assert len(declared) == len(set(declared))
