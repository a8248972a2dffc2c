# Two lines matter to a newcomer: `make compare` and `make test`. Both install what
# is missing first (Debian; as root, or with sudo).
.DEFAULT_GOAL := help
.PHONY: help setup setup-test setup-lint setup-ci build peers compare test conformance lint fuzz ci clean

# Flags for `manyrpc compare`, for example: make compare ARGS="--quick --with-peers"
ARGS ?=

# A cargo that is new enough, found after set-up has run.
CARGO = PATH="$$(scripts/setup.sh --path):$$PATH" cargo

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what building needs
	@scripts/setup.sh run

setup-test:
	@scripts/setup.sh test

setup-lint:
	@scripts/setup.sh lint

setup-ci: ## install what `make ci` needs, cargo-deny included (minutes)
	@scripts/setup.sh ci

build: setup ## release build of the command line tool
	$(CARGO) build --locked --release -p manyrpc-cli

compare: build ## every system side by side: the main job (flags in ARGS)
	@$(CARGO) run --locked --release --quiet -p manyrpc-cli -- compare $(ARGS)

peers: setup-test ## build the foreign peers
	peers/build.sh

test: peers ## all tests, with the foreign peers, and the architecture's invariants
	$(CARGO) run --locked --quiet -p xtask -- ci --step invariants --step generated --step fuzz --step test

conformance: peers ## official suites and definitions drawn at random against foreign codecs, whole
	@# Built as `make test` builds it, so that whoever has run that does not compile everything once more.
	$(CARGO) test --locked --quiet --workspace --test quick --no-run
	$${CARGO_TARGET_DIR:-target}/debug/manyrpc-conformance run $(ARGS)

lint: setup-lint ## formatting, clippy, documentation, scripts, licences, features
	$(CARGO) run --locked --quiet -p xtask -- ci --step fmt --step clippy --step doc --step scripts --step deny --step features

fuzz: setup ## look for inputs that break something (ARGS="--seconds 600 http2"; needs a nightly and cargo-fuzz)
	$(CARGO) run --locked --quiet -p xtask -- fuzz $(ARGS)

ci: setup-ci peers ## everything, as one command
	$(CARGO) run --locked --quiet -p xtask -- ci

clean: ## remove what was built (not the runs)
	$(CARGO) clean
	rm -rf peers/build fuzz/target
