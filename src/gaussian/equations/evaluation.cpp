// This file eliminates a block by its normal equations, and says the value or draws.
#include "gaussian/equations/evaluation.h"

#include <array>
#include <cmath>

#include "gaussian/equations/dot.h"

namespace autumn::gaussian::equations {
namespace {

// y += P x, for the symmetric matrix of these pairs.
void add_products(const Pairs& pairs, const double* x, double* y) {
  for (std::size_t k = 0; k < pairs.columns.size(); ++k) {
    const std::uint32_t j = pairs.columns[k];
    const double factor = x[j];
    double sum = 0.0;
    for (std::uint32_t t = pairs.starts[k]; t < pairs.starts[k + 1]; ++t) {
      const double number = pairs.numbers[t];
      sum += number * x[pairs.rows[t]];
      y[pairs.rows[t]] += number * factor;
    }
    y[j] += sum;
  }
}

}  // namespace

bool Evaluation::eliminate() {
  if (!take_scales()) return false;
  in_.slots.fill(inputs_, {x_, layout_.slots});
  fill_rows();
  fill_panels();
  if (!factorise()) return false;
  factor_.solve_transposed(mean_);
  return is_near_;
}

std::optional<Parts> Evaluation::value() {
  look_at_residuals();
  if (!is_near_ || is_inflated_somewhere()) return std::nullopt;
  return finished();
}

void Evaluation::draw(std::span<const double> z, std::span<double> u) {
  const std::vector<std::uint32_t>& place = q_.supernodes.place;
  for (std::size_t j = 0; j < z.size(); ++j) spare_[place[j]] = z[j];
  factor_.solve_transposed(spare_);
  for (std::size_t j = 0; j < z.size(); ++j) right_[j] = mean_[place[j]] + spare_[place[j]];
  columns_of({block_, in_, inputs_, {x_, layout_.slots}}, {right_, z.size()}, u);
}

bool Evaluation::take_scales() {
  LogProduct once;
  std::size_t first = 0;  // of scales that stand once each, up to the next odd one
  const auto take_once = [&](std::size_t last) {
    const auto scales = inputs_.scales.subspan(first, last - first);
    once.multiply(scales);
    return q_.loops->invert(scales.size(), scales.data(), inverse_scale_ + first);
  };
  for (const std::uint32_t k : q_.odd_scales) {
    if (!take_once(k) || !take_odd_scale(k)) return false;
    first = k + 1;
  }
  if (!take_once(layout_.scales)) return false;
  logs_ += once.log();
  return true;
}

bool Evaluation::take_odd_scale(std::uint32_t k) {
  const double scale = inputs_.scales[k], inverse = 1.0 / scale;
  if (scale < kTiny && q_.may_be_zero[k]) {
    inverse_scale_[k] = 0.0;  // nobody asks for it
    return scale >= 0.0;
  }
  if (!(scale > 0.0) || !std::isfinite(scale) || !std::isfinite(inverse)) return false;
  inverse_scale_[k] = inverse;
  if (block_.scale_rest[k] != 0.0) rest_ += block_.scale_rest[k] * inverse * inverse;
  const double count = block_.scale_count[k] - q_.own_count[k];
  if (count != 0.0) logs_ += count * std::log(scale);
  return true;
}

void Evaluation::fill_offsets() {
  for (const std::uint32_t j : in_.draw_order) {
    const Own& own = in_.own[j];
    offset_[j] = 0.0;
    if (own.row == kNone) continue;
    double sum = constant_of(block_, inputs_, own.row);
    for (const Entry& parent : own.parents) {
      sum -= parent.multiplier * x_[parent.slot] * offset_[parent.column];
    }
    offset_[j] = sum / own.unit;
  }
}

double Evaluation::moved_constant(std::uint32_t row, std::uint32_t r) const {
  double constant = constant_of(block_, inputs_, row) - in_.shift[r];
  for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
    constant -= coefficient_of(block_, inputs_, e) * offset_[block_.column[e]];
  }
  return constant;
}

void Evaluation::fill_rows() {
  std::fill_n(right_, layout_.columns, 0.0);
  if (in_.has_offsets) fill_offsets();
  for (const RowPack& pack : q_.row_packs) is_near_ = fill(pack) && is_near_;
  const Entry* entries = in_.entries.data();
  const std::uint32_t* places = q_.entry_places.data();
  double farthest = 0.0;
  for (const std::uint32_t r : q_.lone_rows) {
    const std::uint32_t row = in_.rows[r];
    double scale = inverse_scale(block_.scale_slot[row]);
    if (!block_.root_weight.empty()) scale *= block_.root_weight[row];
    const double constant =
        in_.has_offsets ? moved_constant(row, r) : constant_of(block_, inputs_, row) - in_.shift[r];
    const double f = constant * scale;
    // What is no number stays in the sum.
    farthest = std::abs(f) < kFar ? farthest : farthest + std::abs(f);
    row_scale_[r] = scale;
    residual_[r] = f;
    const std::uint32_t end = in_.row_starts[r + 1];
    for (std::uint32_t e = in_.row_starts[r]; e < end; ++e) {
      const Entry& entry = entries[e];
      const bool is_known = entry.slot == Slots::kOne;
      const double a = (is_known ? entry.multiplier : entry.multiplier * x_[entry.slot]) * scale;
      entry_[e] = a;
      right_[places[e]] += a * f;
    }
  }
  is_near_ = is_near_ && farthest == 0.0;
  for (const FixedRows& fixed : q_.fixed_rows) {
    const double inverse = inverse_scale(fixed.scale), square = inverse * inverse;
    is_near_ = is_near_ && fixed.farthest * inverse < kFar;
    for (std::size_t s = 0; s + 1 < fixed.stretches.size(); ++s) {
      const std::uint32_t first = fixed.stretches[s];
      q_.loops->add(fixed.stretches[s + 1] - first, x_[fixed.slots[first]] * square,
                    fixed.right.data() + first, right_ + fixed.places[first]);
    }
    if (!fixed.stretches.empty()) continue;
    for (std::size_t k = 0; k < fixed.places.size(); ++k) {
      right_[fixed.places[k]] += fixed.right[k] * x_[fixed.slots[k]] * square;
    }
  }
}

void Evaluation::fill_panels() {
  std::fill_n(panels_, layout_.panels, 0.0);
  const Terms& terms = q_.terms;
  for (std::size_t m = 0; m < layout_.monomials; ++m) {
    const Monomial& monomial = terms.monomials[m];
    const double inverse = inverse_scale(monomial.scale);
    const double x = x_[monomial.left] * x_[monomial.right] * inverse * inverse;
    monomial_[m] = x;
    for (std::uint32_t k = terms.run_starts[m]; k < terms.run_starts[m + 1]; ++k) {
      add_terms(terms.runs[k], x);
    }
  }
  for (const TermGroup& group : terms.groups) add_terms(group);
  for (const DenseRows& dense : q_.dense_rows) fill(dense);
  for (std::size_t p = 0; p < layout_.columns; ++p) {
    diagonal_[p] = panels_[q_.supernodes.diagonals[p]];
  }
  add_later_diagonals();
}

void Evaluation::add_terms(const TermRun& run, double x) {
  const Terms& terms = q_.terms;
  if (run.is_consecutive) {
    return q_.loops->add(run.last - run.first, x, terms.constants.data() + run.first,
                         panels_ + terms.positions[run.first]);
  }
  for (std::uint32_t t = run.first; t < run.last; ++t) {
    panels_[terms.positions[t]] += terms.constants[t] * x;
  }
}

void Evaluation::add_terms(const TermGroup& group) {
  std::array<double, TermGroup::kMost> sums;
  q_.loops->combine({group.last - group.first, group.stride, group.constants.data()},
                    monomial_ + group.first, sums.data());
  for (std::size_t p = 0; p < group.positions.size(); ++p) panels_[group.positions[p]] += sums[p];
}

dense::View Evaluation::matrix_of(const DenseRows& dense) const {
  const std::size_t n = dense.rows.size();
  return {dense_ + dense.matrix, n, q_.supernodes.nodes[dense.node].rows, n};
}

void Evaluation::fill(const DenseRows& dense) {
  const dense::View a = matrix_of(dense);
  std::fill_n(a.numbers, a.rows * a.cols, 0.0);
  std::size_t next = 0;
  for (const std::uint32_t r : dense.rows) {
    for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
      a.numbers[dense.positions[next++]] += entry_[e];
    }
  }
  const Supernode& node = q_.supernodes.nodes[dense.node];
  const dense::View panel{panels_ + node.panel, node.rows, node.pivots, node.rows};
  q_.kernels->multiply_add(1.0, dense::transposed(a),
                           dense::plain(a.block(0, 0, a.rows, node.pivots)), panel,
                           dense::Part::kLower);
}

void Evaluation::add_later_diagonals() {
  for (const DenseRows& dense : q_.dense_rows) {
    const Supernode& node = q_.supernodes.nodes[dense.node];
    const dense::View a = matrix_of(dense);
    for (std::size_t i = node.pivots; i < node.rows; ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < a.rows; ++k) sum += a.at(k, i) * a.at(k, i);
      diagonal_[q_.supernodes.rows[node.first_row + i]] += sum;
    }
  }
}

bool Evaluation::factorise() {
  std::copy_n(right_, layout_.columns, mean_);
  for (const Step& step : q_.supernodes.steps) {
    const std::uint32_t at = q_.dense_of_node[step.first];
    const dense::ConstView rows = at == kNone ? dense::ConstView{} : matrix_of(q_.dense_rows[at]);
    if (!factor_.eliminate(step, rows, mean_)) return false;
  }
  const double* over = factor_.reciprocals();
  const double most = kMostInflation * layout_.allowance();
  const Reciprocals found = q_.loops->look_at_reciprocals(layout_.columns, over, diagonal_, most);
  if (found.are_moderate) {
    reciprocals_.multiply(found.product);
  } else {
    reciprocals_.multiply(std::span<const double>(over, layout_.columns));
  }
  return found.is_below;
}

void Evaluation::look_at_residuals() {
  for (std::size_t p = 0; p < layout_.columns; ++p) {
    imbalance_[p] = -q_.is_innovation[p] * mean_[p];
  }
  rest_ += dot(imbalance_, imbalance_, layout_.columns);
  for (std::size_t g = 0; g < q_.fixed_rows.size(); ++g) look_at(q_.fixed_rows[g], g);
  for (const RowPack& pack : q_.row_packs) look_at(pack);
  for (const std::uint32_t r : q_.lone_rows) {
    double sum = residual_[r];
    for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
      sum -= entry_[e] * mean_[q_.entry_places[e]];
    }
    residual_[r] = sum;
    rest_ += sum * sum;
    for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
      imbalance_[q_.entry_places[e]] += entry_[e] * sum;
    }
  }
}

bool Evaluation::is_balanced() const {
  const double lost = absolute_dot(imbalance_, mean_, layout_.columns);
  return is_little_of_slopes(lost, rest_, layout_.allowance());
}

void Evaluation::look_at(const FixedRows& fixed, std::size_t number) {
  double* slopes = slopes_of(number);
  const StretchSums sums =
      fixed.stretches.empty() ? look_at_list(fixed, slopes) : look_at_stretches(fixed, slopes);
  const double inverse = inverse_scale(fixed.scale), square = inverse * inverse;
  const double sum = fixed.rest + sums.squares;
  squares_[number] = sum * square;
  rest_ += squares_[number];
  is_near_ =
      is_near_ &&
      is_little(
          {.sizes = sums.sizes, .sum = sum, .square = square, .allowance = layout_.allowance()});
}

Stretch Evaluation::stretch(const FixedRows& fixed, std::size_t s, double* slopes) const {
  const std::uint32_t first = fixed.stretches[s], place = fixed.places[first];
  const double inverse = inverse_scale(fixed.scale);
  return {.count = fixed.stretches[s + 1] - first,
          .x = x_[fixed.slots[first]],
          .square = inverse * inverse,
          .mean = mean_ + place,
          .origin = fixed.origin.data() + first,
          .squares = fixed.squares.data() + first,
          .gradient = fixed.gradient.data() + first,
          .links = fixed.links.empty() ? nullptr : fixed.links.data() + first,
          .distances = spare_ + place,
          .slopes = slopes + first,
          .imbalance = imbalance_ + place};
}

StretchSums Evaluation::look_at_stretches(const FixedRows& fixed, double* slopes) {
  const std::size_t count = fixed.stretches.size() - 1;
  *(spare_ + fixed.places.front() - 1) = 0.0;
  spare_[fixed.places.back() + 1] = 0.0;
  for (std::size_t s = 0; s < count; ++s) q_.loops->measure(stretch(fixed, s, slopes));
  StretchSums sums;
  for (std::size_t s = 0; s < count; ++s) q_.loops->look(stretch(fixed, s, slopes), sums);
  return sums;
}

StretchSums Evaluation::look_at_list(const FixedRows& fixed, double* slopes) {
  for (std::size_t k = 0; k < fixed.places.size(); ++k) {
    const std::uint32_t p = fixed.places[k];
    spare_[p] = x_[fixed.slots[k]] * mean_[p] - fixed.origin[k];
    right_[p] = fixed.squares[k] * spare_[p];
  }
  add_products(fixed.pairs, spare_, right_);
  const double inverse = inverse_scale(fixed.scale), square = inverse * inverse;
  StretchSums sums;
  for (std::size_t k = 0; k < fixed.places.size(); ++k) {
    const std::uint32_t p = fixed.places[k];
    sums.squares += spare_[p] * (right_[p] - 2.0 * fixed.gradient[k]);
    const double size = fixed.squares[k] * spare_[p] * spare_[p];
    sums.sizes += size * size;
    slopes[k] = right_[p] - fixed.gradient[k];
    imbalance_[p] -= slopes[k] * x_[fixed.slots[k]] * square;
  }
  return sums;
}

double* Evaluation::slopes_of(std::size_t number) const {
  double* at = slopes_;
  for (std::size_t g = 0; g < number; ++g) at += q_.fixed_rows[g].places.size();
  return at;
}

bool Evaluation::is_inflated_somewhere() {
  for (std::size_t p = 0; p < layout_.columns; ++p) {
    const bool is_odd = (p * 2654435761U >> 7 & 1U) != 0;
    right_[p] = is_odd ? std::sqrt(diagonal_[p]) : -std::sqrt(diagonal_[p]);
  }
  factor_.solve(right_);
  factor_.solve_transposed(right_);
  for (std::size_t p = 0; p < layout_.columns; ++p) {
    const double x = std::abs(right_[p]) * std::sqrt(diagonal_[p]);
    if (!(x <= kMostInflation * layout_.allowance())) return true;
  }
  return false;
}

std::optional<Parts> Evaluation::finished() const {
  const Parts parts{.log_normaliser = q_.constant_term - logs_ + reciprocals_.log(), .rest = rest_};
  if (!std::isfinite(parts.log_normaliser) || !std::isfinite(parts.rest)) return std::nullopt;
  return parts;
}

std::size_t scratch_size(const Equations& equations) {
  return Layout(equations).size();
}

std::optional<Parts> parts(const Problem& problem) {
  Evaluation evaluation(problem);
  if (!evaluation.eliminate()) return std::nullopt;
  return evaluation.value();
}

std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                        const Partials& partials) {
  Evaluation evaluation(problem);
  if (!evaluation.eliminate()) return std::nullopt;
  return evaluation.value_and_partials(seed, partials);
}

bool draw(const Problem& problem, std::span<const double> z, std::span<double> u) {
  Evaluation evaluation(problem);
  if (!evaluation.eliminate() || !evaluation.is_sure()) return false;
  evaluation.draw(z, u);
  return true;
}

}  // namespace autumn::gaussian::equations
