"""The fallback pack: tables, players with counts, one page of codes, slips, numbered through."""

import pytest

from judging.paper import CodeGroup, FallbackPack, PlayerCount, SlipsSheet, fallback_pack
from judging.paper.codes import code_pages
from judging.paper.fallback import player_pages
from judging.paper.label_set import ENGLISH
from judging.policies.shipped_queries import default_data
from tests.judging.paper import reading, samples

# As many codes, with meanings as long, as the default policy has.
CODES = (
    CodeGroup(
        title="Kinds of penalty",
        codes=(
            ("NONE", "No penalty (fix only)", ""),
            ("RM", "Reminder", ""),
            ("W", "Warning", ""),
            ("TP", "Time penalty", ""),
            ("RL", "Round loss (the game round, not the tournament round)", ""),
            ("ML", "Match loss", ""),
            ("DQ", "Disqualification", ""),
        ),
    ),
    CodeGroup(
        title="Infractions",
        codes=tuple(
            (
                f"GP-{number:02d}XXXX",
                "Wrong number of Jokers in the round’s deck, or other words as long",
                "W, W, RL, ML",
            )
            for number in range(24)
        ),
    ),
    CodeGroup(title="Results", codes=tuple((way[:2].upper(), way, "") for way in samples.DECIDED)),
)


def pack(tables: int = 12, page_size="A4", codes=CODES, names=samples.NAMES) -> FallbackPack:
    heading = samples.heading(page_size)
    pairings = samples.pairings(tables, names=names)
    players = tuple(
        PlayerCount(
            name=seat.name,
            number=seat.number,
            table=pairing.table,
            points=seat.points,
            record=seat.record,
            penalties="GP-HAND W 2, TM-SLOW RM 1",
            note="Fixed table: mobility" if pairing.table == 3 else "",
        )
        for pairing in pairings
        for seat in pairing.seats
    )
    slips = SlipsSheet(
        heading=heading,
        slips=samples.slips(tables, names=names),
        fields=samples.FIELDS,
        spares=2,
        decided=samples.DECIDED,
    )
    return FallbackPack(heading=heading, pairings=pairings, slips=slips, players=players, codes=codes)


def test_the_parts_are_bookmarked_in_the_order_of_use():
    titles = [entry["/Title"] for entry in reading.reader(fallback_pack(pack())).outline]
    assert titles == ["Pairings by table", "Players", "Codes", "Match slips"]


def test_pages_are_numbered_through():
    data = fallback_pack(pack())
    pages = reading.reader(data).pages
    for number in range(1, len(pages) + 1):
        assert reading.has(data, f"Page {number} of {len(pages)}", page=number)


def test_every_player_is_listed_with_their_counts():
    of = pack()
    data = fallback_pack(of)
    printed = reading.squeezed(reading.text(data))
    assert printed.count("GP-HANDW2,TM-SLOWRM1") == len(of.players)
    assert reading.has(data, "Fixed table: mobility")


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_the_codes_are_one_page(page_size):
    (page,) = code_pages(samples.heading(page_size), CODES, ENGLISH)
    printed = set(reading.text(fallback_pack(pack(2, page_size))).split())
    assert {code for group in CODES for code, _, _ in group.codes} <= printed
    assert page.title == "Codes"


def test_the_default_policy_fits_the_page_of_codes():
    policy = default_data("bankout")
    groups = (
        CodeGroup(title="Kinds of penalty", codes=tuple((one["code"], one["name"], "") for one in policy["penalties"])),
        CodeGroup(
            title="Infractions",
            codes=tuple((one["code"], one["name"], ", ".join(one["path"])) for one in policy["infractions"]),
        ),
    )
    assert len(code_pages(samples.heading(), groups, ENGLISH)) == 1


def test_more_codes_than_a_page_holds_go_on():
    many = (CodeGroup(title="Infractions", codes=tuple((f"C{n}", "A meaning", "") for n in range(300))),)
    heading = samples.heading()
    pages = code_pages(heading, many, ENGLISH)
    assert len(pages) > 1
    assert reading.outside(heading, pages) == []


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
def test_nothing_leaves_the_margins_or_stands_on_another(page_size):
    of = pack(30, page_size, names=(*samples.NAMES, samples.ENDLESS))
    pages = [*player_pages(of, ENGLISH), *code_pages(of.heading, CODES, ENGLISH)]
    assert reading.outside(of.heading, pages) == []
    assert reading.overlaps(of.heading, pages) == []
    assert reading.smallest(of.heading, pages) >= 10


def test_a_pack_of_nothing_can_be_printed():
    heading = samples.heading()
    empty = FallbackPack(
        heading=heading,
        pairings=(),
        slips=SlipsSheet(heading=heading, slips=(), fields=samples.FIELDS),
        players=(),
        codes=(),
    )
    assert len(reading.reader(fallback_pack(empty)).pages) == 4
