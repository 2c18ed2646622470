// This file chooses which dense kernels run, by instruction set.
#include "dense/kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dense/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "dense/triangle_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::dense::HWY_NAMESPACE {

// The inverse comes as S = X'X; both triangles are filled.
static void whole_square_of_inverse(const ConstView& x, const View& s) {
  square_of_inverse(x, s);
  mirror(s);
}

static const Kernels& table() {
  static const Kernels kKernels{
      .multiply_add = &multiply_add,
      .cholesky = &cholesky,
      .solve_left = &solve_left,
      .solve_left_transposed = &solve_left_transposed,
      .solve_right_transposed = &solve_right_transposed,
      .solve_right = &solve_right,
      .invert_lower = &invert_lower,
      .square_of_inverse = &whole_square_of_inverse,
  };
  return kKernels;
}

}  // namespace autumn::dense::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::dense {

const Kernels& kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

void mirror(const View& a) {
  constexpr std::size_t kTile = 16;
  for (std::size_t j = 0; j < a.cols; j += kTile) {
    for (std::size_t i = j; i < a.rows; i += kTile) {
      for (std::size_t c = j; c < std::min(j + kTile, a.cols); ++c) {
        for (std::size_t r = std::max(i, c + 1); r < std::min(i + kTile, a.rows); ++r) {
          a.at(c, r) = a.at(r, c);
        }
      }
    }
  }
}

}  // namespace autumn::dense

#endif  // HWY_ONCE
