"""The serializer of the log."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class LogLineSerializer(serializers.Serializer[Any]):
    """A record as it is hashed: ``hash`` covers ``previous_hash`` and ``body``."""

    sequence = serializers.IntegerField()
    body = serializers.DictField()
    previous_hash = serializers.CharField()
    hash = serializers.CharField()
