#!/bin/sh
# Shared by ./run and ./check (sourced, not run): what Debian 12 must provide, and how a build folder comes to be.
# Nothing here touches apt or sudo while every package is installed.

build_packages="gcc libc6-dev cmake ninja-build pkgconf libyaml-dev libhdf5-dev zlib1g-dev libexpat1-dev libudunits2-dev libqhull-dev"
# libclang-rt-14-dev brings the sanitizers and libFuzzer for clang.
# shellcheck disable=SC2034  # read by ./check
check_packages="$build_packages clang clang-format clang-tidy libclang-rt-14-dev cppcheck shellcheck libcmocka-dev libsuitesparse-dev
    gcovr python3 python3-h5py python3-jsonschema python3-numpy python3-pip python3-pytest python3-setuptools python3-venv python3-wheel
    python3-yaml hdf5-tools util-linux chromium"

# What bundles the page of report.html; npm may also have come from elsewhere. Debian's npm is many small packages: 31 MB with nodejs.
page_packages() { command -v npm >/dev/null || echo nodejs npm; }

say() { printf '\n== %s\n' "$*"; }
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Names of those packages that are not installed.
missing_packages() {
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status} ' "$package" 2>/dev/null) || state=
        case " $state" in
            *" installed "*) ;;
            *) printf '%s ' "$package" ;;
        esac
    done
}

need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not Debian: assuming that these, or what they are called here, are installed: $*" >&2
        return
    fi
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then return; fi
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null; then
        as_root=sudo
    else
        die "these packages are missing and you are neither root nor have sudo. Ask an administrator to run:
    apt-get install --no-install-recommends $missing"
    fi
    say "installing from Debian: $missing"
    # shellcheck disable=SC2086  # as_root and missing are lists of words
    $as_root apt-get -q update || die "apt-get update failed; is the network reachable?"
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install \
        --no-install-recommends $missing || die "installing failed; see the lines above"
}

# configure PRESET FOLDER [OPTION...]: from nothing when the folder was made for a checkout at another place.
configure() {
    preset=$1
    folder=$2
    shift 2
    fresh=
    if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
        fresh=--fresh
    fi
    # shellcheck disable=SC2086  # no word when empty
    cmake $fresh --preset "$preset" "$@"
}
