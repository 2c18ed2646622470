#!/usr/bin/env bash
# The ranks of a launcher find each other and exchange bytes, and say what is wrong where they do not.
# Usage: ranks.sh PROBE SHIM
set -euo pipefail
probe=$1 shim=$2
if ! command -v mpirun >/dev/null || [ ! -e "$shim" ]; then
  echo "skipped: Open MPI is not here (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none

expect() {  # expect TEXT COMMAND...: what the command says has the text in it
  local text=$1 said
  shift
  said=$("$@" 2>&1) || true
  grep -qF "$text" <<<"$said" || { echo "no \`$text\` in what $* said:"; echo "$said"; exit 1; }
}

expect "alone" "$probe"
expect "4 ranks, right" env AUTUMN_MPI="$shim" mpirun -n 4 "$probe"
expect "has lost the other ranks" env AUTUMN_MPI=/bin/true mpirun -n 2 "$probe"
expect "cannot start" env AUTUMN_MPI=/nowhere mpirun -n 2 "$probe"
expect "alone" env AUTUMN_MPI=off mpirun -n 2 "$probe"
