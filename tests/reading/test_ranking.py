"""Which action: stand-ins for values, likeness to examples, and how sure a reading is."""

from __future__ import annotations

import numpy as np

from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading import Declaration
from fingerpost.reading.annotation import ValueSpan
from fingerpost.reading.filling import Filled
from fingerpost.reading.ranking import (
    ActionEvidence,
    Candidate,
    ExampleIndex,
    confidence_of,
    descriptions,
    masked,
    masked_examples,
    probabilities,
)


def test_names_are_the_same_after_masking(tasks: Declaration) -> None:
    parameters = tasks.actions["remove"].parameters
    texts = {
        masked(text, 0, len(text), [ValueSpan(7, len(text), "tasks")], parameters)
        for text in ("remove fern", "remove add it, quickly")
    }
    assert texts == {"remove this"}
    assert masked(" . ", 0, 3, [], parameters) == "X"


def indexed(tasks: Declaration) -> ExampleIndex:
    encode = EmbeddedEncoder().encode
    return ExampleIndex(tasks, encode(masked_examples(tasks)[0]), encode(descriptions(tasks)))


def test_the_nearest_example_is_of_the_right_action(tasks: Declaration) -> None:
    encode = EmbeddedEncoder().encode
    index = indexed(tasks)
    for text, action in (("delete this please", "remove"), ("put Alba on my list", "add"), ("Ana hace this", "assign")):
        likeness, _, _ = index.compare(encode([text]), [text])
        best = int(np.argmax([likeness[of].max() for of in index.of_action]))
        assert index.actions[best] == action


def test_choices_are_those_that_the_examples_name_or_imply(tasks: Declaration) -> None:
    index = indexed(tasks)
    of_mark = [index.choices[n]["state"] for n in index.of_action[index.actions.index("mark")]]
    assert of_mark == ["done", "done", "open", "done", "open", "done", "open", "done"]


def test_probabilities_sum_to_one_and_doubt_lowers_confidence() -> None:
    likely = probabilities([Candidate("a", (), ActionEvidence(network=1.0)), Candidate("b", (), ActionEvidence())])
    assert np.isclose(likely.sum(), 1)
    assert likely[0] > likely[1]
    candidate = Candidate("add", (), ActionEvidence(nearest=0.9, labels=-0.05, values=1.0))
    sure = confidence_of(0.95, candidate, Filled())
    assert sure > confidence_of(0.4, candidate, Filled())
    assert sure > confidence_of(0.95, candidate, Filled(twice=1))
    assert 0 < confidence_of(0.0, candidate, Filled()) < sure


def test_a_model_of_the_actions_outweighs_and_its_doubt_of_everything_counts_least() -> None:
    candidates = [
        Candidate("a", (), ActionEvidence()),
        Candidate("b", (), ActionEvidence()),
        Candidate("none", (), ActionEvidence()),
    ]
    alone = probabilities(candidates)
    assert np.allclose(alone, 1 / 3)
    told = probabilities(candidates, np.log(np.array([[0.1, 0.8, 0.1], [0.05, 0.05, 0.9]], dtype=np.float32)))
    assert int(np.argmax(told)) == 1, "of several masks the one that suits an action speaks for it"
    assert np.isclose(told.sum(), 1)


def test_what_the_network_says_counts_by_its_share() -> None:
    told = [Candidate("a", (), ActionEvidence(network=9.0)), Candidate("none", (), ActionEvidence())]
    model = np.log(np.array([[0.3, 0.7]], dtype=np.float32))
    assert probabilities(told, model)[0] > 0.5, "in full it outweighs a model that leans the other way"
    assert np.allclose(probabilities(told, model, share=0.0), [0.3, 0.7])
