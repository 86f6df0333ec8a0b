"""Lists of players: good lines, bad lines by number, questions."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.imports import MAX_LINES, Decision, ListLine, UnreadableList, Weight, read_list

HEADER = "name,id,seed,email,byes\n"


def findings(text: str | bytes) -> list[tuple[int, str]]:
    return [(finding.line, finding.code) for finding in read_list(text).findings]


def test_every_column_of_a_good_list_is_read() -> None:
    reading = read_list(HEADER + "Ada Lovelace,A1,1,ada@example.org,2\n\n  Bo   Derek ,,,,\n")
    assert reading.is_clean
    assert reading.lines == (
        ListLine(2, "Ada Lovelace", "A1", "ada@example.org", 1, 2),
        ListLine(4, "Bo Derek"),
    )


def test_a_pasted_list_is_one_name_a_line() -> None:
    assert [line.name for line in read_list("Ada\nBo\n\n Cy \n").lines] == ["Ada", "Bo", "Cy"]


def test_first_and_last_names_are_joined() -> None:
    reading = read_list("last name\tfirst name\nLovelace\tAda\nPelé\t\n")
    assert [line.name for line in reading.lines] == ["Ada Lovelace", "Pelé"]


def test_a_spreadsheets_separator_line_is_no_player() -> None:
    reading = read_list("sep=;\r\nname;seed\r\nAda;1\r\n")
    assert reading.lines == (ListLine(3, "Ada", seed=1),)


def test_quoted_names_keep_their_commas_and_quotes() -> None:
    reading = read_list('name,id\n"Smith, Jr.",1\n"Bob ""Ace"" Lee",2\nBob "Ace" Roe,3\n')
    assert [line.name for line in reading.lines] == ["Smith, Jr.", 'Bob "Ace" Lee', 'Bob "Ace" Roe']


def test_names_are_composed_and_their_edges_freed_of_invisible_marks() -> None:
    assert read_list("name\n\u200eZoe\u0308\u00a0\u00a0Roe\u200b\n").lines[0].name == "Zo\u00eb Roe"


@pytest.mark.parametrize("number", ["3", "3.0", "3,00", "٣"])
def test_whole_numbers_as_spreadsheets_write_them(number: str) -> None:
    assert read_list(f"name;seed\nAda;{number}\n").lines[0].seed == 3


def test_a_bad_line_is_named_and_the_others_stay_good(subtests: pytest.Subtests) -> None:
    for row, code in [
        (",A1,,,", "name_missing"),
        ("-,A1,,,", "name_empty"),
        ("???,,,,", "name_empty"),
        ("x" * 121 + ",,,,", "name_long"),
        ("=HYPERLINK(1),,,,", "formula"),
        ("+Ada,,,,", "formula"),
        ("-Ada,,,,", "formula"),
        ("@Ada,,,,", "formula"),
        ("＝Ada,,,,", "formula"),
        ('" =Ada",,,,', "formula"),
        ("A\x07da,,,,", "control"),
        ('"A\tda",,,,', "control"),
        ('"A\nda",,,,', "control"),
        ("A\u202eda,,,,", "control"),
        ("A\ufffdda,,,,", "broken"),
        ("Ada,,,,,more", "too_many_cells"),
        ('"Ada" Lovelace,,,,', "quotes"),
        ('"Ada,,,,', "quotes"),
    ]:
        with subtests.test(row=row, code=code):
            reading = read_list(f"{HEADER}Good One,G1,9,,\n{row}\n")
            assert [(f.line, f.code, f.weight) for f in reading.findings] == [(3, code, Weight.PROBLEM)]
            assert [line.name for line in reading.takes(questions=True)] == ["Good One"]


def test_a_bad_optional_value_is_asked_about_and_the_line_stays(subtests: pytest.Subtests) -> None:
    for row, code in [
        ("Ada,=1,,,", "formula"),
        ("Ada," + "1" * 61 + ",,,", "id_long"),
        ("Ada,,0,,", "seed"),
        ("Ada,,-1,,", "seed"),
        ("Ada,,1.5,,", "seed"),
        ("Ada,,first,,", "seed"),
        ("Ada,,1000001,,", "seed"),
        ("Ada,,,ada,", "email"),
        ("Ada,,,ada@,", "email"),
        ("Ada,,,ada@example,", "email"),
        ("Ada,,,a b@example.org,", "email"),
        ("Ada,,,+a@example.org,", "formula"),
        ("Ada,,,,4", "byes"),
        ("Ada,,,,-1", "byes"),
    ]:
        with subtests.test(row=row, code=code):
            reading = read_list(f"{HEADER}{row}\n")
            assert [(f.line, f.code, f.weight) for f in reading.findings] == [(2, code, Weight.QUESTION)]
            assert reading.proposals() == {2: Decision.ADD}
            assert reading.decided({}) == ((ListLine(2, "Ada"),), ())
            assert reading.decided({2: Decision.OUT}) == ((), ())


def test_the_last_name_is_known_where_it_has_a_column() -> None:
    lines = read_list("name,last name\nAda Lovelace,Lovelace\nBo Derek,\nCy Young,Old\n").lines
    assert [line.last_name for line in lines] == ["Lovelace", "", ""]
    assert read_list("first,last\nAda,King Lovelace\n").lines[0].last_name == "King Lovelace"


def test_a_line_that_is_refused_is_shown_with_its_name_and_text() -> None:
    reading = read_list('name,id\nAda,1,2\n"Bo\nDerek",x\n"Cy" Y,1\nDi,4\n')
    told = {number: (source.name, source.text, source.last) for number, source in reading.sources.items()}
    assert told == {
        2: ("Ada", "Ada,1,2", 2),
        3: ("Bo·Derek", '"Bo\nDerek",x', 4),
        5: ("", '"Cy" Y,1', 5),
        6: ("Di", "Di,4", 6),
    }


def test_name_and_email_together_are_one_person() -> None:
    reading = read_list("name,email\nAda,a@example.org\nADA,A@example.org\nAda,b@example.org\n")
    assert [(f.line, f.code, f.weight) for f in reading.findings] == [
        (3, "person_twice", Weight.KNOWN),
        (4, "name_twice", Weight.QUESTION),
    ]


def test_lines_after_a_broken_quote_are_read_on() -> None:
    reading = read_list('name,id\n"Ada" L,1\nBo,2\nCy,x,y\nDi,4\n')
    assert [(f.line, f.code) for f in reading.findings] == [(2, "quotes"), (4, "too_many_cells")]
    assert [line.name for line in reading.lines] == ["Bo", "Di"]


def test_all_questions_of_a_line_are_reported() -> None:
    assert findings(HEADER + "x,=y,z,no,9\n") == [
        (2, "formula"),
        (2, "email"),
        (2, "seed"),
        (2, "byes"),
    ]


@pytest.mark.parametrize("name", ["Anne-Marie", "O'Neill", "'t Hooft", "7", "محمد", "日本花子", "🔥", "X Æ A-12"])
def test_names_that_people_have_are_good(name: str) -> None:
    assert read_list(f"name\n{name}\n").is_clean


def test_a_name_with_more_cells_in_a_list_without_header() -> None:
    assert findings("Ada\nBo,12\nCy;12\nDi\t12\n") == [
        (2, "too_many_cells"),
        (3, "too_many_cells"),
        (4, "too_many_cells"),
    ]


def test_equal_names_are_a_question_whatever_their_case_and_spaces() -> None:
    reading = read_list("name\nZoë Roe\nzoe\u0308  ROE\n")
    [finding] = reading.findings
    assert (finding.line, finding.code, finding.weight, finding.params) == (
        3,
        "name_twice",
        Weight.QUESTION,
        {"first": 2},
    )
    assert len(reading.takes(questions=False)) == 1
    assert len(reading.takes(questions=True)) == 2


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("Ada,1\nAda,2\n", []),
        ("Ada,\nAda,2\n", [(3, "name_twice")]),
        ("Ada,1\nAda,\n", [(3, "name_twice")]),
        ("Ada,1\nBo,1\n", [(3, "id_twice")]),
        ("Ada,x\nBo,X\n", [(3, "id_twice")]),
        ("Ada,1\nAda,1\n", [(3, "id_twice")]),
    ],
)
def test_twice_in_the_list(rows: str, expected: list[tuple[int, str]]) -> None:
    assert findings("name,id\n" + rows) == expected


def test_a_seed_given_twice() -> None:
    assert findings("name,seed\nAda,1\nBo,2\nCy,1\n") == [(4, "seed_twice")]


def test_unknown_columns_are_reported() -> None:
    assert read_list("name,club,diet\nAda,x,y\n").layout.unused == ("club", "diet")


@pytest.mark.parametrize(("text", "code"), [("", "empty"), ("\n \n", "empty"), ("name,id\n", "only_header")])
def test_lists_without_a_player(text: str, code: str) -> None:
    with pytest.raises(UnreadableList) as caught:
        read_list(text)
    assert caught.value.code == code


def test_the_number_of_lines_is_limited() -> None:
    full = "name\n" + "".join(f"Player {n}\n" for n in range(MAX_LINES))
    assert len(read_list(full).lines) == MAX_LINES
    with pytest.raises(UnreadableList) as caught:
        read_list(full + "One more\n")
    assert (caught.value.code, caught.value.params) == ("too_many", {"limit": MAX_LINES})


def test_ten_thousand_lines_are_read_quickly() -> None:
    text = HEADER + "".join(f"Player {n},P{n},{n + 1},p{n}@example.org,0\n" for n in range(10_000))
    before = time.process_time()
    reading = read_list(text.encode())
    assert time.process_time() - before < 3
    assert reading.is_clean
    assert len(reading.lines) == 10_000


def test_the_worst_address_is_read_in_linear_time() -> None:
    before = time.process_time()
    assert findings("name,email\nAda,a@" + "a-" * 120 + "!\n") == [(2, "email")]
    assert time.process_time() - before < 1


@given(st.binary(max_size=400))
def test_arbitrary_bytes_never_raise_anything_else(data: bytes) -> None:
    try:
        reading = read_list(data)
    except UnreadableList:
        return
    assert reading.lines or reading.findings


@given(st.text(alphabet=st.sampled_from('ab",;\t\r\n=-@1 é\x00\u202e\ud800'), max_size=80))
def test_arbitrary_text_below_a_header_gives_lines_or_findings_in_order(body: str) -> None:
    try:
        reading = read_list("name,id,seed\n" + body)
    except UnreadableList:  # no player below the header
        return
    numbers = [finding.line for finding in reading.findings]
    assert numbers == sorted(numbers)
    assert all(line.number >= 2 for line in reading.lines)
    assert set(reading.takes(questions=False)) <= set(reading.takes(questions=True)) <= set(reading.lines)


@given(
    st.lists(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=20), min_size=1, max_size=20)
)
def test_every_line_is_taken_or_has_a_finding(names: list[str]) -> None:
    reading = read_list("name\n" + "".join(f"{name}\n" for name in names))
    told = {finding.line for finding in reading.findings}
    taken = {line.number for line in reading.takes(questions=False)}
    assert told | taken == set(range(2, len(names) + 2))
    assert not told & taken
