"""Run benchmarks and print one JSON document: `python -m benchmarks [NAME …] [--large]`."""

from __future__ import annotations

import json
import platform
import sys
import time
from pathlib import Path

from benchmarks import (
    attack,
    big_table,
    dashboard,
    embedded,
    engines,
    joining,
    lattice,
    linking,
    microaggregation,
    optimum,
    protections,
    pushed_states,
    recoding,
    recoding_bound,
    release_promises,
    spark_table,
    startup,
    subsets,
    wide,
)

BENCHMARKS = {
    "lattice": lattice.run,
    "big_table": big_table.run,
    "protections": protections.run,
    "optimum": optimum.run,
    "release_promises": release_promises.run,
    "recoding": recoding.run,
    "recoding_bound": recoding_bound.run,
    "wide": wide.run,
    "microaggregation": microaggregation.run,
    "subsets": subsets.run,
    "linking": linking.run,
    "joining": joining.run,
    "attack": attack.run,
    "startup": startup.run,
    "dashboard": dashboard.run,
    "embedded": embedded.run,
    "engines": engines.run,
    "pushed_states": pushed_states.run,
    "spark": spark_table.run,
}
RESULTS = Path(__file__).with_name("results")


def main() -> None:
    wanted = [name for name in sys.argv[1:] if not name.startswith("-")] or list(BENCHMARKS)
    large = "--large" in sys.argv
    results = {}
    for name in wanted:
        print(f"{name} …", file=sys.stderr, flush=True)
        results[name] = BENCHMARKS[name](large)
    document = {"python": platform.python_version(), "machine": platform.machine(), **results}
    text = json.dumps(document, indent=2)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{time.strftime('%Y-%m-%dT%H%M%S')}.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
