// This file comes back from the value of the normal equations to its derivatives by the inputs.
#include <array>
#include <cmath>

#include "base/numbers.h"
#include "gaussian/equations/evaluation.h"

namespace autumn::gaussian::equations {
namespace {

// Adds numbers to some of many sums, mostly to the same one many times: in a register, because
// memory would make each addition wait for the one before it.
class RunOfSums {
 public:
  explicit RunOfSums(double* sums) : sums_(sums) {}

  void add(std::uint32_t which, double x) {
    if (which != which_) {
      end();
      which_ = which;
    }
    now_ += x;
  }
  void end() {
    sums_[which_] += now_;
    now_ = 0.0;
  }

 private:
  double* sums_;
  std::uint32_t which_ = 0;
  double now_ = 0.0;
};

}  // namespace

std::optional<Parts> Evaluation::value_and_partials(const Seed& seed, const Partials& partials) {
  look_at_residuals();
  if (!is_near_ || !is_balanced()) return std::nullopt;
  std::fill_n(bars_, layout_.slots, 0.0);
  std::fill_n(scale_bars_, layout_.scales, 0.0);
  if (!partials.constants.empty()) std::ranges::fill(partials.constants, 0.0);
  come_back_from_residuals(seed, partials);
  if (!come_back_from_determinant(seed)) return std::nullopt;
  write(seed, partials);
  return finished();
}

void Evaluation::come_back(const FixedRows& fixed, std::size_t number, const Seed& seed) {
  const double* slopes = slopes_of(number);
  const double inverse = inverse_scale(fixed.scale);
  const double factor = seed.residual * inverse * inverse;
  if (fixed.scale >= 0) scale_bars_[fixed.scale] += seed.residual * squares_[number];
  for (std::size_t s = 0; s + 1 < fixed.stretches.size(); ++s) {
    const std::uint32_t first = fixed.stretches[s], slot = fixed.slots[first];
    if (slot == Slots::kOne) continue;
    bars_[slot] -= factor * q_.loops->dot(fixed.stretches[s + 1] - first, slopes + first,
                                          mean_ + fixed.places[first]);
  }
  if (!fixed.stretches.empty()) return;
  RunOfSums sums(bars_);
  for (std::size_t k = 0; k < fixed.places.size(); ++k) {
    if (fixed.slots[k] == Slots::kOne) continue;
    sums.add(fixed.slots[k], -factor * slopes[k] * mean_[fixed.places[k]]);
  }
  sums.end();
}

void Evaluation::come_back_from_residuals(const Seed& seed, const Partials& partials) {
  const bool has_constants = !partials.constants.empty();
  if (in_.has_offsets) std::fill_n(offset_bar_, layout_.columns, 0.0);
  for (std::size_t g = 0; g < q_.fixed_rows.size(); ++g) come_back(q_.fixed_rows[g], g, seed);
  for (const RowPack& pack : q_.row_packs) come_back(pack, seed, partials);
  RunOfSums sums(bars_);
  for (const std::uint32_t r : q_.lone_rows) {
    const std::uint32_t row = in_.rows[r];
    const double e = residual_[r];
    const std::int32_t slot = block_.scale_slot[row];
    if (slot >= 0) scale_bars_[slot] += seed.residual * e * e;
    const double bar = seed.residual * e * row_scale_[r];  // less the bar of the constant
    if (has_constants && block_.constant_slot[row] >= 0) {
      partials.constants[block_.constant_slot[row]] -= bar;
    }
    for (std::uint32_t k = in_.row_starts[r]; k < in_.row_starts[r + 1]; ++k) {
      const Entry& entry = in_.entries[k];
      if (entry.slot == Slots::kOne) continue;
      sums.add(entry.slot, bar * entry.multiplier * mean_[q_.entry_places[k]]);
    }
    if (in_.has_offsets) add_offset_bars(row, bar);
  }
  sums.end();
  if (in_.has_offsets) come_back_from_offsets(partials);
}

void Evaluation::add_offset_bars(std::uint32_t row, double bar) {
  for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
    const std::uint32_t slot = in_.slots.coefficient(block_.coefficient_slot[e]);
    const double by = bar * block_.multiplier[e];
    offset_bar_[block_.column[e]] += by * x_[slot];
    bars_[slot] += by * offset_[block_.column[e]];
  }
}

void Evaluation::come_back_from_offsets(const Partials& partials) {
  for (std::size_t k = in_.draw_order.size(); k-- > 0;) {
    const std::uint32_t j = in_.draw_order[k];
    const Own& own = in_.own[j];
    if (own.row == kNone) continue;
    const double bar = offset_bar_[j] / own.unit;
    const std::int32_t slot = block_.constant_slot[own.row];
    if (!partials.constants.empty() && slot >= 0) partials.constants[slot] += bar;
    for (const Entry& parent : own.parents) {
      offset_bar_[parent.column] -= bar * parent.multiplier * x_[parent.slot];
      bars_[parent.slot] -= bar * parent.multiplier * offset_[parent.column];
    }
  }
}

void Evaluation::fill_monomial_sums() {
  for (std::size_t m = 0; m < layout_.monomials; ++m) monomial_sums_[m] = sum_of(m);
  for (const TermGroup& group : q_.terms.groups) fill_monomial_sums(group);
}

void Evaluation::fill_monomial_sums(const TermGroup& group) {
  std::array<double, TermGroup::kMost> x{};
  for (std::size_t p = 0; p < group.positions.size(); ++p) {
    x[p] = group.shares[p] * inverse_[group.positions[p]];
  }
  q_.loops->project({group.last - group.first, group.stride, group.constants.data()}, x.data(),
                    monomial_sums_ + group.first);
}

double Evaluation::sum_of(std::size_t monomial) const {
  const Terms& terms = q_.terms;
  double sum = 0.0;
  for (std::uint32_t k = terms.run_starts[monomial]; k < terms.run_starts[monomial + 1]; ++k) {
    sum += sum_of(terms.runs[k]);
  }
  return sum;
}

// Two sums, because an addition need then not wait for the one before it.
double Evaluation::sum_of(const TermRun& run) const {
  const Terms& terms = q_.terms;
  if (run.is_consecutive) {
    return q_.loops->dot(run.last - run.first, terms.weights.data() + run.first,
                         inverse_ + terms.positions[run.first]);
  }
  double even = 0.0, odd = 0.0;
  std::uint32_t t = run.first;
  for (; t + 1 < run.last; t += 2) {
    even += terms.weights[t] * inverse_[terms.positions[t]];
    odd += terms.weights[t + 1] * inverse_[terms.positions[t + 1]];
  }
  if (t < run.last) even += terms.weights[t] * inverse_[terms.positions[t]];
  return even + odd;
}

bool Evaluation::come_back_from_determinant(const Seed& seed) {
  const Supernodes& nodes = q_.supernodes;
  for (std::size_t k = nodes.steps.size(); k-- > 0;) {
    const Step& step = nodes.steps[k];
    const std::uint32_t at = q_.dense_of_node[step.first];
    if (at == kNone) {
      factor_.invert(step, inverse_);
    } else {
      factor_.invert(step.first, inverse_, whole_);
      come_back(q_.dense_rows[at], seed);
    }
  }
  const double most = kMostInflation * layout_.allowance();
  bool is_good = true;
  for (std::size_t p = 0; p < layout_.columns; ++p) {
    is_good &= inverse_[nodes.diagonals[p]] * diagonal_[p] <= most;
  }
  if (!is_good) return false;
  fill_monomial_sums();
  const Terms& terms = q_.terms;
  for (std::size_t m = 0; m < layout_.monomials; ++m) {
    const Monomial& monomial = terms.monomials[m];
    const double sum = monomial_sums_[m];
    trace_ += 2.0 * monomial_[m] * sum;
    const double bar = -seed.determinant * sum;
    const double inverse = inverse_scale(monomial.scale), square = inverse * inverse;
    if (monomial.right != Slots::kOne) {
      bars_[monomial.left] += bar * square * x_[monomial.right];
      bars_[monomial.right] += bar * square * x_[monomial.left];
    }
    if (monomial.scale >= 0) scale_bars_[monomial.scale] -= 2.0 * monomial_[m] * bar;
  }
  const double columns = static_cast<double>(layout_.columns);
  return std::abs(trace_ - columns) <= kMostLostTrace * layout_.allowance();
}

void Evaluation::come_back(const DenseRows& dense, const Seed& seed) {
  const dense::View a = matrix_of(dense);
  const std::size_t n = a.cols;
  const dense::View s{whole_, n, n, n};
  const dense::View product{whole_ + n * n, a.rows, n, a.rows};
  std::fill_n(product.numbers, a.rows * n, 0.0);
  q_.kernels->multiply_add(1.0, dense::plain(a), dense::plain(s), product, dense::Part::kWhole);
  RunOfSums sums(bars_);
  std::size_t next = 0;
  for (const std::uint32_t r : dense.rows) {
    const std::int32_t slot = block_.scale_slot[in_.rows[r]];
    double scale_bar = 0.0;
    for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
      const double derivative = product.numbers[dense.positions[next++]];
      trace_ += derivative * entry_[e];
      const double bar = -seed.determinant * derivative;
      const Entry& entry = in_.entries[e];
      scale_bar -= bar * entry_[e];
      if (entry.slot != Slots::kOne) sums.add(entry.slot, bar * entry.multiplier * row_scale_[r]);
    }
    if (slot >= 0) scale_bars_[slot] += scale_bar;
  }
  sums.end();
}

void Evaluation::write(const Seed& seed, const Partials& partials) {
  in_.slots.come_back({x_, layout_.slots}, {bars_, layout_.slots});
  if (!partials.coefficients.empty()) {
    std::copy_n(bars_ + 1, block_.coefficients, partials.coefficients.data());
  }
  if (partials.scales.empty()) return;
  const double* by_scale = bars_ + 1 + block_.coefficients;
  for (std::size_t k = 0; k < layout_.scales; ++k) {
    const double inverse = inverse_scale_[k];
    const double rest = seed.residual * block_.scale_rest[k] * inverse * inverse;
    const double count = seed.determinant * (block_.scale_count[k] - q_.own_count[k]);
    partials.scales[k] = by_scale[k] + (scale_bars_[k] + rest - count) * inverse;
  }
}

}  // namespace autumn::gaussian::equations
