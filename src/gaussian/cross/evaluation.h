// One evaluation of a cross: elimination, then value and derivatives.
#pragma once

#include <optional>

#include "gaussian/cross/cross.h"
#include "gaussian/cross/kernels.h"
#include "gaussian/eliminate.h"
#include "gaussian/equations/guards.h"
#include "gaussian/log_product.h"

namespace autumn::gaussian::cross {

class Evaluation {
 public:
  explicit Evaluation(const Problem& problem)
      : block_(problem.block),
        q_(problem.equations),
        c_(problem.cross),
        inputs_(problem.inputs),
        n_(c_.stride),
        next_(problem.scratch.data()),
        leaf_over_(take(c_.leaves)),
        leaf_right_(take(c_.leaves)),
        leaf_mean_(take(c_.leaves)),
        leaf_slope_(take(c_.leaves)),
        leaf_distance_(take(c_.leaves)),
        t_(take(n_)),
        mean_(take(n_)),
        slope_(take(n_)),
        known_slope_(take(n_)),
        spare_(take(n_)),
        diagonal_(take(n_)),
        product_(take(n_)),
        reciprocal_(take(n_)),
        scaled_(take(c_.leaves * n_)),
        schur_(take(n_ * n_)),
        factor_(take(n_ * n_)),
        inverse_(take(n_ * n_)),
        work_(take(n_ * n_)),
        x_(take(q_.innovated.slots.size())),
        innovation_(take(c_.all_columns)) {}

  [[nodiscard]] static std::size_t size(const Cross& c, const equations::Equations& q) {
    return q.innovated.slots.size() + c.all_columns + 5 * c.leaves +
           (8 + c.leaves + 4 * c.stride) * c.stride;
  }

  // False if there is no answer.
  [[nodiscard]] bool eliminate();
  // Of what has been eliminated; the value alone is not good where digits are lost.
  [[nodiscard]] Parts value() const;
  [[nodiscard]] bool is_inflated() const;
  // The derivatives; false if digits are lost.
  [[nodiscard]] bool come_back(const Seed& seed, const Partials& partials);
  void draw(std::span<const double> z, std::span<double> u);

 private:
  double* take(std::size_t size) {
    double* here = next_;
    next_ += size;
    return here;
  }
  [[nodiscard]] Rows between() const { return {c_.between.data(), c_.leaves, n_}; }
  [[nodiscard]] Upper upper(double* numbers) const { return {numbers, c_.columns, n_}; }
  [[nodiscard]] double allowance() const { return equations::allowance(c_.all_columns); }
  [[nodiscard]] double most_inflation() const { return equations::kMostInflation * allowance(); }

  // Scales, and their part of the value.
  [[nodiscard]] bool take_scales();
  // schur_ = (G - C' D^-1 C t^2 / s^2) / s^2 of the main rows, without T.
  void fill_schur();
  // Right-hand sides of the leaves, in leaf_right_, and of the rest when they are eliminated.
  void fill_right();
  // factor_ = U, for U'U = I + T schur_ T and what known rows add; two columns follow, of U^-T
  // times the right-hand sides and times signs in units of the diagonal.
  [[nodiscard]] bool factorise();
  void add_to_factor(const KnownRows& known);
  // Innovations of the rest, then of the leaves, of which mean_ and leaf_mean_ have the part that
  // is drawn.
  void solve();
  void solve_leaves();
  // The sum of squares, and the slopes of half of it by v = t e.
  void look_at_residuals();
  void look_at_leaves();
  void look_at(const KnownRows& known);
  // What is left of the slopes, which would be none without rounding, times the innovations.
  [[nodiscard]] double lost_slopes() const;
  // inverse_ = (U'U)^-1; false if it shows that digits are lost.
  [[nodiscard]] bool invert();
  // The trace of the inverse with the matrix itself, where the main rows have so much of it.
  [[nodiscard]] double trace_with(double of_main) const;
  // The derivative of half the log determinant by t of the leaves.
  [[nodiscard]] double slope_by_leaves();
  struct Slopes {
    const double* by_t;  // of half the log determinant, per column of the rest
    double by_leaf_t;
    double by_log_precision;
  };
  void write(const Slopes& slopes, const Seed& seed, const Partials& partials) const;

  const Block& block_;
  const equations::Equations& q_;
  const Cross& c_;
  const Inputs& inputs_;
  std::size_t n_;
  double* next_;
  // Per leaf: 1 / d, its right-hand side, e, the slope by v, and v less its origin.
  double *leaf_over_, *leaf_right_, *leaf_mean_, *leaf_slope_, *leaf_distance_;
  // Per column of the rest.
  double *t_, *mean_, *slope_, *known_slope_, *spare_, *diagonal_, *product_, *reciprocal_;
  double* scaled_;  // D^-1 C
  double *schur_, *factor_, *inverse_, *work_;
  double *x_, *innovation_;                // of slots, and per column of the block: for draws
  double leaf_t_ = 0.0, precision_ = 0.0;  // t of leaves, and 1 / s^2
  double logs_ = 0.0, rest_ = 0.0;
  double squares_ = 0.0, sizes_ = 0.0;  // of the main rows
  LogProduct reciprocals_;
};

}  // namespace autumn::gaussian::cross
