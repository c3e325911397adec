# Forwards to the scripts and to CMake, for fingers that type make.
PREFIX ?= /usr/local
SECONDS_EACH ?= 600
KILLS ?= 5000

build:
	@test -f build/build.ninja || cmake --preset release
	@cmake --build build

run:
	@./run

check:
	@./check

bench: build
	@bench/run

fuzz:
	cmake --preset fuzz
	cmake --build build-fuzz
	tools/fuzz.sh $(SECONDS_EACH)

soak: build
	tests/e2e/kill_resume.sh build/abut $(KILLS)
	build/tests/test_run_faults all

install: build
	cmake --install build --prefix $(PREFIX)

format:
	git ls-files '*.c' '*.h' | xargs clang-format -i

.PHONY: build run check bench fuzz soak install format
