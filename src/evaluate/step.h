// A step: an instruction with its places resolved to addresses in one evaluator's memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/element_kernels.h"
#include "expr/operation.h"

namespace autumn::evaluate {

// What only some steps need; the hot part of a step stays small.
struct StepDetail {
  expr::Operation operation{};
  std::vector<expr::Operand> operands;
  std::span<double> out;
  std::span<double> scratch;
  std::span<const std::uint32_t> segment_ends;  // empty if the index is not sorted
  std::vector<expr::Numbers> kernel_operands;
  std::vector<std::span<double>> kernel_outputs;
};

// Elements [begin, begin + count) of a loop over strips, or all of them.
struct Strip {
  std::size_t begin = 0;
  std::size_t count = 0;
};

struct Step {
  using Run = void (*)(const Step&, Strip);

  ElementKernel kernel = nullptr;  // elementwise operations; otherwise `run`
  Run run = nullptr;
  std::array<const double*, 3> in{};
  double* out = nullptr;
  std::size_t size = 0;  // elements when run at once
  // All bits set where the address advances with the strip, else 0.
  std::array<std::size_t, 3> advance_in{};
  std::size_t advance_out = 0;
  const StepDetail* detail = nullptr;

  [[nodiscard]] const double* in_at(std::size_t k, Strip strip) const {
    return in[k] + (strip.begin & advance_in[k]);
  }
  [[nodiscard]] double* out_at(Strip strip) const { return out + (strip.begin & advance_out); }
};

// The function of a step that is not elementwise.
[[nodiscard]] Step::Run run_for(expr::Op op, const StepDetail& detail);

}  // namespace autumn::evaluate
