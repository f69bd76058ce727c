# make play    open the tables and their page, here and for phones in the house
# make serve   serve live tables on this machine, as a server does
# make client  build the page, if its sources have changed
# make test    run all tests
# make check   formatting, lint, types, which room may import which
# make soak    people play for two hours while everything breaks (MINUTES=5 for a short one)
# make crash   a server is killed 250 times, between any two steps, while people play
# make policies train the shipped policies again, which takes hours
# make bench   measure the speed beside the peers, live tables under load and misuse, the page
# make screens take pictures of every page, for whoever looks after the design
#
# Each makes what it needs in .venv first: nothing but Python 3.11, make and git is required. Where
# there is no Node 20.19 or newer, one for .venv comes with the rest.

PYTHON ?= python3.11
BIN = .venv/bin
WORDS = $(wildcard src/cincinnati/words/locales/*/LC_MESSAGES/*.po)
JOBS ?= auto
MINUTES ?= 120
PIN = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header

PAGE = $(BIN)/python hatch_build.py

.PHONY: play serve client client-check test check format generate keys soak crash bench screens odds-page policies mutants pin golden clean

play: client
	@$(BIN)/cincinnati

serve: client
	@$(BIN)/cincinnati serve

client: .venv/run.stamp
	@$(PAGE)

client-check: .venv/dev.stamp
	@$(PAGE) run lint
	@$(PAGE) run check

test: .venv/dev.stamp client
	$(BIN)/pytest -n $(JOBS) -q

check: .venv/dev.stamp client-check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(PAGE) run format

soak: .venv/dev.stamp
	$(BIN)/python tests/soak.py --minutes $(MINUTES) --report docs/soak.md

crash: .venv/dev.stamp
	$(BIN)/python tests/long_crash.py --report docs/soak.md

bench: .venv/dev.stamp client
	$(BIN)/python -m bench
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.misuse
	$(BIN)/python -m bench.odds
	PYTHONPATH=tests $(BIN)/python -m bench.browser

screens: .venv/dev.stamp client
	$(BIN)/python tests/screens.py

odds-page: .venv/dev.stamp
	$(BIN)/python -m bench.odds_page

# Answers are trained beside the lines, so these come first.
policies: .venv/dev.stamp
	@cd src/cincinnati/bots/policies && for file in *-heads-up.policy *-heads-up-*.policy *-seats.policy; do \
		$(CURDIR)/$(BIN)/cincinnati train --like $$file --out $$file --force --anew || exit 1; \
	done
	$(BIN)/python -m cincinnati.training.shipped docs/howto/train-a-policy.md

generate: .venv/run.stamp keys
	$(BIN)/cincinnati schema --out docs/protocol.schema.json
	$(BIN)/cincinnati schema typescript --out client/src/wire.gen.ts

keys: .venv/run.stamp
	$(BIN)/python -m cincinnati.words.compile --keys client/src/words/keys.gen.ts

golden: .venv/dev.stamp
	$(BIN)/pytest -q tests/test_golden.py tests/terminal tests/web_docs tests/words --accept

mutants: .venv/dev.stamp
	$(BIN)/mutmut run

pin: .venv/dev.stamp
	$(PIN) pyproject.toml -o requirements/run.txt
	$(PIN) requirements/build.in -o requirements/build.txt
	$(PIN) requirements/node.in -o requirements/node.txt
	$(PIN) requirements/dev.in -o requirements/dev.txt

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache mutants
	rm -rf client/node_modules client/.cache src/cincinnati/web/static

.venv/run.stamp: pyproject.toml hatch_build.py requirements/build.txt requirements/run.txt requirements/node.txt $(WORDS)
	@echo "Setting up .venv (once) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/build.txt -r requirements/run.txt
	@$(PAGE) node || $(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/node.txt
	@$(BIN)/pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements/dev.txt client/package-lock.json
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(PAGE) setup
	@touch $@
