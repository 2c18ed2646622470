// This file has moves and reductions of whole arrays, kernels, and the way into linear algebra.
#include "evaluate/whole_instructions.h"

#include <algorithm>

#include "evaluate/linear_algebra.h"
#include "evaluate/schedule.h"
#include "evaluate/strip_instructions.h"
#include "evaluate/vector/kernels.h"

namespace autumn::evaluate {
namespace {

using expr::Op;

LinearWork linear(const BoundInstruction& bound) {
  const InstructionDetail& detail = *bound.detail;
  return {.flags = detail.operation.flags,
          .shape = detail.operation.shape,
          .operands = detail.operands,
          .out = detail.out,
          .scratch = detail.scratch};
}

}  // namespace

void run_concat(const BoundInstruction& bound, Strip) {
  for (const Move& move : bound.detail->moves) copy_numbers(move.from, move.count, move.to);
}

void run_repeat_rows(const BoundInstruction& bound, Strip) {
  const expr::Shape shape = bound.detail->operation.shape;
  double* to = bound.out;
  for (std::size_t j = 0; j < shape.cols; ++j) to = std::fill_n(to, shape.rows, bound.in[0][j]);
}

void run_repeat_cols(const BoundInstruction& bound, Strip) {
  const expr::Shape shape = bound.detail->operation.shape;
  double* to = bound.out;
  for (std::size_t j = 0; j < shape.cols; ++j) to = std::copy_n(bound.in[0], shape.rows, to);
}

void run_row_sums(const BoundInstruction& bound, Strip) {
  const expr::Shape shape = bound.detail->operands[0].shape;
  double* __restrict out = bound.out;
  std::fill_n(out, shape.rows, 0.0);
  const double* column = bound.in[0];
  for (std::size_t j = 0; j < shape.cols; ++j, column += shape.rows) {
    for (std::size_t i = 0; i < shape.rows; ++i) out[i] += column[i];
  }
}

void run_col_sums(const BoundInstruction& bound, Strip) {
  const expr::Shape shape = bound.detail->operands[0].shape;
  const double* column = bound.in[0];
  for (std::size_t j = 0; j < shape.cols; ++j, column += shape.rows) {
    bound.out[j] = bound.detail->kernels->sum_of(column, shape.rows);
  }
}

namespace {

// The sum stays in a register: what goes through memory takes twice as long a step.
void sum_along(const double* from, std::size_t count, bool is_reversed, double* to) {
  double sum = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = is_reversed ? count - 1 - k : k;
    sum = k == 0 ? from[i] : sum + from[i];
    to[i] = sum;
  }
}

}  // namespace

// Column by column, so that the rows of a matrix run side by side.
void run_cumulative_sum(const BoundInstruction& bound, Strip) {
  const expr::Operation& operation = bound.detail->operation;
  const bool is_reversed = (operation.flags & expr::flag::kReverse) != 0;
  const std::size_t rows = operation.shape.is_matrix() ? operation.shape.rows : 1;
  const std::size_t cols =
      operation.shape.is_matrix() ? operation.shape.cols : operation.shape.rows;
  if (rows == 1) return sum_along(bound.in[0], cols, is_reversed, bound.out);
  const double* before = nullptr;
  for (std::size_t k = 0; k < cols; ++k) {
    const std::size_t start = rows * (is_reversed ? cols - 1 - k : k);
    const double* from = bound.in[0] + start;
    double* to = bound.out + start;
    for (std::size_t i = 0; i < rows; ++i)
      to[i] = before == nullptr ? from[i] : before[i] + from[i];
    before = to;
  }
}

void run_kernel(const BoundInstruction& bound, Strip) {
  const InstructionDetail& detail = *bound.detail;
  detail.operation.kernel->evaluate(detail.kernel_operands, detail.kernel_outputs, detail.scratch);
}

void run_matmul(const BoundInstruction& bound, Strip) {
  multiply(linear(bound));
}

void run_cholesky(const BoundInstruction& bound, Strip) {
  factorise(linear(bound));
}

void run_tri_solve(const BoundInstruction& bound, Strip) {
  solve_triangular(linear(bound));
}

void run_solve(const BoundInstruction& bound, Strip) {
  solve_general(linear(bound));
}

void run_log_abs_det(const BoundInstruction& bound, Strip) {
  log_abs_determinant(linear(bound));
}

void run_reference(const BoundInstruction& bound, Strip) {
  expr::evaluate(bound.detail->operation, bound.detail->operands, bound.detail->out);
}

BoundInstruction::Run run_for(const expr::Graph& graph, expr::NodeId id,
                              const InstructionDetail& detail) {
  const bool is_range = detail.operation.index != nullptr && detail.operation.index->is_range();
  const bool is_sorted = !detail.segment_ends.empty();
  const VectorKernels& kernels = *detail.kernels;
  switch (graph.op(id)) {
    case Op::kSum: return kernels.sum;
    case Op::kDot: return kernels.dot;
    case Op::kGather:
      if (is_range) return run_gather_range;
      return is_sorted ? kernels.gather_segments : run_gather;
    case Op::kScatterAdd:
      if (is_range) return run_scatter_range;
      return is_sorted ? kernels.segment_sums : run_scatter;
    case Op::kConcat: return run_concat;
    case Op::kRepeatRows: return run_repeat_rows;
    case Op::kRepeatCols: return run_repeat_cols;
    case Op::kRowSums: return run_row_sums;
    case Op::kColSums: return run_col_sums;
    case Op::kCumulativeSum: return run_cumulative_sum;
    case Op::kLogSumExp: return kernels.log_sum_exp;
    case Op::kRowLogSumExp: return kernels.row_log_sum_exp;
    case Op::kKernel: return run_kernel;
    case Op::kMatmul:
      if (is_row_product(graph, id)) return kernels.matrix_vector;
      return is_transposed_row_product(graph, id) ? kernels.transposed_matrix_vector : run_matmul;
    case Op::kCholesky: return run_cholesky;
    case Op::kTriSolve: return run_tri_solve;
    case Op::kSolve: return run_solve;
    case Op::kLogAbsDet: return run_log_abs_det;
    default: return run_reference;
  }
}

}  // namespace autumn::evaluate
