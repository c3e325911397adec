#!/bin/sh
# install.sh BUILD CC: installs the build, moves the installed tree, and builds and runs the consumer against it, once by
# pkg-config and once by find_package. Claims on the way: the library is versioned, exports abut_ names only and does
# not hand its own dependencies on to the consumer's link line; program and man page are in place.
set -eu
build=$1
compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*"
    exit 1
}

# After ./run, which builds no tests, it can be installed too.
grep -q 'ninja --quiet -C build installable' "$here/../../run" || fail "./run does not build what is installed"
for built in libabut.so abut; do
    ninja -C "$build" -t inputs installable | grep -q "$built" || fail "installable lacks $built"
done

cmake --install "$build" --prefix "$work/first" >"$work/install.log" || fail "$(cat "$work/install.log")"
mv "$work/first" "$work/moved"
prefix=$work/moved
lib=$(dirname "$(find "$prefix" -name libabut.so)")

version=$("$prefix/bin/abut" --version | sed 's/[^0-9.]//g')
[ -f "$lib/libabut.so.$version" ] || fail "no libabut.so.$version in $(ls "$lib")"
readelf -d "$lib/libabut.so" | grep -q "SONAME.*\[libabut.so.${version%%.*}\]" || fail "the SONAME is not libabut.so.${version%%.*}"
[ -s "$prefix/include/abut/abut.h" ] || fail "no header"
for header in "$prefix"/include/abut/*.h; do # each stands alone
    echo "#include <abut/$(basename "$header")>" >"$work/alone.c"
    "$compiler" -std=c11 -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only "$work/alone.c" || fail "$header does not stand alone"
done
for file in man/man1/abut.1 man/man1/abut-run.1 bash-completion/completions/abut zsh/site-functions/_abut \
    fish/vendor_completions.d/abut.fish abut/scene.schema.json; do
    [ -s "$prefix/share/$file" ] || fail "no share/$file"
done
"$prefix/bin/abut" new "$work/first.yaml" >/dev/null
[ "$(head -n 1 "$work/first.yaml")" = "# yaml-language-server: \$schema=$prefix/share/abut/scene.schema.json" ] ||
    fail "the scene does not name its schema: $(head -n 1 "$work/first.yaml")"
"$prefix/bin/abut" check "$work/first.yaml" >/dev/null || fail "the scene with its schema is refused"
if grep -rqF "$work/first" "$prefix/lib" --include='*.pc' --include='*.cmake'; then fail "the package remembers its first place"; fi

foreign=$(nm -D --defined-only "$lib/libabut.so" | awk '{print $3}' | grep -v '^abut_' || true)
[ -z "$foreign" ] || fail "exported without the prefix abut_: $foreign"
nm -D --defined-only "$lib/libabut.so" | grep -q ' abut_version$' || fail "abut_version is not exported"

export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"
flags=$(pkg-config --cflags --libs abut)
case "$flags" in
    *hdf5* | *yaml* | *qhull* | *udunits* | *gomp*) fail "private dependencies leak: $flags" ;;
esac
# shellcheck disable=SC2086  # a list of flags
"$compiler" -Wall -Wextra -Werror -o "$work/by_pkgconfig" "$here/consumer/main.c" $flags
"$work/by_pkgconfig" || fail "the consumer built by pkg-config"
unset LD_LIBRARY_PATH PKG_CONFIG_PATH

cmake -G Ninja -S "$here/consumer" -B "$work/by_cmake" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" \
    -DABUT_WANTED="$version" >"$work/cmake.log" 2>&1 || fail "$(cat "$work/cmake.log")"
cmake --build "$work/by_cmake" >"$work/cmake.log" 2>&1 || fail "$(cat "$work/cmake.log")"
if grep -rqE 'hdf5|qhull|udunits' "$work/by_cmake/build.ninja"; then fail "private dependencies leak through find_package"; fi
"$work/by_cmake/consumer" || fail "the consumer built by find_package"

# An incompatible version must be refused.
if cmake -G Ninja -S "$here/consumer" -B "$work/other" -DCMAKE_PREFIX_PATH="$prefix" -DABUT_WANTED=99.0 >/dev/null 2>&1; then
    fail "find_package(abut 99.0) was satisfied by $version"
fi
