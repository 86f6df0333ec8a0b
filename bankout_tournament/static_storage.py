"""Where ``collectstatic`` puts the static files: hashes in their names, compressed, all with the same modes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = (
    r"""(?m)^(?P<matched>import (?P<names>[^"]+) from "(?P<url>\.{1,2}/[^"]+)";)$""",
    """import %(names)s from "%(url)s";""",
)


class CompressedStaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, whose compressed copies get the modes of the other files instead of the process's own.

    The tool's own modules import each other under the names with hashes: none meets another of an older program.
    Django's own switch for this reads the packages' scripts as well, and stops at examples in their comments.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{folder}/*.js", (_IMPORT,)) for folder in ("js", "judging")),
    )

    def post_process(self, *paths: Any, **options: Any) -> Iterator[tuple[str, Any, Any]]:
        yield from super().post_process(*paths, **options)
        if options.get("dry_run"):
            return
        root = Path(self.location)
        with suppress(PermissionError):  # a folder that an administrator made for us has the modes it should have
            root.chmod(self.directory_permissions_mode)
        for path in root.rglob("*"):
            path.chmod(self.directory_permissions_mode if path.is_dir() else self.file_permissions_mode)
