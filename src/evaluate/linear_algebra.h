// This header declares products, factorisations and solves that take no memory but what they are
// given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "expr/graph.h"
#include "expr/operation.h"

namespace autumn::evaluate {

// How many numbers an operation needs beside its result.
[[nodiscard]] std::size_t scratch_size(const expr::Graph& graph, expr::NodeId id);

// Everything an operation of linear algebra reads and writes.
struct LinearWork {
  std::uint32_t flags = 0;
  expr::Shape shape;  // of the result
  std::span<const expr::Operand> operands;
  std::span<double> out;
  std::span<double> scratch;
};

void multiply(const LinearWork& work);
// NaN everywhere if the matrix is not positive definite.
void factorise(const LinearWork& work);
void solve_triangular(const LinearWork& work);
void solve_general(const LinearWork& work);
void log_abs_determinant(const LinearWork& work);

}  // namespace autumn::evaluate
