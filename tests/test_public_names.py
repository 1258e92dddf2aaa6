"""The public names of the package: all of them can be imported, and importing the package is cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

import fingerpost
from fingerpost import errors

HEAVY = ("fastapi", "grpc", "langchain_core", "langgraph", "numpy", "openai", "pydantic", "scipy", "sklearn", "typer")
"""Packages that `import fingerpost` alone must not import."""


@pytest.mark.parametrize("name", fingerpost.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(fingerpost, name).__name__ == name
    assert getattr(fingerpost, name).__module__.startswith("fingerpost.")


def test_the_public_names_are_sorted() -> None:
    assert fingerpost.__all__ == sorted(set(fingerpost.__all__))


def test_every_error_is_a_public_name() -> None:
    own = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert {error.__name__ for error in own} <= set(fingerpost.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'fingerpost' has no attribute 'Nothing'"):
        _ = fingerpost.Nothing


def test_importing_the_package_imports_neither_servers_nor_numeric_packages() -> None:
    program = f"import sys, fingerpost; print([n for n in {HEAVY!r} + ('fingerpost.answering',) if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
