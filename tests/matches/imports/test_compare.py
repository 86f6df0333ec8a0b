"""A list held against the players who are known already."""

import pytest

from matches.imports import Decision, Invited, Known, Weight, compare, read_list

EVENT = [Known(1, "Ada Lovelace", "A1", 1, "ada@example.org"), Known(2, "Bo Derek"), Known(3, "Cy Young", "C3", 7)]


def findings(text: str, elsewhere: dict[str, str] | None = None) -> list[tuple[int, str, Weight]]:
    reading = compare(read_list("name,id,seed\n" + text), EVENT, elsewhere or {})
    return [(finding.line, finding.code, finding.weight) for finding in reading.findings]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Di Ana,D4,2", []),
        ("Ada Lovelace,a1,", [(2, "id_known", Weight.KNOWN)]),
        ("Someone Else,A1,1", [(2, "id_known_name", Weight.QUESTION)]),
        ("bo  derek,,", [(2, "name_known", Weight.QUESTION)]),
        ("Bo Derek,B9,", [(2, "name_known", Weight.QUESTION)]),
        ("Ada Lovelace,,", [(2, "name_known", Weight.QUESTION)]),
        ("Ada Lovelace,A9,", []),
        ("Di Ana,,7", [(2, "seed_taken", Weight.QUESTION)]),
    ],
)
def test_against_the_event(row: str, expected: list[tuple[int, str, Weight]]) -> None:
    assert findings(row + "\n") == expected


def test_the_same_name_and_email_is_the_same_person() -> None:
    text = "name,email\nADA lovelace,Ada@Example.org\nAda Lovelace,other@example.org\n"
    reading = compare(read_list(text), EVENT, {})
    assert [(f.line, f.code, f.weight) for f in reading.findings if f.code != "name_twice"] == [
        (2, "person_known", Weight.KNOWN),
        (3, "name_known", Weight.QUESTION),
    ]


def test_each_line_is_decided() -> None:
    reading = compare(read_list("name,id\nBo Derek,\nBo Derek,B9\nEd Would,E5\n"), EVENT, {"e5": "Ed Wood"})
    assert reading.proposals() == {2: Decision.SAME, 3: Decision.SAME, 4: None}
    added, same = reading.decided({3: Decision.ADD, 4: Decision.ADD})
    assert [(line.number, line.external_id) for line in added] == [(3, "B9"), (4, "")]
    assert [line.number for line in same] == [2]
    assert reading.decided({2: Decision.OUT})[0] == ()
    assert [line.external_id for line in reading.decided({4: Decision.SAME})[0]] == ["E5"]


def test_a_known_id_with_another_name_is_asked_about_and_nothing_is_proposed() -> None:
    text = "name,id\nSomeone Else,A1\nEd Would,E5\nDi Ana,D4\n"
    reading = compare(read_list(text), EVENT, {"e5": "Ed Wood"})
    assert reading.undecided({}) == [2, 3]
    assert reading.undecided({2: Decision.OUT}) == [3]
    for questions in (False, True):
        assert [line.name for line in reading.takes(questions=questions)] == ["Di Ana"]
    added, same = reading.decided({2: Decision.ADD, 3: Decision.ADD})
    assert [(line.name, line.external_id) for line in added] == [
        ("Someone Else", ""),
        ("Ed Would", ""),
        ("Di Ana", "D4"),
    ]
    added, same = reading.decided({2: Decision.SAME, 3: Decision.SAME})
    assert [(line.name, line.external_id) for line in added] == [("Ed Would", "E5"), ("Di Ana", "D4")]
    assert [line.name for line in same] == ["Someone Else"]


def test_a_taken_seed_is_left_out() -> None:
    assert compare(read_list("name,seed\nDi Ana,7\n"), EVENT, {}).lines[0].seed is None


def test_an_id_known_elsewhere_under_another_name_is_a_question() -> None:
    elsewhere = {"d4": "Di Ana", "e5": "Ed Wood"}
    assert findings("Di ANA,D4,\nEd Would,E5,\n", elsewhere) == [(3, "id_elsewhere", Weight.QUESTION)]


def test_who_is_invited_by_an_equal_name_is_a_question_but_not_beside_a_known_id() -> None:
    invited = [Invited(5, "Di Ana"), Invited(6, "José Ruiz")]
    text = "name,id\nDi Ana,\nDi Ana,E5\nJosÃ© Ruiz,\n"
    reading = compare(read_list(text), EVENT, {"e5": "Ed Wood"}, invited)
    found = {(finding.line, finding.code) for finding in reading.of(Weight.QUESTION)}
    assert {(2, "name_invited"), (3, "id_elsewhere"), (4, "name_invited")} <= found
    assert (3, "name_invited") not in found
    added, _same = reading.decided({3: Decision.SAME, 4: Decision.SAME})
    assert [(line.name, line.external_id, line.invitation) for line in added] == [
        ("Di Ana", "", 5),
        ("José Ruiz", "", 6),
    ]


def test_only_the_new_lines_of_a_list_sent_again_are_taken() -> None:
    reading = compare(read_list("name,id\nAda Lovelace,A1\nDi Ana,D4\nCy Young,C3\n"), EVENT, {})
    assert [line.name for line in reading.takes(questions=False)] == ["Di Ana"]
    assert [f.line for f in reading.of(Weight.KNOWN)] == [2, 4]
