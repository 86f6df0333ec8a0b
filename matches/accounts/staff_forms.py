"""The forms about the people who work at an event, and about one's own password."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _

from matches.audit.submission_forms import OnceForm
from matches.enums import Role

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class GrantRoleForm(forms.Form):
    """A role for somebody who has an account."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class NewAccountForm(OnceForm):
    """An account and a role for somebody who has none."""

    name = forms.CharField(label=_("Name"), max_length=200)
    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class LoginForm(AuthenticationForm):
    """User name and password, in the words of the other forms."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")


PASSWORD_HELP = _("At least 10 characters; not your name, and not a password that many use.")


class OwnPasswordForm(SetPasswordForm):
    """One's own password in place of the one-time one."""

    parameter_fields: ClassVar[dict[str, str]] = {"password": "new_password1"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain_words(self)


class ChangePasswordForm(PasswordChangeForm):
    """Another password, with the present one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain_words(self)


def _plain_words(form: forms.Form) -> None:
    form.fields["new_password1"].help_text = PASSWORD_HELP
    form.fields["new_password2"].label = _("The same again")
    form.fields["new_password2"].help_text = ""
