# `make lab` and `make test` need python3 (3.11 or later) and make, and install the rest into .venv.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
ARGS   ?=
SECONDS ?= 600
GAMES  := bonk parcheesi bonkers
# Jupyter refuses to serve as root unless told that this is meant, as it is in a container.
ROOT   := $(shell [ "$$(id -u)" = 0 ] && echo --allow-root)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help lab test lint bench fuzz binder-test lowest clean

help:  ## this list
	@echo "make TARGET, where TARGET is"
	@sed -n 's/^\([a-z-]*\):.*  ## /    \1\t/p' $(MAKEFILE_LIST) | expand -t 20
	@echo 'ARGS are passed on: make lab ARGS="--no-browser --port 8899", make test ARGS="-k odds"'

# What is simulated is compiled once; meanwhile, and nicely, behind JupyterLab.
lab: $(VENV)/.lab  ## JupyterLab on the index notebook, everything installed
	@nice $(PY) -m bonkbook.warm >/dev/null 2>&1 &
	$(PY) -m jupyterlab $(ROOT) --ServerApp.root_dir="$(CURDIR)" \
	    --LabApp.default_url=/lab/tree/notebooks/index.ipynb $(ARGS)

# Each game is compiled once, beside lint and types, before the tests share what was compiled.
test: $(VENV)/.test  ## lint, types and the whole suite on all cores, the quick tests first
	$(PY) tests/browser/chromium.py --install
	@$(MAKE) -j2 lint $(GAMES:%=compiled-%)
	$(PY) -m pytest -n logical --maxprocesses 4 --dist worksteal $(ARGS)

compiled-%: $(VENV)/.test
	@$(PY) -c "from bonkbook.warm import warm; print('$*: compiled in', round(warm('$*')), 's')"

lint: $(VENV)/.test  ## ruff and mypy alone
	$(PY) -m ruff check .
	$(PY) -m mypy

bench: $(VENV)/.bench  ## the benchmarks
	$(PY) tests/browser/chromium.py --install
	$(PY) -m pytest -m bench --benchmark-columns=min,median,ops,rounds --benchmark-sort=name $(ARGS)

fuzz: $(VENV)/.test  ## random use of all that is public, for SECONDS=600
	@$(MAKE) -j2 $(GAMES:%=compiled-%)
	$(PY) -m tests.fuzz --seconds $(SECONDS) $(ARGS)

binder-test:  ## what Binder does, in a Python 3.12 venv of its own
	$(PYTHON) tests/binder_check.py $(ARGS)

lowest:  ## the lowest versions that pyproject.toml allows, in a Python 3.11 venv of their own
	$(PYTHON) tests/lowest_check.py $(ARGS)

clean:  ## remove .venv, caches and build products
	rm -rf $(VENV) build dist looks .hypothesis .benchmarks .pytest_cache .mypy_cache .ruff_cache
	find bonkbook tests notebooks -depth \( -name __pycache__ -o -name .ipynb_checkpoints \) -exec rm -rf {} +

# A venv that was left half made has no pip, one whose python3 was removed does not start:
# both are made anew.
define venv
	@$(PY) -m pip --version >/dev/null 2>&1 || { \
	    command -v $(PYTHON) >/dev/null || { \
	        echo "$(PYTHON) was not found: install Python 3.11 or later," \
	             "or name one: make lab PYTHON=/path/to/python3.12"; exit 1; }; \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	        echo "$$($(PYTHON) --version) is too old: bonkbook needs Python 3.11 or later." \
	             "Name one: make lab PYTHON=python3.12"; exit 1; }; \
	    $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	        echo "$(PYTHON) cannot make virtual environments:" \
	             "install its venv module (Debian, Ubuntu: apt install python3-venv)"; exit 1; }; \
	    $(PYTHON) -m venv --clear $(VENV); }
endef

$(VENV)/.lab: pyproject.toml
	$(venv)
	@echo "Installing bonkbook and JupyterLab into $(VENV): a minute or two, the first time only."
	$(PY) -m pip install -q -e '.[lab,fast]'
	@touch $@

$(VENV)/.test: pyproject.toml
	$(venv)
	@echo "Installing bonkbook, JupyterLab and the test tools into $(VENV): a minute or two."
	$(PY) -m pip install -q -e '.[lab,fast,cluster,test]'
	@touch $@ $(VENV)/.lab

$(VENV)/.bench: $(VENV)/.test
	$(PY) -m pip install -q -e '.[bench]'
	@touch $@
