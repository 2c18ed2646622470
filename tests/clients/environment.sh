#!/usr/bin/env bash
# Makes the Python environment in which one version of cmdstanpy is tested, and prints its interpreter; one that is there already is used again.
# All versions share what they stand on, which takes longest to install.
#
# usage: tests/clients/environment.sh DIRECTORY VERSION
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
mkdir -p "$1"
root="$(cd "$1" && pwd)"
shared="$root/shared"
target="$root/cmdstanpy-$2"
wanted="$(cat "$here/requirements.txt")"
# What was asked for is written last, so that a half-made environment is made again.
if [ ! -f "$shared/made-of.txt" ] || [ "$(cat "$shared/made-of.txt")" != "$wanted" ]; then
  rm -rf "$shared" "$root"/cmdstanpy-*
  python3 -m venv "$shared" >&2
  "$shared/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt" >&2
  echo "$wanted" > "$shared/made-of.txt"
fi
if [ ! -f "$target/made-of.txt" ]; then
  rm -rf "$target"
  "$shared/bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$target/site" "cmdstanpy==$2" >&2
  mkdir -p "$target/bin"
  printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "$@"\n' "$target/site" "$shared/bin/python" > "$target/bin/python"
  chmod +x "$target/bin/python"
  echo "$2" > "$target/made-of.txt"
fi
echo "$target/bin/python"
