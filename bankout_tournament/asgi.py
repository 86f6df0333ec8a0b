"""The ASGI application, for uvicorn: pages, API and the live streams."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
application = get_asgi_application()
