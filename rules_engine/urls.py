"""The addresses of the pages."""

from django.urls import URLPattern, path, register_converter

from rules_engine.views import check, drill, learn, odds, rulebook

app_name = "rules_engine"


class RuleId:
    """A rule's identifier, in either case: ``BO-5.7``, ``bo-12.a``, ``BS-3``."""

    regex = r"[A-Za-z]{2}-[0-9]{1,3}(?:\.(?:[0-9]{1,3}|[A-Za-z]))?"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(RuleId, "rule")

urlpatterns: list[URLPattern] = [
    path("", rulebook.rulebook_page, name="rulebook"),
    path("check/", check.check, name="check"),
    path("check/example/<slug:key>/", check.example, name="example"),
    path("odds/", odds.odds_page, name="odds"),
    path("drill/", drill.drill_page, name="drill"),
    path("drill/reset/", drill.drill_reset, name="drill_reset"),
    path("drill/r/<str:packed>/", drill.drill_record, name="drill_record"),
    path("check/r/<str:packed>/", check.checked, name="checked"),
    path("learn/", learn.learn_page, name="learn"),
    path("learn/lesson/<int:number>/", learn.lesson_page, name="lesson"),
    path("learn/advice/<slug:key>/", learn.advice_page, name="advice"),
    path("<rule:rule>/", rulebook.rule_page, name="rule"),
]
