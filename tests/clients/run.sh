#!/usr/bin/env bash
# Runs the tests of the clients on a directory shaped like CmdStan, with an old and the newest cmdstanpy.
#
# usage: tests/clients/run.sh CMDSTAN_DIR WORK_DIR [PYTEST_ARGUMENT ...]
#
# The environments are kept in WORK_DIR/environments. CMDSTANPY_VERSIONS, if set, says which versions to run instead.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cmdstan="$(cd "$1" && pwd)"
mkdir -p "$2"
work="$(cd "$2" && pwd)"
shift 2
failed=0
for version in ${CMDSTANPY_VERSIONS:-1.2.5 1.3.0}; do
  # Without PyPI there is no client to test with: exit code 77 says so.
  python="$("$here/environment.sh" "$work/environments" "$version")" || exit 77
  echo "cmdstanpy $version, CMDSTAN=$cmdstan"
  rm -rf "$work/cmdstanpy-$version"
  CMDSTAN="$cmdstan" PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest "$here" -q -p no:cacheprovider --basetemp="$work/cmdstanpy-$version" "$@" || failed=1
done
exit "$failed"
