"""The rules engine as a Django app: pages, API and commands. It has no tables."""

from django.apps import AppConfig


class RulesEngineConfig(AppConfig):
    """Names the app, and lets forms speak its words; the engine below it knows nothing of Django."""

    name = "rules_engine"
    label = "rules_engine"
    verbose_name = "Rules"

    def ready(self) -> None:
        """Replace the words of Django's own form messages, and of the API's."""
        from rules_engine.worded_forms import replace_form_messages
        from rules_engine.worded_serializers import replace_serializer_messages

        replace_form_messages()
        replace_serializer_messages()
