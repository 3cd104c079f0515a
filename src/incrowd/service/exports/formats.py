"""The file formats: `list_output_formats()[0].extension` is `.csv`."""

from dataclasses import dataclass

from incrowd.answers import Words
from incrowd.engines.files.formats import BUILT_IN, OutputFormatName, writable_formats

__all__ = ["FormatInfo", "OutputFormatName", "input_format_titles", "list_output_formats"]


@dataclass(frozen=True)
class FormatInfo:
    """A file format that a release can be written in."""

    name: str
    title: Words
    explanation: Words
    extension: str
    media_type: str


def list_output_formats() -> tuple[FormatInfo, ...]:
    """List the formats that a release can be written in."""
    return tuple(
        FormatInfo(
            output.name, output.title, output.explanation, output.extension, output.media_type
        )
        for output in writable_formats()
    )


def input_format_titles() -> tuple[str, ...]:
    """List the titles of the formats that can be read."""
    return tuple(format.title for format in BUILT_IN)
