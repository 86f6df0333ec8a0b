"""The ASGI application, for uvicorn: pages, API and the live streams."""

import os
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
django_application = get_asgi_application()

from matches.views.live_stream import Application, LiveStreams  # noqa: E402 - models are there only after Django's set-up

application = LiveStreams(cast(Application, django_application))
