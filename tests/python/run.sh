#!/usr/bin/env bash
# Makes the wheel of the Python package, installs it beside nothing else, and runs its tests.
#
# usage: tests/python/run.sh BUILD [PYTEST_ARGUMENT ...]
#
# AUTUMN_TEST_PYTHON is the interpreter of another environment that has pytest, for the tests only. AUTUMN_PYTHON is another Python, for
# which everything is made in BUILD/python-VERSION, with the packages of AUTUMN_REQUIREMENTS.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$(cd "$1" && pwd)"
shift
place="$build/python"
other=()
if [ -n "${AUTUMN_PYTHON:-}" ]; then
  place="$build/python-$("$AUTUMN_PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')"
  other=("$AUTUMN_PYTHON" "$place" ${AUTUMN_REQUIREMENTS:+"$AUTUMN_REQUIREMENTS"})
fi
wheel="$("$here/../../python/make-wheel" "$build" "${other[@]}")" || exit $?
python="$place/environment/bin/python"
site="$place/installed"
rm -rf "$site"
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$site" "$wheel"
cd "$here"
AUTUMN="$build/autumn" AUTUMN_WHEEL="$wheel" PYTHONPATH="$site" PYTHONDONTWRITEBYTECODE=1 \
  exec timeout --kill-after=10 800 "${AUTUMN_TEST_PYTHON:-$python}" -m pytest "$here" -q -p no:cacheprovider --basetemp="$place/pytest" --timeout=300 "$@"
