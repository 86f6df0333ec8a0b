"""The shipped fonts: there, licensed, drawn from, and chosen by script."""

import pytest

from judging.paper.text import faces

FILES = sorted(path.stem for path in faces.FOLDER.glob("*.ttf"))


def test_every_font_file_is_used_and_every_used_one_is_there():
    used = {file for family in faces.FAMILIES for file in (family.file, family.bold_file) if file}
    assert sorted(used) == FILES


def test_the_fonts_stay_under_twelve_megabytes():
    assert sum(path.stat().st_size for path in faces.FOLDER.glob("*.ttf")) < 12_000_000


def test_every_font_has_its_version_and_licence_on_record():
    record = (faces.FOLDER / "README.md").read_text(encoding="utf-8")
    for file in FILES:
        family = file.removesuffix("-Regular").removesuffix("-Bold").removeprefix("NotoSans") or "NotoSans"
        assert family in record, file
    for licence in faces.FOLDER.glob("*.txt"):
        assert licence.name in record


def test_every_font_can_be_embedded(subtests: pytest.Subtests):
    for file in FILES:
        with subtests.test(file=file):
            font = faces.font(file)
            assert font.fontName == f"paper-{file}"
            assert font is faces.font(file)


def test_a_character_is_drawn_by_the_font_of_its_script(subtests: pytest.Subtests):
    for character, file in [
        ("A", "NotoSans-Regular"),
        ("Ж", "NotoSans-Regular"),
        ("Ω", "NotoSans-Regular"),
        ("ế", "NotoSans-Regular"),
        ("ש", "NotoSansHebrew-Regular"),
        ("\ufee3", "NotoSansArabic-Regular"),
        ("پ", "NotoSansArabic-Regular"),
        ("한", "NanumGothic-Regular"),
        ("漢", "DroidSansFallbackFull"),
        ("カ", "DroidSansFallbackFull"),
        ("ｶ", "DroidSansFallbackFull"),
        ("ก", "NotoSansThai-Regular"),
        ("★", "DejaVuSans"),
        ("🎲", "NotoEmoji-Regular"),
    ]:
        with subtests.test(character=character, file=file):
            assert faces.face(character, False) == (f"paper-{file}", False)


def test_all_of_unicode_that_names_are_written_in_most_is_covered():
    """Latin to Cyrillic, Hebrew letters, Arabic letters, kana, the common ideographs, all Hangul syllables."""
    spans = [
        (0x20, 0x7E), (0xA1, 0xAC), (0xAE, 0x24F), (0x400, 0x52F), (0x1E00, 0x1EFF),
        (0x5D0, 0x5EA), (0x621, 0x63A), (0x641, 0x64A), (0x3041, 0x3094), (0x30A1, 0x30F6),
        (0x4E00, 0x9FA5), (0xAC00, 0xD7A3),
    ]  # fmt: skip
    missing = [hex(code) for low, high in spans for code in range(low, high + 1) if not faces.face(chr(code), False)]
    assert missing == []


def test_a_character_that_no_font_has_gets_no_font():
    assert faces.face("Ꮳ", False) is None
