#!/usr/bin/env bash
# The program `autumn` as a user meets it: help, version, mistakes, a summary. Usage: run.sh AUTUMN EXAMPLE_CSV_WRITER WORK_DIR
set -uo pipefail
autumn=$1 write_csv=$2 work=$3
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
failures=0

# expect STATUS PATTERN COMMAND...: the command ends with this status and says something that matches.
expect() {
  local status=$1 pattern=$2
  shift 2
  local said
  said=$("$@" 2>&1)
  local got=$?
  if [ "$got" -ne "$status" ] || ! grep -qE -- "$pattern" <<<"$said"; then
    echo "FAILED: $* (status $got, wanted $status and /$pattern/)"
    echo "$said"
    failures=$((failures + 1))
  fi
}

expect 0 '^autumn [0-9]+\.[0-9]+' "$autumn" --version
expect 0 'summary' "$autumn" --help
expect 1 'try `autumn --help`' "$autumn"
expect 1 'frobnicate' "$autumn" frobnicate
expect 1 'files' "$autumn" summary
expect 1 'missing.csv' "$autumn" summary missing.csv
printf 'this,is\nnot,a number\n' > broken.csv
expect 1 'broken.csv' "$autumn" summary broken.csv
: > empty.csv
expect 1 'empty.csv' "$autumn" summary empty.csv
expect 0 '' "$write_csv" out
expect 0 '^mu +[0-9.-]+ ' "$autumn" summary out/chain_1.csv out/chain_2.csv
expect 1 'exists already' "$write_csv" out

# Ctrl-C: the run ends by itself, says so, and its files can be read.
"$write_csv" interrupted forever > log 2>&1 &
sleep 1
kill -INT $!
wait $!
status=$?
[ $status -eq 0 ] || { echo "FAILED: an interrupted run ends with $status"; cat log; failures=$((failures + 1)); }
expect 0 'Interrupted' cat log
expect 0 '^mu ' "$autumn" summary interrupted/chain_1.csv

[ $failures -eq 0 ]
