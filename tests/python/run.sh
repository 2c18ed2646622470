#!/usr/bin/env bash
# Makes the wheel of the Python package, installs it beside nothing else, and runs its tests.
#
# usage: tests/python/run.sh BUILD [PYTEST_ARGUMENT ...]
#
# AUTUMN_TEST_PYTHON is the interpreter of another environment that has pytest, for the tests only.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$(cd "$1" && pwd)"
shift
wheel="$("$here/../../python/make-wheel" "$build")" || exit $?
python="$build/python/environment/bin/python"
site="$build/python/installed"
rm -rf "$site"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$site" "$wheel"
cd "$here"
AUTUMN="$build/autumn" AUTUMN_WHEEL="$wheel" PYTHONPATH="$site" PYTHONDONTWRITEBYTECODE=1 \
  exec timeout --kill-after=10 800 "${AUTUMN_TEST_PYTHON:-$python}" -m pytest "$here" -q -p no:cacheprovider --basetemp="$build/python/pytest" --timeout=300 "$@"
