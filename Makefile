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
	@build/abut render out/docking --time 2.5 --no-legend -o docs/pictures/docking.png

# One contact enforced in three ways: the stiffer the penalty, the nearer to the multiplier.
enforcement: build
	@for k in 1e4 1e5 1e6; do build/abut run scenes/enforcement.yaml --out out/penalty_$$k --overwrite -q --no-picture \
	    --set contact.enforcement=penalty --set contact.stiffness=$$k || exit; done
	@build/abut run scenes/enforcement.yaml --out out/multiplier --overwrite -q --no-picture
	@for p in 1 10; do build/abut run scenes/enforcement.yaml --out out/augmented_$$p --overwrite -q --no-picture \
	    --set contact.enforcement=augmented --set contact.penalty=$$p || exit; done
	@build/abut plot out/multiplier ball.z --with out/augmented_10 --with out/augmented_1 --with out/penalty_1e6 --with out/penalty_1e5 --with out/penalty_1e4 \
	    --title "A ball on a lever falls on a floor, enforced in three ways" --from 0.15 --to 0.6 --height 320 -o docs/pictures/enforcement.svg

gallery: build
	tools/gallery.sh build/abut out/gallery

# The movies of docs/pictures.md: the latch of the docking that snaps in, and the funnel of a small hopper; and the still of the marbles.
movies: build
	@test -f out/docking/run.json || build/abut run scenes/docking.yaml --out out/docking --overwrite
	@build/abut render out/docking --movie --look-at latch1 --zoom 2.6 --camera=60,25 --from 1.3 --to 2.9 --size 300x200 --fps 8 --duration 3 --no-legend \
	    -o docs/pictures/docking_movie.png
	@build/abut run scenes/hopper.yaml --out out/hopper --overwrite --set generators.rocks.count=2000 --set time.dt="150 us" \
	    --set generators.rocks.size="{lognormal: {median: 43 mm, deviation: 0.1}}"
	@build/abut render out/hopper --movie --glass hopper --camera=-60,18 --from 0.1 --to 1.8 --size 320x214 --fps 10 --duration 3.4 --no-legend \
	    -o docs/pictures/hopper_movie.png
	@build/abut run scenes/marbles.yaml --out out/marbles --overwrite
	@build/abut render out/marbles --time 0.4 --size 800x500 --no-legend -o docs/pictures/marbles.png

# The slice of docs/fields.md.
field: build
	@mkdir -p out
	@tools/trefoil.py >out/trefoil.obj
	@build/abut sdf out/trefoil.obj --slice docs/pictures/field.png

report: build
	@build/abut run scenes/docking.yaml --out out/docking --overwrite
	@tools/shot.sh out/docking/report.html docs/pictures/report.png 0.31
	@build/abut compare scenes/enforcement.yaml --vary contact.enforcement=penalty,multiplier,augmented --vary time.dt=1ms,0.1ms
	@node web/test/shot_compare.mjs out/enforcement_compare/compare.html docs/pictures/compare.png

fuzz:
	cmake --preset fuzz
	cmake --build build-fuzz
	tools/fuzz.sh $(SECONDS_EACH)

# What docs/reliability.md tells, at its full length: hours.
campaign:
	@nice tools/campaign.sh

soak: build
	tests/e2e/kill_resume.sh build/abut $(KILLS)
	build/tests/test_run_faults all
	cmake --preset fuzz
	cmake --build build-fuzz --target fuzz_http make_seeds
	build-fuzz/tests/fuzz/fuzz_http -runs=10000000 -len_control=0 -max_len=9000 -print_final_stats=1 build-fuzz/corpus/http
	build/tests/test_multibody_scenes all
	ABUT_SOAK=10 build/tests/test_impact_process
	cmake --preset asan
	cmake --build build-asan
	ctest --preset asan -L '^long$$'

install: build
	cmake --install build --prefix $(PREFIX)

format:
	tools/format.sh

.PHONY: build run check bench docking movies field report enforcement gallery fuzz campaign soak install format
