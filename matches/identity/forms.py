"""Forms about one's own account, and for who has lost the password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.attempt_services import begin_password_change, end_password_change
from matches.accounts.staff_forms import OwnPasswordForm
from matches.audit.limit_services import wait_text
from matches.identity.factor_queries import factors_of
from matches.identity.factor_services import begin_code, check_code
from matches.models import User

TYPED = {"autocapitalize": "none", "spellcheck": "false"}
CODE = {"autocomplete": "one-time-code", "inputmode": "numeric", **TYPED}


class ResetRequestForm(forms.Form):
    """Asks for a link for a new password."""

    email = forms.EmailField(label=_("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email", **TYPED}))


class NewPasswordForm(OwnPasswordForm):
    """The password that the holder of a link chooses."""

    parameter_fields = {"password": "new_password1"}


class EmailForm(forms.Form):
    """The account's email address."""

    email = forms.EmailField(
        label=_("Email"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email", **TYPED}),
        help_text=_("Leave empty to remove it."),
    )


class CodeForm(forms.Form):
    """A code of an authenticator app, or a recovery code."""

    code = forms.CharField(label=_("Code"), max_length=40, widget=forms.TextInput(attrs=CODE))

    wait = 0
    """The seconds to wait after too many wrong codes; this one was not checked."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_code(self) -> Any:
        self.wait = begin_code(self.user)
        if self.wait:
            message = gettext("Too many wrong codes. Try again in %(wait)s.") % {"wait": wait_text(self.wait)}
            raise forms.ValidationError(message, code="wait")
        found = check_code(user=self.user, code=self.cleaned_data["code"])
        if found is None:
            message = (
                gettext("This code is wrong or has already been used. Enter the one that the app shows now.")
                if factors_of(self.user).authenticator
                else gettext("This code is wrong or has already been used. Enter another one of your recovery codes.")
            )
            raise forms.ValidationError(message, code="code_wrong")
        return found


class FirstCodeForm(forms.Form):
    """The first code of an authenticator app that is being connected."""

    code = forms.CharField(label=_("Code that the app shows"), max_length=12, widget=forms.TextInput(attrs=CODE))


class PasswordAgainForm(forms.Form):
    """The current password, once more, before something about signing in is changed."""

    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    wait = 0
    """The seconds to wait where the password was wrong too often; it was not checked."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        self.wait = begin_password_change(user_id=self.user.pk)
        if self.wait:
            message = gettext("The current password was entered incorrectly too many times. Try again in %(wait)s.")
            raise forms.ValidationError(message % {"wait": wait_text(self.wait)}, code="wait")
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(gettext("This is not your current password. Type it again."))
        end_password_change(user_id=self.user.pk)
        return password


class PasskeyForm(forms.Form):
    """A new passkey: what its owner calls it, and what the browser has made."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("So that you can tell your passkeys apart: My phone, Office laptop."),
    )
    credential = forms.CharField(widget=forms.HiddenInput, required=False)
