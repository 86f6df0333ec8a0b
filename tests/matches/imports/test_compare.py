"""A list held against the players who are known already."""

import pytest

from matches.imports import Known, Weight, compare, read_list

EVENT = [Known(1, "Ada Lovelace", "A1", 1), Known(2, "Bo Derek"), Known(3, "Cy Young", "C3", 7)]


def findings(text: str, elsewhere: dict[str, str] | None = None) -> list[tuple[int, str, Weight]]:
    reading = compare(read_list("name,id,seed\n" + text), EVENT, elsewhere or {})
    return [(finding.line, finding.code, finding.weight) for finding in reading.findings]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Di Ana,D4,2", []),
        ("Ada Lovelace,a1,", [(2, "id_known", Weight.KNOWN)]),
        ("Someone Else,A1,1", [(2, "id_known", Weight.KNOWN)]),
        ("bo  derek,,", [(2, "name_known", Weight.QUESTION)]),
        ("Bo Derek,B9,", [(2, "name_known", Weight.QUESTION)]),
        ("Ada Lovelace,,", [(2, "name_known", Weight.QUESTION)]),
        ("Ada Lovelace,A9,", []),
        ("Di Ana,,7", [(2, "seed_taken", Weight.PROBLEM)]),
    ],
)
def test_against_the_event(row: str, expected: list[tuple[int, str, Weight]]) -> None:
    assert findings(row + "\n") == expected


def test_an_id_known_elsewhere_under_another_name_is_a_question() -> None:
    elsewhere = {"d4": "Di Ana", "e5": "Ed Wood"}
    assert findings("Di ANA,D4,\nEd Would,E5,\n", elsewhere) == [(3, "id_elsewhere", Weight.QUESTION)]


def test_only_the_new_lines_of_a_list_sent_again_are_taken() -> None:
    reading = compare(read_list("name,id\nAda Lovelace,A1\nDi Ana,D4\nCy Young,C3\n"), EVENT, {})
    assert [line.name for line in reading.takes(questions=False)] == ["Di Ana"]
    assert [f.line for f in reading.of(Weight.KNOWN)] == [2, 4]
