"""How far a model's word goes: the cases, the estimate, what is accepted, and the file that keeps it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fingerpost.routing.layers.model_trust import (
    DOUBTFUL,
    FAMILIAR,
    OTHER,
    SAME,
    SECOND,
    STRANGE,
    Case,
    TrustTable,
    agreement_of,
    describe,
    read_table,
    write_table,
)


def _table(
    same: tuple[int, int], second: tuple[int, int] = (0, 0), other: tuple[int, int] = (0, 0), classifier: int = 0
) -> TrustTable:
    counts = {Case(SAME, FAMILIAR): same, Case(SECOND, FAMILIAR): second, Case(OTHER, DOUBTFUL): other}
    return TrustTable("tiny", counts, same[1] + second[1] + other[1], classifier)


def _accepted(table: TrustTable, familiarity: str = FAMILIAR) -> list[str]:
    return [one for one in (SAME, SECOND, OTHER) if table.judge(Case(one, familiarity)).accepted]


def test_a_model_that_was_not_tried_is_accepted_only_where_the_classifier_agrees() -> None:
    table = TrustTable("tiny")
    assert _accepted(table) == [SAME]
    assert _accepted(table, DOUBTFUL) == []
    assert "not tried" in table.judge(Case(SECOND, FAMILIAR)).reason


def test_a_model_that_is_always_wrong_accepts_nothing() -> None:
    table = _table((0, 5), (0, 20), (0, 15), classifier=20)
    assert _accepted(table) == []
    assert "accepts nothing by itself" in describe(table)


def test_a_model_that_is_right_is_accepted_in_every_case() -> None:
    table = _table((20, 20), (15, 15), (5, 5), classifier=20)
    assert _accepted(table) == [SAME, SECOND, OTHER]
    assert _accepted(table, DOUBTFUL) == _accepted(table, STRANGE) == [], "examples say nothing about strangers"
    estimate = table.judge(Case(SAME, STRANGE)).estimate
    assert estimate is not None
    assert estimate < 0.5, "it must not become a label to train on"


def test_each_case_is_judged_by_its_own_answers() -> None:
    table = _table((24, 25), (5, 10), (1, 5), classifier=25)
    judged = {one: table.judge(Case(one, FAMILIAR)) for one in (SAME, SECOND, OTHER)}
    assert [one for one, judgement in judged.items() if judgement.accepted] == [SAME]
    assert (judged[SECOND].right, judged[SECOND].answers) == (5, 10)
    assert judged[SECOND].reason == (
        "not accepted: it was right on 5 of 10 examples where it chose the classifier's second route"
    )


def test_a_model_no_better_than_the_classifier_is_accepted_at_most_where_both_agree() -> None:
    better = _table((20, 20), (19, 19), (0, 3), classifier=38)
    assert _accepted(better) == [SAME, SECOND]
    equal = _table((20, 20), (19, 19), (0, 3), classifier=39)
    assert _accepted(equal) == [SAME]
    assert equal.judge(Case(SECOND, FAMILIAR)).kind == "no_better"
    assert "no better than the classifier" in describe(equal)
    assert "no better" not in describe(better)


def test_a_few_right_answers_of_a_weak_model_are_luck() -> None:
    assert _accepted(_table((3, 3), (5, 20), classifier=3)) == []


def test_answers_that_named_no_route_lower_the_accuracy() -> None:
    table = TrustTable("tiny", {Case(SAME, FAMILIAR): (3, 3)}, 40, 3)
    assert table.accuracy == pytest.approx(4 / 42)
    assert _accepted(table) == []


def test_agreement_is_with_the_first_two_routes() -> None:
    ranked = [("a", 0.5), ("b", 0.3), ("c", 0.2)]
    assert [agreement_of(ranked, name) for name in "abcx"] == [SAME, SECOND, OTHER, OTHER]
    assert agreement_of([], "a") == OTHER


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table, file = _table((20, 21), (3, 9), classifier=18), tmp_path / "new" / "table.json"
    write_table(file, "key", table)
    assert read_table(file, "key", "tiny") == table
    assert [one.name for one in file.parent.iterdir()] == ["table.json"]


@pytest.mark.parametrize(("key", "model"), [("other", "tiny"), ("key", "larger")])
def test_a_table_of_another_model_or_of_other_examples_is_not_used(tmp_path: Path, key: str, model: str) -> None:
    write_table(tmp_path / "table.json", "key", _table((20, 21)))
    assert read_table(tmp_path / "table.json", key, model) is None


def test_a_table_that_is_not_there_is_not_read(tmp_path: Path) -> None:
    assert read_table(tmp_path / "table.json", "key", "tiny") is None


def test_a_file_cut_off_anywhere_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    write_table(file, "key", _table((20, 21), (3, 9)))
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert read_table(file, "key", "tiny") is None
    file.write_bytes(whole)
    assert read_table(file, "key", "tiny") is not None


@pytest.mark.parametrize(
    "damage",
    [
        {"counts": []},
        {"counts": [["same", "familiar", 5, 3]]},
        {"counts": [["same", "familiar", 5, 3000]]},
        {"counts": [["same", "familiar", -1, 3]]},
        {"counts": [["same", "familiar", True, 3]]},
        {"counts": [["sometimes", "familiar", 1, 3]]},
        {"counts": [[["same"], "familiar", 1, 3]]},
        {"counts": [["same", "familiar", 1]]},
        {"counts": "same"},
        {"asked": "30"},
        {"classifier_right": 3000},
        {"format": 0},
    ],
)
def test_a_file_with_other_values_is_not_used(tmp_path: Path, damage: dict[str, object]) -> None:
    file = tmp_path / "table.json"
    write_table(file, "key", _table((20, 21), (3, 9)))
    file.write_text(json.dumps({**json.loads(file.read_text()), **damage}))
    assert read_table(file, "key", "tiny") is None


def test_a_list_in_place_of_the_table_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text("[]")
    assert read_table(tmp_path / "table.json", "key", "tiny") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    write_table(tmp_path / "file" / "table.json", "key", _table((20, 21)))


def test_a_disk_that_is_full_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    write_table(tmp_path / "table.json", "key", TrustTable("tiny", {Case(SAME, FAMILIAR): (9, 10)}, 10, 8))
    assert list(tmp_path.iterdir()) == []
