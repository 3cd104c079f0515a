"""`python -m incrowd` is the same as `incrowd`."""

from incrowd.cli.main import run

if __name__ == "__main__":
    run()
