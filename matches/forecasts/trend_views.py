"""A player's chance to make the cut from round to round: a small chart, with its numbers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString

from matches.charts import Trend, trend
from matches.forecasts.labels import kept_chance_text
from matches.pages.mould_views import Marks, Moulds

TEMPLATE = "matches/forecasts/_chances.html"
Chances = Sequence[tuple[int, Mapping[str, float]]]
"""The number of a round, and everyone's chance by entry number."""


def chances_html(kept: Chances, number: int, moulds: Moulds) -> SafeString:
    """The chart of one player; empty before there are two rounds to join."""
    steps = [(round_, known) for round_, chances in kept if (known := chances.get(str(number))) is not None]
    if len(steps) < 2:
        return SafeString()
    texts = [kept_chance_text(chance) for _round, chance in steps]
    drawn = trend([chance for _round, chance in steps], lowest=0.0, highest=1.0)
    marks = Marks()
    marked = {
        "chart": Trend(marks.of(drawn.line)),
        "first": marks.of(texts[0]),
        "last": marks.of(texts[-1]),
        "steps": [(round_, marks.of(text)) for (round_, _chance), text in zip(steps, texts, strict=True)],
    }
    return moulds.render(TEMPLATE, marked, repr(marked), marks)
