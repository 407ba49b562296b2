#!/usr/bin/env bash
# Mutation test of the rules of games: each wrong rule of tests/data/GAME_mutants.tsv must make a test of that game fail.
#
# The workspace, including uncommitted changes, is copied. In the copy each mutant is put in, compiled, tested, and
# taken out again. The list names the tests in its line `# tests:`, programs and (with `::`) modules of them; they
# compare the rules with the naive game and with published facts. It is an error if the copy without mutants fails, if
# a mutant's text is not found exactly once, if a mutant does not compile or its tests do not end, and if all tests
# pass in spite of it.
#
# The tests are built by a separate package with only the rules and the naive games, so solvers and the application need
# not be compiled. Where the list has a line `# package:`, they are that package's own, and `lib` is its unit tests; so
# tests/data/sums_mutants.tsv has mistakes in what is no game, the check of sums.
#
# usage: tests/mutants.sh [GAME [WORD]]     the mutants of a list (default: othello, which .ci/run judges)
#        tests/mutants.sh --all [WORD]      those of every list
# With a WORD, only the mutants whose file or description contains it.
# CERTAMEN_MUTANTS_DIR: the directory of the copies and their builds (default: target/mutants of the workspace)
# CERTAMEN_MUTANTS_LANES: the number of mutants that are judged at the same time, each in its own copy (default: 2)
set -euo pipefail

readonly LIMIT=300 # seconds for the tests of one mutant; a wrong rule may make a game endless
readonly LANES=${CERTAMEN_MUTANTS_LANES:-2}

workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly workspace
readonly kept=${CERTAMEN_MUTANTS_DIR:-$workspace/target/mutants}
readonly lists=$workspace/tests/data
export CARGO_TERM_COLOR=never RUST_BACKTRACE=0
# A mutant changes one function, so incremental builds are fast; this overrides the caller's setting.
export CARGO_INCREMENTAL=1

# The copy, the log and the build directory of one lane.
enter_lane() {
    copy=$kept/workspace-$1 log=$kept/log-$1
    export CARGO_TARGET_DIR=$kept/target-$1
}

fail() {
    printf 'mutants: %s\n' "$*" >&2
    exit 1
}

# The games that have a list, the default first.
games() {
    local list
    echo othello
    for list in "$lists"/*_mutants.tsv; do
        basename "$list" _mutants.tsv
    done | grep --invert-match --line-regexp othello
}

# The last build is newer than the copied files: without new dates, cargo would take it for up to date.
copy_workspace() {
    rm -rf "$copy"
    mkdir -p "$copy"
    git -C "$workspace" ls-files -z --cached --others --exclude-standard |
        while IFS= read -r -d '' file; do
            if [[ -f $workspace/$file ]]; then printf '%s\0' "$file"; fi
        done |
        tar --create --directory "$workspace" --null --files-from - |
        tar --extract --touch --directory "$copy"
    local package=$copy/target/mutants
    mkdir -p "$package/src"
    touch "$package/src/lib.rs"
    ln -s ../../tests "$package/tests"
    cp "$copy/Cargo.lock" "$package"
    cat >"$package/Cargo.toml" <<END
[package]
name = "mutants"
edition = "2024"
[dependencies]
encodings = { path = "../../encodings", package = "certamen-encodings" }
verify = { path = "../../verify", package = "certamen-verify" }
[profile.dev]
opt-level = 1
debug = false
[workspace]
END
}

# The package whose tests judge the mutants of a game; nothing if it is the separate one.
package_of() { sed -n 's/^# package: //p' "$lists/$1_mutants.tsv"; }

# The arguments of cargo for the tests of a game, one word on each line.
tests_of() {
    local names name package
    names=$(sed -n 's/^# tests: //p' "$lists/$1_mutants.tsv")
    [[ -n $names ]] || fail "$1_mutants.tsv has no line that begins with: # tests:"
    package=$(package_of "$1")
    if [[ -n $package ]]; then printf '%s\n' --locked --package "$package"; fi
    for name in $names; do
        case $name in
            lib) echo --lib ;;
            *::*) ;;
            *) printf '%s\n' --test "$name" ;;
        esac
    done
}

# The modules to which they are limited, one on each line; nothing if all tests are run.
modules_of() { sed -n 's/^# tests: //p' "$lists/$1_mutants.tsv" | tr ' ' '\n' | grep '::' || true; }

# Leaves the modules of other games out of the test programs of this copy, so that less is compiled for each mutant.
keep_modules() {
    local game=$1 program main kept_modules
    kept_modules=$(modules_of "$game" | sed 's/::.*//' | sort -u | paste -sd '|')
    [[ -n $kept_modules ]] || return 0
    for program in $(sed -n 's/^# tests: //p' "$lists/${game}_mutants.tsv"); do
        main=tests/$program/main.rs
        [[ $program == *::* || ! -f $workspace/$main ]] && continue
        sed -E "/^mod ($kept_modules);/!{/^mod [a-z_]+;/d}" "$workspace/$main" >"$copy/$main"
    done
}

compile() { (cd "$copy/$place" && cargo test --quiet --no-run "${tests[@]}") &>"$log"; }

# The modules are run one after the other, in the order of the list: a wrong rule may make the games of a later one endless.
run_tests() {
    local module
    for module in "${modules[@]:-}"; do
        (cd "$copy/$place" && timeout "$LIMIT" cargo test --quiet "${tests[@]}" -- ${module:+"$module"}) &>"$log" || return
    done
}

# The number of occurrences of $2 in $1.
occurrences() {
    local without=${1//"$2"/}
    echo $(((${#1} - ${#without}) / ${#2}))
}

# A test that failed, as the harness lists it below `failures:`; a comparison with the naive game, if there is one.
failed_test() {
    local failed
    failed=$(sed -n 's/^    \([a-z][a-z0-9_:]*\)$/\1/p' "$log" | sort -u)
    grep --max-count 1 alike <<<"$failed" || head -n 1 <<<"$failed"
}

# Puts mutant $1 into the copy of this lane, and writes the verdict.
judge() {
    local number=$1 file=$2 text=$3 replacement=$4 breaks=$5
    local began=$SECONDS original found mutant verdict status=0
    # The dot keeps the newlines at the end.
    original=$(cat "$copy/$file" && printf .)
    found=$(occurrences "$original" "$text")
    mutant=${original/"$text"/"$replacement"}
    if [[ $found -ne 1 ]]; then
        verdict="FAULT: the text is found $found times, not once"
    else
        printf %s "${mutant%.}" >"$copy/$file"
        if ! compile; then
            verdict="FAULT: does not compile"
            grep --max-count 3 '^error' "$log" >&2 || true
        else
            run_tests || status=$?
            if [[ $status -eq 0 ]]; then
                verdict="SURVIVES"
            elif [[ $status -eq 124 ]]; then
                verdict="FAULT: does not end within $LIMIT s"
            elif grep --quiet '^test result: FAILED' "$log"; then
                verdict="caught by $(failed_test)"
            else
                verdict="FAULT: ends with status $status, but no test fails"
            fi
        fi
        printf %s "${original%.}" >"$copy/$file"
    fi
    printf '%2d  %3d s  %-34s  %-58s  %s\n' "$number" $((SECONDS - began)) "$file" "$breaks" "$verdict"
}

# Judges the mutants of a game that fall to lane $1, for a word $3.
judge_lane() {
    local lane=$1 game=$2 word=$3 number=0 file text replacement breaks rest
    while IFS=$'\t' read -r -u 8 file text replacement breaks rest; do
        if [[ -z $file || $file == '#'* ]]; then continue; fi
        number=$((number + 1))
        [[ -n $breaks && -z $rest ]] || fail "$game: mutant $number has not four fields"
        [[ -f $copy/$file ]] || fail "$game: mutant $number: there is no file $file"
        if [[ $((number % LANES)) -ne $lane || "$file $breaks" != *"$word"* ]]; then continue; fi
        judge "$number" "$file" "$text" "$replacement" "$breaks"
    done 8<"$lists/${game}_mutants.tsv"
}

# Copies the workspace for every lane. The other lanes reuse what lane 0 compiles for the first game.
copy_lanes() {
    local lane compiled
    for ((lane = 1; lane < LANES; lane++)); do
        (
            compiled=$CARGO_TARGET_DIR
            enter_lane "$lane"
            copy_workspace
            rm -rf "$CARGO_TARGET_DIR"
            cp --archive "$compiled" "$CARGO_TARGET_DIR"
        )
    done
}

# Judges the mutants of a game, for a word $2; the verdicts are in files of the lanes.
judge_game() {
    local game=$1 word=$2 lane lanes=() begun=$SECONDS place=target/mutants
    local -a tests modules
    if [[ -n $(package_of "$game") ]]; then place=.; fi
    mapfile -t tests < <(tests_of "$game")
    mapfile -t modules < <(modules_of "$game")
    [[ ${#tests[@]} -gt 0 ]] || exit 1
    keep_modules "$game"
    compile || { cat "$log" >&2; fail "$game: the workspace does not compile"; }
    run_tests || { cat "$log" >&2; fail "$game: the tests fail without any mutant"; }
    printf '\n%s: without mutants the tests pass (%d s)\n\n' "$game" $((SECONDS - begun))
    if [[ -z ${copied-} ]]; then copy_lanes; fi
    copied=1
    for ((lane = 0; lane < LANES; lane++)); do
        (
            enter_lane "$lane"
            keep_modules "$game"
            judge_lane "$lane" "$game" "$word"
        ) 9>&- | tee "$kept/verdicts-$game-$lane" &
        lanes+=($!)
    done
    for lane in "${lanes[@]}"; do wait "$lane" || fail "a lane of mutants ended early"; done
}

case ${1-othello} in
    --all) mapfile -t chosen < <(games) ;;
    -*) fail "unknown option $1: tests/mutants.sh [GAME|--all [WORD]]" ;;
    *)
        chosen=("${1-othello}")
        [[ -f $lists/${chosen[0]}_mutants.tsv ]] || fail "${chosen[0]} has no mutants; these have: $(games | xargs)"
        ;;
esac
[[ $# -le 2 ]] || fail "too many arguments: tests/mutants.sh [GAME|--all [WORD]]"

mkdir -p "$kept"
exec 9>"$kept/lock"
flock --nonblock 9 || fail "another run uses $kept"
rm -f "$kept"/verdicts-*
begin=$SECONDS
enter_lane 0
copy_workspace
for game in "${chosen[@]}"; do judge_game "$game" "${2-}"; done

verdicts=$(cat "$kept"/verdicts-*)
[[ -n $verdicts ]] || fail "there are no such mutants"
count=$(wc -l <<<"$verdicts")
faults=$(grep --invert-match 'caught by' <<<"$verdicts") || true
if [[ -n $faults ]]; then
    printf '\n%s\n' "$faults" >&2
    fail "$(wc -l <<<"$faults") of $count mutants are not as they should be"
fi
printf '\nall %d mutants are caught (%d s)\n' "$count" $((SECONDS - begin))
