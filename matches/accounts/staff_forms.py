"""Forms for an event's staff, and for changing passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.attempt_services import (
    begin_password_change,
    begin_sign_in,
    end_password_change,
    end_sign_in,
)
from matches.accounts.known_device_queries import known_device
from matches.audit.limit_services import wait_text
from matches.enums import Role
from matches.models import User
from matches.pages.submission_forms import OnceForm

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class GrantRoleForm(forms.Form):
    """Gives a role to a person who has an account."""

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class NewAccountForm(OnceForm):
    """Creates an account with a role."""

    name = forms.CharField(label=_("Name"), max_length=200)
    username = forms.CharField(
        label=_("Username"),
        max_length=200,
        widget=forms.TextInput(attrs=PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class LoginForm(AuthenticationForm):
    """Username and password, with the same labels as in the other forms."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")
        wrong = _("The username or the password is wrong. Capital letters matter in both.")
        self.error_messages = {**self.error_messages, "invalid_login": wrong}

    wait = 0
    """The seconds to wait where too many attempts failed; the password was not checked."""

    def clean(self) -> dict[str, Any]:
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not (username and password and self.request):
            return super().clean()
        address, device = str(self.request.META.get("REMOTE_ADDR", "")), known_device(self.request, username)
        attempt = begin_sign_in(address=address, username=username, device=device)
        self.wait = attempt.wait
        if self.wait:
            message = gettext("Too many failed sign-ins from this network or for this username. Try again in %(wait)s.")
            raise forms.ValidationError(message % {"wait": wait_text(self.wait)}, code="wait")
        cleaned = super().clean()
        end_sign_in(attempt)
        return cleaned


PASSWORD_HELP = _("At least 10 characters; not your name, and not a common password.")
WRONG_PASSWORDS = {
    "password_mismatch": _("The two passwords are different. Type the new one again."),
    "password_incorrect": _("This is not your current password. Type it again."),
}


if TYPE_CHECKING:
    _SetPasswordForm = SetPasswordForm[User]
else:
    _SetPasswordForm = SetPasswordForm


class OwnPasswordForm(_SetPasswordForm):
    """Replaces the one-time password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _use_plain_labels(self)


class ChangePasswordForm(PasswordChangeForm):
    """Changes the password; asks for the current one."""

    wait = 0
    """The seconds to wait where the current password was wrong too often; it was not checked."""
    is_repeat = False
    """Whether the form was sent before: the new password is the account's already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Current password")
        _use_plain_labels(self)

    def clean_old_password(self) -> str:
        self.wait = begin_password_change(user_id=self.user.pk)
        if self.wait:
            message = gettext("The current password was entered incorrectly too many times. Try again in %(wait)s.")
            raise forms.ValidationError(message % {"wait": wait_text(self.wait)}, code="wait")
        old: str = self.cleaned_data["old_password"]
        try:
            super().clean_old_password()
        except forms.ValidationError:
            self.is_repeat = self.user.check_password(self.data.get(self.add_prefix("new_password1"), ""))
            if not self.is_repeat:
                raise
        end_password_change(user_id=self.user.pk)
        return old


def _use_plain_labels(form: OwnPasswordForm | ChangePasswordForm) -> None:
    form.error_messages = {**form.error_messages, **WRONG_PASSWORDS}
    form.fields["new_password1"].help_text = PASSWORD_HELP
    form.fields["new_password2"].label = _("Repeat the new password")
    form.fields["new_password2"].help_text = ""
