"""The forms of signing up. Services check what is typed, so that the form and the API have the same rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.events.declarations.sign_up import FieldNeed
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.models import Entry, Event, SignUp
from matches.pages.submission_forms import OnceForm
from matches.people.list_forms import ListForm
from matches.questions import MOST_ANSWER, NO, YES, Kind, Question

TRAP = "website"
"""A field that people do not see and programs fill in."""


class PersonForm(OnceForm):
    """The fields that the event asks for: name, e-mail, id and its own questions, each as ``answer_KEY``."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"}))

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        terms = sign_up_terms(event)
        self.questions = terms.questions
        email, ident = terms.sign_up_email, terms.sign_up_id
        if email != FieldNeed.NO:
            self.fields["email"] = forms.CharField(
                label=_("Email"),
                max_length=300,
                required=email == FieldNeed.REQUIRED,
                widget=forms.EmailInput(attrs={"autocomplete": "email"}),
                help_text=_("Only the organiser sees it."),
            )
        if ident != FieldNeed.NO:
            self.fields["external_id"] = forms.CharField(
                label=_("ID"), max_length=100, required=ident == FieldNeed.REQUIRED
            )
        for question in self.questions:
            self.fields[f"answer_{question.key}"] = question_field(question)

    def person(self) -> dict[str, Any]:
        """The arguments of the services: name, e-mail, id and answers."""
        data = self.cleaned_data
        answers = {question.key: data.get(f"answer_{question.key}", "") for question in self.questions}
        fields = {key: data.get(key, "") for key in ("name", "email", "external_id")}
        return {**fields, "answers": answers}


class SignUpForm(PersonForm):
    """Signs a visitor up."""

    website = forms.CharField(required=False, widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}))

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        if sign_up_terms(event).join_code:
            self.fields["code"] = forms.CharField(
                label=_("Code"),
                max_length=60,
                help_text=_("The organiser gave it to the people they invited."),
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
            )

    @property
    def is_trapped(self) -> bool:
        """Whether a program filled in the field that people do not see."""
        return bool(self.data.get(TRAP))


class LostLinkForm(forms.Form):
    """Asks for the address to which a new link is sent."""

    email = forms.EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"}))


def question_field(question: Question) -> forms.Field:
    """The form field of one of the event's own questions."""
    common: dict[str, Any] = {"label": question.label, "required": question.required}
    match question.kind:
        case Kind.YES_NO:
            choices = [(YES, _("Yes")), (NO, _("No"))]
            nobody = [] if question.required else [("", _("No answer"))]  # a radio button cannot be taken back
            return forms.ChoiceField(choices=[*choices, *nobody], widget=forms.RadioSelect, **common)
        case Kind.CHOICE:
            nothing = ("", _("Choose one …") if question.required else "—")  # nobody answers by not looking
            picked = [(choice, choice) for choice in question.choices]
            return forms.ChoiceField(choices=[nothing, *picked], **common)
        case Kind.NUMBER:
            return forms.CharField(max_length=20, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **common)
        case _:
            return forms.CharField(max_length=MOST_ANSWER, **common)


def initial_of(row: SignUp) -> dict[str, str]:
    """What a sign-up's form begins with."""
    person = row.person
    fields = {"name": person.name, "email": person.email, "external_id": person.external_id}
    return fields | {f"answer_{key}": answer for key, answer in row.holder.answers.items()}


class PaidForm(forms.Form):
    """What goes with the mark that somebody has paid."""

    amount = forms.CharField(label=_("Amount"), max_length=30, required=False)
    note = forms.CharField(label=_("Note"), max_length=120, required=False)

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, str]:
        return {"amount": entry.paid_amount, "note": entry.paid_note}


class DeskForm(PaidForm):
    """What goes with an act on those who are selected: a reason, or the mark of payment."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in ("amount", "note"):
            self.fields[key].help_text = _("Leave empty to keep what each person has.")

    reason = forms.CharField(
        label=_("Reason"), max_length=300, required=False, help_text=_("It is recorded in the log.")
    )


class PaidListForm(ListForm):
    """A list of who has paid: a file or pasted text."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _("CSV with the columns id or number, amount, note.")
        self.fields["text"].help_text = _("One person per line. The first line names the columns.")


class MoveForm(forms.Form):
    """Moves somebody on the waiting list."""

    place = forms.IntegerField(label=_("Place on the waiting list"), min_value=1, max_value=100_000)
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("It is recorded in the log."))
