// This header keeps the past of a multistep method as scaled derivatives: column j of the array is
// h^j y^(j) / j!, of all states and sensitivities.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "solve/multistep_coefficients.h"

namespace autumn::solve {

class Nordsieck {
 public:
  Nordsieck(std::size_t size, std::size_t max_order);

  [[nodiscard]] double* column(std::size_t j) { return numbers_.data() + size_ * j; }
  [[nodiscard]] const double* column(std::size_t j) const { return numbers_.data() + size_ * j; }

  // The Taylor polynomial one step ahead, and back.
  void predict(std::size_t order);
  void take_back(std::size_t order);
  // To a step of another length.
  void rescale(std::size_t order, double ratio);
  void correct(std::size_t order, const MultistepPolynomial& corrector, const double* correction);
  // A correction that an increase of the order will need stands in the last column.
  void keep(const double* correction);
  [[nodiscard]] const double* kept() const { return column(max_order_); }
  void increase(std::size_t order, const MultistepIncrease& change);
  void decrease(std::size_t order, const MultistepPolynomial& multiples);
  // The polynomial at so many steps from the last point.
  void evaluate(std::size_t order, double steps, std::span<double> out) const;

 private:
  std::size_t size_;
  std::size_t max_order_;
  std::vector<double> numbers_;
};

}  // namespace autumn::solve
