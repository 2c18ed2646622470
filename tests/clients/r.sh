#!/usr/bin/env bash
# Runs the tests of cmdstanr and brms on a directory shaped like CmdStan; exit code 77 if R or one of the packages is not installed.
#
# usage: tests/clients/r.sh CMDSTAN_DIR WORK_DIR
#
# Debian has r-base-core, r-cran-brms, r-cran-posterior, r-cran-loo and r-cran-bayesplot. It does not have cmdstanr, whose author distributes it apart
# from CRAN; whoever has installed it says where by R_LIBS. Debian 12's posterior (1.4.0) and jsonlite (1.8.4) are too old for cmdstanr 0.9.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cmdstan="$(cd "$1" && pwd)"
mkdir -p "$2"
work="$(cd "$2" && pwd)"
if ! Rscript -e 'quit(status = !all(sapply(c("cmdstanr", "posterior", "brms", "loo"), requireNamespace, quietly = TRUE)))' >/dev/null 2>&1; then
  echo "R, cmdstanr, posterior, brms or loo is not installed: nothing was tested"
  exit 77
fi
failed=0
for script in cmdstanr brms docs; do
  rm -rf "$work/$script"
  mkdir -p "$work/$script"
  CMDSTAN="$cmdstan" Rscript --vanilla "$here/$script.R" "$here" "$work/$script" || failed=1
done
exit "$failed"
