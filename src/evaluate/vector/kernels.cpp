// This file holds the tables of vector kernels.
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
void add_log_sum_exp(VectorKernels& kernels);

static const VectorKernels* table() {
  static const VectorKernels kKernels = [] {
    VectorKernels kernels;
    add_elementwise(kernels);
    add_gamma(kernels);
    add_reductions(kernels);
    add_log_sums(kernels);
    add_log_sum_exp(kernels);
    return kernels;
  }();
  return &kKernels;
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::evaluate {

const VectorKernels* vector_kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  return nullptr;
}

}  // namespace autumn::evaluate

#endif  // HWY_ONCE
