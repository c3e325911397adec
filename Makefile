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

docking: build
	@bench/run docking
	@build/abut run scenes/docking.yaml --out out/docking --overwrite
	@build/abut plot out/docking gap stroke1 active.rate passive.rate latching.normal_force rings.normal_force strut1.force \
	    --title "Docking, variant A1" -o docs/pictures/docking.svg
	@build/abut plot out/docking gap active.rate passive.rate latching.normal_force rings.normal_force strut1.force latching.points rings.points \
	    --title "Docking, variant A1: after the lock" --from 2.45 --to 3.45 -o docs/pictures/docking_lock.svg
	@cp out/docking/picture.png docs/pictures/docking.png

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

.PHONY: build run check bench docking fuzz soak install format
