#!/usr/bin/env bash
# Makes the Python environment in which one version of cmdstanpy is tested, and prints its interpreter; one that is there already is used again.
#
# usage: tests/clients/environment.sh DIRECTORY VERSION
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
target="$1/cmdstanpy-$2"
wanted="$(cat "$here/requirements.txt"; echo "cmdstanpy==$2")"
# What was asked for is written last, so that a half-made environment is made again.
if [ ! -f "$target/made-of.txt" ] || [ "$(cat "$target/made-of.txt")" != "$wanted" ]; then
  rm -rf "$target"
  mkdir -p "$1"
  python3 -m venv "$target" >&2
  "$target/bin/pip" install --quiet --disable-pip-version-check --requirement <(echo "$wanted") >&2
  echo "$wanted" > "$target/made-of.txt"
fi
echo "$target/bin/python"
