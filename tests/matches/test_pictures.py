"""What is kept of a photo, and what is refused."""

from __future__ import annotations

import io
import subprocess
import sys
from math import isqrt
from typing import Any

import pytest
from PIL import Image

from matches import pictures
from matches.pictures import PhotoError
from tests.bankout_tournament.starting import ROOT
from tests.judging.evidence.pictures import SECRET, photo


def cleaned(data: bytes, most_bytes: int = 12 * 1024 * 1024) -> bytes:
    """As photos of the judges are kept."""
    return pictures.cleaned(data, most_bytes=most_bytes, longest=2000)


def seen(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_only_the_picture_is_kept(kind: str) -> None:
    sent = photo(kind) + b"<script>hidden</script>"
    assert SECRET in sent
    kept = cleaned(sent)
    assert SECRET not in kept
    assert b"hidden" not in kept
    assert (seen(kept).format, seen(kept).size, dict(seen(kept).getexif())) == ("JPEG", (320, 200), {})
    assert "comment" not in seen(kept).info


def test_a_photo_of_an_upright_camera_stands_upright() -> None:
    kept = seen(cleaned(photo(turned=True)))
    assert kept.size == (200, 320)
    red, _green, blue = kept.getpixel((100, 20))  # type: ignore[misc]
    assert red > blue, "the left half is on top now"


def test_a_large_photo_is_made_smaller() -> None:
    assert seen(cleaned(photo(size=(4000, 1000)))).size == (2000, 500)


def test_what_is_clear_in_a_picture_becomes_white() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (20, 20), (0, 0, 0, 0)).save(file, "PNG")
    assert seen(cleaned(file.getvalue())).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", photo()[:400]]
)
def test_what_is_no_photo(data: bytes) -> None:
    with pytest.raises(PhotoError) as refused:
        cleaned(data)
    assert refused.value.code == pictures.NOT_A_PHOTO


def test_another_kind_of_picture_is_refused() -> None:
    file = io.BytesIO()
    Image.new("RGB", (20, 20)).save(file, "GIF")
    with pytest.raises(PhotoError):
        cleaned(file.getvalue())


def test_too_many_bytes_or_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = photo()
    monkeypatch.setitem(pictures.MOST_PIXELS, "JPEG", 320 * 200 - 1)
    with pytest.raises(PhotoError) as pixels:
        cleaned(sent)
    with pytest.raises(PhotoError) as size:
        cleaned(sent, most_bytes=len(sent) - 1)
    assert (pixels.value.code, size.value.code) == (pictures.TOO_MANY_PIXELS, pictures.TOO_LARGE)


def with_scans(scans: int) -> bytes:
    """A progressive JPEG whose last pass is written so many times."""
    file = io.BytesIO()
    Image.new("RGB", (320, 200), "white").save(file, "JPEG", progressive=True)
    data = file.getvalue()
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + last * (scans - data.count(b"\xff\xda")) + b"\xff\xd9"


def test_a_picture_that_is_drawn_a_thousand_times_is_refused() -> None:
    """Each pass goes over all pixels: 12 MB of them kept the decoder, and its lock, for an hour."""
    assert cleaned(with_scans(pictures.MOST_SCANS))
    with pytest.raises(PhotoError) as refused:
        cleaned(with_scans(pictures.MOST_SCANS + 1))
    assert refused.value.code == pictures.NOT_A_PHOTO


def test_what_stands_in_the_head_or_behind_the_picture_is_no_pass() -> None:
    """Cameras write a small picture into the head, phones a film behind the end."""
    plain = photo()
    head = b"\xff\xe1" + (2 + 3 * 200).to_bytes(2, "big") + b"\xff\xda\x00" * 200
    assert cleaned(plain[:2] + head + plain[2:] + b"\xff\xda" * 200) == cleaned(plain)


@pytest.mark.parametrize("kind", list(pictures.MOST_PIXELS))
def test_the_largest_photo_takes_little_memory(kind: str) -> None:
    """59 megapixels took 770 MB, or as WebP 1,200."""
    side = isqrt(pictures.MOST_PIXELS[kind])
    done = subprocess.run(
        [sys.executable, "-c", MEMORY_OF, kind, str(side)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 300


MEMORY_OF = """
import io, multiprocessing, resource, sys
from PIL import Image

kind, side = sys.argv[1], int(sys.argv[2])

def make(end):
    file = io.BytesIO()
    Image.new("RGB", (side, side)).save(file, kind)
    end.send_bytes(file.getvalue())

ours, theirs = multiprocessing.Pipe()
making = multiprocessing.get_context("fork").Process(target=make, args=[theirs])
making.start()
data = ours.recv_bytes()
making.join()
from matches.pictures import cleaned
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
cleaned(data, most_bytes=12 * 1024 * 1024, longest=2000)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def test_one_photo_is_decoded_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    decode, held = Image.open, []

    def watched(*args: Any, **kwargs: Any) -> Image.Image:
        held.append(pictures.ONE_AT_A_TIME.locked())
        return decode(*args, **kwargs)

    monkeypatch.setattr(Image, "open", watched)
    cleaned(photo())
    with pytest.raises(PhotoError):
        cleaned(b"no photo")
    assert held == [True, True]
    assert not pictures.ONE_AT_A_TIME.locked()
