"""The API address of the audit log."""

from django.urls import URLPattern, path

from matches.api.addresses import EVENT
from matches.desk.audit_api import AuditView

urlpatterns: list[URLPattern] = [path(f"{EVENT}audit/", AuditView.as_view(), name="api-audit")]
