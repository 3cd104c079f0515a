# Everything that is done with incrowd, one command each.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: run test check bench docs format clean

run: $(INSTALLED)  ## show the risk of the bundled sample
	@$(BIN)/incrowd demo

test: $(INSTALLED)  ## run every test, doctests and guides included
	$(BIN)/python -m pytest

check: $(INSTALLED)  ## format, lint, types, layers, generated reference
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/reference.py --check

bench: $(INSTALLED)  ## measure speed against peers in the same run, JSON out
	$(BIN)/python -m benchmarks

docs: $(INSTALLED)  ## write the reference anew from what measures and hierarchies say of themselves
	$(BIN)/python docs/reference.py

format: $(INSTALLED)  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(INSTALLED): pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || $(MAKE) --no-print-directory debian-venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,check]'
	@$(BIN)/python -m incrowd.service.warming
	@touch $@

.PHONY: debian-venv
debian-venv:  # Debian ships Python without venv
	rm -rf $(VENV)
	if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
	else sudo apt-get update -qq && sudo apt-get install -y -qq python3-venv; fi
	$(PYTHON) -m venv $(VENV)

clean:  ## remove everything that was built
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis benchmarks/results
