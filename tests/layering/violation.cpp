// This file may see `base` alone and reaches for `expr`: it must not compile.
#include "expr/graph.h"
