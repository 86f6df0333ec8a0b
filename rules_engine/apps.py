"""The rules engine as a Django app: pages, API and commands. It has no tables."""

from django.apps import AppConfig


class RulesEngineConfig(AppConfig):
    """Names the app; the engine below it knows nothing of Django."""

    name = "rules_engine"
    label = "rules_engine"
    verbose_name = "Rules"
