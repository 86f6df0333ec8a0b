"""The report of a pod on a phone: names are tapped in their order, the best first.

Each tap is a link that adds a seat to the order, so that it works without JavaScript; the order is the line that the
desk would type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.results.forms import ScoreForm
from matches.tables.table import LETTERS

ORDER = "order"
LONGEST = 120


class Tapped(NamedTuple):
    """A seat that stands in the order: its index, and its place, or 0 for a player who was not there."""

    seat: int
    place: int


class Order:
    """The seats of a table as far as they were tapped. What cannot be read of a text is left out."""

    def __init__(self, text: str, seats: int) -> None:
        self.seats = seats
        self.groups: list[list[int]] = []
        self.absent: list[int] = []
        for token in text.upper().replace("=", " = ").split()[:LONGEST]:
            self._add(token)
        self.groups = [[seat for seat in group if seat >= 0] for group in self.groups]

    def _add(self, token: str) -> None:
        if token == "=":  # noqa: S105 - no password
            if self.groups:
                self.groups[-1].append(-1)
            return
        seat = LETTERS.find(token[-1])
        if not 0 <= seat < self.seats or seat in self.taken or len(token) > 2:
            return
        if token[0] == "-":
            self.absent.append(seat)
        elif self.groups and self.groups[-1][-1] == -1:
            self.groups[-1][-1] = seat
        else:
            self.groups.append([seat])

    @property
    def taken(self) -> set[int]:
        return {seat for group in self.groups for seat in group} | set(self.absent)

    @property
    def left(self) -> list[int]:
        """The seats that were not tapped yet."""
        return [seat for seat in range(self.seats) if seat not in self.taken]

    @property
    def tapped(self) -> list[Tapped]:
        """The seats in their order."""
        found, place = [], 1
        for group in self.groups:
            found += [Tapped(seat, place) for seat in group]
            place += len(group)
        return [*found, *(Tapped(seat, 0) for seat in self.absent)]

    @property
    def next_place(self) -> int:
        return sum(len(group) for group in self.groups) + 1

    def text(self) -> str:
        """The order as the desk would type it."""
        groups = ["=".join(LETTERS[seat] for seat in group) for group in self.groups]
        return " ".join([*groups, *(f"-{LETTERS[seat]}" for seat in self.absent)])

    def then(self, seat: int, sign: str = "") -> str:
        """The order with one more seat: ``=`` shares the last place, ``-`` was not there."""
        added = f"-{LETTERS[seat]}" if sign == "-" else LETTERS[seat]
        ranked = " ".join("=".join(LETTERS[seat] for seat in group) for group in self.groups)
        absent = [f"-{LETTERS[seat]}" for seat in self.absent]
        if sign == "-":
            return " ".join(filter(None, [ranked, *absent, added]))
        return " ".join(filter(None, [f"{ranked}={added}" if sign == "=" else f"{ranked} {added}".strip(), *absent]))


class OrderForm(ScoreForm):
    """The order of a table as it was tapped. ``names`` are those of the seats."""

    parameter_fields: ClassVar[dict[str, str]] = {"score": ORDER}

    order = forms.CharField(
        max_length=LONGEST,
        widget=forms.HiddenInput,
        error_messages={"required": _("Tap the names in order, best first.")},
    )

    def __init__(self, *args: Any, names: Sequence[str], tapped: str = "", base: str = "", **kwargs: Any) -> None:
        """``tapped`` is the order so far, ``base`` the page that the links lead back to."""
        super().__init__(*args, **kwargs)
        self.names, self.base = names, base
        sent = str(self.data.get(ORDER, "")) if self.is_bound else tapped
        self.state = Order(sent, len(names))
        self.initial[ORDER] = self.state.text()

    @property
    def complete(self) -> bool:
        return not self.state.left

    @property
    def placed(self) -> list[dict[str, Any]]:
        """The names in their order, with their places."""
        return [{"name": self.names[tap.seat], "place": tap.place} for tap in self.state.tapped]

    @property
    def choices(self) -> list[dict[str, str]]:
        """The names that can be tapped next, with the links that do it."""
        return [
            {
                "name": self.names[seat],
                "url": self._url(self.state.then(seat)),
                "share_url": self._url(self.state.then(seat, "=")) if self.state.groups else "",
                "absent_url": self._url(self.state.then(seat, "-")),
            }
            for seat in self.state.left
        ]

    @property
    def again_url(self) -> str:
        """Where the tapping begins again; "" before the first."""
        return f"{self.base}#report" if self.state.taken else ""

    @property
    def query(self) -> str:
        """The order as the page's address carries it."""
        return f"?{urlencode({ORDER: self.state.text()})}" if self.state.taken else ""

    def _url(self, order: str) -> str:
        return f"{self.base}?{urlencode({ORDER: order})}#report"

    def score_text(self, own_seat: int) -> str:
        """The line that ``tables.pod_line`` reads."""
        return str(self.cleaned_data[ORDER])
