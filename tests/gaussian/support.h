// This header has blocks to test with, and the dense elimination they are compared to, in any
// arithmetic.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian::testing {

// Eight schools.
inline constexpr double kY[] = {28, 8, -3, 7, -1, 1, 18, 12};
inline constexpr double kSigma[] = {15, 10, 16, 11, 9, 11, 10, 18};

inline Random test_random(std::uint64_t seed) {
  return Random(
      {.seed = seed, .chain = 0, .purpose = Purpose::kTest, .iteration = 0, .element = 0});
}

struct Numbers {
  std::vector<double> coefficients;
  std::vector<double> constants;
  std::vector<double> scales;

  [[nodiscard]] Inputs inputs() const { return {coefficients, constants, scales}; }
};

struct Entry {
  std::size_t column = 0;
  double multiplier = 1.0;
  int slot = -1;
};

// A block, and numbers to evaluate it at.
struct Case {
  std::string name;
  Block block;
  Numbers at;

  std::uint32_t add_scale(double scale);
  int add_coefficient(double coefficient);
  // The constant is an input.
  void add_row(const std::vector<Entry>& entries, double constant, std::uint32_t scale);
  // The constant is fixed.
  void add_fixed_row(const std::vector<Entry>& entries, double constant, std::uint32_t scale);
};

// The marginal's constant, if all columns are integrated out of normal factors, one per row.
void set_constant_term(Block& block);

// Blocks of many shapes.
[[nodiscard]] std::vector<Case> cases();
// x_0 ~ N(0, 3), x_t ~ N(phi x_{t-1}, tau), y_t ~ N(x_t, sigma); slots: phi; y; 3, tau, sigma.
[[nodiscard]] Case chain(std::size_t steps);
// y ~ N(a_i + b_j, sigma) at random pairs, a_i ~ N(mu, tau_a), b_j ~ N(0, tau_b), mu ~ N(0, 5).
[[nodiscard]] Case crossed(std::size_t a, std::size_t b, std::size_t rows);

// Columns that normal equations can not tell apart, which fronts can.
[[nodiscard]] Case nearly_alike();

// By fronts, by stars if the block has any, and last by normal equations.
[[nodiscard]] std::vector<Symbolic> ways(const Block& block);
// By the fast ways that a block is given when it is prepared.
[[nodiscard]] Symbolic fast(const Block& block);

// What a dense orthogonal elimination in the numbers T gives.
template <typename T>
struct Dense {
  std::vector<std::vector<T>> factor;  // columns x (columns + 1)
  T log_normaliser{0};
  T rest{0};

  [[nodiscard]] T value() const { return log_normaliser - rest / 2; }
};

template <typename T>
struct NumbersOf {
  std::vector<T> coefficients, constants, scales;

  explicit NumbersOf(const Numbers& x)
      : coefficients(x.coefficients.begin(), x.coefficients.end()),
        constants(x.constants.begin(), x.constants.end()),
        scales(x.scales.begin(), x.scales.end()) {}
};

template <typename T>
std::vector<std::vector<T>> scaled_rows(const Block& block, const NumbersOf<T>& at) {
  std::vector<std::vector<T>> rows;
  for (std::size_t i = 0; i < block.rows(); ++i) {
    std::vector<T> row(block.columns + 1, T(0));
    const int scale = block.scale_slot[i];
    T factor = scale < 0 ? T(1) : T(1) / at.scales[static_cast<std::size_t>(scale)];
    if (!block.root_weight.empty()) factor *= block.root_weight[i];
    for (std::uint32_t e = block.row_starts[i]; e < block.row_starts[i + 1]; ++e) {
      const int slot = block.coefficient_slot[e];
      const T coefficient = slot < 0 ? T(1) : at.coefficients[static_cast<std::size_t>(slot)];
      row[block.column[e]] += block.multiplier[e] * coefficient * factor;
    }
    T constant(block.constant[i]);
    const int slot = block.constant_slot[i];
    if (slot >= 0) constant += at.constants[static_cast<std::size_t>(slot)];
    row[block.columns] = constant * factor;
    rows.push_back(std::move(row));
  }
  return rows;
}

// Givens rotations, row by row: nothing in common with what is tested.
template <typename T>
Dense<T> dense(const Block& block, const NumbersOf<T>& at) {
  using std::abs, std::log, std::sqrt;
  const std::size_t n = block.columns;
  Dense<T> out;
  out.factor.assign(n, std::vector<T>(n + 1, T(0)));
  out.log_normaliser = block.constant_term;
  for (std::vector<T>& row : scaled_rows(block, at)) {
    for (std::size_t j = 0; j < n; ++j) {
      if (row[j] == 0) continue;
      std::vector<T>& top = out.factor[j];
      const T r = sqrt(top[j] * top[j] + row[j] * row[j]);
      const T c = top[j] / r, s = row[j] / r;
      for (std::size_t k = j; k <= n; ++k) {
        const T x = c * top[k] + s * row[k];
        row[k] = c * row[k] - s * top[k];
        top[k] = x;
      }
    }
    out.rest += row[n] * row[n];
  }
  for (std::size_t j = 0; j < n; ++j) out.log_normaliser -= log(abs(out.factor[j][j]));
  for (std::size_t k = 0; k < block.scales; ++k) {
    out.log_normaliser -= block.scale_count[k] * log(at.scales[k]);
    out.rest += block.scale_rest[k] / (at.scales[k] * at.scales[k]);
  }
  return out;
}

struct Evaluated {
  double value = 0.0;
  Numbers partials;
};
[[nodiscard]] Evaluated evaluate(const Block& block, const Numbers& at);
[[nodiscard]] Evaluated evaluate(const Block& block, const Symbolic& symbolic, const Numbers& at);

// Derivatives by the logarithms of the scales.
[[nodiscard]] std::vector<double> by_logarithm(std::vector<double> partials, const Numbers& at);

// Value and partials by the fast ways that the block is given are those of the fronts.
void expect_same_as_fronts(const Case& c, double tolerance);

// A draw is affine in z, so that columns + 1 of them give its mean and its covariance.
struct Moments {
  std::vector<double> mean;
  std::vector<double> covariance;
};
[[nodiscard]] Moments moments_of(const Case& c, const Symbolic& way);

// The mean of what is drawn: a draw from zeros.
[[nodiscard]] std::vector<double> mean_of(const Case& c, const Symbolic& way);

// Each number within `tolerance`, in units of itself and 1.
void expect_near_each(const std::vector<double>& got, const std::vector<double>& want,
                      const std::string& name, double tolerance);
// Each number within `tolerance`, in units of the largest that is wanted, or of 1 if all are less.
void expect_near_all(const std::vector<double>& got, const std::vector<double>& want,
                     const std::string& name, double tolerance);

// Eight schools with mu ~ N(0, 5); columns mu and theta (or z, with theta = mu + tau z).
[[nodiscard]] Case schools(double tau, bool is_centred);

}  // namespace autumn::gaussian::testing
