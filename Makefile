# Each target is a script of the same name in Scripts/, which can be run alone and from any directory.

.PHONY: help run test test-thread lint format budget bench docs

help: ## print this
	@echo "Targets:"
	@sed -nE 's/^([a-z-]+): ## (.*)/    make \1|\2/p' Makefile | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

run: ## run the Notes example; arguments: make run ARGS="--port 9000"
	@Scripts/run $(ARGS)

test: ## run every test
	@Scripts/test

test-thread: ## run the kernel's, Combine's, the journal's, the test store's and the web host's tests under the thread sanitizer
	@Scripts/test-thread

lint: ## check the format and the rules that a line can break
	@Scripts/lint

format: ## format the Swift sources in place
	@Scripts/format

budget: ## count the instructions and allocations of messages, and compare them with their limits
	@Scripts/budget $(ARGS)

bench: ## run the benchmarks
	@Scripts/bench $(ARGS)

docs: ## build the documentation, and check its links
	@Scripts/docs
