"""API tokens: made, told apart, revoked; what is stored is not what is sent."""

from __future__ import annotations

import pytest

from matches.accounts.token_services import MOST_TOKENS, find_token, make_token, resolve_token, revoke_token, tokens_of
from matches.errors import Refused
from matches.models import ApiToken
from tests.factories import UserFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db


def test_only_a_hash_is_stored() -> None:
    made = make_token(user=UserFactory(), label="overlay")
    row = ApiToken.objects.get()
    assert made.secret not in str(row.__dict__)
    assert len(made.secret) == 43
    assert resolve_token(made.secret.encode()) == row


def test_an_invalid_token_belongs_to_no_user(subtests: pytest.Subtests) -> None:
    for secret in [b"", b"x", b"\xff\xfe", b"a" * 10_000]:
        with subtests.test(secret=secret), undone():
            make_token(user=UserFactory(), label="overlay")
            assert resolve_token(secret) is None


def test_a_label_is_one_line(subtests: pytest.Subtests) -> None:
    for label, code in [(" ", "label_missing"), ("x" * 81, "label_unfit"), ("a\x00b", "label_unfit")]:
        with subtests.test(label=label, code=code), undone():
            with pytest.raises(Refused) as refused:
                make_token(user=UserFactory(), label=label)
            assert (refused.value.code, refused.value.parameter) == (code, "label")


def test_labels_tell_a_persons_tokens_apart() -> None:
    user, other = UserFactory(), UserFactory()
    first = make_token(user=user, label="overlay")
    make_token(user=other, label="overlay")
    with pytest.raises(Refused, match="another label"):
        make_token(user=user, label=" overlay ")
    revoke_token(token=first.row)
    assert make_token(user=user, label="overlay").secret != first.secret


def test_the_number_of_tokens_per_person_is_limited() -> None:
    user = UserFactory()
    made = [make_token(user=user, label=str(number)) for number in range(MOST_TOKENS)]
    with pytest.raises(Refused, match="Revoke one"):
        make_token(user=user, label="one more")
    revoke_token(token=made[0].row)
    make_token(user=user, label="one more")
    assert [token.label for token in tokens_of(user)][:2] == ["one more", str(MOST_TOKENS - 1)]


def test_a_revoked_token_belongs_to_no_user_and_is_revoked_once() -> None:
    user = UserFactory()
    made = make_token(user=user, label="overlay")
    revoke_token(token=made.row)
    assert resolve_token(made.secret.encode()) is None
    with pytest.raises(Refused) as refused:
        revoke_token(token=made.row)
    assert refused.value.conflict


def test_another_users_token_is_not_found() -> None:
    made = make_token(user=UserFactory(), label="overlay")
    with pytest.raises(Refused) as refused:
        find_token(UserFactory(), made.row.pk)
    assert refused.value.code == "no_such_token"
    assert resolve_token(made.secret.encode()) is not None


def test_a_deactivated_accounts_tokens_belong_to_no_user() -> None:
    made = make_token(user=UserFactory(is_active=False), label="overlay")
    assert resolve_token(made.secret.encode()) is None
