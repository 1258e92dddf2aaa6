"""The commands, and what is said of a wrong number of arguments."""

from __future__ import annotations

import pytest

from fingerpost.assistants.avap.parser.signatures import COMMANDS, SQL, STRUCTURE, TARGET, arity_fault, signature


def test_a_signature_is_as_it_is_written() -> None:
    assert signature("addParam") == "addParam(parameter, T)"
    assert signature("end") == "end()"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_with_all_of_its_arguments_is_right(name: str) -> None:
    assert arity_fault(name, len(COMMANDS[name]), value=False) is None


@pytest.mark.parametrize(
    ("name", "count", "value", "said"),
    [
        ("end", 1, False, "'end' takes no arguments, not 1: write end()"),
        ("addResult", 0, False, "'addResult' takes one argument, not none: write addResult(variable)"),
        ("addVar", 3, False, "'addVar' takes 2 arguments, not 3: write addVar(T, value)"),
        ("gather", 3, False, "'gather' takes one or two arguments, not 3"),
        ("exception", 2, False, "'exception' takes none or one argument, not 2"),
        ("go", 0, False, "'go' takes at least one argument, not none"),
        ("randomString", 1, True, "'randomString' takes three arguments, not 1"),
        ("encodeMD5", 1, False, "'encodeMD5' takes 2 arguments, not 1"),
        ("encodeMD5", 0, True, "'encodeMD5' takes 2 arguments, not none"),
    ],
)
def test_a_wrong_number_is_told_with_the_signature(name: str, count: int, value: bool, said: str) -> None:
    assert (arity_fault(name, count, value) or "").startswith(said)


def test_as_a_value_a_command_leaves_its_target_out() -> None:
    assert arity_fault("encodeMD5", 1, value=True) is None
    assert arity_fault("addResult", 0, value=True) is not None


def test_the_tables_name_only_what_there_is() -> None:
    assert set(COMMANDS) >= STRUCTURE
    assert {name for names in COMMANDS.values() for name in names} >= {*SQL, TARGET}
