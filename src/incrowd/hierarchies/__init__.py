"""One builder per file, and choosing one for an attribute: `choose(domain)`."""

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.csv_file import from_csv, to_csv
from incrowd.hierarchies.edit import add_level, drop_level, merge_groups, rename_group
from incrowd.hierarchies.folder import ignored_files, load_folder
from incrowd.hierarchies.hierarchy import Domain, Hierarchy, check
from incrowd.hierarchies.registry import BUILT_IN, build, candidates, choose
from incrowd.hierarchies.rules import from_rules, to_rules

__all__ = [
    "BUILT_IN",
    "Builder",
    "Domain",
    "Hierarchy",
    "add_level",
    "build",
    "candidates",
    "check",
    "choose",
    "drop_level",
    "from_csv",
    "from_rules",
    "ignored_files",
    "load_folder",
    "merge_groups",
    "rename_group",
    "to_csv",
    "to_rules",
]
