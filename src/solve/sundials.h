// This header owns what SUNDIALS hands out.
#pragma once

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"

namespace autumn::solve::sundials {

struct FreeContext {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct FreeVector {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeSolver {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
template <typename Handle, typename Free>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

using Context = Owned<SUNContext, FreeContext>;
using Vector = Owned<N_Vector, FreeVector>;
using Matrix = Owned<SUNMatrix, FreeMatrix>;
using LinearSolver = Owned<SUNLinearSolver, FreeSolver>;

[[nodiscard]] inline Context make_context() {
  SUNContext context = nullptr;
  AUTUMN_CHECK(SUNContext_Create(nullptr, &context) == 0, "SUNDIALS has a context");
  return Context(context);
}

// A vector over numbers of ours.
[[nodiscard]] inline Vector view(std::span<double> numbers, SUNContext context) {
  return Vector(N_VMake_Serial(static_cast<sunindextype>(numbers.size()), numbers.data(), context));
}

struct Columns {
  std::vector<Vector> owned;
  std::vector<N_Vector> handles;

  void add(std::span<double> numbers, SUNContext context) {
    owned.push_back(view(numbers, context));
    handles.push_back(owned.back().get());
  }
};

[[nodiscard]] inline std::span<double> numbers(N_Vector vector) {
  return {N_VGetArrayPointer(vector), static_cast<std::size_t>(N_VGetLength(vector))};
}

inline void be_silent(int, const char*, const char*, char*, void*) {}

}  // namespace autumn::solve::sundials
