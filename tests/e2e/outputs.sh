#!/bin/sh
# outputs.sh PROGRAM: where the program writes. A file that the user names may be a link, a pipe, a device or -, and stays what it is; what a
# run writes into its folder goes through no link; and whatever could not be written is told, with exit code 4.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "FAILED: $*"
    echo "--- stdout"
    head -c 2000 stdout
    echo "--- stderr"
    cat stderr
    exit 1
}

# expect CODE ARGUMENT...: runs the program, which must end with CODE; its output is left in stdout and stderr.
expect() {
    wanted=$1
    shift
    code=0
    "$program" "$@" >stdout 2>stderr </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "abut $* ended with $code, not $wanted"
}
complains() { grep -q -- "$1" stderr || fail "stderr does not say '$1'"; }
begins() { [ "$(head -c "${#2}" "$1")" = "$2" ] || fail "$1 does not begin with '$2'"; }
png=$(printf '\211PNG')
is_png() { [ "$(head -c 4 "$1")" = "$png" ] || fail "$1 is no PNG"; }

expect 0 new first.yaml
expect 0 run first.yaml -o run -q --no-report --set 'time.end=20 ms' --set 'output.frames=5 ms'
cat >tetrahedron.obj <<'OBJ'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
OBJ

# ----------------------------------------------------------------------------------------------------- a link is followed
mkdir elsewhere
echo old >elsewhere/target.svg
ln -s elsewhere/target.svg link.svg
ln -s link.svg link_of_a_link.svg
ln -s elsewhere/made.png dangling.png
expect 0 plot run energy -o link_of_a_link.svg
for link in link_of_a_link.svg link.svg; do [ -h $link ] || fail 'a link was replaced'; done
begins elsewhere/target.svg '<svg'
expect 0 render run -o dangling.png --size 64x48
[ -h dangling.png ] || fail 'a link was replaced'
is_png elsewhere/made.png
ln -s loop_a loop_b
ln -s loop_b loop_a
expect 4 plot run energy -o loop_a
[ -h loop_a ] || fail 'a link was replaced'
expect 4 plot run energy -o elsewhere
complains folder

# ---------------------------------------------------------------------------------------------- a pipe or device is written to
# into_pipe ARGUMENT...: what the program writes into the pipe of that name is left in caught.
into_pipe() {
    cat pipe >caught &
    reader=$!
    expect 0 "$@"
    wait $reader
    [ -p pipe ] || fail "abut $* replaced a pipe"
}
mkfifo pipe
into_pipe plot run energy -o pipe
begins caught '<svg'
into_pipe render run --size 64x48 -o pipe
is_png caught
into_pipe render run --size 64x48 --movie --duration 0.2 -o pipe
is_png caught
into_pipe sdf tetrahedron.obj --cells 24 --slice pipe
is_png caught
into_pipe sdf tetrahedron.obj --cells 24 --vti pipe
begins caught '<?xml'
expect 2 new pipe
[ -p pipe ] || fail 'new replaced a pipe'

# Copies of the devices that take everything and nothing, where the system lets us make some.
if mknod null c 1 3 2>/dev/null && mknod full c 1 7 2>/dev/null && (: >null) 2>/dev/null; then
    for words in 'plot run energy -o' 'render run --size 64x48 -o' 'render run --size 64x48 --movie --duration 0.2 -o' \
        'sdf tetrahedron.obj --cells 24 --slice' 'sdf tetrahedron.obj --cells 24 --vti'; do
        # shellcheck disable=SC2086  # a list of words
        expect 0 $words null
        # shellcheck disable=SC2086
        expect 4 $words full
        complains full
        for device in null full; do [ -c $device ] || fail "abut $words replaced a device"; done
    done
else
    echo 'not tested: devices, for want of permission to make some'
fi

# --------------------------------------------------------------------------------------------------- - is the standard output
for words in 'plot run energy -o -' 'render run --size 64x48 -o -' 'render run --size 64x48 --movie --duration 0.2 -q -o -' \
    'sdf tetrahedron.obj --cells 24 --slice -' 'sdf tetrahedron.obj --cells 24 --vti -' 'new -'; do
    # shellcheck disable=SC2086
    expect 0 $words
    [ ! -e - ] || fail "abut $words made a file called -"
    case $words in
        plot*) begins stdout '<svg' ;;
        *--vti*) begins stdout '<?xml' ;;
        new*) cmp stdout first.yaml || fail 'new - is another scene' ;;
        *) is_png stdout ;;
    esac
    if grep -aq '^wrote' stdout; then fail "abut $words says what it wrote amid it"; fi
done
(
    echo first
    "$program" plot run energy -o /dev/stdout
) >both 2>stderr || fail 'plot -o /dev/stdout'
[ "$(head -n 1 both)" = first ] || fail '/dev/stdout was begun anew'
sed 1d both >rest
begins rest '<svg'
expect 2 run first.yaml -o -
complains 'folder'
expect 2 sdf tetrahedron.obj --slice - --json
complains 'only one'

# --------------------------------------------------------------------------------------------- what cannot be written is told
if [ -c /dev/full ]; then
    for words in version help list 'list shapes' 'list shapes --json' schema explain 'help scene' 'check first.yaml' 'check first.yaml --json' \
        'info run' 'info tetrahedron.obj --json' 'plot run' 'plot run energy -o -' 'new -' 'run --resume run' 'run --resume run --json'; do
        code=0
        # shellcheck disable=SC2086
        "$program" $words >/dev/full 2>stderr || code=$?
        [ $code -eq 4 ] || fail "abut $words >/dev/full ended with $code, not 4"
    done
fi
code=0
"$program" schema >&- 2>stderr || code=$?
[ $code -eq 4 ] || fail "abut schema >&- ended with $code, not 4"
code=0
"$program" run first.yaml -o closed --no-report --no-picture --set 'time.end=1 ms' >&- 2>stderr || code=$?
[ $code -eq 4 ] || fail "abut run >&- ended with $code, not 4"
[ ! -s closed/.lock ] || fail 'what a run says goes into a file when the standard output is closed'
code=0
(
    ulimit -f 40 # blocks of 512 or 1024 bytes
    exec "$program" run first.yaml -o limited -q --no-report --set 'output.history=10 us'
) >stdout 2>stderr || code=$?
[ $code -eq 4 ] || fail "beyond ulimit -f the run ended with $code, not 4"
complains 'ulimit -f'
expect 0 run --resume limited -q

# --------------------------------------------------------------------------------------------- links in the folder of results
echo precious >victim
for name in energy.csv bodies.csv journal.abut .lock checkpoint.abut.tmp scene.yaml.tmp results.vtkhdf.tmp run.json.tmp picture.png.tmp; do
    rm -rf trap
    mkdir trap
    ln -s ../victim "trap/$name"
    code=0
    "$program" run first.yaml -o trap -q --no-report --set 'time.end=1 ms' >stdout 2>stderr || code=$?
    [ "$(cat victim)" = precious ] || fail "a run writes through the link $name"
    [ $code -eq 0 ] || complains "$name"
done
cp -r run links
for name in plot.svg render.png movie.mp4 movie.png frames.csv; do ln -s ../victim "links/$name"; done
for words in 'plot links energy' 'render links --size 64x48' 'render links --size 64x48 --movie --duration 0.2' 'export links --format csv'; do
    # shellcheck disable=SC2086
    "$program" $words >stdout 2>stderr || complains 'link'
    [ "$(cat victim)" = precious ] || fail "abut $words writes through a link"
done

# ------------------------------------------------------------------------------------------- whoever runs has the folder alone
"$program" run first.yaml -o live -q --no-report --set 'time.end=100000 s' >stdout 2>stderr &
process=$!
until [ -s live/journal.abut ] && [ -s live/checkpoint.abut ]; do sleep 0.05; done
code=0
"$program" export live --format vtkhdf >stdout2 2>stderr2 || code=$?
kill -TERM $process
wait $process || fail 'the live run failed'
[ $code -eq 2 ] || fail "results.vtkhdf was written into a live run's folder (exit code $code)"
grep -q 'in use' stderr2 || fail "export says: $(cat stderr2)"
expect 0 export live --format vtkhdf

# ------------------------------------------------------------------------------------------------------------------ names
# refuses NAME: as that of a body, a material and a joint, in a YAML text within double quotes.
scene() {
    printf 'abut: 1\ntime: {end: 1 ms, dt: 1 ms}\nmaterials: {"%s": {}}\nbodies:\n  - {name: "%s", shape: {sphere: 1 cm}, material: "%s"}\n' \
        "$2" "$1" "$2"
    printf 'joints: [{name: "%s", kind: spherical, b: "%s"}]\n' "$3" "$1"
}
scene ball wood hinge >named.yaml
expect 0 check named.yaml
for name in '\x9b31m' '\u202Eevil' '\u2066' '\x7f' '\e[31m' '\u200f' '\u2028' '=1+1' '+1' '-1' '@SUM(A1)'; do
    for place in 1 2 3; do
        case $place in
            1) scene "$name" wood hinge ;;
            2) scene ball "$name" hinge ;;
            3) scene ball wood "$name" ;;
        esac >named.yaml
        expect 2 check named.yaml
        complains E022
        if LC_ALL=C grep -q "$(printf '\302\233\\|\342\200\256\\|\033')" stderr; then fail 'a message steers the terminal'; fi
        expect 2 check named.yaml --json
        if LC_ALL=C grep -q "$(printf '\302\233\\|\342\200\256\\|\033')" stdout; then fail 'JSON steers the terminal'; fi
    done
done
scene 'größe 日本 1=2' 'a-b' 'x+y' >named.yaml
expect 0 check named.yaml
code=0
"$program" run "$(printf 'no\302\233file\033[31m')" >stdout 2>stderr || code=$?
[ $code -eq 2 ] || fail 'a file that is not there'
if LC_ALL=C grep -q "$(printf '\302\233\\|\033')" stderr; then fail 'the name of a file steers the terminal'; fi
echo "every claim holds"
