#!/bin/sh
# package.sh [FOLDER]: builds the Debian packages libabut0, libabut-dev and abut in build/packages, and installs and uses them in a clean
# Debian 12 in FOLDER, which debootstrap makes if it does not exist (needs root and debootstrap): a scene is made, run and drawn, completion
# and man pages are in place, a C program is built with pkg-config, and after the packages are removed nothing of them is left.
# Without FOLDER only builds them and looks at what they hold.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh
[ -f build/build.ninja ] || configure release build -DABUT_TESTS=OFF
ninja -C build installable
rm -rf build/packages
(cd build && cpack -B packages >packages.log 2>&1) || die "$(cat build/packages.log)"
version=$(build/abut --version | sed 's/[^0-9.]//g')

# holds PACKAGE FILE...: what a package must have.
holds() {
    package=$(echo build/packages/"$1"_"$version"_*.deb)
    dpkg-deb -c "$package" >build/packages/list
    shift
    for file in "$@"; do
        grep -qE " \./usr/$file( -> .*)?\$" build/packages/list || die "$package lacks $file: $(cat build/packages/list)"
    done
}
holds libabut0 "lib/libabut.so.${version%%.*}" "lib/libabut.so.$version"
holds libabut-dev lib/libabut.so include/abut/abut.h lib/pkgconfig/abut.pc lib/cmake/abut/abut-config.cmake
holds abut bin/abut share/man/man1/abut.1 share/man/man1/abut-run.1 share/bash-completion/completions/abut \
    share/zsh/site-functions/_abut share/fish/vendor_completions.d/abut.fish share/abut/scene.schema.json
for package in build/packages/*.deb; do
    dpkg-deb -f "$package" Package Version Depends | tr '\n' ' '
    echo
done
dpkg-deb -f build/packages/abut_"$version"_*.deb Depends | grep -q libhdf5 || die "abut does not depend on what it is linked with"
[ $# -gt 0 ] || exit 0

folder=$1
if [ ! -x "$folder/usr/bin/apt-get" ]; then debootstrap --variant=minbase bookworm "$folder"; fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
rm -rf "$folder/packages"
mkdir "$folder/packages"
cp build/packages/*.deb tests/e2e/consumer/main.c "$folder/packages"
mount --bind /proc "$folder/proc"
trap 'umount "$folder/proc"' EXIT
chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb DEBIAN_FRONTEND=noninteractive sh -eu <<'USE'
cd /packages
apt-get -q update >apt.log
apt-get -q -y install --no-install-recommends ./*.deb gcc libc6-dev pkgconf >>apt.log 2>&1 || { cat apt.log; exit 1; }
cd "$(mktemp -d)"
abut new first.yaml
grep -q '^# yaml-language-server: $schema=/usr/share/abut/scene.schema.json$' first.yaml
abut check first.yaml >/dev/null
abut run first.yaml -o out --strict >log
test -s out/report.html -a -s out/picture.png
abut render out -o view.png --size 320x200
abut help --as bash | cmp - /usr/share/bash-completion/completions/abut
gcc -o consumer /packages/main.c $(pkg-config --cflags --libs abut)
./consumer
apt-get -q -y purge abut libabut0 libabut-dev >>/packages/apt.log 2>&1
test -z "$(find /usr -name '*abut*' -not -path '*/doc/*')"
echo "installed, used and removed in a clean system"
USE
