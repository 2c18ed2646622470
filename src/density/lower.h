// Lowering turns a model into graphs over one unconstrained vector.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "expr/graph.h"
#include "model/model.h"

namespace autumn::density {

// Where the unconstrained numbers of a variable lie.
struct Slice {
  std::size_t start = 0;
  std::size_t size = 0;

  bool operator==(const Slice&) const = default;
};

// Whether a density is one of the unconstrained numbers, as sampling needs it, or that of the
// declared variables as it is written, whose mode does not depend on the transforms.
enum class Jacobian { kIncluded, kLeftOut };

// Both graphs have the single input `unconstrained`, a vector of `dimension` numbers.
struct Lowered {
  // One output: the log density, with all constants, and with log Jacobians unless they are left
  // out.
  expr::Graph density;
  // The value of every variable, then of every output of the model, on the scale the user declared.
  expr::Graph values;
  std::vector<Slice> slices;  // of the variables, in their order
  std::size_t dimension = 0;
};

[[nodiscard]] Lowered lower(const model::Model& model, Jacobian jacobian = Jacobian::kIncluded);

// Where the variables lie, then the two graphs.
[[nodiscard]] std::string to_text(const Lowered& lowered);

// Places follow each other and fill the vector, which both graphs read; the density is one number,
// and every place has a value. An error here is ours.
[[nodiscard]] Status check(const Lowered& lowered);

// The density with its gradient, after all passes of passes/list.h but those named: outputs {log
// density, gradient}. This is what is prepared for speed.
[[nodiscard]] expr::Graph value_and_gradient(const Lowered& lowered,
                                             const std::vector<std::string>& without_passes = {});

// Of such a graph the log density alone, without what only the gradient needs.
[[nodiscard]] expr::Graph value_alone(const expr::Graph& value_and_gradient);

}  // namespace autumn::density
