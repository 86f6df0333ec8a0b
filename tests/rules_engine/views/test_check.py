"""The page that takes a record: pasted or uploaded, readable or not, under the record's terms or others."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_engine.bankout.record.notation import CANONICAL
from rules_engine.bankout.ruleset import OPTIONS, VARIANTS
from rules_engine.record import MAX_BYTES
from tests.forms import in_form
from tests.rules_engine.golden.cases import load_cases
from tests.rules_engine.views.pages import CHECK, judged, links, posted, source, visitor

CLEAN = "Round 1, A first\nA: 7 4 J 5 B(16)  = 16 0\nB: 10 6 B  = 16 16\n"
UNREADABLE = [case for case in load_cases() if case.unreadable is not None]


def test_the_form_asks_nothing_of_the_database() -> None:
    response = visitor().get(CHECK)

    assert response.status_code == 200
    assert not response.cookies
    page = source(response)
    assert 'enctype="multipart/form-data"' in page
    assert "up to 4 MB" in page


def test_every_switch_and_variant_can_be_set_and_leads_to_its_rule() -> None:
    page = source(visitor().get(CHECK))

    for name, option in OPTIONS.items():
        assert f'name="option_{name}"' in page
        assert f'href="/rules/{option.rule}/"' in page
        assert f"<code>{name}</code>" in page
        assert str(option.label) in unescape(page)
        assert f">{name}</label>" not in page
    for name in VARIANTS:
        assert f'name="variant_{name}"' in page


def test_a_record_that_an_address_carries_is_shown_there() -> None:
    response = posted(CLEAN)

    assert response.status_code == 302
    assert re.fullmatch(r"/rules/check/r/[\w-]+/", response["Location"])
    page = visitor().get(response["Location"])
    assert page.status_code == 200
    assert "No findings" in source(page)
    assert "In progress: totals $16 to $16." in source(page)


def test_a_record_that_is_too_long_for_an_address_is_shown_at_once() -> None:
    noise = "".join(f"; {number * 7919 % 10007:x}\n" for number in range(4000))

    response = posted(CLEAN + noise)

    assert response.status_code == 200
    page = source(response)
    assert "No findings" in page
    assert 'formaction="/rules/check/?step=3#table"' in page
    assert CLEAN.splitlines()[1] in response.content.decode()  # so that a step can send it again


def test_a_posted_record_is_shown_at_the_step_that_was_asked_for() -> None:
    noise = "".join(f"; {number * 7919 % 10007:x}\n" for number in range(4000))

    page = source(visitor().post(f"{CHECK}?step=2", {"record": CLEAN + noise}))

    assert "<b data-step-number>3</b> / 9" in page


@pytest.mark.parametrize("name", ["sheet.bo", "sheet.json", "Protokoll (2).txt"])
def test_a_file_is_read_whatever_its_name(name: str) -> None:
    text = '{"rounds": [{"round": 1, "first": "A", "turns": []}]}' if name.endswith("json") else CLEAN
    file = SimpleUploadedFile(name, text.encode())

    response = visitor().post(CHECK, {"file": file}, follow=True)

    assert response.status_code == 200
    assert "No findings" in source(response)


def test_a_file_goes_before_what_the_last_look_left_in_the_field() -> None:
    file = SimpleUploadedFile("sheet.bo", b'[A "Zoe"]\nRound 1, A first\nA: 5 B')

    response = visitor().post(CHECK, {"record": CLEAN, "file": file}, follow=True)

    assert "Zoe and Player B" in source(response)


def test_an_unreadable_file_is_in_the_field_afterwards() -> None:
    file = SimpleUploadedFile("sheet.bo", b"Round 1, A first\nA: 7 oops B")

    response = visitor().post(CHECK, {"file": file})

    assert response.status_code == 422
    assert re.search(r"<textarea[^>]*>\s*Round 1, A first\nA: 7 oops B</textarea>", response.content.decode())


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "There is nothing here to read."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is not text. A record is UTF-8 text."),
        (b"Round 1, A first\nA: 7 \xff B", "This is not text. A record is UTF-8 text."),
        (b"A" * (MAX_BYTES + 1), "more than 2,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_words(raw: bytes, said: str) -> None:
    response = visitor().post(CHECK, {"file": SimpleUploadedFile("sheet.bo", raw)})

    assert response.status_code == 422
    assert said in source(response)


def test_an_empty_record_is_reported_at_the_field() -> None:
    response = posted("  \n ")

    assert response.status_code == 422
    assert "Paste a record, or choose a file." in source(response)


def test_a_body_beyond_all_measure_is_not_read() -> None:
    body = BytesIO(b"x" * 10)

    response = visitor().generic(
        "POST", CHECK, body.read(), content_type="multipart/form-data; boundary=x", CONTENT_LENGTH=str(50_000_000)
    )

    assert response.status_code == 413
    assert "more than 4,000,000 bytes" in source(response)


def test_a_field_larger_than_the_server_keeps_in_memory_is_refused_in_words(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000

    response = posted("A: 7 B\n" * 400)

    assert response.status_code == 413
    assert "too large" in source(response)


def test_every_unreadable_place_is_listed_with_a_marker_and_what_was_typed_is_kept(subtests: pytest.Subtests) -> None:
    for case in UNREADABLE:
        with subtests.test(case.name):
            response = posted(case.record)

            assert response.status_code == 422
            page, expected = source(response), case.unreadable or ()
            assert page.count('<button class="button button--small js-only" type="button" data-shows-line=') <= len(
                expected
            )
            for place in expected:
                line, column = re.fullmatch(r"(\S+):(\S+)( .*)?", place).groups()[:2]  # type: ignore[union-attr]
                if "*" not in (line, column) and line != "0":
                    assert f"Line {line}, column {column}" in page
            typed = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", response.content.decode(), re.S)
            assert typed
            assert len(typed[1]) >= len(case.record.strip())


def test_the_marker_stands_under_the_place() -> None:
    response = posted("Round 1, A first\nA: 7 oops B")

    page = response.content.decode()
    assert '<pre tabindex="0">A: 7 oops B\n<span class="caret" aria-hidden="true">     ^^^^</span></pre>' in page


def test_what_is_typed_cannot_become_markup() -> None:
    text = '[A "<script>alert(1)</script>"]\nRound 1, A first\nA: <b> 7 B'

    assert "<script>alert" not in posted(text).content.decode()
    page = judged(text.replace("<b> ", "")).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


# Other terms


def test_a_record_is_judged_under_the_edition_asked_for() -> None:
    text = "Round 1, A first\nA: 5 A A A 6 B\n"

    assert "1 finding" in source(judged(text))
    page = source(judged(text, edition="complete"))
    assert "No findings" in page
    assert "different rules" in page
    assert "Complete rules · Bankout · Jokers on" in page


def test_switches_and_variants_are_carried_by_the_address() -> None:
    response = posted(CLEAN, format="blitz", variant_shield_token="true", option_deck_out="immediate", time_box="30")

    page = source(visitor().get(response["Location"]))

    assert "Guide · Blitz · Jokers on · Each player has a shield against one Joker swap · When the last card" in page
    assert '<option value="immediate" selected>' in page
    assert 'name="time_box" value="30"' in page
    assert '<details class="readings" open>' in page


def test_terms_that_cannot_be_are_said_at_their_fields() -> None:
    response = posted('[variants "shield_token"] [format "blitz"]\n' + CLEAN, format="bankout")

    assert response.status_code == 422
    page = source(response)
    assert "shield_token belongs to blitz; this match is bankout (BO-8.2)." in page
    assert "A: 7 4 J 5 B(16)" in page


def test_a_time_box_notes_slow_decisions() -> None:
    page = source(judged("Round 1, A first\nA: 5 @10 7 @71 B @80", time_box="60"))

    assert "slow_decision" in page
    assert re.search(r"Player A took 61 seconds for 7\b[^.]* 60\.", page)


@pytest.mark.parametrize("time_box", ["0", "-3", "x", "9999999", "1e3"])
def test_an_impossible_time_box_is_reported_at_its_field(time_box: str) -> None:
    response = posted(CLEAN, time_box=time_box)

    assert response.status_code == 422
    assert 'id="id_time_box_error"' in response.content.decode()


# Anything at all

TOKENS = [*sorted(CANONICAL - {f"@{second}" for second in range(1, 3600)})[::9], "oops", "=", "16", "-", ";", "[A"]
LINES = ["\nA:", "\nB:", "\nRound 2, B first", "\nRound SD, A first"]
SOUP = st.lists(st.sampled_from(TOKENS + LINES)).map(" ".join)
BANKOUT = SOUP.map("Round 1, A first\nA: {}".format)
BLITZ = SOUP.map('[format "blitz"]\nRound 1, A first\n{}'.format)


@settings(max_examples=in_form(gate=26, long=200))
@given(st.text(st.characters(exclude_categories=["Cs"])) | BANKOUT | BLITZ)
@example("\x00")
@example("[" * 100_000)
@example('{"rounds": ' + "[" * 50_000)
@example('[A "Ada"]')
@example('{"rounds": []}')
@example("Round 1, A first")
@example("Round SD, A first\nA:")
def test_no_text_makes_the_page_fail(text: str) -> None:
    response = judged(text)

    assert response.status_code in (200, 422)
    if response.status_code == 200:
        assert 'class="verdict' in response.content.decode()


@settings(max_examples=in_form(gate=12, long=100))
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
@example("a/b")
@example("..")
@example("%00")
def test_no_address_makes_the_page_fail(word: str) -> None:
    for address in (f"{CHECK}r/{quote(word, safe='')}/", f"{CHECK}example/ten-faults/?step={quote(word)}"):
        response = visitor().get(address)
        assert response.status_code in (200, 404)
        assert "<h1" in response.content.decode()


@pytest.mark.parametrize("key", ["clean", "ten-faults", "blitz"])
def test_an_example_is_shown_and_all_its_links_lead_somewhere(key: str) -> None:
    response = visitor().get(f"{CHECK}example/{key}/")

    assert 'class="verdict' in response.content.decode()
    found = links(source(response)) - {"/", "/login/"}
    assert any(link.startswith("/rules/BO-") for link in found)
    for link in found:
        assert visitor().get(link).status_code == 200, link


def test_the_examples_are_what_they_say() -> None:
    pages = {key: source(visitor().get(f"{CHECK}example/{key}/")) for key in ("clean", "ten-faults", "blitz")}

    assert "No findings" in pages["clean"]
    assert "10 findings" in pages["ten-faults"]
    codes = re.findall(r'data-code="(\w+)"', pages["ten-faults"])
    assert len(set(codes) - {"default_discard"}) == 10
    assert "No findings" in pages["blitz"]
    assert "Tomás Whelan won " in pages["blitz"]
    assert "countered" in pages["blitz"]
    assert "shielded" in pages["blitz"]


@pytest.mark.django_db
def test_a_member_of_staff_costs_the_database_only_their_session(
    django_user_model: Any, django_assert_max_num_queries: Any
) -> None:
    client = visitor()
    client.force_login(django_user_model.objects.create_user("rosa", password="anything at all"))

    for address in (f"{CHECK}example/clean/", f"{CHECK}example/ten-faults/", "/rules/", "/rules/BO-5.2/"):
        with django_assert_max_num_queries(2):
            assert client.get(address).status_code == 200
