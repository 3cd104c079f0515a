# Everything that is done with incrowd, one command each.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
INSTALLED := $(VENV)/.installed
CLUSTER := $(VENV)/.cluster
# Three workers for two cores: some tests wait for servers.
PYTEST := $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder
# What attacks files, queries and the server, beside tests/trust.
TRUST := $(addprefix tests/,sandbox engines/test_hostile_files.py engines/test_reading_fuzz.py \
	engines/test_query_escapes.py api/test_description.py api/test_overload.py api/test_rights.py \
	api/test_security.py api/test_several_people.py)
NODE_MODULES := web/node_modules/.installed
PAGE := src/incrowd/api/static/index.html
WEB_SOURCES := $(shell find web/src web/index.html web/public -type f 2>/dev/null)

# Containers often forbid bytecode; pytest would then rewrite 540 modules again in every worker.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-fast test-cluster check bench docs release record format clean browser mariadb
.PHONY: test-web test-python test-trust java sbom audit

run: $(RUNTIME) $(PAGE)  ## open the start page of the dashboard, with samples to try
	@$(BIN)/incrowd serve

test: test-python test-web  ## run every test: Python, components, and the page in a real browser

test-fast: $(INSTALLED)  ## unit tests alone, with few random examples: for the loop of a developer
	HYPOTHESIS_PROFILE=fast $(PYTEST) \
		-m 'not (process or system or slow)' --durations 5 --durations-min 1

test-cluster: $(CLUSTER) java mariadb  ## the tests that need Trino, Spark or MongoDB; fetches these first
	cd tests && ../$(BIN)/python -m servers.downloads
	$(BIN)/python -m pytest tests -m cluster --durations 10

test-trust: $(INSTALLED) $(PAGE)  ## hours of kills, damage, load and random input: what could break trust
	HYPOTHESIS_PROFILE=long $(PYTEST) tests/trust $(TRUST) --timeout 7200 --durations 10

test-python: $(INSTALLED) $(PAGE) mariadb
	$(PYTEST)

test-web: $(INSTALLED) $(PAGE) browser
	cd web && npm test
	cd web && npm run e2e

record: $(INSTALLED) $(NODE_MODULES)  ## record anew what the real server answers to component tests
	cd web && npm run record

check: $(INSTALLED) $(NODE_MODULES)  ## format, lint, types, layers, generated pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/reference.py --check
	$(BIN)/python -m incrowd.api.openapi --check
	cd web && npm run check && npm run types:check

bench: $(INSTALLED) $(PAGE)  ## measure speed against peers in the same run, JSON out
	$(BIN)/python -m benchmarks

docs: $(INSTALLED) $(NODE_MODULES)  ## write the reference and the types of the API anew
	$(BIN)/python docs/reference.py
	$(BIN)/python -m incrowd.api.openapi
	cd web && npm run types

release: $(INSTALLED) $(PAGE)  ## build sdist and wheel into dist/, and try each in a fresh venv
	$(BIN)/python tools/release.py

sbom: $(INSTALLED) $(NODE_MODULES)  ## list what incrowd is made of, with licences, into dist/sbom.json
	$(BIN)/python tools/sbom.py

audit: $(INSTALLED) $(NODE_MODULES)  ## ask for known vulnerabilities (network); ends in 2 if nobody answers
	@test -d $(VENV)/audit || $(PYTHON) -m venv $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@PIP_AUDIT=$(CURDIR)/$(VENV)/audit/bin/pip-audit $(BIN)/python tools/audit.py

format: $(INSTALLED)  ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What runs incrowd and nothing else, saying what it does: the first start takes two or three minutes.
$(RUNTIME): pyproject.toml constraints.txt
	@test -x $(BIN)/python || echo "Making a Python environment in $(VENV) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || $(MAKE) --no-print-directory debian PACKAGES=python3-venv
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the Python packages that incrowd needs (once) …"
	@$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e .
	@$(BIN)/python -m incrowd.service.warm_up
	@touch $@

$(INSTALLED): $(RUNTIME)
	@echo "Installing what tests and checks need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test,check,release]'
	@touch $@

$(CLUSTER): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cluster]'
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json
	@echo "Installing packages that build the page (once) …"
	@cd web && npm install --no-save --no-audit --no-fund
	@touch $@

$(PAGE): $(NODE_MODULES) $(WEB_SOURCES)
	@echo "Building the page …"
	@cd web && npm run --silent build -- --logLevel warn

browser:  # Debian's Chromium, for the tests that click through the page
	@test -x /usr/bin/chromium || $(MAKE) --no-print-directory debian PACKAGES=chromium

mariadb:  # Debian's MariaDB, for the tests that read from one; PostgreSQL comes as a wheel
	@test -x /usr/sbin/mariadbd -a -x /usr/bin/my_print_defaults || \
	$(MAKE) --no-print-directory debian PACKAGES='mariadb-server-core mariadb-client-core'

java:  # Debian's Java 17, for Spark and MongoDB, and Maven, which fetches servers
	@test -x /usr/bin/mvn -a -d /usr/lib/jvm/java-17-openjdk-amd64 || \
	$(MAKE) --no-print-directory debian PACKAGES='maven openjdk-17-jdk-headless openssl'

.PHONY: debian
debian:  # install Debian packages, as root or with sudo
	@sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq $(PACKAGES) >/dev/null

clean:  ## remove everything that was built
	rm -rf $(VENV) web/node_modules src/incrowd/api/static .mypy_cache .ruff_cache .pytest_cache
	rm -rf .hypothesis benchmarks/results dist
