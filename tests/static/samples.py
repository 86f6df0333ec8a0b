"""Sample data for the style guide: long, Arabic and Japanese names, results of every kind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from django import forms

from rules_engine.views.drawing import card

NAMES = [
    "Ada Lovelace",
    "Bo Diddley",
    "Maximiliane Prinzessin von Habsburg-Lothringen-Oettingen",
    "عبد الرحمن بن خالد",
    "山田 花子",
    "Zoë Ó Súilleabháin",
    "Nguyễn Thị Minh Khai",
    "Jan van der Berg",
    "Æthelred Ørsted",
    "Иван Петров",
    "김민준",
    "Li Wei",
    "Marisol Echeverría y Gutiérrez de la Concha",
    "דוד לוי",
    "Łukasz Żółć",
    "O’Brien-Smythe",
]


class EventForm(forms.Form):
    """A form with each kind of field."""

    name = forms.CharField(label="Name", help_text="As it stands on the sheets.")
    preset = forms.ChoiceField(
        label="Preset",
        widget=forms.RadioSelect,
        choices=[("s", "Spectacle"), ("c", "Competitive"), ("o", "Own")],
    )
    cap = forms.IntegerField(label="Time cap in minutes", min_value=20, max_value=25)
    kind = forms.ChoiceField(label="Stage", choices=[("swiss", "Swiss rounds"), ("cut", "Single elimination")])
    jokers = forms.BooleanField(label="Jokers", required=False)
    players = forms.FileField(label="Players (CSV)", required=False)
    note = forms.CharField(label="Note", widget=forms.Textarea, required=False)


class LoginForm(forms.Form):
    """The two fields of the sign-in page."""

    username = forms.CharField(label="Username")
    password = forms.CharField(label="Password", widget=forms.PasswordInput)


def _match(number: int) -> dict[str, Any]:
    first, second = NAMES[(2 * number) % 16], NAMES[(2 * number + 1) % 16]
    seats = [{"name": first, "note": "9 points", "url": "#"}, {"name": second, "note": "6 points", "url": "#"}]
    match: dict[str, Any] = {"table": number, "url": f"#t{number}", "seats": seats, "state": "open"}
    kind = number % 6
    if kind in (1, 4):
        seats[0]["won"] = True  # type: ignore[assignment]
        match |= {"score": "2–1", "state": "done"}
    elif kind == 2:
        match |= {"score": "2–0", "state": "reported", "state_label": "Reported by one"}
        seats[1]["penalties"] = 2  # type: ignore[assignment]
    elif kind == 3:
        match |= {"state": "differs", "state_label": "Reports differ", "call": number == 3}
    elif kind == 5:
        match |= {"extension": "+3:00", "judge": "Noor"}
    return match


def matches(count: int) -> list[dict[str, Any]]:
    """``count`` matches at tables 1 to count, in every state."""
    return [_match(number) for number in range(1, count + 1)]


def standings(count: int) -> list[dict[str, Any]]:
    """``count`` rows of a table after three rounds."""
    shares = ("66.6667", "58.3333", "54.1667")
    return [
        {
            "key": str(n),
            "rank": n + 1,
            "name": NAMES[n % 16] + (f" {n // 16 + 1}" if n > 15 else ""),
            "url": f"/explain.html?{n}",
            "points": 9 - 9 * n // count,
            "record": "3-0-0" if n < count // 8 else "2-1-0",
            "breaks": list(shares),
            "own": n == 3,
            "out": "dropped" if n == count - 1 else "",
        }
        for n in range(count)
    ]


def clock(state: str, left: float) -> SimpleNamespace:
    """A reading of the clock, with the fields of ``matches.clock.Reading``."""
    ends = datetime.now(UTC) + timedelta(seconds=left)
    return SimpleNamespace(state=state, left=left, ends_at=ends if state in ("running", "time_called") else None)


NEXT = [
    {
        "urgency": "now",
        "text": "Reports differ at table 3",
        "detail": "山田 花子 2–0, Zoë Ó Súilleabháin 1–1",
        "act": {"label": "Decide", "url": "#"},
    },
    {
        "urgency": "now",
        "text": "A judge’s call for four minutes",
        "detail": "Table 9, the players called",
        "act": {"label": "Go to table", "url": "#"},
    },
    {
        "urgency": "soon",
        "text": "Three tables without a result",
        "detail": "5, 11, 23",
        "act": {"label": "Show tables", "url": "#"},
    },
    {
        "urgency": "ready",
        "text": "Ready to pair round 5",
        "act": {"label": "Pair round 5", "url": "#", "method": "post", "kind": "primary"},
    },
]


class Message(str):
    """A message with the fields of django.contrib.messages."""

    level_tag: str
    undo_url: str


def message(text: str, level: str, undo_url: str = "") -> Message:
    """One message as the messages component reads it."""
    made = Message(text)
    made.level_tag, made.undo_url = level, undo_url
    return made


def nav(count: int) -> list[dict[str, Any]]:
    """The first ``count`` sections of an event."""
    items = [
        ("Desk", "desk"),
        ("Rounds", "rounds"),
        ("Results", "results"),
        ("Standings", "standings"),
        ("Players", "people"),
        ("Judges", "judge"),
        ("Print", "print"),
        ("Event", "setup"),
    ]
    return [
        {"label": label, "url": f"#{icon}", "icon": icon, "current": n == 1, "count": 3 if n == 2 else 0}
        for n, (label, icon) in enumerate(items[:count])
    ]


def cards() -> list[dict[str, Any]]:
    """Cards with and without suits, in every size, one of an earlier turn, one marked and one face down."""
    made = [(token, "", False) for token in ("Ah", "10s", "Jd~", "Qc", "K", "7", "X", "?")]
    made += [("J", "", True), ("9h", "small", False), ("Qs", "big", False), ("Kd", "huge", False), ("8", "huge", False)]
    return [card(token)._asdict() | {"size": size, "marked": marked} for token, size, marked in made]


BIG_BUTTONS = [
    {"label": "Hand limit", "icon": "card", "detail": "Warning, second today", "url": "#", "kind": "primary"},
    {"label": "Slow play", "icon": "stopwatch", "url": "#"},
    {"label": "Counter-Joker", "icon": "warning", "url": "#"},
    {"label": "Other", "icon": "more", "url": "#"},
]
MORE_BUTTONS = [
    {"label": label, "icon": icon, "url": "#"}
    for label, icon in (
        ("Stopwatch", "stopwatch"),
        ("Add time", "plus"),
        ("Result", "results"),
        ("Head judge", "judge"),
    )
]


def bad_form() -> EventForm:
    """The form with an error at three fields and one for the whole."""
    form = EventForm({"name": "", "cap": "90", "preset": "x", "kind": "swiss"})
    form.add_error(None, "An event with this address exists.")
    return form


def clocks() -> list[SimpleNamespace]:
    """A clock in each of its phases."""
    phases = (("running", 1421), ("running", 200), ("time_called", -73), ("paused", 700), ("not_started", 1500))
    return [clock(state, left) for state, left in phases]


FRAME: dict[str, Any] = {
    "event": {"name": "Autumn Open"},
    "round_label": "Round 4 of 7",
    "round_state": "running",
    "csrf_token": "x" * 64,
    "messages": [
        message("Round 4 is published. Players see their tables.", "success", "/undo"),
        message("Two tables have no result yet.", "warning"),
        message("Somebody else paired this round a moment ago. Nothing was changed.", "error"),
    ],
}
PIECES: dict[str, Any] = {
    "next_items": NEXT,
    "last": {"text": "Table 7: Ada Lovelace 2–1 Bo Diddley", "undo_url": "/undo"},
    "columns": [
        {"short": "OMW", "name": "Opponents’ match wins"},
        {"short": "RW", "name": "Round wins"},
        {"short": "ORW", "name": "Opponents’ round wins"},
    ],
    "danger_act": {
        "key": "rescind",
        "label": "Take back result",
        "kind": "danger",
        "url": "/x",
        "question": "Take back the result of table 12?",
        "consequence": "3 later pairings would change.",
    },
    "problems": [
        {"line": 14, "text": "The name is missing.", "source": ";17;ada@example.org"},
        {"line": 202, "text": "“Bo Diddley” stands in line 9, too."},
    ],
    "keys": ["A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "X"],
    "job": {"state": "running", "done": 412, "total": 1000, "error": ""},
    "buttons": BIG_BUTTONS,
    "more_buttons": MORE_BUTTONS,
    "log_rows": [
        {"at": datetime(2026, 11, 20, 14, 2, 11, tzinfo=UTC), "text": "Round 4 paired", "who": "Noor"},
        {
            "at": datetime(2026, 11, 20, 14, 9, 40, tzinfo=UTC),
            "text": "Table 3: 2–0",
            "who": "Desk",
            "struck": True,
            "detail": "Wrong table",
        },
    ],
}
