"""Whatever comes in, the router decides or says what is wrong; whatever lies on disk, nothing is run or lost."""

from __future__ import annotations

import json
import os
import pickle
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost import FingerpostError, Message, MessageError, Route, Router, SettingsError, StudentError
from fingerpost.routebook.model import Cue, Rule, Thresholds
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student import serialization
from fingerpost.routing.student.model import Student
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder

QUESTION = "where is my blue parcel"
ENCODER = WordEncoder.fingerprint
ROUTES = [
    Route("refund", examples=["refund my order", "money back please", "I want a refund"]),
    Route("shipping", examples=["where is my parcel", "track my parcel", "parcel delivery date"]),
]


@pytest.fixture(scope="module")
def router(shop: Router) -> Router:
    """The small shop with a rule, a cue and a fallback."""
    book = shop.routebook
    return Router(
        [Route(route.name, examples=route.examples) for route in book.routes],
        fallback="product",
        rules=(Rule("prefix", "refund", contains=("you are a till",)),),
        cues=(Cue("shipping", frozenset({"dhl"})),),
        encoder=WordEncoder(),
        memo=Memo(size=0),
        settings=Settings(cache=None),
    ).warm()


# Messages.


@pytest.mark.parametrize("size", [0, 1, 30, 1000, 1001, 10_000])
@pytest.mark.parametrize("blank", [" ", "\n", "\t", "\r\n", "\x00", "\u00a0", "\ud800"])
def test_a_blank_or_unreadable_message_of_any_length_falls_back(router: Router, blank: str, size: int) -> None:
    decision = router.route(blank * size)
    assert (decision.route, decision.layer, decision.accepted) == ("product", "fallback", False)
    unreadable = size and blank in ("\x00", "\ud800")
    why = "the message has no readable character" if unreadable else "the message is empty"
    assert decision.reason.startswith(why)
    assert decision.confidence == 0


def test_an_empty_message_without_a_fallback_goes_nowhere(shop: Router) -> None:
    decision = shop.route("")
    assert decision.route is None
    assert not decision.accepted


@pytest.mark.parametrize("padding", [" ", "\n", "\x00", "\t \n"])
def test_blanks_around_a_message_do_not_hide_it(router: Router, padding: str) -> None:
    around = padding * 10_000
    decision = router.route(f"{around}{QUESTION}{around}")
    assert decision.layer == "student"
    assert decision.route == router.route(QUESTION).route == "shipping"


def test_a_message_of_a_megabyte_is_cut_and_says_so(router: Router) -> None:
    decision = router.route(" ".join([QUESTION] * 44_000))
    assert decision.route == "shipping"
    assert decision.trail[0].who == "resolve"
    assert "cut from 1,055,999 to 1,003 characters" in decision.trail[0].said


def test_only_the_cut_text_of_a_megabyte_is_encoded() -> None:
    encoder = WordEncoder()
    Router(ROUTES, encoder=encoder, settings=Settings(cache=None)).route("x" * 1_000_000)
    assert max(len(text) for batch in encoder.batches for text in batch) < 1100


def test_a_phrase_is_found_in_the_middle_of_a_megabyte(router: Router) -> None:
    decision = router.route("x " * 250_000 + "YOU are a till" + " x" * 250_000)
    assert (decision.route, decision.layer) == ("refund", "rules")


@pytest.mark.parametrize(
    "noise",
    ["\x00", "\x07\x1b[31m", "\ud83d", "\udfff\ud800", "\x7f", "\x1f"],
    ids=["null", "escape", "half a pair", "swapped pair", "delete", "unit"],
)
def test_unreadable_characters_are_read_as_blanks(router: Router, noise: str) -> None:
    decision = router.route(f"{noise}where is{noise}my blue parcel{noise}")
    assert decision.route == "shipping"
    text = router.resolve(f"{noise}where").text
    assert text.encode("utf-8").decode() == text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    "text",
    [
        "أين طردي الأزرق؟",
        "איפה החבילה שלי",
        "\u202ewhere is my parcel\u202c",
        "📦❓",
        "👩‍👩‍👧‍👦 👍🏽 🇵🇹",
        "e\u0301" * 500,
        "a" + "\u0301" * 5000,
        "\ufdfa" * 1000,
        "İ" * 700,
        "\u200b\u200d\ufeff",
        "我的包裹在哪里",
        "\uffff\ufffe\U0010ffff",
        "…" * 2000,
        "(" * 5000,
        "%s %n {0} {text} $(id) `id` [bold]x[/bold]",
        "'; DROP TABLE embeddings; --",
        "../../etc/passwd",
    ],
    ids=lambda text: ascii(text[:8]),
)
def test_any_script_and_any_symbol_gets_a_decision(router: Router, text: str) -> None:
    decision = router.route(text)
    assert decision.route in {"refund", "shipping", "product"}
    assert 0 <= decision.confidence <= 1
    assert router.route(text).route == decision.route


class Loud(str):
    """A string of another class, as frameworks hand them out."""

    __slots__ = ()

    def __str__(self) -> str:
        return "not me"


def test_a_subclass_of_str_is_routed_by_what_it_holds(router: Router) -> None:
    assert router.route(Loud(QUESTION)).route == router.route(QUESTION).route
    assert router.route(Message(Loud("you are a till"))).layer == "rules"


@pytest.mark.parametrize("text", [b"where", None, 5, ["where"], bytearray(b"x"), float("nan"), object])
def test_what_is_no_text_is_refused_with_a_remedy(router: Router, text: Any) -> None:
    for decide in (router.route, Message, lambda value: router.route_many([QUESTION, value])):
        with pytest.raises(MessageError, match=r"must be a string, not \w+: (decode it first|give the text)"):
            decide(text)


async def test_what_is_no_text_is_refused_by_the_other_door_too(router: Router) -> None:
    message: Any = b"where"
    with pytest.raises(MessageError, match="not bytes"):
        await router.aroute(message)


async def test_all_doors_decide_odd_messages_alike(router: Router) -> None:
    texts = ["", " " * 2000, "\x00", "\ud83d parcel", "📦", "parcel " * 1000, "you are a till", "dhl", QUESTION]
    one_by_one = [router.route(text) for text in texts]
    many = router.route_many(texts)
    awaited = [await router.aroute(text) for text in texts]
    for decisions in (many, awaited):
        assert [(d.route, d.layer, d.accepted) for d in decisions] == [
            (d.route, d.layer, d.accepted) for d in one_by_one
        ]
        assert [d.confidence for d in decisions] == pytest.approx([d.confidence for d in one_by_one], abs=1e-5)


# History.


@pytest.mark.parametrize(
    "turns",
    [
        ["hello"],
        "hello",
        b"hello",
        5,
        [None],
        [5],
        [("user",)],
        [("user", "hi", "extra", "parts")],
        [("user", None)],
        [(None, "hi")],
        [{"role": "user"}],
        [{"content": "hi"}],
        [{"role": "user", "content": b"hi"}],
        [{"role": 5, "content": "hi"}],
        [{"role": "user", "content": "hi", "route": 5}],
        [{"role": "user", "content": "hi", "route": ["refund"]}],
        {"role": "user", "content": "hi"},
        [["user", "hi"], "x" * 10_000],
    ],
    ids=lambda turns: repr(turns)[:60],
)
def test_malformed_turns_are_refused_and_shown_in_short(turns: Any) -> None:
    with pytest.raises(MessageError) as caught:
        Message("hi", turns=turns)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "entries",
    [
        ["hello"],
        "hello",
        5,
        [None],
        [("refund",)],
        [("refund", 5)],
        [(None, "hi")],
        [{"type": "refund"}],
        [{}],
        {"a": 1},
    ],
    ids=repr,
)
def test_a_malformed_intent_history_is_refused(entries: Any) -> None:
    with pytest.raises(MessageError):
        Message("hi", intent_history=entries)


@pytest.mark.parametrize(
    "message",
    [
        Message("and that one?", intent_history=[("no such route", "x")]),
        Message("and that one?", intent_history=[("", "")]),
        Message("and that one?", intent_history=[("refund", "\ud83d" * 80)]),
        Message("and that one?", turns=[("user", ""), ("assistant", "")]),
        Message("and that one?", turns=[("user", " " * 5000)]),
        Message("and that one?", turns=[("user", "parcel " * 100_000)]),
        Message("and that one?", turns=[("user", "and that one?")] * 5000),
        Message("and that one?", turns=[("system", "x"), ("tool", "y"), ("", "z")]),
        Message("explain this", editor="\x00" * 1_000_000, selection="\ud83d"),
    ],
    ids=lambda message: repr(message)[18:80],
)
def test_odd_history_still_gets_a_decision(router: Router, message: Message) -> None:
    decision = router.route(message)
    assert decision.route in {"refund", "shipping", "product"}
    assert decision.trail[0].who == "resolve"


class Strict(WordEncoder):
    """An encoder that, like the embedded one, cannot take half a pair, and whose time grows with length."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Refuse what a router should have cleaned and cut."""
        for text in texts:
            text.encode("utf-8")
            assert len(text) < 1100
        return super().encode(texts)


ODD_TEXTS = ["parcel " * 100_000, "my \ud83d parcel", "my \x00 lamp"]


@pytest.mark.parametrize("text", ODD_TEXTS, ids=["long", "half a pair", "null"])
async def test_a_turn_is_cleaned_and_cut_before_it_is_encoded(text: str) -> None:
    small = Router(ROUTES, encoder=Strict(), settings=Settings(cache=None))
    message = Message("and that one?", turns=[("user", text)])
    decisions = [small.route(message), *small.route_many([message]), await small.aroute(message)]
    assert {decision.route for decision in decisions} <= {"refund", "shipping"}
    assert len({decision.route for decision in decisions}) == 1


@pytest.mark.parametrize("text", ODD_TEXTS, ids=["long", "half a pair", "null"])
def test_an_example_is_cleaned_and_cut_before_it_is_encoded(tmp_path: Path, text: str) -> None:
    routes = [Route("odd", examples=[text, f"{text} too"]), *ROUTES]
    made = Router(routes, encoder=Strict(), settings=Settings(cache=tmp_path))
    assert made.route("refund my order").route == "refund"
    again = Router(routes, encoder=Strict(), settings=Settings(cache=tmp_path))
    assert again.route("refund my order").route == "refund"


def test_a_declared_route_that_does_not_exist_is_refused(router: Router) -> None:
    with pytest.raises(MessageError, match="'sell' does not exist; routes: refund, shipping, product"):
        router.route(Message("hi", declared="sell"))


# Students on disk.


@pytest.fixture(scope="module")
def student(shop: Router) -> Student:
    found = shop.warm_student()
    assert found is not None
    return found


@pytest.fixture
def folder(student: Student, tmp_path: Path) -> Path:
    """A folder with a good student."""
    place = tmp_path / "student"
    serialization.save(student, place)
    return place


def arrays_of(folder: Path) -> Path:
    [file] = folder.glob("arrays-*.npz")
    return file


def rewrite(folder: Path, **changes: Any) -> None:
    """Change entries of student.json."""
    file = folder / "student.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))


def forge(folder: Path, content: bytes) -> None:
    """Put other arrays in place, with a checksum that fits."""
    arrays_of(folder).write_bytes(content)
    rewrite(folder, sha256=sha256(content).hexdigest())


def forge_arrays(folder: Path, **changes: Any) -> None:
    """Replace single arrays, with a checksum that fits; None takes one away."""
    with np.load(arrays_of(folder), allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored} | changes
    with arrays_of(folder).open("wb") as out:
        np.savez_compressed(out, allow_pickle=True, **{k: v for k, v in arrays.items() if v is not None})
    forge(folder, arrays_of(folder).read_bytes())


def refused(folder: Path) -> str:
    with pytest.raises(StudentError) as caught:
        serialization.load(folder, ENCODER)
    assert str(folder) in str(caught.value)
    return str(caught.value)


def same(student: Student, other: Student) -> bool:
    vector = WordEncoder().encode([QUESTION])[0]
    return bool(np.array_equal(student.scores(vector, QUESTION), other.scores(vector, QUESTION)))


def test_a_good_student_loads_and_says_the_same(student: Student, folder: Path) -> None:
    loaded = serialization.load(folder, ENCODER)
    assert same(student, loaded)
    assert (loaded.threshold, loaded.scope_threshold, loaded.labels) == (
        student.threshold,
        student.scope_threshold,
        student.labels,
    )
    assert loaded.was_fitted_on("Where is my parcel?")


def test_a_head_cut_short_anywhere_is_refused(folder: Path) -> None:
    file = folder / "student.json"
    whole = file.read_bytes().rstrip()
    for end in {*range(0, len(whole), 17), len(whole) - 1}:
        file.write_bytes(whole[:end])
        refused(folder)


def test_arrays_cut_short_anywhere_are_refused(folder: Path) -> None:
    file = arrays_of(folder)
    whole = file.read_bytes()
    for end in {*range(0, len(whole), len(whole) // 40), len(whole) - 1}:
        file.write_bytes(whole[:end])
        assert "checksum" in refused(folder)


def test_arrays_cut_short_are_refused_even_where_the_checksum_fits(folder: Path) -> None:
    whole = arrays_of(folder).read_bytes()
    for end in {*range(0, len(whole), len(whole) // 40), len(whole) - 1}:
        forge(folder, whole[:end])
        refused(folder)


def test_a_changed_byte_anywhere_is_refused_or_harmless_even_where_the_checksum_fits(folder: Path) -> None:
    whole = arrays_of(folder).read_bytes()
    refusals = 0
    for place in {*range(0, len(whole), len(whole) // 150), *range(len(whole) - 400, len(whole))}:
        forge(folder, whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            serialization.load(folder, ENCODER)
        except StudentError:
            refusals += 1
    assert refusals > 150


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "5",
        '"student"',
        "{}",
        '{"format": 1}',
        '{"format": "1"}',
        '{"name": "some-package", "version": "1.0.0", "dependencies": {}}',
        "[" * 100_000,
        "\x00\x01\x02",
        "<html></html>",
    ],
    ids=lambda text: ascii(text[:30]),
)
def test_foreign_json_is_refused(folder: Path, text: str) -> None:
    (folder / "student.json").write_text(text)
    assert "student" in refused(folder)


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    (folder / "student.json").write_bytes(b'{"format": 1, "encoder": "\xff\xfe"}')
    assert "cannot be read" in refused(folder)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 99),
        ("encoder", None),
        ("key", 5),
        ("labels", None),
        ("labels", ["refund", "shipping", "product"]),
        ("labels", [[5, False], ["shipping", False], ["product", False]]),
        ("labels", [["refund", False]]),
        ("labels", []),
        ("threshold", "high"),
        ("threshold", None),
        ("threshold", float("nan")),
        ("floor", [1]),
        ("floor", float("nan")),
        ("floor", float("inf")),
        ("arrays", 5),
        ("arrays", ""),
        ("arrays", ".."),
        ("arrays", "a\0b.npz"),
        ("arrays", "gone.npz"),
        ("arrays", "student.json"),
        ("sha256", "0" * 64),
        ("sha256", None),
        ("notes", "none"),
    ],
    ids=repr,
)
def test_a_head_with_a_value_that_training_never_writes_is_refused(folder: Path, key: str, value: Any) -> None:
    rewrite(folder, **{key: value})
    refused(folder)


@pytest.mark.parametrize("name", ["../x.npz", "../student/x.npz", "/tmp/x.npz", "a/../../x.npz", "./../x.npz"])  # noqa: S108
def test_arrays_outside_the_folder_are_refused_though_they_would_fit(folder: Path, name: str) -> None:
    content = arrays_of(folder).read_bytes()
    (folder.parent / "x.npz").write_bytes(content)
    (folder / "x.npz").write_bytes(content)
    rewrite(folder, arrays=name)
    assert "must be a file in the same folder" in refused(folder)


class Payload:
    """Unpickling this makes a folder, as an attacker's payload would do worse."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.mark),)


def test_the_payload_of_these_tests_works(tmp_path: Path) -> None:
    content = pickle.dumps(Payload(tmp_path / "ran"))
    pickle.loads(content)  # noqa: S301 - shows that the tests below would notice
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize("protocol", [0, 2, 5])
def test_a_pickle_in_place_of_arrays_is_refused_and_not_run(folder: Path, tmp_path: Path, protocol: int) -> None:
    forge(folder, pickle.dumps(Payload(tmp_path / "ran"), protocol=protocol))
    refused(folder)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["dense", "terms", "fitted"])
def test_a_pickle_inside_the_arrays_is_refused_and_not_run(folder: Path, tmp_path: Path, name: str) -> None:
    payload = np.empty(1, dtype=object)
    payload[0] = Payload(tmp_path / "ran")
    forge_arrays(folder, **{name: payload})
    refused(folder)
    assert not (tmp_path / "ran").exists()


def test_a_pickle_in_place_of_the_head_is_refused_and_not_run(folder: Path, tmp_path: Path) -> None:
    (folder / "student.json").write_bytes(pickle.dumps(Payload(tmp_path / "ran")))
    refused(folder)
    assert not (tmp_path / "ran").exists()


def test_a_single_array_in_place_of_the_archive_is_refused(folder: Path, tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.zeros(3))
    forge(folder, (tmp_path / "one.npy").read_bytes())
    refused(folder)


def header(shape: str) -> bytes:
    """Return the beginning of a stored array whose shape is written like this."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize("name", ["dense", "terms", "fitted"])
@pytest.mark.parametrize(
    "content",
    [b"", b"no array at all", header("(3, 64"), header("(3, 064)}"), header("(1" + "0" * 15 + ", 64)}")],
    ids=["empty", "text", "header cut short", "header that is no literal", "more than any memory"],
)
def test_a_member_that_is_no_array_is_refused(folder: Path, content: bytes, name: str) -> None:
    packed = BytesIO()
    with ZipFile(arrays_of(folder)) as stored, ZipFile(packed, "w") as out:
        for member in stored.namelist():
            out.writestr(member, content if member == f"{name}.npy" else stored.read(member))
    forge(folder, packed.getvalue())
    refused(folder)


@pytest.mark.parametrize("name", ["dense", "sparse", "bias", "idf"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_arrays_that_hold_no_numbers_are_refused(student: Student, folder: Path, name: str, value: float) -> None:
    array = (student.vocabulary.idf if name == "idf" else getattr(student, name)).copy()
    array.flat[-1] = value
    forge_arrays(folder, **{name: array})
    assert name in refused(folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"dense": None},
        {"fitted": None},
        {"dense": np.zeros((2, 64), dtype=np.float32)},
        {"dense": np.zeros(64, dtype=np.float32)},
        {"dense": np.full((3, 64), "x")},
        {"dense": np.zeros((3, 64), dtype=np.complex64)},
        {"bias": np.zeros(2, dtype=np.float32)},
        {"bias": np.array(["a", "b", "c"])},
        {"sparse": np.zeros((1, 3), dtype=np.float32)},
        {"idf": np.ones(5, dtype=np.float32)},
        {"terms": np.frombuffer(b"one\ntwo", dtype=np.uint8)},
        {"terms": np.frombuffer(b"\xff\xfe", dtype=np.uint8)},
        {"fitted": np.array(["a", "b"])},
        {"fitted": np.zeros((2, 2), dtype=np.uint64)},
    ],
    ids=lambda changes: " ".join(
        f"{k} {None if v is None else v.dtype.str + str(v.shape)}" for k, v in changes.items()
    ),
)
def test_arrays_of_a_shape_or_kind_that_training_never_writes_are_refused(folder: Path, changes: Any) -> None:
    forge_arrays(folder, **changes)
    refused(folder)


def test_a_student_of_another_encoder_is_refused_with_both_names(folder: Path) -> None:
    with pytest.raises(StudentError) as caught:
        serialization.load(folder, "usem3-9.9")
    assert "words-64" in str(caught.value)
    assert "usem3-9.9" in str(caught.value)
    assert "fingerpost build train" in str(caught.value)


@pytest.mark.parametrize("place", ["nowhere", "student.json"])
def test_a_folder_without_a_student_is_told(tmp_path: Path, place: str) -> None:
    (tmp_path / "student.json").mkdir()
    with pytest.raises(StudentError, match="student"):
        serialization.load(tmp_path if place == "student.json" else tmp_path / place, ENCODER)


# Saving.


def full_disk(out: Any, **_: Any) -> None:
    """Write a little, then find the disk full."""
    out.write(b"PK\x03\x04 half an archive")
    raise OSError(28, "No space left on device")


def other(student: Student) -> Student:
    """A student that differs from the stored one."""
    return Student(
        encoder=student.encoder,
        labels=student.labels,
        vocabulary=student.vocabulary,
        dense=student.dense * 2,
        sparse=student.sparse,
        bias=student.bias,
        threshold=0.5,
        scope_threshold=student.scope_threshold,
        familiarity_threshold=student.familiarity_threshold,
        fitted=student.fitted,
    )


def listing(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_saving_replaces_the_student_and_leaves_nothing_else(student: Student, folder: Path) -> None:
    serialization.save(other(student), folder)
    assert serialization.load(folder, ENCODER).threshold == 0.5
    assert sorted(listing(folder)) == [".writing.lock", arrays_of(folder).name, "student.json"]


def test_a_full_disk_leaves_the_previous_student(
    student: Student, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = listing(folder)
    monkeypatch.setattr(np, "savez_compressed", full_disk)
    with pytest.raises(StudentError, match=r"No space left on device.*Free space"):
        serialization.save(other(student), folder)
    assert listing(folder) == before
    assert same(student, serialization.load(folder, ENCODER))


@pytest.mark.parametrize("failing", ["write_text", "replace", "open"])
def test_a_fault_at_any_step_leaves_the_previous_student(
    student: Student, folder: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(Path, failing, fail)
        with pytest.raises(StudentError, match="Read-only file system"):
            serialization.save(other(student), folder)
    assert same(student, serialization.load(folder, ENCODER))
    assert not list(folder.glob(".writing-*"))


def test_a_fault_at_the_very_last_step_leaves_the_previous_student(
    student: Student, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Path.replace

    def fail(file: Path, target: Path) -> Path:
        if target.name == "student.json":
            raise OSError(28, "No space left on device")
        return honest(file, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(StudentError):
            serialization.save(other(student), folder)
    assert same(student, serialization.load(folder, ENCODER))


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_place_where_no_folder_can_be_is_told(student: Student, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StudentError, match="cannot be written"):
        serialization.save(student, tmp_path / place)
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_folder_that_cannot_be_made_is_told(
    student: Student, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", fail)
    with pytest.raises(StudentError, match="Permission denied"):
        serialization.save(student, tmp_path / "new")


# The cache.


def cached(cache: Path) -> Router:
    return Router(ROUTES, encoder=WordEncoder(), settings=Settings(cache=cache))


def test_a_good_cache_spares_the_second_router_all_encoding(tmp_path: Path) -> None:
    first = cached(tmp_path).route(QUESTION)
    again = cached(tmp_path)
    assert again.route(QUESTION).confidence == first.confidence
    encoder = again.batcher.encoder
    assert isinstance(encoder, WordEncoder)
    assert encoder.batches == [[QUESTION]]


@pytest.mark.parametrize(
    "content",
    [b"", b"this is no database", b"SQLite format 3\x00" + b"\xff" * 4096, b"\x00" * 100_000],
    ids=["empty", "text", "broken pages", "zeros"],
)
def test_a_corrupt_cache_of_embeddings_costs_time_and_nothing_else(tmp_path: Path, content: bytes) -> None:
    (tmp_path / f"embeddings-{ENCODER}.sqlite").write_bytes(content)
    assert cached(tmp_path).route(QUESTION).route == "shipping"


@pytest.mark.parametrize("vector", [b"", b"abc", b"\x00" * 8, "text", 5])
def test_an_embedding_of_the_wrong_size_is_made_again(tmp_path: Path, vector: Any) -> None:
    cached(tmp_path).route(QUESTION)
    with closing(sqlite3.connect(tmp_path / f"embeddings-{ENCODER}.sqlite")) as db, db:
        assert db.execute("UPDATE embeddings SET vector = ? WHERE rowid = 1", (vector,)).rowcount == 1
    for file in (tmp_path / "students").rglob("*.*"):
        file.unlink()
    assert cached(tmp_path).route(QUESTION).route == "shipping"


def test_a_cached_student_that_is_damaged_is_fitted_again(tmp_path: Path) -> None:
    good = cached(tmp_path).route(QUESTION)
    [arrays] = (tmp_path / "students").rglob("arrays-*.npz")
    whole = arrays.read_bytes()
    arrays.write_bytes(whole[:100])
    assert cached(tmp_path).route(QUESTION).confidence == good.confidence
    assert arrays.read_bytes() == whole


@pytest.mark.parametrize("name", ["students", f"embeddings-{ENCODER}.sqlite"])
def test_something_in_the_way_inside_the_cache_is_no_error(tmp_path: Path, name: str) -> None:
    if name == "students":
        (tmp_path / name).write_text("in the way")
    else:
        (tmp_path / name).mkdir()
    assert cached(tmp_path).route(QUESTION).route == "shipping"


def test_a_cache_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert cached(tmp_path / "file" / "cache").route(QUESTION).route == "shipping"


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", fail)
    assert cached(tmp_path / "cache").route(QUESTION).route == "shipping"
    assert list(tmp_path.iterdir()) == []


# The environment.


def test_a_cache_that_is_a_file_is_refused_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("FINGERPOST_CACHE", str(file))
    with pytest.raises(SettingsError, match="is a file: name a folder, or `off`"):
        Router(ROUTES, encoder=WordEncoder())


@pytest.mark.parametrize("value", ["~nobody-has-this-name/cache", "x" * 300], ids=["user", "long"])
def test_a_cache_that_cannot_be_a_folder_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="FINGERPOST_CACHE"):
        Settings.from_environment({"FINGERPOST_CACHE": value})


@pytest.mark.parametrize("value", ["off", "OFF", " off "])
def test_the_cache_can_be_switched_off(value: str) -> None:
    assert Settings.from_environment({"FINGERPOST_CACHE": value}).cache is None


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_value_means_the_usual_place(tmp_path: Path, value: str) -> None:
    environment = {"FINGERPOST_CACHE": value, "XDG_CACHE_HOME": str(tmp_path)}
    assert Settings.from_environment(environment).cache == tmp_path / "fingerpost"


def test_a_folder_is_taken_whether_it_exists_or_not(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "new"):
        assert Settings.from_environment({"FINGERPOST_CACHE": str(folder)}).cache == folder


# Routes with nothing to go by.


def test_a_router_without_examples_answers_by_cue_or_fallback() -> None:
    bare = Router(
        [Route("refund"), Route("shipping")],
        fallback="refund",
        cues=(Cue("shipping", frozenset({"dhl"})),),
        encoder=WordEncoder(),
        memo=Memo(size=0),
        settings=Settings(cache=None),
    )
    assert bare.route("is it with DHL?").route == "shipping"
    assert bare.route("\x00\ud83d").route == "refund"
    with pytest.raises(FingerpostError, match="no examples"):
        bare.predict(bare.resolve("x"), np.zeros(64))


def test_a_fixed_bar_holds_for_odd_messages_too() -> None:
    router = Router(ROUTES, thresholds=Thresholds(accept=0.99), encoder=WordEncoder(), settings=Settings(cache=None))
    decision = router.route("📦 " * 3000)
    assert not decision.accepted
    assert decision.layer == "fallback"
