#!/bin/sh
# completion.sh PROGRAM: what bash, zsh and fish complete is what the verbs' help lists, and man pages are whole.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin
ln -s "$program" bin/abut
PATH=$folder/bin:$PATH
export PATH
fail() {
    echo "FAILED: $*"
    exit 1
}
refuse() {
    code=0
    abut "$@" >/dev/null 2>&1 || code=$?
    [ $code -eq 2 ] || fail "abut $* ended with $code"
}

verbs=$(abut help | sed -n 's/^    \([a-z]*\)  .*/\1/p')
options_of() { abut help "$1" | sed -n '/^Options:/,/^Example:/s/^ .*\(--[a-z-]*\).*/\1/p'; }
for shell in bash zsh fish; do abut help --as $shell >completion.$shell; done
refuse help run --as bash
refuse help --as man
refuse help rnu --as man
refuse help --as latex

# Every option of every verb, in each of the three.
for verb in $verbs; do
    for option in $(options_of "$verb"); do
        grep -qE "^ *$verb\) options='.*$option( |')" completion.bash || fail "bash: abut $verb $option"
        sed -n "/^                $verb)/,/;;/p" completion.zsh | grep -qF -e "$option" || fail "zsh: abut $verb $option"
        [ "$option" = --help ] || grep -q "from $verb' -l ${option#--}\( \|\$\)" completion.fish || fail "fish: abut $verb $option"
    done
    abut help "$verb" --as man >page.1
    [ "$(grep -c '^\.SH' page.1)" -ge 5 ] || fail "the man page of $verb lacks a section"
    for option in $(options_of "$verb"); do
        sed 's/\\-/-/g' page.1 | grep -qE -- "$option( |\$)" || fail "the man page of $verb lacks $option"
    done
    if command -v man >/dev/null; then
        warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l page.1 2>&1 >/dev/null)
        [ -z "$warnings" ] || fail "the man page of $verb: $warnings"
    fi
done

# What bash offers at the end of a line: the last word is being typed.
if command -v bash >/dev/null; then
    cat >offers.bash <<'BASH'
. ./completion.bash
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_abut
echo "${COMPREPLY[*]}"
BASH
    offers() {
        wanted=$1
        shift
        offered=$(bash offers.bash "$@")
        [ "$offered" = "$wanted" ] || fail "bash offers '$offered', not '$wanted', for: $*"
    }
    offers 'sweep sdf solve schema' abut s
    offers --threads abut run --thr
    offers 'clip dual' abut overlap a.stl b.stl --method ''
    offers 'heap hertz' abut new x.yaml --from he
    offers 'man bash zsh fish' abut help --as ''
    offers materials abut list mat
    offers render abut help rend
    offers '' abut run '' # files, by the shell
fi
if command -v zsh >/dev/null; then zsh -n completion.zsh || fail "zsh cannot read its completion"; fi
if command -v fish >/dev/null; then
    offered=$(HOME=$folder fish -c 'source completion.fish; complete -C "abut run --thr"' | cut -f1)
    [ "$offered" = --threads ] || fail "fish offers '$offered' for abut run --thr"
    offered=$(HOME=$folder fish -c 'source completion.fish; complete -C "abut new x.yaml --from hertz"' | cut -f1)
    [ "$offered" = hertz ] || fail "fish offers '$offered' for abut new --from hertz"
fi
echo "completion and man pages of $(echo "$verbs" | wc -w) verbs"
