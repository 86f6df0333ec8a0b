"""All printed texts come from one value, so that a translation reaches every page."""

import string
from functools import cache

import msgspec

from judging.paper import Labels
from tests.judging.paper import reading, samples
from tests.judging.paper.test_pages import documents


def marked() -> Labels:
    """Every word marked with a sign that none of the samples has."""
    return Labels(**{name: f"¤{value}" for name, value in msgspec.structs.asdict(Labels()).items()})


@cache
def marked_documents() -> dict[str, bytes]:
    return documents(samples.heading(), marked())


def test_every_word_that_is_printed_comes_from_words():
    plain = documents(samples.heading())
    translated = marked_documents()
    for name, data in plain.items():
        own = {line for line in reading.text(data).splitlines() if line in set(msgspec.structs.astuple(Labels()))}
        lines = set(reading.text(translated[name]).splitlines())
        assert not own & lines - set(samples.DECIDED), name


def test_every_word_is_used():
    files = marked_documents().values()
    titles = "".join(str(entry["/Title"]) for data in files for entry in reading.reader(data).outline)
    printed = titles + "".join(reading.text(data) for data in files)
    fixed = {
        name: reading.squeezed(max((part for part, *_ in string.Formatter().parse(value)), key=len))
        for name, value in msgspec.structs.asdict(Labels()).items()
    }
    unseen = {name for name, label in fixed.items() if label not in reading.squeezed(printed)}
    assert unseen == {
        "log_end",
        "log_of",
        "no_table",
        "nothing",
        "more",
        "prize",
        "prizes",
        "place",
    }  # each in its document's own tests
