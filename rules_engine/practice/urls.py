"""The addresses of practice."""

from django.urls import URLPattern, path

from rules_engine.views import practice

app_name = "practice"

urlpatterns: list[URLPattern] = [
    path("", practice.practice_page, name="practice"),
    path("start/", practice.start, name="start"),
    path("play/", practice.play, name="play"),
    path("hand-over/", practice.hand_over, name="hand_over"),
    path("leave/", practice.leave, name="leave"),
    path("record/", practice.record, name="record"),
]
