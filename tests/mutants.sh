#!/usr/bin/env bash
# Mutation test of Othello's rules: each wrong rule of tests/data/othello_mutants.tsv must make a test fail.
#
# The workspace, with what is not committed yet, is copied; there each mutant is put in, compiled and tested with the
# comparisons against the naive game and the published facts, and taken out again. It is an error if the copy without
# mutants fails, if a mutant's text is not found exactly once, if a mutant does not compile or does not end, and if all
# tests pass in spite of it.
#
# The tests are built by a package of their own, of the rules and the naive game only: solvers and the application need
# not be compiled for them.
#
# usage: tests/mutants.sh [WORD]     with a WORD, only the mutants whose file or description holds it
# CERTAMEN_MUTANTS_DIR: where the copy and what is built from it are kept (default: target/mutants of the workspace)
set -euo pipefail

readonly TESTS=(--quiet --test othello_facts --test othello_small)
readonly LIMIT=300 # seconds for the tests of one mutant; a wrong rule may make a game endless
readonly LANES=2   # mutants that are judged at the same time, each in a copy of its own

workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly workspace
readonly kept=${CERTAMEN_MUTANTS_DIR:-$workspace/target/mutants}
export CARGO_TERM_COLOR=never RUST_BACKTRACE=0

# The copy, the log and what is built of one lane.
enter_lane() {
    copy=$kept/workspace-$1 log=$kept/log-$1
    export CARGO_TARGET_DIR=$kept/target-$1
}

fail() {
    printf 'mutants: %s\n' "$*" >&2
    exit 1
}

# What has last been built is newer than what is copied: without new dates, cargo would take it for up to date.
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
encodings.path = "../../encodings"
verify.path = "../../verify"
[profile.dev]
opt-level = 1
debug = false
[workspace]
END
}

compile() { (cd "$copy/target/mutants" && cargo test "${TESTS[@]}" --no-run) &>"$log"; }

run_tests() { (cd "$copy/target/mutants" && timeout "$LIMIT" cargo test "${TESTS[@]}") &>"$log"; }

# How often $2 stands in $1.
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

# Puts mutant $1 into the copy of this lane, and writes what became of it.
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

# Judges every mutant whose turn it is in lane $1, for a word $2.
judge_lane() {
    local lane=$1 word=$2 number=0 file text replacement breaks rest
    while IFS=$'\t' read -r -u 8 file text replacement breaks rest; do
        if [[ -z $file || $file == '#'* ]]; then continue; fi
        number=$((number + 1))
        [[ -n $breaks && -z $rest ]] || fail "mutant $number has not four fields"
        [[ -f $copy/$file ]] || fail "mutant $number: there is no file $file"
        if [[ $((number % LANES)) -ne $lane || "$file $breaks" != *"$word"* ]]; then continue; fi
        judge "$number" "$file" "$text" "$replacement" "$breaks"
    done 8<"$workspace/tests/data/othello_mutants.tsv"
}

mkdir -p "$kept"
exec 9>"$kept/lock"
flock --nonblock 9 || fail "another run uses $kept"

enter_lane 0
copy_workspace
begin=$SECONDS
compile || { cat "$log" >&2; fail "the workspace does not compile"; }
run_tests || { cat "$log" >&2; fail "the tests fail without any mutant"; }
printf 'without mutants the tests pass (%d s)\n\n' $((SECONDS - begin))

# What has been compiled serves the other lanes too: it is copied before any lane changes it.
for ((lane = 1; lane < LANES; lane++)); do
    (
        compiled=$CARGO_TARGET_DIR
        enter_lane "$lane"
        copy_workspace
        rm -rf "$CARGO_TARGET_DIR"
        cp --archive "$compiled" "$CARGO_TARGET_DIR"
    )
done
lanes=()
for ((lane = 0; lane < LANES; lane++)); do
    (
        enter_lane "$lane"
        judge_lane "$lane" "${1-}"
    ) 9>&- | tee "$kept/verdicts-$lane" &
    lanes+=($!)
done
for lane in "${lanes[@]}"; do wait "$lane" || fail "a lane of mutants ended early"; done

verdicts=$(sort --numeric-sort "$kept"/verdicts-*)
[[ -n $verdicts ]] || fail "there are no such mutants"
faults=$(grep --count --invert-match 'caught by' <<<"$verdicts") || true
[[ $faults -eq 0 ]] || fail "$faults mutants are not as they should be"
printf '\nall mutants are caught (%d s)\n' $((SECONDS - begin))
