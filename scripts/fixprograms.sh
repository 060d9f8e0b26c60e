#!/bin/bash
# usage: fixprograms.sh BEFORE AFTER COMMANDS [LOGS]    on a machine with nvcc, make and a GPU
# BEFORE and AFTER hold the same programs, a folder with a Makefile each, as they were and as `cudalint --fix --unsafe-fixes` left them. Each line of
# COMMANDS names a folder and, behind a tab, what to run in it. Builds every program twice by its Makefile (ARCH and CC can be set), runs it twice and says
# what became of it: built, how it ended, and how many lines of its output tell of a check that passed and of one that failed. The outputs stay in
# LOGS. Ends with 1 when a program no longer compiles, ends in another way, or passes fewer checks or fails more than before. A run longer than LIMIT
# seconds is cut off, and tells nothing.
set -u
before=$(cd "$1" && pwd)
after=$(cd "$2" && pwd)
commands=$(readlink -f "$3")
logs=${4:-$(mktemp -d)}
mkdir -p "$logs"
logs=$(cd "$logs" && pwd)
export before after commands logs
export ARCH=${ARCH:-sm_90} LIMIT=${LIMIT:-60} TOGETHER=${TOGETHER:-4} FLAGS=${FLAGS:-}

programs() { cut -f1 "$commands"; }
both() { for p in $(programs); do printf '%s before\n%s after\n' "$p" "$p"; done; }

build() {
    cd "${!2}/$1" || exit
    make -s -j2 ARCH="$ARCH" EXTRA_CFLAGS="$FLAGS" > "$logs/${1//\//.}.$2.build" 2>&1
    echo $? > "$logs/${1//\//.}.$2.built"
}

start() {
    [ "$(cat "$logs/${1//\//.}.$2.built")" = 0 ] || exit
    cd "${!2}/$1" || exit
    command=$(awk -F '\t' -v p="$1" '$1 == p { print $2 }' "$commands")
    timeout "$LIMIT" bash -c "$command" > "$logs/${1//\//.}.$2.out" 2>&1
    echo $? > "$logs/${1//\//.}.$2.ended"
}
export -f build start

both | xargs -P "$(nproc)" -L 1 bash -c 'build "$1" "$2"' _
echo "built after $SECONDS s"
both | xargs -P "$TOGETHER" -L 1 bash -c 'start "$1" "$2"' _
echo "run after $SECONDS s"

# what is told of a program: how the build ended, how the run ended, checks passed, checks failed
told() {
    name=$logs/${1//\//.}.$2
    [ "$(cat "$name.built")" = 0 ] || { echo "no - 0 0"; return; }
    passed=$(grep -ciE '\bpass(ed)?\b|success|\bcorrect\b' "$name.out")
    failed=$(grep -ciE '\bfail(ed|ure)?\b|mismatch|incorrect|\berrors?\b.*[1-9]' "$name.out")
    echo "yes $(cat "$name.ended") $passed $failed"
}

worse=0
printf '%-28s %-24s %-24s\n' program 'before: built end + -' 'after: built end + -'
for p in $(programs); do
    was=$(told "$p" before)
    is=$(told "$p" after)
    read -r built end pass fail <<< "$was"
    read -r built2 end2 pass2 fail2 <<< "$is"
    note=
    if [ "$built" = yes ] && [ "$end" = 124 ] && [ "$built2" = yes ]; then
        note='cut off before'
    elif [ "$built" = yes ] && { [ "$built2" = no ] || [ "$end" != "$end2" ] || [ "$pass2" -lt "$pass" ] || [ "$fail2" -gt "$fail" ]; }; then
        note=WORSE
        worse=1
    fi
    printf '%-28s %-24s %-24s %s\n' "$p" "$was" "$is" "$note"
done
exit $worse
