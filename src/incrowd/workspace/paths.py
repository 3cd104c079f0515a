"""Where things are kept unless somebody says otherwise."""

import os
from pathlib import Path
from typing import Final

WORKSPACE: Final = Path("~/.incrowd")
VARIABLE: Final = "INCROWD_WORKSPACE"
"""The environment variable that names another folder."""


def workspace_folder() -> Path:
    """The folder of the workspace: the one that the environment names, or the usual one."""
    return Path(os.environ.get(VARIABLE) or WORKSPACE).expanduser().absolute()
