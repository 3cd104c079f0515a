"""Presets of one's own, kept in a workspace as `presets/NAME.toml`."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from incrowd.advice.presets.built_in import BUILT_IN, DEFAULT, find_preset
from incrowd.advice.presets.own import read_preset, write_preset
from incrowd.advice.presets.preset import Preset
from incrowd.errors import IncrowdError, InvalidParameter, NotFound, WorkspaceError
from incrowd.language import say
from incrowd.workspace.folder import UNLINK
from incrowd.workspace.goals import choose_preset, chosen_preset
from incrowd.workspace.tokens import write_private

if TYPE_CHECKING:
    from incrowd.workspace.folder import Workspace

MOST: Final = 100
"""Presets that a workspace keeps."""
_FOLDER: Final = "presets"


class OwnPresets:
    """The presets in the folder of a workspace."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER
        self._lock = Lock()

    def listed(self) -> tuple[Preset, ...]:
        """Those that come with incrowd, then one's own; a file that is damaged is left out."""
        own = []
        self._check(self._folder)
        for path in sorted(self._folder.glob("*.toml")):
            try:
                self._check(path)
                own.append(read_preset(path))
            except IncrowdError:
                continue
        return (*BUILT_IN, *own)

    @staticmethod
    def _check(path: Path) -> None:
        if path.is_symlink():
            raise WorkspaceError(
                say("'{name}' in the workspace is a link to another place.", name=path.name), UNLINK
            )

    def find(self, name: str) -> Preset:
        """The preset of that name."""
        return find_preset(name, self.listed())

    def save(self, preset: Preset) -> Preset:
        """Keep a preset, in the place of an earlier one of that name."""
        with self._lock:
            self._check(self._folder)
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = self._folder / f"{preset.name}.toml"
            self._check(path)
            if not path.exists() and len(list(self._folder.glob("*.toml"))) >= MOST:
                raise InvalidParameter(
                    say("There are {most} presets already.", most=MOST), say("Delete one first.")
                )
            write_private(path, write_preset(preset))
        return read_preset(path)

    def delete(self, workspace: Workspace, name: str) -> None:
        """Delete a preset; data that was meant for it is then for the default one."""
        if name in {preset.name for preset in BUILT_IN}:
            raise InvalidParameter(
                say("'{name}' is a preset that comes with incrowd.", name=name),
                say("You can delete only your own presets."),
            )
        with self._lock:
            self._check(self._folder)
            path = next((path for path in self._folder.glob("*.toml") if path.stem == name), None)
            if path is None:
                raise NotFound(say("There is no such preset."), say("It may have been deleted."))
            self._check(path)
            path.unlink()
        for record in workspace.records():
            folder = workspace.place(record.id)
            if chosen_preset(folder) == name:
                choose_preset(folder, DEFAULT)
