// Scales, cells, and the fronts above them; and back.
#include "gaussian/batched.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "gaussian/adjoint_work.h"
#include "gaussian/batch_work.h"
#include "gaussian/plain.h"

namespace autumn::gaussian {
namespace {

Memory<double> plain_memory(const Batches& batches, double* base) {
  double* reflectors = base + batches.reflectors;
  return {base + batches.matrices, reflectors, reflectors + batches.reflectors_count,
          base + kHeader, base + batches.work};
}

CellContext context_of(const Batches& batches, const CellGroup& group, const Inputs& inputs,
                       double* base) {
  CellContext context{.numbers = batches.numbers.data(),
                      .slots = batches.slots.data(),
                      .coefficients = inputs.coefficients.data(),
                      .constants = inputs.constants.data(),
                      .inverse_scales = base + kHeader,
                      .lanes = base + group.memory,
                      .matrices = base + batches.matrices,
                      .tall = nullptr,
                      .tall_rows = 0};
  if (group.parent == ParentKind::kTall) {
    const Tall& tall = batches.talls[group.tall];
    context.tall = memory_of(batches, tall, base).front + group.tall_row;
    context.tall_rows = tall.rows;
  }
  return context;
}

// The first multiple of 64 bytes at or after p, counted in numbers.
std::size_t to_boundary(const double* p) {
  const auto past = reinterpret_cast<std::uintptr_t>(p) % (kLanes * sizeof(double));
  return past == 0 ? 0 : kLanes - past / sizeof(double);
}

class Forward {
 public:
  Forward(const Block& block, const Symbolic& symbolic, const Inputs& inputs, double* base)
      : block_(block),
        symbolic_(symbolic),
        batches_(symbolic.batches),
        inputs_(inputs),
        base_(base),
        plain_(block, symbolic, inputs, plain_memory(batches_, base)) {}

  std::optional<Parts> run() {
    std::fill_n(base_ + batches_.matrices, batches_.matrices_size, 0.0);
    take_scales({.scales = inputs_.scales,
                 .is_once = batches_.is_once.data(),
                 .rest = batches_.scale_rest.data(),
                 .inverse = base_ + kHeader},
                totals_);
    for (const Tall& tall : batches_.talls) clear(tall);
    for (const CellGroup& group : batches_.groups) {
      eliminate_cells(group, context_of(batches_, group, inputs_, base_), totals_);
    }
    plain_.add_empty_rows();
    for (const Front& front : batches_.fronts) eliminate(front);
    return finish();
  }

 private:
  // Rows of cells are written as a whole, others number by number.
  void clear(const Tall& tall) const {
    double* front = memory_of(batches_, tall, base_).front;
    for (std::size_t j = 0; j <= tall.pivots; ++j) {
      std::fill(front + j * tall.rows + tall.cell_rows, front + (j + 1) * tall.rows, 0.0);
    }
  }

  void eliminate(const Front& front) {
    if (front.tall != kNoFront) {
      const Tall& tall = batches_.talls[front.tall];
      const TallMemory<double> memory = memory_of(batches_, tall, base_);
      for (std::size_t i = 0; i < front.own_rows; ++i) {
        plain_.fill(symbolic_.row_order[front.first_row + i], {memory.front, 1, tall.rows},
                    tall.own_row + i, front.columns);
      }
      reduce_tall(tall, memory, totals_);
    } else if (front.is_root()) {
      plain_.eliminate(front, {}, 0);
    } else {
      const Front& parent = batches_.fronts[front.parent];
      plain_.eliminate(front, matrix_of(parent), parent.columns);
    }
  }

  [[nodiscard]] Strided matrix_of(const Front& front) const {
    if (front.tall == kNoFront) {
      return {base_ + batches_.matrices + front.matrix, front.width(), 1};
    }
    const Tall& tall = batches_.talls[front.tall];
    return {memory_of(batches_, tall, base_).front, 1, tall.rows};
  }

  [[nodiscard]] std::optional<Parts> finish() const {
    double product = 1.0;
    std::int64_t powers = 0;
    std::int64_t is_moderate = -1;
    for (std::size_t l = 0; l < kLanes; ++l) {
      product *= totals_.product[l];
      powers += totals_.powers[l];
      is_moderate &= totals_.is_moderate[l];
    }
    double logs = std::log(product) + static_cast<double>(powers) * std::numbers::ln2;
    if (!batches_.fronts.empty()) logs += plain_.determinant().log();
    for (const std::uint32_t k : batches_.repeated) {
      logs += block_.scale_count[k] * std::log(inputs_.scales[k]);
    }
    const Parts out{.log_normaliser = block_.constant_term - logs,
                    .rest = sum(totals_.rest) + plain_.rest()};
    const bool is_good =
        is_moderate != 0 && std::isfinite(out.log_normaliser) && std::isfinite(out.rest);
    return is_good ? std::optional(out) : std::nullopt;
  }

  const Block& block_;
  const Symbolic& symbolic_;
  const Batches& batches_;
  const Inputs& inputs_;
  double* base_;
  PlainElimination plain_;
  LaneTotals totals_{.product = spread(1.0),
                     .powers = {},
                     .is_moderate = LaneBits{-1, -1, -1, -1, -1, -1, -1, -1},
                     .rest = spread(0.0)};
};

double* data_or_null(std::span<double> x) {
  return x.empty() ? nullptr : x.data();
}

class Backward {
 public:
  Backward(const AdjointWork& work, double* base)
      : work_(work), batches_(work.symbolic.batches), base_(base) {}

  void run() const {
    for (auto front = work_.fronts.rbegin(); front != work_.fronts.rend(); ++front) {
      front->tall == kNoFront ? visit(work_, *front) : visit_tall(*front);
    }
    for (const CellGroup& group : batches_.groups) visit_cells(group);
    finish_scales({.partials = work_.partials.scales,
                   .count = work_.block.scale_count.data(),
                   .rest = work_.block.scale_rest.data(),
                   .inverse = work_.memory.inverse_scales},
                  work_.seed);
  }

 private:
  void visit_tall(const Front& front) const {
    const Tall& tall = batches_.talls[front.tall];
    const TallMemory<double> memory = memory_of(batches_, tall, base_);
    const bool has_entries = !work_.partials.coefficients.empty() && tall.has_coefficients;
    rotate_tall(tall, memory);
    adjoin_tall(tall, memory, work_.seed, has_entries || tall.has_plain_children);
    for (std::size_t i = 0; i < front.own_rows; ++i) {
      const std::uint32_t row = work_.symbolic.row_order[front.first_row + i];
      const std::size_t place = tall.own_row + i;
      add_row(work_, row, {memory.adjoint + place, 1, tall.rows}, front.columns);
      if (work_.partials.scales.empty()) continue;
      const double* q = memory.rotated + place;
      double squares = 0.0;
      for (std::size_t p = 0; p < tall.pivots; ++p) squares += q[p * tall.rows] * q[p * tall.rows];
      const double e = q[tall.pivots * tall.rows];
      work_.partials.scales[work_.block.scale_slot[row]] +=
          work_.seed.determinant * squares - 2 * work_.seed.rest * e * e;
    }
  }

  void visit_cells(const CellGroup& group) const {
    CellAdjoint adjoint{.seed = work_.seed,
                        .rotated = nullptr,
                        .adjoint = nullptr,
                        .tall_pivots = 0,
                        .work = work_.memory.work,
                        .coefficients = data_or_null(work_.partials.coefficients),
                        .partial_constants = data_or_null(work_.partials.constants),
                        .scales = data_or_null(work_.partials.scales)};
    if (group.parent == ParentKind::kTall) {
      const Tall& tall = batches_.talls[group.tall];
      const TallMemory<double> memory = memory_of(batches_, tall, base_);
      adjoint.rotated = memory.rotated + group.tall_row;
      adjoint.adjoint = memory.adjoint + group.tall_row;
      adjoint.tall_pivots = tall.pivots;
    }
    adjoin_cells(group, context_of(batches_, group, work_.inputs, base_), adjoint);
  }

  const AdjointWork& work_;
  const Batches& batches_;
  double* base_;
};

}  // namespace

std::optional<Parts> eliminate_batched(const Block& block, const Symbolic& symbolic,
                                       const Inputs& inputs, std::span<double> scratch) {
  const std::size_t moved = to_boundary(scratch.data());
  scratch[0] = 1.0;
  scratch[1] = static_cast<double>(moved);
  return Forward(block, symbolic, inputs, scratch.data() + moved).run();
}

void adjoint_batched(const AdjointProblem& problem, const Partials& partials,
                     std::span<double> scratch) {
  double* base = batch_base(scratch);
  const Batches& batches = problem.symbolic.batches;
  const AdjointWork work{.block = problem.block,
                         .symbolic = problem.symbolic,
                         .fronts = batches.fronts,
                         .inputs = problem.inputs,
                         .seed = problem.seed,
                         .partials = partials,
                         .memory = plain_memory(batches, base),
                         .base = base};
  for (const std::uint32_t row : work.symbolic.empty_rows) add_empty_row(work, row);
  Backward(work, base).run();
}

}  // namespace autumn::gaussian
