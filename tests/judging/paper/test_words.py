"""All words come from one value, so that a translation reaches every page."""

import string

import msgspec

from judging.paper import Words
from tests.judging.paper import reading, samples
from tests.judging.paper.test_pages import documents


def marked() -> Words:
    """Every word marked with a sign that none of the samples has."""
    return Words(**{name: f"¤{value}" for name, value in msgspec.structs.asdict(Words()).items()})


def test_every_word_that_is_printed_comes_from_words():
    plain = documents(samples.heading())
    translated = documents(samples.heading(), marked())
    for name, data in plain.items():
        own = {line for line in reading.text(data).splitlines() if line in set(msgspec.structs.astuple(Words()))}
        lines = set(reading.text(translated[name]).splitlines())
        assert not own & lines - set(samples.DECIDED), name


def test_every_word_is_used():
    files = documents(samples.heading(), marked()).values()
    titles = "".join(str(entry["/Title"]) for data in files for entry in reading.reader(data).outline)
    printed = titles + "".join(reading.text(data) for data in files)
    fixed = {
        name: reading.squeezed(max((part for part, *_ in string.Formatter().parse(value)), key=len))
        for name, value in msgspec.structs.asdict(Words()).items()
    }
    unseen = {name for name, words in fixed.items() if words not in reading.squeezed(printed)}
    assert unseen == {"log_of", "no_table", "nothing", "more"}  # each in its document's own tests
