#!/bin/sh
# bare.sh FOLDER [COMMAND...]: runs ./check, or COMMAND, on a bare Debian 12: installs its minimal system into FOLDER, copies what git
# tracks to /abut there, and runs the command as root of that system. Finds packages that tools/setup.sh does not name. Needs root and
# debootstrap; FOLDER is used again if it exists.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
folder=$1
shift
[ $# -gt 0 ] || set -- ./check
if [ ! -x "$folder/usr/bin/apt-get" ]; then debootstrap --variant=minbase bookworm "$folder"; fi
cp /etc/resolv.conf "$folder/etc/resolv.conf"
mkdir -p "$folder/abut"
git ls-files -z | tar --null -T - -cf - | tar -C "$folder/abut" -xf -
mounted=
trap 'for place in $mounted; do umount "$folder/$place"; done' EXIT
for place in proc dev/shm; do
    mkdir -p "$folder/$place"
    mount --bind "/$place" "$folder/$place" && mounted="$mounted $place"
done
chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
    sh -c 'cd /abut && exec "$@"' sh "$@"
