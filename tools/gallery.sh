#!/bin/sh
# gallery.sh PROGRAM FOLDER: runs every scene of scenes/ into FOLDER (those that are there already are kept), draws a picture of each into
# docs/pictures/gallery/ and writes docs/gallery.md. A run that takes longer than GALLERY_SECONDS (600) is stopped, and drawn as far as it came.
# gallery.sh --check: says which scenes have no picture or no paragraph there; exit code 1 if there are such.
set -eu
if [ "$1" = --check ]; then
    cd "$(dirname "$0")/.."
    missing=
    for scene in scenes/*.yaml; do
        name=$(basename "$scene" .yaml)
        [ -f "docs/pictures/gallery/$name.png" ] && grep -q "(pictures/gallery/$name.png)" docs/gallery.md &&
            grep -q "^\`abut \(run\|press\) scenes/$name.yaml" docs/gallery.md || missing="$missing $name"
    done
    for picture in docs/pictures/gallery/*.png; do
        name=$(basename "$picture" .png)
        [ -f "scenes/$name.yaml" ] || missing="$missing $picture"
    done
    [ -z "$missing" ] || echo "the gallery is not that of scenes/, make it again with \`make gallery\`:$missing" >&2
    [ -z "$missing" ]
    exit
fi
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
pictures=docs/pictures/gallery
page=docs/gallery.md
mkdir -p "$pictures"

# The moment that shows what a scene is about, where that is not its end.
moment() {
    case $1 in
        arch) echo "--camera=-80,8" ;;
        billiards | rigid_break) echo "--time 0.35" ;;
        bouncing_ball) echo "--time 0.3" ;;
        bouncing_dumbbell) echo "--time 0.45" ;;
        card_house) echo "--camera=-75,8" ;;
        cube_drop) echo "--time 0.25" ;;
        drum) echo "--glass drum --camera -75,15" ;;
        hopper) echo "--glass hopper --time 0.4 --camera=-60,18" ;;
        oedometer | vibrated_bed) echo "--glass cup" ;;
        docking | rigid_docking) echo "--time 2.5" ;;
        gripper) echo "--camera=-60,15" ;;
        incline) echo "--time 1.5" ;;
        inverted_pendulum) echo "--time 0.6 --camera=-75,12" ;;
        knot_on_box | rigid_knot) echo "--time 0.3" ;;
        marbles) echo "--time 0.4 --size 320x200" ;;
        mug) echo "--glass mug" ;;
        newtons_cradle) echo "--camera -70,14" ;;
        newtons_cradle_impacts) echo "--time 0.75 --camera -70,14" ;;
        painleve_rod) echo "--time 0.1" ;;
        pendulum) echo "--time 0.6" ;;
        peg_in_hole) echo "--glass plate" ;;
        rocking_block) echo "--time 0.7 --camera=-75,10" ;;
        rolling_disc) echo "--camera=60,35" ;;
        silo) echo "--time 0.57 --camera=-70,8" ;;
        sliding_cube) echo "--time 0.6" ;;
        slider_collision) echo "--camera=-60,20" ;;
        tumbling_box) echo "--time 0.35" ;;
        two_solids) echo "--time 0.1" ;;
    esac
}

# What makes a long run short enough, a line for each value.
smaller() {
    case $1 in
        rough) printf '%s\n' 'press.load={pressure: [100 MPa, 500 MPa]}' ;;
        hopper) printf '%s\n' 'generators.rocks.count=2000' 'time.dt=150 us' 'generators.rocks.size={lognormal: {median: 43 mm, deviation: 0.1}}' ;;
    esac
}

# What shows a contact of elastic bodies best.
press_picture() {
    case $1 in
        wavy) echo profile.png ;;
        *) echo pressure.png ;;
    esac
}

# The comment that a scene begins with, up to what is to be typed.
words() {
    sed -n '/^#/!q; /^#  /q; /^# \(Try\|Compare\|A small one\|A tenth\|This is variant\|Its reactions\)/q; s/^# *//p' "$1" |
        awk '{ text = text (NR > 1 ? "\n" : "") $0 } END { if (!match(text, /\.$/)) sub(/\.[^.]*$/, ".", text); print text }'
}

title() { sed -n "s/^title: *//p" "$1"; }

{
    echo "# Gallery"
    echo
    echo "Every scene of scenes/, drawn by \`abut render\`, with the command that made it. \`make gallery\` makes this page (tools/gallery.sh: runs of more than ten minutes are stopped and drawn as far as they came);"
    echo "\`abut new NAME.yaml --from SCENE\` copies a scene to start from. How pictures are made: [pictures](pictures.md)."
} >"$page"
for scene in scenes/*.yaml; do
    name=$(basename "$scene" .yaml)
    set --
    verb=run
    ! grep -q '^press:' "$scene" || verb=press
    command="abut $verb $scene"
    while IFS= read -r value; do
        [ -n "$value" ] || continue
        set -- "$@" --set "$value"
        command="$command --set '$value'"
    done <<values
$(smaller "$name")
values
    if [ ! -f "$folder/$name/run.json" ]; then
        echo "running $name"
        if [ $verb = press ]; then
            "$program" press "$scene" -o "$folder/$name" -q --overwrite --no-report "$@"
        else
            timeout -s INT "${GALLERY_SECONDS:-600}" "$program" run "$scene" -o "$folder/$name" -q --overwrite --no-picture --no-report "$@" || true
        fi
    fi
    if [ $verb = press ]; then
        picture=$(press_picture "$name")
        cp "$folder/$name/$picture" "$pictures/$name.png"
        drawn="with the picture $picture"
    else
        # shellcheck disable=SC2046  # options are words
        drawn=$("$program" render "$folder/$name" --size 400x250 --no-legend -q -o "$pictures/$name.png" $(moment "$name"))
        drawn="at ${drawn##* at }"
    fi
    {
        echo
        echo "## $(title "$scene")"
        echo
        echo "![$(title "$scene")](pictures/gallery/$name.png)"
        echo
        words "$scene"
        echo
        echo "\`$command\`, $drawn."
    } >>"$page"
done
