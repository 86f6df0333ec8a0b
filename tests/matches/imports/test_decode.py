"""Encodings of lists, and files that are no list."""

import codecs

import pytest

from matches.imports import MAX_BYTES, UnreadableList
from matches.imports.decode import decode

LIST = "name;id\nZoë Åström;1\nΣωκράτης;2\nمحمد;3\n日本花子;4\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode("utf-8"), "utf-8"),
        (LIST.encode("utf-8-sig"), "utf-8"),
        (codecs.BOM_UTF16_LE + LIST.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + LIST.encode("utf-16-be"), "utf-16"),
    ],
)
def test_unicode_lists_are_read_whole(data: bytes, encoding: str) -> None:
    assert decode(data) == (LIST, encoding)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_told_by_its_zeros(encoding: str) -> None:
    assert decode("name,id\nAda Lovelace,7\n".encode(encoding)) == ("name,id\nAda Lovelace,7\n", "utf-16")


def test_what_is_not_utf8_is_read_as_windows_1252() -> None:
    assert decode("name\nZoë O’Neill €\n".encode("cp1252")) == ("name\nZoë O’Neill €\n", "windows-1252")


@pytest.mark.parametrize(
    ("data", "code", "params"),
    [
        (b"", "empty", {}),
        (b" \r\n\t ", "empty", {}),
        (codecs.BOM_UTF8, "empty", {}),
        (b"PK\x03\x04\x14\x00rest of an xlsx", "not_text", {"kind": "spreadsheet"}),
        (b"\xd0\xcf\x11\xe0old xls", "not_text", {"kind": "spreadsheet"}),
        (b"%PDF-1.7 ...", "not_text", {"kind": "pdf"}),
        (b"\x89PNG\r\n\x1a\n", "not_text", {"kind": "image"}),
        (bytes(range(1, 32)) * 20, "not_text", {"kind": "binary"}),
        (b"name\nA\x81\xfe", "encoding", {}),
        (codecs.BOM_UTF16_LE + b"a\x00b", "encoding", {}),
        (b"a" * (MAX_BYTES + 1), "too_big", {"bytes": MAX_BYTES + 1, "limit": MAX_BYTES}),
    ],
)
def test_each_kind_of_unreadable_list_has_its_code(data: bytes, code: str, params: dict[str, object]) -> None:
    with pytest.raises(UnreadableList) as caught:
        decode(data)
    assert (caught.value.code, caught.value.params) == (code, params)
