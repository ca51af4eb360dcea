# The front door. Each target says in one line what it does; `make help` lists them.
# The work itself is in scripts/ and in `cargo xtask`.

# More words for a command: make terminal ARGS="--rules basic --seats 3"
ARGS ?=
# `make check-all` starts no step that would probably end after this many minutes.
MINUTES ?= 90
# What `make release` and `make packages` build for; scripts/release.sh lists the others.
TARGET ?= $(shell uname -m)-unknown-linux-musl
# How long `make fuzz` stays with each target.
FUZZ_SECONDS ?= 600

# Where rustup puts cargo, for shells that do not know it.
export PATH := $(PATH):$(HOME)/.cargo/bin

.DEFAULT_GOAL := help
.PHONY: help play play-cluster kill-node terminal test lint fmt counts check-all fuzz-short fuzz bench bench-peers bench-cluster bench-page test-peers test-faults test-cluster test-hostile test-api schema release packages test-packages install-tools

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: ## build what is missing and serve tables: prints the address, and a code for phones
	@scripts/play.sh serve $(ARGS)

play-cluster: ## serve tables from three servers that share a database: prints the address (PORT=8088)
	@scripts/play-cluster.sh

kill-node: ## kill one of these servers while somebody plays
	@scripts/play-cluster.sh kill-node

terminal: ## build what is missing and play Crazy Eights in this terminal
	@scripts/play.sh play $(ARGS)

test: ## everything that must hold before a change lands (under half an hour on two cores, less where little has changed)
	@scripts/test.sh

check-all: ## what measures, searches or attacks: docs, dependencies, counts, fuzzing, faults, hostile clients, API, packages, peers (MINUTES=90)
	@scripts/check-all.sh $(MINUTES)

lint: ## formatting, house style, clippy and the page's sources, with warnings denied
	@scripts/lint.sh

fmt: ## format all code
	@cargo fmt --all
	@cargo fmt --manifest-path fuzz/libfuzzer/Cargo.toml
	@scripts/web.sh packages
	@cd web && npm run --silent format

counts: ## instruction counts of the hot paths, under valgrind
	@scripts/counts.sh

fuzz-short: ## every fuzz target for five seconds
	@scripts/fuzz.sh 5

fuzz: ## every fuzz target for FUZZ_SECONDS (600)
	@scripts/fuzz.sh $(FUZZ_SECONDS)

bench-cluster: ## figures of servers that share a database, each beside its goal
	@bench/cluster.sh $(ARGS)

bench: ## games and decisions per second of each rule set, one thread
	@cargo run --release -q -p eights-cli -- bench $(ARGS)

bench-peers: ## side by side with OpenSpiel, then the server with boardgame.io and Colyseus
	@bench/run.sh bench-peers $(ARGS)

bench-page: ## speed of the page at four-fold throttling, frames in flight, thinking of bots, and Lighthouse's marks
	@scripts/bench-page.sh

test-peers: ## play thousands of games against OpenSpiel's rules and compare every option
	@bench/run.sh test-peers $(ARGS)

test-faults: ## kill the server again and again while people play, fill its disk, damage its file
	@scripts/faults.sh $(ARGS)

test-cluster: ## kill, pause and cut off servers that share a database while people play, and fail the database over
	@scripts/test-cluster.sh $(ARGS)

test-hostile: ## let strangers flood, spam and stall the server for 150 seconds while people play
	@scripts/hostile.sh $(ARGS)

test-api: ## schemathesis against the server's own OpenAPI document
	@scripts/schemathesis.sh $(ARGS)

schema: ## write the generated files again (schema/)
	@cargo xtask fresh --write

release: ## static program for this machine with the page in it, packed into target/packages (TARGET=…)
	@scripts/release.sh $(TARGET)

packages: release ## the same as a Debian package and a container image too
	@scripts/deb.sh $(TARGET)
	@scripts/container.sh $(TARGET)

test-packages: ## start, install and remove everything that `make packages` makes
	@scripts/test-packages.sh $(ARGS)

install-tools: ## bring what is missing: nextest, the wasm target, valgrind, gungraun-runner, Chromium, tmux, Python
	@scripts/install-tools.sh
