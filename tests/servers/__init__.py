"""Real servers that the tests start on loopback, once per run, and stop.

One file per server; `fixtures.py` hands them out, `keeper.py` holds each alive while the run lasts.
"""
