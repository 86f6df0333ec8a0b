"""What every form for a result can do: say it as the desk's line, and ask about an improbable one."""

from __future__ import annotations

from abc import abstractmethod

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _


def answers(sent: QueryDict) -> list[str]:
    """The questions about a score that were answered with yes."""
    return " ".join(sent.getlist("sure")).split()


class AskingForm(forms.Form):
    """A result that is possible but improbable is asked about, once."""

    @property
    def answered(self) -> list[str]:
        """The questions about the score that were answered with yes."""
        return answers(self.data) if isinstance(self.data, QueryDict) else []

    def ask(self, code: str, label: str) -> None:
        """Show a box to tick that answers a question about the score; ``code`` is what the box sends.

        It sends the answers to earlier questions along.
        """
        code = " ".join([*self.answered, code])
        self.fields["sure"] = forms.MultipleChoiceField(
            label=_("Is it right?"), choices=[(code, label)], required=False, widget=forms.CheckboxSelectMultiple
        )


class ScoreForm(AskingForm):
    """A form for the score of a match, whatever the kind of its table."""

    @property
    def query(self) -> str:
        """What was tapped so far, as the page's address carries it."""
        return ""

    @abstractmethod
    def score_text(self, own_seat: int) -> str:
        """The desk's line of a valid form, first seat first, without its table."""
