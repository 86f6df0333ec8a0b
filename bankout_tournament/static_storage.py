"""Where ``collectstatic`` puts the static files: hashes in their names, compressed, all with the same modes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class CompressedStaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, whose compressed copies get the modes of the other files instead of the process's own.

    Modules import each other under the names with hashes, so that none meets another of an older program.
    """

    support_js_module_import_aggregation = True

    def post_process(self, *given: Any, **options: Any) -> Iterator[tuple[str, Any, Any]]:
        yield from super().post_process(*given, **options)
        if options.get("dry_run"):
            return
        root = Path(self.location)
        with suppress(PermissionError):  # a folder that an administrator made for us has the modes it should have
            root.chmod(self.directory_permissions_mode)
        for path in root.rglob("*"):
            path.chmod(self.directory_permissions_mode if path.is_dir() else self.file_permissions_mode)
