// A matrix function is a function of one matrix with its Jacobian, for values and for the graph.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string_view>

#include "trace/builtin.h"

namespace autumn::trace {

struct MatrixFunction {
  std::string_view name;
  // Writes the value, and the Jacobian (elements of the value by elements of the argument) if it is
  // wanted.
  // An empty value and a null Jacobian are not wanted.
  void (*evaluate)(const Eigen::Map<const Eigen::MatrixXd>& a, std::span<double> value,
                   Eigen::Map<Eigen::MatrixXd>* jacobian);
};

// The function of `a`, with these dims and the type of the call.
[[nodiscard]] Value apply(const BuiltinCall& call, const MatrixFunction& function, const Value& a,
                          Dims dims);

}  // namespace autumn::trace
