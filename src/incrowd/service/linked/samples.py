"""Two synthetic hospitals that share patients, released apart, to try linking on."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from incrowd.progress import Progress
from incrowd.service.linked.hospitals import HospitalWish, generate_hospitals
from incrowd.workspace.sessions import Sessions
from incrowd.workspace.tokens import User

ROWS: Final = 400
SEED: Final = 1
WISH: Final = HospitalWish(hospitals=2, shared=0.3, k=3, l=2)


def add_sample_hospitals(sessions: Sessions, user: User, progress: Progress) -> list[str]:
    """Put two releases into the workspace; each is safe alone."""
    with TemporaryDirectory(dir=sessions.workspace.uploads) as folder:
        made = generate_hospitals(Path(folder), ROWS, SEED, WISH, overwrite=True, progress=progress)
        paths = [Path(one.released) for one in made.hospitals]
        return [sessions.add(user, path, path.name, progress).id for path in paths]
