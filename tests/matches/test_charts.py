"""Charts: where their shapes stand, and that none is drawn without its numbers as a table."""

from __future__ import annotations

from pathlib import Path

from matches.charts import HEIGHT, WIDTH, CurvePoint, HistogramBar, curve, histogram, trend

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def test_a_curve_goes_from_side_to_side_and_marks_where_parts_begin() -> None:
    drawn = curve([CurvePoint(0.5, begins=True), CurvePoint(1.0), CurvePoint(0.0, begins=True)])
    assert drawn.points == f"0.0,{HEIGHT / 2} {WIDTH / 2},0.0 {WIDTH:.1f},{HEIGHT:.1f}"
    assert drawn.parts == [float(WIDTH)]
    assert curve([CurvePoint(0.25)]).points == f"0.0,{HEIGHT * 0.75}"


def test_the_highest_bar_of_a_histogram_fills_the_height() -> None:
    drawn = histogram([HistogramBar(0, 1, 0.2, "short"), HistogramBar(1, 2, 0.8, "long")], heads=[])
    assert [bar.height for bar in drawn.bars] == [HEIGHT / 4, HEIGHT]
    assert [bar.share for bar in drawn.bars] == ["20.0", "80.0"]


def test_a_trend_of_ranks_has_the_first_above() -> None:
    drawn = trend([9, 5, 1], lowest=9, highest=1)
    assert drawn.line == f"0.0,{HEIGHT * 0.95} {WIDTH / 2},{HEIGHT / 2} {WIDTH:.1f},{HEIGHT * 0.05}"
    assert trend([3, 3], lowest=3, highest=3).line == f"0.0,{HEIGHT * 0.05} {WIDTH:.1f},{HEIGHT * 0.05}"


def test_every_chart_stands_beside_its_table() -> None:
    """A bar of a row is a table's own; every other drawing of numbers has a table in the same file."""
    drawn = [path for path in TEMPLATES.rglob("*.html") if "preserveAspectRatio" in path.read_text()]
    assert {"curve.html", "histogram.html", "_odds.html", "_trends.html"} <= {path.name for path in drawn}
    assert [path.name for path in drawn if "<table" not in path.read_text()] == []
