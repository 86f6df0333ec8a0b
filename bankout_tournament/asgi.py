"""The ASGI application, for uvicorn: pages, API and the live streams."""

import os
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
django_application = get_asgi_application()

from bankout_tournament.warm_up import warm_up  # noqa: E402 - models are there only after Django's set-up
from matches.live.stream_views import Application, LiveStreams  # noqa: E402

warm_up()
application = LiveStreams(cast(Application, django_application))
