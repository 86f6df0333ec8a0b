"""Test clients are told of the template that a view renders, and not of each that it includes: pages have hundreds, and
a copy of the context was kept for each."""

from __future__ import annotations

import threading

from django.template import Context, Template
from django.test.signals import template_rendered

_here = threading.local()


def render_and_tell(template: Template, context: Context) -> str:
    """What ``setup_test_environment`` puts in the place of ``Template._render``, for whole pages only."""
    if getattr(_here, "inside", False):
        return template.nodelist.render(context)
    _here.inside = True
    try:
        template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)
    finally:
        _here.inside = False
