"""QR codes as pictures of a page."""

from __future__ import annotations

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_picture(text: str) -> SafeString:
    """Return a text as a QR code: one SVG path without style attributes, which the page's CSP would block."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, nl=False, omitsize=True, border=2, svgclass="qr", lineclass=None
    )
    return mark_safe(out.getvalue().decode("utf-8"))  # noqa: S308 - drawn by segno, contains no text of others
