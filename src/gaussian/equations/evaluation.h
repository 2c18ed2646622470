// One evaluation of the normal equations of a block: elimination, then value, derivatives or a
// draw.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "gaussian/eliminate.h"
#include "gaussian/equations/equations.h"
#include "gaussian/equations/factor.h"
#include "gaussian/equations/guards.h"
#include "gaussian/equations/kernels.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian::equations {

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
    packed = q.packed_rows;
    for (const FixedRows& rows_of_one : q.fixed_rows) slopes += rows_of_one.places.size();
  }
  std::size_t fixed = 0, slopes = 0, packed = 0;
  std::size_t slots, scales, columns, rows, entries, panels, work, dense, monomials, whole;

  [[nodiscard]] double allowance() const { return equations::allowance(columns); }
  [[nodiscard]] std::size_t size() const {
    return 2 * slots + 2 * scales + 7 * columns + 2 + 2 * rows + entries + 2 * panels + work +
           dense + 2 * monomials + whole + fixed + slopes + 3 * packed;
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
        spare_(take(layout_.columns + 2) + 1),
        imbalance_(take(layout_.columns)),
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
        monomial_sums_(take(layout_.monomials)),
        whole_(take(layout_.whole)),
        squares_(take(layout_.fixed)),
        slopes_(take(layout_.slopes)),
        pack_scales_(take(layout_.packed)),
        pack_residuals_(take(layout_.packed)),
        pack_slopes_(take(layout_.packed)),
        factor_(q_.supernodes, *q_.kernels, panels_, work_) {}

  // False if there is no answer.
  [[nodiscard]] bool eliminate();
  [[nodiscard]] std::optional<Parts> value();
  [[nodiscard]] std::optional<Parts> value_and_partials(const Seed& seed, const Partials& partials);
  void draw(std::span<const double> z, std::span<double> u);
  [[nodiscard]] bool is_sure() { return !is_inflated_somewhere(); }

 private:
  [[nodiscard]] double* take(std::size_t size) {
    double* here = next_;
    next_ += size;
    return here;
  }
  [[nodiscard]] bool take_scales();
  [[nodiscard]] bool take_odd_scale(std::uint32_t k);
  [[nodiscard]] double inverse_scale(std::int32_t slot) const {
    return slot < 0 ? 1.0 : inverse_scale_[static_cast<std::size_t>(slot)];
  }
  // What columns are where all innovations are zero, parents first.
  void fill_offsets();
  // Of a row of the block, which is the r-th of those that are no column's own.
  [[nodiscard]] double moved_constant(std::uint32_t row, std::uint32_t r) const;
  // Entries over their scales, and the right-hand sides A'f.
  void fill_rows();
  // Whether all its constants are near, in units of their scales.
  [[nodiscard]] bool fill(const RowPack& pack);
  void fill_panels();
  [[nodiscard]] dense::View matrix_of(const DenseRows& dense) const;
  void fill(const DenseRows& dense);
  // What dense rows will add to pivots of later supernodes when their own is eliminated.
  void add_later_diagonals();
  void add_terms(const TermRun& run, double x);
  void add_terms(const TermGroup& group);
  // Leaves L^-1 (right-hand sides) in mean_.
  [[nodiscard]] bool factorise();
  void look_at_residuals();
  void look_at(const RowPack& pack);
  // A'(residuals) less the innovations is zero but for rounding, and what is left of it, times the
  // innovations, is what derivatives have lost. Whether that is little.
  [[nodiscard]] bool is_balanced() const;
  // With d = v - origin (by place, in spare_) and y = G d: the sum of squares, and y - gradient,
  // which is the derivative of half of it by v, in slopes_.
  void look_at(const FixedRows& fixed, std::size_t number);
  // The two ways to do so: by stretches, and of any.
  [[nodiscard]] Stretch stretch(const FixedRows& fixed, std::size_t s, double* slopes) const;
  [[nodiscard]] StretchSums look_at_stretches(const FixedRows& fixed, double* slopes);
  [[nodiscard]] StretchSums look_at_list(const FixedRows& fixed, double* slopes);
  void come_back(const FixedRows& fixed, std::size_t number, const Seed& seed);
  [[nodiscard]] double* slopes_of(std::size_t number) const;
  // By the norm of the inverse of Q in units of its diagonal, estimated from what it does to a
  // vector of signs.
  [[nodiscard]] bool is_inflated_somewhere();
  void come_back_from_residuals(const Seed& seed, const Partials& partials);
  void come_back(const RowPack& pack, const Seed& seed, const Partials& partials);
  void add_offset_bars(std::uint32_t row, double bar);
  // Children first.
  void come_back_from_offsets(const Partials& partials);
  // False if digits are lost.
  [[nodiscard]] bool come_back_from_determinant(const Seed& seed);
  // The derivatives of half the log determinant of Q by all monomials.
  void fill_monomial_sums();
  [[nodiscard]] double sum_of(std::size_t monomial) const;
  [[nodiscard]] double sum_of(const TermRun& run) const;
  void fill_monomial_sums(const TermGroup& group);
  // The derivative of half the log determinant of A'A by A is A S.
  void come_back(const DenseRows& dense, const Seed& seed);
  void write(const Seed& seed, const Partials& partials);
  [[nodiscard]] std::optional<Parts> finished() const;

  const Block& block_;
  const Equations& q_;
  const Innovated& in_;
  const Inputs& inputs_;
  Layout layout_;
  double* next_;
  double *x_, *bars_, *inverse_scale_, *scale_bars_;
  // By place; spare_ has one more at either end.
  double *right_, *mean_, *diagonal_, *spare_, *imbalance_;
  double *offset_, *offset_bar_;  // by column
  double *row_scale_, *residual_, *entry_, *panels_, *inverse_, *work_, *dense_;
  double *monomial_, *monomial_sums_, *whole_;
  double *squares_, *slopes_;  // of fixed rows
  double *pack_scales_, *pack_residuals_, *pack_slopes_;
  Factor factor_;
  LogProduct reciprocals_;  // of the diagonal of the factor
  double logs_ = 0.0;
  double rest_ = 0.0;
  double trace_ = 0.0;  // of Q S: the number of columns, but for rounding
  bool is_near_ = true;
};

}  // namespace autumn::gaussian::equations
