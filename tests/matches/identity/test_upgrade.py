"""An existing database: the email addresses of its accounts wait for their confirmation."""

from __future__ import annotations

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from matches.models import User

pytestmark = pytest.mark.django_db


def test_addresses_of_accounts_become_rows_that_are_not_confirmed() -> None:
    User.objects.create_user("maja", email="Maja@Example.org")
    User.objects.create_user("noor")
    import_module("matches.migrations.0035_accounts").keep_addresses(apps, None)
    assert list(EmailAddress.objects.values_list("user__username", "email", "verified", "primary")) == [
        ("maja", "maja@example.org", False, True)
    ]
