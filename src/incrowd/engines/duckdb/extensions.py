"""Extensions of DuckDB, as their packages bring them: `find_extension_file("Delta Lake", "delta")`.

Nothing is fetched over the network: a package of the very version of DuckDB is installed, or not.
"""

from importlib.util import find_spec
from pathlib import Path

from incrowd import errors
from incrowd.engines.duckdb.session import Session
from incrowd.engines.duckdb.statements import literal
from incrowd.language import say


def find_extension_file(title: str, extension: str) -> Path:
    """The file of an extension for just this DuckDB."""
    import duckdb

    package = f"duckdb_extension_{extension}"
    spec = find_spec(package)
    name = package.replace("_", "-")
    hint = say("pip install {package}=={version}", package=name, version=duckdb.__version__)
    if spec is None or not spec.submodule_search_locations:
        raise errors.EngineError(
            say("{title} cannot be read: its extension is not installed.", title=title), hint
        )
    folder = Path(spec.submodule_search_locations[0]) / "extensions" / f"v{duckdb.__version__}"
    path = folder / f"{extension}.duckdb_extension"
    if not path.is_file():
        raise errors.EngineError(
            say(
                "{title} cannot be read: its extension is not for DuckDB {version}.",
                title=title,
                version=duckdb.__version__,
            ),
            hint,
        )
    return path


def check_extensions(title: str, extensions: tuple[str, ...]) -> None:
    """Refuse what cannot be read because an extension is missing, before anything is read."""
    for extension in extensions:
        find_extension_file(title, extension)


def load_extensions(session: Session, title: str, extensions: tuple[str, ...]) -> None:
    """Load some extensions into a session, in their order."""
    for extension in extensions:
        session.rows(f"LOAD {literal(str(find_extension_file(title, extension)))}")
