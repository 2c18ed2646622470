#!/usr/bin/env bash
# Runs the notebook that has PyMC beside us in an environment that has PyMC, which is large: the quick tests do without it.
#
# usage: tests/python/beside_pymc.sh BUILD
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
build="$(cd "$1" && pwd)"
AUTUMN_TEST_PYTHON="$("$here/../../python/environment" "$build/python_peers/pymc" python3 "$here/../../bench/python_peers/pymc.txt")" || exit 77
export AUTUMN_TEST_PYTHON
exec "$here/run.sh" "$build" -k mixed_model
