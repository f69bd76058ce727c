# make play    sit down at a table in the terminal
# make serve   serve live tables on this machine
# make test    run all tests
# make check   formatting, lint, types, which room may import which
# make soak    kill a server 200 times while people play, and check everything
# make bench   measure the speed beside the peers
#
# Each makes what it needs in .venv first: nothing but Python 3.11, make and git is required.

PYTHON ?= python3.11
BIN = .venv/bin
WORDS = $(wildcard src/cincinnati/words/locales/*/LC_MESSAGES/*.po)
JOBS ?= auto
PIN = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header

.PHONY: play serve test check format generate soak bench mutants pin golden clean

play: .venv/run.stamp
	@$(BIN)/cincinnati play

serve: .venv/run.stamp
	@$(BIN)/cincinnati serve

test: .venv/dev.stamp
	$(BIN)/pytest -n $(JOBS) -q

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

soak: .venv/dev.stamp
	$(BIN)/python tests/soak.py

bench: .venv/dev.stamp
	$(BIN)/python -m bench
	$(BIN)/python -m bench.live

generate: .venv/run.stamp
	$(BIN)/cincinnati schema --out docs/protocol.schema.json
	$(BIN)/cincinnati schema typescript --out client/src/wire.gen.ts

golden: .venv/dev.stamp
	$(BIN)/pytest -q tests/test_golden.py tests/terminal tests/web_docs tests/words --accept

mutants: .venv/dev.stamp
	$(BIN)/mutmut run

pin: .venv/dev.stamp
	$(PIN) pyproject.toml -o requirements/run.txt
	$(PIN) requirements/build.in -o requirements/build.txt
	$(PIN) requirements/dev.in -o requirements/dev.txt

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache mutants

.venv/run.stamp: pyproject.toml hatch_build.py requirements/build.txt requirements/run.txt $(WORDS)
	@echo "Setting up .venv (once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/build.txt -r requirements/run.txt
	@$(BIN)/pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements/dev.txt
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@
