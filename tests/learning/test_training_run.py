"""Once around: a better student is promoted, a worse one is kept and refused, and the champion goes on serving."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fingerpost.errors import RowsError, StoreError, StudentError
from fingerpost.evaluation.rows import Row
from fingerpost.learning import training_run
from fingerpost.learning.champion import load_serving_student, load_student_version
from fingerpost.learning.collect import BREAKS_CONTRACT, UNKNOWN_ROUTE, LabelledRow
from fingerpost.learning.promotion_gate import Comparison, compare
from fingerpost.learning.training_run import run_training
from fingerpost.routebook.load import load
from fingerpost.routing.router import Router
from fingerpost.routing.student.serialization import PackedStudent
from fingerpost.settings import Settings
from fingerpost.stores import Store
from fingerpost.stores.student_registry import StudentRegistry
from fingerpost.testing import WordEncoder
from fingerpost.types import Route
from tests.learning.words import book, labelled, rows, texts

ENCODER = WordEncoder()
SETTINGS = Settings(cache=None)
TAUGHT, HELD = texts()[:240], rows(texts()[240:])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'store.sqlite'}") as opened:
        yield opened


def once(store: Store, pairs: list[tuple[str, str]], *, promote: bool = True) -> training_run.TrainingResult:
    return run_training(store, book(), labelled(pairs), HELD, SETTINGS, encoder=ENCODER, promote=promote)


def poisoned() -> list[tuple[str, str]]:
    return [(text, "shipping") for text, _ in TAUGHT]


def test_what_is_nowhere_worse_serves_from_then_on(store: Store) -> None:
    learned = once(store, TAUGHT)
    assert learned.promoted, learned.comparison.reasons
    assert load_serving_student(store, book(), ENCODER.fingerprint)[0] == learned.number
    [version] = store.students.all("shop")
    lineage = version.lineage
    assert lineage["parent"] is None
    assert lineage["encoder"] == ENCODER.fingerprint
    assert lineage["rows"] == learned.trained_on
    assert list(lineage["rows"]) == ["teacher"]
    assert lineage["comparison"]["passed"] is True
    assert len(lineage["data"]) == 64
    again = once(store, TAUGHT[:-40])
    assert store.students.all("shop")[-1].lineage["parent"] == learned.number
    assert store.students.all("shop")[-1].lineage["data"] != lineage["data"]
    assert again.number > learned.number


def test_what_the_champion_knows_already_makes_no_other_student(store: Store) -> None:
    learned = once(store, TAUGHT)
    with pytest.raises(
        StudentError,
        match=f"nothing new to learn: student {learned.number}, which serves, was trained on the same rows",
    ):
        once(store, TAUGHT)
    # A second promotion of the same would take two roll-backs to undo.
    assert [version.id for version in store.students.all("shop")] == [learned.number]


def test_the_place_of_a_killed_trainer_is_free_at_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    store.students.begin_training("shop", f"{socket.gethostname()}:{gone.pid}")
    with caplog.at_level("INFO", "fingerpost"):
        assert once(store, TAUGHT).promoted
    assert "was killed during training; its lease is taken over" in caplog.text


@pytest.mark.parametrize("trainer", ["elsewhere:{pid}", "{host}:1", "{host}:"])
def test_nobody_takes_the_place_of_one_that_may_live(store: Store, trainer: str) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    store.students.begin_training("shop", trainer.format(host=socket.gethostname(), pid=gone.pid))
    with pytest.raises(StudentError, match="is already training"):
        once(store, TAUGHT)


def test_a_poisoned_one_is_kept_with_the_reason_and_does_not_serve(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good = once(store, TAUGHT)
    # Without the doubt about labels, so that the gate alone has to find it.
    monkeypatch.setattr("fingerpost.learning.train.suspect_labels", lambda *_: frozenset())
    with caplog.at_level("INFO", "fingerpost"):
        bad = once(store, poisoned())
    assert not bad.promoted
    assert load_serving_student(store, book(), ENCODER.fingerprint)[0] == good.number
    assert store.students.all("shop")[-1].lineage["comparison"]["reasons"] == bad.comparison.reasons != []
    assert f"student {bad.number} of shop is refused: significantly worse" in caplog.text


def test_labels_that_all_others_speak_against_are_doubted() -> None:
    from fingerpost.learning.label_noise import suspect_labels

    wrong = [(text, "product" if route == "refund" else "refund") for text, route in TAUGHT[:20] if route != "product"]
    given = [*labelled(TAUGHT[20:]), *labelled(wrong)]
    found = suspect_labels(book().examples, given, ENCODER, None)
    first = len(TAUGHT) - 20
    assert len([place for place in found if place >= first]) >= 0.8 * len(wrong)
    assert len([place for place in found if place < first]) <= 0.02 * first
    said = [*labelled(TAUGHT[20:]), *labelled(wrong, source="person")]
    assert not [place for place in suspect_labels(book().examples, said, ENCODER, None) if place >= first]


def test_a_fit_that_is_not_at_its_end_warns_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings are errors here."""
    from fingerpost.learning import label_noise

    monkeypatch.setattr(label_noise, "MAX_ITERATIONS", 2)
    assert len(label_noise.suspect_labels(book().examples, labelled(TAUGHT), ENCODER, None)) < len(TAUGHT)


def test_an_example_of_the_routebook_is_not_overruled(store: Store) -> None:
    against = [("where is my parcel", "product")] * 3
    once(store, [*TAUGHT, *against])
    assert store.students.all("shop")[0].lineage["known"] == 3


def test_it_can_be_kept_without_serving(store: Store) -> None:
    learned = once(store, TAUGHT, promote=False)
    assert learned.comparison.passed
    assert not learned.promoted
    assert store.students.serving("shop") is None


def test_too_little_to_learn_from_is_told(store: Store) -> None:
    with pytest.raises(
        StudentError,
        match=r"shop: labels of stored traffic to train on: \d+, and \d+ more .*; 20 are needed: label traffic with a model",
    ):
        once(store, TAUGHT[:15])
    # The place of the trainer is free again.
    assert once(store, TAUGHT).promoted


def test_two_trainers_do_not_meet(store: Store) -> None:
    store.students.begin_training("shop", "somebody else")
    with pytest.raises(StudentError, match="somebody else is already training"):
        once(store, TAUGHT)
    assert store.students.all("shop") == []


def test_a_full_disk_leaves_the_champion(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    good = once(store, TAUGHT)
    pages = store._database.read(lambda c: c.query("PRAGMA page_count"))[0][0]
    store._database.write(lambda c: c.query(f"PRAGMA max_page_count = {pages}"))
    noise = np.random.default_rng(0).integers(0, 256, 3_000_000, dtype=np.uint8).tobytes()
    monkeypatch.setattr(training_run, "pack", lambda _: PackedStudent({}, noise))
    with pytest.raises(StoreError, match="full"):
        once(store, TAUGHT[:-20])
    assert load_serving_student(store, book(), ENCODER.fingerprint)[0] == good.number


def test_a_trainer_that_is_killed_before_it_promotes_changes_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = once(store, TAUGHT[:-20])

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(store.students), "set_serving", killed)
    with pytest.raises(KeyboardInterrupt):
        once(store, TAUGHT)
    assert load_serving_student(store, book(), ENCODER.fingerprint)[0] == good.number


class OtherEncoder(WordEncoder):
    fingerprint = "words-of-another-kind"


def test_a_student_of_another_encoder_is_refused_and_that_of_the_examples_serves(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    number = once(store, TAUGHT).number
    assert load_serving_student(store, book(), OtherEncoder.fingerprint) == (None, None)
    assert "the champion cannot be used, the classifier of the routebook's examples serves" in caplog.text
    with pytest.raises(StudentError, match="fitted on vectors of words-64, but the encoder in use is words-of"):
        load_student_version(store, book(), number, OtherEncoder.fingerprint)


def test_a_student_on_top_of_other_examples_is_refused(store: Store) -> None:
    from dataclasses import replace

    number = once(store, TAUGHT).number
    edited = replace(book(), examples=book().examples[1:])
    with pytest.raises(StudentError, match="was trained on other examples than the routebook has"):
        load_student_version(store, edited, number, ENCODER.fingerprint)
    fewer = replace(book(), routes=book().routes[:2])
    with pytest.raises(StudentError, match="decides for product, which the routebook does not have"):
        load_student_version(store, fewer, number, ENCODER.fingerprint)


def test_fresh_labels_are_held_back_for_every_version_alike() -> None:
    given = labelled(texts())
    held = [row.text for row in given if training_run._is_holdout(row, 0.2)]
    assert 0.1 < len(held) / len(given) < 0.3
    assert held == [row.text for row in labelled(texts(), user="other") if training_run._is_holdout(row, 0.2)]


def test_a_file_says_whose_labels_it_holds(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the teacher said is doubted like its other labels; what does not say is somebody's own work."""
    monkeypatch.setattr(training_run, "clean", lambda collected, *_: collected)
    file = tmp_path / "rows.jsonl"
    sources = ('"teacher"', '"correction"', '"person"', '"export"', "null", '"uncorrected"')
    file.write_text(
        "".join(
            f'{{"text": "where is parcel {i}", "route": "shipping", "source": {source}}}\n'
            for i, source in enumerate(sources)
        )
    )
    found = training_run.gather_rows(store, book(), [file], [], SETTINGS)
    assert [row.source for row in found.rows] == ["teacher", "correction", "person", "person", "person", "uncorrected"]


def test_a_file_teaches_nothing_against_the_contract(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    texts = {"You have used 90% of your plan, what now": "RETRIEVAL", "how do I loop over my figures": "RETRIEVAL"}
    file.write_text("".join(json.dumps({"text": text, "route": route}) + "\n" for text, route in texts.items()))
    found = training_run.gather_rows(store, load("avap"), [file], [], SETTINGS)
    assert [row.text for row in found.rows] == ["how do I loop over my figures"]
    assert found.left_out == {BREAKS_CONTRACT: 1}


def test_rows_of_none_of_the_routes_are_left_out_and_other_unknown_routes_are_told(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_run, "clean", lambda collected, *_: collected)
    file = tmp_path / "rows.jsonl"
    rows = [{"text": "the weather", "route": "oos"}, {"text": "where is parcel 1", "route": "shipping"}]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = training_run.gather_rows(store, book(), [file], [], SETTINGS)
    assert [row.route for row in found.rows] == ["shipping"]
    assert found.left_out == {UNKNOWN_ROUTE: 1}
    routes = (*book().routes, Route("other", out_of_scope=True))
    declared = training_run.gather_rows(store, replace(book(), routes=routes), [file], [], SETTINGS)
    assert [row.route for row in declared.rows] == ["other", "shipping"], "it is the label of that route"
    file.write_text(json.dumps({"text": "the weather", "route": "weather"}))
    with pytest.raises(RowsError, match="'weather' is not a route of"):
        training_run.gather_rows(store, book(), [file], [], SETTINGS)


def own(pairs: list[tuple[str, str]]) -> list[LabelledRow]:
    """Return rows that the student labelled itself."""
    return [row._replace(session=f"own-{i}") for i, row in enumerate(labelled(pairs, source="uncorrected"))]


def test_uncorrected_rows_teach_and_do_not_judge(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []

    def watched(champion: Router, challenger: Router, held: Sequence[Row], fresh: Sequence[Row] = ()) -> Comparison:
        judged.extend(row.message.text for row in (*held, *fresh))
        return compare(champion, challenger, held, fresh)

    monkeypatch.setattr(training_run, "compare", watched)
    given = own(TAUGHT[120:])
    learned = run_training(
        store, book(), [*labelled(TAUGHT[:120]), *given], HELD, SETTINGS, encoder=ENCODER, promote=True
    )
    assert learned.trained_on["uncorrected"] == len(given)
    assert judged
    assert not {row.text for row in given} & set(judged)
    # The saboteur: as a teacher's, some of the same rows would judge.
    judged.clear()
    run_training(store, book(), labelled(TAUGHT), HELD, SETTINGS, encoder=ENCODER)
    assert {row.text for row in given} & set(judged)


def test_what_only_the_student_says_is_not_enough_to_learn_from(store: Store) -> None:
    with pytest.raises(StudentError, match=r"the 240 that nobody corrected are the classifier's own"):
        run_training(store, book(), own(TAUGHT), HELD, SETTINGS, encoder=ENCODER)


def test_a_roll_back_during_a_training_is_not_undone_by_it(store: Store) -> None:
    first, second = once(store, TAUGHT[:60]), once(store, TAUGHT[:120])
    assert first.promoted
    assert second.promoted

    def meanwhile(line: str) -> None:
        if line.startswith("comparing"):
            store.students.roll_back("shop", "it misroutes")

    with pytest.raises(StudentError, match="was stored but not promoted"):
        run_training(store, book(), labelled(TAUGHT), HELD, SETTINGS, encoder=ENCODER, progress=meanwhile)
    assert load_serving_student(store, book(), ENCODER.fingerprint)[0] == first.number
    assert store.students.all("shop")[-1].id > second.number, "kept, to be promoted by hand"


def test_steps_within_noise_do_not_lead_away_from_the_examples(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A champion that slipped through is no measure for the next one."""
    bad = once(store, poisoned(), promote=False)
    store.students.set_serving("shop", bad.number, "slipped through")
    worse = once(store, poisoned()[:-10])
    assert not worse.promoted
    assert any(
        reason.startswith("compared with the classifier of the examples: significantly worse")
        for reason in worse.comparison.reasons
    )
    # The saboteur: compared with the slipped one alone, it is as good.
    assert not [
        reason
        for reason in worse.comparison.reasons
        if not reason.startswith("compared with the classifier of the examples")
    ]


def test_the_trainers_place_is_held_for_as_long_as_it_takes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_run, "TRAINING_LEASE", 0.03)
    said = threading.Event()
    begin = StudentRegistry.begin_training
    calls: list[str] = []

    def counted(self: StudentRegistry, name: str, trainer: str) -> None:
        calls.append(trainer)
        begin(self, name, trainer)
        if len(calls) > 3:
            said.set()

    monkeypatch.setattr(StudentRegistry, "begin_training", counted)
    with training_run._training_lease(store, "shop", "me"):
        assert said.wait(30)
    assert set(calls) == {"me"}
    store.students.begin_training("shop", "another")
