#!/usr/bin/env bash
# Runs all tests of the Python package with ArviZ 1, which needs Python 3.12 or later, and with the stable interface that begins there.
# Skipped where there is no such Python. AUTUMN_PYTHON names one.
#
# usage: tests/python/arviz_1.sh BUILD [PYTEST_ARGUMENT ...]
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
for candidate in "${AUTUMN_PYTHON:-}" python3.12 python3.13 python3 "$HOME"/.pyenv/versions/3.12*/bin/python3; do
  if [ -n "$candidate" ] && "$candidate" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 12))' 2> /dev/null; then
    export AUTUMN_PYTHON="$candidate" AUTUMN_REQUIREMENTS="$here/arviz_1.txt"
    exec "$here/run.sh" "$@"
  fi
done
echo "there is no Python 3.12 or later here" >&2
exit 77
