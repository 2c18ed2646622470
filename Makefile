# The thin front door: everything a user or developer types.
BUILD := build
JOBS  := $(shell nproc 2>/dev/null || echo 2)

.PHONY: all deps demo cmdstan wheel test test-slow bench paper paper-full paper-peers clang sanitize sanitize-threads ci-full fuzz format check-format tidy clean

all: deps $(BUILD)/CMakeCache.txt  ## build the library and build/autumn
	cmake --build $(BUILD) -j $(JOBS) --target autumn autumn_cli

deps:  ## as root, install what is missing; otherwise say what is, and how to install it
	@tools/install-deps

$(BUILD)/CMakeCache.txt: | deps
	cmake --preset release -B $(BUILD)

demo: deps $(BUILD)/CMakeCache.txt  ## eight schools, from nothing to a summary
	cmake --build $(BUILD) -j $(JOBS) --target autumn_cli
	$(BUILD)/autumn sample examples/eight_schools.stan --data examples/eight_schools.json --seed 1 --refresh 1000

cmdstan: deps $(BUILD)/CMakeCache.txt  ## build/cmdstan, a directory that cmdstanpy, cmdstanr and brms take for CmdStan
	cmake --build $(BUILD) -j $(JOBS) --target autumn_cli
	$(BUILD)/autumn cmdstan $(BUILD)/cmdstan

wheel: all  ## build/wheels/*.whl, the Python package for this machine's Python
	python/make-wheel $(BUILD)

test: deps $(BUILD)/CMakeCache.txt  ## every test but the slow ones
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) -j $(JOBS) -LE slow --output-on-failure --progress

test-slow: deps $(BUILD)/CMakeCache.txt  ## the longer statistical checks
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) -j $(JOBS) -L slow --output-on-failure --progress

clang: deps  ## the quick tests with the other compiler
	@tools/install-deps clang-19
	cmake --preset clang
	cmake --build build-clang -j $(JOBS)
	ctest --test-dir build-clang -j $(JOBS) -LE "slow|release" --output-on-failure --progress

sanitize: deps  ## the tests under the address and undefined-behaviour sanitizers, with every file compiled alone
	cmake --preset sanitize
	cmake --build build-sanitize -j $(JOBS)
	ctest --test-dir build-sanitize -j $(JOBS) -LE "slow|release" --output-on-failure --progress

sanitize-threads: deps  ## the tests under the thread sanitizer
	@tools/install-deps clang-19 libclang-rt-19-dev
	cmake --preset sanitize-threads
	cmake --build build-sanitize-threads -j $(JOBS)
	ctest --test-dir build-sanitize-threads -j $(JOBS) -LE "slow|release" --output-on-failure --progress

ci-full: check-format test clang sanitize  ## formatting, and the quick tests with both compilers and under the sanitizers; takes long

bench: deps $(BUILD)/CMakeCache.txt  ## the table of speed beside its limits, and the vector kernels
	cmake --build $(BUILD) -j $(JOBS) --target table_bench kernels_bench autumn_cli
	$(BUILD)/bench/table_bench $(BUILD)/autumn
	$(BUILD)/bench/kernels_bench --benchmark_counters_tabular=true

# What cannot be installed is left out of the tables, with a note.
paper: all  ## the paper's experiments beside Stan, and mixed models beside lme4; writes docs/paper.md, docs/mixed.md
	-@tools/install-deps r-cran-lme4
	bench/paper/run.py $(BUILD)/autumn --work $(BUILD)/paper
	bench/mixed/run.py $(BUILD)/autumn

paper-peers: all  ## the same with NumPyro, PyMC and JAGS too, from PyPI and Debian; takes longer
	-@tools/install-deps r-cran-lme4 jags
	bench/paper/run.py $(BUILD)/autumn --work $(BUILD)/paper --peers all
	bench/mixed/run.py $(BUILD)/autumn

paper-full: all  ## all of it with as many draws and seeds as the paper; takes long
	-@tools/install-deps r-cran-lme4 jags
	bench/paper/run.py $(BUILD)/autumn --work $(BUILD)/paper --full --peers all
	bench/mixed/run.py $(BUILD)/autumn

fuzz: deps  ## the front end, files of draws and of data, initial values and command lines, an hour each, under the sanitizers
	@tools/install-deps clang-19 libclang-rt-19-dev
	tools/fuzz 3600 stan
	tools/fuzz 3600 draws
	tools/fuzz 3600 data
	tools/fuzz 3600 init
	tools/fuzz 3600 words

format:  ## format all sources
	@tools/install-deps clang-format-19
	git ls-files '*.h' '*.hpp' '*.cpp' | xargs clang-format-19 -i

check-format:  ## whether all sources are formatted
	@tools/install-deps clang-format-19
	git ls-files '*.h' '*.hpp' '*.cpp' | xargs clang-format-19 --dry-run --Werror

tidy: $(BUILD)/CMakeCache.txt  ## clang-tidy on the sources of the library
	git ls-files 'src/*.cpp' | xargs -P $(JOBS) -n 4 clang-tidy-19 -p $(BUILD) --quiet

clean:
	rm -rf $(BUILD) build-debug build-clang build-sanitize build-sanitize-threads
