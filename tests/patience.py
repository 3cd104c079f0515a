"""How long tests wait: far longer than it takes on a busy machine, far shorter than the fault.

What is fast is measured in benchmarks/; tests must not fail because a machine does much else.
"""

SOON = 14.0
