"""The addresses of signing up."""

from django.urls import URLPattern, path

from matches.signups.views import about, deciding, desk, opening, own, payments, sign_up

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/about/", about.about, name="about"),
    path("e/<slug:slug>/about/<str:name>", about.picture, name="picture"),
    path("e/<slug:slug>/sign-up/", sign_up.sign_up_page, name="sign_up"),
    path("e/<slug:slug>/link/", sign_up.lost_link, name="lost_link"),
    path("e/<slug:slug>/link/<str:signed>/", sign_up.new_link, name="new_link"),
    path("e/<slug:slug>/desk/people/sign-ups/", desk.sign_ups, name="sign_ups"),
    path("e/<slug:slug>/desk/people/sign-ups/act/", deciding.sign_ups_act, name="sign_ups_act"),
    path("e/<slug:slug>/desk/people/sign-ups/paid/", payments.paid_list, name="paid_list"),
    path("e/<slug:slug>/desk/people/sign-ups/open/", opening.sign_up_open, name="sign_up_open"),
    path("e/<slug:slug>/desk/people/sign-ups/invitations/", opening.invitations_send, name="invitations_send"),
    path("e/<slug:slug>/desk/people/sign-ups/<int:pk>/move/", deciding.sign_up_move, name="sign_up_move"),
    path("e/<slug:slug>/desk/people/sign-ups/<int:pk>/restore/", deciding.sign_up_restore, name="sign_up_restore"),
    path("p/<str:token>/invitation/", own.own_invitation, name="own_invitation"),
    path("p/<str:token>/sign-up/", own.own_sign_up, name="own_sign_up"),
    path("p/<str:token>/code/", own.own_code, name="me_code"),
]
