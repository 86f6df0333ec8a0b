"""The addresses of one's own account, and of the ways in beside the password."""

from django.urls import URLPattern, path

from matches.identity import (
    again_views,
    elsewhere_views,
    factor_views,
    own_views,
    passkey_views,
    reset_views,
    second_step_views,
)

urlpatterns: list[URLPattern] = [
    path("login/code/", second_step_views.second_step, name="second_step"),
    path("login/passkey/", passkey_views.passkey, name="passkey"),
    path("login/elsewhere/", elsewhere_views.elsewhere, name="elsewhere"),
    path("login/reset/", reset_views.reset, name="reset"),
    path("login/reset/<str:uid>/<str:token>/", reset_views.reset_link, name="reset_link"),
    path("account/", own_views.account, name="account"),
    path("account/check/", again_views.password_again, name="password_again"),
    path("account/email/", own_views.email, name="email"),
    path("account/email/<str:key>/", own_views.confirm_own_email, name="confirm_email"),
    path("account/authenticator/", factor_views.authenticator, name="authenticator"),
    path("account/authenticator/remove/", factor_views.authenticator_remove, name="authenticator_remove"),
    path("account/codes/", factor_views.recovery_codes, name="recovery_codes"),
    path("account/passkeys/", passkey_views.passkey_add, name="passkey_add"),
    path("account/passkeys/<int:passkey_id>/remove/", factor_views.passkey_remove, name="passkey_remove"),
    path("account/elsewhere/", elsewhere_views.connect, name="elsewhere_connect"),
    path("account/elsewhere/remove/", elsewhere_views.disconnect, name="elsewhere_remove"),
    path("account/second-factor/", factor_views.factor_needed, name="factor_needed"),
    path("account/sessions/end/", own_views.sessions_end, name="sessions_end"),
]
