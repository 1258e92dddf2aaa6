"""What `make release` expects of the wheel is what the commands print."""

from __future__ import annotations

import pytest
from scripts.release import SAID

from tests.cli.command import command


@pytest.mark.parametrize("words", SAID)
def test_the_commands_that_a_release_tries_print_what_it_expects(words: tuple[str, ...]) -> None:
    assert SAID[words] in command(*words).stdout
