"""Names and sheets to print: what a registration form really brings in, and values around it."""

from datetime import UTC, datetime

from judging.paper import Heading, PrintedColumn, PrintedPairing, PrintedSeat, Slip
from judging.paper.values import PageSize

LATIN = (
    "Ana Conde",
    "Zoë Łukasiewicz",
    "Þórður Óskarsson",
    "Nguyễn Thị Hồng Nhung",
    "J.",
    "O'Neill-MacDonald, Jr.",
)
LONG = (
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "Maximilian Alexander von Hohenzollern-Sigmaringen und Schaumburg-Lippe zu Bückeburg",
)
ENDLESS = "Supercalifragilisticexpialidocious" * 5
RIGHT_TO_LEFT = (
    "محمد بن سلمان العتيبي",
    "שרה כהן (חיפה)",
    "سارا می‌خواهم پگاه",
    "Ahmed محمد Ali",
    "مُحَمَّد",
    "שָׂרָה",
)
EAST_ASIAN = ("山田 太郎", "李小龍", "김민준", "ﾔﾏﾀﾞ・ハナコ", "王丽")
OTHER_SCRIPTS = (
    "Иван Петров",
    "Ελένη Παπαδοπούλου",
    "Օհաննես Շիրազ",
    "გიორგი",
    "สมชาย ใจดี",
    "प्रिया शर्मा",
    "श्री क्षत्रिय",
    "কিশোর কুমার",
    "தமிழ்செல்வி",
    "ஸ்ரீ க்ஷமா",
    "ሰላማዊት",
    "မောင်မောင်",
    "សុខា",
    "ສົມສັກ",
)
MARKED = ("Ọlọ́runfẹ́mi Adébáyọ̀", "X̂avi M̃arks", "Z̧ẽ́no")
SIGNS = ("Kai 🎲🃏", "Mia 👩‍🚀🇳🇱", "Star ★ Player ♠", "Thumbs 👍🏽", "Key 1️⃣")
NOT_DRAWN = ("ᏣᎳᎩ ᎠᏰᎵ", "Priv\ue000ate", "Bamum ꚠ")
NAMES = (*LATIN, *LONG, *RIGHT_TO_LEFT, *EAST_ASIAN, *OTHER_SCRIPTS, *MARKED, *SIGNS, *NOT_DRAWN)
FIELDS = ("Rounds won",)
COLUMNS = tuple(PrintedColumn(title) for title in ("Loot", "Bank", "Jokers used", "Countered"))
DECIDED = ("Played", "Time", "Concession", "Penalty", "No-show", "Draw agreed")
PRINTED_AT = datetime(2026, 3, 14, 15, 32, tzinfo=UTC)


def heading(page_size: PageSize = "A4", event: str = "Spring Open", round_: str = "Round 5 of 7") -> Heading:
    """A heading printed at a fixed time."""
    return Heading(event=event, round=round_, printed_at=PRINTED_AT, page_size=page_size)


def seat(number: int, names: tuple[str, ...] = NAMES) -> PrintedSeat:
    """The player of that number: the names in turn, told apart by a number after the first time round."""
    again = number // len(names)
    name = names[number % len(names)] + (f" {again + 1}" if again else "")
    return PrintedSeat(
        name=name, points=str(number * 7 % 16), record=f"{number % 5}-{number % 3}-0", number=str(1000 + number)
    )


def pairings(
    tables: int, seats: int = 2, names: tuple[str, ...] = NAMES, bye: bool = False
) -> tuple[PrintedPairing, ...]:
    """Tables 1 to `tables`, and a bye if wanted."""
    seated = tuple(
        PrintedPairing(table=table + 1, seats=tuple(seat(seats * table + place, names) for place in range(seats)))
        for table in range(tables)
    )
    return (*seated, PrintedPairing(seats=(seat(seats * tables, names),))) if bye else seated


def slips(tables: int, seats: int = 2, names: tuple[str, ...] = NAMES) -> tuple[Slip, ...]:
    """A slip for each table, with a code and a link of its own."""
    return tuple(
        Slip(
            table=pairing.table,
            seats=pairing.seats,
            code=f"K7F-{pairing.table:04d}",
            link=f"https://open.example/m/K7F{pairing.table:04d}",
        )
        for pairing in pairings(tables, seats, names)
    )
