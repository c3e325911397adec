#!/bin/sh
# gallery.sh PROGRAM FOLDER: runs every scene of scenes/ into FOLDER (those that are there already are kept), draws a picture of each into
# docs/pictures/gallery/ and writes docs/gallery.md. A run that takes longer than GALLERY_SECONDS (300) is stopped, and drawn as far as it came.
set -eu
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
        billiards) echo "--time 0.35" ;;
        bouncing_ball) echo "--time 0.3" ;;
        cube_drop) echo "--time 0.25" ;;
        drum) echo "--glass drum --camera -75,15" ;;
        hopper) echo "--time 0.5 --camera 30,10" ;;
        oedometer | vibrated_bed) echo "--glass cup" ;;
        docking) echo "--time 2.5" ;;
        knot_on_box) echo "--time 0.3" ;;
        marbles) echo "--time 0.4 --size 320x200" ;;
        newtons_cradle) echo "--camera -70,14" ;;
        pendulum) echo "--time 0.6" ;;
        peg_in_hole) echo "--glass plate" ;;
        tumbling_box) echo "--time 0.35" ;;
        two_solids) echo "--time 0.1" ;;
    esac
}

# The comment that a scene begins with, up to what is to be typed.
words() {
    sed -n '/^#/!q; /^#  /q; /^# \(Try\|Compare\|A small one\|This is variant\|Its reactions\)/q; s/^# *//p' "$1" | sed '$ s/:$/./'
}

title() { sed -n "s/^title: *//p" "$1"; }

{
    echo "# Gallery"
    echo
    echo "Every scene of scenes/, drawn by \`abut render\`. \`make gallery\` makes this page (tools/gallery.sh: long runs are stopped and drawn as far as they came);"
    echo "\`abut new NAME.yaml --from SCENE\` copies a scene to start from. How pictures are made: [pictures](pictures.md)."
} >"$page"
for scene in scenes/*.yaml; do
    name=$(basename "$scene" .yaml)
    if [ ! -f "$folder/$name/run.json" ]; then
        echo "running $name"
        timeout -s INT "${GALLERY_SECONDS:-300}" "$program" run "$scene" -o "$folder/$name" -q --overwrite --no-picture --no-report || true
    fi
    # shellcheck disable=SC2046  # options are words
    drawn=$("$program" render "$folder/$name" --size 400x250 --no-legend -q -o "$pictures/$name.png" $(moment "$name"))
    {
        echo
        echo "## $(title "$scene")"
        echo
        echo "![$(title "$scene")](pictures/gallery/$name.png)"
        echo
        words "$scene"
        echo
        echo "\`abut run scenes/$name.yaml\`, at ${drawn##* at }."
    } >>"$page"
done
