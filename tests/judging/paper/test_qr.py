"""The QR code as a path fills exactly the dark modules."""

import segno

from judging.paper import qr

LINK = "https://open.example/events/spring-open/matches/K7F2QD"


def filled(path: str, modules: int) -> list[list[int]]:
    """The grid that the path's rectangles fill, top row first."""
    grid = [[0] * modules for _ in range(modules)]
    numbers = path.removesuffix(" f").split(" re")
    for rectangle in numbers:
        if not rectangle.strip():
            continue
        left, bottom, width, height = (int(number) for number in rectangle.split())
        assert height == 1
        for column in range(left, left + width):
            grid[modules - 1 - bottom][column] += 1
    return grid


def test_the_path_is_the_code():
    path, modules = qr.path(LINK)
    expected = segno.make_qr(LINK, error="m", boost_error=False, mask=4).matrix
    assert filled(path, modules) == [list(row) for row in expected]


def test_it_can_lose_an_eighth_and_still_be_read():
    assert segno.make_qr(LINK, error="m", boost_error=False, mask=4).error == "M"


def test_other_links_have_other_codes():
    assert qr.path(LINK) != qr.path(LINK + "2")
