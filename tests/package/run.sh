#!/usr/bin/env bash
# Builds and runs the consumer project. Usage: run.sh subdirectory|installed SOURCE_DIR BUILD_DIR WORK_DIR
set -euo pipefail
how=$1 source=$2 build=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
if [ "$how" = subdirectory ]; then
  # No optimisation: the point is that it builds and links.
  cmake -S "$source/tests/package/consumer" -B "$work/build" -DAUTUMN_SOURCE="$source" -DCMAKE_BUILD_TYPE=Debug
else
  cmake --install "$build" --prefix "$work/prefix"
  cmake -S "$source/tests/package/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release
fi
cmake --build "$work/build" --target consumer -j "$(nproc)"
"$work/build/consumer"
