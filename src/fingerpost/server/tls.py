"""TLS for HTTP and gRPC by the files of a certificate and its key, which are checked before a server starts."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

from fingerpost.errors import SettingsError
from fingerpost.runtime.server_settings import AccessSettings


def check_certificate(access: AccessSettings) -> None:
    """Raise SettingsError if the certificate or its key cannot be used."""
    if access.certificate is None or access.certificate_key is None:
        return
    for name, file in (("FINGERPOST_TLS_CERT", access.certificate), ("FINGERPOST_TLS_KEY", access.certificate_key)):
        _read(name, file)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # Without a password of ours, OpenSSL would ask for one on the terminal.
        context.load_cert_chain(access.certificate, access.certificate_key, password=lambda: "")
    except ssl.SSLError as error:
        fault = (error.reason or "no PEM").replace("_", " ").lower()
        raise SettingsError(
            f"FINGERPOST_TLS_CERT = {str(access.certificate)!r} and FINGERPOST_TLS_KEY ="
            f" {str(access.certificate_key)!r} cannot be used ({fault}): give a certificate with its chain and the"
            " unencrypted key that belongs to it, both as PEM"
        ) from error


def http_options(access: AccessSettings) -> dict[str, Any]:
    """Return uvicorn's options for TLS; none without a certificate."""
    if access.certificate is None:
        return {}
    return {"ssl_certfile": access.certificate, "ssl_keyfile": access.certificate_key}


def grpc_credentials(access: AccessSettings) -> Any:
    """Return the credentials of a gRPC server; None without a certificate."""
    if access.certificate is None or access.certificate_key is None:
        return None
    import grpc

    key = _read("FINGERPOST_TLS_KEY", access.certificate_key)
    return grpc.ssl_server_credentials(((key, _read("FINGERPOST_TLS_CERT", access.certificate)),))


def _read(name: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SettingsError(f"{name} = {str(file)!r}: {error.strerror}: name a PEM file that can be read") from error
