#!/usr/bin/env bash
# The program `autumn` as a user meets it: help, version, mistakes, a summary. Usage: run.sh AUTUMN EXAMPLE_CSV_WRITER WORK_DIR
set -uo pipefail
autumn=$1 write_csv=$2 work=$3
data=$(cd "$(dirname "$0")/data" && pwd)
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
expect 1 'FILES' "$autumn" summary
expect 1 'missing.csv' "$autumn" summary missing.csv
printf 'this,is\nnot,a number\n' > broken.csv
expect 1 'broken.csv' "$autumn" summary broken.csv
: > empty.csv
expect 1 'empty.csv' "$autumn" summary empty.csv
expect 0 '' "$write_csv" out
expect 0 '^mu +[0-9.-]+ ' "$autumn" summary out/chain_1.csv out/chain_2.csv
expect 1 'exists already' "$write_csv" out

# Files of CmdStan 2.39 (data/cmdstan/make_cmdstan.R): every number of the table is what the R package posterior says, rounded to the digits shown;
# warm-up rows that were saved do not count.
agrees_with_posterior() {
  "$autumn" summary "$1"_[1-4].csv | awk '
    NR == FNR { if (FNR > 1) { split($0, cells, ","); for (k = 2; k <= 10; ++k) wanted[FNR - 1, k] = cells[k]; ++rows } next }
    /^Warning/ { exit }
    /^[^ ]+ +-?[0-9]/ && !/chains/ { ++row; for (k = 2; k <= 10; ++k) check($k, wanted[row, k], $1) }
    function check(shown, exact, name,   digits) {
      if (exact == "NA") { if (shown != "-") fail(name, shown, exact); return }
      digits = index(shown, ".") ? length(shown) - index(shown, ".") : 0
      if (shown - exact > 0.5000001 / 10 ^ digits || exact - shown > 0.5000001 / 10 ^ digits) fail(name, shown, exact)
    }
    function fail(name, shown, exact) { print name, "shows", shown, "but posterior says", exact; bad = 1 }
    END { exit bad || rows < 9 || row != rows }' "$1_posterior.txt" -
}
for kind in plain dense; do
  agrees_with_posterior "$data/cmdstan/$kind" || { echo "FAILED: $kind files of CmdStan"; failures=$((failures + 1)); }
done
expect 0 '4 chains, 45 draws each' "$autumn" summary "$data"/cmdstan/dense_{1,2,3,4}.csv

# Programs.
cat > good.stan <<'STAN'
data { int<lower=0> N; vector[N] y; }
parameters { real mu; real<lower=0> sigma; }
model { mu ~ normal(0, 10); sigma ~ exponential(1); y ~ normal(mu, sigma); }
generated quantities { real next = normal_rng(mu, sigma); }
STAN
echo '{"N": 3, "y": [1, 2, 4]}' > good.json
echo '{"N": 3, "y": [1, 2]}' > short.json
echo '{"N": 3, "y": [1, 2, }' > broken.json
echo '{"mu": 1.5, "sigma": 2}' > point.json
echo '{"mu": 1.5, "sigma": -2}' > outside.json
sed 's/normal(mu, sigma); }$/nromal(mu, sigma); }/' good.stan > typo.stan
sed 's/exponential(1);/exponential(1)/' good.stan > semicolon.stan
expect 0 'syntax and types are right$' "$autumn" check good.stan
expect 0 'and the data fit' "$autumn" check good.stan --data good.json
expect 1 'did you mean `normal`' "$autumn" check typo.stan
expect 1 'semicolon.stan:3:.*expected `;`' "$autumn" check semicolon.stan
expect 1 'missing.stan' "$autumn" check missing.stan
expect 1 '`y` needs dimensions \(3\)' "$autumn" check good.stan --data short.json
expect 1 'broken.json:1' "$autumn" check good.stan --data broken.json
expect 1 '`N`' "$autumn" sample good.stan
expect 0 '"log_density": -' "$autumn" density good.stan --data good.json --at point.json
expect 0 '"gradient": \{"sigma": \[[^]]*\]\}' "$autumn" density good.stan --data good.json --at point.json --collapsed
echo '{}' > nowhere.json
expect 1 'no value for the parameter `[a-z]+`' "$autumn" density good.stan --data good.json --at nowhere.json
expect 1 'outside its support' "$autumn" density good.stan --data good.json --at outside.json

# Mixed models at lme4 1.1-31's REML estimates: its restricted log likelihood, plus the logs of the scales (our Jacobian) and, for the correlation rho,
# log((1 - rho^2) / 2).
mixed() {
  local model=$data/../../../models/mixed/$1
  expect 0 "\"log_density\": $2" "$autumn" density "$model.stan" --data "$(dirname "$model")/data/$1.json" --at "$data/lme4/$1.json" --collapsed
}
mixed intercepts_slopes '-681\.910603'
mixed correlated_slopes '-670\.133247'
mixed crossed_two '-981\.311397'
mixed crossed_three '-1277\.741038'
mixed nested '-968\.094349'

expect 0 'draws were not kept' "$autumn" sample good.stan --data good.json --seed 1 --refresh 0
expect 0 '' "$autumn" sample good.stan --data good.json --seed 1 --quiet --output stan --summary stan.json
expect 0 '"name":"next"' cat stan.json
expect 0 '"timings":\{"read and trace":.*"sampling":' cat stan.json
expect 0 '"name":"next"' "$autumn" summary stan/chain_1.csv stan/chain_2.csv --json
expect 0 '^next ' "$autumn" summary stan/chain_1.csv stan/chain_2.csv stan/chain_3.csv stan/chain_4.csv
expect 1 'exists already' "$autumn" sample good.stan --data good.json --output stan
expect 0 '' "$autumn" sample good.stan --data good.json --seed 1 --quiet --output stan --force --init point.json
expect 1 'cannot make the output directory' "$autumn" sample good.stan --data good.json --output good.json/x
expect 1 'adapt_delta' "$autumn" sample good.stan --data good.json --adapt-delta 2
expect 1 'outside its support' "$autumn" sample good.stan --data good.json --init outside.json
expect 1 'metric' "$autumn" sample good.stan --data good.json --metric frobnicate

# What is collapsed, in four formats.
expect 0 '^mu +1  collapsed \(Gaussian\)' "$autumn" explain good.stan --data good.json
expect 0 '"dimension_before":2,"dimension_after":1,' "$autumn" explain good.stan --data good.json --format json
expect 0 '^digraph' "$autumn" explain good.stan --data good.json --format dot
expect 0 '^<svg' "$autumn" explain good.stan --data good.json --format svg
expect 0 'it was asked to be kept' "$autumn" explain good.stan --data good.json --keep mu
expect 0 'collapsing is turned off' "$autumn" explain good.stan --data good.json --marginalize none
expect 1 'did you mean `mu`' "$autumn" explain good.stan --data good.json --keep mo
expect 1 'format' "$autumn" explain good.stan --data good.json --format frobnicate
expect 1 '`N`' "$autumn" explain good.stan

# The same seed at one and two threads: the same bytes but for times and names of files.
for threads in 1 2; do
  "$autumn" sample good.stan --data good.json --seed 3 --quiet --threads $threads --output threads$threads
done
for chain in 1 2 3 4; do
  diff <(grep -vE 'seconds|datetime|file =' threads1/chain_$chain.csv) \
       <(grep -vE 'seconds|datetime|file =' threads2/chain_$chain.csv) > /dev/null ||
    { echo "FAILED: chain $chain depends on the number of threads"; failures=$((failures + 1)); }
done

# Ctrl-C: the run ends by itself, says so, and its files can be read.
"$write_csv" interrupted forever > log 2>&1 &
sleep 1
kill -INT $!
wait $!
status=$?
[ $status -eq 0 ] || { echo "FAILED: an interrupted run ends with $status"; cat log; failures=$((failures + 1)); }
expect 0 'Interrupted' cat log
expect 0 '^mu ' "$autumn" summary interrupted/chain_1.csv

"$autumn" sample good.stan --data good.json --seed 1 --refresh 0 --draws 200000000 --thin 1000 --output stopped > log 2>&1 &
sleep 1
kill -INT $!
wait $!
status=$?
[ $status -eq 130 ] || { echo "FAILED: an interrupted sample ends with $status"; cat log; failures=$((failures + 1)); }
expect 0 'Interrupted' cat log
expect 0 '^sigma ' "$autumn" summary stopped/chain_1.csv

[ $failures -eq 0 ]
