"""Charts: where their shapes stand, and that none is drawn without its numbers as a table."""

from __future__ import annotations

from pathlib import Path

from matches.charts import HEIGHT, WIDTH, CurvePoint, HistogramBar, curve, histogram

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


def test_every_chart_stands_beside_its_table() -> None:
    """A bar of a row is a table's own; every other drawing of numbers has a table in the same file."""
    drawn = [path for path in TEMPLATES.rglob("*.html") if "preserveAspectRatio" in path.read_text()]
    assert {"curve.html", "histogram.html", "_odds.html"} <= {path.name for path in drawn}
    assert [path.name for path in drawn if "<table" not in path.read_text()] == []
