// This file evaluates the normal equations of a block: value, partial derivatives, draws.
#include <algorithm>
#include <cmath>

#include "gaussian/eliminate.h"
#include "gaussian/equations/equations.h"
#include "gaussian/equations/factor.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian::equations {
namespace {

// How often the variance of a column may be inflated by the others (1 if it is independent of
// them), which is about how often the rounding of a pivot is.
constexpr double kMostInflation = 1e6;
// Residuals and innovations that begin this far from zero lose too many digits.
constexpr double kFar = 1e7;
// What the sum of squares of fixed rows may lose by rounding, absolute and of itself, where the
// numbers that it is added up from are rounded by kRounding.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
constexpr double kMostLost = 1e-9;
constexpr double kMostLostOf = 1e-12;
// The inverses of smaller numbers may be infinite.
constexpr double kTiny = 1e-300;

// How the scratch memory is divided.
struct Layout {
  explicit Layout(const Equations& q)
      : slots(q.innovated.slots.size()),
        scales(q.own_count.size()),
        columns(q.innovated.own.size()),
        rows(q.innovated.rows.size()),
        entries(q.innovated.entries.size()),
        panels(q.supernodes.panels),
        work(factor_work_size(q.supernodes)),
        dense(q.dense_numbers),
        monomials(q.terms.monomials.size()) {
    std::size_t largest = 0;
    for (const DenseRows& d : q.dense_rows) {
      const std::size_t n = q.supernodes.nodes[d.node].rows;
      largest = std::max(largest, n * n + n * d.rows.size());
    }
    whole = largest;
    fixed = q.fixed_rows.size();
    for (const FixedRows& rows_of_one : q.fixed_rows) slopes += rows_of_one.places.size();
  }
  std::size_t fixed = 0, slopes = 0;
  std::size_t slots, scales, columns, rows, entries, panels, work, dense, monomials, whole;

  [[nodiscard]] std::size_t size() const {
    return 2 * slots + 2 * scales + 6 * columns + 2 * rows + entries + 2 * panels + work + dense +
           monomials + whole + fixed + slopes;
  }
};

class Evaluation {
 public:
  explicit Evaluation(const Problem& problem)
      : block_(problem.block),
        q_(problem.equations),
        in_(q_.innovated),
        inputs_(problem.inputs),
        layout_(q_),
        next_(problem.scratch.data()),
        x_(take(layout_.slots)),
        bars_(take(layout_.slots)),
        inverse_scale_(take(layout_.scales)),
        scale_bars_(take(layout_.scales)),
        right_(take(layout_.columns)),
        mean_(take(layout_.columns)),
        diagonal_(take(layout_.columns)),
        spare_(take(layout_.columns)),
        offset_(take(layout_.columns)),
        offset_bar_(take(layout_.columns)),
        row_scale_(take(layout_.rows)),
        residual_(take(layout_.rows)),
        entry_(take(layout_.entries)),
        panels_(take(layout_.panels)),
        inverse_(take(layout_.panels)),
        work_(take(layout_.work)),
        dense_(take(layout_.dense)),
        monomial_(take(layout_.monomials)),
        whole_(take(layout_.whole)),
        squares_(take(layout_.fixed)),
        slopes_(take(layout_.slopes)),
        factor_(q_.supernodes, *q_.kernels, panels_, work_) {}

  // False if there is no answer.
  [[nodiscard]] bool eliminate() {
    if (!take_scales()) return false;
    in_.slots.fill(inputs_, {x_, layout_.slots});
    fill_rows();
    fill_panels();
    if (!factorise()) return false;
    std::copy_n(right_, layout_.columns, mean_);
    factor_.solve(mean_);
    factor_.solve_transposed(mean_);
    return is_near_;
  }

  [[nodiscard]] std::optional<Parts> value() {
    look_at_residuals();
    if (!is_near_ || is_inflated_somewhere()) return std::nullopt;
    return finished();
  }

  [[nodiscard]] std::optional<Parts> value_and_partials(const Seed& seed,
                                                        const Partials& partials) {
    look_at_residuals();
    if (!is_near_) return std::nullopt;
    std::fill_n(bars_, layout_.slots, 0.0);
    std::fill_n(scale_bars_, layout_.scales, 0.0);
    if (!partials.constants.empty()) std::ranges::fill(partials.constants, 0.0);
    come_back_from_residuals(seed, partials);
    if (!come_back_from_determinant(seed)) return std::nullopt;
    write(seed, partials);
    return finished();
  }

  void draw(std::span<const double> z, std::span<double> u) {
    const std::vector<std::uint32_t>& place = q_.supernodes.place;
    for (std::size_t j = 0; j < z.size(); ++j) spare_[place[j]] = z[j];
    factor_.solve_transposed(spare_);
    for (const std::uint32_t j : in_.draw_order) {
      const double e = mean_[place[j]] + spare_[place[j]];
      const Own& own = in_.own[j];
      if (own.row == kNone) {
        u[j] = in_.start[j] + e;
        continue;
      }
      double sum = constant_of(block_, inputs_, own.row) +
                   e * x_[in_.slots.scale(block_.scale_slot[own.row])];
      for (const Entry& parent : own.parents) {
        sum -= parent.multiplier * x_[parent.slot] * u[parent.column];
      }
      u[j] = sum / own.unit;
    }
  }

  [[nodiscard]] bool is_sure() { return !is_inflated_somewhere(); }

 private:
  [[nodiscard]] double* take(std::size_t size) {
    double* here = next_;
    next_ += size;
    return here;
  }

  [[nodiscard]] bool take_scales() {
    for (std::size_t k = 0; k < layout_.scales; ++k) {
      const double scale = inputs_.scales[k], inverse = 1.0 / scale;
      if (q_.may_be_zero[k] && scale < kTiny) {
        if (!(scale >= 0.0)) return false;
        inverse_scale_[k] = 0.0;  // nobody asks for it
        continue;
      }
      if (!(scale > 0.0) || !std::isfinite(scale) || !std::isfinite(inverse)) return false;
      inverse_scale_[k] = inverse;
      const double count = block_.scale_count[k] - q_.own_count[k];
      if (count != 0.0) logs_ += count * std::log(scale);
      rest_ += block_.scale_rest[k] * inverse * inverse;
    }
    return true;
  }

  [[nodiscard]] double inverse_scale(std::int32_t slot) const {
    return slot < 0 ? 1.0 : inverse_scale_[static_cast<std::size_t>(slot)];
  }

  // What columns are where all innovations are zero, parents first.
  void fill_offsets() {
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

  // Of a row of the block, which is the r-th of those that are no column's own.
  [[nodiscard]] double moved_constant(std::uint32_t row, std::uint32_t r) const {
    double constant = constant_of(block_, inputs_, row) - in_.shift[r];
    if (!in_.has_offsets) return constant;
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      constant -= coefficient_of(block_, inputs_, e) * offset_[block_.column[e]];
    }
    return constant;
  }

  // Entries over their scales, and the right-hand sides A'f.
  void fill_rows() {
    std::fill_n(right_, layout_.columns, 0.0);
    if (in_.has_offsets) fill_offsets();
    const std::vector<std::uint32_t>& place = q_.supernodes.place;
    for (const std::uint32_t r : q_.open_rows) {
      const std::uint32_t row = in_.rows[r];
      double scale = inverse_scale(block_.scale_slot[row]);
      if (!block_.root_weight.empty()) scale *= block_.root_weight[row];
      const double f = moved_constant(row, r) * scale;
      is_near_ = is_near_ && std::abs(f) < kFar;
      row_scale_[r] = scale;
      residual_[r] = f;
      for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
        const Entry& entry = in_.entries[e];
        const double a = entry.multiplier * x_[entry.slot] * scale;
        entry_[e] = a;
        right_[place[entry.column]] += a * f;
      }
    }
    for (const FixedRows& fixed : q_.fixed_rows) {
      const double inverse = inverse_scale(fixed.scale), square = inverse * inverse;
      is_near_ = is_near_ && fixed.farthest * inverse < kFar;
      for (std::size_t k = 0; k < fixed.places.size(); ++k) {
        right_[fixed.places[k]] += fixed.right[k] * x_[fixed.slots[k]] * square;
      }
    }
  }

  void fill_panels() {
    std::fill_n(panels_, layout_.panels, 0.0);
    const Terms& terms = q_.terms;
    for (std::size_t m = 0; m < layout_.monomials; ++m) {
      const Monomial& monomial = terms.monomials[m];
      const double inverse = inverse_scale(monomial.scale);
      const double x = x_[monomial.left] * x_[monomial.right] * inverse * inverse;
      monomial_[m] = x;
      for (std::uint32_t t = terms.starts[m]; t < terms.starts[m + 1]; ++t) {
        panels_[terms.positions[t]] += terms.constants[t] * x;
      }
    }
    for (const DenseRows& dense : q_.dense_rows) fill(dense);
    for (const Supernode& node : q_.supernodes.nodes) {
      for (std::size_t p = 0; p < node.pivots; ++p) {
        diagonal_[node.first_pivot + p] = panels_[node.panel + p * (node.rows + std::size_t{1})];
      }
    }
    add_later_diagonals();
  }

  [[nodiscard]] dense::View matrix_of(const DenseRows& dense) const {
    const std::size_t n = dense.rows.size();
    return {dense_ + dense.matrix, n, q_.supernodes.nodes[dense.node].rows, n};
  }

  void fill(const DenseRows& dense) {
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

  // What dense rows will add to pivots of later supernodes when their own is eliminated.
  void add_later_diagonals() {
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

  [[nodiscard]] bool factorise() {
    for (std::uint32_t s = 0; s < q_.supernodes.nodes.size(); ++s) {
      const std::uint32_t at = q_.dense_of_node[s];
      const dense::ConstView extra =
          at == kNone ? dense::ConstView{} : matrix_of(q_.dense_rows[at]);
      if (!factor_.eliminate(s, extra)) return false;
      const Supernode& node = q_.supernodes.nodes[s];
      for (std::size_t p = 0; p < node.pivots; ++p) {
        const double root = panels_[node.panel + p * (node.rows + std::size_t{1})];
        if (!(root * root * kMostInflation > diagonal_[node.first_pivot + p])) return false;
        roots_.multiply(root);
      }
    }
    return true;
  }

  void look_at_residuals() {
    const std::vector<std::uint32_t>& place = q_.supernodes.place;
    for (std::uint32_t j = 0; j < layout_.columns; ++j) {
      if (in_.own[j].row != kNone) rest_ += mean_[place[j]] * mean_[place[j]];
    }
    for (std::size_t g = 0; g < q_.fixed_rows.size(); ++g) look_at(q_.fixed_rows[g], g);
    for (const std::uint32_t r : q_.open_rows) {
      double sum = residual_[r];
      for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
        sum -= entry_[e] * mean_[place[in_.entries[e].column]];
      }
      residual_[r] = sum;
      rest_ += sum * sum;
    }
  }

  // With d = v - origin (by place, in spare_) and y = G d: the sum of squares, and y - gradient,
  // which is the derivative of half of it by v, in slopes_.
  void look_at(const FixedRows& fixed, std::size_t number) {
    double* slopes = slopes_of(number);
    for (std::size_t k = 0; k < fixed.places.size(); ++k) {
      const std::uint32_t p = fixed.places[k];
      spare_[p] = x_[fixed.slots[k]] * mean_[p] - fixed.origin[k];
      right_[p] = 0.0;
    }
    const Terms& terms = q_.terms;
    for (std::uint32_t t = terms.starts[fixed.first_monomial];
         t < terms.starts[fixed.last_monomial]; ++t) {
      const std::uint32_t i = terms.rows[t], j = terms.columns[t];
      right_[i] += terms.weights[t] * spare_[j];
      right_[j] += terms.weights[t] * spare_[i];
    }
    double sum = fixed.rest, largest = 0.0;
    for (std::size_t k = 0; k < fixed.places.size(); ++k) {
      const std::uint32_t p = fixed.places[k];
      sum += spare_[p] * (right_[p] - 2.0 * fixed.gradient[k]);
      largest += fixed.squares[k] * spare_[p] * spare_[p];
      slopes[k] = right_[p] - fixed.gradient[k];
    }
    const double inverse = inverse_scale(fixed.scale), square = inverse * inverse;
    squares_[number] = sum * square;
    rest_ += squares_[number];
    is_near_ = is_near_ && kRounding * largest * square <= kMostLost + kMostLostOf * sum * square;
  }

  void come_back(const FixedRows& fixed, std::size_t number, const Seed& seed) {
    const double* slopes = slopes_of(number);
    const double inverse = inverse_scale(fixed.scale);
    const double factor = seed.residual * inverse * inverse;
    for (std::size_t k = 0; k < fixed.places.size(); ++k) {
      bars_[fixed.slots[k]] -= factor * slopes[k] * mean_[fixed.places[k]];
    }
    if (fixed.scale >= 0) scale_bars_[fixed.scale] += seed.residual * squares_[number];
  }

  [[nodiscard]] double* slopes_of(std::size_t number) const {
    double* at = slopes_;
    for (std::size_t g = 0; g < number; ++g) at += q_.fixed_rows[g].places.size();
    return at;
  }

  // By the norm of the inverse of Q in units of its diagonal, estimated from what it does to a
  // vector of signs.
  [[nodiscard]] bool is_inflated_somewhere() {
    for (std::size_t p = 0; p < layout_.columns; ++p) {
      const bool is_odd = (p * 2654435761U >> 7 & 1U) != 0;
      right_[p] = is_odd ? std::sqrt(diagonal_[p]) : -std::sqrt(diagonal_[p]);
    }
    factor_.solve(right_);
    factor_.solve_transposed(right_);
    for (std::size_t p = 0; p < layout_.columns; ++p) {
      const double x = std::abs(right_[p]) * std::sqrt(diagonal_[p]);
      if (!(x <= kMostInflation)) return true;
    }
    return false;
  }

  void come_back_from_residuals(const Seed& seed, const Partials& partials) {
    const bool has_constants = !partials.constants.empty();
    const std::vector<std::uint32_t>& place = q_.supernodes.place;
    if (in_.has_offsets) std::fill_n(offset_bar_, layout_.columns, 0.0);
    for (std::size_t g = 0; g < q_.fixed_rows.size(); ++g) come_back(q_.fixed_rows[g], g, seed);
    for (const std::uint32_t r : q_.open_rows) {
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
        bars_[entry.slot] += bar * entry.multiplier * mean_[place[entry.column]];
      }
      if (in_.has_offsets) add_offset_bars(row, bar);
    }
    if (in_.has_offsets) come_back_from_offsets(partials);
  }

  void add_offset_bars(std::uint32_t row, double bar) {
    for (std::uint32_t e = block_.row_starts[row]; e < block_.row_starts[row + 1]; ++e) {
      const std::uint32_t slot = in_.slots.coefficient(block_.coefficient_slot[e]);
      const double by = bar * block_.multiplier[e];
      offset_bar_[block_.column[e]] += by * x_[slot];
      bars_[slot] += by * offset_[block_.column[e]];
    }
  }

  // Children first.
  void come_back_from_offsets(const Partials& partials) {
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

  // False if digits are lost.
  [[nodiscard]] bool come_back_from_determinant(const Seed& seed) {
    for (std::uint32_t s = as_u32(q_.supernodes.nodes.size()); s-- > 0;) {
      const Supernode& node = q_.supernodes.nodes[s];
      const std::uint32_t at = q_.dense_of_node[s];
      factor_.invert(s, inverse_, at == kNone ? nullptr : whole_);
      for (std::size_t p = 0; p < node.pivots; ++p) {
        const double variance = inverse_[node.panel + p * (node.rows + std::size_t{1})];
        if (!(variance * diagonal_[node.first_pivot + p] <= kMostInflation)) return false;
      }
      if (at != kNone) come_back(q_.dense_rows[at], seed);
    }
    const Terms& terms = q_.terms;
    for (std::size_t m = 0; m < layout_.monomials; ++m) {
      double sum = 0.0;
      for (std::uint32_t t = terms.starts[m]; t < terms.starts[m + 1]; ++t) {
        sum += terms.weights[t] * inverse_[terms.positions[t]];
      }
      const Monomial& monomial = terms.monomials[m];
      const double bar = -seed.determinant * sum;
      const double inverse = inverse_scale(monomial.scale), square = inverse * inverse;
      bars_[monomial.left] += bar * square * x_[monomial.right];
      bars_[monomial.right] += bar * square * x_[monomial.left];
      if (monomial.scale >= 0) scale_bars_[monomial.scale] -= 2.0 * monomial_[m] * bar;
    }
    return true;
  }

  // The derivative of half the log determinant of A'A by A is A S.
  void come_back(const DenseRows& dense, const Seed& seed) {
    const dense::View a = matrix_of(dense);
    const std::size_t n = a.cols;
    const dense::View s{whole_, n, n, n};
    const dense::View product{whole_ + n * n, a.rows, n, a.rows};
    std::fill_n(product.numbers, a.rows * n, 0.0);
    q_.kernels->multiply_add(1.0, dense::plain(a), dense::plain(s), product, dense::Part::kWhole);
    std::size_t next = 0;
    for (const std::uint32_t r : dense.rows) {
      const std::int32_t slot = block_.scale_slot[in_.rows[r]];
      double scale_bar = 0.0;
      for (std::uint32_t e = in_.row_starts[r]; e < in_.row_starts[r + 1]; ++e) {
        const double bar = -seed.determinant * product.numbers[dense.positions[next++]];
        const Entry& entry = in_.entries[e];
        bars_[entry.slot] += bar * entry.multiplier * row_scale_[r];
        scale_bar -= bar * entry_[e];
      }
      if (slot >= 0) scale_bars_[slot] += scale_bar;
    }
  }

  void write(const Seed& seed, const Partials& partials) {
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

  [[nodiscard]] std::optional<Parts> finished() const {
    const Parts parts{.log_normaliser = q_.constant_term - logs_ - roots_.log(), .rest = rest_};
    if (!std::isfinite(parts.log_normaliser) || !std::isfinite(parts.rest)) return std::nullopt;
    return parts;
  }

  const Block& block_;
  const Equations& q_;
  const Innovated& in_;
  const Inputs& inputs_;
  Layout layout_;
  double* next_;
  double *x_, *bars_, *inverse_scale_, *scale_bars_;
  double *right_, *mean_, *diagonal_, *spare_;  // by place
  double *offset_, *offset_bar_;                // by column
  double *row_scale_, *residual_, *entry_, *panels_, *inverse_, *work_, *dense_, *monomial_,
      *whole_;
  double *squares_, *slopes_;  // of fixed rows
  Factor factor_;
  LogProduct roots_;
  double logs_ = 0.0;
  double rest_ = 0.0;
  bool is_near_ = true;
};

}  // namespace

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
