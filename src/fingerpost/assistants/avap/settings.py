"""Settings of the avap assistant, read from the environment: the address and the policy of its parser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import integer_of, number_of, text_of
from fingerpost.validation.validators import CheckPolicy

REMEDY = "start it with `fingerpost avap serve`, or unset AVAP_PARSER_URL"
DEFAULT_POLICY = CheckPolicy(remedy=REMEDY)


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

    policy: CheckPolicy = DEFAULT_POLICY

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> ParserSettings:
        """Read and check AVAP_PARSER_* and PARSER_CB_*."""
        url = text_of(env, "AVAP_PARSER_URL")
        return cls(
            CheckPolicy(
                address=_grpc_target(url) if url else None,
                timeout=number_of(env, "AVAP_PARSER_TIMEOUT", 2.0, minimum=0.0),
                threshold=integer_of(env, "PARSER_CB_THRESHOLD", 3, minimum=1, maximum=1_000_000),
                cooldown=number_of(env, "PARSER_CB_COOLDOWN", 30.0),
                version=text_of(env, "AVAP_PARSER_VERSION") or None,
                remedy=REMEDY,
            )
        )


def _grpc_target(value: str) -> str:
    """Return HOST:PORT of an address that may be written grpc://HOST:PORT."""
    target = value.removeprefix("grpc://").rstrip("/")
    host, colon, port = target.rpartition(":")
    if not host or not colon or not port.isdigit() or "/" in target or "@" in target:
        raise SettingsError(f"AVAP_PARSER_URL = {value!r} is not an address: use one such as grpc://127.0.0.1:50052")
    return target
