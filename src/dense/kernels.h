// Dense linear algebra for every instruction set: the products, factors and inverses that Gaussian
// blocks and graphs with matrices spend their time in.
//
// Nothing here allocates; packed tiles lie on the stack (below 200 kB). Triangles are lower ones,
// and what is above the diagonal is neither read nor written unless it is said.
#pragma once

#include <cstddef>

#include "base/instruction_set.h"
#include "dense/view.h"

namespace autumn::dense {

// From this many rows on these are faster than Eigen, which is compiled for any machine.
inline constexpr std::size_t kFewestRows = 16;

enum class Part { kWhole, kLower };  // which elements of the result are wanted

struct Kernels {
  // c += alpha a b.
  void (*multiply_add)(double alpha, const Operand& a, const Operand& b, const View& c,
                       Part part) = nullptr;
  // a = L L', in the place of a. False if a pivot is not positive and finite, or not above
  // `least_ratio` times its diagonal element: nothing is promised of a then.
  bool (*cholesky)(const View& a, double least_ratio) = nullptr;
  // b = L^-1 b, and b = L^-T b.
  void (*solve_left)(const ConstView& l, const View& b) = nullptr;
  void (*solve_left_transposed)(const ConstView& l, const View& b) = nullptr;
  // b = b L^-T, and b = b L^-1.
  void (*solve_right_transposed)(const ConstView& l, const View& b) = nullptr;
  void (*solve_right)(const ConstView& l, const View& b) = nullptr;
  // The inverse of L, in its place.
  void (*invert_lower)(const View& l) = nullptr;
  // s = X'X for a lower triangle X: from the inverse of a Cholesky factor, the inverse of the
  // matrix. The whole of s is written, and may not overlap X.
  void (*square_of_inverse)(const ConstView& x, const View& s) = nullptr;
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

// Copies what is below the diagonal to above it.
void mirror(const View& a);

}  // namespace autumn::dense
