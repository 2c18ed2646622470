// This header leads from an instruction set to what was compiled for it; it is to be included
// after Highway's headers.
#pragma once

#include "base/instruction_set.h"

#if HWY_TARGETS & HWY_SSE4
#define AUTUMN_SSE4_CASE(what) \
  case InstructionSet::kSse4: return N_SSE4::what;
#else
#define AUTUMN_SSE4_CASE(what)
#endif
#if HWY_TARGETS & HWY_NEON
#define AUTUMN_NEON_CASE(what) \
  case InstructionSet::kNeon: return N_NEON::what;
#else
#define AUTUMN_NEON_CASE(what)
#endif
#if HWY_TARGETS & HWY_AVX2
#define AUTUMN_AVX2_CASE(what) \
  case InstructionSet::kAvx2: return N_AVX2::what;
#else
#define AUTUMN_AVX2_CASE(what)
#endif
#if HWY_TARGETS & HWY_AVX3
#define AUTUMN_AVX512_CASE(what) \
  case InstructionSet::kAvx512: return N_AVX3::what;
#else
#define AUTUMN_AVX512_CASE(what)
#endif
#if HWY_TARGETS & HWY_SCALAR
#define AUTUMN_BASELINE_CASE(what) \
  case InstructionSet::kBaseline: return N_SCALAR::what;
#elif HWY_TARGETS & HWY_EMU128
#define AUTUMN_BASELINE_CASE(what) \
  case InstructionSet::kBaseline: return N_EMU128::what;
#else
#define AUTUMN_BASELINE_CASE(what)
#endif

// Returns `what` of the namespace of the instruction set, if it was compiled.
#define AUTUMN_RETURN_FOR(set, what) \
  switch (set) {                     \
    AUTUMN_BASELINE_CASE(what)       \
    AUTUMN_SSE4_CASE(what)           \
    AUTUMN_NEON_CASE(what)           \
    AUTUMN_AVX2_CASE(what)           \
    AUTUMN_AVX512_CASE(what)         \
    default: break;                  \
  }
