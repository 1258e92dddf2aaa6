"""Closed verbs are known in every person and time."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.analytics.questions.verbs import forms
from fingerpost.assistants.agents.analytics.questions.words import verb_comparisons, vocabulary, with_verbs


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("repartir", "reparte"),
        ("desglosar", "desglosa"),
        ("agrupar", "agrupe"),
        ("segmentar", "segmentado"),
        ("agregar", "agregue"),
        ("viver", "viveram"),
        ("no llegar a", "no llega a"),
        ("to split", "splitting"),
        ("to live", "living"),
        ("to break down", "breaks down"),
    ],
)
def test_a_form_of_a_verb_is_found(verb: str, form: str) -> None:
    """What stands behind the verb stays as it is."""
    assert form in set(forms(verb))


def test_what_is_no_infinitive_is_refused() -> None:
    """A slip in the list of verbs is told when it is read."""
    with pytest.raises(ValueError, match="no infinitive: vivo"):
        list(forms("vivo"))


def test_a_word_of_its_own_keeps_its_meaning() -> None:
    """`abre por` groups, and is no form of `abrir` alone; the networks' vocabulary has no verbs in it."""
    assert all(with_verbs()[key] == kinds for key, kinds in vocabulary().items())
    assert ("reparte",) not in vocabulary()
    assert with_verbs()[("reparte",)] == [("divide", 0)]


def test_a_phrase_ends_in_its_contraction_too() -> None:
    """`anterior a` is `anterior al` before a man's noun."""
    assert with_verbs()[("anterior", "al")] == vocabulary()[("anterior", "a")]


def test_a_verb_that_compares_needs_a_number() -> None:
    """`llega a` compares before a number alone; `>` always does."""
    assert ("llega", "a") in verb_comparisons()
    assert (">",) not in verb_comparisons()
