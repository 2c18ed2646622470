// This file eliminates a block from the leaves to the roots.
#include "gaussian/eliminate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "gaussian/adjoint.h"
#include "gaussian/front_work.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian {
namespace {

class Elimination {
 public:
  Elimination(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
              std::span<double> scratch)
      : block_(block), symbolic_(symbolic), inputs_(inputs), memory_(memory_of(symbolic, scratch)) {
    AUTUMN_CHECK(inputs.coefficients.size() == block.coefficients &&
                     inputs.constants.size() == block.constants &&
                     inputs.scales.size() == block.scales,
                 "a Gaussian block gets the numbers it was declared with");
    AUTUMN_CHECK(scratch.size() >= fronts_scratch_size(symbolic),
                 "a Gaussian block gets its scratch");
  }

  Parts run() {
    std::fill_n(memory_.matrices, symbolic_.matrices, 0.0);
    take_scales();
    for (const std::uint32_t row : symbolic_.empty_rows) {
      const double f = constant_of(block_, inputs_, row) * row_factor(block_, memory_, row);
      rest_ += f * f;
    }
    for (const Front& front : symbolic_.fronts) eliminate(front);
    const double log_determinant = determinant_.log();
    // No finite determinant: nothing to integrate over. Infinity would look like a good point.
    const double log_normaliser = std::isfinite(log_determinant)
                                      ? block_.constant_term - log_scales_ - log_determinant
                                      : std::numeric_limits<double>::quiet_NaN();
    return {.log_normaliser = log_normaliser, .rest = rest_};
  }

 private:
  void take_scales() {
    LogProduct once;
    for (std::size_t k = 0; k < block_.scales; ++k) {
      const double scale = inputs_.scales[k];
      const double inverse = 1.0 / scale;
      memory_.inverse_scales[k] = inverse;
      if (block_.scale_count[k] == 1.0) {
        once.multiply(scale);
      } else if (block_.scale_count[k] != 0.0) {
        log_scales_ += block_.scale_count[k] * std::log(scale);
      }
      if (block_.scale_rest[k] != 0.0) rest_ += block_.scale_rest[k] * inverse * inverse;
    }
    log_scales_ += once.log();
  }

  void eliminate(const Front& front) {
    if (front.rows == 0) {
      determinant_.multiply(0.0);
      return;
    }
    const Matrix a{memory_.matrices + front.matrix, front.width()};
    assemble(front, a);
    front.reflectors == 1 ? reduce_once(front, a) : reduce_all(front, a);
    for (std::size_t p = 0; p < front.pivots; ++p) determinant_.multiply(std::abs(a.at(p, p)));
    front.is_root() ? add_rest(front, a) : hand_on(front, a);
  }

  void assemble(const Front& front, const Matrix& a) const {
    for (std::size_t i = front.first_row; i < front.first_row + front.own_rows; ++i) {
      const std::uint32_t row = symbolic_.row_order[i];
      double* to = a.row(symbolic_.row_place[i]);
      const double factor = row_factor(block_, memory_, row);
      for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
        to[symbolic_.entry_column[e]] += coefficient_of(block_, inputs_, e) * factor;
      }
      to[front.columns] = constant_of(block_, inputs_, row) * factor;
    }
  }

  // What most fronts of hierarchies and chains need, without any ceremony.
  void reduce_once(const Front& front, const Matrix& a) const {
    const Reflector r{0, front.rows};
    const std::size_t top = largest_row(a, r);
    swap_rows(a, 0, top, {0, a.stride});
    const double tau = make_reflector(a, r);
    reflect(a, r, tau, a, {1, a.stride});
    memory_.swaps[front.reflector] = static_cast<double>(top);
    memory_.taus[front.reflector] = tau;
  }

  void reduce_all(const Front& front, const Matrix& a) const {
    for (std::size_t p = 0; p < front.reflectors; p += group_size(front, p)) {
      reduce(panel(front, a, p));
    }
  }

  [[nodiscard]] Panel panel(const Front& front, const Matrix& a, std::size_t first) const {
    Panel out{.a = a,
              .columns = a.stride,
              .first = first,
              .size = group_size(front, first),
              .ends = {},
              .taus = memory_.taus + front.reflector + first,
              .swaps = memory_.swaps + front.reflector + first,
              .packed = memory_.work};
    for (std::size_t k = 0; k < out.size; ++k) {
      out.ends[k] = reflector(symbolic_, front, first + k).end;
    }
    return out;
  }

  void add_rest(const Front& front, const Matrix& a) {
    for (std::size_t i = front.pivots; i < front.rows; ++i) {
      rest_ += a.at(i, front.columns) * a.at(i, front.columns);
    }
  }

  void hand_on(const Front& front, const Matrix& a) const {
    const Front& parent = symbolic_.fronts[front.parent];
    const Matrix to{memory_.matrices + parent.matrix, parent.width()};
    const std::uint32_t* place = symbolic_.parent_column.data() + front.first_column;
    for (std::size_t k = 0; k < front.leftover; ++k) {
      const std::size_t i = front.pivots + k;
      double* row = to.row(front.parent_row + k);
      for (std::size_t j = first_nonzero(front, i); j < front.columns; ++j)
        row[place[j]] = a.at(i, j);
      row[parent.columns] = a.at(i, front.columns);
    }
  }

  const Block& block_;
  const Symbolic& symbolic_;
  const Inputs& inputs_;
  Memory<double> memory_;
  LogProduct determinant_;
  double log_scales_ = 0.0;
  double rest_ = 0.0;
};

constexpr AdjointSeed kOfValue{.rest = -0.5, .determinant = 1.0};
constexpr AdjointSeed kOfRest{.rest = 1.0, .determinant = 0.0};
constexpr AdjointSeed kOfNormaliser{.rest = 0.0, .determinant = 1.0};

// The value, with partials if any are wanted, by a faster way than fronts, if it has an answer.
std::optional<Parts> by_fast_way(const AdjointProblem& problem, const Partials& partials,
                                 std::span<double> scratch) {
  const Symbolic& symbolic = problem.symbolic;
  const Seed seed{-2 * problem.seed.rest, problem.seed.determinant};
  if (symbolic.whitened) {
    return gaussian::parts_and_partials(
        WhitenedProblem{*symbolic.whitened, problem.inputs, scratch}, seed, partials);
  }
  if (symbolic.centred) {
    return gaussian::parts_and_partials(CentredProblem{*symbolic.centred, problem.inputs, scratch},
                                        seed, partials);
  }
  return gaussian::parts_and_partials(WaysProblem{problem.block, symbolic, problem.inputs, scratch},
                                      seed, partials);
}

// Scales that are no scales have no answer, and need none that takes long. Fronts of some 10^10
// operations would take many seconds, again and again at the start of a chain that was begun far
// from where it belongs: points where normal equations have no answer are then rejected, as a
// matrix that can not be factored is.
bool is_beyond_fronts(const AdjointProblem& problem) {
  constexpr double kMostOperations = 1e10;
  const Symbolic& symbolic = problem.symbolic;
  const auto is_scale = [](double s) { return s > 0.0 && std::isfinite(s); };
  return !std::ranges::all_of(problem.inputs.scales, is_scale) ||
         ((symbolic.equations || symbolic.centred || symbolic.whitened) &&
          symbolic.flops > kMostOperations);
}

Parts no_answer(const Partials& partials) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const std::span<double> out : {partials.coefficients, partials.constants, partials.scales}) {
    std::ranges::fill(out, kNaN);
  }
  return {.log_normaliser = kNaN, .rest = kNaN};
}

// The given memory, or more where that is not enough.
std::span<double> enough_for_fronts(const Symbolic& symbolic, std::span<double> scratch,
                                    std::vector<double>& more) {
  const std::size_t size = fronts_scratch_size(symbolic);
  if (scratch.size() >= size) return scratch;
  more.resize(size);
  return more;
}

Parts with_partials(const AdjointProblem& problem, const Partials& partials,
                    std::span<double> scratch) {
  if (const auto fast = by_fast_way(problem, partials, scratch)) return *fast;
  if (is_beyond_fronts(problem)) return no_answer(partials);
  std::vector<double> more;
  const std::span<double> memory = enough_for_fronts(problem.symbolic, scratch, more);
  const Parts parts = eliminate(problem.block, problem.symbolic, problem.inputs, memory);
  adjoint(problem, partials, memory);
  return parts;
}

}  // namespace

Parts eliminate(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                std::span<double> scratch) {
  return Elimination(block, symbolic, inputs, scratch).run();
}

Parts parts(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
            std::span<double> scratch) {
  return with_partials({block, symbolic, inputs, kOfValue}, {}, scratch);
}

double value(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
             std::span<double> scratch) {
  const Parts both = parts(block, symbolic, inputs, scratch);
  return both.log_normaliser - both.rest / 2;
}

double value_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                          const Partials& partials, std::span<double> scratch) {
  const Parts both = with_partials({block, symbolic, inputs, kOfValue}, partials, scratch);
  return both.log_normaliser - both.rest / 2;
}

// The adjoint writes over the factor, so the second one eliminates again.
Parts parts_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                         const PartsPartials& partials, std::span<double> scratch) {
  if (is_wanted(partials.rest)) {
    const Parts both = with_partials({block, symbolic, inputs, kOfRest}, partials.rest, scratch);
    if (!is_wanted(partials.log_normaliser)) return both;
  }
  return with_partials({block, symbolic, inputs, kOfNormaliser}, partials.log_normaliser, scratch);
}

bool has_fast_answer(const Block& block, const Symbolic& symbolic, const Inputs& inputs) {
  std::vector<double> scratch(scratch_size(symbolic));
  return by_fast_way({block, symbolic, inputs, kOfValue}, {}, scratch).has_value();
}

void draw(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
          std::span<const double> z, std::span<double> u, std::span<double> scratch) {
  if (symbolic.whitened && draw(WhitenedProblem{*symbolic.whitened, inputs, scratch}, z, u)) return;
  if (symbolic.centred && draw(CentredProblem{*symbolic.centred, inputs, scratch}, z, u)) return;
  if (draw(WaysProblem{block, symbolic, inputs, scratch}, z, u)) return;
  std::vector<double> more;
  const std::span<double> memory = enough_for_fronts(symbolic, scratch, more);
  eliminate(block, symbolic, inputs, memory);
  draw(symbolic, memory, z, u);
}

}  // namespace autumn::gaussian
