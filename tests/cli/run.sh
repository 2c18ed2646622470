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

# The command ends well and says nothing that matches.
expect_not() {
  local pattern=$1
  shift
  local said
  said=$("$@" 2>&1) && ! grep -qE -- "$pattern" <<<"$said" && return
  echo "FAILED: $* (wanted 0 and not /$pattern/)"
  echo "$said"
  failures=$((failures + 1))
}

expect 0 '^autumn [0-9]+\.[0-9]+' "$autumn" --version
expect 0 'summary' "$autumn" --help
expect 1 'try `autumn --help`' "$autumn"
expect 1 '^autumn: there is no command `frobnicate`$' "$autumn" frobnicate
expect 1 '^autumn: there is no command `smaple`$' "$autumn" smaple good.stan
expect 1 '^  did you mean `sample`\?$' "$autumn" smaple good.stan
expect 1 '^autumn: `autumn` has no option `--seed`$' "$autumn" --seed 1 sample good.stan
expect 1 '^  options of a command come after it$' "$autumn" --seed 1 sample good.stan
expect 1 '^autumn: `summary` needs FILES: one file per chain, a directory' "$autumn" summary
expect 1 '^  try `autumn summary --help`$' "$autumn" summary
expect 1 '^autumn: `summary` has no option `--jsn`$' "$autumn" summary --jsn
expect 1 '^  did you mean `--json`\?$' "$autumn" summary --jsn
expect 1 '^autumn: `sample` has no option `--adapt-dleta`$' "$autumn" sample good.stan --adapt-dleta 0.9
expect 1 '^  did you mean `--adapt-delta`\?$' "$autumn" sample --adapt-dleta 0.9 good.stan
expect 1 '^autumn: `sample` has no use for the word `extra`$' "$autumn" sample good.stan extra more
expect 1 '^  MODEL is `good.stan` already$' "$autumn" sample good.stan extra more
expect 1 '^autumn: --seed was given without its value: it is written `--seed N`$' "$autumn" sample good.stan --seed
expect 1 '^autumn: --seed can be given once, and was given 2 times$' "$autumn" sample good.stan --seed 1 --seed 2
expect 1 '^autumn: --adapt-delta: must be a number, got `high`$' "$autumn" sample good.stan --adapt-delta high
expect 1 '^  try `autumn sample --help`$' "$autumn" sample good.stan --adapt-delta high
expect 1 'missing.csv' "$autumn" summary missing.csv
printf 'this,is\nnot,a number\n' > broken.csv
expect 1 'broken.csv' "$autumn" summary broken.csv
: > empty.csv
expect 1 'empty.csv' "$autumn" summary empty.csv
expect 0 '' "$write_csv" out
expect 0 '^mu +[0-9.-]+ ' "$autumn" summary out/chain_1.csv out/chain_2.csv
expect 0 '^page.html$' "$autumn" report out --output page.html
expect 0 '^<!doctype html>' cat page.html
expect 1 'the file `page.html` exists already' "$autumn" report out --output page.html
expect 0 '^page.html$' "$autumn" report out/chain_1.csv out/chain_2.csv --output page.html --force
expect 1 'missing.csv' "$autumn" report missing.csv --output other.html
expect 1 'there are no chain_1.csv' "$autumn" report . --output other.html
expect 1 'nowhere.stan' "$autumn" report out --model nowhere.stan --output other.html
[ ! -e other.html ] || { echo "FAILED: a report that failed has left a file"; failures=$((failures + 1)); }
expect 0 ' 2.5% +10% +97.5% ' "$autumn" summary out --percentiles 2.5,10,97.5
expect 0 '"percentiles":\{"2.5":[0-9.e-]+,"10":[0-9.e-]+\}' "$autumn" summary out --percentiles 2.5,10 --json
expect 1 'percentiles are numbers from 0 to 100, each larger than the one before, got `10,5`' "$autumn" summary out --percentiles 10,5
for wrong in '' 5, ,5 5,,6 x 5,x 101 -1 nan 5,5; do
  [ -z "$wrong" ] || expect 1 'percentiles are numbers' "$autumn" summary out "--percentiles=$wrong"
done
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
sed 's/^generated quantities.*//' good.stan > good_prior.stan
echo '{"N": 3, "y": [1, 2, 4]}' > good.json
# A report takes the options of a program, each with one word.
expect 0 '^page.html$' "$autumn" report --model good.stan --data good.json --include-path . out --output page.html --force
echo 'transformed data { while (1) {} } parameters { real x; } model { x ~ normal(0, 1); }' > endless.stan
expect 1 '100000 statements' "$autumn" report --model endless.stan --limit-steps 100000 out --output other.html
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
# Pedantic mode warns and does not fail; strictness and updates are about old programs.
expect 0 'syntax and types are right$' "$autumn" check good.stan --pedantic
sed 's/real<lower=0> sigma/real sigma/' good.stan > unbounded.stan
expect 0 '^unbounded.stan:[0-9]+:[0-9]+: warning: the scale of `normal` must be positive, but `sigma` is declared as `real`$' "$autumn" check unbounded.stan --pedantic
expect 0 'declare it with `<lower=0>`' "$autumn" check unbounded.stan --warn-pedantic
expect 0 '^unbounded.stan:[0-9]+: the scale of `normal` must be positive.*`autumn check --pedantic` says more$' "$autumn" sample unbounded.stan --data good.json --draws 1 --warmup 10 --chains 1 --seed 1
if "$autumn" sample good.stan --data good.json --draws 1 --warmup 10 --chains 1 --seed 1 2>&1 | grep -q pedantic; then
  echo 'FAILED: sample warns of a program that is fine'
  failures=$((failures + 1))
fi
cat > old.stan <<'END'
data { int N; real y[N]; } # old
parameters { real mu; }
model {
  increment_log_prob(normal_log(y, mu, 1));
}
END
expect 1 '^  write: target \+= normal_lpdf\(y \| mu, 1\);$' "$autumn" check old.stan
expect 0 '^data \{ int N; array\[N\] real y; \} // old$' "$autumn" check old.stan --update
expect 0 '^$' "$autumn" check old.stan --update --output new.stan
expect 0 'syntax and types are right$' "$autumn" check new.stan --strict
expect 0 '^  array\[N\] real y;$' "$autumn" check new.stan --print-canonical
echo 'data { int N; real y[N]; }' > arrays.stan
expect 0 'warning: arrays are declared as' "$autumn" check arrays.stan --pedantic
expect 1 'error: arrays are declared as' "$autumn" check arrays.stan --strict
expect 0 'syntax and types are right$' "$autumn" check arrays.stan
echo 'model { real x <- 1; x = ; }' > broken_old.stan
expect 1 'the updated program still has mistakes' "$autumn" check broken_old.stan --update
echo 'generated quantities { real x; real y = x; }' > empty.stan
expect 0 'warning: `x` is read here before it has a value' "$autumn" check empty.stan --warn-uninitialized
expect 1 '^autumn: --output' "$autumn" check new.stan --output other.stan
expect 1 '`N`' "$autumn" sample good.stan
expect 0 '"log_density": -' "$autumn" density good.stan --data good.json --at point.json
echo 'parameters { real x; } model { x ~ normal(0, 1); print("x = ", x); }' > speaks.stan
echo '{"x": 1}' > speaks.json
expect 0 '^x = 1$' "$autumn" density speaks.stan --at speaks.json
[ "$("$autumn" density speaks.stan --at speaks.json 2> /dev/null | head -c 14)" = '{"log_density"' ] || { echo "FAILED: print goes among the results of density"; failures=$((failures + 1)); }
expect 0 '"gradient": \{"sigma": \[[^]]*\]\}' "$autumn" density good.stan --data good.json --at point.json --collapsed
echo '{}' > nowhere.json
expect 1 'no value for the parameter `[a-z]+`' "$autumn" density good.stan --data good.json --at nowhere.json
# Numbers that are none, or not in range: what is allowed, in one line.
expect 1 '^autumn: --runs: must be a whole number, at least 1, got `0`$' "$autumn" sbc good.stan --data good.json --runs 0
expect 1 '^autumn: --draws: must be a whole number, at least 1, got `-3`$' "$autumn" sbc good.stan --data good.json --draws -3
expect 1 '^error: --draws must be at least 1, got 0$' "$autumn" sample good.stan --data good.json --draws 0
expect 1 '^autumn: --draws: must be a whole number, at least 0, got `many`$' "$autumn" sample good.stan --data good.json --draws many
expect 1 '^autumn: --draws: must be at most 281474976710656, got `99999999999999999`$' "$autumn" sample good.stan --data good.json --draws 99999999999999999
expect 1 '^autumn: --chains: must be a whole number, at least 1, got `0`$' "$autumn" sample good.stan --data good.json --chains 0
expect 1 '^autumn: --chains: must be at most 2147483647, got `99999999999`$' "$autumn" sample good.stan --data good.json --chains 99999999999
expect 1 '^autumn: --warmup: must be a whole number, at least 0, got `1.5`$' "$autumn" sample good.stan --data good.json --warmup 1.5
expect 1 '^autumn: --max-depth: must be a whole number, at least 1, got `0`$' "$autumn" sample good.stan --data good.json --max-depth 0
expect 1 '^autumn: --threads: must be a whole number, at least 0, got `-1`$' "$autumn" sample good.stan --data good.json --threads -1
for command in sample sbc 'simulate --output nowhere'; do
  expect 1 '^autumn: --seed: must be a whole number, at least 0, got `-1`$' "$autumn" $command good.stan --data good.json --seed -1
done
expect 1 '^autumn: --seed: must be at most 18446744073709551615, got `99999999999999999999`$' "$autumn" sample good.stan --seed 99999999999999999999
# Found before sampling, which would be announced.
said=$("$autumn" sample good.stan --data good.json --summary missing/summary.json 2>&1)
expect 0 '^error: cannot write `missing/summary.json`: No such file' echo "$said"
expect 1 '' grep -q 'sampling' <<<"$said"
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
expect 0 "\"instruction_set\":\"[A-Za-z0-9-]+\"" cat stan.json
expect 0 "^# autumn_instruction_set = [A-Za-z0-9-]+\$" cat stan/chain_1.csv
expect 0 "" env AUTUMN_INSTRUCTION_SET=baseline "$autumn" sample good.stan --data good.json --seed 1 --quiet --output baseline --summary baseline.json
expect 0 "\"instruction_set\":\"baseline\"" cat baseline.json
expect 0 "^# autumn_instruction_set = baseline\$" cat baseline/chain_1.csv
expect 0 '"timings":\{"read and trace":.*"sampling":' cat stan.json
expect 0 '"name":"next"' "$autumn" summary stan/chain_1.csv stan/chain_2.csv --json
expect 0 '^next ' "$autumn" summary stan/chain_1.csv stan/chain_2.csv stan/chain_3.csv stan/chain_4.csv
expect 1 'exists already' "$autumn" sample good.stan --data good.json --output stan
expect 0 '' "$autumn" sample good.stan --data good.json --seed 1 --quiet --output stan --force --init point.json
expect 1 'cannot make the output directory' "$autumn" sample good.stan --data good.json --output good.json/x
expect 1 'adapt_delta' "$autumn" sample good.stan --data good.json --adapt-delta 2
expect 1 'outside its support' "$autumn" sample good.stan --data good.json --init outside.json
expect 1 'metric' "$autumn" sample good.stan --data good.json --metric frobnicate
echo '{"mu": 1.5}' > partial.json
echo '{"mu": [1.5, 2], "sigma": 1}' > two.json
for command in 'sample --init' 'density --at'; do
  set -- $command
  expect 1 '^two.json:1:[0-9]+: error: the value of `mu` is of size \[2\], but the parameter is a lone number' "$autumn" $1 good.stan --data good.json $2 two.json
  expect 1 '^good.stan:2:[0-9]+: error: `outside.json`: the value of `sigma` is outside its support: element 1 is' "$autumn" $1 good.stan --data good.json $2 outside.json
  expect 1 '^  it must be finite, and above 0$' "$autumn" $1 good.stan --data good.json $2 outside.json
done
echo '{"mu": 1.5, "sigma": 1, "sgima": 2}' > spare.json
# Of a matrix without rows JSON says no more than that.
echo 'parameters { matrix[0, 2] m; array[2, 0, 3] real a; real x; } model { x ~ normal(sum(m), 1); }' > nothing.stan
echo '{"m": [], "a": [[], []], "x": 1}' > nothing.json
expect 0 '"log_density": -1.4' "$autumn" density nothing.stan --at nothing.json
expect 0 '' "$autumn" sample nothing.stan --init nothing.json --chains 1 --warmup 100 --draws 10 --seed 1 --refresh 0
echo '{"m": [], "a": [], "x": 1}' > nothing.json
expect 0 '"log_density": -1.4' "$autumn" density nothing.stan --at nothing.json
echo '{"m": [], "a": [], "x": []}' > nothing.json
expect 1 'the value of `x` is of size \[0\], but the parameter is a lone number' "$autumn" density nothing.stan --at nothing.json
expect 0 '^`sgima` in `spare.json` is no parameter of the program, and not used.$' "$autumn" density good.stan --data good.json --at spare.json
expect 1 'no value for the parameter `sigma`' "$autumn" density good.stan --data good.json --at partial.json
# What a program makes of its parameters may stand among them, as in files of all variables of a fit. CmdStan's interface says it once.
echo 'parameters { real mu; tuple(real, real) t; } transformed parameters { real twice = 2 * mu; } model { mu ~ normal(0, 1); t.1 ~ normal(0, 1); t.2 ~ normal(0, 1); } generated quantities { real z = mu; tuple(real, real) u = (1, 2); }' > fit.stan
echo '{"mu": 1, "t": {"1": 2, "2": 3}, "twice": 2, "z": 1, "u": {"1": 1, "2": 2}}' > fit.json
expect_not 'no parameter of the program' "$autumn" density fit.stan --at fit.json
echo '{"mu": 1, "t": {"1": 2, "2": 3, "3": 4}}' > third.json
expect 1 '^error: the initial value for `t` has the part `t.3`, but `t` is declared without it' "$autumn" density fit.stan --at third.json
echo '{"nu": 1, "mu": 1}' > other.json
"$autumn" compile fit.stan
for method in sample optimize pathfinder; do
  expect 0 '^`nu` in `other.json` is no parameter of the program, and not used.$' ./fit $method init=other.json random seed=1 output file=fit_out.csv
  expect_not 'no parameter of the program' ./fit $method init=fit.json random seed=1 output file=fit_out.csv
done
expect 0 '^1$' bash -c './fit sample num_chains=3 init=other.json random seed=1 output file=fit_out.csv | grep -c "no parameter of the program"'
expect 1 'the initial value for `t` has the part `t.3`' ./fit sample init=third.json random seed=1 output file=fit_out.csv
echo 'parameters { real a; real<lower=a> b; } model { a ~ normal(0, 1); b ~ normal(0, 1); }' > bounds.stan
echo '{"b": 3}' > bounds.json
expect 1 'the bounds of `b` depend on parameters without an initial value' "$autumn" sample bounds.stan --init bounds.json

# What rejects every initial point is named, with its line.
cat > forgotten.stan <<'STAN'
data { int N; vector[N] y; }
parameters { real mu; real<lower=0> sigma; }
transformed parameters {
  vector[3] theta;
  for (i in 1:2) theta[i] = mu;
}
model { mu ~ normal(0, 1); sigma ~ exponential(1);
  y ~ normal(theta, sigma);
}
STAN
expect 1 '^forgotten.stan:8:7: error: Init.*the density of y ~ normal is NaN: mu of normal is NaN in element 3' "$autumn" sample forgotten.stan --data good.json
expect 1 '^  `theta\[3\]` is NaN: has it been given a value' "$autumn" sample forgotten.stan --data good.json
echo 'parameters { vector[2] x; real<lower=0> s; } model { s ~ exponential(1); x ~ multi_normal([0, 0]'"'"', s * [[1, 2], [2, 1]]); }' > indefinite.stan
expect 1 '^  Sigma of multi_normal is not positive definite' "$autumn" sample indefinite.stan --marginalize none
echo 'parameters { real<lower=0> s; } model { s ~ exponential(1); target += log(-s); }' > negative.stan
expect 1 '^negative.stan:1:61: error: Init.*this factor of the density is NaN' "$autumn" sample negative.stan

# What cannot fit into any memory is refused before anything is done.
echo 'parameters { vector[20000000] z; } model { z ~ std_normal(); }' > huge.stan
expect 1 '^huge.stan:1:31: error: the draws up to `z`, which has 20000000 elements, need 1.6e\+09 GB of memory' "$autumn" sample huge.stan --draws 10000000 --chains 1000

# Matrices whose rows and columns sum to something: names, initial values, values that are none.
echo 'parameters { sum_to_zero_matrix[2, 3] z; array[2] column_stochastic_matrix[2, 3] c; row_stochastic_matrix[1, 2] r; }
model { to_vector(z) ~ normal(0, 1); for (i in 1:2) for (j in 1:3) c[i][, j] ~ dirichlet([2, 3]'"'"'); }' > sums.stan
echo '{"z": [[1, -2, 1], [-1, 2, -1]], "c": [[[0.5, 0.25, 0.1], [0.5, 0.75, 0.9]], [[0.5, 0.25, 0.1], [0.5, 0.75, 0.9]]]}' > sums.json
sed 's/-2, 1/-2, 2/' sums.json > no_sums.json
expect 0 '' "$autumn" sample sums.stan --seed 1 --quiet --draws 100 --init sums.json --output sums
expect 0 '^z\[2,3\] ' "$autumn" summary sums/chain_1.csv
expect 0 ',z\.1\.1,z\.2\.1,z\.1\.2,z\.2\.2,z\.1\.3,z\.2\.3,c\.1\.1\.1,c\.2\.1\.1,c\.1\.2\.1,' cat sums/chain_1.csv
expect 1 '`no_sums.json`: the value of `z` is outside its support' "$autumn" sample sums.stan --init no_sums.json

# Transitions per saved draw: a number or auto, which gives the draws of the number it picks. `--draws` counts what is saved.
expect 0 '^Thinning: [0-9]+ transitions? per saved draw' "$autumn" sample good.stan --data good.json --seed 5 --refresh 0 --draws 200 --thin auto --output auto --summary auto.json
thin=$(sed -nE 's/^# +thin = ([0-9]+).*/\1/p' auto/chain_3.csv)
expect 0 "\"thin\":$thin,\"thin_auto\":true" cat auto.json
"$autumn" sample good.stan --data good.json --seed 5 --quiet --draws 200 --thin "$thin" --output given
for chain in 1 2 3 4; do
  diff <(grep -v '^#' auto/chain_$chain.csv) <(grep -v '^#' given/chain_$chain.csv) > /dev/null ||
    { echo "FAILED: --thin auto differs from --thin $thin in chain $chain"; failures=$((failures + 1)); }
done
expect 0 '^# +refresh = 0$' cat given/chain_1.csv
[ "$(grep -vc '^#' given/chain_1.csv)" -eq 201 ] || { echo 'FAILED: --draws does not count saved draws'; failures=$((failures + 1)); }
for nonsense in 0 -2 1.5 often 3x 99999999999999999999; do
  expect 1 'thin must be `auto` or a number, 1 or more' "$autumn" sample good.stan --data good.json --thin "$nonsense"
done
expect 1 'thin is empty' "$autumn" sample good.stan --data good.json --thin ''
expect 1 'too many' "$autumn" sample good.stan --data good.json --thin 1000000000000 --draws 1000000000
expect 1 'thin=auto cannot be given with save_warmup' "$autumn" sample good.stan --data good.json --thin auto --save-warmup

# A warm-up that ends when it has settled: never later than asked for, and said in files as it was made.
echo 'parameters { vector[12] mu; } model { mu ~ normal(0, 1); }' > plain.stan
expect 0 '^Warm-up: [0-9]+( to [0-9]+)? iterations of at most 600\.$' "$autumn" sample plain.stan --seed 6 --refresh 0 --jumps none --marginalize none --draws 200 --warmup auto:600 --output settled
[ "$(sed -nE 's/^# +num_warmup = ([0-9]+).*/\1/p' settled/chain_1.csv)" -lt 600 ] || { echo 'FAILED: --warmup auto lasts as long as it may'; failures=$((failures + 1)); }
expect 0 '^# autumn_warmup = auto:600$' cat settled/chain_2.csv
[ "$(grep -vc '^#' settled/chain_1.csv)" -eq 201 ] || { echo 'FAILED: --warmup auto changes the number of draws'; failures=$((failures + 1)); }
expect 0 '^mu\[12\] ' "$autumn" summary settled/chain_1.csv settled/chain_2.csv
expect 1 '^autumn: --warmup: must be a whole number, at least 0, got `x`$' "$autumn" sample good.stan --data good.json --warmup auto:x
expect 1 '^autumn: --warmup: must be a whole number, at least 0, got `soon`$' "$autumn" sample good.stan --data good.json --warmup soon
expect 1 'warmup=auto cannot be given with save_warmup' "$autumn" sample good.stan --data good.json --warmup auto --save-warmup

# Jumps: said, and not made where they are not wanted.
echo 'data { vector[8] y; vector[8] s; } parameters { real mu; real<lower=0> tau; vector[8] theta; }
model { mu ~ normal(0, 5); tau ~ cauchy(0, 5); theta ~ normal(mu, tau); y ~ normal(theta, s); }' > schools.stan
echo '{"y": [28, 8, -3, 7, -1, 1, 18, 12], "s": [15, 10, 16, 11, 9, 11, 10, 18]}' > schools.json
expect 0 '^Jumps: [0-9]+% accepted' "$autumn" sample schools.stan --data schools.json --seed 5 --refresh 0 --summary jumps.json
expect 0 '"jumps_accepted":0\.[0-9]' cat jumps.json
"$autumn" sample schools.stan --data schools.json --seed 5 --quiet --jumps none --summary plain.json --output plain
expect 0 '"jumps_accepted":null' cat plain.json
expect 0 'autumn_jumps = none' cat plain/chain_1.csv
expect 1 '`some` is not one of auto, none' "$autumn" sample schools.stan --data schools.json --jumps some
expect 1 '`full` is not one of auto, dense_e, diag_e, unit_e' "$autumn" sample schools.stan --data schools.json --metric full

# A long warm-up has a long last stage.
"$autumn" sample schools.stan --data schools.json --seed 5 --quiet --warmup 2000 --draws 10 --output long
expect 0 'term_buffer = 100' cat long/chain_1.csv
expect 0 'term_buffer = 50 \(Default\)' cat plain/chain_1.csv

# Binary files: the same run as CSV, there and back, and mistakes.
"$autumn" sample good.stan --data good.json --seed 3 --quiet --format binary --output binary
expect 0 '' "$autumn" convert binary/chain_1.bin binary/chain_2.bin binary/chain_3.bin binary/chain_4.bin --to csv --output back
"$autumn" sample good.stan --data good.json --seed 3 --quiet --output text
for chain in 1 2 3 4; do
  diff <(grep -vE 'seconds|datetime|file =' text/chain_$chain.csv) <(grep -vE 'seconds|datetime|file =' back/chain_$chain.csv) > /dev/null ||
    { echo "FAILED: CSV converted from binary differs in chain $chain"; failures=$((failures + 1)); }
done
expect 0 '' "$autumn" convert text/chain_1.csv --to binary
expect 1 'text/chain_1.bin` exists already' "$autumn" convert text/chain_1.csv --to binary
expect 0 '' "$autumn" convert text/chain_1.csv --to binary --force
expect 1 'the format asked for already' "$autumn" convert text/chain_2.csv --to csv --output elsewhere
expect 1 'two of the files would become' "$autumn" convert text/chain_2.csv back/chain_2.csv --to binary --output elsewhere
expect 1 'csv,binary|--to' "$autumn" convert text/chain_2.csv --to frobnicate
expect 1 '--to' "$autumn" convert text/chain_2.csv
expect 1 'missing.bin' "$autumn" convert missing.bin --to csv
expect 1 'format' "$autumn" sample good.stan --data good.json --format frobnicate
expect 1 'exists already' "$autumn" sample good.stan --data good.json --format binary --output binary
# (lp__ has ties in CSV, which change its ranks.)
diff <("$autumn" summary binary/*.bin | grep -v lp__) <("$autumn" summary back/*.csv | grep -v lp__) > /dev/null ||
  { echo 'FAILED: the summary of binary files differs'; failures=$((failures + 1)); }
head -c -40 binary/chain_1.bin > cut.bin
expect 0 'cut.bin ends in the middle of a row, which is left out' "$autumn" summary cut.bin
expect 0 '^mu ' "$autumn" summary cut.bin
head -c 100 binary/chain_1.bin > head.bin
expect 1 'ends within its head' "$autumn" summary head.bin
expect 0 '^\{"variables":\[\{"name":"lp__","mean":.*"sampler":\{"chains":4,.*"timings":\{"warmup":.*"warnings":\[' "$autumn" summary binary/*.bin --json

# What is collapsed, in four formats.
expect 0 '^mu +1  collapsed \(Gaussian\)' "$autumn" explain good.stan --data good.json
expect 0 '"dimension_before":2,"dimension_after":1,' "$autumn" explain good.stan --data good.json --format json
expect 0 '^digraph' "$autumn" explain good.stan --data good.json --format dot
expect 0 '^<svg' "$autumn" explain good.stan --data good.json --format svg
expect 0 'it was asked to be kept' "$autumn" explain good.stan --data good.json --keep mu
expect 0 'collapsing is turned off' "$autumn" explain good.stan --data good.json --marginalize none
expect 1 'did you mean `mu`' "$autumn" explain good.stan --data good.json --keep mo
expect 0 'it was asked to be kept' "$autumn" explain --data good.json --keep mu --without-pass share --include-path . good.stan
expect 1 '^autumn: `explain` has no use for the word `good.stan`$' "$autumn" explain --keep mu tau good.stan --data good.json
# Options are looked at whether or not they are used.
for command in check 'check --data good.json' 'explain --stage parse' 'explain --stage trace --data good.json' 'sbc --data good.json'; do
  model=good.stan
  [ "${command%% *}" = sbc ] && model=good_prior.stan
  expect 1 '^(good.*)?error: there is no parameter `sgima` to keep or collapse$' "$autumn" $command $model --keep sgima
  expect 1 "^(good.*)?error: there is no pass named 'nope'$" "$autumn" $command $model --without-pass nope
done
expect 1 '`mu\[2\]` is no element of `mu`' "$autumn" check good.stan --data good.json --keep 'mu[2]'
expect 0 'The collapse is exact' "$autumn" check good.stan --data good.json --self-test --without-pass simplify-model
expect 0 '^Calibrated: ' "$autumn" sbc good_prior.stan --data good.json --seed 3 --runs 60 --draws 15 --warmup 200 --without-pass simplify --keep mu
expect 0 'Nothing is collapsed, and the density' "$autumn" check good.stan --data good.json --self-test --marginalize none
expect 1 '`mu\[2\]` is no element of `mu`' "$autumn" explain good.stan --data good.json --keep 'mu[2]'
expect 1 'format' "$autumn" explain good.stan --data good.json --format frobnicate
expect 1 '`N`' "$autumn" explain good.stan

# The value after every stage; the error has the list of them, from which the loop reads.
expect 0 '^  mu ~ normal\(0, 10\);' "$autumn" explain good.stan --stage parse
expect 0 '^factor exponential\(' "$autumn" explain good.stan --data good.json --stage trace
expect 0 '^collapse mu: Gaussian$' "$autumn" explain good.stan --data good.json --stage plan
expect 0 '^keep mu: it was asked to be kept' "$autumn" explain good.stan --data good.json --stage plan --keep mu
expect 0 '^draw mu together from a Gaussian block$' "$autumn" explain good.stan --data good.json --stage recovery
expect 1 "^error: there is no stage named 'frobnicate'$" "$autumn" explain good.stan --data good.json --stage frobnicate
expect 1 '^  the stages are parse, trace, roll, .*, compress, .*, plan, collapse, .*, lower, .*, recovery$' "$autumn" explain good.stan --data good.json --stage frobnicate
for stage in $("$autumn" explain good.stan --data good.json --stage frobnicate 2>&1 | sed -n 's/^  the stages are //p' | tr -d ,); do
  expect 0 '.' "$autumn" explain good.stan --data good.json --stage "$stage"
done
expect 1 "^  did you mean 'plan'\?$" "$autumn" explain good.stan --stage plann
expect 0 'parse, trace, roll, validity,' "$autumn" explain --help
expect 1 '^autumn: --format and --stage cannot be given together$' "$autumn" explain good.stan --data good.json --stage plan --format json
# Sampling that will be refused is announced.
echo 'parameters { real a; real b; } model { a + b ~ normal(0, 1); }' > improper.stan
expect 0 '^Sampling will be refused: the posterior is improper: `a - b` is not determined' "$autumn" explain improper.stan
expect 0 '"refusal":"the posterior is improper: ' "$autumn" explain improper.stan --format json
expect 0 '"refusal":null' "$autumn" explain good.stan --data good.json --format json
expect 1 'the posterior is improper: `a - b` is not determined' "$autumn" sample improper.stan

# Passes that are left out.
expect 1 "^error: there is no pass named 'frobnicate'$" "$autumn" explain good.stan --data good.json --without-pass frobnicate
expect 0 '^mu +1  collapsed' "$autumn" explain good.stan --data good.json --without-pass simplify-model
expect 1 "^error: --stage asks for the value after the pass 'share', which --without-pass leaves out$" "$autumn" explain good.stan --stage share --without-pass share
expect 1 '^  --stage lower prints what it would have been given$' "$autumn" explain good.stan --stage share --without-pass share
for command in 'sample --seed 1 --refresh 0' bench 'density --at point.json'; do
  expect 0 '.' "$autumn" $command good.stan --data good.json --without-pass simplify --without-pass statistics
  expect 1 "^(good.stan.*)?error: the pass 'differentiate' can not be left out$" "$autumn" $command good.stan --data good.json --without-pass differentiate
done

# What was asked of the plan and the passes is in the head of the files, and nothing where nothing was.
"$autumn" sample good.stan --data good.json --seed 1 --quiet --keep mu --keep sigma --without-pass share --output asked
expect 0 '^# autumn_keep = mu, sigma$' cat asked/chain_1.csv
expect 0 '^# autumn_without_pass = share$' cat asked/chain_1.csv
"$autumn" sample good.stan --data good.json --seed 1 --quiet --marginalize none --collapse mu --output none
expect 0 '^# autumn_marginalize = none$' cat none/chain_1.csv
expect 0 '^# autumn_collapse = mu$' cat none/chain_1.csv
expect 1 '' grep -qE 'autumn_(keep|collapse|marginalize|without_pass)' stan/chain_1.csv

# A collapse that costs more than it gives is left out, and the head of the files says so; `all` takes it all the same.
cat > many.stan <<'STAN'
data { int N; array[N] int y; array[N] int g; }
parameters { vector[100] mu; real<lower=0> s; vector[N] a; }
model { mu ~ normal(0, 2); s ~ normal(0, 1); a ~ normal(mu[g], s); y ~ poisson_log(a); }
STAN
awk 'BEGIN { printf "{\"N\": 200, \"y\": [0"; for (i = 1; i < 200; ++i) printf ", %d", (i * i) % 7;
             printf "], \"g\": [1"; for (i = 1; i < 200; ++i) printf ", %d", 1 + i / 2; print "]}" }' > many.json
for way in auto all; do
  "$autumn" sample many.stan --data many.json --seed 1 --warmup 20 --draws 5 --quiet --marginalize $way --output many_$way 2> many_$way.txt
done
expect 0 '^# autumn_worth = Collapsing everything that can be .*: nothing collapsed \(301 dimensions' cat many_auto/chain_1.csv
expect 1 '' grep -q 'autumn_worth' many_all/chain_1.csv
expect 0 '^Taken: nothing collapsed, with which an effective draw costs least' "$autumn" explain many.stan --data many.json
# What is explained is what the run does.
expect 0 '^301 dimensions: nothing is collapsed, and all are sampled.$' "$autumn" explain many.stan --data many.json
expect 0 '^mu +100  sampled +could be collapsed \(Gaussian\), but an effective draw' "$autumn" explain many.stan --data many.json
expect 0 '"dimension_after":301,"collapsed":\[\],.*"could_be_collapsed":"Gaussian".*"name":"nothing collapsed".*"taken":true' "$autumn" explain many.stan --data many.json --format json
expect 0 '^301 dimensions: 100 collapsed .* 201 sampled' "$autumn" explain many.stan --data many.json --marginalize all
expect 0 '^dimension: 301 -> 301$' "$autumn" explain many.stan --data many.json --stage plan
expect 0 '^dimension: 301 -> 201$' "$autumn" explain many.stan --data many.json --stage plan --marginalize all
expect 0 '^# autumn_marginalize = all$' cat many_all/chain_1.csv
expect 1 '^autumn: --marginalize: `some` is not one of all, auto, none$' "$autumn" sample many.stan --data many.json --marginalize some

# The same seed at one and two threads: the same bytes but for times and names of files.
for threads in 1 2; do
  "$autumn" sample good.stan --data good.json --seed 3 --quiet --threads $threads --output threads$threads
done
for chain in 1 2 3 4; do
  diff <(grep -vE 'seconds|datetime|file =' threads1/chain_$chain.csv) \
       <(grep -vE 'seconds|datetime|file =' threads2/chain_$chain.csv) > /dev/null ||
    { echo "FAILED: chain $chain depends on the number of threads"; failures=$((failures + 1)); }
done

# Simulation: data and truth, never over files that are there; what has no generative reading is refused with the statement.
expect 0 '' "$autumn" simulate good_prior.stan --data good.json --seed 1 --output sim
expect 0 '^mu,sigma$' cat sim/truth.csv
expect 0 '"y": \[-?[0-9.e-]+, -?[0-9.e-]+, -?[0-9.e-]+\]' cat sim/data.json
expect 0 'and the data fit' "$autumn" check good_prior.stan --data sim/data.json
expect 1 'sim/data.json. exists already' "$autumn" simulate good_prior.stan --data good.json --seed 1 --output sim
expect 0 '' "$autumn" simulate good_prior.stan --data good.json --seed 1 --output sim --force --runs 2
expect 0 '' diff sim/data.json sim/data_1.json
expect 1 'differ|[<>]' diff sim/data_1.json sim/data_2.json
expect 1 'RUNS|runs' "$autumn" simulate good_prior.stan --data good.json --output sim --runs 0
expect 1 'output' "$autumn" simulate good_prior.stan --data good.json
expect 1 'sim/data_1.json. exists already' "$autumn" simulate good_prior.stan --data good.json --seed 1 --output sim --runs 2
expect 1 'replaced \(--force' "$autumn" simulate good_prior.stan --data good.json --seed 1 --output sim
expect 1 'the output `good.json` is a file, not a directory' "$autumn" simulate good_prior.stan --data good.json --output good.json
expect 1 'the output `good.json` is a file, not a directory' "$autumn" sample good.stan --data good.json --output good.json
sed 's/ mu ~ normal(0, 10);//' good_prior.stan > flat.stan
expect 1 'flat.stan:2:19: error: this program cannot be simulated: `mu` has no distribution' "$autumn" simulate flat.stan --data good.json --output sim2
expect 1 'cannot be simulated' "$autumn" sbc flat.stan --data good.json

# Calibration: the same at any number of threads; files; the exit code is the verdict.
expect 0 '^Calibrated: ' "$autumn" sbc good_prior.stan --data good.json --seed 3 --runs 60 --draws 15 --warmup 200 --threads 1 --output sbc
expect 0 '"is_calibrated":true' cat sbc/report.json
expect 0 '</svg>' cat sbc/histogram.svg
expect 0 '^variable,bin,count,expected,low_99,high_99$' cat sbc/histogram.csv
expect 1 'ranks.csv. exists already' "$autumn" sbc good_prior.stan --data good.json --seed 3 --output sbc
expect 0 '' "$autumn" sbc good_prior.stan --data good.json --seed 3 --runs 60 --draws 15 --warmup 200 --threads 2 --quiet --output sbc2
expect 0 '' diff sbc/ranks.csv sbc2/ranks.csv
expect 1 '^Not known: 1 run is too few to tell' "$autumn" sbc good_prior.stan --data good.json --seed 3 --runs 1 --warmup 200
for force in '' --force; do
  expect 1 '^error: the output `good.json` is a file, not a directory' "$autumn" sbc good_prior.stan --data good.json --output good.json $force
done
# A chain sees one of the two modes only.
echo 'data { real y; } parameters { real mu; } model { mu ~ normal(0, 3); y ~ normal(mu^2, 0.1); }' > modes.stan
expect 1 '^NOT calibrated: the ranks of mu are not uniform \(draws are spread too little\)' "$autumn" sbc modes.stan --seed 3 --runs 200 --warmup 200

# Tuples and complex numbers: the columns are CmdStan's, in its order, and files of values have its form.
cat > leaves.stan <<'STAN'
data { array[2] tuple(int, real) d; complex c; }
parameters { tuple(real<lower=0>, vector[2]) t; complex z; }
transformed parameters { array[2] tuple(real, vector[2]) a = {(t.1, t.2), (2 * t.1, -t.2)}; }
model { t.1 ~ exponential(d[1].2); t.2 ~ normal(0, 1); abs(z - c) ~ normal(0, 1); }
generated quantities { complex_vector[2] f = fft([z, 1]'); tuple(int, tuple(real, real)) g = (d[2].1, (t.1, normal_rng(0, 1))); }
STAN
echo '{"d": [{"1": 3, "2": 1.5}, {"1": 4, "2": 2}], "c": [1, 2]}' > leaves.json
expect 0 '' "$autumn" sample leaves.stan --data leaves.json --seed 1 --draws 100 --warmup 100 --quiet --output leaves
leaves='t:1,t:2.1,t:2.2,z.real,z.imag,a.1:1,a.1:2.1,a.1:2.2,a.2:1,a.2:2.1,a.2:2.2,f.1.real,f.1.imag,f.2.real,f.2.imag,g:1,g:2:1,g:2:2'
expect 0 ",energy__,$leaves\$" cat leaves/chain_1.csv
# a[2] is twice t.1 and -t.2, f[1] is z + 1, and g has the data and t.1.
expect 0 '^100 rows agree$' awk -F, 'function near(a, b) { return (a - b)^2 < 1e-12 * (1 + a * a) }
  /^[-0-9]/ { rows += near($16, 2 * $8) && near($17, -$9) && near($18, -$10) && near($20, $12) && $23 == 4 && near($24, $8) }
  END { print rows " rows agree" }' leaves/chain_1.csv
expect 0 '^a\[2\]\.2\[1\] ' "$autumn" summary leaves/chain_1.csv
echo '{"t": {"1": 1, "2": [0.5, -0.5]}, "z": [1.5, 2]}' > at.json
expect 0 '' "$autumn" density leaves.stan --data leaves.json --at at.json
expect 0 '' "$autumn" sample leaves.stan --data leaves.json --seed 1 --draws 10 --warmup 10 --quiet --init at.json --output leaves2

# Methods beside sampling. The mode of good.stan solves two equations by hand: mu = 700 / (300 + sigma^2), and sigma^3 + 3 sigma^2 = sum (y - mu)^2.
expect 0 '^Optimization terminated normally: $' "$autumn" optimize good.stan --data good.json --seed 1 --output mode.csv
expect 0 '^    Iter      log prob        \|\|dx\|\|      \|\|grad\|\|       alpha      alpha0  # evals  Notes $' "$autumn" optimize good.stan --data good.json --seed 1
expect 0 '^lp__,mu,sigma,next$' cat mode.csv
expect 0 '^# method = optimize$' cat mode.csv
for algorithm in lbfgs bfgs newton; do
  expect 0 '^$' "$autumn" optimize good.stan --data good.json --seed 2 --algorithm $algorithm --quiet --output mode_$algorithm.csv
  expect 0 '^1 row solves them$' awk -F, '/^-/ { mu = $2; s = $3; a = mu * (300 + s * s) - 700; b = s^3 + 3 * s * s - (1 - mu)^2 - (2 - mu)^2 - (4 - mu)^2
    rows += a * a < 1e-6 && b * b < 1e-8 } END { print rows " row solves them" }' mode_$algorithm.csv
done
expect 1 'exists already' "$autumn" optimize good.stan --data good.json --output mode.csv
expect 0 '' "$autumn" optimize good.stan --data good.json --output mode.csv --force --save-iterations --jacobian
expect 1 '--algorithm: `adam` is not one of bfgs, lbfgs, newton' "$autumn" optimize good.stan --data good.json --algorithm adam
expect 1 'init_alpha must be greater than 0, got 0' "$autumn" optimize good.stan --data good.json --init-alpha 0
expect 1 'error: `outside.json`: the value of `sigma` is outside its support' "$autumn" optimize good.stan --data good.json --init outside.json
expect 0 '^mu  *1\.' "$autumn" optimize good.stan --data good.json --init point.json --iterations 1
expect 0 '^sigma .* 1\.00' "$autumn" laplace good.stan --data good.json --seed 1 --mode mode.csv --output laplace.csv
expect 0 '^log_p__,log_q__,mu,sigma,next$' cat laplace.csv
expect 0 '1 chain, 50 draws' "$autumn" laplace good.stan --data good.json --seed 1 --draws 50
printf 'lp__,mu\n1,2\n' > half.csv
expect 1 'half.csv.*there is no column `sigma`' "$autumn" laplace good.stan --data good.json --mode half.csv
cat > plane.stan <<'STAN'
parameters { real a; real b; }
model { a + b ~ normal(0, 1); }
STAN
expect 1 'there is no normal approximation' "$autumn" laplace plane.stan --seed 1
expect 0 '^4 of 4 paths, Pareto k' "$autumn" pathfinder good.stan --data good.json --seed 1 --output paths.csv
expect 0 '^lp_approx__,lp__,path__,mu,sigma,next$' cat paths.csv
expect 0 '^# Elapsed Time: .* seconds \(Pathfinders\)$' cat paths.csv
expect 0 '1 chain, 80 draws' "$autumn" pathfinder good.stan --data good.json --seed 1 --paths 2 --path-draws 40 --no-resampling
for algorithm in meanfield fullrank; do
  expect 0 'ELBO CONVERGED' "$autumn" variational good.stan --data good.json --seed 1 --algorithm $algorithm --output $algorithm.csv
  expect 0 '^lp__,log_p__,log_g__,mu,sigma,next$' cat $algorithm.csv
  expect 0 '^# eta = ' cat $algorithm.csv
  expect 0 '^1001$' grep -cv '^#\|lp__' $algorithm.csv
done
expect 1 'eta must be greater than 0' "$autumn" variational good.stan --data good.json --eta -1
cat > impossible.stan <<'STAN'
parameters { real x; }
model { if (x < 10) reject("no"); }
STAN
for command in optimize pathfinder variational laplace; do
  expect 1 'Initialization between' "$autumn" $command impossible.stan --seed 1
done
echo 'generated quantities { real x = normal_rng(0, 1); }' > nothing.stan
for command in optimize pathfinder variational laplace; do
  expect 0 '^x ' "$autumn" $command nothing.stan --seed 1
done

# Ctrl-C: the run ends by itself, says so, and its files can be read. Shells let what runs in the background ignore it.
await() {  # await COMMAND...: until it succeeds, or for a minute
  for _ in $(seq 600); do "$@" && return; sleep 0.1; done
}
env --default-signal=INT "$write_csv" interrupted forever > log 2>&1 &
await test -s interrupted/chain_1.csv
kill -INT $!
wait $!
status=$?
[ $status -eq 0 ] || { echo "FAILED: an interrupted run ends with $status"; cat log; failures=$((failures + 1)); }
expect 0 'Interrupted' cat log
expect 0 '^mu ' "$autumn" summary interrupted/chain_1.csv

env --default-signal=INT "$autumn" sample good.stan --data good.json --seed 1 --refresh 0 --draws 200000 --thin 1000 --output stopped > log 2>&1 &
await test -s stopped/chain_1.csv
kill -INT $!
wait $!
status=$?
[ $status -eq 130 ] || { echo "FAILED: an interrupted sample ends with $status"; cat log; failures=$((failures + 1)); }
expect 0 'Interrupted' cat log
expect 0 '^sigma ' "$autumn" summary stopped/chain_1.csv

# A tuple is named as a whole, or by its parts.
echo 'parameters { tuple(real, real) t; real x; } model { t.1 ~ normal(0, 1); t.2 ~ normal(0, 1); x ~ normal(t.1 + t.2, 1); }' > tuple.stan
expect 0 '1 collapsed .* 2 sampled' "$autumn" explain tuple.stan --keep t
expect 0 '2 collapsed .* 1 sampled' "$autumn" explain tuple.stan --keep t:1
expect 1 'there is no parameter `u`' "$autumn" explain tuple.stan --keep u

echo 'parameters { real x; } model { target <- x; }' > arrow.stan
expect 1 'write: .*target \+= x;' "$autumn" check arrow.stan

[ $failures -eq 0 ]
