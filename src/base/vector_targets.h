// This header says which of Highway's targets we compile; it is to be included before any header
// of Highway.
#pragma once

// Four on x86 are enough: what lies between SSE4 and AVX2, or beyond the first AVX-512, would add
// code but no speed to double precision. Vectors of unknown length (SVE) would change sums.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
