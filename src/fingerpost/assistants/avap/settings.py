"""Settings of the avap assistant, read from the environment: the address and the policy of its parser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import integer_of, number_of, optional_of, read_fields, setting, text_of
from fingerpost.validation.validators import CheckPolicy

REMEDY = "start it with `fingerpost avap serve`, or unset AVAP_PARSER_URL"


def _grpc_target(env: Mapping[str, str], name: str) -> str | None:
    """Return HOST:PORT of an address that may be written grpc://HOST:PORT."""
    value = text_of(env, name)
    target = value.removeprefix("grpc://").rstrip("/")
    host, colon, port = target.rpartition(":")
    if value and (not host or not colon or not port.isdigit() or "/" in target or "@" in target):
        raise SettingsError(f"{name} = {value!r} is not an address: use one such as grpc://127.0.0.1:50052")
    return target or None


@dataclass(frozen=True, slots=True)
class ParserSettings:
    """The policy of the AVAP parser; without an address it runs in process."""

    variables: ClassVar[tuple[str, ...]] = (
        "AVAP_PARSER_URL",
        "AVAP_PARSER_TIMEOUT",
        "AVAP_PARSER_VERSION",
        "PARSER_CB_THRESHOLD",
        "PARSER_CB_COOLDOWN",
    )

    address: str | None = setting("AVAP_PARSER_URL", _grpc_target)
    timeout: float = setting("AVAP_PARSER_TIMEOUT", number_of, 2.0, minimum=0.0)
    threshold: int = setting("PARSER_CB_THRESHOLD", integer_of, 3, minimum=1, maximum=1_000_000)
    cooldown: float = setting("PARSER_CB_COOLDOWN", number_of, 30.0)
    version: str | None = setting("AVAP_PARSER_VERSION", optional_of, text_of)

    @property
    def policy(self) -> CheckPolicy:
        """Return how the parser is asked."""
        return CheckPolicy(
            timeout=self.timeout,
            threshold=self.threshold,
            cooldown=self.cooldown,
            version=self.version,
            address=self.address,
            remedy=REMEDY,
        )

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> ParserSettings:
        """Read and check AVAP_PARSER_* and PARSER_CB_*."""
        return cls(**read_fields(cls, env))
