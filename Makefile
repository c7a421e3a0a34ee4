# Everything a developer or a curious user runs. `make demo` and `make test` start from nothing.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
KERNEL = $(shell find engine -name '*.pxd') $(patsubst %.pxd,%.py,$(shell find engine -name '*.pxd'))
# These run a second time on the uncompiled kernel; the two must agree to the node.
KERNEL_TESTS = tests/games tests/search
SECONDS = 0.1
# What is installed for the tests; with test,cluster,openspiel none is skipped for a library.
EXTRAS ?= test

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What an extra needs, one a line; to install the extra itself would compile the kernel again.
requirements = $(BIN)/python -c 'import tomllib; \
  project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
  print(*project["optional-dependencies"]["$(1)"], sep="\n")'

.PHONY: help demo test coverage test-compiled test-uncompiled lint format bench binary pictures clean

help:
	@echo "make demo     watch two engine processes play each of the games"
	@echo "make test     build everything and run all tests, on both kernels"
	@echo "make coverage run the tests and say which lines of plain Python none of them reaches"
	@echo "make lint     ruff, mypy and the import contracts"
	@echo "make format   let ruff rewrite what it can"
	@echo "make bench    speed, measured beside pure baselines in the same run (docs/referee.md has more)"
	@echo "make binary   a folder dist/quatuor that runs without Python, and its smoke test"
	@echo "make pictures draw the boards of README and docs again"
	@echo "make clean    remove what was built"

$(VENV)/made: pyproject.toml setup.py $(KERNEL)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[$(EXTRAS)]'
	touch $@

$(VENV)/lint: $(VENV)/made
	$(call requirements,lint) | $(PIP) --requirement /dev/stdin
	touch $@

$(VENV)/binary: $(VENV)/made
	$(call requirements,binary) | $(PIP) --requirement /dev/stdin
	touch $@

demo: $(VENV)/made
	@for game in `echo list_games | $(BIN)/quatuor | sed 's/^= *//'`; do \
	  echo; echo "== $$game"; \
	  $(BIN)/quatuor match $$game --games 2 --movetime $(SECONDS) --show || exit 1; \
	done

test: test-compiled test-uncompiled

test-compiled: $(VENV)/made
	$(BIN)/python -m pytest -n auto

# Measuring makes the tests take almost twice as long, so it is a run of its own.
coverage: $(VENV)/made
	$(BIN)/python -m pytest -q -n auto --cov --cov-report=term --cov-fail-under=90

test-uncompiled: $(VENV)/made
	QUATUOR_UNCOMPILED=1 $(BIN)/python -m pytest -q -n auto $(KERNEL_TESTS)

lint: $(VENV)/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/made
	$(BIN)/quatuor bench
	$(BIN)/python -m pytest -q benchmarks --benchmark-columns=min,median,rounds

binary: $(VENV)/binary
	$(BIN)/pyinstaller --noconfirm --log-level WARN build.spec
	$(BIN)/python -m pytest -q tests/binary --binary dist/quatuor

pictures: $(VENV)/made
	$(BIN)/python docs/make_pictures.py

clean:
	rm -rf build dist $(VENV) *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine -name '*.so' -delete
