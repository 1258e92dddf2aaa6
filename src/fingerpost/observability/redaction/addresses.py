"""Finds e-mail addresses and IP addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from fingerpost.observability.redaction.numbered_things import names_a_thing

# fmt: off
_EMAIL = re.compile(r"(?<![\w.%+-])([\w.%+-]++)@([\w-]++(?:\.[\w-]++)++)")
_SPELLED = re.compile(r"""(?ix) (?<![\w.%+-]) [\w.%+-]{2,64}+ \s?
    (?: [\[(] \s? (?:at|arroba) \s? [\])] | \sarroba\s
      | \sat\s (?= [\w-]{2,63} \sdot\s (?:com|org|net|edu|io|co|es|pt|br|mx|ar|uk|eu|info|app|dev) \b ) )
    \s? [\w-]{2,63} (?: (?: \s? [\[(] \s? (?:dot|punto|ponto) \s? [\])] \s? | \s(?:dot|punto|ponto)\s | \. )
        [\w-]{2,63} ){1,4}
""")
_TOP_LEVEL = re.compile(r"(?i)\.(?!(?:png|jpe?g|gif|svg|webp|css|js|json|md|txt|pdf)$)[^\W\d_]{2,24}$")
_IPV4 = re.compile(r"(?<![\w.,/-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|[./]\d)")
_IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])")
_HOST = re.compile(r"(?i)(?<![^\W_])(?:ip|server|servidor|host|dns|ping|address)\W{1,2}(?:(?:is|es|e|at|en|em)\s)?$")
_VERSION = re.compile(
    r"(?i)(?:version|versao|v|ver|release|build|firmware|driver|chrome|firefox|section|seccion|secao)[ .:/]{0,2}$"
)
# fmt: on


def find_emails(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of e-mail addresses, also of such as `ana (at) example (dot) com`."""
    if "@" in text:
        for found in _EMAIL.finditer(text):
            if _TOP_LEVEL.search(found[2]) and found[1] != "git":
                yield found.span()
    lower = text.lower()
    if "arroba" in lower or "at)" in lower or "at]" in lower or " dot " in lower:
        yield from (found.span() for found in _SPELLED.finditer(text))


def find_ip_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of IP addresses, but not of those that every machine has, of masks and of versions."""
    if text.count(".") >= 3:
        for found in _IPV4.finditer(text):
            before = text[max(0, found.start() - 12) : found.start()]
            # Of single digits alone it is a version or a chapter, unless something else is said.
            meant = len(found[0]) > 7 or _HOST.search(before)
            if meant and _is_somebodys(found[0]) and not _VERSION.search(before):
                yield found.span()
    if text.count(":") >= 2:
        for found in _IPV6.finditer(text):
            if any(map(str.isdigit, found[0])) and _is_somebodys(found[0]) and not names_a_thing(text, found.start()):
                yield found.span()


def _is_somebodys(address: str) -> bool:
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    return not (read.is_loopback or read.is_unspecified or read.is_multicast or address.startswith(("255.", "0.")))
