"""Lists that were read wrongly (``tests/data/lists``)."""

import unicodedata
from pathlib import Path

import pytest

from matches.imports import (
    REPAIRED,
    Decision,
    Known,
    UnreadableList,
    Weight,
    compare,
    first_lines,
    list_text,
    read_again,
    read_list,
    with_columns,
)
from matches.imports.decode import repaired

LISTS = Path(__file__).resolve().parents[2] / "data" / "lists"


def found(name: str) -> list[tuple[int, str]]:
    return [(finding.line, finding.code) for finding in read_list((LISTS / name).read_bytes()).findings]


def test_a_list_whose_lines_are_quoted_whole_has_columns() -> None:
    reading = read_list((LISTS / "quoted-lines.csv").read_bytes())
    assert [(line.number, line.name, line.external_id, line.seed) for line in reading.lines] == [
        (2, "Ann Sample", "A1", 1),
        (3, "Bob Sample", "B1", 2),
    ]
    assert reading.findings == ()
    assert list_text('"name"\n"Smith, Jr."\n')[0] == '"name"\n"Smith, Jr."\n'


def test_a_tournament_file_is_called_what_it_is() -> None:
    with pytest.raises(UnreadableList) as caught:
        read_list((LISTS / "small.trf").read_bytes())
    assert caught.value.code == "tournament_file"
    assert [line.name for line in read_list("001 Ada\nBo\n").lines] == ["001 Ada", "Bo"]


def test_a_name_in_a_wrong_encoding_is_asked_about_and_repaired() -> None:
    reading = read_list((LISTS / "mojibake-utf8.csv").read_bytes())
    assert found("mojibake-utf8.csv") == [(2, "encoding")]
    assert reading.proposals() == {2: Decision.REPAIRED}
    assert [line.name for line in reading.decided({})[0]] == ["José Núñez"]
    assert [line.name for line in reading.decided({2: Decision.ADD})[0]] == ["JosÃ© NÃºÃ±ez"]
    text = (LISTS / "mojibake-utf8.csv").read_text(encoding="utf-8")
    assert read_again(text, "", REPAIRED) == "name,id\nJosé Núñez,X1\n"


READ_WRONGLY = ["García", "Dàmaso", "Šimić", "Öst", "Łukasz", "Ádám", "Nguyễn Đức", "O’Brien", "李明", "Ņina"]


def test_letters_that_become_marks_nobody_sees_are_repaired(subtests: pytest.Subtests) -> None:
    """Half of an *í* is a soft hyphen, half of an *à* a space, half of an *Á* a control character."""
    for encoding in ["windows-1252", "latin-1"]:
        for name in READ_WRONGLY:
            with subtests.test(encoding=encoding, name=name):
                wrong = "".join(
                    bytes([byte]).decode(encoding) if byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte)
                    for byte in name.encode()
                )
                (finding,) = read_list(f"name,seed\n{wrong},1\n").findings
                cannot_be_taken = any(unicodedata.category(letter) == "Cc" for letter in wrong)
                assert finding.code == ("misread" if cannot_be_taken else "encoding")
                assert finding.params["repaired"] == name
                assert read_again(f"name,seed\n{wrong},1\n", "", REPAIRED) == f"name,seed\n{name},1\n"


@pytest.mark.parametrize(
    ("wrong", "meant"), [("Å\u0081ukasz Nowak", "Łukasz Nowak"), ("GarcÃ\u0083Â\u00ada", "García")]
)
def test_a_name_that_cannot_be_taken_as_it_is_written_is_proposed_repaired(wrong: str, meant: str) -> None:
    """A control character stands within it: *Add as it is written* is no choice, and nobody is left out for it."""
    reading = read_list(f"name,seed\nAda,1\n{wrong},2\n")
    (finding,) = reading.findings
    assert (finding.code, finding.weight, finding.params["repaired"]) == ("misread", Weight.QUESTION, meant)
    assert reading.proposals() == {3: Decision.ADD}
    for taken in (reading.decided({})[0], reading.decided({3: Decision.REPAIRED})[0], reading.takes(questions=True)):
        assert [(line.name, line.seed) for line in taken] == [("Ada", 1), (meant, 2)]
    known = compare(reading, [Known(5, meant)], {})
    assert known.proposals() == {3: Decision.SAME}


def test_a_name_that_was_read_wrongly_is_compared_as_it_was_meant() -> None:
    """José is in the event already, and García twice in the list."""
    text = "name\nJosÃ©\nGarcía\nGarcÃ\u00ada\n"
    reading = compare(read_list(text), [Known(1, "José")], {})
    asked = [(finding.line, finding.code) for finding in reading.findings]
    assert sorted(asked) == [(2, "encoding"), (2, "name_known"), (4, "encoding"), (4, "name_twice")]
    assert reading.proposals() == {2: Decision.SAME, 4: Decision.SAME}
    assert [line.name for line in reading.decided({4: Decision.ADD})[0]] == ["García", "García"]


def test_a_name_that_was_read_wrongly_twice_is_repaired_whole() -> None:
    assert repaired("SeÃƒÂ±or") == "Señor"
    assert repaired("García") == ""


@pytest.mark.parametrize("name", ["José", "Åsa", "Ødegård", "Zoë", "ÃÃ", "Çağla", "李"])
def test_a_name_with_accents_is_no_wrong_encoding(name: str) -> None:
    assert read_list(f"name\n{name}\n").findings == ()


def test_a_file_is_read_in_another_encoding() -> None:
    data = "name\nKateřina Šímová\n".encode("windows-1250")
    text, was = list_text(data)
    assert was == "windows-1252"
    assert read_again(text, was, "windows-1250") == "name\nKateřina Šímová\n"
    assert list_text(data, "windows-1250") == ("name\nKateřina Šímová\n", "windows-1250")
    with pytest.raises(UnreadableList, match="encoding"):
        read_again("name\n\x98", "mac-roman", "windows-1251")


def test_ids_that_a_spreadsheet_shortened_or_quoted() -> None:
    reading = read_list((LISTS / "excel-ids.csv").read_bytes())
    assert found("excel-ids.csv") == [(2, "id_shortened"), (3, "id_shortened"), (5, "id_twice")]
    assert [(line.name, line.external_id) for line in reading.lines] == [
        ("Ann Sample", ""),
        ("Bob Sample", ""),
        ("Cy Sample", "34179178"),
        ("Di Sample", "34179178"),
        ("Ed Sample", "007"),
        ("Fay Sample", "7"),
    ]


def test_invisible_characters_hide_no_duplicate() -> None:
    assert found("same-people.csv") == [(n, "name_twice") for n in (3, 4, 5, 6, 9)]


TWO_LINES = '"First\nname";Number\n"Ada\nLovelace";7\nBo;8\n'


def test_a_cell_with_a_line_break_stays_one() -> None:
    assert first_lines(TWO_LINES, 3) == [["First\nname", "Number"], ["Ada\nLovelace", "7"], ["Bo", "8"]]
    named = with_columns(TWO_LINES, ["name", "seed"], has_heads=True)
    assert [(line.number, line.name) for line in read_list(named).lines] == [(5, "Bo")]
    assert read_list(named).sources[3].text == '"Ada\nLovelace";7'


@pytest.mark.parametrize(
    ("text", "has_heads", "numbers"),
    [
        ("sep=;\nSpieler;Nr\nAda;1\nBo;2\n", True, [3, 4]),
        ("sep=;\nAda;1\nBo;2\n", False, [2, 3]),
        ("\nAda;1\nBo;2\n", False, [2, 3]),
        ("Spieler;Nr\nAda;1\nBo;2\n", True, [2, 3]),
    ],
)
def test_lines_keep_their_numbers_when_columns_are_named(text: str, has_heads: bool, numbers: list[int]) -> None:
    reading = read_list(with_columns(text, ["name", "seed"], has_heads=has_heads))
    assert [line.number for line in reading.lines] == numbers
