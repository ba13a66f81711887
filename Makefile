# Each target runs a script in Scripts/. The scripts can be run from any directory.

.PHONY: help run gallery lunch orders test test-thread soak faults lint format budget bench docs

help: ## print this list
	@echo "Targets:"
	@sed -nE 's/^([a-z-]+): ## (.*)/    make \1|\2/p' Makefile | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

run: ## run the Notes example; arguments: make run ARGS="--port 9000"
	@Scripts/run notes $(ARGS)

gallery: ## run the seven pages of the 7GUIs example; arguments: make gallery ARGS="9000"
	@Scripts/run gallery $(ARGS)

lunch: ## run the Lunch example, with accounts; ADMINS names the admins: ADMINS=ada make lunch
	@Scripts/run lunch

orders: ## run the Orders example, a shop that survives kill -9; variables: ADMINS=ada SHIP_AFTER=5 make orders; three nodes: make orders ARGS=--cluster
	@Scripts/run orders $(ARGS)

test: ## run every test
	@Scripts/test

test-thread: ## run the package's tests with the thread sanitizer
	@Scripts/test-thread

soak: ## run the long proofs: 300 kills of processes that store or record their turns, 100 of the shop, and 2,000 damaged files
	@Scripts/soak

faults: ## prove with twelve faults of the examples that the inspector leads to the cause; arguments: make faults ARGS="3 14"
	@Scripts/faults $(ARGS)

lint: ## check the format, the layers, the words and other rules
	@Scripts/lint

format: ## format the Swift sources in place
	@Scripts/format

budget: ## count the instructions and allocations of messages, and compare them with their limits
	@Scripts/budget $(ARGS)

bench: ## run the benchmarks; arguments: make bench ARGS=fairness
	@Scripts/bench $(ARGS)

docs: ## build the documentation as a site in .build/site, and check its links; arguments: make docs ARGS=--without-screenshots
	@Scripts/docs $(ARGS)
