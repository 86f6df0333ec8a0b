"""The cache in Redis, and in the process's own memory while Redis does not answer.

What is cached can be computed again, and the rate limits may count per process for a while, so no request fails because
Redis is away. After a failure Redis is left alone for some seconds, so that requests do not wait for it one by one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds for which Redis is not asked after it failed."""


class _Switch:
    """Whether this process uses Redis at the moment, for all threads."""

    def __init__(self) -> None:
        self.away_until = 0.0
        self.away = False

    @property
    def resting(self) -> bool:
        return self.away and time.monotonic() < self.away_until

    def failed(self, error: Exception) -> None:
        if not self.away:
            logger.warning("Redis does not answer (%s); each process uses its own memory until it does", error)
        self.away, self.away_until = True, time.monotonic() + PAUSE

    def answered(self) -> None:
        if self.away:
            logger.warning("Redis answers again")
        self.away = False


switch = _Switch()


def _in_redis_or_here(name: str) -> Callable[..., Any]:
    """A method of the cache that Redis answers, or the process's memory in its place."""

    def method(self: FailOpenRedisCache, *args: Any, **kwargs: Any) -> Any:
        if not switch.resting:
            try:
                answer = getattr(RedisCache, name)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                switch.failed(error)
            else:
                switch.answered()
                return answer
        return getattr(self.memory, name)(*args, **kwargs)

    return method


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache that never fails a request. All other methods of a cache call the ones below."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache(server, {**params, "OPTIONS": {"MAX_ENTRIES": 5_000}})

    @property
    def away(self) -> bool:
        """Whether Redis failed when it was asked last."""
        return switch.away

    add = _in_redis_or_here("add")
    get = _in_redis_or_here("get")
    set = _in_redis_or_here("set")
    touch = _in_redis_or_here("touch")
    delete = _in_redis_or_here("delete")
    get_many = _in_redis_or_here("get_many")
    has_key = _in_redis_or_here("has_key")
    incr = _in_redis_or_here("incr")
    set_many = _in_redis_or_here("set_many")
    delete_many = _in_redis_or_here("delete_many")
    clear = _in_redis_or_here("clear")
