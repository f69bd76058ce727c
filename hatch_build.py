"""The build hook: compiles the catalogues, so that wheels and checkouts have them."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE = "src/cincinnati/words/compile.py"


class CatalogueHook(BuildHookInterface[Any]):
    """Runs before a wheel, a source archive or an editable install is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue beside its text."""
        module = runpy.run_path(str(Path(self.root) / COMPILE))
        module["compile_catalogues"]()
