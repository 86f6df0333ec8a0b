"""How much a form has to correct."""

from __future__ import annotations

from django import template
from django.forms import BaseForm

register = template.Library()


@register.filter
def messages_of(form: BaseForm) -> int:
    """How many messages a form shows: a field can have several, such as one for each wrong line."""
    return sum(len(messages) for messages in form.errors.values())
