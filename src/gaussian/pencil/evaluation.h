// One evaluation of a pencil: inputs, the border, sums over singular values, then value,
// derivatives or a draw.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "gaussian/eliminate.h"
#include "gaussian/log_product.h"
#include "gaussian/pencil/kernels.h"
#include "gaussian/pencil/pencil.h"
#include "gaussian/pencil/small_system.h"

namespace autumn::gaussian::pencil {

// What the small system has of derivatives: traces of its inverse times sums of rows.
struct Variances {
  double by_base = 0.0, by_other = 0.0;            // by half the squares of the scales, in w
  double of_base_left = 0.0, of_other_left = 0.0;  // of rows left over
};

class Evaluation {
 public:
  explicit Evaluation(const Problem& problem)
      : block_(problem.block),
        pencil_(problem.pencil),
        inputs_(problem.inputs),
        count_(pencil_.singular.size()),
        border_(pencil_.border.size()),
        known_(pencil_.inputs.size() + 1),
        system_(border_),
        numbers_(problem.scratch.data()),
        moved_(numbers_ + known_ + border_),
        slopes_(moved_ + count_),
        inverses_(slopes_ + count_),
        moved_base_(inverses_ + count_),
        moved_other_(moved_base_ + pencil_.base.left_over.rows),
        coordinates_(moved_other_ + pencil_.other.left_over.rows),
        turned_(coordinates_ + pencil_.columns.size()) {}

  static std::size_t size(const Pencil& p) {
    return p.inputs.size() + 1 + p.border.size() + 3 * p.singular.size() + p.base.left_over.rows +
           p.other.left_over.rows + 2 * p.columns.size();
  }

  // False if there is no answer, as the sums.
  [[nodiscard]] bool take_inputs();
  // The value needs fewer sums than its derivatives.
  [[nodiscard]] bool sum_for_value();
  [[nodiscard]] bool sum_for_partials();
  [[nodiscard]] Parts parts() const {
    return {.log_normaliser = pencil_.constant_term - logs_, .rest = rest_};
  }
  void write(const Seed& seed, const Partials& partials);
  void draw(std::span<const double> z, std::span<double> u);

 private:
  using Row = std::array<double, SmallSystem::kMost>;

  [[nodiscard]] static bool is_of(const Side& side, std::size_t scale) {
    return side.scale >= 0 && static_cast<std::size_t>(side.scale) == scale;
  }
  [[nodiscard]] double scale_of(std::int32_t slot) const {
    return slot < 0 ? 1.0 : inputs_.scales[static_cast<std::size_t>(slot)];
  }
  // How often the logarithm of a scale stands in the value beside those in w.
  [[nodiscard]] double count_of(std::size_t scale) const {
    double count = block_.scale_count[scale];
    if (is_of(pencil_.base, scale)) count -= pencil_.base.coordinates;
    if (is_of(pencil_.other, scale)) count -= pencil_.other.coordinates;
    return count;
  }
  // The sum of squares that is over a scale alone.
  [[nodiscard]] double rest_of(std::size_t scale) const {
    double rest = block_.scale_rest[scale];
    if (is_of(pencil_.base, scale)) rest += base_rest_;
    if (is_of(pencil_.other, scale)) rest += other_rest_;
    return rest;
  }
  [[nodiscard]] static double variance_of(const Side& side, std::size_t scale, double variance) {
    return is_of(side, scale) ? variance : 0.0;
  }

  [[nodiscard]] bool take_scales();
  // Fills in the inverses of w, and multiplies all w.
  void weigh();
  [[nodiscard]] double weight(std::size_t i) const;
  [[nodiscard]] Summing summing() const;
  // What is known and what inputs add, without the border: in `to` if they add anything.
  [[nodiscard]] const double* add_up(const ByInput& from, double* to) const;
  // What the border adds to what is there.
  [[nodiscard]] const double* add_more(const ByInput& from, const double* there, double* to) const;
  [[nodiscard]] const double* add_column(const ByInput& from, std::size_t k, const double* there,
                                         double* to) const;

  // The border, in border.cpp.
  [[nodiscard]] bool solve_border();
  // To the small system, as rows over the border.
  void add_differences();
  // Rows left over have the scale of their side.
  void add_left(const ByInput& rows, const double* constants, double weight);
  void add_row(const double* row, double constant, double weight);
  // Moves what depends on the border to where it is now.
  void add_border();
  [[nodiscard]] Row border_row(const ByInput& rows, std::size_t i) const;
  [[nodiscard]] double constant_of_row(const BorderRow& row) const;
  // A residual at the solution, and the size of the numbers that it is the difference of.
  struct Residual {
    double root;  // of the row's weight, over its scale
    double x, size;
  };
  [[nodiscard]] Residual residual_of(const BorderRow& row, double root) const;
  [[nodiscard]] Variances border_variances() const;
  // Of the differences.
  void add_variances(Variances& out) const;
  [[nodiscard]] double variance_of_rows(const ByInput& rows) const;
  void add_border_scales(const Seed& seed, std::span<double> scales) const;
  void add_border_constants(const Seed& seed, std::span<double> constants) const;
  void draw_border(std::span<const double> z, std::span<double> u);

  // Adds what is left over. Whether digits are left.
  [[nodiscard]] bool finish();
  // What rounding may have done to the value. The singular values and vectors are those of a matrix
  // that is not far from B F^-1, which moves the determinant, the squares, and what was taken for
  // zero; and differences are of larger numbers. First a bound, because it is found at once.
  [[nodiscard]] double most_lost(double far) const;
  [[nodiscard]] double lost(double far) const;
  [[nodiscard]] double lost_in_zeros() const;
  [[nodiscard]] double lost_in_left_over() const;
  [[nodiscard]] double lost_in_border() const;

  void write_constants(const Seed& seed, std::span<double> constants) const;
  // From the derivative by half the square of a scale.
  void add_to_scale(const Side& side, double by_half_square, std::span<double> scales) const;

  const Block& block_;
  const Pencil& pencil_;
  const Inputs& inputs_;
  std::size_t count_, border_, known_;  // singular values; columns of the border; one and inputs
  SmallSystem system_;
  double *numbers_, *moved_, *slopes_, *inverses_;
  double *moved_base_, *moved_other_, *coordinates_, *turned_;
  // The numbers of the pencil themselves where nothing is added to them.
  const double *differences_ = nullptr, *base_left_ = nullptr, *other_left_ = nullptr;
  double base_ = 1.0, other_ = 1.0;                          // scales
  double over_base_square_ = 1.0, over_other_square_ = 1.0;  // one over their squares
  double logs_ = 0.0, rest_ = 0.0, base_rest_ = 0.0, other_rest_ = 0.0;
  double far_left_ = 0.0;
  double far_border_ = 0.0;  // residuals of border rows times the sizes they are the difference of
  double farther_border_ = 0.0;  // the squares of these sizes
  LogProduct product_;
  Sums sums_;
  BorderSums border_sums_;                                  // if the border is one column
  std::array<Residual, kMostBorderRows> border_residuals_;  // as many as there are rows
};

}  // namespace autumn::gaussian::pencil
