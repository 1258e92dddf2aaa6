"""The word tables of redaction: in the form in which texts are compared."""

from __future__ import annotations

import re

import pytest

from fingerpost.observability.redaction import words

TABLES = {name: table for name, table in vars(words).items() if name.isupper() and not name.startswith("_")}


@pytest.mark.parametrize("name", TABLES)
def test_words_have_neither_accents_nor_capitals(name: str) -> None:
    table = TABLES[name]
    written = " ".join(table) if isinstance(table, tuple) else re.sub(r"\\.", "", table)
    assert written.isascii()
    assert written == written.lower()


@pytest.mark.parametrize(
    ("pattern", "hints", "written"),
    [
        (f"{words.PASSWORDS}|{words.CODES}|{words.KEYS}", words.SECRET_HINTS,
         ["password", "pwd", "pw", "contrasena", "palavra-passe", "api key", "cvv", "codigo de acesso", "token", "sig",
          "phpsessid", "2fa code", "credenciais", "chave da api"]),
        (words.IDENTIFIERS, words.IDENTIFIER_HINTS,
         ["cpf", "nif", "social security", "cartao de cidadao", "driver's license", "tax id", "vat number", "conta n",
          "titulo de eleitor", "cedula", "passaporte", "routing number"]),
    ],
)  # fmt: skip
def test_every_name_has_a_hint(pattern: str, hints: tuple[str, ...], written: list[str]) -> None:
    for name in written:
        assert re.fullmatch(f"(?x)(?:{pattern})", name), name
        assert any(hint in name for hint in hints), name
