#!/bin/sh
# hardened.sh BUILD CONFIG: what readelf says of the program and the library, as built and as installed. Nothing is loaded from a folder that
# is written into them, least of all from the current one; addresses are random, tables of functions read-only from the start, the
# stack not executable and guarded; copies into arrays of known size are checked where the compiler optimises.
set -eu
build=$(cd "$1" && pwd)
config=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*"
    exit 1
}
export LC_ALL=C

check() {
    readelf -dW "$1" >"$work/dynamic"
    readelf -lW "$1" >"$work/segments"
    readelf -sW "$1" >"$work/symbols"
    if grep -E '\((RPATH|RUNPATH)\)' "$work/dynamic"; then fail "$1 has a path of its own for libraries"; fi
    grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$work/dynamic" || fail "$1 binds functions one by one, and their table stays writable"
    grep -q GNU_RELRO "$work/segments" || fail "$1 has no read-only relocations"
    grep GNU_STACK "$work/segments" | grep -q 'RW ' || fail "the stack of $1 is executable"
    grep -q __stack_chk_fail "$work/symbols" || fail "the stack of $1 is not guarded"
    case $config in
        Release | RelWithDebInfo | MinSizeRel) grep -q '__memcpy_chk\|__snprintf_chk\|__vsnprintf_chk' "$work/symbols" ||
            fail "copies in $1 are not checked" ;;
    esac
}

cmake --install "$build" --prefix "$work/installed" >"$work/log" || fail "$(cat "$work/log")"
library=$(dirname "$(find "$work/installed" -name libabut.so)")/libabut.so
for file in "$build/abut" "$build/libabut.so" "$work/installed/bin/abut" "$library"; do check "$file"; done
readelf -dW "$build/abut" | grep -q 'FLAGS_1.*PIE' || fail "the program has a fixed address"
readelf -hW "$build/abut" | grep -q 'Type:.*DYN' || fail "the program has a fixed address"

# Whether the whole program is marked as guarded depends on the C library's own objects; ours are.
if [ "$(uname -m)" = x86_64 ]; then
    object=$(find "$build/CMakeFiles/abut_engine.dir" -name 'step.c.o' | head -n 1)
    readelf -nW "$object" | grep -q 'IBT.*SHSTK' || fail "jumps and returns are not guarded in $object"
fi

# The danger itself: a library beside the scenes that one opens. Loaded, it would end the program with 42.
if command -v cc >/dev/null; then
    mkdir "$work/here"
    printf '#include <unistd.h>\n__attribute__((constructor)) static void take_over(void) { _exit(42); }\n' >"$work/evil.c"
    for name in $(readelf -dW "$build/abut" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        cc -shared -fPIC -Wl,-soname,"$name" -o "$work/here/$name" "$work/evil.c"
    done
    cd "$work/here"
    "$build/abut" version >"$work/log" 2>&1 || fail "abut loads libraries from the current folder: $(cat "$work/log")"
    cd /
fi
echo "every claim holds"
