// The tables of vector kernels.
#include "evaluate/vector/kernels.h"

#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {

// Each in the file of its name.
void add_elementwise(VectorKernels& kernels);
void add_gamma(VectorKernels& kernels);
void add_reductions(VectorKernels& kernels);
void add_log_sums(VectorKernels& kernels);

static const VectorKernels* table() {
  static const VectorKernels kKernels = [] {
    VectorKernels kernels;
    add_elementwise(kernels);
    add_gamma(kernels);
    add_reductions(kernels);
    add_log_sums(kernels);
    return kernels;
  }();
  return &kKernels;
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace autumn::evaluate {

const VectorKernels* vector_kernels(InstructionSet set) {
  switch (set) {
#if HWY_TARGETS & HWY_SCALAR
    case InstructionSet::kBaseline: return N_SCALAR::table();
#elif HWY_TARGETS & HWY_EMU128
    case InstructionSet::kBaseline: return N_EMU128::table();
#endif
#if HWY_TARGETS & HWY_SSE4
    case InstructionSet::kSse4: return N_SSE4::table();
#endif
#if HWY_TARGETS & HWY_NEON
    case InstructionSet::kNeon: return N_NEON::table();
#endif
#if HWY_TARGETS & HWY_AVX2
    case InstructionSet::kAvx2: return N_AVX2::table();
#endif
#if HWY_TARGETS & HWY_AVX3
    case InstructionSet::kAvx512: return N_AVX3::table();
#endif
    default: return nullptr;
  }
}

}  // namespace autumn::evaluate

#endif  // HWY_ONCE
