"""The addresses of papers, below ``/e/SLUG/print/``."""

from django.urls import URLPattern, path

from judging.papers import views as papers

app_name = "paper"

urlpatterns: list[URLPattern] = [
    path("", papers.papers, name="papers"),
    path("job/<uuid:key>/", papers.paper_job, name="job"),
    path("code/<str:code>/", papers.open_code, name="open"),
    path("<slug:kind>.pdf", papers.paper_document, name="document"),
]
