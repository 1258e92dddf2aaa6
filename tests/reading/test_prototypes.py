"""What examples teach: labels that begin before they go on, and parameters that examples did not show."""

from __future__ import annotations

from datetime import date

import numpy as np

from fingerpost.reading import Declaration, declare
from fingerpost.reading.marks import mark
from fingerpost.reading.network import shared_network
from fingerpost.reading.prototypes import best_labels, found_values, label_scores, learn, marked_example


def test_nothing_goes_on_that_has_not_begun() -> None:
    scores = np.log(np.array([[0.1, 0.2, 0.7], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1]], dtype=np.float32))
    labels, total = best_labels(scores)
    assert labels == [1, 2, 0]
    assert np.isclose(total, np.log(0.2) + np.log(0.8) + np.log(0.8))


def test_a_request_of_one_word_and_an_action_without_parameters() -> None:
    assert best_labels(np.zeros((1, 1), dtype=np.float32)) == ([0], 0.0)
    declaration = declare({"actions": {"clear": {"examples": ["clear everything", "borra todo", "apaga tudo"]}}})
    prototypes, requests = learn(declaration, shared_network())
    assert len(requests) == 3
    states = shared_network().states(mark("clear it", [], [], date(2026, 1, 1)))
    assert label_scores(prototypes.labels["clear"], states, 0, 2, shared_network()).shape == (2, 1)


def test_what_an_example_names_is_held(tasks: Declaration) -> None:
    example = next(one for one in tasks.examples if one.annotated.text == "Ana does the stamps")
    marked = marked_example(tasks, example)
    assert [marked.words[one.start].text for one in marked.people] == ["Ana"]
    assert len(marked.items) == 1


def test_each_action_has_a_vector_and_untaught_labels_are_known(tasks: Declaration) -> None:
    prototypes, requests = learn(tasks, shared_network())
    assert len(requests) == len(tasks.examples)
    assert prototypes.vectors.shape[0] == len(tasks.actions)
    assert prototypes.labels["add"].taught.tolist()[0] == 1.0
    untaught = prototypes.labels["mark"].taught.reshape(-1, 2)[1]
    assert untaught.tolist() == [1.0, 0.0], "no state has two words in the examples"


def test_how_many_values_the_network_finds_by_itself(tasks: Declaration) -> None:
    network = shared_network()
    prototypes, _ = learn(tasks, network)
    known = found_values(tasks, prototypes, network)
    assert 0.6 < known <= 1
    # A message of another kind: what is a value there is none by the network's lights.
    odd = declare({
        "actions": {
            "add": {
                "parameters": {"verb": {"type": "text"}, "little": {"type": "amount"}},
                "examples": ["[add](verb) [the](little) bread", "[put](verb) [my](little) soap", "[bring](verb) [some](little) rice"],
            },
        },
    })  # fmt: skip
    assert found_values(odd, learn(odd, network)[0], network) < known
